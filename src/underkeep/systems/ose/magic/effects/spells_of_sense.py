"""Spells that show what is hidden: magic, evil, traps, thoughts, alignments, the way to a thing."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET, in_yards
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import reactions
from underkeep.systems.ose.checks.enchantments import SEES_INVISIBLE
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, until
from underkeep.systems.ose.magic.spells import Reveal
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.dungeon import Area, Group, HoardChanged, TrapChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.grid import Square, distance
from underkeep.world.party import PartyWent
from underkeep.world.state import State

OBJECTS = ("stairs", "treasure")
LASTING = {
    "magic": "detecting magic",
    "evil": "detecting evil",
    "traps": "finding traps",
    "thoughts": "reading thoughts",
    "invisible": SEES_INVISIBLE,
}
MAGICAL = "magical "
_ILL_WILL = ("hostile", reactions.FLAGGED_HOSTILE)
_POINTS = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west", (0, 0): "here"}


class Revealed(Note, frozen=True):
    """What magic showed; nothing found is told too."""

    creature: str
    what: str
    found: tuple[str, ...]


@effects(Reveal)
def reveal(do: Resolution, casting: Casting, sight: Reveal) -> None:
    """At once, and as long as the spell lasts wherever the party comes; a person's alignment and the way to a thing
    once."""
    reach = casting.written.reach_feet(casting.use, casting.level)
    if sight.what in LASTING:
        bestow(do, casting.caster, LASTING[sight.what], until(do, casting), reach, power=casting.level)
    if sight.what == "alignment":
        _tell(do, casting.caster, sight.what, (sheet(do.state.creatures[casting.target]).alignment,))
    elif sight.what == "object":
        _tell(do, casting.caster, casting.target, _way_to(do.state, casting.target, reach))
    elif sight.what in _SHOWN:
        _SHOWN[sight.what](do, casting.caster, reach)


@executes("ose:alignment.secrecy")
def _tell(do: Resolution, creature: str, what: str, found: tuple[str, ...]) -> None:
    """The caster's own seat alone learns of it."""
    do.emit(Revealed(creature, what, found, rule=CAST, seats=(do.state.owner(creature),)))


def looked_around(do: Resolution, event: PartyWent) -> None:
    """In a new place those under a spell of seeking find anew."""
    if event.how == "walk" or event.at is None or do.state.dungeon is None or do.state.party is None:
        return
    for creature in do.state.marchers():
        for what, name in LASTING.items():
            lasting = creature.condition(name) if creature.conditions else None
            if lasting is not None and what in _SHOWN:
                _SHOWN[what](do, creature.id, lasting.level)


def _show_magic(do: Resolution, creature: str, reach_feet: int) -> None:
    """What is magical glows: things carried and lying about are known for magical from now on."""
    found: list[str] = []
    for member in do.state.marchers():
        items = tuple(_glowing(item) for item in member.items)
        if items != member.items:
            do.emit(ItemsChanged(member.id, items, "glow", rule=CAST))
        found += [item.name for item in items if item.name.startswith(MAGICAL)]
    if do.state.party is not None and do.state.party.at is not None:
        found += _magic_lying_about(do)
    _tell(do, creature, "magic", tuple(found))


def _magic_lying_about(do: Resolution) -> list[str]:
    found = []
    for hoard in survey.known_hoards(do.state):
        items = tuple(_glowing(item) for item in hoard.items)
        if items != hoard.items:
            do.emit(HoardChanged(replace(hoard, items=items), "glow", rule=CAST))
        found += [item.name for item in items if item.name.startswith(MAGICAL)]
    found += [door.kind for door in survey.known_doors(do.state) if door.bar == "held"]
    return found + [feature.kind.replace("-", " ") for feature in survey.known_features(do.state)]


def _glowing(item: Item) -> Item:
    if not treasure.is_magical(item) or item.name.startswith(MAGICAL):
        return item
    return replace(item, name=MAGICAL + item.name)


@executes("ose:alignment.magic")
def _show_evil(do: Resolution, creature: str, reach_feet: int) -> None:
    """Those who mean ill: creatures of Chaos, and any that are set on attacking."""
    _tell(do, creature, "evil", _where(do.state, reach_feet, _means_ill))


@executes("ose:alignment.magic")
def _means_ill(group: Group) -> bool:
    """Whether a group wishes the party harm, or is of a kind that always does."""
    listing = monsters().get(group.kind)
    return group.attitude in _ILL_WILL or (listing is not None and listing.alignments == ("Chaotic",))


