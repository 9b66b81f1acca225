"""What things are called by those who see them: ways out by their direction, squares by letter and number, crowds by
count. Only what the party knows is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from underkeep.kernel.english import TAIL, UNCOUNTED, number
from underkeep.kernel.english import article as article
from underkeep.kernel.english import listing as listing
from underkeep.kernel.english import plural as plural
from underkeep.kernel.english import small_first as small_first
from underkeep.procedures import survey
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Feature, Hoard, Stairs, Trap
from underkeep.world.gear import Item, seen
from underkeep.world.grid import Square
from underkeep.world.measures import Measures
from underkeep.world.state import State

MANY = 3

DIRECTIONS = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
    "northeast": (1, -1),
    "southeast": (1, 1),
    "southwest": (-1, 1),
    "northwest": (-1, -1),
}
COUNTED = 12
"""What is more than that is a heap."""
_NUMBERED = re.compile(r"[\s-]*\d+$")


def direction(start: Square, end: Square) -> str:
    """The compass point that lies nearest; nothing for the same square."""
    across, down = end[0] - start[0], end[1] - start[1]
    if not across and not down:
        return ""
    if abs(across) >= 2 * abs(down):
        return "east" if across > 0 else "west"
    if abs(down) >= 2 * abs(across):
        return "south" if down > 0 else "north"
    return ("south" if down > 0 else "north") + ("east" if across > 0 else "west")


def square_name(square: Square) -> str:
    """As on a chess board, the rows counted from the north: C4, AB12."""
    return f"{column_name(square[0])}{square[1] + 1}"


def column_name(column: int) -> str:
    letters = ""
    column += 1
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def square_named(text: str) -> Square | None:
    """The square of a name such as C4 or 3,4."""
    if match := re.fullmatch(r"([a-z]{1,2})-?(\d{1,3})", text.strip().lower()):
        column = 0
        for letter in match[1]:
            column = column * 26 + ord(letter) - 96
        return column - 1, int(match[2]) - 1
    if match := re.fullmatch(r"(\d{1,3})\s*,\s*(\d{1,3})", text.strip()):
        return int(match[1]) - 1, int(match[2]) - 1
    return None


def bearing(door: Door, area: str) -> str:
    """Which way a door leads out of an area."""
    return direction(door.side(area), door.side(door.beyond(area)))


def door_name(state: State, door: Door) -> str:
    """`north door`, `east opening`; with a number where the party knows several alike."""
    assert state.party is not None
    at = state.party.at
    if at is None or at.area not in door.areas:
        return door.kind
    name = _plain_name(door, at.area)
    alike = [d for d in survey.known_doors(state) if _plain_name(d, at.area) == name]
    if len(alike) < 2 or door.id not in [d.id for d in alike]:
        return name
    order = sorted(alike, key=lambda d: (d.side(at.area), d.id))
    return f"{name} {[d.id for d in order].index(door.id) + 1}"


def _plain_name(door: Door, area: str) -> str:
    return f"{bearing(door, area)} {door.kind}".strip()


def stairs_name(state: State, stairs: Stairs) -> str:
    """`stairs down`, with a number where there are several alike."""
    assert state.party is not None
    at = state.party.at
    if at is None:
        return stairs.kind
    name = f"{stairs.kind} {_way(stairs, at.area)}"
    alike = [
        s.id for s in survey.known_stairs(state) if s.kind == stairs.kind and _way(s, at.area) == _way(stairs, at.area)
    ]
    return f"{name} {alike.index(stairs.id) + 1}" if len(alike) > 1 and stairs.id in alike else name


def _way(stairs: Stairs, area: str) -> str:
    return "down" if stairs.up.area == area else "up"


def way_name(state: State, way: str) -> str:
    dungeon = state.dungeon
    assert dungeon is not None
    if way in dungeon.doors:
        return door_name(state, dungeon.doors[way])
    return stairs_name(state, dungeon.stairs[way]) if way in dungeon.stairs else words(way)


def hoard_name(state: State, hoard: Hoard) -> str:
    """What lies there as it looks: `sword`, `heap of gold pieces and more`, `chest` if it is shut; with a number where
    several look alike."""
    name = _heap(hoard)
    known = survey.known_hoards(state) if state.party and state.party.at else []
    alike = [h.id for h in known if _heap(h) == name]
    return f"{name} {alike.index(hoard.id) + 1}" if len(alike) > 1 and hoard.id in alike else name


def _heap(hoard: Hoard) -> str:
    """What strikes the eye: the most numerous things of it, counted only where they are few."""
    if hoard.barrier is not None:
        return "chest"
    items = sorted(seen(hoard.items), key=lambda item: -item.count)
    if not items:
        return "nothing"
    told = [_glimpsed(item) for item in items[:2]]
    if len(items) > 2 and any(item.count > COUNTED for item in items[:2]):
        told = told[:1]
    return listing(told) + (" and more" if len(items) > len(told) else "")


def _glimpsed(item: Item) -> str:
    name = small_first(item.name)
    if item.count > COUNTED:
        return f"heap of {plural(name)}"
    return name if item.count == 1 else f"{item.count} {plural(name)}"


def trap_name(measures: Measures, state: State, trap: Trap) -> str:
    known = [t.id for t in traps_here(state) if t.seems == trap.seems]
    name = trap_kind(measures, trap.seems)
    return f"{name} {known.index(trap.id) + 1}" if len(known) > 1 and trap.id in known else name


def trap_kind(measures: Measures, kind: str) -> str:
    """`fire jet`; `20-foot pit` for `pit-20`."""
    sized = re.fullmatch(r"(.+)-(\d+)", kind)
    return f"{sized[2]}-{measures.one} {words(sized[1])}" if sized else words(kind)


def traps_here(state: State) -> list[Trap]:
    """The traps of the area that the party knows of."""
    if state.dungeon is None or state.party is None or state.party.at is None:
        return []
    area = state.party.at.area
    return [t for t in state.dungeon.traps.values() if t.area == area and t.state != "hidden"]


def feature_name(state: State, feature: Feature) -> str:
    assert state.dungeon is not None
    there = (f for f in state.dungeon.features.values() if f.area == feature.area and f.kind == feature.kind)
    alike = [f.id for f in there if not f.hidden or f.id == feature.id]
    return f"{words(feature.kind)} {alike.index(feature.id) + 1}" if len(alike) > 1 else words(feature.kind)


def words(id: str) -> str:
    """An id as it is read aloud."""
    return id.replace("-", " ").replace("_", " ")


def item_name(item: Item, count: int | None = None) -> str:
    """`torch`, `6 torches`, `sword (broken)`, `sack (with 3 torches and rope)`."""
    number = item.count if count is None else count
    name = item.name if number == 1 else f"{number} {plural(item.name)}"
    if item.holds:
        name += f" (with {listing([small_first(item_name(inside)) for inside in item.holds])})"
    return f"{name} (broken)" if item.broken else name


def own_item(items: Sequence[Item], item: Item, count: int | None = None) -> str:
    """An item among those of its owner: numbered, `sword #2`, where others have the same name."""
    name = item_name(item, count)
    alike = [other.id for other in items if other.name.lower() == item.name.lower()]
    return f"{name} #{alike.index(item.id) + 1}" if len(alike) > 1 else name


def some(item: Item) -> str:
    """`a torch`, `6 torches`, `plate mail`, as it stands in a sentence."""
    name = item_name(replace(item, name=small_first(item.name)))
    return name if item.count > 1 else counted(name)


def wielded(weapon: str) -> str:
    """What somebody strikes with: `a sword`, `claws`."""
    return {"weapon": "its weapon", "unarmed": "bare hands"}.get(weapon) or counted(weapon)


def counted(name: str) -> str:
    """With an article, unless it is several or not counted."""
    head = TAIL.sub("", name).rpartition(" ")[2].lower()
    several = head.endswith("s") and not head.endswith(("ss", "us"))
    return name if several or head in UNCOUNTED or re.match(r"\d+ ", name) else article(name)


def company(creatures: Iterable[Creature]) -> str:
    """`an ogre and 3 goblins`, by the names without their numbers."""
    counts: dict[str, int] = {}
    for creature in creatures:
        name = bare_name(creature)
        counts[name] = counts.get(name, 0) + 1
    return listing([article(name) if count == 1 else f"{count} {plural(name)}" for name, count in counts.items()])


def bare_name(creature: Creature) -> str:
    """A name without the number that tells it from its like; a person's own name stays as it is."""
    bare = without_number(creature.name)
    is_of_many = bare != creature.name or bare.lower() == words(creature.kind)
    return bare.lower() if is_of_many else bare


