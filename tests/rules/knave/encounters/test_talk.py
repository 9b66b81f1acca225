"""Talking to those met: the sour are won over, CHA against WIS, and everybody answers."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from tests.rules.knave.encounters.test_meetings import FREE, attitude, met
from tests.rules.knave.scenes import carrying, coins, coins_of, has, lead, on_sheet, refused, the

from underkeep.kernel.dice import Scripted
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.encounters import meetings, recognising
from underkeep.systems.knave.exploration import talk
from underkeep.systems.knave.ruleset import RULESET
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.typed_lines import Do, Reader, Undertake, parse
from underkeep.testing import d3, d20, rule
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Hoard
from underkeep.world.encounter import EncounterEnded
from underkeep.world.fight import FightBegan
from underkeep.world.gear import Item
from underkeep.world.state import State
from underkeep.world.talk import BackedOff, LieTold, NewsTold, Replied, SeenDoing

CHANGES = "knave:reaction.changes"


def feeling(word: str, count: int = 1, wants: str = "peace", **group: object) -> State:
    return met("hobgoblin", count=count, attitude=word, wants=wants, **group).state


def say(state: State, aim: str, *faces: int) -> Resolution:
    return lead(state, a.Parley("hero-1", aim), *faces)


def answers(do: Resolution) -> list[str]:
    return [e.answer for e in do.events if isinstance(e, Replied)]


def test_every_attitude_has_a_temper() -> None:
    words = (*talk.TEMPERS,)
    assert {"murderous", "thieving", "hungry", "asleep", ""} < set(words)
    assert [talk.temper(x) for x in ("violent", "threatening", "curious", "avoiding", "joining", "unaware")] == [
        "hostile", "sour", "wary", "calm", "friendly", "unaware",
    ]  # fmt: skip


@rule(CHANGES)
def test_those_who_avoid_the_party_still_hear_it_out() -> None:
    state = feeling("avoiding")
    assert state.encounter is not None
    done = say(state, "passage", FREE)
    assert answers(done) == ["go past"] and the(done, EncounterEnded).how == "parted"
    waited = lead(state, a.StandBy(), FREE)
    assert waited.state.encounter is None


@rule(CHANGES, "knave:task.check.opposed-ability")
@pytest.mark.parametrize(("wants", "face", "won"), [("peace", 6, True), ("peace", 5, False), ("guard", 15, False)])
def test_what_they_want_makes_it_easier_or_harder(wants: str, face: int, won: bool) -> None:
    """A hobgoblin's WIS makes it 11; a step is 5."""
    done = say(feeling("thieving", wants=wants), "passage", d20(face), *((FREE,) if won else ()))
    assert (done.state.encounter is None) is won


def test_the_friendly_tell_and_the_sour_lie() -> None:
    def told(word: str) -> Resolution:
        state = feeling(word)
        assert state.dungeon is not None
        hoard = Hoard("chest", "1-02", (coins(9),))
        return say(replace(state, dungeon=replace(state.dungeon, hoards={"chest": hoard})), "treasure")

    assert the(told("informative"), NewsTold).key == "treasure:1-02"
    lie = told("thieving")
    assert the(lie, LieTold).key == the(lie, NewsTold).key != "treasure:1-02"
    assert answers(told("curious")) == ["for a price"]


@rule(CHANGES)
@pytest.mark.parametrize(("count", "taken"), [(9, False), (10, True)])
def test_a_days_wage_each_buys_the_way(count: int, taken: bool) -> None:
    state = carrying(feeling("thieving"), "hero-1", coins(80))
    item = state.creatures["hero-1"].items[0]
    done = lead(state, a.Offer("hero-1", item.id, count))
    assert answers(done) == (["deal"] if taken else ["too little"])
    assert coins_of(done.state) == (70 if taken else 80)
    assert attitude(done.state) == ("indifferent" if taken else "thieving")


def test_beasts_are_fed() -> None:
    state = carrying(met("owl-bear", attitude="curious").state, "hero-1", Item("ration", "Ration", count=2), coins(9))
    food, money = state.creatures["hero-1"].items
    assert refused(state, a.Offer("hero-1", money.id, 1)) is not None
    done = lead(state, a.Offer("hero-1", food.id, 1), FREE)
    assert answers(done) == ["eats"] and done.state.encounter is None


@rule(CHANGES, "knave:task.check.opposed-ability")
@pytest.mark.parametrize(
    ("aim", "count", "face", "cowed"),
    [("threat", 1, 6, True), ("threat", 1, 5, False), ("threat", 3, 15, False), ("threat", 3, 16, True)],
)
def test_threats_are_cha_against_wis_by_the_odds(aim: str, count: int, face: int, cowed: bool) -> None:
    done = say(feeling("curious", count=count), aim, d20(face), *((FREE,) if cowed else ()))
    assert answers(done) == (["gives way"] if cowed else ["stands fast"])
    if not cowed:
        assert attitude(done.state) == "threatening"


