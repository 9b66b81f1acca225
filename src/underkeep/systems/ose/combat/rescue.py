"""Helping a comrade in a fight, and a torch to a web."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.attacks.targets import bears_flame
from underkeep.systems.ose.basics.conditions import ASLEEP, WEBBED
from underkeep.systems.ose.magic.effects.spells_of_mind import wake
from underkeep.systems.ose.magic.effects.spells_of_war import set_fire_to_web
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.grid import distance
from underkeep.world.state import State

_ABOUT = "ose:combat.attack.per-round"
_RULE = (_ABOUT,)


class Wake(Action, frozen=True):
    """Shake a comrade out of magical sleep, instead of attacking."""

    actor: str
    target: str


class BurnWeb(Action, frozen=True):
    """Put a burning torch to the web that holds somebody, instead of attacking."""

    actor: str
    target: str


def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """Those next to somebody who needs it."""
    if ATTACKED in spent or "retreat" in spent or actor.at is None:
        return ()
    at = actor.at
    beside = [c for c in state.active() if c.conditions and c.at is not None and distance(at, c.at) <= 1]
    found: list[Action] = [
        Wake(actor.id, c.id) for c in beside if c.side == actor.side and c.condition(ASLEEP) is not None
    ]
    if bears_flame(state, actor.id):
        found += [BurnWeb(actor.id, c.id) for c in beside if c.condition(WEBBED) is not None]
    return tuple(found)


def why_not(
    state: State, actor: Creature, action: Wake | BurnWeb, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    if action in options(state, actor, spent):
        return None
    return Refusal(f"{actor.name} cannot do that now.", _ABOUT)


def perform(do: Resolution, action: Wake | BurnWeb) -> None:
    do.emit(Spent(action.actor, ATTACKED, rule=_RULE))
    if isinstance(action, Wake):
        wake(do, action.target)
    else:
        set_fire_to_web(do, action.target)
