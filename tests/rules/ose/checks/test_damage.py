from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import ORC, F, every, first, hit, listed, scene, spent, under
from tests.rules.ose.service import company

from underkeep.kernel.dice import Scripted
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE, Ruled, RulingStands
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution, RulingNeeded
from underkeep.systems.ose.attacks.special_attacks import Struck, infect
from underkeep.systems.ose.basics.conditions import DISEASED, PARALYSED, POISONED, SICK
from underkeep.systems.ose.checks import damage
from underkeep.systems.ose.checks.saves import halved
from underkeep.systems.ose.combat import rounds
from underkeep.systems.ose.monsters.listings import Disease, monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d3, d4, d6, d8, d10, d20, rule
from underkeep.testing.builders import perform
from underkeep.world.condition import ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Harmed, Healed, SaveRolled
from underkeep.world.gear import ItemsChanged


@rule("ose:damage.hp-pool", "ose:damage.hp.max-and-current")
def test_damage_lowers_the_current_hit_points_only():
    orc = hit(scene(), d20(19), d6(3)).state.creatures[ORC]
    assert (orc.hp, orc.max_hp, orc.status) == (5, 8, "up")


@rule("ose:death.zero-hp", "ose:death.zero-hp.character")
@pytest.mark.parametrize(("hp", "status"), [(3, "dead"), (4, "up"), (1, "dead")])
def test_death_at_nought(hp, status):
    for by, on, weapon in ((ORC, F, "weapon"), (F, ORC, "sword")):
        done = hit(scene().with_creature(on, hp=hp), d20(19), d6(3), by=by, on=on, weapon=weapon)
        assert done.state.creatures[on].status == status
        assert done.state.creatures[on].hp >= 0


def harmed(state, kind):
    done = Resolution(state, Scripted(), RULESET)
    damage.harm(done, F, 9, ORC, kind)
    return done


@rule("ose:damage.item-destruction")
def test_fire_takes_the_gear_of_the_slain():
    state = scene("fighter[sword,chainmail] v orc")
    assert harmed(state, "fire").state.creatures[F].items == ()
    assert [i.kind for i in harmed(state, "weapon").state.creatures[F].items] == ["sword", "chainmail", "gp"]
    survivor = harmed(state.with_creature(F, hp=10), "fire")
    assert every(survivor, ItemsChanged) == []


def bitten(monster: str, weapon: str, *faces: int, victim: str = "fighter", hp: int = 8, **rulings: str):
    state = scene(f"{victim} v {monster}").with_creature(f"{victim}-1", hp=hp, max_hp=hp)
    id = monster.replace(" ", "-") + "-1"
    return hit(state, *faces, by=id, on=f"{victim}-1", weapon=weapon)


@rule("ose:save.poison.fatal", "ose:save.category.death", "ose:save.when")
def test_poison_kills_whatever_the_hit_points():
    done = bitten("pit viper", "bite", d20(19), d4(1), d20(11), hp=60)
    assert first(done, SaveRolled).against == "poison"
    assert first(done, SaveRolled).roll.needed == 12
    assert every(done, Died)
    assert first(done, Ruled).choice == "death"


@rule("ose:save.poison.damage-independent", "ose:save.success.other")
def test_a_save_stops_the_poison_and_not_the_bite():
    done = bitten("pit viper", "bite", d20(19), d4(4), d20(12))
    assert done.state.creatures[F].hp == 4
    assert done.state.creatures[F].conditions == ()


@rule("ose:save.poison.fatal")
def test_other_poisons():
    spider = bitten("crab spider", "bite", d20(19), d8(1), d20(9), d4(2))
    assert first(spider, SaveRolled).roll.total == 11
    assert first(spider, ConditionGained).condition == replace(
        first(spider, ConditionGained).condition, name=POISONED, until=1200
    )
    centipede = bitten("giant centipede", "bite", *d20(19, 1))
    assert first(centipede, ConditionGained).condition.name == SICK
    assert every(centipede, DamageRolled) == []
    spared = Resolution(
        scene("fighter v pit viper"),
        Scripted(d20(19), d4(1), d20(1)),
        RULESET,
        {"ose:save.poison.fatal": "sickness for a day"},
    )
    perform(spared, Attack("pit-viper-1", F, "bite"))
    assert spared.state.creatures[F].condition(SICK) is not None


