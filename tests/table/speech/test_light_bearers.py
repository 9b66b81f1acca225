"""A light that is asked for without a name is borne by who has a hand free for it."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, underground

from underkeep.procedures import delve_actions as a
from underkeep.procedures.carrying import free_hands
from underkeep.table.speech.typed_lines import Do
from underkeep.world.gear import Item


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_has_a_hand_free_bears_the_light(game: str) -> None:
    state = replace(underground(game), lights=())
    able = {x.actor for x in at(state, game).options.listed if isinstance(x, a.LightUp)}
    last = sorted(able)[-1]
    for id in able - {last}:
        full = (*state.creatures[id].items, Item("sword", "Sword", "hand"), Item("shield", "Shield", "worn"))
        state = state.with_creature(id, items=full)
    packed = tuple(replace(i, place="pack") if i.place == "hand" else i for i in state.creatures[last].items)
    state = state.with_creature(last, items=tuple(i for i in packed if i.kind != "shield"))
    assert free_hands(state.creatures[last]) == 2
    meant = at(state, game).read("light a torch")
    assert isinstance(meant, Do) and isinstance(meant.action, a.LightUp) and meant.action.actor == last
