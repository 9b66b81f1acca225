from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.below import (
    H1,
    H2,
    TURN,
    act,
    at,
    below,
    corridor,
    having,
    is_listed,
    party,
    refused,
    resolving,
    ruled,
    suffering,
    the_dungeon,
    told,
)
from tests.rules.ose.scene import every, first

from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.barriers import Bar
from underkeep.systems.ose.basics.campaign import Company, Doors, campaign, with_campaign
from underkeep.systems.ose.basics.conditions import EXHAUSTED, has
from underkeep.systems.ose.exploration import turns
from underkeep.systems.ose.exploration.turns import ProcedureChosen
from underkeep.systems.ose.ruleset import RULESET
from underkeep.testing import d6, rule
from underkeep.testing.builders import cellar, delving_party
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.dungeon import AreaDescribed, Group, GroupChanged
from underkeep.world.encounter import ChanceRolled, EncounterBegan
from underkeep.world.party import PartyWent, TurnEnded
from underkeep.world.state import State

WANDERING = "wandering monsters"


def checks(done: Resolution) -> list[ChanceRolled]:
    return [e for e in every(done, ChanceRolled) if e.what == WANDERING]


def after(state: State, turns: int) -> State:
    """The same party after so many turns without rest."""
    return replace(state, party=replace(party(state), turns=turns, unrested=turns))


@rule("ose:exploration.area-kinds")
@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("derelict vessel interior", "dungeon"),
        ("swamp", "wilderness"),
        ("crypt", "dungeon"),
        ("caverns", "dungeon"),
        ("road", "wilderness"),
        ("sunken-temple", "dungeon"),
    ],
)
def test_indoors_is_dungeon_and_outdoors_wilderness(tag: str, kind: str):
    assert turns.area_kind(tag) == kind
    done = Resolution(delving_party(RULESET, corridor(setting=tag), "fighter", in_town=True), Scripted(), RULESET)
    done.emit(PartyWent("dungeon", the_dungeon(done.state).entrance, "arrived"))
    assert first(done, ProcedureChosen).area == kind


@rule("ose:time.unit-by-area")
def test_a_dungeon_is_counted_in_turns_and_the_road_in_days():
    state = delving_party(RULESET, cellar(RULESET), "fighter", in_town=True)
    asked = act(state, a.SetOut())
    assert [e.unit for e in every(asked, ProcedureChosen)] == ["day"]
    out = act(asked.state, Answer(asked.state.prompts[0].id, asked.state.prompts[0].default))
    assert [e.unit for e in every(out, ProcedureChosen)] == ["turn"]
    assert out.state.now == state.now + 4 * 3600
    home = act(out.state, a.LeaveDungeon())
    assert [e.unit for e in every(home, ProcedureChosen)] == ["day"]
    assert home.state.now == out.state.now + 4 * 3600


@rule("ose:time.round")
def test_sixty_rounds_are_a_turn():
    assert RULESET.round_seconds * 60 == RULESET.dungeon.turn_seconds == TURN


@rule("ose:time.what-fits")
def test_one_thing_a_turn_for_each():
    state = at(below("fighter", "fighter", "fighter"), "1-p1", (7, 2))
    busy = act(state, a.Listen(H1, "door-1"), d6(6)).state
    assert party(busy).turns == 0
    spent = with_campaign(busy, doors=Doors())
    assert refused(spent, a.Listen(H1, "door-1")).rule == "ose:time.what-fits"
    search = act(busy, a.Search((7, 2)), *d6(6, 6))
    assert [e.who for e in every(search, ChanceRolled) if e.who] == [H2, "hero-3"]
    assert party(search.state).turns == 1
    others = act(act(busy, a.Listen(H2, "door-1"), d6(6)).state, a.Listen("hero-3", "door-1"), d6(6)).state
    assert party(others).turns == 1


@rule("ose:time.what-fits")
def test_a_referee_may_let_somebody_do_more():
    state = at(below("fighter", "fighter"), "1-p1", (7, 2))
    spent = with_campaign(state, company=Company(acted={H1: 1}))
    more = ruled(spent, a.Listen(H1, "door-1"), {"ose:time.what-fits": "this too"}, d6(6))
    assert campaign(more.state).doors.listened == {("door-1", H1)}
    enough = ruled(spent, a.Listen(H1, "door-1"), {"ose:time.what-fits": "one each"})
    assert not campaign(enough.state).doors.listened


@rule("ose:time.what-fits")
def test_moving_on_ends_the_turn_in_which_somebody_was_busy():
    state = act(at(below(), "1-p1", (7, 2)), a.Listen(H1, "door-1"), d6(6)).state
    moved = act(state, a.Walk((6, 2)))
    assert [type(e) for e in moved.events].index(TurnEnded) < [type(e) for e in moved.events].index(PartyWent)
    assert party(moved.state).turns == 1


