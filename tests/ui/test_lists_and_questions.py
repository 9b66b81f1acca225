"""Lists of wares, deeds and questions that a second evening of Old-School Essentials misread."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place, town, underground
from tests.ui.test_trading import with_purses

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems import load
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.lore import facts
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.typed_lines import Ask, Browse, Do, Say, Show, Undertake
from underkeep.world.gear import Item


@pytest.mark.parametrize("line", ["who looks hurt?", "is anyone badly hurt?", "is everyone all right?", "who is hurt?"])
def test_of_the_hurt_those_alone_are_told_who_are_hurt(line: str) -> None:
    state = town("ose")
    chair = at(state, "ose")
    meant = chair.read(line)
    assert isinstance(meant, Show)
    assert chair.show(meant.what, meant.rest) == ["Nobody is hurt."]
    one = state.marchers()[0]
    hurt = at(state.with_creature(one.id, hp=one.hp - 1), "ose")
    assert [told.split()[0] for told in hurt.show(meant.what, meant.rest)] == [one.name]


def shown(chair: Chair, line: str) -> list[str]:
    meant = chair.read(line)
    assert isinstance(meant, Show), (line, meant)
    return chair.show(meant.what, meant.rest)


def test_questions_about_the_party_are_answered_of_it() -> None:
    chair = at(town("ose"), "ose")
    one = chair.state.marchers()[0]
    kind = one.kind.replace("-", " ")
    assert [told.split()[0] for told in shown(chair, f"who is the {kind}?")] == [one.name]
    ours = {c.kind for c in chair.state.marchers()}
    other = next(x for x in ("cleric", "thief", "fighter", "dwarf", "halfling") if x not in ours)
    assert shown(chair, f"who is the {other}?") == [f"There is no {other} among you."]
    assert shown(chair, f"what does {one.name} wear?")[0] == f"{one.name} carries:"
    assert shown(chair, "do we have light?") == ["It is light here."]
    assert shown(chair, "what is an ogre?") == ["None of them are in sight now. Nothing was told of that."]
    assert shown(chair, "tell me more about the ogre") == shown(chair, "what is an ogre?")


def several_of(meant: object) -> list[object]:
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder), meant
    return list(meant.errand.actions)


def test_a_list_is_bought_whole_though_one_ware_comes_in_sorts() -> None:
    chair = at(with_purses(town("ose"), 0, 200), "ose")
    name = chair.state.marchers()[1].name
    meant = chair.read(f"{name} buys a dagger, a backpack, rations and five flasks of oil")
    bought = [x.item for x in several_of(meant) if isinstance(x, a.Buy)]
    assert bought == ["dagger", "backpack", "standard-rations", "oil-flask"] or len(bought) == 4


def test_stakes_and_mallet_are_one_ware() -> None:
    chair = at(with_purses(town("ose"), 0, 200), "ose")
    name = chair.state.marchers()[1].name
    meant = chair.read(f"buy stakes and a mallet for {name}")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Buy)
    listed = several_of(chair.read(f"{name} buys a torch and stakes and mallet"))
    assert len(listed) == 2


def test_who_is_of_no_class_here_is_said_and_a_sort_of_wares_is_shown() -> None:
    chair = at(with_purses(town("ose"), 200), "ose")
    ours = {c.kind for c in chair.state.marchers()}
    other = next(x for x in ("cleric", "thief", "fighter", "dwarf", "halfling") if x not in ours)
    assert chair.read(f"buy a sword for the {other}") == Say(f"There is no {other} among you.")
    assert chair.read("buy armour...") == Browse("Buy")


def test_who_is_named_does_the_part_that_is_told_with_the_name() -> None:
    chair = at(underground("ose"), "ose")
    bearers = {light.bearer for light in chair.state.lights}
    one, two = [c for c in chair.state.marchers() if c.id not in bearers][:2]
    meant = chair.read(f"{one.name} lights a torch and {two.name} listens at the door")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    assert meant.errand.clauses == (f"{two.name.lower()} listens at the door",)


def test_one_thing_is_taken_off_and_another_put_on() -> None:
    state = town("ose")
    one = next(c for c in state.marchers() if any(i.kind == "chainmail" and i.place == "worn" for i in c.items))
    spare = replace(one.items[0], id="spare", kind="leather", name="Leather", count=1, place="pack")
    chair = at(state.with_creature(one.id, items=(*one.items, spare)), "ose")
    meant = chair.read(f"{one.name}, take off the chainmail and put on the leather")
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    places = {i.kind: i.place for i in chair.state.creatures[one.id].items}
    assert (places["chainmail"], places["leather"]) == ("pack", "worn")
    assert chair.read(f"{one.name}, put on the halberd") == Say(f"{one.name} has no halberd.")


def test_what_is_not_here_is_not_searched_for_a_turn() -> None:
    chair = at(underground("ose"), "ose")
    for line in ("search the leaves", "look at the hooks"):
        assert chair.read(line) == Say("Nothing of the kind is seen here."), line
    assert isinstance(chair.read("what is behind us?"), Ask)


def test_who_looks_for_work_is_hired_by_name_whatever_for() -> None:
    chair = place("town", "knave")
    assert chair.state.settlement is not None
    name = chair.state.settlement.applicants[0].name
    hired = chair.read(f"hire {name.split()[0]} as a torchbearer")
    assert hired == chair.read(f"hire {name.split()[0]}") and not isinstance(hired, Say)


def test_what_hates_hates_somebody() -> None:
    assert not any(fact == "hates" for kind in monsters() for fact in facts(kind))


def test_nobody_buys_coins_and_it_is_said_why() -> None:
    state = with_purses(town("ose"), 20)
    one = state.marchers()[0]
    gold = next(item for item in one.items if item.kind == "gp")
    refusal = play.why_not(load("ose"), state, "player", a.Sell(one.id, gold.id, 1))
    assert refusal is not None and refusal.sentence == "Coins are spent here as they are; nobody buys them."


def test_what_somebody_may_not_use_is_asked_about_before_it_is_bought() -> None:
    state = with_purses(town("ose"), *([100] * 4))
    chair = at(state, "ose")
    thief = next(c for c in state.marchers() if c.kind == "thief")
    question = chair.question_before(a.Buy(thief.id, "chainmail", 1))
    assert question == "A thief may not wear the chainmail."
    for kind in ("leather", "rope", "torches", "sword", "oil-flask"):
        assert not chair.question_before(a.Buy(thief.id, kind, 1)), kind


def test_things_quite_alike_are_not_told_apart() -> None:
    state = town("ose")
    two, one = state.marchers()[:2]
    mail = [Item("plate-mail", "Plate mail", id=f"mail-{n}") for n in range(2)]
    chair = at(state.with_creature(two.id, items=(*two.items, *mail)), "ose")
    meant = chair.read(f"{two.name}, give plate mail to {one.name}")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Give)
