"""Meetings in the dungeon."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.scene import every, first, scores

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration, play, survey
from underkeep.procedures.resolution import Resolution
from underkeep.rulebook import ledger
from underkeep.systems.ose.basics.campaign import Doors, with_campaign
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.checks import reactions
from underkeep.systems.ose.combat import initiative
from underkeep.systems.ose.encounters import conduct, meetings, pursuit, sighting
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, d8, d100, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.dungeon import Group
from underkeep.world.encounter import (
    ChanceRolled,
    EncounterBegan,
    EncounterChanged,
    EncounterEnded,
    ReactionRolled,
    SurpriseRolled,
)
from underkeep.world.fight import FightBegan, InitiativeRolled
from underkeep.world.light import Light
from underkeep.world.state import State

GOBLINS = Group("goblins", "1-p1", "goblin", 1)
LAIR = replace(GOBLINS, lair=True)
HIT_POINTS = 5


def below(*groups: Group, human: bool = False) -> State:
    """Two average fighters in the entrance hall, in the dark, with these monsters about."""
    state = delving_party(RULESET, cellar(RULESET), "fighter", "fighter")
    state = scores(scores(state, "hero-1", CHA=10), "hero-2", CHA=10)
    assert state.dungeon is not None
    dungeon = replace(state.dungeon, groups={g.id: g for g in groups or (GOBLINS,)})
    return replace(state, dungeon=dungeon, human_referee=human)


def with_torch(state: State) -> State:
    lit = replace(state, lights=(Light("torch", "hero-1", "torch", "Torch", 30, None),))
    looking = Resolution(lit, Scripted(), RULESET)
    exploration.look(looking)
    return looking.state


def meet(state: State, *faces: int, group: Group = GOBLINS, feet: int | None = 30, **rulings: str) -> Resolution:
    dice = Scripted(*faces)
    done = Resolution(state, dice, RULESET, {k.replace("_", "."): v for k, v in rulings.items()})
    meetings.meet(done, group, feet)
    dice.finish()
    return done


def act(state: State, action: Action, *faces: int) -> Resolution:
    return play.resolve(RULESET, state, "player", action, Scripted(*faces))


def met(attitude: str = "", group: Group = GOBLINS) -> State:
    """A meeting in which it is the party's turn to decide."""
    done = meet(with_torch(below(group)), d8(HIT_POINTS), *d6(3, 6, 1), group=group)
    assert done.state.encounter is not None
    return replace(done.state, encounter=replace(done.state.encounter, attitude=attitude))


@rule("ose:encounter.sequence", "ose:encounter.start")
def test_a_meeting_runs_distance_surprise_initiative_actions_conclusion() -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(3, 3, 5, 2))
    kinds = [type(e) for e in done.events]
    assert kinds.index(SurpriseRolled) < kinds.index(EncounterBegan) < kinds.index(InitiativeRolled)
    ended = act(met("friendly"), a.StandBy(), d6(6))
    assert first(ended, EncounterEnded).how == "parted"
    assert ended.state.now % 600 == 0


@rule("ose:encounter.start")
def test_walking_into_an_inhabited_area_starts_a_meeting() -> None:
    done = play.resolve(RULESET, with_torch(below()), "player", a.Go("opening-1"), Seeded(3))
    assert first(done, EncounterBegan).encounter.group == "goblins"


@rule("ose:encounter.distance.dungeon", "ose:exploration.wandering.distance")
def test_wanderers_come_2d6_times_10_feet_away() -> None:
    done = Resolution(below(), Scripted(*d6(6, 6)), RULESET)
    sighting.wandering_distance(done)
    assert first(done, ChanceRolled).roll.total == 120


@rule("ose:encounter.distance.situation")
def test_nobody_is_seen_farther_off_than_one_sees() -> None:
    state = below()
    assert state.dungeon is not None
    through_an_open_way = 10 * survey.view_length(state)
    state = replace(state, dungeon=replace(state.dungeon, doors={}))
    seen = 10 * survey.view_length(state)
    assert seen < through_an_open_way
    _, at, area = survey.here(state)
    assert seen == 10 * max(max(abs(x - at.square[0]), abs(y - at.square[1])) for x, y in area.squares)
    assert sighting.wandering_distance(Resolution(state, Scripted(*d6(6, 6)), RULESET)) == seen < 120
    assert sighting.wandering_distance(Resolution(state, Scripted(*d6(1, 1)), RULESET)) == min(20, seen)


