"""Who pays for those in somebody's pay: the one who hired them, whose purse the coins go to."""

from __future__ import annotations

from msgspec.structs import replace
from tests.ui.places import at, town
from tests.ui.test_trading import with_purses

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.basics.sheet import Service, sheet
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Meaning, Undertake
from underkeep.world.gear import Item


def with_a_retainer() -> tuple[Chair, list[str]]:
    """The last of the party serves the first, who has nothing; the second is rich."""
    state = with_purses(town("ose"), 0)
    ids = [c.id for c in state.marchers()]
    for id in ids:
        state = state.with_creature(id, items=())
    state = state.with_creature(ids[1], items=(Item("gp", "gold piece", count=200),))
    last = state.creatures[ids[-1]]
    state = state.with_creature(last.id, sheet=replace(sheet(last), service=Service(ids[0], 1, 50, 7)))
    return at(state, "ose"), ids


def _takers(meant: Meaning | None) -> list[str]:
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    assert isinstance(meant.errand.actions[-1], a.Buy)
    return [x.to for x in meant.errand.actions if isinstance(x, a.Give)]


def test_the_coins_go_to_whose_purse_pays() -> None:
    chair, ids = with_a_retainer()
    who, payer = (chair.state.creatures[id].name for id in (ids[-1], ids[1]))
    assert _takers(chair.read(f"buy chainmail for {who}")) == [ids[0]]
    assert _takers(chair.read(f"buy a lantern for {who}, {payer} pays")) == [ids[0]]
