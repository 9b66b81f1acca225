"""What is said about trade by those who have nothing."""

from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.systems import load
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.several import InOrder
from underkeep.table.speech.trading import NO_MONEY
from underkeep.table.speech.typed_lines import Reader, Say, Undertake, parse


def test_who_has_no_money_is_told_so_and_not_what_the_first_thing_costs() -> None:
    rules = load("robs")
    state = new_game(rules, 21, Plan()).state
    reader = Reader(rules, state, play.legal_actions(rules, state, PLAYER), PLAYER)
    for line in ("buy", "market"):
        assert parse(reader, line) == Say(NO_MONEY)


def test_a_thing_for_everybody() -> None:
    rules = load("knave")
    state = new_game(rules, 5, Plan()).state
    reader = Reader(rules, state, play.legal_actions(rules, state, PLAYER), PLAYER)
    meant = parse(reader, "buy a torch for everyone")
    assert isinstance(meant, Undertake) and isinstance(meant.errand, InOrder)
    bought = [x for x in meant.errand.actions if isinstance(x, a.Buy)]
    assert {x.actor for x in bought} == {c.id for c in state.marchers()} and {x.item for x in bought} == {"torch"}
