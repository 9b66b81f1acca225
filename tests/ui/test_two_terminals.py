"""A game in two terminals: one plays, the other referees, and each sees what the other does."""

import re
from pathlib import Path

import pytest
from tests.ui.terminals import Terminal

from underkeep.kernel.prompt import REFEREE
from underkeep.minds.soldier import Soldier
from underkeep.table.home import VARIABLE
from underkeep.table.new_game import PLAYER
from underkeep.table.session import Session

SOON = 5.0
"""Seconds within which the other terminal must have noticed, on a busy machine; a quiet one takes half of one."""


def test_one_plays_and_another_referees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ("play", "ose", "--new", "--seed", "9", "--party", "3", "--refereed", "--plain")
    with Terminal(tmp_path, *game) as player:
        player.hears("> ")
        with Terminal(tmp_path, "referee", "1", "--plain") as referee:
            referee.hears("> ")
            referee.type("note the baron lies")
            referee.hears("Noted: the baron lies")
            player.type("set out")
            player.type("yes")
            player.type("armoured in front")
            player.hears("The referee is thinking.")
            referee.hears("Ruling: party size (ose:party.size)", SOON)
            referee.type("always: say nothing")
            player.hears("The party sets out from", SOON)
            player.hears("> armoured in front")
            referee.hears("Ruling: wilderness wandering frequency", SOON)
            referee.type("by the book")
            referee.hears("Ruling: referee map complex", SOON)
            referee.type("by the book")
            player.hears("stands at the entrance", SOON)
            referee.type("place encounter 2 goblins")
            player.hears("The party meets 2 goblins", SOON)
            player.type("talk to them")
            referee.hears("Ruling: reaction decide or roll", SOON)
            referee.type("friendly")
            player.hears("The goblins look friendly.", SOON)
            referee.type("decree harm hero-1 1 because of a stumble")
            player.hears("The referee decides: because of a stumble", SOON)
            for secret in ("baron", "(secret)", "Ruling:", "by the book", "placed by hand"):
                assert secret not in player.heard
            referee.type("quit")
            referee.hears("Go on with: underkeep referee")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with Session.resume("1", {REFEREE: Soldier()}) as again:
        stands = again.state.standing["ose:party.size"]
        assert (stands.manner, stands.choice) == ("always", "say nothing"), "rulings survive"
        assert again.state.standing["ose:wilderness.wandering.frequency"].manner == "by the book"
        assert not [line for line in again.lines(PLAYER) if "baron" in line.text]


def test_a_referee_may_come_later_and_a_table_that_goes_on_learns_of_it(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "ose", "--new", "--seed", "9", "--party", "3", "--plain") as player:
        player.hears("> ")
        with Terminal(tmp_path, "referee", "1", "--plain") as referee:
            referee.hears("A person referees from now on.")
            player.type("set out")
            player.type("yes")
            player.hears("Somebody else has gone on with this game")
            player.type("set out")
            player.type("yes")
            referee.hears("Ruling: party size", SOON)


def test_what_is_judged_before_the_world_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ("play", "ose", "--new", "--seed", "9", "--party", "3", "--referee", "--plain")
    with Terminal(tmp_path, *game, "--ruling", "town.healing=none") as both:
        both.hears("town size: small town (or village, large town, city)")
        both.hears("town healing: none")
        both.hears("Enter to begin.")
        found = re.search(r"(\d+)\. town size", both.heard)
        assert found is not None
        number = found[1]
        both.type(number)
        both.hears("ose:town.size")
        both.hears("By the book: small town.")
        both.type(f"{number} hamlet")
        both.hears("The choices are village")
        both.type(f"{number} village")
        both.hears("town size: village")
        both.type("")
        both.hears("a village. Day 1")
        both.type("rulings town.size")
        both.hears("ose:town.size: always village; 1 by the referee")


@pytest.mark.parametrize(
    ("ruling", "sentence"),
    [
        ("town.size", "is no ruling"),
        ("town.size=hamlet", "is no ruling on ose:town.size"),
        ("combat.attack.roll=x", "ose:combat.attack.roll"),
    ],
)
def test_a_wrong_ruling_gets_one_sentence(tmp_path: Path, ruling: str, sentence: str) -> None:
    with Terminal(tmp_path, "play", "ose", "--new", "--seed", "9", "--plain", "--ruling", ruling) as told:
        told.hears(sentence)
        assert "Traceback" not in told.heard
