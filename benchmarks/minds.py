"""How often the tactical mind beats the plain soldier in mirrored fights, and what its thinking costs.

    python benchmarks/minds.py [--fights 1000] [--system ose] [--company "6 orc"] [--json]

Six against six of the same mixed kit, or a few more: blades, missiles, and such spells as creation gives. Each seed is
fought twice by the same combatants with the same dice, once with either mind on either side; a draw counts as half a
win. The least is 60 %, and with less the script ends with 1. The cost of a fight is told beside that of two soldiers.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

from underkeep.lab.duel import duel
from underkeep.minds.soldier import Soldier
from underkeep.minds.tactician import Tactician
from underkeep.systems import load

LEAST = 0.6
SOME = 100
"""So many pairs of fights between soldiers are enough to know what they cost."""
COMPANIES = {
    "ose": (
        "2 fighter[chainmail,shield,sword] + fighter[leather,short bow,arrow,dagger] + thief[leather,sling,dagger]"
        " + cleric/2[chainmail,shield,mace] + magic-user[dagger]"
    ),
    "knave": (
        "2 knave[sword,shield,gambeson] + knave[great sword,gambeson] + 2 knave[bow,dagger,gambeson]"
        " + knave[sling,dagger]"
    ),
    "rampage": (
        "2 warrior[chain mail,shield,sword] + 2 warrior[chain mail,spear] + scout/2[leather,longbow,short sword]"
        " + thief/3[leather,short sword,dagger] + militant/2[chain mail,shield,mace] + wizard/2[staff] + war-dog"
    ),
    "robs": (
        "2 human-fighter[longsword,small shield,chainmail] + human-ranger[longbow,longsword]"
        " + dwarf-fighter[crossbow,handaxe] + human-priest/3[mace,small shield,chainmail] + human-wizard/3[staff]"
    ),
}


def measure(system: str, company: str, fights: int) -> dict[str, float]:
    rules, start = load(system), time.perf_counter()
    found = duel(rules, company, (fights + 1) // 2, Tactician(rules), Soldier(), time.process_time)
    plain = duel(rules, company, min(SOME, (fights + 1) // 2), Soldier(), Soldier(), time.process_time)
    low, high = found.interval
    each, usual = found.seconds / found.fights, plain.seconds / plain.fights
    return {
        "fights": found.fights,
        "rate": found.rate,
        "low": low,
        "high": high,
        "draws": found.draws,
        "ms_per_fight": 1000 * each,
        "soldiers_ms_per_fight": 1000 * usual,
        "seconds": time.perf_counter() - start,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fights", type=int, default=1000)
    parser.add_argument("--system", choices=list(COMPANIES), help="only this game")
    parser.add_argument("--company", help="who fights on both sides, instead of the usual six")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = {}
    for name in [options.system] if options.system else list(COMPANIES):
        row = found[name] = measure(name, options.company or COMPANIES[name], options.fights)
        if not options.json:
            print(
                f"{name:6} the tactician wins {row['rate']:.1%} of {row['fights']} fights ({row['low']:.1%} to "
                f"{row['high']:.1%}), {row['draws']} draws; {row['ms_per_fight']:.1f} ms a fight, between soldiers "
                f"{row['soldiers_ms_per_fight']:.1f} ms; {row['seconds']:.0f} s",
                flush=True,
            )
    if options.json:
        print(json.dumps(found))
    sys.exit(min(row["rate"] for row in found.values()) < LEAST)


if __name__ == "__main__":
    main()
