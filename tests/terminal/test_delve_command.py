"""`underkeep delve --campaign`, used as a person or a script would."""

import json

from click.testing import CliRunner

from underkeep.terminal.main import underkeep


def run(*arguments: str) -> str:
    found = CliRunner().invoke(underkeep, ("delve", "ose", "--level", "4", "--seed", "3", *arguments))
    assert found.exit_code == 0, found.output
    return found.output


def test_a_campaign_is_told_to_its_last_day_and_summed_up() -> None:
    told = run("--campaign", "3")
    assert "The party sets out" in told and "days 3" in told.replace("\n", " ")
    assert told.rstrip().endswith("seed 3.")


def test_campaigns_are_counted_for_scripts() -> None:
    one = json.loads(run("--campaign", "3", "--json"))
    assert (one["days"], one["towns"], one["seed"]) == (3, 1, 3)
    many = json.loads(run("--campaign", "2", "--runs", "2", "--json"))
    assert many["runs"] == 2 and sum(many["outcomes"].values()) == 2 and many["days"] <= 2
