"""The spells of wizards, one by one."""

from __future__ import annotations

import pytest
from tests.rules.robs.magic.magery import cast, gained, has, laid, until, why_not_cast, wizard
from tests.rules.robs.scene import A, B, changed, do, duel, every, first, hit, scores

from underkeep.kernel.dice import Scripted
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium, movement
from underkeep.systems.robs.basics.spell_conditions import is_hushed
from underkeep.systems.robs.basics.spell_listings import Suggest
from underkeep.systems.robs.basics.traits import Immune, Infrared, Mindless
from underkeep.systems.robs.combat.rounds import fight_options
from underkeep.systems.robs.magic import casting
from underkeep.systems.robs.magic.effects import hampering, missiles, places
from underkeep.systems.robs.magic.effects.places import Tend
from underkeep.systems.robs.magic.effects.senses import MagicSensed, is_magic
from underkeep.systems.robs.magic.lingering import Sense, Wake
from underkeep.systems.robs.magic.spell_effects import Casting, SpellFailed
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import AttackRolled, DamageRolled, Fled, Harmed, Moved, SaveRolled
from underkeep.world.gear import Item


@rule("robs:spell.magic-missile.number", "robs:spell.magic-missile.to-hit", "robs:spell.magic-missile.damage")
def test_magic_missile():
    state = changed(scores(wizard(4, "magic-missile", state=duel(gap=20)), A, INT=2), B, ddf=1)
    done = cast(state, "magic-missile", B, *d6(1, 3, 1, 4))  # -2 hits, -3 misses
    assert [e.hit for e in every(done, AttackRolled)] == [True, False]
    assert [e.amount for e in every(done, Harmed)] == [3]
    effect = compendium.forms()["magic-missile"].form.effect
    assert [missiles.number(effect, level) for level in (1, 2, 3, 4, 5, 6)] == [1, 1, 1, 2, 2, 3]
    big = changed(state, B, scale=2)
    assert first(cast(big, "magic-missile", B, *d6(3, 3, 1, 6)), Harmed).amount == 1


@rule("robs:magic.cast.relative-result")
def test_how_well_an_arrow_hits_is_all_the_same():
    state = scores(wizard(1, "magic-missile"), A, INT=2)
    for faces in ((3, 3), (5, 1)):
        assert first(cast(state, "magic-missile", B, *d6(*faces)), Harmed).amount == 4


@rule("robs:spell.magic-missile.range")
@pytest.mark.parametrize(("gap", "legal"), [(19, True), (20, False)])
def test_magic_missile_flies_ten_metres_a_level(gap, legal):
    found = why_not_cast(wizard(3, "magic-missile", state=duel(gap=gap)), "magic-missile", B)
    assert (found is None) is legal
    assert legal or found.rule == "robs:spell.magic-missile.range"


@rule("robs:spell.magic-missile.targets", "robs:spell.spark.number")
def test_arrows_are_spread():
    from underkeep.testing.builders import field, in_step

    state = in_step(field(RULESET, "commoner v 3 commoner"), "act", A)
    state = wizard(6, "magic-missile", state=state)
    done = cast(state, "magic-missile", B, *d6(1, 6, 1, 6, 1, 6), choice="spread")
    assert sorted(e.target for e in every(done, AttackRolled)) == [B, "b-commoner-2", "b-commoner-3"]
    alone = cast(state, "magic-missile", B, *d6(1, 6, 1, 6, 1, 6), choice="all at one")
    assert {e.target for e in every(alone, AttackRolled)} == {B}


@rule("robs:spell.tandyf.save", "robs:spell.tandyf.difficulty", "robs:spell.tandyf.duration")
def test_a_suggestion():
    state = wizard(1, "tandyf")
    assert not every(cast(state, "tandyf", B, *d6(4, 3), choice="leave"), Fled)
    gone = cast(state, "tandyf", B, *d6(1, 3), choice="leave")  # -2 against 1
    assert first(gone, Fled) and until(gone, B, "swayed") == 180
    stays = cast(state, "tandyf", B, *d6(3, 3), choice="take a break")
    assert until(stays, B, "spellbound") == 60
    ruled = {"robs:spell.tandyf.duration": "ten minutes for each point"}
    assert until(cast(state, "tandyf", B, *d6(3, 3), choice="take a break", rulings=ruled), B, "swayed") == 600
    needed = hampering.suggestion_difficulty(Suggest(1, 2), 5, changed(state, B, level=2).creatures[B])
    assert needed == 2
    assert hampering.suggestion_difficulty(Suggest(1, 2), 1, changed(state, B, level=3).creatures[B]) == 0


