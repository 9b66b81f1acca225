from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import (
    H1,
    H2,
    TURN,
    act,
    at,
    below,
    having,
    is_listed,
    party,
    refused,
    resolving,
    suffering,
    the_dungeon,
    told,
)
from tests.rules.ose.scene import every, first, table

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration as procedure
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import BLIND, SCENTED, UNCONSCIOUS
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import illusions
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.exploration import special_rooms, traps, turns
from underkeep.systems.ose.exploration.traps import TrapSprang
from underkeep.systems.ose.referee import stocking
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d4, d6, d8, d10, d20, d100, rule
from underkeep.world.clock import HOUR
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Felled, Fled, Harmed, SaveRolled
from underkeep.world.dungeon import Area, Group, Hoard, Level, Spot, Trap
from underkeep.world.encounter import ChanceRolled, EncounterBegan
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.state import State

SQUARE = (2, 2)
GOLD = Hoard("gold", "1-01", (Item("gp", "gold piece", count=10),), (1, 2))
SPRINGS, HOLDS = 1, 3


def trapped(kind: str, *classes: str, on: str = "", square: tuple[int, int] | None = SQUARE) -> State:
    """A trap of a kind in the hall, on the way or on a treasure."""
    state = below(*(classes or ("fighter", "fighter")))
    return having(state, GOLD, Trap(f"{kind}-1-01", "1-01", kind, on, None if on else square))


def over(state: State, *faces: int) -> Resolution:
    """Walk over the trap, one after the other."""
    return act(state, a.Walk((3, 2)), *faces)


def grab(state: State, *faces: int) -> Resolution:
    return act(state, a.TakeHoard("gold"), *faces)


def rolls(done: Resolution) -> list[ChanceRolled]:
    return [e for e in every(done, ChanceRolled) if e.what == "setting off a trap"]


@rule("ose:traps.treasure", "ose:traps.room")
def test_small_traps_are_on_things_and_large_ones_in_areas():
    assert traps.is_treasure_trap(Trap("needle", "1-01", "sprung-needle", on="gold"))
    assert not traps.is_treasure_trap(Trap("pit", "1-01", "pit", square=SQUARE))
    assert not rolls(over(trapped("sprung-needle", on="gold")))
    assert rolls(grab(trapped("sprung-needle", on="gold"), d6(HOLDS)))
    assert not rolls(grab(trapped("pit")))
    found = replace(Trap("pit-1-01", "1-01", "pit", square=SQUARE), state="found")
    state = having(trapped("pit", "thief"), found)
    assert refused(state, a.Disarm(H1, "pit-1-01")).rule == "ose:traps.room"


@rule("ose:traps.trigger.action")
def test_walking_elsewhere_never_rolls():
    state = trapped("pit")
    assert not rolls(act(state, a.Walk((1, 1))))
    assert not rolls(act(at(state, "1-01", (3, 3)), a.Walk((3, 1))))
    gas = trapped("gas", square=None)
    assert not rolls(over(gas))
    outside = at(gas, "1-p1", (4, 2))
    assert len(rolls(act(outside, a.Go("opening-1"), *d6(HOLDS, HOLDS)))) == 2


@rule("ose:traps.trigger.chance")
@pytest.mark.parametrize(("face", "sprung"), [(1, True), (2, True), (3, False), (6, False)])
def test_two_in_six_for_each_who_crosses(face: int, sprung: bool):
    state = trapped("scything-blade", "fighter")
    done = over(state, d6(face), *([d8(4)] if sprung else []))
    assert [e.success for e in rolls(done)] == [sprung]
    assert not told(done, ChanceRolled)
    two = over(trapped("scything-blade"), *d6(HOLDS, SPRINGS), d8(4))
    assert [e.who for e in rolls(two)] == [H1, H2]
    assert two.state.creatures[H2].hp == 4
    assert not rolls(over(at(two.state, "1-01", (1, 2))))


