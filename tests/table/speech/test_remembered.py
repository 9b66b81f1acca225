"""What others told of places is kept in mind there, and places are found again by what happened in them."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import heard_here
from underkeep.table.chair import Chair
from underkeep.table.course import Course
from underkeep.table.narrate import Line
from underkeep.table.speech import scenery
from underkeep.table.speech.remembered import NOTHING
from underkeep.table.speech.typed_lines import Say, Undertake
from underkeep.table.told_where import news, told_where
from underkeep.world.dungeon import Group, Spot
from underkeep.world.party import PartyWent
from underkeep.world.talk import NewsTold

GAMES = ("ose", "knave")
PIT = '"Mind your step in the Wardrobe, some 50 feet east of here: somebody died there. Of a pit, it seems."'
DOOR = '"There is a door that nobody sees in the Storeroom, some 90 feet east of here."'


def warned(game: str) -> Chair:
    """They told of a pit in the Wardrobe, where the party is now, and of a door elsewhere."""
    state = underground(game)
    area = survey.here(state)[2]
    assert state.dungeon is not None
    group = Group("those-met", "", "halfling", 2, told=(f"trap:{area.id}",))
    dungeon = replace(
        state.dungeon,
        areas={**state.dungeon.areas, area.id: replace(area, name="Wardrobe")},
        groups={**state.dungeon.groups, group.id: group},
    )
    chair = at(replace(state, dungeon=dungeon), game)
    for text, sort in ((PIT, "trap"), (DOOR, "secret door")):
        event = NewsTold(group.id, (), sort, "", "", (0, 0), 0, f"{sort}:{area.id}")
        chair.log.append(Line(0, 0, text, event=event))
    return chair


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "line",
    [
        "didn't the halflings warn us of a pit in here?",
        "where is the pit?",
        "where is the trap they told us of?",
        "what did they say about this room?",
        "did anyone warn us of a trap here?",
        "what did we hear about the wardrobe?",
    ],
)
def test_a_warning_is_answered_from(game: str, line: str) -> None:
    meant = warned(game).read(line)
    assert isinstance(meant, Say) and PIT in meant.text and DOOR not in meant.text


@pytest.mark.parametrize(
    "line",
    ["where did they say the hidden door is?", "look for the door that nobody sees, which the halflings told us about"],
)
def test_so_is_news_of_a_hidden_door(line: str) -> None:
    meant = warned("ose").read(line)
    assert isinstance(meant, Say) and DOOR in meant.text and PIT not in meant.text


def test_where_nothing_was_told_that_is_said() -> None:
    assert place("dungeon", "ose").read("did anyone warn us of traps here?") == Say(NOTHING)


@pytest.mark.parametrize("game", GAMES)
def test_a_warning_is_shown_in_the_place(game: str) -> None:
    assert "Told of this place: a trap." in scenery.scene(warned(game).view)
    assert "Told of this place: a trap." not in scenery.scene(place("dungeon", game).view)


def test_nobody_walks_over_such_ground_unasked() -> None:
    chair = warned("knave")
    here = survey.here(chair.state)[1].square
    assert chair.question_before(a.Walk((here[0], here[1] + 1))) == heard_here.WARNED
    assert not chair.question_before(a.Search(here))
    assert not place("dungeon", "knave").question_before(a.Walk((here[0], here[1] + 1)))


def two_rooms() -> Chair:
    """The party met ferrets and lost coins in the first area, and is beyond the first way out of it now."""
    state = underground("knave")
    dungeon, spot, area = survey.here(state)
    assert state.party is not None
    door = next(iter(dungeon.doors_of(area.id)))
    beyond = door.beyond(area.id)
    to = Spot(door.level, door.side(beyond), beyond)
    grid = dungeon.level(spot.level).grid
    mask = grid.mask((*area.squares, *dungeon.areas[beyond].squares))
    doors = {**dungeon.doors, door.id: replace(door, found=True, is_open=True)}
    party = replace(state.party, at=to, visited=(area.id, beyond), seen={str(spot.level): f"{mask:x}"})
    chair = at(replace(state, party=party, dungeon=replace(dungeon, doors=doors)), "knave")
    went = PartyWent("dungeon", spot, "entered")
    chair.log += [
        Line(0, 0, "The party enters.", event=went),
        Line(0, 1, "The party meets 6 ferrets, 20 feet away."),
        Line(0, 2, "— Round 1 —"),
        Line(0, 3, "Tib dies."),
        Line(1, 0, "The party goes on.", event=PartyWent("dungeon", to, door.id)),
        Line(1, 1, "Nothing hidden is found."),
    ]
    return chair


@pytest.mark.parametrize(
    "line",
    [
        "go back to the room with the ferrets",
        "back to the ferrets",
        "go back to where we fought",
        "go to the place where Tib died",
        "go to where we left the gold",
    ],
)
def test_a_place_is_found_again_by_what_was_there(line: str) -> None:
    chair = two_rooms()
    meant = chair.read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Course)
    assert chair.state.party is not None and meant.errand.goal.area == chair.state.party.visited[0]


@pytest.mark.parametrize(
    "line", ["where did we meet the ferrets?", "where did we leave the gold?", "where were the ferrets?"]
)
def test_so_is_where_it_was(line: str) -> None:
    meant = two_rooms().read(line)
    assert isinstance(meant, Say) and meant.text.startswith("That was in area 1")


def test_each_line_has_its_place() -> None:
    chair = two_rooms()
    places = {text: area for area, text in told_where(chair.log)}
    assert chair.state.party is not None
    first, second = chair.state.party.visited
    assert places["The party meets 6 ferrets, 20 feet away."] == first
    assert places["Nothing hidden is found."] == second
    assert news(warned("ose").log, warned("ose").state) == [PIT, DOOR]


def test_what_lies_so_far_from_here_is_told_from_where_that_was() -> None:
    chair = two_rooms()
    first = chair.log[0]
    text = '"There is treasure, some 60 feet southeast of here."'
    told = NewsTold("", (), "hoard", "", "", (0, 0), 0, "")
    log = [first, Line(0, 1, text, event=told)]
    assert news(log, chair.state) == [text.replace("of here", "of area 1 (Gallery)")]
    assert news(log[1:], chair.state) == [text]


@pytest.mark.parametrize("line", ["go back for the bodies", "go back to our dead"])
def test_the_party_goes_back_to_its_dead(line: str) -> None:
    chair = two_rooms()
    dead = chair.state.marchers()[0]
    log = [*chair.log[:-2], Line(0, 4, f"An orc hits {dead.name}, and {dead.name} dies."), *chair.log[-2:]]
    chair = at(chair.state.with_creature(dead.id, status="dead", hp=0), "knave")
    chair.log += log
    meant = chair.read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, Course)
    where = chair.read("where did we leave our dead?")
    assert isinstance(where, Say) and where.text.startswith("They fell in area 1")
