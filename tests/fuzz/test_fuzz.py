"""A short part of `make fuzz`: nothing raises what nobody catches, nothing takes two seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pytest
from tests.fuzz import driver
from tests.fuzz.trials import Tally, Trial, try_all

NUMBERS = {"actions": 800, "dice": 2500, "files": 200, "imports": 200, "lines": 60}
SEED = 2


@pytest.mark.parametrize("part", sorted(NUMBERS))
def test_hostile_inputs_are_answered_or_declined(part: str) -> None:
    assert driver.SHARES.keys() == NUMBERS.keys()
    work = driver.units([part], sorted(driver.names()), SEED, NUMBERS[part])
    tally = driver.fuzz(work, 1, float("inf"), lambda so_far: None)
    assert not tally.faults, tally.examples
    assert tally.number == NUMBERS[part]
    assert len(tally.counts) > 1


def test_the_work_is_shared_out_and_none_is_forgotten() -> None:
    work = list(driver.units(list(driver.SHARES), ["a", "b"], 1, 200_000))
    assert sum(unit.number for unit in work) == 200_000
    assert {unit.part for unit in work} == driver.SHARES.keys()
    assert len({unit[:3] for unit in work}) == len(work), "the same inputs would be tried twice"
    for part in ("actions", "lines"):
        assert {unit.system for unit in work if unit.part == part} == {"a", "b"}


def _trials(*deeds: object) -> Iterator[Trial]:
    for deed in deeds:
        yield Trial(partial(_do, deed), partial(repr, deed))


def _do(deed: object) -> str:
    if isinstance(deed, Exception):
        raise deed
    if isinstance(deed, float):
        until = time.process_time() + deed
        while time.process_time() < until:
            pass
    return str(deed)


def test_what_goes_wrong_is_told_once_for_each_place() -> None:
    tally = Tally()
    made = partial(_trials, KeyError("a"), KeyError("b"), "fine", 2.1)
    try_all("part", made, 9, float("inf"), tally, "part seed 7")
    assert tally.counts == {"part fault": 2, "part fine": 1, "part 2.1": 1}
    (fault, times), (slow, _) = tally.faults.most_common()
    assert (fault.split()[1], times) == ("KeyError", 2)
    assert slow == "part: slow"
    assert tally.examples[fault].startswith("part seed 7 #0: KeyError('a')")
