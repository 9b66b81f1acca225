"""Events, prompts, audiences and the codec, with a game of no nouns."""

from typing import Any, ClassVar

import msgspec
import pytest

from underkeep.kernel.audience import seen_by
from underkeep.kernel.codec import Codec, CodecError, Sheet
from underkeep.kernel.event import Action, Event, Note, UnfitEvent, check_event_types, fold
from underkeep.kernel.prompt import REFEREE, Answered, Asked, Prompt


class Card(msgspec.Struct, Sheet, frozen=True, tag=True):
    suit: str


class Board(msgspec.Struct, frozen=True):
    count: int = 0
    sheet: Sheet | None = None
    prompts: tuple[Prompt, ...] = ()


class Counted(Event, frozen=True):
    private: ClassVar[tuple[str, ...]] = ("count",)
    creature: str
    count: int | None

    def evolve(self, state: Any) -> Any:
        return msgspec.structs.replace(state, count=self.count)


class Said(Note, frozen=True):
    words: str


class Forgotten(Event, frozen=True):
    pass


class Count(Action, frozen=True):
    by: int


CODEC: Codec[Board] = Codec(Board, (Counted, Said, Asked, Answered), (Count,), {Sheet: (Card,)})


def test_fold_applies_events_in_order_and_notes_change_nothing() -> None:
    assert fold([Counted("x", 1), Said("hm"), Counted("x", 4)], Board()) == Board(4)


def test_an_event_without_evolve_fails_when_the_codec_is_made() -> None:
    with pytest.raises(UnfitEvent, match="Forgotten"):
        Codec(Board, (Counted, Forgotten), (Count,), {Sheet: (Card,)})


def test_two_event_types_of_one_name_are_refused() -> None:
    twin = msgspec.defstruct("Said", [("other", int)], bases=(Note,), frozen=True)
    with pytest.raises(UnfitEvent, match="share the name Said"):
        check_event_types([Said, twin])


def test_codec_brings_back_the_systems_own_sheet() -> None:
    board = Board(3, Card("swords"))
    assert CODEC.state(CODEC.encode(board)) == board


def test_codec_refuses_in_one_sentence() -> None:
    with pytest.raises(CodecError, match=r"Not a valid event: .*\.$"):
        CODEC.event(b'{"type":"Nonsense"}')
    with pytest.raises(CodecError):
        CODEC.event(b"\xff")


def test_schema_names_the_sheet() -> None:
    assert "suit" in str(CODEC.schema())


class Pair:
    """A table of two, of whom one owns x."""

    def sits(self, seat: str) -> bool:
        return seat in ("mine", "theirs")

    def owns(self, seat: str, creature: str) -> bool:
        return seat == "mine" and creature == "x"

    def is_uncounted(self, creature: str) -> bool:
        return False


def test_audience_hides_events_and_private_fields() -> None:
    whisper, loud = Said("psst", seats=("mine",)), Said("hello")
    assert seen_by(whisper, "theirs", Pair()) is None
    assert seen_by(whisper, "mine", Pair()) == whisper
    assert seen_by(whisper, REFEREE, Pair()) == whisper
    assert seen_by(Counted("x", 7), "theirs", Pair()) == Counted("x", None)
    assert seen_by(Counted("x", 7), "mine", Pair()) == Counted("x", 7)
    assert seen_by(loud, "theirs", Pair()) == loud
    assert seen_by(loud, "stranger", Pair()) is None, "what is for all is for all at the table"
    assert seen_by(loud, REFEREE, Pair()) == loud


def test_asked_and_answered_keep_the_list_of_questions() -> None:
    prompt = Prompt("p1", ("a",), "parry", ("yes", "no"), "no")
    asked = fold([Asked(prompt)], Board())
    assert asked.prompts == (prompt,)
    assert fold([Answered("p1", "parry", "yes", "a")], asked).prompts == ()
