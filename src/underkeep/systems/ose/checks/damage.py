"""Damage, what is immune to it, and death."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.battle import battle, with_battle
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import SUBDUED
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.basics.worn_magic import GASEOUS
from underkeep.systems.ose.checks import destruction, hardiness, illusions
from underkeep.systems.ose.checks.enchantments import resisted
from underkeep.systems.ose.equipment.treasure import ROUGH, handle_roughly
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.systems.ose.monsters.traits import Mist
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Died, Fled, Harmed, Yielded
from underkeep.world.state import State

RELAXED = "invulnerability-relaxed"
_ROLLER = "ose:combat.attack.damage-roller"


class StruckHelpless(Note, frozen=True):
    """A blow that needs no roll, for the victim cannot help itself."""

    is_blow: ClassVar[bool] = True

    attacker: str
    target: str
    weapon: str


class DamageThrown(Note, frozen=True):
    """A player threw the dice for a blow's damage, for all to see."""

    creature: str
    roll: Roll


class Unharmed(Event, frozen=True):
    """A blow landed and did nothing, for the victim is immune to it; whoever saw it will remember."""

    attacker: str
    target: str
    weapon: str

    def evolve(self, state: State) -> State:
        if state.fight is None:
            return state
        seen = (state.creatures[self.target].name, self.weapon)
        return with_battle(state, in_vain=battle(state).in_vain | {seen})


class TurnedToMist(Note, frozen=True):
    """What could not be killed has left as mist."""

    creature: str


@executes("ose:combat.attack.invulnerable", "ose:combat.invulnerability.relaxed")
def is_immune(
    target: Creature, attacker: Creature, silver: bool, switches: tuple[str, ...], magic: bool = False
) -> bool:
    """Whether a blow cannot hurt it: many are harmed only by silver or magic, and a cloud of gas only by magic."""
    if target.conditions and not magic and target.condition(GASEOUS) is not None:
        return True
    listing = monsters().get(target.kind)
    if listing is None or not listing.harmed_only_by:
        return False
    if (silver and "silver" in listing.harmed_only_by) or (magic and "magic" in listing.harmed_only_by):
        return False
    if RELAXED in switches:
        other = monsters().get(attacker.kind)
        if other is not None and (other.harmed_only_by or hit_dice(other.hd).dice >= 5):
            return False
    return True


@executes("ose:combat.damage.minimum")
def roll_damage(
    do: Resolution,
    attacker: str,
    target: str,
    weapon: str,
    dice: Expr,
    modifiers: tuple[Modifier, ...],
    rule: tuple[str, ...],
) -> int:
    """The damage of a hit, at least 1."""
    roll = do.roll_total(dice, f"damage of {attacker}", modifiers)
    rule = (*rule, "ose:combat.damage.minimum") if roll.total < 1 else rule
    do.emit(DamageRolled(attacker, target, weapon, roll, rule=rule))
    _thrown(do, attacker, roll)
    return max(1, roll.total)


@executes("ose:combat.attack.damage-roller")
def _thrown(do: Resolution, attacker: str, roll: Roll) -> None:
    """The referee rolls all damage and tells only what it comes to; or players throw for their own, before all eyes."""
    striker = do.state.creatures.get(attacker)
    if do.state.party is None or striker is None or do.state.owner(striker.id) == REFEREE:
        return
    if standing(do, _ROLLER, ("the referee", "players"), "the referee") == "players":
        do.emit(DamageThrown(attacker, roll, rule=(_ROLLER,)))


def faces_of_damage(do: Resolution) -> tuple[int, ...]:
    """The dice of the damage just rolled."""
    return next((e.roll.faces for e in reversed(do.events) if isinstance(e, DamageRolled)), ())


_POOL = ("ose:damage.hp-pool", "ose:damage.hp.max-and-current")


@executes("ose:damage.hp-pool", "ose:damage.hp.max-and-current")
def harm(
    do: Resolution,
    target: str,
    amount: int,
    by: str,
    kind: str = "weapon",
    faces: tuple[int, ...] = (),
    rule: tuple[str, ...] = (),
) -> None:
    """The engine rolls; the attacker's players learn the amount and never what is left. Magic may take off some of it,
    by the faces rolled.
    """
    unreal = campaign(do.state).illusions
    if unreal and target in unreal:
        illusions.vanish(do, target)
        return
    if unreal and by in unreal:
        illusions.seem_to_wound(do, target, amount, by)
        return
    creature = do.state.creatures[target]
    if creature.conditions:
        amount = resisted(creature, amount, kind, faces)
        if not amount:
            return
    amount = hardiness.felt(creature, amount, kind, faces)
    if not amount:
        do.emit(Unharmed(by, target, kind, rule=("ose:combat.attack.invulnerable",)))
        return
    left = creature.hp - amount
    do.emit(Harmed(target, amount, max(0, left), by, kind, rule=(*rule, *_POOL)))


@executes("ose:combat.subdue.damage")
def subdue(do: Resolution, target: str, amount: int) -> None:
    """Noted apart from real damage."""
    creature = do.state.creatures[target]
    earlier = creature.condition(SUBDUED)
    total = amount + (earlier.level if earlier else 0)
    rule = ("ose:combat.subdue.damage",)
    do.emit(ConditionGained(target, Condition(SUBDUED, level=total), rule=rule))
    yield_if_subdued(do, target)


@executes("ose:combat.subdue.surrender")
def yield_if_subdued(do: Resolution, id: str) -> None:
    """Ruling: combat.question.subdual-mix."""
    creature = do.state.creatures[id]
    noted = creature.condition(SUBDUED)
    if noted is not None and creature.status == "up" and creature.hp - noted.level <= 0 < creature.hp:
        do.emit(Yielded(id, rule=("ose:combat.subdue.surrender",)))


@executes("ose:death.zero-hp", "ose:death.zero-hp.character")
def fall(do: Resolution, harmed: Harmed) -> None:
    """At 0 hit points a creature is dead; in a simultaneous step, when the step ends."""
    if harmed.kind in ROUGH:
        handle_roughly(do, harmed.creature)
    hardiness.note_wound(do, harmed)
    creature = do.state.creatures[harmed.creature]
    if creature.hp > 0:
        if creature.conditions:
            yield_if_subdued(do, harmed.creature)
        return
    if harmed.kind in destruction.DESTRUCTIVE and creature.items:
        destruction.destroy_gear(do, harmed.creature, harmed.kind)
    fight = do.state.fight
    if fight is None or not fight.begun or not fight.step.together:
        _die(do, creature)


@executes("ose:combat.initiative.ties")
def fall_together(do: Resolution) -> None:
    """Those who were slain in a simultaneous step drop when it ends."""
    for creature in do.state.active():
        if creature.hp <= 0:
            _die(do, creature, ("ose:combat.initiative.ties",))


_DEAD = ("ose:death.zero-hp",)
_DEAD_CHARACTER = ("ose:death.zero-hp", "ose:death.zero-hp.character")


def _die(do: Resolution, creature: Creature, more: tuple[str, ...] = ()) -> None:
    """Dead; but a vampire is mist then, and some get up again."""
    if _is_mist(creature):
        do.emit(TurnedToMist(creature.id, rule=_DEAD))
        do.emit(Fled(creature.id, rule=_DEAD))
        return
    rule = _DEAD if more or creature.kind in monsters() else _DEAD_CHARACTER
    do.emit(Died(creature.id, rule=(*rule, *more)))
    hardiness.may_revive(do, do.state.creatures[creature.id])


def _is_mist(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is not None and any(isinstance(trait, Mist) for trait in listing.traits)
