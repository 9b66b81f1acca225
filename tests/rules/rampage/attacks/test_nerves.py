"""When Rampage's creatures lose heart, how they get away, and what is read of a sheet."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.creation.test_questions import PLAIN, SCORES
from tests.rules.rampage.scene import (
    all_of,
    changed,
    hero,
    monster,
    recruit,
    scene,
    scripted,
    steps,
    the,
    under,
)

from underkeep.kernel.dice import Seeded
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import closing_in, missiles, morale
from underkeep.systems.rampage.attacks.events import AnswerOwed, EscapeRolled
from underkeep.systems.rampage.attacks.morale import QuartersLost
from underkeep.systems.rampage.attacks.movement import run_inches
from underkeep.systems.rampage.attacks.strikes import melee_circumstances
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import battle, with_battle
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.classes import _why_not_combine
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.equipment.arms import draw_fast
from underkeep.systems.rampage.equipment.load import movement_in
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled, Died, Felled, Fled, Harmed, MoraleRolled, Moved
from underkeep.world.gear import ItemsChanged
from underkeep.world.grid import Grid
from underkeep.world.state import State

WIDE = Grid(200, 60)


def band(count: int, lost: int, **more: object) -> State:
    orcs = [monster(f"orc-{n}", (50 + n, 30), morale=7, **more) for n in range(count)]  # type: ignore[arg-type]
    state = scene(hero("hero", (10, 10)), *orcs, grid=WIDE)
    for n in range(lost):
        state = changed(state, f"orc-{n}", status="dead", hp=0)
    return state


@rule("rampage:morale.trigger.casualties", "rampage:morale.trigger.leader")
@pytest.mark.parametrize(("count", "lost", "told"), [(8, 1, 0), (8, 2, 1), (8, 4, 2), (8, 6, 3), (8, 7, 3), (2, 1, 2)])
def test_each_quarter_lost_is_a_check(count: int, lost: int, told: int) -> None:
    do = scripted(band(count, lost), *d6(1, 1))
    morale.check_after_loss(do, Died("orc-0"))
    found = all_of(do, QuartersLost)
    assert [e.quarters for e in found] == ([told] if told else [])
    assert bool(all_of(do, MoraleRolled)) is bool(told)
    if told:
        again = scripted(do.state)
        morale.check_after_loss(again, Died("orc-0"))
        assert not again.events


@rule("rampage:morale.trigger.casualties")
def test_one_alone_has_no_quarters_and_no_fight_no_morale() -> None:
    for state in (band(1, 1), replace(band(8, 4), fight=None)):
        do = scripted(state)
        morale.check_after_loss(do, Died("orc-0"))
        assert not do.events
    felled = changed(band(8, 1), "orc-1", status="down")
    do = scripted(felled, *d6(1, 1))
    morale.check_after_loss(do, Felled("orc-1"))
    assert the(do, QuartersLost).quarters == 1


@rule("rampage:morale.trigger.monster-half")
@pytest.mark.parametrize(("hp", "amount", "checks"), [(11, 4, False), (10, 4, True), (9, 1, False), (10, 1, True)])
def test_a_lone_monster_checks_when_half_is_gone(hp: int, amount: int, checks: bool) -> None:
    def wounded(state: State) -> bool:
        do = scripted(state, *d6(1, 1))
        morale.check_after_wound(do, state.creatures["ogre"], Harmed("ogre", amount, hp, "hero"))
        return bool(all_of(do, MoraleRolled))

    ogre = replace(monster("ogre", (50, 30), "ogre", hp=hp, morale=8), max_hp=20)
    alone = scene(hero("hero", (10, 10)), ogre, monster("orc", (60, 30)), grid=WIDE)
    assert wounded(alone) is checks
    two = scene(hero("hero", (10, 10)), ogre, monster("other", (60, 30), "ogre"), grid=WIDE)
    assert not wounded(two)
    assert not wounded(replace(alone, fight=None))
    foes = scene(hero("hero", (10, 10)), ogre, monster("other", (60, 30), "ogre", side="a"), grid=WIDE)
    assert wounded(foes) is checks


@rule("rampage:combat.escape.roll", "rampage:class.jack.escape-melee")
def test_an_escape_is_the_movement_or_less() -> None:
    def escapes(face: int, **more: object) -> bool:
        state = scene(monster("orc", (50, 30), movement_in=9, **more), hero("hero", (51, 30)), grid=WIDE)  # type: ignore[arg-type]
        do = scripted(state, d20(face))
        done = morale.roll_escape(do, state.creatures["orc"])
        assert the(do, EscapeRolled).success is done and the(do, EscapeRolled).roll.success is done
        assert not the(do, EscapeRolled).roll.modifiers
        return done

    assert escapes(9) and not escapes(10)
    jack = scene(hero("hero", (50, 30), "thief", level=3), monster("orc", (51, 30)), grid=WIDE)
    do = scripted(jack, *d20(20, 15))
    assert morale.roll_escape(do, jack.creatures["hero"])
    assert [m.amount for m in the(do, EscapeRolled).roll.modifiers][1] == 3
    assert not morale.roll_escape(scripted(jack, *d20(20, 16)), jack.creatures["hero"])


@rule("rampage:combat.rear.morale", "rampage:morale.trigger.rear")
def test_who_is_shaken_from_behind_gets_away_or_flees() -> None:
    state = scene(monster("orc", (100, 30), morale=5), hero("hero", (101, 30)), grid=WIDE)
    held = scripted(state, *d6(2, 3))
    morale.check_after_rear_attack(held, "orc")
    assert not all_of(held, Moved)
    away = scripted(state, *d6(3, 3), d20(1))
    morale.check_after_rear_attack(away, "orc")
    assert the(away, Moved).how == "escape" and not all_of(away, Fled)
    edge = scene(monster("orc", (1, 30), morale=5), hero("hero", (2, 30)), grid=WIDE)
    off = scripted(edge, *d6(3, 3), d20(1))
    morale.check_after_rear_attack(off, "orc")
    assert all_of(off, Fled) and not all_of(off, Moved)


@rule("rampage:combat.run.distance", "rampage:combat.run.snakes")
@pytest.mark.parametrize(("legs", "times"), [(0, 0), (2, 2), (3, 2), (4, 3), (6, 3)])
def test_four_legs_run_three_times_as_far(legs: int, times: int) -> None:
    assert run_inches(monster("orc", (5, 5), movement_in=9, legs=legs)) == 9 * times


@rule("rampage:combat.withdraw.pursuit-attack", "rampage:combat.withdraw.pursuit-order")
@pytest.mark.parametrize(("number", "struck"), [(3, True), (4, True), (5, False)])
def test_who_follows_a_withdrawal_of_this_round_or_the_last_is_struck_at(number: int, struck: bool) -> None:
    state = scene(hero("hero", (5, 5), hp=60), monster("orc", (6, 5), gear=("sword",)), number=number, grid=WIDE)
    state = with_battle(state, withdrawals={"orc": {"hero": 3}})
    do = scripted(state, d20(2))
    closing_in._meet_the_withdrawn(do, "hero", (do.state.creatures["orc"],))
    assert bool(all_of(do, AttackRolled)) is struck
    dagger = with_battle(
        scene(hero("hero", (5, 5)), monster("orc", (6, 5), gear=("dagger",)), number=number, grid=WIDE),
        withdrawals={"orc": {"hero": 3}},
    )
    late = scripted(dagger)
    closing_in._meet_the_withdrawn(late, "hero", (late.state.creatures["orc"],))
    assert [e.multiplier for e in all_of(late, AnswerOwed)] == ([1] if struck else [])
    assert battle(dagger).withdrawals


@rule("rampage:combat.actions.attack.fast-draw")
def test_only_one_of_two_like_weapons_leaps_from_the_belt() -> None:
    state = scene(hero("hero", (5, 5), gear=("short-bow", "sword", "sword", "shield")), monster("orc", (6, 5)))
    do = scripted(state)
    draw_fast(do, "hero", "sword")
    places = [(i.kind, i.place) for i in the(do, ItemsChanged).items]
    assert places[:3] == [("short-bow", "ground"), ("sword", "hand"), ("sword", "belt")]


@rule("rampage:creation.languages")
def test_the_sheet_says_who_reads() -> None:
    _, do = recruit("warrior", *SCORES, d6(3), **PLAIN)
    assert steps(do)["languages"].values["reads"] == "yes"


@rule("rampage:combat.rear.bonus", "rampage:combat.rear.on-fleeing")
def test_a_beast_behind_one_who_flees_does_its_damage_once() -> None:
    state = under(scene(hero("hero", (5, 5)), monster("orc", (6, 5))), "hero", "fleeing")
    around = melee_circumstances(state, state.creatures["orc"], state.creatures["hero"], False)
    assert around.side == "rear" and around.multiplier == 1
    charge = melee_circumstances(state, state.creatures["orc"], state.creatures["hero"], True)
    assert charge.multiplier == 1 and [m.amount for m in charge.damage] == [1]


@rule("rampage:combat.missile.overhead", "rampage:combat.rank.shoot-from")
def test_only_the_friend_right_in_front_is_shot_past() -> None:
    def shot(*friends: tuple[int, int]) -> bool:
        more = [hero(f"f{n}", at) for n, at in enumerate(friends)]
        state = scene(hero("hero", (2, 2)), *more, monster("orc", (12, 2)))
        there = state.creatures["orc"]
        return missiles.can_hit_with_missile(state, state.creatures["hero"], there, (5, 10, 15), False)[0]

    assert shot() and shot((3, 2)) and shot((2, 3)) and shot((30, 20))
    assert not shot((4, 2)) and not shot((3, 2), (4, 2)) and not shot((30, 20), (4, 2))


@rule("rampage:combat.actions.attack.fast-draw", "rampage:combat.actions.free.drop")
def test_what_falls_from_the_hand_is_cited() -> None:
    drop = "rampage:combat.actions.free.drop"

    def drawn(*gear: str, place: str = "") -> tuple[str, ...]:
        state = scene(hero("hero", (5, 5), gear=gear), monster("orc", (6, 5)))
        if place:
            items = tuple(replace(i, place=place) for i in state.creatures["hero"].items)
            state = changed(state, "hero", items=items)
        do = scripted(state)
        draw_fast(do, "hero", "sword")
        return the(do, ItemsChanged).rule

    assert drop in drawn("short-bow", "sword") and drop not in drawn("sword", place="belt")


@rule("rampage:death.maimed.eye", "rampage:death.maimed.leg")
def test_a_lost_eye_slows_nobody() -> None:
    whole = hero("hero", (5, 5))
    blind = replace(whole, sheet=replace(sheet(whole), injuries=("lost an eye",)))
    lame = replace(whole, sheet=replace(sheet(whole), injuries=("lost an eye", "lost a foot")))
    assert movement_in(blind) == movement_in(whole) > movement_in(lame) == 6


@rule("rampage:creation.choose-alignment", "rampage:creation.one-or-two-classes")
def test_two_classes_share_an_alignment() -> None:
    known = compendium.classes()
    pairs = [(a, b) for a in known.values() for b in known.values() if _why_not_combine([a, b]) is None]
    one, other = pairs[0]
    good, evil = replace(one, alignments=("good",)), replace(other, alignments=("evil",))
    why = _why_not_combine([good, evil])
    assert why is not None and why[1] == "rampage:creation.choose-alignment"
    assert _why_not_combine([good, replace(other, alignments=("evil", "good"))]) is None
    assert _why_not_combine([one]) is None and _why_not_combine([]) is None
    three = _why_not_combine([one, other, other])
    assert three is not None and three[1] == "rampage:creation.one-or-two-classes"
    same = _why_not_combine([one, one])
    assert same is not None and same[1] == "rampage:class.multi.different-types"


@rule("rampage:task.mules-on-stairs.fail")
def test_mules_that_balk_are_cited_as_such() -> None:
    fail = "rampage:task.mules-on-stairs.fail"
    state = replace(scene(hero("hero", (5, 5))), fight=None)

    def took(id: str, success: bool) -> tuple[str, ...]:
        task = compendium.tasks()[id]
        do = Resolution(state, Seeded(1, "time"), RULESET)
        tasks._take_time(do, state.creatures["hero"], id, task, success)
        return tuple(r for event in do.events for r in event.rule)

    timed = [id for id, task in compendium.tasks().items() if task.turns or task.rounds]
    for id in timed:
        assert (fail in took(id, False)) is (id == "mules-on-stairs")
        assert fail not in took(id, True)


@rule("rampage:morale.twelve", "rampage:morale.trigger.casualties")
@pytest.mark.parametrize(("bravest", "cited"), [(11, False), (12, True)])
def test_who_never_flees_is_cited_where_such_a_one_stands(bravest: int, cited: bool) -> None:
    state = band(4, 1)
    state = changed(state, "orc-3", sheet=replace(sheet(state.creatures["orc-3"]), morale=bravest))
    do = scripted(state, *d6(1, 1))
    morale.check_after_loss(do, Died("orc-0"))
    assert ("rampage:morale.twelve" in the(do, QuartersLost).rule) is cited
