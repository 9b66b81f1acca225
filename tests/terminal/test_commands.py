"""The commands, used as a person or a script would."""

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from underkeep.systems import load, names
from underkeep.terminal.main import underkeep

HEROES = {"ose": "fighter", "knave": "knave", "rampage": "fighter", "robs": "fighter"}
SYSTEMS = names()


def run(*arguments: str, stdin: str = "", code: int = 0) -> str:
    """In this process, by the way that the program takes; `test_streams.py` and `test_main.py` start processes."""
    found = CliRunner().invoke(underkeep, arguments, input=stdin)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exc_info
    assert found.exit_code == code, found.stderr + found.stdout
    assert "Traceback" not in found.stderr
    return found.stdout if code == 0 else found.stderr


def run_json(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


def foe(system: str) -> str:
    roster = load(system).roster()
    return "goblin" if "goblin" in roster else next(name for name, sort in roster.items() if sort == "monster")


def test_roll_shows_every_die() -> None:
    found = run_json("roll", "4d6kh3+2", "--seed", "7", "--times", "3")
    assert len(found["rolls"]) == 3
    for result in found["rolls"]:
        kept = [d["face"] for d in result["dice"] if d["kept"]]
        assert len(result["dice"]) == 4
        assert result["total"] == sum(kept) + 2


def test_the_seed_decides() -> None:
    assert run("roll", "10d20", "--seed", "1") == run("roll", "10d20", "--seed", "1")
    assert run("roll", "10d20", "--seed", "1") != run("roll", "10d20", "--seed", "2")


def test_odds_are_exact() -> None:
    found = run_json("odds", "2d6", "--seed", "1")
    assert found["outcomes"][5] == [7, pytest.approx(1 / 6)]
    assert found["outcomes_exact"][5] == [7, "1/6"]
    assert found["mean"] == 7


def test_odds_of_one_roll_against_another() -> None:
    assert run_json("odds", "d20+5", "--against", "d20+3")["exact"] == ["229/400", "9/200", "153/400"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_odds_of_an_attack(system: str) -> None:
    found = run_json("odds", system, "attack", "--by", HEROES[system], "--on", foe(system))
    assert 0 < found["hit"] < 1
    assert found["hit"] == pytest.approx(eval_fraction(found["hit_exact"]))
    assert sum(chance for _, chance in found["damage"]) == pytest.approx(1)


def eval_fraction(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def test_each_game_tells_lengths_in_its_own_unit() -> None:
    shot = ("attack", "--by", "ranger[short bow]", "--on", "goblin", "--range", "10")
    assert " at 9.1 metres by the rules of Rob's" in run("odds", "robs", *shot)
    shot = ("attack", "--by", "fighter[short bow]", "--on", "orc", "--range", "34")
    assert " at 30 feet by the rules of Old-School" in run("odds", "ose", *shot)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_character_has_a_sheet_and_steps_that_cite_rules(system: str) -> None:
    found = run_json("character", system, "--seed", "7", "--level", "2")
    assert found["sheet"]
    assert found["steps"]
    rules = [rule for step in found["steps"] for rule in step["rule"]]
    assert rules
    assert all(rule.startswith(f"{system}:") for rule in rules)
    text = run("character", system, "--seed", "7", "--level", "2")
    assert found["name"] in text
    assert rules[0] in text


@pytest.mark.parametrize("system", SYSTEMS)
def test_arena_tells_one_fight_with_reasons(system: str) -> None:
    match = f"2 {HEROES[system]} v 3 {foe(system)}"
    told = run("arena", system, match, "--seed", "3", "--why")
    assert f"{system}:combat" in told
    assert "Round 1" in told
    assert told == run("arena", system, match, "--seed", "3", "--why")


@pytest.mark.parametrize("system", SYSTEMS)
def test_arena_counts_many(system: str) -> None:
    found = run_json("arena", system, f"2 {HEROES[system]} v 3 {foe(system)}", "--seed", "3", "--runs", "10")
    assert found["runs"] == 10
    assert found["a"]["wins"] + found["b"]["wins"] + found["draws"] == 10
    assert set(found["a"]) == {"wins", "rate", "low", "high", "deaths"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("roll", "4d6kk"),
        ("roll", "d6", "--times", "0"),
        ("roll", "9" * 300),
        ("odds", "1000d1000000kh500"),
        ("odds", "attack"),
        ("odds", "ose"),
        ("odds", "3d6", "--by", "fighter"),
        ("odds", "3d6", "--range", "10"),
        ("odds", "ose", "attack", "--by", "fighter", "--on", "orc", "--range", "2001"),
        ("arena", "ose", "fighter v orc", "--distance", "0"),
        ("odds", "3d6", "--against", ""),
        ("odds", "ose", "attack", "--by", "fighter", "--on", "orc", "--against", "3d6"),
        ("schema", "nosuchgame"),
        ("rules", "search", ""),
        ("character", "ose", "--class", "dwarf", "--choose", "class=elf"),
        ("odds", "ose", "attack", "--by", "fighter"),
        ("odds", "nosuchgame", "attack", "--by", "x", "--on", "y"),
        ("character", "nosuchgame"),
        ("character", "ose", "--class", "wizzard"),
        ("character", "ose", "--class", "goblin"),
        ("character", "ose", "--level", "99"),
        ("character", "ose", "--choose", "alignment"),
        ("character", "ose", "--choose", "alignment=Sleepy"),
        ("character", "ose", "--choose", "hair=red"),
        ("character", "ose", "--gear", "lightsabre"),
        ("arena", "ose", "fighter"),
        ("arena", "ose", "fighter v gobblin"),
        ("arena", "ose", "fighter v goblin", "--runs", "0"),
        ("arena", "ose", "fighter v goblin", "--option", "nonsense"),
        ("arena", "ose", "fighter/99 v goblin"),
        ("arena", "ose", "fighter[lightsabre] v goblin"),
        ("rules", "show", "ose:no.such.rule"),
        ("nosuchcommand",),
    ],
)
def test_bad_input_gets_one_sentence_and_code_2(arguments: tuple[str, ...]) -> None:
    complaint = run(*arguments, code=2)
    assert complaint.startswith("Error: ")
    assert complaint.count("\n") <= 2


def test_no_control_character_of_the_user_comes_back() -> None:
    assert "\x1b" not in run("arena", "ose", "\x1b[31mfighter v orc", code=2)
    assert "\x1b" not in run("rules", "search", "\x1b[31mzzzz")


def test_both_sides_have_a_row_however_they_are_parted() -> None:
    told = run("arena", "ose", "fighter versus 2 orc", "--runs", "2", "--seed", "1")
    assert "│ fighter │" in told
    assert "│ 2 orc   │" in told


def test_a_game_may_be_named_in_capitals() -> None:
    assert run("character", "OSE", "--seed", "1") == run("character", "ose", "--seed", "1")


def test_rule_ids_are_whole_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert "rampage:creation.note-realm-spells" in run("character", "rampage", "--seed", "1")


def test_a_long_chart_leaves_out_the_ends_that_cannot_be_seen() -> None:
    assert "0.000%" not in run("odds", "1000d6")


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_schema_refers_only_to_what_it_has(system: str) -> None:
    found = json.loads(run("schema", system))
    assert found == run_json("schema", system)
    assert set(found) == {"$schema", "title", "event", "action", "state", "$defs"}
    referred = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(found)))
    assert {"AttackRolled", "Attack", "Creature"} <= referred <= set(found["$defs"])


