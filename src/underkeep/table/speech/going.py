"""Lines about places: directions, doors by number, squares by name. The map gives the words their meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from underkeep.kernel.event import Action
from underkeep.minds.flight import away
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.actions import Move
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.automap import DARK, LevelMap, level_map
from underkeep.table.course import Course, fast_ways, past_others, unexplored
from underkeep.table.speech.describe import verb
from underkeep.table.speech.wording import COMPASS, GOING, NOISE, parts, tokens
from underkeep.table.view import WaySeen, ways
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

_ENDS = ("end", "ends", "corner", "corners", "half", "part", "edge")
_SEARCHED = ("wall", "walls", "side", "room", "area", "secret", "doors", "traps", "hidden")
_MOVING = ("go", "walk", "move", "approach", "advance", "close", "step", "charge")
_AWAY = ("run", "withdraw")
_ONWARD = (
    "walk on", "go on", "onward", "onwards", "continue", "proceed", "advance", "press on", "carry on", "move on",
    "keep going", "go deeper", "walk further", "go further", "further", "further on", "keep walking", "keep on",
    "walk farther", "go farther",
)  # fmt: skip
_ALL_SEEN = "The party knows of nothing on this level that it has not seen."


def walking(rules: Ruleset, state: State, options: Options, said: str, focus: str = "") -> Sequence[Action]:
    """The action that a line about a place means, or nothing if it is not about a place."""
    words = [w for w in re.findall(r"[\w,]+", said) if w not in NOISE]
    if not words:
        return ()
    if state.fight is not None:
        return _in_fight(rules, state, options, words, focus)
    if state.party is None or state.party.at is None or state.encounter is not None:
        return ()
    if words[0] == "search":
        return _search(state, options, words[1:])
    if words[0] in COMPASS and len(words) == 1:
        return _toward(state, options, COMPASS[words[0]])
    is_striding = words[0] == "explore" and not _bearing(words[1:])
    if is_striding or "unexplored" in words:
        return _explore(state, options)
    if " ".join(words) in _ONWARD:
        return _onward(state, options)
    if words[0] in (*GOING, *_STRIDING) and (side := _end_named(words[1:])):
        square = farthest(state, options, side, "Walk")
        return (a.Walk(square),) if square is not None else ()
    if words[0] in (*GOING, *_STRIDING) and (bearing := _bearing(words[1:])):
        return _toward(state, options, bearing)
    if words[0] in GOING:
        return _go(state, options, words[1:])
    if words[0] in ("upstairs", "downstairs", "up", "down", "ascend", "descend") and len(words) == 1:
        return _stairs(state, options, words[0])
    return ()


_STRIDING = ("advance", "continue", "press", "push", "stride", "venture", "creep", "sneak", "explore", "follow")


def _end_named(words: Sequence[str]) -> str:
    """The side of the area to which somebody walks within it: `west to the far end`, `to the north wall`."""
    found = {COMPASS[word] for word in words if word in COMPASS and len(word) > 1}
    return found.pop() if len(found) == 1 and {"end", "wall", "corner", "side"} & set(words) else ""


def _bearing(words: Sequence[str]) -> str:
    """Whither to go, if the line says it among other words and names no door or wall."""
    found = {COMPASS[word] for word in words if word in COMPASS and len(word) > 1}
    named = {"door", "wall", "opening", "stairs", "trapdoor", "gate"} & set(words)
    return found.pop() if len(found) == 1 and not named else ""


def _onward(state: State, options: Options) -> Sequence[Action]:
    """On by the only way that leads on; all of them where there are several, for somebody to choose."""
    if len(edges := list(frontiers(state, options).values())) > 1:
        return [a.Walk(square) for square in edges]
    return _explore(state, options) if edges else _ways(state, options, _untaken(state))


def _explore(state: State, options: Options) -> Sequence[Action]:
    """To the nearest edge of the dark; where all is seen, by the nearest way of this area that the party has not taken
    yet."""
    edges = list(frontiers(state, options).values())
    if edges:
        return (a.Walk(edges[0]),)
    return _ways(state, options, _untaken(state))[:1]


def _untaken(state: State) -> list[WaySeen]:
    """The ways out of this area that the party has not been beyond, the nearest first."""
    assert state.party is not None and state.party.at is not None and state.dungeon is not None
    here = state.party.at
    doors = state.dungeon.doors
    ours = (doors[w.id] for w in ways(state) if w.id in doors)
    fresh = {door.id for door in ours if not survey.is_seen(state, door.side(door.beyond(here.area)))}
    return sorted((w for w in ways(state) if w.id in fresh), key=lambda w: distance(here.square, w.at))


def is_onward(said: str) -> bool:
    """Whether a line asks to go on to what is not known yet, wherever that is."""
    explores = said.startswith("explore") and not _bearing(said.split()[1:])
    return explores or said in _ONWARD or "unexplored" in said


def exploring(state: State) -> Course | None:
    """To what the party has not seen elsewhere on this level, as far as it knows."""
    return unexplored(state, lambda area: edge(state, area))


def edge(state: State, area: str) -> Square | None:
    """A square of an area beyond which it goes on in the dark."""
    assert state.dungeon is not None and state.party is not None
    place = state.dungeon.areas[area]
    known, grid = level_map(state, place.level), state.dungeon.level(place.level).grid
    seen = state.party.seen_mask(place.level)
    return next((s for s in place.squares if grid.bit(s) & seen and _is_open(known, s)), None)


def held_up(state: State, said: str, sees: bool = True) -> str:
    """What stands in the way of a line about going, if it is a door that is fast, or the dark; nothing otherwise."""
    words = [w for w in re.findall(r"[\w,]+", said) if w not in NOISE]
    if not words or state.party is None or state.party.at is None or state.fight is not None or state.encounter:
        return ""
    shut = [w for w in ways(state) if w.state not in ("open way", "open", "shut")]
    if (words[0] == "explore" and not _bearing(words[1:])) or " ".join(words) in _ONWARD:
        if not sees:
            return "It is dark: who would explore needs a light."
        return _all_seen(state)
    if words[0] in GOING:
        words = words[1:]
    elif words[0] not in COMPASS:
        return ""
    named = [w for w in _ways_named(state, words) if w in shut]
    return f"The {named[0].name} is {named[0].state}." if len(named) == 1 else ""


def _all_seen(state: State) -> str:
    """That nothing is left on the level, but for doors that are fast; and which way leads to another one."""
    fast, deeper = fast_ways(state), [w.name for w in ways(state) if " down" in w.name or " up" in w.name]
    shut = (
        f"{_ALL_SEEN.rstrip('.')}; {' and '.join(fast)} will not open: force it, or find another way." if fast else ""
    )
    theirs = past_others(state)
    lived = f" Not entered, for somebody lives there: {naming.listing(theirs)}." if theirs else ""
    return f"{shut or _ALL_SEEN}{lived}{f' From here leads on: the {deeper[0]}.' if deeper else ''}"


def moves_of(options: Options, kind: str, actor: str = "") -> Moves | None:
    """The squares for one kind of move, by the name of its action type."""
    for moves in options.moves:
        if move_kind(moves) == kind and (not actor or moves.actor == actor):
            return moves
    return None


def move_kind(moves: Moves) -> str:
    return type(moves.to(moves.grid.first(moves.mask))).__name__


def aimed(options: Options, said: str) -> list[Action]:
    """What can be aimed at the square that ends the line."""
    square = naming.square_named(said.rpartition(" ")[2])
    return [m.to(square) for m in options.moves if m.is_aim and m.has(square)] if square is not None else []


def _squares(moves: Moves | None) -> list[Square]:
    return list(moves.grid.squares(moves.mask)) if moves is not None else []


def _go(state: State, options: Options, words: Sequence[str]) -> Sequence[Action]:
    if not words:
        return [x for x in options.listed if isinstance(x, a.Go)]
    squares = _named_squares(options, "Walk", words)
    if squares:
        return squares
    if len(words) == 1 and words[0] in COMPASS:
        return _toward(state, options, COMPASS[words[0]])
    if words[0] in ("up", "down", "upstairs", "downstairs", "stairs") and len(words) <= 2:
        return _stairs(state, options, words[-1] if words[-1] in ("up", "down") else words[0])
    return _ways(state, options, list(_ways_named(state, words)))


def _toward(state: State, options: Options, bearing: str) -> Sequence[Action]:
    """Through the way that lies there; a shut door is tried; without a way, to where the area goes on in the dark."""
    there = [w for w in ways(state) if w.bearing == bearing]
    if there:
        return _ways(state, options, there)
    square = next((s for side, s in frontiers(state, options).items() if side == bearing), None)
    return (a.Walk(square),) if square is not None else ()


def _ways(state: State, options: Options, wanted: Sequence[WaySeen]) -> list[Action]:
    """To go through each of these, or to try it if it is shut."""
    found: list[Action] = []
    for way in wanted:
        tries = (a.Go(way.id), a.OpenDoor(way.id))
        found += [x for x in tries if x in options.listed][:1]
    return found


def _stairs(state: State, options: Options, word: str) -> Sequence[Action]:
    wanted = {"upstairs": "up", "ascend": "up", "downstairs": "down", "descend": "down"}.get(word, word)
    known = [w for w in ways(state) if not w.bearing and (wanted == "stairs" or wanted in w.name.split())]
    return _ways(state, options, known)


def _ways_named(state: State, words: Sequence[str]) -> Iterator[WaySeen]:
    """`door 2` is the second door in the order in which they are told; `north door` and the like go by name."""
    known = ways(state)
    numbers = [int(w) for w in words if w.isdecimal()]
    kinds = [w.rstrip("s") for w in words if not w.isdecimal()]
    kinds = [{"exit": "", "way": "", "passage": "opening", "arch": "opening"}.get(k, COMPASS.get(k, k)) for k in kinds]
    fitting = [w for w in known if all(k in w.name or (k == "stair" and not w.bearing) for k in kinds)]
    if numbers and not any(w.name.endswith(f" {numbers[0]}") for w in fitting):
        fitting = fitting[numbers[0] - 1 : numbers[0]]
    elif numbers:
        fitting = [w for w in fitting if w.name.endswith(f" {numbers[0]}")]
    yield from fitting


def by_name(state: State, said: str) -> str:
    """The line with `door 2` as that door's own name, where the doors have no numbers of their own."""
    match = re.search(r"\b(door|opening|exit|way) (\d)\b", said)
    if match is None or state.party is None or state.party.at is None or state.fight is not None:
        return said
    found = list(_ways_named(state, match.groups()))
    return f"{said[: match.start()]}{found[0].name}{said[match.end() :]}" if len(found) == 1 else said


