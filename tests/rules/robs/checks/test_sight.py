"""Fights in the dark."""

from __future__ import annotations

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import muster, parse_sides
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.systems.robs.checks.sight import IN_DARKNESS
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import rule


@rule("robs:combat.unseen.melee-penalty")
def test_in_a_dark_place_nobody_is_seen():
    def begun(*switches: str) -> set[bool]:
        sides = parse_sides(RULESET, "fighter v 2 orc")
        drawn_up = muster(RULESET, sides, Seeded(1, "muster"), switches).state
        state = play.resolve(RULESET, drawn_up, REFEREE, BeginFight(), Seeded(1, "fight")).state
        return {creature.condition(IN_DARKNESS) is not None for creature in state.creatures.values()}

    assert begun("darkness") == {True}
    assert begun() == {False}
