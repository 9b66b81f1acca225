"""What the README shows is what the program prints."""

import pytest
from tests.docs.session import README, Step, play, refreshed, steps, typed

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("step", steps(TEXT), ids=lambda step: step.command)
def test_the_session_prints_what_the_readme_shows(step: Step) -> None:
    assert play(step.command, typed(step.output)) == step.output


def test_the_readme_has_a_session() -> None:
    assert steps(TEXT)


def test_refreshing_replaces_only_the_output() -> None:
    block = "```console\n$ underkeep --version\nold\n```\n"
    readme = f"before\n{block}after\n```console\n$ make play\n```\n"
    new = refreshed(readme)
    assert steps(new) == [Step("underkeep --version", play("underkeep --version"))]
    assert new.startswith("before\n```console\n")
    assert new.endswith("```\nafter\n```console\n$ make play\n```\n")
