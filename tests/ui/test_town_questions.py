"""Questions in a town that name somebody and something get that fact; purchases in full are made for those named."""

import pytest
from tests.hearing.scenes import scene
from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Show, Undertake


def shown(chair: Chair, line: str) -> list[str]:
    meant = chair.read(line)
    assert isinstance(meant, Show), (line, meant)
    return chair.show(meant.what, meant.rest)


def bought(chair: Chair, line: str) -> list[a.Buy]:
    meant = chair.read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder), (line, meant)
    return [x for x in meant.errand.actions if isinstance(x, a.Buy)]


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_what_some_have_is_told_of_each_of_them(game: str) -> None:
    chair = place("town", game)
    one, two = (c.name for c in chair.state.marchers()[:2])
    for line in (f"what weapons do {one} and {two} have?", f"show me the armour of {one} and {two}"):
        told = " ".join(shown(chair, line))
        assert one in told and two in told, line
    assert (
        sum(f"{x} carries" in told for told in shown(chair, f"what are {one} and {two} carrying?") for x in (one, two))
        == 2
    )
    for line in ("check everyones gear", "show me the inventory of everyone", "what does everybody have on them"):
        told = " ".join(shown(chair, line))
        assert all(c.name in told for c in chair.state.marchers()), line
    assert not isinstance(chair.read(f"give {one} all our gold"), Show)
    assert not isinstance(chair.read(f"have {one} hold a torch"), Show)
    for line in ("what weapons can we buy?", "what armour is sold here?"):
        assert "carries" not in " ".join(chair.show(*_page(chair, line))), line


def _page(chair: Chair, line: str) -> tuple[str, str]:
    meant = chair.read(line)
    return (meant.what, meant.rest) if isinstance(meant, Show) else ("said", str(meant))


def test_what_each_is_to_have_is_bought_for_each() -> None:
    chair = scene("knave", "town", 803)
    names = {c.id: c.name for c in chair.state.marchers()}
    found = bought(chair, "buy a spear and shield each for Fulk and Brannoc")
    assert sorted((names[x.actor], x.item) for x in found) == [
        ("Brannoc", "shield"),
        ("Brannoc", "spear"),
        ("Fulk", "shield"),
        ("Fulk", "spear"),
    ]
    spread = bought(chair, "Buy 8 days of rations and spread them among Fulk, Brannoc and Annis")
    assert {names[x.actor] for x in spread} <= {"Fulk", "Brannoc", "Annis"} and sum(x.count for x in spread) == 8
    carried = bought(chair, "buy rope, a crowbar and 3 torches, and let Fulk carry all of it")
    assert {names[x.actor] for x in carried} == {"Fulk"} and sum(x.count for x in carried) == 5
    shared = bought(chair, "buy 4 torches and 8 rations")
    assert sum(x.count for x in shared) == 12 and len({x.actor for x in shared}) > 2


def test_what_was_told_of_a_place_and_by_whom_is_told_again() -> None:
    chair = scene("knave", "town", 801)
    assert shown(chair, "What did the hedge witch say about the door?")[0].startswith("A hedge witch says")
    assert shown(chair, "what do we know about the dungeon")[0].startswith("Set out for the dungeon")
    lost = scene("knave", "town", 802)
    assert "Sabin and Jocosa leave the party." in shown(lost, "Where are Sabin and Jocosa?")
    assert not any("Hobgoblin" in line for line in shown(lost, "what did we lose in that fight?"))
