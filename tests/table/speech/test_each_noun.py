from __future__ import annotations

from underkeep.table.speech.each_noun import nouns

SOLD = ("Oil", "50-foot rope", "Lantern", "Lamp oil")


def test_each_of_several_things_is_looked_for_by_itself() -> None:
    assert nouns("oil, rope and a lantern", SOLD) == ["oil", "rope", "lantern"]
    assert nouns("oil rope lantern", SOLD) == ["oil", "rope", "lantern"]


def test_what_only_says_when_is_no_thing() -> None:
    assert nouns("lantern and oil now", SOLD) == ["lantern", "oil"]


def test_a_word_for_nothing_known_is_kept_as_it_is() -> None:
    assert nouns("an elephant", SOLD) == ["elephant"]
