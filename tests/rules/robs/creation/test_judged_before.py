"""What the referee judges before anybody is made: kits, backgrounds, halflings, limits of Orders, fields of skill."""

import pytest
from tests.rules.robs.scene import A, changed, duel, make, own

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import ALWAYS, RulingStands
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.characters import alignment
from underkeep.systems.robs.checks import checks
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d3, d6, rule
from underkeep.world.creature import CheckRolled
from underkeep.world.state import State

PLAIN = {"free": "STR", "shift": "none", "alignment": "none", "race": "human"}


def judged(rulings, kind="fighter", seed=1, level=1, **choices):
    done = Resolution(State("robs", {"a": ("a",)}), Seeded(seed, "made"), RULESET, rulings)
    return RULESET.recruit(
        done, Recruit(kind, level, choices={k.replace("_", " "): v for k, v in choices.items()}), "bob-1", "a"
    )


@rule("robs:creation.starting-money")
@pytest.mark.parametrize(
    ("word", "gold", "kit"),
    [
        ("the kit of the class", 0, True),
        ("the kit and 10 gold pieces", 10, True),
        ("50 gold pieces and no kit", 50, False),
    ],
)
def test_what_everybody_begins_with_is_the_referees(word, gold, kit):
    bob = judged({"robs:creation.starting-money": word}, **PLAIN)
    assert sum(i.count for i in bob.items if i.kind == "gp") == gold
    assert {"longsword", "small-shield", "rope", "backpack"} <= {i.kind for i in bob.items} or not kit
    assert bool([i for i in bob.items if i.kind != "gp"]) == kit


@rule("robs:creation.starting-money")
def test_by_itself_it_is_the_kit():
    bob, _ = make("human-fighter", d6(4), d3(3), free="STR", shift="none", alignment="none")
    assert {i.kind for i in bob.items} >= {"longsword", "rope", "rations", "backpack", "grappling-hook"}
    assert not [i for i in bob.items if i.kind == "gp"]


@rule("robs:creation.background")
def test_a_background_may_be_asked_of_everybody():
    asked = {"robs:creation.background": "from everybody"}
    with pytest.raises(UnderkeepError, match="where they come from") as caught:
        judged(asked, **PLAIN)
    assert caught.value.rule == "robs:creation.background"
    assert own(judged(asked, background="a miller", **PLAIN)).background == "a miller"
    assert own(judged({}, **PLAIN)).background == ""


@rule("robs:race.halfling.culture")
def test_whether_halflings_lean_to_a_class_is_the_referees():
    def kinds(word):
        made = [
            judged({"robs:race.halfling.culture": word}, "", seed, race="halfling").kind.removeprefix("halfling-")
            for seed in range(1, 13)
        ]
        return sum(kind in ("thief", "ranger") for kind in made)

    assert kinds("any class alike") < 7 < kinds("mostly thieves and rangers")


@rule("robs:class.knight.weapon-limits")
def test_the_limits_of_an_order_may_be_lifted():
    word = {"robs:class.knight.weapon-limits": "no limit"}
    free = judged(word, "knight", order="the-open-hand", race="human")
    bound = judged({}, "knight", order="the-open-hand", race="human")
    assert "longsword" in {i.kind for i in free.items} and "longsword" not in {i.kind for i in bound.items}
    state = duel()
    assert alignment.sheds_no_blood(state, own(bound))
    lifted = RulingStands("robs:class.knight.weapon-limits", ALWAYS, "no limit").evolve(state)
    assert not alignment.sheds_no_blood(lifted, own(bound))
    assert not alignment.sheds_no_blood(state, own(judged({}, "knight", order="the-lamp", race="human")))
    done = Resolution(State("robs", {"a": ("a",)}), Seeded(1, "made"), RULESET)
    who = Recruit("knight", gear=("longsword",), choices={"order": "the-open-hand", "race": "human"})
    with pytest.raises(UnderkeepError) as caught:
        RULESET.recruit(done, who, "bob-1", "a")
    assert caught.value.rule == "robs:class.knight.weapon-limits"


@rule("robs:class.proficiency.choice")
def test_another_field_takes_the_referees_approval():
    with pytest.raises(UnderkeepError, match="in a weapon") as caught:
        judged({}, "thief", level=4, proficiency="climbing", race="human")
    assert caught.value.rule == "robs:class.proficiency.choice"
    approved = judged(
        {"robs:class.proficiency.choice": "approved"}, "thief", level=4, proficiency="climbing", race="human"
    )
    assert own(approved).proficiencies == {"climbing": 1}
    tasks = compendium.tasks()
    assert checks.practised(own(approved), tasks["climbing"]) == 1
    assert checks.practised(own(approved), tasks["hiding"]) == 0


@rule("robs:class.proficiency.choice")
def test_such_a_proficiency_eats_up_the_low_die_of_the_check():
    state = changed(duel(), A, proficiencies={"climbing": 2})
    done = Resolution(state, Scripted(*d6(2, 3)), RULESET)
    roll = checks.checked(done, state.creatures[A], "climbing", 0)
    plain = Resolution(duel(), Scripted(*d6(2, 3)), RULESET)
    assert roll.total == checks.checked(plain, duel().creatures[A], "climbing", 0).total + 2
    called = Resolution(state, Scripted(*d6(2, 3)), RULESET)
    assert checks.roll_check(called, state.creatures[A], compendium.tasks()["climbing"], 0).total == roll.total
    fact = next(e for e in done.events if isinstance(e, CheckRolled))
    assert "robs:class.proficiency.low-die" in fact.rule


@rule("robs:class.priest.custom-orders")
@pytest.mark.parametrize(
    ("order", "task", "word", "more"),
    [
        ("the-green", "tracking", "Orders are alike", 0),
        ("the-green", "tracking", "each Order has its own ways", 1),
        ("the-green", "climbing", "each Order has its own ways", 0),
        ("the-lamp", "tracking", "each Order has its own ways", 0),
    ],
)
def test_what_an_order_teaches_is_the_referees(order, task, word, more):
    state = changed(duel(), A, order=order)
    done = Resolution(state, Scripted(), RULESET, {"robs:class.priest.custom-orders": word})
    found = checks.modifiers(done, state.creatures[A], compendium.tasks()[task])
    assert sum(m.amount for m in found if m.source == "Order") == more


@rule("robs:race.other", "robs:class.fighter.prerequisite", "robs:alignment.lawfulness.ban-evil")
@pytest.mark.parametrize(
    ("kind", "choices", "switches", "behind"),
    [
        ("fighter", {"race": "half-ogre"}, (), "robs:race.other"),
        ("human-fighter", {"free": "CHA", "shift": "STR>INT"}, (), "robs:class.fighter.prerequisite"),
        ("human-ranger", {"free": "CHA", "shift": "none"}, (), "robs:class.ranger.prerequisite"),
        ("human-fighter", {"alignment": "Evil"}, ("ban-evil-characters",), "robs:alignment.lawfulness.ban-evil"),
    ],
)
def test_a_character_that_cannot_be_is_refused_by_a_rule(kind, choices, switches, behind):
    done = Resolution(State("robs", {"a": ("a",)}, switches), Seeded(1, "made"), RULESET)
    with pytest.raises(UnderkeepError) as caught:
        RULESET.recruit(done, Recruit(kind, choices=choices), "bob-1", "a")
    assert caught.value.rule == behind
