"""Spells that move, throw, swap and send away; that change the ground; that call creatures; that answer spells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.casting import (
    TURN,
    bond,
    bound,
    cast,
    castings,
    creature,
    events,
    fight,
    own,
    underground,
    with_books,
)
from tests.rules.knave.scenes import RULESET, act, answer, carrying, has, rested, scores, the

from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.options import Options
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.movement import move_mask
from underkeep.systems.knave.checks.wounds import harm
from underkeep.systems.knave.combat.moves_and_actions import BlinkTo
from underkeep.systems.knave.equipment.inventory import ItemsDropped
from underkeep.systems.knave.magic.casting import Cast, SpellCountered, end_what_is_due
from underkeep.systems.knave.magic.effects import ground
from underkeep.systems.knave.magic.spell_effects import SpellHadNoEffect
from underkeep.testing import d2, d3, d6, d20, rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import AttackRolled, CheckRolled, Died, Fled, Harmed, MoraleRolled
from underkeep.world.fight import FightEnded
from underkeep.world.gear import Item
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

BOW = (Item("bow", "Bow", "hand"), Item("arrow", "Arrow", "pack", 5))


def options(state: State, id: str) -> Options:
    assert state.fight is not None
    return RULESET.fight_options(state, state.creatures[id], state.fight.step)


def attacks(state: State, id: str) -> list[Attack]:
    return [a for a in options(state, id) if isinstance(a, Attack)]


def apart(state: State, a: str = "knave-1", b: str = "orc-1") -> int:
    return distance(square_of(state.creatures[a]), square_of(state.creatures[b]))


# Moving others


@pytest.mark.parametrize(("spell", "gap", "after"), [("push", 2, 4), ("pull", 6, 4), ("repel", 1, 3)])
def test_pushed_and_pulled(spell: str, gap: int, after: int) -> None:
    state = fight(spell, "knave v orc", intelligence=1, gap=gap)
    assert apart(cast(state, spell, "orc-1").state) - apart(state) == after - gap


def test_repelled_creatures_fly_apart() -> None:
    state = fight("repel", "knave v 2 orc", gap=3)
    do = cast(state, "repel", "orc-1")
    assert apart(do.state, "orc-1", "orc-2") == apart(state, "orc-1", "orc-2") + 2


@rule("knave:magic.save.half")
def test_a_save_halves_the_push() -> None:
    state = fight("push", "knave v ogre", intelligence=2, gap=1)
    assert apart(cast(state, "push", "ogre-1", d20(1)).state, b="ogre-1") == 5
    assert apart(cast(state, "push", "ogre-1", d20(8)).state, b="ogre-1") == 3
    assert apart(cast(state, "push", "ogre-1", d20(20)).state, b="ogre-1") == 1


@pytest.mark.parametrize(("spell", "count"), [("attract", 3), ("telekinesis", 1)])
def test_weapons_fly_from_hands(spell: str, count: int) -> None:
    assert len(events(cast(fight(spell), spell, "orc-1"), ItemsDropped)) == count


def test_filched_from_a_foe() -> None:
    do = cast(fight("filch", intelligence=1), "filch", "orc-1")
    assert not creature(do, "orc-1").items and creature(do, "knave-1").items[-1].kind == "weapon"


@pytest.mark.parametrize(("spell", "squares"), [("leap", 4), ("teleport", 16)])
def test_leaping_and_teleporting(spell: str, squares: int) -> None:
    do = cast(fight(spell, "knave v orc"), spell, "knave-1")
    moves = next(m for m in options(do.state, "knave-1").moves if m.make is BlinkTo)
    at = square_of(creature(do, "knave-1"))
    assert do.state.grid is not None
    far = max(distance(at, s) for s in do.state.grid.squares(moves.mask))
    assert far == min(squares, far) and far > (8 if spell == "teleport" else 3)
    to = max(do.state.grid.squares(moves.mask), key=lambda s: distance(at, s))
    there = act(do.state, BlinkTo("knave-1", to))
    assert creature(there, "knave-1").at == to
    assert not any(m.make is BlinkTo for m in options(there.state, "knave-1").moves)


def test_shuffled() -> None:
    state = fight("shuffle", "knave v 2 orc")
    do = cast(state, "shuffle", "orc-1", d3(2), d2(2))
    before = {c.id: c.at for c in state.creatures.values()}
    after = {c.id: c.at for c in do.state.creatures.values()}
    assert before != after and set(before.values()) == set(after.values())


@rule("knave:hazard.falling.damage", "knave:magic.save.half")
def test_falling_up_and_into_pits() -> None:
    thrown = cast(fight("gravity-shift", "knave v ogre"), "gravity-shift", "ogre-1", d20(1), *d6(1, 2))
    assert creature(thrown, "ogre-1").hp == 16 - 3 * 3
    pit = fight("pit", "knave v ogre")
    fallen = cast(pit, "pit", "ogre-1", d20(1), *d6(1, 2))
    assert creature(fallen, "ogre-1").hp == 7 and bound(fallen, "in-a-pit") == ["ogre-1"]
    half = cast(pit, "pit", "ogre-1", d20(11), d6(2))
    assert creature(half, "ogre-1").hp == 10


def test_commands_of_so_many_words() -> None:
    state = fight("command", intelligence=2)
    assert bound(cast(state, "command", "orc-1", choice="halt"), "stunned") == ["orc-1"]
    assert bound(cast(state, "command", "orc-1", choice="kneel"), "prone") == ["orc-1"]
    assert has(cast(state, "command", "orc-1", choice="drop it"), ItemsDropped)
    assert not bound(cast(state, "command", "orc-1", choice="let me pass"), "pacified")
    three = fight("command", intelligence=3)
    assert bound(cast(three, "command", "orc-1", choice="let me pass"), "pacified") == ["orc-1"]


@rule("knave:morale.break.other")
def test_a_spectacle_tries_morale() -> None:
    do = cast(fight("spectacle", "knave v 2 orc"), "spectacle", "orc-1", *d6(6, 6))
    assert has(do, MoraleRolled) and {e.creature for e in events(do, Fled)} == {"orc-1", "orc-2"}


def test_bodies_swapped_and_death_shared() -> None:
    state = fight("body-swap", "2 knave v 2 orc")
    do = cast(state, "body-swap", "orc-1")
    assert (creature(do, "knave-1").side, creature(do, "orc-1").side) == ("b", "a")
    late = scripted(RULESET, replace(do.state, now=2 * TURN))
    end_what_is_due(late)
    assert (creature(late, "knave-1").side, creature(late, "orc-1").side) == ("a", "b")
    killing = scripted(RULESET, do.state)
    harm(killing, "orc-1", 20)
    assert {e.creature for e in events(killing, Died)} == {"orc-1", "knave-1"}
    ended = scripted(RULESET, do.state)
    ended.emit(FightEnded("a", 1))
    assert creature(ended, "knave-1").side == "a"


def test_gone_for_a_while() -> None:
    state = fight("time-jump", "knave v 2 orc")
    do = cast(state, "time-jump", "orc-1")
    assert creature(do, "orc-1").status == "fled"
    late = scripted(RULESET, replace(do.state, now=2 * TURN))
    end_what_is_due(late)
    assert creature(late, "orc-1").status == "up" and creature(late, "orc-1").at == state.creatures["orc-1"].at


def test_fate_is_bent() -> None:
    do = cast(fight("bend-fate", "knave v orc"), "bend-fate", "knave-1", *d20(4, 19, 11))
    assert own(do, "knave-1").fates == (19, 11, 4)
    state = carrying(rested(do.state), "knave-1", Item("sword", "Sword", "hand"))
    struck = act(state, Attack("knave-1", "orc-1", "sword"))
    assert the(struck, AttackRolled).roll.faces == (19,) and own(struck, "knave-1").fates == (11, 4)


# The ground


@pytest.mark.parametrize(("spell", "target"), [("fog-cloud", "orc-1"), ("night-sphere", "orc-1"), ("thicket", "orc-1")])
def test_nobody_shoots_at_what_nobody_sees(spell: str, target: str) -> None:
    state = fight(spell, "knave v orc", gap=5)
    items = (*BOW, *state.creatures["knave-1"].items)
    state = carrying(state, "knave-1", *items)
    assert any(a.weapon == "bow" for a in attacks(state, "knave-1"))
    do = cast(state, spell, target)
    assert not any(a.weapon == "bow" for a in attacks(rested(do.state), "knave-1"))


def test_blows_in_the_dark_but_not_of_those_who_see_there() -> None:
    state = rested(cast(fight("night-sphere", "knave v goblin"), "night-sphere", "goblin-1").state)
    blind = act(state, Attack("knave-1", "goblin-1", attacks(state, "knave-1")[0].weapon), d20(2))
    assert -10 in [m.amount for m in the(blind, AttackRolled).roll.modifiers]
    seeing = act(state, Attack("goblin-1", "knave-1", "weapon"), d20(2))
    assert -10 not in [m.amount for m in the(seeing, AttackRolled).roll.modifiers]


@pytest.mark.parametrize(
    ("spell", "target"), [("icy-touch", "knave-1"), ("earthquake", "orc-1"), ("marble-madness", "knave-1")]
)
def test_feet_slip(spell: str, target: str) -> None:
    state = fight(spell, "knave v orc")
    assert bound(cast(state, spell, target, d20(5)), "prone") == ["orc-1"]
    stands = cast(state, spell, target, d20(18))
    assert not bound(stands, "prone")
    again = scripted(RULESET, stands.state, d20(5))
    ground.begin_step(again, stands.state.creatures["orc-1"])
    assert bound(again, "prone") == ["orc-1"]
    over = scripted(RULESET, replace(stands.state, now=3 * TURN))
    end_what_is_due(over)
    assert not own(over, "knave-1").workings


@pytest.mark.parametrize(("spell", "target"), [("upwell", "orc-1"), ("thicket", "orc-1")])
def test_slow_ground(spell: str, target: str) -> None:
    state = fight(spell, "knave v orc", gap=8)

    def squares(at: State) -> int:
        return move_mask(at, at.creatures["orc-1"], sheet(at.creatures["orc-1"])).bit_count()

    assert squares(cast(state, spell, target).state) < squares(state)


@rule("knave:hazard.fire.contact")
def test_a_wall_of_fire_burns_and_one_of_ice_bars() -> None:
    state = fight("elemental-wall", "knave v ogre", gap=3)
    burnt = cast(state, "elemental-wall", "ogre-1", d6(2), choice="fire")
    assert creature(burnt, "ogre-1").hp == 16 - 6
    again = scripted(RULESET, burnt.state, d6(1), d20(14))
    ground.begin_step(again, burnt.state.creatures["ogre-1"])
    assert creature(again, "ogre-1").hp == 16 - 9
    assert not creature(again, "ogre-1").condition("alight")
    caught = scripted(RULESET, burnt.state, d6(1), d20(13))
    ground.begin_step(caught, burnt.state.creatures["ogre-1"])
    assert creature(caught, "ogre-1").condition("alight")
    barred = cast(state, "elemental-wall", "ogre-1", choice="ice")
    assert _walls(barred.state) - _walls(state) > 0


def _walls(state: State) -> int:
    assert state.grid is not None
    return len(state.grid.walls)


@pytest.mark.parametrize(("spell", "walls", "ends"), [("summon-cube", 5, True), ("summon-idol", 2, False)])
def test_blocks_in_the_way(spell: str, walls: int, ends: bool) -> None:
    state = fight(spell, "knave v orc", gap=4)
    do = cast(state, spell, "orc-1")
    assert _walls(do.state) - _walls(state) == walls
    late = scripted(RULESET, replace(do.state, now=20))
    end_what_is_due(late)
    assert (_walls(late.state) == _walls(state)) == ends


def test_a_ward_bars_what_it_names() -> None:
    state = fight("ward", "knave v orc", intelligence=1, gap=7)
    armed = carrying(state, "orc-1", Item("bow", "Bow", "hand"), Item("arrow", "Arrow", "pack", 3))
    assert any(a.weapon == "bow" for a in attacks(armed, "orc-1"))
    shielded = cast(armed, "ward", "knave-1", choice="projectiles").state
    assert not any(a.weapon == "bow" for a in attacks(shielded, "orc-1"))
    closed = cast(state, "ward", "knave-1", choice="living").state
    mask = int(own(closed, "knave-1").workings[0].mask, 16)
    assert not move_mask(closed, closed.creatures["orc-1"], own(closed, "orc-1")) & mask
    assert move_mask(state, state.creatures["orc-1"], own(state, "orc-1")) & mask
    left = scripted(RULESET, closed.with_creature("knave-1", at=(closed.grid.width - 1, 0)))
    ground.leave_ward(left, "knave-1")
    assert not own(left, "knave-1").workings


@pytest.mark.parametrize(("choice", "name"), [("sun", "in full sun"), ("wind", "windblown")])
def test_weather(choice: str, name: str) -> None:
    do = cast(fight("control-weather"), "control-weather", choice=choice)
    assert set(bound(do, name)) == {"knave-1", "orc-1", "orc-2", "orc-3"}
    assert bond(do, "orc-1", name).until == 2 * 3600


def test_rain_puts_out_a_wall_of_fire() -> None:
    state = fight("elemental-wall", "knave v ogre", gap=3)
    burning = rested(
        with_books(cast(state, "elemental-wall", "ogre-1", d6(2), choice="fire").state, "knave-1", "control-weather")
    )
    assert own(burning, "knave-1").workings
    assert not own(cast(burning, "control-weather", choice="rain"), "knave-1").workings


# Creatures


@pytest.mark.parametrize(("spell", "kind"), [("animate-object", "animated-object"), ("raise-dead", "skeleton")])
def test_called_to_the_casters_side(spell: str, kind: str) -> None:
    do = cast(fight(spell, "knave v orc"), spell)
    called = [c for c in do.state.creatures.values() if c.kind == kind]
    assert [c.side for c in called] == ["a", "a"] and not any(c.items for c in called)
    late = scripted(RULESET, replace(do.state, now=TURN))
    end_what_is_due(late)
    assert all(c.status == "fled" for c in late.state.creatures.values() if c.kind == kind)


def test_what_comes_through_the_gate() -> None:
    foe = cast(fight("gate", "knave v orc"), "gate", "", *d6(2, 1))
    assert next(c for c in foe.state.creatures.values() if c.kind == "harpy").side == "b"
    friend = cast(fight("gate", "knave v orc"), "gate", "", *d6(2, 4))
    assert next(c for c in friend.state.creatures.values() if c.kind == "harpy").side == "a"


def test_catherine_joins_the_party_and_leaves() -> None:
    do = cast(underground("catherine"), "catherine", by="hero-1")
    assert do.state.party is not None and "catherine-1" in do.state.party.members
    later = scripted(RULESET, do.state)
    pass_time(later, 2 * 3600, "waiting")
    assert later.state.party is not None and "catherine-1" not in later.state.party.members


def test_the_snail_knight_takes_his_time_and_may_not_come() -> None:
    do = cast(underground("snail-knight"), "snail-knight", by="hero-1")
    assert not any(c.kind == "snail-knight" for c in do.state.creatures.values())
    for face, comes in ((4, True), (3, False)):
        later = scripted(RULESET, do.state, d6(face))
        pass_time(later, TURN, "waiting")
        assert any(c.kind == "snail-knight" for c in later.state.creatures.values()) == comes


# Spells against spells


def duel(answer_with: str, intelligence: int = 2) -> State:
    """The second knave is on the orc's side."""
    state = fight("sleep", "2 knave v orc", intelligence=1).with_creature("knave-2", side="b")
    return scores(with_books(state, "knave-2", answer_with), "knave-2", INT=intelligence)


