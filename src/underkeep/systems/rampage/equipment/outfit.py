"""Gear by name, what a newcomer buys, and where each thing is carried."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError, one
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Armour, Gear, Weapon
from underkeep.systems.rampage.basics.sheet import BULK
from underkeep.systems.rampage.characters.classes import hands_for, why_not_use
from underkeep.world.gear import Item

COMMON_PACKAGE = ("clothing", "belt", "scabbards", "money-pouch", "boots", "backpack", "large-sack")
HANDFULS = {"javelin": 3, "dart": 6, "burning-oil": 2, "cling-fire": 2, "flask-of-acid": 2, "stink-pot": 2}
_SHORT = {
    "chain": "chain-mail",
    "mail": "chain-mail",
    "padded": "gambeson",
    "plate-mail": "plate",
    "staff": "quarter-staff",
    "bow": "short-bow",
    "crossbow": "light-crossbow",
    "ax": "battle-ax",
    "two-hander": "two-handed-sword",
    "2-handed-sword": "two-handed-sword",
    "pick": "military-pick",
    "pole": "ten-foot-pole",
    "fist": "punch",
    "no-armour": "clothing",
    "clothes": "clothing",
}


def handful(kind: str) -> int:
    """How many of a thing are had at once."""
    return HANDFULS.get(kind) or compendium.gear()[kind].bundle


def cost_sp(kind: str) -> int:
    """What so many cost."""
    return compendium.gear()[kind].cost_sp * HANDFULS.get(kind, 1)


def find_gear(text: str) -> str:
    """The id of a thing, forgiving case, spaces, plurals, "axe" and unique beginnings."""
    names = {**{kind: kind for kind in compendium.gear()}, **_SHORT}
    return content.look_up(text.lower().replace("axe", "ax"), names, "Rampage", "sword, plate, shield or short-bow")


@executes("rampage:combat.ac.two-handed-no-shield", "rampage:equipment.large-weapon-carry")
def equip(kinds: tuple[str, ...], race: str, size: str) -> tuple[Item, ...]:
    """The first weapon goes in the hand, the others to the belt; the first armour is worn. A shield is held if a hand
    is free for it, and slung if the weapon in hand needs both but another needs one.
    """
    items: list[Item] = []
    if any(k in compendium.burdens() and compendium.burdens()[k].hands for k in kinds):
        return _with_full_hands(kinds, race, size)
    weapons = [k for k in kinds if isinstance(compendium.gear()[k], Weapon)]
    hands = {k: hands_for(race, compendium.weapons()[k]) for k in weapons}
    armoured, focussed = False, any(is_focus(k) for k in kinds)
    for kind in kinds:
        thing = compendium.gear()[kind]
        place = "pack"
        if isinstance(thing, Weapon):
            place = "hand" if kind == weapons[0] and not any(i.kind == kind for i in items) else "belt"
            if focussed and "fast-draw" in thing.qualities:
                place = "belt"
            if place == "belt" and BULK[thing.size] > BULK[size]:
                raise UnderkeepError(f"{one(thing.name)} is too large to carry beside another weapon.")
        elif isinstance(thing, Armour) and thing.shield:
            if weapons and all(h == 2 for h in hands.values()):
                first = compendium.weapons()[weapons[0]].name
                raise UnderkeepError(f"{one(first)} takes both hands, so it cannot go with a {thing.name}.")
            place = "hand" if not weapons or hands[weapons[0]] == 1 else "pack"
        elif isinstance(thing, Armour):
            place = "pack" if armoured else "worn"
            armoured = True
        elif is_focus(kind):
            place = "hand"
        items.append(Item(kind, thing.name, place, handful(kind)))
    return tuple(items)


def is_focus(kind: str) -> bool:
    """Whether a mage casts by it."""
    thing = compendium.gear().get(kind)
    return isinstance(thing, Gear) and thing.focus


@executes("rampage:combat.pavis.carry")
def _with_full_hands(kinds: tuple[str, ...], race: str, size: str) -> tuple[Item, ...]:
    """What needs both hands leaves the weapons at the belt and the shield in the pack."""
    items = []
    burdens = {k for k in kinds if k in compendium.burdens() and compendium.burdens()[k].hands}
    for item in equip(tuple(k for k in kinds if k not in burdens), race, size):
        thing = compendium.gear()[item.kind]
        if item.place == "hand" and isinstance(thing, Weapon) and BULK[thing.size] > BULK[size]:
            raise UnderkeepError(f"{one(thing.name)} is too large to carry with both hands full.")
        stowed = "belt" if isinstance(thing, Weapon) else "pack"
        items.append(replace(item, place=stowed) if item.place == "hand" else item)
    return (*(Item(k, compendium.gear()[k].name, "hand") for k in kinds if k in burdens), *items)


def why_not_carry(kinds: tuple[str, ...], race: str, classes: tuple[str, ...]) -> str:
    """The sentence against one of this race and class having all of this, or nothing."""
    for kind in kinds:
        why = why_not_use(race, classes, kind)
        if why is not None:
            return f"{why[0]}."
    try:
        equip(kinds, race, compendium.races()[race].size)
    except UnderkeepError as error:
        return str(error)
    return ""


@executes("rampage:creation.buy-equipment", "rampage:creation.jack-gear", "rampage:creation.fighter-gear")
def buy(classes: tuple[str, ...], race: str, money_sp: int) -> tuple[tuple[str, ...], int]:
    """Of each line of the class's kit the first thing that the money and the rules allow, and the money left."""
    bought: list[str] = []
    kinds = [compendium.classes()[name] for name in classes]
    casts_bare = any(kind.type == "mage" for kind in kinds)
    size = compendium.races()[race].size
    for line in kinds[0].kit:
        for kind in line:
            thing, cost = compendium.gear()[kind], cost_sp(kind)
            if cost > money_sp or why_not_use(race, classes, kind) is not None:
                continue
            if isinstance(thing, Armour) and (casts_bare or (thing.shield and not _has_free_hand(bought, race))):
                continue
            if isinstance(thing, Weapon) and bought and BULK[thing.size] > BULK[size]:
                continue
            if not bought and isinstance(thing, Weapon) and hands_for(race, thing) > thing.hands:
                continue
            bought.append(kind)
            money_sp -= cost
            break
    return tuple(bought), money_sp


