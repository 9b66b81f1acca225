"""Several actions that one line means, one after another: `buy a rope and a pole`."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures.chapter import DUNGEON
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.scenes import scene_of
from underkeep.table.errand import is_hurt
from underkeep.world.state import State


class InOrder:
    """These actions; a question, a fight, a meeting or a wound comes before the rest of them, and a refusal ends it."""

    over = ""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self._left = list(actions)

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        return self._left.pop(0) if self._left else None

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        if after.prompts or scene_of(before) != scene_of(after):
            return True
        return scene_of(after) == DUNGEON and is_hurt(rules, before, after)


class Regardless(InOrder):
    """The rest is done wherever the first has led, as long as nothing is asked: an answer, and what goes with it."""

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        return bool(after.prompts)
