"""Soldiers for hire and their morale."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.combat.test_morale import check, fallen
from tests.rules.ose.scene import every, first, make, scene, scores, table

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import Ruled
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.combat.morale import MORALE
from underkeep.systems.ose.monsters import mercenaries
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.testing import d6, rule
from underkeep.world.creature import Fled, MoraleRolled
from underkeep.world.state import State

MEN = [f"footman-light-{n}" for n in range(1, 7)]
CONDITIONS = "ose:morale.mercenary.conditions"


def company(*dead: str, foes: int = 6) -> State:
    """Six footmen of whom these have fallen, with an equal loss on the other side."""
    state = scene(f"{foes} fighter v 6 footman-light", switches=(MORALE,), gap=6)
    return fallen(state, *dead, *[f"fighter-{n}" for n in range(1, len(dead) + 1)])


@rule("ose:morale.mercenary.rating")
def test_the_table() -> None:
    ours = [[t.name, t.base, t.modifier] for t in mercenaries.troops().values()]
    assert ours == [list(row) for row in table("morale.mercenaries")]


@rule("ose:morale.mercenary.rating")
def test_the_rating_follows_from_the_troop_alone() -> None:
    assert mercenaries.rating(("trained", "mounted", "elite")) == 10
    assert mercenaries.rating(("untrained",)) == 6
    assert mercenaries.rating(("trained", "mounted", "elite", "fanatics")) == 12
    for charisma in (3, 18):
        state = scores(scene("fighter + footman-light v orc"), "fighter-1", CHA=charisma)
        assert sheet(state.creatures["footman-light-1"]).morale == 8
    assert sheet(make("footman-light", troops="elite, mounted")[0]).morale == 10


@rule("ose:morale.mercenary.rating")
def test_a_listing_that_contradicts_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="such troops is 6"):
        replace(monsters()["peasant"], morale=9)
    with pytest.raises(UnderkeepError, match="did you mean"):
        mercenaries.rating(("trainde",))
    with pytest.raises(UnderkeepError, match="one of"):
        mercenaries.rating(("mounted",))


@rule("ose:morale.mercenary")
@pytest.mark.parametrize(("faces", "stand"), [(d6(4, 4), True), (d6(4, 5), False)])
def test_they_check_like_monsters(faces: tuple[int, int], stand: bool) -> None:
    done = check(company(MEN[0]), *faces)
    assert first(done, MoraleRolled).success is stand
    assert "ose:morale.mercenary" in first(done, MoraleRolled).rule
    assert bool(every(done, Fled)) is not stand


@rule("ose:morale.mercenary.conditions")
def test_working_conditions_are_the_referees() -> None:
    usual = check(company(MEN[0]), *d6(4, 4))
    assert [e.choice for e in every(usual, Ruled) if e.question == CONDITIONS] == ["0"]
    abused = check(company(MEN[0]), *d6(4, 4), rulings={CONDITIONS: "-1"})
    assert not first(abused, MoraleRolled).success
    rich = check(company(MEN[0]), *d6(5, 5), rulings={CONDITIONS: "2"})
    assert first(rich, MoraleRolled).success


@rule("ose:morale.mercenary")
def test_with_the_option_off_nobody_rolls() -> None:
    state = scene("6 fighter v 6 footman-light", gap=6)
    assert not every(check(fallen(state, MEN[0])), MoraleRolled)
