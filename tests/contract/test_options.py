"""The contract holds whichever of Rob's optional rules a table plays by."""

from functools import cache
from random import Random

import pytest

from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.switches import switches_on
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import contract

TABLES = 20
MATCH = "fighter/3 + thief/2 v 2 goblin"


def options(table: int) -> tuple[str, ...]:
    """Half of the options turned round, others at each table."""
    luck = Random(table)
    chosen = [id for id in RULESET.switches if luck.random() < 0.5]
    return tuple(f"no-{id}" if RULESET.switches[id].default else id for id in chosen)


@cache
def ruleset(table: int) -> Ruleset:
    return contract.under(RULESET, options(table))


def test_every_option_is_on_at_some_table_and_off_at_another() -> None:
    played = [set(switches_on(ruleset(table))) for table in range(TABLES)]
    assert len({frozenset(on) for on in played}) == TABLES
    for id in RULESET.switches:
        assert {id in on for on in played} == {True, False}


LONG = contract.OF_EVERY_SCENE
"""What looks at every scene of a delve, at one table in five."""
CASES = [(table, check) for table in range(TABLES) for check in contract.CHECKS if check not in LONG or table % 5 == 0]


@pytest.mark.parametrize(("table", "check"), CASES, ids=lambda x: contract.name(x) if callable(x) else x)
def test_contract_under_options(table: int, check: contract.Check) -> None:
    check(ruleset(table), MATCH, table)