def search_meant(state: State, options: Options, said: str) -> Sequence[Action]:
    """To search where the line says, be it legal or not; nothing if it is not about searching."""
    words = [w for w in re.findall(r"[\w,]+", said) if w not in NOISE]
    if words[:1] != ["search"] or state.party is None or state.party.at is None:
        return ()
    here, wanted = state.party.at.square, _search_words(words[1:])
    if not wanted or wanted == ["here"]:
        return (a.Search(here),)
    square = naming.square_named(wanted[-1])
    if square is not None:
        return (a.Search(square),)
    if len(wanted) == 1 and wanted[0] in COMPASS:
        return (a.Search(farthest(state, options, COMPASS[wanted[0]], "Walk") or here),)
    return [a.Search(w.at) for w in _ways_named(state, wanted)]


def walk_meant(said: str) -> Sequence[Action]:
    """To walk to the square that the line names."""
    words = [w for w in re.findall(r"[\w,]+", said) if w not in NOISE]
    square = naming.square_named(words[-1]) if len(words) == 2 and words[0] in GOING else None
    return (a.Walk(square),) if square is not None else ()


def _search_words(words: Sequence[str]) -> list[str]:
    return [w for w in words if w not in _SEARCHED and w not in _ENDS]


def _search(state: State, options: Options, words: Sequence[str]) -> Sequence[Action]:
    """Here, a square by name, by a door, or the wall in a direction."""
    assert state.party is not None and state.party.at is not None
    here = state.party.at.square
    wanted = _search_words(words)
    if not wanted or wanted == ["here"]:
        return _legal_squares(options, "Search", [here])
    squares = _named_squares(options, "Search", wanted)
    if squares:
        return squares
    if _squares(moves_of(options, "Search")) == [here] and all(w in COMPASS or w in _ENDS for w in wanted):
        return _legal_squares(options, "Search", [here])  # The place is searched as a whole.
    if len(wanted) == 1 and wanted[0] in COMPASS:
        return _legal_squares(options, "Search", _along(state, options, COMPASS[wanted[0]]))[:1]
    return _legal_squares(options, "Search", [w.at for w in _ways_named(state, wanted)])


