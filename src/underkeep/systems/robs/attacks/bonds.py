"""Ropes and webs: breaking out by raw power, or wriggling out."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.poison import Hit, on_hit
from underkeep.systems.robs.basics import wounds
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.scale import raw_power
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Web
from underkeep.systems.robs.checks.checks import ContestRolled, checked
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import ContestSettled, Creature

BOUND = "bound"
STRENGTHS = {"thin cord": 2, "ordinary rope": 4, "ship's cable": 7}
WRIGGLE_DIFFICULTY = 2
_RULE = "robs:combat.grapple.bonds"


@on_hit(Web)
def entangle(do: Resolution, hit: Hit, effect: Web) -> None:
    """Ruling: a web binds like rope."""
    if do.state.creatures[hit.target].condition(BOUND) is None:
        do.emit(ConditionGained(hit.target, Condition(BOUND), rule=(_RULE,)))


@executes("robs:combat.grapple.bonds")
def break_bonds(do: Resolution, actor: Creature) -> None:
    """STR and Scale against those that the rope counts for, which is far more than its mass."""
    strength = STRENGTHS[do.ruling(_RULE, tuple(STRENGTHS), "ordinary rope", actor.id)]
    own = sheet(actor)
    parts = (Modifier("STR and Scale", raw_power(own)), *wounds.penalty(do.state, actor))
    mine = roll_dhl(do, f"breaking bonds: {actor.id}", parts, by=actor)
    do.emit(ContestRolled(actor.id, "breaking bonds", mine, rule=(_RULE, "robs:task.contest.roll")))
    theirs = roll_dhl(do, "the bonds hold", (Modifier("rope", strength),))
    is_free = mine.total > theirs.total
    do.emit(ContestSettled("breaking bonds", actor.id if is_free else "", rule=(_RULE,)))
    if is_free:
        do.emit(ConditionEnded(actor.id, BOUND, rule=(_RULE,)))


@executes("robs:combat.grapple.bonds")
def wriggle(do: Resolution, actor: Creature) -> None:
    """DEX against a Great difficulty."""
    if checked(do, actor, "DEX", WRIGGLE_DIFFICULTY, (_RULE,)).success:
        do.emit(ConditionEnded(actor.id, BOUND, rule=(_RULE,)))
