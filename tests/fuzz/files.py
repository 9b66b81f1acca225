"""Saved games with bits flipped, cut, swapped and overwritten: refused in a sentence or the very same game, never
silently another; and what `underkeep repair` saves of them is a beginning of what was there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random

from tests.fuzz.kept import Kept, some_kept
from tests.fuzz.trials import Trial, is_sentence

from underkeep.errors import UnderkeepError
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import games
from underkeep.table.repair import problem_of, repair
from underkeep.table.sqlite_journal import SqliteJournal

PAGE = 4096
REPAIRED = 8
"""One damaged game in so many is repaired."""
_ID = "kel"


def trials(rules: Ruleset, seed: int) -> Iterator[Trial]:
    chance = Random(f"files {rules.id} {seed}")
    kept = some_kept(rules.id)
    games.folder().mkdir(parents=True, exist_ok=True)
    while True:
        whole = kept[0] if chance.random() < 0.85 else chance.choice(kept)
        damage, damaged = _damaged(chance, whole.file, chance.choice(kept).file)
        journal = _journal(chance, whole.file) if chance.random() < 0.1 else None
        is_repaired = chance.randrange(REPAIRED) == 0
        yield Trial(partial(_try, whole, damaged, journal, is_repaired), partial(str, damage))


def _damaged(chance: Random, file: bytes, other: bytes) -> tuple[str, bytes]:
    """What was done to it, and what it is now."""
    data, sort = bytearray(file), chance.randrange(8)
    at = chance.randrange(len(data)) if chance.random() < 0.7 else chance.randrange(min(4096, len(data)))
    if sort < 3:
        places = [at, *(chance.randrange(len(data)) for _ in range(chance.choice((0, 0, 1, 8, 60))))]
        for place in places:
            data[place] ^= 1 << chance.randrange(8)
        return f"bits flipped at {places}", bytes(data)
    if sort == 3:
        return f"cut at {at}", bytes(data[:at])
    if sort == 4:
        data[at : at + chance.choice((1, 16, 300, PAGE))] = bytes(chance.choice((0, 16, PAGE)))
        return f"bytes from {at} are nought", bytes(data)
    if sort == 5:
        a, b = (PAGE * chance.randrange(len(file) // PAGE) for _ in range(2))
        data[a : a + PAGE], data[b : b + PAGE] = file[b : b + PAGE], file[a : a + PAGE]
        return f"pages at {a} and {b} swapped", bytes(data)
    if sort == 6:
        a, b = PAGE * chance.randrange(len(file) // PAGE), PAGE * chance.randrange(len(other) // PAGE)
        data[a : a + PAGE] = other[b : b + PAGE]
        return f"page at {a} from another game's at {b}", bytes(data)
    text = chance.choice((b"hero", b'"seq"', b"type", b"Fight", b"hash", b"00", b'":', b"2026"))
    return f"{text!r} replaced", file.replace(text, chance.randbytes(len(text)), chance.choice((1, 3, 9999)))


def _journal(chance: Random, file: bytes) -> bytes:
    """What a crash, or somebody, may have left beside it."""
    head = bytes.fromhex("d9d505f920a163d7") if chance.random() < 0.8 else b""
    return head + chance.randbytes(chance.choice((4, 20, 504, 600))) + file[: chance.choice((0, PAGE, 5000))]


def _try(whole: Kept, damaged: bytes, journal: bytes | None, is_repaired: bool) -> str:
    path = games.path_of(_ID)
    path.write_bytes(damaged)
    if journal is not None:
        Path(f"{path}-journal").write_bytes(journal)
    try:
        return _opened(whole, path, is_repaired)
    finally:
        for file in (path, Path(f"{path}-journal"), *(path.parent / "damaged").glob("*"), *(path.parent).glob(".*")):
            with suppress(FileNotFoundError):
                file.unlink()


def _opened(whole: Kept, path: Path, is_repaired: bool) -> str:
    (listed,) = games.all_games()
    assert listed.wrong.isprintable(), listed.wrong
    problem = problem_of(path)
    if problem is None:
        with closing(SqliteJournal(path)) as journal:
            assert (journal.game, tuple(journal.rows())) == (whole.game, whole.rows), "it is silently another game"
        return "is whole"
    is_sentence(problem)
    if not is_repaired:
        return "refused"
    try:
        done = repair(_ID)
    except UnderkeepError as error:
        is_sentence(error)
        return "beyond repair"
    assert problem_of(path) is None, "it is repaired and not whole"
    with closing(SqliteJournal(path)) as journal:
        rows = tuple(journal.rows())
    assert rows == whole.rows[: len(rows)], "repaired, it is another game"
    assert len(rows) == done.kept
    return "repaired"
