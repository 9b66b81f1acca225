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
    scripted,
    spent,
    the,
    under,
    why_not,
)

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks import manoeuvres
from underkeep.systems.rampage.attacks.events import Grappled, GrappleEnded, SentFlying, ShieldParried
from underkeep.systems.rampage.basics.actions import (
    DisarmEnemy,
    Draw,
    Grapple,
    KnockDown,
    Parry,
    PickUp,
    ShieldParry,
    SplitShield,
)
from underkeep.systems.rampage.basics.battle import battle
from underkeep.testing import d4, d6, d8, d10, d20, rule
from underkeep.world.creature import AttackRolled, Felled, Harmed
from underkeep.world.gear import ItemBroke
from underkeep.world.state import State

BLOW = Attack("orc", "hero", "sword")


def melee(*gear: str, orc: tuple[str, ...] = ("sword",), level: int = 1, kind: str = "orc") -> State:
    return scene(
        hero("hero", (5, 5), level=level, gear=gear or ("sword",)),
        monster("orc", (6, 5), kind, hp=40, gear=orc),
        monster("other", (30, 25)),
    )


@rule("rampage:combat.parry.effect", "rampage:combat.parry.weapon", "rampage:combat.actions.attack.parry",
      "rampage:q.parry-timing")  # fmt: skip
def test_a_parry_spoils_one_blow() -> None:
    ready = act(melee("dagger", "leather"), Parry("hero", "orc")).state
    assert refused_by(ready, Attack("hero", "orc", "dagger")) == "combat.actions.one-each"
    first = act(ready, BLOW, d20(14))
    roll = the(first, AttackRolled).roll
    assert (roll.needed, roll.total, roll.success) == (12, 9, False)
    again = act(spent(first.state, "orc"), BLOW, d20(14), d8(3))
    assert the(again, AttackRolled).hit
    assert not [a for a in options(melee("short bow"), "hero") if isinstance(a, Parry)]


@rule("rampage:combat.parry.several", "rampage:combat.shield-parry.several")
def test_some_attacks_may_become_parries() -> None:
    state = melee("sword", "shield", level=3)
    parried = act(state, Parry("hero", "orc")).state
    struck = act(parried, Attack("hero", "orc", "sword"), d20(2)).state
    last = act(struck, ShieldParry("hero", "orc")).state
    assert last.fight is not None
    assert battle(last).parries == battle(last).shield_parries == {"hero": {"orc": 1}}
    assert why_not(last, Parry("hero", "orc")) is not None


@rule("rampage:q.parry-timing")
def test_parries_last_until_ones_next_turn() -> None:
    ready = act(melee(), Parry("hero", "orc")).state
    do = scripted(ready)
    manoeuvres.drop_guards(do, do.state.creatures["hero"])
    assert do.state.fight is not None
    assert battle(do.state).parries == {}


@rule("rampage:combat.shield-parry.reduce", "rampage:combat.shield-parry.break")
@pytest.mark.parametrize(
    ("shield", "face", "taken", "broken"),
    [("shield", 4, 3, False), ("shield", 5, 2, False), ("shield", 6, 1, True), ("wooden shield", 5, 2, True),
     ("wooden shield", 4, 3, False)],
)  # fmt: skip
def test_a_shield_parry_takes_off_a_die(shield: str, face: int, taken: int, broken: bool) -> None:
    ready = act(melee("sword", shield), ShieldParry("hero", "orc")).state
    do = act(ready, BLOW, d20(19), d8(7), d6(face))
    assert the(do, ShieldParried).roll.total == face
    assert the(do, Harmed).amount == taken
    assert bool(all_of(do, ItemBroke)) is broken


@rule("rampage:combat.shield-parry.not-flank-rear")
def test_no_shield_parry_from_flank_or_rear() -> None:
    state = scene(
        hero("hero", (5, 5), gear=("sword", "shield")),
        monster("orc", (6, 5)),
        monster("front", (5, 4)),
        facing={"hero": 0, "orc": 6, "front": 4},
    )
    ready = act(state, ShieldParry("hero", "front")).state
    ready = spent(ready, "hero")
    ready = act(ready, ShieldParry("hero", "orc")).state
    flank = act(ready, BLOW, d20(19), d8(7))
    assert the(flank, Harmed).amount == 7
    front = act(ready, Attack("front", "hero", "sword"), d20(19), d8(7), d6(3))
    assert the(front, Harmed).amount == 4


