"""What magic items make of those who wear, hold or have drunk them: the conditions, and what the referee remembers."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from underkeep.kernel.secret import Secrets, of_the_referee

PROTECTED = "warded by a ring"
SHELTERING = "sheltering others"
REFLECTS_SPELLS = "turning spells back"
WALKS_ON_WATER = "walking on water"
WEAKENED = "weakened"
SWIFT = "swift of foot"
TIRELESS = "tireless"
DISPLACED = "displaced"
ELVEN = "in elven grey"
OGRE_STRONG = "strong as an ogre"
GIANT_STRONG = "strong as a giant"
SCARAB = "guarded by a scarab"
SHRUNK = "six inches tall"
GASEOUS = "a cloud of gas"
HEROIC = "a hero for a while"
INVULNERABLE = "invulnerable"
VULNERABLE = "more vulnerable than ever"
CONTROLLED = "under control"
RETCHING = "sick from mixed potions"
DEAF = "deaf"
NEGATED = "kept from using wands and staves"
MIGHTY = "striking with great force"
DRAINING = "about to drain life"
COILED = "in the coils of a snake"
ENTRAPPED = "inside a mirror"
TIME_LOOP = "caught in a loop of time"
RULED_BY_SWORD = "ruled by a sword"
BARRED = "kept off by a circle"
CIRCLES = {
    "elementals": "in a circle against elementals",
    "lycanthropes": "in a circle against lycanthropes",
    "magic": "in a circle against magic",
    "undead": "in a circle against undead",
}
READER_OF = {
    "elementals": "warded against elementals",
    "lycanthropes": "warded against lycanthropes",
    "magic": "warded against magic",
    "undead": "warded against undead",
}
"""What a scroll of protection keeps off: what those inside the circle are under, and whoever read it."""


class Draught(Struct, frozen=True, gc=False):
    """A potion that works in somebody: its kind, when it ends, and the conditions that end with it."""

    secrets: ClassVar[Secrets] = of_the_referee("kind", "until")

    kind: str
    until: int
    conditions: tuple[str, ...] = ()


class Wonders(Struct, frozen=True, gc=False):
    """By creature: the potion in it, and when it last drank one of invulnerability. `lent` are things that vanish when
    a fight is over, each with its bearer; `devoured_at` is when bags will have eaten what is in them; `maps` have by
    map the hoard that it leads to.
    """

    secrets: ClassVar[Secrets] = {"devoured_at": "always"}

    draughts: dict[str, Draught] = {}
    invulnerable_at: dict[str, int] = {}
    lent: tuple[tuple[str, str], ...] = ()
    devoured_at: dict[str, int] = {}
    maps: dict[str, str] = {}
    healed_at: dict[str, int] = {}
    borrowed_hp: dict[str, int] = {}
    wishes: tuple[tuple[str, str], ...] = ()
