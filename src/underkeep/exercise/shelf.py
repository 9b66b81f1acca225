"""The scenes of a game, kept beside its rulebook: one line a scene, with the rules that are met at its end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from underkeep.exercise.scene import Deed, Opening, Scene
from underkeep.rulebook import ledger

NAME = "scenes.jsonl"


class Met(Struct, frozen=True, omit_defaults=True):
    """A rule at the end of a scene: on what it stands there, and a wrong that would have shown."""

    rule: str
    on: str
    wrong: str


class Kept(Struct, frozen=True, omit_defaults=True):
    """A scene and what is met at its end."""

    met: tuple[Met, ...]
    opening: Opening
    deeds: tuple[Deed, ...] = ()

    @property
    def scene(self) -> Scene:
        return Scene(self.opening, self.deeds)


def file_of(system: str) -> Path:
    return ledger.folders()[system] / NAME


@lru_cache(maxsize=8)
def kept(system: str) -> tuple[Kept, ...]:
    """All scenes of a game."""
    path = file_of(system)
    if not path.exists():
        return ()
    return tuple(msgspec.json.decode(line, type=Kept) for line in path.read_bytes().splitlines() if line)


@lru_cache(maxsize=8)
def by_rule(system: str) -> dict[str, tuple[Kept, Met]]:
    """The scene of each rule."""
    return {met.rule: (scene, met) for scene in kept(system) for met in scene.met}


def write(system: str, scenes: Iterable[tuple[Opening, tuple[Deed, ...], Met]]) -> None:
    """Keep the scenes, each once, in the order of the first rule they show."""
    grouped: dict[bytes, list[Met]] = {}
    parts: dict[bytes, tuple[Opening, tuple[Deed, ...]]] = {}
    for opening, deeds, met in sorted(scenes, key=lambda found: found[2].rule):
        key = msgspec.json.encode((opening, deeds))
        grouped.setdefault(key, []).append(met)
        parts[key] = (opening, deeds)
    lines = [msgspec.json.encode(Kept(tuple(met), *parts[key])) for key, met in grouped.items()]
    file_of(system).write_bytes(b"\n".join(lines) + b"\n")
    kept.cache_clear()
    by_rule.cache_clear()
