"""Leaving a fight that goes badly: out of melee first, then away, and what follows is a chase."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures import battlefield, survey
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.field import engaged, field_of
from underkeep.systems.ose.attacks.movement import MOVE, RETREAT, WITHDRAW
from underkeep.systems.ose.basics.conditions import WEBBED, has, is_helpless
from underkeep.systems.ose.basics.measures import feet
from underkeep.systems.ose.checks import illusions
from underkeep.systems.ose.encounters import escape, loyalty, pursuit
from underkeep.systems.ose.equipment import hoards
from underkeep.world.creature import Creature, Died
from underkeep.world.dungeon import GroupChanged, Spot
from underkeep.world.encounter import EncounterChanged
from underkeep.world.fight import FightEnded, Mark
from underkeep.world.grid import Grid, distance
from underkeep.world.state import GridCleared, State, square_of


class LeftBehind(Note, frozen=True):
    """Those who lie helpless are left to the foes by a party that runs."""

    creatures: tuple[str, ...]


EVENTS = (LeftBehind,)
_RULE = ("ose:evasion.pursuit", "ose:combat.movement.retreat")
_NOT_IN_MELEE = "ose:combat.movement.in-melee-only"
_NO_WAY = Refusal("No way out is open to everybody.", "ose:evasion.dungeon.faster")


def with_flight(state: State, actor: Creature, spent: tuple[Mark, ...], moves: Options) -> Options:
    """A combatant's moves, and flight for all where that is open to the party.

    One who has moved is asked again only after leaving a melee, so that the last to come free can give the word.
    """
    if MOVE in spent and RETREAT not in spent and WITHDRAW not in spent:
        return moves
    if why_not_leave(state, actor) is not None:
        return moves
    listed = [BreakOff(actor.id, drop) for drop in pursuit.DROPS if pursuit.why_not_drop(state, drop) is None]
    return Options((*moves.listed, *listed), moves.moves)


@executes("ose:combat.movement.in-melee-only", "ose:evasion.before-combat")
def why_not(state: State, actor: Creature, action: BreakOff, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    """In the movement step, with nobody of the party in melee and a way out that no enemy bars."""
    if not phase.endswith("movement"):
        return Refusal("The party can only leave when it is its time to move.", "ose:combat.round-sequence")
    if MOVE in spent and RETREAT not in spent and WITHDRAW not in spent:
        return Refusal(f"{actor.name} has moved.", "ose:combat.movement.outside-melee")
    if action.drop not in pursuit.DROPS:
        return Refusal(f"Dropping {action.drop[:60]} delays nobody.")
    return why_not_leave(state, actor) or pursuit.why_not_drop(state, action.drop)


@executes("ose:combat.movement.in-melee-only")
def why_not_leave(state: State, actor: Creature) -> Refusal | None:
    """A party runs from a fight only if none of it is in melee and there is a way to run."""
    party = state.party
    if state.encounter is None or party is None or actor.side != party.side:
        return Refusal("There is nowhere to run to.", "ose:evasion.before-combat")
    for member in _mobile(state):
        if engaged(state, member):
            return Refusal(f"{member.name} is in melee.", _NOT_IN_MELEE)
    return None if state.is_outdoors or open_ways(state) else _NO_WAY


def _mobile(state: State) -> list[Creature]:
    return [c for c in state.marchers() if c.at is not None and _can_walk(c)]


def _can_walk(creature: Creature) -> bool:
    return creature.status == "up" and not (is_helpless(creature) or has(creature, WEBBED))


@executes("ose:combat.movement.in-melee-only")
def open_ways(state: State) -> list[Spot]:
    """The ways out that all who can walk get to without coming within an enemy's reach, those they know first."""
    grid, (dungeon, at, _) = state.grid, survey.here(state)
    assert grid is not None and state.party is not None
    free = grid.floor & ~field_of(state).threatened[state.party.side]
    members = grid.mask(square_of(c) for c in _mobile(state))
    found = []
    for way in escape.ways_out(state):
        goal = battlefield.ground(state, way)
        if not goal:
            goal = battlefield.ground(state, Spot(at.level, escape.exit_square(dungeon, at, way), at.area))
        if members & ~_flooded(grid, goal & free, free) == 0:
            found.append(way)
    return found


def _flooded(grid: Grid, mask: int, free: int) -> int:
    """All that can be walked to from a mask over free squares."""
    while mask:
        wider = grid.spread(mask) & free
        if wider == mask:
            break
        mask = wider
    return mask


@executes("ose:evasion.pursuit", "ose:evasion.pursuer-decides")
def break_off(do: Resolution, action: BreakOff) -> None:
    """The whole party turns its back on the fight. If the others give chase, it is a pursuit.
    Ruling: evasion.question.flee-in-combat.
    """
    state = do.state
    fight, encounter, dungeon = state.fight, state.encounter, state.dungeon
    assert fight is not None and encounter is not None and dungeon is not None
    ways, gap = [] if state.is_outdoors else open_ways(state), _gap_feet(state)
    _leave_behind(do)
    do.emit(FightEnded("", fight.round, rule=_RULE))
    illusions.fade(do)
    loyalty.calm(do)
    hoards.spoils(do, is_in_flight=True)
    do.emit(GridCleared())
    standing = tuple(id for id in encounter.monsters if do.state.creatures[id].status == "up")
    foes = replace(dungeon.groups[encounter.group], count=len(standing), attitude="unfriendly")
    do.emit(GroupChanged(foes, "left standing"))
    left = replace(encounter, monsters=standing, distance=gap, attitude="hostile", surprised=())
    do.emit(EncounterChanged(left, "breaking off", rule=_RULE))
    pursuit.flee(do, action.drop, ways, in_time=False)


def _gap_feet(state: State) -> int:
    """From the hindmost of the party to the nearest enemy."""
    members = _mobile(state)
    apart = [distance(square_of(c), square_of(e)) for c in members for e in state.enemies_of(c)]
    return feet(min(apart, default=1))


@executes("ose:combat.helpless")
def _leave_behind(do: Resolution) -> None:
    """Those who lie helpless on the field are at the mercy of enemies who have none."""
    left = _helpless(do.state)
    if left:
        do.emit(LeftBehind(tuple(c.id for c in left), rule=("ose:combat.helpless",)))
    for creature in left:
        do.emit(Died(creature.id, rule=("ose:combat.helpless",)))


def _helpless(state: State) -> list[Creature]:
    """Those of the party who lie helpless on the field."""
    members = [state.creatures[id] for id in state.party.members] if state.party is not None else []
    return [c for c in members if c.at is not None and c.status in ("up", "down") and not _can_walk(c)]


def asked(state: State, action: BreakOff) -> str:
    """Who would be left behind, in words; empty if nobody is."""
    names = [creature.name for creature in _helpless(state)]
    listed = " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    lies = "lie helpless" if len(names) > 1 else "lies helpless"
    return f"{listed} {lies}; nobody is carried out of a fight, and the foes kill who is left to them." if names else ""
