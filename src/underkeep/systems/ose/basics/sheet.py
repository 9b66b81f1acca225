"""An OSE sheet: what the game knows of a character or monster beyond hit points and gear.

What every creature of a kind shares (a monster's attacks, a class's tables) stays in the compendium under its kind.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.kernel.secret import Secrets, of_another
from underkeep.world.creature import Creature

ABILITIES = ("STR", "INT", "WIS", "DEX", "CON", "CHA")
SAVES = ("death", "wands", "paralysis", "breath", "spells")
ALIGNMENTS = ("Lawful", "Neutral", "Chaotic")


class Service(Struct, frozen=True, gc=False):
    """The terms on which a retainer serves. `employer` is empty while out of work; `share` is in hundredths.

    `paid_until` is a clock time, `gifts` counts what was given beyond the terms, `grudges` are those for whom it will
    never work again.
    """

    employer: str
    daily_gp: int
    share: int
    loyalty: int
    paid_until: int = 0
    owed_cp: int = 0
    gifts: int = 0
    grudges: tuple[str, ...] = ()


class OwnSpell(Struct, frozen=True, gc=False):
    """A spell that somebody has worked out: of what level it is, and which spell of which list it is like."""

    name: str
    level: int
    like: str
    list_name: str


class OseSheet(Struct, Sheet, frozen=True, gc=False):
    """`ac` is descending and without armour worn; `abilities` is empty for monsters, `morale` None for characters.

    `level` counts whole Hit Dice for a monster. `memorised` are the spells in mind, by the names they are cast under;
    `deity` is which forms of spells it favours; a charmed creature comes from `former_side`. `own_spells` are those
    that stand on no list.
    """

    secrets: ClassVar[Secrets] = of_another(
        "thac0",
        "saves",
        "ac",
        "movement_feet",
        "hit_dice",
        "level",
        "alignment",
        "character_class",
        "abilities",
        "morale",
        "xp",
        "xp_award",
        "languages",
        "spell_book",
        "memorised",
        "deity",
        "own_spells",
    )

    thac0: int
    saves: dict[str, int]
    ac: int
    movement_feet: int
    hit_dice: str
    level: int
    alignment: str
    character_class: str = ""
    abilities: dict[str, int] = {}
    morale: int | None = None
    xp: int = 0
    xp_award: int = 0
    languages: tuple[str, ...] = ()
    spell_book: tuple[str, ...] = ()
    service: Service | None = None
    memorised: tuple[str, ...] = ()
    deity: str = ""
    former_side: str = ""
    own_spells: tuple[OwnSpell, ...] = ()


def sheet(creature: Creature) -> OseSheet:
    return creature.sheet  # type: ignore[return-value]
