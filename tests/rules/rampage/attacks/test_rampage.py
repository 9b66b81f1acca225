from __future__ import annotations

import pytest
from tests.rules.rampage.scene import act, all_of, hero, monster, refused_by, scene, spent, the, why_not

from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks.events import AttackBegun, ExtraAttack
from underkeep.systems.rampage.attacks.rampage import MONSTER_RAMPAGE, attacks_against
from underkeep.testing import d8, d20, rule
from underkeep.world.creature import AttackRolled, Creature


def foes(*kinds: str) -> list[Creature]:
    return [monster(f"foe-{n}", None, kind) for n, kind in enumerate(kinds)]


def attacks(kind: str, level: int, *kinds: str) -> int:
    return attacks_against(hero("x", None, kind, level=level), foes(*kinds), ())


@rule("rampage:combat.rampage.fighter", "rampage:class.fighter.rampage", "rampage:combat.rampage.ignore-plus",
      "rampage:example.rampage.fighter5-gnoll", "rampage:example.rampage.level6-bugbear")  # fmt: skip
def test_level_divided_by_the_highest_hit_dice() -> None:
    assert attacks("warrior", 5, "gnoll", "hobgoblin", "hobgoblin") == 2
    assert attacks("warrior", 5, "hobgoblin", "hobgoblin") == 5
    assert attacks("warrior", 6, "bugbear", "hobgoblin") == 2
    assert attacks("warrior", 6, *["hobgoblin"] * 4) == 6
    assert attacks("warrior", 1, "troll") == 1


@rule("rampage:combat.rampage.half-hd")
def test_half_a_hit_die_counts_as_half() -> None:
    assert attacks("warrior", 6, "kobold", "kobold") == 12
    assert attacks("warrior", 6, "kobold", "orc") == 6


@rule("rampage:combat.rampage.lesser", "rampage:class.jack.lesser-rampage", "rampage:class.cleric.lesser-rampage",
      "rampage:example.lesser-rampage.militant", "rampage:example.lesser-rampage.scout5",
      "rampage:example.lesser-rampage.scout5-orcs")  # fmt: skip
@pytest.mark.parametrize("kind", ["scout", "thief", "militant", "guardian", "punisher"])
def test_the_lesser_rampage_halves_the_level(kind: str) -> None:
    assert attacks(kind, 5, "orc", "orc") == 2
    assert attacks(kind, 3, "orc") == 1
    assert attacks(kind, 1, "orc") == 1
    assert attacks(kind, 8, "gnoll") == 2


@rule("rampage:combat.rampage.none")
@pytest.mark.parametrize("kind", ["wizard", "alchemist", "warlock", "spiritual", "druid"])
def test_some_have_no_rampage(kind: str) -> None:
    assert attacks(kind, 10, "orc", "kobold") == 1


@rule("rampage:class.fighter.min-attacks")
@pytest.mark.parametrize(("level", "least"), [(5, 1), (6, 2), (9, 2), (10, 3)])
def test_high_fighters_always_strike_more_than_once(level: int, least: int) -> None:
    assert attacks("warrior", level, "cloud-giant") == least


@rule("rampage:class.berserker.improved-rampage")
def test_berserkers_rampage_two_levels_higher() -> None:
    assert attacks("berserker", 1, "orc") == 3
    assert attacks("berserker", 4, "cloud-giant") == 2


@rule("rampage:combat.rampage.level-as-hd")
def test_levels_count_as_hit_dice() -> None:
    bandits = [hero("x", level=2), hero("y", level=2)]
    assert attacks_against(hero("z", level=8), bandits, ()) == 4


@rule("rampage:combat.rampage.monster-option", "rampage:example.rampage.hill-giant")
def test_monsters_rampage_only_if_the_judge_says_so() -> None:
    giant = monster("giant", None, "hill-giant")
    on = ("monster-rampage",)
    assert attacks_against(giant, foes("orc"), ()) == 1
    assert attacks_against(giant, [monster("man", None, "bandit")], on) == 8
    assert attacks_against(giant, [hero("x", level=2)], on) == 4


@rule("rampage:combat.rampage.each-round", "rampage:combat.actions.free.extra-attacks")
def test_the_number_is_worked_out_from_those_engaged() -> None:
    state = scene(
        hero("hero", (5, 5), level=6),
        monster("bugbear", (6, 5), "bugbear", hp=1),
        monster("hob-1", (6, 6), "hobgoblin", hp=50),
        monster("hob-2", (6, 4), "hobgoblin", hp=50),
    )
    first = act(state, Attack("hero", "bugbear", "sword"), d20(19), d8(5))
    assert the(first, AttackBegun).extra == ("extra",)
    second = act(first.state, Attack("hero", "hob-1", "sword"), d20(2))
    assert the(second, ExtraAttack).what == "extra"
    assert refused_by(second.state, Attack("hero", "hob-1", "sword")) == "combat.actions.one-each"
    next_round = spent(second.state, "hero")
    assert len(the(act(next_round, Attack("hero", "hob-1", "sword"), d20(2)), AttackBegun).extra) == 5


