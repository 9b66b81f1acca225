"""Scrolls: what is written on them, and who has made them out."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Quality
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.spells import spells
from underkeep.world.gear import Item, ItemsChanged, changed

SCROLL = "scroll"


class Writing(Struct, Quality, frozen=True, gc=False, tag="writing"):
    """A spell written by a caster of this sort (mage or cleric), and who can read it by now."""

    spell: str
    sort: str
    read_by: tuple[str, ...] = ()


def writing_of(item: Item | None) -> Writing | None:
    """What stands on a scroll; None for what is no scroll."""
    quality = item.quality if item is not None else None
    return quality if isinstance(quality, Writing) else None


def scroll(spell: str, sort: str, by: str = "") -> Item:
    """A scroll that its writer can read."""
    name = f"Scroll of {spells()[spell].name}"
    return Item(SCROLL, name, quality=Writing(spell, sort, (by,) if by else ()))


@executes("rampage:magic-item.scroll.read-magic")
def make_out(do: Resolution, id: str) -> None:
    """Read Magic makes the scrolls of other mages plain to the reader."""
    rule = ("rampage:magic-item.scroll.read-magic",)
    for item in do.state.creatures[id].items:
        writing = writing_of(item)
        if writing is not None and writing.sort == "mage" and id not in writing.read_by:
            read = replace(item, quality=replace(writing, read_by=(*writing.read_by, id)))
            items = changed(do.state.creatures[id].items, read)
            do.emit(ItemsChanged(id, items, "made-out", read, rule=rule))
