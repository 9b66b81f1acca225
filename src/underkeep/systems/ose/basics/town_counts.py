"""Numbers that are kept for the town."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.procedures.resolution import Resolution
from underkeep.world.settlement import SettlementChanged
from underkeep.world.state import State


def count(do: Resolution, key: str, value: int, what: str, rule: tuple[str, ...] = ()) -> None:
    """Note a number for the town."""
    town = do.state.settlement
    assert town is not None
    do.emit(SettlementChanged(replace(town, counts={**town.counts, key: value}), what, rule=rule))


def counted(state: State, key: str) -> int:
    return state.settlement.counts.get(key, 0) if state.settlement else 0
