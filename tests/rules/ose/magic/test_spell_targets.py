"""Squares and areas as targets, which no printed spell of the first levels has."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import with_light
from tests.rules.ose.casting import delve

from underkeep.systems.ose.magic.casting import Cast, options_of
from underkeep.systems.ose.magic.spell_targets import targets
from underkeep.systems.ose.magic.spells import Sleep, Use, forms
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import rule
from underkeep.testing.builders import field, in_step
from underkeep.world.grid import Grid
from underkeep.world.state import square_of

SLEEP = forms("magic-user")["Sleep"]
AT_A_SQUARE = replace(SLEEP, uses=(Use("square", ("fight",), Sleep(), range_feet=30),))


@rule("ose:combat.spell.line-of-sight")
def test_every_square_in_range_and_sight_may_be_aimed_at() -> None:
    state = in_step(field(RULESET, "magic-user v orc", gap=3), "spells")
    caster = state.creatures["magic-user-1"]
    x, y = square_of(caster)
    (aim,) = options_of(state, caster, AT_A_SQUARE).moves
    assert aim.is_aim and len(aim) == 13 * 13
    assert Cast(caster.id, "Sleep", at=(x + 6, y)) in aim
    assert Cast(caster.id, "Sleep", at=(x + 7, y)) not in aim
    assert state.grid is not None
    behind_a_wall = replace(state, grid=Grid(state.grid.width, state.grid.height, ((x + 1, y),)))
    (aim,) = options_of(behind_a_wall, caster, AT_A_SQUARE).moves
    assert not aim.has((x + 3, y)) and aim.has((x, y + 3))


def test_areas_are_those_the_party_sees_from_where_it_is() -> None:
    area = Use("area", ("exploring",), Sleep())
    dark = delve("magic-user")
    caster = dark.creatures["hero-1"]
    assert targets(dark, caster, SLEEP, area) == []
    assert targets(with_light(dark), caster, SLEEP, area) == ["1-01", "1-p1"]


def test_squares_are_for_fights_and_areas_for_exploring() -> None:
    with pytest.raises(ValueError, match="square is a target for fight alone"):
        Use("square", ("fight", "town"), Sleep())
    with pytest.raises(ValueError, match="area is a target for exploring alone"):
        Use("area", ("fight",), Sleep())
