"""Meetings: noticing, reactions, talk, flight, and what becomes of the beaten."""

import pytest
from msgspec.structs import replace
from tests.rules.robs.below import (
    FRIEND,
    PC,
    answer,
    bare,
    delvers,
    holding,
    lead,
    on_sheet,
    refused,
    rich,
    scored,
    without,
)
from tests.rules.robs.scene import every, first

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.campaign import campaign
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import alignment_changes
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.encounters import meetings, reactions
from underkeep.systems.robs.exploration import aftermath
from underkeep.systems.robs.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.world.creature import Died, Fled
from underkeep.world.dungeon import Group, Spot
from underkeep.world.encounter import EncounterBegan, EncounterEnded, ReactionRolled, SurpriseRolled
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item

STILL = (d6(3), d6(3))


def met(kind="orc", *faces, state=None, group=None, **how):
    """A meeting with one of a kind, whom both sides notice unless the faces say otherwise."""
    state = state or delvers()
    found = group or Group("g", "1-01", kind, 1)
    done = bare(holding(state, found), *(faces or d6(3, 3, 3, 3)))
    meetings.meet(done, found, 15, **how)
    return done


@rule("robs:task.contest.roll", "robs:task.contest.winner")
@pytest.mark.parametrize(
    ("ours", "theirs", "surprised"),
    [((6, 3), (4, 2), ()), ((6, 3), (3, 3), ("orc-1",)), ((3, 3), (5, 3), ()), ((3, 3), (6, 2), (PC, FRIEND))],
)
def test_who_notices_whom(ours, theirs, surprised):
    done = met("orc", *d6(*ours), *d6(*theirs))
    assert first(done, EncounterBegan).encounter.surprised == surprised
    told = [e.surprised for e in every(done, SurpriseRolled)]
    assert told == [surprised == (PC, FRIEND), surprised == ("orc-1",)]


def test_the_keenest_listens_and_wits_help():
    keen = scored(delvers(), FRIEND, INT=2)
    rolls = [e.roll.total for e in every(met(state=keen), SurpriseRolled)]
    assert rolls == [2, -1], "an orc is Mediocre"
    assert not every(met(state=without(delvers(), "surprise")), SurpriseRolled)


def test_who_sleeps_notices_nobody_and_who_is_come_upon_is_too_late():
    assert first(met(group=Group("g", "1-01", "orc", 2, awake=False)), EncounterBegan).encounter.surprised == (
        "orc-1",
        "orc-2",
    )
    late = met("orc", *d6(*[3] * 8), upon_them=True)
    assert first(late, EncounterBegan).encounter.surprised == (PC, FRIEND)
    assert every(late, FightBegan)


@rule("robs:combat.unseen.unaware")
def test_the_unaware_do_nothing_in_the_first_round():
    state = met(group=Group("g", "1-01", "orc", 1, awake=False)).state
    done = lead(state, a.Engage(), *d6(4, 3, 3, 3))
    assert done.state.creatures["orc-1"].condition(sight.UNAWARE)
    assert all("orc-1" not in step.actors for step in done.state.fight.steps)
    assert done.state.dungeon.groups["g"].attitude == "hostile"
    assert done.state.dungeon.groups["g"].awake


def test_the_mindless_attack_at_once_unless_they_know_nothing():
    assert every(met("skeleton", *d6(3, 3, 6, 3)), FightBegan)
    assert not every(met("skeleton", *d6(3, 3, 3, 3)), FightBegan), "it has noticed nobody"
    asleep = met(group=Group("g", "1-01", "skeleton", 1, awake=False))
    assert not every(asleep, FightBegan)


@rule("robs:reaction.situational", "robs:task.situational.reading")
@pytest.mark.parametrize(
    ("high", "low", "told", "ends"),
    [
        (1, 4, "hostile", False),
        (1, 3, "wary", False),
        (3, 4, "wary", False),
        (3, 3, "indifferent", False),
        (4, 3, "friendly", False),
    ],
)
def test_how_they_take_it(high, low, told, ends):
    state = met("orc").state
    more = d6(4, 3, 5, 3, 6, 3) if told == "hostile" else ()
    done = lead(state, a.Parley(PC, "talk"), d6(high), d6(low), *more)
    assert first(done, ReactionRolled).result == told
    assert bool(every(done, EncounterEnded)) == ends
    assert bool(every(done, FightBegan)) == (told == "hostile")


