"""What exploration, the road, meetings, the town and the printed key ask of a game, a chapter each.

A game answers the chapters that it has, with an object or a module that has all of the chapter's functions; a chapter
it lacks is None, and its scene never opens. Each verb rolls what the book rolls and states its facts; the procedure
spends the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures.hiring import Term
from underkeep.procedures.purposes import Sort
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Dungeon, Feature, Group, Hoard, Trap
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.journey import Route
from underkeep.world.light import Light
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


class LightKind(Struct, frozen=True):
    """An item that can be lit: how far it shines, how long it burns, what it uses up each time."""

    radius: int
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


class DungeonChapter(Protocol):
    """Exploring underground. `turn_seconds` is how long a turn is."""

    @property
    def turn_seconds(self) -> int: ...

    def barrier(self, sort: str) -> Barrier | None:
        """What the game makes of a door that the map has as stuck or locked."""
        ...

    # Moving and seeing
    def rate_per_turn(self, state: State) -> int: ...
    def movement_used(self, do: Resolution, familiar: bool) -> int:
        """How much of a turn's movement a square of ground uses up; less perhaps where the party knows its way."""
        ...

    def sight(self, state: State, creature: Creature) -> int:
        """How far one of the party sees underground; 0 in the dark."""
        ...

    def light_kinds(self) -> dict[str, LightKind]: ...
    def light_left(self, state: State, light: Light) -> str:
        """What a light has left, in the book's words; empty where it burns by the clock."""
        ...

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        """Strike a light: whatever it takes before the flame catches."""
        ...

    # Time
    def seconds_for(self, state: State, action: Action) -> int:
        """How long an action takes; 0 for what takes no time worth counting."""
        ...

    def closes_turn(self, state: State, action: Action) -> bool:
        """Whether what some have begun this turn must be over before the party can do this."""
        ...

    def rest_is_due(self, state: State) -> bool:
        """Whether the party would suffer for another turn without rest."""
        ...

    def end_turn(self, do: Resolution) -> None:
        """What the end of each turn brings: wandering monsters, weariness, a hazard."""
        ...

    # Things found
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
    def risk(self, state: State, feature: Feature) -> str:
        """What a person is told, and asked about, before somebody handles it; empty for what is plain to see."""
        ...

    def peril(self, state: State, area: str) -> str:
        """The name of what harms whoever stays in an area, as it would be told; empty where nothing does."""
        ...

    def is_water(self, feature: Feature) -> bool:
        """Whether this is water to drink from, and to fill skins with."""
        ...

    def drink(self, do: Resolution) -> None:
        """The party drinks where there is water, and fills its skins."""
        ...

    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        """Who of the party carries what of a find; whatever nobody can carry is left out."""
        ...


class RoadChapter(Protocol):
    """Under way between the town and the dungeon."""

    def lay_routes(self, do: Resolution) -> None:
        """Decide which ways lead from the town to the dungeon; where none are laid there is one road."""
        ...

    def begin_day(self, do: Resolution) -> None:
        """A day of travel begins: the course is set, and what the book rolls before anybody walks is rolled.

        A party that does not know where it is must take its bearings. Whoever it will come upon is put into the
        dungeon's groups, in the area `journey.AHEAD`.
        """
        ...

    def road_per_day(self, state: State) -> float:
        """How far the party gets in a day's march where it is, in the unit of the road."""
        ...

    def supplies(self, state: State) -> tuple[str, ...]:
        """What the party has to eat and to drink, each in a sentence."""
        ...

    def dangers(self, state: State) -> str:
        """Who may die of it if the party but walks on, and what may help, in words; empty if nobody."""
        ...

    def toll(self, route: Route) -> str:
        """What has to be paid to take this way, in words; empty for one that is free."""
        ...

    def end_day(self, do: Resolution, rested: bool) -> None:
        """What the end of a day out of doors brings: food, weariness, healing for those who rested."""
        ...


