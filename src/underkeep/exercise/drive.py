"""`make exercise`: play, look for scenes, keep the shortest for each rule, and say what was met.

python -m underkeep.exercise.drive [ose knave ...] [--seconds 180] [--typed tests/scenes] [--stories tests/replays]
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby, islice
from pathlib import Path

from underkeep.errors import UnderkeepError
from underkeep.exercise import goldens, players, shelf, typed, worklist
from underkeep.exercise import scene as s
from underkeep.exercise.openings import Openings
from underkeep.exercise.search import Search
from underkeep.exercise.typed import Typed
from underkeep.rulebook import ledger
from underkeep.systems import load, names

_MOST_ACTIONS = {"minds": 700, "mixed": 300, "curious": 200}
_SECONDS_A_SCENE = 25.0


def written(system: str, scenes: Path | None, stories: Path | None) -> Iterator[Typed]:
    """The scenes of a game that people wrote, the golden stories last."""
    for path in sorted(scenes.glob(f"{system}*.toml")) if scenes is not None else ():
        yield from typed.read(path)
    for path in sorted(stories.glob(f"{system}/*.play")) if stories is not None else ():
        yield goldens.read(path)


def try_written(search: Search, one: Typed, seconds: float = _SECONDS_A_SCENE) -> str:
    """Play it with one seed after the other until the rules it is for are met; else the complaint, with its name."""
    search.give_time(one.meets)
    end, complaint, kept = time.monotonic() + seconds, "", shelf.kept(search.rules.id)
    for scene in typed.seeded(one, kept):
        try:
            for moment, deeds in typed.played(search.rules, scene):
                search.look(moment, scene.opening, deeds)
        except UnderkeepError as error:
            complaint = str(error)
        except Exception as error:
            complaint = f'In the scene "{one.about}" the game fails with seed {scene.opening.seed}: {error!r}'
        else:
            complaint = ""
        lacking = [rule for rule in one.meets if not is_met(search, rule, one)]
        if (one.meets and not lacking) or time.monotonic() > end:
            break
    if one.meets and lacking:
        return complaint or f'The scene "{one.about}" does not meet {", ".join(lacking)}.'
    return "" if one.meets else complaint


def is_met(search: Search, rule: str, one: Typed) -> bool:
    """A judgement is met in a refereed scene when it is put to the referee, any other rule on whatever it stands."""
    found = ledger.load(search.rules.id).rules.get(rule.partition(":")[2])
    if found is not None and found.kind == "judgement":
        return (rule, one.opening.referee) in search.found
    return rule in search.met


def by_chance(search: Search, openings: Openings, end: float) -> Iterator[tuple[str, str]]:
    """Whatever chance finds until the time is over; the error of each game that fails, with its opening."""
    for number, opening in enumerate(openings.games()):
        if time.monotonic() > end:
            return
        yield from _chance(search, opening, number)


def _openings(search: Search, seed: int) -> Openings:
    return Openings(search.rules, seed, lambda: {rule for rule, _ in worklist.unmet(search)})


def _chance(search: Search, opening: s.Opening, number: int) -> Iterator[tuple[str, str]]:
    try:
        if opening.door == "character":
            search.look(s.made(search.rules, opening), opening, ())
        else:
            sort = tuple(players.SORTS)[number % len(players.SORTS)]
            players.play_out(
                search, opening, players.whimsical(search.rules, search.done, number, sort), _MOST_ACTIONS[sort], number
            )
    except UnderkeepError:
        return  # no such character, or no such match
    except Exception as error:
        yield repr(error), str(opening)


def exercised(system: str, options: argparse.Namespace) -> tuple[Search, list[str]]:
    """All that is known, then all that is written by hand, then whatever chance finds."""
    search = Search(load(system))
    if not options.fresh:
        search.recall(shelf.kept(system))
    complaints, openings = [], _openings(search, options.seed)
    failed = [error for opening in islice(openings.characters(), 400) for error in _chance(search, opening, 0)]
    for one in written(system, options.typed, options.stories):
        if not one.meets or not all(is_met(search, rule, one) for rule in one.meets):
            complaints.append(try_written(search, one))
    end = time.monotonic() + options.seconds
    failed += by_chance(search, openings, end)
    complaints += [f"{len(alike)} games fail with {error}, such as {alike[0]}" for error, alike in _alike(failed)]
    return search, [complaint for complaint in complaints if complaint]


def _alike(failed: list[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Openings by the error with which they fail."""
    for error, several in groupby(sorted(failed), key=lambda one: one[0]):
        yield error, [opening for _, opening in several]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=150, help="for each game, without the scenes written by hand")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--typed", type=Path, help="a folder of scenes written by hand")
    parser.add_argument("--stories", type=Path, help="a folder of golden stories")
    parser.add_argument("--fresh", action="store_true", help="forget the scenes that are kept")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("--list", action="store_true", help="list what is not met, by area, with how far each rule is")
    options = parser.parse_args()
    games = options.games or list(names())
    with ProcessPoolExecutor(min(len(games), os.cpu_count() or 1)) as pool:
        for told in pool.map(_told, games, [options] * len(games)):
            print(told, flush=True)


def _told(system: str, options: argparse.Namespace) -> str:
    search, complaints = exercised(system, options)
    if not options.dry:
        shelf.write(system, search.found.values())
    return "\n".join(_lines(search, complaints, options.list))


def _lines(search: Search, complaints: Iterable[str], with_list: bool) -> Iterator[str]:
    lacking = sum(1 for _ in worklist.unmet(search))
    played = f"{search.games} games of {search.actions} actions"
    yield f"{search.rules.id}: {len(search.met)} rules met in {played}; {lacking} without a scene"
    yield from complaints
    if with_list:
        yield from worklist.told(search)


if __name__ == "__main__":
    main()
