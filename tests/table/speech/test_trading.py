"""What is said about trade by those who have nothing."""

from underkeep.procedures import play
from underkeep.systems import load
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.speech.trading import NO_MONEY
from underkeep.table.speech.typed_lines import Reader, Say, parse


def test_who_has_no_money_is_told_so_and_not_what_the_first_thing_costs() -> None:
    rules = load("robs")
    state = new_game(rules, 21, Plan()).state
    reader = Reader(rules, state, play.legal_actions(rules, state, PLAYER), PLAYER)
    for line in ("buy", "market"):
        assert parse(reader, line) == Say(NO_MONEY)
