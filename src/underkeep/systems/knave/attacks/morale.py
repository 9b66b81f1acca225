"""Whether those who are not player characters fight on."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.actions import CallCheck
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.battle import BreakingPoint, KnaveBattle, battle, with_battle
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.checks import USUAL_DIFFICULTY, check
from underkeep.systems.knave.checks.fear import OTHER
from underkeep.systems.knave.checks.holds import let_go
from underkeep.systems.knave.checks.movement import has_way_out
from underkeep.world.creature import Creature, Fled, Yielded
from underkeep.world.state import State

CHOICE = "knave:morale.failure-choice"
CALLED = "morale"
ELSE: BreakingPoint = "something else"
BREAKING_POINTS: dict[BreakingPoint, str] = {
    "first casualty": "knave:morale.break.first-casualty",
    "half of the forces lost": "knave:morale.break.half-forces",
    "leader killed": "knave:morale.break.leader-killed",
    "alone with half its hit points": "knave:morale.break.half-hp-alone",
    "attacked with what it fears": "knave:morale.break.feared-attack",
}


class BreakingPointReached(Event, frozen=True):
    """A side has come to a point at which it tests its morale, once in a fight."""

    side: str
    point: BreakingPoint

    def evolve(self, state: State) -> State:
        tested = battle(state).tested
        return with_battle(state, tested={**tested, self.side: (*tested.get(self.side, ()), self.point)})


class SideRallied(Event, frozen=True):
    """The leader called a side back, which happens once in a fight."""

    side: str

    def evolve(self, state: State) -> State:
        return with_battle(state, rallied=(*battle(state).rallied, self.side))


EVENTS: tuple[type[Event], ...] = (BreakingPointReached, SideRallied)


def leader_of(state: State, side: str) -> Creature:
    """Who leads a side: its highest CHA, or its highest level; the first of several."""
    return max(state.active(side), key=lambda c: (sheet(c).is_pc, sheet(c).abilities.get("CHA", 0), sheet(c).level))


def opening(state: State) -> KnaveBattle:
    """Who leads, and how many there are of each side of which any may break."""
    standing = state.active()
    sides = tuple(dict.fromkeys(c.side for c in standing))
    feels = {c.side for c in standing if sheet(c).morale is not None}
    may_break = {side: sum(c.side == side for c in standing) if side in feels else 0 for side in sides}
    return KnaveBattle(tuple(leader_of(state, side).id for side in sides), may_break)


def test_all(do: Resolution) -> None:
    """Let every side that reached a breaking point test its morale."""
    if do.state.fight is None:
        return
    may_break = battle(do.state).may_break
    for side in do.state.sides():
        if may_break.get(side):
            _judge(do, side)
            due = _due(do.state, side)
            if due:
                _test(do, side, due)


@executes("knave:morale.break.other")
def _judge(do: Resolution, side: str) -> None:
    """Whether magic worked on a side is a breaking point is the referee's to say; the list does not have it."""
    known = battle(do.state)
    standing = [c for c in do.state.active(side) if sheet(c).morale is not None]
    if side not in known.awed or ELSE in known.tested.get(side, ()) or not standing:
        return
    do.emit(BreakingPointReached(side, ELSE, rule=(OTHER,)))
    if do.ruling(OTHER, ("hold", "test"), "hold", f"{_told(standing)}: magic") == "test":
        test_side(do, side, "magic", (OTHER,))


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
def _due(state: State, side: str) -> list[BreakingPoint]:
    """The breaking points that a side has come to and not yet been tested for."""
    known = battle(state)
    began = known.may_break[side]
    up: list[Creature] = []
    friends = 0
    leader_fell = False
    for creature in state.creatures.values():
        if creature.side == side:
            if creature.status == "up" and creature.at is not None:
                friends += 1
                if sheet(creature).morale is not None:
                    up.append(creature)
            elif creature.status in ("dead", "down") and creature.id in known.leaders:
                leader_fell = True
    if not up:
        return []
    lost = began - friends
    reached: dict[BreakingPoint, bool] = {
        "first casualty": lost > 0,
        "half of the forces lost": lost * 2 >= began,
        "leader killed": leader_fell,
        "alone with half its hit points": friends == 1 and up[0].hp * 2 <= up[0].max_hp,
        "attacked with what it fears": side in known.frightened,
    }
    tested = known.tested.get(side, ())
    return [point for point, is_so in reached.items() if is_so and point not in tested]


def _test(do: Resolution, side: str, due: list[BreakingPoint]) -> None:
    """Breaking points reached at the same moment are one test."""
    for point in due:
        do.emit(BreakingPointReached(side, point, rule=(BREAKING_POINTS[point],)))
    told = [point for point in due if point != "first casualty" or "half of the forces lost" not in due]
    test_side(do, side, " and ".join(told), tuple(BREAKING_POINTS[point] for point in due))


@executes("knave:morale.test")
def test_side(do: Resolution, side: str, why: str, rules: tuple[str, ...]) -> None:
    """One roll for each rating among them."""
    members = [(c, rating) for c in do.state.active(side) if (rating := sheet(c).morale) is not None]
    for rating in sorted({rating for _, rating in members}):
        if not _hold(do, side, why, rating, ("knave:morale.test", *rules)):
            _break(do, [c for c, own in members if own == rating])


@executes("knave:morale.test", "knave:morale.leader-reroll")
def _hold(do: Resolution, side: str, why: str, rating: int, rules: tuple[str, ...]) -> bool:
    """Whether a side stands; its leader may once in a battle win it a second roll."""
    if holds(do, side, why, rating, rules):
        return True
    known = battle(do.state)
    leader = next((c for c in do.state.active(side) if c.id in known.leaders), None)
    if leader is None or side in known.rallied:
        return False
    rule = ("knave:morale.leader-reroll",)
    if not check(do, leader.id, "CHA", "rallying", USUAL_DIFFICULTY, rule=rule).success:
        return False
    do.emit(SideRallied(side, rule=rule))
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
