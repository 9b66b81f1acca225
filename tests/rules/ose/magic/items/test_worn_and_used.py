"""Rings and other things that are worn, and rods, staves, wands and tools that are used."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace
from tests.rules.ose.below import H1, act, below, refused
from tests.rules.ose.casting import names
from tests.rules.ose.scene import do, every, first, listed, refusal, scene, spent

from underkeep.kernel.dice import Scripted
from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import Drop, Equip, PutIn
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.enchanted import Enchanted
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.worn_magic import BARRED, CIRCLES, CONTROLLED
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.equipment.armour import armour_class
from underkeep.systems.ose.equipment.identifying import enchantment
from underkeep.systems.ose.magic.items import using
from underkeep.systems.ose.magic.items.using import ItemUsed, NothingHappened, UseItem
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.view import view
from underkeep.testing import d2, d6, d8, d10, d12, d20, rule
from underkeep.testing.builders import in_step
from underkeep.world.condition import Condition, ConditionEnded
from underkeep.world.creature import AttackRolled, SaveRolled
from underkeep.world.gear import Item, seen
from underkeep.world.state import State

MU, ORC, F = "magic-user-1", "orc-1", "fighter-1"
FIRE, PROTECTION = "ring-of-fire-resistance", "ring-of-protection-plus-1"


def holding(state: State, id: str, *kinds: str, place: str = "hand", **quality: object) -> State:
    own = Enchanted(**quality) if quality else None
    things = tuple(Item(kind, kind.replace("-", " "), place, id=f"i{n}", quality=own) for n, kind in enumerate(kinds))
    return state.with_creature(id, items=(*state.creatures[id].items, *things))


def at_spells(match: str, who: str, *kinds: str, gap: int = 3, place: str = "hand", **quality: object) -> State:
    return holding(scene(match, "spells", gap=gap), who, *kinds, place=place, **quality)


def usable(state: State, id: str) -> list[Action]:
    assert state.fight is not None
    return list(using.in_fight(state, state.creatures[id]).listed)


def wearing(*kinds: str) -> State:
    """Somebody underground who has put these on, one after the other."""
    state = below("fighter", "fighter").with_creature(
        H1, items=tuple(Item(kind, kind.replace("-", " "), id=f"i{n}") for n, kind in enumerate(kinds))
    )
    for n in range(len(kinds)):
        state = act(state, Equip(H1, f"i{n}", "worn")).state
    return state


@rule("ose:magic-item.ring.active", "ose:magic-item.ring.users", "ose:magic-item.use.proper")
def test_a_ring_works_while_it_is_worn_and_not_in_the_pocket():
    state = below("fighter", "fighter").with_creature(H1, items=(Item(FIRE, "ring", id="i0"),))
    assert names(state, H1) == set()
    worn = act(state, Equip(H1, "i0", "worn")).state
    assert names(worn, H1) == {"resisting fire"}
    assert names(act(worn, Equip(H1, "i0", "pack")).state, H1) == set()
    assert names(act(worn, Drop(H1, "i0", 1)).state, H1) == set()


@rule("ose:magic-item.ring.two", "ose:magic-item.ring.cursed")
def test_of_three_rings_none_works_but_the_cursed():
    assert names(wearing(FIRE, PROTECTION), H1) == {"resisting fire", "warded by a ring"}
    assert names(wearing(FIRE, PROTECTION, "ring-of-regeneration"), H1) == set()
    three = wearing(FIRE, PROTECTION, "ring-of-weakness")
    assert names(three, H1) == {"weakened", "under a curse"}
    assert refused(three, Equip(H1, "i2", "pack")).rule == "ose:magic-item.ring.cursed"


@rule("ose:magic-item.use.always-active")
def test_a_ring_of_protection_betters_armour_class_and_saves():
    state = wearing(PROTECTION)
    assert armour_class(state.creatures[H1]) == 8
    done = Resolution(state, Scripted(d20(10)), RULESET)
    save(done, H1, "spells")
    told = first(done, SaveRolled)
    assert [(m.source, m.amount) for m in told.roll.modifiers] == [("warded by a ring", 1)]
    assert "ose:magic-item.use.always-active" in told.rule


def test_a_ring_of_protection_with_a_radius_shelters_whoever_stands_beside():
    state = scene("2 fighter[sword] v orc")
    ids = [c.id for c in state.creatures.values() if c.kind == "fighter"]
    squares = state.creatures[ids[0]].at
    state = state.with_creature(ids[1], at=(squares[0] - 1, squares[1]))
    plain = do(in_melee(state), Attack(ORC, ids[0], _attack(state)), d20(1))
    sheltered = state.with_creature(ids[1], conditions=(_condition("sheltering others", 1),))
    warded = do(in_melee(sheltered), Attack(ORC, ids[0], _attack(state)), d20(1))
    before, after = (first(x, AttackRolled).roll.total for x in (plain, warded))
    assert after == before - 1


def _condition(name: str, level: int) -> Condition:
    return Condition(name, None, level)


def _attack(state: State) -> str:
    return next(a.weapon for a in listed(in_melee(state), ORC) if isinstance(a, Attack))


def in_melee(state: State) -> State:
    return in_step(state, "melee")


@rule("ose:magic-item.wand", "ose:magic-item.staff", "ose:magic-item.rod", "ose:magic-item.charges")
@pytest.mark.parametrize(
    ("faces", "charges"),
    [((d6(1), d10(7)), 7), ((d6(3),), None), ((d6(4), d10(3), d10(4)), 7)],
)
def test_charges_are_rolled_when_it_is_found(faces, charges):
    found = Resolution(State("ose", {}), Scripted(*faces), RULESET)
    (item,) = magic_items.roll_item(found, "rod-staff-wand", "basic")
    found.dice.finish()
    assert enchantment(item).charges == charges
    staff = Resolution(State("ose", {}), Scripted(*d10(1, 2, 3)), RULESET)
    assert magic_items.unknown(staff, "staff-of-striking").charges == 6


@rule("ose:magic-item.charges", "ose:magic-item.charges.use", "ose:magic-item.use.concentration")
def test_a_use_takes_a_round_and_a_charge_that_nobody_sees():
    state = at_spells("magic-user v 2 orc", MU, "wand-of-paralysation", gap=8, charges=5)
    (told,) = [i for i in seen(state.creatures[MU].items) if i.kind.startswith("wand")]
    assert told.quality is None
    done = do(state, UseItem(MU, "i0", "", ORC), *d20(1, 1))
    wand = done.state.creatures[MU].item("i0")
    assert enchantment(wand).charges == 4
    assert "ose:magic-item.charges.use" in first(done, ItemUsed).rule
    assert "paralysed" in names(done.state, ORC)
    seat = next(seat for seat in done.state.seats if done.state.owns(seat, MU))
    assert b"charges" not in msgspec.json.encode(view(done.state, seat, RULESET))


@rule("ose:magic-item.use.concentration", "ose:magic-item.use.once-per-round")
def test_nothing_else_in_the_round():
    state = at_spells("magic-user[dagger] v orc", MU, "wand-of-paralysation", gap=1, charges=5)
    done = do(state, UseItem(MU, "i0", "", ORC), d20(20))
    assert refusal(done.state, UseItem(MU, "i0", "", ORC)).rule == "ose:magic-item.use.once-per-round"
    after = in_melee(done.state)
    after = spent(after, MU, *done.state.fight.spent[MU])
    assert refusal(after, Attack(MU, ORC, "dagger")).rule == "ose:magic-item.use.concentration"
    moved = spent(state, MU, "move")
    assert refusal(moved, UseItem(MU, "i0", "", ORC)).rule == "ose:magic-item.use.concentration"


@rule("ose:magic-item.charges.last", "ose:magic-item.charges.no-recharge")
def test_an_empty_wand_is_a_stick():
    state = at_spells("magic-user v orc", MU, "wand-of-cold", charges=0)
    assert UseItem(MU, "i0", "", ORC) in usable(state, MU)
    done = do(state, UseItem(MU, "i0", "", ORC))
    assert first(done, NothingHappened).rule == ("ose:magic-item.charges.last",)
    assert not every(done, ItemUsed)
    assert enchantment(done.state.creatures[MU].item("i0")).charges == 0


@rule("ose:magic-item.wand", "ose:magic-item.staff")
@pytest.mark.parametrize(
    ("who", "kind", "rule_id"),
    [
        ("cleric", "wand-of-cold", "ose:magic-item.wand"),
        ("fighter", "staff-of-striking", "ose:magic-item.staff"),
        ("magic-user", "staff-of-healing", "ose:magic-item.staff"),
    ],
)
def test_some_are_for_some_casters_alone(who, kind, rule_id):
    state = at_spells(f"{who} v orc", f"{who}-1", kind, gap=1, charges=5)
    assert refusal(state, UseItem(f"{who}-1", "i0", "", ORC)).rule == rule_id


@rule("ose:magic-item.identify.test")
def test_to_use_a_thing_is_to_know_it():
    state = at_spells("magic-user v orc", MU, "wand-of-fear", seems="wand", charges=3)
    (told,) = [i for i in seen(state.creatures[MU].items) if i.id == "i0"]
    assert told.kind == "wand"
    done = do(state, UseItem(MU, "i0", "", ORC), d20(1))
    assert done.state.creatures[MU].item("i0").name == "wand of fear"
    assert "afraid" in names(done.state, ORC)


@rule("ose:magic-item.identify.test")
def test_what_nobody_knows_is_tried_by_its_looks():
    """A wand is a wand; pointed at somebody it does what it can there, or nothing."""
    fear, metal = (
        at_spells("magic-user v orc", MU, kind, seems="wand", charges=3)
        for kind in ("wand-of-fear", "wand-of-metal-detection")
    )
    assert usable(fear, MU) == usable(metal, MU) and UseItem(MU, "i0", "", ORC) in usable(fear, MU)
    done = do(metal, UseItem(MU, "i0", "", ORC))
    assert first(done, NothingHappened).rule == ("ose:magic-item.identify.test",)
    wand = done.state.creatures[MU].item("i0")
    assert wand is not None and wand.quality == Enchanted("wand", 3)
    assert not every(done, ItemUsed)
    empty = do(at_spells("magic-user v orc", MU, "wand-of-cold", seems="wand", charges=0), UseItem(MU, "i0", "", ORC))
    assert first(empty, NothingHappened).rule == first(done, NothingHappened).rule


@rule("ose:magic-item.identify.test", "ose:magic-item.staff")
def test_a_staff_for_others_does_nothing_for_those_who_try_it():
    """Any caster may try a staff that nobody knows; known, it is for those whom it is for."""
    state = at_spells("magic-user v orc", MU, "staff-of-withering", seems="staff", charges=3)
    assert every(do(state, UseItem(MU, "i0", "", ORC)), NothingHappened)
    assert refusal(at_spells("fighter v orc", F, "staff-of-withering", seems="staff"), UseItem(F, "i0", "", ORC)).rule
    known = at_spells("magic-user v orc", MU, "staff-of-withering", charges=3)
    assert refusal(known, UseItem(MU, "i0", "", ORC)).rule == "ose:magic-item.staff"


def test_a_cone_of_cold_halves_for_those_who_save():
    state = at_spells("magic-user v 2 orc", MU, "wand-of-cold", gap=8, charges=3)
    state = state.with_creature(ORC, hp=30, max_hp=30).with_creature("orc-2", hp=30, max_hp=30)
    done = do(state, UseItem(MU, "i0", "", ORC), *d6(3, 3, 3, 3, 3, 3), d20(20), *d6(3, 3, 3, 3, 3, 3), d20(1))
    assert {done.state.creatures[id].hp for id in (ORC, "orc-2")} == {21, 12}


@rule("ose:magic-item.misc.users", "ose:magic-item.misc.activation")
def test_anybody_may_use_the_rest_as_often_as_they_like():
    state = at_spells("fighter v orc", F, "drums-of-panic")
    done = do(state, UseItem(F, "i0"), d20(1))
    assert "afraid" in names(done.state, ORC)
    again = in_spells_again(done.state)
    assert UseItem(F, "i0") in usable(again, F)


def in_spells_again(state: State) -> State:
    return replace(in_step(state, "spells"), fight=replace(in_step(state, "spells").fight, spent={}, done=()))


def test_a_horn_of_blasting_rests_a_turn():
    state = at_spells("fighter v orc", F, "horn-of-blasting")
    done = do(state, UseItem(F, "i0", "", ORC), *d6(1, 1), d20(1))
    assert done.state.creatures[ORC].hp == 6 and "deaf" in names(done.state, ORC)
    assert UseItem(F, "i0", "", ORC) not in usable(in_spells_again(done.state), F)


def test_boots_helms_and_gauntlets():
    swift = wearing("boots-of-speed").creatures[H1]
    assert encounter_feet(swift, wearing("boots-of-speed")) == 80
    helm = below("fighter", "fighter").with_creature(H1, items=(Item("helm-of-alignment-changing", "helm", id="i0"),))
    before = sheet(helm.creatures[H1]).alignment
    after = act(helm, Equip(H1, "i0", "worn"), d2(1)).state
    assert sheet(after.creatures[H1]).alignment != before
    assert refused(after, Equip(H1, "i0", "pack")).rule
    strong = scene("fighter[sword] v orc").with_creature(F, conditions=(_condition("strong as an ogre", 18),))
    told = first(do(strong, Attack(F, ORC, "sword"), d20(1)), AttackRolled)
    assert next(m for m in told.roll.modifiers if m.source == "STR").amount == 3


def test_a_bag_of_devouring_eats_what_is_put_in():
    state = below("fighter", "fighter").with_creature(
        H1, items=(Item("bag-of-devouring", "bag", id="bag"), Item("torches", "Torch", count=6, id="t"))
    )
    done = act(state, PutIn(H1, "t", "bag", 3), d6(1))
    later = Resolution(done.state, Scripted(), RULESET)
    pass_time(later, 7 * 600 - 60, "test")
    assert later.state.creatures[H1].item("bag").holds
    pass_time(later, 600, "test")
    assert later.state.creatures[H1].item("bag").holds == ()


@rule("ose:magic-item.scroll.protection.circle", "ose:magic-item.scroll.protection.users")
def test_a_circle_keeps_the_undead_off_and_follows_the_reader():
    state = at_spells("fighter[sword] v 2 skeleton", F, "scroll-of-protection-from-undead", gap=1)
    done = do(state, UseItem(F, "i0"), *d12(1, 1))
    assert done.state.creatures[F].item("i0") is None
    assert CIRCLES["undead"] in names(done.state, F)
    assert BARRED in names(done.state, "skeleton-1")
    melee = in_melee(done.state)
    assert not [a for a in listed(melee, "skeleton-1") if isinstance(a, Attack)]


@rule("ose:magic-item.scroll.protection.limits")
def test_a_blow_from_inside_breaks_the_circle():
    state = at_spells("fighter[sword] v skeleton", F, "scroll-of-protection-from-undead", gap=1)
    melee = in_melee(do(state, UseItem(F, "i0"), *d12(1, 1)).state)
    melee = replace(melee, fight=replace(melee.fight, spent={}, done=()))
    after = do(melee, Attack(F, "skeleton-1", "sword"), d20(1))
    assert names(after.state, F) == set() and names(after.state, "skeleton-1") == set()


def test_those_who_are_controlled_are_free_when_it_ends():
    state = at_spells("fighter v 2 wolf", F, "ring-of-control-animals", place="worn")
    done = do(state, UseItem(F, "i0"), d6(2))
    ours = done.state.creatures[F].side
    assert [done.state.creatures[f"wolf-{n}"].side == ours for n in (1, 2)] == [True, True]
    done.emit(ConditionEnded(F, "concentrating"))
    assert done.state.creatures["wolf-1"].side != ours
    assert CONTROLLED not in names(done.state, "wolf-1")


def test_a_djinni_comes_when_the_ring_is_rubbed():
    state = at_spells("fighter v orc", F, "ring-of-djinni-summoning", place="worn")
    done = do(state, UseItem(F, "i0"), *d8(5, 5, 5, 5, 5, 5, 5))
    assert done.state.creatures["djinni-1"].side == done.state.creatures[F].side
    assert done.state.creatures["djinni-1"].at is not None


def test_a_staff_of_healing_heals_each_once_a_day():
    state = at_spells("cleric v orc", "cleric-1", "staff-of-healing").with_creature("cleric-1", hp=1)
    done = do(state, UseItem("cleric-1", "i0", "", "cleric-1"), d6(2))
    assert done.state.creatures["cleric-1"].hp == 4
    assert UseItem("cleric-1", "i0", "", "cleric-1") not in usable(in_spells_again(done.state), "cleric-1")