@rule("ose:evasion.dungeon.faster")
def test_at_the_mouth_the_way_to_the_surface_is_a_way_out() -> None:
    state = met("friendly")
    dungeon, _, area = survey.here(state)
    closed = replace(dungeon, doors={}, stairs={})
    inside = replace(closed, entrance=replace(dungeon.entrance, area="elsewhere"))
    at_the_mouth = replace(closed, entrance=replace(dungeon.entrance, area=area.id))
    assert pursuit.why_not(replace(state, dungeon=inside), "") is not None
    state = replace(state, dungeon=at_the_mouth)
    assert pursuit.why_not(state, "") is None
    done = Resolution(state, Scripted(d6(6)), RULESET)
    pursuit.flee(done, "", [])
    assert done.state.party is not None and done.state.party.place == "road"


@rule("ose:class.abilities")
def test_pockets_are_picked_of_people_who_are_near() -> None:
    state = met("neutral")
    assert state.encounter is not None
    thief, goblin = state.marchers()[0], state.encounter.monsters[0]
    state = state.with_creature(thief.id, kind="thief", sheet=replace(thief.sheet, character_class="thief"))
    action = thief_skills.PickPockets(thief.id, goblin)
    near = replace(state, encounter=replace(state.encounter, distance=thief_skills.NEAR_FEET))
    far = replace(state, encounter=replace(state.encounter, distance=thief_skills.NEAR_FEET + 1))
    assert thief_skills.why_not_pocket(near, action) is None and action in thief_skills.pocket_options(near)
    assert thief_skills.why_not_pocket(far, action) is not None and not thief_skills.pocket_options(far)
    beast = near.with_creature(goblin, kind="giant-rat")
    assert thief_skills.why_not_pocket(beast, action) is not None
    assert action not in thief_skills.pocket_options(beast)


@rule("ose:encounter.distance.situation")
def test_the_map_gives_the_distance_unless_the_referee_rolls_it() -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(3, 3, 5, 2), feet=None)
    assert first(done, EncounterBegan).encounter.distance <= 20
    roll = {"ose:encounter.distance.situation": "roll", conduct.INTELLIGENCE: "as its kind"}
    rolled = Resolution(below(human=True), Scripted(d8(HIT_POINTS), *d6(6, 6, 3, 3, 5, 2)), RULESET, roll)
    meetings.meet(rolled, GOBLINS, None)
    assert first(rolled, EncounterBegan).encounter.distance == 120


@rule("ose:encounter.surprise.roll", "ose:encounter.surprise.party")
@pytest.mark.parametrize(("face", "surprised"), [(1, True), (2, True), (3, False), (6, False)])
def test_one_die_of_1_or_2_surprises_the_whole_party(face: int, surprised: bool) -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(face, 3), *([*d6(4, 4)] if surprised else [*d6(5, 2)]))
    party = next(e for e in every(done, SurpriseRolled) if e.side == "party")
    assert party.surprised is surprised
    assert party.who == tuple(c.id for c in done.state.marchers())
    assert len([e for e in every(done, SurpriseRolled) if e.side == "party"]) == 1


@rule("ose:encounter.surprise.monsters")
def test_the_monsters_die_is_not_shown_to_the_players() -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(3, 3, 5, 2))
    monsters = next(e for e in every(done, SurpriseRolled) if e.side == "monsters")
    assert seen_by(monsters, "player", done.state) is None
    assert seen_by(monsters, "referee", done.state) == monsters


@rule("ose:encounter.surprise.when", "ose:encounter.example.surprise", "ose:light.no-surprise")
def test_only_those_who_do_not_expect_the_meeting_roll() -> None:
    lit = meet(with_torch(below()), d8(HIT_POINTS), *d6(3, 5, 2))
    assert [e.side for e in every(lit, SurpriseRolled)] == ["party"]
    heard = with_campaign(below(), doors=Doors(heard=frozenset({"1-p1"})))
    assert [e.side for e in every(meet(heard, d8(HIT_POINTS), *d6(3, 5, 2)), SurpriseRolled)] == ["monsters"]


@rule("ose:doors.stuck.lost-surprise")
def test_a_noisy_party_surprises_nobody() -> None:
    noisy = with_campaign(below(), doors=Doors(warned=frozenset({"1-p1"})))
    assert [e.side for e in every(meet(noisy, d8(HIT_POINTS), *d6(3, 5, 2)), SurpriseRolled)] == ["party"]


@rule("ose:encounter.surprise.both")
def test_when_both_are_surprised_nobody_gains() -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(1, 1, 5, 2))
    assert first(done, EncounterBegan).encounter.surprised == ()
    assert done.state.now == 10


