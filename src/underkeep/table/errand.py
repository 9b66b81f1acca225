"""What takes several actions and one word: to walk somewhere, to fight a round as ordered.

Each action is one that the seat may do at that moment, submitted like any other, so that the time, the light and the
dice are spent as if a person had typed them all.
"""

from __future__ import annotations

from typing import Protocol

from underkeep.kernel.event import Action
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.state import State

MOST_ACTIONS = 200
"""More are never done for one word, whatever happens."""


class Errand(Protocol):
    """`over` is what there is to say when it has come to an end, empty if that goes without saying."""

    over: str

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        """The next action, one of the options; None when it is over."""
        ...

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        """Whether what came of an action is something that a person would stop for."""
        ...


def bodies(rules: Ruleset, state: State) -> list[tuple[object, ...]]:
    """How each of the party is: who is hurt or ails meanwhile is a reason to stop and think again."""
    return [(c.id, rules.life(c)[0], c.status, tuple(x.name for x in c.conditions)) for c in state.marchers()]


def is_another_fight(before: State, after: State) -> bool:
    """Whether one fight is over and the next has begun at once, as when those who ran are run down."""
    was, now = before.fight, after.fight
    if was is None or now is None:
        return False
    return now.round < was.round or (now.round == was.round and after.now != before.now)


def is_hurt(rules: Ruleset, before: State, after: State) -> bool:
    """Whether somebody has less life left than before."""
    left = {c.id: rules.life(c)[0] for c in before.marchers()}
    return any(rules.life(after.creatures[id])[0] < life for id, life in left.items() if id in after.creatures)
