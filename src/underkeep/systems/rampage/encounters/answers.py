"""What this game answers to the procedure of meetings, but for what follows a fight."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures import meeting, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.encounters import evasion, meetings
from underkeep.world.dungeon import Door, Spot
from underkeep.world.party import PartyWent
from underkeep.world.state import State


def lures(state: State) -> tuple[str, ...]:
    """The book has nothing to throw behind oneself."""
    return ()


def is_way_out(state: State, door: Door) -> bool:
    """Who is pressed goes by the ways that stand open."""
    return door.is_passable


def ways_out(state: State) -> list[Door]:
    """Open ways to where the party has been, as far as it knows."""
    _, _, area = survey.here(state)
    assert state.party is not None
    return [d for d in survey.known_doors(state) if d.is_passable and d.beyond(area.id) in state.party.visited]


def why_not_evade(state: State, action: a.Evade) -> Refusal | None:
    if state.is_outdoors or ways_out(state):
        return survey.why_not_back([] if state.is_outdoors else ways_out(state), action.way)
    dungeon, _, area = survey.here(state)
    return None if dungeon.entrance.area == area.id else Refusal("There is no way out.")


@executes("rampage:encounter.surprise.avoid", "rampage:evasion.roll")
def evade(do: Resolution, drop: str, way: str = "") -> None:
    """Those who took the others unawares slip away unnoticed; else it is a race, and whoever loses it must fight."""
    encounter = do.state.encounter
    assert encounter is not None
    unnoticed = encounter.surprises(encounter.monsters)
    if not unnoticed and encounter.attitude == "hostile" and not evasion.gets_away(do):
        meetings.attack(do)
        return
    rule = ("rampage:encounter.surprise.avoid",) if unnoticed else ("rampage:evasion.roll",)
    leave(do, rule, way)


def leave(do: Resolution, rule: tuple[str, ...], way: str = "") -> None:
    """Back the way the party came; out of doors it is a hex away before the others know."""
    if not do.state.is_outdoors:
        _, at, area = survey.here(do.state)
        ways = survey.first_by(ways_out(do.state), way)
        if ways:
            beyond = ways[0].beyond(area.id)
            do.emit(PartyWent("dungeon", Spot(at.level, ways[0].side(beyond), beyond), "fled", rule=rule))
    meetings.conclude(do, "evaded", rule)


def engage(do: Resolution) -> None:
    meeting.come_to_blows(do)
