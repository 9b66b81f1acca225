"""What proves that a rule decides, and what does not."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep

import pytest

from underkeep.exercise import scene as s
from underkeep.exercise.mutants import forget
from underkeep.exercise.proof import Proof
from underkeep.exercise.wrongs import Wrong, same
from underkeep.systems import load
from underkeep.systems.ose.characters import advancement

OPENING = s.Opening("character", 3, ("fighter/2",))


def proof() -> Proof:
    rules = load("ose")
    return Proof(rules, s.made(rules, OPENING), OPENING)


@contextmanager
def instead(function: object) -> Iterator[None]:
    target = advancement.first_hit_points
    before = target.__code__
    forget()
    target.__code__ = function.__code__  # type: ignore[attr-defined]
    try:
        yield
    finally:
        target.__code__ = before
        forget()


def raises(*args: object) -> None:
    raise ZeroDivisionError


def never_ends(*args: object) -> None:
    sleep(60)


@pytest.mark.parametrize("function", [raises, never_ends])
def test_a_function_that_raises_or_never_ends_proves_nothing(function: object) -> None:
    code = advancement.first_hit_points.__code__
    assert not proof().shows(Wrong("in vain", lambda: instead(function), code))


def test_a_wrong_in_what_did_not_run_is_not_tried() -> None:
    assert not proof().shows(Wrong("elsewhere", lambda: instead(raises), raises.__code__))


def test_a_wrong_that_shows_is_found_again_wherever_it_stands_by_now() -> None:
    found = proof().wrong("ose:creation.roll-hp")
    assert found is not None
    assert same(found.what, found.what.replace(":", ":9", 1))
