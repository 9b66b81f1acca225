"""What a record may hold at all, whoever wrote it: sizes, depths, numbers, names, dates, a state that fits together.

A record from elsewhere may be forged by one who can compute hashes. What passes here can be shown and played without
breaking a table or a terminal; whether it was played by the rules is another question (`adjudication`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.chain import RecordError, Row
from underkeep.table.formats import MissingContent
from underkeep.table.game import Game
from underkeep.table.summary import summary
from underkeep.table.view import view
from underkeep.world.dungeon import Dungeon, Spot
from underkeep.world.grid import Grid
from underkeep.world.state import State

MOST_DEPTH = 40
MOST_TEXT = 2**20
MOST_NUMBER = 10**12
MOST_SEED = 2**128 - 1
MOST_SECONDS = 1000 * 366 * 86400
MOST_SQUARES = 250_000
MOST_COUNT = 10_000
MOST_HP = 100_000
_HASH = re.compile(r"[0-9a-f]{64}")
_VERSION = re.compile(r"[0-9A-Za-z.+!-]{1,40}")
_MASK = re.compile(r"[0-9a-f]{1,100000}")
_SEAT = re.compile(r"[^\x00-\x1f\x7f-\x9f]{0,100}")


def check_game(game: Game) -> None:
    """Refuse a head whose fields are none that this program writes."""
    check_date("The game was begun", game.created)
    if isinstance(game.seed, int) and not 0 <= game.seed <= MOST_SEED:
        raise RecordError("The game's seed is too large a number.")
    if len(bytes.fromhex(game.key)) != 16:
        raise RecordError("The key of the game's dice has not 128 bits.")
    if _VERSION.fullmatch(game.engine) is None:
        raise RecordError("The game does not say which version of Underkeep began it.")
    told = [
        str(game.seed),
        *game.packs,
        *game.switches,
        *game.minds,
        *game.minds.values(),
        *game.settings,
        *game.settings.values(),
    ]
    if len(told) > 500:
        raise RecordError("The game has too many settings.")
    for text in told:
        _check_text("The game's settings", text, 100_000)


def check_row(row: Row) -> None:
    """Refuse an entry that is too deep, too large, undated or told in signs that would command a terminal."""
    what = f"Entry {row.seq}"
    check_date(f"{what} was written", row.at)
    if _HASH.fullmatch(row.hash) is None or _VERSION.fullmatch(row.engine) is None or not _SEAT.fullmatch(row.seat):
        raise RecordError(f"{what} has a hash, a version or a seat that no entry has.")
    for text in (row.action, row.events):
        try:
            _check_values(what, msgspec.json.decode(text))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise RecordError(f"{what} is not JSON, or too deep: {error}.") from error


def check_date(what: str, text: str) -> datetime:
    """The moment that a text names; not one that is yet to come."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise RecordError(f"{what} at no time that can be read.") from error
    if found.tzinfo is None or found.year < 2000:
        raise RecordError(f"{what} at no time that can be read.")
    if is_to_come(found):
        raise RecordError(f"{what} at a time that is yet to come.")
    return found


def is_to_come(moment: datetime) -> bool:
    """Whether no clock of this day, wherever, says so."""
    return moment > datetime.now(UTC) + timedelta(days=1)


def _check_values(what: str, value: Any) -> None:
    """A walk without recursion, however deep it is."""
    todo = [(value, 0)]
    while todo:
        found, depth = todo.pop()
        if depth > MOST_DEPTH:
            raise RecordError(f"{what} is too deep.")
        if isinstance(found, str):
            _check_text(what, found, MOST_TEXT)
        elif isinstance(found, int | float):
            if not abs(found) <= MOST_NUMBER:
                raise RecordError(f"{what} has a number that is too large.")
        elif isinstance(found, dict):
            todo += [(part, depth + 1) for pair in found.items() for part in pair]
        elif isinstance(found, list):
            todo += [(part, depth + 1) for part in found]


def _check_text(what: str, text: str, most: int) -> None:
    if len(text) > most:
        raise RecordError(f"{what} has a text that is too long.")
    if not text.isprintable() and any(unicodedata.category(c) in ("Cc", "Cs") for c in text if c not in "\n\t"):
        raise RecordError(f"{what} has control characters in its words.")


