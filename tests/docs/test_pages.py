"""What the pages show of Python is what it prints."""

from pathlib import Path

import pytest
from tests.docs.session import PAGES, complaints, python_session, refreshed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_print_what_the_page_shows(page: Path) -> None:
    test = python_session(page)
    assert test.examples
    assert complaints(test) == ""


def test_a_wrong_output_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Words.\n\n```pycon\n>>> 1 + 1\n3\n```\n\n```python\n>>> not run\n```\n")
    assert "line 4" in complaints(python_session(page))


def test_refreshing_replaces_only_the_output_of_python() -> None:
    error = ">>> x[1]\nTraceback (most recent call last):\nIndexError\n"
    page = f"Words.\n```pycon\n>>> x = [\n...     2,\n... ]\n>>> x\n3\n{error}```\n"
    assert refreshed(page) == page.replace("3\n", "[2]\n")
