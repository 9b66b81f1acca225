"""A program that plays the toy, one or several at once with the same game: what each was told of is compared."""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import muster, parse_sides
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table import games
from underkeep.table.entry import Entry
from underkeep.table.home import VARIABLE
from underkeep.table.journal import Overtaken
from underkeep.table.session import Session

SEED = 7


def offer_toy(folder: Path) -> Path:
    """A folder that, on the path of Python, offers the toy rules as a game, like any package with a fifth game."""
    info = folder / "toy_game-1.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[underkeep.systems]\ntoy = underkeep.testing.toy:RULESET\n")
    return folder


def environment(home: Path) -> dict[str, str]:
    """That of a child whose games are in `home`."""
    path = os.pathsep.join([str(offer_toy(home / "toy")), *(p for p in sys.path if p)])
    return {**os.environ, VARIABLE: str(home), "PYTHONPATH": path}


def told(rules: Ruleset, entry: Entry) -> str:
    """An entry as one word and its number, to compare."""
    content = rules.codec.encode(entry.action) + rules.codec.encode(entry.events)
    return f"{entry.seq} {hashlib.blake2b(content, digest_size=8).hexdigest()}"


def open_or_create(name: str, soldiers: dict[str, Soldier]) -> Session:
    rules = load("toy")

    def say(entry: Entry) -> None:
        print(told(rules, entry), flush=True)

    if games.path_of(name).exists():
        return Session.resume(games.path_of(name), soldiers, say)
    made = muster(rules, parse_sides(rules, "5 hero v 7 rat"), Seeded(SEED, "muster"))
    return Session.create(rules, made.state, SEED, soldiers, name, heard=say)


def step(session: Session, mind: Soldier) -> None:
    """One choice of whoever is not played by the session; a fight that is over is taken back and fought again."""
    state = session.state
    if state.fight is None:
        if state.winner is not None:
            session.undo(0)
        session.submit(REFEREE, BeginFight())
        return
    creature, options = next(fight.choosers(session.rules, state))
    seat = state.owner(creature.id)
    session.submit(seat, mind.act(state, creature, play.with_done(creature.id, options)), session.seq)


def play_on(name: str, entries: int) -> None:
    """The child: play until so many entries are written, or for ever."""
    with open_or_create(name, {"b": Soldier()}) as session:
        begun = session.seq
        while not entries or session.seq < begun + entries:
            step(session, Soldier())


def race(name: str, choices: int) -> None:
    """A child that shares the game with another: told that it was overtaken, it reads on and tries again."""
    mind = Soldier()
    with open_or_create(name, {}) as session:
        print("ready", flush=True)
        sys.stdin.readline()
        while choices:
            try:
                step(session, mind)
                choices -= 1
            except Overtaken:
                print("overtaken", flush=True)
                session.catch_up()


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, env=environment(home), stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def check(name: str, said: list[str]) -> int:
    """Compare the game with all that was ever said of it; the number of entries it has."""
    path = games.path_of(name)
    if not path.exists():
        assert not said, f"{len(said)} entries were told of a game that is not there"
        return 0
    with Session.resume(path, {}) as session:
        found = [told(session.rules, entry) for entry in session.entries]
    numbers = [int(line.split()[0]) for line in said]
    assert len(set(numbers)) == len(numbers), "an entry was told twice"
    lost = [line for line, number in zip(said, numbers, strict=True) if found[number : number + 1] != [line]]
    assert not lost, f"told but not there: {lost}"
    return len(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", default="")
    parser.add_argument("--race", default="")
    parser.add_argument("--entries", type=int, default=0)
    options = parser.parse_args()
    if options.play:
        play_on(options.play, options.entries)
    else:
        race(options.race, options.entries)


if __name__ == "__main__":
    main()
