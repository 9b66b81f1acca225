"""Five kinds of dice behind one protocol."""

import copy
import pickle
from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underkeep.kernel.dice import (
    Dice,
    DiceError,
    Diverged,
    Recorded,
    Recording,
    Scripted,
    ScriptError,
    Seeded,
    Throw,
    Total,
    TypedIn,
)
from underkeep.kernel.notation import parse
from underkeep.testing import d6, d20

# These faces never change: games are saved as a seed and a position. A generator that gives others is VERSION 2.
GOLDEN = {
    (1, "main"): (
        [
            (1, 5, 5, 4, 6, 6, 3, 4, 6, 6),
            (1, 7, 13, 12, 2, 2, 14, 20, 11, 8),
            (69, 14, 93, 93, 66, 32, 36, 67),
            (551450, 530202, 854614, 171216, 572653),
            (87, 90, 89, 244),
            (33, 45, 230, 191),
        ],
        58,
    ),
    ("underkeep", "main"): (
        [
            (6, 4, 2, 5, 2, 1, 2, 5, 3, 2),
            (11, 14, 4, 2, 15, 10, 4, 13, 18, 9),
            (87, 40, 5, 83, 39, 54, 97, 62),
            (519484, 153031, 906138, 341017, 466072),
            (75, 253, 115, 5),
            (204, 110, 67, 204),
        ],
        60,
    ),
    (1, "fight"): (
        [
            (3, 2, 6, 6, 3, 6, 5, 1, 6, 4),
            (14, 19, 12, 8, 17, 2, 13, 18, 10, 19),
            (25, 33, 39, 27, 18, 99, 72, 44),
            (481986, 111865, 372705, 80621, 939566),
            (12, 11, 217, 147),
            (253, 240, 211, 125),
        ],
        58,
    ),
}
ROLLS = [(10, 6), (10, 20), (8, 100), (5, 1_000_000), (4, 256), (4, 257)]


@pytest.mark.parametrize(("seed", "stream"), GOLDEN)
def test_golden_faces_never_change(seed: int | str, stream: str) -> None:
    dice = Seeded(seed, stream)
    faces, position = GOLDEN[seed, stream]
    assert [dice.roll(count, sides, "") for count, sides in ROLLS] == faces
    assert dice.position == position
    assert Seeded.VERSION == 1


def test_the_bytes_are_as_documented() -> None:
    """The definition again, written out: key, counter, refusal of unfair bytes, across many blocks."""
    seed, stream = b"dungeon", b"main/level 1"
    key = blake2b(len(seed).to_bytes(8, "big") + seed + stream, person=b"underkeep-seed-1").digest()
    blocks = (blake2b(n.to_bytes(8, "big"), key=key, person=b"underkeep-dice-1").digest() for n in range(100))
    faces = [byte % 20 + 1 for block in blocks for byte in block if byte < 240]
    assert Seeded("dungeon").fork("level 1").roll(len(faces), 20, "") == tuple(faces)


def test_an_int_seed_is_its_decimal_text() -> None:
    assert Seeded(42).roll(20, 100, "") == Seeded("42").roll(20, 100, "")


def test_seed_and_stream_do_not_run_together() -> None:
    assert Seeded("a", "bc").roll(20, 100, "") != Seeded("ab", "c").roll(20, 100, "")


def test_a_fork_does_not_depend_on_what_was_rolled() -> None:
    dice = Seeded(7)
    early = dice.fork("treasure").roll(10, 20, "")
    dice.roll(100, 6, "")
    assert dice.fork("treasure").roll(10, 20, "") == early
    assert dice.fork("weather").roll(10, 20, "") != early
    assert dice.fork("a").fork("b").stream == "main/a/b"


