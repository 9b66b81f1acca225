"""Wishes before strangers: to steal, to keep them off, to win over a beast."""

from __future__ import annotations

from tests.ui.places import at, place, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.systems.ose.characters.thief_skills import PickPockets
from underkeep.table.chair import Chair
from underkeep.table.speech.meanings import Ask, Do, Say


def beasts(game: str, what: str) -> Chair:
    chair = at(underground(game), game)
    chair.referees = chair.may_undo = True
    chair.decree(chair.read(f"place encounter {what}"))  # type: ignore[arg-type]
    chair.referees = False
    return chair


def test_who_steals_does_it_by_the_rule_of_the_game() -> None:
    chair = place("meeting", "ose")
    thieves = {x.actor for x in chair.options.listed if isinstance(x, PickPockets)}
    for line in ("pick their pockets", "steal something from the first one"):
        meant = chair.read(line)
        if thieves:
            assert isinstance(meant, Do) and isinstance(meant.action, PickPockets)
        else:
            assert isinstance(meant, Say) and meant.rule


def test_a_beast_is_fed_or_it_is_tried() -> None:
    chair = beasts("ose", "2 wolves")
    for line in ("pet the wolves", "calm them", "make friends with the wolves"):
        meant = chair.read(line)
        assert isinstance(meant, Ask), line
        assert {type(x) for x in meant.choices} == {a.Offer, Try}, line


def test_a_beast_is_scared_only_if_that_is_tried() -> None:
    meant = beasts("ose", "2 wolves").read("wave the torch at them")
    assert isinstance(meant, Ask) and {type(x) for x in meant.choices} == {Try}


def test_hands_off_is_a_sharp_word() -> None:
    meant = place("meeting", "ose").read("tell them to keep their hands off our money")
    assert isinstance(meant, Ask)
    assert [x.aim for x in meant.choices if isinstance(x, a.Parley)] == ["threat", "talk"]
