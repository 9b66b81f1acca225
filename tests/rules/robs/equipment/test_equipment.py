from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.scene import A, B, changed, do, duel, first, hit, make, scores, table, under

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Modifier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.systems.robs.attacks.attacks import Throw
from underkeep.systems.robs.attacks.ranged import UNLOADED
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.combat.rounds import Reload
from underkeep.systems.robs.equipment.arms import arms, range_penalty, ranges_m
from underkeep.systems.robs.equipment.gear import carry, find
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import AttackRolled, DamageRolled
from underkeep.world.gear import Item


def melee(*gear: str):
    return arms(carry([find(name) for name in gear]), ()).melee[0]


def missile(*gear: str):
    return arms(carry([find(name) for name in gear]), ()).missile[0]


def thrown(*gear: str):
    return arms(carry([find(name) for name in gear]), ()).thrown[0]


def to_hit(weapon: str, shield: str = "", **attributes: int) -> int:
    """The total of an attack with dice of 0."""
    state = scores(duel(mine=",".join(filter(None, (weapon, shield)))), A, **attributes)
    return first(hit(state, *d6(3, 3), weapon=find(weapon)), AttackRolled).roll.total


@rule(
    "robs:equipment.melee.table",
    "robs:equipment.melee.club",
    "robs:equipment.melee.short-blades",
    "robs:equipment.melee.handaxe",
    "robs:equipment.melee.longsword",
)
def test_melee_table():
    rows = {name: row for name, *row in table("equipment.melee")}
    two = {"spear": "spear, two-handed", "bastard-sword": "bastard sword, two-handed", "halberd": "halberd or pole-arm"}
    one = {"spear": "spear, one-handed", "bastard-sword": "bastard sword, one-handed"}
    seen = set()
    ours = ("robs:equipment.own-weapons", "robs:magic-item.special-enchantment", "robs:magic-item.personality")
    listed = {k: w for k, w in compendium.weapons().items() if w.rule not in ours}
    for kind, weapon in listed.items():
        for grip, hands, names in ((weapon.one_hand, "1", one), (weapon.two_hands, "2", two)):
            if grip is None:
                continue
            name = names.get(kind, kind.replace("-", " "))
            odf, held, ranges, penalty = rows[name]
            assert (grip.odf, hands) == (odf, held)
            needed = "" if grip.str_needed is None else f"attack -1 per point of STR below {grip.str_needed:+d}"
            assert (needed or ("-1 to attack" if grip.attack == -1 else "")) == penalty
            seen.add(name)
            if weapon.thrown is not None and kind != "spear":
                assert (
                    "/".join(map(str, (weapon.thrown.short_m, weapon.thrown.medium_m, weapon.thrown.long_m))) == ranges
                )
    assert seen == set(rows) - {"spear, thrown"}
    assert rows["spear, thrown"][2] == "15/30/50"


@rule("robs:equipment.missile.table", "robs:equipment.missile.crossbow")
def test_missile_table():
    for name, odf, short, medium, long, _ in table("equipment.missile"):
        shot = compendium.weapons()[name].missile
        assert shot is not None
        assert (shot.odf, shot.short_m, shot.medium_m, shot.long_m) == (odf, short, medium, long)
    state = scores(duel(mine="crossbow", gap=5), A, STR=-2)
    assert Modifier("Crossbow", 3) in first(hit(state, *d6(5, 1), weapon="crossbow"), DamageRolled).roll.modifiers


@rule(
    "robs:equipment.armor.table",
    "robs:equipment.armor.pliable",
    "robs:equipment.armor.rigid",
    "robs:equipment.armor.medium",
    "robs:equipment.armor.heavy",
)
@pytest.mark.parametrize(
    ("name", "ddf"),
    [
        ("heavy cloak", 1),
        ("cloth", 1),
        ("leather", 1),
        ("boiled leather", 2),
        ("chainmail", 2),
        ("scale mail", 3),
        ("light plate", 3),
        ("plate", 4),
    ],
)
def test_armour_takes_off_that_much(name, ddf):
    printed = [row[1] for row in table("equipment.armor")[:4]]
    assert printed == [1, 2, 3, 4]
    assert first(hit(duel(theirs=name), *d6(6, 2)), DamageRolled).roll.total == 5 - ddf


@rule("robs:equipment.melee.spear")
def test_spears():
    assert to_hit("spear") == 0
    assert to_hit("spear", "small shield") == -1
    spear = thrown("spear")
    assert [range_penalty(spear, 0, 0, squares) for squares in (9, 19, 26, 32, 33)] == [0, -1, -2, -2, None]


@rule("robs:equipment.melee.bastard-one", "robs:equipment.melee.bastard-two")
def test_bastard_swords():
    assert [to_hit("bastard sword", "shield", STR=s) for s in (2, 1, 0)] == [0, -1, -2]
    assert [to_hit("bastard sword", STR=s) for s in (1, 0)] == [0, -1]
    assert (melee("bastard sword", "shield").odf, melee("bastard sword").odf) == (3, 4)


