"""How a game stands, in one line for a list of games."""

from __future__ import annotations

from msgspec import Struct

from underkeep.world.clock import day_of, time_of_day
from underkeep.world.state import State


class Summary(Struct, frozen=True):
    """`alive` of `members` are those of the party, or in a bare fight all creatures. `doubt` is why the record is not
    known to be played by the rules, of a game that came from elsewhere."""

    text: str
    place: str
    day: int
    time: str
    alive: int
    members: int
    over: str = ""
    doubt: str = ""


def summary(state: State) -> Summary:
    place, over = _place(state), _over(state)
    members = list(state.party.members) if state.party is not None else list(state.creatures)
    alive = sum(state.creatures[id].status != "dead" for id in members)
    day, time = day_of(state.now), time_of_day(state.now)
    parts = [
        over or place,
        f"day {day}, {time}" if state.party is not None else "",
        _standing(state, alive, len(members)),
    ]
    return Summary("; ".join(part for part in parts if part), place, day, time, alive, len(members), over)


def _over(state: State) -> str:
    return f"over: {state.over}" if state.over else fought_out(state)


def fought_out(state: State) -> str:
    """Who won a fight without a party; nothing while it lasts."""
    if state.party is not None or state.fight is not None or state.winner is None:
        return ""
    return f"side {state.winner.upper()} won" if state.winner else "nobody won"


def _place(state: State) -> str:
    fight = f"a fight, round {state.fight.round}" if state.fight is not None else ""
    party = state.party
    if party is None:
        return fight or "before a fight"
    where = party.place
    if party.at is not None and state.dungeon is not None:
        where = f"{state.dungeon.name}, level {party.at.level}"
    elif where == "town" and state.settlement is not None:
        where = state.settlement.name
    return f"{where}, {fight}" if fight else where


def _standing(state: State, alive: int, members: int) -> str:
    if state.party is not None:
        return f"{alive} of {members} alive"
    sides: dict[str, list[bool]] = {}
    for creature in state.creatures.values():
        sides.setdefault(creature.side, []).append(creature.status == "up")
    return ", ".join(f"{side.upper()} {sum(up)} of {len(up)} standing" for side, up in sorted(sides.items()))
