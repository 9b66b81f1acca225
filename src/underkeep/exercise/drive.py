"""`make exercise`: play, look for scenes, keep the shortest for each rule, and say what was met.

python -m underkeep.exercise.drive [ose knave ...] [--seconds 240] [--typed tests/scenes] [--fresh] [--dry]
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from underkeep.errors import UnderkeepError
from underkeep.exercise import scene as s
from underkeep.exercise import shelf, typed
from underkeep.exercise.search import Search, chooser, play_out
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names

_CHARACTERS = 60
_MOST_ACTIONS = 200
_SORTS = ("minds", "mixed", "curious")


def openings(rules: Ruleset, seed: int) -> Iterator[s.Opening]:
    """Ways to begin, for ever: characters, fights and delves, by the book and with optional rules on."""
    luck = Random(seed)
    kinds = [name for name, sort in rules.roster().items() if sort == "character"]
    foes = [name for name, sort in rules.roster().items() if sort == "monster"]
    for number in range(_CHARACTERS):
        on = tuple(x for x in rules.switches if luck.random() < 0.4) if number % 2 else ()
        yield s.Opening("character", seed + number, (f"{kinds[number % len(kinds)]}/{1 + number % 5}",), switches=on)
    while True:
        seed += 1
        on = tuple(x for x in rules.switches if luck.random() < 0.4) if seed % 2 else ()
        refereed = seed % 5 == 0
        level = luck.randint(1, 5)
        yield s.Opening("character", seed, (f"{luck.choice(kinds)}/{level}",), switches=on)
        ours = " + ".join(f"{luck.randint(1, 2)} {luck.choice(kinds)}/{luck.randint(1, 5)}" for _ in range(2))
        theirs = " + ".join(f"{luck.randint(1, 3)} {luck.choice(foes)}" for _ in range(luck.randint(1, 2)))
        yield s.Opening("skirmish", seed, (ours, theirs), switches=on, referee=refereed)
        if rules.dungeon is not None:
            party = tuple(f"{luck.choice(kinds)}/{luck.randint(1, 5)}" for _ in range(luck.randint(0, 3)))
            yield s.Opening("play", seed, party, size=luck.randint(3, 5), switches=on, referee=refereed)


def search(rules: Ruleset, seconds: float, seed: int, hand: Path | None, fresh: bool) -> Search:
    """All that is known, then all that is written by hand, then whatever chance finds."""
    found = Search(rules)
    end = time.monotonic() + seconds
    for kept in () if fresh else shelf.kept(rules.id):
        try:
            found.recall(kept)
        except Exception:
            continue  # the games have changed since: it is no scene any more
    if hand is not None:
        for one in (one for path in sorted(hand.glob(f"{rules.id}*.toml")) for one in typed.read(path)):
            for moment, deeds in typed.played(rules, one):
                found.look(moment, one.opening, list(deeds))
    for number, opening in enumerate(openings(rules, seed)):
        if time.monotonic() > end:
            return found
        try:
            if opening.door == "character":
                found.look(s.made(rules, opening), opening, [])
            else:
                play_out(
                    found, opening, chooser(found, number, _SORTS[number % 3], opening.door == "play"), 200, number
                )
        except UnderkeepError:
            continue  # no such character, or no such match
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=240, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--typed", type=Path, help="a folder of scenes written by hand")
    parser.add_argument("--fresh", action="store_true", help="forget the scenes that are kept")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--list", action="store_true", help="name the rules that stand in play and are not met")
    options = parser.parse_args()
    games = options.games or list(names())
    with ProcessPoolExecutor(min(len(games), os.cpu_count() or 1)) as pool:
        for told in pool.map(_exercised, games, [options] * len(games)):
            print(told, flush=True)


def _exercised(game: str, options: argparse.Namespace) -> str:
    found = search(load(game), options.seconds, options.seed, options.typed, options.fresh)
    if not options.dry:
        shelf.write(game, found.found.values())
    told = [f"{game}: {len(found.met)} rules met in {found.games} games of {found.actions} actions"]
    return "\n".join(told + [rule for rule in sorted(found.seen) if options.list and rule not in found.met])


if __name__ == "__main__":
    main()
