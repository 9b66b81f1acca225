"""Country: how fast one crosses it, how easily one gets lost in it, and what lives there."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.lore_questions import Wanderers
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.equipment.vessels import SEAS, seafarers
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.dungeon import Group
from underkeep.world.journey import AHEAD
from underkeep.world.state import State

TERRAIN_DIE, TABLE_DIE = 8, 12
SWIMMERS = "-swimmer"
SEA, OCEAN = SEAS
_AT_SEA = ("sea", "open sea")
ASHORE = "clear"
"""The country where a ship puts in."""
BEHIND = "behind"
"""Where those are whom a party afloat has shaken off."""


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields are explained at the head of the data file. `hides` where the growth is dense."""

    name: str
    lost_in_6: int
    wandering_in_6: int
    speed: tuple[int, int]
    hides: bool
    encounters: tuple[str, ...]
    rule: str

    def __post_init__(self) -> None:
        if len(self.encounters) != TERRAIN_DIE:
            raise ValueError(f"a terrain has {TERRAIN_DIE} encounters, not {len(self.encounters)}")


class WildernessTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A d12 table; each entry is one or more kinds."""

    kinds: tuple[tuple[str, ...], ...]
    rule: str

    def __post_init__(self) -> None:
        if len(self.kinds) != TABLE_DIE:
            raise ValueError(f"a wilderness table has {TABLE_DIE} entries, not {len(self.kinds)}")


@cache
def terrains() -> dict[str, Terrain]:
    return content.load(compendium.PACKAGE, "wilderness/terrains", Terrain)


@cache
def tables() -> dict[str, WildernessTable]:
    return content.load(compendium.PACKAGE, "wilderness/encounters", WildernessTable)


def terrain_of(state: State) -> Terrain:
    """The country that a travelling party is in."""
    assert state.journey is not None
    return terrains()[state.journey.route.terrain]


def is_afloat(state: State) -> bool:
    return state.journey is not None and state.journey.route.way == "water" and not campaign(state).road.ashore


ROUGH_MILES = 12
"""A river that runs so many miles a day faster or slower is white water. Ours."""
ROUGH_WIND = Fraction(3, 2)
"""A wind that drives a ship so much faster than usual makes a rough sea. Ours."""


def is_foggy(state: State) -> bool:
    """Whether fog lies on the sea around the party."""
    at_sea = state.journey is not None and state.journey.route.terrain in SEAS
    return at_sea and campaign(state).road.sky == "foggy"


def is_rough(state: State) -> bool:
    """Whether the water under a boat is so rough that nobody stands firm in it."""
    if not is_afloat(state) or state.journey is None:
        return False
    road = campaign(state).road
    if state.journey.route.terrain in SEAS:
        return Fraction(*road.wind) >= ROUGH_WIND
    return abs(road.current_miles) >= ROUGH_MILES


@cache
def is_aquatic(kind: str) -> bool:
    """Whether a kind is met among the swimmers of some water."""
    return any(kind in entry for id, table in tables().items() if id.endswith(SWIMMERS) for entry in table.kinds)


@executes("ose:monster.number.zero-second")
def _is_found(kind: str) -> bool:
    """In the bestiary, and usual in the wilderness."""
    listing = monsters().get(kind)
    return listing is not None and listing.number.lair.text != "0"


@executes("ose:encounter.wandering.table", "ose:monster.number.zero-second")
def roll_kind(do: Resolution, terrain: Terrain) -> str:
    """1d8 for the sort of creature and 1d12 for the kind; what the bestiary does not have is rolled again."""
    while True:
        table = terrain.encounters[do.dice.roll(1, TERRAIN_DIE, f"encounter in {terrain.name}")[0] - 1]
        entry = tables()[table].kinds[do.dice.roll(1, TABLE_DIE, "which kind")[0] - 1]
        sails = seafarers() if terrain.name in _AT_SEA else {}
        kinds = tuple(kind for kind in entry if _is_found(kind) or kind in sails)
        if kinds:
            return str(do.pick(kinds, "which of them"))


@executes("ose:encounter.wandering.table", "ose:monster.number.zero-second")
def rows(terrain: str) -> tuple[Wanderers, ...]:
    """The table of a terrain, 1d8 and then 1d12, as far as the bestiary has its monsters."""
    found = []
    for first, table in enumerate(terrains()[terrain].encounters, 1):
        for second, entry in enumerate(tables()[table].kinds, 1):
            kinds = tuple(kind for kind in entry if _is_found(kind))
            if kinds:
                numbers = dict.fromkeys(monsters()[kind].number.lair.text for kind in kinds)
                found.append(Wanderers(f"{first}.{second}", kinds, " or ".join(numbers)))
    return tuple(found)


@executes("ose:monster.number.wilderness-wandering", "ose:monster.number.usage")
def number_met(do: Resolution, kind: str) -> int:
    """The number in parentheses."""
    return max(1, do.roll_total(monsters()[kind].number.lair, f"how many {kind}").total)


@executes("ose:encounter.wandering.table", "ose:monster.number.wilderness-wandering")
def wanderers(do: Resolution, terrain: Terrain, taken: Container[str]) -> Group:
    """Whom a travelling party will come upon today. Afloat, those who lost it earlier find it again."""
    seekers = _seekers(do.state)
    if seekers:
        return replace(seekers[0], area=AHEAD)
    kind = roll_kind(do, terrain)
    sailors = seafarers().get(kind) if terrain.name in _AT_SEA else None
    count = number_met(do, kind) if sailors is None else do.roll_total(sailors.boarders, f"how many {kind}").total
    return Group(do.state.new_id("group", taken), AHEAD, kind, count, treasure=monsters()[kind].treasure)


@executes("ose:evasion.water.success")
def _seekers(state: State) -> list[Group]:
    """Those on the water whom the party has shaken off on an earlier day."""
    if not is_afloat(state) or state.dungeon is None:
        return []
    return [group for group in state.dungeon.groups_in(BEHIND) if group.count > 0]
