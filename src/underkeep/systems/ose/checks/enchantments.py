"""What magic on a creature changes: attacks, damage, saves, morale, armour class, who can see it and strike it.

Spells do not add up on one ability; on different abilities, and with magic items, they do.
"""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.conditions import (
    ALOFT,
    BLIND,
    CIRCLED,
    CLUMSINESS,
    DARKENED,
    FLYING,
    HIDDEN,
    ILL_LUCK,
    INVISIBLE,
    LEVITATING,
    LIFTED,
    MISSILE_PROOF,
    PROJECTING,
    SILENCED,
    SWARMED,
    UTTERLY_DARK,
    WASTING,
    has,
)
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import BARRED, CIRCLES
from underkeep.systems.ose.equipment.light import infravision_feet
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.traits import Echolocation
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature

BLESSED, BLIGHTED = "blessed", "blighted"
WARDED = "protected from evil"
SHIELDED = "shielded by magic"
MIRRORED = "among mirror images"
RESISTS = {"fire": "resisting fire", "cold": "resisting cold"}
SEES_INVISIBLE = "seeing the invisible"
DISFAVOURED = "out of favour"
UNSEEN_PENALTY = -4
_CIRCLE = "ose:magic-item.scroll.protection.circle"
SHIELD_AC = {"missile": 2, "melee": 4}
NORMAL = "normal "
"""What comes before `fire` and `cold` where they are not magical."""

_CHANGES: dict[str, dict[str, int]] = {
    BLESSED: {"attack": 1, "damage": 1, "morale": 1},
    BLIGHTED: {"attack": -1, "damage": -1, "morale": -1},
    WARDED: {"saves": 1},
    CIRCLED: {"saves": 1},
    ILL_LUCK: {"saves": -2},
    CLUMSINESS: {"attack": -4},
    WASTING: {"attack": -2},
}


_SPELLS = frozenset({*_CHANGES, *RESISTS.values()})


@lru_cache(maxsize=4096)
def _modifiers(names: tuple[str, ...], ability: str) -> tuple[Modifier, ...]:
    return not_stacked(tuple(Modifier(n, _CHANGES[n][ability]) for n in names if ability in _CHANGES.get(n, {})))


