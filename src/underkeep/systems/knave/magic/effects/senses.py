"""Spells that show what is hidden: behind doors, in rooms far off, in the memory of things and of the dead."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from underkeep.kernel.english import article, plural
from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.lore import is_named
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.knave.basics.spell_listings import USUAL, Learn, Mark, Reveal
from underkeep.systems.knave.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, outcome_on, until
from underkeep.world.dungeon import (
    Area,
    Door,
    DoorChanged,
    Dungeon,
    Group,
    Hoard,
    HoardChanged,
    Spot,
    Trap,
    TrapChanged,
)
from underkeep.world.gear import Item
from underkeep.world.grid import distance
from underkeep.world.party import MapNoted, PartyWent, SquaresSeen, note_key
from underkeep.world.state import State

MAGIC = ("spellbook", "potion", "relic", "magic")
FOUND = "found by magic"
SENSING = "sensing-magic"


class Sensed(Note, frozen=True):
    """What a spell told its caster of an area."""

    creature: str
    sense: str
    what: str
    area: str


EVENTS: tuple[type[Event], ...] = (Sensed,)


@effects(Reveal)
def reveal(do: Resolution, casting: Casting, effect: Reveal) -> None:
    areas = list(_areas(do, casting, effect))
    told = sum(_tell(do, casting, effect.sense, area) for area in areas)
    if effect.sense == "magic":
        bestow(do, casting.caster, SENSING, until(do, casting, USUAL))
    elif not told:
        fizzle(do, casting)


def _areas(do: Resolution, casting: Casting, effect: Reveal) -> Iterator[Area]:
    """Where the spell reaches: here, next door, wherever an open way leads, as far as so many feet, or where a
    creature is."""
    dungeon, at, area = survey.here(do.state)
    if effect.sense == "far" and casting.target:
        yield dungeon.areas[dungeon.groups[casting.target].area]
    elif effect.sense == "far":
        yield from _by_open_ways(dungeon, area)
    elif effect.sense == "beyond":
        yield area
        yield from {d.beyond(area.id): dungeon.areas[d.beyond(area.id)] for d in dungeon.doors_of(area.id)}.values()
    elif effect.range_feet:
        squares = effect.range_feet // MAP_SQUARE_FEET
        for other in dungeon.areas.values():
            if other.level == at.level and min(distance(s, at.square) for s in other.squares) <= squares:
                yield other
    else:
        yield area


def _by_open_ways(dungeon: Dungeon, area: Area) -> Iterator[Area]:
    """Every area of the level to which open ways lead, this one too."""
    seen, ways = {area.id}, [area.id]
    while ways:
        here = ways.pop()
        yield dungeon.areas[here]
        beyond = [d.beyond(here) for d in dungeon.doors_of(here) if d.is_passable]
        ways += [id for id in dict.fromkeys(beyond) if id not in seen]
        seen.update(beyond)


def _tell(do: Resolution, casting: Casting, sense: str, area: Area) -> int:
    """Bring to light what this sense finds in an area; how many things that was."""
    found = 0
    if sense in ("far", "beyond"):
        found += _see(do, area)
    if sense in ("far", "creatures"):
        found += _notice(do, casting, sense, area)
    if sense == "beyond":
        found += sum(uncover(do, thing) for thing in hidden_things(do.state, area.id) if not isinstance(thing, Trap))
    elif sense == "secrets":
        found += sum(uncover(do, thing) for thing in hidden_things(do.state, area.id))
    elif sense in ("hoards", "magic"):
        hoards = [h for h in hidden_things(do.state, area.id) if isinstance(h, Hoard)]
        found += sum(uncover(do, h) for h in hoards if sense == "hoards" or any(is_magic(i) for i in h.items))
    return found


def is_magic(item: Item) -> bool:
    return item.kind.partition(":")[0] in MAGIC


def on_going(do: Resolution, event: PartyWent) -> None:
    """While somebody senses magic, what is hidden and magical comes to light wherever the party goes."""
    if event.at is None or not any(c.condition(SENSING) for c in do.state.marchers()):
        return
    for thing in hidden_things(do.state, event.at.area):
        if isinstance(thing, Hoard) and any(is_magic(item) for item in thing.items):
            uncover(do, thing)


def _see(do: Resolution, area: Area) -> int:
    """The whole floor of the area goes onto the party's map."""
    dungeon, party = do.state.dungeon, do.state.party
    assert dungeon is not None and party is not None
    before = party.seen_mask(area.level)
    after = before | survey.floor_of(dungeon, area)
    if after != before:
        do.emit(SquaresSeen(area.level, f"{after:x}", rule=CAST))
    return int(after != before)


