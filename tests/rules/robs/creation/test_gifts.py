"""Gifts and Faults, other peoples, poisons, backgrounds, and what Orders ask of knights."""

import pytest
from tests.rules.robs.scene import A, changed, duel, every, first, hit, make, own, step

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.compendium import Gift, Race
from underkeep.systems.robs.basics.traits import PoisonedWeapon, RangedBonus, TaskBonus
from underkeep.systems.robs.checks.checks import checked
from underkeep.systems.robs.creation.gifts import GIFTS, TRADE
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d2, d3, d6, rule
from underkeep.world.creature import AttackRolled, CreationStepTaken
from underkeep.world.state import State

PLAIN = {"free": "STR", "shift": "none", "alignment": "none"}
ON = (GIFTS,)


@rule("robs:creation.gifts.allowed", "robs:creation.gifts.value")
def test_gifts_are_for_campaigns_that_have_them():
    with pytest.raises(UnderkeepError, match="no Gifts"):
        make("human-fighter", gifts="excellent-vision", **PLAIN)
    with pytest.raises(UnderkeepError, match="is no Gift"):
        make("human-fighter", switches=ON, gifts="flight", **PLAIN)
    with pytest.raises(UnderkeepError, match="made up for"):
        make("human-fighter", switches=ON, gifts="excellent-vision", **PLAIN)
    bob, done = make("human-fighter", d6(4), d3(3), switches=ON, gifts="Excellent Vision, Clumsy", **PLAIN)
    assert own(bob).gifts == ("excellent-vision", "clumsy")
    assert step(done, "gifts and faults")["worth"] == 0
    assert not make("human-fighter", d6(4), d3(3), switches=ON, gifts="none", **PLAIN)[0].sheet.gifts


@rule("robs:creation.gifts.value", "robs:creation.gifts.powerful", "robs:creation.gifts.severe-fault")
@pytest.mark.parametrize(
    ("worth", "supernatural", "ok"),
    [
        (0, False, False),
        (1, False, True),
        (4, False, True),
        (5, False, False),
        (-4, False, True),
        (-5, False, False),
        (1, True, False),
        (2, True, True),
    ],
)
def test_what_a_gift_may_be_worth(worth, supernatural, ok):
    gift = Gift("Test", worth, "robs:creation.gifts.value", supernatural)
    if ok:
        compendium.check_gift("test", gift)
    else:
        with pytest.raises(UnderkeepError):
            compendium.check_gift("test", gift)


@rule("robs:creation.gifts.excellent-vision")
def test_excellent_vision():
    state = changed(duel(), A, traits=(TaskBonus("sight", 1),))
    done = Resolution(state, Seeded(1, "x"), RULESET)
    assert [m.amount for m in _parts(done, "sight")] == [1]
    assert _parts(done, "noticing") == []
    assert compendium.gifts()["excellent-vision"].tasks == {"sight": 1}


def _parts(done, what):
    roll = checked(done, done.state.creatures[A], what, 1)
    return list(roll.modifiers)


@rule("robs:creation.gifts.poor-vision")
def test_poor_vision_spoils_a_shot():
    state = changed(duel("shortbow", gap=8), A, traits=(RangedBonus(-1),), gifts=("poor-vision",))
    shot = hit(state, *d6(4, 3), weapon="shortbow")
    assert ("eyesight", -1) in first(shot, AttackRolled).roll.modifiers
    assert "robs:creation.gifts.poor-vision" in first(shot, AttackRolled).rule
    assert not first(shot, AttackRolled).hit
    assert (compendium.gifts()["poor-vision"].ranged, compendium.gifts()["poor-vision"].worth) == (-1, -1)


@rule("robs:creation.gifts.severe-fault", "robs:creation.gifts.powerful")
def test_severe_faults_and_powerful_gifts():
    blind, _ = make("human-fighter", d6(4), d3(3), switches=ON, gifts="blind", **PLAIN)
    assert [c.name for c in blind.conditions] == ["blind"]
    assert compendium.gifts()["blind"].worth == -2
    assert compendium.gifts()["brain-in-a-jar"].worth == -4
    assert compendium.gifts()["second-sight"].worth == 2


