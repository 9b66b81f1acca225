"""Fights on several processors."""

import pytest

from underkeep.lab.arena import Tally, bouts
from underkeep.lab.jobs import SHARE, WORTH_SHARING, Fights, fought, processors, shared
from underkeep.lab.muster import gap_of, parse_sides
from underkeep.systems import load

RULES = load("ose")


def fights(runs: int) -> Fights:
    return Fights("ose", "2 fighter v 3 orc", 7, runs, (), gap_of(RULES, None))


@pytest.mark.parametrize("runs", [WORTH_SHARING - 1, WORTH_SHARING, WORTH_SHARING + SHARE + 1])
@pytest.mark.parametrize("jobs", [2, 3])
def test_any_split_gives_the_same_tally(runs: int, jobs: int) -> None:
    assert fought(fights(runs), jobs) == fought(fights(runs), 1)


def test_the_count_so_far_is_heard_up_to_the_last() -> None:
    heard: list[int] = []
    tally = fought(fights(WORTH_SHARING), 2, lambda so_far: heard.append(so_far.runs))
    assert heard == sorted(heard) and heard[-1] == tally.runs == WORTH_SHARING


def test_tallies_join() -> None:
    sides = parse_sides(RULES, "2 fighter v 3 orc")
    whole, first = bouts(RULES, sides, 7, 9), bouts(RULES, sides, 7, 4)
    first.join(bouts(RULES, sides, 7, 5, first=4))
    empty = Tally()
    empty.join(whole)
    assert first == whole == empty


def test_there_is_a_processor() -> None:
    assert processors() >= 1


@pytest.mark.parametrize(("runs", "jobs", "each"), [(60, 2, 20), (2000, 2, 62), (100_000, 2, 200), (640, 1, 40)])
def test_all_but_the_first_are_shared_out_in_parts_worth_the_handing(runs: int, jobs: int, each: int) -> None:
    parts = shared(fights(runs), jobs)
    assert [n for part in parts for n in range(part.first, part.first + part.runs)] == list(range(1, runs))
    assert {part.runs for part in parts[:-1]} == {each} and parts[-1].runs <= each
