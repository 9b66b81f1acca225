"""What it costs to keep a game: an append, a played action with its view, and coming back to a long game.

    python benchmarks/session.py [--actions 1000] [--json]

The journal is a SQLite file with a rollback journal and synchronous FULL, so an append waits for the disk. A played
action is resolved, committed and shown to a seat as its view and its lines. The limit is 5 ms at the median; the ratio
is to that. Waiting for the disk grows with what else the machine does; the CPU time does not.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.lab.muster import muster, parse_sides
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.actions import BeginFight
from underkeep.systems import load
from underkeep.table.home import VARIABLE
from underkeep.table.session import Session
from underkeep.table.summary import summary
from underkeep.table.view import view

LIMIT_SECONDS = 0.005
MATCHES = {
    "ose": "6 fighter v 10 orc",
    "knave": "6 knave v 10 goblin",
    "rampage": "6 fighter v 10 orc",
    "robs": "6 fighter v 10 orc",
}


def timed(doing: Callable[[], object]) -> float:
    start = time.perf_counter()
    doing()
    return time.perf_counter() - start


def step(session: Session, mind: Soldier) -> None:
    """One action, and what the seat that did it is shown; a fight that is over is fought again."""
    state, seq = session.state, session.seq
    if state.fight is None:
        if state.winner is not None:
            session.undo(0)
        session.submit(REFEREE, BeginFight())
        return
    if state.prompts:
        seat = state.prompts[0].seats[0]
        session.submit(seat, Answer(state.prompts[0].id, state.prompts[0].default))
    else:
        creature, options = next(fight.choosers(session.rules, state))
        seat = state.owner(creature.id)
        session.submit(seat, mind.act(state, creature, play.with_done(creature.id, options)))
    view(session.state, seat, session.rules)
    session.lines(seat, seq)


def played(system: str, actions: int) -> dict[str, float]:
    """A person on every seat, so that each submit is one entry."""
    rules, mind = load(system), Soldier()
    state = muster(rules, parse_sides(rules, MATCHES[system]), Seeded(1, "benchmark")).state
    with Session.create(rules, state, 1, {}, f"{system} benchmark") as session:
        cpu = time.process_time()
        times = [timed(lambda: step(session, mind)) for _ in range(actions)]
        cpu = (time.process_time() - cpu) / actions
        game = session.id
    back = timed(lambda: Session.resume(game, {}).close())
    median = statistics.median(times)
    return {
        "median_ms": median * 1000,
        "ratio": median / LIMIT_SECONDS,
        "cpu_ms": cpu * 1000,
        "p99_ms": statistics.quantiles(times, n=100)[98] * 1000,
        "resume_ms": back * 1000,
        "entries": session.seq,
    }


def appended(actions: int) -> float:
    """The median of a bare append, in milliseconds."""
    rules = load(next(iter(MATCHES)))
    state = muster(rules, parse_sides(rules, MATCHES[rules.id]), Seeded(1, "benchmark")).state
    with Session.create(rules, state, 1, {}, "Append") as session:
        journal, told, events = session._journal, summary(state), b'[{"type":"Spent"}]' * 60
        times = [timed(partial(journal.append, n, "a", b"{}", events, told)) for n in range(1, actions + 1)]
    return statistics.median(times) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        append = appended(options.actions)
        found = {name: played(name, options.actions) for name in MATCHES}
    if options.json:
        print(json.dumps({"append_median_ms": append, "played": found}))
        return
    print(f"append    {append:.2f} ms at the median")
    for name, row in found.items():
        print(
            f"{name:8}  {row['median_ms']:.2f} ms an action at the median = {row['ratio']:.2f} x the limit, "
            f"{row['p99_ms']:.1f} ms at the 99th percentile, {row['cpu_ms']:.2f} ms of CPU; "
            f"resumed after {row['entries']:.0f} entries in {row['resume_ms']:.0f} ms"
        )


if __name__ == "__main__":
    main()
