"""What counts with each weapon: magic that flies, water, routines, yards and bombs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad
from tests.rules.ose.attacks.test_bombing import GRIFFON, aloft
from tests.rules.ose.scene import ORC, F, changed, do, every, first, hit, listed, refusal, scene, under

from underkeep.procedures.actions import Attack
from underkeep.systems.ose.attacks import bombing
from underkeep.systems.ose.attacks.attacks import AttackMade, Subdue
from underkeep.systems.ose.attacks.bombing import Bomb
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.basics.conditions import ASLEEP, HIDDEN, IN_WATER, UNSTABLE
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d2, d3, d4, d6, d8, d20, rule
from underkeep.testing.builders import objection
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed
from underkeep.world.gear import Item
from underkeep.world.grid import Square
from underkeep.world.state import State


def holding(state: State, id: str, *items: Item) -> State:
    return state.with_creature(id, items=items)


def shot(state: State, *faces: int, **more: str) -> AttackRolled:
    return first(hit(state, *faces, **more), AttackRolled)


@rule("ose:magic.effect.with-items", "ose:combat.attack.invulnerable")
def test_the_magic_of_a_thrown_weapon_flies_with_it():
    spear = Item("spear-plus-1", "spear", "hand", id="s")
    state = holding(scene("fighter[sword] v orc", "missile", gap=4), F, spear)
    done = hit(state, d20(19), d6(3), weapon="spear-plus-1")
    assert ("magic", 1) in first(done, AttackRolled).roll.modifiers
    assert first(done, Harmed).amount == 4
    wolf = holding(scene("fighter[sword] v werewolf", "missile", gap=4), F, spear)
    assert hit(wolf, d20(19), d6(3), on="werewolf-1", weapon="spear-plus-1").state.creatures["werewolf-1"].hp == 4


@rule("ose:combat.damage.variable")
def test_a_shot_does_the_damage_of_its_own_weapon():
    switches = ("variable-weapon-damage",)
    state = scene("fighter[sling, sling stones] v orc", "missile", gap=4, switches=switches)
    done = hit(state, d20(19), d4(2), weapon="sling")
    assert first(done, AttackRolled).weapon == "sling"
    assert first(done, DamageRolled).roll.notation == "1d4"


@rule("ose:magic.effect.with-items", "ose:combat.damage.monster")
def test_a_monster_has_the_good_of_a_magic_weapon():
    sword = Item("sword-plus-1", "sword", "hand", id="s")
    state = holding(changed(scene("fighter[sword] v orc"), F, ac=9), ORC, sword)
    done = hit(state, d20(19), d8(3), by=ORC, on=F, weapon="sword-plus-1")
    assert first(done, AttackRolled).roll.modifiers == (("magic", 1),)
    assert first(done, Harmed).amount == 4
    plain = holding(state, ORC, replace(sword, kind="sword"))
    done = hit(plain, d20(19), d8(3), by=ORC, on=F, weapon="sword")
    assert first(done, AttackRolled).roll.modifiers == ()
    assert first(done, Harmed).amount == 3


@rule("ose:combat.damage.monster")
def test_one_that_never_uses_weapons_has_no_bonus_with_one():
    """What has no line for weapons in its listing strikes with one as it is."""
    state = holding(scene("fighter[sword] v black-bear"), "black-bear-1", Item("mace", "Mace", "hand", id="m"))
    done = hit(state, d20(19), d6(3), by="black-bear-1", on=F, weapon="mace")
    assert first(done, Harmed).amount == 3


@rule("ose:combat.helpless")
@pytest.mark.parametrize(("kind", "slain"), [("sword", True), ("mace", False), ("unarmed", False)])
def test_only_a_blade_kills_the_sleeping_whoever_holds_it(kind, slain):
    weapon = (Item(kind, kind, "hand", id="w"),) if kind != "unarmed" else ()
    if weapon:
        state = under(holding(scene(), ORC, *weapon), F, ASLEEP)
        done = hit(state, *(() if slain else (d6(2),)), by=ORC, on=F, weapon=kind)
        assert (done.state.creatures[F].hp <= 0) is slain
    state = under(holding(scene(), F, *weapon), ORC, ASLEEP)
    faces = () if slain else (d2(1),) if not weapon else (d6(2),)
    assert (hit(state, *faces, weapon=kind).state.creatures[ORC].hp <= 0) is slain


@rule("ose:combat.water.penalties")
def test_the_referee_rules_on_how_much_water_hinders():
    state = under(scene(), F, IN_WATER)
    done = do(state, Attack(F, ORC, "sword"), d20(10), rulings={"ose:combat.water.penalties": "-2/-1"})
    assert first(done, AttackRolled).roll.modifiers == (("in water", -2),)


@rule("ose:combat.behind", "ose:class.abilities")
def test_only_one_who_hides_or_stabs_is_behind():
    state = scene("thief[sword] v fighter[sword, chain, shield]")
    one, other = "thief-1", F
    assert shot(state, d20(2), by=one, on=other).roll.needed == 15
    assert shot(under(state, one, HIDDEN), d20(2), by=one, on=other).roll.needed == 14


@rule("ose:monster.attacks.per-round")
@pytest.mark.parametrize(
    ("kind", "attacks", "ends"),
    [
        ("giant-rat", ("bite",), [True]),
        ("riding-horse", ("hoof", "hoof"), [False, True]),
        ("mule", ("kick",), [False]),
        ("black-bear", ("claw", "claw", "bite"), [False, False, False]),
    ],
)
def test_a_monster_is_done_with_the_last_attack_of_its_only_line(kind, attacks, ends):
    state, id = scene(f"{kind} v orc"), f"{kind}-1"
    found = []
    for attack in attacks:
        done = hit(state, d20(2), by=id, weapon=attack)
        found.append(first(done, AttackMade).ends)
        state = done.state
    assert found == ends


@rule("ose:monster.attacks.per-round")
def test_a_hit_is_noted_where_all_of_a_line_must_land():
    bear = hit(scene("black-bear v orc"), d20(19), d3(1), by="black-bear-1", weapon="claw")
    assert first(bear, AttackMade).hit
    biting = hit(scene("black-bear v orc"), d20(19), d6(1), by="black-bear-1", weapon="bite")
    assert not first(biting, AttackMade).hit
    ghoul = hit(scene("ghoul v skeleton"), d20(19), d3(1), by="ghoul-1", on="skeleton-1", weapon="bite")
    assert not first(ghoul, AttackMade).hit


@rule("ose:wilderness.yards", "ose:combat.missile.range")
@pytest.mark.parametrize(("way", "yards"), [("open", "ose:wilderness.yards"), ("water", "ose:water.yards")])
def test_ranges_are_in_yards_out_of_doors(way, yards):
    outside = abroad(way=way)
    state = scene("fighter[short bow, arrows] v orc", "missile", gap=20)
    told = shot(state, d20(2), weapon="short-bow")
    assert told.roll.modifiers == ()
    assert not {"ose:wilderness.yards", "ose:water.yards"} & set(told.rule)
    outdoors = replace(state, party=outside.party, journey=outside.journey, routes=outside.routes)
    told = shot(outdoors, d20(2), weapon="short-bow")
    assert told.roll.modifiers == (("range", 1),), "33 yards are short range"
    assert {"ose:wilderness.yards", "ose:water.yards"} & set(told.rule) == {yards}


@rule("ose:combat.unstable.missile")
def test_unsure_footing_is_named_where_it_counts():
    state = scene("fighter[short bow, arrows] v orc", "missile", gap=6)
    id = "ose:combat.unstable.missile"
    assert id not in shot(state, d20(2), weapon="short-bow").rule
    assert id in shot(under(state, F, UNSTABLE), d20(2), weapon="short-bow").rule


@rule("ose:combat.subdue.declare", "ose:combat.subdue.blunt")
def test_the_intent_to_subdue_is_named():
    state = scene("fighter[mace] v orc", switches=("subduing",))
    subdued = first(do(state, Subdue(F, ORC, "mace"), d20(2)), AttackMade)
    assert subdued.rule == ("ose:combat.attack.per-round", "ose:combat.subdue.declare", "ose:combat.subdue.blunt")
    assert first(hit(state, d20(2), weapon="mace"), AttackMade).rule == ("ose:combat.attack.per-round",)


@rule("ose:combat.missile.distance", "ose:combat.melee.distance")
@pytest.mark.parametrize(("gap", "thrown"), [(1, False), (2, True)])
def test_beyond_five_feet_a_dagger_is_thrown(gap, thrown):
    state = scene("fighter[dagger] v orc", "missile" if thrown else "melee", gap=gap)
    after = hit(state, d20(2), weapon="dagger").state.creatures[F].items
    assert ("dagger" not in [item.kind for item in after]) is thrown


@rule("ose:combat.melee.distance")
def test_melee_is_with_those_on_the_eight_squares_around():
    state = scene()
    x, y = state.creatures[F].at

    def held(square: Square) -> bool:
        moved = state.with_creature(ORC, at=square)
        return engaged(moved, moved.creatures[F])

    ring = [(x + dx, y + dy) for dx in range(-2, 3) for dy in range(-2, 3) if (dx, dy) != (0, 0)]
    assert [held(square) for square in ring] == [max(abs(a - x), abs(b - y)) == 1 for a, b in ring]


@rule("ose:combat.bombing")
@pytest.mark.parametrize(("height", "allowed"), [(-1, False), (0, False), (1, True), (300, True), (301, False)])
def test_a_rock_falls_from_some_height(height, allowed):
    assert (objection(RULESET, aloft(), Bomb(GRIFFON, (9, 9), height)) is None) is allowed


@rule("ose:combat.bombing")
def test_a_bomber_reaches_only_what_it_can_fly_over_in_a_round():
    state = aloft()
    steps = max(to[0] for to in _below_of(state)) - 5
    assert objection(RULESET, state, Bomb(GRIFFON, (5 + steps, 9))) is None
    far = Bomb(GRIFFON, (5, 9 - 9))
    assert objection(RULESET, changed(state, GRIFFON, movement_feet=30), far) is not None
    assert refusal(state, Bomb(GRIFFON, (-1, 9))).rule == "ose:combat.bombing"


def _below_of(state: State) -> list[Square]:
    return [a.to for a in listed(state, GRIFFON) if isinstance(a, Bomb)]


@rule("ose:combat.bombing")
@pytest.mark.parametrize(("hp", "struck"), [(1, True), (0, False)])
def test_rocks_fall_on_those_who_still_stand(hp, struck):
    state = aloft("griffon[rock] v orc").with_creature("orc-1", hp=hp)
    done = do(state, Bomb(GRIFFON, (9, 9)), *((d20(2),) if struck else ()))
    assert bool(every(done, AttackRolled)) is struck


@rule("ose:combat.bombing.effect")
def test_from_six_hit_dice_on_the_bigger_rock_is_carried(monkeypatch):
    griffon = aloft().creatures[GRIFFON]
    for dice, size in (("5", "1d6 in 5 feet"), ("6", "2d6 in 10 feet"), ("12", "4d6 in 20 feet")):
        listing = replace(bombing.monsters()["griffon"], hd=dice)
        monkeypatch.setattr(bombing, "monsters", lambda listing=listing: {"griffon": listing})
        assert bombing.usual_size(griffon) == size
        monkeypatch.undo()