@rule("robs:creation.gifts.trade")
def test_a_fault_gives_an_attribute_point():
    both = (GIFTS, TRADE)
    bob, _ = make("human-fighter", d3(2), d6(4), d3(3), switches=both, gifts="clumsy", **PLAIN)
    assert sum(own(bob).attributes.values()) == 2
    gifted, _ = make("human-fighter", d6(4), d3(3), switches=both, gifts="excellent-vision", **PLAIN)
    assert own(gifted).attributes["INT"] == -1
    assert sum(own(gifted).attributes.values()) == 0


# Peoples


@rule("robs:race.other")
def test_other_peoples_are_the_referees_to_offer():
    with pytest.raises(UnderkeepError, match="unless the referee offers"):
        make("fighter", race="half-ogre", **PLAIN)
    done = Resolution(State("robs", {"a": ("a",)}), Seeded(1, "made"), RULESET, {"robs:race.other": "offered"})
    big = RULESET.recruit(done, Recruit("fighter", choices={"race": "half-ogre", **PLAIN}), "bob-1", "a")
    assert own(big).scale == 2
    assert "half-ogre-fighter" not in RULESET.roster()


@rule("robs:race.other.scale-not-strength")
def test_size_is_strength_already():
    with pytest.raises(UnderkeepError, match="twice"):
        compendium.check_race("giantkin", Race("Giantkin", 2, 2, "robs:race.other", bonus=("STR",)))
    compendium.check_race("giantkin", Race("Giantkin", 2, 2, "robs:race.other", bonus=("CON",)))
    compendium.check_race("dwarf", Race("Dwarf", 0, 0, "robs:race.other", bonus=("STR",)))
    assert not compendium.races()["half-ogre"].bonus


@rule("robs:race.ellyl.poison", "robs:race.ellyl.weapons")
@pytest.mark.parametrize("known", [1, 2])
def test_an_ellyl_knows_a_poison_or_two_and_has_spear_and_bow(known):
    tiny, done = make("ellyl-fighter", d6(4), d3(3), d2(known), race_bonus="DEX", **PLAIN)
    assert [t.attack for t in own(tiny).traits if isinstance(t, PoisonedWeapon)] == ["spear", "shortbow"][:known]
    assert [i.kind for i in tiny.items if i.place == "hand"] == ["spear", "shortbow"]
    assert step(done, "poisons") == {"poisons known": known}
    asked, _ = make("ellyl-fighter", d6(4), d3(3), d2(1), gear=("dagger",), race_bonus="DEX", **PLAIN)
    assert [i.kind for i in asked.items if i.place == "hand"] == ["dagger"]


@rule("robs:race.halfling.culture")
def test_most_halflings_are_thieves_or_rangers():
    kinds = []
    for face in range(1, 13):
        done = Resolution(State("robs", {"a": ("a",)}), Seeded(face, "made"), RULESET)
        made = RULESET.recruit(done, Recruit("", choices={"race": "halfling"}), "bob-1", "a")
        kinds.append(made.kind.removeprefix("halfling-"))
    assert kinds.count("thief") + kinds.count("ranger") > 7


@rule("robs:creation.background")
def test_a_background_is_free_text():
    bob, _ = make("human-fighter", d6(4), d3(3), background=" a miller's child ", **PLAIN)
    assert own(bob).background == "a miller's child"
    assert own(make("human-fighter", d6(4), d3(3), **PLAIN)[0]).background == ""
    assert own(make("human-fighter", d6(4), d3(3), background="none", **PLAIN)[0]).background == ""
    assert ("Background", (("", "a miller's child"),)) in RULESET.card(State("robs", {}), bob).sections


# Knights


@rule("robs:class.knight.prerequisite-neutral", "robs:class.knight.recruits")
@pytest.mark.parametrize(
    ("word", "classes"),
    [("Priest 2", {"fighter": 1, "priest": 2, "knight": 1}), ("no priests", {"fighter": 1, "knight": 1})],
)
def test_a_neutral_order_may_ask_for_priests(word, classes):
    rulings = {"robs:class.knight.prerequisite-neutral": word}
    done = Resolution(State("robs", {"a": ("a",)}), Seeded(1, "made"), RULESET, rulings)
    made = RULESET.recruit(done, Recruit("knight", choices={"order": "the-green", "race": "human"}), "bob-1", "a")
    assert own(made).classes == classes


