"""Getting away from those who were met, before it comes to blows or out of a fight. The book has no chapter on it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, meeting, survey
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.spell_conditions import actions_of, is_so
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.characters import ties
from underkeep.systems.knave.checks.checks import check, score
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.holds import FIXED, let_go
from underkeep.systems.knave.checks.wounds import die
from underkeep.systems.knave.encounters import meetings
from underkeep.systems.knave.encounters.meetings import RATION, SOUR
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.fight import FightEnded, Spent
from underkeep.world.party import PartyWent
from underkeep.world.state import State

FOOD, TREASURE = "food", "treasure"


class HeldUp(Note, frozen=True):
    """Those who ran and did not get away have done what they could do in this round."""

    creatures: tuple[str, ...]


class LeftBehind(Note, frozen=True):
    """Those who cannot run are left to the foes."""

    creatures: tuple[str, ...]


EVENTS = (HeldUp, LeftBehind)
DROPS = ("", FOOD, TREASURE)
_KINDS = {FOOD: RATION, TREASURE: "coin"}
_AGAINST_THEM = "knave:task.check.opposed-ability"
_COMPARABLE = "knave:combat.turn.action-list"


def ways_out(state: State) -> list[Door]:
    """Open ways to where the party has been, as far as it knows: it has seen both sides of them. On the road all the
    country is one."""
    if state.is_outdoors:
        return []
    _, _, area = survey.here(state)
    assert state.party is not None
    open_ways = [d for d in survey.known_doors(state) if d.is_passable and d.beyond(area.id) in state.party.visited]
    return [d for d in open_ways if survey.is_seen(state, d.side(d.beyond(area.id)))]


def why_not_evade(state: State, drop: str, way: str = "") -> Refusal | None:
    return _why_not_drop(state, drop) or _why_not_leave(state) or survey.why_not_back(ways_out(state), way)


def _why_not_drop(state: State, drop: str) -> Refusal | None:
    if drop and (drop not in _KINDS or not any(carrying.has(c, _KINDS[drop]) for c in state.marchers())):
        return Refusal(f"There is no {drop[:60]} to drop.")
    return None


def _why_not_leave(state: State) -> Refusal | None:
    if state.is_outdoors:
        return None
    dungeon, _, area = survey.here(state)
    return None if dungeon.entrance.area == area.id or ways_out(state) else Refusal("There is no way out.")


def evade(do: Resolution, drop: str, way: str = "") -> None:
    """Nobody runs after the party but the sour; whoever is caught must fight."""
    encounter = do.state.encounter
    assert encounter is not None
    if encounter.attitude in SOUR and not _gets_away(do, do.state.marchers(), drop):
        meetings.become(do, "violent")
        meeting.come_to_blows(do)
        return
    leave(do, way)


@executes("knave:task.check.opposed-ability")
def _gets_away(do: Resolution, runners: Sequence[Creature], drop: str, *more: Modifier) -> bool:
    """The slowest tries to get away, DEX against DEX, better with something to delay them or if nobody is seen, worse
    with admirers in tow. Ruling: missing-chapters.
    """
    encounter = do.state.encounter
    assert encounter is not None
    if drop:
        _drop(do, drop)
    standing = [c for id in encounter.monsters if (c := do.state.creatures[id]).status == "up"]
    if standing and all(any(x.name == "unsuspecting" for x in c.conditions) for c in standing):
        return True  # nobody comes after those of whom nobody knows
    slowest = min(runners, key=lambda c: score(do, c, "DEX"))
    foe = next(do.state.creatures[id] for id in encounter.monsters if do.state.creatures[id].status == "up")
    steps = [step(f"{drop} dropped"), *more] if drop else [*more]
    if any(ties.has(do.state, c.id, "admirers") for c in do.state.marchers()):
        steps.append(step("admirers", -1))
    if all(is_so(c, "hidden") or is_so(c, "unseen") for c in do.state.marchers()):
        steps.append(step("nobody sees them"))
    rule = (_AGAINST_THEM,)
    return bool(check(do, slowest.id, "DEX", "getting away", score(do, foe, "DEX"), steps, rule).success)


def _drop(do: Resolution, drop: str) -> None:
    kind = _KINDS[drop]
    bearer = next(c for c in do.state.marchers() if carrying.has(c, kind))
    count = sum(i.count for i in bearer.items if i.kind == kind)
    carrying.use_up(do, bearer.id, kind, "dropped", count if drop == TREASURE else 1)


def leave(do: Resolution, way: str = "") -> None:
    """Back the way the party came, or out of the dungeon."""
    _go_back(do, "fled", way)
    meetings.conclude(do, "evaded")


def withdraw(do: Resolution, way: str = "") -> None:
    """The same step by step, with the door shut behind; nobody hinders it."""
    door = _go_back(do, "backed off", way)
    if door is not None and door.kind == "door":
        do.emit(DoorChanged(replace(door, is_open=False), "shut"))
    meetings.dismiss_group(do, stays=True)
    meetings.conclude(do, "left")


def _go_back(do: Resolution, how: str, way: str) -> Door | None:
    door = next(iter(survey.first_by(ways_out(do.state), way)), None)
    if door is not None:
        _, at, area = survey.here(do.state)
        beyond = door.beyond(area.id)
        do.emit(PartyWent("dungeon", replace(at, area=beyond, square=door.side(beyond)), how))
    return door


# Out of a fight


def flights(state: State, actor: Creature) -> list[BreakOff]:
    """The ways in which one of the party may give the word to run."""
    if _why_not_run(state, actor) is not None:
        return []
    return [BreakOff(actor.id, drop) for drop in DROPS if _why_not_drop(state, drop) is None]


def why_not_break_off(state: State, action: BreakOff) -> Refusal | None:
    return _why_not_run(state, state.creatures[action.actor]) or _why_not_drop(state, action.drop)


@executes("knave:combat.turn.action-list")
def _why_not_run(state: State, actor: Creature) -> Refusal | None:
    """Everybody runs at the word of one of the party who can run, where there is a way out."""
    if state.encounter is None or state.party is None or actor.side != state.party.side:
        return Refusal("There is nowhere to run to.", _COMPARABLE)
    if not _can_run(actor):
        return Refusal(f"{actor.name} cannot run now.", _COMPARABLE)
    return _why_not_leave(state)


@executes("knave:combat.turn.action-list", "knave:task.check.opposed-ability")
def break_off(do: Resolution, action: BreakOff) -> None:
    """To run is the action of all who have one left, and a step harder if some have not. Those who are caught fight on;
    whoever cannot run is left behind, and lost. Ruling: missing-chapters.
    """
    fight = do.state.fight
    assert fight is not None
    runners = [c for c in do.state.marchers() if _can_run(c)]
    busy = [c for c in runners if fight.spent.get(c.id, ()).count("action") >= actions_of(c)]
    for creature in runners:
        if creature not in busy:
            do.emit(Spent(creature.id, "action", rule=(_COMPARABLE,)))
    late = (step("some are busy", -1),) if busy else ()
    if not _gets_away(do, runners, action.drop, *late):
        ran = tuple(c.id for c in runners if c not in busy)
        do.emit(HeldUp(ran, rule=(_COMPARABLE,)))
        return
    left = [c for c in do.state.marchers() if not _can_run(c)]
    if left:
        do.emit(LeftBehind(tuple(c.id for c in left), rule=(_COMPARABLE,)))
    for creature in left:
        let_go(do, creature.id)
        die(do, creature.id, "knave:death.pc")
    do.emit(FightEnded("", fight.round, rule=(_COMPARABLE, _AGAINST_THEM)))


def asked(state: State, action: BreakOff) -> str:
    """Who would be left behind, in words; empty if nobody is."""
    names = [c.name for c in state.marchers() if not _can_run(c)] if state.party is not None else []
    listed = " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
    return f"{listed} cannot run, nobody is carried out of a fight, and whoever is left is lost." if names else ""


def _can_run(creature: Creature) -> bool:
    if sheet(creature).hold in FIXED:
        return False
    return not creature.conditions or not (is_unable(creature) or is_so(creature, "rooted"))
