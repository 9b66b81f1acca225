"""Ways in which people put a wish, and what each leads to: a line in known words, a page, an answer.

The frames stand in frames.toml. They say how a wish is put and never what may be done: a line that is read instead is
read like any other.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from underkeep.procedures import scenes
from underkeep.table.speech.meanings import Meaning, Reader, Say, Show

FIRST, LAST = "first", "last"
_MOST_NAMES = 64


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("frames.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=_MOST_NAMES)
def _patterns(when: str, names: tuple[str, ...]) -> tuple[tuple[dict[str, Any], re.Pattern[str]], ...]:
    one = f"(?:{'|'.join(map(re.escape, names)) or 'nobody'})"
    return tuple((frame, re.compile(frame["match"].replace("{name}", one))) for frame in _file()[when])


def framed(
    reader: Reader, said: str, names: Sequence[str], read: Callable[[str], Meaning | None], when: str = FIRST
) -> Meaning | None:
    """What the first frame that fits a line leads to; None if none does, or what it leads to is not understood."""
    scene = "fight" if reader.state.fight is not None else scenes.scene_of(reader.state)
    if reader.state.prompts or reader.referees:
        return None
    for frame, pattern in _patterns(when, tuple(names)):
        if "at" in frame and scene not in frame["at"].split():
            continue
        found = pattern.fullmatch(said)
        if found is not None and (meant := _led_to(frame, found, said, read)) is not None:
            return meant
    return None


def _led_to(
    frame: dict[str, Any], found: re.Match[str], said: str, read: Callable[[str], Meaning | None]
) -> Meaning | None:
    if "say" in frame:
        return Say(frame["say"])
    if "show" in frame:
        return Show(frame["show"], _expanded(frame.get("rest", ""), found, said))
    for line in frame.get("read_any", [frame.get("read", "")]):
        put = _expanded(line, found, said)
        meant = read(put) if put != said else None
        if meant is not None:
            return meant
    return None


def _expanded(line: str, found: re.Match[str], said: str) -> str:
    return " ".join(found.expand(line).replace("{said}", said.rstrip("?. ")).split())