@rule("ose:exploration.turn-sequence")
def test_a_turn_is_check_action_description_bookkeeping():
    state = after(below("fighter", dungeon=corridor(squares=13)), 0)
    state = replace(state, dungeon=replace(the_dungeon(state), notes={"1-02": "A bare chamber. It is cold."}))
    state = at(state, "1-p1", (2, 1))
    done = act(state, a.Go("out"), d6(6), checks=True)
    rest = act(done.state, a.Rest(), checks=True)
    order = [_step(e) for e in (*done.events, *rest.events) if _step(e)]
    assert order == ["bookkeeping 1", "check", "description", "bookkeeping 2"]


def _step(event: Event) -> str:
    if isinstance(event, ChanceRolled) and event.what == WANDERING:
        return "check"
    if isinstance(event, TurnEnded):
        return f"bookkeeping {event.turns}"
    return "description" if isinstance(event, AreaDescribed) else ""


@rule("ose:exploration.movement.unknown")
def test_unknown_ground_is_crossed_at_the_base_rate():
    state = at(below("fighter", dungeon=corridor()), "1-p1", (2, 1))
    done = act(state, a.Walk((13, 1)))
    assert (party(done.state).turns, party(done.state).moved) == (0, 110)
    assert party(act(done.state, a.Walk((14, 1))).state).turns == 1


def familiar() -> State:
    """In the long passage, which the party knows, having found the chamber at its end."""
    return at(at(at(below("fighter", dungeon=corridor()), "1-p1", (2, 1)), "1-02", (42, 1)), "1-p1", (2, 1))


@rule("ose:exploration.movement.familiar")
def test_on_known_ground_the_party_goes_three_times_as_far():
    done = act(familiar(), a.Walk((37, 1)))
    assert (party(done.state).turns, party(done.state).moved) == (0, 116)
    assert party(act(done.state, a.Walk((38, 1))).state).turns == 1


@rule("ose:exploration.movement.familiar")
@pytest.mark.parametrize(("factor", "squares"), [("1", 12), ("2", 24), ("3", 36)])
def test_the_referee_may_allow_less(factor: str, squares: int):
    rulings = {"ose:exploration.movement.familiar": factor}
    done = ruled(familiar(), a.Walk((2 + squares, 1)), rulings)
    assert (party(done.state).turns, party(done.state).moved) == (1, 0)
    again = act(replace(done.state, human_referee=True), a.Walk((2, 1)))
    assert not again.state.prompts


def weary(state: State) -> bool:
    return state.creatures[H1].condition("weary") is not None


