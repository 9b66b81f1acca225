"""Many fights on several processors. Each fight has its own number and dice, so that any split gives the same tally."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed

from msgspec import Struct
from msgspec.structs import replace

from underkeep.lab.arena import Tally, bouts
from underkeep.lab.muster import SIDES, parse_sides
from underkeep.minds.soldier import Soldier
from underkeep.systems import load

SHARE, MOST_SHARE, SHARES_A_JOB = 20, 200, 16
"""How many fights are handed out at a time: enough to be worth the handing, few enough to end together and to tell of
them now and then."""
WORTH_SHARING = 3 * SHARE


class Fights(Struct, frozen=True):
    """What is fought: the game, the sides in words, and the numbers of the fights."""

    game: str
    match: str
    seed: int
    runs: int
    switches: tuple[str, ...]
    gap: int
    soldiers: bool = False
    first: int = 0


def processors() -> int:
    """How many may be used."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:
        return max(1, os.cpu_count() or 1)


def fought(fights: Fights, jobs: int = 1, progress: Callable[[Tally], object] = lambda tally: None) -> Tally:
    """All of them, counted; `progress` hears the count so far now and then."""
    if jobs < 2 or fights.runs < WORTH_SHARING:
        return _counted(fights, progress)
    # The first is fought here, so that what is read and worked out once is there before the processes begin.
    tally = _counted(replace(fights, runs=1), progress)
    shares = shared(fights, jobs)
    with ProcessPoolExecutor(min(jobs, len(shares)), _context(), _begin) as pool:
        waiting = [pool.submit(_counted, share) for share in shares]
        try:
            for done in as_completed(waiting):
                tally.join(done.result())
                progress(tally)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return tally


def shared(fights: Fights, jobs: int) -> list[Fights]:
    """All but the first, in parts."""
    each = max(SHARE, min(MOST_SHARE, fights.runs // (SHARES_A_JOB * jobs)))
    begin, end = fights.first + 1, fights.first + fights.runs
    return [replace(fights, first=first, runs=min(each, end - first)) for first in range(begin, end, each)]


def _context() -> multiprocessing.context.BaseContext:
    """Processes that begin with the rules already read, where the system has such."""
    ways = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in ways else None)


def _begin() -> None:
    """An interrupt is for the one that hands out the work; what was there before is not looked through for rubbish."""
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _counted(fights: Fights, progress: Callable[[Tally], object] = lambda tally: None) -> Tally:
    rules = load(fights.game)
    minds = dict.fromkeys(SIDES, Soldier()) if fights.soldiers else {}
    sides = parse_sides(rules, fights.match)
    return bouts(
        rules, sides, fights.seed, fights.runs, fights.switches, fights.gap, progress, minds, first=fights.first
    )
