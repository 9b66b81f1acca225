"""Answers to what was asked back, in a few words."""

from underkeep.table.speech.picking import picked

PROPOSED = ["try to leave the shadow alone and go through the south opening with Maud"]


def test_an_option_by_all_its_words_is_no_answer_to_an_older_proposal() -> None:
    assert picked(PROPOSED, "go through the south opening") == 1
    known = ["go through the south opening", "search here"]
    assert picked(PROPOSED, "Go through the south opening.", known) is None
    assert picked(["search here", "rest"], "search here", known) == 1
