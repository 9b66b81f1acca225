"""Arms: what a creature can hurt with, as it holds it, and how far that reaches.

Ruling: the book has no rule for drawing, so every weapon carried at the ready may be used. A shield leaves one hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import Grip, Missile, Weapon
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.qualities import made_for
from underkeep.systems.robs.basics.sheet import NaturalAttack
from underkeep.systems.robs.equipment.armour import shield_of
from underkeep.world.gear import Item

UNARMED_ODF = -1
TINY_SCALE = -9
TINY_THROW_METRES = 2
THROW_FACTOR = 5
HEAVY_THROW_FACTOR = 2
ROCK_RANGES = (5, 10, 15)
OUT_OF_SCALE = 2
UNUSABLE = 4
_LARGE = "robs:equipment.two-handed-large-wielder"
_SMALL = "robs:equipment.one-handed-small-wielder"


class Arm(NamedTuple):
    """One way to attack. `muscle` adds STR to the damage; `bands` are ranges in metres, of missiles only."""

    kind: str
    name: str
    odf: int
    attack: int = 0
    attack_str: int | None = None
    attack_dex: int | None = None
    odf_str: int | None = None
    bands: tuple[int, int, int] | None = None
    muscle: bool = True
    throw_factor: int = 0
    two_handed: bool = False
    sharp: bool = False
    reload: bool = False
    enchantment: int = 0
    skill: str = ""
    rule: tuple[str, ...] = ()
    silver: bool = False
    slays: str = ""


UNARMED = Arm("unarmed", "bare hands", UNARMED_ODF)


class Arms(NamedTuple):
    """All of a creature's ways to attack: hand to hand, from afar, and by throwing what it holds."""

    melee: tuple[Arm, ...]
    missile: tuple[Arm, ...]
    thrown: tuple[Arm, ...]


@executes(
    "robs:damage.odf.guidelines",
    "robs:damage.odf.strength",
    "robs:equipment.melee.table",
    "robs:equipment.missile.table",
)
@lru_cache(maxsize=4096)
def arms(items: tuple[Item, ...], natural: tuple[NaturalAttack, ...], scale: int = 0) -> Arms:
    """All that one of this Scale can fight with; who has nothing else fights with bare hands."""
    free_hand = shield_of(items) is None
    melee, missile, thrown = [], [], []
    for item in items:
        weapon = compendium.weapon(item.kind) if item.place == "hand" and not item.broken else None
        if weapon is None:
            continue
        skill = item.kind.partition("+")[0]
        grip, both = held_as(weapon, made_for(item) - scale, free_hand)
        if grip is not None:
            arm = _held(item.kind, weapon, grip, skill)
            if both:
                arm = arm._replace(two_handed=True, rule=(*arm.rule, _SMALL))
            elif arm.two_handed and made_for(item) - scale <= -OUT_OF_SCALE:
                arm = arm._replace(two_handed=False, rule=(*arm.rule, _LARGE))
            melee.append(arm)
        if weapon.thrown is not None:
            thrown.append(
                _shot(item.kind, weapon, weapon.thrown, skill)._replace(muscle=True, throw_factor=THROW_FACTOR)
            )
        if weapon.missile is not None and (free_hand or weapon.missile_hands == 1):
            missile.append(_shot(item.kind, weapon, weapon.missile, skill))
    for attack in natural:
        if attack.thrown:
            missile.append(
                Arm(attack.name, attack.name, attack.odf, bands=ROCK_RANGES, throw_factor=HEAVY_THROW_FACTOR)
            )
        else:
            melee.append(Arm(attack.name, attack.name, attack.odf, sharp=True))
    return Arms(tuple(melee) or (UNARMED,), tuple(missile), tuple(thrown))


