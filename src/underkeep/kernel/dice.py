"""The door that chance comes through: one protocol, and dice that are seeded, scripted, typed in, recorded, replayed.

The dice that enumerate every outcome are in `chance`. Nothing here knows what a roll is for; `why` is passed along for
the person, the script or the record.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import chain, islice
from operator import length_hint
from typing import ClassVar, NamedTuple, Protocol

from underkeep.kernel.notation import DiceError, Expr
from underkeep.kernel.roll import Total, plan_of

__all__ = [
    "ByPurpose",
    "Dice",
    "DiceError",
    "Diverged",
    "Expr",
    "Face",
    "Recorded",
    "Recording",
    "ScriptError",
    "Scripted",
    "Seeded",
    "Throw",
    "Total",
    "TypedIn",
]


class Dice(Protocol):
    """Whatever answers a roll."""

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        """The faces of `count` dice, in order."""
        ...

    def total(self, expr: Expr, why: str) -> Total:
        """The total of an expression, for when only the sum matters: dice that enumerate then merge equal sums."""
        ...


class ScriptError(DiceError):
    """A roll that the script did not foresee, or faces that nobody rolled."""


class Diverged(DiceError):
    """A replay that asks for other dice than the record holds."""


class Throw(NamedTuple):
    """One roll as it was asked and as it fell."""

    count: int  # type: ignore[assignment]  # it hides tuple.count, which nobody wants here
    sides: int
    why: str
    faces: tuple[int, ...]


class _Summing:
    """Totals by rolling each die."""

    __slots__ = ()

    def total(self: Dice, expr: Expr, why: str) -> Total:
        return (expr.memo or plan_of(expr)).total(self, why)


_BLOCK = 64


class Seeded(_Summing):
    """Dice from a seed and a named stream: the same two give the same faces on every machine, for ever.

    The bytes are keyed BLAKE2b over a block counter. A die takes the fewest bytes that can hold its sides (at least
    one), big-endian, and refuses values that would favour low faces, so every face is equally likely. An int seed is
    the same as its decimal text. VERSION is part of the key: if this generator ever changes, VERSION does too, and
    the faces of version 1 never change.
    """

    __slots__ = ("_bytes", "_faces", "seed", "stream")
    VERSION: ClassVar[int] = 1

    def __init__(self, seed: int | str, stream: str = "main", position: int = 0) -> None:
        """`position` counts the bytes already used; take it from the property of the same name."""
        self.seed = seed
        self.stream = stream
        self._bytes = _ByteStream(_key(str(seed), stream), position)
        self._faces = _FaceStreams(chain.from_iterable(self._bytes))

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        try:
            if count == 1:
                return (next(self._faces[sides]),)
            return tuple(islice(self._faces[sides], count))
        except ValueError:
            raise DiceError(f'Cannot roll {count}d{sides} for "{why}".') from None

    def fork(self, stream: str) -> "Seeded":
        """Fresh dice of the same seed on a stream below this one; they do not depend on what was rolled here."""
        return Seeded(self.seed, f"{self.stream}/{stream}")

    @property
    def position(self) -> int:
        return self._bytes.position

    def __reduce__(self) -> tuple[type["Seeded"], tuple[int | str, str, int]]:
        return Seeded, (self.seed, self.stream, self.position)

    def __repr__(self) -> str:
        return f"Seeded({self.seed!r}, {self.stream!r}, position={self.position})"


class ByPurpose(_Summing):
    """Seeded dice with a stream for each purpose: a roll more or less for one thing changes no other roll."""

    __slots__ = ("_root", "_streams")

    def __init__(self, seed: int | str, stream: str) -> None:
        self._root = Seeded(seed, stream)
        self._streams: dict[str, Seeded] = {}

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        if why not in self._streams:
            self._streams[why] = self._root.fork(why)
        return self._streams[why].roll(count, sides, why)


def _key(seed: str, stream: str) -> bytes:
    """The key of a stream. The seed's length comes first, so that no two (seed, stream) pairs run together."""
    encoded = seed.encode("utf-8", "surrogatepass")
    message = len(encoded).to_bytes(8, "big") + encoded + stream.encode("utf-8", "surrogatepass")
    return blake2b(message, person=b"underkeep-seed-%d" % Seeded.VERSION).digest()


class _ByteStream:
    """The bytes of one stream, a block at a time, remembering how far they were used."""

    __slots__ = ("_block", "_current", "_hash")

    def __init__(self, key: bytes, position: int) -> None:
        if position < 0:
            raise DiceError(f"A stream of dice has no position {position}.")
        self._hash = blake2b(key=key, person=b"underkeep-dice-%d" % Seeded.VERSION)
        self._block, used = divmod(position, _BLOCK)
        self._current: Iterator[int] = iter(b"")
        if used:
            self._current = iter(next(self)[used:])

    def __iter__(self) -> Iterator[Iterator[int]]:
        if length_hint(self._current):
            yield self._current
        while True:
            self._current = iter(next(self))
            yield self._current

    def __next__(self) -> bytes:
        block = self._hash.copy()
        block.update(self._block.to_bytes(8, "big"))
        self._block += 1
        return block.digest()

    @property
    def position(self) -> int:
        return self._block * _BLOCK - length_hint(self._current)


