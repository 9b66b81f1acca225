"""Lines in other words mean what they would in known ones."""

import pytest
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Do


def _names(where: str, game: str) -> list[str]:
    return [c.name.split()[0] for c in place(where, game).own("")]


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_strangers_are_spoken_to_and_asked_along(game: str) -> None:
    chair = place("meeting", game)
    assert chair.read("try to talk to them") == chair.read("talk to them")
    asked = chair.read("Ask if they want to join us")
    assert isinstance(asked, Do) and isinstance(asked.action, a.Parley) and asked.action.aim == "hire"
    hailed = chair.read('hail them: "Who goes there?"')
    assert isinstance(hailed, Do) and isinstance(hailed.action, a.Parley)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_swings_a_weapon_attacks_and_who_is_got_out_goes_alone(game: str) -> None:
    chair = place("fight", game)
    one, two = _names("fight", game)[:2]
    assert str(chair.read(f"{two} swings his sword")) != str(chair.read(f"{one} swings his sword"))
    out = chair.read(f"get {two} out of there")
    assert not (isinstance(out, Do) and "BreakOff" in type(out.action).__name__)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_several_torches_one_for_each_are_bought(game: str) -> None:
    chair = place("town", game)
    assert str(chair.read("buy 4 torches, one for each of us"))[:20] == str(chair.read("buy 4 torches"))[:20]
    eaten = chair.read("go to the inn and get a good meal")
    assert not isinstance(getattr(eaten, "action", None), a.Buy)
