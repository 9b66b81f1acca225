"""The prison of a settlement: how long one stays, and how friends get one out. The sentence and the price are ours."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.state import State

PRISON = "imprisoned"
RULE = "knave:downtime.carousing.mishap-12"
SENTENCE_DAYS = 7
BAIL_COINS = 100


class Bail(Action, frozen=True):
    """Buy somebody out of prison."""

    actor: str
    prisoner: str


@executes("knave:downtime.carousing.mishap-12")
def imprison(do: Resolution, id: str, rule: str) -> None:
    """In the gaol of the place for a week, or until somebody pays."""
    until = do.state.now + SENTENCE_DAYS * DAY
    do.emit(ConditionGained(id, Condition(PRISON, until), rule=(rule,)))


def is_in(creature: Creature) -> bool:
    return creature.condition(PRISON) is not None


def prisoners(state: State) -> list[Creature]:
    assert state.party is not None
    return [c for id in state.party.members if is_in(c := state.creatures[id])]


def options(state: State) -> list[Action]:
    held = prisoners(state)
    return [Bail(m.id, c.id) for c in held for m in state.marchers() if not is_in(m)]


def takes(state: State, action: Bail) -> str:
    return f"{BAIL_COINS} coins"


def why_not_bail(state: State, action: Bail) -> Refusal | None:
    if not any(c.id == action.prisoner for c in prisoners(state)):
        return Refusal("Nobody of that name is in prison.", RULE)
    if coins_of(state.creatures[action.actor]) < BAIL_COINS:
        return Refusal(f"That costs {BAIL_COINS} coins.", RULE)
    return None


def why_not_go(state: State) -> Refusal | None:
    """Nobody who is locked up sets out."""
    held = prisoners(state)
    return Refusal(f"{held[0].name} is in prison.", RULE) if held else None


def bail(do: Resolution, action: Bail) -> None:
    purse.lose(do, action.actor, BAIL_COINS, "paid-gaoler", RULE)
    do.emit(ConditionEnded(action.prisoner, PRISON, rule=(RULE,)))