def _along(state: State, options: Options, side: str) -> list[Square]:
    """The squares along one side of the area that are left to search, the nearest first; after them those behind."""
    assert state.party is not None and state.party.at is not None
    here = state.party.at.square
    across, down = naming.DIRECTIONS[side]
    left = [s for s in _squares(moves_of(options, "Search")) if (s[0] + across, s[1] + down) not in _floor(state)]

    def order(square: Square) -> tuple[int, int, Square]:
        x, y = square
        return -(x * across + y * down), abs((x - here[0]) * down) + abs((y - here[1]) * across), square

    return sorted(left, key=order)


def _floor(state: State) -> frozenset[Square]:
    """The squares of the area that are on the party's map."""
    dungeon, at, area = survey.here(state)
    seen = state.party.seen_mask(at.level) if state.party is not None else 0
    grid = dungeon.level(at.level).grid
    return frozenset(s for s in area.squares if grid.bit(s) & seen)


def _legal_squares(options: Options, kind: str, squares: Sequence[Square], actor: str = "") -> list[Action]:
    moves = moves_of(options, kind, actor)
    if moves is None:
        return []
    return [moves.to(s) for s in squares if moves.has(s)]


def _named_squares(options: Options, kind: str, words: Sequence[str], actor: str = "") -> list[Action]:
    square = naming.square_named(words[-1]) if words else None
    return _legal_squares(options, kind, [square], actor) if square is not None else []


