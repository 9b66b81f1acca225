"""Whose the map is: drawn by the players from what they are told, or in part by the referee for them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.switches import MAP_BY_PLAYERS
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.equipment import light
from underkeep.world.dungeon import Area, Dungeon
from underkeep.world.party import PartyWent, SquaresSeen
from underkeep.world.state import State

KNOWN, COMPLEX = "ose:referee.map.known", "ose:referee.map.complex"
BY_PLAYERS, SQUARES = "ose:referee.map.by-players", "ose:referee.map.squares"
ENTRANCE, FIRST_LEVEL, NOTHING = "the entrance", "the first level", "nothing"
KNOWN_PARTS = (ENTRANCE, FIRST_LEVEL, NOTHING)
IN_SQUARES, IN_FEET = "squares", "feet"
MANY_WAYS = 4
"""An area with so many ways out is hard to put into words. Ours."""
_LEFT_TO_THEM, _DRAWN = "left to the players", "drawn for them"


class PaceOut(Action, frozen=True):
    """Ask how large this place is."""

    actor: str


class SizeTold(Note, frozen=True):
    """How far the party sees the place stretch, in squares of the map or in feet."""

    across: int
    down: int
    unit: str


class DrawingJudged(Event, frozen=True):
    """Whether the referee draws an area for the players."""

    area: str
    choice: str

    def evolve(self, state: State) -> State:
        table = campaign(state).table
        return with_campaign(state, table=replace(table, judged=table.judged | {self.area}))


EVENTS: tuple[type[Event], ...] = (SizeTold, DrawingJudged)


def arrived(do: Resolution, event: PartyWent) -> None:
    """What the referee draws of the place that the party has come to."""
    if event.how == "walk" or event.at is None or do.state.dungeon is None:
        return
    if event.how == "arrived":
        _reveal_known(do)
    _draw_complex(do)


@executes("ose:referee.map.known")
def _reveal_known(do: Resolution) -> None:
    """What folk know of the place is on the map from the start. Default: its entrance."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    which = dungeon.notes.get(KNOWN, NOTHING)
    if which == ENTRANCE:
        _draw(do, dungeon, [dungeon.areas[dungeon.entrance.area]], KNOWN)
    elif which == FIRST_LEVEL:
        _draw(do, dungeon, [area for area in dungeon.areas.values() if area.level == 1], KNOWN)


@executes("ose:referee.map.complex")
def _draw_complex(do: Resolution) -> None:
    """A place that is hard to describe may be drawn, but sparingly: it is asked once for each. Default: it is not."""
    dungeon, _, area = survey.here(do.state)
    if area.id in campaign(do.state).table.judged or not is_complex(dungeon, area):
        return
    if not light.sight_feet(do.state):
        return
    choice = do.ruling(COMPLEX, (_LEFT_TO_THEM, _DRAWN), _LEFT_TO_THEM, area.id)
    do.emit(DrawingJudged(area.id, choice, rule=(COMPLEX,)))
    if choice == _DRAWN:
        _draw(do, dungeon, [area], COMPLEX)


@executes("ose:referee.map.complex")
def is_complex(dungeon: Dungeon, area: Area) -> bool:
    """Many ways lead out of it."""
    return len([door for door in dungeon.doors_of(area.id) if door.found]) >= MANY_WAYS


def _draw(do: Resolution, dungeon: Dungeon, areas: list[Area], rule: str) -> None:
    party = do.state.party
    assert party is not None
    for level in sorted({area.level for area in areas}):
        grid = dungeon.level(level).grid
        mask = party.seen_mask(level)
        drawn = mask | grid.mask(s for area in areas if area.level == level for s in area.squares)
        if drawn != mask:
            do.emit(SquaresSeen(level, f"{drawn:x}", rule=(rule,)))


@executes("ose:referee.map.by-players")
def why_not_shown(state: State) -> Refusal | None:
    """With the option nothing is drawn for the players: they draw from what they are told, on paper of their own."""
    if MAP_BY_PLAYERS in state.switches:
        return Refusal("The players draw the map themselves, from what they are told.", BY_PLAYERS)
    return None


def paces(state: State) -> list[Action]:
    return [PaceOut(state.marchers()[0].id)] if state.marchers() else []


def why_not_pace(state: State, action: PaceOut) -> Refusal | None:
    return None if light.sight_feet(state) else Refusal("It is too dark to see how large it is.", SQUARES)


@executes("ose:referee.map.squares")
def pace_out(do: Resolution, action: PaceOut) -> None:
    """What is seen of the place, by the size agreed on. Default: in squares of 10 feet; else in feet."""
    dungeon, at, area = survey.here(do.state)
    assert do.state.party is not None
    seen = survey.floor_of(dungeon, area) & do.state.party.seen_mask(at.level)
    squares = list(dungeon.level(at.level).grid.squares(seen)) or [at.square]
    across = 1 + max(x for x, _ in squares) - min(x for x, _ in squares)
    down = 1 + max(y for _, y in squares) - min(y for _, y in squares)
    unit = standing(do, SQUARES, (IN_SQUARES, IN_FEET), IN_SQUARES)
    size = MAP_SQUARE_FEET if unit == IN_FEET else 1
    do.emit(SizeTold(across * size, down * size, unit, rule=(SQUARES,)))
