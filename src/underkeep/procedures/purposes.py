"""What a group of creatures is about: what it is seen doing, what it wants, and who its enemies are.

It is part of the dungeon and hangs on the dungeon's salt, not on the dice of the moment: a group wants the same
whoever meets it and when. What has changed it since stands in the group. All of it is ours; a game says of what sort a
kind is, and which kinds are at odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal
from zlib import crc32

from underkeep.world.dungeon import Group
from underkeep.world.state import State

Sort = Literal["people", "beast", "mindless"]
Wants = Literal["coins", "food", "guard", "allies", "news", "peace", "young", "quiet"]
Relation = Literal["kin", "enemy", "stranger"]

WANTS: dict[Sort, tuple[Wants, ...]] = {
    "people": ("coins", "food", "guard", "allies", "news", "peace"),
    "beast": ("food", "young", "quiet"),
    "mindless": ("guard",),
}
AT_HOME: dict[Sort, tuple[str, ...]] = {
    "people": ("eating", "dicing", "mending", "arguing", "sharpening", "resting", "cooking", "counting"),
    "beast": ("feeding", "nesting", "dozing", "grooming"),
    "mindless": ("standing", "shuffling"),
}
ABOUT: dict[Sort, tuple[str, ...]] = {
    "people": ("patrolling", "carrying", "scouting", "searching", "whispering", "waiting"),
    "beast": ("prowling", "sniffing", "stalking", "passing"),
    "mindless": ("shuffling", "standing"),
}
ON_GUARD = frozenset({"patrolling", "watching", "scouting", "waiting", "whispering", "resting", "sleeping"})
"""What those may be seen doing who keep something."""
SUITS: dict[str, frozenset[str]] = {
    "coins": frozenset({"coins", "goods", "trade", "toll", "hire"}),
    "food": frozenset({"food", "trade"}),
    "allies": frozenset({"alliance", "hire"}),
    "news": frozenset({"talk", "news", "trade"}),
    "peace": frozenset({"talk", "passage", "toll"}),
    "quiet": frozenset({"food"}),
    "young": frozenset({"food"}),
    "guard": frozenset(),
}
"""What helps with those who want this: things that are offered, and topics."""
AGAINST: dict[str, dict[str, int]] = {
    "guard": {"passage": -2, "treasure": -2, "ways": -1, "alliance": -1},
    "coins": {"treasure": -1, "threat": -1},
    "peace": {"threat": -2, "alliance": -1},
    "allies": {"threat": -1},
    "young": {"passage": -1},
}
INSULT = -2
ENEMIES_IN = 3
"""Of strangers on one level that can think, one in so many is an enemy."""


def by_fate(state: State, what: str, group: str, choices: Sequence[str]) -> str:
    """One of these, the same for ever: by the dungeon's salt."""
    return choices[crc32(state.opaque(what, group).encode()) % len(choices)]


def wants(state: State, group: Group, sort: Sort) -> str:
    """What a group is after. Those who live with a treasure guard it, be they nothing else."""
    return group.wants or by_fate(state, "wants", group.id, WANTS[sort])


def doing(state: State, group: Group, sort: Sort) -> str:
    """What a group is seen doing, at home or about; who does not sleep and was warned keeps watch."""
    if not group.awake:
        return "sleeping"
    if group.alert and sort == "people":
        return "watching"
    return by_fate(state, "doing", group.id, (AT_HOME if group.lair else ABOUT)[sort])


def favour(wants: str, aim: str) -> int:
    """How a topic or a thing sits with those who want this: 1 for it, or up to 2 against it."""
    if aim == "insult":
        return INSULT
    return 1 if aim in SUITS.get(wants, ()) else AGAINST.get(wants, {}).get(aim, 0)


def relation(state: State, group: Group, other: Group, at_odds: bool, can_think: bool) -> Relation:
    """Those of one kind stand together; others are enemies where their kinds are at odds, or by the dungeon's story."""
    if group.kind == other.kind:
        return "kin"
    feud = "-".join(sorted((group.id, other.id)))
    quarrels = can_think and crc32(state.opaque("feud", feud).encode()) % ENEMIES_IN == 0
    return "enemy" if at_odds or quarrels else "stranger"
