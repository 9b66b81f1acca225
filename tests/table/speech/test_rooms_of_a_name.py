"""Areas of one name: the party is asked which, and where each of them lies."""

from msgspec.structs import replace
from tests.table.test_course import chair, deep, quiet

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.speech.rooms_of_a_name import SEVERAL
from underkeep.table.speech.typed_lines import Say, Undertake


def of_one_name() -> Chair:
    """In the passage; the hall and the den bear one name."""
    state = quiet()
    assert state.dungeon is not None
    areas = {
        id: replace(x, name="Gallery" if id in ("hall", "den") else x.name) for id, x in state.dungeon.areas.items()
    }
    state = replace(state, dungeon=replace(state.dungeon, areas=areas))
    into = (a.SetOut(), a.LightUp("hero-1", "torch"), a.OpenDoor("door-1"), a.Go("door-1"))
    return chair(*into, a.OpenDoor("door-2"), a.Go("door-2"), a.Go("door-2"), state=state)


def goal(person: Chair, line: str) -> str:
    meant = person.read(line)
    assert isinstance(meant, Undertake), meant
    return meant.errand.goal.area  # type: ignore[attr-defined, no-any-return]


def test_of_two_rooms_of_one_name_the_party_is_asked_which() -> None:
    meant = of_one_name().read("go to the gallery")
    assert isinstance(meant, Say) and meant.text.startswith("Several places bear that name: area")
    assert "area 1 (Gallery), to the" in meant.text and "area 3 (Gallery), to the" in meant.text
    assert "by the" in meant.text and '"go to area' in meant.text


def test_back_is_where_the_party_came_from_and_the_first_is_the_first() -> None:
    assert goal(of_one_name(), "go back to the gallery") == "den"
    assert goal(of_one_name(), "back to the gallery") == "den"
    assert goal(of_one_name(), "go to the first gallery") == "hall"


def test_one_of_a_name_is_walked_to_unasked() -> None:
    assert goal(deep(), "go to the gate hall") == "hall"


def test_a_walk_that_is_asked_about_is_not_half_done() -> None:
    meant = of_one_name().read("go to the gallery and then north")
    assert isinstance(meant, Say) and meant.text.startswith(SEVERAL)


def test_the_level_may_be_said() -> None:
    assert goal(deep(), "go to the gate hall on level 1") == "hall"
    assert not isinstance(deep().read("go to the gate hall on level 2"), Undertake)
