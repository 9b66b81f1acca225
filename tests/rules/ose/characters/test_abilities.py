from __future__ import annotations

import msgspec
import pytest
from tests.rules.ose.scene import F, do, first, hit, make, scene, scores, step, table

from underkeep.errors import UnderkeepError
from underkeep.procedures.actions import CallCheck
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import ABILITIES, sheet
from underkeep.systems.ose.characters import abilities
from underkeep.systems.ose.creation import recruits
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled, CheckRolled, DamageRolled


def spread(id: str) -> list[tuple[int, list]]:
    """Each score with the cells of its row."""
    return [(score, row[2:]) for row in table(id) for score in range(row[0], row[1] + 1)]


@rule("ose:abilities.tables", "ose:abilities.str.open-doors")
def test_strength_table():
    for score, (melee, doors) in spread("abilities.strength"):
        assert (abilities.modifier(score), abilities.open_doors_in_6(score)) == (melee, doors)


@rule("ose:abilities.tables", "ose:abilities.int.languages", "ose:abilities.int.literacy")
def test_intelligence_table():
    for score, (more, speech, literacy) in spread("abilities.intelligence"):
        assert abilities.additional_languages(score) == more
        assert (abilities.speech(score), abilities.literacy(score)) == (speech, literacy)


@rule("ose:abilities.tables")
def test_other_tables():
    for score, (magic,) in spread("abilities.wisdom"):
        assert abilities.modifier(score) == magic
    for score, (ac, missile, initiative) in spread("abilities.dexterity"):
        assert (abilities.modifier(score), abilities.modifier(score)) == (ac, missile)
        assert abilities.initiative(score) == initiative
    for score, (hp,) in spread("abilities.constitution"):
        assert abilities.modifier(score) == hp
    for score, (reaction, retainers, loyalty) in spread("abilities.charisma"):
        assert abilities.reactions(score) == reaction
        assert (abilities.most_retainers(score), abilities.loyalty(score)) == (retainers, loyalty)


@rule("ose:abilities.tables", "ose:creation.note-modifiers")
def test_the_ledgers_six_scores():
    _, done = make("fighter", STR="18", INT="3", WIS="8", DEX="16", CON="5", CHA="13", adjust="none", sub_par="keep")
    noted = step_values(done, "modifiers")
    assert (noted["melee"], noted["open doors"]) == ("+3", "5-in-6")
    assert (noted["speech"], noted["literacy"], noted["magic saves"]) == ("broken", "illiterate", "-1")
    assert (noted["AC"], noted["missiles"], noted["initiative"], noted["hit points"]) == ("+2", "+2", "+1", "-2")
    assert (noted["reactions"], noted["most retainers"], noted["loyalty"]) == ("+1", 5, 8)


def step_values(done, name):
    return step(done, name).values


@rule("ose:abilities.six-scores")
def test_a_character_has_exactly_six():
    creature, _ = make()
    assert tuple(sheet(creature).abilities) == ABILITIES == ("STR", "INT", "WIS", "DEX", "CON", "CHA")


@rule("ose:abilities.range")
@pytest.mark.parametrize("score", ["2", "19"])
def test_scores_lie_between_3_and_18(score):
    with pytest.raises(UnderkeepError):
        make(STR=score)
    assert sheet(make(STR="18", adjust="none")[0]).abilities["STR"] == 18
    assert sheet(make(STR="3", adjust="none", sub_par="keep")[0]).abilities["STR"] == 3


@rule("ose:abilities.str.melee")
def test_strength_in_melee():
    strong = scores(scene(), F, STR=16)
    done = hit(strong, d20(12), d6(3))
    assert first(done, AttackRolled).roll.total == 14
    assert first(done, AttackRolled).roll.modifiers == (("STR", 2),)
    assert first(done, DamageRolled).roll.total == 5


@rule("ose:abilities.str.melee", "ose:abilities.dex.missile")
def test_strength_does_not_help_a_bow_and_dexterity_does():
    archer = scores(scene("fighter[short bow,arrows] v orc", "missile", gap=12), F, STR=16, DEX=16)
    done = hit(archer, d20(12), d6(3), weapon="short-bow")
    assert first(done, AttackRolled).roll.total == 14
    assert first(done, DamageRolled).roll.total == 3


@rule("ose:abilities.dex.ac", "ose:creation.unarmoured-ac")
@pytest.mark.parametrize(("dexterity", "ac"), [(18, 6), (10, 9), (3, 12)])
def test_dexterity_and_armour_class(dexterity, ac):
    state = scores(scene("fighter[sword] v orc"), F, DEX=dexterity)
    assert armour_class(state.creatures[F]) == ac


@rule("ose:abilities.str.open-doors", "ose:doors.stuck.force", "ose:dice.x-in-6")
@pytest.mark.parametrize(("face", "opens"), [(1, True), (3, True), (4, False), (6, False)])
def test_forcing_a_door(face, opens):
    done = do(scores(scene(), F, STR=13), CallCheck(F, "open doors"), d6(face))
    assert first(done, CheckRolled).success is opens


@rule("ose:advancement.prime-requisite")
def test_one_prime_requisite():
    fighter = compendium.classes()["fighter"]
    for score, (percent,) in spread("abilities.prime-requisite"):
        assert abilities.xp_percent(fighter, {"STR": score}) == percent


@rule("ose:abilities.prime-requisite.multiple")
def test_several_prime_requisites():
    elf = compendium.classes()["elf"]
    worth = [abilities.xp_percent(elf, {"INT": i, "STR": s}) for i, s in ((18, 12), (13, 13), (16, 13), (3, 3))]
    assert worth == [0, 5, 10, 0]
    bare = msgspec.to_builtins(compendium.classes()["fighter"], enc_hook=str)
    bare |= {"prime_requisites": ["STR", "WIS"], "hit_die": elf.hit_die}
    with pytest.raises(msgspec.ValidationError, match="xp_bonuses"):
        msgspec.convert(bare, compendium.CharacterClass)


@rule("ose:abilities.range")
def test_choices_offer_the_whole_range():
    assert recruits.choices()["STR"][0] == "3"
    assert recruits.choices()["STR"][-1] == "18"
