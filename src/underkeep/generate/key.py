"""The key to a map, as Markdown: each numbered area with its size, its exits, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct

from underkeep.generate import key_pages
from underkeep.generate.settings import settings
from underkeep.procedures import dressings
from underkeep.procedures.lore_questions import LoreChapter
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.dungeon import Area, Door, Dungeon, Group, Hoard, Stairs, Trap
from underkeep.world.gear import Item
from underkeep.world.measures import Measures

DIRECTIONS = {(0, -1): "north", (1, 0): "east", (0, 1): "south", (-1, 0): "west"}
MOST_ROOMS_NAMED = 4


def spoken(id: str) -> str:
    """An id as words."""
    return id.replace("-", " ").replace("_", " ")


class Notes(Struct, frozen=True):
    """What only the game knows: the names of monsters, traps and features, numbers to play a
    monster by, what a thing is worth, what its people know of monsters and who wanders about."""

    monster: Callable[[str], str] = spoken
    stats: Callable[[str], str] = lambda kind: ""
    trap: Callable[[str], str] = spoken
    feature: Callable[[str], str] = spoken
    worth: Callable[[Item], str] = lambda item: ""
    lore: LoreChapter | None = None


def notes_of(rules: Ruleset) -> Notes:
    """What the game can tell for the key; a game that does not say leaves ids spoken as words."""
    key = rules.key
    if key is None:
        return Notes()
    return Notes(key.monster, key.stats, key.trap, key.feature, key.worth, rules.lore)


def key(dungeon: Dungeon, measures: Measures, notes: Notes | None = None, note: str = "") -> str:
    """The whole key. `note` stands under the title."""
    notes = notes or Notes()
    setting = settings().get(dungeon.setting)
    lines, square = [f"# {dungeon.name}", ""], measures.told(measures.map_square)
    about = [
        setting.title[0].upper() + setting.title[1:] if setting else dungeon.setting,
        _counted(len(dungeon.levels), "level"),
    ]
    lines += [
        f"{', '.join(part for part in (*about, note) if part)}. One square is {square}; north is up.",
        "",
    ]
    lines += _about(dungeon)
    by_area = partial(named, dungeon)
    lines += key_pages.what_is_where(dungeon, by_area, notes.monster, notes.trap, notes.feature)
    for level in dungeon.levels:
        lines += _level(dungeon, level.number, measures, notes)
    lines += key_pages.who_knows_whom(dungeon, by_area, notes.monster)
    if notes.lore is not None:
        lines += key_pages.wandering(dungeon, notes.lore, notes.monster, notes.stats)
    rulings = [f"- {rule}: {choice}" for rule, choice in dungeon.notes.items() if ":" in rule]
    lines += ["## Rulings", "", *rulings] if rulings else []
    return "\n".join(lines).rstrip() + "\n"


def _about(dungeon: Dungeon) -> list[str]:
    """The notes on the whole place; those on an area or a thing in it stand there, and rulings at the end."""
    placed = {*dungeon.areas, *dungeon.features, *dungeon.traps, *dungeon.hoards, *dungeon.groups}
    noted = [(h, _read_aloud(text)) for h, text in dungeon.notes.items() if h not in placed and not _is_elsewhere(h)]
    return [*(f"- {heading.capitalize()}: {text}" for heading, text in noted), ""] if noted else []


def _read_aloud(text: str) -> str:
    """A sentence as it is; a list of ids as words."""
    return text if text.endswith(".") else spoken(text)


def _is_elsewhere(heading: str) -> bool:
    """Rulings stand at the end, and so do those who wander about."""
    return ":" in heading or heading.startswith("wandering on level ")


def _level(dungeon: Dungeon, number: int, measures: Measures, notes: Notes) -> list[str]:
    areas = sorted((a for a in dungeon.areas.values() if a.level == number), key=lambda a: (not a.number, a.number))
    lines = [f"## Level {number}", ""]
    if dungeon.entrance.level == number:
        lines += [f"The way in from outside is in {named(dungeon, dungeon.entrance.area)}.", ""]
    for area in areas:
        if area.number:
            lines += [f"### {area.number}. {area.name}", "", *entry(dungeon, area, measures, notes), ""]
    lines += _passages(dungeon, areas, notes)
    return lines


def entry(dungeon: Dungeon, area: Area, measures: Measures, notes: Notes) -> list[str]:
    """What the key says of one area: its size, how it looks, its exits, and what is in it."""
    words = " ".join(part for part in (f"{_size(area, measures)}.", dressings.description(dungeon, area)) if part)
    return [words, "", *_exits(dungeon, area), *_contents(dungeon, area, notes), *_closer(dungeon, area)]


def _closer(dungeon: Dungeon, area: Area) -> list[str]:
    """What a closer look at the things of an area brings."""
    lines = []
    for thing in (d for d in dungeon.dressings.values() if d.area == area.id and d.sort == "thing"):
        kind = dressings.kind_of(thing)
        told = [dressings.told(thing, dressings.EXAMINED)]
        told += [f"Searched: {kind.search}"] if kind.search else []
        told += [f"Used: {kind.use}{' The noise wakes those next door.' if kind.noise else ''}"] if kind.use else []
        lines.append(f"- {dressings.name_of(thing).capitalize()}: {' '.join(told)}")
    return lines


def named(dungeon: Dungeon, id: str) -> str:
    """A room by its number; a passage by the rooms it lies between."""
    area = dungeon.areas[id]
    if area.number:
        return f"area {area.number}"
    rooms = sorted({dungeon.areas[d.beyond(id)].number for d in dungeon.doors_of(id)} - {0})
    name = area.name.lower() or "passage"
    return f"the {name} by {_listed([str(room) for room in rooms])}" if rooms else f"the {name}"


def _passages(dungeon: Dungeon, areas: list[Area], notes: Notes) -> list[str]:
    """Only those in which there is something."""
    found = []
    for area in areas:
        contents = [] if area.number else _contents(dungeon, area, notes)
        contents += [_stairs(dungeon, s, area) for s in dungeon.stairs_of(area.id)] if not area.number else []
        if contents:
            found += [f"**{named(dungeon, area.id).capitalize()}**", "", *contents, ""]
    return ["### Passages", "", *found] if found else []


def _size(area: Area, measures: Measures) -> str:
    """The sides of a room without its doorways, or about as much for a shape that is no rectangle."""
    floor = set(area.squares)
    doorways = {(x, y) for x, y in floor if sum((x + i, y + j) in floor for i, j in DIRECTIONS) == 1 and len(floor) > 2}
    body = floor - doorways or floor
    xs, ys = [x for x, _ in body], [y for _, y in body]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    about = "" if across * down == len(body) else "about "
    size = f"{about}{measures.sides(across * measures.map_square, down * measures.map_square)}"
    return size[0].upper() + size[1:]


def _exits(dungeon: Dungeon, area: Area) -> list[str]:
    sides = list(DIRECTIONS.values())
    doors = sorted(dungeon.doors_of(area.id), key=lambda door: sides.index(_side(door, area)))
    lines = [f"- {_side(door, area).capitalize()}: {_door(door)} to {_beyond(dungeon, door, area)}" for door in doors]
    lines += [_stairs(dungeon, stairs, area) for stairs in dungeon.stairs_of(area.id)]
    return lines


def _side(door: Door, area: Area) -> str:
    here, there = door.side(area.id), door.side(door.beyond(area.id))
    return DIRECTIONS[there[0] - here[0], there[1] - here[1]]


def _door(door: Door) -> str:
    state = "open " if door.is_open else f"{door.bar} " if door.bar else ""
    words = f"{state}{door.kind}"
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _beyond(dungeon: Dungeon, door: Door, area: Area) -> str:
    """The room on the other side, or the rooms that a passage leads to, nearest first."""
    beyond = dungeon.areas[door.beyond(area.id)]
    if beyond.number:
        return f"{beyond.number}"
    rooms: list[int] = []
    queue = [beyond.id]
    outside = False
    for passage in queue:
        outside = outside or passage == dungeon.entrance.area
        for way in dungeon.doors_of(passage):
            other = dungeon.areas[way.beyond(passage)]
            if other.number and other.id != area.id and other.number not in rooms:
                rooms.append(other.number)
            elif not other.number and other.id not in queue:
                queue.append(other.id)
    name = beyond.name.lower() or "passage"
    named = [*(str(room) for room in rooms[:MOST_ROOMS_NAMED]), *(["the way out"] if outside else [])]
    named += ["beyond"] if len(rooms) > MOST_ROOMS_NAMED else []
    return f"a {name} leading to {_listed(named)}" if named else f"a {name} that leads nowhere"


def _stairs(dungeon: Dungeon, stairs: Stairs, area: Area) -> str:
    is_down = stairs.up.area == area.id
    to = stairs.down if is_down else stairs.up
    where = named(dungeon, to.area)
    return f"- {stairs.kind.capitalize()} {'down' if is_down else 'up'} to level {to.level}, {where}"


def _contents(dungeon: Dungeon, area: Area, notes: Notes) -> list[str]:
    found = [(group.id, _group(group, notes)) for group in dungeon.groups_in(area.id) if group.count]
    found += [(trap.id, _trap(dungeon, trap, notes)) for trap in dungeon.traps.values() if trap.area == area.id]
    found += [(h.id, _hoard(h, notes)) for h in dungeon.hoards.values() if h.area == area.id and h.items]
    found += [(f.id, f"- Special: {notes.feature(f.kind)}") for f in dungeon.features.values() if f.area == area.id]
    return [f"{line}. {dungeon.notes[id]}" if id in dungeon.notes else line for id, line in found]


def _group(group: Group, notes: Notes) -> str:
    details = [word for word, says in (("lair", group.lair), ("asleep", not group.awake)) if says]
    details += [group.attitude] if group.attitude else []
    stats = notes.stats(group.kind)
    if notes.lore is not None and notes.lore.look(group.kind) != notes.lore.name(group.kind):
        details.append(f"looks: {notes.lore.look(group.kind)}")
    told = f"{group.count} × {notes.monster(group.kind)}{_in_brackets(details)}"
    return f"- Monsters: {told}{f': {stats}' if stats else ''}"


def _trap(dungeon: Dungeon, trap: Trap, notes: Notes) -> str:
    on = "on the treasure" if trap.on in dungeon.hoards else "on a door" if trap.on in dungeon.doors else ""
    state = "" if trap.state == "hidden" else trap.state
    return f"- Trap: {notes.trap(trap.kind)}{_in_brackets(word for word in (on, state) if word)}"


def _hoard(hoard: Hoard, notes: Notes) -> str:
    things = []
    for item in hoard.items:
        worth = notes.worth(item)
        count = f"{item.count:,} × " if item.count > 1 else ""
        things.append(f"{count}{item.name}{f' ({worth})' if worth else ''}")
    details = [word for word, says in (("hidden", hoard.hidden), ("guarded", bool(hoard.group))) if says]
    return f"- Treasure{_in_brackets(details)}: {', '.join(things)}"


def _in_brackets(words: Iterable[str]) -> str:
    text = ", ".join(words)
    return f" ({text})" if text else ""


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
