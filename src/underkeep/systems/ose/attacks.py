"""Attack rolls and damage."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.event import Action, Modifier
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose import compendium
from underkeep.systems.ose.abilities import modifier
from underkeep.systems.ose.armour import armour_class
from underkeep.systems.ose.compendium import Weapon
from underkeep.systems.ose.sheet import sheet
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Died, Harmed
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.grid import distance, feet, in_sight
from underkeep.world.state import State, square_of

NATURAL = "natural attacks"
PLAIN_DAMAGE = parse("1d6")


@lru_cache(maxsize=4096)
def in_hand(items: tuple[Item, ...]) -> tuple[tuple[str, Weapon], ...]:
    """The weapons a creature holds, by kind."""
    weapons = compendium.weapons()
    return tuple((i.kind, weapons[i.kind]) for i in items if i.place == "hand" and not i.broken and i.kind in weapons)


def is_slow(creature: Creature) -> bool:
    """ose:combat.initiative.slow-weapons"""
    return any(weapon.is_slow for _, weapon in in_hand(creature.items))


def attack_number(thac0: int, armour_class: int, switches: tuple[str, ...]) -> int:
    """ose:combat.matrix.lookup, combat.thac0.direct

    The roll needed: on the matrix it is held between 2 and 20.
    """
    needed = thac0 - armour_class
    return needed if "thac0-direct" in switches or "ascending-ac" in switches else min(20, max(2, needed))


def listed(state: State, actor: Creature, phase: str) -> tuple[Action, ...]:
    """Every attack on every target that the step allows."""
    at = square_of(actor)
    x, y = at
    weapons = in_hand(actor.items)
    targets = [c for c in state.creatures.values() if c.side != actor.side and c.status == "up" and c.at is not None]
    if phase == "melee":
        near = [t.id for t in targets if -1 <= t.at[0] - x <= 1 and -1 <= t.at[1] - y <= 1]  # type: ignore[index]
        kinds = [kind for kind, weapon in weapons if weapon.is_melee] if weapons else [NATURAL]
        return tuple(Attack(actor.id, id, kind) for id in near for kind in kinds)
    return tuple(
        Attack(actor.id, t.id, kind)
        for kind, weapon in weapons
        if weapon.range is not None
        for t in targets
        if 1 < (d := distance(at, square_of(t))) and feet(d) <= weapon.range.long_feet
        if state.grid is None or in_sight(state.grid, at, square_of(t))
    )


def why_not(state: State, actor: Creature, action: Attack, phase: str) -> Refusal | None:
    if action.target not in state.creatures:
        return Refusal(f"There is no creature {action.target}.")
    if action in listed(state, actor, phase):
        return None
    rule = "ose:combat.melee.distance" if phase == "melee" else "ose:combat.missile.range"
    return Refusal(f"{actor.name} cannot attack {state.creatures[action.target].name} with {action.weapon}.", rule)


def attack(do: Resolution, action: Attack) -> None:
    """ose:combat.attack.per-round"""
    do.emit(Spent(action.actor, "attack", rule=("ose:combat.attack.per-round",)))
    actor = do.state.creatures[action.actor]
    if action.weapon == NATURAL:
        for line in sheet(actor).attacks:
            for _ in range(line.count):
                if do.state.creatures[action.target].status == "up":
                    strike(do, actor.id, action.target, line.name, parse(line.damage), (), ())
        return
    weapon = compendium.weapons()[action.weapon]
    own = sheet(actor)
    is_melee = distance(square_of(actor), square_of(do.state.creatures[action.target])) <= 1
    to_hit: tuple[Modifier, ...] = ()
    to_damage: tuple[Modifier, ...] = ()
    if own.abilities:
        strength = modifier(own.abilities["STR"])
        to_damage = (Modifier("STR", strength),) if is_melee else ()
        to_hit = (Modifier("STR", strength),) if is_melee else (Modifier("DEX", modifier(own.abilities["DEX"])),)
    damage = weapon.damage if "variable-weapon-damage" in do.state.switches or not own.abilities else PLAIN_DAMAGE
    strike(do, actor.id, action.target, weapon.name, damage, to_hit, to_damage)


def strike(
    do: Resolution,
    attacker: str,
    target: str,
    weapon: str,
    damage: Expr,
    to_hit: tuple[Modifier, ...],
    to_damage: tuple[Modifier, ...],
) -> None:
    """ose:combat.attack.procedure, combat.attack.natural, combat.damage.minimum"""
    state = do.state
    defender = state.creatures[target]
    needed = attack_number(sheet(state.creatures[attacker]).thac0, armour_class(defender), state.switches)
    roll = do.roll(1, 20, f"attack of {attacker} on {target}", to_hit, needed)
    face = roll.faces[0]
    hit = face == 20 or (face != 1 and roll.total >= needed)
    do.emit(AttackRolled(attacker, target, weapon, roll, hit, rule=("ose:combat.attack.procedure",)))
    if not hit:
        return
    blow = do.roll_total(damage, f"damage of {attacker}", to_damage)
    do.emit(DamageRolled(attacker, target, weapon, blow, rule=("ose:combat.damage.pc",)))
    amount = max(1, blow.total)
    do.emit(Harmed(target, amount, max(0, defender.hp - amount), attacker, rule=("ose:damage.hp-pool",)))


def fall(do: Resolution, harmed: Harmed) -> None:
    """ose:death.zero-hp, death.zero-hp.character

    At 0 hit points a creature is dead; in a simultaneous step, when the step ends.
    """
    fight = do.state.fight
    together = fight is not None and fight.begun and fight.step.together
    if do.state.creatures[harmed.creature].hp <= 0 and not together:
        do.emit(Died(harmed.creature, rule=("ose:death.zero-hp",)))