@rule("knave:task.check.opposed-ability", "knave:magic.cast.book-once-a-day")
def test_counterspell() -> None:
    do = cast(duel("counterspell"), "sleep", "knave-2")
    assert do.state.prompts
    stopped = answer(do, "yes", d20(10))
    assert has(stopped, SpellCountered) and not bound(stopped, "asleep")
    assert the(stopped, CheckRolled).roll.needed == 12 and own(stopped, "knave-2").cast == ("counterspell",)
    assert bound(answer(do, "yes", d20(9)), "asleep") and bound(answer(do, "no"), "asleep") == ["knave-2"]
    assert not castings(duel("counterspell"), by="knave-2")


def test_spellseize() -> None:
    do = answer(cast(duel("spellseize"), "sleep", "knave-2"), "yes")
    assert bound(do, "asleep") == ["knave-2"] and bond(do, "knave-2", "seized:sleep").until == 86_400
    kept = tuple(c for c in creature(do, "knave-2").conditions if c.name != "asleep")
    awake = rested(do.state).with_creature("knave-2", conditions=kept)
    assert Cast("knave-2", "sleep", "knave-1") in castings(awake, by="knave-2")
    again = play.resolve(RULESET, awake, "b", Cast("knave-2", "sleep", "knave-1"), scripted(RULESET, awake).dice)
    assert bound(again, "asleep") == ["knave-1"] and not bound(again, "seized:sleep")
    slow = duel("spellseize", intelligence=0)
    assert not cast(slow, "sleep", "knave-2").state.prompts


