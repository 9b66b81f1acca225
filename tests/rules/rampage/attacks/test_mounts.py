"""Riding into battle: getting on and off, blows from the saddle and at riders, charges, mounts' blows and nerves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import (
    act,
    all_of,
    hero,
    monster,
    options,
    refused_by,
    scene,
    scripted,
    spent,
    squares,
    the,
    under,
    why_not,
)

from underkeep.kernel.event import Modifier
from underkeep.procedures.actions import Attack, Done, Move
from underkeep.systems.rampage.attacks import mounts
from underkeep.systems.rampage.attacks.field import zone_inches
from underkeep.systems.rampage.attacks.mounts import (
    BOLTING,
    Bolted,
    Dismount,
    Dismounted,
    Mount,
    MountAttack,
    Mounted,
    RallyMount,
    in_the_saddle,
    nerves,
    saddle,
    unhorse,
)
from underkeep.systems.rampage.attacks.movement import charge_inches, run_inches
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Charge, KnockDown, Unhorse
from underkeep.systems.rampage.basics.sheet import bulk, sheet
from underkeep.systems.rampage.combat.rounds import enter_step, leave_step
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.testing import d6, d8, d20, rule
from underkeep.world.creature import AttackRolled, Creature, DamageRolled, Died, Fled, MoraleRolled, Yielded
from underkeep.world.fight import FightEnded, Step
from underkeep.world.state import State


def horse(kind: str = "war-horse", at: tuple[int, int] = (6, 5), side: str = "a") -> Creature:
    return monster("horse", at, kind, hp=10, side=side, morale=compendium.monsters()[kind].morale)


def riding(
    *gear: str,
    kind: str = "war-horse",
    orc: tuple[int, int] | None = (8, 5),
    foe: Creature | None = None,
    **made: object,
) -> State:
    """A hero in the saddle on two squares a side from (6, 5), beside an orc."""
    rider = hero("hero", (5, 5), gear=gear or ("sword",), **made)  # type: ignore[arg-type]
    start = scene(rider, horse(kind), foe or monster("orc", orc, hp=40, gear=("sword",)))
    do = scripted(start)
    saddle(do, "hero", "horse", ())
    return do.state


@rule("rampage:combat.actions.move.mount", "rampage:combat.melee.mounted-is-large")
def test_mounting_costs_the_move_and_makes_large() -> None:
    start = scene(hero("hero", (5, 5)), horse(), monster("orc", (20, 5)))
    do = act(start, Mount("hero", "horse"))
    rider = do.state.creatures["hero"]
    assert (rider.at, rider.size, bulk(rider), zone_inches(rider)) == ((6, 5), 2, 4, 2)
    assert the(do, Mounted).size == "L"
    assert do.state.creatures["horse"].at is None
    assert do.state.fight is not None and do.state.fight.spent["hero"] == ("move",)
    assert not options(do.state, "horse")
    down = act(spent(do.state, "hero"), Dismount("hero")).state
    hero_, beast = down.creatures["hero"], down.creatures["horse"]
    assert (hero_.at, hero_.size, beast.at, sheet(hero_).riding) == ((5, 4), 1, (6, 5), None)
    assert down.fight is not None and down.fight.spent["hero"] == ("move",)


@rule("rampage:combat.actions.move.mount")
def test_who_cannot_mount() -> None:
    near = scene(hero("hero", (5, 5)), horse(), monster("orc", (20, 5)), monster("other", (20, 9), "war-horse"))
    assert why_not(near, Mount("hero", "horse")) is None
    assert refused_by(spent(near, "hero", "move"), Mount("hero", "horse")) == "combat.actions.move.mount"
    assert refused_by(near, Mount("hero", "orc")) == "combat.actions.move.mount"
    assert refused_by(near, Mount("hero", "other")) == "combat.actions.move.mount"
    assert refused_by(near, Mount("horse", "horse")) == "combat.actions.move.mount"
    assert refused_by(near, Dismount("hero")) == "combat.actions.move.mount"
    away = scene(hero("hero", (4, 5)), horse(), monster("orc", (20, 5)))
    assert refused_by(away, Mount("hero", "horse")) == "combat.actions.move.mount"
    broken = under(near, "horse", "broken")
    assert refused_by(broken, Mount("hero", "horse")) == "combat.actions.move.mount"
    locked = scene(hero("hero", (5, 5)), horse(), monster("orc", (4, 5)))
    assert refused_by(locked, Mount("hero", "horse")) == "combat.melee.locked"
    up = riding(orc=(20, 5))
    assert refused_by(spent(up, "hero", "move"), Dismount("hero")) == "combat.actions.move.mount"
    assert refused_by(up, Mount("hero", "horse")) == "combat.actions.move.mount"
    listed = [type(a) for a in options(near, "hero")]
    assert listed.count(Mount) == 1 and Dismount not in listed


@rule("rampage:race.dwarf.mounts", "rampage:race.gnome.mounts", "rampage:race.halfling.mounts")
@pytest.mark.parametrize("race", ["dwarf", "gnome", "halfling"])
def test_short_folk_ride_no_horses(race: str) -> None:
    for kind in ("war-horse", "riding-horse", "light-war-horse"):
        start = scene(hero("hero", (5, 5), race=race), horse(kind), monster("orc", (20, 5)))
        assert refused_by(start, Mount("hero", "horse")) == f"race.{race}.mounts"
    for kind in ("mule", "pony", "donkey"):
        start = scene(hero("hero", (5, 5), race=race), horse(kind), monster("orc", (20, 5)))
        assert why_not(start, Mount("hero", "horse")) is None
    men = scene(hero("hero", (5, 5)), horse("riding-horse"), monster("orc", (20, 5)))
    assert why_not(men, Mount("hero", "horse")) is None


@rule("rampage:combat.melee.mounted-is-large")
def test_those_with_mounts_come_riding_but_not_indoors() -> None:
    folk = (hero("one", (5, 5)), hero("two", (5, 9), race="dwarf"), horse(), monster("pony", (6, 9), "pony", side="a"))
    enemies = (monster("nomad", (20, 5), "nomad"), monster("orc", (20, 9)), monster("b-horse", (21, 9), "war-horse"))
    do = scripted(scene(*folk, *enemies))
    in_the_saddle(do)
    assert {(e.creature, e.mount) for e in all_of(do, Mounted)} == {
        ("one", "horse"),
        ("two", "pony"),
        ("nomad", "b-horse"),
    }
    inside = scripted(scene(*folk, *enemies, switches=("indoors",)))
    in_the_saddle(inside)
    assert not inside.events


@rule("rampage:combat.mounted.rider", "rampage:combat.mounted.footman")
def test_riders_strike_down_and_footmen_up() -> None:
    down = the(act(riding(), Attack("hero", "orc", "sword"), d20(2)), AttackRolled)
    assert Modifier("mounted", 1) in down.roll.modifiers and "rampage:combat.mounted.rider" in down.rule
    up = the(act(riding(), Attack("orc", "hero", "sword"), d20(2)), AttackRolled)
    assert Modifier("against a rider", -1) in up.roll.modifiers and "rampage:combat.mounted.footman" in up.rule
    for long in ("pike", "bill", "halberd"):
        foe = monster("orc", (8, 5), hp=40, gear=(long,))
        level = the(act(riding(foe=foe), Attack("orc", "hero", long), d20(2)), AttackRolled)
        assert "rampage:combat.mounted.footman" not in level.rule


@rule("rampage:combat.mounted.rider")
@pytest.mark.parametrize(("kind", "on_foot"), [("orc", True), ("ogre", False), ("wolf", False)])
def test_only_footmen_are_below_a_rider(kind: str, on_foot: bool) -> None:
    state = riding(foe=monster("foe", (8, 5), kind, hp=40))
    rolled = the(act(state, Attack("hero", "foe", "sword"), d20(2)), AttackRolled)
    assert ("rampage:combat.mounted.rider" in rolled.rule) is on_foot


@rule("rampage:combat.mounted.rider")
def test_riders_are_level_with_each_other() -> None:
    foe = monster("orc", (8, 5), hp=40, gear=("sword",))
    do = scripted(scene(hero("hero", (5, 5)), horse(), foe, monster("b-horse", (8, 6), "war-horse")))
    saddle(do, "hero", "horse", ())
    saddle(do, "orc", "b-horse", ())
    rolled = the(act(do.state, Attack("hero", "orc", "sword"), d20(2)), AttackRolled)
    assert not [m for m in rolled.roll.modifiers if m.source in ("mounted", "against a rider")]


@rule("rampage:combat.height", "rampage:combat.height-no-stack")
def test_height_counts_but_not_besides_horse_against_foot() -> None:
    foot = scene(hero("hero", (7, 5)), monster("orc", (8, 5), hp=40, gear=("sword",)))
    hill = _on_a_hill(foot, (7, 5))
    down = the(act(hill, Attack("hero", "orc", "sword"), d20(2)), AttackRolled)
    assert Modifier("higher ground", 1) in down.roll.modifiers and "rampage:combat.height" in down.rule
    up = the(act(hill, Attack("orc", "hero", "sword"), d20(2)), AttackRolled)
    assert Modifier("lower ground", -1) in up.roll.modifiers and "rampage:combat.height" in up.rule
    level = the(act(_on_a_hill(foot, (7, 5), (8, 5)), Attack("hero", "orc", "sword"), d20(2)), AttackRolled)
    assert "rampage:combat.height" not in level.rule
    above = the(act(_on_a_hill(riding(), (6, 5)), Attack("hero", "orc", "sword"), d20(2)), AttackRolled)
    assert [m for m in above.roll.modifiers if "ground" in m.source] == []
    assert Modifier("mounted", 1) in above.roll.modifiers
    assert "rampage:combat.height-no-stack" in above.rule and "rampage:combat.height" not in above.rule
    plain = the(act(riding(), Attack("hero", "orc", "sword"), d20(2)), AttackRolled)
    assert "rampage:combat.height-no-stack" not in plain.rule


def _on_a_hill(state: State, *high: tuple[int, int]) -> State:
    fight = state.fight
    assert fight is not None and fight.battle is not None
    return replace(state, fight=replace(fight, battle=replace(fight.battle, high=high)))


@rule("rampage:combat.charge.mounted-double", "rampage:class.paladin.triple-charge")
@pytest.mark.parametrize(
    ("kind", "weapon", "times"),
    [
        ("warrior", "lance", 2),
        ("warrior", "spear", 2),
        ("paladin", "lance", 3),
        ("paladin", "spear", 3),
        ("warrior", "sword", 1),
    ],
)
def test_a_mounted_charge_doubles_and_a_paladins_triples(kind: str, weapon: str, times: int) -> None:
    state = act(riding(weapon, kind=("war-horse"), orc=(14, 5)), Charge("hero", (12, 5))).state
    if kind == "paladin":
        own = replace(sheet(state.creatures["hero"]), classes=("paladin",))
        state = state.with_creature("hero", sheet=own)
    die = d6(4) if weapon == "spear" else d8(4)
    do = act(state, Attack("hero", "orc", weapon), d20(19), die)
    rolled = the(do, DamageRolled)
    assert 40 - do.state.creatures["orc"].hp == rolled.roll.total * times
    cited = {"rampage:combat.charge.mounted-double", "rampage:class.paladin.triple-charge"} & set(
        the(do, AttackRolled).rule
    )
    assert len(cited) == times - 1


@rule("rampage:combat.charge.mounted-double", "rampage:combat.charge.move-mounted")
def test_a_lance_does_not_double_at_a_stand_nor_on_foot() -> None:
    do = act(riding("lance"), Attack("hero", "orc", "lance"), d20(19), d8(4))
    assert 40 - do.state.creatures["orc"].hp == the(do, DamageRolled).roll.total
    foot = scene(hero("hero", (2, 5), gear=("spear",)), monster("orc", (10, 5), hp=40))
    charged = act(foot, Charge("hero", (9, 5))).state
    do = act(charged, Attack("hero", "orc", "spear"), d20(19), d6(4))
    assert 40 - do.state.creatures["orc"].hp == the(do, DamageRolled).roll.total
    rider = riding().creatures["hero"]
    assert (movement_in(rider), charge_inches(rider), run_inches(rider)) == (12, 18, 36)


@rule("rampage:combat.space.lance-mount")
def test_a_lance_is_for_war_horses() -> None:
    assert Attack("hero", "orc", "lance") in options(riding("lance"), "hero")
    assert Attack("hero", "orc", "lance") in options(riding("lance", kind="paladins-horse"), "hero")
    for kind in ("light-war-horse", "riding-horse"):
        assert refused_by(riding("lance", kind=kind), Attack("hero", "orc", "lance")) == "combat.space.lance-mount"


@rule("rampage:class.ability.speed.mount")
def test_speed_makes_a_horse_faster_but_no_mule() -> None:
    swift = riding(kind="riding-horse", orc=(38, 28), level=9)
    scout = replace(sheet(swift.creatures["hero"]), classes=("scout",), hd=7)
    swift = swift.with_creature("hero", sheet=scout)
    assert movement_in(swift.creatures["hero"]) == 28
    do = act(swift, Move("hero", (34, 5)))
    spent_ = [e for e in do.events if "rampage:class.ability.speed.mount" in e.rule]
    assert spent_ and (35, 5) not in squares(swift, "hero", Move)
    assert movement_in(riding(kind="riding-horse").creatures["hero"]) == 24
    plain = act(riding(kind="riding-horse", orc=(38, 28)), Move("hero", (20, 5)))
    assert not [e for e in plain.events if "rampage:class.ability.speed.mount" in e.rule]
    mule = riding(kind="mule")
    mule = mule.with_creature("hero", sheet=replace(scout, riding=sheet(mule.creatures["hero"]).riding))
    assert movement_in(mule.creatures["hero"]) == 12


@rule("rampage:combat.mount.attack")
def test_a_mount_strikes_only_while_it_stands() -> None:
    still = riding(STR=18)
    do = act(still, MountAttack("hero", "orc"), d20(19), d6(5), d20(2))
    first, second = all_of(do, AttackRolled)
    assert (first.weapon, first.hit, second.hit) == ("hoof", True, False)
    assert not first.roll.modifiers, "neither the rider's own nor that he is mounted"
    assert the(do, DamageRolled).roll.total == 5, "the rider's arm has no part in it"
    assert do.state.fight is not None and do.state.fight.has_spent("hero", "move")
    assert Attack("hero", "orc", "sword") in options(do.state, "hero")
    assert refused_by(do.state, MountAttack("hero", "orc")) == "combat.mount.attack"
    assert refused_by(spent(still, "hero", "move"), MountAttack("hero", "orc")) == "combat.mount.attack"
    assert refused_by(riding(orc=(10, 5)), MountAttack("hero", "orc")) == "combat.mount.attack"
    assert MountAttack("hero", "orc") in options(still, "hero")


@rule("rampage:combat.mount.trained")
@pytest.mark.parametrize(("kind", "checks"), [
    ("war-horse", False), ("light-war-horse", False), ("paladins-horse", False),
    ("riding-horse", True), ("mule", True), ("pony", True),
])  # fmt: skip
def test_untrained_mounts_check_morale_in_melee(kind: str, checks: bool) -> None:
    do = scripted(riding(kind=kind), *((d6(1), d6(1)) if checks else ()))
    enter_step(do, Step("act", ("hero",), "a"))
    assert len(all_of(do, MoraleRolled)) == checks
    away = scripted(riding(kind=kind, orc=(20, 5)))
    enter_step(away, Step("act", ("hero",), "a"))
    assert not all_of(away, MoraleRolled)


@rule("rampage:combat.mount.trained", "rampage:morale.rally.horse")
def test_a_mount_that_fails_bolts_unless_it_is_rallied() -> None:
    held = scripted(riding(kind="riding-horse", CHA=12), d6(3), d6(4))
    nerves(held, held.state.creatures["hero"])
    assert held.state.creatures["hero"].condition(BOLTING) is None, "morale 7"
    do = scripted(riding(kind="riding-horse", CHA=12), d6(4), d6(4))
    nerves(do, do.state.creatures["hero"])
    lost = do.state
    assert lost.creatures["hero"].condition(BOLTING)
    assert the(do, MoraleRolled).who == "horse"
    assert not act(lost, RallyMount("hero"), d20(12)).state.creatures["hero"].condition(BOLTING)
    failed = act(lost, RallyMount("hero"), d20(13)).state
    assert failed.creatures["hero"].condition(BOLTING)
    assert refused_by(failed, RallyMount("hero")) == "morale.rally.horse"
    assert refused_by(riding(), RallyMount("hero")) == "morale.rally.horse"
    ended = scripted(failed)
    leave_step(ended, Step("act", ("hero",), "a"))
    assert the(ended, Bolted).mount == "horse"
    assert ended.state.fight is not None and ended.state.fight.has_spent("hero", "flee")
    assert not ended.state.creatures["hero"].condition(BOLTING)
    calm = scripted(riding())
    leave_step(calm, Step("act", ("hero",), "a"))
    assert not all_of(calm, Bolted)
    again = scripted(lost)
    nerves(again, lost.creatures["hero"])
    assert not again.events, "it has lost heart already"


@rule("rampage:combat.mount.trained")
def test_who_gets_off_a_bolting_mount_loses_it() -> None:
    lost = under(riding(kind="riding-horse", orc=(20, 5)), "hero", BOLTING)
    do = act(lost, Dismount("hero"))
    assert the(do, Fled).creature == "horse" and do.state.creatures["horse"].at is None
    assert do.state.creatures["hero"].condition(BOLTING) is None


@rule("rampage:class.ability.mule-master.morale")
def test_a_mule_master_steadies_a_mule_with_the_better_of_two() -> None:
    def master(kind: str, level: int) -> State:
        state = riding(kind=kind)
        return state.with_creature("hero", sheet=replace(sheet(state.creatures["hero"]), classes=("lackey",), hd=level))

    do = scripted(master("mule", 4), d6(5), d6(5), d6(3), d6(3))
    nerves(do, do.state.creatures["hero"])
    rolled = the(do, MoraleRolled)
    assert rolled.success and rolled.roll.total == 6
    assert "rampage:class.ability.mule-master.morale" in rolled.rule
    for state in (master("mule", 3), master("pony", 4)):
        plain = scripted(state, d6(5), d6(5))
        nerves(plain, state.creatures["hero"])
        assert not the(plain, MoraleRolled).success


@rule("rampage:combat.unhorse.weapons", "rampage:combat.unhorse.save", "rampage:combat.unhorse.stun")
def test_a_rider_is_pulled_from_the_saddle() -> None:
    def against(weapon: str) -> State:
        return riding(foe=monster("orc", (8, 5), hp=40, gear=(weapon,)))

    for weapon in ("bill", "pike"):
        assert Unhorse("orc", "hero", weapon) in options(against(weapon), "orc")
    assert refused_by(against("spear"), Unhorse("orc", "hero", "spear")) == "combat.unhorse.weapons"
    on_foot = scene(hero("hero", (7, 5)), monster("orc", (8, 5), gear=("bill",)))
    assert refused_by(on_foot, Unhorse("orc", "hero", "bill")) == "combat.unhorse.weapons"
    assert KnockDown("orc", "hero", "bill") not in options(against("bill"), "orc")
    action = Unhorse("orc", "hero", "bill")
    fallen = act(against("bill"), action, d20(15), d20(1), d20(1))
    rider = fallen.state.creatures["hero"]
    assert rider.condition("prone") and rider.condition("stunned by a fall") and sheet(rider).riding is None
    assert fallen.state.creatures["horse"].at == (6, 5)
    assert the(fallen, Dismounted).how == "fall"
    assert "rampage:combat.unhorse.weapons" in the(fallen, AttackRolled).rule
    awake = act(against("bill"), action, d20(15), d20(1), d20(20)).state.creatures["hero"]
    assert awake.condition("prone") and not awake.condition("stunned by a fall")
    assert sheet(act(against("bill"), action, d20(15), d20(20)).state.creatures["hero"]).riding is not None
    assert sheet(act(against("bill"), action, d20(2)).state.creatures["hero"]).riding is not None


@rule("rampage:combat.unhorse.stun")
def test_the_stun_of_a_fall_lasts_through_the_next_round() -> None:
    do = scripted(riding(foe=monster("orc", (8, 5), gear=("bill",))), d20(15), d20(1), d20(1))
    unhorse(do, Unhorse("orc", "hero", "bill"))
    stun = do.state.creatures["hero"].condition("stunned by a fall")
    assert stun is not None and stun.until == do.state.now + 120
    entered = scripted(do.state)
    enter_step(entered, Step("act", ("hero",), "a"))
    fight = entered.state.fight
    assert fight is not None and {"attack", "move"} <= set(fight.spent["hero"])


def test_a_mount_is_left_or_taken_along_when_its_rider_goes() -> None:
    for gone in (Died("hero"), Yielded("hero")):
        do = scripted(riding())
        do.emit(gone)
        assert do.state.creatures["horse"].at == (6, 5) and sheet(do.state.creatures["hero"]).riding is None
    away = scripted(riding())
    away.emit(Fled("hero"))
    assert away.state.creatures["horse"].status == "fled"
    over = scripted(riding())
    mounts.after_fight(over, FightEnded("a"))
    assert sheet(over.state.creatures["hero"]).riding is None and over.state.creatures["horse"].status == "up"
    on = act(riding(orc=(20, 5)), Done("hero"))
    assert sheet(on.state.creatures["hero"]).riding is not None
