"""Water, walls and bad ground in rooms, and fights on it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.abroad import abroad, met
from tests.rules.ose.below import H1, act, at, below, carrying, suffering, the_dungeon
from tests.rules.ose.scene import changed, every, first, refusal, scene, scores

from underkeep.generate.site import make_site
from underkeep.kernel.dice import Seeded
from underkeep.procedures import meeting, play
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import BOUND, IN_WATER, LADEN, UNSTABLE, has
from underkeep.systems.ose.encounters.terrains import is_rough
from underkeep.systems.ose.exploration import footing, room_hazards
from underkeep.systems.ose.exploration.hazards import HazardMet
from underkeep.systems.ose.exploration.room_hazards import Climb, Swim
from underkeep.systems.ose.magic import casting, scrolls
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d20, d100, rule
from underkeep.testing.builders import in_step
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import AttackRolled, CheckRolled, DamageRolled, Died
from underkeep.world.dungeon import Feature, Group
from underkeep.world.encounter import ChanceRolled, Encounter
from underkeep.world.fight import FightEnded
from underkeep.world.gear import Item
from underkeep.world.state import State

ROPE, HOOK = Item("rope", "Rope", id="r"), Item("grappling-hook", "Grappling hook", id="h")
THING = "feature-x"


def room(kind: str, *heroes: str) -> State:
    """The party in a hall that has a hazard."""
    state = below(*(heroes or ("fighter",)))
    dungeon = the_dungeon(state)
    feature = Feature(THING, state.party.at.area, kind)
    return replace(state, dungeon=replace(dungeon, features={THING: feature}))


def why_not(state: State, action: Swim | Climb) -> Refusal:
    found = play.why_not(RULESET, state, "player", action)
    assert found is not None
    return found


def silver(state: State) -> int:
    return sum(i.count for i in state.creatures[H1].items if i.kind == "sp")


def test_rooms_have_hazards_and_the_rest_of_the_dungeon_is_as_it_was():
    kinds = set()
    for seed in range(12):
        do = Resolution(State("ose", {}, salt=str(seed)), Seeded(seed, "stock"), RULESET)
        dungeon = make_site(do, RULESET, 3, seed=seed)
        found = [f for f in dungeon.features.values() if f.kind in room_hazards.room_hazards()]
        assert all(f.area != dungeon.entrance.area and dungeon.notes[f.id] for f in found)
        assert len({f.area for f in dungeon.features.values()}) == len(dungeon.features)
        kinds |= {f.kind for f in found}
    assert kinds == set(room_hazards.room_hazards())


@rule("ose:hazard.swim.everyone", "ose:hazard.swim.rate")
def test_anybody_swims_in_a_pool_and_finds_what_lies_there():
    state = room("dark-pool")
    assert Swim(H1, THING) in play.legal_actions(RULESET, state, "player").listed
    done = act(state, Swim(H1, THING), *d6(3, 4))
    told = first(done, HazardMet)
    assert told.outcome == "swims at 60 ft a turn"
    assert told.rule == ("ose:hazard.swim.rate", "ose:hazard.swim.everyone")
    assert silver(done.state) == 70
    assert done.state.now > state.now
    assert "nothing more" in why_not(done.state, Swim(H1, THING)).sentence


@rule("ose:hazard.swim.everyone")
@pytest.mark.parametrize("reason", [LADEN, BOUND])
def test_there_may_be_a_reason_why_somebody_cannot_swim(reason):
    assert why_not(suffering(room("dark-pool"), H1, reason), Swim(H1, THING)).rule == "ose:hazard.swim.everyone"


@rule("ose:hazard.drown.when", "ose:hazard.drown.chance")
def test_a_stream_may_drown_a_swimmer():
    drowned = act(room("rushing-stream"), Swim(H1, THING), d100(10))
    assert first(drowned, ChanceRolled).rule == ("ose:hazard.drown.chance",)
    assert every(drowned, Died) and not silver(drowned.state)
    assert silver(act(room("rushing-stream"), Swim(H1, THING), d100(11), *d6(1, 1)).state) == 20


@rule("ose:hazard.climb.sheer")
def test_a_sheer_wall_takes_gear_or_a_thief():
    state = room("sheer-wall")
    assert why_not(state, Climb(H1, THING)).rule == "ose:hazard.climb.sheer"
    geared = carrying(state, H1, ROPE, HOOK)
    assert silver(act(geared, Climb(H1, THING), d20(10), *d6(6, 6)).state) == 120
    thief = act(room("sheer-wall", "thief"), Climb(H1, THING), d100(87), *d6(6, 6))
    assert (first(thief, CheckRolled).roll.needed, silver(thief.state)) == (87, 120)


@rule("ose:hazard.climb", "ose:hazard.falling")
def test_a_broken_wall_takes_a_check_or_a_rope():
    state = scores(room("broken-wall"), H1, DEX=12)
    assert silver(act(state, Climb(H1, THING), d20(12), *d6(1, 2)).state) == 30
    fell = act(state, Climb(H1, THING), d20(13), *d6(1, 2))
    assert first(fell, DamageRolled).roll.notation == "2d6" and not silver(fell.state)
    roped = act(carrying(state, H1, ROPE), Climb(H1, THING), *d6(1, 2))
    assert first(roped, HazardMet).outcome == "climbs" and silver(roped.state) == 30


def test_a_pool_is_not_climbed_and_a_wall_not_swum_in():
    assert "nothing of the kind" in why_not(room("dark-pool"), Climb(H1, THING)).sentence
    assert "nothing of the kind" in why_not(room("sheer-wall"), Swim(H1, THING)).sentence


def fighting(state: State, kind: str = "orc") -> State:
    """Two of a kind come to blows with the party, here."""
    group = Group("g", state.party.at.area, kind, 2)
    state = replace(state, dungeon=replace(the_dungeon(state), groups={"g": group}))
    done = Resolution(state, Seeded(2), RULESET)
    from underkeep.systems.ose.encounters.meetings import muster

    ids = muster(done, group)
    done.state = replace(done.state, encounter=Encounter("g", ids, 20))
    meeting.come_to_blows(done)
    return done.state


@rule("ose:combat.water.missiles", "ose:combat.water.penalties")
def test_who_fights_on_a_flooded_floor_fights_in_water():
    state = fighting(
        carrying(room("flooded-floor"), H1, Item("sling", "Sling", "hand"), Item("sling-stones", "Stones"))
    )
    assert all(has(c, IN_WATER) for c in state.creatures.values())
    assert refusal(in_step(state, "missile"), Attack(H1, "orc-1", "sling")).rule == "ose:combat.water.missiles"
    done = Resolution(state, Seeded(1), RULESET)
    done.emit(FightEnded("", 1))
    assert every(done, ConditionEnded) and not any(has(c, IN_WATER) for c in done.state.creatures.values())


@rule("ose:combat.unstable.missile")
def test_who_shoots_from_swaying_planks_aims_badly():
    state = room("swaying-planks")
    state = carrying(state, H1, Item("sling", "Sling", "hand"), Item("sling-stones", "Stones"))
    state = in_step(fighting(state), "missile")
    from tests.rules.ose.scene import do

    rolled = first(do(state, Attack(H1, "orc-1", "sling"), d20(2)), AttackRolled)
    assert ("unstable footing", -4) in rolled.roll.modifiers
    assert "ose:combat.unstable.missile" in rolled.rule


def test_what_flies_does_not_mind():
    state = fighting(room("swaying-planks"), "giant-bat")
    assert has(state.creatures[H1], UNSTABLE) and not has(state.creatures["giant-bat-1"], UNSTABLE)
    assert not fighting(below("fighter")).creatures[H1].conditions


@rule("ose:combat.unstable.spells", "ose:combat.unstable.magic-items", "ose:combat.unstable.magical-flight")
def test_nobody_casts_from_there_but_by_scroll_or_hovering():
    state = changed(room("swaying-planks", "magic-user"), H1, memorised=("Shield",))
    state = suffering(state, H1, UNSTABLE)
    shield = casting.Cast(H1, "Shield", "")
    assert casting.castable(state.creatures[H1]) == {}
    assert casting._why_not_in_mind(state.creatures[H1], "Shield").rule == "ose:combat.unstable.spells"

    def cited(state: State) -> tuple[str, ...]:
        done = Resolution(state, Seeded(1), RULESET)
        casting.cast(done, shield)
        return first(done, casting.SpellCast).rule

    assert "ose:combat.unstable.magical-flight" in cited(suffering(state, H1, "levitating"))
    on_scroll = carrying(changed(state, H1, memorised=()), H1, replace(scrolls.scroll("magic-user", "Shield"), id="s"))
    assert "ose:combat.unstable.magic-items" in cited(on_scroll)


def afloat(terrain: str = "river", **road: object) -> State:
    state = abroad(terrain, way="water")
    return with_campaign(state, road=replace(campaign(state).road, **road))


@rule("ose:combat.unstable.missile")
@pytest.mark.parametrize(("road", "rough"), [({"current_miles": -12}, True), ({"current_miles": 11}, False)])
def test_white_water_shakes_a_boat(road, rough):
    state = afloat(**road)
    assert is_rough(state) == rough
    done = Resolution(met(state, "orc", 2, *d6(3, 3, 4, 4, 4, 4, 6, 1)).state, Seeded(3), RULESET)
    meeting.come_to_blows(done)
    ours = [done.state.creatures[id] for id in done.state.party.members]
    assert all(has(c, UNSTABLE) == rough for c in ours)
    assert not has(done.state.creatures["orc-1"], UNSTABLE)
    assert not is_rough(abroad("hills"))


@rule("ose:combat.unstable.missile")
@pytest.mark.parametrize(("wind", "rough"), [((3, 2), True), ((4, 3), False)])
def test_so_does_a_high_wind(wind, rough):
    assert footing.ground(afloat("sea", wind=wind)) == (UNSTABLE if rough else "")
    assert not footing.ground(afloat("river", wind=wind))


@rule("ose:combat.unstable.missile", "ose:combat.water.missiles")
def test_the_ground_is_that_of_the_room_one_is_in():
    state = room("flooded-floor")
    assert footing.ground(state) == IN_WATER
    assert footing.ground(at(state, "1-p1", (5, 2))) == ""
    assert footing.ground(replace(state, dungeon=None)) == ""
    assert footing.ground(below("fighter")) == ""
    assert footing.ground(replace(state, party=replace(state.party, place="town", at=None))) == ""
    assert footing.ground(scene()) == ""
