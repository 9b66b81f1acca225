from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from tests.rules.ose.below import H1, H2, act, at, below, having, is_listed, refused, resolving, told
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.checks import healing
from underkeep.systems.ose.checks.healing import Camp, RestBroken
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import Alike, Standing, d3, d6, d8, d20, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.clock import DAY
from underkeep.world.creature import Healed
from underkeep.world.dungeon import Group
from underkeep.world.encounter import EncounterBegan
from underkeep.world.state import State


def hurt(hp: int = 2, id: str = H1) -> State:
    """A wounded fighter in town."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "fighter", in_town=True)
    for other in (H1, H2):
        state = state.with_creature(other, hp=8, max_hp=8)
    return state.with_creature(id, hp=hp)


@rule("ose:healing.natural")
def test_a_day_of_rest_restores_1d3():
    done = act(hurt(2), a.RestDays(2), *d3(3, 1))
    assert done.state.creatures[H1].hp == 6
    assert [e.amount for e in every(done, Healed)] == [3, 1]
    assert done.state.now == hurt().now + 2 * DAY


@rule("ose:healing.cap")
def test_rest_and_magic_never_lift_above_the_most():
    assert act(hurt(7), a.RestDays(1), d3(3)).state.creatures[H1].hp == 8
    assert not every(act(hurt(8), a.RestDays(1)), Healed)
    cured = resolving(hurt(6))
    assert healing.heal(cured, H1, 5, ("ose:healing.magical",)) == 2
    assert cured.state.creatures[H1].hp == 8


@rule("ose:healing.natural")
def test_monsters_heal_too_unseen():
    state = having(below(), Group("orcs", "1-02", "orc", 1))
    met = resolving(state, d8(8))
    meetings.muster(met, Group("orcs", "1-02", "orc", 1))
    wounded = met.state.with_creature("orc-1", hp=1)
    rested = Resolution(wounded, Scripted(d3(2)), RULESET)
    healing.rest_a_day(rested)
    assert rested.state.creatures["orc-1"].hp == 3
    assert not told(rested, Healed)


@rule("ose:healing.interrupted")
def test_an_interrupted_day_heals_nothing():
    state = at(below(), "1-02", (9, 2)).with_creature(H1, hp=2)
    whole = act(state, Camp(), d3(3))
    assert whole.state.creatures[H1].hp == 5
    assert whole.state.now == state.now + DAY
    broken = Resolution(at(below(), "1-01", (2, 2)).with_creature(H1, hp=2), Visited(1), RULESET)
    healing.camp(broken)
    assert every(broken, EncounterBegan)
    assert every(broken, RestBroken)
    assert not every(broken, Healed)
    assert broken.state.creatures[H1].hp == 2
    day = resolving(hurt(2))
    healing.rest_a_day(day, interrupted=True)
    assert day.state.creatures[H1].hp == 2


class Visited(Standing, Alike):
    """Something wanders in at the first check; the rest is all alike."""

    standing: ClassVar = {"encounter on level 1": d20(5), "wandering monsters": d6(1)}


@rule("ose:healing.magical")
def test_magic_heals_at_once_and_besides_rest():
    cured = resolving(hurt(2))
    healing.heal(cured, H1, 4, ("ose:healing.magical",))
    assert cured.state.creatures[H1].hp == 6
    assert cured.state.now == hurt().now
    assert first(cured, Healed).rule == ("ose:healing.magical",)
    rested = act(cured.state, a.RestDays(1), d3(2))
    assert rested.state.creatures[H1].hp == 8


def test_camping_is_for_the_dungeon_and_beds_for_the_town():
    assert is_listed(below(), Camp())
    assert refused(hurt(), Camp()).rule == "ose:healing.natural"
    assert not is_listed(replace(hurt()), Camp())
