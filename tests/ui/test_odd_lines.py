"""Lines that nobody means and names that nobody expects are answered; each broke the table once."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place

from underkeep.minds.soldier import Soldier
from underkeep.systems import names
from underkeep.table.chair import Chair
from underkeep.table.session import Session
from underkeep.table.speech import scenery
from underkeep.table.speech.battle_map import ARROWS, arrows_of
from underkeep.terminal.plain import Plain

IN_NO_LETTERS = ("ﷺ", "Ɂ╽", "\U00018041\\\x18", "⍠'s")


def in_a_duel(system: str, name: str = "") -> Chair:
    """A chair in a fight without a party or a town; the first of one's own may bear another name."""
    chair = place("skirmish", system)
    if not name:
        return chair
    state = chair.state.with_creature(chair.view.mine[0].id, name=name)
    return Chair(Session.in_memory(chair.rules, state, 3, {"referee": Soldier(), "b": Soldier()}), "a")


@pytest.mark.parametrize("system", sorted(names()))
def test_what_is_asked_of_a_town_where_there_is_none(system: str) -> None:
    chair = in_a_duel(system)
    for line in ("where am I", "who has the rope", "what does a torch cost", "supplies", "do we have a mirror"):
        assert chair.read(line) is not None
    assert chair.show("supplies") == ["Nobody counts them here."]


@pytest.mark.parametrize("system", ["knave", "ose"])
def test_letters_that_nobody_reads(system: str) -> None:
    for moment in ("town", "dungeon", "fight"):
        chair = place(moment, system)
        for line in IN_NO_LETTERS:
            assert chair.read(line) is not None
            assert chair.read(f"to {line} what does he have in hand") is not None


@pytest.mark.parametrize("system", sorted(names()))
@pytest.mark.parametrize("name", ["李", "-", "42", "Bjørn", "Attack"])
def test_somebody_with_a_name_nobody_expects(system: str, name: str) -> None:
    chair = in_a_duel(system, name)
    for line in (
        f"{name} attacks",
        "李",
        "⢂ fighter",
        "⢂",
        "does anyone have a rope",
        "who is hurt",
        "inventory",
        "hold",
    ):
        assert chair.read(line) is not None


def test_names_in_town_that_nobody_expects() -> None:
    town = place("town", "knave").state
    assert town.party is not None
    first, *_ = town.party.members
    chair = at(town.with_creature(first, name="李"), "knave")
    for line in (
        "buy 2 torches",
        "李 buys a torch",
        "sell a torch",
        "give a torch to 李",
        "who carries the coins",
        "purse",
    ):
        assert chair.read(line) is not None


def test_a_scene_of_which_nothing_is_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenery, "scene", lambda view: [])
    told: list[str] = []
    typed = iter(["look"])

    def read() -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    Plain(place("dungeon", "knave"), read, told.append).run()
    assert "Go on" in "".join(told) or "not saved" in "".join(told)


def test_a_forged_way_to_face_is_drawn_as_some_way() -> None:
    chair = in_a_duel("rampage")
    figures = {id: replace(figure, facing=-(10**9)) for id, figure in chair.view.figures.items()}
    assert figures
    assert set(arrows_of(replace(chair.view, figures=figures)).values()) <= set(ARROWS)
