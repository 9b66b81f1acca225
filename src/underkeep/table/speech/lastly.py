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
from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.procedures.survey import known_hoards
from underkeep.table.speech.asking_words import is_question
from underkeep.table.speech.casting_words import mends
from underkeep.table.speech.destinations import to_the_site
from underkeep.table.speech.lexicon import group, senses
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import FEATURE, HEAP, SERVICE, THING, mentions, place_of
from underkeep.table.speech.past_pages import TOLD, recalled
from underkeep.table.speech.second_thoughts import UNTRIED, is_unknown, is_weak
from underkeep.table.speech.spelling import well_spelt
from underkeep.table.speech.spells_wished import TO_BE_CAST, by_effect
from underkeep.table.speech.suggestions import Near, nearest, nearest_visits
from underkeep.table.speech.supposing import NOBODY_MET, is_vague
from underkeep.table.speech.taking import contents
from underkeep.table.speech.ways_past import NO_WAY, out
from underkeep.table.speech.wording import COMPASS, GOING, parts, plain
from underkeep.table.view import ways

UNCLEAR, ONE_OF_THESE = "That is not clear to me.", "Is one of these meant?"
NEAR_OR_TRIED = "No rule is known by these words. Is one of these meant, or shall it be tried?"
_PAST = re.compile(
    r"\b(?:did|was|were|had|got|before|earlier|ever|happened|last time|ago|yesterday|already|used to|became|went)\b"
)
_PAGES = ("look", "party", "exits", "log", "purse", "sheet", "inventory", "time")
Read = Callable[[Reader, str], Meaning]


def lastly(reader: Reader, line: str, meant: Meaning, read: Read) -> Meaning:
    """The meaning, or if it says nothing what comes nearest."""
    if reader.state.prompts or reader.referees:
        return meant
    said = plain(line).rstrip("? ")
    if isinstance(meant, Show) and meant.what in _PAGES and is_question(line) and _PAST.search(said):
        return _recalled(reader, said, _WHOLLY) or meant
    if isinstance(meant, Do) and type(meant.action) is a.Search and "pole" in parts(said) and not _has_pole(reader):
        return Ask(NO_POLE, (meant.action,))
    if is_done_elsewhere(reader, meant):
        return Say(f"{NOBODY_MET} Hiring is done in town.")
    is_rest = isinstance(meant, Do) and isinstance(meant.action, a.Rest)
    if place_of(reader) == DUNGEON and not is_rest and _WAITS.fullmatch(said) and a.Rest() in reader.options.listed:
        return Ask(NOBODY_HERE, (a.Rest(),))
    if place_of(reader) == TOWN and isinstance(meant, Say) and (seeks := _by_notice(reader, said)):
        return Ask(ONE_OF_THESE, seeks)
    if _LOST.fullmatch(said) and isinstance(meant, Show) and meant.what == "look":
        return _recalled(reader, said, _MOSTLY) or meant
    if isinstance(meant, Do) and place_of(reader) == MEETING:
        return _by_one_alone(reader, said, meant)
    if place_of(reader) == TOWN and isinstance(meant, Ask):
        return _or_visited(reader, said, meant)
    if isinstance(meant, Say) and (told := _in_the_heap(reader, said)):
        return Say(told)
    if not is_weak(reader, meant) or isinstance(meant, Do | Show):
        return meant
    if place_of(reader) == TOWN and isinstance(meant, Say) and not meant.rule and _HEALED.search(said):
        return Show("services", "healing")
    if _CAN_HEAL.match(said) and is_question(line) and not any(mends(reader, x) for x in reader.options.listed):
        return Say(NOBODY_HEALS)
    if isinstance(meant, Say) and (told := _of_a_side(reader, said)):
        return Say(told)
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


def _by_one_alone(reader: Reader, said: str, meant: Do) -> Do:
    """The same; of what one of them alone does, though the line speaks of nobody, that it is but that one."""
    own = {parts(c.name)[0]: c.name for c in ours(reader) if parts(c.name)}
    doer = reader.state.creatures.get(getattr(meant.action, "actor", ""))
    is_hidden = type(meant.action).__name__ == "Hide" and doer is not None and not set(own) & set(parts(said))
    if not is_hidden or doer is None or len(own) < 2 or meant.note:
        return meant
    return Do(meant.action, f"{doer.name} alone hides: not everybody can, where others look on.")


def is_done_elsewhere(reader: Reader, meant: Meaning) -> bool:
    """Whether it is to hire somebody who looked for work in the town that was left."""
    return isinstance(meant, Do) and isinstance(meant.action, a.Hire) and place_of(reader) != TOWN


def _by_notice(reader: Reader, said: str) -> tuple[Action, ...]:
    """To look for people by a notice, where a line speaks of one."""
    listed = [x for x in reader.options.listed if "notice" in str(getattr(x, "how", ""))]
    return (reader.rules.fittest(reader.state, listed),) if listed and "notice" in parts(said) else ()


_WAITS = re.compile(
    r"(?:(?:we|let us|everybody|everyone) )?(?:waits?|stays?|stands? still) and (?:see|watch|listen)\b.*"
)
NOBODY_HERE = "Nobody is here but the party. To let ten minutes go by is to rest: is that meant?"


def _has_pole(reader: Reader) -> bool:
    return any("pole" in item.name.lower() for c in ours(reader) for item in c.items)


NO_POLE = "Nobody has a pole to prod with. Is the place to be searched without one?"
_LOST = re.compile(r"where(?: is|s) (?!(?:the|a|an|my|our|it|that|this)\b)\w+")
_HEALED = re.compile(r"\b(?:heal|heals|healed|healing|cured?|patched up)\b")


_CAN_HEAL = re.compile(
    r"(?:can|could|does|is there) (?:\w+|(?:one|any) of (?:us|the \w+|them)|anything)(?: here)? "
    r"(?:to |that can |who can |able to |have anything to |know how to )*(?:heal|cure|mend|patch up)\b"
)
NOBODY_HEALS = (
    "Nobody here has anything that heals now: rest, magic or a healer in town does; supplies shows what is had."
)


def _or_visited(reader: Reader, said: str, meant: Ask) -> Ask:
    """The same choices, and the visit to what the line names of the town."""
    named = any(m.role == SERVICE for m in mentions(reader, parts(said)))
    visits = [x for x in nearest_visits(reader, said) if x not in meant.choices] if named else []
    return Ask(meant.question, (*visits[:1], *meant.choices)) if visits else meant


def _of_a_side(reader: Reader, said: str) -> str:
    """That no way leads where a line says, and which ways there are, before strangers as well."""
    words = set(parts(said)) - GOING - group("small")
    sides = {COMPASS[word] for word in words if word in COMPASS}
    if not sides or words - set(COMPASS) or place_of(reader) not in (MEETING, DUNGEON):
        return ""
    return "" if sides & {way.bearing for way in ways(reader.state)} else f"{NO_WAY} {out(reader)}".strip()


def _in_the_heap(reader: Reader, said: str) -> str:
    """What lies in the heap that is looked over by somebody who knows nothing of traps."""
    is_looked = _LOOKS_OVER.search(said) is not None and place_of(reader) == DUNGEON
    if not is_looked or not any(m.role == HEAP for m in mentions(reader, parts(said))):
        return ""
    return " ".join(filter(None, (contents(reader, heap.id) for heap in known_hoards(reader.state))))


_LOOKS_OVER = re.compile(r"^(?:what|inspect|examine|look|check|list|describe|count|study|how much)\b(?!.*\btrap)")


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
