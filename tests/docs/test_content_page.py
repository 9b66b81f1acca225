"""The page of what content files may hold says what the types say, and leaves no folder out."""

from fnmatch import fnmatch
from importlib.resources import files
from pathlib import Path

import pytest
from tests.docs.content_page import HOMES, PAGE, page, shelves


def test_the_page_is_what_the_types_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make docs"


@pytest.mark.parametrize("package", HOMES)
def test_every_folder_of_content_is_on_the_page(package: str) -> None:
    content = Path(str(files(package)), "content")
    folders = {file.parent.relative_to(content).as_posix() for file in content.glob("*/**/*.toml")}
    read = [shelf.folder for shelf in shelves(package)]
    assert {folder for folder in folders if not any(fnmatch(folder, name) for name in read)} == set()


def test_it_says_what_a_field_is_and_what_may_be_named() -> None:
    told = page()
    assert "| `morale` | number (2 to 12) |  |" in told
    assert "| `kinds` | list of texts (ids of `monsters/`) |  |" in told
    assert "| `hug` | `damage`: dice | More damage when every attack of the line hits one victim. |" in told
