"""What a line leaves open is asked before anything is done; coins are left in safe hands as they are told."""

from __future__ import annotations

import pytest
from tests.ui.places import at, place

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.town_services import Visit
from underkeep.systems import load
from underkeep.systems.ose.town.inheritance import LeaveMoney
from underkeep.table.chair import Chair
from underkeep.table.new_game import Plan, new_game
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Ask, Do, Say, Undertake
from underkeep.world.gear import Item


def home() -> Chair:
    """Two clerics, a thief and one who is hired, each with a purse of 40."""
    kinds = ("cleric", "thief", "cleric")
    state = new_game(
        load("ose"), 9, Plan(3, members=tuple(map(Recruit, kinds)), levels=1, companions=("fighter",))
    ).state
    for id in ("hero-1", "hero-2", "hero-3"):
        state = state.with_creature(
            id,
            items=(Item("torches", "Torch", count=6, id=f"t{id}"), Item("gp", "gold piece", count=40, id=f"g{id}")),
        )
    return at(state, "ose")


def name(chair: Chair, id: str) -> str:
    return chair.state.creatures[id].name


def actors(actions: tuple[Action, ...]) -> list[str]:
    return [getattr(x, "actor", "") for x in actions]


@pytest.mark.parametrize("line", ["leave my gold here", "sell my torches"])
def test_whose_is_asked_where_nobody_speaks(line: str) -> None:
    meant = home().read(line)
    assert isinstance(meant, Ask) and actors(meant.choices)[:3] == ["hero-1", "hero-2", "hero-3"]


def test_all_that_is_mine_is_not_all_that_everybody_has() -> None:
    chair = home()
    meant = chair.read(f"give all my gold to {name(chair, 'hero-2')}")
    assert isinstance(meant, Say | Ask)


def test_which_of_two_of_a_class_is_asked() -> None:
    chair = home()
    meant = chair.read(f"the cleric gives {name(chair, 'hero-2')} a torch")
    assert isinstance(meant, Ask) and actors(meant.choices) == ["hero-1", "hero-3"]
    meant = chair.read(f"the thief gives {name(chair, 'hero-1')} a torch")
    assert isinstance(meant, Do) and actors((meant.action,)) == ["hero-2"]


def test_how_many_are_spare_is_asked() -> None:
    meant = home().read("sell the spare torches")
    assert isinstance(meant, Ask)
    assert [x.count for x in meant.choices if isinstance(x, a.Sell)] == [5, 3, 6]


def test_who_can_go_is_dismissed_if_hired() -> None:
    chair = at(new_game(load("ose"), 9, Plan(3, levels=1, companions=("fighter",))).state, "ose")
    hired = next(x.creature for x in chair.options.listed if isinstance(x, a.Dismiss))
    meant = chair.read(f"{name(chair, hired)} can go")
    assert isinstance(meant, Ask) and meant.choices == (a.Dismiss(hired),)
    assert isinstance(chair.read(f"{name(chair, 'hero-1')} can go"), Say)


def test_as_much_is_put_away_as_the_line_says() -> None:
    chair = home()
    one = name(chair, "hero-2")
    for line, gp in ((f"{one} deposits 10 gp", 10), (f"leave half of {one}'s gold here", 20)):
        meant = chair.read(line)
        assert isinstance(meant, Do | Ask)
        action = meant.action if isinstance(meant, Do) else meant.choices[0]
        assert action == LeaveMoney("hero-2", gp)
    meant = chair.read("leave half of our gold here")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert [x.gp for x in meant.errand.actions if isinstance(x, LeaveMoney)] == [20, 20, 20]


@pytest.mark.parametrize("game", ["ose"])
def test_a_service_is_gone_to_by_its_name(game: str) -> None:
    chair = place("town", game)
    services = {x.service for x in chair.options.listed if isinstance(x, Visit)}
    assert services
    for service in services:
        meant = chair.read(f"go to the {service}")
        assert isinstance(meant, Do) and isinstance(meant.action, Visit) and meant.action.service == service