@rule("rampage:class.fighter.rampage-no-missiles")
def test_no_rampage_with_missiles() -> None:
    state = scene(hero("hero", (5, 5), level=5, gear=("longbow",)), monster("orc", (15, 5), hp=50))
    shot = Attack("hero", "orc", "longbow")
    first = act(state, shot, d20(2))
    assert the(first, AttackBegun).extra == ()
    second = act(first.state, shot, d20(2))
    assert why_not(second.state, shot) is not None


@rule("rampage:combat.fast-weapon.small", "rampage:combat.fast-weapon.medium")
@pytest.mark.parametrize(
    ("weapon", "foe", "gear", "extra"),
    [
        ("dagger", "ogre", None, True),
        ("dagger", "orc", ("halberd",), True),
        ("dagger", "orc", ("sword",), False),
        ("sword", "elephant", None, True),
        ("sword", "orc", ("pike",), True),
        ("sword", "ogre", None, False),
        ("spear", "elephant", None, False),
    ],
)
def test_fast_weapons(weapon: str, foe: str, gear: tuple[str, ...] | None, extra: bool) -> None:
    state = scene(hero("hero", (5, 5), gear=(weapon,)), monster("foe", (6, 5), foe, hp=50, gear=gear))
    blow = Attack("hero", "foe", weapon)
    first = act(state, blow, d20(2))
    assert ("fast" in the(first, AttackBegun).extra) is extra
    if extra:
        second = act(first.state, blow, d20(2))
        assert the(second, ExtraAttack).what == "fast"
        assert len(all_of(second, AttackRolled)) == 1
    else:
        assert why_not(first.state, blow) is not None


@rule("rampage:combat.fast-weapon.crafted-only")
def test_fists_are_no_fast_weapons() -> None:
    state = scene(hero("hero", (5, 5), gear=()), monster("ogre", (6, 5), "ogre", hp=50))
    assert the(act(state, Attack("hero", "ogre", "punch"), d20(2)), AttackBegun).extra == ()


@rule("rampage:combat.fast-weapon.small")
def test_the_extra_blow_is_only_for_the_slow() -> None:
    state = scene(
        hero("hero", (5, 5), gear=("dagger",)), monster("ogre", (6, 5), "ogre", hp=50), monster("orc", (6, 6))
    )
    first = act(state, Attack("hero", "orc", "dagger"), d20(2))
    assert why_not(first.state, Attack("hero", "ogre", "dagger")) is None
    assert why_not(first.state, Attack("hero", "orc", "dagger")) is not None


@rule("rampage:combat.rampage.fighter", "rampage:combat.actions.one-each")
def test_the_first_blow_says_how_many_there_are_and_why() -> None:
    strong = scene(hero("hero", (5, 5), level=4), monster("goblin", (6, 5), "goblin", hp=40))
    begun = the(act(strong, Attack("hero", "goblin", "sword"), d20(2)), AttackBegun)
    assert "rampage:combat.rampage.fighter" in begun.rule and "rampage:combat.actions.one-each" not in begun.rule
    weak = scene(hero("hero", (5, 5)), monster("orc", (6, 5), hp=40))
    plain = the(act(weak, Attack("hero", "orc", "sword"), d20(2)), AttackBegun)
    assert (plain.extra, plain.rule[0]) == ((), "rampage:combat.actions.one-each")


@rule("rampage:combat.rampage.monster-option")
def test_a_great_monster_may_rampage_by_option() -> None:
    state = scene(
        hero("hero", (5, 5), hp=60), monster("ogre", (6, 5), "ogre", gear=("mace",)), switches=("monster-rampage",)
    )
    begun = the(act(state, Attack("ogre", "hero", "mace"), d20(2)), AttackBegun)
    assert "rampage:combat.rampage.monster-option" in begun.rule
    assert len(begun.extra) == 3


@rule("rampage:combat.rampage.fighter")
def test_with_nobody_engaged_one_hit_die_is_reckoned_with() -> None:
    assert attacks_against(hero("hero", level=3), (), ()) == 3
    assert attacks_against(monster("ogre", kind="ogre"), (), ("monster-rampage",)) == 4


@rule("rampage:class.berserker.improved-rampage", "rampage:class.fighter.min-attacks")
def test_beyond_the_tenth_level_a_berserker_reads_the_last_line() -> None:
    assert [attacks("berserker", level, "cloud-giant") for level in (3, 4, 7, 8, 9, 10)] == [1, 2, 2, 3, 3, 3]
    assert attacks("berserker", 10, "orc") == 12


@rule("rampage:combat.rampage.monster-option")
def test_with_the_option_a_weak_monster_still_strikes_once() -> None:
    goblin, ogre = monster("goblin", None, "goblin"), monster("ogre", None, "ogre")
    man = hero("man", level=1)
    assert attacks_against(goblin, [ogre], (MONSTER_RAMPAGE,)) == 1
    assert attacks_against(ogre, [goblin], (MONSTER_RAMPAGE,)) == attacks_against(ogre, [man], (MONSTER_RAMPAGE,)) == 4
    assert attacks_against(ogre, [], (MONSTER_RAMPAGE,)) == 4 and attacks_against(ogre, [goblin], ()) == 1
