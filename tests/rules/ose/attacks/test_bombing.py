"""Rocks from the air."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import do, every, first, listed, refusal, scene, spent

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import muster, parse_sides
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.systems.ose.attacks import bombing
from underkeep.systems.ose.attacks.bombing import Bomb
from underkeep.systems.ose.equipment import market
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar, delving_party, objection
from underkeep.world.creature import AttackRolled, DamageRolled
from underkeep.world.gear import ItemsChanged

GRIFFON = "griffon-1"


def aloft(match="griffon[rock] v 4 orc", **at):
    """A flier in the missile step, the orcs in a square of 10 feet round (9, 9)."""
    state = scene(match, "missile", gap=6)
    flier = next(iter(state.creatures))
    state = state.with_creature(flier, at=(5, 9))
    for n, square in enumerate([(9, 9), (10, 9), (9, 10), (10, 10)], 1):
        if f"orc-{n}" in state.creatures:
            state = state.with_creature(f"orc-{n}", at=square)
    return state


@rule("ose:combat.bombing")
@pytest.mark.parametrize(("face", "hits"), [(15, False), (16, True)])
def test_sixteen_hits(face, hits):
    done = do(aloft("griffon[rock] v orc"), Bomb(GRIFFON, (9, 9)), d20(face), *([*d6(1, 2)] if hits else []))
    assert first(done, AttackRolled).hit is hits
    assert done.state.creatures["orc-1"].hp == (5 if hits else 8)
    assert first(done, ItemsChanged).items == ()
    assert refusal(done.state, Bomb(GRIFFON, (9, 9))).rule == "ose:combat.bombing"


@rule("ose:combat.bombing")
def test_from_no_higher_than_300_feet():
    state = aloft()
    assert Bomb(GRIFFON, (9, 9)) in listed(state, GRIFFON)
    assert objection(RULESET, state, Bomb(GRIFFON, (9, 9), 300)) is None
    assert refusal(state, Bomb(GRIFFON, (9, 9), 301)).rule == "ose:combat.bombing"


@rule("ose:combat.bombing")
def test_only_fliers_with_a_rock_in_the_open_and_out_of_melee():
    assert not listed(aloft("griffon v orc"), GRIFFON)
    walker = aloft("ogre[rock] v orc")
    assert not listed(walker, "ogre-1")
    assert refusal(walker, Bomb("ogre-1", (9, 9))).rule == "ose:combat.bombing"
    state = aloft()
    underground = delving_party(RULESET, cellar(RULESET), "fighter")
    below = replace(state, dungeon=underground.dungeon, party=underground.party)
    assert refusal(below, Bomb(GRIFFON, (9, 9))).rule == "ose:combat.bombing"
    on_the_road = replace(below, party=replace(below.party, place="road", at=None))
    assert objection(RULESET, on_the_road, Bomb(GRIFFON, (9, 9))) is None
    held = state.with_creature("orc-1", at=(6, 9))
    assert refusal(held, Bomb(GRIFFON, (9, 9))).rule == "ose:combat.bombing"
    assert refusal(spent(state, GRIFFON, "attack"), Bomb(GRIFFON, (9, 9)))
    assert refusal(state, Bomb(GRIFFON, (500, 9)))


@rule("ose:combat.bombing.effect")
def test_six_hit_dice_drop_2d6_on_everybody_in_ten_feet():
    done = do(aloft(), Bomb(GRIFFON, (9, 9)), d20(16), *d6(1, 1), *d20(2, 17), *d6(2, 2), d20(20), *d6(3, 3))
    assert [e.target for e in every(done, AttackRolled)] == ["orc-1", "orc-2", "orc-3", "orc-4"]
    assert [e.roll.total for e in every(done, DamageRolled)] == [2, 4, 6]
    assert {e.roll.notation for e in every(done, DamageRolled)} == {"2d6"}


@rule("ose:combat.bombing.effect")
def test_a_rock_falls_away_from_whoever_drops_it():
    state = aloft("griffon[rock] v orc").with_creature("orc-1", at=(11, 9)).with_creature(GRIFFON, at=(10, 10))
    done = do(state, Bomb(GRIFFON, (10, 9)), d20(2))
    assert [e.target for e in every(done, AttackRolled)] == ["orc-1"]


@rule("ose:combat.bombing.effect")
def test_smaller_and_bigger_bombs_and_the_referees_word():
    small = aloft("gargoyle[rock] v 4 orc")
    assert bombing.usual_size(small.creatures["gargoyle-1"]) == "1d6 in 5 feet"
    assert len(every(do(small, Bomb("gargoyle-1", (9, 9)), d20(1)), AttackRolled)) == 1
    state = aloft().with_creature("orc-4", at=(11, 11))
    rulings = {"ose:combat.bombing.effect": "4d6 in 20 feet"}
    done = do(state, Bomb(GRIFFON, (9, 9)), *d20(1, 1, 1, 16), *d6(1, 1, 1, 1), rulings=rulings)
    assert len(every(done, AttackRolled)) == 4
    assert first(done, DamageRolled).roll.notation == "4d6"


def test_a_fight_gives_bombers_their_step_and_shops_sell_no_rocks():
    sides = parse_sides(RULESET, "griffon[rock] v 2 orc")
    state = muster(RULESET, sides, Seeded(1), (), 10).state
    done = play.resolve(RULESET, state, REFEREE, BeginFight(), Seeded(1))
    assert done.state.fight is not None
    assert any(step.phase == "missile" and step.actors == (GRIFFON,) for step in done.state.fight.steps)
    assert "rock" not in {ware.kind for ware in market.wares()}


@rule("ose:combat.bombing")
def test_fliers_that_think_bring_rocks_in_the_open():
    from tests.rules.ose.abroad import abroad, met

    done = met(abroad("hills"), "gargoyle", 1, *d6(4, 3, 4, 4, 4, 4, 6, 1))
    assert bombing.is_bomber(done.state.creatures["gargoyle-1"])
    assert not bombing.may_bomb("griffon") and not bombing.may_bomb("orc")
