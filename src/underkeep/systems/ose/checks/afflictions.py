"""What afflictions and a monster's nature change: its attacks, its saves, its Armour Class."""

from __future__ import annotations

from functools import cache, lru_cache

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.systems.ose.basics.conditions import BESET, BLISTERED, DANCING, ILL_FATED, NAUSEOUS
from underkeep.systems.ose.monsters.listings import Trait, monsters
from underkeep.systems.ose.monsters.traits import AttackPenalty, Flammable, SaveBonus
from underkeep.world.creature import Creature

_ON_ATTACKS = (BLISTERED, BESET, ILL_FATED, NAUSEOUS)
_ON_SAVES = (BESET,)
DANCERS_PENALTY = 4
CURSED_SAVES = 2


def traits(creature: Creature) -> tuple[Trait, ...]:
    listing = monsters().get(creature.kind)
    return listing.traits if listing is not None else ()


@executes("ose:monster.attacks.per-round")
def to_hit(creature: Creature) -> tuple[Modifier, ...]:
    """Blisters, nausea, spasms, a swarm about the head and a curse spoil an attack by as much as each is bad."""
    found = tuple(Modifier(c.name, -c.level) for c in creature.conditions if c.name in _ON_ATTACKS and c.level)
    return (*found, Modifier(DANCING, -DANCERS_PENALTY)) if creature.condition(DANCING) is not None else found


@executes("ose:monster.attacks.per-round")
def ac_worse(creature: Creature) -> int:
    """Whoever dances is easier to hit."""
    return DANCERS_PENALTY if creature.condition(DANCING) is not None else 0


@executes("ose:monster.saves.save-as")
def to_saves(creature: Creature, category: str, against: str) -> tuple[Modifier, ...]:
    """What resists magic by nature, what burns easily, and who is beset or cursed."""
    found = _natural(creature.kind, category, against)
    if not creature.conditions:
        return found
    beset = tuple(Modifier(c.name, -c.level) for c in creature.conditions if c.name in _ON_SAVES)
    cursed = creature.condition(ILL_FATED)
    return (*found, *beset, *((Modifier(ILL_FATED, -CURSED_SAVES),) if cursed is not None and cursed.level else ()))


@lru_cache(maxsize=4096)
def _natural(kind: str, category: str, against: str) -> tuple[Modifier, ...]:
    listing = monsters().get(kind)
    if listing is None:
        return ()
    found = [Modifier("nature", t.amount) for t in listing.traits if isinstance(t, SaveBonus) and _is_for(t, category)]
    burns = [Modifier("nature", -t.penalty) for t in listing.traits if isinstance(t, Flammable) and against == "fire"]
    return (*found, *burns)


def _is_for(trait: SaveBonus, category: str) -> bool:
    return trait.against in ("", category)


@executes("ose:monster.attacks.per-round")
@cache
def clumsiness(kind: str) -> tuple[Modifier, ...]:
    """What its nature costs a monster on every attack."""
    listing = monsters().get(kind)
    found = listing.traits if listing is not None else ()
    return tuple(Modifier("nature", -t.penalty) for t in found if isinstance(t, AttackPenalty))
