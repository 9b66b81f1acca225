"""What becomes of the belongings of those whom fire, lightning and the like have slain."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import magic_items
from underkeep.world.gear import Item, ItemsChanged, unpacked

DESTRUCTIVE = {"fire": "breath", "cold": "breath", "acid": "breath", "lightning": "spells"}
"""Kinds of harm that take the victim's gear, and the save that each calls for."""
_SURVIVAL = "ose:damage.magic-item-survival"
_SAVE, _BONUS = "ose:damage.magic-item-save", "ose:damage.magic-item-save-bonus"
_BUNDLES = ("arrows-", "crossbow-bolts-")


class ItemSaved(Note, frozen=True):
    """Whether a magic item came through what killed its owner."""

    creature: str
    item: str
    roll: Roll
    success: bool


@executes("ose:damage.magic-item-save-bonus")
def combat_bonus(item: Item) -> int:
    """What a weapon or a suit of armour adds in combat; a quiver of arrows counts as one."""
    return max(0, compendium.magic_bonus(item.kind))


@executes("ose:damage.item-destruction", "ose:damage.magic-item-survival", "ose:damage.magic-item-save")
def destroy_gear(do: Resolution, id: str, kind: str) -> None:
    """Everything is lost but the magic items that save, each for itself, with their owner's numbers. Default: they may.
    Ruling: damage.question.item-save-category.
    """
    items = unpacked(do.state.creatures[id].items)
    magic = [replace(item, holds=()) for item in items if magic_items.listing(item.kind) is not None]
    kept: tuple[Item, ...] = ()
    if magic and do.ruling(_SURVIVAL, ("save", "no chance"), "save", id) == "save":
        kept = tuple(left for item in magic if (left := _after_saves(do, id, item, DESTRUCTIVE[kind])).count)
    do.emit(ItemsChanged(id, kept, "destroyed", rule=("ose:damage.item-destruction",)))


def _after_saves(do: Resolution, id: str, item: Item, against: str) -> Item:
    """The item, or as many of it as were saved."""
    if item.kind.startswith(_BUNDLES):
        return item if _saves(do, id, item, against) else replace(item, count=0)
    return replace(item, count=sum(_saves(do, id, item, against) for _ in range(item.count)))


@executes("ose:damage.magic-item-save", "ose:damage.magic-item-save-bonus")
def _saves(do: Resolution, id: str, item: Item, against: str) -> bool:
    """Whether a thing outlasts its dead owner, by the owner's save and the thing's own bonus."""
    bonus = combat_bonus(item)
    needed = sheet(do.state.creatures[id]).saves[against]
    roll = do.roll(1, 20, f"save of the {item.name} of {id}", (Modifier("combat bonus", bonus),), needed)
    rule = (_SAVE, *((_BONUS,) if bonus else ()))
    do.emit(ItemSaved(id, item.name, roll, bool(roll.success), rule=rule))
    return bool(roll.success)
