"""Every game keeps the contract."""

import json
import os
import subprocess
import sys
from functools import cache

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


@cache
def prints(hash_seed: str) -> dict[str, str]:
    """The fingerprint of each fight, in a process of its own with this hash seed."""
    code = (
        "import json, sys; from underkeep import systems; from underkeep.testing.contract import fingerprint;"
        "cases = json.load(sys.stdin);"
        "found = {f'{name} {match}': fingerprint(systems.load(name), match, 5) for name, match in cases};"
        "print(json.dumps(found))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(CASES).encode(),
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    return dict(json.loads(found.stdout))


@pytest.mark.parametrize(("system", "match"), CASES)
def test_same_fight_under_two_hash_seeds(system: str, match: str) -> None:
    case = f"{system} {match}"
    assert prints("1")[case] == prints("2")[case]
