from __future__ import annotations

import pytest
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
    the,
    under,
    why_not,
)

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack, Move
from underkeep.systems.rampage.attacks.events import ExtraAttack, Fumbled, TakenInRear, attack_on
from underkeep.testing import d4, d6, d8, d20, rule
from underkeep.world.condition import ConditionGained
from underkeep.world.creature import AttackRolled, DamageRolled, Died, Harmed, MoraleRolled
from underkeep.world.gear import ItemBroke
from underkeep.world.state import State

NATURAL = "natural attacks"
SWORD = Attack("hero", "orc", "sword")
FAR = (30, 25)


def duel(*gear: str, level: int = 1, hp: int = 40, **orc: object) -> State:
    """A warrior beside an orc, with another orc far away."""
    return scene(
        hero("hero", (5, 5), level=level, gear=gear or ("sword",)),
        monster("orc", (6, 5), hp=hp, **orc),  # type: ignore[arg-type]
        monster("other", FAR),
    )


@rule("rampage:combat.actions.one-each", "rampage:combat.actions.attack.strike")
def test_one_attack_and_one_move() -> None:
    after = act(duel("sword", "dagger"), SWORD, d20(2)).state
    assert refused_by(after, SWORD) == "combat.actions.one-each"
    free = changed(duel(), "orc", at=(20, 5))
    moved = act(
        changed(free, "hero", items=duel("sword", "dagger").creatures["hero"].items), Move("hero", (6, 6))
    ).state
    assert refused_by(moved, Move("hero", (6, 7))) == "combat.actions.one-each"


@rule("rampage:combat.initiative.side-acts", "rampage:combat.initiative.interlace")
def test_attack_and_move_in_either_order_but_not_between_blows() -> None:
    killed = act(duel(hp=1, level=3), SWORD, d20(19), d8(1)).state
    assert why_not(killed, Move("hero", (7, 5))) is None
    away = changed(duel(level=3), "orc", at=(12, 5))
    moved = act(away, Move("hero", (11, 5))).state
    assert why_not(moved, SWORD) is None
    state = scene(hero("hero", (5, 5), level=3), monster("orc", (6, 5), hp=1), monster("second", (9, 5)))
    walked = act(act(state, SWORD, d20(19), d8(1)).state, Move("hero", (8, 5))).state
    assert refused_by(walked, Attack("hero", "second", "sword")) == "combat.initiative.interlace"


@rule("rampage:combat.attack.damage", "rampage:death.zero-hp")
def test_a_hit_takes_hit_points_and_0_is_death() -> None:
    wounded = act(duel(hp=8), SWORD, d20(19), d8(5))
    assert (the(wounded, Harmed).amount, the(wounded, Harmed).hp) == (6, 2)
    assert not all_of(wounded, Died)
    killed = act(duel(hp=6), SWORD, d20(19), d8(5))
    assert the(killed, Died).creature == "orc"


@rule("rampage:combat.critical.damage", "rampage:example.critical.sword", "rampage:q.natural-20-hits")
def test_a_natural_20_does_the_most_and_2_more() -> None:
    thief = scene(hero("hero", (5, 5), "thief"), monster("orc", (6, 5), hp=40, ac=-4))
    do = act(thief, SWORD, d20(20))
    assert the(do, AttackRolled).hit
    assert the(do, Harmed).amount == 10


@rule("rampage:combat.fumble.save", "rampage:combat.fumble.other", "rampage:q.natural-1-misses")
def test_a_natural_1_may_fumble() -> None:
    saved = act(duel(), SWORD, *d20(1, 17))
    assert not all_of(saved, Fumbled)
    do = act(duel(), SWORD, *d20(1, 16))
    assert the(do, Fumbled).effect == "damaged"
    assert the(do, ConditionGained).condition.name == "damaged sword"
    again = act(spent(do.state, "hero"), SWORD, d20(19), d8(5))
    assert Modifier("damaged weapon", -1) in the(again, AttackRolled).roll.modifiers
    assert the(again, DamageRolled).roll.total == 5 + 1 - 1