@rule("ose:traps.damage-automatic", "ose:traps.room.pit")
def test_a_pit_of_twenty_feet_does_2d6_without_an_attack_roll():
    deep = over(trapped("pit-20", "fighter"), *d6(SPRINGS, 3, 4))
    assert first(deep, DamageRolled).roll.notation == "2d6"
    assert deep.state.creatures[H1].hp == 1
    assert not every(deep, AttackRolled)
    assert first(over(trapped("pit", "fighter"), *d6(SPRINGS, 3)), DamageRolled).roll.notation == "1d6"


@rule("ose:traps.search.room")
def test_anybody_may_find_a_room_trap_and_then_avoids_it():
    state = at(trapped("pit", "fighter"), "1-01", (2, 1))
    state = having(state, Trap("pit-1-01", "1-01", "pit", square=(2, 1)))
    done = act(state, a.Search((2, 1)), d6(1))
    assert the_dungeon(done.state).traps["pit-1-01"].state == "found"
    assert not rolls(act(at(done.state, "1-01", (1, 1)), a.Walk((3, 1))))


@rule("ose:traps.search.treasure")
def test_small_traps_are_for_those_who_know_them():
    state = trapped("sprung-needle", "fighter", "thief", on="gold")
    assert refused(state, a.InspectHoard(H1, "gold")).rule == "ose:traps.search.treasure"
    assert is_listed(state, a.InspectHoard(H2, "gold"))
    found = act(state, a.InspectHoard(H2, "gold"), d100(10))
    assert the_dungeon(found.state).traps["sprung-needle-1-01"].state == "found"
    missed = act(state, a.InspectHoard(H2, "gold"), d100(11))
    assert the_dungeon(missed.state).traps["sprung-needle-1-01"].state == "hidden"
    searched = act(state, a.Search((1, 2)), *d6(1, 1))
    assert the_dungeon(searched.state).traps["sprung-needle-1-01"].state == "hidden"


def test_every_trap_that_dungeons_are_stocked_with_does_something():
    kinds = (*stocking.ROOM_TRAPS, *stocking.TREASURE_TRAPS)
    assert len(kinds) == len(table("traps.room-examples")) + len(table("traps.treasure-examples"))
    assert set(kinds) <= set(traps.listings())


@rule("ose:traps.room.falling-block")
def test_a_falling_block_is_dodged_or_does_1d10():
    number = sheet(trapped("falling-block", "fighter").creatures[H1]).saves["paralysis"]
    saved = over(trapped("falling-block", "fighter"), d6(SPRINGS), d20(number))
    assert saved.state.creatures[H1].hp == 8
    hit = over(trapped("falling-block", "fighter"), d6(SPRINGS), d20(number - 1), d10(7))
    assert first(hit, DamageRolled).roll.notation == "1d10"
    assert hit.state.creatures[H1].hp == 1


def enter(state: State, *faces: int) -> Resolution:
    """Come into the hall from the passage."""
    return act(at(state, "1-p1", (4, 2)), a.Go("opening-1"), *faces)


@rule("ose:traps.room.gas")
def test_gas_kills_all_in_the_room_who_do_not_save():
    done = enter(trapped("gas", square=None), d6(SPRINGS), *d20(20, 1))
    assert [e.creature for e in every(done, SaveRolled)] == [H1, H2]
    assert [e.creature for e in every(done, Died)] == [H2]


@rule("ose:traps.room.mist")
def test_mist_is_harmless_and_looks_like_gas():
    mist = enter(trapped("mist", square=None), d6(SPRINGS))
    gas = enter(trapped("gas", square=None), d6(SPRINGS), *d20(20, 20))
    assert not every(mist, SaveRolled)
    assert mist.state.creatures == enter(trapped("mist", square=None), *d6(HOLDS, HOLDS)).state.creatures
    assert told(mist, TrapSprang)[0] == told(gas, TrapSprang)[0]
    assert "nobody is the worse" in told(mist, TrapSprang)[1].text and "poison" in told(gas, TrapSprang)[1].text
    kinds = {the_dungeon(done.state).traps[id].kind for done, id in ((mist, "mist-1-01"), (gas, "gas-1-01"))}
    assert kinds == {traps.VAPOUR}