@rule("robs:class.knight.weapon-limits")
def test_knights_who_shed_no_blood():
    mace, _ = make("human-knight", order="the-open-hand", seed=1)
    assert [i.kind for i in mace.items if i.place == "hand"] == ["mace"]
    with pytest.raises(UnderkeepError, match="shed blood"):
        make("human-knight", order="the-open-hand", gear=("longsword",), seed=1)
    sword, _ = make("human-knight", order="the-lamp", seed=1)
    assert [i.kind for i in sword.items if i.place == "hand"] == ["longsword"]


@rule("robs:class.priest.order-alignments")
def test_most_orders_are_lawful():
    kinds = [order.alignment for order in compendium.orders().values()]
    assert kinds.count("Lawful") > len(kinds) / 2


# Lawfulness


@rule("robs:alignment.lawfulness.cleric-start")
def test_a_cleric_may_have_to_earn_it():
    on = {"switches": ("lawfulness",), "order": "the-scales", "free": "INT", "shift": "none"}
    assert own(make("human-priest", d6(4), d2(1), **on)[0]).lawfulness == 4
    rulings = {"robs:alignment.lawfulness.cleric-start": "it must be earned first"}
    done = Resolution(State("robs", {"a": ("a",)}, ("lawfulness",)), Seeded(1, "made"), RULESET, rulings)
    with pytest.raises(UnderkeepError, match=r"\+4 first"):
        RULESET.recruit(done, Recruit("priest", choices={"order": "the-scales", "race": "human"}), "bob-1", "a")
    done = Resolution(State("robs", {"a": ("a",)}, ("lawfulness",)), Seeded(1, "made"), RULESET, rulings)
    RULESET.recruit(done, Recruit("priest", choices={"order": "the-green", "race": "human"}), "bob-1", "a")


@rule("robs:alignment.lawfulness.levels")
@pytest.mark.parametrize(("score", "word"), [("-2", "cheats on taxes as a habit"), ("2", "common good")])
def test_how_each_score_lives(score, word):
    _, done = make("human-fighter", d6(4), d3(3), lawfulness=score, switches=("lawfulness",), **PLAIN)
    assert word in step(done, "alignment")["lives so"]
    assert set(compendium.lawfulness()) == {str(n) for n in range(-5, 6)}


# Scales


@rule("robs:scale.rebase")
def test_scales_counted_from_the_winged_folk():
    _, done = make("human-fighter", d6(4), d3(3), switches=("scale-rebase",), **PLAIN)
    assert step(done, "race")["Scale"] == 9
    assert "robs:scale.rebase" in next(e for e in every(done, CreationStepTaken) if e.step == "race").rule
    plain, shifted = (changed(duel(switches=s), A, scale=1) for s in ((), ("scale-rebase",)))
    from underkeep.world.creature import DamageRolled

    totals = [first(hit(s, *d6(4, 3)), DamageRolled).roll for s in (plain, shifted)]
    assert totals[0].total == totals[1].total
    assert ("Scale", 10) in totals[1].modifiers
    assert ("Scale of the target", -9) in totals[1].modifiers


@rule("robs:scale.other-kinds")
def test_a_clever_dog_by_the_measure_of_dogs():
    dog, done = make("hunting-dog")
    on = State("robs", {}, ("other-scales",))
    titles = dict(RULESET.card(on, dog).sections)
    assert own(dog).attributes["INT"] == -4
    assert titles["By the measure of beasts"] == (("INT", "Average (0)"),)
    assert "By the measure of beasts" not in dict(RULESET.card(done.state, dog).sections)
    orc, _ = make("orc")
    assert "By the measure of beasts" not in dict(RULESET.card(on, orc).sections)


@rule("robs:scale.not-for-individuals")
def test_the_burly_are_still_of_scale_0():
    burly, _ = make("human-fighter", d6(4), d3(3), free="STR", shift="INT>STR", alignment="none")
    assert (own(burly).attributes["STR"], own(burly).scale) == (2, 0)
