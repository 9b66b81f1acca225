"""Small wrongs: which there are, that they work, and that they leave nothing behind."""

import ast

import pytest

from underkeep.exercise.executors import Executor, executors
from underkeep.exercise.mutants import at_work, mutants_of


def fits(number: int) -> bool:
    if number > 3 and number != 7:
        return True
    return number == 0


def made(function: object, source: str) -> Executor:
    tree = ast.parse(source).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return Executor(__name__, tree.name, function, tree)  # type: ignore[arg-type]


FITS = made(
    fits, "def fits(number):\n    if number > 3 and number != 7:\n        return True\n    return number == 0\n"
)


def test_numbers_comparisons_conditions_and_steps_can_be_wrong() -> None:
    told = [mutant.what for mutant in mutants_of(FITS)]
    assert "3 -> 4" in told and "3 -> 2" in told and "number > 3 -> number >= 3" in told
    assert "number > 3 and number != 7 -> number > 3 or number != 7" in told
    assert any(what.startswith("if number > 3 and") and " -> if not (" in what for what in told)
    sharp = [mutant.is_sharp for mutant in mutants_of(FITS)]
    assert sharp == sorted(sharp, reverse=True)


def test_a_wrong_works_while_it_lasts() -> None:
    more = next(mutant for mutant in mutants_of(FITS) if mutant.what == "3 -> 4")
    with at_work(more):
        assert not fits(4)
    assert fits(4)


def test_it_is_undone_after_an_error() -> None:
    more = next(mutant for mutant in mutants_of(FITS) if mutant.what == "3 -> 4")
    with pytest.raises(ZeroDivisionError), at_work(more):
        raise ZeroDivisionError
    assert fits(4)


@pytest.mark.parametrize("system", ["ose", "knave", "rampage", "robs"])
def test_what_carries_out_a_rule_is_found_and_can_be_wrong(system: str) -> None:
    found = executors(system)
    assert len(found) > 150
    assert all(rule.startswith(f"{system}:") for rule in found)
    some = dict(list(found.items())[::5])
    spoilt = [rule for rule, several in some.items() if any(mutants_of(executor) for executor in several)]
    assert len(spoilt) > 0.95 * len(some)
