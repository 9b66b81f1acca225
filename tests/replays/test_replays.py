"""Every golden story goes today as it is written down; `make replays` writes them anew."""

from difflib import unified_diff
from pathlib import Path

import pytest
from tests.replays.stories import name_of, parse, paths, played


@pytest.mark.parametrize("path", paths(), ids=name_of)
def test_the_story_goes_as_it_is_written_down(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    today = played(parse(written))
    if today != written:
        difference = unified_diff(written.splitlines(), today.splitlines(), "written down", "today", lineterm="")
        pytest.fail("\n".join(difference), pytrace=False)
