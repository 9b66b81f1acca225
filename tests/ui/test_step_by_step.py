"""Characters made by steps, with scripted answers: what is rolled is seen first, and what was shown is what plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import ByPurpose
from underkeep.lab.portrait import make, sit, sitting
from underkeep.procedures.recruiting import ChoiceOpen, answered
from underkeep.procedures.ruleset import Recruit
from underkeep.systems import load
from underkeep.table import games
from underkeep.table.session import Session
from underkeep.terminal.main import underkeep as program
from underkeep.world.creature import Creature


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("UNDERKEEP_HOME", str(tmp_path))


def run(*arguments: str, lines: str = "") -> str:
    result = CliRunner().invoke(program, [*arguments], input=lines)
    assert result.exit_code == 0, result.output
    return result.output


def play(seed: int, *lines: str, game: str = "ose", party: int = 1) -> tuple[str, list[Creature]]:
    """What was told, and who is in the game that began."""
    said = "".join(f"{line}\n" for line in lines)
    options = ("--step-by-step", "--party", str(party), "--seed", str(seed), "--levels", "1", "--plain")
    told = run("play", game, *options, lines=said)
    with Session.latest({}) as session:
        state = session.state
        assert state.party is not None
        return told, [state.creatures[id] for id in state.party.members]


def asked(told: str) -> list[str]:
    """The questions, by what stands before the default in brackets."""
    return re.findall(r"^(?!Enter|│)(\S[^\[\n]*?)(?: \(like [^)]*\))? \[", told.partition("Day 1")[0], re.MULTILINE)


def test_the_scores_are_seen_before_anything_is_asked_and_only_what_concerns_the_class() -> None:
    told, (bob,) = play(2, "fighter", "none", "Neutral", "elvish", "quick", "Bob", "keep")
    assert asked(told) == [
        *("Class", "Adjust scores", "Alignment", "One more language", "Equipment", "Name", "Keep this character")
    ]
    assert told.index("STR 9, INT 13") < told.index("Class [")
    assert told.index("You have 90 gp") < told.index("Equipment [")
    assert told.index("Hit points: 4 (1d8: 5 -1 CON = 4)") < told.index("Alignment [")
    assert (bob.name, bob.kind, bob.max_hp) == ("Bob", "fighter", 4)
    assert "dwarf (needs CON 9)" in told


@pytest.mark.parametrize("seed", [2, 4, 7])
def test_what_the_rules_refuse_is_said_at_once_and_nothing_is_lost(seed: int) -> None:
    told, (bob,) = play(seed, "fighter", *["INT-2 STR+1"] * 3, ".", "look")
    assert bob.kind == "fighter"
    assert "Error" not in told and told.count("Farewell") == 0


def test_an_adjustment_that_is_refused_is_asked_again() -> None:
    told, _ = play(2, "fighter", "INT-8 STR+4", "INT-4 STR+2", ".")
    assert told.index("INT cannot be lowered below 9.") < told.index("Adjust: INT -4, STR +2")


def test_the_game_has_exactly_the_character_that_was_shown() -> None:
    """The sheet on the screen and the one in the saved game are the same, line for line."""
    told, members = play(5, "", "", "", "", "", "", "", "", *["."] * 9, party=3)
    shown = [line.strip(" │") for line in told.splitlines() if line.startswith("│")]
    rules = load("ose")
    with Session.latest({}) as session:
        cards = [rules.card(session.state, member) for member in members]
    assert len(cards) == 3
    for card in cards:
        rows = [
            f"{label} {value}".split()
            for title, part in card.sections
            if title != "Class abilities"
            for label, value in part
        ]
        short = [row for row in rows if len(" ".join(row)) < 60]
        assert len(short) > 20
        assert all(row in [line.split() for line in shown] for row in short)


def test_a_class_may_be_written_with_a_blank_and_what_is_none_is_said() -> None:
    told, (made,) = play(3, "wizard", "magic user", "none", "sle", ".")
    assert '"wizard" is not among them; there are' in told
    assert made.kind == "magic-user"
    assert made.sheet.spell_book == ("Sleep",) and made.sheet.memorised == ("Sleep",)  # type: ignore[attr-defined]


def test_a_form_is_asked_for_only_where_a_spell_has_two() -> None:
    _, (made,) = play(3, "magic user", "none", "light", "darkness", ".")
    assert made.sheet.memorised == ("Darkness",)  # type: ignore[attr-defined]
    assert "Memorised as" not in play(3, "magic user", "none", "sleep", ".")[0]


def test_back_goes_one_step_back_with_the_same_dice() -> None:
    told, (made,) = play(3, "thief", "back", "back", "cleric", ".")
    assert made.kind == "cleric"
    assert "That was the first step." in told
    assert told.count("STR 10, INT 15, WIS 14") == 3


def test_buying_by_hand_with_the_money_left() -> None:
    told, (made,) = play(
        2,
        "fighter",
        "none",
        "",
        "",
        "by hand",
        "sword",
        "plate mail",
        "swrod",
        "torches",
        "back",
        "shield",
        "Done",
        "Bob",
    )
    assert "Bought: sword. 80 gp left." in told and "did you mean sword" in told
    assert [item.kind for item in made.items] == ["sword", "plate-mail", "shield", "gp"]
    assert made.items[-1].count == 90 - 10 - 60 - 10


def test_too_dear_is_said() -> None:
    told, _ = play(2, "fighter", "none", "", "", "by hand", "plate mail", "plate mail", ".")
    assert "That costs 120 gp, but the purse holds 90 gp." in told


def test_hopeless_scores_are_shown_and_may_be_kept() -> None:
    seed = next(s for s in range(200) if _first_question("ose", s) == "sub-par")
    kept = run("character", "ose", "--step-by-step", "--seed", str(seed), "--no-steps", lines="keep\n")
    kept = " ".join(kept.split())
    rolled = re.findall(r"[A-Z]{3} \d+(?= \()", kept.partition("Keep these scores")[0])
    assert len(rolled) == 6
    assert ", ".join(rolled) in kept.partition("Abilities: ")[2]
    anew = run("character", "ose", "--step-by-step", "--seed", str(seed), "--no-steps", lines="start again\n")
    assert "set thrown away" in anew


def _first_question(game: str, seed: int) -> str:
    rules = load(game)
    try:
        sit(sitting(rules, seed), Recruit(by_steps=True, stream="character, try 1"), seed)
    except ChoiceOpen as choice:
        return choice.question.what
    return ""


def test_a_neutral_cleric_is_asked_for_the_deity() -> None:
    _, (made,) = play(3, "cleric", "none", "neutral", "reversed", ".")
    assert made.sheet.deity == "reversed"  # type: ignore[attr-defined]
    assert "Forms of spells" not in play(3, "cleric", "none", "lawful", ".")[0]


def test_another_character_is_rolled_anew() -> None:
    told, (made,) = play(3, ".", "again", ".", "keep")
    assert len(set(re.findall(r"Abilities: (.*?)\.", told, re.DOTALL))) == 2
    last = re.findall(r"Name: (.*)\.", told)[-1]
    assert made.name == last


def test_quit_leaves_without_a_game() -> None:
    told = run("play", "ose", "--step-by-step", "--party", "2", "--plain", lines="fighter\nquit\n")
    assert told.endswith("Farewell.\n")
    assert games.all_games() == []
    assert run("character", "ose", "--step-by-step", lines="quit\n").endswith("Farewell.\n")


def test_the_end_of_input_takes_the_defaults() -> None:
    _, members = play(4, party=2)
    assert len({member.name for member in members}) == 2


def test_two_members_do_not_share_a_name() -> None:
    first = play(8, ".")[1][0].name
    told, members = play(8, ".", "keep", *[""] * 4, first, ".", party=2)
    assert f"There is a {first} already." in told
    assert len({member.name for member in members}) == 2


@pytest.mark.parametrize("game", ["ose", "knave", "rampage", "robs"])
def test_every_game_asks_what_is_legal_and_stays_with_its_dice(game: str) -> None:
    """Each default and each listed value is taken; what happened before a question is the same after its answer."""
    rules = load(game)
    for seed in range(6):
        who = Recruit(by_steps=True, stream="a")
        told: list[object] = []
        for number in range(40):
            do = sitting(rules, seed)
            try:
                made = sit(do, who, seed)
                break
            except ChoiceOpen as choice:
                question = choice.question
            assert do.events[: len(told)] == told
            told = list(do.events)
            values = list(question.values)
            answer = values[(seed + number) % len(values)] if values and not question.adds else question.default
            who = answered(who, question, answer)
        else:
            raise AssertionError(f"{question} has no end.")
        assert make(rules, who, seed).creature == made
        assert who.name == made.name


@pytest.mark.parametrize("game", ["knave", "rampage", "robs"])
def test_the_other_games_by_steps(game: str) -> None:
    told = run("character", game, "--step-by-step", "--seed", "3", lines="?\nnonsense\n.\n")
    assert "Keep this character" in told and "nonsense" in told


def test_knave_in_a_game() -> None:
    _, (made,) = play(3, "INT INT CON", "acrobat", "acrobat", "lawyer", "archer", "Gisla", "", game="knave")
    assert made.name == "Gisla"
    assert made.sheet.careers == ("acrobat", "lawyer")  # type: ignore[attr-defined]


def test_the_menu_makes_one_by_steps() -> None:
    told = run("play", "robs", "--menu", lines="s\nquit\ns\nthief\n.\n\nq\n")
    assert told.count("Rob's Dungeon Game") > 3 and "Class level: class Thief" in told


def test_steps_print_no_json() -> None:
    result = CliRunner().invoke(program, ["character", "ose", "--step-by-step", "--json"])
    assert result.exit_code == 2 and "cannot print JSON" in result.output


def test_a_roll_for_one_purpose_changes_no_other() -> None:
    one, two = ByPurpose(7, "a"), ByPurpose(7, "a")
    one.roll(3, 6, "name")
    assert [one.roll(5, 20, "money"), one.roll(5, 20, "hit points")] == [
        two.roll(5, 20, "money"),
        two.roll(5, 20, "hit points"),
    ]
    assert two.roll(5, 20, "money") != two.roll(5, 20, "money")


def test_robs_says_at_once_that_a_class_asks_for_more() -> None:
    rules = load("robs")
    who = Recruit("fighter", by_steps=True, stream="a", choices={"race": "human", "free": "INT", "shift": "STR>INT"})
    with pytest.raises(UnderkeepError, match="needs STR"):
        sit(sitting(rules, 1), who, 1)