@rule("rampage:combat.fumble.wooden", "rampage:combat.fumble.string", "rampage:combat.fumble.silver",
      "rampage:combat.fumble-effects")  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "effect"),
    [("spear", "broke"), ("club", "broke"), ("big-club", "broke"), ("quarter-staff", "broke"), ("pike", "broke"),
     ("torch", "broke"), ("sickle-sword", "useless"), ("mace", "damaged"), ("halberd", "damaged")],
)  # fmt: skip
def test_what_a_fumble_does_to_a_weapon(weapon: str, effect: str) -> None:
    do = act(duel(weapon), Attack("hero", "orc", weapon), *d20(1, 2))
    assert the(do, Fumbled).effect == effect
    assert bool(all_of(do, ItemBroke)) is (effect != "damaged")
    if effect != "damaged":
        assert (
            refused_by(spent(do.state, "hero"), Attack("hero", "orc", weapon)) == "combat.actions.attack.change-weapon"
        )


@rule("rampage:combat.fumble.string", "rampage:combat.fumble.wooden")
@pytest.mark.parametrize(
    ("weapon", "effect"),
    [("longbow", "snapped"), ("light-crossbow", "snapped"), ("javelin", "broke"), ("dart", "broke")],
)
def test_what_a_fumble_does_to_a_bow(weapon: str, effect: str) -> None:
    state = changed(duel(weapon), "orc", at=(12, 5))
    assert the(act(state, Attack("hero", "orc", weapon), *d20(1, 2)), Fumbled).effect == effect


@rule("rampage:combat.fumble.natural")
def test_the_unarmed_and_beasts_fall() -> None:
    state = scene(hero("hero", (5, 5), gear=()), monster("wolf", (6, 5), "wolf"))
    beast = act(state, Attack("wolf", "hero", NATURAL), *d20(1, 2))
    assert the(beast, ConditionGained).condition.name == "prone"
    assert the(act(state, Attack("hero", "wolf", "punch"), *d20(1, 2)), Fumbled).effect == "prone"


@rule("rampage:combat.prone.attacking", "rampage:combat.prone.melee")
def test_lying_on_the_ground() -> None:
    down = under(duel(), "hero", "prone")
    assert Modifier("prone", -4) in the(act(down, SWORD, d20(15)), AttackRolled).roll.modifiers
    other = under(duel(), "orc", "prone")
    roll = the(act(other, SWORD, d20(8), d8(1)), AttackRolled).roll
    assert (roll.total, roll.success) == (8 + 1 + 4, True)


@rule("rampage:combat.prone.dagger")
def test_a_dagger_on_one_who_lies() -> None:
    state = under(duel("dagger"), "orc", "prone")
    stabbed = the(act(state, Attack("hero", "orc", "dagger"), d20(15), *d4(2, 3, 4)), DamageRolled)
    assert stabbed.roll.total == 9 + 1 and "rampage:combat.prone.dagger" in stabbed.rule
    standing = the(act(duel("dagger"), Attack("hero", "orc", "dagger"), d20(15), d4(2)), DamageRolled)
    assert "rampage:combat.prone.dagger" not in standing.rule
    assert (
        the(act(duel("dagger"), Attack("hero", "orc", "dagger"), d20(15), d4(2)), DamageRolled).roll.notation == "1d4"
    )


def surrounded(kind: str = "warrior", level: int = 1, at: tuple[int, int] = (5, 5), **orc: object) -> State:
    """An orc that faces up the map, a friend in front of it, and the hero where told."""
    return scene(
        hero("hero", at, kind, level=level),
        hero("friend", (6, 4)),
        monster("orc", (6, 5), hp=40, gear=("sword", "shield"), **orc),  # type: ignore[arg-type]
        monster("other", FAR),
        facing={"orc": 0, "hero": 2, "friend": 4, "other": 0},
    )


@rule("rampage:combat.flank")
def test_the_flank_is_the_right_side() -> None:
    right = the(act(surrounded(at=(7, 5), ac=5), SWORD, d20(3)), AttackRolled)
    assert Modifier("flank", 1) in right.roll.modifiers
    assert right.roll.needed == 14  # AC 4 with the shield, 5 without
    left = the(act(surrounded(at=(5, 5), ac=5), SWORD, d20(3)), AttackRolled)
    assert left.roll.modifiers == (Modifier("level", 1),)
    assert left.roll.needed == 15


@rule("rampage:combat.rear.bonus", "rampage:q.rear-needs-two")
def test_from_behind() -> None:
    rear = the(act(surrounded(at=(6, 6), ac=5), SWORD, d20(3)), AttackRolled)
    assert Modifier("rear", 2) in rear.roll.modifiers
    assert rear.roll.needed == 14
    alone = changed(surrounded(at=(6, 6)), "friend", at=(20, 20))
    assert the(act(alone, SWORD, d20(3)), AttackRolled).roll.modifiers == (Modifier("level", 1),)


