"""Falling: what harm does once it is taken, down to death."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import morale
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.numbers import relative_result, roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.checks.disabilities import leave_mark
from underkeep.systems.robs.checks.falling import fall_value
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import CheckRolled, Creature, Died, Felled, Harmed
from underkeep.world.state import State

CON_CHECK = "con-check-to-survive"
REVIVE_AT_ZERO = "revive-at-zero"
AIMING = "aiming at "
BURNT = "burnt"
CRASH_MARGIN = -3
IN_THE_OPEN, UNDER_A_ROOF = 12, 3
"""How many metres up those fly who fight. Ruling: flying-height."""
_CRASHES = {"no damage": 0, "1 point": 1, "2 points": 2, "4 points": 4}


@executes("robs:combat.round.immediate", "robs:combat.initiative.tie-simultaneous")
def harmed(do: Resolution, event: Harmed) -> None:
    """Harm tells at once; among those who act together, when all have acted."""
    creature = do.state.creatures[event.creature]
    _stop_aiming(do, creature)
    if event.kind == "fire":
        do.emit(ConditionGained(creature.id, Condition(BURNT), rule=("robs:combat.round.immediate",)))
    if not _is_together(do):
        settle(do, creature, creature.hp + event.amount)


def _is_together(do: Resolution) -> bool:
    fight = do.state.fight
    return fight is not None and fight.begun and fight.step.together


@executes("robs:death.zero", "robs:damage.wound-level-table")
def settle(do: Resolution, creature: Creature, before: int) -> None:
    """Dead, or more badly hurt than it was, or neither."""
    if creature.hp <= 0:
        fall(do, creature)
        morale.after_loss(do, creature.side)
        return
    was, now = (wounds.wound_level(hp, creature.max_hp) for hp in (before, creature.hp))
    if now.penalty >= was.penalty:
        return
    at_once = () if _is_together(do) else ("robs:combat.round.immediate",)
    rule = (*wounds.RULES[now.name], "robs:damage.wound-level-table", *at_once)
    do.emit(wounds.Wounded(creature.id, now.name, now.penalty, rule=rule))
    if was.penalty > wounds.VERY_HURT.penalty >= now.penalty:
        if sheet(creature).flying_scale is not None:
            land(do, creature)
        morale.when_very_hurt(do, creature.id)
    if now is wounds.CRITICALLY_HURT:
        if sheet(creature).classes:
            leave_mark(do, creature)
        morale.end_resistance(do, creature.side)


@executes(
    "robs:death.zero",
    "robs:death.exactly-zero",
    "robs:death.con-check",
    "robs:death.con-check.difficulty",
    "robs:death.con-check.repeat",
)
def fall(do: Resolution, creature: Creature) -> None:
    """Ruling: survival-check-penalty. Wounds do not weigh on the check to survive."""
    switches, own = do.state.switches, sheet(creature)
    if own.classes and CON_CHECK in switches:
        modifiers = (Modifier("CON", own.attributes["CON"]),)
        roll = roll_dhl(do, f"survival of {creature.id}", modifiers, -creature.hp)
        rule = ("robs:death.con-check", "robs:death.con-check.difficulty")
        do.emit(CheckRolled(creature.id, "CON to survive", roll, bool(roll.success), rule=rule))
        if roll.success:
            do.emit(Felled(creature.id, rule=("robs:death.con-check",)))
            return
    elif own.classes and creature.hp == 0 and REVIVE_AT_ZERO in switches:
        do.emit(Felled(creature.id, "dying", rule=("robs:death.exactly-zero",)))
        return
    failed = ("robs:death.con-check.repeat",) if own.classes and CON_CHECK in switches else ()
    do.emit(Died(creature.id, rule=("robs:death.zero", *failed)))


@executes(
    "robs:damage.flier.landing",
    "robs:damage.flier.grounded",
    "robs:race.ellyl.flight-very-hurt",
    "robs:damage.flier.crash",
    "robs:race.ellyl.crash",
)
def land(do: Resolution, creature: Creature) -> None:
    """A flier brought to Very Hurt must come down. If that fails it takes half of what a fall from there would do, as
    the referee sees it; an ellyl that fails by 3 or more loses a point. Ruling: flying-height.
    """
    own = sheet(creature)
    modifiers = (Modifier("DEX", own.attributes["DEX"]), *wounds.penalty(do.state, creature))
    roll = roll_dhl(do, f"landing of {creature.id}", modifiers, 0)
    grounded = "robs:race.ellyl.flight-very-hurt" if own.race == "ellyl" else "robs:damage.flier.grounded"
    rule = ("robs:damage.flier.landing", grounded)
    do.emit(CheckRolled(creature.id, "emergency landing", roll, bool(roll.success), rule=rule))
    if roll.success:
        return
    if own.race == "ellyl":
        crash, default = "robs:race.ellyl.crash", "1 point" if relative_result(roll) <= CRASH_MARGIN else "no damage"
    else:
        half = fall_value(UNDER_A_ROOF if _is_under_a_roof(do.state) else IN_THE_OPEN) // 2
        crash, default = "robs:damage.flier.crash", next(word for word, points in _CRASHES.items() if points == half)
    amount = _CRASHES[do.ruling(crash, tuple(_CRASHES), default, creature.id)]
    if amount:
        do.emit(Harmed(creature.id, amount, creature.hp - amount, "", "fall", rule=(crash,)))


def _is_under_a_roof(state: State) -> bool:
    return state.party is not None and state.party.place == "dungeon"


@executes("robs:combat.ranged.aim")
def _stop_aiming(do: Resolution, creature: Creature) -> None:
    """Aiming needs to be undisturbed."""
    for condition in creature.conditions:
        if condition.name.startswith(AIMING):
            do.emit(ConditionEnded(creature.id, condition.name, rule=("robs:combat.ranged.aim",)))