@rule("robs:spell.tandyf.limits", "robs:spell.tandyf.range", "robs:spell.tandyf.save")
def test_what_a_suggestion_cannot_do():
    state = wizard(1, "tandyf")
    assert first(cast(state, "tandyf", B, choice="attack friends"), SpellFailed).why == "against its nature"
    deaf = gained(state, B, "in silence")
    assert first(cast(deaf, "tandyf", B, choice="leave"), SpellFailed).rule == ("robs:spell.tandyf.range",)
    for witless in (scores(state, B, INT=-5), changed(state, B, traits=(Mindless(),))):
        assert first(cast(witless, "tandyf", B, choice="leave"), SpellFailed).why == "no mind to sway"
    assert every(cast(scores(state, B, INT=-4), "tandyf", B, *d6(6, 1), choice="leave"), SaveRolled)
    near = why_not_cast(wizard(1, "tandyf", state=duel(gap=3)), "tandyf", B)
    assert near is None
    far = why_not_cast(wizard(1, "tandyf", state=duel(gap=4)), "tandyf", B)
    assert far.rule == "robs:spell.tandyf.range"


@rule("robs:spell.tandyf.critical")
def test_a_suggestion_for_good():
    for switches, ends in (((), 420), (("tandyf-permanent",), None)):
        state = wizard(2, "tandyf", state=duel(switches=switches))
        assert until(cast(state, "tandyf", B, *d6(1, 6), choice="take a break"), B, "swayed") == ends
    state = wizard(1, "tandyf", state=duel(switches=("tandyf-permanent",)))
    assert until(cast(state, "tandyf", B, *d6(1, 5), choice="take a break"), B, "swayed") == 300


@rule("robs:spell.sleep.contest", "robs:spell.sleep.range", "robs:spell.sleep.waking")
def test_sleep():
    state = wizard(2, "sleep")
    done = cast(state, "sleep", B, *d6(4, 3, 3, 3))  # 3 against 1
    assert until(done, B, "asleep") == 120
    assert not has(cast(state, "sleep", B, *d6(2, 3, 3, 3)), B, "asleep")  # a tie
    assert why_not_cast(wizard(2, "sleep", state=duel(gap=6)), "sleep", B) is None
    assert why_not_cast(wizard(2, "sleep", state=duel(gap=7)), "sleep", B).rule == "robs:spell.sleep.range"
    struck = hit(changed(done.state, A, classes={}), *d6(3, 3))
    assert not has(struck, B, "asleep")
    missed = hit(changed(done.state, A, classes={}), *d6(1, 5))
    assert has(missed, B, "asleep")
    friend = done.state.with_creature(B, side="a")
    assert not has(do(friend, Wake(A, B)), B, "asleep")


@rule("robs:spell.be-quiet.contest", "robs:spell.be-quiet.range", "robs:spell.be-quiet.limits")
def test_be_quiet():
    state = wizard(2, "be-quiet", "sleep")
    done = cast(state, "be-quiet", B, *d6(4, 3, 3, 3))
    assert until(done, B, "mute") == 120
    assert Attack(B, A, "club") in fight_options(done.state, done.state.creatures[B], done.state.fight.step)
    far = why_not_cast(wizard(2, "be-quiet", state=duel(gap=7)), "be-quiet", B)
    assert far.rule == "robs:spell.be-quiet.range"
    assert why_not_cast(wizard(2, "be-quiet", state=duel(gap=6)), "be-quiet", B) is None


@rule("robs:spell.paralyze.contest", "robs:spell.paralyze.effect", "robs:spell.paralyze.range")
def test_paralyze():
    state = changed(scores(wizard(3, "paralyze"), A, INT=1), B, level=2, scale=3)
    done = cast(state, "paralyze", B, *d6(3, 3, 3, 3))  # 4 against 3
    assert until(done, B, "paralysed") == 10
    assert not has(cast(state, "paralyze", B, *d6(2, 3, 3, 3)), B, "paralysed")
    assert not fight_options(done.state, done.state.creatures[B], done.state.fight.step)
    assert [hampering.bulk(state.creatures[A], changed(state, B, scale=s).creatures[B]) for s in (-3, 1, 2, 5)] == [
        0,
        0,
        1,
        2,
    ]
    assert why_not_cast(wizard(2, "paralyze", state=duel(gap=7)), "paralyze", B).rule == "robs:spell.paralyze.range"
    flier = changed(state, B, flying_scale=2)
    from underkeep.world.creature import CheckRolled

    crash = cast(flier, "paralyze", B, *d6(5, 3, 3, 3, 3, 3))
    assert first(crash, CheckRolled).what == "emergency landing"


