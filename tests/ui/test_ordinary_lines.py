"""What the words of a line fix besides its kind: who, with whose thing, at whom, how many, and all of its wishes."""

import pytest
from tests.ui.places import place

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, Try
from underkeep.table.chair import Chair
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.describe import describe
from underkeep.table.speech.typed_lines import Ask, Do, Say, Show, Undertake
from underkeep.terminal.plain import Plain
from underkeep.world.creature import Creature


def member(chair: Chair, name: str) -> Creature:
    return next(c for c in chair.state.marchers() if c.name == name)


def done(chair: Chair, line: str) -> Action:
    meant = chair.read(line)
    assert isinstance(meant, Do), (line, meant)
    return meant.action


def told(chair: Chair, line: str) -> str:
    return describe(chair.rules, chair.state, done(chair, line))


def test_a_spell_at_oneself_and_at_a_treasure() -> None:
    chair = place("dungeon", "knave")
    assert told(chair, "cateline casts disguise on herself") == "cast disguise at Cateline with Cateline"
    at_coins = "cast telekinesis at the treasure: 10 gold pieces with Yvain"
    assert told(chair, "yvain casts telekinesis on the coins") == at_coins
    assert told(chair, "use telekinesis to lift the coins") == at_coins


def test_a_spell_is_refused_to_whoever_is_named_or_has_its_book() -> None:
    chair = place("meeting", "knave")
    for line, said in (
        ("cast sort", "Sort is of no use now; it is cast while exploring."),
        (
            "cateline casts bird person",
            "Bird Person is of no use now; it is cast in a fight or while exploring on oneself.",
        ),
        ("tib casts bird person", "Tib does not have Bird Person; Cateline has."),
    ):
        meant = chair.read(line)
        assert isinstance(meant, Say) and meant.text == said


def test_how_a_spell_works_is_its_page() -> None:
    assert place("town", "knave").read("how does telekinesis work?") == Show("spell", "telekinesis")


def test_both_of_a_fight_do_what_each_was_told() -> None:
    chair = place("fight", "ose")
    meant = chair.read("dagna withdraws, ysolt retreats")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InWords)
    assert meant.errand.clauses == ("ysolt retreats",)


def test_the_second_wish_of_a_line_is_not_dropped() -> None:
    chair = place("dungeon", "knave")
    meant = chair.read("go south and search")
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    assert [type(x.action) for x in chair.session.line() if x.seat == chair.seat][:2] == [a.Search, a.Walk]


def test_the_name_that_a_line_begins_with_holds_for_all_of_it() -> None:
    chair = place("town", "ose")
    meant = chair.read("Pimpernel puts away his short sword and takes up the sling")
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    held = [item.name for item in member(chair, "Pimpernel").items if item.place == "hand"]
    assert held == ["Sling"]


def test_what_is_sold_and_what_is_bought_are_two_wishes() -> None:
    chair = place("town", "knave")
    meant = chair.read("sell the spear and buy an axe")
    assert isinstance(meant, Undertake)
    chair.undertake(meant)
    acts = [type(x.action) for x in chair.session.line() if x.seat == chair.seat][:2]
    assert acts == [a.Buy, a.Sell]


def test_whom_it_is_bought_for_may_stand_before_how_many() -> None:
    chair = place("town", "knave")
    assert done(chair, "buy jankin 20 more arrows") == a.Buy(member(chair, "Jankin").id, "arrow", 20)


def test_arms_are_changed_and_not_sold() -> None:
    chair = place("town", "knave")
    jankin = member(chair, "Jankin")
    sword = next(item for item in jankin.items if item.name == "Sword")
    assert done(chair, "jankin swaps his bow for the sword") == a.Equip(jankin.id, sword.id, "hand")


def test_somebodys_thing_is_offered_and_no_others() -> None:
    chair = place("meeting", "knave")
    jankin = member(chair, "Jankin")
    action = done(chair, "give them jankin's sword")
    assert isinstance(action, a.Offer) and action.actor == jankin.id
    item = jankin.item(action.item)
    assert item is not None and item.name == "Sword"


def test_who_has_a_bow_shoots_if_the_one_whose_turn_it_is_has_none() -> None:
    chair = place("fight", "knave")
    action = done(chair, "shoot figure 2")
    assert isinstance(action, Attack) and action.actor == member(chair, "Jankin").id


def test_what_is_thrown_in_a_fight_is_an_attack_by_its_rules() -> None:
    meant = place("fight", "knave").read("yvain throws her spear at figure 1")
    assert isinstance(meant, Say) and "not within reach" in meant.text


@pytest.mark.parametrize(
    ("line", "way"), [("travel to quarry cross by road", "road"), ("sail to quarry cross", "water")]
)
def test_a_place_is_reached_by_the_way_that_is_named(line: str, way: str) -> None:
    action = done(place("town", "ose"), line)
    assert isinstance(action, a.SetOut) and way in action.route


def test_one_of_several_is_sold() -> None:
    action = done(place("town", "ose"), "sell one of hargan's torches")
    assert isinstance(action, a.Sell) and action.count == 1


WRAPPED = (
    *("why don't we {}", "how about we {}", "time to {}", "our plan is to {}", "i say we {}", "we might as well {}"),
    *("we'd better {}", "go ahead and {}", "let me {}", "next we {}", "i decide to {}"),
)


@pytest.mark.parametrize("wrapped", WRAPPED)
def test_what_is_proposed_means_what_it_proposes(wrapped: str) -> None:
    for name, game, line in (
        ("dungeon", "ose", "examine the puddles"),
        ("dungeon", "knave", "take the gold"),
        ("town", "ose", "hear rumours"),
        ("meeting", "ose", "attack them"),
    ):
        chair = place(name, game)
        assert done(chair, wrapped.format(line)) == done(chair, line)


@pytest.mark.parametrize(
    "line",
    [
        "could jankin take the gold?",
        "jankin wants to take the gold",
        "i want jankin to take the gold",
        "jankin goes and takes the gold",
        "take the gold, jankin",
        "hey jankin, take the gold",
    ],
)
def test_who_is_asked_does_it(line: str) -> None:
    chair = place("dungeon", "knave")
    assert done(chair, line) == a.TakeHoard("hoard-here", to=member(chair, "Jankin").id)


def test_whether_somebody_can_is_asked_back() -> None:
    meant = place("town", "ose").read("can dagna drop the hand axe")
    assert isinstance(meant, Ask) and [type(x) for x in meant.choices] == [a.Drop]


def test_what_no_rule_knows_is_tried_upon_a_yes() -> None:
    chair = place("dungeon", "knave")
    lines = ["stick my hand in the crack", "yes"]
    told: list[str] = []

    def read() -> str:
        if not lines:
            raise EOFError
        return lines.pop(0)

    Plain(chair, read, lambda text: told.append(str(text))).run()
    assert any("Shall it be tried?" in text for text in told)
    assert any(isinstance(x.action, Try) for x in chair.session.line())


def test_my_turn_ends_and_not_everybodys() -> None:
    chair = place("fight", "knave")
    assert getattr(done(chair, "end my turn"), "actor", "") == chair.focus
