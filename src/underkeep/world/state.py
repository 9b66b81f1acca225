"""The state of a game: everything that is so at one moment. Immutable; only events make a new one."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import count
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Campaign
from underkeep.kernel.event import Event
from underkeep.kernel.memo import recall
from underkeep.kernel.opaque import opaque_id
from underkeep.kernel.prompt import REFEREE, Prompt, Standing
from underkeep.kernel.secret import Secrets, at_rest
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Dungeon
from underkeep.world.elsewhere import Elsewhere
from underkeep.world.encounter import Encounter
from underkeep.world.fight import Fight
from underkeep.world.gear import Item, with_ids
from underkeep.world.grid import Grid, Square
from underkeep.world.journey import Journey, Route
from underkeep.world.light import Light
from underkeep.world.party import Party
from underkeep.world.region import BASE, FIRST_DUNGEON, Region
from underkeep.world.settlement import Settlement
from underkeep.world.vessel import Vessel


class State(Struct, frozen=True, gc=False):
    """`seats` says which sides each seat plays, `players` which seat plays a creature; `switches` are the optional
    rules in force.

    `human_referee` decides whether judgement rules become prompts or take their stated default. `over` is how the story
    ended, empty while it goes on. `routes` lead from the town to the dungeon, the usual one first. `campaign` is what
    the game itself remembers. `things` counts the ids given to items; `salt` makes all ids tell nothing, and nobody is
    told it. `recalled` is what creatures were found to know, by creature and by what they were asked about. `standing`
    are the rulings that the referee made once for always, by judgement rule. `vessels` are ships and vehicles. `region`
    is the country round about, where the game has a map of it: `town` and `site` say which of its places are at hand,
    the others that the party knows are kept in `elsewhere`.
    """

    secrets: ClassVar[Secrets] = at_rest("salt", "things")

    system: str
    seats: dict[str, tuple[str, ...]]
    switches: tuple[str, ...] = ()
    human_referee: bool = False
    now: int = 0
    creatures: dict[str, Creature] = {}
    grid: Grid | None = None
    fight: Fight | None = None
    prompts: tuple[Prompt, ...] = ()
    winner: str | None = None
    party: Party | None = None
    dungeon: Dungeon | None = None
    settlement: Settlement | None = None
    encounter: Encounter | None = None
    lights: tuple[Light, ...] = ()
    over: str = ""
    routes: tuple[Route, ...] = ()
    journey: Journey | None = None
    campaign: Campaign | None = None
    players: dict[str, str] = {}
    salt: str = ""
    things: int = 0
    recalled: dict[str, dict[str, tuple[str, ...]]] = {}
    standing: dict[str, Standing] = {}
    vessels: dict[str, Vessel] = {}
    region: Region | None = None
    town: str = BASE
    site: str = FIRST_DUNGEON
    elsewhere: dict[str, Elsewhere] = {}

    def before_all(self) -> State:
        """The same table before anybody or anything is there."""
        return State(self.system, self.seats, self.switches, self.human_referee, salt=self.salt)

    def with_creature(self, id: str, *, items: tuple[Item, ...] | None = None, **changes: object) -> State:
        state = self
        if items is not None:
            state, changes["items"] = self.with_things(items)
        return state.put(replace(self.creatures[id], **changes))

    def put(self, creature: Creature) -> State:
        """The same with this in the place of the creature that has its id."""
        creatures = self.creatures.copy()
        creatures[creature.id] = creature
        return replace(self, creatures=creatures)

    def with_things(self, items: tuple[Item, ...]) -> tuple[State, tuple[Item, ...]]:
        """The items as they lie in a state: each with an id; and the state that has given those ids."""
        if all(item.id and not item.holds for item in items):
            return self, items
        named, things = with_ids(items, self.salt, self.things)
        return replace(self, things=things), named

    def opaque(self, sort: str, *what: object) -> str:
        """An id that tells nothing, for a thing of some sort."""
        return opaque_id(self.salt, sort, *what)

    def new_id(self, sort: str, taken: Container[str]) -> str:
        """The same for one more thing, besides those whose ids are taken."""
        return next(id for number in count() if (id := self.opaque(sort, self.now, number)) not in taken)

    def new_group(self) -> str:
        """The id of one more group of monsters."""
        return self.new_id("group", self.dungeon.groups if self.dungeon is not None else ())

    def new_light(self) -> str:
        return self.new_id("light", [light.id for light in self.lights])

    def sits(self, seat: str) -> bool:
        """Whether anybody gave this seat a place at the table."""
        return seat in self.seats or seat == REFEREE

    def owner(self, creature: str) -> str:
        """The seat that plays a creature."""
        side = self.creatures[creature].side
        if creature in self.players:
            return self.seat_for(creature, side)
        for seat, sides in self.seats.items():
            if side in sides:
                return seat
        return REFEREE

    def seat_of(self, side: str) -> str:
        """The first seat that plays a side."""
        for seat, sides in self.seats.items():
            if side in sides:
                return seat
        return REFEREE

    def seat_for(self, creature: str, side: str) -> str:
        """The seat that plays a creature while it fights for a side, one that is yet to be made as well: its player's
        if that seat plays the side, else the first that does; so a charmed character is in other hands for a while."""
        player = self.players.get(creature)
        if player is not None and (player == REFEREE or side in self.seats.get(player, ())):
            return player
        return self.seat_of(side)

    def of_seat(self, seat: str, side: str, ids: Iterable[str]) -> list[str]:
        """Those of them whom a seat plays for a side."""
        creatures, players, own = self.creatures, self.players, []
        has_players = False
        for id in ids:
            if creatures[id].side == side:
                own.append(id)
                has_players = has_players or id in players
        if has_players:
            return self._of_player(seat, side, own)
        return own if self.seat_of(side) == seat else []

    def _of_player(self, seat: str, side: str, ids: list[str]) -> list[str]:
        return [id for id in ids if self.seat_for(id, side) == seat]

    def owns(self, seat: str, creature: str) -> bool:
        return creature in self.creatures and self.owner(creature) == seat

    def is_uncounted(self, creature: str) -> bool:
        return creature in self.creatures and self.creatures[creature].is_uncounted

    def is_of_party(self, seat: str) -> bool:
        """Whether a seat plays for the party, be it that its characters are all dead."""
        return self.party is not None and self.party.side in self.seats.get(seat, ())

    def voices(self) -> tuple[str, ...]:
        """The seats that own somebody who marches; where nobody does, all that play for the party."""
        owners = dict.fromkeys(self.owner(c.id) for c in self.marchers())
        seats = tuple(seat for seat in owners if self.is_of_party(seat))
        return seats or tuple(seat for seat in self.seats if self.is_of_party(seat))

    def speakers(self) -> tuple[str, ...]:
        """The seats of which any may decide for the party as one: the caller alone, else everybody who has a voice."""
        assert self.party is not None
        voices = self.voices()
        return (self.party.caller,) if self.party.caller in voices else voices

    def active(self, side: str | None = None) -> list[Creature]:
        """Those that can still act, of one side or of all; where there is a field, those who stand on it."""
        standing = (_standing if self.grid is None else _on_the_field)(self.creatures)
        return list(standing) if side is None else _of_side(side, standing)

    def enemies_of(self, creature: Creature) -> list[Creature]:
        side, anywhere = creature.side, self.grid is None
        return [
            c for c in self.creatures.values() if c.status == "up" and c.side != side and (anywhere or c.at is not None)
        ]

    def combatants(self, side: str | None = None) -> list[Creature]:
        """All who took part in the present fight from its start, standing or not; before it, those who will."""
        if self.fight is None or not self.fight.combatants:
            return self.active(side)
        return [c for id in self.fight.combatants if (c := self.creatures[id]).side == side or side is None]

    def marchers(self) -> list[Creature]:
        """Those of the party who are on their feet, in marching order."""
        assert self.party is not None
        return [c for id in self.party.members if (c := self.creatures[id]).status == "up"]

    @property
    def is_outdoors(self) -> bool:
        """Whether the party is under way between the town and the dungeon."""
        return self.journey is not None

    def occupied(self) -> int:
        """The mask of squares somebody stands on."""
        grid = self.grid
        assert grid is not None
        stride = grid.width + 2
        mask = 0
        for c in self.creatures.values():
            if c.at is not None and c.status == "up":
                if c.size == 1:
                    mask |= 1 << ((c.at[1] + 1) * stride + c.at[0] + 1)
                else:
                    mask |= grid.footprint(c.at, c.size)
        return mask

    def sides(self) -> list[str]:
        return sorted({c.side for c in self.creatures.values()})


class GridLaid(Event, frozen=True):
    """The ground on which things happen from now on. A seat sees as much of it as its view shows."""

    secret: ClassVar[bool] = True

    grid: Grid

    def evolve(self, state: State) -> State:
        return replace(state, grid=self.grid)


class GridCleared(Event, frozen=True):
    """The ground of a fight is left: nobody stands on a square of it any more."""

    def evolve(self, state: State) -> State:
        off = {id: replace(c, at=None) if c.at is not None else c for id, c in state.creatures.items()}
        return replace(state, grid=None, creatures=off)


class CharacterGiven(Event, frozen=True):
    """A seat plays this creature from now on, one that is yet to be made as well. A seat new at the table plays for the
    same side as who had it before."""

    creature: str
    seat: str

    def evolve(self, state: State) -> State:
        seats = state.seats
        if self.seat not in seats:
            before = state.players.get(self.creature) or state.owner(self.creature)
            seats = {**seats, self.seat: seats.get(before, ())}
        return replace(state, seats=seats, players={**state.players, self.creature: self.seat})


class GameEnded(Event, frozen=True):
    """The story is over: slain, retired."""

    cited_by: ClassVar[str] = "how"

    how: str

    def evolve(self, state: State) -> State:
        return replace(state, over=self.how)


def _of_side(side: str, creatures: Iterable[Creature]) -> list[Creature]:
    return [c for c in creatures if c.side == side]


def _who_stands(creatures: dict[str, Creature]) -> tuple[Creature, ...]:
    return tuple([c for c in creatures.values() if c.status == "up"])


def _who_is_on_the_field(creatures: dict[str, Creature]) -> tuple[Creature, ...]:
    return tuple([c for c in creatures.values() if c.status == "up" and c.at is not None])


_standing, _on_the_field = recall(_who_stands, most=4), recall(_who_is_on_the_field, most=4)


def square_of(creature: Creature) -> Square:
    """Where a creature stands; a creature off the grid is a mistake of the caller's."""
    assert creature.at is not None, f"{creature.id} is not on the grid"
    return creature.at
