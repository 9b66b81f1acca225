"""Which rules stand behind a roll: named on its fact, where they took part in it. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.event import Modifier, Roll
from underkeep.systems.rampage.attacks.field import FLEEING, body, field
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Weapon
from underkeep.systems.rampage.basics.sheet import BULK, bulk, sheet
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.world.creature import Creature
from underkeep.world.state import State

_TO_HIT = {
    "level": ("combat.level-modifiers",),
    "hit dice": ("combat.level-modifiers",),
    "AC beyond the table": ("combat.attack.negative-ac",),
    "short range": ("combat.attack.range",),
    "long range": ("combat.attack.range",),
    "over heads": ("combat.missile.overhead-penalty", "combat.missile.overhead"),
    "lost eye": ("death.maimed.eye",),
    "training": ("downtime.weapon-training",),
    "halfling": ("race.halfling.missile-bonus",),
    "Swordsman": ("class.ability.swordsman",),
    "mighty blow": ("class.fighter.mighty-blow",),
    "deadly": ("class.ability.deadly-attack",),
    "careful aim": ("class.ability.careful-aim",),
}


_DAMAGE = {
    "Swordsman": "class.ability.swordsman",
    "rage": "class.berserker.rage-damage",
    "mighty blow": "class.fighter.mighty-blow",
}


def _full(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"rampage:{id}" for id in ids)


def to_hit(attacker: Creature, target: Creature, roll: Roll, side: str, stunt: bool) -> tuple[str, ...]:
    """Behind an attack roll: what changed the die, and what the target has for armour."""
    own = sheet(attacker)
    found: list[str] = []
    for source, amount in roll.modifiers:
        found += _TO_HIT.get(source, ())
        if source == "DEX":
            jack = amount == 2 and has_type(own.classes, "jack")
            found.append("abilities.dex." + ("low" if amount < 0 else "jack-17" if jack else "high"))
        elif source == "forbidden weapon":
            found += [
                f"class.{kind}.forbidden-weapon" for kind in ("cleric", "jack", "mage") if has_type(own.classes, kind)
            ]
        elif source == "target prone" and amount < 0:
            found.append("combat.prone.missile")
    if target.conditions and target.condition(FLEEING) is not None and side == "rear":
        found.append("combat.rear.on-fleeing")
    if not stunt:
        found += _armour(target, side != "front")
    return _full(found)


def _armour(target: Creature, ignores_shield: bool) -> list[str]:
    known = compendium.armours()
    found = []
    if any(i.place == "worn" and not i.broken and i.kind in known for i in target.items):
        found.append("combat.ac.values")
    if compendium.shield_of(target.items) is not None and not ignores_shield:
        found.append("combat.ac.shield")
    return found


def damage(attacker: Creature, modifiers: Iterable[Modifier], side: str, multiplier: int) -> tuple[str, ...]:
    """Behind damage: strength, training, and what multiplies a blow from behind."""
    own, found = sheet(attacker), []
    for source, amount in modifiers:
        if source == "STR":
            found.append(
                "abilities.str." + ("low-damage" if amount < 0 else "fighter-17" if amount == 2 else "high-damage")
            )
        elif source == "fighter":
            found.append("class.fighter.bonus-damage")
            found += ["class.multi.all-abilities"] if len(own.classes) > 1 else []
        elif source in _DAMAGE:
            found.append(_DAMAGE[source])
        elif source == "demonic blade":
            found.append(
                "class.ravager.blade-magic" if "ravager" in own.classes else "class.ability.blade-of-doom.magic"
            )
    if side == "rear" and multiplier > 1:
        found += ["class.jack.back-stab-damage", "class.jack.back-stab-when"] if has_type(own.classes, "jack") else []
        found += ["class.ravager.back-stabber"] if "ravager" in own.classes else []
    return _full(found)


def number_of_attacks(attacker: Creature, foes: Iterable[Creature], count: int) -> tuple[str, ...]:
    """Behind the number of blows of a round."""
    own, foes = sheet(attacker), list(foes)
    if not own.classes:
        return ()
    kinds = [compendium.classes()[name] for name in own.classes]
    found = ["combat.rampage.each-round"] if count > 1 else []
    if all(kind.rampage == "none" for kind in kinds):
        return _full(["combat.rampage.none"])
    for kind in kinds:
        if kind.rampage == "full" and count > 1:
            found += ["combat.rampage.fighter", "class.fighter.rampage"]
            found += ["class.berserker.improved-rampage"] if kind.rampage_levels else []
        elif kind.rampage not in ("full", "none") and count > 1:
            found += ["combat.rampage.lesser", f"class.{kind.type}.lesser-rampage"]
    highest = max((sheet(foe).hd for foe in foes), default=1.0)
    if count > max(1, int(own.level // highest)):
        found.append("class.fighter.min-attacks")
    if any(sheet(foe).classes for foe in foes):
        found.append("combat.rampage.level-as-hd")
    if any(sheet(foe).plus > 0 and sheet(foe).hd == highest for foe in foes):
        found.append("combat.rampage.ignore-plus")
    return _full([*found, *(["combat.rampage.half-hd"] if highest < 1 else [])])


def fast_weapon(weapon: Weapon | None, is_faster: bool) -> tuple[str, ...]:
    """Behind the blow more of a small weapon, or that claws and fists have none."""
    if not is_faster:
        return ()
    if weapon is None or "natural" in weapon.qualities:
        return ("rampage:combat.fast-weapon.crafted-only",)
    return ("rampage:combat.fast-weapon.small" if weapon.size == "S" else "rampage:combat.fast-weapon.medium",)


def arrival(state: State, mover: Creature) -> tuple[str, ...]:
    """Behind the end of a move: whose zone holds it, or that the tiny have none."""
    foes, here = field(state).foes(mover.side), body(field(state).grid, mover)
    found = ["combat.move.zoc"] if foes.zones & here else []
    found += ["combat.melee.close-large"] if foes.beside_large & here else []
    tiny = [foe for foe in foes.creatures if bulk(foe) < BULK["S"]]
    if any(foe.steps_to(mover) == 1 for foe in tiny):
        found.append("combat.move.tiny")
    return _full(found)
