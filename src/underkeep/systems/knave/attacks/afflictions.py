"""What the strikes of monsters do besides damage: poison, paralysis, swallowing and worse.

A creature resists with a check of the ability that the monster's entry names, against the monster's level.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.blow import Blow
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.compendium import (
    Dazzle,
    Drain,
    Engulf,
    Fasten,
    Infect,
    Paralyse,
    Petrify,
    Poison,
    Rend,
    Rust,
    Stick,
    Swallow,
)
from underkeep.systems.knave.basics.sheet import ABILITIES, sheet
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.holds import seize
from underkeep.systems.knave.checks.wounds import die, harm
from underkeep.systems.knave.equipment import inventory
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import DamageRolled, Felled, SheetChanged
from underkeep.world.gear import ItemBroke
from underkeep.world.party import PartyLeft

if TYPE_CHECKING:
    from underkeep.world.state import State

TURN_SECONDS = 600
DAY_SECONDS = 86_400
POISONED = "poisoned"


class Transformed(Event, frozen=True):
    """A disease has made a beast of somebody, who runs off and is lost to the party."""

    creature: str
    into: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="fled")


EVENTS: tuple[type[Event], ...] = (Transformed,)
effects: Effects[Blow] = Effects(compendium.Effect)


@cache
def diseases() -> dict[str, str]:
    """Every disease that a monster carries, and what it makes of those it takes; nothing if it kills them."""
    strikes = (s for m in compendium.monsters().values() for routine in m.attacks for s in routine.strikes)
    return {s.effect.disease: s.effect.becomes for s in strikes if isinstance(s.effect, Infect)}


def lapse(do: Resolution, id: str, name: str) -> None:
    """Poison and disease take whom they have, when their time is up. A remedy comes before that or not at all."""
    if do.state.creatures[id].status == "dead":
        return
    if name == POISONED or diseases().get(name) == "":
        die(do, id)
    elif name in diseases():
        do.emit(Transformed(id, diseases()[name]))
        party = do.state.party
        if party is not None and id in party.members:
            do.emit(PartyLeft(id))


def cure(do: Resolution, id: str) -> None:
    """Poison and every disease leave the creature."""
    for condition in do.state.creatures[id].conditions:
        if condition.name == POISONED or condition.name in diseases():
            do.emit(ConditionEnded(id, condition.name))


def afflict(do: Resolution, blow: Blow, effect: compendium.Effect) -> None:
    """Let the effect of a strike that hit take hold of a target still standing."""
    effects.carry_out(do, blow, effect)


def resists(do: Resolution, id: str, ability: str, against: str, what: str) -> bool:
    """Whether a creature passes a check against a monster's level."""
    level = sheet(do.state.creatures[against]).level
    return bool(check(do, id, ability, what, level, rule=("knave:task.check.opposed-ability",)).success)


@effects(Petrify)
def _petrify(do: Resolution, blow: Blow, effect: Petrify) -> None:
    if not resists(do, blow.target, effect.ability, blow.attacker, "resisting petrification"):
        do.emit(Felled(blow.target, "turned to stone"))


@effects(Dazzle)
def _dazzle(do: Resolution, blow: Blow, effect: Dazzle) -> None:
    if not resists(do, blow.target, effect.ability, blow.attacker, "keeping its sight"):
        do.emit(ConditionGained(blow.target, Condition("blinded")))


@effects(Fasten)
def _fasten(do: Resolution, blow: Blow, effect: Fasten) -> None:
    if not sheet(do.state.creatures[blow.target]).held_by:
        seize(do, blow.target, blow.attacker, "stuck")


@executes("knave:time.turn.length")
@effects(Paralyse)
def _paralyse(do: Resolution, blow: Blow, effect: Paralyse) -> None:
    """One who does not resist cannot move for some turns of ten minutes."""
    if not resists(do, blow.target, effect.ability, blow.attacker, "resisting paralysis"):
        turns = do.roll_total(effect.turns, f"turns that {blow.target} is paralysed").total
        until = do.state.now + turns * TURN_SECONDS
        do.emit(ConditionGained(blow.target, Condition("paralysed", until), rule=("knave:time.turn.length",)))


