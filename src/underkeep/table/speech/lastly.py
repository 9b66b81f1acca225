"""What is said to a line that would else be answered with nothing.

It is read once more, well spelt and with the word for going that was left out; to a question what was told of it is
told again, to a wish what of all that may be done now is nearest to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import FIGHT, MEETING
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.circumstances import by_circumstance, told_instead
from underkeep.table.speech.destinations import to_the_site
from underkeep.table.speech.lexicon import group, senses
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import FEATURE, HEAP, SERVICE, THING, mentions, place_of
from underkeep.table.speech.past_pages import TOLD, recalled
from underkeep.table.speech.second_thoughts import UNTRIED, is_unknown, is_weak
from underkeep.table.speech.spelling import well_spelt
from underkeep.table.speech.spells_wished import TO_BE_CAST, by_effect
from underkeep.table.speech.suggestions import Near, nearest
from underkeep.table.speech.supposing import is_vague
from underkeep.table.speech.wording import parts, plain

UNCLEAR, ONE_OF_THESE = "That is not clear to me.", "Is one of these meant?"
NEAR_OR_TRIED = "No rule is known by these words. Is one of these meant, or shall it be tried?"
_PAST = re.compile(
    r"\b(?:did|was|were|had|got|before|earlier|ever|happened|last time|ago|yesterday|already|used to|became|went)\b"
)
_PAGES = ("look", "party", "exits", "log", "purse", "sheet", "inventory", "time", "options")
_HAS_GOT = re.compile(r"\b(?:have|has) (?:we|i|you|they|the party|[a-z]+) got\b")
"""What is had now."""
Read = Callable[[Reader, str], Meaning]


def lastly(reader: Reader, line: str, meant: Meaning, read: Read) -> Meaning:
    """The meaning, or if it says nothing what comes nearest."""
    if reader.state.prompts or reader.referees:
        return meant
    said = plain(line).rstrip("? ")
    if isinstance(meant, Show) and meant.what in _PAGES and is_question(line) and _PAST.search(_HAS_GOT.sub("", said)):
        return _recalled(reader, said, _WHOLLY) or meant
    if _LOST.fullmatch(said) and isinstance(meant, Show) and meant.what == "look":
        return _recalled(reader, said, _MOSTLY) or meant
    if (rather := by_circumstance(reader, said, meant)) is not None:
        return rather
    if not is_weak(reader, meant) or isinstance(meant, Do | Show):
        return meant
    if (told := told_instead(reader, said, is_question(line), meant)) is not None:
        return told
    for other in _otherwise(reader, said, meant):
        again = read(reader, other)
        if not is_weak(reader, again):
            return Ask(TO_BE_DONE, (again.action,)) if is_question(line) and isinstance(again, Do) else again
    if is_question(line):
        return _recalled(reader, said, _MOSTLY) or meant
    if _is_open(meant) and place_of(reader) in (FIGHT, MEETING) and (spell := by_effect(reader, said)) is not None:
        return spell
    return _offered(reader, said, meant)


def offered(asked: Ask) -> tuple[Action, ...]:
    """What of a question is but near to a line that was not understood: nobody may take it for what was said."""
    if asked.question == NEAR_OR_TRIED:
        return tuple(x for x in asked.choices if not isinstance(x, Try))
    return asked.choices if asked.question.endswith((ONE_OF_THESE, TO_BE_CAST)) else ()


_WHOLLY, _MOSTLY = 1.0, 0.5
_LOST = re.compile(r"where(?: is|s) (?!(?:the|a|an|my|our|it|that|this)\b)\w+")


def _is_open(meant: Meaning) -> bool:
    """Whether it is no more than that the line says nothing, or might be tried."""
    return isinstance(meant, Say) or (isinstance(meant, Ask) and meant.question == UNTRIED)


_GOING = re.compile(r"(?:back|home|out|outside|inside|upstairs|downstairs|onwards?|through|towards?|up|down|into) .+")


TO_BE_DONE = "That is for you to decide. Is it to be done?"
_HOW_IS = re.compile(r"(?P<who>\w+),? are you (?:still )?(?:ok|okay|alright|all right|hurt|fine|well|alive|badly hurt)")
_SOMEBODY = re.compile(
    r"(?:can|could|would|will) (?:someone|somebody|anyone|anybody|one of us|one of you) (?:please )?"
    r"(?P<what>(?!see\b|hear\b)\w+ .+)"
)
_WHEN = re.compile(
    r"^(?:(?:tomorrow|early|first thing|later|afterwards|after that|next|in the morning|at (?:dawn|first light|sunrise)"
    r"|this (?:morning|evening)|tonight|morning)[, ]+)+(?:(?:we|let us)(?: will| shall)? )?"
)


def _otherwise(reader: Reader, said: str, meant: Meaning) -> Iterator[str]:
    """The line in other letters, or with the verb that it lacks."""
    if (spelt := well_spelt(reader, said)) != said:
        yield spelt
    if _GOING.fullmatch(said):
        yield f"go {said}"
    if (how := _HOW_IS.fullmatch(said)) is not None:
        yield f"how is {how['who']}"
    if (asked := _SOMEBODY.fullmatch(said)) is not None:
        yield asked["what"]
    fewer = _WHEN.sub("", said) or said
    placed = to_the_site(reader, fewer)
    yield from (line for line in dict.fromkeys((fewer, placed)) if line != said)


def _offered(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """What of all that may be done is nearest, to choose from."""
    is_wish = isinstance(meant, Ask) and meant.question == UNTRIED
    named = {m.name for m in mentions(reader, parts(said)) if m.role in (THING, FEATURE, HEAP, SERVICE)}
    least = _least(meant, said, bool(named))
    found = tuple(
        near.action
        for near in nearest(reader, said)
        if near.share >= least and (not is_wish or near.is_deed or _has(near, named, "".join(parts(said)[:1])))
    )
    if not found:
        return meant
    if isinstance(meant, Ask):
        others = tuple(x for x in found if x not in meant.choices)
        return (
            Ask(NEAR_OR_TRIED, (*others, *meant.choices)) if is_wish else Ask(meant.question, (*meant.choices, *others))
        )
    told = meant.text if isinstance(meant, Say) and is_vague(meant.text) else UNCLEAR
    return Ask(f"{told} {ONE_OF_THESE}", found)


def _has(near: Near, named: set[str], verb: str) -> bool:
    """Whether it is to visit, use or look at what the line names."""
    if isinstance(near.action, a.Examine):
        return bool(named) and bool(senses(verb) & _HANDLING)
    return isinstance(near.action, a.Use) or (bool(named) and type(near.action).__name__ == "Visit")


def _least(meant: Meaning, said: str, is_named: bool) -> float:
    """How much of a line has to be in a deed that is offered: all but all of it where a reason is told against it."""
    if is_unknown(meant):
        return 0.0
    if _VIOLENT & senses("".join(parts(said)[:1])) or any(word.isdecimal() for word in parts(said)):
        return 2.0
    if isinstance(meant, Say) and is_vague(meant.text) and is_named:
        return _HALF
    return _NEARLY_ALL if len(parts(said)) >= _SEVERAL else 2.0


_HANDLING = {"take", "open", "look", "search", "force"}
_VIOLENT = {"hit", "shoot", "charge", "burn", "steal"}
_NEARLY_ALL, _HALF, _SEVERAL = 0.8, 0.5, 4


def _recalled(reader: Reader, said: str, share: float) -> Show | None:
    """What was told of the people and things that a question names, if enough of its words were in that."""
    names = {parts(c.name)[0] for c in ours(reader) if parts(c.name)}
    words = [w for w in parts(said) if len(w) > 2 and w not in group("asking") | _SEEING]
    words += _those(reader) if place_of(reader) in (FIGHT, MEETING) and _OF_THEM & set(parts(said)) else []
    for asked in ([w for w in words if w not in names], words):
        if asked and recalled(reader.heard(), " ".join(asked), share):
            return Show(TOLD, " ".join(asked))
    return None


_SEEING = {"see", "seen", "saw", "meet", "met"}
_OF_THEM = {"they", "them", "their", "those", "these", "it", "he", "she", "him"}


def _those(reader: Reader) -> list[str]:
    """The words for those who are met or fought."""
    state = reader.state
    met = state.encounter.monsters if state.encounter is not None else ()
    others = [state.creatures[id] for id in met if id in state.creatures]
    if state.fight is not None:
        others = [c for c in state.active() if not state.owns(reader.seat, c.id)]
    return [w for w in parts(others[0].name) if not w.isdecimal()] if others else []
