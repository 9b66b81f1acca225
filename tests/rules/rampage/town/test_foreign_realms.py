"""A mage's study of a foreign realm."""

import pytest
from msgspec.structs import replace
from tests.rules.rampage.delve import (
    DAY,
    MORNING,
    against,
    do_it,
    has_event,
    home,
    last,
    one,
    rules_of,
    why,
    with_items,
)

from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.equipment import market
from underkeep.systems.rampage.magic import castable, power
from underkeep.systems.rampage.town import foreign_realms
from underkeep.systems.rampage.town.foreign_realms import LevelLost, StudyBroken, StudyGrimoire
from underkeep.testing import rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Creature

FIRE = StudyGrimoire("hero", "fire")


def enchanter(level: int = 5, *things: str, **changes: object) -> Creature:
    made = with_items(one(kind="enchanter", level=level), "grimoire", *(things or ("grimoire-of-fire",)))
    own = sheet(made)
    points = {"power_points": 9, "xp": 25_000, "realms": ("Enchantment",), "mastered": ("read-magic",), **changes}
    return replace(made, sheet=replace(own, **points), hp=20, max_hp=20)  # type: ignore[arg-type]


@rule("rampage:class.mage.foreign-realm-cost", "rampage:class.mage.foreign-realm-gain")
def test_the_books_mage_of_level_5() -> None:
    """A mage 5 with 25,000 XP becomes level 4 with 10,000 XP."""
    do = do_it(home(enchanter()), FIRE)
    after = do.state.creatures["hero"]
    own = sheet(after)
    assert (own.level, own.xp) == (4, 10_000)
    assert do.state.now == MORNING + 30 * DAY
    fiery = tuple(id for id, spell in spells().items() if spell.realm == "Fire")
    assert own.studied == fiery
    known = [id for id, by in castable.means(after) if by == "grimoire"]
    assert set(known) & set(fiery) and not set(known) & {id for id in fiery if spells()[id].level > 4}
    assert (after.max_hp, after.hp, last(do, LevelLost).level) == (16, 16, 4)
    assert own.save == sheet(one(kind="enchanter", level=4)).save
    assert rules_of(do) >= {f"class.mage.foreign-realm-{part}" for part in ("cost", "gain", "study")}


@rule("rampage:class.mage.foreign-realm-study")
def test_a_day_without_read_magic_breaks_it() -> None:
    drained = replace(enchanter(power_points=2), conditions=(Condition(power.DRAINED, MORNING + 90 * DAY),))
    do = do_it(home(drained), FIRE)
    assert has_event(do, StudyBroken)
    assert sheet(do.state.creatures["hero"]).level == 5
    assert not sheet(do.state.creatures["hero"]).studied
    assert do.state.now == MORNING + 2 * DAY


@rule(
    "rampage:class.mage.foreign-realm-need",
    "rampage:class.mage.foreign-realm-study",
    "rampage:class.mage.foreign-realm-cost",
)
@pytest.mark.parametrize(
    ("who", "refused"),
    [(with_items(one(), "grimoire-of-fire"), "need"), (enchanter(5, "grimoire"), "need"),
     (enchanter(5, "grimoire-of-air"), "need"), (enchanter(realms=("Fire",)), "need"),
     (enchanter(power_points=0), "study"), (enchanter(1), "cost")],
)  # fmt: skip
def test_what_it_takes(who: Creature, refused: str) -> None:
    assert against(home(who), FIRE) == f"class.mage.foreign-realm-{refused}"
    assert foreign_realms.options(home(who)) == [] or refused == "need"


@rule("rampage:class.mage.foreign-realm-need", "rampage:class.mage.foreign-realm-cost")
def test_the_least_that_will_do() -> None:
    assert why(home(enchanter(2, power_points=1)), FIRE) is None
    assert foreign_realms.options(home(enchanter(2))) == [StudyGrimoire("hero", "Fire")]
    done = do_it(home(enchanter(2)), FIRE).state
    assert against(done, FIRE) == "class.mage.foreign-realm-need"
    assert sheet(done.creatures["hero"]).level == 1
    frail = replace(enchanter(2), hp=1, max_hp=1)
    assert do_it(home(frail), FIRE).state.creatures["hero"].max_hp == 1
    assert not [kind for kind in market.wares() if "grimoire" in kind]