def show_thoughts(do: Resolution, creature: str, reach_feet: int) -> None:
    """Minds within reach; of those met, how they feel about the party."""
    encounter = do.state.encounter
    if encounter is None:
        _tell(do, creature, "thoughts", _where(do.state, reach_feet, _thinks))
        return
    listing = monsters().get(do.state.creatures[encounter.monsters[0]].kind)
    if listing is not None and listing.mind == "none":
        _tell(do, creature, "thoughts", ())
        return
    attitude = encounter.attitude or reactions.reaction(do, None)
    do.emit(EncounterChanged(replace(encounter, attitude=attitude), "read", rule=CAST))
    _tell(do, creature, "thoughts", (attitude,))


def _thinks(group: Group) -> bool:
    listing = monsters().get(group.kind)
    return listing is not None and listing.mind != "none"


def _where(state: State, reach_feet: int, wanted: Callable[[Group], bool]) -> tuple[str, ...]:
    """Directions to the groups wanted that are alive and within reach; only a dungeon has any."""
    if state.is_outdoors:
        return _met_outdoors(state, reach_feet, wanted)
    if state.party is None or state.party.at is None:
        return ()
    dungeon, at, _ = survey.here(state)
    found = []
    for group in dungeon.groups_on(at.level):
        if group.count > 0 and wanted(group):
            far, square = _nearest(dungeon.areas[group.area], at.square)
            if far <= reach_feet:
                found.append(f"{compass(at.square, square)}, {far} feet")
    return tuple(dict.fromkeys(found))


@executes("ose:wilderness.yards")
def _met_outdoors(state: State, reach_feet: int, wanted: Callable[[Group], bool]) -> tuple[str, ...]:
    """Out of doors nobody but those met is anywhere near."""
    met, dungeon = state.encounter, state.dungeon
    if met is None or dungeon is None or not wanted(dungeon.groups[met.group]):
        return ()
    return (f"ahead, {met.distance} feet",) if met.distance <= reach_feet * in_yards(state) else ()


def _nearest(area: Area, start: Square) -> tuple[int, Square]:
    square = min(area.squares, key=lambda s: (distance(start, s), s))
    return distance(start, square) * MAP_SQUARE_FEET, square


def compass(start: Square, end: Square) -> str:
    """The main direction from one square to another."""
    across, down = end[0] - start[0], end[1] - start[1]
    if abs(across) >= abs(down):
        return _POINTS[((across > 0) - (across < 0), 0)]
    return _POINTS[(0, 1 if down > 0 else -1)]


def _show_traps(do: Resolution, creature: str, reach_feet: int) -> None:
    """Every trap within reach, mechanical or magical, in the room, on a door or on a treasure."""
    dungeon, at, area = survey.here(do.state)
    found = []
    for trap in dungeon.traps.values():
        if trap.area != area.id or trap.state != "hidden":
            continue
        square = trap.square or at.square
        if distance(at.square, square) * MAP_SQUARE_FEET <= reach_feet:
            do.emit(TrapChanged(replace(trap, state="found"), "found", rule=CAST))
            found.append(trap.kind.replace("-", " "))
    _tell(do, creature, "traps", tuple(found))


def _way_to(state: State, thing: str, reach_feet: int) -> tuple[str, ...]:
    """The direction to the nearest such thing within reach; never to a creature."""
    dungeon, at, _ = survey.here(state)
    squares: list[Square] = []
    if thing == "stairs":
        ends = [end for stairs in dungeon.stairs.values() for end in (stairs.up, stairs.down)]
        squares = [end.square for end in ends if end.level == at.level]
    else:
        for hoard in dungeon.hoards.values():
            area = dungeon.areas[hoard.area]
            if hoard.items and area.level == at.level:
                squares.append(hoard.square or _nearest(area, at.square)[1])
    near = [(distance(at.square, s) * MAP_SQUARE_FEET, s) for s in squares]
    within = sorted(n for n in near if n[0] <= reach_feet)
    return (f"{compass(at.square, within[0][1])}, {within[0][0]} feet",) if within else ()


_SHOWN: dict[str, Callable[[Resolution, str, int], None]] = {
    "magic": _show_magic,
    "evil": _show_evil,
    "traps": _show_traps,
    "thoughts": show_thoughts,
}