@rule("ose:encounter.surprise.one")
def test_the_side_that_is_not_surprised_has_a_round_to_itself() -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(1, 5, 1, 1))
    assert done.state.encounter is not None
    assert done.state.encounter.surprised == tuple(c.id for c in done.state.marchers())
    assert not every(done, InitiativeRolled)
    assert done.state.fight is not None
    after = Resolution(done.state, Seeded(1), RULESET)
    play.go_on(after)
    assert after.state.fight is not None
    assert after.state.fight.round == 1
    actors = {id for step in after.state.fight.steps for id in step.actors}
    assert actors == {"goblin-1"}


@rule("ose:encounter.surprise.one")
def test_one_who_is_not_surprised_acts_while_the_others_stand_by() -> None:
    state = meet(below(), d8(HIT_POINTS), *d6(1, 5, 1, 1)).state
    first_of_all, *others = (c.id for c in state.marchers())
    state = replace(state, encounter=replace(state.encounter, surprised=tuple(others)))
    assert {c.id for c in initiative.ready(state, state.active())} == {first_of_all, "goblin-1"}


@rule("ose:encounter.initiative.roll")
def test_the_higher_die_acts_first() -> None:
    party_first = meet(with_torch(below()), d8(HIT_POINTS), *d6(3, 5, 2))
    assert not every(party_first, ReactionRolled)
    monsters_first = meet(with_torch(below()), d8(HIT_POINTS), *d6(3, 2, 5, 4, 3))
    assert first(monsters_first, ReactionRolled).result == "neutral"


@rule("ose:encounter.initiative.ties")
def test_a_tie_lets_the_party_act_too_or_is_rolled_again() -> None:
    assert not every(meet(with_torch(below()), d8(HIT_POINTS), *d6(3, 4, 4)), ReactionRolled)
    dice = Scripted(d8(HIT_POINTS), *d6(3, 4, 4, 1, 6, 4, 3))
    rulings = {
        "ose:encounter.initiative.ties": "re-roll",
        "ose:reaction.decide-or-roll": "roll",
        conduct.INTELLIGENCE: "as its kind",
    }
    again = Resolution(with_torch(below(human=True)), dice, RULESET, rulings)
    meetings.meet(again, GOBLINS, 30)
    assert len(every(again, InitiativeRolled)) == 4


@rule("ose:reaction.roll")
def test_reactions_are_those_of_the_table() -> None:
    for low, high, words in ledger.load("ose").tables["reaction.table"].rows:
        expected = words.split(",")[0].lower()
        for total in range(max(-2, low), min(15, high) + 1):
            assert reactions.attitude_for(total) == expected


@rule("ose:reaction.roll")
@pytest.mark.parametrize(("faces", "attitude"), [(d6(1, 1), "hostile"), (d6(2, 4), "neutral"), (d6(6, 6), "friendly")])
def test_two_dice_say_how_they_take_it(faces: tuple[int, ...], attitude: str) -> None:
    dice = Scripted(*faces)
    done = Resolution(met(), dice, RULESET)
    assert reactions.reaction(done, None) == attitude
    dice.finish()
    assert first(done, ReactionRolled).rule == ("ose:reaction.roll",)


@rule("ose:reaction.charisma", "ose:encounter.action.parley")
def test_the_speakers_charisma_counts_and_nobody_elses() -> None:
    charming = scores(met(), "hero-1", CHA=18)
    done = act(charming, a.Parley("hero-1", "talk"), d100(20), *d6(4, 6, 6))
    rolled = first(done, ReactionRolled)
    assert (rolled.roll.total, rolled.result) == (12, "friendly")
    plain = act(charming, a.Parley("hero-2", "talk"), d100(20), *d6(4, 6, 6))
    assert first(plain, ReactionRolled).result == "indifferent"


@rule("ose:encounter.action.parley")
def test_the_uncertain_may_be_asked_again() -> None:
    done = act(met(), a.Parley("hero-1", "talk"), d100(20), *d6(3, 4))
    assert done.state.encounter is not None
    assert done.state.encounter.attitude == "neutral"
    assert a.Parley("hero-1", "talk") in play.legal_actions(RULESET, done.state, "player").listed