@rule("robs:abilities.cha", "robs:reaction.situational")
def test_charm_helps_and_every_try_costs():
    state = met("orc", state=scored(delvers(), PC, CHA=2)).state
    once = lead(state, a.Parley(PC, "talk"), d6(1), d6(4))
    assert first(once, ReactionRolled).roll.total == -1
    twice = lead(once.state, a.Parley(PC, "talk"), d6(3), d6(4))
    assert first(twice, ReactionRolled).roll.total == -1 + 2 - 1
    assert [m.source for m in first(twice, ReactionRolled).roll.modifiers] == ["earlier talk", "CHA"]
    waited = lead(state, a.StandBy(), d6(3), d6(4))
    assert first(waited, ReactionRolled).roll.modifiers == ()


@rule("robs:abilities.cha-across-races")
@pytest.mark.parametrize(("kind", "said", "total"), [("orc", "0", 1), ("orc", "-2", -1), ("bandit", "-2", 1)])
def test_prejudice_is_the_referees(kind, said, total):
    state = met(kind).state
    done = bare(state, d6(4), d6(3), rulings={"robs:abilities.cha-across-races": said})
    reactions.react(done, done.state.creatures[f"{kind}-1"], done.state.creatures[PC], 0)
    assert first(done, ReactionRolled).roll.total == total


@rule("robs:reaction.lawfulness-difference")
@pytest.mark.parametrize(
    ("mine", "kind", "apart"), [(2, "orc", 5), (-3, "orc", 0), (None, "orc", 3), (1, "soldier", 0)]
)
def test_law_and_evil_do_not_mix(mine, kind, apart):
    state = on_sheet(delvers(switches=("lawfulness",)), PC, lawfulness=mine)
    foe = met(kind, state=state).state
    done = bare(foe, d6(3), d6(3))
    reactions.react(done, foe.creatures[f"{kind}-1"], foe.creatures[PC], 0)
    assert first(done, ReactionRolled).roll.total == -apart
    off = bare(without(foe, "lawfulness"), d6(3), d6(3))
    reactions.react(off, foe.creatures[f"{kind}-1"], foe.creatures[PC], 0)
    assert first(off, ReactionRolled).roll.total == 0


@rule("robs:alignment.lawfulness.compatibility")
@pytest.mark.parametrize(("mine", "told"), [(1, "wary"), (2, "wary"), (3, "hostile")])
def test_like_minds_do_not_fall_out(mine, told):
    state = on_sheet(delvers(switches=("lawfulness",)), PC, lawfulness=mine)
    foe = met("soldier", state=state).state
    done = bare(foe, d6(1), d6(4))
    assert reactions.react(done, foe.creatures["soldier-1"], foe.creatures[PC], 0) == told


@rule("robs:race.elf.culture", "robs:race.ellyl.culture")
@pytest.mark.parametrize(
    ("kind", "race", "score"),
    [("elf-scout", "elf", 2), ("elf-scout", "dwarf", 0), ("ellyl", "elf", 1), ("orc", "elf", -3)],
)
def test_elves_are_lawful_among_elves(kind, race, score):
    state = on_sheet(delvers(), PC, race=race)
    done = Resolution(state, Scripted(), RULESET)
    assert reactions.lawfulness_towards(done, kind, state.creatures[PC]) == score


@rule("robs:race.elf.culture", "robs:race.ellyl.culture")
@pytest.mark.parametrize(
    ("kind", "rulings", "score"),
    [
        ("elf-scout", {"robs:race.elf.culture": "alike to everybody"}, 2),
        ("elf-scout", {"robs:race.ellyl.culture": "Evil for once"}, 0),
        ("ellyl", {"robs:race.ellyl.culture": "Evil for once"}, -2),
    ],
)
def test_how_a_people_lives_is_the_referees(kind, rulings, score):
    state = on_sheet(delvers(), PC, race="dwarf")
    done = Resolution(state, Scripted(), RULESET, rulings)
    assert reactions.lawfulness_towards(done, kind, state.creatures[PC]) == score


