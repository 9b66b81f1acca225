"""From the names of things to gear in its place: in hand, worn, or in the pack."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.equipment.inventory import MOST_ARMOUR_PIECES, slots_of, used_slots
from underkeep.world.gear import Item

QUIVERFUL = 20
SPARE_SLOTS = 2
KITS: dict[str, tuple[str, ...]] = {
    "swordsman": ("sword", "shield", "helmet", "gambeson", "mail-shirt"),
    "spearman": ("spear", "shield", "helmet", "gambeson"),
    "halberdier": ("halberd", "helmet", "gambeson", "mail-shirt"),
    "archer": ("bow", "sword", "helmet", "gambeson"),
    "slinger": ("sling", "mace", "shield", "helmet", "gambeson"),
}


@cache
def _catalogue() -> dict[str, tuple[str, ...]]:
    """Every name a piece of gear goes by, with the kinds that it stands for; weapons and armour come first."""
    found: dict[str, tuple[str, ...]] = {}
    fighting: dict[str, compendium.Weapon | compendium.Armour] = {**compendium.weapons(), **compendium.armours()}
    for entries in (fighting, compendium.goods()):
        found.update({kind: (kind,) for kind in entries if kind not in found})
        for kind, entry in entries.items():
            for alias in (entry.name, *entry.aliases):
                found.setdefault(content.key(alias), (kind,))
    for name, suit in compendium.suits().items():
        for alias in (name, *suit.aliases):
            found[content.key(alias)] = suit.pieces
    return found


def kinds_named(text: str) -> tuple[str, ...]:
    """The kinds of gear that a name stands for, forgiving case, spaces, plurals and cut-off names. A book of magic is
    told by its spell: `spellbook of sleep`.
    """
    spell = content.key(text.lower().removeprefix("spellbook of ")) if text.lower().startswith("spellbook of ") else ""
    if spell in compendium.spells():
        return (f"spellbook:{spell}",)
    return content.look_up(text, _catalogue(), "Knave", "sword, bow, shield or mail shirt")


def an_item(kind: str, count: int = 1) -> Item:
    """A thing in the pack. A spellbook's kind says which spell it holds: `spellbook:sleep`."""
    thing = compendium.weapons().get(kind) or compendium.armours().get(kind)
    if thing is not None:
        return Item(kind, thing.name, count=count)
    base, _, spell = kind.partition(":")
    name = compendium.goods()[base].name
    return Item(kind, f"{name} of {compendium.spells()[spell].name}" if spell else name, count=count)


@executes("knave:equipment.armor.max-pieces")
def equipped(kinds: tuple[str, ...]) -> tuple[Item, ...]:
    """Things put where they are used: the first weapon in hand, armour worn, the rest in the pack; weapons in the
    lowest slots, then armour, for these are missed most.
    A bow comes with a quiver of arrows. Ruling: armor-duplicates-and-shield.
    """
    weapons = [k for k in kinds if k in compendium.weapons()]
    armour = [k for k in kinds if k in compendium.armours()]
    rest = [k for k in kinds if k not in weapons and k not in armour]
    twice = next((k for k in armour if armour.count(k) > 1), None)
    if twice is not None or len(armour) > MOST_ARMOUR_PIECES:
        what = compendium.armours()[twice or armour[-1]].name.lower()
        raise UnderkeepError(
            f"A knave wears at most seven pieces of armour, one of each sort; there is one {what} too many."
        )
    items = [replace(an_item(k), place="hand" if i == 0 else "pack") for i, k in enumerate(weapons)]
    worn = [replace(an_item(k), place="worn") for k in armour]
    needs_arrows = any(compendium.weapons()[k].ammunition == "arrow" for k in weapons)
    arrows = [an_item("arrow", QUIVERFUL)] if needs_arrows or "arrow" in rest else []
    packed = [an_item(k) for k in rest if k != "arrow"]
    return (*items, *worn, *arrows, *_stacked(packed))


def _stacked(items: list[Item]) -> list[Item]:
    """Like things in one stack."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item.kind] = counts.get(item.kind, 0) + item.count
    return [an_item(kind, count) for kind, count in counts.items()]


@executes("knave:encumbrance.no-excess")
def loaded(
    gear: tuple[Item, ...], needs: tuple[Item, ...], extras: tuple[Item, ...], slots: int
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The gear with as much of what is needed as fits and of the extras as leaves SPARE_SLOTS for what will be found,
    in their order, and what is left behind. Gear that does not fit by itself is refused.
    """
    used = used_slots(gear)
    if used > slots:
        raise UnderkeepError(
            f"That gear fills {used} slots, but this knave has {slots}.", "knave:encumbrance.no-excess"
        )
    taken: list[Item] = []
    left: list[Item] = []
    for room, items in ((slots, needs), (slots - SPARE_SLOTS, extras)):
        for item in items:
            fits = used + slots_of(item) <= room
            (taken if fits else left).append(item)
            used += slots_of(item) if fits else 0
    purse = [item for item in taken if item.kind == "coin"]
    return (*gear, *_stacked([i for i in taken if i.kind != "coin"]), *purse), tuple(left)
