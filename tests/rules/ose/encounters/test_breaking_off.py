"""Leaving a fight underground."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.encounters.test_pursuit import chased
from tests.rules.ose.scene import do, every, first, listed, refusal, spent, under

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.minds.explorer import Explorer
from underkeep.procedures import battlefield, play
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Done
from underkeep.procedures.resolution import Resolution, RulingNeeded
from underkeep.systems.ose.attacks.movement import MOVE, RETREAT, WITHDRAW, Withdraw
from underkeep.systems.ose.encounters import breaking_off
from underkeep.systems.ose.equipment import hoards
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import in_step, objection, perform
from underkeep.world.creature import Died
from underkeep.world.dungeon import Spot
from underkeep.world.encounter import ChanceRolled, EncounterEnded
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent
from underkeep.world.state import State

# The hall is 2..7 across on the field, the passage 8..15 along rows 4 and 5.
WEST, MIDDLE, EAST = (8, 4), (10, 4), (14, 4)


def fighting(hero=MIDDLE, other=(10, 5), goblin=EAST, ours=120, theirs=60) -> State:
    """Two heroes and a goblin in the passage, the hall west of it; the party's time to move."""
    state = chased("hostile", ours, theirs)
    state = play.resolve(RULESET, state, "player", a.Engage(), Seeded(1)).state
    for id, at in (("hero-1", hero), ("hero-2", other), ("goblin-1", goblin)):
        state = state.with_creature(id, at=at)
    return in_step(state, "movement", "hero-1", "hero-2", side="party")


def leave(state: State, *faces: int, drop: str = "", rulings: dict[str, str] | None = None) -> Resolution:
    """Break off; the dice left over are for the turn that follows."""
    done = Resolution(state, Scripted(*faces, *[d6(6)] * 20), RULESET, rulings)
    perform(done, a.BreakOff("hero-1", drop))
    return done


def test_the_field_knows_its_place_on_the_map() -> None:
    state = fighting()
    assert state.grid is not None
    assert battlefield.ground(state, Spot(1, (4, 2), "1-p1")) == state.grid.mask([(8, 4), (9, 4), (8, 5), (9, 5)])
    assert battlefield.ground(state, Spot(1, (3, 2), "1-01"))
    assert not battlefield.ground(state, Spot(1, (8, 2), "1-02"))


@rule("ose:evasion.pursuit", "ose:evasion.pursuer-decides")
def test_a_party_that_nobody_holds_may_leave_and_is_pursued() -> None:
    state = fighting()
    assert a.BreakOff("hero-1") in listed(state, "hero-1")
    done = leave(state)
    assert first(done, FightEnded).winner == ""
    assert first(done, EncounterEnded).how == "evaded"
    assert first(done, PartyWent).at == Spot(1, (3, 2), "1-01")
    assert done.state.grid is None
    assert done.state.creatures["goblin-1"].status == "up"
    assert done.state.dungeon is not None
    assert done.state.dungeon.groups["goblins"].count == 1


@rule("ose:evasion.dungeon.pursuit-rounds")
def test_the_gap_is_that_of_the_field_and_the_caught_must_fight() -> None:
    done = leave(fighting(MIDDLE, (10, 5), EAST, ours=90, theirs=100), *d6(1, 1, 1))
    assert done.state.now == 20
    assert first(done, FightBegan)
    assert done.state.fight is not None
    near = leave(fighting(MIDDLE, (12, 5), EAST, ours=90, theirs=100))
    assert near.state.now == 10


@rule("ose:combat.movement.in-melee-only")
def test_not_while_one_of_the_party_is_in_melee() -> None:
    state = fighting(other=(13, 4))
    assert not [x for x in listed(state, "hero-1") if isinstance(x, a.BreakOff)]
    assert refusal(state, a.BreakOff("hero-1")).rule == "ose:combat.movement.in-melee-only"
    asleep = under(state, "goblin-1", "asleep")
    assert a.BreakOff("hero-1") in listed(asleep, "hero-1")
    left = under(asleep, "hero-2", "asleep")
    assert "lies helpless" in breaking_off.asked(left, a.BreakOff("hero-1"))
    assert not breaking_off.asked(asleep, a.BreakOff("hero-1"))


