"""How long one combatant's legal actions take in a battle of forty, and such a battle to its end.

    python benchmarks/battles.py [--system rampage] [--battles 3] [--json]

Twenty fighters against twenty orcs, bows and spears among them, played by minds of the usual sort. The limits are 3 ms
at the median for the options of one combatant, and 2 s of one core for a battle; the ratios are to those.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.kernel.memo import FORGET
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load

OPTIONS_MS, BATTLE_SECONDS = 3.0, 2.0
MATCHES = {"rampage": "10 fighter[spear,shield] + 10 fighter[longbow] v 15 orc + 5 orc[short-bow]"}
USUAL = "20 fighter v 20 orc"


def options_ms(rules: Ruleset, match: str, seed: int) -> list[float]:
    """What the options of each combatant take, each asked of a state that nobody has looked at before."""
    dice = Seeded(seed, "benchmark")
    state = muster(rules, parse_sides(rules, match), dice).state
    state = play.resolve(rules, state, REFEREE, BeginFight(), dice).state
    assert state.fight is not None
    found = []
    for id in state.fight.step.actors:
        for forget in FORGET:
            forget()
        seat = state.owner(id)
        start = time.perf_counter()
        len(play.legal_actions(rules, state, seat, id))
        found.append(1000 * (time.perf_counter() - start))
    return found


def battle_seconds(rules: Ruleset, match: str, seed: int) -> float:
    dice = Seeded(seed, "benchmark")
    state = muster(rules, parse_sides(rules, match), dice).state
    told: list[Event] = []
    start = time.process_time()
    play_fight(rules, state, dict.fromkeys(SIDES, Tactician(rules)), dice, told)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--system", default="rampage")
    parser.add_argument("--battles", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    rules = load(given.system)
    match = MATCHES.get(given.system, USUAL)
    options = statistics.median(ms for seed in range(given.battles) for ms in options_ms(rules, match, seed))
    battle = statistics.median(battle_seconds(rules, match, seed) for seed in range(given.battles))
    found = {
        "options_ms": options,
        "options_ratio": OPTIONS_MS / options,
        "battle_seconds": battle,
        "battle_ratio": BATTLE_SECONDS / battle,
    }
    if given.json:
        print(json.dumps(found))
    else:
        for name, value in found.items():
            print(f"{name:16} {value:8.3f}")


if __name__ == "__main__":
    main()