def farthest(state: State, options: Options, bearing: str, kind: str) -> Square | None:
    """The last square in a straight line that way; if there is none, the farthest that lies that way at all."""
    assert state.party is not None and state.party.at is not None
    x, y = state.party.at.square
    across, down = naming.DIRECTIONS[bearing]
    squares = set(_squares(moves_of(options, kind)))
    last, step = None, (x + across, y + down)
    while step in squares:
        last, step = step, (step[0] + across, step[1] + down)
    if last is not None:
        return last
    beyond = [s for s in squares if naming.direction((x, y), s) == bearing]
    return max(beyond, key=lambda s: (distance((x, y), s), -abs(s[0] - x) - abs(s[1] - y)), default=None)


def frontiers(state: State, options: Options) -> dict[str, Square]:
    """Where the area goes on beyond what has been seen: by direction, the nearest square at the edge of the dark."""
    walks = moves_of(options, a.Walk.__name__)
    if walks is None or state.party is None or state.party.at is None:
        return {}
    at = state.party.at
    known = level_map(state, at.level)
    found: dict[str, Square] = {}
    for square in sorted(_squares(walks), key=lambda s: (distance(at.square, s), s)):
        if _is_open(known, square):
            found.setdefault(naming.direction(at.square, square), square)
    return found


def _is_open(known: LevelMap, square: Square) -> bool:
    """Whether on some side of a seen square the map shows neither wall nor door nor floor."""
    column, row = 2 * square[0] + 1 - known.left, 2 * square[1] + 1 - known.top
    for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        x, y = column + across, row + down
        inside = 0 <= y < len(known.rows) and 0 <= x < len(known.rows[0])
        if not inside or known.rows[y][x] == DARK:
            return True
    return False


def _in_fight(rules: Ruleset, state: State, options: Options, words: list[str], focus: str) -> Sequence[Action]:
    """`move to C4`, `bran move c4`, `approach goblin 2`, `move north`; `charge` alone goes at the nearest foe."""
    named, words = _named_first(state, options, words)
    kind, rest = _kind_meant(rules, options, words)
    moves = moves_of(options, kind, named or focus) if kind else None
    if moves is None:
        return ()
    if not rest and kind == Move.__name__:
        return ()
    if not rest or rest == ["away"]:
        found = _alone(state, moves, is_away=bool(rest) or words[0] in _AWAY)
        return (found,) if found is not None else ()
    return _named_squares(options, kind, rest, moves.actor) or _near(state, options, kind, rest, moves.actor)


