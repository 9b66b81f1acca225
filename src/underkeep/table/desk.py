"""What lies before the referee: the whole map, the key, the groups, the notes, the rulings. For nobody else's eyes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from underkeep.errors import UnderkeepError
from underkeep.generate.key import entry, named, notes_of
from underkeep.generate.text_map import LEGEND, text_map
from underkeep.table import judgements, naming
from underkeep.table.session import Session
from underkeep.table.speech import decree_words, placing_words
from underkeep.table.speech import referee_names as names
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Area, Dungeon, Group
from underkeep.world.grid import Square, distance
from underkeep.world.referee import RefereeNoted
from underkeep.world.state import State

HELP = {
    "rulings": "the judgements that came up and how each stands; `rulings all`, `rulings morale`",
    'ruling ID always "choice"': "settle a rule for good; also `ruling ID by the book`, `ruling ID ask`",
    "always: CHOICE": "answer the open question, and for good; `by the book` too",
    "everything by the book": "no more questions; `ruling everything ask` brings them back",
    "map all": "the whole map with everybody and everything; `map 2` for a level",
    "key 7": "the key of an area; `key` for the one where the party is",
    "groups": "who is where, numbered",
    "decree ...": "make anything so; `decree` alone lists the forms",
    "place ...": f"put something there, such as: {placing_words.EXAMPLES[0]}; {placing_words.EXAMPLES[2]}",
    "check STR for NAME": "call for a roll; also: everyone saves against breath; save for NAME in secret",
    "say ...": "tell everybody something",
    "note ...": "write something down; `notes` reads it",
    "undo": "take the last choice of a player back",
}


def show(session: Session, what: str, rest: str) -> list[str] | None:
    """What a word of the referee's shows, in lines; None if it is no such word."""
    pages: dict[str, Callable[[], list[str]]] = {
        "rulings": lambda: judgements.listing(session, rest),
        "key": lambda: key(session, rest),
        "whole map": lambda: whole_map(session.state, rest),
        "groups": lambda: groups(session),
        "notes": lambda: notes(session),
        "decree": decree_words.listing,
        "place": lambda: ["To place things by hand:", *(f"  {example}" for example in placing_words.EXAMPLES)],
    }
    if what not in pages:
        return None
    try:
        return pages[what]()
    except UnderkeepError as error:
        return [str(error)]


def help_lines() -> list[str]:
    return ["To referee:", *(f"  {word}: {meaning}" for word, meaning in HELP.items())]


def notes(session: Session) -> list[str]:
    """Every note, also of what was taken back since."""
    found = [e for entry in session.entries for e in entry.events if isinstance(e, RefereeNoted)]
    return [f"{number}. {note.text}" for number, note in enumerate(found, 1)] or ["There are no notes yet."]


def key(session: Session, said: str) -> list[str]:
    """The key of one area: how it is, what is in it, who."""
    state, rules = session.state, session.rules
    place, area = names.dungeon(state), names.area(state, said)
    head = f"{named(place, area.id).capitalize()}, level {area.level}{f': {area.name}' if area.name else ''}"
    told = [line for line in entry(place, area, rules.measures, notes_of(rules)) if line]
    met = [f"- {c.name} ({c.id}): {c.hp} of {c.max_hp} hit points, {c.status}" for c in _members(state, area)]
    return [head, *told, *met]


def _members(state: State, area: Area) -> Iterator[Creature]:
    for group in names.dungeon(state).groups_in(area.id):
        yield from (state.creatures[id] for id in group.members if id in state.creatures)


def groups(session: Session) -> list[str]:
    """Everybody who is about: where, how many, how they feel."""
    listed = names.groups(session.state)
    return [f"{n}. {_group(session, group)}" for n, group in enumerate(listed, 1)] or ["Nobody is about."]


def _group(session: Session, group: Group) -> str:
    place = names.dungeon(session.state)
    name = session.rules.key.monster(group.kind) if session.rules.key is not None else naming.words(group.kind)
    traits = [word for word, is_so in (("in the lair", group.lair), ("asleep", not group.awake)) if is_so]
    traits += [group.attitude] if group.attitude else []
    traits += [f"met as {', '.join(group.members)}"] if group.members else []
    more = f" ({'; '.join(traits)})" if traits else ""
    return f"{_where(place, group.area)}: {group.count} {name}{more}"


def _where(place: Dungeon, area: str) -> str:
    return f"level {place.areas[area].level}, {named(place, area)}" if area in place.areas else area


def whole_map(state: State, said: str = "") -> list[str]:
    """A level with all that is on it: the party, the groups by their numbers, treasure and traps."""
    place, at = names.dungeon(state), state.party.at if state.party is not None else None
    wanted = said.replace("all", "").replace("level", "").strip()
    level = int(wanted) if wanted.isdecimal() else at.level if at is not None else 1
    if not 1 <= level <= len(place.levels):
        raise UnderkeepError(f"There are levels 1 to {len(place.levels)}.")
    marks = dict(_marks(state, place, level))
    signs = "  ".join(f"{sign} {what}" for sign, what in LEGEND if sign not in "'?")
    own = "@ the party  m1 group 1 (see groups)  $ treasure  ^ trap"
    return [f"Level {level} of {len(place.levels)}", *text_map(place, level, None, marks), signs, own]


def _marks(state: State, place: Dungeon, level: int) -> Iterator[tuple[Square, str]]:
    """What lies where; of those who share an area each has a square of its own, the number of the area none of them."""
    taken: set[Square] = set()
    for trap in place.traps.values():
        area = place.areas[trap.area]
        if area.level == level and trap.state in ("hidden", "found"):
            yield _free(area, trap.square, taken), "^"
    for hoard in place.hoards.values():
        if hoard.area in place.areas and place.areas[hoard.area].level == level and hoard.items:
            yield _free(place.areas[hoard.area], hoard.square, taken), "$"
    for number, group in enumerate(names.groups(state), 1):
        if group.area in place.areas and place.areas[group.area].level == level:
            yield _free(place.areas[group.area], None, taken), f"m{number}"
    at = state.party.at if state.party is not None else None
    if at is not None and at.level == level:
        yield at.square, "@"


def _free(area: Area, square: Square | None, taken: set[Square]) -> Square:
    """The square of a thing if it has one; else one near the middle, beside the area's number."""
    xs, ys = [x for x, _ in area.squares], [y for _, y in area.squares]
    middle = (sum(xs) // len(xs), sum(ys) // len(ys))
    order = sorted(area.squares, key=lambda s: (distance(s, middle), s))
    free = [s for s in order[1:] if s not in taken] or list(order)
    found = square if square is not None and square not in taken else free[0]
    taken.add(found)
    return found
