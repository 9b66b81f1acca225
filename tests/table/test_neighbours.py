"""Those who live near may stand in the way between two areas; who will follow unseen does not show."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, meeting

from underkeep.world.state import State


def _parted(game: str, **changes: bool) -> State:
    state = meeting(game)
    assert state.encounter is not None and state.dungeon is not None
    group = replace(state.dungeon.groups[state.encounter.group], **changes)
    return replace(state, encounter=None, dungeon=replace(state.dungeon, groups={group.id: group}))


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_lives_here_is_seen_after_a_peaceful_parting(game: str) -> None:
    told = at(_parted(game, lair=True), game).show("look")
    assert any(line.startswith("Those who live here let the party be: 3 ") for line in told)


def test_who_will_follow_unseen_looks_like_who_will_not() -> None:
    stay, follow = (at(_parted("ose", lair=True, shadows=shadows), "ose").show("look") for shadows in (False, True))
    assert follow == stay


def test_who_only_passes_through_is_not_told() -> None:
    assert not any("let the party be" in line for line in at(_parted("ose"), "ose").show("look"))