@rule("robs:equipment.melee.greatsword", "robs:equipment.melee.halberd")
def test_heavy_weapons_need_strength():
    assert [to_hit("greatsword", STR=s) for s in (2, 0, -1)] == [0, -2, -3]
    assert [to_hit("battleaxe", STR=s) for s in (2, 0)] == [0, -2]
    assert [to_hit("halberd", STR=s) for s in (1, 0)] == [0, -1]


@rule("robs:equipment.missile.shortbow", "robs:equipment.missile.longbow", "robs:equipment.missile.greatbow")
@pytest.mark.parametrize(
    ("bow", "strength", "odf"),
    [
        ("shortbow", -2, 1),
        ("shortbow", -1, 2),
        ("longbow", -1, 2),
        ("longbow", 2, 3),
        ("greatbow", 0, 2),
        ("greatbow", 2, 4),
    ],
)
def test_bows_need_strength(bow, strength, odf):
    state = scores(duel(mine=bow, gap=4), A, STR=strength)
    assert Modifier(bow.capitalize(), odf) in first(hit(state, *d6(5, 1), weapon=bow), DamageRolled).roll.modifiers


@rule("robs:equipment.missile.sling")
def test_slings_need_a_nimble_hand():
    for dexterity, penalty in ((1, 0), (0, -1), (-1, -2)):
        state = scores(duel(mine="sling", gap=4), A, DEX=dexterity)
        assert first(hit(state, *d6(4, 3), weapon="sling"), AttackRolled).roll.total == 1 + penalty - 1


@rule("robs:equipment.missile.crossbow-reload")
@pytest.mark.parametrize(
    ("faces", "after_one", "after_two"), [(d6(3, 4), False, True), (d6(2, 4), False, False), (d6(6, 1), True, True)]
)
def test_reloading(faces, after_one, after_two):
    shot = hit(duel(mine="crossbow", gap=5), *d6(1, 4), weapon="crossbow").state
    assert not [a for a in play.legal_actions(RULESET, again(shot), "a", A).listed if isinstance(a, Attack)]
    once = do(again(shot), Reload(A), *faces).state
    assert (once.creatures[A].condition("crossbow unloaded") is None) is after_one
    if not after_one:
        twice = do(again(once), Reload(A)).state
        assert (twice.creatures[A].condition("crossbow unloaded") is None) is after_two


def again(state):
    """The next round for the same scene."""
    return replace(state, now=state.now + 10, fight=replace(state.fight, spent={}))


@rule("robs:equipment.thrown-range")
def test_thrown_ranges():
    """Example thrown-ranges: 10/20/30 with STR -1 is 5/15/25."""
    assert ranges_m(thrown("dagger"), -1, 0) == (5, 15, 25)
    assert ranges_m(thrown("dagger"), 1, 1) == (20, 30, 40)
    state = duel(mine="dagger", gap=5)
    done = do(state, Throw(A, B, "dagger"), *d6(5, 1))
    assert first(done, AttackRolled).weapon == "dagger"
    assert not [i for i in done.state.creatures[A].items if i.kind == "dagger"]


@rule("robs:equipment.thrown-range-tiny")
def test_tiny_hands_throw_no_distance():
    assert max(ranges_m(thrown("spear"), 2, -9)) <= 2


@rule(
    "robs:equipment.shield.small",
    "robs:equipment.shield.medium",
    "robs:equipment.shield.large",
    "robs:equipment.shield.proficiency",
)
@pytest.mark.parametrize(
    ("shield", "skill", "covered"),
    [
        ("small shield", 0, 1),
        ("small shield", 2, 3),
        ("medium shield", 0, 2),
        ("medium shield", 1, 3),
        ("kite shield", 0, 4),
    ],
)
def test_shields_cover_so_many(shield, skill, covered):
    state = in_step(field(RULESET, f"4 commoner[club] v soldier[{shield}]"), "act")
    state = changed(state, "soldier-1", proficiencies={"shield": skill}).with_creature("soldier-1", hp=90, max_hp=90)
    worth = compendium.armours()[find(shield)].ddf
    amounts = []
    for number in range(1, 5):
        state = state.with_creature(f"commoner-{number}", at=state.creatures["commoner-1"].at)
        done = do(state, Attack(f"commoner-{number}", "soldier-1", "club"), *d6(6, 2))
        amounts.append(first(done, DamageRolled).roll.total)
        state = done.state
    assert amounts == [5 - worth] * covered + [5] * (4 - covered)
    repeat = do(again(state), Attack("commoner-4", "soldier-1", "club"), *d6(6, 2))
    assert first(repeat, DamageRolled).roll.total == 5 - worth


@rule("robs:equipment.shield.large-penalty", "robs:equipment.shield.large-cover")
def test_large_shields_are_clumsy_but_cover():
    assert to_hit("club", "large shield") == -1
    assert to_hit("club", "medium shield") == 0
    for shield, total in (("large shield", -1), ("medium shield", 0)):
        state = duel(mine="longbow", theirs=shield, gap=4)
        assert first(hit(state, *d6(4, 3), weapon="longbow"), AttackRolled).roll.total == total


