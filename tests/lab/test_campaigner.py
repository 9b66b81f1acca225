"""A party that leads a campaign sees to itself in town and on the way, and goes where it has not been."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.campaign import Seen, campaign, figures
from underkeep.minds.campaigner import Campaigner
from underkeep.minds.soldier import Soldier
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.actions import Done
from underkeep.procedures.options import Options
from underkeep.systems import load
from underkeep.systems.ose.town.hiring import SeekRetainers
from underkeep.systems.ose.town.roster import Enlist
from underkeep.systems.ose.travel.hunting import Hunt
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.testing.builders import field, in_step
from underkeep.world.creature import Died
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.journey import JourneyBegan, TravelDayEnded, routes
from underkeep.world.party import Party, PartyLeft, PartyWent
from underkeep.world.region import BASE
from underkeep.world.state import State

RULES = load("ose")


def begun(seed: int = 7) -> Session:
    made = new_game(RULES, seed, Plan(levels=1))
    return Session.in_memory(RULES, made.state.before_all(), seed, {REFEREE: Soldier()}, made.events)


def on_the_road(food: int, seed: int = 7) -> State:
    """A morning on the trail, with so much food for each."""
    state = begun(seed).state
    for member in state.marchers():
        kept = tuple(i for i in member.items if "ration" not in i.kind)
        fed = (*kept, Item("rations-standard", "Standard rations", count=food)) if food else kept
        state = state.with_creature(member.id, items=fed)
    for event in (JourneyBegan(routes(state)[0], False), PartyWent("road", None, "set out"), TravelDayEnded()):
        state = event.evolve(state)
    return state


def lead(state: State, mind: Campaigner | None = None) -> Action:
    return (mind or Campaigner(RULES)).lead(state, play.legal_actions(RULES, state, PLAYER))


def errands(session: Session, most: int = 60) -> list[Action]:
    """All that a party does in town before it sets out."""
    mind, done = Campaigner(RULES), list[Action]()
    while len(done) < most:
        done.append(mind.lead(session.state, session.options(PLAYER)))
        if isinstance(done[-1], a.SetOut):
            return done
        session.submit(PLAYER, done[-1])
    raise AssertionError(done)


def test_the_dead_are_replaced_people_are_sought_and_rumours_heard_before_it_sets_out() -> None:
    session = begun()
    session.decree(Died("hero-2"), "for the test")
    session.decree(PartyLeft("hero-2", "buried"), "for the test")
    done = errands(session)
    for sort in (Enlist, SeekRetainers, a.HearRumours, a.SetOut):
        assert sum(isinstance(x, sort) for x in done) == 1, sort
    assert len([c for c in session.state.marchers() if c.id.startswith("hero")]) == 6


def test_what_was_found_is_sold_and_what_it_began_with_is_not() -> None:
    session, mind = begun(), Campaigner(RULES)
    mind.lead(session.state, session.options(PLAYER))
    before = {item.id for item in session.state.creatures["hero-1"].items}
    found = (*session.state.creatures["hero-1"].items, Item("gem@100", "Gem", count=3))
    session.decree(ItemsChanged("hero-1", found, "received", found[-1]), "for the test")
    gem = next(i.id for i in session.state.creatures["hero-1"].items if i.id not in before)
    sale = a.Sell("hero-1", gem, 3)
    assert mind.lead(session.state, Options((a.Sell("hero-1", min(before), 1), a.Sell("hero-1", gem, 1)))) == sale


def test_those_who_are_short_of_food_hunt_once_and_then_march_on() -> None:
    mind, hungry = Campaigner(RULES), on_the_road(food=0)
    assert lead(hungry, mind) == Hunt() and lead(hungry, mind) == a.MarchOn()
    assert lead(on_the_road(food=3)) == a.MarchOn()


def test_the_hurt_turn_back_near_home_and_camp_far_from_it() -> None:
    state = on_the_road(food=5)
    hurt = dict.fromkeys(("hero-1", "hero-2", "hero-3", "hero-4", "hero-5", "hero-6"), 1)
    for id in hurt:
        state = state.with_creature(id, hp=1, max_hp=8)
    assert lead(state) == a.TurnBack()
    for event in (JourneyBegan(routes(state)[0], True), TravelDayEnded()):
        state = event.evolve(state)
    mind = Campaigner(RULES)
    assert [lead(state, mind) for _ in range(4)] == [a.MakeCamp()] * 3 + [a.MarchOn()]


def test_who_cannot_move_for_the_load_hands_some_of_it_on_and_then_leaves_it() -> None:
    state = replace(on_the_road(food=5), switches=("encumbrance-detailed",))
    state = state.with_creature("hero-2", items=(*state.creatures["hero-2"].items, Item("gp", "gp", count=9000)))
    assert a.MarchOn() not in play.legal_actions(RULES, state, PLAYER)
    mind = Campaigner(RULES)
    first = lead(state, mind)
    assert isinstance(first, a.Give) and (first.actor, first.count) == ("hero-2", 4500)
    last = [lead(state, mind) for _ in range(6)][-1]
    assert isinstance(last, a.Drop) and last.actor == "hero-2"


def test_it_sets_out_for_where_it_has_not_been() -> None:
    state, mind = begun().state, Campaigner(RULES)
    listed = tuple(x for x in play.legal_actions(RULES, state, PLAYER).listed if isinstance(x, a.SetOut))
    goals = {goal.action: goal.place for goal in mind._goals(state)}
    chosen = [goals[mind._set_out(state, listed)] for _ in range(8)]  # type: ignore[index]
    assert set(chosen) == set(goals.values())


def test_a_campaign_counts_what_it_saw_and_goes_the_same_way_again() -> None:
    played, again = (campaign(RULES, 3, Plan(level=4, levels=1), days=8, keep=False) for _ in range(2))
    assert played.end == again.end and played.actions == again.actions
    row = figures(RULES, played)
    assert row["outcome"] in ("played", "slain") and row["towns"] >= 1 and row["days"] <= 8
    road = on_the_road(food=1)
    seen = Seen().after(begun().state).after(road)
    assert seen.towns == {BASE} and seen.land == {"settled"} and seen.wild and not seen.dungeons


def test_a_fight_that_goes_nowhere_is_left() -> None:
    state = in_step(field(RULES, "2 fighter v 2 orc", gap=8), "movement", "fighter-1", "fighter-2")
    state = replace(state, party=Party("a", ("fighter-1", "fighter-2")))
    options = Options((a.BreakOff("fighter-1", "treasure"), a.BreakOff("fighter-1"), Done("fighter-1")))
    for long, leaves in ((31, True), (30, False)):
        fought = replace(state, fight=replace(state.fight, round=long))  # type: ignore[type-var]
        chosen = Campaigner(RULES).act(fought, fought.creatures["fighter-1"], options)
        assert (chosen == a.BreakOff("fighter-1")) is leaves, long