def stepping(state: State, options: Options, actor: str, words: Sequence[str], is_away: bool = False) -> Action | None:
    """A plain move towards whoever is named, or the nearest foe; or as far from all as can be."""
    moves = moves_of(options, Move.__name__, actor)
    if moves is None or state.creatures[moves.actor].at is None:
        return None
    named = _creatures_named(state, words)[:1] if words and not is_away else []
    here = state.creatures[moves.actor].at
    if named and here is not None:
        square = nearest(moves, named[0], here)
        return moves.to(square) if distance(square, named[0]) < distance(here, named[0]) else None
    return _alone(state, moves, is_away)


def mover_named(state: State, options: Options, words: Sequence[str], focus: str) -> tuple[str, list[str]]:
    """Who is to move: whoever the line begins with, else the one in focus; and the rest of the line."""
    named, rest = _named_first(state, options, list(words))
    return named or focus, rest


def _kind_meant(rules: Ruleset, options: Options, words: Sequence[str]) -> tuple[str, list[str]]:
    """The kind of move that a line begins with, in the game's own words for it, and what follows them."""
    kinds = dict.fromkeys(type(m.to(m.grid.first(m.mask))) for m in options.moves if not m.is_aim)
    spoken = {kind.__name__: tokens(verb(rules, kind)) for kind in kinds}
    for kind, said in sorted(spoken.items(), key=lambda one: -len(one[1])):
        if list(words[: len(said)]) == said:
            return kind, list(words[len(said) :])
    moves = Move.__name__ if Move.__name__ in spoken and words and words[0] in _MOVING else ""
    return moves, list(words[1:])


def _alone(state: State, moves: Moves, is_away: bool) -> Action | None:
    """A move of which nobody says whither: as near as can be to the nearest foe, or as far as can be from all."""
    mover = state.creatures[moves.actor]
    if is_away:
        found = away(state, mover, moves)
        return found if found is not None and found in moves else None
    here = mover.at or (0, 0)
    foes = [foe.at for foe in state.enemies_of(mover) if foe.at is not None]
    return moves.to(nearest(moves, min(foes, key=lambda at: distance(here, at)), here)) if foes else None


def _named_first(state: State, options: Options, words: list[str]) -> tuple[str, list[str]]:
    """The mover whose name the line begins with, and the words after it; nobody if none or several fit."""
    fitting: list[tuple[bool, int, str]] = []
    for id in dict.fromkeys(moves.actor for moves in options.moves):
        name = tokens(state.creatures[id].name)
        if words[: len(name)] == name:
            fitting.append((True, len(name), id))
        elif len(words[0]) > 1 and name and name[0].startswith(words[0]):
            fitting.append((False, 1, id))
    whole = [found for found in fitting if found[0]] or fitting
    if len(whole) != 1:
        return "", words
    return whole[0][2], words[whole[0][1] :]


def _near(state: State, options: Options, kind: str, words: Sequence[str], actor: str) -> Sequence[Action]:
    """The square one can reach that is nearest to a creature, or farthest in a direction."""
    moves = moves_of(options, kind, actor)
    mover = state.creatures.get(moves.actor) if moves is not None else None
    if moves is None or mover is None or mover.at is None:
        return ()
    if words[0] in COMPASS and len(words) == 1:
        that_way = [s for s in _squares(moves) if naming.direction(mover.at, s) == COMPASS[words[0]]]
        at = mover.at
        return [moves.to(max(that_way, key=lambda s: distance(at, s)))] if that_way else ()
    goals = [(goal, nearest(moves, goal, mover.at)) for goal in _creatures_named(state, words)[:1]]
    return [moves.to(square) for goal, square in goals if distance(square, goal) <= distance(mover.at, goal)]


def nearest(moves: Moves, goal: Square, start: Square) -> Square:
    """The square one can reach that is nearest to a goal, of equals the nearest to where one stands."""
    return min(
        _squares(moves),
        key=lambda s: (distance(s, goal), distance(s, start), abs(s[0] - goal[0]) + abs(s[1] - goal[1])),
    )


def _creatures_named(state: State, words: Sequence[str]) -> list[Square]:
    found = []
    for creature in state.creatures.values():
        named = parts(creature.name)
        fits = all(any(p == w or (not w.isdecimal() and p.startswith(w)) for p in named) for w in words)
        if fits and creature.at is not None and creature.is_up:
            found.append(creature.at)
    return found
