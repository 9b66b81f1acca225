"""Who sleeps may be woken, and shows then what it feels."""

from __future__ import annotations

from msgspec.structs import replace
from tests.ui.places import at, meeting

from underkeep.systems.knave.exploration.rousing import Rouse, Roused
from underkeep.testing import rule


@rule("knave:reaction.when")
def test_those_who_are_woken_show_their_feelings() -> None:
    state = meeting("knave")
    assert state.encounter is not None and state.dungeon is not None
    group = replace(state.dungeon.groups[state.encounter.group], awake=False, attitude="indifferent")
    groups = {**state.dungeon.groups, group.id: group}
    asleep = replace(state.encounter, attitude="asleep", surprised=state.encounter.monsters)
    chair = at(replace(state, encounter=asleep, dungeon=replace(state.dungeon, groups=groups)), "knave")
    assert Rouse() in chair.options.listed
    chair.act(Rouse())
    assert any(isinstance(e, Roused) for entry in chair.session.line() for e in entry.events)
    assert chair.state.encounter is not None and chair.state.encounter.attitude == "indifferent"
    assert chair.state.dungeon is not None and chair.state.dungeon.groups[group.id].awake
    assert Rouse() not in chair.options.listed
