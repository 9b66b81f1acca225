"""Light sources: what they need, how far they shine, and what becomes of one that falls."""

import pytest
from tests.rules.rampage.delve import against, below, do_it, item, last, one, rolling, rules_of, why, with_items
from tests.rules.rampage.scene import table

from underkeep.procedures.delve_actions import LightUp
from underkeep.systems.rampage.basics.measures import feet
from underkeep.systems.rampage.equipment import light
from underkeep.systems.rampage.equipment.light import TrimLantern
from underkeep.systems.rampage.equipment.load import items_carried
from underkeep.testing import d3, d4, d6, rule
from underkeep.world.creature import Harmed
from underkeep.world.gear import Item
from underkeep.world.light import Light, LightLit

_LINES = {
    "torches": ("Torches x6", 6), "lantern": ("Lantern", 24), "tallow-candle": ("Candle, tallow x12", 6),
    "wax-candle": ("Candle, wax x12", 12), "oil-lamp": ("Oil lamp", 36),
}  # fmt: skip


@rule("rampage:light.sources-table")
@pytest.mark.parametrize("kind", _LINES)
def test_sources_burn_as_the_table_says(kind: str) -> None:
    name, turns = _LINES[kind]
    row = next(row for row in table("light.sources") if row[0] == name)
    found = light.kinds()[kind]
    assert (found.radius, found.seconds) == (feet(int(str(row[3]))), turns * 600)


@rule("rampage:light.sources-table")
def test_a_light_wants_its_fuel_and_is_borne_once() -> None:
    hero = with_items(one(), "lantern")
    assert against(below(hero), LightUp("hero", "lantern")) == "light.sources-table"
    state = below(with_items(hero, "lamp-oil"), lights=("hero",))
    lit = do_it(state, LightUp("hero", "lantern")).state
    assert [x.kind for x in lit.lights] == ["torches", "lantern"]
    assert not any(i.kind == "lamp-oil" for i in lit.creatures["hero"].items)
    assert against(below(with_items(one(), "torches", count=2), lights=("hero",)), LightUp("hero", "torches"))


@rule("rampage:light.shuttered.candle")
def test_a_shuttered_lantern_burns_wax() -> None:
    state = below(with_items(one(), "shuttered-lantern", "tallow-candle"))
    assert against(state, LightUp("hero", "shuttered-lantern")) == "light.shuttered.candle"
    ready = below(with_items(one(), "shuttered-lantern", "wax-candle"))
    assert why(ready, LightUp("hero", "shuttered-lantern")) is None
    assert light.kinds()["shuttered-lantern"].seconds == 12 * 600


@rule("rampage:light.wax-candle-in-lantern")
def test_a_wax_candle_burns_in_a_lantern_and_tallow_does_not() -> None:
    state = below(with_items(one(), "lantern", "wax-candle"), lights=("hero",))
    assert against(state, TrimLantern("hero", "tallow-candle")) == "light.wax-candle-in-lantern"
    assert against(state, TrimLantern("hero", "lamp-oil")) == "light.wax-candle-in-lantern"
    ready = do_it(state, TrimLantern("hero", "wax-candle")).state
    assert item(ready, "hero", "candle-lantern")
    lit = do_it(ready, LightUp("hero", "candle-lantern")).state.lights[-1]
    assert (lit.radius, lit.until) == (15, ready.now + 12 * 600)
    assert item(do_it(ready, TrimLantern("hero", "lamp-oil")).state, "hero", "lantern")


@rule("rampage:light.torch-not-trifle")
@pytest.mark.parametrize(("count", "items"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3)])
def test_a_started_bundle_of_torches_is_an_item(count: int, items: int) -> None:
    assert items_carried((Item("torches", "Torch", count=count),)) == items


def _burning(kind: str) -> Light:
    return Light("light", "hero", kind, kind, 20, None)


@rule("rampage:light.drop.torch")
def test_a_torch_burns_on_where_it_fell() -> None:
    do = rolling(below(one()))
    do.emit(LightLit(_burning("torches")))
    light.drop(do, _burning("torches"))
    assert len(do.state.lights) == 1
    assert rules_of(do) == {"light.drop.torch"}


@rule("rampage:light.drop.candle")
@pytest.mark.parametrize("kind", ["wax-candle", "tallow-candle", "shuttered-lantern", "candle-lantern"])
def test_candles_go_out(kind: str) -> None:
    do = rolling(below(one()))
    do.emit(LightLit(_burning(kind)))
    light.drop(do, _burning(kind))
    assert do.state.lights == ()


@rule("rampage:light.drop.oil")
@pytest.mark.parametrize(("face", "what"), [(1, "out"), (2, "out"), (3, "on the floor"), (4, "on the floor")])
def test_spilt_oil_goes_out_or_burns_on_the_floor(face: int, what: str) -> None:
    do = rolling(below(one()), d6(face), *((d3(2),) if face > 2 else ()))
    do.emit(LightLit(_burning("oil-lamp")))
    light.drop(do, _burning("oil-lamp"))
    assert last(do, light.LightDropped).what == what
    assert [x.until for x in do.state.lights] == ([do.state.now + 120] if face > 2 else [])


@rule("rampage:light.drop.oil")
@pytest.mark.parametrize("face", [5, 6])
def test_spilt_oil_burns_whoever_dropped_it(face: int) -> None:
    do = rolling(below(one()), d6(face), d4(3))
    light.drop(do, _burning("lantern"))
    assert last(do, Harmed).amount == 3
    assert do.state.creatures["hero"].hp == 17


@rule("rampage:light.shuttered.use", "rampage:light.shuttered.hand")
def test_only_a_jack_with_a_free_hand_keeps_it_shuttered() -> None:
    lamp = Light("light", "hero", "shuttered-lantern", "Shuttered Lantern", 5, None)
    for kind, gear, hidden in [
        ("scout", ("short-sword",), True),
        ("scout", ("short-bow",), False),
        ("warrior", ("sword",), False),
    ]:
        state = below(one(kind=kind, gear=gear))
        assert light.is_shuttered(state, lamp) is hidden
    assert not light.is_shuttered(below(one(kind="scout", gear=("dagger",))), _burning("torches"))


@rule("rampage:time.scale")
def test_an_inch_is_five_feet() -> None:
    """The example of the book: 12 inches are 60 feet."""
    assert (feet(9), feet(12)) == (45, 60)