class MeetingChapter(Protocol):
    """Meeting somebody, from sighting to the end of it. `attitudes` are the game's words for how they may take it."""

    @property
    def attitudes(self) -> tuple[str, ...]: ...
    def meet(self, do: Resolution, group: Group, distance: int | None) -> None:
        """A meeting begins: distance, surprise, and whatever the monsters do at once."""
        ...

    def lures(self, state: State) -> tuple[str, ...]:
        """What those who run may throw behind them to delay the others, what they miss least first."""
        ...

    def is_way_out(self, state: State, door: Door) -> bool:
        """Whether those who run or back off get through a door that they know of."""
        ...

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None: ...
    def evade(self, do: Resolution, drop: str, way: str = "") -> None:
        """The party runs, by this way if one is named."""
        ...

    def stand_by(self, do: Resolution) -> None: ...
    def after_fight(self, do: Resolution) -> None:
        """What follows a fight underground: the meeting's end, spoils, the fate of the fallen."""
        ...


Temper = Literal["hostile", "sour", "wary", "calm", "friendly", "unaware"]
"""How the attitudes of all books compare: would fight, would rather, wait and see, do not mind, mean well."""


class TalkChapter(Protocol):
    """Talking to those met. A game without it has them talked to in general, or asked for passage."""

    def sort(self, kind: str) -> Sort:
        """Whether a kind can be talked to, only fed, or neither."""
        ...

    def at_odds(self, kind: str, other: str) -> bool:
        """Whether the book has two kinds for enemies."""
        ...

    def temper(self, attitude: str) -> Temper: ...
    def hear(self, do: Resolution, speaker: Creature) -> bool:
        """Words are spoken, and a round goes by; those who do not understand do what they feel like."""
        ...

    def voice(self, state: State, giver: Creature) -> Creature:
        """Who of the party talks for somebody who holds something out: that one, if it can be understood."""
        ...

    def weigh(self, do: Resolution, speaker: Creature, aim: str, favour: int) -> str:
        """How they take it, by the book's own roll and what speaks for it: the attitude that they have from now on."""
        ...

    def turns(self, do: Resolution, temper: Temper) -> None:
        """Their attitude is now the book's word for this temper, for what was done."""
        ...

    def lose_patience(self, do: Resolution) -> None:
        """Those who would rather fight, or rob, may do that now."""
        ...

    def welcome(self, do: Resolution, speaker: Creature) -> None:
        """What those who mean well do of themselves when they are greeted, if the book has that."""
        ...

    def is_cowed(self, do: Resolution, speaker: Creature, aim: str) -> bool:
        """Whether they give way to a threat, a bluff or a call to surrender, by the book's morale."""
        ...

    def is_liar(self, do: Resolution) -> bool:
        """Whether those who wish the party ill tell it lies, rather than nothing."""
        ...

    def bargain(self, do: Resolution, coins: int, price: int) -> str:
        """Whether an offer of that worth is taken, and the word kept then: keeps, betrays or declines."""
        ...

    def price(self, state: State) -> int:
        """What they want for their trouble, in the smallest coin."""
        ...

    def going_rate(self, state: State) -> int:
        """What one would offer them by their looks and number, in the smallest coin."""
        ...

    def worth(self, item: Item) -> int:
        """What one of these is to them, in the smallest coin."""
        ...

    def is_food(self, item: Item) -> bool: ...
    def is_money(self, item: Item) -> bool: ...
    def join(self, do: Resolution, speaker: Creature) -> str:
        """One of them comes along, if the book has that: who it is."""
        ...

    def give_up(self, do: Resolution) -> None:
        """They lay down their arms, and the meeting is over."""
        ...

    def part(self, do: Resolution, attitude: str) -> None:
        """The sides go their ways."""
        ...

    def withdraw(self, do: Resolution, way: str = "") -> None:
        """The party goes back the way it came, or by this one, and nobody hinders it."""
        ...


