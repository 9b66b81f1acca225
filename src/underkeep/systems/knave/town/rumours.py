"""What is said in town of the dungeon. The page has no table for it; what is said is ours."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.mechanics import rumours as mechanics
from underkeep.procedures import hearsay
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.encounters import recognising
from underkeep.systems.knave.exploration import treasure
from underkeep.world.clock import HOUR
from underkeep.world.dungeon import Dungeon, Hoard
from underkeep.world.settlement import RumourHeard, SettlementChanged
from underkeep.world.state import State

MOST_TRUE, MOST_FALSE = 6, 3


def why_not_hear(state: State) -> Refusal | None:
    town = state.settlement
    assert town is not None
    none_left = bool(town.rumours) and len(town.heard) >= len(town.rumours)
    return Refusal("There is nothing new to hear.") if none_left or state.dungeon is None else None


def hear(do: Resolution) -> None:
    """An hour of talk for one rumour that was not heard before; they are written down when somebody first asks."""
    assert do.state.settlement is not None
    if not do.state.settlement.rumours:
        write(do)
    town = do.state.settlement
    fresh = hearsay.newest(do.state, (i for i in range(len(town.rumours)) if i not in town.heard))
    index = do.pick(fresh, "which rumour")
    pass_time(do, HOUR, "talk")
    do.emit(RumourHeard(index, hearsay.as_told(do.state, index)))


def write(do: Resolution) -> None:
    dungeon, town = do.state.dungeon, do.state.settlement
    assert dungeon is not None and town is not None
    truths = mechanics.truths(dungeon, recognising, _best)
    lies = mechanics.lies(do, dungeon, recognising, _strangers(dungeon))
    told = mechanics.rumours(do, (truths, MOST_TRUE), (lies, MOST_FALSE))
    do.emit(SettlementChanged(replace(town, rumours=told), "rumours"))


def _strangers(dungeon: Dungeon) -> tuple[str, ...]:
    """Who wanders about at such a depth."""
    deep = len(dungeon.levels) + 2
    every = compendium.monsters().items()
    return tuple(kind for kind, m in every if m.wanders and not m.stays_out and m.level <= deep)


def _best(hoard: Hoard) -> str:
    best = max(hoard.items, key=treasure.worth)
    return mechanics.thing_name(best.name, best.count)
