"""One character made by the book, outside any fight."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.procedures.recruiting import recruit_apart
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.world.creature import Creature
from underkeep.world.state import State


class Portrait(Struct, frozen=True):
    creature: Creature
    state: State
    events: tuple[Event, ...]


def sitting(rules: Ruleset, seed: int, switches: Iterable[str] = ()) -> Resolution:
    """A game with nobody in it."""
    start = State(rules.id, {"player": ("player",)}, switches_on(rules, switches))
    return Resolution(start, Seeded(seed, "character"), rules)


def sit(do: Resolution, who: Recruit, seed: int) -> Creature:
    return recruit_apart(do, who, "character-1", "player", seed)


def make(rules: Ruleset, who: Recruit, seed: int, switches: Iterable[str] = ()) -> Portrait:
    """The character and every step that made it."""
    do = sitting(rules, seed, switches)
    creature = sit(do, who, seed)
    return Portrait(do.state.creatures[creature.id], do.state, tuple(do.events))
