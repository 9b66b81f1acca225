"""Leaders and bodyguards, and adventurers made on the spot."""

from __future__ import annotations

import pytest
from tests.rules.ose.below import below, the_dungeon
from tests.rules.ose.scene import changed, every, first, hit, listed, scene, spent, under
from tests.rules.ose.scene import do as run

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import LEADS, STRONG_ARM
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.encounters import meetings, retinues, wandering_monsters
from underkeep.systems.ose.encounters.retinues import RankTaken, SpiritChanged
from underkeep.systems.ose.magic.casting import DECLARED, Cast, DeclareSpell
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, d6, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.creature import Creature, Died, Harmed
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.fight import SpentOn

LEADERS = "ose:referee.monsters.leaders"


def met(kind: str, count: int, lair: bool = True, face: int = 4) -> Resolution:
    do = Resolution(below(), Alike(face), RULESET)
    group = Group("them", "1-01", kind, count, lair=lair)
    do.emit(GroupChanged(group, "placed"))
    ids = meetings.muster(do, group)
    do.emit(EncounterBegan(Encounter("them", ids, 20, (), "hostile")))
    return do


Figures = tuple[str, int, int, int, int]


def ranks(do: Resolution) -> list[Figures]:
    return [(e.title, e.hp, e.thac0, e.xp_award, e.damage) for e in every(do, RankTaken)]


@rule(LEADERS)
def test_a_goblin_lair_has_a_king_and_bodyguards() -> None:
    do = met("goblin", 12, face=2)
    assert ranks(do) == [("king", 15, 17, 35, 1), *[("bodyguard", 4, 18, 20, 0)] * 4]
    ids = the_dungeon(do.state).groups["them"].members
    assert do.state.creatures[ids[0]].condition(LEADS) is not None
    assert do.state.creatures[ids[1]].condition(LEADS) is None
    assert {sheet(do.state.creatures[id]).morale for id in ids} == {9}
    assert not ranks(met("goblin", 12, lair=False)) and not ranks(met("goblin", 1))


@rule(LEADERS)
def test_no_more_than_half_of_a_band_are_of_rank() -> None:
    assert [title for title, *_ in ranks(met("goblin", 6, face=6))] == ["king", "bodyguard", "bodyguard"]


@rule(LEADERS)
@pytest.mark.parametrize(
    ("kind", "count", "expected"),
    [
        ("orc", 5, [("chieftain", 15, 16, 75, 2), ("leader", 8, 19, 10, 1)]),
        ("hobgoblin", 3, [("king", 22, 15, 175, 2)]),
        ("kobold", 4, [("chieftain", 9, 18, 20, 0), ("bodyguard", 6, 18, 15, 0)]),
        ("gnoll", 20, [("leader", 16, 17, 35, 0)]),
        ("gnoll", 19, []),
        ("werewolf", 5, [("leader", 30, 15, 300, 2)]),
        ("neanderthal", 6, [("leader", 24, 14, 275, 0)] * 2),
        ("wolf", 20, []),
    ],
)
def test_each_kind_has_leaders_of_its_own(
    kind: str, count: int, expected: list[tuple[str, int, int, int, int]]
) -> None:
    assert ranks(met(kind, count)) == expected


@rule(LEADERS)
def test_without_the_king_they_lose_heart() -> None:
    do = met("goblin", 4)
    king, *others = the_dungeon(do.state).groups["them"].members
    do.emit(Died(others[-1]))
    assert len(every(do, SpiritChanged)) == 1
    do.emit(Died(king))
    assert every(do, SpiritChanged)[-1].morale == monsters()["goblin"].morale == 7
    assert sheet(do.state.creatures[others[0]]).morale == 7


@rule(LEADERS)
@pytest.mark.parametrize(("bonus", "hurt"), [(0, 3), (2, 5)])
def test_a_chieftain_hits_harder(bonus: int, hurt: int) -> None:
    state = scene("fighter[sword] v orc")
    state = under(state, "orc-1", STRONG_ARM, bonus) if bonus else state
    struck = hit(state, d20(19), d6(3), by="orc-1", on="fighter-1", weapon="weapon")
    assert first(struck, Harmed).amount == hurt


def by_seed(kind: str, count: int, seed: int) -> list[Creature]:
    do = Resolution(below(), Seeded(seed, "met"), RULESET)
    group = Group("them", "1-01", kind, count)
    do.emit(GroupChanged(group, "placed"))
    made = [do.state.creatures[id] for id in meetings.muster(do, group)]
    awards = {e.creature: e.xp_award for e in every(do, RankTaken)}
    assert all(sheet(c).xp_award == awards[c.id] > 0 for c in made if c.id in awards)
    return made


