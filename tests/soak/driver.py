"""Whole delves through a session with its journal, from many seeds, each checked and read back.

    python tests/soak/driver.py [--delves 1000] [--system ose] [--first 1]

Every delve must come to an end without an exception and without an illegal state, and its journal, opened again, must
fold to the same state hash.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table.home import VARIABLE
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.world.state import State

MOST_ACTIONS = 20_000
STANDS_AT_0 = ("knave",)
"""Games in which a character without hit points stands until its wounds kill it."""


def faults(state: State) -> list[str]:
    """What no state may have."""
    found = [f"{c.id} has {c.hp} of {c.max_hp} hit points" for c in state.creatures.values() if c.hp > c.max_hp]
    together = state.fight is not None and state.fight.begun and state.fight.step.together
    least = 0 if together or state.system in STANDS_AT_0 else 1
    found += [f"{c.id} is up with {c.hp} hit points" for c in state.creatures.values() if c.hp < least and c.is_up]
    found += [f"{c.id} carries {i.count} {i.kind}" for c in state.creatures.values() for i in c.items if i.count < 1]
    alone = [c for c in state.creatures.values() if not getattr(c.sheet, "is_inside", False)]
    places = [c.at for c in alone if c.at is not None and c.status == "up"]
    if len(places) != len(set(places)):
        found.append("two stand on one square")
    if state.now < 0 or (state.party is not None and state.party.place == "dungeon") != (
        state.party is not None and state.party.at is not None
    ):
        found.append("the party is nowhere")
    return found


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


def delve(rules: Ruleset, seed: int) -> str:
    """How a delve from this seed ends; an AssertionError if anything is wrong with it."""
    made = new_game(rules, seed, Plan(levels=2))
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


def soak(system: str, first: int, delves: int) -> Counter[str]:
    rules = load(system)
    ends: Counter[str] = Counter()
    for seed in range(first, first + delves):
        try:
            ends[delve(rules, seed)] += 1
        except BaseException:
            print(f"seed {seed}:", file=sys.stderr)
            raise
    return ends


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="ose")
    parser.add_argument("--delves", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as home:
        os.environ[VARIABLE] = str(Path(home))
        ends = soak(options.system, options.first, options.delves)
    seconds = time.perf_counter() - start
    print(f"{options.delves} delves of {options.system} in {seconds:.0f} s: {dict(ends)}; each read back the same.")


if __name__ == "__main__":
    main()
