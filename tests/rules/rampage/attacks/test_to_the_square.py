"""Blows, zones and shots of Rampage, to the square and to the number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, all_of, changed, hero, monster, options, scene, scripted, spent, the, under

from underkeep.kernel.event import Roll
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks import (
    attacks,
    death,
    facing,
    field,
    manoeuvres,
    matrices,
    missiles,
    morale,
)
from underkeep.systems.rampage.attacks.events import AttackBegun, ExtraAttack, attack_on
from underkeep.systems.rampage.attacks.movement import charge_inches, may_charge
from underkeep.systems.rampage.attacks.rampage import attacks_against
from underkeep.systems.rampage.attacks.strikes import melee_circumstances, missile_circumstances
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Draw, Parry, ShieldParry
from underkeep.systems.rampage.basics.battle import battle
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Felled, Harmed
from underkeep.world.fight import Spent
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import State

FAR = (30, 20)
BLOW = Attack("hero", "orc", "sword")


def melee(*gear: str, hp: int = 40, **orc: object) -> State:
    return scene(
        hero("hero", (5, 5), gear=gear or ("sword",), hp=hp),
        monster("orc", (6, 5), hp=40, **orc),  # type: ignore[arg-type]
        facing={"hero": 2, "orc": 6},
    )


# Room, crowds and ranks


@rule("rampage:combat.space.swing")
@pytest.mark.parametrize(
    ("foe", "beside"),
    [
        ((6, 5), [(5, 4), (5, 6)]),
        ((4, 5), [(5, 4), (5, 6)]),
        ((5, 4), [(4, 5), (6, 5)]),
        ((5, 6), [(4, 5), (6, 5)]),
        ((6, 4), [(4, 4), (6, 6)]),
        ((4, 6), [(4, 4), (6, 6)]),
        ((6, 6), [(6, 4), (4, 6)]),
        ((4, 4), [(6, 4), (4, 6)]),
    ],
)
def test_a_swing_needs_the_squares_to_either_side(foe: tuple[int, int], beside: list[tuple[int, int]]) -> None:
    around = [(x, y) for x in (4, 5, 6) for y in (4, 5, 6) if (x, y) not in ((5, 5), foe)]
    for at in around:
        state = scene(hero("hero", (5, 5)), hero("friend", at), monster("orc", foe))
        has_room = attacks.has_swing_room(state, state.creatures["hero"], state.creatures["orc"])
        assert has_room is (at not in beside), at
    enemy = scene(hero("hero", (5, 5)), monster("other", beside[0]), monster("orc", foe))
    assert attacks.has_swing_room(enemy, enemy.creatures["hero"], enemy.creatures["orc"])


@rule("rampage:combat.melee.opponents-smaller", "rampage:combat.melee.opponents-equal")
@pytest.mark.parametrize(
    ("kind", "had", "crowded"), [("goblin", 3, False), ("goblin", 4, True), ("orc", 7, False), ("orc", 8, True)]
)
def test_so_many_and_no_more_get_at_one(kind: str, had: int, crowded: bool) -> None:
    state = scene(hero("hero", (5, 5)), monster("foe", (6, 5), kind), *(hero(f"m{n}", (n, 20)) for n in range(had)))
    for n in range(had):
        state = spent(state, f"m{n}", "attack", attack_on("foe"))
    assert attacks._has_crowd(state, state.creatures["hero"], state.creatures["foe"]) is crowded
    one_of_them = state.creatures["m0"]
    assert not attacks._has_crowd(state, one_of_them, state.creatures["foe"])


@rule("rampage:combat.rank.second-strike", "rampage:combat.rank.third-strike")
def test_a_long_weapon_reaches_past_friends_alone_and_no_farther_than_its_ranks() -> None:
    def reached(weapon: str, gap: int, front: str = "a") -> list[str]:
        line = [hero(f"f{n}", (5 + n, 5), side=front) for n in range(1, gap)]
        state = scene(hero("hero", (5, 5), gear=(weapon,)), *line, monster("orc", (5 + gap, 5)))
        found = attacks.in_reach(state, state.creatures["hero"], compendium.weapons()[weapon])
        return [c.id for c in found]

    assert reached("spear", 1) == ["orc"] and reached("spear", 2) == ["orc"] and reached("spear", 3) == []
    assert reached("pike", 3) == ["orc"] and reached("pike", 4) == []
    assert reached("sword", 2) == [] and reached("sword", 1) == ["orc"]


@rule("rampage:combat.missile.no-shooter-in-melee")
def test_who_is_locked_and_has_nothing_ready_may_punch() -> None:
    bare = scene(hero("hero", (5, 5), gear=("short-bow",)), monster("orc", (6, 5)))
    assert [a.weapon for a in options(bare, "hero") if isinstance(a, Attack)] == ["punch"]
    armed = melee()
    assert [a.weapon for a in options(armed, "hero") if isinstance(a, Attack)] == ["sword"]
    far = scene(hero("hero", (5, 5), gear=("short-bow",)), monster("orc", (15, 5)))
    assert [a.weapon for a in options(far, "hero") if isinstance(a, Attack)] == ["short-bow"]


# What a blow uses


@rule("rampage:combat.rampage.monster-listed", "rampage:combat.actions.attack.strike")
def test_a_beasts_routine_is_cited_and_a_weapon_is_not() -> None:
    listed = "rampage:combat.rampage.monster-listed"
    assert listed not in the(act(melee(), BLOW, d20(3)), AttackBegun).rule
    beast = scene(hero("hero", (5, 5), hp=60), monster("wolf", (6, 5), "wolf"))
    weapon = next(a.weapon for a in options(beast, "wolf") if isinstance(a, Attack))
    assert listed in the(act(beast, Attack("wolf", "hero", weapon), d20(2)), AttackBegun).rule


@rule("rampage:combat.actions.free.extra-attacks", "rampage:combat.parry.several")
def test_a_second_parry_is_one_of_several() -> None:
    strong = scene(hero("hero", (5, 5), level=4, gear=("sword", "shield"), hp=40), monster("orc", (6, 5), "goblin"))
    first = act(strong, Parry("hero", "orc"))
    assert len(the(first, AttackBegun).extra) == 3
    again = act(first.state, Parry("hero", "orc"))
    assert "rampage:combat.parry.several" in the(again, ExtraAttack).rule
    shield = act(first.state, ShieldParry("hero", "orc"))
    assert "rampage:combat.shield-parry.several" in the(shield, ExtraAttack).rule


@rule("rampage:class.fighter.rampage", "rampage:class.fighter.min-attacks")
def test_nobody_has_fewer_than_one_attack() -> None:
    state = scene(hero("hero", (5, 5)), monster("ogre", (6, 5), "ogre"))
    man, ogre = state.creatures["hero"], state.creatures["ogre"]
    assert attacks_against(man, [ogre], ()) == 1 and attacks_against(man, [], ()) == 1
    assert attacks_against(ogre, [man], ()) == 1
    strong = scene(hero("hero", (5, 5), level=4), monster("orc", (6, 5)))
    assert attacks_against(strong.creatures["hero"], [strong.creatures["orc"]], ()) == 4
    assert attacks_against(strong.creatures["hero"], [], ()) == 4


# Zones


@rule("rampage:combat.melee.locked", "rampage:combat.melee.protected-not-locked")
def test_who_locks_whom() -> None:
    def locked(dx: int, kind: str = "orc", friend: tuple[int, int] | None = None, *conditions: str) -> bool:
        more = [hero("friend", friend)] if friend else []
        state = scene(hero("hero", (5, 5)), *more, monster("foe", (5 + dx, 5), kind))
        state = under(state, "foe", *conditions)
        return field.locks(state, state.creatures["foe"], state.creatures["hero"])

    assert locked(1) and not locked(2) and not locked(3)
    assert locked(2, "ogre") and not locked(3, "ogre")
    assert not locked(2, "ogre", (6, 5)) and locked(1, "ogre", (6, 6))
    assert not locked(1, "orc", None, "fleeing") and locked(1, "orc", None, "prone")


@rule("rampage:combat.rank.protecting", "rampage:combat.rank.definition")
def test_a_friend_right_in_front_is_a_shield_and_nobody_else_is() -> None:
    def shielded(*others: tuple[str, tuple[int, int]]) -> bool:
        more = [hero(f"x{n}", at, side=side) for n, (side, at) in enumerate(others)]
        state = scene(hero("hero", (5, 5)), *more, monster("foe", (9, 5)))
        return field.is_shielded(state, state.creatures["hero"], state.creatures["foe"])

    assert shielded(("a", (6, 5))) and not shielded()
    assert not shielded(("a", (7, 5))) and not shielded(("b", (6, 5))) and not shielded(("a", (4, 5)))
    near = scene(hero("hero", (5, 5)), monster("foe", (6, 5)))
    assert not field.is_shielded(near, near.creatures["hero"], near.creatures["foe"])


@rule("rampage:combat.flank", "rampage:combat.rear.bonus")
@pytest.mark.parametrize("way", range(8))
def test_right_is_the_flank_and_the_three_behind_are_the_rear(way: int) -> None:
    around = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    sides = ["front", "front", "flank", "rear", "rear", "rear", "front", "front"]
    for turn, expected in enumerate(sides):
        dx, dy = around[(way + turn) % 8]
        fx, fy = around[way]
        friend = hero("friend", (10 + fx, 10 + fy)) if turn else hero("friend", (10 - fx, 10 - fy))
        state = scene(
            hero("hero", (10 + dx, 10 + dy)), friend, monster("orc", (10, 10)),
            facing={"hero": 0, "friend": 0, "orc": way},
        )  # fmt: skip
        assert facing.side_attacked(state, state.creatures["orc"], state.creatures["hero"]) == expected
        alone = changed(state, "friend", at=FAR)
        assert facing.side_attacked(alone, alone.creatures["orc"], alone.creatures["hero"]) == "front"
        fleeing = under(alone, "orc", "fleeing")
        assert facing.side_attacked(fleeing, fleeing.creatures["orc"], fleeing.creatures["hero"]) == "rear"


@rule(
    "rampage:combat.flank",
    "rampage:combat.rear.bonus",
    "rampage:combat.prone.melee",
    "rampage:combat.charge.attack-bonus",
)
def test_what_bears_on_a_blow() -> None:
    state = melee()

    def found(known: State, charging: bool = False) -> list[tuple[str, int]]:
        around = melee_circumstances(known, known.creatures["hero"], known.creatures["orc"], charging)
        assert around.multiplier == 1
        return [(m.source, m.amount) for m in around.hit]

    assert found(state) == [] and found(state, charging=True) == [("charge", 1)]
    assert [s for s, _ in found(under(state, "hero", "prone"))] == ["prone"]
    assert [s for s, _ in found(under(state, "orc", "prone"))] == ["target prone"]
    assert found(under(state, "orc", "blessed")) == [] and found(under(state, "hero", "blessed")) == []
    rear = under(state, "orc", "fleeing")
    assert found(rear) == [("rear", 2)]


@rule("rampage:combat.attack.range", "rampage:combat.prone.missile", "rampage:combat.missile.overhead-penalty")
@pytest.mark.parametrize(("inches", "bonus"), [(5, 1), (6, 0), (10, 0), (11, -2)])
def test_short_range_helps_and_long_range_hurts(inches: int, bonus: int) -> None:
    state = scene(hero("hero", (2, 2)), monster("orc", (2 + inches, 2)))

    def hit(known: State, overhead: bool = False) -> int:
        around = missile_circumstances(known.creatures["hero"], known.creatures["orc"], (5, 10, 15), overhead)
        return sum(m.amount for m in around.hit)

    assert hit(state) == bonus
    assert hit(state, overhead=True) == bonus - 2
    assert hit(under(state, "orc", "prone")) == bonus - 4
    assert hit(under(state, "orc", "blessed")) == bonus


# Shots


@rule("rampage:combat.missile.no-target-in-melee", "rampage:combat.rank.shoot-at", "rampage:combat.missile.overhead")
def test_who_can_be_shot_at() -> None:
    def shot(inches: int, *others: tuple[str, int]) -> bool:
        more = [hero(f"x{n}", (2 + at, 2), side=side) for n, (side, at) in enumerate(others)]
        state = scene(hero("hero", (2, 2)), *more, monster("orc", (2 + inches, 2)))
        return missiles.can_hit_with_missile(
            state, state.creatures["hero"], state.creatures["orc"], (5, 10, 15), False
        )[0]

    assert not shot(1) and shot(2) and shot(15) and not shot(16)
    assert not shot(9, ("b", 1))
    assert shot(9, ("a", 1)) and not shot(9, ("a", 4)) and not shot(9, ("b", 4)) and not shot(9, ("b", 8))


@rule("rampage:combat.missile.heavy-crossbow", "rampage:combat.missile.double-shot")
def test_when_a_weapon_may_shoot() -> None:
    def may(weapon: str, *used: str, unloaded: bool = False) -> bool:
        state = scene(hero("hero", (2, 2), gear=(weapon,)), monster("orc", (12, 2)))
        state = under(state, "hero", missiles.UNLOADED) if unloaded else under(state, "hero", "blessed")
        state = spent(state, "hero", *used)  # type: ignore[arg-type]
        return missiles.may_shoot(state, state.creatures["hero"], compendium.weapons()[weapon])

    known = compendium.weapons()
    double = next(k for k, w in known.items() if w.rate > 1)
    single = next(k for k, w in known.items() if w.is_missile and w.rate == 1 and "reload-move" not in w.qualities)
    assert may(double) and may(double, "attack", "shot") and not may(double, "attack", "shot", "shot")
    assert not may(double, "attack", "shot", "move") and not may(single, "attack", "shot")
    assert not may(single, unloaded=True)
    slow = [k for k, w in known.items() if "reload-move" in w.qualities]
    for weapon in slow:
        assert may(weapon, unloaded=True) and not may(weapon, "move", unloaded=True)


# Harm, death, nerves


@rule("rampage:combat.shield-parry.special", "rampage:combat.shield-parry.reduce")
@pytest.mark.parametrize(("damage", "special"), [(3, True), (4, True), (5, False)])
def test_a_shield_that_takes_the_whole_blow(damage: int, special: bool) -> None:
    from underkeep.systems.rampage.attacks.events import ShieldParried

    waiting = scene(*melee("sword", "shield").creatures.values(), hero("friend", FAR), facing={"hero": 2, "orc": 6})
    state = act(waiting, ShieldParry("hero", "orc")).state
    do = act(state, Attack("orc", "hero", "sword"), d20(19), d8(damage), d6(4))
    assert ("rampage:combat.shield-parry.special" in the(do, ShieldParried).rule) is special
    assert [e.amount for e in all_of(do, Harmed)] == ([] if special else [damage - 4])


@rule("rampage:death.zero-hp")
@pytest.mark.parametrize(("hp", "dies"), [(1, False), (0, True)])
def test_0_is_death_and_1_is_not(hp: int, dies: bool) -> None:
    do = scripted(changed(melee(), "orc", hp=hp), d6(1), d6(1))
    death.fall(do, Harmed("orc", 3, hp, "hero"))
    assert bool(all_of(do, Died)) is dies
    gone = scripted(changed(melee(), "orc", hp=0, status="dead"))
    death.fall(gone, Harmed("orc", 3, 0, "hero"))
    assert not gone.events


@rule("rampage:death.mortally-wounded", "rampage:death.gravely-wounded")
@pytest.mark.parametrize("name", ["mortally wounded", "gravely wounded"])
def test_whom_nobody_helps_in_time_dies(name: str) -> None:
    def expired(now: int, status: str = "down", until: int | None = 600) -> bool:
        state = replace(melee(), now=now)
        state = state.with_creature("hero", status=status, conditions=(Condition(name, until),))
        do = scripted(state)
        death.expire(do)
        return bool(all_of(do, Died))

    assert not expired(599) and expired(600) and expired(601)
    assert not expired(601, status="up") and not expired(601, until=None)


@rule("rampage:combat.grapple.win", "rampage:combat.grapple.lose", "rampage:combat.grapple.defender-dice")
def test_a_hold_is_broken_by_as_much() -> None:
    from underkeep.systems.rampage.attacks.events import Grappled, GrappleEnded

    def settled(total: int, *faces: int, hd: float = 1) -> GrappleEnded:
        do = scripted(melee(hd=hd), *faces)
        do.emit(Grappled("hero", "orc", Roll("1d6", (3,), 3), total))
        manoeuvres.settle_grapples(do)
        event = the(do, GrappleEnded)
        assert bool(all_of(do, Felled)) is not event.success
        return event

    free, held = settled(4, d6(4)), settled(4, d6(3))
    assert free.success and free.rule[-1] == "rampage:combat.grapple.lose"
    assert not held.success and held.rule[-1] == "rampage:combat.grapple.win"
    assert settled(4, *d6(2, 2), hd=2).success and settled(4, d6(4), hd=0.5).success


@rule("rampage:combat.actions.attack.change-weapon", "rampage:equipment.large-weapon-carry")
def test_what_is_laid_down_to_draw() -> None:
    def drawn(*gear: str) -> tuple[dict[str, str], bool]:
        state = scene(hero("hero", (5, 5), gear=gear), monster("orc", FAR))
        change = the(act(state, Draw("hero", gear[-1])), ItemsChanged)
        return {i.kind: i.place for i in change.items}, "rampage:equipment.large-weapon-carry" in change.rule

    assert drawn("sword", "dagger") == ({"sword": "belt", "dagger": "hand"}, False)
    assert drawn("sword", "shield", "dagger") == ({"sword": "belt", "shield": "hand", "dagger": "hand"}, False)


@rule("rampage:morale.number", "rampage:morale.twelve")
def test_a_leader_raises_morale_and_12_is_the_most() -> None:
    known = compendium.monsters()
    chief = next((k for k, m in known.items() if m.leader and m.followers_morale), "")
    if chief:
        state = scene(monster("orc", (5, 5), morale=7), monster("chief", (6, 5), chief))
        bonus = known[chief].followers_morale
        assert morale.rating(state, state.creatures["orc"]) == 7 + bonus
        brave = scene(monster("orc", (5, 5), morale=12), monster("chief", (6, 5), chief))
        assert morale.rating(brave, brave.creatures["orc"]) == 12
        dead = changed(state, "chief", status="dead")
        assert morale.rating(dead, dead.creatures["orc"]) == 7
        foe = changed(state, "chief", side="a")
        assert morale.rating(foe, foe.creatures["orc"]) == 7
    for number in (2, 7, 11, 12):
        alone = scene(monster("orc", (5, 5), morale=number))
        assert morale.rating(alone, alone.creatures["orc"]) == number


@rule("rampage:morale.break-sequence")
def test_the_broken_do_nothing_else_in_the_round() -> None:
    state = under(melee(), "orc", morale.BROKEN)
    do = scripted(state)
    morale.act_broken(do, "orc")
    assert [e.what for e in all_of(do, Spent)][:2] == ["attack", "move"]
    used = scripted(spent(state, "orc", "attack", "move"))
    morale.act_broken(used, "orc")
    assert not [e for e in all_of(used, Spent) if e.what in ("attack", "move")]


# Charges and tables


@rule("rampage:combat.charge.move-foot", "rampage:combat.charge.move-mounted", "rampage:combat.charge.move-plate")
@pytest.mark.parametrize(("legs", "extra"), [(2, 3), (3, 3), (4, 6), (6, 6)])
def test_four_legs_charge_further(legs: int, extra: int) -> None:
    beast = monster("orc", (5, 5), movement_in=9, legs=legs)
    assert charge_inches(beast) == 9 + extra


@rule("rampage:combat.charge.not-twice")
def test_nobody_charges_in_two_rounds_running() -> None:
    from underkeep.systems.rampage.attacks.events import Charged

    def may(last: int, now: int) -> bool:
        do = scripted(scene(hero("hero", (5, 5)), monster("orc", FAR), number=now))
        do.emit(Charged("hero", (2, 5), (5, 5), 0, last))
        assert battle(do.state).charges["hero"].round == last
        return may_charge(do.state, do.state.creatures["hero"])

    assert not may(3, 3) and not may(3, 4) and may(3, 5)


@rule("rampage:combat.melee.matrix", "rampage:combat.melee.monster", "rampage:combat.attack.negative-ac")
def test_the_tables_end_at_9_and_at_their_lowest() -> None:
    row = tuple(range(20, 10, -1))
    for ac in range(10):
        assert matrices.needed(row, 0, ac) == (row[ac], 0)
    assert matrices.needed(row, 0, 10) == (row[9], 0) and matrices.needed(row, 0, 12) == (row[9], 0)
    assert matrices.needed(row, 0, -1) == (row[0], -1) and matrices.needed(row, 0, -3) == (row[0], -3)
    table = compendium.monster_matrix()
    lowest = min(table)
    for ac in table:
        assert matrices.needed(None, 1, ac) == (table[ac][1], 0)
    assert matrices.needed(None, 1, 10) == (table[9][1], 0)
    assert matrices.needed(None, 1, lowest - 2) == (table[lowest][1], -2)


@rule("rampage:combat.attack.damage", "rampage:combat.receive.double")
def test_a_plain_blow_cites_nothing_of_set_weapons() -> None:
    do = act(melee(), BLOW, d20(19), d8(3))
    assert "rampage:combat.receive.double" not in the(do, DamageRolled).rule
    assert "rampage:combat.shield-parry.not-flank-rear" not in the(do, Harmed).rule
    assert "rampage:combat.ac.only-magic" not in the(do, AttackRolled).rule