@rule("ose:combat.movement.in-melee-only")
def test_not_past_an_enemy_who_bars_the_way() -> None:
    state = fighting(hero=(12, 4), other=(12, 5), goblin=(9, 4))
    assert refusal(state, a.BreakOff("hero-1")).rule == "ose:evasion.dungeon.faster"
    assert refusal(fighting(hero=(12, 4), other=WEST, goblin=(10, 4)), a.BreakOff("hero-1"))


@rule("ose:combat.movement.retreat", "ose:combat.movement.withdrawal")
@pytest.mark.parametrize("how", [RETREAT, WITHDRAW])
def test_the_last_to_leave_melee_may_give_the_word(how: str) -> None:
    state = spent(fighting(), "hero-2", how, MOVE)
    assert a.BreakOff("hero-2") in listed(state, "hero-2")
    assert objection(RULESET, state, a.BreakOff("hero-2")) is None
    moved = spent(fighting(), "hero-2", MOVE)
    assert not listed(moved, "hero-2")
    assert refusal(moved, a.BreakOff("hero-2"))


@rule("ose:combat.round-sequence")
def test_only_when_it_is_time_to_move_and_only_the_party() -> None:
    state = in_step(fighting(), "melee")
    assert refusal(state, a.BreakOff("hero-1")).rule == "ose:combat.round-sequence"
    assert refusal(in_step(fighting(), "movement"), a.BreakOff("goblin-1"))


@rule("ose:evasion.monsters-pursue", "ose:evasion.no-pursuit")
def test_the_referee_may_let_them_go() -> None:
    state = replace(fighting(ours=60, theirs=120), human_referee=True)
    rest = dict.fromkeys(("ose:referee.randomness", "ose:referee.procedures-adaptable"), "as written")
    done = leave(state, rulings={"ose:evasion.monsters-pursue": "stay", **rest})
    assert done.state.fight is None


@rule("ose:evasion.dungeon.obstacles")
@pytest.mark.parametrize(
    ("kind", "faces", "caught_after"), [("giant-rat", (d6(3),), None), ("giant-rat", (d6(4),), 3), ("goblin", (), 3)]
)
def test_burning_oil(kind: str, faces: tuple[int, ...], caught_after: int | None) -> None:
    state = fighting(ours=60, theirs=120).with_creature("goblin-1", kind=kind)
    state = state.with_creature("hero-1", items=(Item("oil", "Flask of oil"),))
    done = leave(state, *faces, drop="oil")
    rolled = [e for e in every(done, ChanceRolled) if e.what == "fire stops the pursuers"]
    assert bool(rolled) is bool(faces)
    assert not done.state.creatures["hero-1"].items
    if caught_after is None:
        assert done.state.fight is None
    else:
        assert done.state.fight is not None
        assert done.state.now == 10 * caught_after


@rule("ose:evasion.dungeon.obstacles")
def test_the_referee_rules_on_obstacles() -> None:
    state = fighting(ours=60, theirs=120).with_creature("hero-1", items=(Item("oil", "Flask of oil"),))
    assert leave(state, drop="oil", rulings={"ose:evasion.dungeon.obstacles": "for good"}).state.fight is None
    assert leave(state, drop="oil", rulings={"ose:evasion.dungeon.obstacles": "not at all"}).state.now == 10
    asked = replace(state, human_referee=True)
    with pytest.raises(RulingNeeded, match="obstacles"):
        leave(asked, drop="oil", rulings={"ose:evasion.monsters-pursue": "pursue"})


@rule("ose:evasion.dungeon.obstacles")
def test_oil_needs_a_flame() -> None:
    state = fighting().with_creature("hero-1", items=(Item("oil", "Flask of oil"),))
    assert a.BreakOff("hero-1", "oil") in listed(state, "hero-1")
    assert refusal(replace(state, lights=()), a.BreakOff("hero-1", "oil")).rule == "ose:evasion.dungeon.obstacles"
    assert refusal(state, a.BreakOff("hero-1", "caltrops"))


