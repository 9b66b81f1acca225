"""A player who would rather do what nobody has done yet: for finding scenes, never for winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.procedures.options import Options
from underkeep.world.creature import Creature
from underkeep.world.state import State

_WHO = ("actor", "creature", "target", "to", "at", "prompt", "door", "square", "count", "item", "hoard", "trap")
_FEW = 24


class Curious:
    """`done` counts what was done in all games so far, by what sort of thing it is."""

    def __init__(self, seed: int, done: Counter[str], scene: str = "") -> None:
        self._dice = Seeded(seed, "curious")
        self._done = done
        self.scene = scene

    def chance(self, percent: int) -> bool:
        return self._dice.roll(1, 100, "whim")[0] <= percent

    def choose(self, things: Sequence[Action]) -> Action:
        return things[self._dice.roll(1, len(things), "choice")[0] - 1]

    def rarest(self, listed: Sequence[Action]) -> Action:
        """One of the sort that was done least; the longer the list of one sort, the less it counts."""
        sorts: dict[str, list[Action]] = {}
        for action in listed:
            sorts.setdefault(self.sort(action), []).append(action)
        counts = {sort: self._done[sort] for sort in sorts}
        fewest = min(counts.values())
        rare = [sort for sort in sorts if counts[sort] <= fewest + 1]
        sort = rare[self._dice.roll(1, len(rare), "sort")[0] - 1]
        self._done[sort] += 1
        return self.choose(sorts[sort])

    def sort(self, action: Action) -> str:
        """What sort of thing an action is: its name, and its words that are no names of people and places."""
        words = [str(v) for k, v in asdict(action).items() if k not in _WHO and isinstance(v, str)]
        return ":".join((self.scene, type(action).__name__, *words))

    def act(self, state: State, creature: Creature, options: Options) -> Action:
        return self.rarest(tuple(_few(options)))

    def lead(self, state: State, options: Options) -> Action:
        return self.rarest(tuple(_few(options)))

    def answer(self, state: State, prompt: Prompt) -> str:
        answers = [Answer(prompt.question, choice) for choice in prompt.choices]
        choice = self.rarest(answers)
        assert isinstance(choice, Answer)
        return choice.choice


def _few(options: Options) -> Iterator[Action]:
    yield from options.listed
    for moves in options.moves:
        squares = tuple(moves)
        yield from squares[:: max(1, len(squares) // _FEW)]