class MeanwhileChapter(Protocol):
    """What goes on in a dungeon while the party is away."""

    def sort(self, kind: str) -> Sort: ...
    def at_odds(self, kind: str, other: str) -> bool: ...
    def strength(self, kind: str) -> int:
        """What one of a kind counts for against another, in levels or Hit Dice."""
        ...

    def newcomers(self, do: Resolution, level: int, area: str) -> Group:
        """Who moves into an empty lair, by the book's tables; the id is theirs already."""
        ...

    def prepares(self, do: Resolution, group: Group) -> str:
        """What those do who fought the party and were not beaten: defences, reinforcements, or moving away."""
        ...

    def schemes(self, do: Resolution, group: Group) -> str:
        """What those do whom the party has not fought: nothing, a raid on their enemies, or a move."""
        ...


class TownChapter(Protocol):
    """The base town: shops, work, rumours, rest. `terms` are what is bargained about with those who look for work."""

    @property
    def terms(self) -> tuple[Term, ...]: ...
    def found_settlement(self, do: Resolution) -> None:
        """Make the base town."""
        ...

    def wares(self, state: State) -> Iterable[Ware]: ...
    def ware(self, state: State, kind: str) -> Ware | None:
        """What is on sale under this name."""
        ...

    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None: ...
    def price_of(self, state: State, item: Item) -> int:
        """What the town pays for one of these, in the smallest coin; 0 if nobody buys it."""
        ...

    def is_valuable(self, state: State, item: Item) -> bool:
        """Whether it is treasure and good for nothing but its price; coins and magic are none."""
        ...

    def sell(self, do: Resolution, creature: Creature, item: Item, count: int) -> None: ...
    def purse(self, creature: Creature) -> int:
        """What somebody has to spend, in the smallest coin."""
        ...

    def money(self, coins: int) -> str:
        """So many of the smallest coin, as the book writes it."""
        ...

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        """Terms worth offering, what is asked first; others are legal too."""
        ...

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None: ...
    def payer(self, state: State, creature: Creature) -> Creature:
        """Whose purse pays for what somebody of the party buys."""
        ...

    def serves(self, state: State, creature: Creature) -> bool:
        """Whether somebody of the party is in its service, and no character of a player's."""
        ...

    def hear_rumours(self, do: Resolution, creature: Creature) -> None: ...
    def rest_days(self, do: Resolution, days: int) -> None: ...
    def dues(self, state: State, nights: int, until: int) -> Sequence[str]:
        """What so many nights in town cost: beds, and the wages that fall due by then, in sentences."""
        ...

    def sleep(self, do: Resolution) -> None:
        """A night in town is over, and the clock shows the morning: what it mends and costs."""
        ...

    def companions(self, do: Resolution, kinds: tuple[str, ...]) -> None:
        """Who of these kinds is in the party's service from the first morning, on the usual terms."""
        ...

    def come_home(self, do: Resolution) -> None:
        """The party is back in town: shares, experience, levels."""
        ...


class ServicesChapter(Protocol):
    """What can be had in town besides wares and work: beds, news, mending."""

    def offered(self, state: State) -> Iterable[str]:
        """The services that can be visited, of those the town has."""
        ...

    def cost(self, state: State, service: str) -> int:
        """What a visit costs, in the smallest coin."""
        ...

    def takes(self, state: State, service: str) -> str:
        """What a visit takes, in words: coins, a night; empty if it takes nothing."""
        ...

    def once_a_day(self, service: str) -> bool:
        """Whether it has one visitor of the party in a day, as who gives away news; who tends the hurt has more."""
        ...

    def why_not(self, state: State, creature: Creature, service: str) -> Refusal | None: ...
    def serve(self, do: Resolution, creature: Creature, service: str) -> None: ...


class KeyChapter(Protocol):
    """The referee's key: what is where in a dungeon, and what the printed key says of a thing beyond its name."""

    def choose_setting(self, do: Resolution) -> str | None:
        """The setting by the book's own table; None if any will do."""
        ...

    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        """Put monsters, traps, treasure and features into a bare dungeon, by the book's tables."""
        ...

    def monster(self, kind: str) -> str: ...
    def stats(self, kind: str) -> str: ...
    def trap(self, kind: str) -> str: ...
    def feature(self, kind: str) -> str: ...
    def worth(self, item: Item) -> str: ...
