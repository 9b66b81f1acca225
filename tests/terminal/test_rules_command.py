"""`underkeep rules`, used as a person would."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from underkeep.terminal.main import underkeep


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"}).invoke(underkeep, ["rules", *arguments])


def run_json(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_search_prints_ids_and_texts() -> None:
    output = run("search", "surprise", "door", "--limit", "4").stdout
    assert "ose:doors.stuck.lost-surprise  mechanic" in output
    assert "takes away any chance to surprise" in output


def test_search_json() -> None:
    found = run_json("search", "surprise", "door", "--limit", "2", "--system", "ose")
    assert [hit["id"].partition(":")[0] for hit in found] == ["ose", "ose"]
    assert set(found[0]) == {"id", "kind", "section", "text", "score"}


def test_search_finds_nothing() -> None:
    assert run("search", "xyzzy").stdout == "Nothing in the rulebooks fits: xyzzy\n"
    assert run_json("search", "xyzzy") == []


def test_show_a_rule_with_its_table_and_check() -> None:
    output = run("show", "ose:abilities.str.melee").stdout
    for part in ("With melee weapons", "Table ose:abilities.strength", "open doors in 6", "STR 16", "Status", "Tests"):
        assert part in output


def test_show_says_which_numbers_are_ours() -> None:
    assert 'Numbers after "Automatic default"' in run("show", "robs:referee.role").stdout
    assert "data.proposed" in run_json("show", "robs:referee.role")["note_on_numbers"]


def test_show_examples_and_questions() -> None:
    shown = run_json("show", "robs:task.check.roll")
    assert "robs:example.chuck-les" in [example["id"] for example in shown["examples"]]
    assert "Example robs:example.chuck-les" in run("show", "robs:task.check.roll").stdout


def test_show_json() -> None:
    shown = run_json("show", "ose:abilities.str.melee")
    assert shown["id"] == "ose:abilities.str.melee"
    assert shown["status"] in ("met", "tested", "referee", "frame", "missing")
    assert shown["tables"][0]["id"] == "ose:abilities.strength"
    assert isinstance(shown["code"], list)
    assert isinstance(shown["tests"], list)


@pytest.mark.parametrize(
    ("full_id", "part"),
    [
        ("knave:equipment.animals", "falcon       1000"),
        ("knave:initiative-roller", "Reading: The PC side's leader rolls"),
        ("robs:example.chuck-les", "Then: 1 - 2 = -1"),
        ("rampage:example.berserker.threshold7", 'Given: {"level": 7}'),
    ],
)
def test_show_what_is_not_a_rule(full_id: str, part: str) -> None:
    assert part in run("show", full_id).stdout


def test_a_typo_gets_one_sentence_and_exit_code_2() -> None:
    result = run("show", "ose:combat.ac.source")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(
        "Error: There is no rule called 'ose:combat.ac.source'; did you mean ose:combat.ac.sources"
    )
    assert result.stderr.count("\n") == 1


def test_a_typo_with_json() -> None:
    result = run("show", "ose:combat.ac.source", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "did you mean" in json.loads(result.stderr)["error"]


def test_census_json_has_exactly_these_counts() -> None:
    counted = run_json("census")
    assert {system: counts["rules"] for system, counts in counted.items()} == {
        "ose": 772,
        "knave": 209,
        "rampage": 966,
        "robs": 593,
    }
    for counts in counted.values():
        assert list(counts) == ["rules", "met", "tested", "referee", "frame", "missing"]
        assert counts["rules"] == sum(list(counts.values())[1:])


def test_census_by_area_adds_up() -> None:
    totals, areas = run_json("census"), run_json("census", "--by-area")
    for system, counts in totals.items():
        for name, total in counts.items():
            assert sum(area[name] for area in areas[system].values()) == total


def test_census_for_people() -> None:
    output = run("census", "--by-area").stdout
    assert "tested" in output
    assert "magic-item" in output


def test_options_lists_every_switch_with_its_rule() -> None:
    output = run("options", "ose").stdout
    assert "off morale: Monsters check morale on 2d6. [ose:morale.enable]" in output
    assert set(run_json("options")) == {"knave", "ose", "rampage", "robs"}
    assert run("options", "gurps").exit_code == 2