@given(st.lists(st.tuples(st.integers(0, 5), st.sampled_from([1, 2, 6, 20, 100, 1000, 1_000_000])), max_size=40))
def test_a_position_restores_the_dice(rolls: list[tuple[int, int]]) -> None:
    dice = Seeded("saved", "game")
    for count, sides in rolls:
        dice.roll(count, sides, "")
    again = Seeded("saved", "game", position=dice.position)
    assert again.position == dice.position
    copies = [copy.copy(dice), copy.deepcopy(dice), pickle.loads(pickle.dumps(dice)), again]
    after = dice.roll(90, 6, "")
    assert all(other.roll(90, 6, "") == after for other in copies)
    assert all(other.position == dice.position for other in copies)


def test_one_at_a_time_is_the_same_as_together() -> None:
    together, single = Seeded(3), Seeded(3)
    assert together.roll(200, 20, "") == tuple(single.roll(1, 20, "")[0] for _ in range(200))


@given(st.integers() | st.text(), st.text(), st.integers(1, 2_000_000))
def test_any_seed_any_die(seed: int | str, stream: str, sides: int) -> None:
    faces = Seeded(seed, stream).roll(5, sides, "")
    assert len(faces) == 5
    assert all(1 <= face <= sides for face in faces)


@pytest.mark.parametrize(("sides", "bound"), [(2, 24), (6, 36), (20, 66), (100, 190), (300, 440)])
def test_every_face_is_equally_likely(sides: int, bound: float) -> None:
    """Chi-square, against a bound that fair dice pass all but about once in a million."""
    expected = 500
    faces = Counter(Seeded("chi-square").roll(expected * sides, sides, ""))
    assert sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < bound


def test_following_faces_are_independent() -> None:
    faces = Seeded("pairs").roll(36_000, 6, "")
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    assert sum((pairs[a, b] - 500) ** 2 / 500 for a in range(1, 7) for b in range(1, 7)) < 95


@pytest.mark.parametrize(("count", "sides"), [(1, 0), (2, -6), (-1, 6)])
def test_seeded_dice_refuse_what_cannot_be_rolled(count: int, sides: int) -> None:
    with pytest.raises(DiceError, match=f'Cannot roll {count}d{sides} for "luck"'):
        Seeded(1).roll(count, sides, "luck")


def test_a_stream_has_no_negative_position() -> None:
    with pytest.raises(DiceError):
        Seeded(1, position=-1)


def test_a_total_is_the_same_roll_without_the_detail() -> None:
    assert Seeded(5).total(parse("3d6+2"), "") == Total(sum(faces := Seeded(5).roll(3, 6, "")) + 2, faces)
    assert Scripted(*d6(1, 6, 3, 5)).total(parse("4d6kh3"), "") == Total(14, (1, 6, 3, 5))
    assert Scripted(*d6(4, 6, 3, 5)).total(parse("4d6kl1"), "") == Total(3, (4, 6, 3, 5))
    assert Scripted(*d6(6, 2, 5)).total(parse("2d6!x10"), "") == Total(130, (6, 5, 2))


def test_a_script_is_followed() -> None:
    dice = Scripted(d20(20), *d6(3, 4))
    assert dice.roll(1, 20, "attack") == (20,)
    assert dice.roll(2, 6, "damage") == (3, 4)
    dice.finish()
    assert dice.asked == [(1, 20, "attack"), (2, 6, "damage")]


def test_a_script_refuses_a_face_the_die_lacks() -> None:
    dice = Scripted(d6(7))
    with pytest.raises(ScriptError, match=r'A d6 has no face 7 \(rolled for "damage"\)'):
        dice.roll(1, 6, "damage")
    assert dice.asked == []


def test_a_script_refuses_another_die() -> None:
    dice = Scripted(d20(14), *d6(3, 4))
    with pytest.raises(ScriptError, match=r'The script has d20\(14\), but a d30 is rolled for "attack"'):
        dice.roll(1, 30, "attack")
    dice.roll(1, 20, "attack")
    with pytest.raises(ScriptError, match=r'The script has d6\(3\), but a d8 is rolled for "reaction"'):
        dice.roll(2, 8, "reaction")


