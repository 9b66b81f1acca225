from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, all_of, changed, hero, monster, scene, scripted, table, the, why_not

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Answer, Asked, Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.systems.rampage.attacks import death
from underkeep.systems.rampage.attacks.death import roll_near_death
from underkeep.systems.rampage.attacks.events import InjuryRolled, NearDeathRolled
from underkeep.systems.rampage.attacks.movement import may_charge
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.tasks import task_modifiers
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d2, d4, d6, d8, d20, rule
from underkeep.world.creature import Creature, Died, Felled, Healed
from underkeep.world.state import State

BLOW = Attack("orc", "hero", "sword")
ON = ("near-death",)


def last_blow(switches: tuple[str, ...] = ON, **given: int) -> State:
    return scene(
        hero("hero", (5, 5), hp=5, **given), hero("friend", (20, 20)), monster("orc", (6, 5)), switches=switches
    )


def fell(*faces: int) -> tuple[Creature, list[object]]:
    do = act(last_blow(), BLOW, d20(19), d8(6), *faces)
    return do.state.creatures["hero"], list(do.events)


@rule("rampage:death.near-death-eligible", "rampage:combat.attack.damage")
def test_characters_roll_and_monsters_die() -> None:
    assert RULESET.switches["near-death"].default
    do = act(last_blow(), BLOW, d20(19), *d8(6, 2))
    assert the(do, NearDeathRolled).creature == "hero"
    off = act(last_blow(()), BLOW, d20(19), d8(6))
    assert not all_of(off, NearDeathRolled)
    assert the(off, Died).creature == "hero"
    orc = scene(hero("hero", (5, 5)), monster("orc", (6, 5), hp=1), monster("x", (20, 20)), switches=ON)
    assert not all_of(act(orc, Attack("hero", "orc", "sword"), d20(19), d8(5)), NearDeathRolled)


@rule("rampage:death.near-death-chart", "rampage:death.near-death", "rampage:death.over-killed", "rampage:death.dead",
      "rampage:death.near-death-open-roll")  # fmt: skip
@pytest.mark.parametrize("face", range(1, 9))
def test_the_chart(face: int) -> None:
    more = {4: (), 5: (d6(3),), 6: (d6(1), d2(1)), 7: (d6(1), d4(1))}.get(face, ())
    do = act(last_blow(), BLOW, d20(19), *d8(6, face), *more)
    printed = str(table("death.near-death")[face - 1][1])
    rolled = the(do, NearDeathRolled)
    assert rolled.result in printed
    assert rolled.seats is None
    assert do.state.creatures["hero"].status == ("dead" if face <= 3 else "down")


@rule("rampage:death.mortally-wounded")
def test_a_mortal_wound_kills_within_a_turn() -> None:
    hurt, _ = fell(d8(4))
    wound = hurt.condition("mortally wounded")
    assert wound is not None
    assert wound.until == 600
    state = changed(last_blow(), "hero", status="down", conditions=(wound,))
    for now, dead in ((599, False), (600, True)):
        do = scripted(replace(state, now=now))
        death.expire(do)
        assert bool(all_of(do, Died)) is dead


@rule("rampage:death.gravely-wounded")
def test_a_grave_wound_leaves_hours() -> None:
    hurt, _ = fell(d8(5), d6(2))
    wound = hurt.condition("gravely wounded")
    assert wound is not None
    assert wound.until == 2 * 3600


@rule("rampage:death.knocked-out")
def test_knocked_out_with_a_hit_point() -> None:
    hurt, events = fell(d8(8))
    assert (hurt.status, hurt.hp) == ("down", 1)
    assert [e.why for e in events if isinstance(e, Felled)] == ["knocked out"]
    assert [(e.amount, e.hp) for e in events if isinstance(e, Healed)] == [(1, 1)]


@rule("rampage:death.maimed", "rampage:death.maimed-parts", "rampage:q.near-death-maim-side")
@pytest.mark.parametrize("face", range(1, 7))
def test_maimed_parts(face: int) -> None:
    hurt, events = fell(d8(6), d6(face), d2(2))
    part = str(table("death.maimed-parts")[face - 1][1])
    assert sheet(hurt).injuries == (f"lost right {part}",)
    assert [e.injury for e in events if isinstance(e, InjuryRolled)] == [f"lost right {part}"]