def test_harm_comes_from_fire_that_is_magic() -> None:
    lich = carrying(fight("elemental-wall", "knave v lich", gap=3), "lich-1")
    assert the(cast(lich, "elemental-wall", "lich-1", d6(2), choice="fire"), Harmed).amount == 6
    mundane = scripted(RULESET, lich)
    harm(mundane, "lich-1", 5, kinds=("fire",))
    assert not has(mundane, Harmed)


@rule("knave:magic.save.half")
def test_of_those_repelled_the_first_stays_and_alone_is_driven_from_the_caster() -> None:
    def stood(match: str, target: str = "orc-1", intelligence: int = 2) -> list[bool]:
        state = fight("repel", match, intelligence=intelligence, gap=3)
        after = cast(state, "repel", target).state
        return [after.creatures[c.id].at == c.at for c in state.creatures.values() if c.side == "b"]

    assert stood("knave v 3 orc") == [True, False, False]
    assert stood("knave v 3 orc", "orc-3") == [False, False, True]
    assert stood("knave v 3 orc", intelligence=1) == [True, False, True]
    assert stood("knave v orc") == [False]


@rule("knave:magic.save.half")
def test_a_push_is_a_square_for_each_5_feet_and_a_withstood_one_fizzles() -> None:
    state = fight("push", "knave v ogre", intelligence=2, gap=1)
    assert has(cast(state, "push", "ogre-1", d20(20)), SpellHadNoEffect)
    assert not has(cast(state, "push", "ogre-1", d20(8)), SpellHadNoEffect)
    near = fight("pull", "knave v orc", intelligence=2, gap=2)
    assert apart(cast(near, "pull", "orc-1").state) == 1
