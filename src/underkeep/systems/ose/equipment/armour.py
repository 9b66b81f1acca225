"""Armour class, and where each point of it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from underkeep.kernel.codec import Sheet
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall_both
from underkeep.systems.ose.basics import compendium, enchanted
from underkeep.systems.ose.basics.sheet import OseSheet, sheet
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.equipment import fatigue, worn_magic
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

UNARMOURED = 9
_BONUS, _PENALTY = "ose:magic-item.armour.bonus", "ose:magic-item.armour.cursed-penalty"
_USELESS = "ose:magic-item.armour.cursed-ac9"


class Worn(Struct, frozen=True, gc=False):
    """The base AC of armour worn, what the shield adds, and the rules of whatever magic is in them."""

    base: int
    shield: int
    rule: tuple[str, ...]


_BARE = Worn(UNARMOURED, 0, ())


def is_cursed(kind: str) -> bool:
    """Whether armour or a shield does its wearer no good."""
    listed = enchanted.listing(kind)
    return listed is not None and listed.cursed and compendium.armour(kind) is not None


def _usable(kinds: tuple[str, ...], class_id: str) -> list[tuple[str, compendium.Armour]]:
    """What counts of the things that somebody of a class wears."""
    own = compendium.classes().get(class_id)
    found = [(kind, armour) for kind in kinds if (armour := compendium.armour(kind)) is not None]
    return [(kind, armour) for kind, armour in found if own is None or own.may_use(kind)]


def _worn(items: tuple[Item, ...], class_id: str) -> Worn:
    return _of_suit(tuple([i.kind for i in items if i.place == "worn" and not i.broken]), class_id)


@executes(
    "ose:magic-item.armour.bonus",
    "ose:magic-item.armour.cursed-penalty",
    "ose:magic-item.armour.cursed-ac9",
    "ose:creation.class-equipment-limits",
)
@lru_cache(maxsize=1024)
def _of_suit(kinds: tuple[str, ...], class_id: str) -> Worn:
    """The better of the suits that the class may wear, and a shield; magic improves either, a curse worsens it, and one
    sort of curse leaves its wearer as if unarmoured.
    """
    usable = _usable(kinds, class_id)
    rule = tuple(dict.fromkeys(_magic_rule(kind) for kind, _ in usable if _magic_rule(kind)))
    if _USELESS in rule:
        return Worn(UNARMOURED, 0, rule)
    suits = [armour.ac - compendium.magic_bonus(kind) for kind, armour in usable if not armour.bonus]
    shields = [armour.bonus + compendium.magic_bonus(kind) for kind, armour in usable if armour.bonus]
    return Worn(min(suits, default=UNARMOURED), max(shields, default=0), rule)


def _magic_rule(kind: str) -> str:
    """The rule by which magic armour changes AC."""
    if compendium.is_useless(kind):
        return _USELESS
    bonus = compendium.magic_bonus(kind)
    return _BONUS if bonus > 0 else _PENALTY if bonus < 0 else ""


def _guard(items: tuple[Item, ...], of: Sheet) -> tuple[Worn, int]:
    """What is worn, and the AC with it of somebody under nothing, the shield left out."""
    own: OseSheet = of  # type: ignore[assignment]
    on = _worn(items, own.character_class) if items else _BARE
    base = min(own.ac, on.base)
    return on, base - modifier(own.abilities["DEX"]) if own.abilities else base


guard = recall_both(_guard)


def worn(creature: Creature) -> Worn:
    """What a creature has on, as far as its class may use it."""
    return guard(creature.items, creature.sheet)[0]


@executes(
    "ose:combat.ac.lower-better",
    "ose:combat.ac.sources",
    "ose:creation.note-ac",
    "ose:creation.unarmoured-ac",
    "ose:abilities.dex.ac",
    "ose:evasion.running.exhaustion-effect",
)
def armour_class(creature: Creature, without_shield: bool = False) -> int:
    """Descending: worn armour or the natural AC, whichever is better, less the shield and the DEX bonus."""
    on, ac = guard(creature.items, creature.sheet)
    if creature.conditions:
        ac = worn_magic.armour_class(creature, ac + fatigue.ac_worse(creature))
    return ac if without_shield else ac - on.shield


def sources(creature: Creature) -> Iterator[str]:
    """The rules behind a character's Armour Class as it is worn now, without the game's name."""
    on = worn(creature)
    dexterity = modifier(sheet(creature).abilities["DEX"])
    yield "combat.ac.sources"
    if on.base == UNARMOURED:
        yield "creation.unarmoured-ac"
    if dexterity:
        yield "abilities.dex.ac"
    if dexterity or on.shield:
        yield "combat.ac.lower-better"


@executes("ose:combat.aac.notation.ac", "ose:monster.ac.bracket", "ose:combat.aac.enable")
def ascending(armour_class: int) -> int:
    """The same Armour Class counted upward."""
    return 19 - armour_class


@executes("ose:combat.aac.notation.thac0", "ose:combat.aac.attack-bonus")
def attack_bonus(thac0: int) -> int:
    """The same THAC0 as a bonus on the d20."""
    return 19 - thac0


@executes("ose:combat.aac.notation.ac")
def written(armour_class: int) -> str:
    """Both ways of counting Armour Class, as books print them."""
    return f"{armour_class} [{ascending(armour_class)}]"