@rule("rampage:combat.rear.no-reply")
def test_no_reply_to_a_rear_attack() -> None:
    do = act(surrounded(at=(6, 6)), SWORD, d20(3))
    assert the(do, TakenInRear).by == "hero"
    assert refused_by(do.state, Attack("orc", "hero", "sword")) == "combat.rear.no-reply"
    assert why_not(do.state, Attack("orc", "friend", "sword")) is None


@rule("rampage:combat.rear.morale", "rampage:morale.trigger.rear", "rampage:q.morale-rear-vs-break")
def test_a_rear_attack_shakes_its_target() -> None:
    holds = act(surrounded(at=(6, 6), morale=6), SWORD, d20(3), *d6(3, 3))
    assert the(holds, MoraleRolled).who == "orc"
    assert not holds.state.creatures["orc"].conditions
    escapes = act(surrounded(at=(6, 6), morale=6), SWORD, d20(3), *d6(6, 6), d20(12))
    assert escapes.state.creatures["orc"].at != (6, 5)
    flees = act(surrounded(at=(6, 6), morale=6), SWORD, d20(3), *d6(6, 6), d20(13))
    assert flees.state.creatures["orc"].condition("fleeing")
    assert flees.state.fight is not None
    assert flees.state.fight.has_spent("orc", "flee")


@rule("rampage:class.jack.back-stab-when", "rampage:class.jack.back-stab-hit", "rampage:class.jack.back-stab-damage",
      "rampage:class.ravager.back-stabber")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "level", "hit", "damage"),
    [
        ("thief", 1, 4, 5 * 2),
        ("thief", 4, 4, 5 * 3),
        ("thief", 8, 4, 5 * 4),
        ("ravager", 1, 2, 6 * 2),
        ("warrior", 1, 2, 6),
    ],
)
def test_back_stabs(kind: str, level: int, hit: int, damage: int) -> None:
    state = surrounded(kind, level, (6, 6), ac=5)
    do = act(state, SWORD, d20(19), d8(5))
    roll = the(do, AttackRolled).roll
    assert dict(roll.modifiers)["back stab" if kind == "thief" else "rear"] == hit
    assert roll.needed == 14
    assert the(do, Harmed).amount == damage
    front = act(surrounded(kind, level, (5, 5), ac=5), SWORD, d20(19), d8(5))
    assert the(front, Harmed).amount < damage or kind == "warrior"


@rule("rampage:combat.rear.all-attacks")
def test_every_blow_from_behind_is_a_back_stab() -> None:
    state = surrounded("thief", 5, (6, 6))
    first = act(state, SWORD, d20(19), d8(1))
    second = act(first.state, SWORD, d20(19), d8(1))
    for do in (first, second):
        assert Modifier("back stab", 4) in the(do, AttackRolled).roll.modifiers
        assert the(do, Harmed).amount == 3


@rule("rampage:combat.rear.on-fleeing")
def test_whoever_flees_is_struck_from_behind() -> None:
    state = under(duel(), "orc", "fleeing")
    assert Modifier("rear", 2) in the(act(state, SWORD, d20(3)), AttackRolled).roll.modifiers


@rule("rampage:combat.melee.opponents-equal", "rampage:combat.melee.opponents-larger",
      "rampage:combat.melee.opponents-smaller", "rampage:combat.opponents",
      "rampage:example.melee.opponent-sizes")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "most", "rule_id"), [("orc", 8, "equal"), ("ogre", 12, "larger"), ("goblin", 4, "smaller")]
)
def test_how_many_can_get_at_one_enemy(kind: str, most: int, rule_id: str) -> None:
    state = scene(
        hero("hero", (5, 5)), monster("foe", (6, 5), kind, hp=40), *(hero(f"man-{n}", (n, 20)) for n in range(most))
    )
    for n in range(most - 1):
        state = spent(state, f"man-{n}", "attack", attack_on("foe"))
    assert why_not(state, Attack("hero", "foe", "sword")) is None
    full = spent(state, f"man-{most - 1}", "attack", attack_on("foe"))
    assert refused_by(full, Attack("hero", "foe", "sword")) == f"combat.melee.opponents-{rule_id}"


@rule("rampage:combat.space.swing", "rampage:combat.space.thrust")
@pytest.mark.parametrize(
    ("weapon", "needs_room"),
    [("two-handed-sword", True), ("maul", True), ("heavy-ax", True), ("flail", True), ("big-club", True),
     ("spear", False), ("halberd", False), ("bill", False), ("quarter-staff", False)],
)  # fmt: skip
def test_great_weapons_need_room_to_swing(weapon: str, needs_room: bool) -> None:
    state = scene(hero("hero", (5, 5), gear=(weapon,)), hero("friend", (5, 6)), monster("orc", (6, 5)))
    blow = Attack("hero", "orc", weapon)
    assert (why_not(state, blow) is not None) is needs_room
    if needs_room:
        assert refused_by(state, blow) == "combat.space.swing"
        assert why_not(changed(state, "friend", at=(4, 5)), blow) is None


