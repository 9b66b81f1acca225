"""How many attacks a combatant has: rampage, lesser rampage, fast weapons."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import weapons_at
from underkeep.systems.rampage.basics.sheet import BULK, bulk, sheet
from underkeep.systems.rampage.characters.classes import level_of
from underkeep.world.creature import Creature

MONSTER_RAMPAGE = "monster-rampage"


@executes(
    "rampage:combat.rampage.fighter",
    "rampage:combat.rampage.lesser",
    "rampage:combat.rampage.none",
    "rampage:combat.rampage.ignore-plus",
    "rampage:combat.rampage.half-hd",
    "rampage:combat.rampage.level-as-hd",
    "rampage:combat.rampage.monster-option",
    "rampage:class.fighter.rampage",
    "rampage:class.fighter.min-attacks",
    "rampage:class.jack.lesser-rampage",
    "rampage:class.cleric.lesser-rampage",
    "rampage:class.berserker.improved-rampage",
)
def attacks_against(attacker: Creature, foes: Iterable[Creature], switches: tuple[str, ...]) -> int:
    """The number of melee attacks against the enemies engaged. Ruling: q.rampage-at-least-one.
    Ruling: q.berserker-improved-rampage-minimum.
    """
    highest = max((sheet(foe).hd for foe in foes), default=1.0)
    own = sheet(attacker)
    if not own.classes:
        return max(1, int(own.hd // highest)) if MONSTER_RAMPAGE in switches else 1
    most = 1
    for name in own.classes:
        kind = compendium.classes()[name]
        if kind.rampage == "none":
            continue
        level = own.level + kind.rampage_levels
        counted = level if kind.rampage == "full" else own.level // 2
        least = level_of(name, min(10, level)).least_attacks
        most = max(most, least, int(counted // highest))
    return most


@executes("rampage:combat.fast-weapon.small", "rampage:combat.fast-weapon.medium")
def is_slower(foe: Creature, size: str) -> bool:
    """Whether an enemy, or the weapon it wields, is so large that a weapon of this size gets in an extra blow."""
    least = {"S": BULK["L"], "M": BULK["G"]}.get(size)
    if least is None:
        return False
    if not sheet(foe).classes and bulk(foe) >= least:
        return True
    return any(BULK[weapon.size] >= least for _, weapon in weapons_at(foe.items, "hand"))