@executes("ose:magic.effect.same-ability")
def not_stacked(modifiers: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """Of several spells that better the same roll only the best counts, and of several that worsen it only the worst;
    what comes from elsewhere is added to that.
    """
    spells = [m for m in modifiers if m.source in _SPELLS]
    if len(spells) < 2:
        return modifiers
    best = max((m for m in spells if m.amount > 0), key=lambda m: m.amount, default=None)
    worst = min((m for m in spells if m.amount < 0), key=lambda m: m.amount, default=None)
    return tuple(m for m in modifiers if m.source not in _SPELLS or m in (best, worst))


@executes("ose:magic.effect.same-ability", "ose:magic.effect.different")
def spell_modifiers(creature: Creature, ability: str) -> tuple[Modifier, ...]:
    """What spells are worth on one ability, each ability for itself."""
    return _modifiers(tuple(c.name for c in creature.conditions), ability) if creature.conditions else ()


@executes(
    "ose:magic.effect.different", "ose:magic.effect.with-items", "ose:alignment.magic", "ose:magic.divine.faithful"
)
def attack_modifiers(attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """What magic on either adds to an attack roll. Protection from Evil is against those of another alignment."""
    found: tuple[Modifier, ...] = ()
    if attacker.conditions:
        found = spell_modifiers(attacker, "attack")
        disfavour = attacker.condition(DISFAVOURED)
        if disfavour is not None:
            found = (*found, Modifier(DISFAVOURED, -disfavour.level))
    if target.conditions:
        if ward_of(target) is not None and is_of_another_alignment(target, attacker):
            found = (*found, Modifier(WARDED, -1))
        if has(target, INVISIBLE) and not sees_the_invisible(attacker):
            found = (*found, Modifier("unseen", UNSEEN_PENALTY))
    return found


@executes("ose:alignment.magic")
def is_of_another_alignment(creature: Creature, other: Creature) -> bool:
    """Whether magic that looks at alignment tells the two apart."""
    return sheet(creature).alignment != sheet(other).alignment


@executes("ose:alignment.magic", "ose:magic.effect.same-ability")
def save_modifiers(creature: Creature, by: Creature | None) -> tuple[Modifier, ...]:
    """What spells do to a saving throw; Protection from Evil helps only against those of another alignment."""
    found = spell_modifiers(creature, "saves")
    if by is not None and is_of_another_alignment(creature, by):
        return found
    return tuple(m for m in found if m.source not in (WARDED, CIRCLED))


def ward_of(creature: Creature) -> Condition | None:
    """The protection from evil that somebody is under, of one's own or within a circle; it is whole at level 0."""
    return creature.condition(WARDED) or creature.condition(CIRCLED)


@executes("ose:magic.effect.different")
def shielded(target: Creature, armour_class: int, is_melee: bool) -> int:
    """The Shield spell makes AC 2 against missiles and 4 against everything else, unless it is better already."""
    if not has(target, SHIELDED):
        return armour_class
    return min(armour_class, SHIELD_AC["melee" if is_melee else "missile"])


@executes("ose:magic.effect.different")
def resisted(creature: Creature, amount: int, kind: str, faces: tuple[int, ...]) -> int:
    """Fire or cold is a point less for each die, but at least one a die; what is not magical does nothing at all."""
    plain = kind.removeprefix(NORMAL)
    if plain not in RESISTS or not has(creature, RESISTS[plain]):
        return amount
    if plain != kind:
        return 0
    return amount - sum(face > 1 for face in faces) if faces else max(1, amount - 1)


@executes("ose:magic.effect.different")
def resistance(creature: Creature, kind: str) -> tuple[Modifier, ...]:
    """A bonus of 2 on saves against what is resisted."""
    known = RESISTS.get(kind, "")
    return (Modifier(known, 2),) if known and has(creature, known) else ()


def sees_the_invisible(creature: Creature) -> bool:
    return has(creature, SEES_INVISIBLE) or finds_by_sound(creature)


@executes("ose:monster.stat-block")
def finds_by_sound(creature: Creature) -> bool:
    """Whether it needs no eyes, as long as it hears."""
    return creature.kind in _by_sound() and not has(creature, SILENCED)


@cache
def _by_sound() -> frozenset[str]:
    kinds = monsters().items()
    return frozenset(k for k, listing in kinds if any(isinstance(t, Echolocation) for t in listing.traits))


@executes("ose:combat.spell.line-of-sight")
def can_see(viewer: Creature, target: Creature) -> bool:
    """Whether a creature in plain view can be made out: not if it hides or is invisible, nor by the blind."""
    if viewer.conditions and is_blind(viewer):
        return viewer.id == target.id
    if not target.conditions or viewer.side == target.side:
        return True
    return not has(target, HIDDEN) and (not has(target, INVISIBLE) or sees_the_invisible(viewer))


@executes("ose:combat.blind")
def is_blind(creature: Creature) -> bool:
    """Blinded, amid a swarm, in magical darkness without infravision, or in one that defeats even that; those who go by
    their ears, in silence.
    """
    if creature.kind in _by_sound():
        return has(creature, SILENCED)
    if has(creature, BLIND) or has(creature, UTTERLY_DARK) or has(creature, SWARMED):
        return True
    return has(creature, DARKENED) and not infravision_feet(creature)


def is_enchanted(creature: Creature) -> bool:
    """Made or animated by magic, or harmed by nothing but magic."""
    listing = monsters().get(creature.kind)
    return listing is not None and (listing.constructed or listing.harmed_only_by == ("magic",))


@executes("ose:alignment.magic", "ose:magic-item.scroll.protection.circle", "ose:magic-item.scroll.protection.limits")
def why_not_strike(attacker: Creature, target: Creature, is_melee: bool) -> Refusal | None:
    """What magic keeps an attacker from attacking: a ward against enchanted creatures, a circle against its sort (but
    for missiles), height, not being seen.
    """
    if has(target, HIDDEN):
        return Refusal(f"{target.name} is nowhere to be seen.")
    if not is_melee:
        return None if can_see(attacker, target) else Refusal(f"{target.name} is nowhere to be seen.")
    if has(attacker, BARRED) and any(has(target, name) for name in CIRCLES.values()):
        return Refusal(f"{attacker.name} cannot come near {target.name}.", _CIRCLE)
    ward = ward_of(target)
    if ward is not None and not ward.level and is_enchanted(attacker):
        return Refusal(f"{attacker.name} cannot come near {target.name}.", "ose:alignment.magic")
    if is_out_of_reach(attacker, target):
        return Refusal(f"{target.name} is out of reach.", "ose:combat.melee.distance")
    return None


@executes("ose:combat.melee.distance")
def is_out_of_reach(attacker: Creature, target: Creature) -> bool:
    """Whether one hangs in the air and the other does not; those who fly come up or down to strike."""
    if has(target, ALOFT) or has(target, LIFTED):
        return not flies(attacker)
    return has(target, LEVITATING) != has(attacker, LEVITATING) and not (flies(attacker) or flies(target))


def flies(creature: Creature) -> bool:
    """By nature, or by magic."""
    listing = monsters().get(creature.kind)
    return (listing is not None and "flying" in listing.movement_feet) or has(creature, FLYING)


def hovers(creature: Creature) -> bool:
    """Whether magic holds somebody up."""
    return has(creature, LEVITATING) or has(creature, FLYING)


@executes("ose:magic.effect.different")
def stops_missiles(target: Creature) -> str:
    """The spell that makes missiles useless: one that stops them if they are not magical, or an image that is shot at
    in the caster's place.
    """
    return next((name for name in (MISSILE_PROOF, PROJECTING) if has(target, name)), "")


def spoil(do: Resolution, attacker: Creature, target: Creature) -> None:
    """What an attack gives away: the hidden and the invisible are seen, and a ward is broken against the enchanted."""
    for name in (HIDDEN, INVISIBLE, ALOFT):
        if has(attacker, name):
            do.emit(ConditionEnded(attacker.id, name))
    ward = ward_of(attacker)
    if ward is not None and not ward.level and is_enchanted(target):
        do.emit(ConditionGained(attacker.id, replace(ward, level=1)))


def lose_image(do: Resolution, target: Creature) -> bool:
    """Whether an attack went to one of the target's mirror images, which is gone then, hit or not."""
    images = target.condition(MIRRORED)
    if images is None:
        return False
    if images.level > 1:
        do.emit(ConditionGained(target.id, replace(images, level=images.level - 1)))
    else:
        do.emit(ConditionEnded(target.id, MIRRORED))
    return True