@rule("ose:traps.room.blade")
def test_a_blade_does_1d8():
    done = over(trapped("scything-blade", "fighter"), d6(SPRINGS), d8(8))
    assert first(done, DamageRolled).roll.notation == "1d8"
    assert [e.creature for e in every(done, Died)] == [H1]


@rule("ose:traps.room.slide")
def test_a_slide_leads_to_the_level_below():
    state = trapped("slide", "fighter", "fighter")
    room = Area("2-01", 2, "room", ((1, 1),), 1, "Pit")
    deeper = replace(
        the_dungeon(state),
        levels=(*the_dungeon(state).levels, Level(2, Grid(3, 3, ()))),
        areas={**the_dungeon(state).areas, "2-01": room},
    )
    done = over(replace(state, dungeon=deeper), d6(SPRINGS))
    assert party(done.state).at == Spot(2, (1, 1), "2-01")
    lowest = over(state, *d6(SPRINGS, 5))
    assert party(lowest.state).at == Spot(1, (3, 2), "1-01")
    assert lowest.state.creatures[H1].hp == 3


@rule("ose:traps.treasure.darts")
def test_darts():
    done = grab(trapped("darts", on="gold"), *d6(SPRINGS, 3), *d4(1, 2, 4))
    assert first(done, DamageRolled).roll.notation == "3d4"
    assert done.state.creatures[H1].hp == 1


@rule("ose:traps.treasure.flash")
def test_a_flash_blinds_for_1d8_turns():
    number = sheet(trapped("flash-of-light").creatures[H1]).saves["spells"]
    assert not grab(trapped("flash-of-light", on="gold"), d6(SPRINGS), d20(number)).state.creatures[H1].conditions
    state = trapped("flash-of-light", on="gold")
    blind = grab(state, d6(SPRINGS), d20(number - 1), d8(5)).state.creatures[H1].condition(BLIND)
    assert blind is not None
    assert blind.until == state.now + 5 * TURN


@rule("ose:traps.treasure.hidden-monster")
def test_a_snake_is_let_loose():
    state = trapped("hidden-monster", on="gold")
    done = Resolution(state, Seeded(1), RULESET)
    traps.spring(done, the_dungeon(state).traps["hidden-monster-1-01"], state.creatures[H1])
    met = first(done, EncounterBegan).encounter
    assert met.distance == 5
    assert done.state.creatures[met.monsters[0]].kind == "pit-viper"


def illusion() -> State:
    """An ogre that is not there has been met."""
    state = trapped("illusion", on="gold")
    done = Resolution(state, Seeded(1), RULESET)
    traps.spring(done, the_dungeon(state).traps["illusion-1-01"], state.creatures[H1])
    return done.state


@rule("ose:traps.treasure.illusion")
def test_an_illusion_has_ac_9_and_vanishes_when_it_is_hit():
    state = illusion()
    assert state.encounter is not None
    (ogre,) = state.encounter.monsters
    assert sheet(state.creatures[ogre]).ac == 9
    assert sheet(state.creatures[ogre]).xp_award == 0
    done = resolving(state)
    harm(done, ogre, 1, H1)
    assert done.state.creatures[ogre].status == "fled"
    assert not any("illus" in e.creature for e in told(done, Harmed))
    assert [e.creature for e in told(done, illusions.Vanished)] == [ogre]
    assert not told(done, Fled)


@rule("ose:traps.treasure.illusion")
def test_its_wounds_are_not_real_and_who_seems_to_die_lies_senseless():
    state = illusion()
    assert state.encounter is not None
    (ogre,) = state.encounter.monsters
    done = resolving(state, d4(3))
    harm(done, H1, 5, ogre)
    assert done.state.creatures[H1].hp == 8
    assert done.state.creatures[H1].status == "up"
    harm(done, H1, 5, ogre)
    assert done.state.creatures[H1].hp == 8
    assert first(done, Felled).creature == H1
    asleep = done.state.creatures[H1].condition(UNCONSCIOUS)
    assert asleep is not None
    assert asleep.until == state.now + 3 * TURN


