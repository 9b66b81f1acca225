"""Kill -9 at random moments through the real front doors: a new game, play, undo, import, export, repair.

Each child is this process forked, which runs the program `underkeep` with lines from a pipe. At the table it notes on
its standard output, after each thing it told, which entries that told of. The parent kills it, looks at every game in
the folder and compares with all that was ever told, by any child.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import NoReturn, TextIO

from tests.fuzz.kept import MATCHES, a_home

from underkeep.errors import UnderkeepError
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names
from underkeep.table import games
from underkeep.table.chain import Row
from underkeep.table.entry import Entry, Rewind, decode_entry
from underkeep.table.record import lines_of
from underkeep.table.repair import problem_of, repair
from underkeep.table.sqlite_journal import SqliteJournal, backups_of
from underkeep.terminal import main as program
from underkeep.terminal.plain import Plain

OF_A_HOME = 25
"""So many kills before the next folder of games."""
_TAG = re.compile(rb"\x00told (\d+) ([0-9a-f]{16})\n")
_PLEDGE = re.compile(rb"The dice are pledged: ([0-9a-f]{64})\n")
_IMPORTED = re.compile(rb"^(\S+): .*, (\d+) entries\.\n", re.MULTILINE)
_LONGEST = 60.0
WORDS = (
    "1", "2", "3", "4", "5", "yes", "yes", "no", "attack", "done", "set out", "leave", "light torch", "rest a day",
    "search", "listen", "undo", "undo", "look", "end", "march on", "all attack", "again", "take treasure", "go on",
)  # fmt: skip


class Lost(AssertionError):
    """Something that was told is not there, or not as it was told."""


class Table:
    """One folder of games, and all that is known of each: the rows that were told of or found."""

    def __init__(self, home: Path, chance: Random) -> None:
        self.home = home
        self.chance = chance
        self.known: dict[str, Sequence[Row]] = {}
        self.lasts: dict[str, float] = {}
        self.counts: Counter[str] = Counter()

    # What may be done, each as a command and a check of what came of it.

    def deeds(self) -> list[Callable[[], None]]:
        if not self.known:
            return [self.begin]
        return [self.begin, self.go_on, self.go_on, self.go_on, self.undo, self.bring_in, self.write_out, self.mend]

    def some_game(self) -> str:
        return self.chance.choice(sorted(self.known))

    def begin(self) -> None:
        system = self.chance.choice(sorted(names()))
        seed = str(self.chance.randrange(10**6))
        if load(system).dungeon is not None and self.chance.random() < 0.5:
            command = ["play", system, "--new", "--seed", seed, "--party", "2", "--levels", "1"]
        else:
            command = ["skirmish", system, f"2 {MATCHES[system].replace(' v ', ' v 2 ')}", "--seed", seed]
        if self.chance.random() < 0.5:
            command.append("--referee")
        said = self.kill("begin", [*command, "--plain"])
        found = self.look(new=1)
        for pledge in _PLEDGE.findall(said):
            if pledge.decode() not in {self.pledge(id) for id in found}:
                raise Lost(f"a new game was pledged and is not there: {pledge.decode()}")
        tags = _TAG.findall(said)
        if tags and not found:
            raise Lost("a new game was told of and is not there")
        for id in found:
            self.compare(id, tags)

    def go_on(self) -> None:
        id = self.some_game()
        more = ["--referee"] if self.chance.random() < 0.5 else []
        said = self.kill("play", ["play", "--continue", id, "--plain", *more])
        self.look(changed=(id,))
        self.compare(id, _TAG.findall(said))

    def undo(self) -> None:
        id = self.some_game()
        before = len(self.known[id])
        said = self.kill("undo", ["undo", id])
        self.look(changed=(id,))
        rows = self.known[id]
        added = rows[before:]
        if len(added) > 1 or any(not isinstance(decode_entry(self.rules(id), row).action, Rewind) for row in added):
            raise Lost(f"{id} was taken back once and has {len(added)} entries more")
        if said.startswith(id.encode() + b": ") and not added:
            raise Lost(f"{id} was said to be taken back and is not")

    def bring_in(self) -> None:
        id = self.some_game()
        with closing(SqliteJournal(games.path_of(id))) as journal:
            game, rows = journal.game, tuple(journal.rows())
        file = self.home / "record.txt"
        file.write_bytes(b"".join(lines_of(game, rows)))
        said = self.kill("import", ["import", str(file)])
        found = self.look(new=1)
        told = _IMPORTED.search(said)
        if told is not None and (told[1].decode() not in found or int(told[2]) != len(rows)):
            raise Lost(f"{told[1].decode()} was said to be there with {told[2].decode()} entries")
        for new in found:
            if self.known[new] != rows:
                raise Lost(f"{new} is not the record that was brought in")

    def write_out(self) -> None:
        id, file = self.some_game(), self.home / "out.txt"
        file.unlink(missing_ok=True)
        said = self.kill("export", ["export", id, str(file), "--referee"])
        self.look()
        is_said = b"Wrote " in said
        if is_said and not file.exists():
            raise Lost(f"{id} was said to be written to a file")
        if file.exists():
            with closing(SqliteJournal(games.path_of(id))) as journal:
                if file.read_bytes() != b"".join(lines_of(journal.game, journal.rows())):
                    raise Lost(f"{file} has not the whole record")

    def mend(self) -> None:
        """Damage a game, kill the repair, and repair what is left: as if nobody had been killed."""
        id = self.some_game()
        path = games.path_of(id)
        data = bytearray(path.read_bytes())
        for place in (self.chance.randrange(len(data)) for _ in range(3)):
            data[place] ^= 1 << self.chance.randrange(8)
        path.write_bytes(data)
        kept = self.would_be_kept(path)
        self.kill("repair", ["repair", id])
        if not path.exists():
            raise Lost(f"{id} is nowhere while it is repaired")
        if kept is None:
            self.forget(id)
        else:
            repair(id)
            rows = self.rows(id)
            if rows != self.known[id][: len(rows)] or len(rows) < kept:
                raise Lost(f"{id} had {kept} entries to save, {len(rows)} are saved")
            self.known[id] = rows
        self.look()

    def would_be_kept(self, path: Path) -> int | None:
        """How many entries a repair saves that nobody interrupts."""
        with a_home():
            games.folder().mkdir(parents=True)
            for one in (path, *backups_of(path)):
                if one.exists():
                    copy = games.folder() / one.relative_to(path.parent)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(one, copy)
            try:
                return repair(path.name.removesuffix(".underkeep")).kept
            except UnderkeepError:
                return None

    def forget(self, id: str) -> None:
        for file in (games.path_of(id), *backups_of(games.path_of(id))):
            file.unlink(missing_ok=True)
        del self.known[id]

    # Looking.

    def look(self, new: int = 0, changed: Sequence[str] = ()) -> list[str]:
        """Every game is whole and as it was known, but for those that may have grown; the ids of those that are new."""
        listed = {one.id: one for one in games.all_games()}
        if gone := self.known.keys() - listed.keys():
            raise Lost(f"games are gone: {sorted(gone)}")
        found = sorted(listed.keys() - self.known.keys())
        if len(found) > new:
            raise Lost(f"games nobody began: {found}")
        for id, one in listed.items():
            rows, before = self.rows(id), self.known.get(id, ())
            problem = one.wrong or (problem_of(one.path) if rows != before else "")
            if problem:
                raise Lost(f"{id} is not whole: {problem}")
            if rows[: len(before)] != before:
                raise Lost(f"{id} has lost or changed entries")
            if len(rows) != len(before) and id not in (*found, *changed):
                raise Lost(f"{id} has {len(rows) - len(before)} entries more")
            self.known[id] = rows
            self.counts["entries"] += len(rows) - len(before)
        self._look_at_backups()
        return found

    def _look_at_backups(self) -> None:
        """What is kept beside a game is a beginning of it, whenever it was made."""
        for id, known in self.known.items():
            for backup in backups_of(games.path_of(id)):
                if backup.exists():
                    with closing(SqliteJournal(backup)) as journal:
                        rows = tuple(journal.rows())
                    if rows != known[: len(rows)]:
                        raise Lost(f"a backup of {id} is another game")

    def compare(self, id: str, tags: Sequence[tuple[bytes, bytes]]) -> None:
        """Each entry that was told of is there as it was told, and none was told twice."""
        rows, rules = self.known[id], self.rules(id)
        numbers = [int(number) for number, _ in tags]
        if len(set(numbers)) != len(numbers):
            raise Lost(f"{id} has told an entry twice")
        for number, mark in tags:
            there = rows[int(number) : int(number) + 1]
            if [_mark(rules, decode_entry(rules, row)) for row in there] != [mark]:
                raise Lost(f"entry {int(number)} of {id} was told of and is not there")
        self.counts["told"] += len(tags)

    def rows(self, id: str) -> tuple[Row, ...]:
        with closing(SqliteJournal(games.path_of(id))) as journal:
            return tuple(journal.rows())

    def pledge(self, id: str) -> str:
        with closing(SqliteJournal(games.path_of(id))) as journal:
            return journal.game.commitment

    def rules(self, id: str) -> Ruleset:
        with closing(SqliteJournal(games.path_of(id))) as journal:
            return load(journal.game.system)

    # Killing.

    def kill(self, what: str, command: Sequence[str]) -> bytes:
        """Run a command in a child with many lines to read, and kill it somewhere; all it said."""
        lines = "".join(f"{self.chance.choice(WORDS)}\n" for _ in range(400)).encode()
        pid, out = _forked(command, lines)
        told = self.chance.choice((0, 0, 1, 2, 5, 15, 40)) if what in ("play", "begin") else 0
        waits = self.chance.random() * (self.lasts.get(what, 0.3) if told == 0 else 0.004)
        began = time.monotonic()
        said, is_over = _heard(out, told, waits)
        os.kill(pid, signal.SIGKILL)
        if is_over:  # the next of its sort is killed within so long
            self.lasts[what] = time.monotonic() - began
        rest, _ = _heard(out, 10**9, 0.0)
        _, status = os.waitpid(pid, 0)
        os.close(out)
        was_killed = os.WIFSIGNALED(status)
        self.counts[f"{what} {'killed' if was_killed else 'came to its end'}"] += 1
        said += rest
        if b"Traceback" in said:
            raise Lost(said.decode(errors="replace")[-3000:])
        return said


def _mark(rules: Ruleset, entry: Entry) -> bytes:
    """An entry in a word, to compare."""
    text = rules.codec.encode(entry.action) + rules.codec.encode(entry.events)
    return blake2b(text, digest_size=8).hexdigest().encode()


def _forked(command: Sequence[str], lines: bytes) -> tuple[int, int]:
    """A child that runs the program; its number, and where it speaks."""
    give, typed = os.pipe()[::-1]
    heard, speak = os.pipe()
    os.write(give, lines)
    os.close(give)
    pid = os.fork()
    if pid == 0:
        for place, handle in ((0, typed), (1, speak), (2, speak)):
            os.dup2(handle, place)
        _run(command)
    os.close(typed)
    os.close(speak)
    return pid, heard


def _stream(number: int) -> TextIO:
    return open(number, "w" if number else "r", encoding="utf-8", closefd=False)


def _run(command: Sequence[str]) -> NoReturn:
    """In the child: the program, and a note after all it told at the table."""
    sys.stdin, sys.stdout, sys.stderr = (_stream(number) for number in range(3))
    tell = Plain._tell
    noted = 0

    def told(plain: Plain, lines: Sequence[str]) -> None:
        nonlocal noted
        tell(plain, lines)
        sys.stdout.flush()
        chair = plain.chair
        for entry in chair.session.entries[noted : chair._heard + 1]:
            os.write(1, b"\0told %d %s\n" % (entry.seq, _mark(chair.rules, entry)))
        noted = max(noted, chair._heard + 1)

    Plain._tell = told  # type: ignore[method-assign]
    code = 1
    try:
        program.underkeep.main(list(command))
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    sys.stdout.flush()
    os._exit(code)


def _heard(out: int, told: int, waits: float) -> tuple[bytes, bool]:
    """What a child says until it has told of so many entries and then so long, or until it is over."""
    said, until = b"", None
    if told == 0:
        until = time.monotonic() + waits
    longest = time.monotonic() + _LONGEST
    while time.monotonic() < longest:
        if until is None and said.count(b"\0told ") >= told:
            until = time.monotonic() + waits
        left = 0.5 if until is None else until - time.monotonic()
        if left <= 0:
            return said, False
        if select.select([out], [], [], left)[0]:
            piece = os.read(out, 65536)
            if not piece:
                return said, True
            said += piece
    return said, False


def kill_again_and_again(kills: int, seed: int | str) -> Counter[str]:
    """All the kills; what was done, counted. A Lost says what is not as it was told."""
    counts: Counter[str] = Counter()
    for system in names():
        load(system)
    done, number = 0, 0
    while done < kills:
        with a_home() as home:
            table = Table(home, Random(f"kills {seed} {number}"))
            number += 1
            before = done
            while done < min(kills, before + OF_A_HOME):
                table.chance.choice(table.deeds())()
                done = before + sum(n for what, n in table.counts.items() if what.endswith(" killed"))
        counts += table.counts
    return counts
