"""No line is read in circles, whatever the things of a place are called."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ui.places import at, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings
from underkeep.table.chair import Chair
from underkeep.table.speech import typed_lines
from underkeep.table.speech.meanings import Ask, Do, Reader, Say
from underkeep.table.speech.wording import parts
from underkeep.world.dungeon import Dressing, DressingChanged

SHELVES = ((dressings.things(), ""), (dressings.traces(), f"{dressings.TRACES}/"))
ALL = {f"{at}{where}/{id}": kind for shelf, at in SHELVES for where, some in shelf.items() for id, kind in some.items()}
KINDS = sorted(ALL)
VERBS = (
    "pull", "use", "examine", "look at", "look into", "push", "take", "burn", "search", "open", "climb", "touch",
    "turn", "smash", "listen to", "hide behind", "go to", "poke", "what is", "what is behind", "who made", "light",
)  # fmt: skip


def beside(kind: str) -> Chair:
    """Underground, beside such a thing."""
    state = underground("ose")
    assert state.party is not None and state.party.at is not None
    thing = Dressing("thing-here", state.party.at.area, kind, "thing", state.party.at.square)
    return at(DressingChanged(thing, "seen").evolve(state), "ose")


def named(kind: str) -> str:
    return kind.rpartition("/")[2].replace("-", " ")


def names_of(kind: str) -> list[str]:
    """What a thing may be called: all its words, or those on either side of an `and`, a comma or an `of`."""
    found = []
    for told in (named(kind), ALL[kind].see):
        whole = " ".join(parts(told))
        found += [whole, *(p.strip() for sign in (" and ", " of ", " with ") for p in whole.split(sign))]
    return list(dict.fromkeys(x for x in found if x))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_thing_by_any_part_of_its_name(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS))
    verb, name = data.draw(st.sampled_from(VERBS)), data.draw(st.sampled_from(names_of(kind)))
    ways = (f"{verb} the {name}", f"{verb} {name}", f"{verb} {name} and {verb} {name}", f"{verb} the {name} and wait")
    line = data.draw(st.sampled_from(ways))
    meant = beside(kind).read(line)
    assert not (isinstance(meant, Say) and typed_lines.IN_CIRCLES in meant.text), line


@pytest.mark.parametrize("kind", [kind for kind in KINDS if " and " in named(kind)])
def test_each_half_of_a_name_is_that_thing(kind: str) -> None:
    chair = beside(kind)
    for half in named(kind).split(" and "):
        meant = chair.read(f"examine the {half}")
        found = meant.choices if isinstance(meant, Ask) else (meant.action,) if isinstance(meant, Do) else ()
        assert a.Examine("thing-here") in found, half


def test_a_line_that_leads_back_to_itself_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def again(reader: Reader, said: str) -> object:
        calls.append(said)
        return typed_lines._whole(reader, f"{said} more")

    monkeypatch.setattr(typed_lines, "_parsed", again)
    assert isinstance(beside(KINDS[0]).read("go round"), Say)
    assert len(calls) < 20
