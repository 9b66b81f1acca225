"""Whom and what a spell reaches, for how long, and what the undead feel of a holy symbol."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.below import H1, carrying
from tests.rules.ose.below import below as underground
from tests.rules.ose.casting import CLERIC, MU, ORC, at_casting, cast, meeting, names
from tests.rules.ose.magic.test_spells_outside_fights import HERO, at_the_door, below
from tests.rules.ose.magic.test_turning import priest
from tests.rules.ose.scene import changed, do, every, first, listed, make, refusal, scene, walled

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import SLOW_TO_HEAL
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic import scroll_curses, spell_targets, turning
from underkeep.systems.ose.magic.casting import Cast
from underkeep.systems.ose.magic.effects import spells_of_craft, spells_of_sense
from underkeep.systems.ose.magic.scrolls import Decipher
from underkeep.systems.ose.magic.spell_effects import SpellHadNoEffect
from underkeep.systems.ose.magic.spells import Sleep, SpellRolled, Use, forms
from underkeep.systems.ose.magic.turning import TurningRolled, TurnUndead
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.testing.builders import cellar, delving_party, interview, scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import Healed, SaveRolled
from underkeep.world.dungeon import DoorChanged, Group
from underkeep.world.encounter import Encounter
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.state import State

SPELL, WHO = "ose:magic.memorize-and-cast", "ose:magic.effect.targets"


@rule("ose:healing.magical", "ose:healing.cap", "ose:magic-item.curse.slow-healing")
def test_a_cure_does_half_for_the_cursed_and_nothing_for_the_hale():
    state = at_casting("cleric/3[mace] + fighter v orc", CLERIC, "Cure Light Wounds")
    hale = cast(state, CLERIC, "Cure Light Wounds", "fighter-1", d6(3))
    assert not every(hale, Healed)
    assert first(hale, SpellHadNoEffect).target == "fighter-1"
    hurt = state.with_creature("fighter-1", hp=1, conditions=(Condition(SLOW_TO_HEAL),))
    cursed = cast(hurt, CLERIC, "Cure Light Wounds", "fighter-1", d6(3))
    assert first(cursed, Healed).amount == 2
    assert "ose:magic-item.curse.slow-healing" in first(cursed, Healed).rule


@rule("ose:healing.magical", "ose:healing.cap")
@pytest.mark.parametrize(("hp", "amount"), [(2, 4), (5, 3)])
def test_what_a_cure_gave_back_is_told(hp, amount):
    state = at_casting("cleric/3[mace] + fighter v orc", CLERIC, "Cure Light Wounds").with_creature("fighter-1", hp=hp)
    healed = first(cast(state, CLERIC, "Cure Light Wounds", "fighter-1", d6(3)), Healed)
    assert (healed.amount, healed.hp) == (amount, hp + amount)


@rule("ose:doors.locked")
def test_a_door_that_magic_opens_is_open_and_found():
    state = at_the_door(below("magic-user", "Knock"), "locked")
    done = Resolution(state, Scripted(), RULESET)
    spells_of_craft.open_by_magic(done, replace(state.dungeon.doors["door-1"], found=False), HERO)
    door = first(done, DoorChanged).door
    assert (door.is_open, door.found, door.bar) == (True, True, "")


@rule(SPELL, "ose:monster.persons")
def test_charm_is_for_persons_and_hands_them_over():
    ogre = at_casting("magic-user/3 v hill-giant", MU, "Charm Person")
    done = cast(ogre, MU, "Charm Person", "hill-giant-1")
    assert not every(done, SaveRolled)
    assert done.state.creatures["hill-giant-1"].side == "b"
    state = at_casting("magic-user/3 v 2 orc", MU, "Charm Person", gap=3)
    shared = replace(state, seats={"a": ("a",), "c": ("a",), "b": ("b",)}, players={MU: "c"})
    assert cast(shared, MU, "Charm Person", ORC, d20(2)).state.players[ORC] == "c"
    played = replace(shared, players={MU: "c", ORC: "b"})
    assert cast(played, MU, "Charm Person", ORC, d20(2)).state.players[ORC] == "b"


@rule(WHO)
@pytest.mark.parametrize(("level", "charmed"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 3)])
def test_snakes_are_charmed_up_to_the_casters_level_in_hit_dice(level, charmed):
    state = at_casting("cleric/5 v 3 pit-viper", CLERIC, "Snake Charm", level=level)
    x, y = state.creatures[CLERIC].at
    for n, squares in ((1, 5), (2, 2), (3, 4)):
        state = state.with_creature(f"pit-viper-{n}", at=(x + squares, y))
    done = cast(state, CLERIC, "Snake Charm", "", d4(3), rulings={WHO: "nearest"}).state
    order = ["pit-viper-2", "pit-viper-3", "pit-viper-1"]
    assert [id for id in order if "pacified" in names(done, id)] == order[:charmed]


@rule("ose:magic.effect.concentration", "ose:wilderness.areas-in-feet")
def test_areas_end_where_the_spell_says():
    state = at_casting("magic-user/4 v 2 orc", MU, "Phantasmal Force", gap=6)
    x, y = state.creatures[ORC].at
    far = state.with_creature("orc-2", at=(x + 3, y))
    assert len(every(cast(far, MU, "Phantasmal Force", ORC, d20(19)), SaveRolled)) == 1
    near = state.with_creature("orc-2", at=(x + 1, y))
    assert len(every(cast(near, MU, "Phantasmal Force", ORC, *d20(19, 19)), SaveRolled)) == 2
    web = at_casting("magic-user/4 v 2 orc", MU, "Web", gap=2)
    x, y = web.creatures[ORC].at
    caught = cast(web.with_creature("orc-2", at=(x + 4, y)), MU, "Web", ORC, *d4(2, 2)).state
    assert "webbed" in names(caught, ORC)
    assert "webbed" not in names(caught, "orc-2")


@rule("ose:wilderness.yards")
@pytest.mark.parametrize(("distance", "felt"), [(359, True), (360, True), (361, False)])
def test_out_of_doors_only_those_met_are_felt_and_in_yards(distance, felt):
    state = abroad()
    group = Group("orcs", ON_THE_WAY, "orc", 3)
    state = replace(state, dungeon=replace(state.dungeon, groups={"orcs": group}))
    met = replace(state, encounter=Encounter("orcs", ("orc-1",), distance))

    def feel(state: State, wanted: bool = True) -> tuple[str, ...]:
        return spells_of_sense._where(state, 120, lambda group: wanted)

    assert feel(state) == ()
    assert feel(met, False) == ()
    assert feel(met) == ((f"ahead, {distance} feet",) if felt else ())


@rule(WHO)
def test_several_are_held_without_the_penalty_of_one():
    state = at_casting("cleric/5[mace] v 3 orc", CLERIC, "Hold Person")
    one = cast(state, CLERIC, "Hold Person", ORC, d20(19))
    assert [m.amount for m in first(one, SaveRolled).roll.modifiers] == [-2]
    assert not [e for e in every(one, Ruled) if e.question == WHO]
    asked = cast(state, CLERIC, "Hold Person", ORC, d4(2), d20(2), use="on several")
    assert [e.choice for e in every(asked, Ruled) if e.question == WHO] == ["caster"]
    prompt = asked.state.prompts[0]
    again = Resolution(asked.state, Scripted(d20(2)), RULESET)
    RULESET.book.answers[prompt.question](again, prompt, "orc-3")
    assert first(again, SaveRolled).roll.modifiers == ()


@rule("ose:combat.spell.line-of-sight")
@pytest.mark.parametrize(("gap", "reached"), [(6, True), (7, False)])
def test_a_spell_reaches_as_far_as_it_says(gap, reached):
    state = at_casting("cleric/3[mace] + fighter v orc", CLERIC, "Resist Fire", gap=4)
    x, y = state.creatures[CLERIC].at
    state = state.with_creature("fighter-1", at=(x, y - gap))
    cast_ = Cast(CLERIC, "Resist Fire", "fighter-1")
    assert (cast_ in listed(state, CLERIC)) is reached
    if not reached:
        assert "out of range" in refusal(state, cast_).sentence
        outside = abroad()
        outdoors = replace(state, party=outside.party, journey=outside.journey, routes=outside.routes)
        assert cast_ in listed(outdoors, CLERIC), "in yards out of doors"


@rule("ose:combat.spell.line-of-sight")
def test_casters_need_not_see_themselves():
    state = at_casting("cleric/3[mace] v orc", CLERIC, "Resist Fire")
    blind = state.with_creature(CLERIC, conditions=(*state.creatures[CLERIC].conditions,))
    assert Cast(CLERIC, "Resist Fire", CLERIC) in listed(blind, CLERIC)
    invisible = changed(state, CLERIC).with_creature(CLERIC, conditions=())
    assert Cast(CLERIC, "Resist Fire", CLERIC) in listed(invisible, CLERIC)


@rule("ose:combat.spell.line-of-sight", "ose:wilderness.yards")
def test_squares_are_in_yards_out_of_doors_and_some_need_no_sight():
    state = scene("magic-user v orc", "spells", gap=3)
    caster, sleep = state.creatures[MU], forms("magic-user")["Sleep"]
    x, y = caster.at
    aimed = Use("square", ("fight",), Sleep(), range_feet=5)
    assert spell_targets.squares(state, caster, sleep, aimed).bit_count() == 9
    outside = abroad()
    outdoors = replace(state, party=outside.party, journey=outside.journey, routes=outside.routes)
    assert spell_targets.squares(outdoors, caster, sleep, aimed).bit_count() == 49
    shut = walled(state, (x + 1, y))
    far = replace(aimed, range_feet=15)
    assert not spell_targets.squares(shut, caster, sleep, far) & shut.grid.bit((x + 3, y))
    unseen = replace(far, needs_sight=False)
    assert spell_targets.squares(shut, caster, sleep, unseen) & shut.grid.bit((x + 3, y))


@rule("ose:combat.spell.line-of-sight")
def test_who_stands_nowhere_is_near_and_who_needs_no_sight_is_reached_round_corners():
    state = scene("magic-user v orc", "spells", gap=3)
    caster, sleep = state.creatures[MU], forms("magic-user")["Sleep"]
    aimed = Use("creature", ("fight",), Sleep(), range_feet=30)
    orc = next(c for c in state.creatures.values() if c.kind == "orc")
    assert spell_targets._why_not_at(state, caster, sleep, aimed, replace(orc, at=None)) is None
    shut = walled(state, (caster.at[0] + 1, caster.at[1]))
    for needs_sight, reached in ((True, False), (False, True)):
        use = replace(aimed, needs_sight=needs_sight)
        assert (spell_targets._why_not_at(shut, caster, sleep, use, orc) is None) is reached


@rule("ose:magic.cast.gestures-words")
@pytest.mark.parametrize(("distance", "reached"), [(120, True), (121, False)])
def test_those_met_are_reached_as_far_as_they_stand(distance, reached):
    state = meeting(below("magic-user", "Charm Person"), "orc", attitude="neutral", distance=distance)
    listed_ = play.legal_actions(RULESET, state, "player")
    assert (Cast(HERO, "Charm Person", "orc-1") in listed_) is reached


@rule("ose:magic.cast.gestures-words")
def test_a_door_must_be_seen_to_be_opened_by_magic():
    state = at_the_door(below("magic-user", "Knock"))
    assert Cast(HERO, "Knock", "door-1") in play.legal_actions(RULESET, state, "player")
    dark = replace(state, lights=())
    assert Cast(HERO, "Knock", "door-1") not in play.legal_actions(RULESET, dark, "player")


@rule("ose:time.resources")
def test_only_the_referee_learns_how_long_a_spell_lasts():
    state = at_casting("magic-user/3 v orc", MU, "Sleep", gap=3)
    done = cast(state, MU, "Sleep", "", *d4(1, 1, 1, 1), *d8(4, 4))
    rolled = [e for e in every(done, SpellRolled) if e.what == "turns"]
    assert [e.seats for e in rolled] == [(REFEREE,)]


@rule("ose:class.abilities")
@pytest.mark.parametrize(
    ("hd", "column"), [("1/2", "1"), ("1", "1"), ("3", "3"), ("6", "6"), ("7", "7-9"), ("9", "7-9"), ("10", None)]
)
def test_the_column_goes_by_hit_dice(hd, column):
    assert turning.column(replace(monsters()["skeleton"], hd=hd)) == column


@rule("ose:class.abilities")
def test_a_failed_turning_reaches_no_hit_dice():
    done = do(priest("2 skeleton"), TurnUndead(CLERIC), *d6(3, 3))
    assert (first(done, TurningRolled).success, first(done, TurningRolled).hit_dice) == (False, 0)


@rule("ose:class.abilities", "ose:magic-item.scroll.cursed")
def test_only_writing_is_read():
    state = carrying(underground("fighter"), H1, Item("sword", "Sword", id="w"))
    for item in ("w", "nothing"):
        found = play.why_not(RULESET, state, "player", Decipher(H1, item))
        assert (found.rule, "nothing there to read" in found.sentence) == ("ose:class.abilities", True)


CURSE = Item("cursed-scroll", "scroll", id="s", count=2)


@rule("ose:magic-item.scroll.once", "ose:magic-item.curse.lost-item")
def test_one_scroll_is_used_up_and_one_thing_vanishes():
    potion = Item("potion-of-healing", "potion", id="p", count=3)
    state = carrying(underground("fighter"), H1, CURSE)
    done = scripted(RULESET, state, d6(6))
    scroll_curses.befall(done, state.creatures[H1], CURSE)
    read = first(done, ItemsChanged)
    assert (read.item.count, [i.count for i in read.items]) == (1, [1])
    lost = scripted(RULESET, carrying(underground("fighter"), H1, potion))
    scroll_curses._lose_item(lost, lost.state.creatures[H1])
    gone = first(lost, ItemsChanged)
    assert (gone.item.count, [i.count for i in gone.items]) == (1, [2])


@rule("ose:magic-item.curse.summoning")
@pytest.mark.parametrize(("level", "dice"), [(0, 1), (1, 1), (2, 2)])
def test_one_monster_of_the_readers_level_stands_ten_feet_away(level, dice):
    state = changed(underground("fighter", "fighter"), H1, level=level)
    done = Resolution(state, Seeded(3), RULESET)
    scroll_curses.summon(done, state.creatures[H1])
    met = done.state.encounter
    group = done.state.dungeon.groups[met.group]
    assert (group.count, len(group.members), group.area) == (1, 1, "1-01")
    assert hit_dice(monsters()[group.kind].hd).dice == dice
    assert met == Encounter(group.id, group.members, 10, (H1, "hero-2"), "hostile", began=state.now)


@rule("ose:magic-item.curse.summoning")
def test_on_the_road_it_comes_too_but_not_into_a_town_or_an_arena():
    road = abroad()
    done = Resolution(road, Seeded(3), RULESET)
    scroll_curses.summon(done, road.creatures[H1])
    assert done.state.dungeon.groups[done.state.encounter.group].area == ON_THE_WAY
    for state in (delving_party(RULESET, cellar(RULESET), "fighter", in_town=True), scene()):
        done = Resolution(state, Seeded(3), RULESET)
        scroll_curses.summon(done, next(iter(state.creatures.values())))
        assert not done.events


@rule("ose:creation.starting-spell-book", "ose:magic.book.beginning")
def test_the_first_book_is_asked_about():
    asked, made = interview(RULESET, "magic-user", face=4)
    spells = asked["spells"]
    assert "Sleep" in spells.values and "Web" not in spells.values
    assert spells.default in spells.values
    assert sheet(made).spell_book == (spells.default,)
    assert sheet(make("magic-user", spells="shield")[0]).spell_book == ("Shield",)
