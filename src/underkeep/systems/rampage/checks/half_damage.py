"""Damage that a saving throw halves."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.temporary import absorb
from underkeep.world.creature import Harmed

_FLOOR = "rampage:save.half-damage-floor"


@executes("rampage:save.half-damage-floor")
def harm_or_half(do: Resolution, id: str, amount: int, against: str, by: str = "", rule: tuple[str, ...] = ()) -> None:
    """A save halves it, and leaves at least a single hit point."""
    hp = do.state.creatures[id].hp
    if save(do, id, against):
        left = max(1, hp - amount // 2)
        if left < hp:
            do.emit(Harmed(id, hp - left, left, by, against, rule=(_FLOOR, *rule)))
        return
    amount = absorb(do, id, amount)
    do.emit(Harmed(id, amount, max(0, hp - amount), by, against, rule=rule))
