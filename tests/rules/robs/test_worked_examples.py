"""The book's worked examples that stand in no other test; where its arithmetic is wrong the test says what is right."""

import pytest
from tests.rules.robs.attacks.test_damage import big
from tests.rules.robs.magic.magery import cast
from tests.rules.robs.magic.test_cleric_spells import undead
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, own, scores, under

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import CallContest, CallSituation
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks import defence
from underkeep.systems.robs.basics import compendium, wounds
from underkeep.systems.robs.basics.numbers import relative_result, roll_dhl
from underkeep.systems.robs.basics.traits import Infrared, Poison
from underkeep.systems.robs.characters.alignment import strayed
from underkeep.systems.robs.characters.classes import extra_attacks, spell_levels
from underkeep.systems.robs.checks.checks import SituationRolled
from underkeep.systems.robs.equipment.arms import UNARMED, Arm, ranges_m
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import AttackRolled, CheckRolled, ContestSettled, DamageRolled, Died, Harmed, SaveRolled


@rule("robs:example.juluabuba-troll")
def test_julu_and_a_small_troll_pull():
    """5H3L - 2 against 2H3L + 1 + 1. The troll's Scale of 1 is a small one's; the table has 2 for most."""
    state = scores(scores(changed(duel(), B, scale=1), A, STR=-2), B, STR=1)
    done = do(state, CallContest(A, "STR + Scale", opponents=(B,)), *d6(5, 3, 2, 3))
    assert first(done, ContestSettled).winner == B
    assert compendium.monsters()["troll"].scale == 2


@rule("robs:example.bugli-rope")
@pytest.mark.parametrize(("faces", "reading"), [((4, 3), "for"), ((3, 4), "against"), ((3, 3), "neither")])
def test_whether_rope_lies_about_is_a_situational_roll(faces, reading):
    done = do(duel(), CallSituation(A, "rope lies about"), *d6(*faces))
    assert first(done, SituationRolled).reading == reading


@rule("robs:example.lawfulness-deity")
@pytest.mark.parametrize(("caller", "less"), [(4, 1), (2, 1), (1, 2), (3, 0)])
def test_callers_on_a_deity_of_three(caller, less):
    assert compendium.orders()["the-lamp"].lawfulness == 3
    assert strayed(own(changed(duel(), A, order="the-lamp", lawfulness=caller).creatures[A])) == less


@rule("robs:example.priest-4-spells", "robs:example.knight-4-spells")
@pytest.mark.parametrize(
    ("name", "kind", "levels"), [("priest", "cleric", 8), ("wizard", "wizard", 8), ("knight", "cleric", 4)]
)
def test_the_spell_levels_of_a_fourth_level(name, kind, levels):
    assert spell_levels(own(changed(duel(), A, classes={name: 4}).creatures[A]), kind) == levels


@rule("robs:example.level-10-split")
def test_two_of_level_ten():
    split = own(changed(duel(), A, classes={"fighter": 5, "thief": 2, "priest": 3}).creatures[A])
    master = own(changed(duel(), A, classes={"fighter": 10}).creatures[A])
    assert sum(split.classes.values()) == sum(master.classes.values()) == 10
    assert extra_attacks(master)[0] > extra_attacks(split)[0]


@rule("robs:example.proficiency")
@pytest.mark.parametrize(
    ("skill", "high", "low", "total"),
    [(1, 4, 1, 4), (1, 3, 2, 2), *((4, 6, low, 6) for low in (1, 2, 3, 4)), (4, 6, 5, 5), (4, 6, 6, 4)],
)
def test_proficiency_eats_up_the_low_die(skill, high, low, total):
    done = Resolution(duel(), Scripted(*d6(high, low)), RULESET)
    assert roll_dhl(done, "x", (), None, skill).total == total


@rule("robs:example.bob-goblin")
def test_bob_hits_a_goblin_by_two():
    done = Resolution(duel(), Scripted(*d6(4, 2, 1, 1)), RULESET)
    roll = roll_dhl(done, "x", (Modifier("bonuses", 1),), 1)
    assert (roll.total, roll.success, relative_result(roll)) == (3, True, 2)
    assert roll_dhl(done, "x", (Modifier("bonuses", 1),), 1).success, "+1 is enough"


@rule("robs:example.dex-difference")
def test_the_quicker_attacker_has_it_mediocre():
    state = scores(duel(switches=("dex-difference",)), A, DEX=1)
    assert defence.difficulty(state, state.creatures[A], state.creatures[B], UNARMED, False) == -1


