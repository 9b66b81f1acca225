"""What the people of this game know of monsters at sight, and what a place shows of those who live there."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.mechanics.looks import look_of
from underkeep.procedures.lore_questions import Wanderers
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.encounters import wandering_monsters
from underkeep.systems.ose.equipment import light
from underkeep.systems.ose.monsters.listings import Monster, monsters
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Dungeon
from underkeep.world.state import State

named_by: tuple[str, ...] = ("ose:referee.describe.monsters",)
shown_by: tuple[str, ...] = ("ose:dungeon-design.stock.details", "ose:referee.describe.senses-only")
_SIZES = {"small": "small", "human": "man-sized", "large": "large", "huge": "huge"}


def name(kind: str) -> str:
    """Without what only a list of monsters says of it."""
    return monsters()[kind].name.partition(" (")[0] if kind in monsters() else kind.replace("-", " ").capitalize()


@executes("ose:referee.describe.monsters")
def look(kind: str) -> str:
    """Monsters are described, not named, but for what everybody knows."""
    found = look_of(kind)
    if found is not None:
        return found.look or name(kind)
    listing = monsters().get(kind)
    return _from_listing(listing) if listing is not None else name(kind)


def _from_listing(listing: Monster) -> str:
    """Of a kind that nobody has described: its size and what it is like."""
    sort = "corpse" if listing.undead else "figure" if listing.humanoid or listing.mind == "intelligent" else "creature"
    return f"{_SIZES[listing.size]} {sort}"


@executes("ose:referee.describe.monsters")
def recognised_by(state: State, kind: str) -> str:
    """Whoever speaks the tongue of a kind, or whose calling it belongs to, knows it at sight."""
    found = look_of(kind)
    known_to = {*(found.known_to if found is not None else ()), name(kind).lower()}
    return next((c.id for c in state.marchers() if known_to & _callings(c)), "")


def _callings(creature: Creature) -> set[str]:
    return {creature.kind, *(tongue.lower() for tongue in sheet(creature).languages)}


def traces(kind: str) -> tuple[str, ...]:
    found = look_of(kind)
    return found.traces if found is not None else ()


@executes("ose:dungeon-design.stock.details", "ose:referee.describe.senses-only")
def notices(state: State, sort: str) -> bool:
    """What stands in a room takes light to see; smells and sounds do not."""
    return sort != "thing" or bool(light.sight_feet(state))


@executes("ose:encounter.wandering.table")
def wanderers(dungeon: Dungeon, level: int) -> tuple[Wanderers, ...]:
    """The book's table of this depth, as far as the bestiary has its monsters."""
    rows = enumerate(wandering_monsters.table_for(level).entries, 1)
    known = set(wandering_monsters.found_at(level))
    found = ((roll, tuple(kind for kind in row.kinds if kind in known), row.number.text) for roll, row in rows)
    return tuple(Wanderers(str(roll), kinds, number) for roll, kinds, number in found if kinds)
