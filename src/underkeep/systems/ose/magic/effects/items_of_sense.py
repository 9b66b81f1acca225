"""Items that show what is hidden or far away: wands and swords that find things, crystal balls, borrowed eyes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.checks import reactions
from underkeep.systems.ose.magic.effects import spells_of_sense
from underkeep.systems.ose.magic.effects.spells_of_sense import Revealed, compass
from underkeep.systems.ose.magic.item_effects import Misfire, Scry, SenseOut
from underkeep.systems.ose.magic.spell_effects import Casting, effects
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.dungeon import DoorChanged, Group, TrapChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

ITEM = ("ose:magic-item.categories",)
_ILL_WILL = ("hostile", reactions.FLAGGED_HOSTILE)
MISFIRES_IN_6 = 1


def tell(do: Resolution, creature: str, what: str, found: tuple[str, ...]) -> None:
    """The user's own seat alone learns of it."""
    do.emit(Revealed(creature, what, found, rule=ITEM, seats=(do.state.owner(creature),)))


@effects(SenseOut)
def sense(do: Resolution, casting: Casting, wanted: SenseOut) -> None:
    reach = casting.written.reach_feet(casting.use, casting.level)
    if do.state.party is None or do.state.party.at is None:
        tell(do, casting.caster, wanted.what, ())
    elif wanted.what == "secret doors":
        tell(do, casting.caster, wanted.what, find_doors(do, reach))
    else:
        tell(do, casting.caster, wanted.what, _SENSES[wanted.what](do.state, reach, wanted.least))


@executes("ose:magic-item.categories")
def find_doors(do: Resolution, reach_feet: int) -> tuple[str, ...]:
    """Secret doors within reach are known from then on."""
    dungeon, at, area = survey.here(do.state)
    found = []
    for door in dungeon.doors_of(area.id):
        if not door.found and distance(at.square, door.side(area.id)) * MAP_SQUARE_FEET <= reach_feet:
            do.emit(DoorChanged(replace(door, found=True), "found", rule=ITEM))
            found.append(compass(at.square, door.side(area.id)))
    return tuple(found)


def find_traps(do: Resolution, reach_feet: int) -> tuple[str, ...]:
    """Traps within reach are known from then on."""
    dungeon, at, area = survey.here(do.state)
    found = []
    for trap in dungeon.traps.values():
        square = trap.square or at.square
        near = distance(at.square, square) * MAP_SQUARE_FEET <= reach_feet
        if trap.area == area.id and trap.state == "hidden" and near:
            do.emit(TrapChanged(replace(trap, state="found"), "found", rule=ITEM))
            found.append(trap.seems.replace("-", " "))
    return tuple(found)


def _enemies(state: State, reach_feet: int, least: int) -> tuple[str, ...]:
    return _groups(state, reach_feet, lambda group: group.attitude in _ILL_WILL)


def _groups(state: State, reach_feet: int, wanted: Callable[[Group], bool]) -> tuple[str, ...]:
    dungeon, at, _ = survey.here(state)
    found = []
    for group in dungeon.groups_on(at.level):
        if group.count > 0 and wanted(group):
            square = _nearest(dungeon.areas[group.area].squares, at.square)
            feet = distance(at.square, square) * MAP_SQUARE_FEET
            if feet <= reach_feet:
                found.append(f"{compass(at.square, square)}, {feet} feet")
    return tuple(dict.fromkeys(found))


def _nearest(squares: tuple[Square, ...], start: Square) -> Square:
    return min(squares, key=lambda s: (distance(start, s), s))


def _coins(state: State, reach_feet: int, least: int) -> tuple[str, ...]:
    """Metal: heaps of so many coins at least."""
    return _hoards(state, reach_feet, lambda kinds: sum(n for k, n in kinds if k in IN_CP) >= least)


def _gems(state: State, reach_feet: int, least: int) -> tuple[str, ...]:
    return _hoards(state, reach_feet, lambda kinds: any(k.startswith("gem-") for k, _ in kinds))


