"""Who notices whom by just enough, who counts in a reaction, and what a flight tells."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import FRIEND, PC, bare, delvers, holding, on_sheet
from tests.rules.robs.scene import every, first

from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.systems.robs.encounters import meetings, reactions
from underkeep.testing import d6, rule
from underkeep.world.condition import ConditionGained
from underkeep.world.dungeon import Group, GroupChanged, Spot
from underkeep.world.encounter import EncounterBegan, ReactionRolled


def met(*faces, state=None, **group):
    state = state or delvers()
    found = replace(Group("g", "1-01", "orc", 1), **group)
    done = bare(holding(state, found), *d6(*(faces or (3, 3, 3, 3))))
    meetings.meet(done, found, 15)
    return done


@rule("robs:task.contest.winner")
@pytest.mark.parametrize(("faces", "surprised"), [((6, 3, 4, 3), ("orc-1",)), ((5, 3, 4, 3), ())])
def test_three_is_enough_to_go_unnoticed(faces, surprised):
    assert first(met(*faces), EncounterBegan).encounter.surprised == surprised  # an orc's wits are -1


@rule("robs:combat.unseen.unaware")
def test_a_surprise_has_both_its_rules():
    state = met(awake=False).state
    done = bare(state)
    meetings.begin_fight(done)
    gain = first(done, ConditionGained)
    assert gain.condition.name == sight.UNAWARE
    assert gain.rule == ("robs:combat.unseen.unaware", "robs:delve-surprise")


@rule("robs:combat.unseen.unaware")
@pytest.mark.parametrize(
    ("attitude", "awake", "turned"),
    [("hostile", True, 0), ("hostile", False, 1), ("wary", True, 1), ("wary", False, 1)],
)
def test_a_group_turns_on_the_party_once(attitude, awake, turned):
    state = met().state
    state = holding(state, replace(state.dungeon.groups["g"], attitude=attitude, awake=awake))
    done = bare(replace(state, encounter=replace(state.encounter, attitude="hostile", surprised=())))
    meetings.begin_fight(done)
    assert len(every(done, GroupChanged)) == turned
    assert done.state.dungeon.groups["g"].attitude == "hostile" and done.state.dungeon.groups["g"].awake


@rule("robs:task.contest.roll")
def test_each_runners_roll_is_told():
    state = delvers()
    state = replace(state, party=replace(state.party, at=Spot(1, (5, 2), "1-p1"), visited=("1-01", "1-p1")))
    state = met(state=state, area="1-p1").state
    state = replace(state, encounter=replace(state.encounter, attitude="hostile", surprised=()))
    done = bare(state, *d6(5, 3, 4, 3, 3, 3))
    meetings.evade(done, "")
    assert [e.roll.faces for e in every(done, ContestRolled)] == [(5, 3), (4, 3)]


@rule("robs:reaction.lawfulness-difference", "robs:abilities.cha")
@pytest.mark.parametrize(("speaker", "apart"), [(None, 5), (PC, 5), (FRIEND, 1)])
def test_whose_lawfulness_counts(speaker, apart):
    state = on_sheet(on_sheet(delvers(switches=("lawfulness",)), PC, lawfulness=2), FRIEND, lawfulness=-2)
    state = met(state=state).state
    done = bare(state, *d6(3, 3))
    reactions.react(done, state.creatures["orc-1"], state.creatures[speaker] if speaker else None, 0)
    rolled = first(done, ReactionRolled)
    assert rolled.roll.total == -apart
    assert ("robs:abilities.cha" in rolled.rule) is (speaker is not None)


@rule("robs:race.ellyl.culture", "robs:reaction.lawfulness-difference")
def test_no_ellyl_is_evil_and_who_is_not_listed_is_neutral(monkeypatch):
    done = bare(delvers())
    hero = done.state.creatures[PC]
    assert reactions.lawfulness_towards(done, "human-fighter", hero) == 0
    listed = compendium.monsters()
    wicked = {**listed, "ellyl": replace(listed["ellyl"], lawfulness=-3)}
    monkeypatch.setattr(compendium, "monsters", lambda: wicked)
    assert reactions.lawfulness_towards(done, "ellyl", hero) == 0
