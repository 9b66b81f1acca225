"""Creation: a level too low, and spells that are mastered before."""

import pytest
from tests.rules.rampage.scene import recruit

from underkeep.errors import UnderkeepError
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.magic import mastery
from underkeep.testing import rule


@rule("rampage:creation.order")
def test_nobody_is_of_level_0() -> None:
    with pytest.raises(UnderkeepError, match="not 0"):
        recruit("warrior", level=0)


@rule("rampage:creation.mage-mastery-start", "rampage:creation.mage-mastery-higher")
def test_what_was_not_chosen_is_filled_up_with_the_usual() -> None:
    plain = sheet(recruit("wizard", level=3)[0])
    usual = mastery.usual(plain, 4)
    for chosen in (usual[:1], usual[:2], usual[3:4]):
        made = sheet(recruit("wizard", level=3, mastered=", ".join(chosen))[0])
        rest = [spell for spell in usual if spell not in chosen]
        assert made.mastered == ("read-magic", *chosen, *rest[: 3 - len(chosen)])