@effects(Poison)
def _poison(do: Resolution, blow: Blow, effect: Poison) -> None:
    """The poison kills when its time is up; another dose makes it no later."""
    if do.state.creatures[blow.target].condition(POISONED):
        return
    if not resists(do, blow.target, effect.ability, blow.attacker, "resisting poison"):
        turns = do.roll_total(effect.turns, f"turns that {blow.target} has to live").total
        do.emit(ConditionGained(blow.target, Condition(POISONED, do.state.now + turns * TURN_SECONDS)))


@effects(Infect)
def _infect(do: Resolution, blow: Blow, effect: Infect) -> None:
    if do.state.creatures[blow.target].condition(effect.disease):
        return
    if not resists(do, blow.target, effect.ability, blow.attacker, f"resisting {effect.disease}"):
        days = do.roll_total(effect.days, f"days until {effect.disease} takes {blow.target}").total
        do.emit(ConditionGained(blow.target, Condition(effect.disease, do.state.now + days * DAY_SECONDS)))


@effects(Drain)
def _drain(do: Resolution, blow: Blow, effect: Drain) -> None:
    """One random ability falls by 1, though never below 0; a lost point of CON takes a slot with it."""
    own = sheet(do.state.creatures[blow.target])
    if not own.abilities:
        return
    ability = do.pick(ABILITIES, f"ability that {blow.target} loses")
    if own.abilities[ability] == 0:
        return
    abilities = {**own.abilities, ability: own.abilities[ability] - 1}
    slots = inventory.item_slots(abilities["CON"])
    do.emit(SheetChanged(blow.target, replace(own, abilities=abilities, slots=slots), f"loses a point of {ability}"))
    inventory.drop_excess(do, blow.target)


@effects(Engulf)
def _engulf(do: Resolution, blow: Blow, effect: Engulf) -> None:
    seize(do, blow.target, blow.attacker, "engulfed")


@effects(Swallow)
def _swallow(do: Resolution, blow: Blow, effect: Swallow) -> None:
    natural = effect.on_natural is not None and blow.face >= effect.on_natural
    beaten = effect.beats_by is not None and blow.margin >= effect.beats_by
    if natural or beaten:
        seize(do, blow.target, blow.attacker, "swallowed")


@effects(Stick)
def _stick(do: Resolution, blow: Blow, effect: Stick) -> None:
    if not sheet(do.state.creatures[blow.target]).held_by:
        seize(do, blow.target, blow.attacker, "stuck")


@effects(Rust)
def _rust(do: Resolution, blow: Blow, effect: Rust) -> None:
    """Some piece of metal that the target wears or holds is destroyed."""
    items = do.state.creatures[blow.target].items
    metal = tuple(item for item in items if item.place != "pack" and not item.broken and is_metal(item.kind))
    if metal:
        rusted = do.pick(metal, f"what rusts on {blow.target}")
        do.emit(ItemBroke(blow.target, rusted.id, rusted.name))


def is_metal(kind: str) -> bool:
    """Whether a weapon or a piece of armour is of metal; so are the weapons that monsters wield."""
    thing = compendium.weapons().get(kind) or compendium.armours().get(kind)
    return thing.is_metal if thing is not None else kind == "weapon"


@effects(Rend)
def _rend(do: Resolution, blow: Blow, effect: Rend) -> None:
    if blow.has_hit(blow.strike - 1):
        roll = do.roll_total(effect.damage, f"{blow.attacker} rends {blow.target}")
        rule = ("knave:damage.weapon-die",)
        do.emit(DamageRolled(blow.attacker, blow.target, "rending claws", roll, rule=rule))
        harm(do, blow.target, roll.total, blow.attacker)