@rule("ose:traps.treasure.illusion")
def test_where_all_lie_senseless_the_first_wakes_and_the_illusion_is_gone():
    state = replace(illusion(), fight=None, grid=None)
    assert state.encounter is not None
    (ogre,) = state.encounter.monsters
    done = resolving(state, *d4(2, 4))
    for id in (H1, H2):
        harm(done, id, 8, ogre)
    assert not done.state.marchers()
    illusions.fade(done)
    assert [c.id for c in done.state.marchers()] == [H1]
    assert done.state.now == state.now + 2 * TURN
    assert done.state.creatures[ogre].status == "fled"
    assert not done.state.over


@rule("ose:traps.treasure.spray")
def test_a_spray_doubles_the_chance_of_what_wanders():
    state = trapped("spray", on="gold")
    done = grab(state, *d6(SPRINGS, 4))
    reek = done.state.creatures[H1].condition(SCENTED)
    assert reek is not None
    assert reek.until == state.now + 4 * HOUR
    assert turns.wandering_in_6(resolving(state)) == 1
    assert turns.wandering_in_6(resolving(done.state)) == 2
    later = resolving(replace(done.state, now=reek.until))
    procedure.end_turn(later)  # type: ignore[arg-type]
    assert turns.wandering_in_6(later) == 1


@rule("ose:traps.treasure.needle")
def test_a_needle_kills_who_does_not_save():
    number = sheet(trapped("sprung-needle").creatures[H1]).saves["death"]
    assert not every(grab(trapped("sprung-needle", on="gold"), d6(SPRINGS), d20(number)), Died)
    assert every(grab(trapped("sprung-needle", on="gold"), d6(SPRINGS), d20(number - 1)), Died)


@rule("ose:traps.monsters-bypass")
def test_residents_know_their_traps_unless_the_referee_says_otherwise():
    group = Group("orcs", "1-01", "orc", 2)
    state = having(trapped("scything-blade"), group)
    quiet = resolving(state)
    assert traps.residents_cross(quiet, group) == group
    assert not rolls(quiet)
    assert quiet.events and not any(seen_by(event, "player", quiet.state) for event in quiet.events)
    ruling = {"ose:traps.monsters-bypass": "they roll"}
    caught = Resolution(state, Scripted(*d8(1, 1), d6(SPRINGS), d8(8)), RULESET, ruling)
    after = traps.residents_cross(caught, group)
    assert after.count == 1
    assert caught.state.creatures["orc-1"].status == "dead"
    assert the_dungeon(caught.state).traps["scything-blade-1-01"].state == "sprung"
    spared = Resolution(state, Scripted(*d8(1, 1), d6(HOLDS)), RULESET, ruling)
    assert traps.residents_cross(spared, group).count == 2


def test_a_slow_poison_kills_outside_a_fight_too():
    state = suffering(below("fighter", "fighter"), H1, "poisoned", until=TURN)
    assert [e.creature for e in every(act(state, a.Rest()), Died)] == [H1]


@rule("ose:traps.monsters-bypass")
def test_the_first_of_those_who_come_is_caught_by_a_trap_that_lies_in_the_way():
    ruling = {"ose:traps.monsters-bypass": "they roll"}
    group = Group("orcs", "1-01", "orc", 3)
    state = having(trapped("scything-blade"), group)
    caught = Resolution(state, Scripted(*d8(1, 1, 1), d6(SPRINGS), d8(8)), RULESET, ruling)
    assert traps.residents_cross(caught, group).count == 2
    assert [e.who for e in rolls(caught)] == ["orc-1"]
    for other in (
        Trap("t", "1-02", "scything-blade", square=(9, 2)),
        Trap("t", "1-01", "sprung-needle", on="gold"),
        Trap("t", "1-01", "scything-blade", square=SQUARE, state="sprung"),
    ):
        harmless = Resolution(having(below("fighter"), GOLD, group, other), Scripted(), RULESET, ruling)
        assert traps.residents_cross(harmless, group) == group
        assert not harmless.events


