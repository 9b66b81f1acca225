"""What this game knows of a thing beyond its kind: for whose Scale it was made, and what a treasure is worth."""

from __future__ import annotations

from msgspec import Struct

from underkeep.kernel.codec import Quality
from underkeep.world.gear import Item


class Made(Struct, Quality, frozen=True, tag="made", gc=False):
    """Made for people of this Scale; whatever says nothing was made for Scale 0."""

    scale: int


class Valuable(Struct, Quality, frozen=True, tag="valuable", gc=False):
    """A gem or a piece of jewellery, worth so much copper to who buys such things; jewellery is `made` for a Scale."""

    cp: int
    scale: int = 0


class Foreign(Struct, Quality, frozen=True, tag="foreign", gc=False):
    """Coins of another realm or of old, which only a money changer takes; `cp` is what one is worth by its weight."""

    cp: int


class Charged(Struct, Quality, frozen=True, tag="charged", gc=False):
    """A wand, staff or rod with so many charges left."""

    charges: int


class Inscribed(Struct, Quality, frozen=True, tag="inscribed", gc=False):
    """A scroll of a spell, at the level of whoever wrote it."""

    spell: str
    level: int


class Dried(Struct, Quality, frozen=True, tag="dried", gc=False):
    """Food that is good until then."""

    until: int


QUALITIES: tuple[type, ...] = (Made, Valuable, Foreign, Charged, Inscribed, Dried)


def made_for(item: Item) -> int:
    """The Scale that a thing fits."""
    return item.quality.scale if isinstance(item.quality, Made | Valuable) else 0
