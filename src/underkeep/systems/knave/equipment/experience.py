"""Experience in play: what a night's spending teaches, and the level it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import KnaveSheet, sheet
from underkeep.systems.knave.equipment.advancement import HIGHEST_LEVEL, raise_level
from underkeep.world.creature import SheetChanged

if TYPE_CHECKING:
    from underkeep.world.state import State


class LevelGained(Event, frozen=True):
    """A character is of a new level: the sheet and the hit points are these now."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "max_hp")

    creature: str
    level: int
    sheet: KnaveSheet | None
    max_hp: int | None

    def evolve(self, state: State) -> State:
        creature = state.creatures[self.creature]
        gained = (self.max_hp or 0) - creature.max_hp
        return state.with_creature(self.creature, sheet=self.sheet, max_hp=self.max_hp, hp=creature.hp + gained)


EVENTS: tuple[type[Event], ...] = (LevelGained,)


@executes("knave:xp.carousing")
def earn(do: Resolution, id: str, xp: int) -> None:
    """One point for a coin; as many levels as it reaches. Ruling: missing-chapters (the numbers of each level)."""
    if xp <= 0:
        return
    own = sheet(do.state.creatures[id])
    do.emit(SheetChanged(id, replace(own, xp=own.xp + xp), f"earns {xp} XP", rule=("knave:xp.carousing",)))
    while True:
        creature = do.state.creatures[id]
        own = sheet(creature)
        if own.level >= HIGHEST_LEVEL or own.xp < compendium.levels()[own.level + 1].xp:
            return
        raised, max_hp = raise_level(do, id, own, creature.max_hp, is_average=False)
        do.emit(LevelGained(id, raised.level, raised, max_hp, rule=("knave:missing-chapters",)))
