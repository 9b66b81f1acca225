"""Who gives what to whom is as the line says; a thing is found by all the names that people have for it."""

from msgspec.structs import replace
from tests.ui.places import at, town

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.table.chair import Chair
from underkeep.table.several import InOrder
from underkeep.table.speech.handling import fits
from underkeep.table.speech.typed_lines import Do, Meaning, Say, Undertake


def table() -> tuple[Chair, list[str], list[str]]:
    """A party in town of which the second has two suits of leather packed; their ids and names."""
    state = town("ose")
    second = state.marchers()[1]
    leather = replace(second.items[0], id="spare", kind="leather", name="Leather", count=2, place="pack")
    chair = at(state.with_creature(second.id, items=(*second.items, leather)), "ose")
    marchers = chair.state.marchers()
    return chair, [c.id for c in marchers], [c.name.split()[0].lower() for c in marchers]


def gifts(meant: Meaning) -> list[tuple[str, str, int]]:
    actions = (
        meant.errand.actions
        if isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
        else (meant.action,)
        if isinstance(meant, Do)
        else ()
    )
    assert all(isinstance(x, a.Give) for x in actions), actions
    return [(x.actor, x.to, x.count) for x in actions if isinstance(x, a.Give)]


def test_several_things_go_from_whom_and_to_whom_is_said() -> None:
    chair, ids, (one, two, three, _) = table()
    for line in (
        f"give {one} 3 torches and the leather armour from {two}",
        f"give 3 torches and the leather armour to {one} from {two}",
        f"{two}, give {one} 3 torches and a leather suit",
    ):
        assert gifts(chair.read(line)) == [(ids[1], ids[0], 3), (ids[1], ids[0], 1)], line
    assert gifts(chair.read(f"{two} gives a torch to {one} and a rope to {three}")) == [
        (ids[1], ids[0], 1),
        (ids[1], ids[2], 1),
    ]


def test_what_is_not_there_is_not_left_out_of_a_list() -> None:
    chair, _, (one, two, *_) = table()
    assert chair.read(f"{two}, give {one} a torch and a pony") == Say("Pimpernel has no pony to give.")


def test_coins_are_paid_within_the_party() -> None:
    chair, ids, (one, two, *_) = table()
    for line in (f"{two} pays her 2 gp to {one}", f"{two} pays {one} 2 gp", f"{two}, give {one} 2 gold back"):
        assert gifts(chair.read(line)) == [(ids[1], ids[0], 2)], line


def test_leather_armour_is_leather_in_every_deed() -> None:
    chair, ids, (one, two, *_) = table()
    for line, sort in (
        (f"{two}, give a leather armour to {one}", a.Give),
        ("drop the leather armour", a.Drop),
        ("sell the leather armor", a.Sell),
        ("put on the leather armour", a.Equip),
    ):
        meant = chair.read(line)
        assert isinstance(meant, Do) and isinstance(meant.action, sort), line
        assert (meant.action.actor, meant.action.item) == (ids[1], "spare")
    assert not fits("leather armour", "Leather boots") and fits("plate armour", "Plate mail")


def test_what_is_worn_is_not_put_on_again() -> None:
    chair, _, _ = table()
    who, item = next((c, i) for c in chair.state.marchers() for i in c.items if i.place == "worn")
    again = a.Equip(who.id, item.id, "worn")
    refusal = play.why_not(chair.rules, chair.state, chair.seat, again)
    assert refusal is not None and refusal.sentence == f"{who.name} wears {item.name.lower()} already."