def _has_free_hand(bought: list[str], race: str) -> bool:
    weapons = compendium.weapons()
    held = [k for k in bought if k in weapons][:1]
    return all(hands_for(race, weapons[k]) == 1 for k in held)


@executes("rampage:creation.common-gear")
def common_package() -> tuple[Item, ...]:
    """What everybody starts with for nothing: one of each, but two sets of clothing and two sacks."""
    known, pairs = compendium.gear(), ("clothing", "large-sack")
    return tuple(Item(kind, known[kind].name, "pack", 2 if kind in pairs else 1) for kind in COMMON_PACKAGE)


@executes(
    "rampage:creation.cleric-gear",
    "rampage:creation.cleric-gear-items",
    "rampage:creation.mage-gear",
    "rampage:creation.druid-nothing",
    "rampage:class.ability.blade-of-doom.type",
    "rampage:class.ravager.blade-of-death",
    "rampage:creation.warlock-mark",
)
def gifts(classes: tuple[str, ...], blade: str) -> tuple[str, ...]:
    """What the classes give for nothing: a grimoire, a holy symbol, a blade. A Warlock's mark is no thing."""
    free = [gift for name in classes for gift in compendium.classes()[name].gifts]
    demonic = ("blade-of-doom", "blade-of-death")
    return tuple(gift.replace("blade", "ax") if gift in demonic and blade == "ax" else gift for gift in free)