@rule("ose:save.when")
def test_the_undead_feel_no_poison():
    done = hit(scene("skeleton v pit viper"), d20(19), d4(1), by="pit-viper-1", on="skeleton-1", weapon="bite")
    assert every(done, SaveRolled) == []


@rule("ose:save.poison.fatal")
def test_a_slow_poison_kills_when_its_time_is_over():
    state = under(scene(), F, POISONED, until=30)
    for now, status in ((20, "up"), (30, "dead")):
        done = Resolution(replace(state, now=now), Scripted(), RULESET)
        rounds.plan_round(done)
        assert done.state.creatures[F].status == status


@rule("ose:save.category.paralysis", "ose:save.success.other", "ose:combat.helpless")
def test_a_ghouls_touch():
    done = bitten("ghoul", "bite", d20(19), d3(1), d20(13), *d4(2, 3))
    assert first(done, SaveRolled).roll.needed == 14
    assert first(done, ConditionGained).condition == replace(
        first(done, ConditionGained).condition, name=PARALYSED, until=5 * 600
    )
    assert every(bitten("ghoul", "bite", d20(19), d3(1), d20(14)), ConditionGained) == []
    assert every(bitten("ghoul", "bite", d20(19), d3(1), victim="elf"), SaveRolled) == []
    assert every(bitten("carcass crawler", "tentacle", *d20(19, 20), victim="elf"), SaveRolled)


@rule("ose:combat.helpless")
def test_a_blow_against_the_helpless_is_told_though_nothing_is_rolled():
    done = hit(under(scene(), ORC, PARALYSED, until=600), d6(3))
    assert first(done, damage.StruckHelpless).target == ORC
    assert not every(done, AttackRolled)
    assert not every(hit(scene(), d20(19), d6(3)), damage.StruckHelpless)


@rule("ose:combat.helpless")
def test_paralysis_wears_off():
    state = under(scene(), F, PARALYSED, until=600)
    done = Resolution(replace(state, now=600), Scripted(), RULESET)
    rounds.plan_round(done)
    assert first(done, ConditionEnded).name == PARALYSED


def test_one_bite_in_twenty_carries_disease():
    state = scene("fighter v giant rat")
    assert isinstance(scene_effect("giant-rat"), Disease)
    for faces, ill, deadly in (
        ((d20(2),), False, 0),
        (d20(1, 12), False, 0),
        ((d20(1), d20(11), d4(2)), True, 0),
        ((d20(1), d20(11), d4(1), d6(3)), True, 1),
    ):
        done = Resolution(state, Scripted(*faces), RULESET)
        infect(done, Struck("", state.creatures[F]), Disease())
        done.dice.finish()
        condition = done.state.creatures[F].condition(DISEASED)
        assert (condition is not None) is ill
        assert not ill or condition.level == deadly


def scene_effect(kind):
    return monsters()[kind].attacks[0][0].effects[0]


@rule("ose:save.category.breath", "ose:save.success.damage", "ose:dice.x-in-6")
def test_hellhounds_breathe_on_two_in_six():
    hound = "hellhound 3 hd"
    full = bitten(hound, "bite", *d6(2, 4, 4, 3), d20(14), hp=20)
    assert (every(full, AttackRolled), first(full, Harmed).amount) == ([], 11)
    half = bitten(hound, "bite", *d6(2, 4, 4, 3), d20(15), hp=20)
    assert first(half, Harmed).amount == 5
    assert every(bitten(hound, "bite", d6(3), d20(2)), SaveRolled) == []
    assert halved(20) == 10
    assert halved(1) == 1


@rule("ose:damage.item-destruction")
def test_hellfire_burns_the_gear():
    done = bitten("hellhound 3 hd", "bite", *d6(1, 6, 6, 6), d20(2), hp=8)
    assert done.state.creatures[F].items == ()
    assert done.state.creatures[F].status == "dead"


def both(monster: str, attack: str, *faces: tuple[int, ...]):
    """Two attacks of a monster on a fighter of 30 hit points."""
    state = scene(f"fighter v {monster}").with_creature(F, hp=30, max_hp=30)
    id = monster.replace(" ", "-") + "-1"
    return hit(hit(state, *faces[0], by=id, on=F, weapon=attack).state, *faces[1], by=id, on=F, weapon=attack)


