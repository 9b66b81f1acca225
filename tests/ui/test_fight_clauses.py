"""Lines of a fight that tell several people what to do: each clause counts, and what cannot be done is said."""

import pytest
from tests.ui.places import place

from underkeep.table.order import ATTACK, BEHIND, GUARD, HOLD, STAY
from underkeep.table.speech.meanings import Do, Say, Show, Undertake
from underkeep.table.speech.typed_lines import Meaning


def read(game: str, line: str) -> Meaning:
    """What a line means where `{a}`, `{b}` and `{c}` are three of the party, and `{n}` is one of the foes."""
    chair = place("fight", game)
    names = [c.name.split()[0] for c in chair.view.mine if c.status == "up"]
    foe = chair.view.others[0].name
    return chair.read(line.format(a=names[0], b=names[1], c=names[-1], n=foe))


def sorts(game: str, line: str) -> list[str]:
    """What those three of the party are told by a line."""
    meant = read(game, line)
    assert isinstance(meant, Undertake), meant
    assert "Not understood" not in meant.note, meant.note
    orders = [meant.orders.get(c.id) for c in place("fight", game).view.mine if c.status == "up"]
    return [order.sort if order is not None else "" for order in (*orders[:2], orders[-1])]


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("{a} moves up so he can reach, {b} stays behind him", ["approach", BEHIND, ""]),
        ("{a} attacks {n} while {b} pulls back behind {c}", [ATTACK, BEHIND, ""]),
        ("{a} and {b} on the first one, {c} on the second", [ATTACK, ATTACK, ATTACK]),
        ("{a} gets away from it and {b} takes his place", ["back", ATTACK, ""]),
        ("{a} stays back, {b} goes in beside {c}", [STAY, GUARD, ""]),
        ("{a} attacks {n}, {b} and {c} surround it", [ATTACK, ATTACK, ATTACK]),
        ("{a} attacks {n}, {b} watches out for the others", [ATTACK, HOLD, ""]),
        ("{a} stays back with the torch, {b} and {c} go up and fight", [STAY, ATTACK, ATTACK]),
        ("{a} forms a line in front, we let them come to us", [HOLD, HOLD, HOLD]),
        ("{a} flanks {n} and stabs it, {b} helps him", [ATTACK, GUARD, ""]),
    ],
)
def test_each_clause_is_an_order(line: str, means: list[str]) -> None:
    assert sorts("knave", line) == means


def test_what_one_cannot_do_keeps_nobody_else_from_it() -> None:
    meant = read("knave", "{a} shouts that we come in peace, and {b} gets behind {c}")
    assert isinstance(meant, Undertake) and "nobody listens now" in meant.note
    assert [order.sort for order in meant.orders.values() if order is not None] == [BEHIND]


def test_a_blow_and_a_place_from_then_on_are_both_kept() -> None:
    meant = read("knave", "{a} hits {n} and then gets behind {b}")
    assert isinstance(meant, Undertake)
    (order,) = (order for order in meant.orders.values() if order is not None)
    assert order.sort == ATTACK and order.then is not None and order.then.sort == BEHIND


def test_names_may_be_misspelt() -> None:
    chair = place("fight", "knave")
    name = next(c.name.split()[0] for c in chair.view.mine if c.status == "up" and len(c.name.split()[0]) > 5)
    meant = chair.read(f"{name[:-2]}{name[-1]}{name[-2]} stays back")
    assert isinstance(meant, Undertake) and name in meant.note


def test_an_attack_for_which_nobody_is_named_is_for_all() -> None:
    chair = place("fight", "ose")
    meant = chair.read("attack the nearest goblin")
    assert isinstance(meant, Undertake)
    assert len(meant.orders) == len([c for c in chair.view.mine if c.status == "up"])


def test_whether_one_is_seen_and_what_a_spell_does_is_told() -> None:
    seen = read("knave", "can they see {a}?")
    assert isinstance(seen, Say) and "hide" in seen.text
    assert read("ose", "how long does sleep last?") == Show("spell", "Sleep")
    assert isinstance(read("knave", "is the bite poisonous?"), Do | Say)
