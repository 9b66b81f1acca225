"""Moments to try things in: of every scene of a delve, and of a fight between any sorts of creatures."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from msgspec.structs import replace
from tests.soak.fights import Lots, match

from underkeep.procedures.ruleset import Ruleset
from underkeep.testing import contract
from underkeep.testing.contract.moments import moments_of
from underkeep.world.state import State


def some_of_a_fight(rules: Ruleset, seed: int, most: int = 200) -> list[State]:
    """Moments of a fight in which everybody does as they please."""
    moments = islice(contract.at_random(rules, match(rules, Lots(seed)), seed), most)
    return [moment.done.state for moment in moments][::10]


@lru_cache(maxsize=8)
def some_moments(rules: Ruleset, seed: int) -> tuple[State, ...]:
    """All of one seed; one in five of them at a table at which a person referees."""
    states = [*(moments_of(rules, seed) if rules.dungeon is not None else ()), *some_of_a_fight(rules, seed)]
    return tuple(replace(state, human_referee=True) if n % 5 == 4 else state for n, state in enumerate(states))
