"""Many fights between the same two sides: who wins, who dies, how long it takes, and how sure we are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Any

from msgspec import Struct

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.lab.muster import GAP, SIDES, Group, muster
from underkeep.lab.skirmish import play_fight
from underkeep.minds.mind import Mind
from underkeep.minds.tactician import Tactician
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.fight import FightEnded
from underkeep.world.state import State

Z95 = 1.959963984540054
Sides = tuple[tuple[Group, ...], tuple[Group, ...]]


class Bout(Struct, frozen=True):
    """One fight: how it stood before and after, and all its facts."""

    before: State
    after: State
    events: tuple[Event, ...]

    @property
    def rounds(self) -> int:
        return next(e.rounds for e in reversed(self.events) if isinstance(e, FightEnded))

    def deaths(self, side: str) -> int:
        return sum(c.side == side and c.status == "dead" for c in self.after.creatures.values())


class Tally(Struct):
    """What is counted over many bouts."""

    runs: int = 0
    wins: dict[str, int] = {}
    deaths: dict[str, int] = {}
    rounds: int = 0

    def add(self, bout: Bout) -> None:
        self.runs += 1
        self.rounds += bout.rounds
        winner = bout.after.winner or ""
        self.wins[winner] = self.wins.get(winner, 0) + 1
        for side in SIDES:
            self.deaths[side] = self.deaths.get(side, 0) + bout.deaths(side)

    def join(self, other: Tally) -> None:
        """Count what was counted elsewhere as well; in which order makes no difference."""
        self.runs += other.runs
        self.rounds += other.rounds
        for side, wins in other.wins.items():
            self.wins[side] = self.wins.get(side, 0) + wins
        for side, deaths in other.deaths.items():
            self.deaths[side] = self.deaths.get(side, 0) + deaths

    def summary(self) -> dict[str, Any]:
        """As `arena --json` prints it."""
        sides = {side: self._side(side) for side in SIDES}
        return {"runs": self.runs, **sides, "draws": self.wins.get("", 0), "rounds": self.rounds / self.runs}

    def _side(self, side: str) -> dict[str, float]:
        wins = self.wins.get(side, 0)
        low, high = interval(wins, self.runs)
        deaths = self.deaths.get(side, 0) / self.runs
        return {"wins": wins, "rate": wins / self.runs, "low": low, "high": high, "deaths": deaths}


def interval(wins: float, runs: int) -> tuple[float, float]:
    """The 95% score interval of Wilson for a rate."""
    rate = wins / runs
    spread = 1 + Z95**2 / runs
    middle = (rate + Z95**2 / (2 * runs)) / spread
    half = Z95 * sqrt(rate * (1 - rate) / runs + Z95**2 / (4 * runs**2)) / spread
    return max(0.0, middle - half), min(1.0, middle + half)


def bout(
    rules: Ruleset,
    sides: Sides,
    seed: int,
    run: int = 0,
    switches: tuple[str, ...] = (),
    gap: int = GAP,
    minds: Mapping[str, Mind] | None = None,
) -> Bout:
    """One fight, made anew and fought to its end; the same seed and run give the same fight for ever.

    A side for which no mind is given is played by a tactician's.
    """
    dice = Seeded(seed, f"arena:{run}")
    made = muster(rules, sides, dice, switches, gap)
    events: list[Event] = []
    after = play_fight(rules, made.state, {**dict.fromkeys(SIDES, Tactician(rules)), **(minds or {})}, dice, events)
    return Bout(made.state, after, tuple(events))


def bouts(
    rules: Ruleset,
    sides: Sides,
    seed: int,
    runs: int,
    switches: tuple[str, ...] = (),
    gap: int = GAP,
    progress: Callable[[Tally], object] = lambda tally: None,
    minds: Mapping[str, Mind] | None = None,
    first: int = 0,
) -> Tally:
    """So many fights from the `first` on, counted; `progress` hears the count after each."""
    tally = Tally()
    for run in range(first, first + runs):
        tally.add(bout(rules, sides, seed, run, switches, gap, minds))
        progress(tally)
    return tally
