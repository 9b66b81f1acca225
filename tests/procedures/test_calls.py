"""Rolls that are called for, wishes, and what comes of them, whatever the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep import systems
from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import Scripted, Seeded
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import consequences, play
from underkeep.procedures.actions import BeginFight, CallCheck, CallSave, Recall, Try
from underkeep.procedures.calls import subject_in, way_named
from underkeep.procedures.resolution import Refused, Resolution
from underkeep.procedures.sorts_of_deed import sort_of, sorts
from underkeep.procedures.wishes import Tried
from underkeep.testing.builders import field
from underkeep.world.creature import CheckRolled, SaveRolled
from underkeep.world.knowledge import Recalled
from underkeep.world.state import State

GAMES = ("ose", "knave", "rampage", "robs")


def fight(system: str, gap: int = 2) -> State:
    rules = systems.load(system)
    state = field(rules, "2 knave v 3 goblin" if system == "knave" else "2 fighter v 3 orc", gap=gap)
    return play.resolve(rules, state, REFEREE, BeginFight(), Seeded(4, "calls")).state


def called(system: str, state: State, action: CallCheck | CallSave) -> Resolution:
    return play.resolve(systems.load(system), state, REFEREE, action, Seeded(2, "calls"))


def ours(state: State) -> list[str]:
    return [c.id for c in state.active("a")]


@pytest.mark.parametrize("system", GAMES)
def test_only_the_referee_calls_and_for_several_at_once(system: str) -> None:
    state = fight(system)
    one, two = ours(state)
    call = CallCheck(one, "STR", also=(two,))
    rolled = [e.creature for e in called(system, state, call).events if isinstance(e, CheckRolled)]
    assert rolled == [one, two]
    with pytest.raises(Refused, match="Only the referee"):
        play.resolve(systems.load(system), state, "a", call, Seeded(1))
    with pytest.raises(Refused, match="once of each"):
        called(system, state, CallCheck(one, "STR", also=(one,)))
    with pytest.raises(Refused, match="no creature nobody"):
        called(system, state, CallCheck(one, "STR", also=("nobody",)))


@pytest.mark.parametrize("system", GAMES)
def test_what_is_called_in_secret_only_the_referee_hears(system: str) -> None:
    state = fight(system)
    done = called(system, state, CallCheck(ours(state)[0], "STR", secretly=True))
    (rolled,) = [e for e in done.events if isinstance(e, CheckRolled)]
    assert seen_by(rolled, "a", state) is None
    assert seen_by(rolled, REFEREE, state) == rolled
    openly = called(system, state, CallCheck(ours(state)[0], "STR"))
    assert all(e.seats is None for e in openly.events if isinstance(e, CheckRolled))


@pytest.mark.parametrize("system", GAMES)
def test_a_save_may_be_called_for(system: str) -> None:
    state = fight(system)
    done = called(system, state, CallSave(ours(state)[0], "poison"))
    assert any(isinstance(e, SaveRolled | CheckRolled) for e in done.events)


@pytest.mark.parametrize("system", GAMES)
def test_only_the_asker_hears_what_somebody_recalls_and_only_once(system: str) -> None:
    rules, state = systems.load(system), fight(system)
    one = ours(state)[0]
    about = Recall(one, "what ogres are like")
    with pytest.raises(Refused, match="not played by"):
        play.resolve(rules, state, "b", about, Seeded(1))
    done = play.resolve(rules, state, "a", about, Seeded(1))
    (recalled,) = [e for e in done.events if isinstance(e, Recalled)]
    assert recalled.about == "ogre"
    assert all(seen_by(e, "b", state) is None for e in done.events if isinstance(e, Recalled | CheckRolled))
    assert seen_by(recalled, "a", state) is not None
    assert play.why_not(rules, done.state, "a", Recall(one, "an ogre")) is not None
    assert play.why_not(rules, done.state, "a", Recall(one, "a wolf")) is None


@pytest.mark.parametrize("system", GAMES)
def test_the_referee_picks_what_comes_of_a_deed(system: str) -> None:
    """A person is asked for the way and for the outcome; the likeliest is the default, and nothing more a choice."""
    rules = systems.load(system)
    state, actor = _acting(system)
    asked = play.resolve(
        rules, replace(state, human_referee=True), "a", Try(actor, "topple the statue on them"), Seeded(9, "calls")
    )
    questions = []
    while asked.state.prompts and asked.state.prompts[0].pending is not None:
        prompt = asked.state.prompts[0]
        questions.append(prompt)
        choice = "it works" if "it works" in prompt.choices else prompt.default
        asked = play.resolve(rules, asked.state, REFEREE, Answer(prompt.id, choice), Seeded(9, "calls"))
    calls = rules.book.calls
    assert calls is not None
    assert [q.question for q in questions][:2] == [calls.judged_by, calls.outcome_by]
    outcome = questions[1]
    assert outcome.default.startswith("harm to ")
    assert consequences.NOTHING in outcome.choices


def _acting(system: str) -> tuple[State, str]:
    """A fight in which one of side a may try something, with foes near."""
    rules, state = systems.load(system), fight(system, gap=1)
    dice = Seeded(3, "acting")
    for _ in range(60):
        for seat in ("a", "b"):
            options = list(play.legal_actions(rules, state, seat))
            able = [c.id for c in state.active("a")]
            ready = [id for id in able if play.why_not(rules, state, "a", Try(id, "topple it on them")) is None]
            if ready:
                return state, ready[0]
            if options:
                done = next((x for x in options if type(x).__name__ in ("Done", "Answer")), options[0])
                state = play.resolve(rules, state, seat, done, dice).state
                break
    raise AssertionError("nobody ever acts")


@pytest.mark.parametrize("system", ["knave", "rampage", "robs"])
def test_a_deed_out_of_reach_is_refused_and_costs_nothing(system: str) -> None:
    rules, (state, actor) = systems.load(system), _acting(system)
    far = replace(
        state, creatures={id: replace(c, at=(19, 14)) if c.side == "b" else c for id, c in state.creatures.items()}
    )
    refusal = play.why_not(rules, far, "a", Try(actor, "topple the statue on them"))
    assert refusal is not None and "near enough" in refusal.sentence
    assert play.why_not(rules, far, "a", Try(actor, "balance on the barrel")) is None


@pytest.mark.parametrize(
    ("what", "sort"),
    [
        ("throw a bottle at him", "hurl"),
        ("throw sand into his eyes", "pelt-eyes"),
        ("throw a net over them", "entangle"),
        ("blow out the torch", "put-out"),
        ("hide", "hide"),
        ("hide our tracks", "cover-tracks"),
        ("topple the statue", "topple"),
    ],
)
def test_words_are_sorted_by_verb_and_thing(what: str, sort: str) -> None:
    assert sort_of(what) is sorts()[sort]


def test_what_is_asked_about_is_found_by_its_name() -> None:
    names = {"wolf": "Wolf", "dire-wolf": "Dire wolf", "harpy": "Harpy"}
    assert subject_in("wolves", names) == "wolf"
    assert subject_in("dire wolves", names) == "dire-wolf"
    assert subject_in("the harpies", names) == "harpy"
    assert subject_in("the weather", names) == ""


def test_a_way_may_be_named_outright() -> None:
    assert way_named(("STR check", "hard STR check"), "a hard str check to lift it") == "hard STR check"
    assert way_named(("STR check",), "stretch") == ""


def test_no_dice_are_left_by_a_trivial_deed() -> None:
    state, actor = _acting("ose")
    dice = Scripted()
    done = play.resolve(systems.load("ose"), state, "a", Try(actor, "wave at them"), dice)
    assert any(isinstance(e, Tried) and e.success for e in done.events)
