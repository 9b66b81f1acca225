"""Attacks that monsters make from afar without a weapon: boulders, spikes, spit, tongues."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import conditions
from underkeep.systems.ose.basics.measures import feet, in_yards
from underkeep.systems.ose.checks.enchantments import why_not_strike
from underkeep.systems.ose.equipment.arms import lines_left
from underkeep.systems.ose.monsters.listings import CLOSE_FEET, AttackLine, monsters
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark
from underkeep.world.grid import in_sight
from underkeep.world.state import State, square_of

USED_UP = "has spent its missiles"
RECOVERING = "must gather itself"
DAY_SECONDS = 86_400
_RULE = ("ose:monster.attacks.per-round",)


@lru_cache(maxsize=1024)
def shots(kind: str) -> tuple[AttackLine, ...]:
    """The attacks of a kind that reach farther than an arm."""
    listing = monsters().get(kind)
    return tuple(line for routine in listing.attacks for line in routine if line.range_feet) if listing else ()


@lru_cache(maxsize=1024)
def only_from_afar(kind: str) -> frozenset[str]:
    """The names of those that are of no use hand to hand."""
    return frozenset(line.name for line in shots(kind) if line.range_feet > CLOSE_FEET)


@executes("ose:monster.attacks.per-round", "ose:combat.missile.range")
def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """Every foe out of arm's reach that such an attack reaches, and that is in sight."""
    listing = monsters()[actor.kind]
    open_lines = [
        line for line, _ in lines_left(listing, actor, spent) if line.range_feet and not is_spent(actor, line)
    ]
    if not open_lines or actor.at is None:
        return ()
    found: list[Action] = []
    grid, yards = state.grid, in_yards(state)
    for foe in state.active():
        if foe.side == actor.side or foe.hp <= 0 or foe.at is None or actor.steps_to(foe) <= 1:
            continue
        if foe.conditions and _is_covered(actor, foe):
            continue
        if grid is not None and not in_sight(grid, square_of(actor), foe.at):
            continue
        away = feet(actor.steps_to(foe))
        found += [Attack(actor.id, foe.id, line.name) for line in open_lines if away <= line.range_feet * yards]
    return tuple(found)


def _is_covered(actor: Creature, foe: Creature) -> bool:
    return conditions.has(foe, conditions.COMPLETE_COVER) or why_not_strike(actor, foe, False) is not None


@executes("ose:monster.attacks.per-round")
def is_spent(actor: Creature, line: AttackLine) -> bool:
    """Whether it has none left, or not yet again."""
    if not actor.conditions:
        return False
    used = actor.condition(USED_UP)
    if line.supply and used is not None and used.level >= line.supply:
        return True
    return bool(line.wait_seconds) and actor.condition(RECOVERING) is not None


@executes("ose:monster.attacks.per-round")
def use_up(do: Resolution, actor: Creature, line: AttackLine) -> None:
    """One less of a supply, which the next day brings back; or a while until it can be used again."""
    if line.supply:
        used = actor.condition(USED_UP)
        gone = 1 + (used.level if used is not None else 0)
        do.emit(ConditionGained(actor.id, Condition(USED_UP, do.state.now + DAY_SECONDS, gone), rule=_RULE))
    if line.wait_seconds:
        until = do.state.now + line.wait_seconds
        do.emit(ConditionGained(actor.id, Condition(RECOVERING, until), rule=_RULE))
