"""Where a thing lies that nobody carries."""

from tests.table.speech.test_remembered import two_rooms

from underkeep.table.speech.typed_lines import Say


def test_what_lies_in_another_place_is_told_with_the_place() -> None:
    for line in ("where is the gold now?", "what became of the gold?", "where are the gold pieces?"):
        meant = two_rooms().read(line)
        assert isinstance(meant, Say) and "10 gold pieces in area 1" in meant.text, (line, meant)


def test_of_what_was_never_seen_nothing_is_told() -> None:
    meant = two_rooms().read("where is the crown now?")
    assert not (isinstance(meant, Say) and "there lies" in meant.text)
