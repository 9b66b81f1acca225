"""What a line names and says not to do is asked about before something else is done."""

import pytest
from msgspec.structs import replace
from tests.ui.places import at, place

from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.table.speech.describe import describe
from underkeep.table.speech.faithful import faithful
from underkeep.table.speech.meanings import Ask, Do, Reader, Say


@pytest.mark.parametrize(
    ("line", "is_asked"),
    [
        ("drop the backpack", False),
        ("{one} drops a backpack", False),
        ("{two} drops a backpack", True),
        ("do not drop the backpack", True),
        ("listen, without dropping it", True),
        ("drop it, but don't touch it", False),
        ("drop 3 backpacks", True),
        ("drop it 10 feet away", False),
    ],
)
def test_what_is_named_counted_or_forbidden(line: str, is_asked: bool) -> None:
    chair = place("dungeon", "ose")
    one, two = [c for c in chair.view.mine if c.status == "up"][:2]
    state = chair.state
    action = a.Drop(one.id, next(item.id for item in state.creatures[one.id].items if item.name == "Backpack"), 1)
    said = line.format(one=one.name.split()[0], two=two.name.split()[0])
    meant = faithful(Reader(chair.rules, state, chair.options, chair.seat), said, Do(action))
    assert isinstance(meant, Ask) is is_asked


@pytest.mark.parametrize(("line", "is_asked"), [("listen at the east door", True), ("listen west", False)])
def test_another_bearing_than_that_of_the_deed_is_not_done(line: str, is_asked: bool) -> None:
    chair = place("dungeon", "ose")
    west = next(x for x in chair.options.listed if "west" in describe(chair.rules, chair.state, x))
    meant = faithful(Reader(chair.rules, chair.state, chair.options, chair.seat), line, Do(west))
    assert isinstance(meant, Ask | Say) is is_asked


@pytest.mark.parametrize("line", ["hide in the bushes", "hide", "we lie low", "stay out of sight"])
def test_to_hide_from_those_who_are_surprised_gives_nothing_away(line: str) -> None:
    chair = place("meeting", "ose")
    met = chair.state.encounter
    assert met is not None
    unaware = at(replace(chair.state, encounter=replace(met, surprised=met.monsters, attitude="")), "ose")
    meant = unaware.read(line)
    assert isinstance(meant, Ask), meant
    assert {a.Evade(walk=True), a.Engage(), a.StandBy()} <= set(meant.choices)


@pytest.mark.parametrize(
    ("line", "is_asked"),
    [("{one} buys a torch", False), ("{one} wants some of {two}'s torches", True), ("stones for {one}", True)],
)
def test_nothing_is_bought_that_a_line_does_not_say_to_buy(line: str, is_asked: bool) -> None:
    chair = place("town", "ose")
    one, two = [c for c in chair.view.mine if c.status == "up"][:2]
    said = line.format(one=one.name.split()[0], two=two.name.split()[0])
    reader = Reader(chair.rules, chair.state, chair.options, chair.seat)
    meant = faithful(reader, said, Do(a.Buy(one.id, "torch", 1)))
    assert isinstance(meant, Ask) is is_asked


@pytest.mark.parametrize(("line", "is_asked"), [("try to whistle", False), ("whistle", True)])
def test_what_no_rule_is_known_for_is_asked_about(line: str, is_asked: bool) -> None:
    chair = place("town", "ose")
    reader = Reader(chair.rules, chair.state, chair.options, chair.seat)
    meant = faithful(reader, line, Do(Try(chair.view.mine[0].id, "to whistle", ())))
    assert isinstance(meant, Ask) is is_asked
