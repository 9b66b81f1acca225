"""Lines with a plain meaning: no way is taken that is not named, no spell is cast that is but made ready, `why` tells a
reason, and short answers answer."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, town, underground
from tests.ui.test_phrases import filled

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table.chair import Chair
from underkeep.table.speech.picking import NEITHER, agrees, is_no, picked
from underkeep.table.speech.spell_names import spelled
from underkeep.table.speech.typed_lines import Ask, Browse, Do, Reader, Say, Show
from underkeep.table.speech.ways_taken import takes_no_way
from underkeep.terminal.asking import _named
from underkeep.world.dungeon import Spot, Stairs


def above_a_trapdoor() -> Chair:
    """A room of which a trapdoor leads down, and nothing lies there."""
    state = underground("ose")
    dungeon, spot, area = survey.here(state)
    assert state.party is not None
    down = Stairs("stairs-down", spot, Spot(area.id, spot.level + 1, spot.square), kind="trapdoor")
    dungeon = replace(dungeon, stairs={**dungeon.stairs, down.id: down}, hoards={})
    return at(replace(state, dungeon=dungeon), "ose")


@pytest.mark.parametrize("line", ["take it", "we'd like to take them", "grab those", "take the glasses"])
def test_nothing_is_taken_by_going_away(line: str) -> None:
    assert takes_no_way(line.replace("'d", " would"))
    meant = above_a_trapdoor().read(line)
    assert not (isinstance(meant, Do) and isinstance(meant.action, a.Go)), meant


@pytest.mark.parametrize("line", ["take the trapdoor", "take the stairs down", "get out"])
def test_a_way_that_is_named_is_taken(line: str) -> None:
    assert not takes_no_way(line)


@pytest.mark.parametrize(
    "line", ["listen at the trapdoor", "open the trapdoor and look down", "how deep does it go?", "spike the trapdoor"]
)
def test_a_trapdoor_is_no_door(line: str) -> None:
    chair = above_a_trapdoor()
    assert [way.kind for way in survey.known_stairs(chair.state)] == ["trapdoor"]
    meant = chair.read(line)
    assert isinstance(meant, Say) and "trapdoor" in meant.text, meant


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("what level are we on?", "level 1"),
        ("is there a loose block in the ceiling?", "What strikes the eye"),
        ("where does the smell of rope come from?", "hangs in the air"),
        ("are the glasses worth something?", "is seen here"),
    ],
)
def test_plain_questions_below(line: str, told: str) -> None:
    meant = place("dungeon", "ose").read(line)
    assert isinstance(meant, Say) and told in meant.text, meant


def test_a_spell_that_is_made_ready_is_not_cast() -> None:
    chair = place("dungeon", "ose")
    for line in ("{one} gets ready to cast Sleep", "{two} prepares to cast light"):
        meant = chair.read(filled(chair, line))
        assert not isinstance(meant, Do), meant


def test_the_name_after_a_spell_is_another_sentence() -> None:
    chair = place("dungeon", "ose")
    assert "sleep, dagna" in spelled(
        Reader(chair.rules, chair.state, chair.options, chair.seat), "lorivar casts sleep, dagna opens the door"
    )


@pytest.mark.parametrize("line", ["why are we weary?", "what does being weary do to us?"])
def test_why_somebody_is_weary_is_told(line: str) -> None:
    for name in ("town", "dungeon"):
        chair = place(name, "ose")
        meant = chair.read(line)
        assert isinstance(meant, Show)
        assert "without rest" in " ".join(chair.show(meant.what, meant.rest))


@pytest.mark.parametrize("line", ["why would we visit them?", "why is the moon so red?"])
def test_why_of_what_has_not_happened_is_not_the_last_event(line: str) -> None:
    meant = place("town", "ose").read(line)
    assert meant != Show("why", line[4:]) and not (isinstance(meant, Show) and meant.what == "why")


def test_the_tavern_is_known() -> None:
    meant = place("town", "ose").read("is there anybody in the tavern?")
    assert isinstance(meant, Say) and meant.text.startswith("There is a tavern")


def test_sales_of_what_is_spare() -> None:
    chair = at(town("ose"), "ose")
    assert chair.read("sell what we don't need") == Browse("Sell")
    who = next(c for c in chair.own("") if any(i.place == "worn" for i in c.items))
    worn = next(i for i in who.items if i.place == "worn")
    line = f"sell the {worn.name.lower()} that {who.name.split()[0]} does not wear"
    assert not isinstance(chair.read(line), Do)


@pytest.mark.parametrize("answer", ["not yet", "no thanks", "not now", "don't"])
def test_no_in_other_words(answer: str) -> None:
    assert is_no(answer) and picked(["buy shield"], answer) == NEITHER


@pytest.mark.parametrize("answer", ["yes, buy it", "ok, do it", "yes please", "yes, buy shield"])
def test_yes_in_other_words(answer: str) -> None:
    assert agrees(answer, "buy shield") and picked(["buy shield"], answer) == 1


def test_a_choice_by_its_name() -> None:
    labels = ["By the book: as printed", "Gentle: fewer deaths"]
    assert _named("by the book please", labels) == 0
    assert _named("gentle", labels) == 1
    assert _named("something", labels) is None


def test_a_question_before_strangers_is_put_to_them_only_if_wanted() -> None:
    chair = place("meeting", "ose")
    for line in ("what's behind it?", "what is ahead?", "would they trade something?"):
        meant = chair.read(line)
        assert isinstance(meant, Ask) and isinstance(meant.choices[0], a.Parley), line
    assert isinstance(chair.read("ask them where they live"), Do)
