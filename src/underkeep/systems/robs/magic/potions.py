"""Potions, and holy water, which is thrown."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks import damage, defence
from underkeep.systems.robs.attacks.attacks import own_modifiers
from underkeep.systems.robs.attacks.poison import NO_SAVE, SAVES, is_proof, resist
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.numbers import decided_by, roll_dhl
from underkeep.systems.robs.basics.potion_listings import Mana, Mend, Numb, PotionEffect, Raise, Splash, Venom
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import NUMB
from underkeep.systems.robs.basics.traits import Undead, trait
from underkeep.systems.robs.checks.healing import heal
from underkeep.systems.robs.equipment.arms import Arm
from underkeep.systems.robs.magic import items, spells
from underkeep.systems.robs.magic.spell_effects import MINUTE
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Harmed, SheetChanged
from underkeep.world.fight import Spent
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State, square_of

MANA_POTIONS = "mana-potions"
RAISED = "raised "
SPAN = 10 * MINUTE
THROW_METRES = 10
VIAL = Arm("holy-water", "Vial of holy water", 0, muscle=False)
_HOLY = ("robs:spell.holy-water.damage", "robs:magic-item.holy-water")


class Quaff(Action, frozen=True):
    """Drink a potion."""

    actor: str
    item: str


class SplashWater(Action, frozen=True):
    """Throw a vial of holy water at somebody."""

    actor: str
    target: str
    item: str


class PotionDrunk(Note, frozen=True):
    creature: str
    name: str


EVENTS: tuple[type[Event], ...] = (PotionDrunk,)


class Draught(NamedTuple):
    drinker: str
    kind: str


effects: Effects[Draught] = Effects(PotionEffect)


def potion_of(item: Item) -> PotionEffect | None:
    found = compendium.sundries().get(item.kind)
    return found.potion if found is not None else None


def draughts(state: State, creature: Creature) -> list[Action]:
    """Every potion that somebody carries."""
    return [
        Quaff(creature.id, item.id)
        for item in creature.items
        if (found := potion_of(item)) is not None and not isinstance(found, Splash)
    ]


def listed(state: State) -> list[Action]:
    return [action for creature in state.marchers() for action in draughts(state, creature)]


def throws(state: State, creature: Creature) -> list[Action]:
    """Every foe in reach of a vial of holy water."""
    vial = next((i for i in creature.items if isinstance(potion_of(i), Splash)), None)
    if vial is None or state.grid is None:
        return []
    at = square_of(creature)
    return [
        SplashWater(creature.id, foe.id, vial.id)
        for foe in state.enemies_of(creature)
        if foe.at is not None
        and distance(at, foe.at) * SQUARE_METRES <= THROW_METRES
        and in_sight(state.grid, at, foe.at)
    ]


def why_not(state: State, action: Quaff) -> Refusal | None:
    creature = state.creatures.get(action.actor)
    item = creature.item(action.item) if creature is not None else None
    if creature is None or item is None or action not in draughts(state, creature):
        return Refusal("There is no such potion to drink.", "robs:magic-item.potion.list")
    return items.why_not_for(state, creature, item)


@executes("robs:magic-item.potion.form", "robs:magic-item.potion.list")
def drink(do: Resolution, action: Quaff) -> None:
    """A few sips, and it works at once; in a fight it is all one does."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    found = compendium.sundries()[item.kind]
    assert found.potion is not None
    if do.state.fight is not None:
        do.emit(Spent(creature.id, "act", rule=("robs:combat.round.phases",)))
    rule = ("robs:magic-item.potion.list", "robs:magic-item.potion.form", *compendium.rules_of(found.rule))
    do.emit(ItemsChanged(creature.id, fewer(creature.items, item.id), "drank", part(item, 1), rule=rule))
    do.emit(PotionDrunk(creature.id, item.name, rule=rule))
    effects.carry_out(do, Draught(creature.id, item.kind), found.potion)


@executes("robs:magic-item.potion.cure", "robs:magic-item.potion.healing")
@effects(Mend)
def mend(do: Resolution, at: Draught, effect: Mend) -> None:
    """As the spell heals."""
    amount = do.roll_total(parse(effect.amount), f"potion of {at.drinker}").total
    heal(do, at.drinker, amount, compendium.rules_of(compendium.sundries()[at.kind].rule))


@executes("robs:magic-item.potion.mana", "robs:magic.mana-potions")
@effects(Mana)
def restore(do: Resolution, at: Draught, effect: Mana) -> None:
    """So many spell levels come back, where the campaign has such potions at all."""
    if MANA_POTIONS not in do.state.switches:
        return
    amount = do.roll_total(parse(effect.amount), f"potion of {at.drinker}").total
    rule = ("robs:magic-item.potion.mana", "robs:magic.mana-potions")
    spells.regain(do, do.state.creatures[at.drinker], amount, "a potion", rule)


