"""Lines at a terminal: broken between words, and drawings left alone."""

from __future__ import annotations

from underkeep.terminal.console import wrapped


def test_no_word_is_cut_at_the_edge() -> None:
    assert wrapped("There is a small hammer on the shelf.\n> ", 20) == "There is a small\nhammer on the shelf.\n> "


def test_what_follows_in_a_list_stands_under_the_words() -> None:
    assert wrapped("12. set out along the trail to Kelderwick", 24) == "12. set out along the\n    trail to Kelderwick"
    assert wrapped("  two rations and a rope", 14) == "  two rations\n  and a rope"


def test_what_is_drawn_stays_as_it_is() -> None:
    drawn = "#####..#  ###  @ ....####"
    assert wrapped(drawn, 10) == drawn