def by_numbers(names: Sequence[str]) -> str:
    """`Giant rats 1, 3 and 5 to 8`: each of one kind is called by its number, and runs of them by the ends."""
    kinds: dict[str, list[int]] = {}
    told: list[str] = []
    for name in names:
        stem, _, number = name.rpartition(" ")
        if stem and number.isdecimal():
            kinds.setdefault(stem, []).append(int(number))
        else:
            told.append(name)
    return listing([*told, *(_numbered(stem, sorted(numbers)) for stem, numbers in kinds.items())])


def _numbered(stem: str, numbers: list[int]) -> str:
    runs: list[list[int]] = []
    for one in numbers:
        if runs and runs[-1][-1] == one - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    told = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(one) for one in run] for run in runs]
    return f"{plural(stem) if len(numbers) > 1 else stem} {listing([part for run in told for part in run])}"


def crowd(names: Sequence[str]) -> str:
    """`Rilla, Hob and six giant rats`: numbered creatures of one kind are counted where they are many."""
    kinds: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        bare = without_number(name)
        kinds.setdefault(bare if bare != name else name, []).append(name)
    told: list[str] = []
    for bare, alike in kinds.items():
        many = len(alike) >= MANY and bare not in alike
        told += [f"{number(len(alike))} {plural(small_first(bare))}"] if many else alike
    return listing(told)


def without_number(name: str) -> str:
    """`Orc` of Orc 3."""
    return _NUMBERED.sub("", name)


def the_crowd(creatures: Sequence[Creature]) -> str:
    """`the goblins`, `the ogre`, as one speaks of those met."""
    names = list(dict.fromkeys(bare_name(c) for c in creatures))
    if not names:
        return "them"
    return f"the {names[0] if len(creatures) == 1 else plural(names[0])}" if len(names) == 1 else "the strangers"
