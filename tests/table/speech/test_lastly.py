"""What is said to lines that nobody understood: the nearest deeds, the same line well spelt, what was told before."""

from tests.ui.places import place

from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.town_services import Visit
from underkeep.systems import load
from underkeep.table.speech.frames import wish
from underkeep.table.speech.meanings import Ask, Do, Reader, Say
from underkeep.table.speech.past_pages import recalled
from underkeep.table.speech.picking import is_all


def test_a_wish_in_other_words_is_offered_what_is_nearest() -> None:
    meant = place("dungeon", "ose").read("sit there until nobody is weary any more")
    assert isinstance(meant, Ask) and meant.choices[0] == a.Rest()
    assert len(meant.choices) == 2, "to try it stands beside it"


def test_a_letter_is_wrong() -> None:
    meant = place("dungeon", "ose").read("serach the vault for secret doors")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Search)


def test_a_word_is_not_made_another_that_begins_otherwise() -> None:
    meant = place("town", "knave").read("stain it red")
    assert isinstance(meant, Ask), "to stain is not to train"


def test_whom_nobody_named_is_not_offered() -> None:
    meant = place("town", "knave").read("dismiss Gundobad")
    assert not (isinstance(meant, Ask) and any(isinstance(x, a.Dismiss) for x in meant.choices))


def test_a_deed_that_has_nothing_of_the_line_is_asked_about() -> None:
    chair = place("dungeon", "ose")
    meant = chair.read("hargan eats a ration in the rear to get strong")
    assert not isinstance(meant, Do)


def test_a_way_home_needs_no_verb() -> None:
    said, bare = (place("dungeon", "ose").read(line) for line in ("go back to the entrance", "back to the entrance"))
    assert said == bare and not isinstance(bare, Ask)


def test_what_was_told_is_told_to_who_asks() -> None:
    log = ["The cold bites: Dunstan takes 1 damage.", "The party goes west.", "A window stands open."]
    assert recalled(log, "who got hurt by the cold", 0.5) == log[:1]
    assert not recalled(log, "are we able to win this", 0.5), "a window is nothing to win"


def test_what_everybody_does_is_tried_in_plain_words() -> None:
    state = place("dungeon", "ose").state
    reader = Reader(load("ose"), state, Options(()), "player")
    assert wish(reader, "everybody pushes the wall") == "try to push the wall"


def test_what_nobody_has_is_said_of_nobody() -> None:
    meant = place("dungeon", "ose").read("light the lantern")
    assert isinstance(meant, Do) or "Nobody has such a light" in getattr(meant, "text", "")


def test_classes_march_where_they_are_put() -> None:
    chair = place("town", "ose")
    meant = chair.read("march in two ranks, fighters in front")
    assert isinstance(meant, Do) and isinstance(meant.action, a.Order)
    first = chair.state.creatures[meant.action.members[0]]
    assert first.kind.lower() == "fighter"


def test_a_side_without_a_way_is_told_before_strangers_too() -> None:
    meant = place("meeting", "ose").read("n")
    assert isinstance(meant, Say) and "There is no such way here" in meant.text


def test_who_names_the_inn_goes_there() -> None:
    meant = place("town", "knave").read("sleep at the inn")
    assert isinstance(meant, Do) and isinstance(meant.action, Visit)


def test_the_dungeon_is_gone_to_by_a_part_of_its_name() -> None:
    chair = place("town", "ose")
    assert chair.state.dungeon is not None
    meant = chair.read(f"we go back to {chair.state.dungeon.name}")
    assert isinstance(meant, Do) and isinstance(meant.action, a.SetOut)
    later = chair.read(f"tomorrow morning we go back to {chair.state.dungeon.name}")
    assert isinstance(later, Do) and later.action == a.RestDays(0) and "set out" in later.note


def test_both_takes_all_of_one_sort() -> None:
    chair = place("dungeon", "ose")
    alike = [x for x in chair.options.listed if isinstance(x, a.Listen)][:1]
    assert is_all("both") and is_all("all of them") and not is_all("both doors")
    assert chair.all_of(chair.choices(alike)) is None, "one is not both"


def test_to_wait_and_see_alone_is_to_rest() -> None:
    meant = place("dungeon", "ose").read("we wait and see")
    assert isinstance(meant, Ask) and meant.choices == (a.Rest(),)


def test_a_notice_is_put_up() -> None:
    meant = place("town", "ose").read("put up a notice for retainers")
    assert isinstance(meant, Ask | Do) and "notice" in repr(meant)
