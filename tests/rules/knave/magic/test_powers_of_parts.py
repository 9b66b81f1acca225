"""What can be cut from a monster, what has power, and which day a spell is cast on."""

from __future__ import annotations

import pytest
from tests.rules.knave.scenes import RULESET, delvers, scene, scores, the

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.compendium import monsters
from underkeep.systems.knave.combat import improvising
from underkeep.systems.knave.combat.rounds import SidesOrdered, _roll_initiative
from underkeep.systems.knave.magic import alchemy, potions, spellbooks
from underkeep.systems.knave.magic.alchemy import Brew
from underkeep.testing import d20, die, rule
from underkeep.testing.builders import scripted
from underkeep.world.condition import Condition
from underkeep.world.creature import CheckRolled
from underkeep.world.fight import InitiativeRolled
from underkeep.world.state import State

HOUR = 3600


@rule("knave:magic-item.ingredients.monster-property")
@pytest.mark.parametrize("kind", sorted(monsters()))
def test_each_part_gives_the_power_that_its_owner_had(kind: str) -> None:
    stats, found, known = monsters()[kind], alchemy.parts(kind), potions.potions()
    expected = {
        "blood": ("healing", stats.regenerates is not None),
        "wing": ("flying", bool(stats.fly_feet)),
        "heart": ("giant-strength", stats.is_large and "STR" in stats.favours),
        "essence": ("invisibility", stats.blink is not None or bool(stats.harmed_only_by)),
        "eye": ("cat-eyes", stats.shuns_sun),
    }
    for part, (power, is_owned) in expected.items():
        assert (found.get(part) == power) is (is_owned and power in known), part
    assert found[alchemy.PLAIN_PART] == "" and alchemy.power_of(f"part:{kind}:{alchemy.PLAIN_PART}") == ""
    for part, power in found.items():
        assert alchemy.power_of(f"part:{kind}:{part}") == power


@rule("knave:magic-item.ingredients.plants", "knave:magic-item.brewing.ingredients")
def test_plants_have_their_power_and_other_things_have_none() -> None:
    for id, plant in alchemy.plants().items():
        assert alchemy.power_of(f"plant:{id}") == plant.power
        assert alchemy.power_of(f"weed:{id}") == ""
    assert alchemy.power_of("plant:nettle-of-nowhere") == "" and alchemy.power_of("part:nobody:eye") == ""
    assert alchemy.power_of("rope") == ""


@rule("knave:magic-item.brewing.ingredients")
def test_rare_goods_and_valuables_might_serve() -> None:
    assert alchemy.is_rare("valuable-gem") and alchemy.is_rare("sextant")
    assert not alchemy.is_rare("rope") and not alchemy.is_rare("lantern") and not alchemy.is_rare("nothing")


@rule("knave:magic.cast.book-once-a-day")
@pytest.mark.parametrize(("now", "day"), [(0, 0), (6 * HOUR - 1, 0), (6 * HOUR, 1), (30 * HOUR - 1, 1), (30 * HOUR, 2)])
def test_days_change_in_the_morning(now: int, day: int) -> None:
    assert spellbooks.day_of(now) == day


@rule("knave:magic-item.potion.found-or-bought")
def test_a_referee_may_have_a_potion_of_one_colour_found() -> None:
    count = len(potions.COLOURS)
    rolled = scripted(RULESET, delvers(), die(count, 2))
    assert potions.found(rolled).kind == f"potion-{potions.COLOURS[1]}"
    named = scripted(RULESET, delvers(), die(count, 2))
    named.rulings = {potions.NATURE: f"potion-{potions.COLOURS[4]}"}
    assert potions.found(named).kind == f"potion-{potions.COLOURS[4]}"


# Who is first, and what is improvised


def order(state: State, *faces: int) -> Resolution:
    do = scripted(RULESET, state, *faces)
    _roll_initiative(do)
    return do


