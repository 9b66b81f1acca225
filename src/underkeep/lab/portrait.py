"""One character made by the book, outside any fight."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.world.creature import Creature
from underkeep.world.state import State


class Portrait(Struct, frozen=True):
    creature: Creature
    state: State
    events: tuple[Event, ...]


def make(rules: Ruleset, who: Recruit, seed: int, switches: Iterable[str] = ()) -> Portrait:
    """The character and every step that made it."""
    start = State(rules.id, {"player": ("player",)}, switches_on(rules, switches))
    do = Resolution(start, Seeded(seed, "character"), rules)
    creature = rules.recruit(do, who, "character-1", "player")
    return Portrait(do.state.creatures[creature.id], do.state, tuple(do.events))
