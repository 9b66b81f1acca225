"""What is ours of a delve can be left out: each by a switch of its own."""

import pytest
from tests.rules.robs.below import PC, bare, delvers, holding, lead, without
from tests.rules.robs.encounters.test_meetings import STILL, cornered
from tests.rules.robs.encounters.test_talk import feeling
from tests.rules.robs.exploration.test_exploring import at_the_door
from tests.rules.robs.referee.test_stocking import abroad
from tests.rules.robs.scene import every, first

from underkeep.kernel.dice import Seeded
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.rulebook import ledger
from underkeep.systems.robs.encounters import reactions
from underkeep.systems.robs.referee import stocking
from underkeep.systems.robs.ruleset import RULESET
from underkeep.systems.robs.town import town
from underkeep.systems.robs.travel import answers as road
from underkeep.testing import d6
from underkeep.testing.builders import cellar
from underkeep.world.dungeon import Group, GroupChanged, Hoard, HoardChanged
from underkeep.world.encounter import ChanceRolled, EncounterEnded, ReactionRolled
from underkeep.world.gear import Item


def test_every_default_of_the_delve_has_a_switch():
    ours = {
        f"robs:{question.id}" for question in ledger.load("robs").questions.values() if question.id.startswith("delve-")
    }
    assert ours == {switch.rule for switch in RULESET.switches.values() if switch.rule.startswith("robs:delve-")}
    assert all(switch.default for switch in RULESET.switches.values() if switch.rule in ours)


def test_without_rolls_to_find_looking_is_enough():
    state = holding(delvers(), Hoard("h", "1-01", (Item("gp", "gold piece"),), hidden=True))
    done = lead(without(state, "rolls-to-find"), a.Search(state.party.at.square), *STILL)
    assert every(done, HoardChanged)


@pytest.mark.parametrize("awake", [True, False])
def test_without_rolls_to_find_who_listens_hears(awake):
    state = holding(at_the_door(), Group("g", "1-02", "orc", 1, awake=awake))
    done = lead(without(state, "rolls-to-find"), a.Listen(PC, "door-1"), *STILL)
    assert first(done, ChanceRolled).success is awake


@pytest.mark.parametrize(
    ("switch", "faces"),
    [("traps", d6(3, 4, 3, 3)), ("odd-places", d6(4, 3, 3, 3)), ("traps", d6(5, 3, 1, 4, 3, 3))],
)
def test_without_traps_or_odd_places_there_are_none(switch, faces):
    done = bare(without(delvers(), switch), *faces)
    made = stocking._stock_area(done, cellar(RULESET), cellar(RULESET).areas["1-02"])
    done.dice.finish()
    assert not made.traps and not made.features


@pytest.mark.parametrize(
    ("total", "shaded", "plain"),
    [
        (-3, "hostile", "hostile"),
        (-1, "wary", "hostile"),
        (0, "indifferent", "indifferent"),
        (1, "friendly", "friendly"),
    ],
)
def test_without_shades_whatever_is_against_the_party_means_blows(total, shaded, plain):
    assert reactions.attitude_for(total) == shaded and reactions.attitude_for(total, False) == plain


def test_without_shades_a_wary_answer_is_a_blow():
    state = without(feeling("wary"), "shades-of-reaction")
    done = bare(state, *d6(3, 4))
    foe = state.creatures[state.encounter.monsters[0]]
    assert reactions.react(done, foe, state.creatures[PC], 0) == "hostile"


def test_without_wishes_of_their_own_a_plea_is_a_plea():
    done = lead(without(feeling("wary", wants="guard"), "their-own-wishes"), a.Parley(PC, "passage"), *d6(3, 3), *STILL)
    assert first(done, ReactionRolled).roll.total == 0


def test_without_pursuit_who_runs_gets_away():
    done = lead(without(cornered("wolf"), "pursuit"), a.Evade(), *STILL)
    assert first(done, EncounterEnded).how == "evaded"


def test_without_perils_the_road_is_safe():
    done = bare(without(abroad(road.WILDS), "perils-of-the-road"))
    road.begin_day(done)
    assert not every(done, GroupChanged) and not done.events


def test_without_fate_home_is_a_town():
    sizes = set()
    for seed in range(12):
        done = Resolution(without(delvers(in_town=True), "town-by-fate"), Seeded(seed, "town"), RULESET)
        town.found(done)
        sizes.add(done.state.settlement.size)
    assert sizes == {"town"}
