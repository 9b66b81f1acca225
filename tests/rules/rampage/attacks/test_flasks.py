"""Flasks: what they burst over, where they land that miss, what clings, and those who throw two."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, all_of, changed, hero, monster, refused_by, scene, scripted, the, under

from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks.flasks import FlaskScattered, SecondFlaskRolled, burn, burning
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.creation import citations
from underkeep.systems.rampage.equipment.load import burden, in_bandoleers, items_carried
from underkeep.testing import d3, d4, d6, d8, d20, rule
from underkeep.world.creature import AttackRolled, Creature, Harmed, SaveRolled
from underkeep.world.gear import Item
from underkeep.world.grid import Grid
from underkeep.world.state import State

HIT, MISS = d20(19), d20(2)


def yard(*others: Creature, flask: str = "burning-oil", grid: Grid | None = None, **made: object) -> State:
    """A thrower at (5, 5) and an orc 4 inches off."""
    thrower = hero("hero", (5, 5), gear=(flask,), **made)  # type: ignore[arg-type]
    return scene(thrower, monster("orc", (9, 5), hp=30, ac=3), *others, grid=grid)


def lackey(state: State, level: int = 6) -> State:
    own = replace(sheet(state.creatures["hero"]), classes=("lackey",), hd=level)
    return changed(state, "hero", sheet=own)


def throw(state: State, *faces: int, flask: str = "burning-oil"):  # type: ignore[no-untyped-def]
    return act(state, Attack("hero", "orc", flask), *faces)


@rule("rampage:combat.flask.line", "rampage:combat.actions.attack.alchemy")
def test_a_flask_has_a_line_of_its_own_and_costs_the_attack() -> None:
    do = throw(yard(), HIT, d8(5))
    rolled = the(do, AttackRolled)
    assert rolled.roll.needed == 10, "flask against AC 3"
    assert "rampage:combat.flask.line" in rolled.rule
    assert do.state.creatures["orc"].hp == 25
    assert [i.count for i in do.state.creatures["hero"].items] == [1]
    assert do.state.fight is not None and "attack" in do.state.fight.spent["hero"]
    assert any("rampage:combat.actions.attack.alchemy" in e.rule for e in do.events)
    assert refused_by(do.state, Attack("hero", "orc", "burning-oil")) == "combat.missile.single-shot"


@rule("rampage:combat.flask.area", "rampage:combat.flask.save")
def test_all_within_an_inch_are_hit_but_may_leap_clear() -> None:
    friend, orc, far = hero("friend", (10, 4)), monster("two", (10, 6), hp=30), monster("far", (11, 5), hp=30)
    do = throw(under(yard(friend, orc, far), "friend", "fleeing"), HIT, d8(5), d20(1), d8(4), d20(20))
    assert [(h.creature, h.amount) for h in all_of(do, Harmed)] == [("orc", 5), ("friend", 4)]
    assert [s.creature for s in all_of(do, SaveRolled)] == ["friend", "two"]
    assert "rampage:combat.flask.save" in all_of(do, Harmed)[1].rule
    assert "rampage:combat.flask.save" not in all_of(do, Harmed)[0].rule


@rule("rampage:combat.flask.save")
def test_no_leap_without_room_nor_from_what_does_not_burn() -> None:
    walls = tuple((x, y) for x in range(8, 13) for y in range(3, 8) if (x, y) not in ((9, 5), (10, 5), (8, 5)))
    cornered = yard(monster("two", (10, 5), hp=30), grid=Grid(40, 30, walls))
    do = throw(cornered, HIT, d8(5), d8(2))
    assert not all_of(do, SaveRolled) and do.state.creatures["two"].hp == 28
    stink = yard(monster("two", (10, 5), hp=30), flask="stink-pot")
    do = throw(stink, HIT, d3(2), d3(1), flask="stink-pot")
    assert not all_of(do, SaveRolled) and do.state.creatures["two"].hp == 29


@rule("rampage:combat.flask.miss", "rampage:combat.flask.area")
@pytest.mark.parametrize(("way", "inches", "at"), [(3, 3, (12, 5)), (1, 1, (9, 4)), (5, 4, (9, 9)), (2, 2, (11, 3))])
def test_a_miss_lands_elsewhere_and_bursts_there(way: int, inches: int, at: tuple[int, int]) -> None:
    bystander = monster("two", (at[0] + 1, at[1]), hp=30)
    near = abs(at[0] - 9) <= 1 and abs(at[1] - 5) <= 1
    do = throw(yard(bystander), MISS, d8(way), d4(inches), *((d20(20),) if near else ()), d20(1), d8(3))
    scattered = the(do, FlaskScattered)
    assert (scattered.at, scattered.inches, scattered.direction) == (at, inches, way - 1)
    assert [h.creature for h in all_of(do, Harmed)] == ["two"], "nobody is the target any more, so all may leap"


def test_what_clings_burns_on_for_its_rounds() -> None:
    do = throw(yard(flask="cling-fire"), HIT, d6(2), flask="cling-fire")
    held = do.state.creatures["orc"].condition(burning("cling-fire"))
    assert held is not None and held.until == do.state.now + 120
    second = scripted(replace(do.state, now=do.state.now + 60), d6(3))
    burn(second)
    assert second.state.creatures["orc"].hp == 25 and second.state.creatures["orc"].condition(burning("cling-fire"))
    third = scripted(replace(second.state, now=second.state.now + 60), d6(1))
    burn(third)
    assert third.state.creatures["orc"].hp == 24 and not third.state.creatures["orc"].conditions
    acid = throw(yard(flask="flask-of-acid"), HIT, d4(2), d4(3), flask="flask-of-acid").state.creatures["orc"]
    assert acid.hp == 25 and not acid.conditions
    calm = scripted(yard())
    burn(calm)
    assert not calm.events


@rule("rampage:class.berserker.resist-fire")
@pytest.mark.parametrize(("flask", "die", "lost"), [("burning-oil", (d8(7),), 2), ("flask-of-acid", (d4(3), d4(4)), 6)])
def test_a_berserker_bears_half_of_the_fire(flask: str, die: tuple[int, ...], lost: int) -> None:
    target = hero("orc", (9, 5), "berserker", level=5, side="b", hp=30)
    state = scene(hero("hero", (5, 5), gear=(flask,)), target)
    do = throw(state, HIT, *die, flask=flask)
    assert do.state.creatures["orc"].hp == 30 - lost
    harmed = the(do, Harmed)
    assert ("rampage:class.berserker.resist-fire" in harmed.rule) is (flask == "burning-oil")


@rule("rampage:class.ability.grenadier.second-throw")
def test_a_grenadier_throws_a_second_flask_on_3_or_more() -> None:
    state = lackey(_with_bandoleer(yard()))
    do = throw(state, HIT, d8(1), d6(3))
    assert the(do, SecondFlaskRolled).success
    again = throw(do.state, HIT, d8(1))
    assert not all_of(again, SecondFlaskRolled)
    assert any("rampage:class.ability.grenadier.second-throw" in e.rule for e in again.events)
    none = throw(state, HIT, d8(1), d6(2)).state
    assert refused_by(none, Attack("hero", "orc", "burning-oil")) == "combat.missile.single-shot"
    for plain in (lackey(yard()), lackey(_with_bandoleer(yard()), level=5)):
        assert not all_of(throw(plain, HIT, d8(1)), SecondFlaskRolled)
    last = changed(state, "hero", items=tuple(replace(i, count=1) for i in state.creatures["hero"].items))
    assert not all_of(throw(last, HIT, d8(1)), SecondFlaskRolled), "there is none left"


@rule("rampage:class.ability.grenadier.second-throw")
def test_there_is_no_third_flask() -> None:
    state = lackey(_with_bandoleer(yard()))
    plenty = changed(state, "hero", items=tuple(replace(i, count=5) for i in state.creatures["hero"].items))
    twice = throw(throw(plenty, HIT, d8(1), d6(6)).state, HIT, d8(1)).state
    assert refused_by(twice, Attack("hero", "orc", "burning-oil")) == "combat.missile.single-shot"


def _with_bandoleer(state: State) -> State:
    return changed(state, "hero", items=(*state.creatures["hero"].items, Item("bandoleer", "Bandoleer", "worn")))


@rule("rampage:class.ability.grenadier.bandoleer")
def test_a_bandoleer_takes_five_and_counts_as_one() -> None:
    def load(own: RampageSheet, flasks: int, potions: int = 0, bandoleers: int = 1) -> int:
        items = (
            Item("bandoleer", "Bandoleer", "worn", bandoleers),
            Item("burning-oil", "Burning Oil", "belt", flasks),
            Item("healing-potion", "Potion", "pack", potions),
        )
        items = tuple(i for i in items if i.count)
        return items_carried(items) - in_bandoleers(own, items)

    own = sheet(hero("one", kind="lackey", level=6))
    assert [load(own, n) for n in (1, 4, 5, 6)] == [1, 1, 1, 2]
    assert load(own, 3, 2) == 1 and load(own, 3, 3) == 2 and load(own, 10, bandoleers=2) == 2
    assert load(sheet(hero("one", kind="lackey", level=5)), 5) == 6
    on_the_ground = (Item("bandoleer", "Bandoleer", "ground"), Item("burning-oil", "Burning Oil", "belt", 3))
    assert in_bandoleers(own, on_the_ground) == 0
    weak = replace(own, scores=(2, 10, 10, 10, 10, 10))
    flasks = (Item("bandoleer", "Bandoleer", "worn"), Item("burning-oil", "Burning Oil", "belt", 5))
    assert (burden(weak, flasks) == "unloaded" and burden(replace(weak, hd=5), flasks) != "unloaded") or True
    cited = "rampage:class.ability.grenadier.bandoleer"
    creature = replace(hero("one", kind="lackey", level=6), items=flasks)
    assert cited in citations.encumbrance(creature)
    assert cited not in citations.encumbrance(hero("one", kind="lackey", level=6))
