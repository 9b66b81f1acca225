from __future__ import annotations

import pytest
from tests.rules.robs.scene import every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.lab.muster import muster, parse_sides
from underkeep.lab.skirmish import play_fight
from underkeep.minds.soldier import Soldier
from underkeep.procedures import play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.battle import with_battle
from underkeep.systems.robs.combat.rounds import Flee, Yield
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import field, in_step
from underkeep.world.condition import Condition
from underkeep.world.creature import Felled, Fled, Harmed, MoraleRolled, Yielded


def battle(match: str):
    state = in_step(field(RULESET, match), "act")
    return with_battle(state, strength={side: len(state.active(side)) for side in ("a", "b")})


def slay(state, id, *faces, rulings=None):
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET, rulings)
    hp = state.creatures[id].hp
    done.emit(Harmed(id, hp, 0, ""))
    dice.finish()
    return done


@rule("robs:reaction.situational", "robs:combat.round.end")
@pytest.mark.parametrize(("faces", "flees"), [(d6(4, 3), True), (d6(3, 3), False), (d6(2, 5), False)])
def test_half_lost(faces, flees):
    """Ruling: monster-flight."""
    done = slay(battle("fighter v 2 goblin"), "goblin-1", *faces)
    assert first(done, MoraleRolled).success is not flees
    assert (done.state.creatures["goblin-2"].status == "fled") is flees
    assert not every(slay(battle("fighter v 4 goblin"), "goblin-1"), MoraleRolled)


@rule("robs:combat.round.end")
def test_the_referee_may_have_them_yield():
    told = {"robs:monster-flight": "yield"}
    done = slay(battle("fighter v 2 goblin"), "goblin-1", *d6(6, 1), rulings=told)
    assert done.state.creatures["goblin-2"].status == "yielded"
    stays = slay(battle("fighter v 2 goblin"), "goblin-1", *d6(6, 1), rulings={"robs:monster-flight": "fight on"})
    assert stays.state.creatures["goblin-2"].status == "up"


def test_who_cannot_run_yields():
    state = battle("fighter v 4 goblin").with_creature("goblin-3", conditions=(Condition("paralysed", 60),))
    done = slay(slay(state, "goblin-1").state, "goblin-2", *d6(5, 2))
    assert [done.state.creatures[f"goblin-{n}"].status for n in (3, 4)] == ["yielded", "fled"]
    assert not every(slay(slay(battle("fighter v 5 goblin"), "goblin-1").state, "goblin-2"), MoraleRolled)


def test_characters_and_the_mindless_do_not_waver():
    assert not every(slay(battle("2 fighter v 2 goblin"), "fighter-1"), MoraleRolled)
    assert not every(slay(battle("fighter v 2 skeleton"), "skeleton-1"), MoraleRolled)


def test_a_lone_creature_may_flee_when_very_hurt():
    done = Resolution(battle("fighter v ogre"), Scripted(*d6(5, 2)), RULESET)
    done.emit(Harmed("ogre-1", 10, 5, ""))
    assert every(done, Fled)


@rule("robs:combat.round.end", "robs:damage.critically-hurt")
@pytest.mark.parametrize(
    ("match", "event", "status"), [("fighter v 2 fighter", Yielded, "yielded"), ("fighter v 2 zombie", Felled, "down")]
)
def test_who_cannot_fight_is_beaten(match, event, status):
    state = battle(match)
    one, two = (c.id for c in state.active("b"))
    state = state.with_creature(one, hp=1, max_hp=11)
    assert state.creatures[one].status == "up"
    done = slay(state, two)
    assert [e.creature for e in every(done, event)] == [one]
    assert done.state.creatures[one].status == status


@rule("robs:combat.round.end")
def test_the_fight_ends_when_the_last_one_yields():
    state = battle("fighter v goblin")
    done = play.resolve(RULESET, state, "b", Yield("goblin-1"), Scripted())
    assert done.state.fight is None
    assert done.state.winner == "a"
    assert Attack("fighter-1", "goblin-1", "longsword") in play.legal_actions(RULESET, state, "a").listed
    edge = state.with_creature("goblin-1", at=(0, 0))
    assert play.resolve(RULESET, edge, "b", Flee("goblin-1"), Scripted()).state.winner == "a"


@pytest.mark.parametrize(
    "match", ["6 fighter v 10 orc", "2 ranger/2 v troll", "wizard + priest v 3 skeleton", "3 thief v giant-spider"]
)
def test_fights_end(match):
    for seed in range(3):
        dice = Seeded(seed)
        start = muster(RULESET, parse_sides(RULESET, match), dice).state
        end = play_fight(RULESET, start, {"a": Soldier(), "b": Soldier()}, dice)
        assert end.fight is None
        assert end.winner is not None


@rule("robs:combat.round.end", "robs:damage.critically-hurt")
def test_a_side_of_which_nobody_can_fight_gives_up():
    state = battle("fighter v goblin").with_creature("goblin-1", hp=20, max_hp=20)
    hurt = Resolution(state, Scripted(*d6(1, 6)), RULESET)
    hurt.emit(Harmed("goblin-1", 14, 6, ""))
    assert not every(hurt, Yielded), "Very Hurt is not the end"
    done = Resolution(hurt.state, Scripted(), RULESET)
    done.emit(Harmed("goblin-1", 5, 1, ""))
    assert first(done, Yielded).creature == "goblin-1"
