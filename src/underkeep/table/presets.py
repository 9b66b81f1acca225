"""How a game may begin, as it declares itself in `opening.toml` beside its words: what it is like, and presets."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.ruleset import Ruleset

BY_THE_BOOK = "by the book"


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play: optional rules by name (`no-name` for off), who is in the party's service from the start, and how
    judgement rules are settled."""

    text: str
    switches: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    rulings: dict[str, str] = {}


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is met in the first delve, by the game's own names: somebody to talk to, something to run from."""

    talker: str
    terror: str
    coin: str
    coin_name: str
    bar: str = "stuck"
    setting: str = "crypt"


class Saying(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guide says once this kind of `action` is open, until the `rule` has shown in something that was done."""

    action: str
    rule: str
    words: str


class FightLesson(Struct, frozen=True, forbid_unknown_fields=True):
    """A first fight: who fights whom at which distance, what is taught in it in turn, and what to do in between."""

    match: str
    meanwhile: str
    says: tuple[Saying, ...]
    distance: float | None = None


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """`like` says in a sentence what a game is like, `place` where a list has it. One without a lesson has no first
    delve. Classes that are `by_name_only` are in no party that is drawn by lot: they do not go with everybody."""

    like: str = ""
    place: int = 9
    presets: dict[str, Preset] = {}
    by_name_only: tuple[str, ...] = ()
    lesson: Lesson | None = None
    fight_lesson: FightLesson | None = None


def opening(rules: Ruleset) -> Opening:
    return _opening(type(rules))


@cache
def _opening(game: type[Ruleset]) -> Opening:
    package = sys.modules[game.__module__].__package__
    file = files(package).joinpath("opening.toml") if package else None
    if file is None or not file.is_file():
        return Opening()
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Opening)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise UnderkeepError(f"{package}/opening.toml cannot be read: {error}") from error


def presets(rules: Ruleset) -> Mapping[str, Preset]:
    """By the book first, whatever else there is."""
    plain = Preset("Every optional rule as the book has it; whoever dies is dead.")
    return {BY_THE_BOOK: plain, **opening(rules).presets}


def preset(rules: Ruleset, name: str) -> Preset:
    """A preset by its name."""
    known = presets(rules)
    wanted = " ".join(name.lower().replace("-", " ").split())
    if wanted not in known:
        hint = did_you_mean(wanted, known, f"there are {', '.join(known)}.")
        raise UnderkeepError(f'{rules.title} has no preset "{name[:60]}"; {hint}')
    return known[wanted]