@rule("robs:example.bob-damage")
def test_bob_strikes_an_ogre():
    """(2 + 1 + 3 + 0) - (1 + 3) = 2. The book puts 2 for Good STR, whose line would come to 3, and prints 1."""
    state = scores(changed(duel("longsword"), B, scale=3, ddf=1), A, STR=1)
    assert first(hit(state, *d6(4, 2), weapon="longsword"), DamageRolled).roll.total == 2


@rule("robs:example.scratch-archers")
def test_archers_scratch_a_dragon():
    assert first(hit(big("scratch-one-point"), *d6(5, 2)), DamageRolled).roll.total == 1


@rule("robs:example.bob-19-hp")
def test_bob_of_nineteen_hit_points():
    """Groups of 7, 6 and 6. The book has Very Hurt at 5 or fewer, though the second group is gone at 6."""
    assert wounds.groups(19) == (7, 6, 6)
    found = {hp: wounds.wound_level(hp, 19).name for hp in (13, 12, 7, 6, 3, 2)}
    assert found == {
        13: "Unhurt", 12: "Hurt", 7: "Hurt", 6: "Very Hurt", 3: "Very Hurt", 2: "Critically Hurt",
    }  # fmt: skip


@rule("robs:example.scotty")
def test_scotty_lies_senseless_and_dies():
    """At -1 he meets +1 with 0 + 1. At -2 it takes +2: -3 + 1 fails. The book calls +2 Good and adds a CON of 2."""
    state = scores(changed(duel(switches=("con-check-to-survive",)), B, classes={"fighter": 1}), B, CON=1)
    state = changed(state, B, ddf=0).with_creature(B, hp=2, max_hp=30)
    struck = hit(state, *d6(5, 3), *d6(2, 2))  # a club does 1, by 2 makes 3
    assert struck.state.creatures[B].status == "down" and struck.state.creatures[B].hp == -1
    assert first(struck, CheckRolled).roll.total == 1 and first(struck, CheckRolled).roll.needed == 1
    again = Resolution(struck.state, Scripted(*d6(2, 5)), RULESET)
    again.emit(Harmed(B, 1, -2, "", "weapon"))
    assert first(again, CheckRolled).roll.total == -2 and first(again, CheckRolled).roll.needed == 2
    assert first(again, Died).creature == B


@rule("robs:example.ellyl-whack")
@pytest.mark.parametrize(("faces", "amount"), [((3, 3), 8), ((4, 3), 9)])
def test_a_human_whacks_an_ellyl(faces, amount):
    tiny = changed(duel("", ""), B, scale=-9)
    assert first(hit(tiny, *d6(*faces), weapon="unarmed"), DamageRolled).roll.total == amount
    large = changed(duel("", ""), B, scale=9)  # the ellyl in return
    assert first(hit(large, *d6(5, 1), weapon="unarmed"), DamageRolled).roll.total == 0


@rule("robs:example.skeleton")
def test_a_skeleton_fails_by_four_and_is_destroyed():
    assert first(cast(undead(), "turn-undead", "", *d6(4, 3, 3, 3)), Died)


@rule("robs:example.thrown-ranges")
def test_a_weak_arm_throws_less_far():
    assert ranges_m(Arm("dagger", "Dagger", 2, bands=(10, 20, 30), throw_factor=5), -1, 0) == (5, 15, 25)


@rule("robs:example.happybottom")
def test_a_snake_bites_a_halfling_through_the_leather():
    """2 points, 1 stopped by armour and the other by Scale: no harm, and the poison gets in all the same."""
    state = changed(duel(theirs="club,soft leather"), B, scale=-2)
    state = changed(state, A, scale=-4, traits=(Poison(1, "3", "club"),))
    done = hit(state, *d6(4, 3), *d6(1, 2))  # a club's 1 and a margin of 1
    assert first(done, DamageRolled).roll.total == 0
    assert first(done, SaveRolled).against == "poison" and first(done, Harmed).kind == "poison"


@rule("robs:example.infrared")
def test_who_sees_warmth_strikes_the_warm_in_the_dark():
    warm = under(changed(duel(), A, traits=(Infrared(),)), B, "in darkness")
    assert not first(hit(warm, *d6(1, 2)), AttackRolled).roll.modifiers
    assert not every(hit(warm, *d6(1, 2)), DamageRolled)
