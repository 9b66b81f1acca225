"""The scenes of a game, kept beside its rulebook: one line a scene, with the rules that are met at its end."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec
from msgspec import Struct

from underkeep.exercise.scene import Deed, Opening, Scene
from underkeep.rulebook import scenes
from underkeep.rulebook.scenes import Met, file_of


class Kept(Struct, frozen=True, omit_defaults=True):
    """A scene and what is met at its end."""

    met: tuple[Met, ...]
    opening: Opening
    deeds: tuple[Deed, ...] = ()

    @property
    def scene(self) -> Scene:
        return Scene(self.opening, self.deeds)


@lru_cache(maxsize=8)
def kept(system: str) -> tuple[Kept, ...]:
    """All scenes of a game."""
    path = file_of(system)
    if not path.exists():
        return ()
    return tuple(msgspec.json.decode(line, type=Kept) for line in path.read_bytes().splitlines() if line)


@lru_cache(maxsize=8)
def by_rule(system: str) -> dict[str, tuple[Kept, Met]]:
    """The scene of each rule; of a judgement the one in which the default is taken."""
    found: dict[str, tuple[Kept, Met]] = {}
    for scene in kept(system):
        for met in scene.met:
            if met.rule not in found or met.on != scenes.ON_QUESTION:
                found[met.rule] = (scene, met)
    return found


def write(system: str, found: Iterable[tuple[Opening, tuple[Deed, ...], Met]]) -> None:
    """Keep the scenes, each once, in the order of the first rule they show."""
    grouped: dict[bytes, list[Met]] = {}
    parts: dict[bytes, tuple[Opening, tuple[Deed, ...]]] = {}
    for opening, deeds, met in sorted(found, key=lambda one: (one[2].rule, one[2].on)):
        key = msgspec.json.encode((opening, deeds))
        grouped.setdefault(key, []).append(met)
        parts[key] = (opening, deeds)
    lines = [msgspec.json.encode(Kept(tuple(met), *parts[key])) for key, met in grouped.items()]
    file_of(system).write_bytes(b"\n".join(lines) + b"\n")
    kept.cache_clear()
    by_rule.cache_clear()
    scenes.met.cache_clear()