@rule("robs:equipment.armor.heavy-penalty")
def test_heavy_plate_may_hinder():
    for switches, total in (((), 0), (("heavy-armour-penalty",), -1)):
        state = duel(mine="club,plate", switches=switches)
        assert first(hit(state, *d6(3, 3)), AttackRolled).roll.total == total


@rule("robs:magic-item.enchantment-bonus")
def test_enchanted_arms_and_armour():
    state = duel(mine="longsword +1", theirs="leather +1")
    done = hit(state, *d6(4, 3), weapon="longsword+1")
    assert first(done, AttackRolled).roll.total == 2
    assert Modifier("Longsword +1", 3) in first(done, DamageRolled).roll.modifiers
    assert first(done, DamageRolled).roll.total == 2 + 3 - 2
    for wrong in ("longsword +4", "rope +1"):
        with pytest.raises(UnderkeepError):
            find(wrong)


@rule("robs:damage.odf.guidelines")
def test_bare_hands_and_the_guidelines():
    guide = dict(table("damage.odf-guidelines"))
    assert melee("rope").odf == guide["unarmed"] == -1
    sharp = guide["sharp, pointed or spiked (added)"]
    assert melee("dagger").odf == guide["small one-handed weapon"] + sharp
    assert melee("longsword").odf == guide["most medium one-handed weapons"] + sharp
    assert melee("greatsword").odf == guide["most two-handed weapons"] + sharp


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("plate", "heavy-plate"),
        ("Sword", "longsword"),
        ("two-handed sword", "greatsword"),
        ("KITE  shield", "large-shield"),
        ("chain", "chainmail"),
        ("halb", "halberd"),
        ("+2 mace", "mace+2"),
    ],
)
def test_names_people_use(name, kind):
    assert find(name) == kind


def test_unknown_gear_is_said_in_a_sentence():
    with pytest.raises(UnderkeepError, match="did you mean longsword"):
        find("longswrod")
    with pytest.raises(UnderkeepError, match="may be"):
        find("great")
    with pytest.raises(UnderkeepError, match="needs both hands"):
        make("human-fighter", gear=("greatsword", "shield"), free="STR", shift="none", alignment="none")


def test_gear_is_put_where_it_belongs():
    items = carry(["longsword", "chainmail", "small-shield", "heavy-plate", "rope"])
    assert [i.place for i in items] == ["hand", "worn", "worn", "pack", "pack"]
    assert items[0] == Item("longsword", "Longsword", "hand")
    assert first(hit(under(duel(theirs="shield"), B, "unaware"), *d6(6, 2)), DamageRolled).roll.total == 5


def test_small_bows_shoot_less_far():
    assert ranges_m(missile("shortbow"), 0, -2) == (12, 24, 40)
    assert ranges_m(missile("shortbow"), 0, 3) == (15, 30, 50)


def test_broken_weapons_and_loaded_crossbows():
    broken = tuple(replace(item, broken=True) for item in carry(["club"]))
    assert arms(broken, ()).melee[0].kind == "unarmed"
    loaded = play.legal_actions(RULESET, duel(mine="crossbow", gap=5), "a", A)
    assert not any(isinstance(a, Reload) for a in loaded)
    assert play.why_not(RULESET, duel(mine="crossbow", gap=5), "a", Reload(A)) is not None
    used = under(duel(mine="crossbow", gap=5), A, "crossbow unloaded")
    assert any(isinstance(a, Reload) for a in play.legal_actions(RULESET, used, "a", A))


@rule("robs:equipment.missile.table")
def test_a_shield_leaves_a_hand_for_a_sling_and_none_for_a_bow():
    assert arms(carry(["sling", "small-shield"]), ()).missile
    bow = (Item("longbow", "Longbow", place="hand"), *carry(["small-shield"]))
    assert not arms(bow, ()).missile


@rule("robs:equipment.missile.scale-range")
def test_a_tenth_less_for_each_level_of_scale():
    near, medium, far = ranges_m(missile("longbow"), 0, 0)
    assert ranges_m(missile("longbow"), 0, -1) == tuple(int(band * 0.9) for band in (near, medium, far))
    assert ranges_m(missile("longbow"), 0, 2) == (near, medium, far)


@rule("robs:equipment.thrown-range")
def test_what_is_too_heavy_to_throw_reaches_nowhere():
    assert ranges_m(thrown("spear"), -9, -9) == (0, 0, 0)


@rule("robs:equipment.missile.crossbow-reload")
def test_a_loaded_crossbow_may_shoot():
    state = duel(mine="crossbow", gap=4)
    bolt = Attack(A, B, "crossbow")
    assert bolt in play.legal_actions(RULESET, state, "a", A)
    assert bolt not in play.legal_actions(RULESET, under(state, A, UNLOADED), "a", A)
    both = under(duel(mine="crossbow,sling", gap=4), A, UNLOADED)
    assert Attack(A, B, "sling") in play.legal_actions(RULESET, both, "a", A)


@rule("robs:magic-item.enchantment-bonus")
def test_no_enchantment_is_none():
    with pytest.raises(UnderkeepError, match=r"an enchantment is \+1 to"):
        find("longsword +0")
    assert find("longsword +1") == "longsword+1"
