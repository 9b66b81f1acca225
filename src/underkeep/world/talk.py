"""What passes between a party and those it meets: what they are seen doing, what is said, and what is a lie.

What a group wants and knows follows from the dungeon (`procedures/purposes.py`, `procedures/hearsay.py`) and is the
referee's; here are the facts that come of it. An answer is a word, and the table puts it into sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.world.grid import Square

if TYPE_CHECKING:
    from underkeep.world.state import State


class SeenDoing(Note, frozen=True):
    """What those who are met are about when the party sees them."""

    monsters: tuple[str, ...]
    doing: str


class Addressed(Note, frozen=True):
    """Somebody of the party brings something up with those met."""

    speaker: str
    monsters: tuple[str, ...]
    aim: str


class Replied(Note, frozen=True):
    """What those met say or do to what was said; `wants` is what they let slip that they are after or about, `coins`
    what they ask for in the smallest coin."""

    monsters: tuple[str, ...]
    answer: str
    wants: str = ""
    coins: int = 0


class NewsTold(Event, frozen=True):
    """Somebody met tells of the place: `sort` is what there is, `what` its kind, and the rest where: the name of the
    area, how many squares from the party, and how many levels below it."""

    reveals: ClassVar[bool] = True

    group: str
    monsters: tuple[str, ...]
    sort: str
    what: str
    place: str
    offset: Square
    below: int
    key: str

    def evolve(self, state: State) -> State:
        assert state.dungeon is not None
        group = state.dungeon.groups[self.group]
        groups = {**state.dungeon.groups, group.id: replace(group, told=(*group.told, self.key))}
        return replace(state, dungeon=replace(state.dungeon, groups=groups))


class LieTold(Note, frozen=True):
    """What was told last is not so."""

    secret: ClassVar[bool] = True

    group: str
    key: str


class BackedOff(Note, frozen=True):
    """The party goes back as it came, without running."""


class Shadowed(Event, frozen=True):
    """Those met go after the party unseen, or give that up."""

    secret: ClassVar[bool] = True

    group: str
    shadows: bool

    def evolve(self, state: State) -> State:
        assert state.dungeon is not None
        group = replace(state.dungeon.groups[self.group], shadows=self.shadows)
        groups = {**state.dungeon.groups, group.id: group}
        return replace(state, dungeon=replace(state.dungeon, groups=groups))
