"""What people have against some monsters: fire for slime, wolfsbane and garlic."""

from __future__ import annotations

from functools import cache, lru_cache

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attack_rolls import Blow, strike
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.attacks.targets import bears_flame
from underkeep.systems.ose.basics.conditions import AFRAID, SLIMED, STUNNED, has
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.saves import halved, save
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.traits import Repelled
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.grid import distance
from underkeep.world.state import State

FLIGHT_SECONDS, ROUND_SECONDS = 60, 10
_BURN = parse("1d4")
_RULE = ("ose:monster.attacks.per-round",)


class BurnSlime(Action, frozen=True):
    """Put a burning torch to the slime on somebody, instead of attacking."""

    actor: str
    target: str


class Repel(Action, frozen=True):
    """Strike at a monster with what its kind cannot bear, instead of attacking."""

    actor: str
    target: str
    item: str


@cache
def repelled() -> dict[str, Repelled]:
    return {k: t for k, listing in monsters().items() for t in listing.traits if isinstance(t, Repelled)}


@lru_cache(maxsize=256)
def are_for(kinds: frozenset[str]) -> bool:
    """Whether any of these kinds can be kept off so."""
    return not kinds.isdisjoint(repelled())


@executes("ose:monster.attacks.per-round")
def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """For those within reach, of what somebody has at hand."""
    if ATTACKED in spent or "retreat" in spent or actor.at is None:
        return ()
    at = actor.at
    beside = [c for c in state.active() if c.at is not None and distance(at, c.at) <= 1]
    found: list[Action] = []
    if bears_flame(state, actor.id):
        found += [BurnSlime(actor.id, c.id) for c in beside if c.conditions and has(c, SLIMED)]
    herbs = {item.kind for item in actor.items}
    for foe in beside:
        trait = repelled().get(foe.kind)
        if trait is not None and foe.side != actor.side and trait.by in herbs:
            found.append(Repel(actor.id, foe.id, trait.by))
    return tuple(found)


def why_not(
    state: State, actor: Creature, action: BurnSlime | Repel, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    if action in options(state, actor, spent):
        return None
    return Refusal(f"{actor.name} cannot do that now.", _RULE[0])


@executes("ose:combat.damage.monster")
def burn_slime(do: Resolution, action: BurnSlime) -> None:
    """Half of the fire is the victim's share, and the slime is off."""
    do.emit(Spent(action.actor, ATTACKED, ends=True, rule=_RULE))
    roll = do.roll_total(_BURN, f"fire on {action.target}")
    do.emit(ConditionEnded(action.target, SLIMED, rule=_RULE))
    harm(do, action.target, halved(roll.total), action.actor, "normal fire", roll.faces)


@executes("ose:monster.attacks.per-round", "ose:save.category.death")
def repel(do: Resolution, action: Repel) -> None:
    """A hit, and it saves against poison or runs; or merely does nothing for the round."""
    do.emit(Spent(action.actor, ATTACKED, ends=True, rule=_RULE))
    trait = repelled()[do.state.creatures[action.target].kind]
    if trait.flees and not strike(do, Blow(action.actor, action.target, action.item, None, (), magic=True)):
        return
    if not save(do, action.target, "poison", by=action.actor):
        name, seconds = (AFRAID, FLIGHT_SECONDS) if trait.flees else (STUNNED, ROUND_SECONDS)
        do.emit(ConditionGained(action.target, Condition(name, do.state.now + seconds), rule=_RULE))