@rule("rampage:combat.shield-parry.special")
def test_a_blow_wholly_stopped_does_nothing_else() -> None:
    state = scene(
        hero("hero", (5, 5), gear=("sword", "shield")), monster("spider", (6, 5), "black-widow"), monster("x", (30, 25))
    )
    ready = act(state, ShieldParry("hero", "spider")).state
    do = act(ready, Attack("spider", "hero", "natural attacks"), d20(19), *d6(1, 2, 5))
    assert not all_of(do, Harmed)
    assert do.state.creatures["hero"].status == "up"


@rule("rampage:combat.grapple.attack", "rampage:combat.grapple.attacker-dice", "rampage:combat.grapple.defender-dice",
      "rampage:combat.grapple.win", "rampage:combat.grapple.lose", "rampage:q.grapple-tie")  # fmt: skip
def test_wrestling_together() -> None:
    state = scene(
        hero("hero", (5, 5)),
        hero("friend", (5, 6)),
        monster("gnoll", (6, 5), "gnoll", hp=40, ac=7),
        monster("x", (30, 25)),
    )
    missed = act(state, Grapple("hero", "gnoll"), d20(10))
    assert the(missed, AttackRolled).roll.needed == 12
    one = act(state, Grapple("hero", "gnoll"), d20(11), d6(4))
    assert the(one, Grappled).total == 4
    both = act(one.state, Grapple("friend", "gnoll"), d20(19), d6(5)).state
    for faces, status in ((d6(4, 4), "down"), (d6(4, 5), "up"), (d6(6, 6), "up")):
        do = scripted(both, *faces)
        manoeuvres.settle_grapples(do)
        assert do.state.creatures["gnoll"].status == status
        assert the(do, GrappleEnded).roll.notation == "2d6"
    do = scripted(both, *d6(1, 1))
    manoeuvres.settle_grapples(do)
    assert the(do, Felled).why == "subdued"


@rule("rampage:combat.grapple.attacker-dice", "rampage:combat.grapple.defender-dice")
def test_the_dice_of_each_size() -> None:
    small = scene(
        hero("hero", (5, 5), race="halfling", gear=()), monster("ogre", (6, 5), "ogre"), monster("x", (30, 25))
    )
    do = act(small, Grapple("hero", "ogre"), d20(19), d4(4))
    assert the(do, Grappled).roll.notation == "1d4"
    settled = scripted(do.state, *d8(1, 1, 1, 1))
    manoeuvres.settle_grapples(settled)
    assert the(settled, GrappleEnded).roll.notation == "4d8"


@rule(
    "rampage:combat.disarm.requires",
    "rampage:combat.disarm.hit",
    "rampage:combat.disarm.save",
    "rampage:combat.stunt.enemy",
)
def test_disarming() -> None:
    assert refused_by(melee("dagger"), DisarmEnemy("hero", "orc", "dagger")) == "combat.disarm.requires"
    assert why_not(melee(orc=("dagger",)), DisarmEnemy("hero", "orc", "sword")) is None
    state = melee()
    missed = act(state, DisarmEnemy("hero", "orc", "sword"), d20(10))
    assert the(missed, AttackRolled).roll.needed == 12
    assert why_not(act(state, DisarmEnemy("hero", "orc", "sword"), *d20(11, 19)).state, BLOW) is None
    do = act(state, DisarmEnemy("hero", "orc", "sword"), *d20(11, 18), d10(7), d8(3))
    assert (the(do, SentFlying).feet, the(do, SentFlying).direction) == (7, 2)
    assert refused_by(do.state, BLOW) == "combat.actions.attack.change-weapon"
    assert not all_of(do, Harmed)


@rule("rampage:combat.split-shield.weapons", "rampage:combat.split-shield.hit", "rampage:combat.split-shield.save",
      "rampage:combat.split-shield.choice")  # fmt: skip