@rule(LEADERS)
def test_acolytes_follow_a_cleric_who_casts() -> None:
    for seed in range(1, 6):
        leader, *others = by_seed("acolyte", 4, seed)
        assert leader.kind == "cleric" and 2 <= sheet(leader).level <= 5 and sheet(leader).memorised
        assert {c.kind for c in others} == {"acolyte"} and leader.side == "monsters"
    assert {c.kind for c in by_seed("acolyte", 3, 1)} == {"acolyte"}


@rule("ose:encounter.wandering.table")
@pytest.mark.parametrize(("kind", "levels"), [("basic-adventurers", (1, 3)), ("expert-adventurers", (3, 12))])
def test_adventurers_are_made_on_the_spot(kind: str, levels: tuple[int, int]) -> None:
    made = [c for seed in range(1, 5) for c in by_seed(kind, 5, seed)]
    classes = {c.kind for c in made}
    assert len(classes) >= 5 and classes <= set(compendium.classes())
    assert levels[0] <= min(sheet(c).level for c in made) and max(sheet(c).level for c in made) <= levels[1]
    assert all(c.items and c.side == "monsters" for c in made)
    assert "dventurer" in made[0].name


@rule(LEADERS)
def test_the_referee_may_have_no_leaders() -> None:
    do = Resolution(below(), Alike(4), RULESET, {LEADERS: "like the others"})
    group = Group("them", "1-01", "goblin", 12, lair=True)
    do.emit(GroupChanged(group, "placed"))
    meetings.muster(do, group)
    assert not ranks(do) and not every(do, SpiritChanged)


@rule("ose:encounter.wandering.table")
def test_every_row_of_the_dungeon_tables_is_known() -> None:
    for table in wandering_monsters.tables().values():
        for entry in table.entries:
            assert all(kind in monsters() for kind in entry.kinds), entry.kinds
    do = Resolution(below(), Scripted(d20(2)), RULESET)
    assert wandering_monsters.roll_kind(do, 3).kind == "basic-adventurers"


@rule(LEADERS)
@pytest.mark.parametrize(("count", "levels"), [(19, []), (20, [2]), (40, [4, 2, 2])])
def test_brigands_have_a_leader_to_twenty_and_a_commander_to_forty(count: int, levels: list[int]) -> None:
    made = by_seed("brigand", count, 3)
    assert [sheet(c).level for c in made if c.kind == "fighter"] == levels


def test_retinues_are_of_kinds_and_classes_that_there_are() -> None:
    for kind, own in retinues.retinues().items():
        assert kind in monsters()
        assert all(c in RULESET.roster() for rank in own.ranks for c in rank.classes)
        assert all(rank.hd or rank.classes for rank in own.ranks)


@rule(LEADERS)
def test_elves_and_mediums_have_a_spell() -> None:
    assert set(retinues.spells_of_war()) >= {"Sleep", "Charm Person", "Magic Missile"}
    assert "Read Magic" not in retinues.spells_of_war()
    for elf in by_seed("elf-warrior", 3, 2):
        assert len(sheet(elf).memorised) == 1 and sheet(elf).memorised[0] in retinues.first_spells()
    for medium in by_seed("medium", 1, 2):
        assert len(sheet(medium).memorised) == 1 and sheet(medium).memorised[0] in retinues.spells_of_war()
    masters = [sheet(by_seed("medium", 3, seed)[0]).level for seed in range(1, 9)]
    assert set(masters) == {1, 3}


@rule("ose:magic.memorize-and-cast")
def test_a_monster_with_a_spell_in_mind_announces_and_casts_it() -> None:
    state = scene("fighter[sword] v elf-warrior", "declare", gap=6)
    elf = "elf-warrior-1"
    state = changed(state, elf, memorised=("Magic Missile",))
    assert DeclareSpell(elf, "Magic Missile") in listed(state, elf)
    assert not any(isinstance(x, DeclareSpell) for x in listed(changed(state, elf, memorised=()), elf))
    ready = spent(in_step(state, "spells"), elf, SpentOn(DECLARED, "Magic Missile"))
    done = run(ready, Cast(elf, "Magic Missile", "fighter-1"), d6(3))
    assert first(done, Harmed).amount == 4 and not sheet(done.state.creatures[elf]).memorised


@rule("ose:combat.spell.sole-action")
def test_a_monster_that_has_cast_its_last_spell_does_nothing_else_this_round() -> None:
    state = changed(scene("fighter[sword] v elf-warrior", "melee"), "elf-warrior-1", memorised=())
    assert listed(state, "elf-warrior-1")
    assert not listed(spent(state, "elf-warrior-1", SpentOn(DECLARED, "Magic Missile")), "elf-warrior-1")
