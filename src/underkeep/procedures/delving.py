"""What exploration, journeys, meetings and the town ask of a game. A ruleset that can delve has one, as `delving`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.procedures.containers import Containers
from underkeep.procedures.hiring import Term
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.light import Light
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


class LightKind(Struct, frozen=True):
    """An item that can be lit: how far it shines, how long it burns, what it uses up each time."""

    radius_feet: int
    seconds: int
    fuel: str


class Ware(Struct, frozen=True):
    """Something on sale; `cost` in the smallest coin is for a bundle of `count`, and less is not sold."""

    kind: str
    name: str
    cost: int
    sort: str
    count: int = 1

    def cost_of(self, pieces: int) -> int:
        """What so many pieces cost, in whole bundles."""
        return -(-pieces // self.count) * self.cost


class Delving(Protocol):
    """The answers. Each verb rolls what the book rolls and emits its facts; the caller spends the time.

    `containers` is None where the book has none.
    """

    turn_seconds: int
    terms: tuple[Term, ...]
    containers: Containers | None

    # Making the world
    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        """Put monsters, traps, treasure and features into a bare dungeon, by the book's tables."""
        ...

    def found_settlement(self, do: Resolution) -> None:
        """Make the base town."""
        ...

    def lay_routes(self, do: Resolution) -> None:
        """Decide which ways lead from the town to the dungeon; where none are laid there is one road."""
        ...

    # Moving and seeing
    def feet_per_turn(self, state: State) -> int: ...
    def feet_used(self, do: Resolution, familiar: bool) -> int:
        """How much of a turn's movement 10 feet of ground use up; less perhaps where the party knows its way."""
        ...

    def sight_feet(self, state: State) -> int:
        """How far the party sees underground; 0 in the dark."""
        ...

    def light_kinds(self) -> dict[str, LightKind]: ...
    def light_left(self, state: State, light: Light) -> str:
        """What a light has left, in the book's words; empty where it burns by the clock."""
        ...

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        """Strike a light: whatever it takes before the flame catches."""
        ...

    # Verbs underground
    def turns_for(self, state: State, action: Action) -> int:
        """How many turns an action takes; 0 for what takes no time worth counting."""
        ...

    def closes_turn(self, state: State, action: Action) -> bool:
        """Whether what some have begun this turn must be over before the party can do this."""
        ...

    def force_door(self, do: Resolution, creature: Creature, door: Door) -> bool: ...
    def pick_lock(self, do: Resolution, creature: Creature, door: Door) -> bool: ...
    def listen(self, do: Resolution, creature: Creature, door: Door, noise: bool) -> None:
        """`noise` tells whether anything behind the door can be heard; the roll is secret."""
        ...

    def searchable(self, state: State, floor: int) -> int:
        """The squares of these that somebody can still search."""
        ...

    def search(self, do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
        """One searcher's secret roll: the sorts of hidden things it would bring to light (door, trap, hoard)."""
        ...

    def who_treads(self, state: State) -> list[Creature]:
        """Those who may set off a trap where the party walks, in order."""
        ...

    def trap_springs(self, do: Resolution, trap: Trap, creature: Creature) -> bool: ...
    def spring(self, do: Resolution, trap: Trap, creature: Creature) -> None:
        """What the trap does to its victim and those near."""
        ...

    def inspect(self, do: Resolution, creature: Creature, hoard: Hoard) -> None: ...
    def disarm(self, do: Resolution, creature: Creature, trap: Trap) -> None: ...
    def use(self, do: Resolution, creature: Creature, feature: Feature) -> None: ...
    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        """Who of the party carries what of a find; whatever nobody can carry is left out."""
        ...

    def life(self, creature: Creature) -> tuple[int, int]:
        """What stands between a creature and its end: how much is left, and of how much."""
        ...

    def rest_is_due(self, state: State) -> bool:
        """Whether the party would suffer for another turn without rest."""
        ...

    def end_turn(self, do: Resolution) -> None:
        """What the end of each turn brings: wandering monsters, weariness, a hazard."""
        ...

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        """What follows when a condition has run its time."""
        ...

    # The road
    def begin_day(self, do: Resolution) -> None:
        """A day of travel begins: the course is set, and what the book rolls before anybody walks is rolled.

        A party that does not know where it is must take its bearings. Whoever it will come upon is put into the
        dungeon's groups, in the area `journey.AHEAD`.
        """
        ...

    def miles_per_day(self, state: State) -> float:
        """How far the party gets in a day's march where it is."""
        ...

    def end_day(self, do: Resolution, rested: bool) -> None:
        """What the end of a day out of doors brings: food, weariness, healing for those who rested."""
        ...

    # Meetings
    def meet(self, do: Resolution, group: Group, distance_feet: int | None) -> None:
        """A meeting begins: distance, surprise, and whatever the monsters do at once."""
        ...

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None: ...
    def evade(self, do: Resolution, drop: str) -> None: ...
    def stand_by(self, do: Resolution) -> None: ...
    def after_fight(self, do: Resolution) -> None:
        """What follows a fight underground: the meeting's end, spoils, the fate of the fallen."""
        ...

    # Town
    def wares(self, state: State) -> Iterable[Ware]: ...
    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None: ...
    def price_of(self, state: State, item: Item) -> int:
        """What the town pays for one of these, in the smallest coin; 0 if nobody buys it."""
        ...

    def sell(self, do: Resolution, creature: Creature, item: Item, count: int) -> None: ...
    def money(self, coins: int) -> str:
        """So many of the smallest coin, as the book writes it."""
        ...

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        """Terms worth offering, what is asked first; others are legal too."""
        ...

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None: ...
    def hear_rumours(self, do: Resolution, creature: Creature) -> None: ...
    def rest_days(self, do: Resolution, days: int) -> None: ...
    def come_home(self, do: Resolution) -> None:
        """The party is back in town: shares, experience, levels."""
        ...

    # The system's own
    def own_options(self, state: State) -> tuple[Action, ...]:
        """Further actions the party may take now, such as casting a spell while exploring."""
        ...

    def why_not(self, state: State, action: Action) -> Refusal | None:
        """The book's objection to an action that the map allows, or to one of the system's own."""
        ...

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        """Of one thing that several could do: the hand with the best chance by the book, the first of equals."""
        ...

    def perform(self, do: Resolution, action: Action) -> None:
        """Carry out one of the system's own actions."""
        ...
