"""Names are told once, and ways by their names."""

from msgspec.structs import replace
from tests.ui.places import at, underground

from underkeep.procedures.actions import Try
from underkeep.systems import load
from underkeep.systems.knave.encounters.stealth import Sneak
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Ask
from underkeep.world.dungeon import Stairs
from underkeep.world.party import PartyWent


def test_who_tries_is_named_once() -> None:
    chair = at(underground("ose"), "ose")
    who = chair.state.marchers()[-1]
    meant = chair.read(f"{who.name} tries to climb the wall")
    assert isinstance(meant, Ask) and "may fall and be hurt" in meant.question
    tried = meant.choices[0]
    assert isinstance(tried, Try) and tried.actor == who.id and who.name.lower() not in tried.what


def test_stairs_are_told_by_their_name() -> None:
    state = underground("knave")
    assert state.dungeon is not None and state.party is not None and state.party.at is not None
    spot = state.party.at
    stairs = Stairs("ms4ftqkkq", spot, replace(spot, level=2))
    state = replace(state, dungeon=replace(state.dungeon, stairs={stairs.id: stairs}))
    assert "ms4ftqkkq" not in describe(load("knave"), state, Sneak(stairs.id))


def test_in_town_the_party_is_rested() -> None:
    state = underground("ose")
    assert state.party is not None
    tired = replace(state, party=replace(state.party, unrested=5))
    for place, left in (("town", 0), ("road", 5)):
        party = PartyWent(place, None, "arrived").evolve(tired).party
        assert party is not None and party.unrested == left