@executes("robs:magic-item.potion.pain-killer")
@effects(Numb)
def numb(do: Resolution, at: Draught, effect: Numb) -> None:
    """Lesser wounds trouble one less for a while."""
    spans = do.roll_total(parse(effect.amount), f"potion of {at.drinker}").total
    rule = ("robs:magic-item.potion.pain-killer",)
    do.emit(ConditionGained(at.drinker, Condition(NUMB, do.state.now + spans * SPAN), rule=rule))


@executes("robs:magic-item.potion.attribute")
@effects(Raise)
def raise_attribute(do: Resolution, at: Draught, effect: Raise) -> None:
    """One attribute is 1 higher for a while; a second draught of the same only lasts longer."""
    drinker = do.state.creatures[at.drinker]
    spans = do.roll_total(parse(effect.amount), f"potion of {at.drinker}").total
    rule = ("robs:magic-item.potion.attribute",)
    if drinker.condition(RAISED + effect.attribute) is None:
        _change(do, drinker, effect.attribute, 1, rule)
    until = do.state.now + spans * SPAN
    do.emit(ConditionGained(at.drinker, Condition(RAISED + effect.attribute, until), rule=rule))


def _change(do: Resolution, creature: Creature, attribute: str, by: int, rule: tuple[str, ...]) -> None:
    own = sheet(creature)
    changed = replace(own, attributes={**own.attributes, attribute: own.attributes[attribute] + by})
    do.emit(SheetChanged(creature.id, changed, "a potion", rule=rule))


@executes("robs:magic-item.potion.attribute")
def on_ended(do: Resolution, event: ConditionEnded) -> None:
    """When a potion wears off the attribute is what it was."""
    if event.name.startswith(RAISED):
        creature = do.state.creatures[event.creature]
        _change(do, creature, event.name.removeprefix(RAISED), -1, ("robs:magic-item.potion.attribute",))


@executes("robs:magic-item.potion.poison")
@effects(Venom)
def poison(do: Resolution, at: Draught, effect: Venom) -> None:
    """What it does the referee says: usually 1d6, half of it for who makes a Good CON check."""
    if is_proof(do, at.drinker):
        return
    rule = "robs:magic-item.potion.poison"
    strength = do.ruling(rule, ("1d3", "1d6", "2d6"), "1d6", at.drinker)
    amount = do.roll_total(parse(strength), f"poison of {at.drinker}").total
    save = do.ruling("robs:hazard.poison.save", tuple(SAVES), "a Good save", at.drinker)
    if save != NO_SAVE and resist(do, at.drinker, "poison", SAVES[save]):
        amount //= 2
    if amount:
        left = do.state.creatures[at.drinker].hp - amount
        do.emit(Harmed(at.drinker, amount, left, "", "poison", rule=(rule,)))


@effects(Splash)
def no_drink(do: Resolution, at: Draught, effect: Splash) -> None:
    """Holy water does nothing to who drinks it."""


@executes("robs:spell.holy-water.damage", "robs:magic-item.holy-water")
def splash(do: Resolution, action: SplashWater) -> None:
    """A roll to hit, and 1d6 to an undead, Scale and armour protecting as usual; to others nothing."""
    attacker, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    item = attacker.item(action.item)
    assert item is not None
    effect = potion_of(item)
    assert isinstance(effect, Splash)
    do.emit(Spent(attacker.id, "act", rule=("robs:combat.round.phases",)))
    do.emit(ItemsChanged(attacker.id, fewer(attacker.items, item.id), "splashed", part(item, 1), rule=_HOLY))
    parts = own_modifiers(do.state, attacker, VIAL, 0)
    needed = defence.difficulty(do.state, attacker, target, VIAL, True)
    roll = roll_dhl(do, f"vial of {attacker.id} at {target.id}", parts, needed, by=attacker)
    do.emit(AttackRolled(attacker.id, target.id, VIAL.name, roll, bool(roll.success), rule=(*_HOLY, *decided_by(roll))))
    if not roll.success:
        return
    if trait(sheet(target).traits, Undead) is None:
        shown = Roll("damage", (), 0, ())
    else:
        dealt = do.roll_total(parse(effect.amount), f"holy water on {target.id}")
        worn = (*damage.armour_defence(target), *damage.shield_defence(do, attacker, target))
        every = (Modifier("holy water", dealt.total), *worn, *damage.scale_factors(do.state, attacker, target))
        amount = max(0, sum(m.amount for m in every))
        shown = Roll("damage", dealt.faces, amount, tuple(m for m in every if m.amount))
    do.emit(DamageRolled(attacker.id, target.id, VIAL.name, shown, rule=_HOLY))
    if shown.total:
        left = do.state.creatures[target.id].hp - shown.total
        do.emit(Harmed(target.id, shown.total, left, attacker.id, "holy", rule=_HOLY))