def _treasure(state: State, reach_feet: int, least: int) -> tuple[str, ...]:
    return _hoards(state, reach_feet, bool)


def _hoards(state: State, reach_feet: int, wanted: Callable[[list[tuple[str, int]]], bool]) -> tuple[str, ...]:
    dungeon, at, _ = survey.here(state)
    found = []
    for hoard in dungeon.hoards.values():
        area = dungeon.areas.get(hoard.area)
        if area is None or area.level != at.level or not wanted([(i.kind, i.count) for i in hoard.items]):
            continue
        square = hoard.square or _nearest(area.squares, at.square)
        feet = distance(at.square, square) * MAP_SQUARE_FEET
        if feet <= reach_feet:
            found.append(f"{compass(at.square, square)}, {feet} feet")
    return tuple(dict.fromkeys(found))


def _floor(state: State, reach_feet: int, least: int) -> tuple[str, ...]:
    """Nothing in this dungeon slopes or shifts but what its traps do."""
    dungeon, _, area = survey.here(state)
    return tuple(t.seems.replace("-", " ") for t in dungeon.traps.values() if t.area == area.id and _is_floor(t.kind))


def _is_floor(kind: str) -> bool:
    return any(word in kind for word in ("slope", "slide", "pit", "shift", "wall"))


_SENSES: dict[str, Callable[[State, int, int], tuple[str, ...]]] = {
    "enemies": _enemies,
    "metal": _coins,
    "gems": _gems,
    "treasure": _treasure,
    "slopes": _floor,
    "shifting walls": _floor,
}


@effects(Scry)
def scry(do: Resolution, casting: Casting, sight: Scry) -> None:
    """What there is in the next areas within reach: who lives there by sight, that somebody does by sound, what they
    feel by their thoughts. Eyes that go through walls find what is hidden in them as well.
    """
    if do.state.party is None or do.state.party.at is None:
        tell(do, casting.caster, "anything", ())
        return
    reach = casting.written.reach_feet(casting.use, casting.level)
    if sight.how == "see through walls":
        found = (*(f"a secret door, {x}" for x in find_doors(do, reach)), *find_traps(do, reach))
        tell(do, casting.caster, "what is behind the walls", (*found, *_beyond(do.state, casting.target, reach, sight)))
        return
    tell(do, casting.caster, "what is there", _beyond(do.state, casting.target, reach, sight))


def _beyond(state: State, area: str, reach_feet: int, sight: Scry) -> tuple[str, ...]:
    """Those in one area, or in all within reach."""
    dungeon, at, here = survey.here(state)
    found = []
    for group in dungeon.groups_on(at.level):
        place = dungeon.areas[group.area]
        square = _nearest(place.squares, at.square)
        near = distance(at.square, square) * MAP_SQUARE_FEET <= reach_feet
        if group.count > 0 and (group.area == area or (not area and near and group.area != here.id)):
            found.append(f"{_told(group, sight)}, {compass(at.square, square)}")
    return tuple(found)


def _told(group: Group, sight: Scry) -> str:
    name = monsters()[group.kind].name.lower() if group.kind in monsters() else group.kind
    if sight.how == "hear":
        return "voices or steps"
    seen = f"{group.count} {name}"
    return f"{seen} ({group.attitude or 'unaware'})" if "thoughts" in sight.how else seen


@effects(Misfire)
def read_thoughts(do: Resolution, casting: Casting, _: Misfire) -> None:
    """1 in 6: everybody near hears the user's own thoughts instead."""
    roll = do.roll_at_most(1, 6, f"whether the medallion of {casting.caster} misfires", MISFIRES_IN_6)
    do.emit(ChanceRolled("a medallion misfires", roll, bool(roll.success), casting.caster, rule=ITEM))
    if not roll.success:
        spells_of_sense.show_thoughts(do, casting.caster, casting.written.reach_feet(casting.use, casting.level))
