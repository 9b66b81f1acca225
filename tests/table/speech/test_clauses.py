"""Several wishes in one line, and short words for what was spoken of."""

from tests.ui.places import at, place, underground
from tests.ui.scene import hushed

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.clauses import InWords, clauses
from underkeep.table.speech.pronouns import referred
from underkeep.table.speech.typed_lines import Do, Say, Undertake
from underkeep.world.dungeon import Trap, TrapChanged


def _below() -> Chair:
    return at(hushed(underground("ose")), "ose")


def test_the_order_of_clauses_is_the_order_of_deeds() -> None:
    assert clauses("search here, then rest") == ["search here", "rest"]
    assert clauses("poke the chest before opening it") == ["poke the chest", "opening it"]
    assert clauses("go north but first listen at the door") == ["listen at the door", "go north"]


def test_each_wish_is_read_when_its_time_comes() -> None:
    chair = _below()
    meant = chair.read("listen at the west door and then open it")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    chair.undertake(meant)
    done = [type(entry.action) for entry in chair.session.line() if entry.seat == chair.seat][:2]
    assert done == [a.OpenDoor, a.Listen]


def test_what_is_to_be_done_first_is_done_first_or_nothing_is() -> None:
    chair = _below()
    meant = chair.read("take treasure but check for traps first")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    first = meant.errand.next(chair.rules, chair.state, chair.options, chair.seat)
    assert isinstance(first, a.InspectHoard) and meant.errand.clauses == ("take treasure",)
    meant = chair.read("take the gold but dance a jig first")
    assert isinstance(meant, Say) and "Nothing was done" in meant.text


def test_a_trap_that_is_found_leaves_the_rest_undone() -> None:
    chair = _below()
    meant = chair.read("take treasure but check for traps first")
    assert isinstance(meant, Undertake)
    before = chair.state
    after = TrapChanged(Trap("trap-here", "area", "pit", "hoard-here", state="found"), "found").evolve(before)
    assert meant.errand.is_interrupted(chair.rules, before, after)
    assert not meant.errand.is_interrupted(chair.rules, before, before)


def test_what_cannot_be_read_then_is_said() -> None:
    chair = _below()
    meant = chair.read("listen at the west door and then dance a jig")
    assert isinstance(meant, Undertake)
    assert chair.undertake(meant).startswith("Dance a jig: ")


def test_it_is_what_the_last_act_was_about() -> None:
    state = underground("ose")
    door = next(iter(x.door for x in place("dungeon", "ose").options.listed if isinstance(x, a.OpenDoor)))
    assert referred(state, a.Listen("hero-1", door), "open it") == "open the west door"
    assert referred(state, None, "open it") == "open it"
    for line in ("go in", "ok everybody in", "enter", "in we go", "let us go in quietly", "step inside"):
        assert referred(state, a.OpenDoor(door), line) == "go through the west door", line
        assert referred(state, None, line) == referred(state, a.Go("way-1"), line) == line


def test_him_is_whom_one_struck_at() -> None:
    chair = place("fight", "knave")
    strike = next(x for x in chair.options.listed if type(x).__name__ == "Attack")
    chair.last = strike
    name = chair.state.creatures[strike.target].name  # type: ignore[attr-defined]
    meant = chair.read(f"{chair.state.creatures[strike.actor].name} shoots him")  # type: ignore[attr-defined]
    assert isinstance(meant, Do) and getattr(meant.action, "target", "") == strike.target, name  # type: ignore[attr-defined]
