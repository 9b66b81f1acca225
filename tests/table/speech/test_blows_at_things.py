"""A blow at a thing is no blow at a foe; and what is opened or moved shows what is in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, melee, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.table.chair import Chair
from underkeep.table.speech.meanings import Ask, Do, Say
from underkeep.world.dungeon import Dressing
from underkeep.world.state import State


def with_things(state: State, game: str, *kinds: str) -> Chair:
    """The party with these things beside it."""
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    spot = state.party.at
    things = {kind: Dressing(kind, spot.area, kind, square=spot.square) for kind in kinds}
    party = replace(state.party, beheld=(*state.party.beheld, spot.area))
    return at(replace(state, dungeon=replace(state.dungeon, dressings=things), party=party), game)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_in_a_fight_a_thing_is_no_foe(game: str) -> None:
    there = with_things(melee(game), game, "temple/silver-mirror").read("smash the mirror")
    assert isinstance(there, Say) or (isinstance(there, Do) and isinstance(there.action, Try))
    gone = with_things(melee(game), game).read("smash the mirror")
    assert gone == Say("There is no mirror here to smash.")


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize("line", ["open the sarcophagus", "pry open the sarcophagus", "lift the sarcophagus"])
def test_what_is_opened_can_be_searched(game: str, line: str) -> None:
    chair = with_things(underground(game), game, "crypt/cracked-sarcophagus")
    meant = chair.read(line)
    search = meant.choices[0] if isinstance(meant, Ask) else meant.action if isinstance(meant, Do) else None
    assert isinstance(search, a.Search)
    chair.act(search)
    assert any("jawbone" in told.text for told in chair.log)