@pytest.mark.parametrize("weapon", ["hand-ax", "battle-ax", "heavy-ax", "halberd"])
def test_splitting_or_hooking_a_shield(weapon: str) -> None:
    state = melee(weapon, orc=("sword", "shield"))
    split, hook = SplitShield("hero", "orc", weapon, "split"), SplitShield("hero", "orc", weapon, "hook")
    assert the(act(state, split, d20(9)), AttackRolled).roll.needed == 12
    assert the(act(state, split, *d20(15, 18)), ItemBroke).name == "shield"
    torn = act(state, hook, *d20(15, 18), d10(4), d8(1))
    assert {i.kind: i.place for i in torn.state.creatures["orc"].items}["shield"] == "ground"
    saved = act(state, split, *d20(15, 19))
    assert not all_of(saved, ItemBroke)


@rule("rampage:combat.split-shield.weapons")
def test_a_sword_splits_no_shield() -> None:
    state = melee(orc=("sword", "shield"))
    assert refused_by(state, SplitShield("hero", "orc", "sword", "split")) == "combat.split-shield.weapons"


@rule("rampage:combat.split-shield.wooden")
def test_a_wooden_shield_has_no_save() -> None:
    state = melee("battle ax", orc=("sword", "wooden shield"))
    assert the(act(state, SplitShield("hero", "orc", "battle-ax", "split"), d20(15)), ItemBroke).name == "wooden shield"


@rule("rampage:combat.knock-down.weapon", "rampage:combat.knock-down.save", "rampage:combat.knock-down.size")
def test_knocking_down() -> None:
    assert refused_by(melee(), KnockDown("hero", "orc", "sword")) == "combat.knock-down.weapon"
    assert (
        refused_by(melee("halberd", orc=(), kind="ogre"), KnockDown("hero", "orc", "halberd"))
        == "combat.knock-down.size"
    )
    state = melee("halberd")
    down = act(state, KnockDown("hero", "orc", "halberd"), *d20(11, 18))
    assert down.state.creatures["orc"].condition("prone")
    assert not all_of(down, Harmed)
    up = act(state, KnockDown("hero", "orc", "halberd"), *d20(11, 19))
    assert up.state.creatures["orc"].condition("prone") is None


@rule("rampage:combat.actions.attack.change-weapon", "rampage:equipment.large-weapon-carry",
      "rampage:example.weapon-carry.halberd")  # fmt: skip
def test_changing_weapons_takes_a_move_or_an_attack() -> None:
    state = melee("mace", "battle ax")
    drawn = act(state, Draw("hero", "battle-ax")).state
    assert {i.kind: i.place for i in drawn.creatures["hero"].items} == {"mace": "belt", "battle-ax": "hand"}
    assert why_not(drawn, Attack("hero", "orc", "battle-ax")) is None
    moved = act(spent(state, "hero", "move"), Draw("hero", "battle-ax")).state
    assert refused_by(moved, Attack("hero", "orc", "battle-ax")) == "combat.actions.one-each"
    assert why_not(moved, Draw("hero", "mace")) is not None
    halberd = act(melee("halberd", "mace"), Draw("hero", "mace")).state
    assert {i.kind: i.place for i in halberd.creatures["hero"].items}["halberd"] == "ground"


@rule("rampage:combat.actions.attack.pick-up", "rampage:combat.actions.both.pick-up-melee")
def test_picking_things_up() -> None:
    state = act(melee(), DisarmEnemy("hero", "orc", "sword"), *d20(11, 18), d10(7), d8(3)).state
    taken = act(state, PickUp("orc", "sword")).state
    assert taken.fight is not None
    assert set(taken.fight.spent["orc"]) == {"move", "attack"}
    assert {i.place for i in taken.creatures["orc"].items} == {"hand"}
    assert refused_by(spent(state, "orc", "move"), PickUp("orc", "sword")) == "combat.actions.both.pick-up-melee"
    apart = act(changed(state, "hero", at=(20, 20)), PickUp("orc", "sword")).state
    assert apart.fight is not None
    assert apart.fight.spent["orc"] == ("move",)


def test_prone_attackers_and_parries_add_up() -> None:
    ready = under(act(melee(), Parry("hero", "orc")).state, "orc", "prone")
    roll = the(act(ready, BLOW, d20(17)), AttackRolled).roll
    assert roll.modifiers == (Modifier("prone", -4), Modifier("parried", -5))