@executes("robs:equipment.two-handed-large-wielder", "robs:equipment.one-handed-small-wielder")
def held_as(weapon: Weapon, too_big: int, free_hand: bool) -> tuple[Grip | None, bool]:
    """How a weapon made for so many Scale levels more than its wielder has is held, and whether that takes both hands
    though it was made for one. Two levels or more above its makers one hand is enough for any; two or three below them
    a weapon for one hand takes two, and from four none can be used."""
    if too_big <= -OUT_OF_SCALE:
        return weapon.two_hands or weapon.one_hand, False
    if too_big >= OUT_OF_SCALE:
        return (weapon.one_hand, True) if free_hand and too_big < UNUSABLE else (None, False)
    return (weapon.two_hands if free_hand and weapon.two_hands else weapon.one_hand), False


@executes("robs:equipment.melee.spear", "robs:equipment.melee.bastard-one", "robs:equipment.melee.bastard-two")
def _held(kind: str, weapon: Weapon, grip: Grip, skill: str) -> Arm:
    """A weapon as it is held, in one hand or in two."""
    return Arm(
        kind,
        weapon.name,
        grip.odf,
        grip.attack,
        attack_str=grip.str_needed,
        two_handed=grip is weapon.two_hands,
        sharp=weapon.sharp,
        enchantment=weapon.enchantment,
        skill=skill,
        rule=_of_grip(weapon, grip),
        silver=weapon.silver,
        slays=weapon.slays,
    )


def _of_grip(weapon: Weapon, grip: Grip) -> tuple[str, ...]:
    """The rules of a weapon as it is held; where one hand and two have a rule each, the first is of one."""
    found = compendium.rules_of(weapon.rule)
    if len(found) > 1:
        found = found[1:] if grip is weapon.two_hands else found[:1]
    return (*found, "robs:equipment.melee.table")


@executes("robs:equipment.missile.table", "robs:equipment.missile.shortbow", "robs:equipment.missile.sling")
def _shot(kind: str, weapon: Weapon, shot: Missile, skill: str) -> Arm:
    """A weapon as it is shot, with its ranges and without the shooter's STR."""
    return Arm(
        kind,
        weapon.name,
        shot.odf,
        attack_dex=shot.dex_needed,
        odf_str=shot.str_needed,
        bands=(shot.short_m, shot.medium_m, shot.long_m),
        muscle=False,
        sharp=weapon.sharp,
        reload=shot.reload,
        enchantment=weapon.enchantment,
        skill=skill,
        silver=weapon.silver,
        rule=(*compendium.rules_of(weapon.rule), "robs:equipment.missile.table"),
    )


@executes(
    "robs:equipment.thrown-range",
    "robs:equipment.thrown-range-heavy",
    "robs:equipment.thrown-range-tiny",
    "robs:equipment.missile.scale-range",
)
@lru_cache(maxsize=1024)
def ranges_m(arm: Arm, strength: int, scale: int) -> tuple[int, int, int]:
    """The bands of this arm in these hands. Small bows shoot less far, by a tenth a Scale level."""
    assert arm.bands is not None
    if arm.throw_factor:
        far = [max(0, band + arm.throw_factor * (strength + scale)) for band in arm.bands]
        return _three([min(band, TINY_THROW_METRES) for band in far] if scale <= TINY_SCALE else far)
    if scale < 0:
        return _three([max(TINY_THROW_METRES, int(band * 0.9**-scale)) for band in arm.bands])
    return arm.bands


def _three(bands: list[int]) -> tuple[int, int, int]:
    short, medium, far = bands
    return short, medium, far


@executes("robs:combat.ranged.medium", "robs:combat.ranged.long")
@lru_cache(maxsize=8192)
def range_penalty(arm: Arm, strength: int, scale: int, squares: int) -> int | None:
    """What the distance costs, or None out of range. Ruling: range-bands. The numbers are the far ends."""
    metres = squares * SQUARE_METRES
    for penalty, band in enumerate(ranges_m(arm, strength, scale)):
        if metres <= band:
            return -penalty
    return None
