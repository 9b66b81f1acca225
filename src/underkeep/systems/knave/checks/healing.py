"""What a night's rest gives back, and coming to after lying senseless."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.world.creature import Healed
from underkeep.world.grid import Square

if TYPE_CHECKING:
    from underkeep.world.state import State

WATCHES_OF_SLEEP = 2


class WoundHealed(Event, frozen=True):
    """A slot is whole again; `wounds` is how many wounds are left. The last slot wounded heals first."""

    private: ClassVar[tuple[str, ...]] = ("wounds",)

    creature: str
    slot: int
    wounds: int | None

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), wounds=self.wounds)
        return state.with_creature(self.creature, sheet=own)


class Rose(Event, frozen=True):
    """A creature that lay as if dead stands again."""

    private: ClassVar[tuple[str, ...]] = ("hp",)

    creature: str
    hp: int | None
    at: Square | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="up", hp=self.hp, at=self.at)


class NothingRecovered(Note, frozen=True):
    """Somebody who is hurt wakes no better, for want of a meal or of sleep."""

    creature: str
    want: str


EVENTS: tuple[type[Event], ...] = (WoundHealed, Rose, NothingRecovered)


@executes("knave:healing.hp-each-morning", "knave:healing.conditions-both-needed", "knave:healing.wound-in-haven")
def wake(do: Resolution, id: str, watches_slept: int, has_eaten: bool, in_haven: bool) -> None:
    """The morning after a meal and two watches of sleep. Ruling: wound-healing-order."""
    creature = do.state.creatures[id]
    if watches_slept < WATCHES_OF_SLEEP or not has_eaten:
        if creature.hp < creature.max_hp or sheet(creature).wounds:
            want = "a meal" if watches_slept >= WATCHES_OF_SLEEP else "sleep"
            do.emit(NothingRecovered(id, want, rule=("knave:healing.conditions-both-needed",)))
        return
    if creature.hp < creature.max_hp:
        gained = creature.max_hp - creature.hp
        do.emit(Healed(id, gained, creature.max_hp, rule=("knave:healing.hp-each-morning",)))
    own = sheet(creature)
    if in_haven and own.wounds:
        rule = ("knave:healing.wound-in-haven",)
        do.emit(WoundHealed(id, own.slots - own.wounds + 1, own.wounds - 1, rule=rule))


def rouse(do: Resolution, id: str, why: str) -> None:
    """Back on the feet with the hit points left; the cause is over."""
    creature = do.state.creatures[id]
    if creature.status == "down":
        do.emit(Rose(id, creature.hp, creature.at, rule=(f"knave:hazard.{why}.pass-out",)))
