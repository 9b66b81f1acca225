"""Shots and moves that wait, and shots in the middle of a move."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.rampage.casters import caster
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
    squares,
    the,
    under,
    why_not,
)

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import Answer
from underkeep.procedures import play
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import MovedPart
from underkeep.systems.rampage.attacks.holds import ActionHeld, HoldMove, HoldShot
from underkeep.systems.rampage.attacks.missiles import split_shot
from underkeep.systems.rampage.attacks.mounts import saddle
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.actions import Charge
from underkeep.systems.rampage.basics.battle import battle
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.combat.rounds import enter_step
from underkeep.systems.rampage.magic.castable import Cast
from underkeep.systems.rampage.magic.casting import SpellLost
from underkeep.systems.rampage.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.world.creature import AttackRolled, Moved
from underkeep.world.fight import Step
from underkeep.world.state import State


def archers(weapon: str = "longbow", orc: tuple[int, int] = (16, 5)) -> State:
    return scene(hero("hero", (2, 5), gear=(weapon,)), monster("orc", orc, hp=40), monster("away", (38, 28)))


def answer(state: State, choice: str, *faces: int) -> Resolution:
    (prompt,) = state.prompts
    dice = Scripted(*faces)
    do = play.resolve(RULESET, state, prompt.seats[0], Answer(prompt.id, choice), dice)
    dice.finish()
    return do


# Holding a shot


@rule("rampage:combat.actions.hold.missile", "rampage:combat.actions.hold.who")
def test_a_held_shot_is_loosed_when_the_enemy_moves() -> None:
    held = act(archers(), HoldShot("hero", "longbow", "moves"))
    assert the(held, ActionHeld).until == "moves"
    assert held.state.fight is not None and held.state.fight.spent["hero"] == ("attack",)
    moved = act(held.state, Move("orc", (15, 5))).state
    (prompt,) = moved.prompts
    assert (prompt.seats, prompt.choices) == (("a",), ("shoot", "hold on"))
    shot = answer(moved, "shoot", d20(19), d6(3))
    assert shot.state.creatures["orc"].hp == 36, "a warrior adds 1"
    assert "rampage:combat.actions.hold.missile" in the(shot, AttackRolled).rule
    assert not battle(shot.state).held
    assert shot.state.fight is not None and shot.state.fight.spent["hero"] == ("attack",), "it was paid for"
    again = answer(moved, "hold on").state
    assert battle(again).held and not again.prompts
    assert not act(shot.state, Move("away", (37, 28))).state.prompts


@rule("rampage:combat.actions.hold.missile")
@pytest.mark.parametrize("until", ["casts", "uses a device"])
def test_only_the_condition_that_was_named_looses_it(until: str) -> None:
    held = act(archers(), HoldShot("hero", "longbow", until)).state
    assert not act(held, Move("orc", (15, 5))).state.prompts


@rule("rampage:combat.actions.hold.missile")
def test_nobody_is_asked_for_a_shot_that_cannot_be_made() -> None:
    held = act(archers(), HoldShot("hero", "longbow", "moves")).state
    assert not act(changed(held, "orc", at=(8, 5)), Move("orc", (3, 5))).state.prompts, "it has come to blows"
    far = act(archers("sling", (38, 5)), HoldShot("hero", "sling", "moves")).state
    assert not act(far, Move("orc", (37, 5))).state.prompts, "out of range"
    friend = scene(hero("hero", (2, 5), gear=("longbow",)), hero("other", (2, 9)), monster("orc", (30, 5)))
    waiting = act(friend, HoldShot("hero", "longbow", "moves")).state
    assert not act(waiting, Move("other", (3, 9))).state.prompts


@rule("rampage:combat.actions.hold.who", "rampage:combat.actions.hold.missile", "rampage:combat.actions.hold.avoid")
def test_who_cannot_hold() -> None:
    locked = archers(orc=(3, 5))
    assert refused_by(locked, HoldShot("hero", "longbow", "moves")) == "combat.actions.hold.who"
    assert refused_by(locked, HoldMove("hero")) == "combat.actions.hold.who"
    assert refused_by(archers(), HoldShot("hero", "sword", "moves")) == "combat.actions.hold.missile"
    assert refused_by(archers("sword"), HoldShot("hero", "sword", "moves")) == "combat.actions.hold.missile"
    assert refused_by(archers("stink-pot"), HoldShot("hero", "stink-pot", "moves")) == "combat.actions.hold.missile"
    assert refused_by(archers(), HoldShot("hero", "longbow", "sneezes")) == "combat.actions.hold.missile"
    shot = spent(archers(), "hero", "attack")
    assert refused_by(shot, HoldShot("hero", "longbow", "moves")) == "combat.actions.hold.missile"
    empty = under(archers("light-crossbow"), "hero", "unloaded")
    assert refused_by(empty, HoldShot("hero", "light-crossbow", "moves")) == "combat.actions.hold.missile"
    assert refused_by(spent(archers(), "hero", "move"), HoldMove("hero")) == "combat.actions.hold.avoid"
    listed = options(archers(), "hero")
    assert sum(isinstance(a, HoldShot) for a in listed) == 3 and HoldMove("hero") in listed
    assert not any(isinstance(a, HoldShot) for a in options(shot, "hero"))


@rule("rampage:combat.actions.hold.who")
def test_what_is_held_is_given_up_at_the_next_chance_to_act() -> None:
    held = act(archers(), HoldShot("hero", "longbow", "moves")).state
    do = scripted(held)
    enter_step(do, Step("act", ("hero",), "a"))
    assert not battle(do.state).held
    other = scripted(held)
    enter_step(other, Step("act", ("orc",), "b"))
    assert battle(other.state).held and not all_of(other, ActionHeld)


# Holding a move


AWAY = monster("away", (38, 28))


def charge() -> State:
    state = scene(hero("hero", (12, 5)), monster("orc", (2, 5), hp=40), AWAY)
    return act(act(state, HoldMove("hero")).state, Charge("orc", (11, 5))).state


@rule("rampage:combat.actions.hold.avoid")
def test_who_held_the_move_steps_out_of_the_way_of_a_charge() -> None:
    state = charge()
    (prompt,) = state.prompts
    assert prompt.choices == ("step aside", "stay")
    aside = answer(state, "step aside")
    moved = the(aside, Moved)
    assert moved.how == "aside" and "rampage:combat.actions.hold.avoid" in moved.rule
    assert aside.state.creatures["hero"].steps_to(aside.state.creatures["orc"]) == 13, "the whole move"
    assert not battle(aside.state).held
    assert Attack("orc", "hero", "sword") not in options(aside.state, "orc")
    stays = answer(state, "stay")
    assert stays.state.creatures["hero"].at == (12, 5) and battle(stays.state).held


@rule("rampage:combat.actions.hold.avoid")
def test_two_are_asked_one_after_the_other_and_others_are_not() -> None:
    state = scene(hero("hero", (12, 5)), hero("two", (12, 4)), hero("far", (30, 20)), monster("orc", (2, 5), hp=40))
    for id in ("hero", "two", "far"):
        state = act(state, HoldMove(id)).state
    first = act(state, Charge("orc", (11, 5))).state
    assert [p.about for p in first.prompts] == ["orc"] and first.prompts[0].context["who"] == "hero"
    second = answer(first, "stay").state
    assert second.prompts[0].context["who"] == "two"
    assert not answer(second, "step aside").state.prompts
    plain = scene(hero("hero", (12, 5)), monster("orc", (2, 5)))
    assert not act(plain, Charge("orc", (11, 5))).state.prompts


# Split shot


def scout(weapon: str = "short-bow", **made: Any) -> State:
    return scene(
        hero("hero", (2, 5), "scout", gear=(weapon,), **made), monster("orc", (16, 5), hp=40), monster("away", (38, 28))
    )


@rule("rampage:combat.move.split-shot-who", "rampage:combat.move.split-shot-resolve", "rampage:class.jack.split-shot")
def test_a_jack_moves_shoots_and_moves_on() -> None:
    part = act(scout(), Move("hero", (6, 5)))
    assert the(part, MovedPart).paces.left == 8
    assert not squares(part.state, "hero", Move)
    shot = act(part.state, Attack("hero", "orc", "short-bow"), d20(2))
    cited = the(shot, MovedPart).rule
    assert "rampage:class.jack.split-shot" in cited and "rampage:combat.move.split-shot-who" in cited
    assert squares(shot.state, "hero", Move) and max(abs(x - 6) for x, _ in squares(shot.state, "hero", Move)) == 8
    on = act(shot.state, Move("hero", (6, 13)))
    assert on.state.creatures["hero"].at == (6, 13)
    assert not options(on.state, "hero") or not squares(on.state, "hero", Move)
    assert not act(scout(), Move("hero", (2, 17))).state.prompts
    whole = act(scout(), Move("hero", (2, 17)))
    assert not all_of(whole, MovedPart), "nothing is left of it"


@rule("rampage:combat.move.split-shot-resolve")
def test_nothing_is_left_after_another_round_or_without_a_shot() -> None:
    part = act(scout(), Move("hero", (6, 5))).state
    shot = act(part, Attack("hero", "orc", "short-bow"), d20(2)).state
    assert shot.fight is not None
    later = replace(shot, fight=replace(shot.fight, round=2))
    assert not squares(later, "hero", Move)
    after = act(scout(), Attack("hero", "orc", "short-bow"), d20(2)).state
    assert not all_of(act(after, Move("hero", (6, 5))), MovedPart), "who has shot just moves"


@rule("rampage:race.elf.split-shot", "rampage:combat.move.split-shot-who", "rampage:combat.move.split-shot-mounted")
@pytest.mark.parametrize(
    ("kind", "race", "weapon", "mounted", "indoors", "expected"),
    [
        ("scout", "man", "sling", False, False, "class.jack.split-shot"),
        ("scout", "man", "sling", True, True, "class.jack.split-shot"),
        ("warrior", "elf", "longbow", False, True, "race.elf.split-shot"),
        ("warrior", "elf", "sling", False, False, ""),
        ("warrior", "elf", "longbow", True, False, ""),
        ("warrior", "man", "longbow", False, False, ""),
        ("warrior", "man", "longbow", True, False, "combat.move.split-shot-mounted"),
        ("warrior", "man", "javelin", True, False, "combat.move.split-shot-mounted"),
        ("warrior", "man", "light-crossbow", True, False, ""),
        ("warrior", "man", "longbow", True, True, ""),
        ("wizard", "man", "longbow", True, False, ""),
        ("nomad", "", "javelin", True, False, "combat.move.split-shot-mounted"),
        ("nomad", "", "javelin", False, False, ""),
        ("orc", "", "longbow", True, False, ""),
    ],
)
def test_who_may_shoot_in_the_middle_of_a_move(
    kind: str, race: str, weapon: str, mounted: bool, indoors: bool, expected: str
) -> None:
    one = hero("hero", (2, 5), kind, race=race) if race else monster("hero", (2, 5), kind, side="a")
    horse = monster("horse", (3, 5), "war-horse", side="a")
    do = scripted(scene(one, horse, monster("orc", (16, 5)), switches=("indoors",) if indoors else ()))
    if mounted:
        saddle(do, "hero", "horse", ())
    found = split_shot(do.state, do.state.creatures["hero"], compendium.weapons()[weapon])
    assert (f"rampage:{expected}" in found) if expected else found == ()


@rule("rampage:combat.move.split-shot-mounted")
def test_a_mounted_nomad_rides_shoots_and_rides_on() -> None:
    nomad = monster("hero", (2, 5), "nomad", side="a", gear=("short-bow",))
    do = scripted(scene(nomad, monster("horse", (3, 5), "war-horse", side="a"), monster("orc", (25, 5), hp=40)))
    saddle(do, "hero", "horse", ())
    part = act(do.state, Move("hero", (8, 5)))
    assert the(part, MovedPart).paces.left == 7
    shot = act(part.state, Attack("hero", "orc", "short-bow"), d20(2)).state
    assert why_not(shot, Move("hero", (8, 12))) is None and why_not(shot, Move("hero", (8, 13))) is not None


def test_a_fighter_on_foot_has_no_moves_left() -> None:
    plain = act(archers(), Move("hero", (6, 5)))
    assert not all_of(plain, MovedPart)
    own = replace(sheet(plain.state.creatures["hero"]), classes=("scout",))
    assert not squares(changed(plain.state, "hero", sheet=own), "hero", Move)


@rule("rampage:combat.actions.hold.missile", "rampage:magic.cast.not-injured")
@pytest.mark.parametrize(("until", "asked"), [("casts", True), ("uses a device", False), ("moves", False)])
def test_a_held_shot_comes_before_the_spell(until: str, asked: bool) -> None:
    mage = caster("mage", (16, 5), side="b", mastered=("fire-ball",), gear=("staff-focus",), hp=20)
    state = scene(hero("hero", (2, 5), gear=("longbow",)), mage, monster("away", (38, 28)))
    held = act(state, HoldShot("hero", "longbow", until)).state
    cast = next((a for a in options(held, "mage") if isinstance(a, Cast) and a.by == "" and a.target == "hero"), None)
    assert cast is not None
    begun = play.resolve(RULESET, held, "b", cast, Seeded(1, "x"))
    assert bool(begun.state.prompts) is asked
    if asked:
        hit = answer(begun.state, "shoot", d20(19), d6(3))
        assert the(hit, SpellLost).creature == "mage"
        missed = play.resolve(RULESET, begun.state, "a", Answer(begun.state.prompts[0].id, "hold on"), Seeded(1, "y"))
        assert not all_of(missed, SpellLost) and not missed.state.prompts
