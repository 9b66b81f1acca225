"""Healing, aid to the senseless, and what wounds leave behind."""

import pytest
from tests.rules.robs.below import FRIEND, PC, bare, delvers
from tests.rules.robs.scene import B, changed, duel, every, first, hit

from underkeep.systems.robs.attacks import damage
from underkeep.systems.robs.checks import disabilities, healing
from underkeep.systems.robs.checks.healing import CameRound
from underkeep.testing import d6, rule
from underkeep.world.condition import Condition
from underkeep.world.creature import Died, Healed


def rested(state, days, **rulings):
    done = bare(state, rulings=rulings)
    healing.rest(done, days)
    return done


@rule("robs:healing.rate", "robs:race.elf.healing")
@pytest.mark.parametrize("kind", ["human-fighter", "elf-fighter"])
def test_a_hit_point_a_day(kind):
    state = delvers(kind).with_creature(PC, hp=5)
    assert rested(state, 3).state.creatures[PC].hp == 8
    assert rested(state, 30).state.creatures[PC].hp == 10
    assert not rested(delvers(kind), 3).events, "nobody is hurt"


@rule("robs:healing.slow-with-magic", "robs:healing.rate")
def test_or_a_hit_point_a_week():
    state = delvers(switches=("slow-healing",)).with_creature(PC, hp=5)
    done = rested(state, 6)
    assert done.state.creatures[PC].hp == 5
    assert rested(done.state, 1).state.creatures[PC].hp == 6
    assert rested(state, 21).state.creatures[PC].hp == 8
    ruled = bare(delvers().with_creature(PC, hp=5), rulings={"robs:healing.rate": "1 a week"})
    healing.rest(ruled, 7)
    assert ruled.state.creatures[PC].hp == 6


@rule("robs:healing.maximum")
def test_never_above_the_maximum_and_never_the_dead():
    done = bare(delvers().with_creature(PC, hp=8))
    assert healing.heal(done, PC, 5, ()) == 2
    assert "robs:healing.maximum" in first(done, Healed).rule
    dead = bare(delvers().with_creature(PC, hp=-2, status="dead"))
    assert healing.heal(dead, PC, 5, ()) == 0


@rule("robs:death.unconscious-recovery")
def test_friends_see_to_the_senseless():
    state = delvers().with_creature(PC, hp=-1, status="down")
    done = bare(state)
    healing.aid(done, state.creatures[PC])
    assert done.state.creatures[PC].status == "down"
    later = rested(done.state, 2)
    assert later.state.creatures[PC].status == "up"
    assert first(later, CameRound).creature == PC
    alone = bare(state.with_creature(FRIEND, status="dead"))
    healing.aid(alone, state.creatures[PC])
    assert first(alone, Died).creature == PC
    ruled = bare(state, rulings={"robs:death.unconscious-recovery": "dies"})
    healing.aid(ruled, state.creatures[PC])
    assert every(ruled, Died)


@rule("robs:death.exactly-zero")
def test_at_exactly_zero_first_aid_is_enough():
    state = delvers().with_creature(PC, hp=0, status="down")
    done = bare(state)
    healing.aid(done, state.creatures[PC])
    assert (done.state.creatures[PC].hp, done.state.creatures[PC].status) == (1, "up")


@rule("robs:healing.scars", "robs:healing.limb-loss-hp", "robs:race.elf.healing")
def test_what_a_wound_leaves_behind():
    state = delvers()
    for mark, most, left in (
        (disabilities.NOTHING, 10, ()),
        (disabilities.SCAR, 10, ("scarred",)),
        (disabilities.LIMB, 9, ("without a limb",)),
    ):
        done = bare(state, rulings={"robs:healing.scars": mark})
        disabilities.leave_mark(done, state.creatures[PC])
        assert done.state.creatures[PC].max_hp == most
        assert tuple(c.name for c in done.state.creatures[PC].conditions) == left
    worse = bare(state, rulings={"robs:healing.scars": disabilities.LIMB, "robs:healing.limb-loss-hp": "3"})
    disabilities.leave_mark(worse, state.creatures[PC])
    assert worse.state.creatures[PC].max_hp == 7
    tough = bare(state, rulings={"robs:healing.scars": disabilities.LIMB, "robs:healing.limb-loss-hp": "none"})
    disabilities.leave_mark(tough, state.creatures[PC])
    assert tough.state.creatures[PC].max_hp == 10
    usual = bare(state)
    disabilities.leave_mark(usual, state.creatures[PC])
    assert not usual.state.creatures[PC].conditions


@rule("robs:race.elf.healing")
def test_elves_never_scar():
    from underkeep.kernel.prompt import ALWAYS, Ruled, RulingStands

    state = RulingStands("robs:healing.scars", ALWAYS, disabilities.SCAR).evolve(delvers("elf-fighter"))
    done = bare(state)
    disabilities.leave_mark(done, state.creatures[PC])
    assert not done.state.creatures[PC].conditions
    assert first(done, Ruled).rule == ("robs:healing.scars", "robs:race.elf.healing")
    human = bare(delvers())
    disabilities.leave_mark(human, human.state.creatures[PC])
    assert first(human, Ruled).rule == ("robs:healing.scars",)


def test_a_critical_hurt_may_leave_a_mark():
    state = changed(duel().with_creature(B, hp=5), B, classes={"fighter": 1}, race="human")
    done = hit(state, *d6(6, 3), rulings={"robs:healing.scars": disabilities.SCAR})
    assert done.state.creatures[B].condition("scarred")
    assert not hit(duel().with_creature(B, hp=5), *d6(6, 3)).state.creatures[B].condition("scarred"), "no character"


@rule("robs:damage.scratch.recovery")
@pytest.mark.parametrize(("healed", "lost"), [(5, 2), (6, 1), (12, 0)])
def test_scale_comes_back_as_one_heals(healed, lost):
    state = changed(duel(), B, scale=6).with_creature(B, hp=10, conditions=(Condition(damage.SCALE_LOST, level=2),))
    done = bare(state)
    done.emit(Healed(B, healed, 10 + healed))
    found = done.state.creatures[B].condition(damage.SCALE_LOST)
    assert (found.level if found else 0) == lost
    if healed == 5:
        done.emit(Healed(B, 1, 16))
        assert done.state.creatures[B].condition(damage.SCALE_LOST).level == 1
    ruled = bare(state, rulings={"robs:damage.scratch.recovery": "at once"})
    ruled.emit(Healed(B, 1, 11))
    assert ruled.state.creatures[B].condition(damage.SCALE_LOST) is None