def _notice(do: Resolution, casting: Casting, sense: str, area: Area) -> int:
    """Those who are in the area are noted on the map."""
    assert do.state.dungeon is not None
    groups = [g for g in do.state.dungeon.groups_in(area.id) if g.count > 0]
    for group in groups:
        what = _so_many(do, group)
        seat = do.state.owner(casting.caster)
        do.emit(Sensed(casting.caster, casting.spell.name, what, area.id, rule=CAST, seats=(seat,)))
        do.emit(MapNoted(Spot(area.level, survey.middle(area), area.id), what, rule=CAST))
    return len(groups)


def _so_many(do: Resolution, group: Group) -> str:
    """`a ghoul`, `3 giant rats`: by their name if the party has it, else as they look."""
    lore, kind = do.rules.lore, group.kind
    name = kind.replace("-", " ")
    if lore is not None:
        name = lore.name(kind).lower() if is_named(lore, do.state, kind) else lore.look(kind)
    return article(name) if group.count == 1 else f"{group.count} {plural(name)}"


def hidden_things(state: State, area: str) -> list[Door | Trap | Hoard]:
    """What nobody has found in an area."""
    dungeon = state.dungeon
    assert dungeon is not None
    doors = [d for d in dungeon.doors_of(area) if not d.found]
    traps = [t for t in dungeon.traps.values() if t.area == area and t.state == "hidden"]
    hoards = [h for h in dungeon.hoards.values() if h.area == area and h.hidden and h.items]
    return [*hoards, *doors, *traps]


def uncover(do: Resolution, thing: Door | Trap | Hoard) -> int:
    if isinstance(thing, Door):
        do.emit(DoorChanged(replace(thing, found=True), FOUND, rule=CAST))
    elif isinstance(thing, Trap):
        do.emit(TrapChanged(replace(thing, state="found"), FOUND, rule=CAST))
    else:
        do.emit(HoardChanged(replace(thing, hidden=False), FOUND, rule=CAST))
    return 1


@executes("knave:magic.save.half")
@effects(Learn)
def learn(do: Resolution, casting: Casting, effect: Learn) -> None:
    """Each answer tells of one hidden thing, the nearest first, anywhere on this level."""
    questions = casting.number(effect.questions)
    if casting.use.target in ("foe", "creature"):
        outcome = outcome_on(do, casting, casting.target)
        questions = {"whole": questions, "half": questions // 2, "none": 0}[outcome]
    dungeon, at, _ = survey.here(do.state)

    def away(area: Area) -> int:
        return min(distance(s, at.square) for s in area.squares)

    level = sorted((a for a in dungeon.areas.values() if a.level == at.level), key=away)
    hidden = list(dict.fromkeys(thing for a in level for thing in hidden_things(do.state, a.id)))
    for thing in hidden[:questions]:
        uncover(do, thing)
    if not hidden[:questions]:
        fizzle(do, casting)


@effects(Mark)
def mark(do: Resolution, casting: Casting, effect: Mark) -> None:
    _, at, _ = survey.here(do.state)
    assert do.state.party is not None
    before = do.state.party.notes.get(note_key(at), "")
    do.emit(MapNoted(at, f"{before}; wizard mark" if before else "wizard mark", rule=CAST))
