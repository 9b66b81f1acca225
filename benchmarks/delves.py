"""How long a dungeon turn takes when a party plays itself, without a journal.

    python benchmarks/delves.py [--delves 40] [--system ose] [--json] [--profile]
    python benchmarks/delves.py --against OTHER/src [--pairs 40] [--system ose]

Making the party, the town and the dungeon is not counted; fights are, round by round as the turns they fill. The limit
is 2 ms of CPU a turn; the ratio is to that. With `--against` another version of the source plays the same delves,
alternately (see against.py); where they go another way, only what a turn costs in all is worth comparing.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import time
from pathlib import Path

from against import Portion, paired, serve

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import decide
from underkeep.minds.explorer import Explorer
from underkeep.minds.mind import Mind
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load
from underkeep.table.new_game import PLAYER, new_game
from underkeep.world.state import State

LIMIT_MS = 2.0
PORTION = 2
MOST_ACTIONS = 3000
TURN_SECONDS = 600


def play_out(rules: Ruleset, state: State, seed: int) -> tuple[int, int]:
    """Turns of game time spent underground and actions taken, from the town until the party is back or dead."""
    leader = Explorer(rules)
    minds: dict[str, Mind] = {PLAYER: leader, REFEREE: Tactician(rules)}
    actions, below = 0, 0
    while actions < MOST_ACTIONS and not state.over:
        decision = decide(rules, state, leader, minds)
        if decision is None:
            break
        actions += 1
        before = state
        state = play.carry_out(rules, state, *decision, Seeded(seed, f"action:{actions}")).state
        assert before.party is not None and state.party is not None
        if before.party.place == "dungeon":
            below += state.now - before.now if state.party.place == "dungeon" else 0
            if state.party.place == "town":
                break
    return below // TURN_SECONDS, actions


def measure(rules: Ruleset, delves: int) -> dict[str, float]:
    turns = actions = 0
    spent = 0.0
    for seed in range(delves):
        cpu, played, acted = delved(rules, seed)
        spent += cpu
        turns += played
        actions += acted
    each = 1000 * spent / max(1, turns)
    return {"turns": turns, "actions": actions, "ms_per_turn": each, "ratio": each / LIMIT_MS}


def delved(rules: Ruleset, seed: int) -> tuple[float, int, int]:
    """The CPU seconds, turns and actions of one delve."""
    state = new_game(rules, seed).state
    start = time.process_time()
    played, acted = play_out(rules, state, seed)
    return time.process_time() - start, played, acted


def portion(rules: Ruleset, number: int) -> Portion:
    """A few delves, with the turns and actions of each."""
    found = [delved(rules, number * PORTION + i) for i in range(PORTION)]
    return sum(cpu for cpu, _, _ in found), sum(turns for _, turns, _ in found), [row[1:] for row in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--delves", type=int, default=40)
    parser.add_argument("--system", default="ose")
    parser.add_argument("--against", type=Path, help="the `src` folder of another version, to be measured alternately")
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    if options.against:
        print(options.system, paired(__file__, ["--system", options.system], options.against, options.pairs))
        return
    rules = load(options.system)
    if options.serve:
        serve(lambda number: portion(rules, number))
        return
    if options.profile:
        profiler = cProfile.Profile()
        profiler.enable()
        measure(rules, options.delves)
        profiler.disable()
        pstats.Stats(profiler).sort_stats("tottime").print_stats(25)
        return
    found = measure(rules, options.delves)
    if options.json:
        print(json.dumps(found))
        return
    print(
        f"{options.system}: {found['turns']} turns and {found['actions']} actions in {options.delves} delves, "
        f"{found['ms_per_turn']:.2f} ms of CPU a turn = {found['ratio']:.2f} x the limit of {LIMIT_MS} ms"
    )


if __name__ == "__main__":
    main()
