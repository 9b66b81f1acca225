"""Whether those who are not player characters fight on."""

from __future__ import annotations

from collections.abc import Mapping

from underkeep.kernel.executes import executes
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.checks import USUAL_DIFFICULTY, check
from underkeep.systems.knave.checks.holds import let_go
from underkeep.systems.knave.checks.movement import has_way_out
from underkeep.world.creature import Creature, Fled, Yielded
from underkeep.world.fight import Tallied
from underkeep.world.state import State

CHOICE = "knave:morale.failure-choice"
OTHER = "knave:morale.break.other"
CALLED = "morale"
BREAKING_POINTS = {
    "first casualty": "knave:morale.break.first-casualty",
    "half of the forces lost": "knave:morale.break.half-forces",
    "leader killed": "knave:morale.break.leader-killed",
    "alone with half its hit points": "knave:morale.break.half-hp-alone",
    "attacked with what it fears": "knave:morale.break.feared-attack",
}


def leader_of(state: State, side: str) -> Creature:
    """Who leads a side: its highest CHA, or its highest level; the first of several."""
    return max(state.active(side), key=lambda c: (sheet(c).is_pc, sheet(c).abilities.get("CHA", 0), sheet(c).level))


def opening_tallies(state: State) -> Mapping[str, int]:
    """Who leads, and how many of each side may break."""
    tallies: dict[str, int] = {}
    for side in {c.side: None for c in state.active()}:
        tallies[f"leader {leader_of(state, side).id}"] = 1
        tallies[f"{side} began with"] = sum(c.side == side and sheet(c).morale is not None for c in state.active())
    return tallies


def test_all(do: Resolution) -> None:
    """Let every side that reached a breaking point test its morale."""
    fight = do.state.fight
    if fight is None:
        return
    for side in do.state.sides():
        if fight.tally(f"{side} began with"):
            due = _due(do.state, side)
            if due:
                _test(do, side, due)


def is_called(what: str) -> bool:
    """Whether the referee's words call for a test of morale rather than a check."""
    return what.strip().lower() == CALLED


def why_not_call(state: State, action: CallCheck) -> Refusal | None:
    creature = state.creatures[action.creature]
    if state.fight is None or creature.status != "up":
        return Refusal("Morale is tested by those who stand in a fight.", "knave:morale.test")
    if sheet(creature).morale is None:
        return Refusal(f"{creature.name} is a player character and never tests morale.", "knave:morale.test")
    return None


@executes("knave:morale.break.other")
def call(do: Resolution, action: CallCheck) -> None:
    """A breaking point that only the referee saw. Left to itself, the game knows those of the list and no others."""
    test_side(do, do.state.creatures[action.creature].side, "the referee calls for it", (OTHER,))


@executes(
    "knave:morale.break.half-hp-alone",
    "knave:morale.break.first-casualty",
    "knave:morale.break.half-forces",
    "knave:morale.break.leader-killed",
    "knave:morale.break.feared-attack",
)
def _due(state: State, side: str) -> list[str]:
    """The breaking points that a side has come to and not yet been tested for."""
    fight = state.fight
    assert fight is not None
    began = fight.tally(f"{side} began with")
    up: list[Creature] = []
    friends = 0
    leader_fell = False
    for creature in state.creatures.values():
        if creature.side == side:
            if creature.status == "up" and creature.at is not None:
                friends += 1
                if sheet(creature).morale is not None:
                    up.append(creature)
            elif creature.status in ("dead", "down") and fight.tally(f"leader {creature.id}"):
                leader_fell = True
    if not up:
        return []
    lost = began - len(up)
    reached = {
        "first casualty": lost > 0,
        "half of the forces lost": lost * 2 >= began,
        "leader killed": leader_fell,
        "alone with half its hit points": friends == 1 and up[0].hp * 2 <= up[0].max_hp,
        "attacked with what it fears": bool(fight.tally(f"{side} attacked with what it fears")),
    }
    return [why for why, is_so in reached.items() if is_so and not fight.tally(f"{side} tested: {why}")]


def _test(do: Resolution, side: str, due: list[str]) -> None:
    """Breaking points reached at the same moment are one test."""
    for why in due:
        do.emit(Tallied(f"{side} tested: {why}", 1, rule=(BREAKING_POINTS[why],)))
    test_side(do, side, " and ".join(due), tuple(BREAKING_POINTS[why] for why in due))


@executes("knave:morale.test")
def test_side(do: Resolution, side: str, why: str, rules: tuple[str, ...]) -> None:
    """One roll for each rating among them."""
    members = [c for c in do.state.active(side) if sheet(c).morale is not None]
    for rating in sorted({sheet(c).morale or 0 for c in members}):
        if not _hold(do, side, why, rating, ("knave:morale.test", *rules)):
            _break(do, [c for c in members if sheet(c).morale == rating])


@executes("knave:morale.test", "knave:morale.leader-reroll")
def _hold(do: Resolution, side: str, why: str, rating: int, rules: tuple[str, ...]) -> bool:
    if holds(do, side, why, rating, rules):
        return True
    fight = do.state.fight
    assert fight is not None
    leader = next((c for c in do.state.active(side) if fight.tally(f"leader {c.id}")), None)
    if leader is None or fight.tally(f"{side} rallied"):
        return False
    rule = ("knave:morale.leader-reroll",)
    if not check(do, leader.id, "CHA", "rallying", USUAL_DIFFICULTY, rule=rule).success:
        return False
    do.emit(Tallied(f"{side} rallied", 1, rule=rule))
    return holds(do, side, why, rating, (*rule, *rules))


@executes("knave:morale.failure", "knave:morale.failure-choice")
def _break(do: Resolution, members: list[Creature]) -> None:
    """Creatures that cannot parley always run."""
    can_run = all(has_way_out(do.state, c) or not _can_parley(do.state, c) for c in members)
    choice = do.ruling(CHOICE, ("rout", "surrender"), "rout" if can_run else "surrender", _told(members))
    for creature in members:
        let_go(do, creature.id)
        if choice == "surrender" and _can_parley(do.state, creature):
            do.emit(Yielded(creature.id, rule=("knave:morale.failure", CHOICE)))
        else:
            do.emit(Fled(creature.id, rule=("knave:morale.failure", CHOICE)))


def _told(members: list[Creature]) -> str:
    """`Goblin 1 and 3 more`"""
    more = len(members) - 1
    return f"{members[0].name} and {more} more" if more else members[0].name


def _can_parley(state: State, creature: Creature) -> bool:
    """Whether it can make itself understood: because it speaks, or because magic lets the other side hear its mind."""
    stats = compendium.monsters().get(creature.kind)
    if stats is None or stats.speaks:
        return stats is not None
    return any(spell_conditions.is_so(c, "speaks_all") for c in (creature, *state.enemies_of(creature)))