def test_a_bear_hugs_with_both_paws():
    assert [
        e.roll.notation
        for e in every(both("black bear", "claw", (d20(19), d3(1)), (d20(19), d3(1), d8(8), d8(8))), DamageRolled)
    ] == [
        "1d3",
        "2d8",
    ]
    assert len(every(both("black bear", "claw", (d20(2),), (d20(19), d3(1))), DamageRolled)) == 1


def test_a_scorpion_stings_what_it_holds():
    held = both("giant scorpion", "claw", (d20(19), d10(1)), (d20(19), d10(1))).state
    sting = hit(held, d20(2), by="giant-scorpion-1", on=F, weapon="sting")
    assert first(sting, AttackRolled).roll.modifiers == (("held fast", 2),)
    loose = both("giant scorpion", "claw", (d20(2),), (d20(19), d10(1))).state
    assert first(hit(loose, d20(2), by="giant-scorpion-1", on=F, weapon="sting"), AttackRolled).roll.modifiers == ()


def test_a_hydra_bites_once_for_each_head_left():
    state = scene("fighter v hydra-5-heads").with_creature("hydra-5-heads-1", hp=17, max_hp=40)
    for _ in range(3):
        state = hit(state, d20(2), by="hydra-5-heads-1", on=F, weapon="bite").state
    assert listed(state, "hydra-5-heads-1") == []
    dying = scene("fighter v hydra-5-heads").with_creature("hydra-5-heads-1", hp=0)
    assert listed(hit(dying, d20(2), by="hydra-5-heads-1", on=F, weapon="bite").state, "hydra-5-heads-1") == []


@rule("ose:healing.cap")
def test_regeneration_stops_at_the_maximum():
    state = scene("fighter v thoul")
    done = Resolution(state.with_creature("thoul-1", hp=7), Scripted(), RULESET)
    rounds.plan_round(done)
    assert first(done, Healed).hp == 8
    whole = Resolution(state, Scripted(), RULESET)
    rounds.plan_round(whole)
    assert every(whole, Healed) == []


def test_berserkers_rage_against_people_only():
    assert (
        first(
            hit(scene("fighter v berserker"), d20(2), by="berserker-1", on=F, weapon="weapon"), AttackRolled
        ).roll.total
        == 4
    )
    wolf = hit(scene("wolf v berserker"), d20(2), by="berserker-1", on="wolf-1", weapon="weapon")
    assert first(wolf, AttackRolled).roll.total == 2


def test_the_sick_cannot_fight():
    state = under(scene(), F, SICK)
    assert RULESET.fight_options(state, state.creatures[F], state.fight.step).listed == ()
    assert spent(state, F, "move").fight.spent[F] == ("move",)


ROLLER = "ose:combat.attack.damage-roller"


def rolled_for(state, by, *faces, seat="player"):
    """The damage of a blow by somebody in a campaign."""
    do = Resolution(state, Scripted(*faces), RULESET, seat=seat)
    damage.roll_damage(do, by, "hero-2", "sword", parse("1d8"), (), ())
    do.dice.finish()
    return do


@rule(ROLLER)
def test_the_referee_rolls_damage_unless_players_may_throw_their_own():
    state = company()
    done = rolled_for(state, "hero-1", d8(5))
    assert first(done, Ruled).choice == "the referee"
    assert not every(done, damage.DamageThrown)
    assert not every(rolled_for(done.state, "hero-1", d8(5)), Ruled), "it holds for the campaign"
    with pytest.raises(RulingNeeded):
        rolled_for(replace(state, human_referee=True), "hero-1", d8(5))
    stands = RulingStands(ROLLER, "always", "players").evolve(state)
    done = rolled_for(stands, "hero-1", d8(5))
    assert (first(done, Ruled).by, first(done, damage.DamageThrown).roll.faces) == ("standing", (5,))


@rule(ROLLER)
def test_the_referees_monsters_are_rolled_for_by_the_referee():
    state = RulingStands(ROLLER, "always", "players").evolve(company())
    ours = replace(state, players={"hero-1": REFEREE})
    assert not every(rolled_for(ours, "hero-1", d8(5)), damage.DamageThrown)
