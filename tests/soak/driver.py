"""Whole delves and fights through a session with its journal, from many seeds, each checked and read back.

    python -m tests.soak.driver [--system rampage] [--delves 500] [--fights 2000] [--first 1] [--level 9]

Every delve and every fight must come to an end without an exception and without an illegal state, and its journal,
opened again, must fold to the same state hash. Without a game all have their share.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.soak.faults import faults
from tests.soak.fights import fight as fight_out

from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names
from underkeep.table.home import VARIABLE
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session

MOST_ACTIONS = 20_000
BROKEN = "broken"


def step(rules: Ruleset, session: Session, leader: Explorer) -> bool:
    """One decision of the player's seat; False when there is none to make."""
    state = session.state
    if state.prompts:
        prompt = state.prompts[0]
        session.submit(PLAYER, Answer(prompt.id, leader.answer(state, prompt)))
        return True
    chooser = fight.chooser(rules, state)
    if chooser is not None:
        creature, options = chooser
        session.submit(PLAYER, leader.act(state, creature, play.with_done(creature.id, options)))
        return True
    options = session.options(PLAYER)
    if not options or state.over:
        return False
    session.submit(PLAYER, leader.lead(state, options))
    return True


def delve(rules: Ruleset, seed: int, most_level: int = 1) -> str:
    """How a delve of a party of some level up to this ends; an AssertionError if anything is wrong with it."""
    made = new_game(rules, seed, Plan(levels=2, level=1 + seed % most_level))
    blank = made.state.before_all()
    minds = {REFEREE: Soldier()}
    leader = Explorer(rules, TEMPERS["cautious" if seed % 3 else "reckless"])
    with Session.create(rules, blank, seed, minds, f"soak {seed}", made.events) as session:
        assert session.state == made.state
        left = False
        for _ in range(MOST_ACTIONS):
            if not step(rules, session, leader):
                break
            state = session.state
            assert not faults(state), faults(state)
            party = state.party
            assert party is not None
            left = left or party.place != "town"
            if state.over or (left and party.place == "town" and not state.prompts):
                break
        else:
            raise AssertionError("The delve does not end.")
        end, name = session.state_hash, session.id
        outcome = session.state.over or "returned"
    with Session.resume(name, minds) as again:
        assert again.state_hash == end, "The journal folds to another state."
    return outcome


def soak(system: str, first: int, delves: int, most_level: int = 1) -> Counter[str]:
    """How so many delves end."""
    rules = load(system)
    return _each(first, delves, lambda seed: delve(rules, seed, most_level))


def soak_fights(system: str, first: int, fights: int) -> tuple[Counter[str], Counter[str]]:
    """Who wins so many fights, and how often each kind of action was done in them."""
    rules, done = load(system), Counter[str]()
    return _each(first, fights, lambda seed: fight_out(rules, seed, done)), done


def _each(first: int, count: int, end_of: Callable[[int], str]) -> Counter[str]:
    ends: Counter[str] = Counter()
    for seed in range(first, first + count):
        try:
            ends[end_of(seed)] += 1
        except Exception:
            ends[BROKEN] += 1
            print(f"seed {seed}: {traceback.format_exc()}", file=sys.stderr, flush=True)
    return ends


def _tell(system: str, options: argparse.Namespace) -> bool:
    """Both for one game, and what came of it; whether all is well."""
    start = time.perf_counter()
    ends = soak(system, options.first, options.delves, options.level)
    print(f"{options.delves} delves of {system} in {time.perf_counter() - start:.0f} s: {dict(ends)}", flush=True)
    start = time.perf_counter()
    wins, done = soak_fights(system, options.first, options.fights)
    print(f"{options.fights} fights of {system} in {time.perf_counter() - start:.0f} s: {dict(wins)}")
    print(", ".join(f"{kind} {count}" for kind, count in done.most_common()), flush=True)
    return BROKEN not in ends and BROKEN not in wins


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", action="append", choices=names(), help="only this game")
    parser.add_argument("--delves", type=int, default=500)
    parser.add_argument("--fights", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--level", type=int, default=9, help="delves of parties of this level and lower ones, in turn")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ[VARIABLE] = str(Path(home))
        well = [_tell(system, options) for system in options.system or names()]
    sys.exit(not all(well))


if __name__ == "__main__":
    main()
