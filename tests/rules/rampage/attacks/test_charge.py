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
    refused_by,
    scene,
    spent,
    squares,
    the,
    under,
    why_not,
)

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack, Move
from underkeep.systems.rampage.attacks.events import Charged
from underkeep.systems.rampage.attacks.movement import charge_inches
from underkeep.systems.rampage.basics.actions import Charge, ChargeOn, SetToReceive, Withdraw
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.world.creature import AttackRolled, DamageRolled, Harmed, MoraleRolled
from underkeep.world.state import State

SET = "set to receive a charge"


def run_up(*gear: str, at: tuple[int, int] = (10, 5), level: int = 1, **orc: object) -> State:
    return scene(
        hero("hero", (2, 5), level=level, gear=gear or ("sword",)),
        monster("orc", at, hp=40, **orc),  # type: ignore[arg-type]
        monster("other", (38, 28)),
    )


@rule("rampage:combat.charge.declare", "rampage:combat.charge.attack-bonus", "rampage:combat.actions.both.charge")
def test_a_charge_adds_1_to_hit_and_damage() -> None:
    do = act(run_up(), Charge("hero", (9, 5)))
    assert the(do, Charged).to == (9, 5)
    hit = act(do.state, Attack("hero", "orc", "sword"), d20(19), d8(4))
    assert Modifier("charge", 1) in the(hit, AttackRolled).roll.modifiers
    assert the(hit, DamageRolled).roll.total == 4 + 1 + 1
    walked = act(run_up(), Move("hero", (9, 5))).state
    assert the(act(walked, Attack("hero", "orc", "sword"), d20(19), d8(4)), DamageRolled).roll.total == 5


@rule("rampage:combat.charge.attack-bonus", "rampage:combat.charge.define")
def test_a_charge_is_3_inches_at_least() -> None:
    near = run_up(at=(6, 5))
    assert why_not(near, Charge("hero", (5, 5))) is None
    assert refused_by(run_up(at=(5, 5)), Charge("hero", (4, 5))) == "combat.charge.define"


@rule("rampage:combat.charge.move-foot", "rampage:combat.charge.move-plate", "rampage:combat.charge.move-mounted",
      "rampage:q.plate-charge")  # fmt: skip
def test_how_far_a_charge_goes() -> None:
    assert charge_inches(hero("x")) == 15
    assert charge_inches(hero("x", gear=("sword", "chain"))) == 12
    assert charge_inches(hero("x", gear=("sword", "plate"))) == 6
    assert charge_inches(monster("x", None, "wolf")) == 24
    assert (17, 5) in squares(run_up(at=(18, 5)), "hero", Charge)
    assert not squares(run_up(at=(19, 5)), "hero", Charge)


@rule("rampage:combat.charge.define")
def test_the_way_must_be_clear_and_all_but_straight() -> None:
    wall = run_up()
    assert wall.grid is not None
    blocked = replace(wall, grid=replace(wall.grid, walls=tuple((6, y) for y in range(30) if y != 12)))
    assert not squares(blocked, "hero", Charge)
    crowded = scene(*wall.creatures.values(), hero("friend", (5, 5)), hero("third", (5, 4)), hero("fourth", (5, 6)))
    assert (9, 5) not in squares(crowded, "hero", Charge)
    past = scene(*run_up(at=(10, 5)).creatures.values(), monster("guard", (6, 6)))
    assert (9, 5) not in squares(past, "hero", Charge)


@rule("rampage:combat.charge.not-twice")
def test_no_charge_in_two_rounds_running() -> None:
    done = act(run_up(), Charge("hero", (9, 5))).state
    assert done.fight is not None
    back = changed(spent(done, "hero"), "hero", at=(2, 5))
    next_round = replace(back, fight=replace(back.fight, round=2))
    assert refused_by(next_round, Charge("hero", (9, 5))) == "combat.charge.not-twice"
    after = replace(back, fight=replace(back.fight, round=3))
    assert why_not(after, Charge("hero", (9, 5))) is None


@rule("rampage:combat.charge.continue", "rampage:combat.charge.continue-arc", "rampage:combat.charge.continue-zoc")
def test_a_charge_goes_on_past_the_fallen() -> None:
    def after(second: tuple[int, int], hp: int = 1) -> State:
        state = scene(
            hero("hero", (2, 5), level=3),
            monster("orc", (7, 5), hp=hp),
            monster("second", second, hp=40),
            monster("far", (38, 28)),
        )
        charged = act(state, Charge("hero", (6, 5))).state
        return act(charged, Attack("hero", "orc", "sword"), d20(19), d8(5)).state

    ahead = after((12, 5))
    assert (11, 5) in squares(ahead, "hero", ChargeOn)
    struck = act(act(ahead, ChargeOn("hero", (11, 5))).state, Attack("hero", "second", "sword"), d20(19), d8(5))
    assert Modifier("charge", 1) in the(struck, AttackRolled).roll.modifiers
    assert not squares(struck.state, "hero", ChargeOn)
    assert not squares(after((6, 13)), "hero", ChargeOn)
    assert not squares(after((12, 5), hp=40), "hero", ChargeOn)


