"""A meeting by chance: whom a party would come upon in a dungeon or in the wild, made and met by the book."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.kernel.notation import parse
from underkeep.procedures.lore_questions import Wanderers
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import Plan, new_game
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import EncounterBegan
from underkeep.world.journey import ON_THE_WAY, JourneyBegan, Route
from underkeep.world.party import PartyWent

MOST_LEVEL = 20
_HERO = 1


class ChanceMeeting(Struct, frozen=True):
    """The row that was rolled, those who are met, how far off they are, who is surprised and how they feel."""

    level: int
    terrain: str
    row: Wanderers
    kind: str
    creatures: tuple[Creature, ...]
    distance: int
    surprised: tuple[str, ...]
    attitude: str


def rows(rules: Ruleset, level: int, seed: int) -> tuple[Wanderers, ...]:
    """The table of a level, as a game of this seed has it."""
    return _rows(new_game(rules, seed, Plan(_HERO, levels=1)), level)


def _rows(do: Resolution, level: int) -> tuple[Wanderers, ...]:
    if not 1 <= level <= MOST_LEVEL:
        raise UnderkeepError(f"A dungeon has levels 1 to {MOST_LEVEL}.")
    if do.rules.lore is None or do.state.dungeon is None:
        raise UnderkeepError(f"{do.rules.title} has no tables of those who wander.")
    return do.rules.lore.wanderers(do.state.dungeon, level)


def meet(rules: Ruleset, level: int, seed: int, wanted: Wanderers | None = None) -> ChanceMeeting:
    """Roll on the table of a level, or take the wanted row; make those who come and let a lone adventurer meet them."""
    do = new_game(rules, seed, Plan(_HERO, levels=1))
    assert do.state.dungeon is not None and do.rules.meetings is not None
    do.dice = Seeded(seed, f"encounter on level {level}")
    row = wanted or do.pick(_rows(do, level), "row of the table")
    kind = do.pick(row.kinds, "which kind")
    at = do.state.dungeon.entrance
    do.emit(PartyWent("dungeon", at, "brought"))
    count = max(1, do.roll_total(parse(row.number), f"how many {kind}").total)
    group = Group(do.state.new_group(), at.area, kind, count)
    do.emit(GroupChanged(group, "placed"))
    do.rules.meetings.meet(do, group, None)
    return _met(do, level, "", row, kind)


def terrain_rows(rules: Ruleset, terrain: str) -> tuple[Wanderers, ...]:
    """The table of a terrain."""
    if rules.region is None:
        raise UnderkeepError(f"{rules.title} has no tables by terrain.")
    if terrain not in rules.region.terrains():
        known = ", ".join(rules.region.terrains())
        raise UnderkeepError(f'There is no terrain "{terrain[:40]}"; there are {known}.')
    return rules.region.wanderers(terrain)


def meet_in(rules: Ruleset, terrain: str, seed: int, wanted: Wanderers | None = None) -> ChanceMeeting:
    """Roll on the table of a terrain, or take the wanted row, and let a lone traveller meet those who come."""
    found = terrain_rows(rules, terrain)
    do = new_game(rules, seed, Plan(_HERO, levels=1))
    assert do.rules.meetings is not None and rules.region is not None
    do.dice = Seeded(seed, f"encounter in {terrain}")
    row = wanted or do.pick(found, "row of the table")
    kind = do.pick(row.kinds, "which kind")
    way: Literal["open", "water"] = "water" if terrain in rules.region.waters else "open"
    do.emit(JourneyBegan(Route("there", "there", terrain, 1, way), homeward=False))
    do.emit(PartyWent("road", None, "brought"))
    group = Group(do.state.new_group(), ON_THE_WAY, kind, rules.region.number_met(do, kind, terrain))
    do.emit(GroupChanged(group, "placed"))
    do.rules.meetings.meet(do, group, None)
    return _met(do, 0, terrain, row, kind)


def _met(do: Resolution, level: int, terrain: str, row: Wanderers, kind: str) -> ChanceMeeting:
    began = next(event.encounter for event in do.events if isinstance(event, EncounterBegan))
    feel = do.state.encounter.attitude if do.state.encounter is not None else began.attitude
    creatures = tuple(do.state.creatures[id] for id in began.monsters)
    return ChanceMeeting(level, terrain, row, kind, creatures, began.distance, began.surprised, feel)
