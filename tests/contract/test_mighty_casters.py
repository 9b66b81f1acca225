"""The contract once more, with casters of Old-School Essentials who know the highest spells."""

import pytest

from underkeep.systems import load
from underkeep.testing import contract


@pytest.mark.parametrize("check", [x for x in contract.CHECKS if x not in contract.OF_EVERY_SCENE], ids=contract.name)
@pytest.mark.parametrize(
    "match",
    [
        "2 magic-user/14 + fighter/7[sword] v 5 orc + 2 ogre",
        "magic-user/12 + elf/9[sword] v magic-user/12 + 3 bugbear",
        "3 magic-user/11 v 2 troll + 4 skeleton",
    ],
)
def test_the_contract_with_mighty_casters(match: str, check: contract.Check) -> None:
    check(load("ose"), match, 3)