def test_beasts_know_no_speech():
    state = met("wolf", *d6(3, 3, 3, 3)).state
    assert refused(state, a.Parley(PC, "talk")) == "robs:abilities.cha"
    assert refused(met("orc").state, a.Parley(PC, "talk")) == ""
    angry = met("orc").state
    angry = replace(angry, encounter=replace(angry.encounter, attitude="hostile"))
    assert refused(angry, a.Parley(PC, "talk")) == "robs:reaction.situational"


# Running


def cornered(kind="orc", attitude="", **changes):
    """A meeting in the passage, with the hall behind."""
    state = delvers()
    state = replace(state, party=replace(state.party, at=Spot(1, (5, 2), "1-p1"), visited=("1-01", "1-p1")))
    state = met(kind, state=state, group=Group("g", "1-p1", kind, 1, attitude="")).state
    return replace(state, encounter=replace(state.encounter, **{"attitude": attitude, "surprised": (), **changes}))


@rule("robs:task.contest.roll", "robs:task.contest.winner", "robs:task.contest.composite")
@pytest.mark.parametrize(
    ("kind", "mine", "theirs", "away"),
    [("orc", 3, 3, True), ("orc", 3, 4, False), ("wolf", 6, 3, True), ("wolf", 5, 3, False)],
)
def test_flight_is_a_contest_of_movement_scale(kind, mine, theirs, away):
    state = cornered(kind)
    more = STILL if away else d6(4, 3, 5, 3, 6, 3)
    done = lead(state, a.Evade(), d6(mine), d6(3), d6(theirs), d6(3), *more)
    assert bool(every(done, EncounterEnded)) == away
    assert bool(every(done, FightBegan)) != away
    if away:
        assert done.state.party.at.area == "1-01"


def test_what_is_thrown_down_helps():
    state = cornered().with_creature(PC, items=(Item("rations", "Rations"),))
    done = lead(state, a.Evade("food"), d6(3), d6(3), d6(5), d6(3), *STILL)
    assert every(done, EncounterEnded)
    assert not done.state.creatures[PC].items
    purse = rich(cornered(), 400)
    done = lead(purse, a.Evade("treasure"), d6(3), d6(3), d6(5), d6(3), *STILL)
    assert not done.state.creatures[PC].items
    assert refused(cornered(), a.Evade("food")) == "There is no food to drop."
    assert refused(cornered(), a.Evade("treasure")) == "There is no treasure to drop."


@pytest.mark.parametrize("attitude", ["wary", "indifferent", "friendly"])
def test_nobody_runs_after_those_who_mean_no_harm(attitude):
    assert every(lead(cornered(attitude=attitude), a.Evade(), *STILL), EncounterEnded)
    assert every(lead(cornered(surprised=("orc-1",)), a.Evade(), *STILL), EncounterEnded)


def test_there_must_be_a_way_out():
    state = cornered()
    lost = replace(state, party=replace(state.party, visited=("1-p1",)))
    assert refused(lost, a.Evade()) == "robs:delve-flight"


# Conduct


@rule("robs:alignment.slide-to-evil", "robs:alignment.intent")
@pytest.mark.parametrize(("attitude", "falls"), [("friendly", True), ("indifferent", False), ("wary", False)])
def test_falling_upon_the_friendly_is_a_grave_evil(attitude, falls):
    state = on_sheet(cornered(attitude=attitude), PC, alignment="Lawful")
    done = lead(state, a.Engage(), *d6(4, 3, 5, 3, 6, 3))
    assert sheet(done.state.creatures[PC]).alignment == ("Neutral" if falls else "Lawful")
    assert alignment_changes.conduct_of(done.state, PC).evil == (1 if attitude == "indifferent" else 0)


@rule("robs:alignment.slide-to-evil", "robs:alignment.no-single-act")
@pytest.mark.parametrize(("choice", "after"), [("kill them", "Evil"), ("let them go", "Neutral")])
def test_captives(choice, after):
    state = on_sheet(met("orc").state, PC, alignment="Neutral").with_creature("orc-1", status="yielded")
    done = bare(state)
    done.ask_party(aftermath.CAPTIVES, (aftermath.RELEASE, aftermath.KILL), aftermath.RELEASE, (), "")
    done = answer(done, choice)
    assert sheet(done.state.creatures[PC]).alignment == after
    assert bool(every(done, Died)) == (choice == "kill them")
    assert bool(every(done, Fled)) != (choice == "kill them")
    assert campaign(done.state).conduct.get(PC, alignment_changes.Conduct()).murders == (choice == "kill them")