@rule("robs:spell.paralyze.reverse")
def test_remove_paralysis():
    state = wizard(3, "remove-paralysis").with_creature(B, side="a")
    bound = laid(state, B, "paralysed", "paralyze", 2)
    assert not has(cast(bound, "remove-paralysis", B, *d6(4, 3, 4, 3)), B, "paralysed")  # 4 against 3
    assert has(cast(bound, "remove-paralysis", B, *d6(3, 3, 4, 3)), B, "paralysed")
    other = gained(state, B, "paralysed")
    assert not has(cast(other, "remove-paralysis", B), B, "paralysed")
    ruled = {"robs:spell.paralyze.reverse": "it stays"}
    assert has(cast(other, "remove-paralysis", B, rulings=ruled), B, "paralysed")
    assert first(cast(state, "remove-paralysis", B), SpellFailed)


def shot(state, *faces):
    return do(state, Attack(A, B, "shortbow"), *faces)


@rule("robs:spell.missile-shield.effect", "robs:spell.missile-shield.reverse")
def test_missile_shield_and_magnet():
    bare = duel("shortbow", gap=4)
    plain = first(shot(bare, *d6(5, 3)), DamageRolled).roll.total
    total = first(shot(bare, *d6(5, 3)), AttackRolled).roll.total
    for condition, amount in (("shielded from missiles", -1), ("drawing missiles", 1)):
        done = shot(gained(bare, B, condition), *d6(5, 3))
        assert first(done, AttackRolled).roll.total == total + amount
        assert first(done, DamageRolled).roll.total == plain + 2 * amount  # aim, and the missile itself
    melee = hit(gained(duel(), B, "shielded from missiles"), *d6(3, 3))
    assert first(melee, DamageRolled).roll.total == 1


@rule("robs:spell.missile-shield.range-duration", "robs:spell.missile-shield.reverse")
def test_missile_spells_reach_and_last():
    done = cast(wizard(3, "missile-magnet", state=duel(gap=9)), "missile-magnet", B)
    assert until(done, B, "drawing missiles") == 1800
    assert until(cast(wizard(3, "missile-shield"), "missile-shield", A), A, "shielded from missiles") == 1800
    far = why_not_cast(wizard(3, "missile-magnet", state=duel(gap=10)), "missile-magnet", B)
    assert far.rule == "robs:spell.missile-shield.reverse" or far.rule == "robs:spell.missile-shield.range-duration"


@rule("robs:spell.missile-shield.physical-only")
def test_phantom_arrows_mind_no_shield():
    state = gained(scores(wizard(1, "magic-missile"), A, INT=1), B, "shielded from missiles")
    done = cast(state, "magic-missile", B, *d6(1, 3))
    assert first(done, AttackRolled).roll.total == 0 and first(done, Harmed).amount == 3


@rule("robs:spell.spark.to-hit", "robs:spell.spark.metal-bonus", "robs:spell.spark.damage", "robs:magic.damage.energy")
def test_spark():
    state = scores(wizard(2, "spark"), A, INT=2)
    assert first(cast(changed(state, B, scale=6), "spark", B, *d6(1, 3)), Harmed).amount == 2
    mail = state.with_creature(B, items=(Item("chainmail", "Chainmail", "worn"),))
    drawn = cast(mail, "spark", B, *d6(1, 4))
    assert first(drawn, AttackRolled).hit and first(drawn, Harmed).amount == 2
    assert not first(cast(state, "spark", B, *d6(1, 4)), AttackRolled).hit
    soft = next(k for k, a in compendium.armours().items() if not a.metal and not a.shield and a.ddf == 2)
    leather = state.with_creature(B, items=(Item(soft, "Leather", "worn"),))
    assert not every(cast(leather, "spark", B, *d6(3, 3)), Harmed)
    assert why_not_cast(wizard(2, "spark", state=duel(gap=2)), "spark", B) is None
    assert why_not_cast(wizard(2, "spark", state=duel(gap=3)), "spark", B).rule == "robs:spell.spark.to-hit"


@rule("robs:spell.spark.immunity")
def test_stone_takes_nothing_from_sparks():
    state = scores(wizard(2, "spark"), A, INT=2)
    done = cast(changed(state, B, traits=(Immune("spark"),)), "spark", B, *d6(3, 3))
    assert not every(done, Harmed) and first(done, DamageRolled).roll.total == 0


