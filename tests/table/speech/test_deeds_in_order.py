"""Lines that tell more than one deed, for more than one, or of all things of a sort."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.ui.places import at, town, underground

from underkeep.procedures import delve_actions as a
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Do, Say, Undertake

BUYERS = 2


def names(chair: Chair) -> list[str]:
    return [c.name.split()[0].lower() for c in chair.view.mine]


def order_of(chair: Chair, line: str) -> list[str]:
    meant = chair.read(line)
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order), meant
    return [chair.state.creatures[id].name.split()[0].lower() for id in meant.action.members]


def done(chair: Chair, line: str) -> list[object]:
    meant = chair.read(line)
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder), meant
    return list(meant.errand.actions)


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_the_march_by_several_names(game: str) -> None:
    chair = at(underground(game), game)
    assert chair.state.party is not None
    first, second, third, _ = (chair.state.creatures[id].name.split()[0].lower() for id in chair.state.party.members)
    assert order_of(chair, f"put {third} in front, {second} second and {first} in the back")[0] == third
    assert order_of(chair, f"put {third} in front, {second} second and {first} in the back")[-1] == first
    swapped = order_of(chair, f"swap {first} and {third} in the marching order")
    assert (swapped.index(first), swapped.index(third)) == (2, 0)
    assert order_of(chair, f"{first} and {second} take the rear")[-2:] == [first, second]


@pytest.mark.parametrize("game", ["ose", "knave"])
def test_each_buys_for_whom_it_is_told(game: str) -> None:
    chair = at(town(game), game)
    first, second, *_ = names(chair)
    for line in (f"buy {first} and {second} a torch each", f"buy a torch for {first} and one for {second}"):
        bought = [x for x in done(chair, line) if isinstance(x, a.Buy)]
        assert [chair.state.creatures[x.actor].name.split()[0].lower() for x in bought] == [first, second]


def test_all_that_is_broken_is_dropped() -> None:
    state = underground("knave")
    first, second, *_ = state.marchers()
    for hero in (first, second):
        items = tuple(replace(item, broken=item.place == "hand") for item in hero.items)
        state = state.with_creature(hero.id, items=items)
    chair = at(state, "knave")
    broken = sum(item.broken for hero in state.marchers() for item in hero.items)
    dropped = done(chair, "drop everything that is broken")
    assert broken > 1 and len(dropped) == broken and all(isinstance(x, a.Drop) for x in dropped)


def test_everybody_drops_what_is_told() -> None:
    chair = at(underground("ose"), "ose")
    dropped = [x for x in done(chair, "everyone drop a torch") if isinstance(x, a.Drop)]
    assert len({x.actor for x in dropped}) == len(dropped) > BUYERS


def test_the_dead_do_nothing() -> None:
    state = underground("ose")
    dead = state.marchers()[1]
    chair = at(state.with_creature(dead.id, status="dead", hp=0), "ose")
    meant = chair.read(f"{dead.name} lights a torch")
    assert isinstance(meant, Say) and f"{dead.name} is dead" in meant.text


def test_whoever_ends_in_s_does_what_is_told_of_nobody_else() -> None:
    chair = at(town("ose"), "ose")
    first, second, *_ = names(chair)
    meant = chair.read(f"{first} drops a torch and {second} drops a torch")
    assert isinstance(meant, Undertake)


def test_things_that_lie_by_themselves_are_counted_together() -> None:
    state = underground("knave")
    giver, taker = state.marchers()[1:3]
    torch = next((item for item in giver.items if item.kind == "torch"), None)
    assert torch is not None
    items = (*(x for x in giver.items if x.kind != "torch"), torch, replace(torch, id="another"))
    chair = at(state.with_creature(taker.id, items=()).with_creature(giver.id, items=items), "knave")
    given = done(chair, f"{giver.name} hands two torches to {taker.name}")
    assert [x.item for x in given if isinstance(x, a.Give)] == [torch.id, "another"]
