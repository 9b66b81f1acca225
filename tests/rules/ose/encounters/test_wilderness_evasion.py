"""Running away out of doors: the roll in the wilderness, the chase of days, and the chase on the water."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad, met, the_journey, walking
from tests.rules.ose.below import act, party, refused, ruled, the_dungeon
from tests.rules.ose.scene import changed, every, first, table

from underkeep.kernel.prompt import Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import Troop, campaign, with_campaign
from underkeep.systems.ose.encounters import wilderness_evasion
from underkeep.systems.ose.encounters.meetings import MONSTERS
from underkeep.systems.ose.encounters.terrains import BEHIND
from underkeep.systems.ose.ruleset import RULESET
from underkeep.systems.ose.travel import journeys
from underkeep.testing import d6, d8, d100, rule
from underkeep.world.clock import DAY
from underkeep.world.encounter import ChanceRolled, EncounterEnded, ReactionRolled
from underkeep.world.fight import FightBegan
from underkeep.world.journey import AHEAD, BearingsTaken, DrivenOff
from underkeep.world.party import SquaresSeen
from underkeep.world.state import State

NO_FOOD = 6
RIVER_BOAT_FEET = 180
GROWTH, SURPRISED = "ose:evasion.wilderness.environment", "ose:evasion.wilderness.surprised"


def facing(
    terrain: str = "hills",
    number: int = 5,
    fleeing: int = 6,
    theirs: int = 120,
    surprised: str = "",
    attitude: str = "hostile",
    way: str = "open",
    feet: int = 300,
) -> State:
    """So many of the party before so many goblins that will follow them."""
    state = met(abroad(terrain, *["fighter"] * fleeing, way=way), "goblin", number, *d6(6, 6, 3, 3, 3, 3, 6, 1)).state
    for id in [id for id in state.creatures if id.startswith("goblin")]:
        state = changed(state, id, movement_feet=theirs)
    assert state.encounter is not None
    ids = tuple(c.id for c in state.creatures.values() if c.side == surprised)
    seen = replace(state.encounter, surprised=ids, attitude=attitude, distance=feet)
    return replace(state, encounter=seen)


def evaded(done: Resolution) -> bool:
    return [e.how for e in every(done, EncounterEnded)] == ["evaded"]


def needed(done: Resolution) -> int | None:
    """The percentage that was rolled against."""
    return next(e.roll.needed for e in every(done, ChanceRolled) if e.what == "evasion")


@rule("ose:evasion.wilderness.roll", "ose:evasion.pursuit")
def test_in_the_wilderness_a_percentile_roll_decides():
    done = act(facing(), a.Evade(), d100(50))
    assert evaded(done)
    assert needed(done) == 50
    failed = act(facing(), a.Evade(), d100(51), d8(1))
    assert not evaded(failed)
    assert every(failed, DrivenOff)


@rule("ose:evasion.wilderness.no-surprise")
@pytest.mark.parametrize(("few", "many", "least", "most", "percent"), table("evasion.wilderness-base"))
def test_the_sizes_of_both_sides_give_the_chance(few: int, many: int, least: int, most: int, percent: int):
    for fleeing in (few, min(many, 60)):
        for pursuers in (least, min(most, 60)):
            assert wilderness_evasion.base_percent(fleeing, pursuers) == percent


@rule("ose:evasion.wilderness.no-surprise")
@pytest.mark.parametrize(("fleeing", "pursuers", "percent"), [(6, 5, 50), (3, 4, 90), (6, 1, 35)])
def test_the_roll_is_against_that_chance(fleeing: int, pursuers: int, percent: int):
    assert needed(act(facing(number=pursuers, fleeing=fleeing), a.Evade(), d100(1))) == percent


@rule("ose:evasion.wilderness.no-surprise")
def test_soldiers_in_the_partys_pay_are_as_many_more_to_be_seen():
    state = facing(number=1)
    assert wilderness_evasion.fleeing(state) == 6
    ids = tuple(f"soldier-{number}" for number in range(1, 9))
    soldiers = {id: replace(state.creatures["hero-1"], id=id, side="soldiers") for id in ids}
    soldiers[ids[0]] = replace(soldiers[ids[0]], status="dead")
    company = replace(campaign(state).company, troop=Troop("hero-1", "peasant", ids, DAY))
    followed = with_campaign(replace(state, creatures={**state.creatures, **soldiers}), company=company)
    assert wilderness_evasion.fleeing(followed) == 13
    assert needed(act(followed, a.Evade(), d100(1))) == 25


@rule("ose:evasion.wilderness.speed")
@pytest.mark.parametrize(
    ("ours", "theirs", "percent"), [(120, 240, 25), (240, 120, 75), (120, 180, 50), (180, 120, 50)]
)
def test_twice_the_speed_is_25_points(ours: int, theirs: int, percent: int):
    assert needed(act(walking(facing(theirs=theirs), ours), a.Evade(), d100(1))) == percent


@rule("ose:evasion.wilderness.environment")
def test_dense_growth_helps_unless_the_referee_says_otherwise():
    assert needed(act(facing("forest", number=1), a.Evade(), d100(1))) == 60
    assert needed(act(facing("jungle", number=1), a.Evade(), d100(1))) == 60
    assert needed(act(facing("hills", number=1), a.Evade(), d100(1))) == 35
    assert needed(ruled(facing("hills", number=1), a.Evade(), {GROWTH: "-25"}, d100(1))) == 10


@rule("ose:evasion.wilderness.minimum")
def test_there_is_always_a_chance_of_five_in_a_hundred():
    state = facing(number=1, fleeing=6, theirs=240)
    assert needed(ruled(state, a.Evade(), {GROWTH: "-25"}, d100(1))) == 5


@rule("ose:evasion.wilderness.surprised")
def test_the_surprised_have_hardly_any():
    done = act(facing("hills", surprised="party"), a.Evade(), d8(1))
    assert not [e for e in every(done, ChanceRolled) if e.what == "evasion"], "no roll, and not the 5% either"
    assert every(done, DrivenOff)
    assert evaded(act(facing("forest", surprised="party"), a.Evade(), d100(10)))
    assert not evaded(act(facing("forest", surprised="party"), a.Evade(), d100(11), d8(1)))
    assert needed(ruled(facing("hills", surprised="party"), a.Evade(), {SURPRISED: "25"}, d100(1))) == 25


@rule("ose:evasion.wilderness.surprising")
def test_those_who_surprise_the_others_may_go_their_way_unseen():
    done = act(facing(surprised=MONSTERS, attitude=""), a.Evade())
    assert evaded(done)
    assert not every(done, ReactionRolled), "they know nothing of the party"
    assert not every(done, ChanceRolled)


def answered(done: Resolution, choice: str, *faces: int) -> Resolution:
    (prompt,) = done.state.prompts
    return act(done.state, Answer(prompt.id, choice), *faces)


@rule("ose:evasion.wilderness.pursuit")
def test_slower_pursuers_never_catch_up_and_each_day_is_a_new_try():
    state = facing(theirs=90)
    day = act(state, a.Evade(), d100(51), d8(3))
    assert day.state.now == state.now + DAY
    assert the_journey(day.state).left is None, "nobody knows where they are"
    assert the_journey(day.state).at != the_journey(state).at
    assert not every(day, SquaresSeen)
    again = answered(day, wilderness_evasion.EVADE, d100(51), d8(1))
    assert again.state.now == state.now + 2 * DAY
    assert again.state.encounter is not None
    assert evaded(answered(again, wilderness_evasion.EVADE, d100(50)))


@rule("ose:evasion.wilderness.pursuit")
def test_faster_pursuers_catch_up_half_the_time():
    caught = act(facing(theirs=150), a.Evade(), d100(51), d8(1), d100(50))
    assert every(caught, FightBegan)
    missed = act(facing(theirs=150), a.Evade(), d100(51), d8(1), d100(51))
    assert not every(missed, FightBegan)
    assert [p.choices for p in missed.state.prompts] == [(wilderness_evasion.EVADE, wilderness_evasion.GIVE_UP)]


@rule("ose:evasion.wilderness.pursuit")
def test_those_who_give_up_are_caught():
    day = act(facing(theirs=90), a.Evade(), d100(51), d8(3))
    assert every(answered(day, wilderness_evasion.GIVE_UP), FightBegan)


def test_after_a_flight_the_party_takes_its_bearings():
    day = act(facing(theirs=90), a.Evade(), d100(51), d8(3))
    free = answered(day, wilderness_evasion.EVADE, d100(1))
    on = act(free.state, a.MarchOn(), *d6(6, NO_FOOD))
    assert not first(on, BearingsTaken).lost
    assert the_journey(on.state).left is not None


def test_nothing_is_dropped_out_of_doors():
    assert "out of doors" in refused(facing(), a.Evade("food")).sentence
    assert play.why_not(RULESET, facing(), "player", a.Evade()) is None


def afloat(theirs: int, feet: int = 300) -> State:
    return facing("river", way="water", theirs=theirs, feet=feet)


@rule("ose:evasion.water.roll")
@pytest.mark.parametrize(("least", "most", "percent"), table("evasion.waterborne"))
def test_on_the_water_the_difference_of_the_rates_decides(least: int, most: int, percent: int):
    for slower_by in (max(least, -50), min(most, 300)):
        assert wilderness_evasion.water_percent(slower_by) == percent
        rate = RIVER_BOAT_FEET + 3 * slower_by
        if rate > 0:
            assert needed(act(afloat(rate), a.Evade(), d100(1))) == percent


@rule("ose:evasion.water.success")
def test_the_shaken_off_come_back_on_a_later_day_only_if_the_check_says_so():
    done = act(afloat(270), a.Evade(), d100(50))
    assert evaded(done)
    assert the_dungeon(done.state).groups["goblins"].area == BEHIND
    quiet = act(done.state, a.MarchOn(), d6(1))
    assert quiet.state.encounter is None
    checked = Resolution(quiet.state, Once(), RULESET)
    journeys.check_wandering(checked)
    (group,) = [g for g in the_dungeon(checked.state).groups.values() if g.area == AHEAD]
    assert group.id == "goblins"


class Once:
    """Somebody comes, and nothing else is rolled."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        assert (count, sides, why) == (1, 6, "wandering monsters")
        return (1,)


