"""What people type, kept in phrases.toml with what it must mean, read at each place in each game."""

import tomllib
from functools import cache
from pathlib import Path

import pytest
from tests.ui.places import place

from underkeep.table.chair import Chair
from underkeep.table.course import Course
from underkeep.table.several import InOrder
from underkeep.table.speech.typed_lines import Ask, Browse, Do, Say, Show, Undertake

KEPT = (
    *("phrases.toml", "phrases_unseen.toml", "phrases_loose.toml", "phrases_named.toml"),
    *("phrases_evening.toml", "phrases_ordinary.toml", "phrases_dungeon.toml"),
    *("phrases_town.toml", "phrases_meetings.toml", "phrases_fights.toml", "phrases_below.toml"),
)
LINES = [
    group
    for name in KEPT
    for group in tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))["lines"]
]
PLACES = sorted({(group["place"], game) for group in LINES for game in group["games"]})
LEAST = 600


@cache
def at(name: str, game: str) -> Chair:
    return place(name, game)


def filled(chair: Chair, line: str) -> str:
    """The line with names of this party and its foes; those first who may act."""
    up = sorted((c for c in chair.view.mine if c.status == "up"), key=lambda c: c.id not in chair.actors)
    names = [c.name.split()[0].lower() for c in up]
    foe = chair.view.others[0].name.lower() if chair.view.others else ""
    return line.replace("{one}", names[0]).replace("{two}", names[-1 if len(names) < 2 else 1]).replace("{foe}", foe)


def meaning(chair: Chair, line: str) -> str:
    match chair.read(filled(chair, line)):
        case Do(action):
            return type(action).__name__
        case Ask(_, choices):
            return f"ask {' '.join(sorted({type(x).__name__ for x in choices}))}"
        case Browse(kind):
            return f"browse {kind}"
        case Show(what):
            return f"show {what}"
        case Say(text):
            return f"say {text}"
        case Undertake(errand):
            if isinstance(errand, InOrder):
                return f"several {' '.join(type(x).__name__ for x in errand.actions)}"
            return "walk" if isinstance(errand, Course) else "orders"
    return "nothing"


def is_meant(found: str, means: str) -> bool:
    if means.startswith("say ... "):
        return found.startswith("say ") and means.removeprefix("say ... ") in found
    return found.startswith(means) if means.startswith("say ") else found == means


def test_enough_is_kept() -> None:
    assert len({(group["place"], line) for group in LINES for line in group["typed"]}) >= LEAST


@pytest.mark.parametrize(("name", "game"), PLACES)
def test_lines_mean_what_they_must(name: str, game: str) -> None:
    chair = at(name, game)
    wrong = []
    for group in LINES:
        if group["place"] == name and game in group["games"]:
            for line in group["typed"]:
                found = meaning(chair, line)
                if not is_meant(found, group["means"]):
                    wrong.append(f"{line}: {found}, not {group['means']}")
    assert not wrong, "\n".join(wrong)