@rule("ose:traps.treasure", "ose:traps.room")
def test_the_roll_names_the_sort_of_trap():
    assert "ose:traps.room" in rolls(over(trapped("pit", "fighter"), d6(HOLDS)))[0].rule
    assert "ose:traps.treasure" in rolls(grab(trapped("sprung-needle", "fighter", on="gold"), d6(HOLDS)))[0].rule


@rule("ose:traps.search.treasure")
def test_a_small_trap_or_none_is_not_too_large():
    small = having(trapped("sprung-needle", "fighter", on="gold"))
    assert refused(small, a.Disarm(H1, "sprung-needle-1-01")).rule != "ose:traps.room"
    assert refused(small, a.Disarm(H1, "no-trap")).rule != "ose:traps.room"
    for id in (*small.dungeon.traps, "no-trap"):
        told = traps.why_not(small, a.Disarm(H1, id))
        is_large = id in small.dungeon.traps and not small.dungeon.traps[id].on
        assert (told is not None and told.rule == "ose:traps.room") is is_large


@rule("ose:traps.treasure.darts")
@pytest.mark.parametrize(("count", "words"), [(1, "Out flies a dart."), (2, "Out fly 2 darts.")])
def test_darts_are_counted(count: int, words: str):
    done = grab(trapped("darts", "fighter", on="gold"), *d6(SPRINGS, count), *([d4(1)] * count))
    assert first(done, TrapSprang).text == words


@rule("ose:traps.treasure.illusion", "ose:traps.treasure.hidden-monster")
def test_one_snake_is_beside_its_victim_and_an_illusion_ten_feet_away():
    snake = Resolution(trapped("hidden-monster", on="gold"), Seeded(1), RULESET)
    traps.spring(snake, the_dungeon(snake.state).traps["hidden-monster-1-01"], snake.state.creatures[H1])
    met = first(snake, EncounterBegan).encounter
    assert (len(met.monsters), met.distance) == (1, 5)
    seen = Resolution(trapped("illusion", on="gold"), Seeded(1), RULESET)
    traps.spring(seen, the_dungeon(seen.state).traps["illusion-1-01"], seen.state.creatures[H1])
    assert first(seen, EncounterBegan).encounter.distance == 10


@rule("ose:traps.room.slide")
def test_a_monster_that_slides_is_gone():
    state = trapped("slide", "fighter")
    room = Area("2-01", 2, "room", ((1, 1),), 1, "Pit")
    dungeon = the_dungeon(state)
    levels = (*dungeon.levels, Level(2, Grid(3, 3, ())))
    state = replace(state, dungeon=replace(dungeon, levels=levels, areas={**dungeon.areas, "2-01": room}))
    done = Resolution(having(state, Group("orcs", "1-01", "orc", 1)), Seeded(1), RULESET)
    (orc,) = meetings.muster(done, the_dungeon(done.state).groups["orcs"])
    traps.spring(done, dungeon.traps["slide-1-01"], done.state.creatures[orc])
    assert [e.creature for e in every(done, Fled)] == [orc]
    assert party(done.state).at == party(state).at


@rule("ose:dungeon-design.room.specials")
def test_a_trapdoor_leads_to_the_next_level_where_there_is_one():
    dungeon = the_dungeon(below("fighter"))
    levels = tuple(Level(n, Grid(3, 3, ())) for n in (1, 2, 3))
    deeper = {f"{n}-01": Area(f"{n}-01", n, "room", ((1, 1),), 1, "Pit") for n in (2, 3)}
    dungeon = replace(dungeon, levels=levels, areas={**dungeon.areas, **deeper})
    for seed in range(4):
        do = Resolution(below("fighter"), Seeded(seed), RULESET)
        _, stairs = special_rooms.place(do, dungeon, "1-01", "trapdoor")
        assert stairs is not None
        assert stairs.down.area == "2-01"
