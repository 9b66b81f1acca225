"""How far a charge goes on, whom set weapons meet, what a guard cites, and who steps over whom."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import (
    act,
    all_of,
    changed,
    hero,
    monster,
    options,
    scene,
    scripted,
    spent,
    squares,
    the,
    under,
)

from underkeep.kernel.event import Action
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import closing_in
from underkeep.systems.rampage.attacks.events import AnswerOwed, AttackBegun, ChargeWentOn, GuardTaken
from underkeep.systems.rampage.attacks.missiles import UNLOADED
from underkeep.systems.rampage.attacks.movement import charge_on_mask, may_charge, run_mask
from underkeep.systems.rampage.basics.actions import (
    Charge,
    ChargeOn,
    Draw,
    Grapple,
    Parry,
    PickUp,
    Reload,
    ShieldParry,
    SplitShield,
    Withdraw,
)
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.sheet import BULK, sheet
from underkeep.systems.rampage.combat import rounds
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Harmed
from underkeep.world.fight import Mark
from underkeep.world.gear import Item, ItemBroke
from underkeep.world.grid import Grid
from underkeep.world.state import State

SET = closing_in.SET


def cut_down(*others: Creature) -> State:
    """A hero of movement 12 who charged 4 inches from (2, 5) to (6, 5) and felled whom he met: 11 inches are left."""
    state = scene(hero("hero", (2, 5), level=3), monster("orc", (7, 5), hp=1), *others, monster("far", (38, 28)))
    charged = act(state, Charge("hero", (6, 5))).state
    return act(charged, Attack("hero", "orc", "sword"), d20(19), d8(5)).state


@rule("rampage:combat.charge.continue", "rampage:combat.charge.continue-zoc")
@pytest.mark.parametrize(("x", "reached"), [(8, True), (9, True), (18, True), (19, False)])
def test_a_charge_goes_on_for_an_inch_at_least_and_as_far_as_is_left(x: int, reached: bool) -> None:
    state = cut_down(monster("second", (x, 5), hp=40))
    assert ((x - 1, 5) in squares(state, "hero", ChargeOn)) is reached
    if reached:
        went = the(act(state, ChargeOn("hero", (x - 1, 5))), ChargeWentOn)
        assert (went.to, went.left) == ((x - 1, 5), 11 - (x - 1 - 6))
        after = act(state, ChargeOn("hero", (x - 1, 5))).state
        assert after.creatures["hero"].at == (x - 1, 5)
        assert battle(after).charges["hero"].left == went.left


@rule("rampage:combat.charge.continue-arc", "rampage:combat.charge.continue")
def test_a_charge_goes_on_ahead_alone_and_not_from_a_melee() -> None:
    second = monster("second", (12, 5), hp=40)
    beside = changed(cut_down(second), "far", at=(6, 6))
    assert charge_on_mask(beside, beside.creatures["hero"]) == 0
    free = cut_down(second)
    assert squares(free, "hero", ChargeOn) == {(11, 4), (11, 5), (11, 6)}
    behind = cut_down(monster("second", (6, 13), hp=40))
    assert charge_on_mask(behind, behind.creatures["hero"]) == 0
    assert squares(cut_down(monster("second", (8, 12), hp=40)), "hero", ChargeOn) == {(8, 11), (9, 11)}


@rule("rampage:combat.charge.continue", "rampage:combat.receive.bonus-attack")
def test_a_charge_that_goes_on_is_still_a_charge_to_a_set_weapon() -> None:
    state = under(cut_down(monster("second", (12, 5), hp=40, gear=("spear",))), "second", SET)
    do = act(changed(state, "hero", hp=60), ChargeOn("hero", (11, 5)), d20(19), d6(3))
    assert the(do, Harmed).amount == 3 * 2


def struck(
    *foes: Creature, faces: tuple[int, ...] = (), hp: int = 90, gear: tuple[str, ...] = ("sword",)
) -> Resolution:
    state = scene(monster("orc", (5, 5), hp=hp, gear=gear), *foes, monster("x", (38, 28)))
    do = scripted(state, *faces)
    closing_in._meet_set_weapons(do, "orc", tuple(do.state.creatures[foe.id] for foe in foes))
    return do


def ready(id: str, at: tuple[int, int], weapon: str, *conditions: str) -> Creature:
    foe = hero(id, at, gear=(weapon,), hp=90)
    return under(scene(foe), id, *conditions).creatures[id]


@rule("rampage:combat.receive.bonus-attack", "rampage:combat.receive.size-order", "rampage:combat.receive.double")
def test_a_set_weapon_as_large_strikes_first_and_a_smaller_one_after() -> None:
    as_large = struck(ready("hero", (6, 5), "spear", SET), faces=(d20(19), d6(3)), gear=("halberd",))
    assert the(as_large, Harmed).amount == (3 + 1) * 2 and not all_of(as_large, AnswerOwed)
    smaller = struck(ready("hero", (6, 5), "spear", SET), gear=("pike",))
    owed = the(smaller, AnswerOwed)
    assert (owed.creature, owed.by, owed.multiplier) == ("orc", "hero", 2)
    pike = struck(ready("hero", (6, 5), "pike", SET), faces=(d20(2),), gear=("pike",))
    assert not all_of(pike, AnswerOwed)
    assert "rampage:combat.receive.double" in the(as_large, DamageRolled).rule
    pikes = "rampage:combat.receive.pike-first"
    assert pikes in the(pike, AttackRolled).rule and pikes not in the(as_large, AttackRolled).rule


@rule("rampage:combat.receive.bonus-attack")
def test_only_set_weapons_meet_a_charge_and_only_while_it_lasts() -> None:
    unset = struck(ready("hero", (6, 5), "spear"), ready("blessed", (6, 6), "spear", "blessed"))
    assert unset.events == []
    both = (ready("hero", (6, 5), "spear", SET), ready("other", (6, 6), "spear", SET))
    one = struck(*both, faces=(d20(19), d6(6)), hp=3)
    assert [e.creature for e in all_of(one, ConditionEnded) if e.name == SET] == ["hero"]
    two = struck(*both, faces=(d20(19), d6(6), d20(19), d6(6)))
    assert [e.by for e in all_of(two, Harmed)] == ["hero", "other"]


@rule("rampage:combat.parry.effect", "rampage:combat.shield-parry.reduce", "rampage:combat.actions.attack.parry")
def test_a_guard_cites_its_own_rule_and_counts_up() -> None:
    state = scene(hero("hero", (5, 5), level=4, gear=("sword", "shield"), hp=40), monster("orc", (6, 5), "goblin"))
    first = act(state, Parry("hero", "orc"))
    taken = the(first, GuardTaken)
    assert (taken.count, taken.rule) == (1, ("rampage:combat.parry.effect", "rampage:combat.parry.weapon"))
    again = act(first.state, Parry("hero", "orc"))
    assert the(again, GuardTaken).count == 2
    shield = the(act(again.state, ShieldParry("hero", "orc")), GuardTaken)
    assert (shield.count, shield.rule) == (1, ("rampage:combat.shield-parry.reduce",))


@rule("rampage:combat.move.tiny", "rampage:combat.move.space")
@pytest.mark.parametrize(
    ("mover", "lies", "passes"),
    [("S", "T", True), ("M", "T", True), ("M", "VT", True), ("T", "T", False), ("T", "VT", False), ("S", "S", False),
     ("M", "S", False)],
)  # fmt: skip
def test_who_is_small_or_more_steps_over_the_tiny(mover: str, lies: str, passes: bool) -> None:
    corridor = Grid(20, 3, walls=tuple((x, y) for x in range(20) for y in (0, 2)))
    state = scene(
        monster("x", (2, 1), size=mover), monster("y", (4, 1), size=lies), hero("hero", (19, 1)), grid=corridor
    )
    reached = squares(state, "x", Move)
    assert (3, 1) in reached and (4, 1) not in reached
    assert ((5, 1) in reached) is passes


@rule("rampage:combat.size.weapon-scale")
def test_a_beast_counts_as_a_weapon_of_its_own_size() -> None:
    state = scene(
        monster("ogre", (5, 5), "ogre"), monster("wolf", (9, 9), "wolf"), hero("hero", (20, 20), gear=("dagger",))
    )
    sizes = [closing_in.weapon_size(state, state.creatures[id]) for id in ("ogre", "wolf", "hero")]
    belted = changed(state, "hero", items=(Item("dagger", "Dagger", "belt"), Item("sword", "Sword", "belt")))
    assert closing_in.weapon_size(belted, belted.creatures["hero"]) == BULK["S"]
    assert sizes == [BULK["L"], BULK[sheet(state.creatures["wolf"]).size], BULK["S"]]


@rule("rampage:combat.actions.attack.parry", "rampage:combat.grapple.attack")
def test_against_one_who_holds_nobody_there_is_a_single_attack() -> None:
    state = scene(hero("hero", (5, 5), level=4), monster("orc", (6, 5), "goblin"), monster("x", (30, 25)))
    assert len(the(act(state, Grapple("hero", "orc"), d20(2)), AttackBegun).extra) == 3
    fleeing = under(state, "orc", "fleeing")
    assert the(act(fleeing, Grapple("hero", "orc"), d20(2)), AttackBegun).extra == ()


@rule("rampage:combat.actions.attack.pick-up", "rampage:combat.actions.both.pick-up-melee")
@pytest.mark.parametrize(
    ("held", "place"), [(("shield",), "hand"), (("dagger",), "belt"), (("dagger", "shield"), "belt"), ((), "hand")]
)
def test_a_weapon_picked_up_goes_to_the_belt_if_another_is_held(held: tuple[str, ...], place: str) -> None:
    state = scene(hero("hero", (5, 5), gear=held), monster("orc", (30, 20)))
    items = (*state.creatures["hero"].items, Item("sword", "Sword", "ground"))
    done = act(changed(state, "hero", items=items), PickUp("hero", "sword"))
    assert {i.kind: i.place for i in done.state.creatures["hero"].items}["sword"] == place


@rule("rampage:combat.actions.both.reload-heavy", "rampage:combat.actions.both.pick-up-melee")
def test_what_is_left_of_the_round_says_what_gear_can_be_handled() -> None:
    def offered(kind: type[Action], foe: tuple[int, int], *used: Mark, unloaded: bool = True) -> bool:
        state = scene(hero("hero", (5, 5), gear=("heavy-crossbow",)), monster("orc", foe))
        items = (*state.creatures["hero"].items, Item("sword", "Sword", "ground"))
        state = under(changed(state, "hero", items=items), "hero", UNLOADED if unloaded else "blessed")
        return any(isinstance(a, kind) for a in options(spent(state, "hero", *used), "hero"))

    far, near = (30, 20), (6, 5)
    assert offered(Reload, far) and not offered(Reload, far, unloaded=False)
    assert not offered(Reload, far, "move") and not offered(Reload, far, "attack")
    assert offered(PickUp, far) and offered(PickUp, far, "move") and offered(PickUp, far, "attack")
    assert not offered(PickUp, far, "move", "attack")
    assert offered(PickUp, near) and not offered(PickUp, near, "move") and not offered(PickUp, near, "attack")


@rule("rampage:combat.charge.not-twice", "rampage:death.maimed.leg")
@pytest.mark.parametrize(
    ("injury", "may"), [("lost a leg", False), ("lost a foot", False), ("lost an eye", True), ("lost a hand", True)]
)
def test_nobody_charges_without_a_leg_or_a_foot(injury: str, may: bool) -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (20, 5)))
    lame = changed(state, "hero", sheet=replace(sheet(state.creatures["hero"]), injuries=(injury,)))
    assert may_charge(lame, lame.creatures["hero"]) is may


@rule("rampage:combat.run.who")
def test_nobody_runs_out_of_a_zone() -> None:
    near = scene(hero("hero", (5, 5)), monster("orc", (6, 5)))
    assert run_mask(near, near.creatures["hero"]) == 0
    free = changed(near, "orc", at=(30, 20))
    assert run_mask(free, free.creatures["hero"]) != 0


@rule("rampage:combat.withdraw.pursuit-attack", "rampage:combat.withdraw.pursuit-order")
def test_who_withdrew_strikes_back_once_and_plainly() -> None:
    def met(weapon: str, *faces: int, later: int = 1) -> Resolution:
        state = scene(hero("hero", (5, 5), gear=(weapon,)), monster("orc", (6, 5), hp=40), monster("x", (38, 28)))
        back = act(state, Withdraw("hero", (3, 5))).state
        assert back.fight is not None
        moved = changed(replace(back, fight=replace(back.fight, round=1 + later)), "orc", at=(4, 5))
        do = scripted(moved, *faces)
        closing_in._meet_the_withdrawn(do, "orc", (moved.creatures["hero"],))
        return do

    assert the(met("spear", d20(19), d6(3)), Harmed).amount == 3 + 1
    owed = the(met("dagger"), AnswerOwed)
    assert (owed.creature, owed.by, owed.multiplier) == ("orc", "hero", 1)
    assert met("spear", later=2).events == []


@rule("rampage:combat.split-shield.wooden", "rampage:combat.split-shield.save")
@pytest.mark.parametrize(
    ("shield", "faces", "why"), [("shield", d20(15, 2), "save"), ("wooden-shield", (d20(15),), "wooden")]
)
def test_what_breaks_a_shield_is_cited(shield: str, faces: tuple[int, ...], why: str) -> None:
    state = scene(hero("hero", (5, 5), gear=("battle-ax",)), monster("orc", (6, 5), gear=("sword", shield)))
    broke = the(act(state, SplitShield("hero", "orc", "battle-ax", "split"), *faces), ItemBroke)
    assert broke.rule == (f"rampage:combat.split-shield.{why}",)


@rule("rampage:combat.actions.attack.change-weapon")
def test_a_weapon_for_both_hands_lays_the_shield_down() -> None:
    def laid(weapon: str) -> str:
        state = scene(hero("hero", (5, 5), gear=("sword", "shield", "dagger")), monster("orc", (30, 20)))
        items = (*state.creatures["hero"].items[:2], Item(weapon, weapon, "belt"))
        drawn = act(changed(state, "hero", items=items), Draw("hero", weapon)).state.creatures["hero"]
        return next(i.place for i in drawn.items if i.kind == "shield")

    assert laid("halberd") == "ground" and laid("dagger") == "hand"


@rule("rampage:combat.actions.move.stand", "rampage:combat.escape.cost", "rampage:combat.flee.who")
def test_only_who_lies_on_the_ground_may_stand_up() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5)))

    def ways(known: State) -> set[str]:
        return {type(a).__name__ for a in options(known, "hero")} & {"Stand", "Escape", "Flee"}

    assert ways(state) == ways(under(state, "hero", "blessed")) == {"Escape", "Flee"}
    assert ways(under(state, "hero", "prone")) == {"Stand", "Flee"}


@rule("rampage:combat.flee.free-attacks", "rampage:combat.flee.rear")
def test_only_who_stands_beside_one_who_flees_strikes_at_him_and_only_while_he_lives() -> None:
    def struck_by(*foes: Creature, hp: int = 90, faces: tuple[int, ...] = ()) -> list[str]:
        state = spent(scene(hero("hero", (20, 15), hp=hp), *foes), "hero", "flee")
        do = scripted(state, *faces)
        rounds._flights(do)
        return [e.attacker for e in all_of(do, AttackRolled)]

    orc, other = monster("orc", (21, 15)), monster("other", (21, 16))
    assert struck_by(orc, monster("ogre", (22, 15), "ogre"), faces=(d20(2),)) == ["orc"]
    assert struck_by(monster("ogre", (22, 15), "ogre")) == []
    assert struck_by(orc, other, faces=d20(2, 2)) == ["orc", "other"]
    assert struck_by(orc, other, hp=1, faces=(d20(19), d8(8))) == ["orc"]
