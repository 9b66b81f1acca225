"""What magic that is worn, held or drunk changes of a body: Armour Class, saves, strength, attacks, speed."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import (
    DISPLACED,
    GASEOUS,
    GIANT_STRONG,
    HEROIC,
    INVULNERABLE,
    MIGHTY,
    OGRE_STRONG,
    PROTECTED,
    SHELTERING,
    SWIFT,
    VULNERABLE,
    WEAKENED,
)
from underkeep.systems.ose.monsters.listings import thac0_by_hit_dice
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State

GAS_AC = -2
INVULNERABILITY = 2
DISPLACED_AGAINST = ("paralysis", "spells", "wands")
_ALWAYS = "ose:magic-item.use.always-active"


@executes("ose:magic-item.use.always-active", "ose:magic-item.ring.active")
def armour_class(creature: Creature, ac: int) -> int:
    """A ring of protection and the like count always; a cloud of gas has its own."""
    if has(creature, GASEOUS):
        return GAS_AC
    ring = creature.condition(PROTECTED)
    ac -= ring.level if ring is not None else 0
    return ac - INVULNERABILITY * (has(creature, INVULNERABLE) - has(creature, VULNERABLE))


@executes("ose:magic-item.use.always-active", "ose:magic-item.ring.active")
def saves(creature: Creature, category: str) -> tuple[Modifier, ...]:
    """What such magic adds to a saving throw."""
    found = []
    ring = creature.condition(PROTECTED)
    if ring is not None:
        found.append(Modifier(PROTECTED, ring.level))
    cloak = creature.condition(DISPLACED)
    if cloak is not None and category in DISPLACED_AGAINST:
        found.append(Modifier(DISPLACED, cloak.level))
    for name, sign in ((INVULNERABLE, 1), (VULNERABLE, -1)):
        if has(creature, name):
            found.append(Modifier(name, sign * INVULNERABILITY))
    return tuple(found)


@executes("ose:magic-item.use.always-active")
def sheltered(state: State, creature: Creature, amount: int) -> tuple[Modifier, ...]:
    """What a ring on a friend beside somebody changes: an attack for the worse, a save for the better."""
    if creature.at is None or has(creature, PROTECTED):
        return ()
    friends = (c for c in state.creatures.values() if c.conditions and c.side == creature.side and c.is_up)
    wearers = [c.at for c in friends if has(c, SHELTERING) and c.at is not None]
    return (Modifier(SHELTERING, amount),) if any(distance(at, creature.at) <= 1 for at in wearers) else ()


@executes("ose:magic-item.use.always-active")
def strength(creature: Creature) -> int:
    """The Strength that counts: what gauntlets give, or a ring takes."""
    own = sheet(creature).abilities["STR"]
    for name in (WEAKENED, OGRE_STRONG) if creature.conditions else ():
        magic = creature.condition(name)
        if magic is not None:
            return magic.level
    return own


@executes("ose:magic-item.use.always-active")
def thac0(creature: Creature) -> int:
    """As well as a giant fights who wears its girdle, and as somebody of more levels who drank heroism."""
    own = sheet(creature)
    if not creature.conditions:
        return own.thac0
    best = own.thac0
    girdle, hero = creature.condition(GIANT_STRONG), creature.condition(HEROIC)
    if girdle is not None and girdle.level:
        best = min(best, thac0_by_hit_dice(str(girdle.level)))
    if hero is not None:
        best = min(best, _heroic_thac0(own.character_class, own.level + hero.level))
    return best


def _heroic_thac0(class_id: str, level: int) -> int:
    own = compendium.classes().get(class_id) or compendium.classes()["fighter"]
    return own.levels[min(level, len(own.levels)) - 1].thac0


def damage_times(creature: Creature) -> int:
    """How many times the damage of a blow counts."""
    times = 2 if has(creature, GIANT_STRONG) else 1
    mighty = creature.condition(MIGHTY)
    return times * (mighty.level if mighty is not None else 1)


def base_feet(creature: Creature, feet: int) -> int:
    """The base movement rate with boots that lend speed."""
    boots = creature.condition(SWIFT) if creature.conditions else None
    return max(feet, boots.level) if boots is not None else feet
