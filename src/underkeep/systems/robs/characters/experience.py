"""Experience points: earned, kept without limit, and spent like money."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.world.state import State

SAVED_OR_SPENT = "robs:xp.saved-or-spent"


class XpChanged(Event, frozen=True):
    """A character earned or spent so many experience points, or lost them; `saved` is what there is now."""

    private: ClassVar[tuple[str, ...]] = ("saved",)

    creature: str
    amount: float
    saved: float | None
    why: str

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.creature])
        return state.with_creature(self.creature, sheet=replace(own, xp=self.saved))


EVENTS: tuple[type[Event], ...] = (XpChanged,)


@executes("robs:xp.saved-or-spent")
def change(do: Resolution, id: str, amount: float, why: str, rule: tuple[str, ...]) -> None:
    """Nothing expires; what is spent is gone. Ruling: xp-sharing. Fractions are kept."""
    saved = round(max(0.0, sheet(do.state.creatures[id]).xp + amount), 2)
    do.emit(XpChanged(id, round(amount, 2), saved, why, rule=(*rule, SAVED_OR_SPENT)))


def has(own: RobsSheet, cost: float) -> bool:
    return own.xp >= cost


def written(xp: float) -> str:
    return f"{xp:g} XP"
