"""Whole lines typed before strangers of which a part is for later or says nothing by itself: `turn them, if that fails
we run`, `shoot if they come closer`, `Symond takes the purses while the others wait`, `greet them and ask ...`."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import MEETING
from underkeep.table.speech.asked_of_doings import of_their_doings
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.demands import demanded
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.meeting_wishes import of_plain_wishes
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.strangers_seen import NOT_SHOWN, seen_of
from underkeep.table.speech.what_they_are import is_they, what_they_are
from underkeep.table.speech.wording import first_part, parts, plain

Read = Callable[[str], Meaning | None]
Parse = Callable[[Reader, str], Meaning]
_FALLS_BACK, _WHEN_THEY, _CONSEQUENCE, _BLOW, _WAITS, _OTHERS = (
    pattern("meeting_lines", name) for name in ("falls_back", "when_they", "consequence", "blow", "waits", "others")
)
_GREETS_AND, _REFUSED, _NEVER, _BURNS, _THOUGHT, _IF_SUCH = (
    pattern("meeting_lines", name) for name in ("greets_and", "refused", "never", "burns", "thought", "if_such")
)
_ELSE = re.compile(
    r"(?P<head>.+?),? (?:and|but) (?P<then>if (?:they|he|she|it|that) (?:refuses?|declines?|says? no|fails?"
    r"|do not (?:agree|take it|accept)|does not (?:agree|take it|accept)),? (?:then )?\w+.*)"
)
WHETHER = "That is for you to judge. Is it to be done?"
IF_IT_COMES = "If it comes to that, say it then: {}."
TILL_THEN = "The party waits for that, weapons at hand, and strikes nobody first."
OTHERS_WAIT = "The others wait."


class Shorter(Struct, frozen=True):
    """A line without what is for later, and what is said of that."""

    line: str
    note: str


def of_whole_meeting_lines(reader: Reader, line: str, parse: Parse, read: Read) -> Meaning | None:
    """What such a line means; None of any other."""
    if place_of(reader) != MEETING or reader.state.prompts or reader.referees:
        return None
    typed = plain(line).rstrip("?!. ")
    said = whole_words(typed, *names_told(reader)) or typed
    if (told := what_they_are(reader, said, read) or of_their_doings(reader, said)) is not None:
        return told
    if (told := of_plain_wishes(reader, said)) is not None:
        return told
    if (found := _IF_SUCH.fullmatch(said)) is not None:
        meant = parse(reader, found["what"])
        seen = seen_of(reader) or NOT_SHOWN
        return Ask(f"{seen} {WHETHER}", (meant.action,)) if isinstance(meant, Do) else meant
    if is_for_later(said) and a.StandBy() in reader.options.listed:
        return Do(a.StandBy(), TILL_THEN)
    shorter = _shorter(reader, said) or Shorter(_bearings(typed), "")
    if shorter.line == typed:
        return None
    meant = parse(reader, shorter.line)
    return None if is_weak(reader, meant) and not isinstance(meant, Ask) else noted(meant, shorter.note)


def _bearings(said: str) -> str:
    """North and south spelt as they are meant: `nroth`, `sotuh`."""
    spelt = {"".join(sorted(word)): word for word in ("north", "south")}
    return re.sub(r"\b[nsohrtu]{5}\b", lambda found: spelt.get("".join(sorted(found[0])), found[0]), said)


def is_for_later(said: str) -> bool:
    """Whether blows, or flight, are told for when those who are met do something."""
    found = _WHEN_THEY.search(said)
    if found is None or _NEVER.search(said):
        return False
    before = _joined(said[: found.start()])
    if _then(said[found.end() :]):
        return not before or _WAITS.fullmatch(before) is not None
    first, _, last = before.rpartition(" and ")
    return _BLOW.match(last) is not None and (not first or _WAITS.fullmatch(first) is not None)


def _then(rest: str) -> str:
    """What is to be done then."""
    found = _CONSEQUENCE.search(rest)
    return found["what"] if found is not None else ""


def _joined(said: str) -> str:
    return re.sub(r"(?:^|[ ,]+)(?:and|but|then|or)?[ ,]*$", "", said)


def _shorter(reader: Reader, said: str) -> Shorter | None:
    """The line without what is told for another case, of those who only wait, or before the word that counts."""
    if (found := _ELSE.fullmatch(said)) is not None:
        return Shorter(found["head"], IF_IT_COMES.format(_named(reader, found["then"])))
    found = _FALLS_BACK.search(said)
    if found is not None and (head := _joined(said[: found.start()])) and demanded(reader, said) is None:
        return Shorter(head, IF_IT_COMES.format(_named(reader, found["what"])))
    found = _WHEN_THEY.search(said) or _REFUSED.search(said)
    if found is not None and not _NEVER.search(said):
        head, then = _joined(said[: found.start()]), _then(said[found.end() :])
        if head and then:
            return Shorter(head, IF_IT_COMES.format(_named(reader, f"{found[0].strip(' ,')}, {then}")))
        first, _, last = head.rpartition(" and ")
        if first and _BLOW.match(last):
            return Shorter(first, IF_IT_COMES.format(_named(reader, f"{last} {found[0].strip(' ,')}")))
    if (found := _BURNS.fullmatch(said)) is not None and is_they(reader, found["whom"]):
        who = found["who"] or _torch_bearer(reader)
        return Shorter(f"{who} attacks them with the torch", "") if who and _is_of_one(reader, who) else None
    if (found := _THOUGHT.match(said)) is not None and len(said) > found.end():
        return Shorter(said[found.end() :], "")
    if (found := _OTHERS.search(said)) is not None and _is_of_one(reader, head := _joined(said[: found.start()])):
        return Shorter(head, OTHERS_WAIT)
    if (found := _GREETS_AND.fullmatch(said)) is not None:
        who = found["who"] or ""
        return Shorter(f"{who} {found['rest']}" if _is_of_one(reader, who) else found["rest"], "")
    return None


def _torch_bearer(reader: Reader) -> str:
    """Whoever bears a torch that burns."""
    bearers = {light.bearer for light in reader.state.lights if "torch" in light.name.lower()}
    return next((first_part(c.name) for c in ours(reader) if c.id in bearers), "")


def _is_of_one(reader: Reader, said: str) -> bool:
    """Whether a line tells one of the party by name to do something."""
    words = parts(said)
    return bool(words) and words[0] in {first_part(c.name) for c in ours(reader)}


def _named(reader: Reader, said: str) -> str:
    names = {first_part(c.name) for c in ours(reader)}
    return " ".join(word.capitalize() if word.strip(",") in names else word for word in said.split())


def noted(meant: Meaning, note: str) -> Meaning:
    """The same with a word on what was left out."""
    if not note:
        return meant
    if isinstance(meant, Do | Undertake):
        return replace(meant, note=f"{meant.note} {note}".strip())
    if isinstance(meant, Ask):
        return Ask(f"{meant.question} {note}" if note != OTHERS_WAIT else meant.question, meant.choices)
    return Say(f"{meant.text} {note}", meant.rule) if isinstance(meant, Say) and note != OTHERS_WAIT else meant
