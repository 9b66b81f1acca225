"""Who buys, whose coins pay, what a heap holds, who makes an offer, and why a thing was refused."""

from __future__ import annotations

from msgspec.structs import replace
from tests.ui.places import at, meeting, town, underground
from tests.ui.test_plain import play as typed

from underkeep.procedures import delve_actions as a
from underkeep.systems.ose.basics.money import coins
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.choices import Choice
from underkeep.table.speech.typed_lines import Ask, Do, Say, Undertake
from underkeep.world.dungeon import HoardChanged
from underkeep.world.gear import Item
from underkeep.world.state import State


def with_purses(state: State, *gp: int) -> State:
    for creature, count in zip(state.marchers(), gp, strict=False):
        kept = tuple(i for i in creature.items if i.kind not in ("gp", "sp", "cp", "ep", "pp", "plate-mail"))
        state = state.with_creature(creature.id, items=(*kept, coins("gp", count)) if count else kept)
    return state


def users(state: State) -> list[bool]:
    from underkeep.systems.ose.characters.class_abilities import own_class

    classes = [own_class(c) for c in state.marchers()]
    return [own is None or own.may_use("plate-mail") for own in classes]


def test_who_can_use_it_buys_it_and_else_it_is_asked() -> None:
    state = town("ose")
    able = users(state)
    assert any(able) and not all(able), "a party of both"
    rich = with_purses(state, *([100] * len(able)))
    found = at(rich, "ose").read("buy plate mail")
    assert isinstance(found, Do) and isinstance(found.action, a.Buy)
    assert able[[c.id for c in rich.marchers()].index(found.action.actor)]
    unfit = with_purses(state, *(0 if may else 100 for may in able))
    asked = at(unfit, "ose").read("buy plate mail")
    assert isinstance(asked, Ask) and len(asked.choices) == able.count(False)


def test_others_pay_for_who_is_named_and_it_is_said() -> None:
    state = with_purses(town("ose"), 0, 40, 30)
    chair = at(state, "ose")
    thief = state.marchers()[0]
    assert "may not wear" in getattr(chair.read(f"buy plate mail for {thief.name}"), "text", "")
    state = with_purses(town("ose"), 40, 0, 30)
    chair = at(state, "ose")
    poor = state.marchers()[1]
    meant = chair.read(f"buy plate mail for {poor.name}")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder) and "pay the rest" in meant.note
    gifts = [x for x in meant.errand.actions if isinstance(x, a.Give)]
    assert [x.count for x in gifts] == [40, 20]
    chair.undertake(meant)
    assert any(i.kind == "plate-mail" for i in chair.state.creatures[poor.id].items)


def _flat(choices: tuple[Choice, ...]) -> list[Choice]:
    return [x for c in choices for x in ((c, *_flat(c.inside)) if c.inside else (c,))]


def test_wares_that_nobody_can_pay_are_shown_with_the_reason() -> None:
    state = with_purses(town("ose"), *([0] * 9))
    chair = at(state, "ose")
    shelves = next(c for c in chair.menu() if c.kind == "Buy")
    told = [c.label for c in _flat(shelves.inside)]
    assert "plate mail (60 gp, too dear)" in told and "purses hold 0 gp" in shelves.label


def test_one_thing_of_a_heap_is_taken_by_who_is_named_and_the_rest_stays() -> None:
    state = underground("ose")
    assert state.dungeon is not None
    heap = replace(state.dungeon.hoards["hoard-here"], items=(Item("gp", "Gold pieces", count=9), Item("lute", "Lute")))
    chair = at(HoardChanged(heap, "found").evolve(state), "ose")
    who = chair.state.marchers()[-1]
    meant = chair.read(f"take the lute with {who.name}")
    assert meant == Do(a.TakeHoard("hoard-here", "lute", who.id))
    chair.act(meant.action)
    assert any(i.kind == "lute" for i in chair.state.creatures[who.id].items)
    assert chair.state.dungeon is not None
    assert [i.kind for i in chair.state.dungeon.hoards["hoard-here"].items] == ["gp"]
    looked = at(HoardChanged(heap, "found").evolve(state), "ose").read("inspect the heap")
    assert (isinstance(looked, Do) and "Lute" in looked.note) or "lute" in getattr(looked, "note", "")


def test_the_most_winning_makes_the_offer() -> None:
    state = meeting("ose")
    for number, creature in enumerate(state.marchers()):
        own = sheet(creature)
        scores = {**own.abilities, "CHA": 18 if number == 2 else 5}
        items = (*creature.items, coins("gp", 10 + number))
        state = state.with_creature(creature.id, sheet=replace(own, abilities=scores), items=items)
    meant = at(state, "ose").read("offer them 5 gold")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Offer)
    assert meant.action.actor == state.marchers()[2].id


def test_why_tells_what_spoke_against_it() -> None:
    chair: Chair = at(with_purses(town("ose"), *([0] * 9)), "ose")
    told = typed(["rest a day", "yes", "buy plate mail", "why"], chair)
    assert told.count("has 0 gp") >= 2 and "  ose:" in told.rsplit("> why", 1)[1]
    assert isinstance(chair.read("flurb"), Say)
    assert chair.show("why")[1] == "  No rule of the book speaks against it."


def test_a_question_takes_yes_or_no_and_any_other_line_is_understood() -> None:
    told = typed(["rest 7 days", "party"], at(town("ose"), "ose"))
    assert "stays in town for 7 days." in told and "(yes or no)\n> party\nNothing was done.\n1. " in told
    assert "(rest 7 days)" not in told