def maimed(part: str, *gear: str) -> Creature:
    whole = hero("hero", (5, 5), gear=gear or ("sword",))
    return replace(whole, sheet=replace(sheet(whole), injuries=(f"lost left {part}",)))


@rule("rampage:death.maimed.arm", "rampage:death.maimed.hand")
@pytest.mark.parametrize("part", ["arm", "hand"])
def test_no_two_handed_weapon_with_one_hand(part: str) -> None:
    for weapon, can in (("halberd", False), ("sword", True)):
        state = scene(maimed(part, weapon), monster("orc", (6, 5)))
        assert (why_not(state, Attack("hero", "orc", weapon)) is None) is can


@rule("rampage:death.maimed.leg")
def test_a_lost_leg() -> None:
    lame = maimed("leg")
    assert movement_in(lame) == 6
    assert not may_charge(scene(lame, monster("orc", (15, 5))), lame)


@rule("rampage:q.foot-without-wooden-foot")
def test_a_lost_foot_is_like_a_leg_until_there_is_a_wooden_one() -> None:
    assert movement_in(maimed("foot")) == 6


def test_a_lost_ear() -> None:
    assert sum(m.amount for m in task_modifiers(maimed("ear"), "hear-noise")) == -1
    assert sum(m.amount for m in task_modifiers(maimed("eye"), "hear-noise")) == 0


@rule("rampage:death.messed-up", "rampage:death.messed-up-injuries", "rampage:death.messed-up.str",
      "rampage:death.messed-up.int", "rampage:death.messed-up.wis", "rampage:death.messed-up.dex",
      "rampage:death.messed-up.con")  # fmt: skip
@pytest.mark.parametrize("face", range(1, 7))
def test_lasting_injuries(face: int) -> None:
    hurt, _ = fell(d8(7), d6(face), d4(2))
    ability = str(table("death.messed-up-injuries")[face - 1][1]).split()[1]
    assert sheet(hurt).score(ability) == 8
    assert sum(sheet(hurt).scores) == 58
    assert sheet(hurt).movement_lost_in == (1 if ability in ("STR", "DEX") else 0)
    assert hurt.max_hp == (4 if ability == "CON" else 5)


@rule("rampage:death.messed-up.int", "rampage:death.messed-up.wis", "rampage:q.xp-loss-level",
      "rampage:q.ability-loss-floor")  # fmt: skip
def test_experience_goes_but_levels_stay() -> None:
    state = last_blow(INT=3)
    own = replace(sheet(state.creatures["hero"]), xp=4500, hd=3)
    do = act(changed(state, "hero", sheet=own), BLOW, d20(19), *d8(6, 7), d6(2), d4(4))
    after = sheet(do.state.creatures["hero"])
    assert (after.xp, after.level, after.score("INT")) == (3500, 3, 1)


@rule("rampage:death.near-death-timing")
def test_the_roll_may_wait_until_after_the_battle() -> None:
    assert the(act(last_blow(), BLOW, d20(19), *d8(6, 2)), Ruled).choice == "immediately"
    state = replace(last_blow(), human_referee=True)
    state = changed(state, "friend", at=None, status="dead")
    asked = play.resolve(RULESET, state, "b", BLOW, Scripted(d20(19), d8(6)))
    prompt = the(asked, Asked).prompt
    assert prompt.choices == ("immediately", "after battle")
    later = play.resolve(RULESET, asked.state, REFEREE, Answer(prompt.id, "after battle"), Scripted(d8(8)))
    kinds = [type(e).__name__ for e in later.events]
    assert kinds.index("FightEnded") < kinds.index("NearDeathRolled")
    assert later.state.creatures["hero"].hp == 1


@rule("rampage:death.knocked-out", "rampage:death.near-death-chart")
def test_the_knocked_out_have_one_hit_point() -> None:
    do = scripted(scene(hero("hero", hp=20)), d8(8))
    roll_near_death(do, "hero")
    assert do.state.creatures["hero"].hp == 1


@rule("rampage:death.messed-up.con")
@pytest.mark.parametrize(("most", "left"), [(20, 19), (2, 1), (1, 1)])
def test_a_hit_point_is_lost_for_good_but_never_the_last(most: int, left: int) -> None:
    do = scripted(scene(hero("hero", hp=most)), d8(7), d6(5), d4(2))
    roll_near_death(do, "hero")
    assert sheet(do.state.creatures["hero"]).injuries == ("CON -2",)
    assert do.state.creatures["hero"].max_hp == left