@rule("rampage:combat.receive.set", "rampage:combat.actions.attack.set-charge")
@pytest.mark.parametrize(
    ("weapon", "can"), [("spear", True), ("halberd", True), ("pike", True), ("bill", False), ("sword", False)]
)
def test_which_weapons_can_be_set(weapon: str, can: bool) -> None:
    state = run_up(weapon)
    if not can:
        assert refused_by(state, SetToReceive("hero", weapon)) == "combat.receive.set"
        return
    ready = act(state, SetToReceive("hero", weapon)).state
    assert ready.creatures["hero"].condition(SET)
    assert not [a for a in options(ready, "hero") if isinstance(a, Attack | SetToReceive)]


def met(weapon: str, charger: str, *faces: int, gear: tuple[str, ...] | None = None) -> list[tuple[str, int]]:
    """Who struck whom for how much, when a charger comes at a set weapon and then strikes."""
    state = scene(
        hero("hero", (5, 5), gear=(weapon, "plate"), hp=90),
        monster("foe", (12, 5), charger, hp=90, gear=gear),
        monster("x", (38, 28)),
    )
    state = under(state, "hero", SET)
    first = act(state, Charge("foe", (6, 5)), *faces[:2]) if faces[0] else act(state, Charge("foe", (6, 5)))
    arm = gear[0] if gear else "natural attacks"
    then = act(first.state, Attack("foe", "hero", arm), *faces[2:])
    return [(e.attacker, e.roll.total) for do in (first, then) for e in all_of(do, AttackRolled)]


@rule("rampage:combat.receive.bonus-attack", "rampage:combat.receive.size-order", "rampage:combat.receive.pike-first")
def test_who_strikes_first_against_a_set_weapon() -> None:
    spear_first = met("spear", "dire-wolf", d20(19), d6(3), d20(2))
    assert [who for who, _ in spear_first] == ["hero", "foe"]
    elephant_first = met("spear", "elephant", 0, 0, *d20(2, 2, 19), d6(3))
    assert [who for who, _ in elephant_first] == ["foe", "foe", "hero"]
    pike_first = met("pike", "elephant", d20(19), d8(3), *d20(2, 2))
    assert [who for who, _ in pike_first] == ["hero", "foe", "foe"]


@rule("rampage:combat.receive.double")
def test_a_set_weapon_does_double_damage() -> None:
    state = under(run_up("spear", at=(9, 5)), "hero", SET)
    do = act(state, Charge("orc", (3, 5)), d20(19), d6(4))
    assert the(do, Harmed).amount == (4 + 1) * 2
    assert do.state.creatures["hero"].condition(SET) is None
    walked = act(state, Move("orc", (3, 5)))
    assert not all_of(walked, Harmed)


@rule(
    "rampage:combat.withdraw.pursuit-attack",
    "rampage:combat.withdraw.pursuit-order",
    "rampage:combat.size.weapon-scale",
)
def test_whoever_follows_a_withdrawal_is_struck_at() -> None:
    def follow(gear: str, orc_gear: str, *faces: int) -> list[str]:
        state = scene(
            hero("hero", (5, 5), gear=(gear,)), monster("orc", (6, 5), hp=40, gear=(orc_gear,)), monster("x", (38, 28))
        )
        back = act(state, Withdraw("hero", (3, 5))).state
        came = act(back, Move("orc", (4, 5)), *faces[:1]) if faces[0] else act(back, Move("orc", (4, 5)))
        blow = act(came.state, Attack("orc", "hero", orc_gear), *faces[1:])
        return [e.attacker for do in (came, blow) for e in all_of(do, AttackRolled)]

    assert follow("spear", "sword", *d20(2, 2)) == ["hero", "orc"]
    assert follow("sword", "sword", *d20(2, 2)) == ["hero", "orc"]
    assert follow("sword", "spear", 0, *d20(2, 2)) == ["orc", "hero"]


@rule("rampage:morale.trigger.charged")
def test_a_large_monster_that_charges_shakes_foot_troops() -> None:
    state = scene(
        monster("bandit", (5, 5), "bandit", side="a", morale=8), hero("hero", (5, 6)), monster("ogre", (12, 5), "ogre")
    )
    do = act(state, Charge("ogre", (6, 5)), *d6(6, 6))
    assert the(do, MoraleRolled).why == "charged by a large monster"
    assert do.state.creatures["bandit"].condition("broken")
    assert not do.state.creatures["hero"].conditions
    small = scene(monster("bandit", (5, 5), "bandit", side="a", morale=8), monster("orc", (12, 5)))
    assert not all_of(act(small, Charge("orc", (6, 5))), MoraleRolled)


def test_an_elephant_does_double_damage_on_a_charge() -> None:
    state = scene(hero("hero", (5, 5), gear=("sword", "plate"), hp=90), monster("elephant", (12, 5), "elephant"))
    charged = act(state, Charge("elephant", (6, 5))).state
    do = act(charged, Attack("elephant", "hero", "natural attacks"), d20(19), *d4(1, 2), d20(2))
    assert the(do, Harmed).amount == (3 + 1) * 2
