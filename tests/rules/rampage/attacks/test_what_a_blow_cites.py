"""What a blow or a shot of Rampage is read from, what it cites, and what comes with it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.attacks.test_to_the_square import BLOW, FAR, melee
from tests.rules.rampage.scene import act, all_of, changed, hero, monster, options, scene, scripted, the, under

from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks import (
    attacks,
    death,
    matrices,
    missiles,
    morale,
    strikes,
)
from underkeep.systems.rampage.attacks.strikes import Circumstances, melee_circumstances
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import ShieldParry
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.testing import d4, d6, d8, d10, d20, rule
from underkeep.world.creature import AttackRolled, Died, Harmed, SaveRolled
from underkeep.world.state import State


@rule("rampage:class.ability.thread-the-needle", "rampage:combat.missile.no-target-in-melee")
def test_who_threads_the_needle_shoots_into_a_melee_but_at_nobody_within_reach() -> None:
    def shot(level: int, inches: int) -> bool:
        state = scene(
            hero("hero", (2, 2), "scout", level=level), hero("friend", (3 + inches, 2)), monster("orc", (2 + inches, 2))
        )
        one, other = state.creatures["hero"], state.creatures["orc"]
        found, over = missiles.can_hit_with_missile(state, one, other, (5, 10, 15), False)
        assert not over
        return found

    assert shot(9, 4) and not shot(8, 4) and shot(9, 2) and not shot(9, 1)


@rule("rampage:combat.melee.matrix", "rampage:combat.missile.matrix", "rampage:combat.melee.monster")
def test_each_blow_cites_the_table_it_is_read_from() -> None:
    tables = {f"rampage:combat.{name}" for name in ("melee.matrix", "missile.matrix", "melee.monster")}

    def cited(state: State, action: Attack) -> set[str]:
        return set(the(act(state, action, d20(2)), AttackRolled).rule) & tables

    assert cited(melee(), BLOW) == {"rampage:combat.melee.matrix"}
    archer = scene(hero("hero", (5, 5), gear=("short-bow",)), monster("orc", (12, 5)))
    assert cited(archer, Attack("hero", "orc", "short-bow")) == {"rampage:combat.missile.matrix"}
    beast = scene(hero("hero", (5, 5), hp=60), monster("wolf", (6, 5), "wolf"))
    assert cited(beast, Attack("wolf", "hero", "natural attacks")) == {"rampage:combat.melee.monster"}


@rule("rampage:monster.touch.unhindered", "rampage:combat.shield-parry.special")
@pytest.mark.parametrize(("damage", "saves"), [(3, False), (4, False), (5, True)])
def test_poison_comes_with_whatever_gets_past_the_shield(damage: int, saves: bool) -> None:
    spider = compendium.monsters()["crab-spider"].attacks[0]
    state = scene(
        hero("hero", (5, 5), gear=("sword", "shield"), hp=40), monster("spider", (6, 5), "crab-spider"),
        monster("x", (30, 20)),
    )  # fmt: skip
    ready = act(state, ShieldParry("hero", "spider")).state
    more = (d20(20),) if saves else ()
    do = scripted(ready, d20(19), d8(damage), d6(4), *more)
    strikes.strike(
        do, "spider", "hero", matrices.natural_blow(sheet(ready.creatures["spider"]), spider), Circumstances()
    )
    assert bool(all_of(do, SaveRolled)) is saves
    open_ = scripted(state, d20(19), d8(damage), d20(20))
    strikes.strike(
        open_, "spider", "hero", matrices.natural_blow(sheet(state.creatures["spider"]), spider), Circumstances()
    )
    assert all_of(open_, SaveRolled)


@rule("rampage:combat.shield-parry.not-flank-rear", "rampage:combat.shield-parry.reduce")
@pytest.mark.parametrize(("side", "guarded"), [("front", False), ("front", True), ("rear", False), ("rear", True)])
def test_a_shield_held_in_vain_is_cited_where_it_was_held(side: str, guarded: bool) -> None:
    state = scene(*melee("sword", "shield").creatures.values(), hero("friend", FAR), facing={"hero": 2, "orc": 6})
    state = act(state, ShieldParry("hero", "orc")).state if guarded else state
    stopped = (d6(1),) if guarded and side == "front" else ()
    do = scripted(state, d20(19), d8(6), *stopped)
    strikes.strike(do, "orc", "hero", matrices.weapon_blow("sword"), Circumstances(side))
    in_vain = "rampage:combat.shield-parry.not-flank-rear" in the(do, Harmed).rule
    assert in_vain is (side == "rear" and guarded)


@rule("rampage:combat.fumble.wooden", "rampage:combat.fumble.other")
def test_a_fumble_breaks_the_weapon_and_not_what_else_is_held() -> None:
    state = scene(hero("hero", (5, 5), gear=("shield", "spear")), monster("orc", (6, 5)))
    do = scripted(state)
    strikes.fumble(do, "hero", matrices.weapon_blow("spear"))
    broken = {i.kind: i.broken for i in do.state.creatures["hero"].items}
    assert broken == {"shield": False, "spear": True}


@rule("rampage:combat.stunt.enemy", "rampage:combat.attack.roll")
def test_armour_is_cited_by_a_blow_and_not_by_a_stunt() -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5), gear=("sword", "shield")))

    def cited(armour: int | None) -> bool:
        do = scripted(state, d20(10))
        strikes.roll_to_hit(do, "hero", "orc", matrices.weapon_blow("sword"), Circumstances(), armour)
        return "rampage:combat.ac.shield" in the(do, AttackRolled).rule

    assert cited(None) and not cited(7)


@rule("rampage:combat.missile.no-shooter-in-melee", "rampage:combat.missile.overhead")
def test_a_boulder_is_not_hurled_over_heads() -> None:
    ranges = compendium.monsters()["stone-giant"].missile.range  # type: ignore[union-attr]
    giant, target = monster("giant", (2, 5), "stone-giant"), hero("hero", (2 + ranges[0] + 1, 5))
    free = scene(giant, target, hero("friend", FAR))
    aimed = Attack("giant", "hero", "boulder")
    assert aimed in options(free, "giant")
    assert aimed not in options(changed(free, "friend", at=(2 + ranges[0] // 2, 5)), "giant")


@rule("rampage:combat.attack.modifiers-to-die")
def test_battle_rage_is_added_by_those_who_have_it() -> None:
    def sources(kind: str) -> list[tuple[str, int]]:
        state = scene(hero("hero", (5, 5), hp=60), monster("foe", (6, 5), kind, gear=("sword",)))
        roll = the(act(state, Attack("foe", "hero", "sword"), d20(2)), AttackRolled).roll
        return [(m.source, m.amount) for m in roll.modifiers if m.source == "battle rage"]

    assert sources("berserker-raider") == [("battle rage", 2)] and sources("bandit") == []


@rule("rampage:class.jack.back-stab-hit", "rampage:combat.rear.bonus", "rampage:class.jack.back-stab-when")
def test_a_jack_stabs_in_the_back_and_others_strike_from_behind() -> None:
    def cited(kind: str) -> tuple[str, ...]:
        state = under(scene(hero("hero", (5, 5), kind), monster("orc", (6, 5))), "orc", "fleeing")
        return melee_circumstances(state, state.creatures["hero"], state.creatures["orc"], False).rule

    assert cited("warrior") == ("rampage:combat.rear.bonus",)
    assert cited("thief") == ("rampage:class.jack.back-stab-hit", "rampage:class.jack.back-stab-when")


@rule("rampage:combat.ac.only-magic", "rampage:combat.attack.roll")
@pytest.mark.parametrize(
    ("gear", "charging", "armour", "cites"),
    [(("sword", "shield"), True, None, True), (("sword", "shield"), True, 7, False),
     (("sword", "shield"), False, None, False), (("sword",), True, None, False)],
)  # fmt: skip
def test_that_a_shield_is_beaten_by_the_die_is_cited_where_there_is_one(
    gear: tuple[str, ...], charging: bool, armour: int | None, cites: bool
) -> None:
    state = scene(hero("hero", (5, 5)), monster("orc", (6, 5), gear=gear))
    around = melee_circumstances(state, state.creatures["hero"], state.creatures["orc"], charging)
    do = scripted(state, d20(10))
    strikes.roll_to_hit(do, "hero", "orc", matrices.weapon_blow("sword"), around, armour)
    assert ("rampage:combat.ac.only-magic" in the(do, AttackRolled).rule) is cites


@rule("rampage:combat.rampage.monster-listed")
@pytest.mark.parametrize(("claws", "held"), [((19, 2), 2), ((2, 19), 2), ((2, 2), 0)])
def test_a_scorpion_stings_better_whom_a_claw_holds(claws: tuple[int, int], held: int) -> None:
    state = scene(hero("hero", (5, 5), hp=90), monster("foe", (6, 5), "giant-scorpion"))
    dice = [die for face in claws for die in ((d20(face), d10(1)) if face == 19 else (d20(face),))]
    do = scripted(state, *dice, d20(2))
    attacks._natural_attacks(do, "foe", "hero")
    grips = [sum(m.amount for m in e.roll.modifiers if m.source == "held") for e in all_of(do, AttackRolled)]
    assert grips == [0, 0, held]


@rule("rampage:death.messed-up.int", "rampage:q.xp-loss-level")
@pytest.mark.parametrize(("xp", "left"), [(500, 0), (1000, 0), (1001, 1), (2500, 1500)])
def test_a_thousand_points_of_experience_go_and_never_more_than_there_are(xp: int, left: int) -> None:
    state = melee()
    state = changed(state, "hero", sheet=replace(sheet(state.creatures["hero"]), xp=xp))
    do = scripted(state, d6(2), d4(1))
    death._mess_up(do, "hero")
    assert sheet(do.state.creatures["hero"]).xp == left


@rule("rampage:morale.number", "rampage:morale.trigger.casualties")
def test_2_is_the_least_morale_and_3_quarters_the_most_that_is_counted() -> None:
    timid = scene(monster("orc", (5, 5), morale=1), monster("other", (7, 5), morale=3))
    assert [morale.rating(timid, timid.creatures[id]) for id in ("orc", "other")] == [2, 3]
    all_down = changed(changed(timid, "orc", status="dead"), "other", status="dead")
    do = scripted(scene(*all_down.creatures.values(), hero("hero", FAR)))
    morale.check_after_loss(do, Died("orc"))
    assert the(do, morale.QuartersLost).quarters == 3
