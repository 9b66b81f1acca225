"""What a line would have searched: the place itself by its name, with what is looked for."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table.speech.typed_lines import Do, Say


@pytest.mark.parametrize(
    "line",
    [
        "search this lamp room for secret doors and treasure",
        "search the lamp room",
        "search this room for hidden lamps",
    ],
)
def test_a_place_is_searched_by_its_name(line: str) -> None:
    state = underground("ose")
    dungeon, _, area = survey.here(state)
    areas = {**dungeon.areas, area.id: replace(area, name="Lamp Room")}
    meant = at(replace(state, dungeon=replace(dungeon, areas=areas)), "ose").read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Search)


def test_a_thing_that_is_not_here_costs_no_search() -> None:
    assert isinstance(at(underground("ose"), "ose").read("search the lamp"), Say)
