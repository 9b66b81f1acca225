"""Those met: who of them counts, what they remember, and how a meeting ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.knave.encounters.test_meetings import FREE, attitude, met
from tests.rules.knave.scenes import (
    RULESET,
    answer,
    carrying,
    coins,
    coins_of,
    delvers,
    has,
    lead,
    on_sheet,
    refused,
    scores,
    the,
    under,
)

from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import with_campaign
from underkeep.systems.knave.basics.sheet import Tie
from underkeep.systems.knave.encounters import captives, meetings, stealth
from underkeep.systems.knave.encounters.captives import CaptiveOrdered, Command
from underkeep.systems.knave.monsters import wandering
from underkeep.testing import d6, d20, rule
from underkeep.testing.builders import cellar, scripted
from underkeep.world.creature import CheckRolled
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import EncounterBegan, EncounterChanged, EncounterEnded
from underkeep.world.fight import FightBegan
from underkeep.world.state import State


def mixed(state: State, **first: object) -> State:
    """The first of those met has other wits than the rest."""
    return on_sheet(state, "hobgoblin-1", **first)


@rule("knave:reaction.changes", "knave:task.check.opposed-ability")
def test_the_first_of_them_is_talked_to() -> None:
    orders = met("hobgoblin", *d6(1, 4), count=2)
    assert attitude(orders.state) == "threatening"
    defied = mixed(answer(orders, "defy").state, level=8)
    do = lead(defied, a.Parley("hero-1", "talk"), d20(14))
    assert the(do, CheckRolled).roll.needed == 11 + 4 and not the(do, CheckRolled).success  # type: ignore[attr-defined]


@rule("knave:reaction.changes")
def test_the_sour_lose_patience_at_the_second_failure() -> None:
    state = answer(met("hobgoblin", *d6(1, 4)), "defy").state
    assert state.encounter is not None and state.encounter.tries == 0
    once = lead(state, a.Parley("hero-1", "talk"), d20(2))
    assert not has(once, FightBegan) and once.state.encounter is not None and once.state.encounter.tries == 1
    assert once.state.now == state.now + 10
    twice = lead(once.state, a.Parley("hero-1", "talk"), d20(2), d20(20))
    assert has(twice, FightBegan)
    changed = [e.encounter.tries for e in twice.events if isinstance(e, EncounterChanged)]
    assert changed[0] == 2


@rule("knave:reaction.changes")
def test_asking_for_nothing_one_is_given_nothing() -> None:
    friendly = met("hobgoblin", attitude="helpful").state
    passed = lead(friendly, a.Parley("hero-1", "passage"), FREE)
    assert passed.state.creatures["hero-1"].items == friendly.creatures["hero-1"].items
    assert passed.state.encounter is None


@rule("knave:downtime.carousing.mishap-08")
def test_a_tattoo_weighs_a_step_on_the_talk() -> None:
    state = answer(met("hobgoblin", *d6(1, 4)), "defy").state
    ugly = on_sheet(state, "hero-1", ties=(Tie("ugly tattoo"),))
    assert meetings.looks(ugly, "hero-1")[0].amount == -5 and not meetings.looks(state, "hero-1")


@rule("knave:reaction.when", "knave:hazard.die.encounter")
def test_nobody_is_met_where_all_are_dead() -> None:
    there = Group("them", "1-01", "hobgoblin", 1, lair=True)
    first = met("hobgoblin", attitude="curious")
    dead = first.state.with_creature("hobgoblin-1", status="dead")
    again = scripted(RULESET, replace(dead, encounter=None))
    meetings.meet(again, replace(there, members=("hobgoblin-1",)), 30)
    assert not again.events


@rule("knave:reaction.when")
def test_how_far_they_are_is_what_is_said_or_what_the_map_shows() -> None:
    assert the(met("hobgoblin", attitude="curious"), EncounterBegan).encounter.distance == 30  # type: ignore[attr-defined]
    there = Group("them", "1-01", "hobgoblin", 1, lair=True, attitude="curious")
    state = delvers(dungeon=replace(cellar(RULESET), groups={"them": there}))
    do = scripted(RULESET, state)
    meetings.meet(do, there, None)
    assert the(do, EncounterBegan).encounter.distance == meetings._map_distance(state)  # type: ignore[attr-defined]
    near = scripted(RULESET, state)
    meetings.meet(near, there, 0)
    assert the(near, EncounterBegan).encounter.distance == 0  # type: ignore[attr-defined]


def sneaking(*faces: int, wits: tuple[int, int] = (2, 2), light: bool = False) -> Resolution:
    there = Group("them", "1-01", "hobgoblin", 2, lair=True, attitude="curious")
    state = delvers(dungeon=replace(cellar(RULESET), groups={"them": there}))
    state = with_campaign(replace(state, lights=state.lights if light else ()), sneaking=True)
    made = scripted(RULESET, state)
    ids = meetings.muster(made, there)
    known = made.state
    for id, level in zip(ids, wits, strict=True):
        known = on_sheet(known, id, level=level)
    do = scripted(RULESET, known, *faces)
    meetings.meet(do, replace(there, members=ids), 30)
    return do


@rule("knave:combat.unsuspecting.auto-hit", "knave:task.check.opposed-ability", "knave:reaction.when")
def test_a_party_that_sneaks_is_up_against_the_wits_of_the_first() -> None:
    unseen = sneaking(d20(15), wits=(8, 2))
    assert the(unseen, CheckRolled).roll.needed == 15  # type: ignore[attr-defined]
    encounter = the(unseen, EncounterBegan).encounter  # type: ignore[attr-defined]
    assert encounter.attitude == stealth.UNAWARE and encounter.surprised == encounter.monsters
    assert "knave:combat.unsuspecting.auto-hit" in the(unseen, EncounterBegan).rule
    seen = sneaking(d20(14), wits=(8, 2))
    assert the(seen, EncounterBegan).encounter.attitude != stealth.UNAWARE  # type: ignore[attr-defined]


@rule("knave:combat.unsuspecting.auto-hit")
def test_admirers_give_a_party_away() -> None:
    state = with_campaign(met("hobgoblin", attitude="curious").state, sneaking=True)
    state = replace(state, lights=())

    def rolled(known: State) -> tuple[str, int]:
        do = scripted(RULESET, known, d20(10))
        stealth.is_unnoticed(do, known.creatures["hobgoblin-1"])
        event = the(do, CheckRolled)
        return event.creature, event.roll.total  # type: ignore[attr-defined]

    assert rolled(state) == ("hero-1", 10)
    assert rolled(on_sheet(state, "hero-2", ties=(Tie("admirers"),))) == ("hero-1", 5)
    openly = scripted(RULESET, with_campaign(state, sneaking=False))
    assert not stealth.is_unnoticed(openly, state.creatures["hobgoblin-1"])


@rule("knave:reaction.roll")
def test_wanderers_are_gone_and_those_who_live_here_or_follow_stay() -> None:
    def count_after(attitude: str, lair: bool) -> tuple[int, bool]:
        do = scripted(RULESET, met("hobgoblin", attitude=attitude, lair=lair, count=3).state)
        meetings.dismiss_group(do)
        return the(do, GroupChanged).group.count, has(do, wandering.Followed)  # type: ignore[attr-defined]

    assert count_after("curious", lair=True) == (3, False)
    assert count_after("curious", lair=False) == (0, False)
    assert count_after("watching", lair=False) == (3, True)
    assert count_after("watching", lair=True) == (3, True)


@rule("knave:time.turn.action-cost")
@pytest.mark.parametrize(("spent", "left"), [(0, 600), (10, 590), (590, 10), (600, 600), (610, 590)])
def test_a_meeting_fills_its_turn(spent: int, left: int) -> None:
    state = met("hobgoblin", attitude="curious").state
    assert state.encounter is not None
    state = replace(state, now=1230, encounter=replace(state.encounter, began=1230))
    do = scripted(RULESET, replace(state, now=state.now + spent), FREE)
    meetings.conclude(do, "parted")
    assert do.state.now == state.now + spent + left
    assert the(do, EncounterEnded).how == "parted"  # type: ignore[attr-defined]


@rule("knave:reaction.changes", "knave:combat.unsuspecting.auto-hit")
def test_who_is_attacked_is_awake_and_an_enemy() -> None:
    def woken(**group: object) -> Resolution:
        do = scripted(RULESET, met("hobgoblin", **group).state)
        meetings.waken(do)
        return do

    asleep = woken(awake=False)
    turned = the(asleep, GroupChanged).group  # type: ignore[attr-defined]
    assert turned.awake and turned.attitude == "murderous"
    assert asleep.state.creatures["hobgoblin-1"].condition("unsuspecting") is not None
    friends = woken(attitude="curious")
    assert the(friends, GroupChanged).group.attitude == "murderous"  # type: ignore[attr-defined]
    assert friends.state.creatures["hobgoblin-1"].condition("unsuspecting") is None
    assert the(friends, EncounterChanged).seats == ("referee",)
    foes = scripted(RULESET, met("hobgoblin", *d6(1, 2)).state)
    assert attitude(foes.state) == "violent"
    meetings.waken(foes)
    assert not foes.events
    nobody = scripted(RULESET, delvers())
    meetings.waken(nobody)
    assert not nobody.events


@rule("knave:reaction.roll")
@pytest.mark.parametrize(("face", "feeling", "default"), [(2, "violent", "fight"), (4, "threatening", "defy")])
def test_left_to_itself_a_party_does_not_give_in(face: int, feeling: str, default: str) -> None:
    do = met("hobgoblin", *d6(1, face))
    assert attitude(do.state) == feeling and do.state.prompts[0].default == default


@rule("knave:reaction.roll")
@pytest.mark.parametrize(("purse", "left"), [(200, 180), (19, 18), (9, 8), (1, 0)])
def test_a_tenth_of_the_coins_buys_the_way_on_and_one_at_least(purse: int, left: int) -> None:
    orders = met("hobgoblin", *d6(1, 4)).state
    assert orders.dungeon is not None
    walled = replace(orders, dungeon=replace(orders.dungeon, doors={}))
    do = answer(scripted(RULESET, carrying(walled, "hero-1", coins(purse))), "turn back", FREE)
    assert coins_of(do.state) == left


# Captives


def captive(count: int = 1) -> State:
    state = met("hobgoblin", attitude="curious", count=count).state
    return replace(state.with_creature("hobgoblin-1", status="yielded"), encounter=None)


@rule("knave:morale.failure")
def test_orders_are_for_those_who_gave_themselves_up() -> None:
    gave_up = "knave:morale.failure"
    state = captive()
    assert not refused(state, Command("hero-1", "hobgoblin-1", "follow"))
    assert refused(state, Command("hero-1", "hobgoblin-1", "dance")) == gave_up
    assert refused(state.with_creature("hobgoblin-1", status="up"), Command("hero-1", "hobgoblin-1", "go")) == gave_up
    mute = captives.why_not(under(state, "hero-1", "paralysed"), Command("hero-1", "hobgoblin-1", "go"))
    assert mute is not None and "cannot give orders" in mute.sentence
    asked = under(state, "hobgoblin-1", "questioned")
    assert refused(asked, Command("hero-1", "hobgoblin-1", "tell")) == "knave:reaction.changes"
    assert not refused(asked, Command("hero-1", "hobgoblin-1", "go"))
    assert not refused(state, Command("hero-1", "hobgoblin-1", "tell"))


@rule("knave:morale.failure")
def test_a_captive_follows_only_where_there_is_room_for_one_more() -> None:
    state = captive(count=2)
    led = lead(state, Command("hero-1", "hobgoblin-1", "follow"), d20(20)).state
    second = led.with_creature("hobgoblin-2", status="yielded")
    assert refused(second, Command("hero-1", "hobgoblin-2", "follow")) == "knave:reaction.changes"
    assert not refused(scores(second, "hero-1", CHA=1), Command("hero-1", "hobgoblin-2", "follow"))


@rule("knave:reaction.changes", "knave:task.check.opposed-ability", "knave:morale.failure")
@pytest.mark.parametrize(("order", "face", "obeys"), [("follow", 10, False), ("follow", 11, True), ("tell", 10, False)])
def test_a_captive_obeys_who_beats_its_wits(order: str, face: int, obeys: bool) -> None:
    do = lead(captive(), Command("hero-1", "hobgoblin-1", order), d20(face), *((FREE,) if order == "tell" else ()))
    assert the(do, CaptiveOrdered).obeys is obeys  # type: ignore[attr-defined]


@rule("knave:morale.failure")
def test_to_go_is_a_captives_own_wish() -> None:
    do = lead(captive(), Command("hero-1", "hobgoblin-1", "go"))
    assert the(do, CaptiveOrdered).obeys and not has(do, CheckRolled)  # type: ignore[attr-defined]
    assert do.state.creatures["hobgoblin-1"].status == "fled"
