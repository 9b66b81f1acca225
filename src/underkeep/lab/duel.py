"""One mind against another: mirrored fights of the same combatants, each fought twice with the minds exchanged."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from underkeep.kernel.dice import Seeded
from underkeep.lab.arena import interval
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.mind import Mind
from underkeep.procedures.ruleset import Ruleset


class Duel(Struct):
    """What came of so many fights. `seconds` is how long they took."""

    fights: int = 0
    wins: int = 0
    draws: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """The part of the fights that the first mind won, a draw being half of one."""
        return (self.wins + self.draws / 2) / self.fights

    @property
    def interval(self) -> tuple[float, float]:
        return interval(self.wins + self.draws / 2, self.fights)


def duel(
    rules: Ruleset, company: str, pairs: int, one: Mind, other: Mind, clock: Callable[[], float] = lambda: 0.0
) -> Duel:
    """So many pairs of fights of a company against its like: the same combatants and dice, once with the first mind on
    the one side and once on the other."""
    sides, found = parse_sides(rules, f"{company} v {company}"), Duel()
    for seed in range(pairs):
        for ours in SIDES:
            dice = Seeded(seed, "duel")
            state = muster(rules, sides, dice).state
            start = clock()
            end = play_fight(rules, state, {side: one if side == ours else other for side in SIDES}, dice)
            found.seconds += clock() - start
            found.fights += 1
            found.wins += end.winner == ours
            found.draws += not end.winner
    return found