def test_the_menu_works_from_a_pipe() -> None:
    told = run(
        "play", "--menu", stdin="ose\n1\nfighter\n2\n2 fighter v 2 orc\n1\nn\n4\ninitiative\n5\nknave\nnonsense\n"
    )
    assert "Old-School Essentials" in told
    assert "Farewell." in told
    assert run("play", "--menu", stdin="") != ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_spells_are_listed_and_described(system: str) -> None:
    known = list(load(system).spells())
    listed = " ".join(run("spell", system).split())
    assert all(name in listed for name in known)
    assert known[0] in run("spell", system, known[0])
    assert known[0] in run_json("spell", system, known[0])["spells"]
    assert "has no spell" in run("spell", system, "jabberwock", code=2)


def test_a_spell_of_two_lists_is_told_for_both() -> None:
    told = run("spell", "ose", "continual", "light")
    assert "Continual Light: level 2" in told and "Continual Light (cleric): level 3" in told
    assert "dead for no more than 4 days for each level above 7" in run("spell", "ose", "raise dead")


def test_a_party_is_of_those_who_are_named() -> None:
    named = ("--member", "magic-user/9", "--member", "cleric/5[mace]")
    told = run("play", "ose", "--new", "--seed", "9", "--plain", *named, stdin="party\nquit\n")
    assert "1. " in told and "(magic user)" in told and "(cleric)" in told and "(fighter)" not in told
    for words, sentence in (("orc", "has no class"), ("2 fighter", "names 2"), ("zzz/3", "has no class")):
        assert sentence in run("play", "ose", "--new", "--member", words, "--plain", code=2)