@rule("robs:spell.detect-magic.effect", "robs:spell.detect-magic.duration")
def test_detect_magic():
    sword = Item("longsword+1", "Longsword +1", "hand")
    herbs = Item("potion-of-mana", "Potion of Mana")
    state = wizard(2, "detect-magic", state=duel(gap=6)).with_creature(B, items=(sword, herbs))
    done = cast(state, "detect-magic", "")
    assert first(done, MagicSensed).what == ("Longsword +1",)
    assert until(done, A, "sensing magic") == 120
    assert first(do(gained(done.state, A, "sensing magic"), Sense(A)), MagicSensed).what == ("Longsword +1",)
    far = wizard(2, "detect-magic", state=duel(gap=7)).with_creature(B, items=(sword,))
    assert first(cast(far, "detect-magic", ""), MagicSensed).what == ()
    assert not is_magic(herbs) and is_magic(sword)


@rule("robs:spell.detect-magic.reverse")
def test_hidden_magic():
    sword = Item("longsword+1", "Longsword +1", "hand")
    state = wizard(1, "detect-magic").with_creature(B, items=(sword,))
    state = laid(state, B, "hidden magic", "hide-magic", 3)
    assert first(cast(state, "detect-magic", "", *d6(4, 3, 4, 3)), MagicSensed).what == ()  # 2 against 4
    assert "Longsword +1" in first(cast(state, "detect-magic", "", *d6(6, 2, 4, 3)), MagicSensed).what
    hider = cast(wizard(3, "hide-magic"), "hide-magic", A)
    assert until(hider, A, "hidden magic") == 1800


@rule("robs:spell.dispel-magic.contest", "robs:spell.dispel-magic.retries")
def test_dispel_magic():
    state = laid(wizard(3, "dispel-magic"), B, "asleep", "sleep", 2)
    assert not has(cast(state, "dispel-magic", B, *d6(4, 3, 3, 3)), B, "asleep")  # 4 against 2
    failed = cast(state, "dispel-magic", B, *d6(2, 3, 3, 3))  # 2 against 2
    assert has(failed, B, "asleep")
    second = cast(failed.state, "dispel-magic", B, *d6(3, 3, 3, 3))  # 3 - 1 against 2
    assert has(second, B, "asleep")
    third = cast(second.state, "dispel-magic", B, *d6(5, 3, 3, 3))  # 5 - 2 against 2
    assert not has(third, B, "asleep")
    assert first(cast(wizard(3, "dispel-magic"), "dispel-magic", B), SpellFailed)


def illusion(*faces, choice="scare", state=None, rulings=None):
    return cast(state or small(), "minor-illusion", "", *faces, choice=choice, rulings=rulings)


def small():
    return changed(scores(wizard(3, "minor-illusion"), A, INT=1), B, scale=-2)


@rule("robs:spell.minor-illusion.size")
def test_the_size_of_an_illusion():
    state = small()
    assert why_not_cast(state, "minor-illusion", choice="scare", amount=9) is None
    assert why_not_cast(state, "minor-illusion", choice="scare", amount=10).rule == "robs:spell.minor-illusion.size"
    done = illusion(*d6(1, 3, 3, 3))
    assert done.state.creatures[A].condition("keeping up an illusion").level == 9


@rule("robs:spell.minor-illusion.notice", "robs:spell.minor-illusion.uses", "robs:spell.minor-illusion.senses")
def test_an_illusion_scares_the_small():
    assert first(illusion(*d6(4, 3, 4, 3)), Fled)  # 2 against 1
    seen = illusion(*d6(4, 3, 6, 3))
    assert not every(seen, Fled) and has(seen, B, "sees through the illusion")
    assert not every(illusion(state=changed(small(), B, scale=0)), Fled)
    warm = illusion(state=changed(small(), B, traits=(Infrared(),)))
    assert not every(warm, Fled)
    assert not every(illusion(state=changed(small(), B, traits=(Mindless(),))), Fled)


@rule("robs:spell.minor-illusion.impossible")
def test_who_strikes_through_an_illusion_knows_it():
    hidden = illusion(choice="hide").state
    assert hidden.creatures[A].condition("in cover")
    struck = do(hidden, Attack(B, A, "club"), *d6(1, 5))
    assert has(struck, B, "sees through the illusion")
    again = changed(struck.state.with_creature(A, conditions=()), A, spent={})
    assert not every(cast(again, "minor-illusion", "", choice="scare"), Fled)


