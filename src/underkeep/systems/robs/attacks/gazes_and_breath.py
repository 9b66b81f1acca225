"""What some creatures do instead of striking: a stony gaze, a song or glance that binds the will, a breath of fire."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Action, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.poison import resist
from underkeep.systems.robs.basics import spell_conditions, wounds
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.numbers import relative_result, roll_dhl
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.traits import Breath, Charm, Gaze, Power
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import checked
from underkeep.systems.robs.equipment.armour import protection, worn
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, DamageRolled, Felled, Harmed
from underkeep.world.fight import Spent
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State, square_of

GAZE_SQUARES, SONG_SQUARES, GLANCE_SQUARES = 6, 40, 6
BREATHS = "has breathed fire"
STONE = "stone"
_OURS = "robs:monsters"


class UsePower(Action, frozen=True):
    """Gaze, charm or breathe; a gaze and a glance are for one foe, the rest for all in reach."""

    actor: str
    target: str
    power: str


class PowerUsed(Note, frozen=True):
    """What a creature does with its power."""

    is_deed: ClassVar[bool] = True

    creature: str
    power: str


class FireRolled(Note, frozen=True):
    """Whether a breath of fire catches somebody in its way."""

    creature: str
    roll: Roll
    success: bool


EVENTS = (PowerUsed, FireRolled)


def powers_of(own: RobsSheet) -> tuple[Power, ...]:
    return tuple(found for found in own.traits if isinstance(found, Power)) if own.traits else ()


def reach(power: Power) -> int:
    """In squares."""
    if isinstance(power, Breath):
        return power.squares
    if isinstance(power, Gaze):
        return GAZE_SQUARES
    return SONG_SQUARES if power.by == "song" else GLANCE_SQUARES


def listed(state: State, actor: Creature) -> tuple[Action, ...]:
    """A power at each foe it reaches; one that takes in everybody is named by the nearest."""
    found: list[Action] = []
    for power in powers_of(sheet(actor)):
        spent = actor.condition(BREATHS)
        if isinstance(power, Breath) and spent is not None and spent.level >= power.times:
            continue
        near = reached(state, actor, power)
        many = isinstance(power, Breath) or (isinstance(power, Charm) and power.by == "song")
        found += [UsePower(actor.id, foe.id, tag_of(power)) for foe in (near[:1] if many else near)]
    return tuple(found)


def tag_of(power: Power) -> str:
    return str(power.__struct_config__.tag)


def reached(state: State, actor: Creature, power: Power) -> list[Creature]:
    """Foes in reach and in sight that it can still do something to, the nearest first."""
    at, far = square_of(actor), reach(power)
    assert state.grid is not None
    foes = [c for c in state.enemies_of(actor) if c.at is not None and distance(at, c.at) <= far]
    seen = [c for c in foes if in_sight(state.grid, at, square_of(c)) and not sight.is_helpless(c)]
    return sorted(seen, key=lambda c: (distance(at, square_of(c)), c.id))


def use(do: Resolution, action: UsePower) -> None:
    actor = do.state.creatures[action.actor]
    power = next(p for p in powers_of(sheet(actor)) if tag_of(p) == action.power)
    do.emit(Spent(actor.id, "act"))
    do.emit(PowerUsed(actor.id, action.power, rule=(_OURS,)))
    if isinstance(power, Gaze):
        _petrify(do, do.state.creatures[action.target], power)
    elif isinstance(power, Charm):
        foes = reached(do.state, actor, power)
        for foe in foes if power.by == "song" else [do.state.creatures[action.target]]:
            _charm(do, foe, power)
    else:
        _breathe(do, actor, power)


@executes("robs:task.check.success", "robs:abilities.con")
def _petrify(do: Resolution, victim: Creature, power: Gaze) -> None:
    """A CON check, or stone."""
    if not resist(do, victim.id, "stone", power.difficulty):
        do.emit(Felled(victim.id, "turned to stone", rule=(_OURS,)))


@executes("robs:task.check.success", "robs:abilities.int")
def _charm(do: Resolution, victim: Creature, power: Charm) -> None:
    """An INT check, or nothing is done against the charmer for some rounds."""
    if sheet(victim).attributes["INT"] <= -5:
        return
    if not checked(do, victim, "INT", power.difficulty, (_OURS,), is_save=True).success:
        rounds = do.roll_total(parse(power.amount), f"charm on {victim.id}").total
        until = do.state.now + rounds * ROUND_SECONDS
        do.emit(ConditionGained(victim.id, Condition(sight.SPELLBOUND, until), rule=(_OURS,)))


@executes("robs:task.relative-result", "robs:damage.formula")
def _breathe(do: Resolution, actor: Creature, power: Breath) -> None:
    """One roll against everybody before it; the margin and its ODF against armour, with no Scale in it."""
    before = actor.condition(BREATHS)
    spent = 1 + (before.level if before is not None else 0)
    do.emit(ConditionGained(actor.id, Condition(BREATHS, level=spent), rule=(_OURS,)))
    for foe in reached(do.state, actor, power):
        roll = roll_dhl(do, f"breath of {actor.id} on {foe.id}", wounds.penalty(do.state, actor), 0, by=actor)
        do.emit(FireRolled(foe.id, roll, bool(roll.success), rule=("robs:task.check.success", _OURS)))
        if not roll.success:
            continue
        body = worn(foe.items).armour
        parts = [Modifier("Relative Result", relative_result(roll)), Modifier("breath", power.odf)]
        parts += [Modifier("hide", -sheet(foe).ddf)]
        parts += [Modifier(body.name, -protection(body))] if body is not None else []
        amount = spell_conditions.endured(foe, "fire", max(0, sum(m.amount for m in parts)))
        shown = Roll("damage", (), amount, tuple(m for m in parts if m.amount))
        rule = ("robs:damage.formula", _OURS, *spell_conditions.endured_by(foe, "fire"))
        do.emit(DamageRolled(actor.id, foe.id, "breath", shown, rule=rule))
        if amount:
            left = do.state.creatures[foe.id].hp - amount
            do.emit(Harmed(foe.id, amount, left, actor.id, "fire", rule=("robs:damage.hit-points",)))
