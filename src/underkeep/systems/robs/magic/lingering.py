"""What is done about spells that last: waking sleepers, sensing magic again."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.spell_conditions import ASLEEP, SENSING
from underkeep.systems.robs.magic.effects import senses
from underkeep.systems.robs.magic.spell_effects import Casting, working
from underkeep.systems.robs.magic.spell_targets import around
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Harmed
from underkeep.world.fight import Spent
from underkeep.world.grid import distance
from underkeep.world.state import State

_WAKING = "robs:spell.sleep.waking"
_SENSING = "robs:spell.detect-magic.duration"


class Wake(Action, frozen=True):
    """Shake or slap a sleeper."""

    actor: str
    target: str


class Sense(Action, frozen=True):
    """Concentrate once more on the magic near by."""

    actor: str


def wakings(state: State, creature: Creature) -> list[Action]:
    """Friends who sleep beside one."""
    found: list[Action] = []
    for other in around(state, creature, "friend"):
        if other.id == creature.id or not other.conditions or other.condition(ASLEEP) is None:
            continue
        if creature.at is None or other.at is None or distance(creature.at, other.at) <= 1:
            found.append(Wake(creature.id, other.id))
    return found


def sensings(creature: Creature) -> list[Action]:
    return [Sense(creature.id)] if creature.conditions and creature.condition(SENSING) else []


def listed_wakings(state: State) -> list[Action]:
    return [action for creature in state.marchers() for action in wakings(state, creature)]


def listed_sensings(state: State) -> list[Action]:
    return [action for creature in state.marchers() for action in sensings(creature)]


def why_not_wake(state: State, action: Wake) -> Refusal | None:
    creature = state.creatures.get(action.actor)
    if creature is not None and action in wakings(state, creature):
        return None
    return Refusal("There is nobody beside them to wake.", _WAKING)


def why_not_sense(state: State, action: Sense) -> Refusal | None:
    creature = state.creatures.get(action.actor)
    if creature is not None and sensings(creature):
        return None
    return Refusal("That takes Detect Magic.", _SENSING)


@executes("robs:spell.sleep.waking")
def wake(do: Resolution, action: Wake) -> None:
    """A hard shake is enough; in a fight it is all one does."""
    if do.state.fight is not None:
        do.emit(Spent(action.actor, "act", rule=("robs:combat.round.phases",)))
    do.emit(ConditionEnded(action.target, ASLEEP, rule=(_WAKING,)))


@executes("robs:spell.sleep.waking")
def on_harmed(do: Resolution, event: Harmed) -> None:
    """A blow wakes the sleeper; the noise of fighting does not."""
    creature = do.state.creatures[event.creature]
    if creature.conditions and creature.condition(ASLEEP):
        do.emit(ConditionEnded(creature.id, ASLEEP, rule=(_WAKING,)))


@executes("robs:spell.detect-magic.duration")
def sense(do: Resolution, action: Sense) -> None:
    """As long as the spell lasts, concentration may be dropped and taken up again."""
    if do.state.fight is not None:
        do.emit(Spent(action.actor, "act", rule=("robs:combat.round.phases", _SENSING)))
    laid = working(do.state, action.actor, SENSING)
    level = laid.level if laid is not None else 1
    written = compendium.forms()["detect-magic"]
    senses.sense(do, Casting(action.actor, written, "", "", level))
