"""Lines of several wishes before strangers: each is done in its turn, or it is said that it is not, and why."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, meeting

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.clauses import InWords, question_of
from underkeep.table.speech.first_blows import FirstBlow
from underkeep.table.speech.meanings import Ask, Do, Meaning, Say, Undertake


def unready(game: str) -> Chair:
    """A party that is surprised by those who are met, and they not by it."""
    state = meeting(game)
    assert state.encounter is not None
    met = replace(state.encounter, surprised=tuple(c.id for c in state.marchers()), attitude="")
    return at(replace(state, encounter=met), game)


def ready(game: str) -> Chair:
    state = meeting(game)
    assert state.encounter is not None
    return at(replace(state, encounter=replace(state.encounter, surprised=())), game)


def read(chair: Chair, line: str) -> Meaning:
    first, second, *_ = [c.name.split()[0] for c in chair.state.marchers()]
    meant = chair.read(line.format(a=first, b=second))
    assert isinstance(meant, Do | Ask | Say | Undertake)
    return meant


def first_of(meant: Meaning) -> Action:
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    assert isinstance(meant.errand.first, Do)
    return meant.errand.first.action


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    ("line", "first", "then"),
    [
        ("give them a ration and ask what lies to the west", a.Offer, ("ask what lies to the west",)),
        (
            "ask whether there is treasure nearby and what lies to the north",
            a.Parley,
            ("ask them what lies to the north",),
        ),
        ("tell them there are wolves behind us and run", a.Parley, ("run",)),
        ("{a} looks round while {b} talks to them", a.Parley, None),
    ],
)
def test_one_wish_after_another(game: str, line: str, first: type, then: tuple[str, ...] | None) -> None:
    meant = read(ready(game), line)
    if then is None:
        assert isinstance(meant, Do | Undertake)
        return
    assert isinstance(first_of(meant), first)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords) and meant.errand.clauses == then


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    ("line", "aim"),
    [
        ("tell them we mean no harm and ask who they are waiting for", "doing"),
        ("{a} greets them politely, says we are only passing through, and asks about any dangers ahead", "dangers"),
        ("no, we won't pay. Ask them what they are running from", "doing"),
        ("{a} holds up both empty hands and asks them to let us pass", "passage"),
        ("tell them our boss is coming", "talk"),
    ],
)
def test_a_friendly_word_goes_with_what_is_asked(game: str, line: str, aim: str) -> None:
    meant = read(ready(game), line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Parley), meant
    assert meant.action.aim == aim


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_backs_off_shuts_the_door_as_well(game: str) -> None:
    meant = read(ready(game), "back off and shut the door behind us")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Evade)
    assert read(ready(game), "back away and keep our weapons ready") != Do(a.StandBy())


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_thanks_are_no_threat(game: str) -> None:
    meant = read(ready(game), "thanks for the help. we leave now")
    assert not (isinstance(meant, Do) and isinstance(meant.action, a.Parley) and meant.action.aim == "threat")
    assert isinstance(read(ready(game), "thank them"), Say)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_ranks_that_are_told_with_an_attack_stand_in_the_fight(game: str) -> None:
    meant = read(ready(game), "attack them! {b} and {a} in front, {a} holds the line")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, FirstBlow)
    chair = ready(game)
    first = meant.errand.next(chair.rules, chair.state, chair.options, chair.seat)
    is_ranked = isinstance(first, a.Order) or any("in front" in clause for clause in meant.errand.clauses)
    assert is_ranked and any("holds the line" in clause for clause in meant.errand.clauses)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_is_surprised_is_asked_before_an_attack(game: str) -> None:
    chair, other = unready(game), ready(game)
    assert "surprise" in question_of(chair.rules, chair.state, a.Engage())
    assert not question_of(other.rules, other.state, a.Engage())
    meant = read(chair, "attack them! {b} and {a} in front")
    assert isinstance(meant, Undertake) and "surprise" in meant.question


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_what_cannot_be_taken_is_no_reason_to_run(game: str) -> None:
    meant = read(ready(game), "take the crown and run")
    assert not (isinstance(meant, Do) and isinstance(meant.action, a.Evade))
