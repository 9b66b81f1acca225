"""What the referee puts into the world by hand: monsters, treasure, weather. It goes on from there by the rules."""

from __future__ import annotations

import re
from contextlib import suppress

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import survey
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech import referee_names as names
from underkeep.table.speech.decree_words import MOST, Decreed
from underkeep.world.dungeon import Group, GroupChanged, Hoard, HoardChanged
from underkeep.world.gear import Item
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.referee import RefereeSaid
from underkeep.world.state import State

MOST_MONSTERS = 100
PLACED = "placed by hand"
EXAMPLES = (
    "place 3 orcs in area 7",
    "place 2 goblins asleep in area 4 on level 2",
    "place encounter 2 goblins",
    "place encounter 2 goblins friendly",
    "place treasure 100 gp in area 7",
    "place treasure sword hidden here",
    "place treasure ring of invisibility in area 7",
    "weather storm",
)
_TRAITS = r"(?:\s+(asleep|lair|hidden|[a-z]+ly))?"


def parse(rules: Ruleset, state: State, said: str) -> Decreed:
    """The decree of a line, without its first word."""
    what, _, because = said.partition(" because ")
    reason = because.strip() or PLACED
    if match := re.fullmatch(r"(?:an )?encounter:?\s+(?:with )?(.+)", what, re.IGNORECASE):
        return Decreed(_met(rules, state, match[1]), reason)
    if match := re.fullmatch(rf"treasure:?\s+(.+?){_TRAITS}\s+(?:(?:in|at)\s+)?(here|(?:area|room) .+)", what, re.I):
        return Decreed(_hoard(rules, state, match[1], match[2] == "hidden", match[3]), reason)
    if match := re.fullmatch(rf"(.+?){_TRAITS}\s+(?:(?:in|at)\s+)?(here|(?:area|room) .+)", what, re.IGNORECASE):
        return Decreed(_group(rules, state, match[1], match[2] or "", match[3]), reason)
    raise UnderkeepError(f'"{what[:60]}" cannot be placed; for example: {", ".join(EXAMPLES[:3])}.')


def _kind(rules: Ruleset, said: str) -> tuple[int, str]:
    count, name = names.how_many(said)
    if not 1 <= count <= MOST_MONSTERS:
        raise UnderkeepError(f"A group has 1 to {MOST_MONSTERS} members.")
    return count, names.monster(rules, name)


def _group(rules: Ruleset, state: State, said: str, trait: str, where: str) -> GroupChanged:
    count, kind = _kind(rules, said)
    area = names.area(state, where)
    attitudes = rules.meetings.attitudes if rules.meetings is not None else ()
    if trait and trait not in ("asleep", "lair", *attitudes):
        raise UnderkeepError(f"They may be asleep, in their lair, {', '.join(attitudes)}.")
    made = Group(state.new_group(), area.id, kind, count, trait == "lair", trait != "asleep")
    return GroupChanged(replace(made, attitude=trait) if trait in attitudes else made, "placed")


def _met(rules: Ruleset, state: State, said: str) -> GroupChanged:
    """Here and now, where the party is: it is met at once. They may be given an attitude, the last word."""
    attitudes = rules.meetings.attitudes if rules.meetings is not None else ()
    mood = next((word for word in said.lower().split()[-1:] if word in attitudes), "")
    count, kind = _kind(rules, said[: len(said) - len(mood)].strip())
    names.dungeon(state)
    party = state.party
    if party is None or party.place == "town" or state.encounter is not None or state.fight is not None:
        raise UnderkeepError("Nobody can be met now: the party is in town, in a fight or has met somebody already.")
    where = party.at.area if party.at is not None and state.journey is None else ON_THE_WAY
    return GroupChanged(Group(state.new_group(), where, kind, count, attitude=mood), "placed")


def _hoard(rules: Ruleset, state: State, said: str, hidden: bool, where: str) -> HoardChanged:
    area, place = names.area(state, where), names.dungeon(state)
    hoard = Hoard(
        state.new_id("hoard", place.hoards), area.id, _things(rules, state, said), survey.middle(area), hidden
    )
    return HoardChanged(hoard, "placed", seats=(REFEREE,))


def _things(rules: Ruleset, state: State, said: str) -> tuple[Item, ...]:
    """Several, unless it is all one name."""
    parts = re.split(r"\s*(?:,|\band\b)\s*", said)
    if len(parts) > 1:
        with suppress(UnderkeepError):
            return (_some(rules, state, said),)
    return tuple(_some(rules, state, part) for part in parts)


def _some(rules: Ruleset, state: State, said: str) -> Item:
    count, name = names.how_many(said)
    if not 1 <= count <= MOST:
        raise UnderkeepError(f"{count} is too many; {MOST} is the most.")
    return replace(names.thing(rules, state, name), count=count)


def weather(said: str) -> Decreed:
    """None of the games has rules for the weather: the players are told, and the rest is for calls and decrees."""
    if not said.strip():
        raise UnderkeepError("What is the weather? For example: weather storm.")
    return Decreed(RefereeSaid(f"the weather: {said.strip()[:200]}."), "")
