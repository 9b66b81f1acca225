"""What a wound leaves behind: nothing by itself, a scar or a lost limb if the referee says so."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.state import State

NOTHING, SCAR, LIMB = "nothing lasting", "a scar", "a limb is lost"
LOST_LIMB, SCARRED = "without a limb", "scarred"
COSTS = {"none": 0, "1": 1, "2": 2, "3": 3}
_SCARS = "robs:healing.scars"
_ELVES = "robs:race.elf.healing"
_LIMB = "robs:healing.limb-loss-hp"


class MaximumLowered(Event, frozen=True):
    """Hit points that never come back: the highest there can be, and those there are."""

    private: ClassVar[tuple[str, ...]] = ("max_hp", "hp")

    creature: str
    max_hp: int | None
    hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, max_hp=self.max_hp, hp=self.hp)


EVENTS: tuple[type[Event], ...] = (MaximumLowered,)


@executes("robs:healing.scars", "robs:healing.limb-loss-hp", "robs:race.elf.healing")
def leave_mark(do: Resolution, creature: Creature) -> None:
    """Asked when a character is Critically Hurt. Elves never scar; a limb costs hit points for good."""
    own = sheet(creature)
    marks, also = ((NOTHING, LIMB), (_ELVES,)) if own.race == "elf" else ((NOTHING, SCAR, LIMB), ())
    mark = do.ruling(_SCARS, marks, NOTHING, creature.id, also=also)
    if mark == SCAR:
        do.emit(ConditionGained(creature.id, Condition(SCARRED), rule=(_SCARS,)))
    elif mark == LIMB:
        lost = creature.condition(LOST_LIMB)
        many = 1 + (lost.level if lost is not None else 0)
        do.emit(ConditionGained(creature.id, Condition(LOST_LIMB, level=many), rule=(_SCARS,)))
        cost = COSTS[do.ruling(_LIMB, tuple(COSTS), "1", creature.id)]
        if cost:
            most = max(1, creature.max_hp - cost)
            do.emit(MaximumLowered(creature.id, most, min(creature.hp, most), rule=(_LIMB,)))
