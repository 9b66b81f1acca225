"""Short ways to set up a scene in a test."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.lab.muster import muster, parse_sides
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.fight import Fight, Step
from underkeep.world.state import State


def field(
    rules: Ruleset,
    match: str,
    *,
    gap: int = 1,
    seed: int = 1,
    switches: Sequence[str] = (),
    human_referee: bool = False,
) -> State:
    """Two sides drawn up, e.g. `field(rules, "fighter v 2 orc")`: fighter-1 stands `gap` squares from orc-1."""
    sides = parse_sides(rules, match)
    return muster(rules, sides, Seeded(seed, "field"), switches, gap, human_referee).state


def in_step(state: State, phase: str, *actors: str, **step: object) -> State:
    """The same scene in the middle of a fight, at a step of one phase; all may act unless some are named."""
    ids = actors or tuple(state.creatures)
    now = replace(Step(phase, ids), **step)
    fight = state.fight or Fight(round=1)
    return replace(state, fight=replace(fight, steps=(now,), begun=True, round=max(1, fight.round)))


def scripted(rules: Ruleset, state: State, *faces: int) -> Resolution:
    """A resolution whose dice show exactly these faces, in this order."""
    return Resolution(state, Scripted(*faces), rules)
