"""Tasks, abilities, loads and gear of Rampage: every number from both of its sides."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.checks.test_tasks import HERO, quiet, tried
from tests.rules.rampage.scene import act, all_of, hero, monster, recruit, scene, scripted, the

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import CallCheck, CallContest, Try
from underkeep.procedures.sorts_of_deed import Feat, SortOfDeed
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.characters import abilities, classes, scores
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.combat import improvising
from underkeep.systems.rampage.creation import bestiary
from underkeep.systems.rampage.equipment import load, outfit
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.world.creature import CheckRolled, DamageRolled, Harmed

# Tasks


@rule("rampage:task.climb.fall")
@pytest.mark.parametrize(("feet", "dice"), [(10, 0), (19, 0), (20, 1), (39, 1), (40, 2), (60, 3)])
def test_a_fall_is_from_halfway_a_die_for_10_feet(feet: int, dice: int) -> None:
    do = tried(hero(HERO, hp=20), f"climb-smooth {feet}", d6(1), d20(1), *(d6(2) for _ in range(dice)))
    harms = all_of(do, Harmed)
    assert [(e.amount, e.hp) for e in harms] == ([(2 * dice, 20 - 2 * dice)] if dice else [])


@rule("rampage:task.climb.fall")
def test_a_fall_that_is_named_no_height_hurts_nobody_and_a_deadly_one_leaves_0() -> None:
    assert not all_of(tried(hero(HERO), "climb-smooth", d6(1), d20(1)), Harmed)
    assert the(tried(hero(HERO, hp=1), "climb-smooth 20", d6(1), d20(1), d6(4)), Harmed).hp == 0
    assert the(tried(hero(HERO, hp=5), "climb-smooth 20", d6(1), d20(1), d6(4)), Harmed).hp == 1


@rule("rampage:task.track.dogs", "rampage:task.track-wilderness.numbers", "rampage:task.set-trap.damage")
def test_what_words_add_to_a_task() -> None:
    def said(id: str, what: str) -> list[int]:
        return [m.amount for m in tasks.said_modifiers(id, what)[0]]

    track = "track-wilderness"
    assert [said(track, f"{n} dogs") for n in (1, 3, 4, 6, 7, 9, 10, 30)] == [[1], [1], [2], [2], [3], [3], [3], [3]]
    assert said(track, "0 dogs") == [] and said("climb", "3 dogs") == []
    assert [said(track, f"{n} enemies") for n in (10, 11, 100, 101)] == [[], [2], [2], [4]]
    assert said(track, "101 foes") == [4] and said("track-dungeon", "101 foes") == []
    assert [said("set-trap", f"{n}d6") for n in (1, 2, 3)] == [[], [-1], [-2]]
    assert said("climb", "3d6") == []


@rule("rampage:task.disguise.conditions")
def test_a_disguise_is_judged_between_3_less_and_3_more() -> None:
    actor = hero(HERO, gear=("disguise kit",))
    asked = act(replace(quiet(actor), human_referee=True), CallCheck(HERO, "disguise"))
    assert asked.state.prompts[0].choices == ("-3", "-2", "-1", "0", "+1", "+2", "+3")

    def worth(amount: int) -> tuple[Modifier, ...]:
        return tasks._circumstances(scripted(quiet(actor)), "disguise", (Modifier("a beard", amount),))

    for amount in (-3, 2, 3):
        assert worth(amount) == (Modifier("a beard", amount),)
    assert worth(4) == (Modifier("circumstances", 3),) and worth(-4) == (Modifier("circumstances", -3),)
    plain = (Modifier("a rope", 9),)
    assert tasks._circumstances(scripted(quiet(actor)), "climb", plain) == plain


@rule("rampage:task.roll", "rampage:task.disguise.conditions")
def test_only_a_disguise_with_something_stated_cites_the_judge() -> None:
    judged = "rampage:task.disguise.conditions"
    actor = hero(HERO, gear=("disguise kit", "tool kit"))
    stated = (Modifier("a beard", 1),)
    assert judged in the(tried(actor, "disguise", d6(1), modifiers=stated), CheckRolled).rule
    assert judged not in the(tried(actor, "set-trap 1d6", d6(6), modifiers=stated), CheckRolled).rule


@rule("rampage:task.other")
def test_who_has_no_scores_has_no_bonus_for_them() -> None:
    def total(who: object, ability: str = "INT") -> int:
        do = scripted(scene(hero("x", (1, 1)), who), d6(3))  # type: ignore[arg-type]
        tasks.other_task(do, who, "painting", ability, ())  # type: ignore[arg-type]
        return the(do, CheckRolled).roll.total

    assert total(monster("orc", (6, 5))) == 3
    assert total(hero(HERO, (6, 5), INT=14)) == 3 and total(hero(HERO, (6, 5), INT=15)) == 4


@rule("rampage:task.hear-noise.quiet")
def test_a_task_needs_one_of_its_tools_and_names_the_first() -> None:
    state = quiet(hero(HERO))
    for id, task in compendium.tasks().items():
        refusal = tasks.why_not(state, state.creatures[HERO], id)
        if task.equipment:
            name = compendium.gear()[task.equipment[0]].name
            assert refusal is not None and refusal.sentence == f"Hero has no {name} for that."
            assert refusal.rule == task.rules[0]
            with_it = quiet(hero(HERO, gear=(task.equipment[0],)))
            assert tasks.why_not(with_it, with_it.creatures[HERO], id) is None
        else:
            assert refusal is None


@rule("rampage:abilities.check.d20")
def test_in_a_contest_what_is_stated_helps_only_the_one_who_is_called() -> None:
    state = scene(hero(HERO, (5, 5)), monster("orc", (6, 5)))
    helped = CallContest(HERO, "STR", None, (Modifier("a rope", 3),), opponents=("orc",))
    rolls = [e.roll for e in all_of(act(state, helped, d20(12), d20(12)), CheckRolled)]
    assert [bool(roll.modifiers) for roll in rolls] == [True, False]


# Deeds of one's own


@rule("rampage:combat.stunt.damage")
def test_what_a_thrown_thing_takes() -> None:
    state = scene(hero(HERO, (5, 5)), monster("orc", (6, 5), hp=8))
    bottle = act(state, Try(HERO, "throw a stone at the orc"), d20(19), d4(3))
    assert (the(bottle, Harmed).amount, the(bottle, Harmed).hp) == (3, 5)
    weak = scene(hero(HERO, (5, 5)), monster("orc", (6, 5), hp=2), monster("other", (30, 20)))
    dead = scripted(weak, d4(3))
    improvising.harm(dead, "orc", HERO, "throw a bottle at the orc")
    assert the(dead, Harmed).hp == 0
    heavy = scripted(state, d8(3))
    improvising.harm(heavy, "orc", HERO, "topple the statue on the orc")
    assert the(heavy, DamageRolled).roll.notation == "1d8"


# Abilities and classes


@rule("rampage:abilities.str.fighter-17", "rampage:abilities.str.high-damage", "rampage:abilities.str.low-damage")
@pytest.mark.parametrize(
    ("strength", "plain", "fighter"),
    [(5, -1, -1), (6, 0, 0), (14, 0, 0), (15, 1, 1), (16, 1, 1), (17, 1, 2), (18, 1, 2)],
)
def test_strength_and_damage(strength: int, plain: int, fighter: int) -> None:
    assert (abilities.damage_bonus(strength, False), abilities.damage_bonus(strength, True)) == (plain, fighter)


@rule("rampage:task.ability-bonus", "rampage:abilities.con.bonus-15", "rampage:abilities.con.bonus-18")
def test_bands_from_both_sides() -> None:
    assert [abilities.task_bonus(n) for n in (3, 14, 15, 18)] == [0, 0, 1, 1]
    assert [abilities.hit_points_per_die(n) for n in (3, 14, 15, 17, 18)] == [0, 0, 1, 1, 2]
    assert [abilities.extra_power(n) for n in (14, 15, 16, 17, 18)] == [0, 1, 1, 2, 2]
    assert [abilities.extra_languages(n) for n in (9, 10, 11, 18)] == [0, 0, 1, 8]
    assert [abilities.can_read(n) for n in (5, 6)] == [False, True]
    assert [abilities.save_bonus(n) for n in (5, 6, 14, 15)] == [-1, 0, 0, 1]
    assert [abilities.reaction_bonus(n) for n in (5, 6, 14, 15)] == [-1, 0, 0, 1]
    assert (abilities.most_troops(10, 0), abilities.most_troops(10, 3)) == (100, 130)
    assert [abilities.most_henchmen(n) for n in (9, 10, 11)] == [4, 5, 5]


@rule("rampage:class.fighter.bonus-damage", "rampage:class.jack.back-stab-damage", "rampage:class.jack.task-bonus")
def test_who_has_no_class_has_nothing_of_one() -> None:
    assert classes.bonus_damage((), 1) == 0 and classes.back_stab_multiplier((), 1) == 1
    assert classes.task_bonus((), 1) == 0


@rule("rampage:creation.trade-floor", "rampage:creation.trade-whole-pairs", "rampage:creation.trade-scores")
def test_a_trade_leaves_no_score_below_the_floor() -> None:
    floor, cost = scores.TRADE_FLOOR, scores.TRADE_COST
    least = {"STR": 10}
    short = {"STR": 1}
    poor = dict.fromkeys(ABILITIES, floor + cost - 1)
    assert scores._trade_for({**poor, "STR": 9}, short, least) is None
    enough = {**poor, "STR": 9, "WIS": floor + cost}
    assert scores._trade_for(enough, short, least) is not None
    other = scores._trade_for({**enough, "CHA": floor + cost + 1}, short, least)
    assert other is not None and other != scores._trade_for(enough, short, least)


# Load and gear


@rule("rampage:abilities.str.carry", "rampage:race.dwarf.pack-hauler")
def test_whose_strength_counts_for_more_when_carrying() -> None:
    assert load.strength_for_load(sheet(hero(HERO, STR=11))) == 11
    assert load.strength_for_load(sheet(monster("orc"))) == sheet(monster("orc")).score("STR")
    for race, people in compendium.races().items():
        assert load.strength_for_load(sheet(hero(HERO, race=race, STR=11))) == 11 + people.extra_load


@rule("rampage:movement.loaded", "rampage:movement.encumbered", "rampage:death.maimed.leg")
def test_no_leg_carries_one_faster_than_6_inches() -> None:
    whole, lame = hero(HERO), hero(HERO)
    lame = replace(lame, sheet=replace(sheet(lame), injuries=("lost a leg",)))
    assert load.movement_in(whole) > 6 == load.movement_in(lame)
    slow = replace(whole, sheet=replace(sheet(whole), movement_lost_in=99))
    assert load.movement_in(slow) == 0
    one = replace(whole, sheet=replace(sheet(whole), movement_lost_in=load.movement_in(whole) - 1))
    assert load.movement_in(one) == 1


@rule("rampage:combat.ac.two-handed-no-shield", "rampage:equipment.large-weapon-carry")
def test_where_gear_is_put() -> None:
    def places(*kinds: str) -> list[tuple[str, str]]:
        return [(i.kind, i.place) for i in outfit.equip(kinds, "man", "M")]

    assert places("sword", "dagger", "shield") == [("sword", "hand"), ("dagger", "belt"), ("shield", "hand")]
    assert places("shield") == [("shield", "hand")]
    assert places("sword", "sword") == [("sword", "hand"), ("sword", "belt")]
    both = next(k for k, w in compendium.weapons().items() if w.hands == 2 and w.size == "M")
    assert places(both, "sword", "shield") == [(both, "hand"), ("sword", "belt"), ("shield", "pack")]
    with pytest.raises(UnderkeepError, match="takes both hands"):
        places(both, "shield")
    large = next(k for k, w in compendium.weapons().items() if w.size == "L")
    assert places(large) == [(large, "hand")]
    with pytest.raises(UnderkeepError, match="too large to carry"):
        places("sword", large)
    armour = [k for k, thing in compendium.armours().items() if not thing.shield][:2]
    assert [place for _, place in places(*armour)] == ["worn", "pack"]


@rule("rampage:creation.buy-equipment")
@pytest.mark.parametrize("kind", sorted(compendium.classes()))
@pytest.mark.parametrize("race", ["man", "halfling", "dwarf"])
def test_what_is_bought_can_be_carried_and_is_paid_for(kind: str, race: str) -> None:
    own = compendium.classes()[kind]
    for money in (0, 20, 60, 200, 2000):
        bought, left = outfit.buy((kind,), race, money)
        cost = sum(compendium.gear()[k].cost_sp * outfit.HANDFULS.get(k, 1) for k in bought)
        assert money - cost == left >= 0
        worn = [k for k in bought if k in compendium.armours()]
        assert not (own.type == "mage" and worn)
        assert outfit.why_not_carry(bought, race, (kind,)) == ""
        assert all(any(k in line for line in own.kit) for k in bought)


@rule("rampage:save.monster", "rampage:morale.number")
def test_monsters_have_no_levels_and_their_own_arms() -> None:
    orc, _ = recruit("orc", seed=2)
    assert [i.kind for i in orc.items] == [outfit.find_gear(name) for name in compendium.monsters()["orc"].weapons]
    bare, _ = recruit("orc", seed=2, gear=())
    assert bare.items == ()
    armed, _ = recruit("orc", seed=2, gear=("mace",))
    assert [i.kind for i in armed.items] == ["mace"]
    assert orc.name == "Someone"
    for level in (0, 2):
        with pytest.raises(UnderkeepError, match="Monsters have no levels"):
            recruit("orc", seed=2, level=level)


@rule("rampage:combat.melee.monster")
def test_what_a_monster_adds_with_a_weapon() -> None:
    orc = compendium.monsters()["orc"]

    def bonus(hd: float, plus: int = 0) -> int:
        return bestiary.weapon_bonus(replace(orc, hd=hd, plus=plus, troop_class=""))

    assert (bonus(0.5), bonus(1), bonus(1, 1)) == (0, 0, 1)
    assert bonus(10) == bonus(9, 1) and bonus(11) == bonus(10, 1) == bonus(20)
    assert bonus(2) == bonus(2, 0) and bonus(3) == bonus(2, 1)


# How long it takes


@rule("rampage:task.light-fire.no-tinderbox", "rampage:task.mules-on-stairs.fail")
@pytest.mark.parametrize(
    ("what", "gear", "faces", "minutes", "cites"),
    [
        ("light-fire", (), (d6(1), d6(3)), 30, "light-fire.no-tinderbox"),
        ("light-fire", ("tinder-box",), (d6(1),), 1, ""),
        ("mules-on-stairs", (), (d6(1),), 10, "mules-on-stairs.fail"),
        ("mules-on-stairs", (), (d6(6),), 10, ""),
        ("probe-pits", ("ten-foot-pole",), (d6(1),), 10, ""),
        ("detect-pits", (), (d6(1),), 5, ""),
        ("climb-smooth", ("tinder-box",), (d6(1), d20(20)), 1, ""),
    ],
)
def test_the_time_of_a_task_and_what_lengthens_it(
    what: str, gear: tuple[str, ...], faces: tuple[int, ...], minutes: int, cites: str
) -> None:
    took = the(tried(hero(HERO, gear=gear), what, *faces), tasks.TaskTook)
    assert took.minutes == minutes
    first = compendium.tasks()[what].rules[0]
    assert took.rule == (first, *((f"rampage:task.{cites}",) if cites else ()))
    assert (took.roll is None) is (minutes in (1, 5))


@rule("rampage:task.light-fire.no-tinderbox")
def test_no_time_goes_by_in_a_fight_or_for_what_takes_none() -> None:
    fight = scene(hero(HERO, (5, 5)), monster("orc", (20, 5)))
    assert not all_of(act(fight, CallCheck(HERO, "light-fire"), d6(1)), tasks.TaskTook)
    assert not all_of(tried(hero(HERO), "track-dungeon", d6(1)), tasks.TaskTook)


@rule("rampage:task.open-door-silently.fail")
def test_of_two_flasks_one_is_left() -> None:
    done = tried(hero(HERO, gear=("lamp oil", "lamp oil")), "open-door-silently", d6(1))
    assert sum(i.count for i in done.state.creatures[HERO].items if i.kind == "lamp-oil") == 1


@rule("rampage:task.other", "rampage:combat.stunt.damage", "rampage:combat.stunt.enemy")
def test_the_usual_way_of_what_no_rule_mentions() -> None:
    state = scene(hero(HERO, (5, 5)), monster("orc", (6, 5)))

    def way(what: str, feat: Feat, *success: str, who: str = HERO) -> str:
        sort = SortOfDeed("", feat, success=success)  # type: ignore[arg-type]
        return improvising.usual_way(state, state.creatures[who], what, sort)

    assert (way("blink", "trivial"), way("fly", "impossible")) == ("it works", "it fails")
    assert way("save against poison", "trivial") == "a saving throw"
    assert way("throw a bottle at the orc", "strength", "harm foes") == "a blow as with a club"
    assert way("topple the statue on the orc", "strength", "harm foes") == "a blow as with a big club"
    assert way("trip the orc", "agility", "prone foes") == "a hit on AC 7, and their save"
    assert way("lift the gate", "strength") == "STR d20"
    assert way("dodge", "reflex") == "a saving throw"
    assert way("haggle", "chance") == "any other task by INT"
    assert way("heave", "strength", who="orc") == "any other task by INT"


@rule("rampage:class.fighter.armor-weapons", "rampage:class.berserker.weapons", "rampage:class.mage.forbidden-weapon")
def test_what_is_banned_is_a_forbidden_weapon() -> None:
    penalties = [classes.weapon_penalty((kind,), "longbow") for kind in ("berserker", "warrior", "scout", "wizard")]
    assert penalties == [-4, 0, 0, -4]
