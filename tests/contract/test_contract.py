"""Every game keeps the contract."""

import os
import subprocess
import sys

import pytest

from underkeep import systems
from underkeep.testing import contract

MATCHES = {
    "ose": ("3 fighter v 4 orc", "2 fighter/3[plate,two-handed sword] + fighter[long bow] v 3 goblin"),
    "knave": ("3 knave v 4 goblin", "2 knave/3 v 3 bandit"),
    "rampage": ("3 fighter v 4 orc", "2 fighter/3 v 3 goblin"),
    "robs": ("3 fighter v 4 orc", "2 fighter/3 v 3 goblin"),
}
CASES = [(system, match) for system in systems.names() for match in MATCHES[system]]
SEEDED = [(system, match, seed) for system in systems.names() for seed, match in enumerate(MATCHES[system], 1)]


@pytest.mark.parametrize("check", contract.CHECKS, ids=contract.name)
@pytest.mark.parametrize(("system", "match", "seed"), SEEDED)
def test_contract(system: str, match: str, check: contract.Check, seed: int) -> None:
    check(systems.load(system), match, seed)


@pytest.mark.parametrize(("system", "match"), CASES)
def test_same_fight_under_two_hash_seeds(system: str, match: str) -> None:
    code = (
        "from underkeep import systems; from underkeep.testing.contract import fingerprint;"
        f"print(fingerprint(systems.load({system!r}), {match!r}, 5))"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(prints) == 1
