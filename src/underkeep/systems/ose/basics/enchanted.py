"""Magic items as the tables list them, and what only the referee knows of one that was found."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar, Literal

from msgspec import Struct

from underkeep.kernel.codec import Quality
from underkeep.kernel.notation import Expr
from underkeep.kernel.secret import Secrets
from underkeep.procedures import content

PACKAGE = "underkeep.systems.ose"
Sort = Literal["armour", "misc", "potion", "ring", "rod-staff-wand", "scroll-map", "sword", "weapon"]
SORTS: tuple[Sort, ...] = ("armour", "misc", "potion", "ring", "rod-staff-wand", "scroll-map", "sword", "weapon")
Users = Literal["all", "casters", "arcane", "divine"]
Foes = Literal[
    "dragons",
    "enchanted creatures",
    "goblins, kobolds and orcs",
    "lycanthropes",
    "plants",
    "regenerating creatures",
    "spell users",
    "trolls and birds",
    "undead",
]
_OF = "@"


class Against(Struct, frozen=True, forbid_unknown_fields=True):
    """The bonus that a weapon has instead of its own against one sort of foe."""

    bonus: int
    foes: tuple[Foes, ...]


class WhileWorn(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition on whoever wears or holds a thing as it is meant to be, with a number where one matters."""

    condition: str
    level: int = 0


class MagicItem(Struct, frozen=True, forbid_unknown_fields=True):
    """`looks` is all that its finder knows. `basic` is its face on the small die of its sort, `expert` its d100.

    `like` is the weapon, armour or missile of the lists that it is, and `bonus` what its magic is worth; where it
    `gives` others, those are what is found. `charges` are rolled when it is found. What it does when it is used
    stands among the powers; `manual` is what only the referee can judge.
    """

    name: str
    sort: Sort
    looks: str
    weight_coins: int
    expert: tuple[int, int]
    rule: str
    basic: int = 0
    quantity: Expr | None = None
    basic_quantity: Expr | None = None
    gives: tuple[str, ...] = ()
    like: str = ""
    bonus: int = 0
    against: tuple[Against, ...] = ()
    cursed: bool = False
    useless: bool = False
    worn: tuple[WhileWorn, ...] = ()
    charges: Expr | None = None
    users: Users = "all"
    manual: tuple[str, ...] = ()

    @property
    def seems(self) -> str:
        """The kind of thing that it is taken for."""
        return self.like or self.looks.replace(" ", "-")


@cache
def magic_items() -> dict[str, MagicItem]:
    return content.load(PACKAGE, "treasure/magic", MagicItem)


@lru_cache(maxsize=2048)
def listing(kind: str) -> MagicItem | None:
    """The listing of an item by its kind; magic armour also names the armour it is."""
    return magic_items().get(kind.partition(_OF)[0])


class SwordMind(Struct, frozen=True, gc=False):
    """What a sword that thinks is like. `purpose` is what it was made to slay; `held_by` the last it has tested."""

    intelligence: int
    ego: int
    alignment: str
    powers: tuple[str, ...] = ()
    languages: int = 0
    purpose: str = ""
    held_by: str = ""


class Enchanted(Struct, Quality, frozen=True, gc=False, omit_defaults=True):
    """What only the referee knows of a magic item: what it is, as long as it only `seems` to be another thing; how
    many charges are left; what it takes itself for where its owner is deceived.

    `spells` are those that it holds, each with its list; one `is_basic` that was found by characters of low level.
    `used` are the times of the clock at which its powers were
    used of late.
    """

    secrets: ClassVar[Secrets] = {
        "charges": "always",
        "passes_for": "unknown",
        "spells": "unknown",
        "is_basic": "always",
        "mind": "unknown",
    }

    seems: str = ""
    charges: int | None = None
    passes_for: str = ""
    spells: tuple[tuple[str, str], ...] = ()
    used: tuple[int, ...] = ()
    stuck: bool = False
    is_basic: bool = False
    mind: SwordMind | None = None

    @property
    def is_known(self) -> bool:
        return not self.seems

    def seems_kind(self, kind: str) -> str:
        return self.seems or self.passes_for or kind

    def might_be(self, kind: str) -> tuple[str, ...]:
        """Whatever of its sort has the same look, as long as it is not known."""
        found, seems = listing(kind), self.seems
        if found is None or not seems or _OF in kind:
            return ()
        return tuple(id for id, x in magic_items().items() if x.sort == found.sort and x.seems == seems and not x.gives)

    def seen(self) -> Quality | None:
        """Those who have it never see the charges, nor what they have not found out."""
        return Enchanted(used=self.used) if self.used else None
