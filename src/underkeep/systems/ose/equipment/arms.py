"""What a creature can attack with: weapons at hand, shots it has ammunition for, or what nature gave it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall, recall_both
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.compendium import Weapon, WeaponRange
from underkeep.systems.ose.basics.conditions import HASTED, has
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.monsters.listings import AttackLine, Heads, Monster
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark
from underkeep.world.gear import Item, seems

UNARMED = "unarmed"
OTHER = "other"
"""What is added to the name of the second of two weapons that look alike."""
DWARVEN_THROWER = "war-hammer-plus-3-dwarven-thrower"
THROWN_BY_DWARVES = WeaponRange(20, 40, 60)


class Shot(Struct, frozen=True, gc=False):
    """A missile weapon, the kind of thing it is, and the item that flies: the weapon itself if it is thrown."""

    weapon: Weapon
    kind: str
    missile: Item
    silver: bool


class Arms(Struct, frozen=True, gc=False):
    """By attack name, which tells no more of a weapon than its bearer knows; `items` are the weapons themselves. The
    slow ones strike at the end of the round; `is_slow` and `is_quick` if there are any such.
    """

    melee: dict[str, Weapon]
    missile: dict[str, Shot]
    items: dict[str, Item]
    quick_melee: tuple[str, ...]
    slow_melee: tuple[str, ...]
    quick_missile: tuple[str, ...]
    slow_missile: tuple[str, ...]
    is_slow: bool
    is_quick: bool


@executes(
    "ose:creation.class-equipment-limits",
    "ose:class.abilities",
    "ose:magic-item.weapon.class-limits",
    "ose:magic-item.weapon.cursed-stuck",
)
def _arms(items: tuple[Item, ...], of: Sheet) -> Arms:
    """Weapons in hand or at the belt that the class may use; those that need both hands not beside a shield. A cursed
    one that was fought with lets its bearer use no other.
    """
    class_id: str = of.character_class  # type: ignore[attr-defined]
    own = compendium.classes().get(class_id)
    has_shield = any(i.place == "worn" and _is_shield(i.kind) for i in items)
    melee: dict[str, Weapon] = {}
    missile: dict[str, Shot] = {}
    striking: dict[str, Item] = {}
    for item in clinging(items) or items:
        weapon = compendium.weapon(item.kind)
        if weapon is None or item.broken or item.place == "pack" or (weapon.is_two_handed and has_shield):
            continue
        if own is not None and not own.may_use(item.kind):
            continue
        name = seems(item)
        if name in striking and striking[name].kind != item.kind:
            name = f"{name}/{OTHER}"
        striking[name] = item
        if weapon.is_melee:
            melee[name] = weapon
        if (reach := reach_of(item.kind, weapon, class_id)) is not None:
            missile.update(_shots(items, item, name, weapon if weapon.range else replace(weapon, range=reach)))
    quick_melee = tuple(k for k, w in melee.items() if not w.is_slow)
    slow_melee = tuple(k for k, w in melee.items() if w.is_slow)
    quick_missile = tuple(k for k, s in missile.items() if not s.weapon.is_slow)
    slow_missile = tuple(k for k, s in missile.items() if s.weapon.is_slow)
    is_slow, is_quick = bool(slow_melee or slow_missile), bool(quick_melee or quick_missile)
    return Arms(melee, missile, striking, quick_melee, slow_melee, quick_missile, slow_missile, is_slow, is_quick)


def clinging(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The cursed weapons among things that were fought with, and will not be parted with."""
    return tuple([item for item in items if isinstance(item.quality, Enchanted) and item.quality.stuck])


def reach_of(kind: str, weapon: Weapon, class_id: str) -> WeaponRange | None:
    """How far a weapon can be thrown or shot; a dwarf throws the hammer that was made for it."""
    return THROWN_BY_DWARVES if kind == DWARVEN_THROWER and class_id == "dwarf" else weapon.range


def _is_shield(kind: str) -> bool:
    armour = compendium.armour(kind)
    return armour is not None and armour.bonus > 0


def _shots(items: tuple[Item, ...], loosed: Item, name: str, weapon: Weapon) -> dict[str, Shot]:
    """The ways to loose one weapon: `short-bow`, `short-bow/silver-arrow`. A quiver that nobody knows anything of is
    as good as any, and so is one of magic arrows where there are no others.
    """
    if not weapon.ammunition:
        return {name: Shot(weapon, loosed.kind, loosed, weapon.silver)}
    shots: dict[str, Shot] = {}
    for missile in weapon.ammunition:
        fitting = [item for item in items if item.count > 0 and compendium.plain(item.kind) == missile]
        for item in sorted(fitting, key=lambda item: item.kind != missile):
            usual = seems(item) == weapon.ammunition[0]
            how = name if usual else f"{name}/{seems(item)}"
            shots.setdefault(how, Shot(weapon, loosed.kind, item, compendium.ammunition()[missile].silver))
    return shots


_recalled = recall_both(_arms)


def arms(creature: Creature) -> Arms:
    """What a creature can fight with, as far as its class may use it."""
    return _recalled(creature.items, creature.sheet)


@executes("ose:combat.initiative.slow-weapons")
def is_slow(creature: Creature) -> bool:
    """Whether it has a weapon that strikes last."""
    return arms(creature).is_slow


@executes("ose:monster.attacks.per-round", "ose:monster.attacks.alternative")
def lines_left(listing: Monster, creature: Creature, spent: tuple[Mark, ...]) -> Sequence[tuple[AttackLine, int]]:
    """The lines of the routines still open, each with the attacks left in it: once a line of one routine is used, the
    others are closed. A line that a real weapon replaces is not listed.
    """
    usual = _usual(listing)
    if not creature.items and not creature.conditions and usual is not None and usual.names.isdisjoint(spent):
        return usual.lines
    left = []
    armed = bool(creature.items) and bool(arms(creature).melee)
    for routine in listing.attacks:
        if spent and not _is_open(listing, routine, spent):
            continue
        for line in routine:
            if not (armed and line.by_weapon):
                remaining = _count(listing, line, creature) - spent.count(line.name)
                if remaining > 0:
                    left.append((line, remaining))
    return left


class _Routines(Struct, frozen=True, gc=False):
    """All lines of a listing with the attacks in each, and the names of the lines."""

    lines: tuple[tuple[AttackLine, int], ...]
    names: frozenset[str]


def _of_listing(listing: Monster) -> _Routines | None:
    """What somebody has left who has used nothing yet; None where that depends on its wounds."""
    if any(isinstance(trait, Heads) for trait in listing.traits):
        return None
    lines = tuple((line, line.count) for routine in listing.attacks for line in routine if line.count > 0)
    return _Routines(lines, frozenset(line.name for line, _ in lines))


_usual = recall(_of_listing)


def _is_open(listing: Monster, routine: tuple[AttackLine, ...], spent: tuple[Mark, ...]) -> bool:
    names = {line.name for line in routine}
    used = {line.name for other in listing.attacks for line in other if line.name in spent}
    return used <= names


def _count(listing: Monster, line: AttackLine, creature: Creature) -> int:
    """How many attacks a line has; a hydra's are as many as its heads, the last of which dies with it. Haste doubles
    them.
    """
    times = 2 if creature.conditions and has(creature, HASTED) else 1
    for trait in listing.traits:
        if isinstance(trait, Heads):
            return max(1, -(-creature.hp // trait.hp_each)) * times
    return line.count * times
