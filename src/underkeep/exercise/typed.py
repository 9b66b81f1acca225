"""Scenes written by hand: how the game begins, and lines as people type them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Raw, Struct, convert

from underkeep.errors import UnderkeepError
from underkeep.exercise import scene as s
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.supposing import refused
from underkeep.table.speech.typed_lines import Ask, Do, Reader, parse
from underkeep.world.state import State


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """`lines` are a player's unless they begin with a seat and a colon; one that begins with `!` is to be refused."""

    about: str
    opening: s.Opening
    lines: tuple[str, ...] = ()


def read(path: Path) -> list[Typed]:
    """The scenes of a file."""
    with path.open("rb") as file:
        return convert(tomllib.load(file)["scene"], list[Typed])


def played(rules: Ruleset, typed: Typed) -> Iterator[tuple[s.Moment, tuple[s.Deed, ...]]]:
    """Each moment of such a scene, with all that was done up to it."""
    moment = s.made(rules, typed.opening)
    deeds: tuple[s.Deed, ...] = ()
    yield moment, deeds
    for line in typed.lines:
        seat, action = _meant(rules, moment.after, line)
        deed = s.Deed(seat, Raw(rules.codec.encode(action)))
        next_one = s.tried(rules, moment.after, seat, action, typed.opening, moment.number + 1)
        is_refused = next_one.refusal is not None
        if is_refused != line.startswith("!"):
            why = next_one.refusal.sentence if next_one.refusal else "it was done"
            raise UnderkeepError(f'In the scene "{typed.about}" the line "{line}": {why}')
        yield next_one, (*deeds, deed)
        if not is_refused:
            moment, deeds = next_one, (*deeds, deed)


def _meant(rules: Ruleset, state: State, line: str) -> tuple[str, Action]:
    """The seat and the action of a line. In a fight without a party the seats are the sides."""
    is_refused, line = line.startswith("!"), line.removeprefix("!").strip()
    seats = (*state.seats, REFEREE)
    seat, colon, rest = line.partition(": ")
    if not colon or seat not in seats:
        seat, rest = next(iter(state.seats)), line
    if rest == "begin":
        return REFEREE, BeginFight()
    asked = [p for p in state.prompts if seat in p.seats]
    if asked and rest in asked[0].choices:
        return seat, Answer(asked[0].id, rest)
    options = play.legal_actions(rules, state, seat)
    meant = parse(Reader(rules, state, options, seat), rest)
    if is_refused and (found := refused(rules, state, options, seat, rest)) is not None:
        return seat, found[0]
    if isinstance(meant, Do):
        return seat, meant.action
    if isinstance(meant, Ask) and meant.choices:
        return seat, meant.choices[0]
    raise UnderkeepError(f'"{line}" means nothing there: {getattr(meant, "text", meant)}')
