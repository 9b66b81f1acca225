"""The power fails: at every sync of a game's file, each state of the disk that may be left of it is opened.

A disk keeps what was synced. Of what was written since it may keep nothing, any beginning, all but one write, or a
part of one. From each of these the game must open with every entry that was told of, none changed or doubled, and at
most the one that was being written; or be refused with a sentence, and `repair` save all that was told.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.crash.recorded_file import Step, the_shim
from tests.fuzz.kept import MATCHES, a_home
from tests.saves.record import play_on

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES
from underkeep.minds.soldier import Soldier
from underkeep.systems import load, names
from underkeep.table import games
from underkeep.table.chain import Row
from underkeep.table.new_game import Plan
from underkeep.table.repair import repair
from underkeep.table.session import Session
from underkeep.table.sqlite_journal import LEFT_OVER, SqliteJournal
from underkeep.terminal.opening import begin, draw_up

SECTOR = 512
PREFIXES, TORN, DROPPED = 8, 4, 3
"""So many of each sort of state are tried at a sync, where there are more."""
Disk = dict[str, bytes]


class Played(NamedTuple):
    """A game, what was done to its files, and after how many steps each entry was told of."""

    path: Path
    before: Disk
    steps: Sequence[Step]
    told: Sequence[int]
    first: int
    rows: Sequence[Row]


class Power:
    """What was found, counted."""

    def __init__(self) -> None:
        self.games = self.syncs = self.states = self.refused = 0

    def add(self, other: Power) -> None:
        self.games += other.games
        self.syncs += other.syncs
        self.states += other.states
        self.refused += other.refused

    def __str__(self) -> str:
        refused = f"{self.refused} refused and repaired" if self.refused else "none refused"
        return (
            f"{self.games} games, {self.syncs} syncs, {self.states} states of the disk: nothing told is lost, changed"
            f" or doubled; {refused}."
        )


def fail_again_and_again(number: int, seed: int, first: int = 0) -> Power:
    """So many games, whatever the disk was left with. An AssertionError says what was lost."""
    power = Power()
    for n in range(first, first + number):
        system = sorted(names())[n % len(names())]
        with a_home():
            played = _played(system, seed + n // len(names()), is_delve=n % 8 >= 4)
            _fail(played, Random(f"{system} {seed} {n}"), power, f"{system}, game {n}")
        power.games += 1
    return power


def _played(system: str, seed: int, is_delve: bool) -> Played:
    """A short game with entries taken back, left and gone on with."""
    rules, shim = load(system), the_shim()
    told: list[int] = []
    if is_delve:
        session = begin(rules, seed, Plan(size=2, levels=1))
    else:
        session = draw_up(rules, MATCHES[system], seed, both=True)
    path, first = games.path_of(session.id), session.seq + 1
    session.close()
    before = {str(path): path.read_bytes()}
    minds = dict.fromkeys((REFEREE, *(() if is_delve else SIDES)), Soldier())
    with shim.there():
        for _ in range(2):
            with Session.resume(path, minds, lambda entry: told.append(len(shim.steps))) as session:
                if is_delve:
                    play_on(session, 4)
                session.undo(session.seq - 1)
                session.undo(max(0, session.seq - 3))
    with closing(SqliteJournal(path)) as journal:
        rows = tuple(journal.rows())
    ours = [step for step in shim.steps if step.file in (str(path), f"{path}{LEFT_OVER}")]
    moved = [sum(s.file in (str(path), f"{path}{LEFT_OVER}") for s in shim.steps[:at]) for at in told]
    return Played(path, before, ours, moved, first, rows)


def _fail(played: Played, chance: Random, power: Power, what: str) -> None:
    with tempfile.TemporaryDirectory(dir=played.path.parent.parent) as folder:
        seen: set[bytes] = set()
        for number, durable, pending in _syncs(played):
            power.syncs += 1
            told = played.first + sum(at <= number for at in played.told)
            for disk in _states(durable, pending, chance):
                mark = blake2b(repr((told, sorted(disk.items()))).encode()).digest()
                if mark not in seen:
                    seen.add(mark)
                    power.states += 1
                    _check(played, disk, told, Path(folder), power, f"{what}, before step {number}")


def _syncs(played: Played) -> Iterator[tuple[int, Disk, list[Step]]]:
    """Before each sync, and at the end: what is durable, and what was done since."""
    durable, pending = dict(played.before), list[Step]()
    for number, step in enumerate(played.steps):
        if step.what == "sync":
            yield number, durable, list(pending)
            durable = _after(durable, [s for s in pending if s.file == step.file])
            pending = [s for s in pending if s.file != step.file]
        else:
            pending.append(step)
    yield len(played.steps), durable, pending


def _states(durable: Disk, pending: Sequence[Step], chance: Random) -> Iterator[Disk]:
    """What the disk may hold: of the writes since, none, all, any beginning, all but one, or one of them torn."""
    count = len(pending)
    ends = range(count + 1)
    for end in sorted({0, count, *chance.sample(ends, min(PREFIXES, len(ends)))}):
        yield _after(durable, pending[:end])
    places = range(count)
    for place in chance.sample(places, min(DROPPED, count)):
        yield _after(durable, [*pending[:place], *pending[place + 1 :]])
    long = [place for place in places if len(pending[place].data) > 1]
    for place in chance.sample(long, min(TORN, len(long))):
        step = pending[place]
        cut = chance.choice([n for n in (*range(SECTOR, len(step.data), SECTOR), len(step.data) // 2) if n])
        torn = step._replace(data=step.data[:cut])
        yield _after(durable, [*pending[:place], torn])
        yield _after(durable, [*pending[:place], torn, *pending[place + 1 :]])


def _after(disk: Disk, steps: Sequence[Step]) -> Disk:
    found = dict(disk)
    for step in steps:
        data = found.get(step.file, b"")
        if step.what == "delete":
            found.pop(step.file, None)
        elif step.what == "cut":
            found[step.file] = data[: step.at].ljust(step.at, b"\0")
        else:
            data = data.ljust(step.at, b"\0")
            found[step.file] = data[: step.at] + step.data + data[step.at + len(step.data) :]
    return found


def _check(played: Played, disk: Disk, told: int, folder: Path, power: Power, what: str) -> None:
    path = folder / played.path.name
    for rest in ("", LEFT_OVER):
        file = Path(f"{path}{rest}")
        file.unlink(missing_ok=True)
        if (data := disk.get(f"{played.path}{rest}")) is not None:
            file.write_bytes(data)
    try:
        rows = _rows(path)
    except UnderkeepError as error:
        if not str(error).endswith("."):
            raise
        power.refused += 1
        rows = _repaired(played, disk, path)
    assert rows == played.rows[: len(rows)], f"{what}: an entry is changed, doubled or of another game"
    assert len(rows) >= told, f"{what}: {told} entries were told of, {len(rows)} are there"
    assert len(rows) <= told + 1, f"{what}: {len(rows)} entries are there, {told} were told of"


def _repaired(played: Played, disk: Disk, path: Path) -> Sequence[Row]:
    """What `underkeep repair` makes of it, without any backup."""
    with a_home():
        games.folder().mkdir(parents=True)
        kept = games.path_of(played.path.stem)
        for rest in ("", LEFT_OVER):
            if (data := disk.get(f"{played.path}{rest}")) is not None:
                Path(f"{kept}{rest}").write_bytes(data)
        repair(played.path.stem)
        return _rows(kept)


def _rows(path: Path) -> Sequence[Row]:
    with closing(SqliteJournal(path)) as journal:
        return tuple(journal.rows())