@rule("knave:combat.initiative.check", "knave:combat.unsuspecting.auto-hit")
def test_who_suspects_nothing_is_last_and_else_the_leaders_roll() -> None:
    state = scores(scene("knave v 2 orc"), "knave-1", CHA=2)
    needed = 11 + 0
    first = order(state, d20(needed - 2))
    assert the(first, SidesOrdered).order == ("a", "b")  # type: ignore[attr-defined]
    assert the(first, InitiativeRolled).roll.total == needed  # type: ignore[attr-defined]
    assert the(order(state, d20(needed - 3)), SidesOrdered).order == ("b", "a")  # type: ignore[attr-defined]
    unaware = (Condition("unsuspecting"),)
    both = state.with_creature("orc-1", conditions=unaware).with_creature("orc-2", conditions=unaware)
    caught = order(both)
    assert the(caught, SidesOrdered).order == ("a", "b")  # type: ignore[attr-defined]
    assert the(caught, SidesOrdered).rule == ("knave:combat.unsuspecting.auto-hit",)
    one = state.with_creature("orc-1", conditions=unaware)
    assert the(order(one, d20(20)), SidesOrdered).rule[0] == "knave:combat.initiative.check"
    we = order(state.with_creature("knave-1", conditions=unaware))
    assert the(we, SidesOrdered).order == ("b", "a")  # type: ignore[attr-defined]
    everybody = order(both.with_creature("knave-1", conditions=unaware), d20(20))
    assert the(everybody, SidesOrdered).order == ("a", "b")  # type: ignore[attr-defined]
    alone = order(state.with_creature("orc-1", status="dead").with_creature("orc-2", status="dead"))
    assert not alone.events


def improvised(way: str, what: str, *faces: int, at: State | None = None) -> tuple[bool, list[CheckRolled]]:
    state = at or scene("knave v ogre")
    actor = next(iter(state.creatures))
    do = scripted(RULESET, state, *faces)
    done = improvising.settle(do, state.creatures[actor], way, what, ())
    return done, [e for e in do.events if isinstance(e, CheckRolled)]


@rule("knave:task.check.formula", "knave:task.check.target")
def test_a_deed_is_checked_against_whoever_it_is_aimed_at() -> None:
    done, rolls = improvised("STR against theirs", "trip the ogre", d20(15))
    assert done and rolls[0].roll.needed == 11 + 4
    done, rolls = improvised("STR check", "lift the gate", d20(15))
    assert not done and rolls[0].roll.needed == 16
    alone = delvers()
    _, aimless = improvised("STR against theirs", "trip somebody", d20(15), at=alone)
    assert aimless[0].roll.needed == 16
    for way in (improvising.WORKS, improvising.FAILS):
        assert improvised(way, "whistle") == (way == improvising.WORKS, [])


@rule("knave:task.check.default-difficulty", "knave:task.check.opposed-ability")
def test_the_usual_way_of_trivial_and_impossible_deeds() -> None:
    from underkeep.procedures.sorts_of_deed import SortOfDeed

    state = scene("knave v ogre")
    actor = state.creatures["knave-1"]

    def way(what: str, feat: str) -> str:
        return improvising.usual_way(state, actor, what, SortOfDeed("try", feat))  # type: ignore[arg-type]

    assert way("whistle", "trivial") == improvising.WORKS and way("fly", "impossible") == improvising.FAILS
    assert way("lift the gate", "strength") == "STR check"
    assert way("save against poison", "strength") == "CON check"
    assert way("save against boredom", "wits") == "INT check"
    assert way("poison", "wits") == "INT check"


@rule("knave:magic-item.brewing.approval")
def test_a_brew_fits_with_the_right_ingredient_for_the_right_time() -> None:
    id, plant = next((id, plant) for id, plant in alchemy.plants().items() if plant.power in potions.potions())
    other = next(name for name in potions.potions() if name != plant.power)
    times = [time for time in ("a moment", "ten minutes", "an hour", "a day") if potions.graded(time) is not None]
    right = next(time for time in times if potions.graded(time) == potions.potions()[plant.power].grade)
    wrong = next(time for time in times if time != right)

    def fits(effect: str, time: str, *ingredients: str) -> bool:
        brew = Brew(actor="hero-1", effect=effect, duration=time, ingredients=ingredients)
        return alchemy.is_fitting(brew)

    assert fits(plant.power, right, f"plant:{id}") and fits(plant.power, right, "rope", f"plant:{id}")
    assert not fits(plant.power, wrong, f"plant:{id}") and not fits(plant.power, right, "rope")
    assert not fits(other, right, f"plant:{id}") and not fits("sausages", right, f"plant:{id}")
