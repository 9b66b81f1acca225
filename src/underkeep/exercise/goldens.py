"""The golden stories as scenes: what was typed there is typed again, as far as it means anything."""

from __future__ import annotations

import re
from pathlib import Path

from underkeep.errors import UnderkeepError
from underkeep.exercise.scene import Opening
from underkeep.exercise.typed import Typed
from underkeep.lab.muster import halves_of

_HEADER = re.compile(r"# ([a-z ]+): (.*)")
_NO_ACTION = ("decree ",)


def read(path: Path) -> Typed:
    """A story with the same beginning and the same lines; one led by minds has as many of their decisions."""
    text = path.read_text(encoding="utf-8").splitlines()
    header = {m[1]: m[2] for line in text if (m := _HEADER.fullmatch(line))}
    if "seed" not in header or "plays" not in header:
        raise UnderkeepError(f"{path} is no story.")
    opening = _arena(header) if header["plays"] == "arena" else _delve(header)
    return Typed(f"the story {path.parent.name}/{path.stem}", opening, tuple(_lines(header, text)))


def _lines(header: dict[str, str], text: list[str]) -> list[str]:
    if header["plays"] == "arena":
        return ["begin", "... until over"]
    if header["plays"] == "minds":
        return [f"... {header.get('actions', '60')} {header.get('temper', 'cautious')}"]
    typed = [f"? {line[2:]}" for line in text if line.startswith("> ") and not line[2:].startswith(_NO_ACTION)]
    return [f"... {header['prelude']}", *typed] if "prelude" in header else typed


def _delve(header: dict[str, str]) -> Opening:
    return Opening(
        "play",
        int(header["seed"]),
        size=int(header.get("party", "6")),
        level=int(header.get("level", "1")),
        levels=int(header.get("levels", "3")),
        setting=header.get("setting", ""),
        switches=_switches(header),
        referee=header.get("referee") == "person",
    )


def _arena(header: dict[str, str]) -> Opening:
    return Opening("skirmish", int(header["seed"]), tuple(halves_of(header["match"])), switches=_switches(header))


def _switches(header: dict[str, str]) -> tuple[str, ...]:
    return tuple(header.get("switches", "").replace(",", " ").split())
