from __future__ import annotations

import pytest
from tests.rules.knave.scenes import RULESET, act, has, on_sheet, scene, scores, the, why_not

from underkeep.kernel.prompt import Ruled
from underkeep.procedures.actions import CallSave
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.saves import RESISTED_BY, save, spared
from underkeep.testing import rule
from underkeep.testing.builders import scripted
from underkeep.world.creature import SaveRolled
from underkeep.world.state import State


def knave(level: int = 5, **given: int) -> State:
    return on_sheet(scores(scene("knave v orc"), "knave-1", **given), "knave-1", level=level)


def saved(state: State, sort: str, spell_level: int, *faces: int, is_willing: bool = False) -> tuple[str, Resolution]:
    do = scripted(RULESET, state, *faces)
    return save(do, "knave-1", sort, spell_level, is_willing), do


@rule("knave:magic.save.who")
def test_only_the_unwilling_of_a_higher_level_may_save() -> None:
    assert has(act(knave(3), CallSave("knave-1", "mind", 2), 10), SaveRolled)
    for level in (2, 1):
        assert why_not(knave(level), CallSave("knave-1", "mind", 2)) == "knave:magic.save.who"
        assert saved(knave(level), "mind", 2)[0] == "whole"
    assert saved(knave(5), "mind", 2, is_willing=True)[0] == "whole"


@rule("knave:magic.save.target-number")
def test_a_save_is_against_11_and_the_spells_level() -> None:
    passed = the(act(knave(), CallSave("knave-1", "body", 3), 14), SaveRolled)
    assert (passed.roll.needed, passed.success) == (14, True)
    assert not the(act(knave(), CallSave("knave-1", "body", 3), 13), SaveRolled).success
    assert why_not(knave(), CallSave("knave-1", "body")) == "knave:magic.save.target-number"


@rule("knave:magic.save.half")
def test_a_save_halves_the_spell() -> None:
    assert saved(knave(), "body", 3, 13)[0] == "whole"
    outcome, _ = saved(knave(), "body", 3, 14)
    assert outcome == "half"
    assert (spared(8, outcome), spared(10, outcome), spared(8, "whole")) == (4, 5, 8)


@rule("knave:magic.save.nullify")
def test_beating_it_by_10_cancels_the_spell() -> None:
    assert saved(knave(CON=4), "body", 1, 18)[0] == "none"
    assert saved(knave(CON=4), "body", 1, 17)[0] == "half"
    assert spared(8, "none") == 0


@rule("knave:magic.save.ability")
@pytest.mark.parametrize(("sort", "ability"), RESISTED_BY.items())
def test_the_ability_that_resists(sort: str, ability: str) -> None:
    do = act(knave(**{ability: 3}), CallSave("knave-1", sort, 2), 10)
    event = the(do, SaveRolled)
    assert event.roll.modifiers == ((ability, 3),)
    assert (event.roll.total, event.roll.needed, event.success) == (13, 13, True)
    assert the(do, Ruled).choice == ability


@rule("knave:magic.save.ability")
def test_the_abilities_of_the_ledger() -> None:
    expected = {"force": "STR", "area": "DEX", "body": "CON", "illusion": "INT", "mind": "WIS", "spirit": "CHA"}
    assert expected == RESISTED_BY
