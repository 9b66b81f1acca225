"""Things that creatures carry: what an item is, and what can happen to it.

Things are made without an id. The event that puts one into the state gives it one, from the state's own count, so that
folding the same events gives the same ids.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Quality
from underkeep.kernel.event import Event
from underkeep.kernel.opaque import opaque
from underkeep.kernel.secret import Secrets

if TYPE_CHECKING:
    from underkeep.world.state import State


class Item(Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True):
    """One thing, or a count of like things under one id. `kind` is the content id; `place` is hand, worn or pack.

    `holds` is what lies in a container; `quality` is what the game itself knows of it. Whatever it only
    seems to be, its kind is the referee's.
    """

    secrets: ClassVar[Secrets] = {"kind": "always"}

    kind: str
    name: str
    place: str = "pack"
    count: int = 1
    broken: bool = False
    id: str = ""
    holds: tuple[Item, ...] = ()
    quality: Quality | None = None

    def is_like(self, other: Item) -> bool:
        """Whether the two may lie on one stack."""
        return replace(self, count=other.count, id=other.id) == other


def with_ids(items: tuple[Item, ...], salt: str, number: int) -> tuple[tuple[Item, ...], int]:
    """The items, those without an id and their contents given one; and how many have been given by then."""
    found = []
    for item in items:
        if not item.id:
            item, number = replace(item, id=opaque(number, salt)), number + 1
        if item.holds:
            inside, number = with_ids(item.holds, salt, number)
            item = replace(item, holds=inside)
        found.append(item)
    return tuple(found), number


def find(items: tuple[Item, ...], id: str) -> Item | None:
    """The item of this id; what lies in a container must be taken out first."""
    return next((item for item in items if item.id == id), None) if id else None


def part(item: Item, count: int) -> Item:
    """So many of a stack: the whole keeps its id, a part is a thing of its own."""
    return item if count == item.count else replace(item, count=count, id="")


def fewer(items: tuple[Item, ...], id: str, count: int = 1) -> tuple[Item, ...]:
    """The items with so many of one stack gone."""
    left = (replace(item, count=item.count - count) if item.id == id else item for item in items)
    return tuple(item for item in left if item.count > 0)


def less(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items without so many of one: of that stack, or if it is none of these, of any like it."""
    left, wanted = [], item.count
    is_one_of_these = bool(item.id) and any(have.id == item.id for have in items)
    for have in items:
        is_meant = have.id == item.id if is_one_of_these else (have.kind, have.name) == (item.kind, item.name)
        took = min(wanted, have.count) if is_meant else 0
        wanted -= took
        if have.count > took:
            left.append(replace(have, count=have.count - took))
    return tuple(left)


def more(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items with these added, like things together."""
    for index, have in enumerate(items):
        if have.is_like(item):
            return (*items[:index], replace(have, count=have.count + item.count), *items[index + 1 :])
    return (*items, item)


def unpacked(items: tuple[Item, ...]) -> Iterator[Item]:
    """The items and all that lies in them."""
    for item in items:
        yield item
        if item.holds:
            yield from unpacked(item.holds)


def changed(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The items with this one as it is now."""
    return tuple(item if other.id == item.id else other for other in items)


def seen(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items as those know them who have them."""
    if all(item.quality is None and not item.holds for item in items):
        return items
    return tuple(_seen(item) for item in items)


def _seen(item: Item) -> Item:
    holds = seen(item.holds)
    if item.quality is None:
        return replace(item, holds=holds)
    return replace(item, kind=seems(item), quality=item.quality.seen(), holds=holds)


def seems(item: Item) -> str:
    """The kind of thing that those take it for who have it."""
    return item.kind if item.quality is None else item.quality.seems_kind(item.kind)


class ItemBroke(Event, frozen=True):
    """An item of the creature's is broken; `how` says by what, where that does not show."""

    creature: str
    item: str
    name: str
    how: str = ""

    def evolve(self, state: State) -> State:
        items = state.creatures[self.creature].items
        broken = tuple(replace(item, broken=True) if item.id == self.item else item for item in items)
        return state.with_creature(self.creature, items=broken)


Verb = Annotated[str, Meta(pattern="^[a-z]+(-[a-z]+)*$")]
"""A word for what was done, never a sentence: a game's words.toml has the sentence."""


class ItemsChanged(Event, frozen=True):
    """The creature now carries exactly these (`dropped`, `took`, `used-up`, `put-on`), which is for its owner to know.

    `item` is what it was done with, as many of them; `coins` what was paid or got for it, in the game's smallest coin.
    `about` is whom or what else it concerned, by id or by name.
    """

    private: ClassVar[tuple[str, ...]] = ("items",)
    cited_by: ClassVar[str] = "verb"

    creature: str
    items: tuple[Item, ...] | None
    verb: Verb
    item: Item | None = None
    coins: int | None = None
    about: str = ""

    def shown(self) -> Event:
        items = seen(self.items) if self.items is not None else None
        return replace(self, items=items, item=seen((self.item,))[0] if self.item is not None else None)

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, items=self.items)
