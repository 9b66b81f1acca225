"""What scores allow, what a Man's point is for, hit points dice by dice; and flights and stunts that fail."""

from __future__ import annotations

import pytest
from tests.rules.rampage.creation.test_questions import PLAIN, SCORES
from tests.rules.rampage.scene import hero, monster, recruit, scene, scripted, spent, under

from underkeep.errors import UnderkeepError
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES
from underkeep.systems.rampage.characters import scores
from underkeep.systems.rampage.combat import improvising, rounds
from underkeep.systems.rampage.creation import questions
from underkeep.systems.rampage.creation import steps as making
from underkeep.systems.rampage.equipment import outfit
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import CreationStepTaken
from underkeep.world.grid import Grid
from underkeep.world.state import State

WIDE = Grid(200, 60)
TEN = dict.fromkeys(ABILITIES, 10)


@rule("rampage:class.fighter.min-str", "rampage:class.mage.min-int", "rampage:creation.trade-scores")
@pytest.mark.parametrize("kind", ["warrior", "thief", "cleric", "wizard"])
def test_the_least_score_of_a_class_is_enough_and_one_less_is_not(kind: str) -> None:
    if kind not in compendium.classes():
        pytest.skip("no such class")
    least = scores._least((kind,))
    exact = {**TEN, **least}
    man = scores.fit(exact, "man", (kind,), "", False)
    assert man is not None and man[0] == ""
    ability = next(iter(least))
    one_less = {**exact, ability: least[ability] - 1}
    raised = scores.fit(one_less, "man", (kind,), "", False)
    assert raised == ("", ability)
    two_less = {**exact, ability: least[ability] - 2}
    assert scores.fit(two_less, "man", (kind,), "", False) is None
    bought = scores.fit({**two_less, "CHA" if ability != "CHA" else "CON": 15}, "man", (kind,), "", True)
    assert bought is not None and bought[0].endswith(f"{ability}+1") and bought[1] == ability
    other = next(a for a in ABILITIES if a not in least)
    assert scores.fit(one_less, "man", (kind,), other, False) is None
    assert scores.fit(exact, "man", (kind,), other, False) == ("", other)


@rule("rampage:race.man.stats")
def test_where_a_mans_point_may_go() -> None:
    least = scores._least(("warrior",))
    ability = next(iter(least))
    short = {**TEN, **least, ability: least[ability] - 1}
    who = Recruit("warrior", 1, None, "X", {"bonus": ability})
    assert questions._choose_bonus(who, short, "man", ("warrior",)) == ability
    wrong = Recruit("warrior", 1, None, "X", {"bonus": "CHA" if ability != "CHA" else "CON"})
    with pytest.raises(UnderkeepError, match=f"The point must go to {ability},"):
        questions._choose_bonus(wrong, short, "man", ("warrior",))
    assert questions._choose_bonus(Recruit("warrior"), short, "dwarf", ("warrior",)) == scores.prime(("warrior",))


def hit_points(*faces: int, level: int, how: str) -> list[int]:
    _, do = recruit("warrior", *SCORES, *faces, level=level, hit_points=how, **PLAIN)
    found = [e for e in do.events if isinstance(e, CreationStepTaken) and e.step == "hit-points-and-save"]
    return [int(e.values["hit points"]) for e in found]


@rule("rampage:advancement.reroll-or-add", "rampage:advancement.reroll-low", "rampage:advancement.new-die")
def test_a_new_total_that_is_as_good_counts_and_a_worse_one_gains_a_little() -> None:
    assert hit_points(d6(6), *d6(5, 6), level=2, how="reroll") == [9, 17]
    assert hit_points(d6(6), *d6(1, 2), level=2, how="reroll") == [9, 9]
    assert hit_points(d6(6), *d6(1, 1), level=2, how="reroll") == [9, 11]


@rule("rampage:class.fighter.list", "rampage:creation.one-or-two-classes")
@pytest.mark.parametrize("type_", ["jack", "mage", "cleric"])
def test_a_type_is_open_to_all_its_classes(type_: str) -> None:
    found = {pair[0] for _, pair in making._concepts(Recruit(type_))}
    assert found and all(compendium.classes()[name].type == type_ for name in found)
    assert {pair[0] for _, pair in making._concepts(Recruit("fighter"))} == {"warrior"}


@rule("rampage:creation.buy-equipment")
def test_gifts_come_with_what_is_bought() -> None:
    for name, kind in compendium.classes().items():
        free = outfit.gifts((name,), "sword")
        if free and kind.type:
            creature, _ = recruit(name, seed=4)
            held = {item.kind for item in creature.items}
            assert set(free) <= held, name


@rule("rampage:combat.stunt.enemy", "rampage:combat.stunt.damage")
def test_a_stunt_that_misses_does_nothing() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5)))

    def tried(way: str, *faces: int) -> bool:
        do = scripted(state, *faces)
        return improvising._stunt(do, state.creatures["hero"], state.creatures["orc"], way, ())

    assert not tried(improvising._STUNT, d20(2)) and not tried(improvising._CLUB, d20(2))
    assert tried(improvising._CLUB, d20(19))
    assert tried(improvising._STUNT, d20(19), d20(2)) and not tried(improvising._STUNT, d20(19), d20(20))


def fled(state: State, *faces: int) -> State:
    do = scripted(state, *faces)
    rounds._flights(do)
    return do.state


@rule("rampage:combat.flee.timing", "rampage:combat.flee.free-attacks", "rampage:combat.flee.who")
def test_who_flees_is_struck_at_and_runs_and_a_character_may_stop() -> None:
    state = scene(hero("hero", (100, 30), hp=40), monster("orc", (101, 30)), facing={"hero": 2, "orc": 6}, grid=WIDE)
    gone = fled(spent(state, "hero", "flee"), d20(2))
    assert gone.creatures["hero"].at != (100, 30) and not gone.creatures["hero"].condition("fleeing")
    hurt = fled(spent(state, "hero", "flee"), d20(19), d8(5))
    assert hurt.creatures["hero"].hp < 40
    slain = fled(
        spent(scene(hero("hero", (100, 30), hp=1), monster("orc", (101, 30)), grid=WIDE), "hero", "flee"),
        d20(19),
        d8(8),
    )
    assert slain.creatures["hero"].status == "dead" and slain.creatures["hero"].at == (100, 30)
    assert fled(spent(state, "hero", "move")) == spent(state, "hero", "move")
    beast = scene(hero("hero", (100, 30)), monster("orc", (101, 30), hp=30), grid=WIDE)
    ran = fled(spent(beast, "orc", "flee"), d20(2))
    assert ran.creatures["orc"].condition("fleeing")
    broken = under(spent(state, "hero", "flee"), "orc", "broken")
    assert fled(broken).creatures["hero"].at != (100, 30)


@rule("rampage:race.man.stats", "rampage:class.paladin.requirements")
def test_a_mans_point_goes_to_the_score_that_is_short() -> None:
    assert scores.fit({**TEN, "CHA": 16}, "man", ("paladin",), "", False) == ("", "CHA")
    assert scores.fit({**TEN, "STR": 8, "CHA": 17}, "man", ("paladin",), "", False) == ("", "STR")
    assert scores.fit({**TEN, "CHA": 17}, "man", ("paladin",), "", False) == ("", "STR")