@rule("ose:evasion.water.failure", "ose:evasion.water.initial-distance", "ose:evasion.pursuit")
def test_a_failed_attempt_is_a_chase_of_rounds_from_where_they_met():
    state = afloat(270, feet=3 * 140)
    done = act(state, a.Evade(), d100(51))
    assert every(done, FightBegan)
    assert done.state.now - state.now == 5 * 10, "140 yards at 30 a round"
    near = afloat(270, feet=3 * 20)
    assert act(near, a.Evade(), d100(51)).state.now - near.now == 10


@rule("ose:evasion.water.closing")
@pytest.mark.parametrize(("slower_by", "rounds"), [(60, 2), (10, 4), (-20, 4), (120, 1)])
def test_the_gap_shrinks_by_the_difference_and_by_30_at_least(slower_by: int, rounds: int):
    assert wilderness_evasion.rounds_to_close(120, slower_by) == rounds
    state = afloat(RIVER_BOAT_FEET + 3 * slower_by, feet=3 * 120)
    done = act(state, a.Evade(), d100(100))
    assert done.state.now - state.now == rounds * 10


@rule("ose:evasion.pursuit")
def test_the_country_picks_the_procedure():
    assert every(act(facing(), a.Evade(), d100(51), d8(1)), DrivenOff)
    assert not every(act(afloat(270), a.Evade(), d100(51)), DrivenOff)
    assert party(facing()).place == "road"
