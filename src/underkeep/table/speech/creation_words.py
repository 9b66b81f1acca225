"""The words of creation by steps: how a step is told and a question put, and how the answer that was typed is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.procedures.content import key
from underkeep.procedures.recruiting import NAME, Question
from underkeep.table.narrate import explain
from underkeep.table.speech.chatter import in_figures
from underkeep.table.speech.handling import CALLED, fits, stems
from underkeep.world.creature import CreationStepTaken
from underkeep.world.state import State

KEEP, BACK, AGAIN, REST, LIST = "keep", "back", "again", ".", "?"
LAST = Question("", "Keep this character", KEEP, {KEEP: "", BACK: "one step", AGAIN: "another character, rolled anew"})
MOST_NAME = 60
MOST_CHARACTERS = 1600
_FEW_FACES = 9
_MOST_LINES = 14
_MOST_QUOTED = 60


class Line(NamedTuple):
    """What is said, and how far its further lines stand in where it is too long for one."""

    text: str
    indent: int = 2


def prompt(question: Question) -> str:
    return f"{question.text} (like {question.example})" if question.example else question.text


_TITLES = {"ac": "armour class", "level xp": "level and experience", "saves abilities": "saves and abilities"}


def step_line(step: CreationStepTaken) -> Line:
    """What was rolled or noted at a step, with the faces if they are few."""
    title = step.step.replace("-", " ")
    title = _TITLES.get(title, title)
    outcome = ", ".join(
        f"{value}" if what.casefold() == title else f"{what} {value}" for what, value in step.values.items()
    )
    rolled = f" ({explain(step.roll)})" if step.roll is not None and len(step.roll.faces) <= _FEW_FACES else ""
    return Line(f"{title.capitalize()}: {outcome}{rolled}.")


def value_lines(question: Question, most: int | None = None) -> Iterator[Line]:
    """The answers there are: a line each with its remark, or one after the other; just how many, if that is long."""
    if _is_numbered(question):
        width = max(map(len, question.values))
        for number, (value, remark) in enumerate(question.values.items(), 1):
            yield Line(f"{number:>2}  {value:<{width}}  {remark}".rstrip(), width + 6)
    elif question.values:
        listed = ", ".join(f"{value} ({remark})" if remark else value for value, remark in question.values.items())
        is_short = most is None or len(listed) <= most
        yield Line(f"{listed}." if is_short else f"({LIST} lists all {len(question.values)}.)")


def _is_numbered(question: Question) -> bool:
    return any(question.values.values()) and len(question.values) <= _MOST_LINES


def read(question: Question, said: str, state: State) -> str:
    """The answer as the rules spell it: by its number, its name or the beginning of it."""
    if said.casefold() == question.default.casefold():
        return question.default
    if question.what == NAME:
        return _read_name(said, state)
    values = list(question.values)
    if _ASKS.match(said.lower()):
        raise UnderkeepError(_told_of(question, said))
    if not values:
        return said
    if said.isdecimal() and _is_numbered(question) and 1 <= int(said[:9]) <= len(values):
        return values[int(said) - 1]
    bare = _SAYS_LITTLE.sub("", said.casefold()).strip() or said
    fitting = [v for v in values if key(v) == key(said)] or [v for v in values if key(v) == key(bare)]
    fitting = fitting or [v for v in values if key(v).startswith(key(said) or " ")]
    fitting = fitting or [v for v in values if key(v).startswith(key(bare) or " ")]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UnderkeepError(f'"{said[:_MOST_QUOTED]}" may be {" or ".join(fitting)}.')
    if question.adds:
        return said
    named = [] if _DENIES.search(said.lower()) else [v for v in values if set(stems(v)) <= set(stems(said))]
    if len(named) == 1:
        return named[0]
    there_are = f"there are {', '.join(values)}."
    raise UnderkeepError(f'"{said[:_MOST_QUOTED]}" is not among them; {did_you_mean(key(said), values, there_are)}')


_ASKS = re.compile(r"(?:what|which|how|who|why|is|are|can|does|do|should|tell me|explain)\b.*\?$|.*\?$")


def _told_of(question: Question, said: str) -> str:
    """What is known of the answers that somebody asks about; else what is to be answered."""
    words = set(stems(said.lower()))
    named = [(v, remark) for v, remark in question.values.items() if set(stems(v)) <= words]
    told = [f"{value[:1].upper()}{value[1:]}: {remark}." for value, remark in named if remark]
    if told:
        return " ".join(told)
    some = ", ".join(question.values)
    there_are = f" There are {some}." if question.values and len(question.values) <= _MOST_LINES else ""
    return f"{' '.join((*question.told[-1:], question.text))}.{there_are}".replace("..", ".")


_DENIES = re.compile(r"\b(?:not|no|never|nor|neither|except|but)\b|n't\b|\?")
_SAYS_LITTLE = re.compile(
    r"^(?:(?:i|we|let me)(?: am| will be| want to be| would like to be| choose| take| want| be)? |(?:be|choose|take) )?"
    r"(?:an? |the )?|(?:,? please|[.! ])+$"
)
_BUYS = re.compile(r"^(?:i |we )?(?:buy|purchase|get|take|want|add|also)(?: also)? ")
_TAKES_BACK = re.compile(r"^(?:remove|return|sell|put back|give back|undo)\b")
_COUNT = re.compile(r"^(?:(?P<count>\d{1,3})(?: x)?|an?|one|the|some) (?P<what>.+)$")
_BUNDLE = re.compile(r" for (?P<pieces>\d+)$")
MOST_AT_ONCE = 20


def wishes(question: Question, said: str) -> list[str]:
    """The answers that a line gives to a question that goes on: `12 torches and a rope` are three."""
    if not question.adds or key(said) in {key(value) for value in (*question.values, question.default)}:
        return [said]
    if _TAKES_BACK.match(said.lower()):
        raise UnderkeepError(f"{BACK} takes the last purchase back.")
    pieces = [piece for piece in re.split(r",(?! \d)| and ", in_figures(_BUYS.sub("", said.lower()))) if piece.strip()]
    found = [answer for piece in pieces for answer in _wished(question, piece.strip())]
    return found[:MOST_AT_ONCE] or [said]


def _wished(question: Question, piece: str) -> list[str]:
    """One thing of a list, so many times as it takes bundles of it; what is not on the list as it was typed."""
    counted = _COUNT.match(piece)
    what = counted["what"] if counted is not None else piece
    named = [v for v in question.values if stems(v) == stems(what)] or [v for v in question.values if fits(what, v)]
    if not named:
        called = CALLED.get(what, "")
        named = [v for v in question.values if called and fits(called, v)]
    if not named:
        return [what]
    ware = min(named, key=len)
    bundle = _BUNDLE.search(question.values[ware])
    pieces = int(bundle["pieces"]) if bundle is not None else 1
    count = int(counted["count"] or 0) if counted is not None else 0
    return [ware] * max(1, -(-count // pieces))


def _read_name(said: str, state: State) -> str:
    if len(said) > MOST_NAME or not said.isprintable():
        raise UnderkeepError(f"A name has at most {MOST_NAME} printable characters.")
    if any(creature.name.casefold() == said.casefold() for creature in state.creatures.values()):
        raise UnderkeepError(f"There is a {said} already.")
    return said
