"""Actions that no rule mentions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.ose.encounters.test_meetings import below, met, with_torch
from tests.rules.ose.scene import F, do, every, first, refusal, scene, scores, spent

from underkeep.kernel.dice import Scripted
from underkeep.kernel.prompt import REFEREE, Answer, Ruled
from underkeep.procedures import play
from underkeep.procedures.actions import CallCheck, Try
from underkeep.procedures.delve_actions import ForceDoor
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.sorts_of_deed import sort_of
from underkeep.procedures.wishes import Tried
from underkeep.systems.ose.combat import improvising
from underkeep.systems.ose.exploration.doors import Listened
from underkeep.systems.ose.ruleset import RULESET
from underkeep.table.narrate import narrate
from underkeep.table.speech.typed_lines import Do, Reader, parse
from underkeep.testing import d6, d20, d100, rule
from underkeep.world.creature import CheckRolled, Creature, Harmed, SaveRolled
from underkeep.world.dungeon import Spot
from underkeep.world.encounter import ReactionRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

BARREL = Try("hero-1", "I balance on the barrel")
ODD = Try("hero-1", "I paint the door blue")


def act(state: State, action: Try | Answer, *faces: int, seat: str = "player") -> Resolution:
    dice = Scripted(*faces)
    done = play.resolve(RULESET, state, seat, action, dice)
    dice.finish()
    return done


def hero(state: State) -> State:
    return scores(state, "hero-1", STR=10, DEX=10, CHA=10)


@rule("ose:encounter.actions.players", "ose:referee.rulings.gaps")
def test_anything_may_be_tried_in_a_meeting() -> None:
    state = hero(met("neutral"))
    assert play.why_not(RULESET, state, "player", BARREL) is None
    done = act(state, BARREL, d20(10))
    assert (first(done, CheckRolled).what, first(done, Tried).success) == ("DEX", True)
    assert done.state.now == state.now + 10
    assert not first(act(state, BARREL, d20(11)), Tried).success


@rule("ose:encounter.actions.players", "ose:referee.improvisation")
def test_and_while_exploring() -> None:
    state = hero(with_torch(below()))
    done = act(state, Try("hero-1", "negotiate with the door"), d20(3))
    assert first(done, CheckRolled).what == "CHA"
    assert done.state.now == state.now
    assert play.why_not(RULESET, state, "player", Try("hero-1", " ")) is not None
    assert play.why_not(RULESET, state, "player", Try("hero-1", "x" * 201)) is not None
    assert play.why_not(RULESET, state, "player", Try("goblin-1", "wave")) is not None


@rule("ose:referee.improvisation")
def test_a_person_is_asked_what_comes_of_the_unforeseen() -> None:
    state = replace(hero(with_torch(below())), human_referee=True)
    (prompt,) = act(state, Try("hero-1", "negotiate with the door")).state.prompts
    assert prompt.rule == ("ose:referee.resolve-action", "ose:encounter.actions.players", "ose:referee.improvisation")
    assert prompt.default == "CHA check"


@rule("ose:referee.resolve-action")
@pytest.mark.parametrize(
    ("what", "way"),
    [
        ("wave at them", "it works"),
        ("fly over the pit", "it fails"),
        ("lift the lid", "STR check"),
        ("remember the song", "INT check"),
        ("duck under the blade", "save against breath"),
        ("paint the door blue", "3-in-6"),
    ],
)
def test_the_usual_way_to_decide(what: str, way: str) -> None:
    state = hero(met("neutral"))
    assert improvising.usual_way(state, state.creatures["hero-1"], what, sort_of(what)) == way
    assert way in improvising.ways


@rule("ose:referee.resolve-action")
def test_a_chance_is_told_first_and_leaving_it_costs_nothing() -> None:
    state = hero(met("neutral"))
    asked = act(state, ODD)
    prompt = asked.state.prompts[0]
    assert (prompt.seats, prompt.choices) == (("player",), ("go", "leave it"))
    assert "3-in-6" in prompt.about
    left = act(asked.state, Answer(prompt.id, "leave it"))
    assert left.state.now == state.now
    assert not every(left, Tried)
    assert first(act(asked.state, Answer(prompt.id, "go"), d6(3)), Tried).success
    assert not first(act(asked.state, Answer(prompt.id, "go"), d6(4)), Tried).success


@rule("ose:referee.resolve-action", "ose:referee.rulings.gaps", "ose:referee.improvisation")
def test_the_referee_rules_and_rules_alike_later() -> None:
    state = replace(hero(met("neutral")), human_referee=True)
    asked = act(state, ODD)
    prompt = asked.state.prompts[0]
    assert (prompt.seats, prompt.default, prompt.choices) == ((REFEREE,), "3-in-6", improvising.ways)
    outcome = act(asked.state, Answer(prompt.id, "save against wands"), d20(20), seat=REFEREE)
    (what,) = outcome.state.prompts
    assert (what.question, what.default) == ("ose:referee.rulings.gaps", "nothing more")
    done = act(outcome.state, Answer(what.id, "nothing more"), seat=REFEREE)
    assert first(done, SaveRolled).against == "wands"
    again = act(done.state, Try("hero-2", "I  paint the DOOR blue"), d20(1))
    (what,) = again.state.prompts
    again = act(again.state, Answer(what.id, "nothing more"), seat=REFEREE)
    assert not first(again, Tried).success
    assert not [e for e in every(again, Ruled) if e.question == "ose:referee.resolve-action"]


@rule("ose:encounter.actions.players")
def test_in_a_fight_it_takes_the_round() -> None:
    state = scene()
    done = do(state, Try(F, "topple the statue"), d20(10))
    assert first(done, Tried).success
    assert refusal(done.state, Try(F, "topple the other statue")).rule == "ose:combat.attack.per-round"
    assert refusal(spent(state, F, "attack"), Try(F, "topple it"))
    assert refusal(scene(phase="declare"), Try(F, "topple it")).rule == "ose:combat.round-sequence"


def test_it_is_typed_in_own_words() -> None:
    state = met("neutral")
    options = play.legal_actions(RULESET, state, "player")
    assert not [x for x in options if isinstance(x, Try)]
    meant = parse(Reader(RULESET, state, options, "player"), "Try to tip over the statue!")
    assert meant == Do(Try("hero-1", "to tip over the statue"))
    second = state.creatures["hero-2"].name.lower()
    meant = parse(Reader(RULESET, state, options, "player"), f"try whether {second} can sing")
    assert isinstance(meant, Do)
    assert getattr(meant.action, "actor", "") == "hero-2"


@rule("ose:referee.resolve-action", "ose:doors.listen.chance")
def test_what_a_rule_covers_is_done_by_that_rule() -> None:
    state = at_the_door(tried=False)
    heard = act(state, Try("hero-1", "I put my ear to the door and listen"), d6(1))
    assert first(heard, Listened).creature == "hero-1"
    assert not every(heard, Tried)
    assert not every(act(state, Try("hero-1", "kick the door in")), CheckRolled)


@rule("ose:referee.resolve-action", "ose:doors.stuck.force")
def test_to_break_a_door_down_is_to_force_it() -> None:
    state = at_the_door(tried=True)
    forced = act(state, Try("hero-1", "break down the door!"), *d6(1, 6))
    assert first(forced, CheckRolled).what == "open doors"
    assert forced.state.dungeon is not None and forced.state.dungeon.doors["door-1"].is_open
    assert not every(forced, Tried)
    dice = Scripted(*d6(1, 6))
    plain = play.resolve(RULESET, state, "player", ForceDoor("hero-1", "door-1"), dice)
    assert (forced.state.now, forced.events) == (plain.state.now, plain.events)


def at_the_door(tried: bool) -> State:
    """At the stuck door in the passage, in torch light."""
    state = hero(below())
    assert state.dungeon is not None and state.party is not None
    door = replace(state.dungeon.doors["door-1"], tried=tried)
    doors = {**state.dungeon.doors, "door-1": door}
    party = replace(state.party, at=Spot(1, (7, 2), "1-p1"))
    return with_torch(replace(state, dungeon=replace(state.dungeon, doors=doors, groups={}), party=party))


@rule("ose:encounter.action.parley", "ose:encounter.actions.players")
def test_to_persuade_those_met_is_to_talk_to_them() -> None:
    done = act(hero(met("neutral")), Try("hero-1", "persuade them to let us by"), d100(20), *d6(6, 6))
    assert first(done, ReactionRolled).result == "friendly"
    assert not every(done, Tried)


@rule("ose:encounter.actions.players")
def test_what_was_brought_off_is_told_so() -> None:
    state = hero(with_torch(below()))
    done = act(state, BARREL, d20(5))
    assert first(done, Tried).success
    told = narrate(RULESET, done.state, first(done, Tried))
    assert told.endswith("It works.")
    assert not first(act(state, BARREL, d20(15)), Tried).success


@rule("ose:referee.resolve-action")
def test_a_save_may_be_named_and_one_without_scores_has_an_even_chance() -> None:
    state = hero(met("neutral"))
    someone = state.creatures["hero-1"]
    beast = next(c for c in state.creatures.values() if c.kind == "goblin")

    def way(who: Creature, what: str) -> str:
        return improvising.usual_way(state, who, what, sort_of(what))

    assert way(someone, "save against poison") == "save against death"
    assert way(someone, "poison") != "save against death"
    assert way(someone, "save against boredom") == way(someone, "boredom")
    assert [way(who, "lift the lid") for who in (someone, beast)] == ["STR check", "3-in-6"]
    assert way(beast, "wave at them") == "it works"


@rule("ose:referee.rulings.gaps")
def test_what_is_thrown_hits_one_and_is_gone() -> None:
    state = scores(scene("fighter v 3 orc"), F, STR=18)
    orcs = [c for c in state.active() if c.kind == "orc"]
    at = state.creatures[F].at
    assert at is not None
    for number, orc in enumerate(orcs):
        state = state.with_creature(orc.id, at=(at[0] + 1, at[1] + number - 1))
    state = state.with_creature(F, items=(Item("pot", "cooking pot", count=2, id="pot"),))
    done = act(state, Try(F, "throw the pot at the orcs"), d20(3), d6(4), seat="a")
    assert [e.creature for e in done.events if isinstance(e, Harmed)] == [every(done, Harmed)[0].creature]
    assert [(i.kind, i.count) for i in done.state.creatures[F].items] == [("pot", 1)]


@rule("ose:task.ability-check.when")
def test_who_asks_for_a_check_makes_one_unless_it_is_waved_through() -> None:
    state = scores(below(), "hero-1", STR=12)
    asked = act(replace(state, human_referee=True), Try("hero-1", "STR check"))
    (prompt,) = asked.state.prompts
    assert (prompt.question, prompt.choices, prompt.default) == (
        "ose:task.ability-check.when",
        ("check", "no roll"),
        "check",
    )
    assert improvising.rule == prompt.rule[1:]
    waved = act(asked.state, Answer(prompt.id, "no roll"), seat=REFEREE)
    (what,) = waved.state.prompts
    waved = act(waved.state, Answer(what.id, "nothing more"), seat=REFEREE)
    assert not every(waved, CheckRolled) and first(waved, Tried).how == "it works"
    done = act(state, Try("hero-1", "STR check"), d20(12))
    assert first(done, CheckRolled).success and first(done, Tried).how == "STR check"
    again = act(done.state, Try("hero-1", "STR check"), d20(13))
    assert not first(again, Tried).success
    assert first(again, Ruled).question == "ose:task.ability-check.when"
    other = act(state, Try("hero-1", "a save against wands"), d20(20))
    assert first(other, Ruled).question == "ose:referee.resolve-action"


@rule("ose:task.ability-check.modifiers")
def test_a_check_that_the_referee_calls_for_is_not_put_in_question() -> None:
    state = replace(scores(below(), "hero-1", STR=12), human_referee=True)
    (prompt,) = act(state, CallCheck("hero-1", "STR"), seat=REFEREE).state.prompts
    assert prompt.question == "ose:task.ability-check.modifiers"