def check_state(rules: Ruleset, state: State) -> None:
    """Refuse a state whose parts do not fit together, or that no table could show."""
    for problem in _problems(state):
        raise RecordError(f"The record leads to a state that cannot be: {problem}.")
    try:
        for seat in (*state.seats, REFEREE):
            view(state, seat, rules)
            play.legal_actions(rules, state, seat)
        summary(state)
    except KeyError as error:
        raise MissingContent(
            "The record names something that no content here has; it needs the content pack or the version that has it."
        ) from error
    except Exception as error:  # whatever a forged state breaks on
        problem = f"{type(error).__name__} when it is shown"
        raise RecordError(f"The record leads to a state that cannot be: {problem}.") from error


def _problems(state: State) -> Iterator[str]:
    if not 0 <= state.now <= MOST_SECONDS:
        yield "its clock shows no time of a game"
    for sort, things in (("creatures", state.creatures), ("lights", state.lights), ("questions", state.prompts)):
        if len(things) > MOST_COUNT:
            yield f"too many {sort}"
    yield from _of_creatures(state)
    if state.grid is not None:
        yield from _of_grid(state.grid, "its field")
    if state.dungeon is not None:
        yield from _of_dungeon(state.dungeon)
    yield from _of_party(state)
    for prompt in state.prompts:
        if not prompt.choices or not prompt.seats or not all(map(state.sits, prompt.seats)):
            yield "a question that nobody can answer"


def _of_creatures(state: State) -> Iterator[str]:
    for id, creature in state.creatures.items():
        if id != creature.id:
            yield "a creature under another's name"
        if abs(creature.hp) > MOST_HP or not 0 <= creature.max_hp <= MOST_HP or not 1 <= creature.size <= 20:
            yield f"{creature.name[:40]} has hit points or a size that nothing has"
        if creature.at is not None and max(map(abs, creature.at)) > MOST_COUNT:
            yield f"{creature.name[:40]} stands beyond every field"
    known = set(state.creatures)
    if state.fight is not None and not known.issuperset(_fighters(state)):
        yield "somebody fights who is not there"
    if state.encounter is not None and not known.issuperset(state.encounter.monsters):
        yield "somebody is met who is not there"


def _fighters(state: State) -> Iterator[str]:
    assert state.fight is not None
    yield from state.fight.combatants
    yield from (id for step in state.fight.steps for id in step.actors)


def _of_party(state: State) -> Iterator[str]:
    party = state.party
    if party is None:
        return
    if not set(state.creatures).issuperset(party.members):
        yield "somebody marches who is not there"
    if any(_MASK.fullmatch(mask) is None for mask in party.seen.values()):
        yield "the party's map cannot be read"
    if party.at is not None:
        if state.dungeon is None:
            yield "the party is in a dungeon that is not there"
        else:
            yield from _of_spot(state.dungeon, party.at, "the party")


def _of_grid(grid: Grid, what: str) -> Iterator[str]:
    if grid.width < 1 or grid.height < 1 or grid.width * grid.height > MOST_SQUARES:
        yield f"{what} has no size that a field has"
    elif not all(0 <= x < grid.width and 0 <= y < grid.height for x, y in grid.walls):
        yield f"{what} has walls outside"


def _of_dungeon(dungeon: Dungeon) -> Iterator[str]:
    if not 1 <= len(dungeon.levels) <= 100:
        yield "a dungeon with no number of levels that one has"
    for level in dungeon.levels:
        yield from _of_grid(level.grid, f"level {level.number}")
    levels = {level.number: level.grid for level in dungeon.levels}
    for area in dungeon.areas.values():
        grid = levels.get(area.level)
        if grid is None or not _inside(grid, area.squares):
            yield "a part of the dungeon lies outside it"
    yield from _of_spot(dungeon, dungeon.entrance, "the entrance")
    for stairs in dungeon.stairs.values():
        yield from (p for spot in (stairs.up, stairs.down) for p in _of_spot(dungeon, spot, "a stair"))
    for door in dungeon.doors.values():
        grid = levels.get(door.level)
        if grid is None or not _inside(grid, door.squares) or not set(dungeon.areas).issuperset(door.areas):
            yield "a door leads to nowhere"
    for group in dungeon.groups.values():
        if not 0 <= group.count <= MOST_COUNT:
            yield "a group of a size that none has"


def _of_spot(dungeon: Dungeon, spot: Spot, what: str) -> Iterator[str]:
    level = next((level for level in dungeon.levels if level.number == spot.level), None)
    if level is None or spot.area not in dungeon.areas or not _inside(level.grid, (spot.square,)):
        yield f"{what} is nowhere in the dungeon"


def _inside(grid: Grid, squares: Iterable[tuple[int, int]]) -> bool:
    return all(0 <= x < grid.width and 0 <= y < grid.height for x, y in squares)