@rule("rampage:combat.space.pike-lance-indoors", "rampage:combat.space.lance-mount")
def test_pikes_need_the_open_and_lances_a_horse() -> None:
    pike = Attack("hero", "orc", "pike")
    assert why_not(duel("pike"), pike) is None
    state = scene(hero("hero", (5, 5), gear=("pike",)), monster("orc", (6, 5)), switches=("indoors",))
    assert refused_by(state, pike) == "combat.space.pike-lance-indoors"
    assert refused_by(duel("lance"), Attack("hero", "orc", "lance")) == "combat.space.lance-mount"


@rule("rampage:combat.rank.second-strike", "rampage:combat.rank.third-strike")
@pytest.mark.parametrize(
    ("weapon", "rank", "can"),
    [("spear", 2, True), ("bill", 2, True), ("pike", 2, True), ("halberd", 2, False), ("sword", 2, False),
     ("pike", 3, True), ("spear", 3, False), ("bill", 3, False)],
)  # fmt: skip
def test_striking_from_behind_the_front_rank(weapon: str, rank: int, can: bool) -> None:
    ranks = [hero(f"front-{n}", (5 - n, 5)) for n in range(rank - 1)]
    state = scene(hero("hero", (6 - rank, 5), gear=(weapon,)), *ranks, monster("orc", (6, 5)))
    assert (why_not(state, Attack("hero", "orc", weapon)) is None) is can
    gap = changed(state, "front-0", at=(20, 20))
    assert why_not(gap, Attack("hero", "orc", weapon)) is not None


@rule("rampage:combat.actions.attack.fast-draw", "rampage:combat.actions.free.drop")
def test_a_fast_weapon_is_drawn_with_the_blow() -> None:
    state = duel("short bow", "sword")
    do = act(state, SWORD, d20(3))
    places = {i.kind: i.place for i in do.state.creatures["hero"].items}
    assert places == {"short-bow": "ground", "sword": "hand"}
    slow = duel("short bow", "mace")
    assert refused_by(slow, Attack("hero", "orc", "mace")) == "combat.actions.attack.change-weapon"


def test_a_bear_that_hits_with_both_claws_hugs() -> None:
    state = scene(hero("hero", (5, 5), hp=90), monster("bear", (6, 5), "owl-bear"))
    do = act(state, Attack("bear", "hero", NATURAL), d20(19), d8(3), d20(19), *d8(4, 5, 6), d20(2))
    assert [e.amount for e in all_of(do, Harmed)] == [3, 4, 11]


@rule("rampage:combat.rampage.monster-listed")
def test_a_troll_strikes_three_times() -> None:
    state = scene(hero("hero", (5, 5), hp=90), hero("friend", (5, 6)), monster("troll", (6, 5), "troll"))
    do = act(state, Attack("troll", "hero", NATURAL), *d20(2, 3, 4))
    assert [e.weapon for e in all_of(do, AttackRolled)] == ["talon", "talon", "bite"]
    do = act(changed(state, "hero", hp=1), Attack("troll", "hero", NATURAL), d20(19), d6(3), *d20(2, 2))
    assert [e.target for e in all_of(do, AttackRolled)] == ["hero", "friend", "friend"]
    assert not all_of(do, ExtraAttack)


@rule("rampage:monster.touch.unhindered")
def test_poison_needs_a_hit_and_a_failed_save() -> None:
    state = scene(hero("hero", (5, 5)), hero("friend", (9, 9)), monster("spider", (6, 5), "black-widow"))
    saved = act(state, Attack("spider", "hero", NATURAL), d20(19), *d6(1, 1), d20(17))
    assert saved.state.creatures["hero"].status == "up"
    killed = act(state, Attack("spider", "hero", NATURAL), d20(19), *d6(1, 1), d20(16))
    assert the(killed, Died).creature == "hero"
    assert not all_of(act(state, Attack("spider", "hero", NATURAL), d20(2)), Died)


def test_options_hold_only_what_is_accepted() -> None:
    state = duel("battle ax", "shield", level=5)
    for action in options(state, "hero"):
        assert why_not(state, action) is None
