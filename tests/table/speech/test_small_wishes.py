"""Waterskins in town, a pole to prod with, and what is asked before one sets out."""

from __future__ import annotations

from msgspec.structs import replace
from tests.ui.places import at, town, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.meanings import Do, Say
from underkeep.table.speech.small_wishes import FULL, SLOWLY
from underkeep.table.why import for_players
from underkeep.world.gear import Item


def test_skins_are_full_in_town_and_who_has_none_is_told_before_setting_out() -> None:
    state = town("ose")
    meant = at(state, "ose").read("fill our waterskins at the well")
    assert isinstance(meant, Say) and meant.text.startswith(FULL)
    first = state.marchers()[0]
    dry = state.with_creature(first.id, items=tuple(i for i in first.items if "waterskin" not in i.kind))
    assert "there is some for" in at(dry, "ose").question_before(a.SetOut())


def test_what_a_guide_asks_is_told_before() -> None:
    chair = at(town("ose"), "ose")
    assert "asks 1 gp" in chair.question_before(a.SetOut("guided"))


def test_with_a_pole_one_prods_and_does_not_walk_on() -> None:
    state = underground("ose")
    first = state.marchers()[0]
    chair = at(state.with_creature(first.id, items=(*first.items, Item("pole", "10-foot pole", id="pole1"))), "ose")
    assert chair.read("walk on south, prodding ahead with the pole") == Say(SLOWLY)
    meant = chair.read("prod the floor with the pole")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Search)


def test_what_is_for_referees_is_not_told() -> None:
    text = "Rest heals. Default for software: one day. Decide the rule: sheriff or mayor. Allowed: any."
    assert for_players(text) == "Rest heals."


def test_two_pages_at_once_leave_nothing_out() -> None:
    state = town("ose")
    one, other = state.marchers()[:2]
    state = state.with_creature(other.id, items=one.items)
    told = at(replace(state), "ose").show("several", "purse\ninventory")
    assert sum(line == told[-1] for line in told) >= 1
    weapons = [line for line in told if "in hand" in line]
    assert len(weapons) >= 2
