"""How much a character carries, and how far it moves."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.money import coins
from underkeep.systems.rampage.basics.sheet import RampageSheet, Riding, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.characters.classes import is_forbidden_armour
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, unpacked

BANDOLEER, IN_A_BANDOLEER = "bandoleer", 5
LAID_DOWN = ("ground", "planted")
TRIFLES_TO_AN_ITEM = 12
COINS_TO_AN_ITEM = 500
_RATES = {"light": (12, 9), "chain": (9, 6), "plate": (6, 6)}

SPEED_IN, MOUNT_SPEED_IN = 2, 4


@executes(
    "rampage:encumbrance.item-default",
    "rampage:encumbrance.trifles",
    "rampage:encumbrance.free",
    "rampage:light.torch-not-trifle",
)
@lru_cache(maxsize=4096)
def items_carried(items: tuple[Item, ...]) -> int:
    """Ruling: q.trifles-partial, each started dozen is one item. Ruling: q.torch-partial-bundle, so is a started bundle
    of torches. Coins lie in the pouch until they are many, which is ours.
    """
    known = compendium.gear()
    whole = trifles = 0
    for item in unpacked(items):
        thing = known.get(item.kind)
        if item.place in LAID_DOWN or (thing is not None and thing.free):
            continue
        if thing is not None and not thing.items:
            trifles += item.count
        else:
            whole += -(-item.count // (thing.bundle if thing is not None else 1))
    return whole + -(-trifles // TRIFLES_TO_AN_ITEM) + coins(items) // COINS_TO_AN_ITEM


@executes("rampage:abilities.str.carry", "rampage:race.dwarf.pack-hauler", "rampage:class.ability.pack-hauler")
def strength_for_load(own: RampageSheet) -> int:
    """The Strength that counts for carrying; haulers have more of it."""
    extra = compendium.races()[own.race].extra_load if own.race else 0
    if any("Pack Hauler" in compendium.classes()[name].specials for name in own.classes):
        extra = max(extra, 5)
    return own.score("STR") + extra


@executes("rampage:class.ability.grenadier.bandoleer")
def in_bandoleers(own: RampageSheet, items: tuple[Item, ...]) -> int:
    """How many things a Grenadier has in bandoleers, five potions or flasks in each, which do not count as items."""
    if not has_special(own, "Grenadier"):
        return 0
    carried = [i for i in items if i.place not in LAID_DOWN]
    slots = IN_A_BANDOLEER * sum(i.count for i in carried if i.kind == BANDOLEER)
    return min(slots, sum(i.count for i in carried if _goes_into_a_bandoleer(i.kind)))


def _goes_into_a_bandoleer(kind: str) -> bool:
    weapon = compendium.weapons().get(kind)
    return kind.endswith("potion") or (weapon is not None and "flask" in weapon.qualities)


@executes("rampage:encumbrance.loaded", "rampage:encumbrance.encumbered", "rampage:encumbrance.maximum")
def burden(own: RampageSheet, items: tuple[Item, ...]) -> str:
    """Ruling: q.loaded-boundary, the limit itself is still allowed."""
    strength, carried = strength_for_load(own), items_carried(items) - in_bandoleers(own, items)
    for times, name in ((1, "unloaded"), (2, "loaded"), (3, "encumbered")):
        if carried <= strength * times:
            return name
    return "too much"


@executes("rampage:movement.encumbered", "rampage:combat.pavis.carry")
def slowed_by(own: RampageSheet, items: tuple[Item, ...]) -> str:
    """The burden as it slows: with anything big one goes as the Encumbered do."""
    laden = burden(own, items)
    big = any(
        i.place not in LAID_DOWN and i.kind in compendium.burdens() and compendium.burdens()[i.kind].big for i in items
    )
    return "encumbered" if big and laden != "too much" else laden


@executes(
    "rampage:movement.by-armor",
    "rampage:race.dwarf.slow",
    "rampage:race.gnome.slow",
    "rampage:race.halfling.slow",
    "rampage:class.jack.heavy-armor-move",
    "rampage:class.cleric.forbidden-armor-move",
)
@lru_cache(maxsize=4096)
def _armour_rate(items: tuple[Item, ...], slow: bool, classes: tuple[str, ...]) -> int:
    """The movement that the armour leaves, less for short legs and for armour one is not trained in."""
    rate, penalty = _RATES["light"][slow], 0
    for item in items:
        armour = compendium.armours().get(item.kind)
        if armour is not None and item.place in ("worn", "hand"):
            if not armour.shield:
                rate = _RATES[armour.weight][slow]
            if is_forbidden_armour(classes, item.kind):
                penalty = 3
    return rate - penalty


def wears_forbidden(own: RampageSheet, items: tuple[Item, ...]) -> bool:
    """Whether something worn or held is forbidden to the classes."""
    return any(
        i.place in ("worn", "hand") and i.kind in compendium.armours() and is_forbidden_armour(own.classes, i.kind)
        for i in items
    )


@executes(
    "rampage:combat.move.monsters",
    "rampage:movement.loaded",
    "rampage:movement.encumbered",
    "rampage:death.maimed.leg",
    "rampage:class.ability.speed.move",
)
def movement_in(creature: Creature) -> int:
    """Ruling: q.movement-floor, never below 0. Ruling: q.foot-without-wooden-foot, lame like one without a leg.
    Speed adds 2 inches at every load.
    """
    own = sheet(creature)
    if own.riding is not None:
        return ridden_in(own, own.riding)
    if not own.classes:
        return own.movement_in
    rate = _armour_rate(creature.items, compendium.races()[own.race].slow, own.classes)
    rate -= {"unloaded": 0, "loaded": 3, "encumbered": 6, "too much": rate}[slowed_by(own, creature.items)]
    rate -= own.movement_lost_in
    if has_special(own, "Speed"):
        rate += SPEED_IN
    if own.injuries:
        rate = _lame(own, creature.items, rate)
    return max(0, rate)


@executes("rampage:class.ability.speed.mount")
def ridden_in(own: RampageSheet, riding: Riding) -> int:
    """A rider goes as far as the mount, and with Speed 4 inches farther on a horse."""
    return riding.movement_in + (MOUNT_SPEED_IN if _has_fast_horse(own, riding) else 0)


def _has_fast_horse(own: RampageSheet, riding: Riding) -> bool:
    return has_special(own, "Speed") and "horse" in riding.kind


def behind_riding(creature: Creature) -> tuple[str, ...]:
    """Behind how far a rider goes."""
    own = sheet(creature)
    fast = own.riding is not None and _has_fast_horse(own, own.riding)
    return ("rampage:class.ability.speed.mount",) if fast else ()


@executes("rampage:death.maimed.leg", "rampage:death.maimed.foot")
def _lame(own: RampageSheet, items: tuple[Item, ...], rate: int) -> int:
    """Without a leg nobody goes farther than 6 inches; a wooden foot costs an inch, and no foot is like no leg."""
    foot = any("foot" in injury for injury in own.injuries)
    if foot and has_wooden_foot(items):
        rate -= 1
    elif foot:
        rate = min(rate, 6)
    return min(rate, 6) if any("leg" in injury for injury in own.injuries) else rate


def has_wooden_foot(items: tuple[Item, ...]) -> bool:
    return any(i.kind == "wooden-foot" and i.place != "ground" for i in items)


def wears_plate(creature: Creature) -> bool:
    known = compendium.armours()
    return any(i.place == "worn" and i.kind in known and known[i.kind].weight == "plate" for i in creature.items)
