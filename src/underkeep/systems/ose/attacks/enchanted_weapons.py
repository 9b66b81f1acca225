"""What the magic in a weapon is worth against whom, and what the first blow with it tells its wielder."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.enchanted import listing
from underkeep.systems.ose.equipment import curses, identifying
from underkeep.systems.ose.monsters import sorts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item

_BONUS, _AGAINST = "ose:magic-item.weapon.bonus", "ose:magic-item.weapon.bonus-vs"
_CURSED, _ALWAYS = "ose:magic-item.weapon.cursed-penalty", "ose:magic-item.use.always-active"


class Magic(NamedTuple):
    """What a weapon's magic adds to hit and to damage, whether it is magic at all, and by which rules."""

    bonus: int = 0
    is_magic: bool = False
    rule: tuple[str, ...] = ()


_NONE = Magic()


@executes(
    "ose:magic-item.weapon.bonus",
    "ose:magic-item.weapon.bonus-vs",
    "ose:magic-item.weapon.cursed-penalty",
    "ose:magic-item.use.always-active",
)
def magic_of(kind: str, target: Creature) -> Magic:
    """The bonus or penalty of a weapon against this target; that against its own sort of foe counts instead of the
    usual one. It works without a thought.
    """
    found = listing(kind)
    if found is None:
        return _NONE
    if found.against:
        for special in found.against:
            if any(sorts.is_of(target, foes) for foes in special.foes):
                return Magic(special.bonus, True, (_BONUS, _AGAINST, _ALWAYS))
    return _usual(kind)


@lru_cache(maxsize=512)
def _usual(kind: str) -> Magic:
    found = listing(kind)
    assert found is not None
    if found.bonus < 0:
        return Magic(found.bonus, True, (_CURSED,))
    return Magic(found.bonus, True, (_BONUS, _ALWAYS) if found.bonus else ())


def together(weapon: Magic, missile: Magic) -> Magic:
    """What a magic bow and a magic arrow are worth together."""
    if not missile.is_magic:
        return weapon
    rule = tuple(dict.fromkeys((*weapon.rule, *missile.rule)))
    return Magic(weapon.bonus + missile.bonus, True, rule)


@executes("ose:magic-item.identify.test", "ose:magic-item.weapon.cursed-stuck")
def fought_with(do: Resolution, creature: str, item: Item | None) -> None:
    """A blow in earnest shows what a weapon is; a cursed one cannot be put down after it."""
    if item is None or (item.quality is None and not curses.is_cursed_weapon(item.kind)):
        return
    identifying.learn(do, creature, item.id, "ose:magic-item.identify.test")
    curses.cling(do, creature, item.id)
