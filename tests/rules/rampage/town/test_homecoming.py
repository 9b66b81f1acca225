"""What comes home is made whole."""

from msgspec.structs import replace
from tests.rules.rampage.delve import beast, home, item, one, rolling

from underkeep.systems.rampage.equipment import outfit
from underkeep.systems.rampage.town import homecoming
from underkeep.testing import rule
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged


def dressed(*without: str, torn: str = "", sacks: int = 2) -> Creature:
    made = one(gear=())
    pack = [replace(i, broken=i.kind == torn) for i in outfit.common_package() if i.kind not in without]
    pack = [replace(i, count=sacks) if i.kind == "large-sack" else i for i in pack]
    return replace(made, items=tuple(pack))


@rule("rampage:creation.common-gear-upkeep")
def test_torn_boots_are_replaced_at_no_cost() -> None:
    do = rolling(home(dressed(torn="boots"), beast("mule", "mule")))
    homecoming.replace_worn(do)
    boots = [i for i in do.state.creatures["hero"].items if i.kind == "boots"]
    assert [(b.broken, b.count) for b in boots] == [(False, 1)]
    assert do.state.creatures["mule"].items == ()


@rule("rampage:creation.common-gear-upkeep")
def test_what_is_lacking_comes_back_and_nothing_else() -> None:
    do = rolling(home(dressed("backpack", sacks=1)))
    homecoming.replace_worn(do)
    changed = [e for e in do.events if isinstance(e, ItemsChanged)]
    assert sorted((e.item.kind, e.item.count) for e in changed if e.item is not None) == [
        ("backpack", 1),
        ("large-sack", 1),
    ]
    assert item(do.state, "hero", "backpack").count == 1
    assert sum(i.count for i in do.state.creatures["hero"].items if i.kind == "large-sack") == 2
    whole = rolling(home(dressed()))
    homecoming.replace_worn(whole)
    assert not whole.events
