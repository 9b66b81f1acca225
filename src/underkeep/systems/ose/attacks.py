"""Attacks: who may attack whom with what, and one attack from the choice to its end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from underkeep.kernel.event import Action, Event, Modifier
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose import compendium, conditions
from underkeep.systems.ose.abilities import modifier
from underkeep.systems.ose.arms import UNARMED, Shot, arms, lines_left
from underkeep.systems.ose.attack_rolls import Blow, cover, range_modifier, strike
from underkeep.systems.ose.monsters import AttackLine, BattleRage, Monster, is_person, monsters
from underkeep.systems.ose.sheet import sheet
from underkeep.systems.ose.special_attacks import after_hit, after_line, breathe, held
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import distance, feet
from underkeep.world.state import square_of

if TYPE_CHECKING:
    from underkeep.world.state import State

ATTACKED = "attack"
VARIABLE_DAMAGE = "variable-weapon-damage"
SUBDUING = "subduing"
PLAIN_DAMAGE = parse("1d6")
UNARMED_DAMAGE = parse("1d2")


class Subdue(Action, frozen=True):
    """Attack without the intent to kill."""

    actor: str
    target: str
    weapon: str


class AttacksMade(Event, frozen=True):
    """A creature used so many attacks of one kind on a target this round."""

    creature: str
    target: str
    attack: str
    count: int = 1

    def evolve(self, state: State) -> State:
        from msgspec.structs import replace

        fight = state.fight
        assert fight is not None
        used = (*fight.spent.get(self.creature, ()), on(self.target), *(self.attack,) * self.count)
        return replace(state, fight=replace(fight, spent={**fight.spent, self.creature: used}))


def on(target: str) -> str:
    return f"on {target}"


_PER_ROUND = ("ose:combat.attack.per-round",)


def attack(do: Resolution, action: Attack | Subdue) -> None:
    """ose:combat.attack.per-round, combat.attack.and-move

    Once a round with a weapon; a monster goes through its routine line by line.
    """
    actor, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    listing = monsters().get(actor.kind)
    subdues = isinstance(action, Subdue)
    if listing is not None:
        assert do.state.fight is not None
        spent = do.state.fight.spent.get(actor.id, ())
        for line, left in lines_left(listing, actor, spent):
            if line.name == action.weapon:
                natural_attack(do, listing, line, left, actor, target, subdues)
                return
    do.emit(AttacksMade(actor.id, target.id, ATTACKED, rule=_PER_ROUND))
    shot = arms(actor.items).missile.get(action.weapon)
    if shot is not None and distance(square_of(actor), square_of(target)) > 1:
        shoot(do, listing, shot, actor, target, subdues)
    else:
        melee(do, listing, action.weapon, actor, target, subdues)


def melee(do: Resolution, listing: Monster | None, kind: str, actor: Creature, target: Creature, subdues: bool) -> None:
    """ose:combat.damage.pc, combat.unarmed.attack, combat.unarmed.damage, abilities.str.melee"""
    variable = VARIABLE_DAMAGE in do.state.switches
    if listing is None:
        strength = sheet(actor).abilities["STR"]
        name, damage, rule, silver, mods = _character_melee(kind, strength, variable)
        to_hit, to_damage = mods, mods
    else:
        name, damage, rule, silver, to_damage = _monster_weapon(listing, kind)
        to_hit = _natural_modifiers(listing, actor, target, "")
    to_hit, to_damage = _in_water(do, actor, to_hit, to_damage)
    strike(do, Blow(actor.id, target.id, name, damage, rule, to_hit, to_damage, True, silver, subdues))


@lru_cache(maxsize=1024)
def _character_melee(
    kind: str, strength: int, variable: bool
) -> tuple[str, Expr, tuple[str, ...], bool, tuple[Modifier, ...]]:
    """ose:combat.damage.pc, combat.damage.variable, combat.unarmed.damage, abilities.str.melee"""
    bonus = modifier(strength)
    mods = (Modifier("STR", bonus),) if bonus else ()
    if kind == UNARMED:
        return UNARMED, UNARMED_DAMAGE, ("ose:combat.unarmed.damage",), False, mods
    weapon = compendium.weapons()[kind]
    if variable:
        return weapon.name.lower(), weapon.damage, ("ose:combat.damage.variable",), weapon.silver, mods
    return weapon.name.lower(), PLAIN_DAMAGE, ("ose:combat.damage.pc",), weapon.silver, mods


@lru_cache(maxsize=1024)
def _monster_weapon(listing_: Monster, kind: str) -> tuple[str, Expr, tuple[str, ...], bool, tuple[Modifier, ...]]:
    raise NotImplementedError