@rule("robs:spell.minor-illusion.nature", "robs:spell.minor-illusion.range")
def test_an_illusion_hides_and_vanishes():
    hidden = illusion(choice="hide")
    gone = do(hidden.state, Tend(A, "keeping up an illusion", "end"))
    assert not has(gone, A, "in cover") and not has(gone, A, "hidden by an illusion")
    for squares, kept in ((9, True), (10, False)):
        moved = Resolution(hidden.state, Scripted(), RULESET)
        x, y = hidden.state.creatures[A].at
        moved.emit(Moved(A, (x, y + squares)))
        assert has(moved, A, "keeping up an illusion") is kept


@rule("robs:spell.minor-illusion.concentration", "robs:magic.cast.interruption")
def test_an_illusion_takes_all_ones_thoughts():
    kept = illusion(choice="hide").state
    before = movement.walk_squares(small(), small().creatures[A])
    assert movement.walk_squares(kept, kept.creatures[A]) == before // 2
    assert movement.sprint_squares(kept, kept.creatures[A]) == 0
    struck = do(kept, Attack(B, A, "club"), *d6(6, 2, 1, 5), rulings={"robs:combat.attack.situation": "+0"})
    assert not has(struck, A, "keeping up an illusion")


@rule("robs:spell.silence.area", "robs:spell.silence.duration")
def test_sphere_of_silence():
    state = wizard(3, "sphere-of-silence", state=duel(gap=3))
    done = cast(state, "sphere-of-silence", "", choice="full")
    assert until(done, A, "in silence") == 1800
    assert done.state.creatures[A].condition("in silence").level == 6
    assert is_hushed(done.state, done.state.creatures[B])
    shrunk = do(done.state, Tend(A, "in silence", "self"))
    assert not is_hushed(shrunk.state, shrunk.state.creatures[B])
    assert is_hushed(shrunk.state, shrunk.state.creatures[A])
    assert do(shrunk.state, Tend(A, "in silence", "full")).state.creatures[A].condition("in silence").level == 6
    assert not has(do(shrunk.state, Tend(A, "in silence", "end")), A, "in silence")
    half = places.why_not(done.state, Tend(A, "in silence", "half as loud"))
    assert half.rule == "robs:spell.silence.duration"
    louder = why_not_cast(state, "sphere-of-silence", choice="half")
    assert louder.rule == "robs:spell.silence.duration"


@rule("robs:magic.damage.energy")
def test_fire_minds_no_scale():
    state = wizard(3, "fireball")
    for scale in (-9, 6):
        done = cast(changed(state, B, scale=scale), "fireball", B, *d6(3, 3, 3, 3, 2, 4))
        assert first(done, Harmed).amount == 6


@rule("robs:magic.damage.objects")
def test_a_boulder_has_a_scale_of_its_own():
    state = wizard(2, "rockslide")
    done = cast(state, "rockslide", B, *d6(4, 3, 5, 2))
    assert first(done, Harmed).amount == 3 + 3
    ruled = {"robs:magic.damage.objects": "Scale -2, a small boulder"}
    assert first(cast(state, "rockslide", B, *d6(4, 3), rulings=ruled), Harmed).amount == 1


def test_another_shape():
    assert cast(wizard(4, "polymorph"), "polymorph", B, *d6(5, 3, 3, 3, 3, 3)).state.creatures[B].status == "down"


@rule("robs:magic.wizard.outlawed")
def test_magic_before_the_law():
    written = compendium.forms()["hide-magic"]
    from underkeep.systems.robs.basics.campaign import campaign

    state = wizard(3, "hide-magic")
    from unittest import mock

    with mock.patch.object(casting.spell_targets, "scene", return_value="town"):
        done = Resolution(state, Scripted(), RULESET)
        casting._before_the_law(done, state.creatures[A], written, "")
        assert campaign(done.state).crimes == {A: 1}
        shown = Resolution(state, Scripted(), RULESET)
        casting._before_the_law(shown, state.creatures[A], compendium.forms()["minor-illusion"], "entertain")
        assert campaign(shown.state).crimes == {}


@rule("robs:spell.minor-illusion.narration", "robs:spell.minor-illusion.uses")
@pytest.mark.parametrize(("faces", "result"), [((4, 3), "applause"), ((3, 3), "nothing")])
def test_a_tale_told_with_an_illusion_takes_no_concentration(faces, result):
    written = compendium.forms()["minor-illusion"]
    done = Resolution(small(), Scripted(*d6(*faces)), RULESET)
    places.feign(done, Casting(A, written, "", "entertain", 3), written.form.effect)
    assert first(done, places.Entertained).result == result
    assert not has(done, A, "keeping up an illusion")
