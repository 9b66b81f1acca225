"""A creature: anything that fights, talks or carries. What it is, and what can happen to its body.

Hit points stand here because all the games have them; whatever only one game has is in its sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.secret import Secrets, of_another
from underkeep.world.condition import UNCOUNTED, Condition
from underkeep.world.gear import Item, find, seen
from underkeep.world.grid import Square, apart, distance

if TYPE_CHECKING:
    from underkeep.world.state import State

Status = Literal["up", "down", "dead", "fled", "yielded"]


class Creature(Struct, frozen=True, gc=False):
    """`kind` is the content id it was made from; `side` is who it fights for; `status` is up while it can act.

    It fills `size` squares a side of a field; `at` is the upper left of them.
    """

    secrets: ClassVar[Secrets] = of_another("hp", "max_hp", "items")
    shows: ClassVar[tuple[str, ...]] = ("health", "in_sight")

    id: str
    name: str
    kind: str
    side: str
    hp: int
    max_hp: int
    sheet: Sheet
    at: Square | None = None
    items: tuple[Item, ...] = ()
    conditions: tuple[Condition, ...] = ()
    status: Status = "up"
    size: int = 1

    @property
    def is_up(self) -> bool:
        return self.status == "up"

    @property
    def is_uncounted(self) -> bool:
        """Whether the referee alone knows how many hit points are left."""
        return bool(self.conditions) and self.condition(UNCOUNTED) is not None

    def steps_to(self, other: Creature) -> int:
        """How far apart two creatures on the field stand, from the nearest of their squares."""
        assert self.at is not None and other.at is not None
        if self.size == other.size == 1:
            return distance(self.at, other.at)
        return apart(self.at, self.size, other.at, other.size)

    @property
    def in_sight(self) -> tuple[Item, ...]:
        """What anybody sees of its things: those in hand and those worn."""
        return tuple(item for item in self.items if item.place != "pack")

    def item(self, id: str) -> Item | None:
        return find(self.items, id)

    @property
    def health(self) -> str:
        """How hurt a creature looks."""
        if self.status == "dead":
            return "dead"
        if self.hp >= self.max_hp:
            return "unhurt"
        if self.hp * 2 > self.max_hp:
            return "scratched"
        if self.hp <= 0:
            return "falling"
        return "bloodied" if self.hp * 4 > self.max_hp else "near death"

    def condition(self, name: str) -> Condition | None:
        for condition in self.conditions:
            if condition.name == name:
                return condition
        return None


class CreatureJoined(Event, frozen=True):
    """A creature came into play. Others than its owner learn only what `CreatureSeen` says."""

    private: ClassVar[tuple[str, ...]] = ("creature",)

    creature: Creature

    def evolve(self, state: State) -> State:
        state, items = state.with_things(self.creature.items)
        creature = self.creature if items is self.creature.items else replace(self.creature, items=items)
        return replace(state, creatures={**state.creatures, creature.id: creature})

    def whose(self) -> str:
        return self.creature.id

    def shown(self) -> Event:
        return replace(self, creature=replace(self.creature, items=seen(self.creature.items)))

    def glimpsed(self) -> Event:
        c = self.creature
        return CreatureSeen(c.id, c.name, c.side, c.at, rule=self.rule)


class CreationStepTaken(Note, frozen=True):
    """One step of making a character: what was rolled or chosen, and what came of it."""

    creature: str
    step: str
    values: dict[str, str | int]
    roll: Roll | None = None


class CreatureSeen(Note, frozen=True):
    """What a seat that does not own a creature learns when it comes into play."""

    creature: str
    name: str
    side: str
    at: Square | None


class Moved(Event, frozen=True):
    """A creature stands on another square. `how` is the kind of move."""

    creature: str
    to: Square
    how: str = "move"

    def evolve(self, state: State) -> State:
        return state.put(replace(state.creatures[self.creature], at=self.to))


class Harmed(Event, frozen=True):
    """Damage was taken; `hp` is what is left, known to the owner and the referee."""

    private: ClassVar[tuple[str, ...]] = ("hp",)

    creature: str
    amount: int
    hp: int | None
    by: str = ""
    kind: str = "weapon"

    def evolve(self, state: State) -> State:
        return state.put(replace(state.creatures[self.creature], hp=self.hp))


class Healed(Event, frozen=True):
    """Hit points came back; `hp` is what there is now."""

    private: ClassVar[tuple[str, ...]] = ("hp",)

    creature: str
    amount: int
    hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, hp=self.hp)


class Renamed(Event, frozen=True):
    """Somebody goes by another name from now on; `old` is the one before."""

    creature: str
    old: str
    name: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, name=self.name)


class LifeSet(Event, frozen=True):
    """Somebody can have so many hit points at most from now on; `hp` is what there is."""

    private: ClassVar[tuple[str, ...]] = ("max_hp", "hp")

    creature: str
    max_hp: int | None
    hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, max_hp=self.max_hp, hp=self.hp)


class Died(Event, frozen=True):
    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="dead")


class Felled(Event, frozen=True):
    """Out of the fight but not dead: unconscious, or dying."""

    creature: str
    why: str = "unconscious"

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="down")


class Fled(Event, frozen=True):
    """Gone from the fight on its own feet."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="fled", at=None)


class Yielded(Event, frozen=True):
    """Gave itself up."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="yielded")


class SheetChanged(Event, frozen=True):
    """The sheet is now this; `what` names the change."""

    private: ClassVar[tuple[str, ...]] = ("sheet",)

    creature: str
    sheet: Sheet | None
    what: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet)


class AttackRolled(Note, frozen=True):
    """An attack roll, with all that made it."""

    attacker: str
    target: str
    weapon: str
    roll: Roll
    hit: bool


class DamageRolled(Note, frozen=True):
    attacker: str
    target: str
    weapon: str
    roll: Roll


class CheckRolled(Note, frozen=True):
    """An ability or task check."""

    creature: str
    what: str
    roll: Roll
    success: bool


class ContestSettled(Note, frozen=True):
    """Who did best of those who tried the same thing; nobody for a tie."""

    what: str
    winner: str


class SaveRolled(Note, frozen=True):
    creature: str
    against: str
    roll: Roll
    success: bool


class MoraleRolled(Note, frozen=True):
    """A morale check of one creature, or of a side (then `who` is the side)."""

    who: str
    why: str
    roll: Roll
    success: bool