@rule("ose:exploration.rest.frequency")
def test_the_sixth_turn_is_for_rest():
    state = below("fighter")
    for turn in range(1, 6):
        state = act(state, a.Search((1 + turn % 3, 1 + turn // 3)), d6(6)).state
        assert not weary(state)
    rested = act(state, a.Rest()).state
    assert party(rested).unrested == 0
    assert not weary(rested)
    assert weary(act(state, a.Search((3, 3)), d6(6)).state)


@rule("ose:exploration.rest.frequency")
@pytest.mark.parametrize("hunger", [0, 1])
def test_rest_is_due_when_a_turn_more_would_tire(hunger: int):
    for unrested in range(6):
        state = after(below("fighter"), unrested)
        state = suffering(state, H1, "starving", hunger) if hunger else state
        tired = weary(act(state, a.Search((2, 2)), d6(6)).state)
        assert RULESET.dungeon.rest_is_due(state) == tired == (unrested >= (2 if hunger else 5))


@rule("ose:exploration.rest.penalty")
def test_who_goes_on_without_rest_is_weary_until_a_turn_is_rested():
    state = act(after(below("fighter"), 5), a.Search((2, 2)), d6(6)).state
    assert weary(state)
    assert not weary(act(state, a.Rest()).state)


@rule("ose:hazard.starvation")
def test_the_hungry_need_more_rest():
    state = suffering(after(below("fighter"), 2), H1, "starving", 1)
    assert weary(act(state, a.Search((2, 2)), d6(6)).state)
    assert not weary(act(suffering(after(below("fighter"), 1), H1, "starving", 1), a.Search((2, 2)), d6(6)).state)


@rule("ose:exploration.wandering.frequency", "ose:encounter.wandering.frequency")
def test_wandering_monsters_are_checked_for_in_every_second_turn():
    state = below("fighter")
    rolled = []
    for turn in range(1, 7):
        done = act(state, a.Rest(), *([d6(6)] if turn % 2 else []), checks=True)
        rolled += [turn + 1 for _ in checks(done)]
        state = done.state
    assert rolled == [2, 4, 6]


@rule("ose:exploration.wandering.chance", "ose:encounter.wandering.chance")
def test_they_come_on_a_one_and_the_roll_is_secret():
    for face in range(2, 7):
        done = act(below("fighter"), a.Rest(), d6(face), checks=True)
        assert not every(done, EncounterBegan)
        assert not told(done, ChanceRolled)
    came = Resolution(below("fighter"), Seeded(1), RULESET)
    turns.wander_in(came)
    assert first(came, EncounterBegan).encounter.monsters
    notes = {"wandering:1-01": "3"}
    haunted = replace(below("fighter"), dungeon=replace(cellar(RULESET), notes=notes))
    assert turns.wandering_in_6(resolving(haunted)) == 3
    assert turns.wandering_in_6(resolving(below("fighter"))) == 1


@rule("ose:exploration.wandering.distance", "ose:encounter.wandering.concept", "ose:encounter.wandering.table")
def test_wanderers_come_towards_the_party_from_2d6_times_10_feet():
    there = having(below("fighter"), Group("orcs", "1-02", "orc", 3))
    done = Resolution(there, Seeded(4), RULESET)
    turns.wander_in(done)
    assert first(done, GroupChanged).what == "approaching"
    distance = next(e for e in every(done, ChanceRolled) if e.what == "encounter distance").roll
    assert first(done, EncounterBegan).encounter.distance == distance.total
    assert 20 <= distance.total <= 120
    assert the_dungeon(done.state).groups["orcs"].count == 3


@rule("ose:encounter.wandering.noise-light")
def test_loud_noise_draws_them():
    state = at(below("fighter"), "1-p1", (7, 2))
    state = having(state, replace(the_dungeon(state).doors["door-1"], tried=True))
    loud = act(state, a.ForceDoor(H1, "door-1"), *d6(6, 3), checks=True)
    assert checks(loud)[0].roll.needed == 2
    assert not checks(loud)[0].success
    assert turns.wandering_in_6(resolving(state)) == 1
    ruling = {"ose:encounter.wandering.noise-light": "+2"}
    asked = Resolution(with_campaign(loud.state, rulings={}), Scripted(), RULESET, ruling)
    assert turns.wandering_in_6(asked) == 3


HIDING = "ose:encounter.wandering.hiding"


@rule(HIDING)
@pytest.mark.parametrize(("face", "found"), [(3, True), (4, False)])
def test_resting_behind_shut_doors_halves_the_chance_of_a_visit(face, found):
    state = at(below("fighter"), "1-02", (9, 2))
    state = replace(state, party=replace(party(state), turns=1, unrested=0))
    done = checked(state, *d6(1, face))
    rolled = next(e for e in every(done, ChanceRolled) if e.what == "found in hiding")
    assert (rolled.roll.notation, rolled.success, rolled.rule) == ("1d6", found, (HIDING,))
    assert bool(every(done, GroupChanged)) == found
    assert not [e for e in every(checked(state, d6(2)), ChanceRolled) if e.what == "found in hiding"]


@rule(HIDING)
def test_the_referee_may_rule_otherwise():
    state = at(below("fighter"), "1-02", (9, 2))
    state = replace(state, party=replace(party(state), turns=1, unrested=0))
    usual = checked(state, d6(1), ruling="as usual")
    assert every(usual, GroupChanged) and not [e for e in every(usual, ChanceRolled) if e.what == "found in hiding"]
    assert not every(checked(state, *d6(1, 3), ruling="a third"), GroupChanged)


@rule(HIDING)
def test_who_walks_or_leaves_the_door_open_does_not_hide():
    for state in (at(below("fighter"), "1-02", (9, 2)), below("fighter")):
        unrested = 1 if state.party.at.area == "1-02" else 0
        state = replace(state, party=replace(party(state), turns=1, unrested=unrested))
        assert not [e for e in every(checked(state, d6(1)), ChanceRolled) if e.what == "found in hiding"]


def checked(state: State, *faces: int, ruling: str = "half") -> Resolution:
    """A check for wandering monsters under these faces, and whatever else it rolls by a seed."""

    class Then(Scripted):
        def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
            wanted = why in ("wandering monsters", "whether those who hide are found")
            return super().roll(count, sides, why) if wanted else Seeded(5, why).roll(count, sides, why)

    dice = Then(*faces)
    done = Resolution(state, dice, RULESET, {HIDING: ruling})
    turns.check_wandering(done)
    dice.finish()
    return done


@rule("ose:time.game-time")
def test_only_the_game_moves_its_clock():
    state = below("fighter")
    assert act(state, a.Order((H1,))).state.now == state.now
    assert every(act(state, a.Rest()), TimePassed)[0].now == state.now + TURN


def test_a_fight_that_wanderers_begin_after_another_goes_on():
    """The aftermath of one fight may begin the next."""
    state = having(below("fighter", "fighter"), Group("rats", "1-p1", "giant-rat", 1))
    done = play_until_quiet(state)
    assert done.encounter is None or done.fight is not None or is_listed(done, a.Engage())


def play_until_quiet(state: State) -> State:
    from underkeep.procedures import fight, play

    moves = Seeded(9, "moves")
    state = play.resolve(RULESET, state, "player", a.Go("opening-1"), moves).state
    for number in range(200):
        dice = Seeded(number, "fight")
        if state.fight is not None:
            chooser = fight.chooser(RULESET, state)
            assert chooser is not None, "a fight in which nobody can act"
            creature, options = chooser
            listed = play.with_done(creature.id, options)
            action = next((x for x in listed if isinstance(x, Attack)), listed[-1])
            state = play.resolve(RULESET, state, state.owner(creature.id), action, dice).state
        elif state.encounter is not None:
            state = play.resolve(RULESET, state, "player", a.Engage(), dice).state
        else:
            break
    return state


@rule("ose:exploration.area-kinds")
@pytest.mark.parametrize(
    ("tag", "kind"),
    [("forest", "wilderness"), ("forest ruins", "dungeon"), ("dark-forest", "wilderness"), ("", "dungeon")],
)
def test_the_last_word_says_what_sort_of_place_it_is(tag: str, kind: str):
    assert turns.area_kind(tag) == kind


@rule("ose:exploration.rest.frequency", "ose:exploration.rest.penalty")
def test_only_a_turn_of_rest_ends_weariness():
    tired = suffering(below("fighter"), H1, "weary")
    assert not has(act(tired, a.Rest()).state.creatures[H1], "weary")
    searched = act(tired, a.Search((1, 2)), d6(6))
    assert has(searched.state.creatures[H1], "weary")
    assert not every(searched, ConditionEnded)
    assert not every(act(below("fighter"), a.Rest()), ConditionEnded)


@rule("ose:evasion.running.exhaustion-effect")
def test_the_exhausted_recover_in_turns_of_rest_alone():
    spent = suffering(below("fighter"), H1, EXHAUSTED)
    rested = act(spent, a.Rest()).state.creatures[H1].condition(EXHAUSTED)
    worked = act(spent, a.Search((1, 2)), d6(6)).state.creatures[H1].condition(EXHAUSTED)
    assert rested is not None and rested.level == 1
    assert worked is not None and worked.level == 0


@rule("ose:exploration.movement.familiar", "ose:movement.time-from-rate")
@pytest.mark.parametrize(("moved", "used"), [(0, 3), (3, 3), (6, 4), (10, 3), (26, 4)])
def test_three_squares_of_known_ground_use_up_ten_feet(moved: int, used: int):
    state = below("fighter")
    done = resolving(replace(state, party=replace(party(state), moved=moved)))
    assert turns.feet_used(done, familiar=True) == used
    assert turns.feet_used(done, familiar=False) == 10


@rule("ose:doors.stuck.monsters", "ose:doors.monsters-open")
@pytest.mark.parametrize(("fast", "cited", "count"), [("stuck", True, 1), ("", False, 1), ("spiked", False, 0)])
def test_wanderers_come_by_the_doors_that_let_them(fast: str, cited: bool, count: int):
    state = at(below("fighter"), "1-02", (9, 2))
    state = having(state, replace(the_dungeon(state).doors["door-1"], barrier=Bar(fast)))
    done = Resolution(state, Seeded(1), RULESET)
    turns.wander_in(done)
    coming = first(done, GroupChanged)
    assert ("ose:doors.stuck.monsters" in coming.rule) is cited
    left = the_dungeon(done.state).groups[coming.group.id].count
    assert (left > 0) is bool(count)
    assert bool(every(done, EncounterBegan)) is bool(count)


@rule("ose:encounter.wandering.chance")
def test_where_nothing_wanders_nothing_comes():
    state = below("fighter")
    quiet = replace(state, dungeon=replace(the_dungeon(state), notes={"wandering:1-01": "0"}))
    assert turns.wandering_in_6(resolving(quiet)) == 0
    assert turns.wandering_in_6(resolving(suffering(state, H1, "scented"))) >= 1


@rule("ose:time.game-time")
def test_a_step_takes_no_turn_of_itself():
    assert turns.turns_for(below("fighter"), a.Go("opening-1")) == 0
    assert turns.turns_for(below("fighter"), a.Rest()) == 1


@rule("ose:exploration.rest.penalty", "ose:evasion.running.recovery")
def test_in_town_nobody_stays_weary():
    tired = suffering(suffering(below("fighter"), H1, "weary"), H1, EXHAUSTED)
    do = resolving(tired)
    do.emit(PartyWent("town", None, "arrived"))
    assert not has(do.state.creatures[H1], "weary")
    assert not has(do.state.creatures[H1], EXHAUSTED)
