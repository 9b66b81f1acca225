"""Sneaking up: going on so quietly that those beyond suspect nothing. How one sneaks is ours, what follows is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import exploration, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.characters import ties
from underkeep.systems.knave.checks.checks import check, opposed, usual_score
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.world.creature import Creature

if TYPE_CHECKING:
    from underkeep.world.state import State

UNAWARE = "unaware"
UNSUSPECTING = "knave:combat.unsuspecting.auto-hit"
TASK = "sneaking up"


class Sneak(Action, frozen=True):
    """Go through an opening, an open door or a stair without a sound."""

    way: str


class SneakingBegan(Event, frozen=True):
    """The party goes on without a sound."""

    def evolve(self, state: State) -> State:
        return with_campaign(state, sneaking=True)


class SneakingEnded(Event, frozen=True):
    """The party goes as it always does."""

    def evolve(self, state: State) -> State:
        return with_campaign(state, sneaking=False)


EVENTS: tuple[type[Event], ...] = (SneakingBegan, SneakingEnded)


def ways(state: State) -> list[Action]:
    passable = [door.id for door in survey.known_doors(state) if door.is_passable]
    return [Sneak(way) for way in (*passable, *(stairs.id for stairs in survey.known_stairs(state)))]


def why_not(state: State, action: Sneak) -> Refusal | None:
    door = next((d for d in survey.known_doors(state) if d.id == action.way), None)
    return Refusal("That door is shut.") if door is not None and not door.is_passable else None


def sneak(do: Resolution, action: Sneak) -> None:
    """It takes as long as anything that is done with care, and only those beyond may notice."""
    do.emit(SneakingBegan(rule=("knave:time.turn.action-cost",)))
    exploration.go(do, action.way)
    do.emit(SneakingEnded(rule=("knave:time.turn.action-cost",)))


@executes("knave:combat.unsuspecting.auto-hit", "knave:task.check.opposed-ability")
def is_unnoticed(do: Resolution, foe: Creature) -> bool:
    """The clumsiest of the party against the wits of those beyond: DEX against WIS; a light, and whoever trails about
    with it, gives a party away.
    """
    if not campaign(do.state).sneaking or not do.state.marchers():
        return False
    clumsiest = min(do.state.marchers(), key=_skill)
    steps = [step("a light", -1)] if do.state.lights else []
    if any(ties.has(do.state, c.id, "admirers") for c in do.state.marchers()):
        steps.append(step("admirers", -1))
    difficulty, rule = opposed(do, foe, "WIS")
    return bool(check(do, clumsiest.id, "DEX", TASK, difficulty, steps, (rule, UNSUSPECTING)).success)


def _skill(creature: Creature) -> int:
    return usual_score(creature, "DEX")[1] + sum(m.amount for m in check_modifiers(creature, "DEX"))