def test_the_helpless_are_left_to_their_fate() -> None:
    state = under(fighting(other=(13, 4)), "hero-2", "paralysed")
    assert a.BreakOff("hero-1") in listed(state, "hero-1")
    assert first(leave(state), Died).creature == "hero-2"


def test_from_melee_to_flight_by_legal_play() -> None:
    state = in_step(fighting(hero=(12, 4), other=(12, 5), goblin=(13, 4)), "declare", "hero-1", "hero-2")
    for id in ("hero-1", "hero-2"):
        assert Withdraw(id) in listed(state, id)
        state = do(state, Withdraw(id)).state
    state = in_step(state, "movement", "hero-1", "hero-2", side="party")
    for id, at in (("hero-1", (9, 4)), ("hero-2", (9, 5))):
        move = next(x for x in play.legal_actions(RULESET, state, "player", id) if getattr(x, "to", None) == at)
        state = play.resolve(RULESET, state, "player", move, Seeded(1)).state
    assert Done("hero-2") in play.legal_actions(RULESET, state, "player", "hero-2")
    done = play.resolve(RULESET, state, "player", a.BreakOff("hero-2"), Seeded(1))
    assert first(done, EncounterEnded).how == "evaded"


def test_a_party_that_plays_itself_breaks_off_when_it_is_losing() -> None:
    mind, state = Explorer(RULESET), fighting()
    options = play.legal_actions(RULESET, state, "player", "hero-1")
    assert not isinstance(mind.act(state, state.creatures["hero-1"], options), a.BreakOff)
    for id in ("hero-1", "hero-2"):
        state = state.with_creature(id, hp=1, max_hp=8)
    options = play.legal_actions(RULESET, state, "player", "hero-1")
    assert isinstance(mind.act(state, state.creatures["hero-1"], options), a.BreakOff)
    held = in_step(fighting(goblin=(11, 4)).with_creature("hero-1", hp=1, max_hp=8), "declare", "hero-1")
    held = held.with_creature("hero-2", hp=1, max_hp=8)
    options = play.legal_actions(RULESET, held, "player", "hero-1")
    assert mind.act(held, held.creatures["hero-1"], options) == Withdraw("hero-1")
    back = spent(in_step(held, "movement", "hero-1"), "hero-1", WITHDRAW)
    options = play.legal_actions(RULESET, back, "player", "hero-1")
    move = mind.act(back, back.creatures["hero-1"], options)
    assert getattr(move, "to", (99, 0))[0] < 8


def test_sleepers_do_not_pursue() -> None:
    state = under(fighting(ours=60, theirs=120), "goblin-1", "asleep")
    assert leave(state).state.fight is None


def test_the_fallen_and_what_they_had_stay_behind() -> None:
    state = fighting()
    state = state.with_creature("hero-2", status="dead", items=(Item("sword", "Sword"),))
    done = leave(state)
    assert done.state.dungeon is not None
    lying = [hoard for hoard in done.state.dungeon.hoards.values() if hoard.area == "1-p1"]
    assert [item.kind for hoard in lying for item in hoard.items] == ["sword"]
    assert not done.state.creatures["hero-2"].items


@rule("ose:evasion.pursuit")
def test_those_who_beat_the_party_off_remember_it() -> None:
    done = leave(fighting())
    assert done.state.dungeon is not None
    assert done.state.dungeon.groups["goblins"].attitude == "unfriendly"


@rule("ose:treasure.individual")
def test_who_runs_across_country_takes_nothing_from_the_fallen() -> None:
    state = fighting()
    assert state.party is not None
    dead = state.with_creature("hero-2", status="dead", items=(Item("sword", "Sword", id="s1"),))
    do = Resolution(replace(dead, party=replace(state.party, at=None)), Scripted(), RULESET)
    hoards.spoils(do, is_in_flight=True)
    assert do.state.creatures["hero-2"].items == ()
    assert not any(item.id == "s1" for item in do.state.creatures["hero-1"].items)