@rule("ose:reaction.decide-or-roll")
def test_guardians_that_always_attack_do_not_roll_and_the_referee_may_decide() -> None:
    guardian = replace(GOBLINS, attitude=reactions.FLAGGED_HOSTILE)
    done = meet(with_torch(below(guardian)), d8(HIT_POINTS), *d6(3, 2, 5), group=guardian)
    assert not every(done, ReactionRolled)
    assert done.state.fight is not None
    decided = Resolution(met(), Scripted(), RULESET, {"ose:reaction.decide-or-roll": "friendly"})
    assert reactions.reaction(decided, None) == "friendly"


@rule("ose:encounter.action.combat")
def test_blows_turn_a_meeting_into_rounds_of_combat() -> None:
    done = Resolution(met(), Seeded(1), RULESET)
    meetings.respond(done, "hostile")
    assert first(done, FightBegan)
    assert done.state.fight is not None


@rule("ose:reaction.roll")
def test_the_unfriendly_attack_half_the_time() -> None:
    for face, attacks in ((3, True), (4, False)):
        done = Resolution(met("unfriendly"), Scripted(d6(face)), RULESET)
        meetings.respond(done, "unfriendly")
        assert (done.state.fight is not None) is attacks


@rule("ose:encounter.conclusion.one-turn")
@pytest.mark.parametrize(("rounds", "turns"), [(8, 1), (70, 2)])
def test_a_meeting_takes_whole_turns(rounds: int, turns: int) -> None:
    state = met("friendly")
    state = replace(state, now=state.now + rounds * 10)
    done = Resolution(state, Seeded(5), RULESET)
    meetings.part(done, "friendly")
    assert state.encounter is not None
    assert done.state.now - state.encounter.began == turns * 600


def test_after_a_fight_the_group_counts_its_living() -> None:
    state = met("hostile", LAIR)
    state = state.with_creature("goblin-1", status="dead")
    done = Resolution(state, Seeded(5), RULESET)
    RULESET.meetings.after_fight(done)
    assert done.state.dungeon is not None
    assert done.state.dungeon.groups["goblins"].count == 0
    assert done.state.encounter is None


@rule("ose:encounter.action.parley", "ose:reaction.charisma")
def test_each_talk_is_a_try_and_a_round() -> None:
    state = met()
    assert state.encounter is not None
    state = replace(state, encounter=replace(state.encounter, tries=2, round=4, surprised=("goblin-1",)))
    done = Resolution(state, Scripted(*d6(3, 4)), RULESET)
    meetings.weigh(done, state.creatures["hero-1"], "talk", 0)
    told = next(e for e in every(done, EncounterChanged)).encounter
    assert (told.tries, told.round, told.surprised, told.attitude) == (3, 5, (), "neutral")
    spoken = act(met(), a.Parley("hero-1", "talk"), d100(20), *d6(3, 4))
    assert spoken.state.now == met().now + 10


@rule("ose:encounter.initiative.roll")
def test_waiting_is_a_round_too() -> None:
    state = met("neutral")
    assert state.encounter is not None
    state = replace(state, encounter=replace(state.encounter, tries=2, round=1, surprised=("goblin-1",)))
    done = Resolution(state, Scripted(), RULESET)
    meetings.stand_by(done)
    told = first(done, EncounterChanged).encounter
    assert (told.tries, told.round, told.surprised) == (2, 2, ())
    assert done.state.now == state.now + 10


@rule("ose:encounter.surprise.roll", "ose:encounter.surprise.party", "ose:encounter.surprise.monsters")
def test_a_roll_for_surprise_says_whose_it_is_and_what_it_takes() -> None:
    done = meet(below(), d8(HIT_POINTS), *d6(3, 3, 6, 1))
    ours, theirs = every(done, SurpriseRolled)
    assert (ours.roll.needed, theirs.roll.needed) == (3, 3)
    assert "ose:encounter.surprise.party" in ours.rule and "ose:encounter.surprise.monsters" in theirs.rule


@rule("ose:light.no-surprise", "ose:doors.stuck.lost-surprise")
def test_who_expects_whom() -> None:
    state, lit = below(), with_torch(below())
    side = state.party.side if state.party is not None else ""
    known = replace(GOBLINS, members=("goblin-1",))
    heard = with_campaign(state, doors=Doors(heard=frozenset({"1-p1"})))
    warned = with_campaign(state, doors=Doors(warned=frozenset({"1-p1"})))
    expects = meetings._expects
    assert [expects(s, side, GOBLINS) for s in (state, lit, heard, warned)] == [False, False, True, False]
    assert [expects(s, "monsters", GOBLINS) for s in (state, lit, heard, warned)] == [False, True, False, True]
    assert expects(state, side, known) and expects(state, "monsters", known)
