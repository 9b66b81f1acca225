"""Talking to those met: what they want, what they know, what they take and what they fear."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import with_light
from tests.rules.ose.casting import act, delve, meeting
from tests.rules.ose.scene import changed, every, first, scores

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures import delve_actions as a
from underkeep.procedures import meeting as any_meeting
from underkeep.procedures import play
from underkeep.procedures.conversation import PATIENCE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.checks import reactions
from underkeep.systems.ose.encounters import meetings, talk
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.narrate import narrate
from underkeep.testing import Alike, d6, d100, rule
from underkeep.world.dungeon import Hoard
from underkeep.world.encounter import EncounterBegan, EncounterChanged, EncounterEnded, ReactionRolled
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent
from underkeep.world.state import State
from underkeep.world.talk import BackedOff, LieTold, NewsTold, Replied, SeenDoing, Shadowed

HERO = "hero-1"
MOTIVATION = "ose:referee.monsters.motivation"
TURN = d6(6)
"""Nobody wanders in at the end of the turn."""


def met(kind: str = "bandit", attitude: str = "neutral", count: int = 1, wants: str = "peace", **group) -> State:
    state = meeting(with_light(delve("fighter", "fighter")), kind, count, attitude)
    state = scores(scores(state, HERO, CHA=10), "hero-2", CHA=10)
    there = replace(state.dungeon.groups["lurkers"], wants=wants, **group)
    return replace(state, dungeon=replace(state.dungeon, groups={**state.dungeon.groups, "lurkers": there}))


def say(state: State, aim: str, *faces: int) -> Resolution:
    return act(state, a.Parley(HERO, aim), *faces)


def answers(done: Resolution) -> list[str]:
    return [e.answer for e in every(done, Replied)]


@rule(MOTIVATION)
@pytest.mark.parametrize(
    ("wants", "aim", "by"),
    [("guard", "passage", -2), ("young", "passage", -1), ("peace", "passage", 1), ("coins", "passage", 0)],
)
def test_what_goes_against_their_goal_counts_against_the_party(wants: str, aim: str, by: int) -> None:
    done = say(met(wants=wants), aim, *d6(4, 3), *((TURN,) if by > 1 else ()))
    rolled = first(done, ReactionRolled)
    assert rolled.roll.total == 7 + by
    assert (MOTIVATION in rolled.rule) is bool(by)


@rule(MOTIVATION)
def test_the_referee_may_weigh_it_otherwise_and_players_do_not_hear_of_it() -> None:
    done = Resolution(met(wants="guard"), Scripted(*d6(4, 3)), RULESET, {MOTIVATION: "0"})
    assert reactions.reaction(done, done.state.creatures[HERO], -2) == "neutral"
    ruled = next(e for e in every(done, Ruled) if e.question == MOTIVATION)
    assert seen_by(ruled, "player", done.state) is None and seen_by(ruled, REFEREE, done.state) == ruled


@rule("ose:encounter.action.parley")
def test_those_who_do_not_mind_are_not_asked_twice() -> None:
    done = say(met(attitude="indifferent"), "passage", TURN)
    assert answers(done) == ["go past"] and first(done, EncounterEnded).how == "parted"
    assert not every(done, ReactionRolled)


@rule("ose:encounter.action.parley")
def test_a_greeting_leaves_the_meeting_open() -> None:
    done = say(met(attitude="friendly"), "talk")
    assert answers(done) == ["welcomes"] and done.state.encounter is not None


@rule("ose:reaction.roll", "ose:encounter.action.combat")
@pytest.mark.parametrize(("face", "fights"), [(3, True), (4, False)])
def test_the_unfriendly_may_attack_whoever_insults_them(face: int, fights: bool) -> None:
    done = say(met(attitude="neutral"), "insult", *d6(3, 4), d6(face))
    assert first(done, ReactionRolled).result == "unfriendly"
    assert answers(done)[0] == "insulted" and bool(every(done, FightBegan)) is fights


@rule("ose:reaction.roll")
def test_at_first_sight_the_peaceful_let_the_party_speak() -> None:
    done = Resolution(met(attitude=""), Scripted(*d6(6, 6)), RULESET)
    meetings.monsters_act(done, is_first=True)
    assert done.state.encounter is not None and done.state.encounter.attitude == "friendly"
    again = Resolution(done.state, Scripted(TURN), RULESET)
    meetings.monsters_act(again)
    assert again.state.encounter is None


@rule("ose:time.round")
def test_waiting_leads_somewhere() -> None:
    state, told = met(attitude="neutral"), 0
    for left in (True, True, False):
        done = act(state, a.StandBy(), *(() if left else (TURN,)))
        told += len(every(done, EncounterChanged))
        state = done.state
        assert (state.encounter is not None) is left
    assert told == 3 and answers(done) == ["had enough"]


def test_nobody_talks_for_ever() -> None:
    state = met(attitude="indifferent")
    for _ in range(4):
        state = say(state, "hire").state
        assert state.encounter is not None
    done = say(state, "hire", TURN)
    assert answers(done)[-1] == "farewell" and done.state.encounter is None


@rule("ose:encounter.action.parley")
def test_who_names_a_price_for_news_waits_for_an_answer_and_not_for_ever() -> None:
    state = met(attitude="neutral", wants="coins")
    assert state.encounter is not None
    patient = replace(state, encounter=replace(state.encounter, tries=PATIENCE["wary"] - 1))
    asked = say(patient, "news")
    assert answers(asked) == ["for a price"] and asked.state.encounter is not None
    again = say(asked.state, "trade", TURN)
    assert answers(again) == ["had enough"] and again.state.encounter is None


def test_a_price_for_news_is_one_for_news_and_nothing_else() -> None:
    state = met(attitude="neutral", wants="coins").with_creature(HERO, items=(money.coins("gp", 100),))
    gold = state.creatures[HERO].items[0]
    asked = say(state, "news")
    less = act(asked.state, a.Offer(HERO, gold.id, 2))
    assert answers(less) == ["too little for news"] and less.state.encounter is not None
    again = say(less.state, "trade")
    assert answers(again) == ["for a price"]
    assert first(again, Replied).coins == first(asked, Replied).coins == first(less, Replied).coins
    paid = act(again.state, a.Offer(HERO, gold.id, 5))
    assert answers(paid) == ["tells for coins"] and every(paid, NewsTold)


def test_who_knows_nothing_sells_nothing() -> None:
    done = say(met(attitude="neutral"), "treasure")
    assert answers(done) == ["nothing to tell"]


# News


def with_hoard(state: State) -> State:
    hoard = Hoard("chest", "1-02", (Item("gp", "gold piece", count=9),))
    return replace(
        state,
        dungeon=replace(state.dungeon, hoards={"chest": hoard}, groups={"lurkers": state.dungeon.groups["lurkers"]}),
    )


def test_the_friendly_tell_what_is_so_once_each() -> None:
    state = with_hoard(met(attitude="friendly"))
    done = say(state, "treasure")
    news = first(done, NewsTold)
    assert (news.sort, news.key) == ("treasure", "treasure:1-02")
    assert done.state.dungeon.groups["lurkers"].told == ("treasure:1-02",)
    assert answers(say(done.state, "treasure")) == ["nothing to tell"]


@rule("ose:alignment.law", "ose:alignment.neutrality", "ose:alignment.chaos")
@pytest.mark.parametrize(("alignment", "lies"), [("Lawful", False), ("Neutral", False), ("Chaotic", True)])
def test_only_the_chaotic_lie_to_those_they_dislike(alignment: str, lies: bool) -> None:
    state = with_hoard(met(attitude="unfriendly"))
    state = changed(state, "bandit-1", alignment=alignment)
    done = say(state, "treasure")
    assert bool(every(done, LieTold)) is lies
    assert (answers(done) == ["go away"]) is not lies
    if lies:
        assert first(done, NewsTold).key != "treasure:1-02"
        assert seen_by(first(done, LieTold), "player", done.state) is None


def test_the_wary_name_a_price_and_keep_to_it() -> None:
    state = met(attitude="neutral").with_creature(HERO, items=(money.coins("gp", 100),))
    asked = say(state, "news")
    reply = first(asked, Replied)
    assert (reply.answer, reply.coins) == ("for a price", 500)
    gold = asked.state.creatures[HERO].items[0]
    paid = act(asked.state, a.Offer(HERO, gold.id, 5))
    assert answers(paid) == ["tells for coins"] and paid.state.encounter.attitude == "indifferent"
    assert every(paid, NewsTold)
    assert money.purse_cp(paid.state.creatures[HERO].items) == 9500
    assert money.purse_cp(paid.state.creatures["bandit-1"].items) >= 500


def test_beasts_take_food_and_go() -> None:
    state = met("wolf", wants="quiet").with_creature(
        HERO, items=(Item("rations-standard", "Standard rations", count=2),)
    )
    food = state.creatures[HERO].items[0]
    done = act(state, a.Offer(HERO, food.id, 1), TURN)
    assert answers(done) == ["eats"] and done.state.encounter is None
    assert done.state.creatures[HERO].items[0].count == 1


# Pressing them


@rule("ose:morale.without-option")
@pytest.mark.parametrize(("count", "cowed"), [(1, True), (2, False)])
def test_without_the_option_half_their_strength_makes_them_give_way(count: int, cowed: bool) -> None:
    done = say(met(attitude="neutral", count=count), "threat", *((TURN,) if cowed else ()))
    assert answers(done) == (["gives way"] if cowed else ["stands fast"])
    if not cowed:
        assert done.state.encounter.attitude == "unfriendly"


@rule("ose:morale.without-option")
def test_a_bluff_counts_double_and_a_surrender_leaves_arms_behind() -> None:
    assert answers(say(met(attitude="neutral", count=2), "bluff", TURN)) == ["gives way"]
    done = Resolution(met(attitude="neutral"), Alike(6), RULESET)
    talk.give_up(done)
    assert done.state.creatures["bandit-1"].status == "yielded"
    assert first(done, EncounterEnded).how == "surrendered" and done.state.dungeon.groups["lurkers"].count == 0


@rule("ose:morale.check", "ose:morale.twelve-to-death")
@pytest.mark.parametrize(("faces", "cowed"), [(d6(3, 3), False), (d6(3, 4), True)])
def test_with_the_option_their_morale_decides(faces: tuple[int, ...], cowed: bool) -> None:
    """Bandits have a rating of 8; the odds of two to one add 2."""
    state = met(attitude="neutral")
    state = replace(state, switches=("morale",))
    done = say(state, "threat", *faces, *((TURN,) if cowed else ()))
    assert answers(done) == (["gives way"] if cowed else ["stands fast"])
    berserk = replace(met("berserker", attitude="neutral"), switches=("morale",))
    assert answers(say(berserk, "threat")) == ["stands fast"]


# Leaving


@rule("ose:encounter.action.evasion", "ose:evasion.no-pursuit")
def test_the_party_may_back_off_from_those_who_mean_no_harm() -> None:
    state = met(attitude="neutral")
    done = act(state, a.Evade(walk=True), TURN)
    assert every(done, BackedOff) and first(done, EncounterEnded).how == "left"
    went = first(done, PartyWent)
    assert went.at is not None and went.at.area != state.party.at.area
    assert not every(done, FightBegan)


def test_those_who_want_something_go_after_the_party() -> None:
    done = act(met(attitude="neutral", wants="coins"), a.Evade(walk=True), TURN)
    shadowed = first(done, Shadowed)
    assert shadowed.shadows and done.state.dungeon.groups["lurkers"].shadows
    assert seen_by(shadowed, "player", done.state) is None
    assert not every(act(met(attitude="neutral", wants="peace"), a.Evade(walk=True), TURN), Shadowed)
    assert not every(act(met(attitude="neutral", wants="coins", lair=True), a.Evade(walk=True), TURN), Shadowed)


def test_one_may_go_on_past_the_peaceful_and_not_past_the_wary() -> None:
    state = met(attitude="indifferent")
    ways = [x for x in play.legal_actions(RULESET, state, "player").listed if isinstance(x, a.Go)]
    assert ways
    went = act(state, ways[0], TURN)
    assert went.state.encounter is None and went.state.party.at.area != state.party.at.area
    barred = act(met(attitude="neutral"), ways[0])
    assert answers(barred) == ["bars the way"] and barred.state.party.at == state.party.at


def test_what_they_do_is_seen_and_what_they_want_is_not_an_option() -> None:
    one, other = met(wants="coins"), met(wants="food")
    assert play.legal_actions(RULESET, one, "player").listed == play.legal_actions(RULESET, other, "player").listed
    done = Resolution(one, Scripted(), RULESET)
    any_meeting.sighted(done, "people")
    assert first(done, SeenDoing).doing and seen_by(done.events[0], "player", done.state) is not None


@rule("ose:language.common")
def test_that_a_tongue_is_shared_is_told_once() -> None:
    state = met("goblin", attitude="neutral")
    mute = say(state, "news", d100(21))
    assert not answers(mute) and mute.state.encounter.round == 1
    told = say(state, "news", d100(20))
    assert answers(told) == ["for a price"]


@rule("ose:language.common")
def test_who_shares_a_tongue_speaks_for_who_holds_something_out() -> None:
    state = met()
    mute = state.creatures[HERO]
    state = state.with_creature(HERO, sheet=replace(mute.sheet, languages=("Gnomish",)))
    assert talk.voice(state, state.creatures[HERO]).id == "hero-2"
    assert talk.voice(state, state.creatures["hero-2"]).id == "hero-2"


@rule("ose:light.needed")
def test_who_comes_in_the_dark_is_heard_and_not_seen() -> None:
    lit = met(wants="coins")
    assert lit.encounter is not None and lit.lights
    dark = replace(lit, lights=())
    for state, seen in ((lit, True), (dark, False)):
        done = Resolution(state, Scripted(), RULESET)
        any_meeting.sighted(done, "people")
        assert bool(narrate(RULESET, state, first(done, SeenDoing))) is seen
        told = narrate(RULESET, state, EncounterBegan(lit.encounter))
        assert told.startswith("The party meets " if seen else "In the dark the party hears ")
