"""Ways and looks in few words: on to a side, home, to the stairs and down them, what lies in sight, how long the party
has been below; and a thing of the place that somebody tries to open or to use."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import course, naming
from underkeep.table.course import Course
from underkeep.table.speech.keepsakes import lying
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.rooms_of_a_name import SEVERAL
from underkeep.table.speech.touching import touched
from underkeep.table.speech.wording import parts
from underkeep.table.view import ways

Read = Callable[[str], Meaning | None]
_ONWARD, _HOME, _STAIRS, _TAKES_US, _TRIES_IT, _IN_SIGHT, _TURNS = (
    pattern("onward_words", name) for name in ("onward", "home", "stairs", "takes_us", "tries_it", "in_sight", "turns")
)
OTHER_WAY = "No stairs {way} are seen here. Here is: the {name}."


def onward_words(reader: Reader, said: str, read: Read) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("? ")
    if (onward := _ONWARD.fullmatch(said)) is not None:
        to = onward["to"].removesuffix("s").removesuffix("ward")
        return read(f"go {to}") if to in _SIDES else read(f"go to the {onward['to']}")
    if _HOME.fullmatch(said):
        return read("go home")
    if (stairs := _STAIRS.fullmatch(said)) is not None:
        return _by_stairs(reader, stairs["way"] or stairs["way2"] or "")
    if (takes := _TAKES_US.fullmatch(said)) is not None:
        return read(f"go back to {takes['where']}") or read(f"go to {takes['where']}")
    if (tries := _TRIES_IT.fullmatch(said)) is not None:
        plainly = f"{tries['deed']} {tries['what']}"
        return read(plainly) if touched(reader.state, reader.options, plainly) is not None else None
    if _IN_SIGHT.fullmatch(said):
        return lying(reader)
    if _TURNS.fullmatch(said) and reader.state.party is not None:
        many = reader.state.party.turns
        return Say(f"The party has been below for {many} turn{'' if many == 1 else 's'}.")
    to = _TO_A_SQUARE.fullmatch(said)
    at = reader.state.party.at if reader.state.party is not None else None
    if to is not None and at is not None and naming.square_named(to["square"]) == at.square:
        return Say(f"The party stands at {naming.square_name(at.square)}.")
    first = _FIRST.fullmatch(said)
    which = read(first["go"]) if first is not None else None
    return which if isinstance(which, Say) and which.text.startswith(SEVERAL) else None


_TO_A_SQUARE = re.compile(
    r"(?:(?:let us|we) )?(?:go|walk|move|head)(?: back)? to (?:square )?(?P<square>[a-z]{1,2}\d{1,2})"
)
_FIRST = re.compile(
    r"(?P<go>(?:(?:let us|we|now),? )?(?:go|walk|return|head|back)(?: back)? to (?:the )?[a-z' ]+?)"
    r"(?:,| and|, and)(?: then)? .+"
)
_SIDES = ("north", "south", "east", "west")


def _by_stairs(reader: Reader, way: str) -> Meaning | None:
    """Stairs that are known elsewhere are walked to, and taken if it is said up or down."""
    here = [x.name for x in ways(reader.state) if not x.bearing]
    if here and (not way or any(way in parts(name) for name in here)):
        return None
    if here:
        return Say(OTHER_WAY.format(name=here[0], way=way))
    goal = course.nearest_stairs(reader.state, way)
    if goal is None or goal.spot is None:
        return None
    dungeon = survey.here(reader.state)[0]
    found = next((x.id for x in dungeon.stairs_of(goal.area) if survey.end_of(x, goal.area) == goal.spot), "")
    return Undertake(Course(goal, a.Go(found) if way and found else None))