@rule("knave:morale.failure")
def test_who_is_talked_into_it_lays_down_arms() -> None:
    done = say(feeling("curious"), "surrender", d20(20), FREE)
    assert answers(done) == ["gives up"] and done.state.creatures["hobgoblin-1"].status == "yielded"
    assert done.state.encounter is None and not has(done, FightBegan)


def test_one_may_always_back_off_from_the_peaceful() -> None:
    state = feeling("indifferent", lair=False)
    if refused(state, a.Evade(walk=True)):
        return
    done = lead(state, a.Evade(walk=True), FREE)
    assert has(done, BackedOff) and the(done, EncounterEnded).how == "left"


def test_favours_are_done_once() -> None:
    state = feeling("helpful")
    done = say(state, "talk", d3(1))
    again = say(done.state, "talk")
    assert answers(again) == ["greeted"] and len(again.events) < len(done.events)


@rule(CHANGES)
@pytest.mark.parametrize(("aim", "after"), [("insult", "threatening"), ("talk", "curious")])
def test_an_insult_sours_those_who_bore_no_ill_will(aim: str, after: str) -> None:
    done = Resolution(feeling("curious"), Scripted(), RULESET)
    assert meetings.weigh(done, done.state.creatures["hero-1"], aim, 0) == after


@rule("knave:reaction.roll")
@pytest.mark.parametrize("shadows", [True, False])
def test_those_who_went_after_the_party_do_so_once(shadows: bool) -> None:
    state = feeling("avoiding", shadows=shadows)
    done = Resolution(state, Scripted(), RULESET)
    meetings.dismiss_group(done)
    assert not meetings.the_group(done.state).shadows


@rule("knave:task.knowledge.career")
def test_a_calling_to_which_a_kind_belongs_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = on_sheet(feeling("curious"), "hero-1", careers=("locksmith",))
    look = SimpleNamespace(known_to=("locksmith",))
    monkeypatch.setattr(recognising, "fields", lambda kind: ())
    for found, by in ((look, "hero-1"), (None, "")):
        monkeypatch.setattr(recognising, "look_of", lambda kind, found=found: found)
        assert recognising.recognised_by(state, "hobgoblin") == by


@rule(CHANGES)
@pytest.mark.parametrize(
    ("count", "aim", "step"), [(1, "threat", 5), (2, "threat", 0), (3, "threat", -5), (3, "bluff", 0)]
)
def test_how_many_stand_on_each_side_counts_in_a_threat(count: int, aim: str, step: int) -> None:
    done = Resolution(feeling("curious", count=count), Scripted(d20(10)), RULESET)
    talk.is_cowed(done, done.state.creatures["hero-1"], aim)
    assert sum(amount for _, amount in the(done, CheckRolled).roll.modifiers) == step


@rule(CHANGES)
def test_the_same_greeting_is_not_said_twice() -> None:
    once = say(feeling("indifferent"), "talk")
    assert answers(once) == ["greets"]
    assert answers(say(once.state, "talk")) == ["greeted"]


@rule(CHANGES)
@pytest.mark.parametrize("lair", [False, True])
def test_those_who_were_met_before_and_live_elsewhere_come_back(lair: bool) -> None:
    state = feeling("watching", lair=lair)
    assert state.dungeon is not None
    do = Resolution(replace(state, encounter=None), Scripted(), RULESET)
    meetings.meet(do, state.dungeon.groups["them"], 30)
    seen = the(do, SeenDoing).doing  # type: ignore[attr-defined]
    assert (seen == "returning") is not lair


@rule(CHANGES)
def test_news_of_where_the_party_stands_is_of_right_here() -> None:
    state = feeling("helpful")
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    here = state.party.at.area
    heap = Hoard("heap", here, (Item("crown", "Crown"),), hidden=True)
    state = replace(state, dungeon=replace(state.dungeon, hoards={"heap": heap}))
    told = the(say(state, "treasure"), NewsTold)
    assert told.offset == (0, 0) and told.below == 0  # type: ignore[attr-defined]


@rule(CHANGES)
def test_a_sum_that_nobody_has_is_put_together() -> None:
    state = carrying(carrying(feeling("thieving"), "hero-1", coins(6)), "hero-2", coins(7))
    item = state.creatures["hero-1"].items[0]
    done = lead(state, a.Offer("hero-1", item.id, 10))
    assert answers(done) == ["deal"]
    assert [sum(i.count for i in done.state.creatures[id].items) for id in ("hero-1", "hero-2")] == [0, 3]
    assert refused(state, a.Offer("hero-1", item.id, 14)) is not None


def test_the_sum_that_is_named_is_the_sum_that_is_offered() -> None:
    state = carrying(feeling("indifferent"), "hero-1", coins(80))
    reader = Reader(RULESET, state, play.legal_actions(RULESET, state, "player"), "player")
    for line in ("offer the hobgoblins 5 coins to tell us where treasure is", "give the hobgoblin 5 coins"):
        meant = parse(reader, line)
        first = meant.errand.first if isinstance(meant, Undertake) and isinstance(meant.errand, InWords) else meant
        assert isinstance(first, Do) and isinstance(first.action, a.Offer)
        assert first.action.count == 5
