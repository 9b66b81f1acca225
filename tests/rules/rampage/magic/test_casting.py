"""Casting in fights: what it takes, what stops it, and what it costs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.casters import caster
from tests.rules.rampage.scene import act, all_of, hero, monster, options, refused_by, scene, spent, the, under, why_not

from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.magic.castable import Cast, LetGo
from underkeep.systems.rampage.magic.casting import FocusTried, GripReady, SpellCast
from underkeep.systems.rampage.magic.effects import SpellSpared
from underkeep.systems.rampage.magic.power import PowerChanged
from underkeep.systems.rampage.magic.scrolls import scroll
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.world.creature import Creature, Felled, Harmed, SaveRolled
from underkeep.world.fight import Spent
from underkeep.world.gear import with_ids
from underkeep.world.state import State

SPARK = Cast("mage", "spark", "orc")
FOCUS = ("staff-focus", "grimoire")


def mage(**more: object) -> Creature:
    more.setdefault("mastered", ("spark",))
    more.setdefault("gear", FOCUS)
    return caster("mage", (5, 5), **more)  # type: ignore[arg-type]


def facing(*others: Creature, **more: object) -> State:
    return scene(mage(**more), *(others or (monster("orc", (12, 5)),)))


def with_scroll(creature: Creature, spell: str, sort: str = "mage", by: str = "") -> tuple[Creature, str]:
    items, _ = with_ids((*creature.items, scroll(spell, sort, by)), "s", 900)
    return replace(creature, items=items), items[-1].id


@rule("rampage:magic.spell-level-cost")
@rule("rampage:class.mage.spell-access")
@rule("rampage:class.mage.cast-cost-mastered")
@rule("rampage:combat.actions.attack.cast")
@rule("rampage:class.mage.mastery-effect")
def test_a_mastered_spell_costs_its_level_in_points_and_the_attack_alone() -> None:
    do = act(facing(level=3, mastered=("fire-ball",)), Cast("mage", "fire-ball", "orc"), *[d6(2)] * 3, d20(1))
    assert the(do, SpellCast).cost == 3
    assert the(do, PowerChanged).spent == 3 and the(do, PowerChanged).left == 2
    assert [e.what for e in all_of(do, Spent) if e.creature == "mage"] == ["attack"]
    assert the(do, Harmed).amount == 6
    assert "rampage:class.mage.mastery-effect" in the(do, SpellCast).rule
    assert refused_by(do.state, SPARK) in ("combat.actions.attack.cast", "class.mage.mastery-effect")


@rule("rampage:magic.spell-level-cost")
@pytest.mark.parametrize(("gone", "refused"), [(2, ""), (3, "magic.spell-level-cost")])
def test_the_points_must_be_there(gone: int, refused: str) -> None:
    state = facing(level=3, mastered=("fire-ball",), spent=gone)
    assert (refused == "" and why_not(state, Cast("mage", "fire-ball", "orc")) is None) or refused == refused_by(
        state, Cast("mage", "fire-ball", "orc")
    )


@rule("rampage:magic.spell-level-min")
def test_a_spell_takes_a_caster_of_its_level() -> None:
    state = facing(level=2, points=9)
    assert refused_by(state, Cast("mage", "fire-ball", "orc", "grimoire")) == "magic.spell-level-min"
    assert why_not(facing(level=3, points=9, gear=("grimoire",)), Cast("mage", "fire-ball", "orc", "grimoire")) is None


@rule("rampage:class.cleric.spell-access")
def test_a_cleric_casts_anything_of_his_realms_without_a_book() -> None:
    druid = caster("druid", (5, 5), "druid", level=3)
    state = scene(druid, monster("orc", (12, 5)))
    listed = {a.spell for a in options(state, "druid") if isinstance(a, Cast)}
    assert {"grasping-weeds", "stinging-swarm", "thorn-skin", "ill-luck"} <= listed
    assert not {"call-of-the-bolt", "spark", "creeping-shadow"} & listed
    assert refused_by(state, Cast("druid", "creeping-shadow", "orc")) == "class.cleric.spell-access"
    do = act(state, Cast("druid", "ill-luck", "orc"), d20(1))
    assert "rampage:class.cleric.spell-access" in the(do, SpellCast).rule
    assert do.state.creatures["orc"].condition("under ill-luck")


@rule("rampage:combat.actions.both.grimoire")
@rule("rampage:class.mage.focus-grimoire")
@rule("rampage:class.mage.grimoire-contents")
@rule("rampage:class.mage.without-grimoire")
def test_the_grimoire_takes_the_whole_round_and_no_focus() -> None:
    read = Cast("mage", "spark", "orc", "grimoire")
    state = facing(gear=("grimoire",), mastered=())
    do = act(state, read, d6(4), d20(1))
    assert [e.what for e in all_of(do, Spent) if e.creature == "mage"] == ["move", "attack"]
    assert not all_of(do, FocusTried)
    assert refused_by(spent(state, "mage", "move"), read) == "combat.actions.both.grimoire"
    assert refused_by(facing(gear=("staff-focus",), mastered=()), read) == "class.mage.without-grimoire"
    assert refused_by(state, SPARK) == "class.mage.mastery-effect"
    listed = {a.spell for a in options(state, "mage") if isinstance(a, Cast)}
    assert {"spark", "arcane-dart", "shield-of-force", "charm-person", "know-the-foe"} <= listed


@rule("rampage:class.mage.grimoire-hands")
@rule("rampage:combat.actions.free.drop")
def test_the_grimoire_takes_both_hands_or_a_lackey() -> None:
    read = Cast("mage", "spark", "orc", "grimoire")
    full = facing(gear=FOCUS, mastered=())
    assert refused_by(full, read) == "class.mage.grimoire-hands"
    assert LetGo("mage") in options(full, "mage")
    free = act(full, LetGo("mage")).state
    assert why_not(free, read) is None
    assert refused_by(free, LetGo("mage")) == "class.mage.grimoire-hands"
    lackey = hero("lackey", (5, 6), "lackey", gear=("club",))
    assert why_not(facing(monster("orc", (12, 5)), lackey, gear=FOCUS, mastered=()), read) is None
    far = replace(lackey, at=(5, 7))
    assert (
        refused_by(facing(monster("orc", (12, 5)), far, gear=FOCUS, mastered=()), read) == "class.mage.grimoire-hands"
    )


@rule("rampage:class.mage.focus")
@pytest.mark.parametrize(("face", "works"), [(14, True), (15, False)])
def test_without_a_focus_intelligence_decides_and_a_failure_wastes_the_points(face: int, works: bool) -> None:
    state = facing(gear=(), INT=14)
    after = (d6(4), d20(1)) if works else ()
    do = act(state, SPARK, d20(face), *after)
    assert the(do, FocusTried).success is works
    assert sheet(do.state.creatures["mage"]).power_spent == 1
    assert bool(all_of(do, Harmed)) is works


@rule("rampage:class.mage.focus")
def test_a_focus_in_hand_needs_no_check() -> None:
    assert not all_of(act(facing(), SPARK, d6(4), d20(1)), FocusTried)


@rule("rampage:magic.cast.not-locked")
@rule("rampage:combat.melee.locked-effects")
def test_nobody_casts_in_the_middle_of_a_melee() -> None:
    near = facing(monster("orc", (6, 5)))
    assert refused_by(near, SPARK) == "combat.melee.locked-effects"
    reader, id = with_scroll(mage(), "spark", by="mage")
    assert (
        refused_by(scene(reader, monster("orc", (6, 5))), Cast("mage", "spark", "orc", id)) == "magic.cast.not-locked"
    )
    assert not [a for a in options(near, "mage") if isinstance(a, Cast)]


@rule("rampage:magic.cast.not-injured")
def test_a_wound_stops_spells_for_the_round() -> None:
    state = spent(facing(), "mage", "injured")
    assert refused_by(state, SPARK) == "magic.cast.not-injured"


@rule("rampage:magic.cast.not-injured")
def test_any_wound_marks_a_caster_and_nobody_else() -> None:
    from underkeep.procedures.actions import Attack

    archer = monster("orc", (12, 5), gear=("short-bow",))
    do = act(facing(archer), Attack("orc", "mage", "short-bow"), d20(19), d6(1))
    assert do.state.fight is not None and do.state.fight.has_spent("mage", "injured")
    do = act(scene(hero("man", (5, 5)), archer), Attack("orc", "man", "short-bow"), d20(19), d6(1))
    assert do.state.fight is not None and not do.state.fight.has_spent("man", "injured")


@rule("rampage:magic.device.injured")
@rule("rampage:combat.gear.magic-item-in-melee")
@rule("rampage:combat.actions.attack.magic-item")
@rule("rampage:class.ability.holy-symbol")
def test_a_holy_symbol_works_for_the_wounded_and_the_locked_twice_a_day() -> None:
    priest = caster("priest", (5, 5), "militant", level=1, gear=("mace", "holy-symbol"))
    state = spent(scene(priest, monster("zombie", (6, 5), "zombie")), "priest", "injured")
    shine = Cast("priest", "righteous-light", "zombie", "holy-symbol")
    do = act(state, shine, d6(3), d20(1))
    assert the(do, Harmed).amount == 3 and not all_of(do, PowerChanged)
    cited = {r for e in all_of(do, Spent) for r in e.rule}
    assert {"rampage:combat.actions.attack.magic-item", "rampage:combat.gear.magic-item-in-melee"} <= cited
    again = act(spent(do.state, "priest"), shine, d6(3), d20(1)).state
    assert refused_by(spent(again, "priest"), shine) == "class.ability.holy-symbol"
    bare = caster("priest", (5, 5), "militant", level=1, gear=("mace",))
    assert why_not(scene(bare, monster("zombie", (7, 5), "zombie")), shine) is not None


@rule("rampage:class.mage.no-armor-casting")
@rule("rampage:class.multi.mage-armor")
@rule("rampage:race.elf.cast-in-magic-armor")
def test_no_mage_casts_in_armour_but_an_elf_in_magic_armour() -> None:
    assert refused_by(facing(gear=(*FOCUS, "leather")), SPARK) == "class.mage.no-armor-casting"
    both = {"kind": "wizard", "second": "warrior", "gear": ("staff-focus", "leather")}
    assert refused_by(facing(**both), SPARK) == "class.multi.mage-armor"
    elf = mage(second="warrior", race="elf", gear=("staff-focus", "chain-mail"))
    assert refused_by(scene(elf, monster("orc", (12, 5))), SPARK) == "class.multi.mage-armor"
    magic = tuple(replace(i, kind="magic-chain-mail") if i.kind == "chain-mail" else i for i in elf.items)
    assert why_not(scene(replace(elf, items=magic), monster("orc", (12, 5))), SPARK) is None


@rule("rampage:class.multi.cleric-weapons")
@rule("rampage:class.multi.fighter-cleric-weapons")
def test_a_cleric_with_another_class_keeps_to_his_weapons_unless_he_fights() -> None:
    hexing = Cast("druid", "ill-luck", "orc")
    scout = caster("druid", (5, 5), "druid", second="scout", gear=("longbow",))
    assert refused_by(scene(scout, monster("orc", (12, 5))), hexing) == "class.multi.cleric-weapons"
    plain = caster("druid", (5, 5), "druid", second="scout", gear=("spear",))
    assert why_not(scene(plain, monster("orc", (12, 5))), hexing) is None
    fighter = caster("druid", (5, 5), "druid", second="warrior", gear=("longbow",))
    assert why_not(scene(fighter, monster("orc", (12, 5))), hexing) is None


@rule("rampage:combat.rank.spell-target")
@rule("rampage:combat.missile.spells-overhead")
def test_a_spell_reaches_anybody_in_range_whoever_stands_between() -> None:
    ranks = [monster("front", (12, 5)), monster("orc", (13, 5))]
    do = act(facing(*ranks), SPARK, d6(4), d20(1))
    assert {"rampage:combat.rank.spell-target", "rampage:combat.missile.spells-overhead"} <= set(
        the(do, SpellCast).rule
    )
    assert why_not(facing(monster("orc", (17, 5))), SPARK) is None
    assert refused_by(facing(monster("orc", (18, 5))), SPARK) == "combat.rank.spell-target"


@rule("rampage:magic.area.friends")
def test_a_ball_of_fire_burns_friends_in_the_melee_too() -> None:
    friend = hero("friend", (11, 5))
    state = facing(monster("orc", (12, 5)), friend, mastered=("fire-ball",))
    do = act(state, Cast("mage", "fire-ball", "orc"), *[d6(1)] * 3, d20(1), d20(20))
    hurt = {e.creature: e.amount for e in all_of(do, Harmed)}
    assert hurt == {"orc": 3, "friend": 1}
    by = next(e for e in all_of(do, Harmed) if e.creature == "friend")
    assert "rampage:magic.area.friends" in by.rule


@rule("rampage:spell.grip.in-melee")
@rule("rampage:spell.grip.action")
@rule("rampage:spell.grip.save")
@rule("rampage:spell.grip.uninjured")
@rule("rampage:class.sorcerer.grip")
def test_a_grip_needs_contact_and_no_roll_and_a_save_negates_it() -> None:
    grip = Cast("mage", "grip-of-pain", "orc")
    sorcerer = {"kind": "sorcerer", "mastered": ("grip-of-pain",), "gear": ("fist-wand",)}
    assert refused_by(facing(**sorcerer), grip) == "spell.grip.in-melee"
    near = facing(monster("orc", (6, 5), hp=20), **sorcerer)
    assert grip in options(near, "mage")
    hit = act(near, grip, d8(5), d20(1))
    assert the(hit, Harmed).amount == 6 and "rampage:spell.grip.save" in the(hit, Harmed).rule
    assert "rampage:spell.grip.action" in all_of(hit, Spent)[0].rule
    saved = act(near, grip, d8(5), d20(20))
    assert not all_of(saved, Harmed) and the(saved, SpellSpared).name == "Grip of Pain"
    assert refused_by(spent(near, "mage", "injured"), grip) == "spell.grip.uninjured"
    assert refused_by(facing(monster("orc", (6, 5))), grip) == "class.sorcerer.grip"


@rule("rampage:spell.grip.scroll")
def test_a_grip_read_from_a_scroll_waits_three_rounds() -> None:
    reader, id = with_scroll(mage(kind="sorcerer", mastered=()), "grip-of-pain", by="mage")
    state = scene(reader, monster("orc", (12, 5)))
    from underkeep.kernel.dice import Scripted
    from underkeep.procedures.resolution import Resolution
    from underkeep.systems.rampage.magic import casting
    from underkeep.systems.rampage.ruleset import RULESET

    do = Resolution(state, Scripted(), RULESET)
    casting.cast(do, Cast("mage", "grip-of-pain", "", id))
    ready = the(do, GripReady)
    assert (ready.spell, ready.until_round) == ("grip-of-pain", 4)
    assert not any(i.id == id for i in do.state.creatures["mage"].items)
    assert do.state.fight is not None
    for number, kept in ((4, True), (5, False)):
        later = Resolution(replace(do.state, fight=replace(do.state.fight, round=number)), Scripted(), RULESET)
        casting.let_grips_go(later)
        assert bool(not later.events) is kept
    close = do.state.with_creature("orc", at=(6, 5))
    close = replace(close, fight=replace(close.fight, spent={}))
    used = act(close, Cast("mage", "grip-of-pain", "orc", "grip"), d8(5), d20(1))
    assert the(used, Harmed).amount == 6


@rule("rampage:magic-item.scroll.single-use")
@rule("rampage:magic-item.scroll.use-any")
@rule("rampage:magic-item.scroll.read-magic")
def test_any_scroll_that_was_made_out_is_cast_once_whatever_its_level() -> None:
    reader, id = with_scroll(mage(level=1, kind="necromancer"), "sun-fire", by="mage")
    state = scene(reader, monster("orc", (12, 5)))
    do = act(state, Cast("mage", "sun-fire", "orc", id), *[d6(1)] * 5, d20(1))
    assert the(do, SpellCast).cost == 0 and not any(i.id == id for i in do.state.creatures["mage"].items)
    strange, id = with_scroll(mage(level=1), "sun-fire", by="other")
    assert refused_by(scene(strange, monster("orc", (12, 5))), Cast("mage", "sun-fire", "orc", id)).endswith(
        "read-magic"
    )
    holy, id = with_scroll(mage(), "ill-luck", "cleric")
    assert refused_by(scene(holy, monster("orc", (12, 5))), Cast("mage", "ill-luck", "orc", id)).endswith("use-any")


@rule("rampage:class.ability.charm-immunity")
def test_no_charm_takes_hold_of_a_druid() -> None:
    druid = hero("druid", (12, 5), "druid", side="b", gear=("club",))
    charm = Cast("mage", "charm-person", "druid")
    do = act(facing(druid, mastered=("charm-person",)), charm)
    assert not all_of(do, SaveRolled) and not all_of(do, Felled)
    man = hero("druid", (12, 5), "warrior", side="b")
    assert the(act(facing(man, mastered=("charm-person",)), charm, d20(1)), Felled).why == "charmed"


@rule("rampage:class.paladin.blaze-of-justice")
@rule("rampage:class.ravager.protecting-shadow")
@pytest.mark.parametrize(
    ("kind", "alignment", "spell", "target"),
    [("paladin", "lawful", "blaze-of-justice", "orc"), ("ravager", "chaotic", "protecting-shadow", "mage")],
)
def test_great_fighters_cast_three_times_a_day_from_level_eight(
    kind: str, alignment: str, spell: str, target: str
) -> None:
    def one(level: int, faith: str = alignment) -> State:
        knight = caster("mage", (5, 5), kind, level=level, gear=("sword",), alignment=faith, points=0)
        return scene(knight, monster("orc", (12, 5), hp=90))

    cast = Cast("mage", spell, target, kind)
    assert why_not(one(7), cast) is not None and why_not(one(8, "neutral"), cast) is not None
    state = one(8)
    for _ in range(3):
        faces = (*[d6(1)] * 4, d20(1)) if target == "orc" else ()
        state = spent(act(spent(state, "mage"), cast, *faces).state, "mage")
    assert refused_by(state, cast).startswith(f"class.{kind}.")


@rule("rampage:magic.spell-level-cost")
def test_boons_and_banes_change_blows_saves_and_armour_while_they_last() -> None:
    from underkeep.procedures.actions import Attack
    from underkeep.systems.rampage.equipment.armour import armour_class
    from underkeep.world.creature import AttackRolled, DamageRolled

    state = scene(hero("man", (5, 5)), monster("orc", (6, 5)))
    blessed = under(state, "man", "under battle-fury", "under great-ward")
    do = act(blessed, Attack("man", "orc", "sword"), d20(19), d8(1))
    assert ("Battle Fury", 3) in [(m.source, m.amount) for m in the(do, AttackRolled).roll.modifiers]
    assert ("Battle Fury", 3) in [(m.source, m.amount) for m in the(do, DamageRolled).roll.modifiers]
    assert armour_class(blessed.creatures["man"]) == armour_class(state.creatures["man"]) - 4
    worse = under(state, "man", "under find-the-flaw")
    assert armour_class(worse.creatures["man"]) == armour_class(state.creatures["man"]) + 3


def test_spells_end_when_their_rounds_are_over() -> None:
    from underkeep.kernel.dice import Scripted
    from underkeep.procedures.resolution import Resolution
    from underkeep.systems.rampage.magic import effects
    from underkeep.systems.rampage.ruleset import RULESET
    from underkeep.world.condition import Condition

    state = scene(hero("man", (5, 5)), monster("orc", (6, 5)))
    held = (Condition("under sure-hand", 360), Condition("prone", 360))
    for now, left in ((359, 2), (360, 1)):
        do = Resolution(replace(state.with_creature("man", conditions=held), now=now), Scripted(), RULESET)
        effects.expire(do)
        assert len(do.state.creatures["man"].conditions) == left


def test_the_dice_of_a_dart_never_miss() -> None:
    do = act(facing(mastered=("arcane-dart",)), Cast("mage", "arcane-dart", "orc"), d4(3))
    assert the(do, Harmed).amount == 4
