"""Whole campaigns through a session with its journal, from many seeds, each checked and read back.

    python -m tests.soak.campaigns [--campaigns 1000] [--first 1] [--jobs 2] [--seconds 3600] [--level 7] [--days 30]

A party delves, travels, sails and comes home until the last day is over or nobody stands. No campaign may end with an
exception, in a circle or in an illegal state; its journal, opened again, must fold to the same state hash, and every
fifth is played once more from its seed to the same hash. What the campaigns saw is counted: a sweep in which hardly
any goes to sea proves nothing of the sea.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from msgspec import Struct
from tests.soak.driver import BROKEN, step
from tests.soak.faults import faults

from underkeep.kernel.prompt import REFEREE
from underkeep.lab.campaign import ACTIONS_A_DAY, DAYS, Seen, outcome
from underkeep.minds.campaigner import Campaigner
from underkeep.minds.explorer import TEMPERS
from underkeep.minds.tactician import Tactician
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table.home import VARIABLE
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.new_game import Plan, new_game
from underkeep.table.presets import preset
from underkeep.table.session import Session
from underkeep.world.clock import day_of

SYSTEM = "ose"
LEVEL = 7
"""Parties are of levels up to this, in turn; the dungeons grow with them."""
PRESETS = ("gentle", "by-the-book", "gentle", "gentle", "grim")
RECKLESS = 8
"""One in so many dares more than it should."""
PLAYED_TWICE = 5
"""One in so many is played once more."""
WORTH = 0.2
"""A sweep is worth something if this part of its campaigns saw each sort of place."""
SORTS = ("town", "wilderness", "sea", "dungeon", "several towns", "several dungeons")
SEA = ("sea", "ocean")


class Played(Struct, frozen=True):
    """How a campaign ended, and what it saw; or what is wrong with it."""

    seed: int
    outcome: str
    seen: Seen = Seen()
    wrong: str = ""


def sorts(seen: Seen) -> list[str]:
    """What a campaign saw, by the words of the tally."""
    has = (seen.towns, seen.wild, seen.water & set(SEA), seen.dungeons, len(seen.towns) > 1, len(seen.dungeons) > 1)
    return [sort for sort, is_seen in zip(SORTS, has, strict=True) if is_seen]


def play(rules: Ruleset, seed: int, days: int, most_level: int, in_memory: bool = False) -> tuple[Session, Seen]:
    """A campaign until its last day is over or nobody stands; an AssertionError if anything is wrong with it."""
    chosen = preset(rules, PRESETS[seed % len(PRESETS)])
    level = 1 + seed % most_level
    plan = Plan(level=level, levels=2, switches=chosen.switches, companions=chosen.companions, rulings=chosen.rulings)
    made = new_game(rules, seed, plan)
    leader = Campaigner(rules, TEMPERS["cautious" if seed % RECKLESS else "reckless"], seed)
    minds = {REFEREE: Tactician(rules)}
    keep = {"keep": MemoryJournal} if in_memory else {}
    session = Session.create(rules, made.state.before_all(), seed, minds, f"campaign {seed}", made.events, **keep)
    assert session.state == made.state
    seen, day, actions = Seen().after(made.state), 1, 0
    while not session.state.over and day_of(session.state.now) <= days:
        assert step(rules, session, leader), "Nobody can do anything."
        assert not faults(session.state), faults(session.state)
        seen = seen.after(session.state)
        actions = actions + 1 if day_of(session.state.now) == day else 0
        day = day_of(session.state.now)
        assert actions < ACTIONS_A_DAY, "The campaign turns in a circle."
    return session, seen


def campaign(rules: Ruleset, seed: int, days: int = DAYS, most_level: int = LEVEL, again: bool = False) -> Played:
    """One campaign with its journal, read back and perhaps played again."""
    session, seen = play(rules, seed, days, most_level)
    with session:
        end, name, how = session.state_hash, session.id, outcome(session.state, days)
    with Session.resume(name, {}) as resumed:
        assert resumed.state_hash == end, "The journal folds to another state."
    if again:
        with play(rules, seed, days, most_level, in_memory=True)[0] as twin:
            assert twin.state_hash == end, "Played again, the campaign goes another way."
    return Played(seed, how, seen)


def attempt(seed: int, days: int = DAYS, most_level: int = LEVEL, until: float | None = None) -> Played | None:
    """One campaign in a folder of its own; None if the time is up."""
    if until is not None and time.monotonic() > until:
        return None
    with tempfile.TemporaryDirectory() as home:
        os.environ[VARIABLE] = home
        try:
            return campaign(load(SYSTEM), seed, days, most_level, not seed % PLAYED_TWICE)
        except Exception:
            return Played(seed, BROKEN, wrong=traceback.format_exc())


def soak(first: int, campaigns: int, jobs: int, seconds: float | None, most_level: int, days: int) -> list[Played]:
    """So many campaigns, or as many as there is time for."""
    until = time.monotonic() + seconds if seconds is not None else None
    found: list[Played] = []
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(attempt, seed, days, most_level, until) for seed in range(first, first + campaigns)]
        for one in waiting:
            played = one.result()
            if played is not None:
                found.append(played)
            if played is not None and played.wrong:
                print(f"seed {played.seed}: {played.wrong}", file=sys.stderr, flush=True)
    return found


def tell(found: list[Played], seconds: float) -> bool:
    """What came of them; whether all is well."""
    ends, saw = Counter(one.outcome for one in found), Counter(sort for one in found for sort in sorts(one.seen))
    print(f"{len(found)} campaigns in {seconds:.0f} s: {dict(ends)}")
    print("saw " + ", ".join(f"{sort} {saw[sort]}" for sort in SORTS))
    seldom = [sort for sort in SORTS if saw[sort] < WORTH * len(found)]
    if seldom:
        print(f"hardly any saw: {', '.join(seldom)}")
    return bool(found) and BROKEN not in ends and not seldom


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--campaigns", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, help="begin no campaign after so long")
    parser.add_argument("--level", type=int, default=LEVEL, help="parties of this level and lower ones, in turn")
    parser.add_argument("--days", type=int, default=DAYS)
    options = parser.parse_args()
    start = time.monotonic()
    found = soak(options.first, options.campaigns, options.jobs, options.seconds, options.level, options.days)
    sys.exit(not tell(found, time.monotonic() - start))


if __name__ == "__main__":
    main()
