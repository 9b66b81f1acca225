"""Questions about what is not here: those who were met, what was seen, heard or found before, the way by which the
party came. What is told is what was told then; a question that names nothing unknown is left to the other readers."""

from __future__ import annotations

import difflib
import re
import tomllib
from functools import cache
from importlib import resources

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.procedures.chapter import DUNGEON, ROAD
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.frames import is_asked, words_known
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import THING, mentions, place_of
from underkeep.table.speech.past_pages import CAME, CUT_OFF, FAILED, FAILURE, FOUND, TOLD, spoken_of
from underkeep.table.speech.rules_told import RULING, SURE, UNTOLD, ruling
from underkeep.table.speech.second_thoughts import is_weak
from underkeep.table.speech.wording import COMPASS, NOISE, first_part, parts

_FOUND = re.compile(
    r"\bjust (?:found|find|got|get|looted|took|take|taken|picked up|pick up)\b"
    r"|\b(?:did|have) (?:we|i) (?:just |all )?(?:find|found|loot|looted|take|taken|pick(?:ed)? up|get)\b"
    r"|\b(?:we|i) (?:just |all )?found\b"
)
_MUCH = re.compile(r"\b(?:how (?:much|many)|what)\b")
_TOTAL = re.compile(r"how (?:much|many)\b")
_CAME = re.compile(
    r"\b(?:which|what|where|how)\b.*\b(?:we|i) (?:come|came|enter(?:ed)?|get|got) (?:in|from|here|inside|this way)\b"
    r"|\b(?:which|what|where)\b.*\b(?:way|door|side|direction)\b.*\b(?:came|come|entered)\b"
    r"|\bwhere (?:did|have) (?:we|i) (?:just )?(?:come|came|been) from\b"
)
_CUT_OFF = re.compile(
    r"\b(?:(?:we|us|party)\b.*\btrapped|locked in|shut in|walled in|cut off|sealed in|no way (?:out|back)"
    r"|(?:way|door|gate|portcullis|path|passage|exit|entrance)\b.*\b(?:blocked|closed behind|shut behind|sealed))\b"
)
_LOOSE = ("look", "exits", "time", "way out", "areas", "purse", "light", "help", "why", "options", "log", "supplies")
_HEARD = re.compile(r"\bwhat (?:did|have) (?:we|i) (?:just )?(?:hear|heard|see|seen|smell|notice|noticed)\b")
_OF_ANYTHING = ("time", "look", "purse", "log")
_OURS = {"we", "us", "our", "party", "everyone", "everybody", "anyone", "anybody", "all"}
_ALIKE = 0.84
_LEAST = 4


def of_a_failure(reader: Reader, said: str) -> Show | None:
    """`Why did Dunstan fail?`: the reasons of the line that told of it."""
    if re.match(r"why (?:did|could|can|has|was|is)\b", said) is None or not FAILURE.search(said):
        return None
    named = [c.name for c in reader.state.creatures.values() if first_part(c.name) in parts(said)]
    told = (line for line in reader.heard() if FAILED.search(line))
    return Show("why", said[4:]) if any(name in line for line in told for name in named) else None


