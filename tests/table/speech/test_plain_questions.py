"""Questions that have one answer wherever the party stands: nothing is done for them, and the fact is told."""

import pytest
from tests.ui.places import at, place

from underkeep.table.chair import Chair
from underkeep.table.speech.meanings import Ask, Do, Show, Undertake
from underkeep.world.creature import Died


def _names(chair: Chair) -> list[str]:
    return [c.name.split()[0] for c in chair.own("")]


def _told(chair: Chair, line: str) -> str:
    meant = chair.read(line)
    assert isinstance(meant, Show), f"{line}: {meant}"
    return "\n".join(chair.show(meant.what, meant.rest))


@pytest.mark.parametrize("game", ["ose", "knave"])
@pytest.mark.parametrize(
    ("where", "line", "has"),
    [
        ("dungeon", "how many torches should we buy", "orch"),
        ("dungeon", "is there anybody near?", "Nobody is in sight"),
        ("dungeon", "when did we last rest", "just rested, or come in"),
        ("dungeon", "do we know the way home", "entrance is at"),
        ("dungeon", "what monsters have we met so far", "Nobody has been met so far"),
        ("dungeon", "how many enemies did we kill", "None that was met has died so far"),
        ("dungeon", "what lives here", "No sign of who lives here"),
        ("dungeon", "what potions do we have", "Nobody in the party has anything by the name of potion"),
        ("dungeon", "what's our plan", "Treasure"),
        ("dungeon", "is the game saved?", "kept as it happens"),
        ("dungeon", "how much gold have we got?", ":"),
        ("dungeon", "who still has enough light?", "Light:"),
        ("town", "do we have food enough for the trip?", "ood"),
        ("town", "any other place worth a trip nearby?", "Set out"),
        ("town", "where do we go", "Set out"),
        ("town", "where can we sell things", "The purses hold"),
        ("town", "how many of us are there", "1. "),
    ],
)
def test_the_fact_is_told(game: str, where: str, line: str, has: str) -> None:
    assert has in _told(place(where, game), line)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_is_asked_about_is_told_of_alone(game: str) -> None:
    chair = place("dungeon", game)
    one, two = _names(chair)[:2]
    told = _told(chair, f"can {one} still walk?")
    assert one in told and two not in told
    assert "is of the party" in _told(chair, f"what does {one} want?")


def test_a_thing_goes_before_a_spell_of_its_name() -> None:
    chair = place("town", "ose")
    one = _names(chair)[0]
    assert "hield" in _told(chair, f"does {one} have a shield?")
    assert chair.read(f"does {one} have a shield?") == Show("count", f"shield of {one.lower()}")


@pytest.mark.parametrize("line", ["can we rest here?", "can we camp here", "could we take a rest?"])
def test_who_asks_for_leave_to_rest_has_not_rested(line: str) -> None:
    meant = place("dungeon", "knave").read(line)
    assert not isinstance(meant, Do | Undertake)
    assert isinstance(meant, Ask | Show)


def test_what_became_of_the_dead_is_told() -> None:
    chair = place("dungeon", "ose")
    dead = chair.own("")[-1]
    first = dead.name.split()[0]
    state = Died(dead.id).evolve(chair.state)
    later = at(state, "ose")
    assert f"{dead.name} is dead" in _told(later, "what happened to the others?")
    assert f"{dead.name} is dead" in _told(later, f"where is {first}?")
    assert "takes its dead home" in _told(later, "can we bury them?")


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_where_to_go_asks_for_no_gold(game: str) -> None:
    told = _told(place("dungeon", game), "where do we go now? the stairs down")
    assert "in all" not in told and "way" in told.lower()


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_who_has_nothing_that_heals_is_told_so(game: str) -> None:
    chair = place("dungeon", game)
    one, two = _names(chair)[:2]
    told = _told(chair, f"can {one} heal {two}?")
    assert f"{one} has nothing that heals now" in told and two in told
