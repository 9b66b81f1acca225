"""Plays anything that is legal, each as likely: for fuzzing, never for winning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.options import Options
from underkeep.world.creature import Creature
from underkeep.world.state import State

T = TypeVar("T")


class Wanderer:
    def __init__(self, seed: int | str) -> None:
        self._dice = Seeded(seed, "wanderer")

    def choose(self, things: Sequence[T]) -> T:
        return things[self._dice.roll(1, len(things), "choice")[0] - 1]

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        return options[self.choose(range(len(options)))]

    def answer(self, state: State, prompt: Prompt) -> str:
        return self.choose(prompt.choices)