def of_the_past(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """What was told of the things that a question names; what it means else if they are known here."""
    if reader.state.prompts or place_of(reader) not in (DUNGEON, ROAD):
        return meant
    if not is_asked(said):
        return _gone(reader, said, meant)
    if (isinstance(meant, Do) and isinstance(meant.action, a.Examine)) or meant == Show("experience"):
        return meant
    if _FOUND.search(said) and _MUCH.search(said):
        return Show(FOUND)
    if _CAME.search(said) and not _TOTAL.match(said):
        return Show(CAME)
    if _CUT_OFF.search(said) and place_of(reader) == DUNGEON:
        return Show(CUT_OFF)
    if _HEARD.search(said) and (not isinstance(meant, Say) or is_weak(reader, meant)):
        return Show("log")
    if isinstance(meant, Show) and meant.what in _OF_ANYTHING and (about := _thing(reader, said)) is not None:
        return Do(about)
    is_loose = isinstance(meant, Show) and (
        meant.what in _LOOSE or (meant.what == "party" and not _is_own(reader, said))
    )
    unknown = _unknown(reader, said) if is_loose or is_weak(reader, meant) else []
    kin = " ".join(w for w in parts(said) if names_a_monster(reader.rules, w))
    if kin and (is_weak(reader, meant) or (is_loose and spoken_of(reader.heard(), kin))):
        return Show(TOLD, kin)
    if is_weak(reader, meant) and (named := _content(reader, said)) and spoken_of(reader.heard(), named):
        return Show(TOLD, named)
    if unknown and (not is_loose or spoken_of(reader.heard(), " ".join(unknown))):
        return Show(TOLD, " ".join(unknown))
    return meant


def _thing(reader: Reader, said: str) -> a.Examine | None:
    """To look at the thing here that a question without an answer of its own names: how long ago the ashes
    went cold."""
    named = next((m.name for m in mentions(reader, parts(said)) if m.role == THING), "")
    known = survey.known_dressings(reader.state) if named else ()
    return next((a.Examine(thing.id) for thing in known if dressings.name_of(thing).lower() == named), None)


_FOLLOWS = re.compile(
    r"(?:[a-z]+ )?(?:follow|chase|pursue|track|hunt|shadow|trail|find|(?:talk|speak|call|shout|wave) (?:to|with|at)"
    r"|lift|move|shift|clear)(?: (?:after|away|down))? (?:the |those |these |that |any )?(?P<whom>.+)"
)


def _content(reader: Reader, said: str) -> str:
    """The words of a question that may be for things."""
    small = group("small") | group("asking") | group("past") | NOISE | frozenset(COMPASS)
    words = [word for word in parts(said) if len(word) > _LEAST and word not in _names(reader)]
    return " ".join(word for word in words if not alike(word, small))


def _gone(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """What was told of those whom a line would follow, or of what it would move, if they are not here."""
    named = " ".join(_unknown(reader, said)) if meant == Show("exits") else ""
    if named and spoken_of(reader.heard(), named):
        return Show(TOLD, named)
    found = _FOLLOWS.search(_WISHING.sub("", said))
    if found is None or not is_weak(reader, meant) or place_of(reader) != DUNGEON:
        return meant
    unknown = [word for word in _unknown(reader, found["whom"]) if not word.endswith("ly")]
    kin = [word for word in parts(found["whom"]) if names_a_monster(reader.rules, word)]
    if kin or (unknown and spoken_of(reader.heard(), " ".join(unknown))):
        return Show(TOLD, " ".join(kin or unknown))
    return meant


_WISHING = re.compile(r"^(?:(?:can|could|may|should|shall|might|let|would) )?(?:(?:we|us|i|you) )?")


def by_the_book(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """The rulebook's word on a question that nothing else answers."""
    if not isinstance(meant, Say) or "is a question without an answer" not in meant.text:
        return meant
    words = " ".join(
        w for w in parts(said) if w not in NOISE and not alike(w, group("small")) and w not in _names(reader)
    )
    return Show(RULING, words) if words and ruling(reader.rules.id, words, SURE) != [UNTOLD] else meant


def _is_own(reader: Reader, said: str) -> bool:
    """Whether a question about health is about one's own."""
    words = set(parts(said))
    return bool(
        words & {"we", "us", "our", "party", "everyone", "everybody", "anyone", "anybody", "all"}
        | words & _names(reader)
    )


def _names(reader: Reader) -> set[str]:
    return {parts(c.name)[0] for c in ours(reader) if parts(c.name)}


def _unknown(reader: Reader, said: str) -> list[str]:
    """The words of a question that are for nothing here and in no known question."""
    words = parts(said)
    here = {n for mention in mentions(reader, words) for n in mention.at}
    known = _known()
    loose = [w for n, w in enumerate(words) if n not in here and len(w) >= _LEAST and not w.isdecimal()]
    return [
        w
        for w in loose
        if w not in COMPASS and not alike(w, known) and not difflib.get_close_matches(w, known, 1, _ALIKE)
    ]


@cache
def _known() -> frozenset[str]:
    """The words of which questions are made: those of the frames and of the questions about facts."""
    told = tomllib.loads(resources.files(__package__).joinpath("facts.toml").read_text(encoding="utf-8"))["words"]
    asked = resources.files(__package__).joinpath("questions.toml").read_text(encoding="utf-8")
    words = {w for text in told.values() for w in text.split()} | set(re.findall(r"[a-z]{3,}", asked))
    return frozenset(words | words_known() | group("small") | NOISE | group("asking"))