def test_a_script_refuses_a_face_without_a_die() -> None:
    with pytest.raises(ScriptError, match=r"on which die it wants the face 14"):
        Scripted(d6(3), 14)


def test_a_face_is_a_number_that_knows_its_die() -> None:
    face = d20(14)
    assert (face, face.sides, f"{face}", repr(face)) == (14, 20, "14", "d20(14)")
    assert [(f, f.sides) for f in d6(3, 4)] == [(3, 6), (4, 6)]
    assert [type(f) for f in Scripted(face).roll(1, 20, "")] == [int]
    assert pickle.loads(pickle.dumps(face)).sides == 20


def test_a_script_refuses_a_roll_past_its_end() -> None:
    with pytest.raises(ScriptError, match='The script has 1 faces left, but 2d6 is rolled for "morale"'):
        Scripted(d6(3)).roll(2, 6, "morale")


def test_a_script_refuses_to_finish_early() -> None:
    dice = Scripted(*d6(3, 4, 5))
    dice.roll(1, 6, "")
    with pytest.raises(ScriptError, match="nobody rolled: d6\\(4\\), d6\\(5\\)"):
        dice.finish()


def test_typed_faces_are_taken() -> None:
    assert TypedIn(lambda count, sides, why: [2, 5]).roll(2, 6, "damage") == (2, 5)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ([1], 'Rolling 2d6 for "damage" needs 2 faces, not 1.'),
        ([1, 2, 3], 'Rolling 2d6 for "damage" needs 2 faces, not 3.'),
        ([1, 7], 'A d6 has no face 7 (rolled for "damage").'),
        ([0, 1], 'A d6 has no face 0 (rolled for "damage").'),
        ([True, 1], 'A d6 has no face True (rolled for "damage").'),
    ],
)
def test_wrong_faces_typed(typed: list[int], sentence: str) -> None:
    with pytest.raises(DiceError) as caught:
        TypedIn(lambda count, sides, why: typed).roll(2, 6, "damage")
    assert str(caught.value) == sentence


def play(dice: Dice) -> list[object]:
    return [dice.roll(2, 6, "morale"), dice.total(parse("3d6!"), "damage"), dice.roll(1, 20, "attack")]


def test_a_record_replays() -> None:
    recording = Recording(Seeded("record"))
    played = play(recording)
    assert recording.record[0] == (2, 6, "morale", played[0])
    replay = Recorded(recording.record)
    assert play(replay) == played
    assert replay.used == len(recording.record)


def test_a_record_may_be_plain_lists_and_another_reason() -> None:
    assert Recorded([[1, 20, "attack", [7]]]).roll(1, 20, "to hit") == (7,)  # type: ignore[list-item]


def test_a_replay_that_asks_for_other_dice_has_diverged() -> None:
    replay = Recorded([Throw(2, 6, "morale", (3, 4)), Throw(1, 20, "attack", (9,))])
    replay.roll(2, 6, "morale")
    with pytest.raises(Diverged) as caught:
        replay.roll(1, 8, "damage")
    assert str(caught.value) == (
        'Roll 2 differs from the record: 1d8 is rolled for "damage", where it holds 1d20 for "attack".'
    )


def test_a_replay_past_its_record_has_diverged() -> None:
    with pytest.raises(Diverged, match='The record ends after 0 rolls, but 1d20 is rolled for "attack"'):
        Recorded([]).roll(1, 20, "attack")


def test_a_record_with_impossible_faces_is_refused() -> None:
    with pytest.raises(DiceError, match="A d6 has no face 9"):
        Recorded([(1, 6, "damage", (9,))]).roll(1, 6, "damage")


def test_after_the_record_other_dice_may_go_on() -> None:
    replay = Recorded([Throw(1, 20, "attack", (9,))], then=Scripted(d6(4)))
    assert replay.roll(1, 20, "attack") == (9,)
    assert replay.roll(1, 6, "damage") == (4,)
