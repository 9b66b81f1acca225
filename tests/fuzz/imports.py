"""Hostile records: broken text, forged values under right hashes. Refused in a sentence or kept as not verified; what
was kept can be listed, and a table opens on it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import asdict, replace
from tests.fuzz.hostile import ODD_DATES, odd_text, odd_value
from tests.fuzz.kept import Kept, some_kept
from tests.fuzz.trials import Trial, is_sentence

from underkeep.errors import UnderkeepError
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import games, record
from underkeep.table.chain import Row
from underkeep.table.chair import Chair
from underkeep.table.game import Game
from underkeep.terminal.opening import resume
from underkeep.terminal.plain import Plain
from underkeep.testing.saved_games import rechained

JUDGED_SECONDS = 0.3
_DEEP = re.compile(r'"deep (\d+)"')
TYPED = ("look", "map", "party", "inventory", "sheet", "options", "1", "yes", "2", "log", "quit")


def trials(rules: Ruleset, seed: int) -> Iterator[Trial]:
    chance = Random(f"imports {rules.id} {seed}")
    kept = some_kept(rules.id)
    texts = [b"".join(record.lines_of(one.game, list(one.rows))) for one in kept]
    while True:
        number = 0 if chance.random() < 0.8 else chance.randrange(len(kept))
        sort = chance.random()
        if sort < 0.5:
            told, text = _broken(chance, texts[number])
        elif sort < 0.75:
            told, text = _with_other_fields(chance, texts[number])
        else:
            told, text = _forged(chance, kept[number])
        yield Trial(partial(_try, text), partial(str, told))


def _broken(chance: Random, text: bytes) -> tuple[str, bytes]:
    """The text as it comes from a bad line, or from one who does not know hashes."""
    at, sort = chance.randrange(len(text)), chance.randrange(7)
    if sort == 0:
        return f"cut at {at}", text[:at]
    if sort == 1:
        return f"byte {at} changed", text[:at] + chance.randbytes(1) + text[at + 1 :]
    if sort == 2:
        odd = odd_text(chance).encode("utf-8", "surrogatepass")
        return f"{odd[:60]!r} at {at}", text[:at] + odd + text[at:]
    lines = text.splitlines(keepends=True)
    line = chance.randrange(len(lines))
    if sort == 3:
        del lines[line]
        return f"without line {line}", b"".join(lines)
    if sort == 4:
        lines.insert(line, lines[chance.randrange(len(lines))])
        return f"a line twice at {line}", b"".join(lines)
    if sort == 5:
        chance.shuffle(lines)
        return "lines shuffled", b"".join(lines)
    depth = chance.choice((30, 50, 2000, 100_000))
    lines[line] = chance.choice((b"[", b'{"a":')) * depth + b"\n"
    return f"line {line} is {depth} deep", b"".join(lines)


def _with_other_fields(chance: Random, text: bytes) -> tuple[str, bytes]:
    """A value anywhere in a line, put for another."""
    lines = text.splitlines(keepends=True)
    line = chance.randrange(len(lines))
    told, value = json.loads(lines[line]), odd_value(chance)
    what = _change(chance, told, value)
    return f"line {line}: {what}", b"".join(
        [*lines[:line], f"{_deepened(json.dumps(told))}\n".encode(), *lines[line + 1 :]]
    )


def _forged(chance: Random, kept: Kept) -> tuple[str, bytes]:
    """A value changed by one who can compute hashes: in the head, an entry, or what an entry did."""
    game, rows, told = kept.game, list(kept.rows), []
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        sort, place = chance.random(), chance.randrange(len(rows))
        if sort < 0.15:
            game, what = _other_game(chance, game)
        elif sort < 0.3:
            rows[place], what = _other_row(chance, rows[place])
        elif sort < 0.4:
            what = f"entry {place} is entry {(other := chance.randrange(len(rows)))}"
            rows[place] = rows[other]
        else:
            part = "events" if place == 0 or chance.random() < 0.6 else "action"
            value = json.loads(getattr(rows[place], part))
            what = f"{part} of {place}: {_change(chance, value, odd_value(chance), rows)}"
            rows[place] = replace(rows[place], **{part: json.dumps(value)})
        told.append(what)
    rows = [replace(row, action=_deepened(row.action), events=_deepened(row.events)) for row in rows]
    return "; ".join(told), b"".join(record.lines_of(game, rechained(game, rows)))


def _other_game(chance: Random, game: Game) -> tuple[Game, str]:
    fields: dict[str, Any] = asdict(game)
    name = chance.choice([name for name in fields if name not in ("format", "system")])
    sort = type(fields[name])
    if name == "created":
        value: Any = chance.choice(ODD_DATES)
    elif sort is dict:
        value = {**fields[name], _letters(chance): _letters(chance)}
    elif sort is tuple:
        value = (*fields[name], _letters(chance))
    elif sort is int:
        value = chance.choice((0, -1, 2**128, 2**4000))
    else:
        value = _letters(chance)
    what = f"{name} is {str(value)[:80]!r}"
    try:
        return replace(game, **{name: value}), what
    except ValueError:  # no such game can be made, not even by a forger
        return game, f"{what}, in vain"


def _other_row(chance: Random, row: Row) -> tuple[Row, str]:
    name = chance.choice(("seat", "engine", "at"))
    value = chance.choice(ODD_DATES) if name == "at" and chance.random() < 0.7 else _letters(chance)
    return replace(row, **{name: value}), f"{name} of {row.seq} is {value[:80]!r}"


def _letters(chance: Random) -> str:
    return odd_text(chance).encode("utf-8", "replace").decode()


def _change(chance: Random, told: Any, value: Any, rows: list[Row] | None = None) -> str:
    """Put a value for one that stands there, or take that away; mostly a leaf, so that the rest is as it was."""
    holder, key, path = told, None, ""
    while isinstance(holder, dict | list) and holder:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = chance.choice(keys)
        path += f"/{str(key)[:20]}"
        below = holder[key]
        if not isinstance(below, dict | list) or not below or chance.random() < 0.12:
            break
        holder = below
    if key is None:
        return "nothing"
    old = holder[key]
    sort = chance.random()
    if sort < 0.08:
        del holder[key]
        return f"{path} is gone"
    if isinstance(old, int) and not isinstance(old, bool) and sort < 0.7:
        value = chance.choice((0, -1, 1, old + 1, old - 1, 10**6, 10**11, 2**31, -(10**9), 99))
    elif isinstance(old, str) and sort < 0.6:
        value = chance.choice(("", "x", "nobody", _word_of(chance, told), old + "x", "rope", "0"))
    holder[key] = value
    return f"{path} is {str(value)[:80]!r}"


def _word_of(chance: Random, told: Any) -> str:
    """A word that stands somewhere else in it."""
    while isinstance(told, dict | list) and told:
        told = chance.choice(list(told.values()) if isinstance(told, dict) else told)
    return told if isinstance(told, str) else "id"


def _deepened(text: str) -> str:
    """The brackets that a value stands for; Python's own JSON could not write so many."""
    return _DEEP.sub(lambda found: "[" * int(found[1]) + "]" * int(found[1]), text)


def _try(text: bytes) -> str:
    try:
        found = record.import_game(io.BytesIO(text), JUDGED_SECONDS)
    except UnderkeepError as error:
        is_sentence(error)
        return "refused"
    try:
        return _played(found.path, found.doubt)
    finally:
        found.path.unlink(missing_ok=True)
        Path(f"{found.path}-journal").unlink(missing_ok=True)


def _played(path: Path, doubt: str) -> str:
    """It is listed, and a table opens on it for somebody who looks round and does a thing or two."""
    assert [one.wrong for one in games.all_games()] == [""]
    told: list[str] = []
    typed = iter(TYPED)
    try:
        with resume(games.id_of_file(path)) as session:
            free = [seat for seat in session.state.seats if seat not in session.minds]
            chair = Chair(session, free[0] if free else "player", beside=free[1:])
            Plain(chair, lambda: next(typed, "quit"), told.append).run()  # type: ignore[arg-type]
    except UnderkeepError as error:
        told.append(str(error) + "\n")
    text = "".join(told)
    assert all(c.isprintable() or c == "\n" for c in text), "a control character is told"
    return "in doubt" if doubt else "kept"
