"""Calls and wishes as people type them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from underkeep import systems
from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Modifier
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight, CallCheck, CallContest, CallSave, CallSituation, Recall, Try
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Ask, Do, Meaning, Reader, parse
from underkeep.testing.builders import field
from underkeep.world.gear import Item
from underkeep.world.state import State


def scene(system: str) -> State:
    """Aldric and Bruno against three foes."""
    rules = systems.load(system)
    match = "2 knave v 3 goblin" if system == "knave" else "2 fighter v 3 orc"
    state = play.resolve(rules, field(rules, match), REFEREE, BeginFight(), Seeded(4, "typed")).state
    one, two = [c.id for c in state.active("a")]
    crowbar = (*state.creatures[one].items, Item("crowbar", "Crowbar", id="bar"))
    state = replace(state, prompts=())
    state = state.with_creature(one, name="Aldric", items=crowbar)
    return state.with_creature(two, name="Bruno")


def read(system: str, line: str, seat: str = REFEREE) -> Meaning:
    rules, state = systems.load(system), scene(system)
    focus = state.active("a")[0].id if seat == "a" else ""
    return parse(Reader(rules, state, play.legal_actions(rules, state, seat), seat, focus=focus), line)


def meant(system: str, line: str, seat: str = REFEREE) -> Action:
    found = read(system, line, seat)
    assert isinstance(found, Do), found
    return found.action


def ids(system: str) -> tuple[str, str, str]:
    state = scene(system)
    return state.active("a")[0].id, state.active("a")[1].id, state.active("b")[0].id


@pytest.mark.parametrize("system", ["ose", "knave", "rampage", "robs"])
def test_the_referee_calls_in_every_game(system: str) -> None:
    one, two, foe = ids(system)
    assert meant(system, "check STR for Aldric") == CallCheck(one, "STR")
    assert meant(system, "Bruno checks strength") == CallCheck(two, "STR")
    assert meant(system, "secretly check STR for Aldric and Bruno") == CallCheck(one, "STR", also=(two,), secretly=True)
    assert meant(system, f"check STR for {foe}") == CallCheck(foe, "STR")
    assert meant(system, "save against poison for Bruno in secret") == CallSave(two, "poison", secretly=True)
    saves = meant(system, "everyone saves against poison")
    assert isinstance(saves, CallSave)
    assert {saves.creature, *saves.also} >= {one, two}
    contest = meant(system, f"contest STR Aldric against {foe}")
    assert contest == CallContest(one, "STR", opponents=(foe,))
    assert describe(systems.load(system), scene(system), contest).startswith("contest STR for Aldric against ")


@pytest.mark.parametrize(
    ("system", "line", "difficulty", "modifiers"),
    [
        ("ose", "check STR for Aldric at -2", -2, ()),
        ("ose", "check STR for Aldric with a crowbar", None, (Modifier("a crowbar", -2),)),
        ("ose", "check STR for Aldric because the floor is wet: +2", None, (Modifier("the floor is wet", 2),)),
        ("knave", "check STR for Aldric at 10 with a crowbar", 10, (Modifier("a crowbar", 5),)),
        ("knave", "check STR for Aldric despite the rain", None, (Modifier("the rain", -5),)),
        ("rampage", "check climb for Aldric with a rope", None, (Modifier("a rope", 1),)),
        ("rampage", "check strength for Aldric with a crowbar", None, (Modifier("a crowbar", -1),)),
        ("robs", "check climbing for Aldric hampered by the rain", None, (Modifier("the rain", -1),)),
    ],
)
def test_circumstances_are_stated(
    system: str, line: str, difficulty: int | None, modifiers: tuple[Modifier, ...]
) -> None:
    action = meant(system, line)
    assert isinstance(action, CallCheck)
    assert (action.difficulty, action.modifiers) == (difficulty, modifiers)


def test_a_save_is_helped_the_other_way() -> None:
    action = meant("ose", "save against poison for Aldric with a blessing")
    assert isinstance(action, CallSave)
    assert action.modifiers == (Modifier("a blessing", 2),)


def test_what_a_game_can_check_is_known_by_its_words() -> None:
    one, _, _ = ids("rampage")
    assert meant("rampage", "check bash doors for Aldric") == CallCheck(one, "bash-open-doors")
    assert meant("rampage", "check climb 40 for Aldric") == CallCheck(one, "climb 40")
    assert meant("ose", "check open doors for Aldric at -2") == CallCheck(ids("ose")[0], "open doors", -2)
    assert meant("robs", "check climbing for Aldric at good") == CallCheck(ids("robs")[0], "good climbing")
    assert meant("robs", "fate: is there rope lying about") == CallSituation(
        ids("robs")[0], "is there rope lying about"
    )


def test_where_nobody_is_named_one_is_asked() -> None:
    found = read("ose", "check STR")
    assert isinstance(found, Ask)
    assert all(isinstance(x, CallCheck) and not x.also for x in found.choices)


@pytest.mark.parametrize("system", ["ose", "knave", "rampage", "robs"])
def test_a_players_call_is_a_wish(system: str) -> None:
    one, two, _ = ids(system)
    assert meant(system, "check STR", "a") == Try(one, "STR check")
    assert meant(system, "save against poison for Bruno", "a") == Try(two, "save against poison")
    assert meant(system, "can I recall anything about wyverns?", "a") == Recall(one, "wyverns")
    assert meant(system, "what does Bruno know about wyverns", "a") == Recall(two, "wyverns")
    wish = meant(system, "try to pry the lid open with the crowbar", "a")
    assert isinstance(wish, Try)
    assert (wish.what, [m.source for m in wish.modifiers]) == ("to pry the lid open", ["the crowbar"])
    assert meant(system, "try to speak with the orcs", "a") == Try(one, "to speak with the orcs")


def test_what_means_nothing_may_be_tried() -> None:
    found = read("ose", "juggle three apples", "a")
    assert isinstance(found, Ask) and [getattr(x, "what", "") for x in found.choices] == ["to juggle three apples"]


def test_other_checks_are_still_searches() -> None:
    assert not isinstance(getattr(read("ose", "check for traps", "a"), "action", None), Try | CallCheck)