class _FaceStreams(dict[int, Iterator[int]]):
    """For each kind of die, the endless faces it will show, all drawing on the same bytes."""

    __slots__ = ("_source",)

    def __init__(self, source: Iterator[int]) -> None:
        super().__init__()
        self._source = source

    def __missing__(self, sides: int) -> Iterator[int]:
        if sides < 1:
            raise ValueError
        if sides <= 256:
            # A refused byte reads as face 0, and filter(None) steps over it without leaving C.
            faces: Iterator[int] = filter(None, map(_face_of_byte(sides).__getitem__, self._source))
        else:
            faces = _wide_faces(sides, self._source)
        self[sides] = faces
        return faces


@lru_cache(maxsize=256)
def _face_of_byte(sides: int) -> tuple[int, ...]:
    """The face that each byte gives a die, 0 for the bytes refused."""
    fair = 256 - 256 % sides
    return tuple(byte % sides + 1 if byte < fair else 0 for byte in range(256))


def _wide_faces(sides: int, source: Iterator[int]) -> Iterator[int]:
    width = ((sides - 1).bit_length() + 7) // 8
    fair = 256**width - 256**width % sides
    while True:
        value = int.from_bytes(islice(source, width), "big")
        if value < fair:
            yield value % sides + 1


class Face(int):
    """A face that names its die, for scripts: 14 on a d20 is no 14 on a d30."""

    sides: int

    def __new__(cls, sides: int, face: int) -> "Face":
        self = super().__new__(cls, face)
        self.sides = sides
        return self

    def __repr__(self) -> str:
        return f"d{self.sides}({int(self)})"

    __str__ = int.__repr__

    def __reduce__(self) -> tuple[type["Face"], tuple[int, int]]:
        return Face, (self.sides, int(self))


class Scripted(_Summing):
    """Faces written beforehand, for tests, each naming its die: no other die, no roll past the end, none left over."""

    __slots__ = ("_faces", "asked")

    def __init__(self, *faces: int) -> None:
        """Each is a `Face`: a plain number, which would do for any die, is refused."""
        self._faces = [_named(face) for face in faces]
        self.asked: list[tuple[int, int, str]] = []

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        faces = tuple(self._faces[:count])
        if len(faces) < count:
            raise ScriptError(f'The script has {len(faces)} faces left, but {count}d{sides} is rolled for "{why}".')
        plain = tuple(map(int, faces))
        _check(plain, count, sides, why, ScriptError)
        for face in faces:
            if face.sides != sides:
                raise ScriptError(f'The script has {face!r}, but a d{sides} is rolled for "{why}".')
        self.asked.append((count, sides, why))
        del self._faces[:count]
        return plain

    def finish(self) -> None:
        """Refuse a script with faces that nobody rolled."""
        if self._faces:
            raise ScriptError(f"The script has faces that nobody rolled: {', '.join(map(repr, self._faces))}.")


def _named(face: int) -> Face:
    if not isinstance(face, Face):
        raise ScriptError(f"The script does not say on which die it wants the face {face!r}, as d20({face!r}) does.")
    return face


class TypedIn(_Summing):
    """Real dice on a real table: `ask` is given (count, sides, why) and returns the faces the player read."""

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[int, int, str], Sequence[int]]) -> None:
        self._ask = ask

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        faces = tuple(self._ask(count, sides, why))
        _check(faces, count, sides, why)
        return faces


class Recording(_Summing):
    """Any other dice, with every roll written down in `record`."""

    __slots__ = ("_dice", "record")

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.record: list[Throw] = []

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        faces = self._dice.roll(count, sides, why)
        self.record.append(Throw(count, sides, why, faces))
        return faces


class Recorded(_Summing):
    """An old game's faces again, and after them those of other dice, if any are given.

    Another count or another die than the record holds is Diverged; `why` may differ.
    """

    __slots__ = ("_record", "_then", "used")

    def __init__(self, record: Iterable[Throw | tuple[int, int, str, Sequence[int]]], then: Dice | None = None) -> None:
        self._then = then
        self._record = [Throw(count, sides, why, tuple(faces)) for count, sides, why, faces in record]
        self.used = 0

    def roll(self, count: int, sides: int, why: str) -> tuple[int, ...]:
        asked = f'{count}d{sides} is rolled for "{why}"'
        if self.used == len(self._record):
            if self._then is not None:
                return self._then.roll(count, sides, why)
            raise Diverged(f"The record ends after {self.used} rolls, but {asked}.")
        old = self._record[self.used]
        if (old.count, old.sides) != (count, sides):
            held = f'{old.count}d{old.sides} for "{old.why}"'
            raise Diverged(f"Roll {self.used + 1} differs from the record: {asked}, where it holds {held}.")
        _check(old.faces, count, sides, why)
        self.used += 1
        return old.faces


def _check(
    faces: tuple[int, ...], count: int, sides: int, why: str, error: Callable[[str], DiceError] = DiceError
) -> None:
    """Refuse faces that such a roll cannot show."""
    if len(faces) != count:
        raise error(f'Rolling {count}d{sides} for "{why}" needs {count} faces, not {len(faces)}.')
    for face in faces:
        if type(face) is not int or not 1 <= face <= sides:
            raise error(f'A d{sides} has no face {face!r} (rolled for "{why}").')
