"""Armour class, and where each point of it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.kernel.executes import executes
from underkeep.kernel.memo import Recall
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.abilities import modifier
from underkeep.systems.ose.equipment import fatigue
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

BARE = 9


def _worn(items: tuple[Item, ...]) -> tuple[int, int]:
    """The base AC of armour worn (9 without any) and the shield's bonus."""
    armours = compendium.armours()
    worn = [armours[i.kind] for i in items if i.place == "worn" and not i.broken and i.kind in armours]
    return min((a.ac for a in worn if not a.bonus), default=BARE), max((a.bonus for a in worn), default=0)


worn = Recall(_worn)


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
    own = sheet(creature)
    base, shield = worn(creature.items)
    ac = own.ac if own.ac < base else base
    if own.abilities:
        ac -= modifier(own.abilities["DEX"])
    if creature.conditions:
        ac += fatigue.ac_worse(creature)
    return ac if without_shield else ac - shield


def sources(creature: Creature) -> Iterator[str]:
    """The rules behind a character's Armour Class as it is worn now, without the game's name."""
    base, shield = worn(creature.items)
    dexterity = modifier(sheet(creature).abilities["DEX"])
    yield "combat.ac.sources"
    if base == BARE:
        yield "creation.unarmoured-ac"
    if dexterity:
        yield "abilities.dex.ac"
    if dexterity or shield:
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
