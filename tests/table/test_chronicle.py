"""A game as a story: what one seat lived through, and nothing that it may not know."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec import Raw

from underkeep.kernel.dice import Seeded
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import decide
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.systems import load
from underkeep.table.chronicle import chronicle
from underkeep.table.entry import Entry, NewGame, Rewind
from underkeep.table.history import History
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.world.dungeon import GroupChanged


@cache
def _season(system: str, seed: int = 4, most: int = 400) -> History:
    """Some delves that play themselves, as a record has them."""
    rules = load(system)
    made = new_game(rules, seed, Plan(size=6, level=3))
    start = made.state.before_all()
    history = History(start, Entry(0, REFEREE, NewGame(Raw(rules.codec.encode(start))), tuple(made.events)))
    leader = Explorer(rules, TEMPERS["cautious"])
    minds = {PLAYER: leader, REFEREE: Tactician(rules)}
    for number in range(1, most):
        decision = decide(rules, history.state, leader, minds)
        if decision is None or history.state.over:
            break
        done = play.carry_out(rules, history.state, *decision, Seeded(seed, f"action:{number}"))
        history.add(Entry(number, *decision, tuple(done.events)), done.state)
    return history


@pytest.mark.parametrize("system", ["ose", "knave"])
def test_a_season_has_chapters_meetings_and_an_end(system: str) -> None:
    story = chronicle(load(system), _season(system), PLAYER)
    assert story.startswith("# ") and "## The first delve, day 1" in story
    assert "\n### " in story and ("Still alive: " in story or "Fallen: " in story)
    assert re.search(r"The party meets .*\.", story)
    assert not re.search(r"\{|\}|None|-[0-9a-z]{9}\b", story)


def test_what_only_the_referee_knows_is_not_in_it() -> None:
    history, rules = _season("ose"), load("ose")
    told = chronicle(rules, history, PLAYER)
    bare = History(history.start, history.entries[0])
    for entry in history.entries[1:]:
        events = tuple(e for e in entry.events if not (isinstance(e, GroupChanged) and e.what == "moved"))
        bare.add(
            Entry(entry.seq, entry.seat, entry.action, events),
            bare.after(Entry(entry.seq, entry.seat, entry.action, events)),
        )
    assert chronicle(rules, bare, PLAYER) == told
    assert "### " not in chronicle(rules, history, "nobody")


def test_what_was_taken_back_was_not_lived() -> None:
    history, rules = _season("ose", 5, 60), load("ose")
    before = chronicle(rules, History(history.start, history.entries[0]), PLAYER)
    undone = History(history.start, history.entries[0])
    for entry in history.entries[1:]:
        undone.add(entry, undone.after(entry))
    back = Entry(len(undone.entries), REFEREE, Rewind(0), ())
    undone.add(back, undone.state_at(0))
    assert chronicle(rules, undone, PLAYER) == before
