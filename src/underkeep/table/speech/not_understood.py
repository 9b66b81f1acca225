"""What is said to a line that means nothing legal: the rules' own reason, the nearest commands, or that it can be
tried. No rules: why something is refused is asked of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import play
from underkeep.procedures.chapter import FIGHT, MEETING
from underkeep.procedures.exploration import sight
from underkeep.procedures.resolution import Refusal
from underkeep.procedures.sorts_of_deed import is_deed
from underkeep.table.speech import frames, scenery
from underkeep.table.speech.asking_words import ANSWERED, is_question
from underkeep.table.speech.demanded import in_other_words
from underkeep.table.speech.describe import describe
from underkeep.table.speech.going import held_up
from underkeep.table.speech.leading_words import without_lead
from underkeep.table.speech.matching import matches
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.strictly import UNSURE
from underkeep.table.speech.supposing import elsewhere, refused
from underkeep.table.speech.wording import COMPASS, canonical, parts, plain, tokens

MOST_QUOTED = 60


def names_told(reader: Reader) -> tuple[list[str], list[str]]:
    """The first words of names that a line may have: one's own, and others'."""
    seekers = reader.state.settlement.applicants if reader.state.settlement is not None else ()
    own, others = ours(reader), [*(c.name for c in reader.state.creatures.values()), *(x.name for x in seekers)]
    return [word for c in own for word in parts(c.name)[:1]], [word for name in others for word in parts(name)[:1]]


def against(reader: Reader, said: str) -> Say | None:
    """What the map or the rules say against a line that they know."""
    if held := held_up(reader.state, said, _sees(reader)):
        return Say(held)
    found = refused(reader.rules, reader.state, reader.options, reader.seat, said, reader.focus)
    return Say(_of_nobody(reader, said, *found), found[1].rule) if found is not None else None


def _of_nobody(reader: Reader, said: str, action: Action, refusal: Refusal) -> str:
    """What is said against it; of what none of them has, where nobody is named, that nobody has it."""
    names = {parts(c.name)[0] for c in ours(reader) if parts(c.name)}
    lacking = _LACKS.fullmatch(refusal.sentence)
    if lacking is None or names & set(parts(said)) or len(names) < 2:
        return refusal.sentence
    others = (replace(action, actor=c.id) for c in ours(reader))
    told = [play.why_not(reader.rules, reader.state, reader.seat, other) for other in others]
    is_nobodys = all(one is not None and one.sentence.endswith(f" has no {lacking['what']}.") for one in told)
    what = re.sub("^such ", "such a ", lacking["what"])
    what = what if what.startswith("such") or what.endswith("in mind") else f"any {what}"
    return f"Nobody has {what}." if is_nobodys else refusal.sentence


_LACKS = re.compile(r"\w[\w' -]* has no (?P<what>[\w' -]+)\.")


def _sees(reader: Reader) -> bool:
    """Whether the party has a light, or eyes for the dark, where it needs them."""
    dungeon, party = reader.rules.dungeon, reader.state.party
    if dungeon is None or party is None or party.at is None or reader.state.lights:
        return True
    return sight(dungeon, reader.state) > 0


def unknown(reader: Reader, said: str, line: str, sensible: Callable[[Reader, str], Meaning | None]) -> Ask | Say | Do:
    """One sentence: the rules' reason, and the nearest commands about the same thing or spelt alike. What was typed
    is quoted as it was; only what may be a deed can be tried."""
    rules, state = reader.rules, reader.state
    listed = [x for x in reader.options.listed if not isinstance(x, a.Retire)]
    if state.prompts and not listed:
        return Say(f"That waits for an answer by {' or '.join(state.prompts[0].seats)}.")
    if state.prompts:
        if (answered := in_other_words(reader, line)) is not None:
            return answered
        answers = ", ".join(describe(rules, state, x) for x in listed)
        choice = f"{scenery.question(rules, state, state.prompts[0])} " if is_question(line) else ""
        return Say(f"{choice}Please answer: {answers}. Anything else comes after that.")
    names = [word for c in state.creatures.values() for word in tokens(c.name)]
    things = [COMPASS.get(w, w) for w in tokens(canonical(said))[1:] if w not in names]
    told = {x: describe(rules, state, x) for x in listed}
    about = [x for x in listed if things and matches(things, tokens(told[x]))]
    is_cast = tokens(canonical(said))[:1] in (["cast"], ["casts"])
    about = [x for x in about if hasattr(x, "spell") == is_cast]
    spoken = against(reader, said)
    reason, rule = (spoken.text, spoken.rule) if spoken is not None else ("", "")
    if not reason and (there := elsewhere(state, said)):
        return Say(there)
    alike = [] if reason else difflib.get_close_matches(said, list(told.values()), 3, 0.6)
    hint = " or ".join(f'"{t}"' for t in (_one_of_each(about, told) or alike)[:3])
    if reason:
        return Say(f"{reason.rstrip('.')}; perhaps {hint}." if hint else reason, rule)
    typed = " ".join(line.split()).rstrip(" .!")
    quoted = f'"{typed}"' if len(typed) <= MOST_QUOTED else f'"{typed[:MOST_QUOTED].rstrip()}..."'
    bare = _SUBJECT.sub("", without_lead(plain(typed), names_told(reader)[0]))
    if (wished := _WISHED.fullmatch(plain(typed))) is not None and is_deed(f"try {wished['what']}"):
        return frames.offered(reader, wished["what"])
    if (asked := _MAY.fullmatch(plain(typed))) is not None and asked["who"] in names_told(reader)[0]:
        meant = sensible(reader, f"{asked['who']} {asked['what']}")
        if isinstance(meant, Do):
            return Ask(UNSURE, (meant.action,))
    if is_question(typed):
        unanswered = f"{quoted} is a question without an answer here{f'; perhaps {hint}' if hint else ''}."
        return Say(f"{unanswered} {_NOT_KNOWN.get(place_of(reader), '')} {ANSWERED}".replace("  ", " "))
    if rules.book.calls is not None and len(typed) <= MOST_QUOTED and not hint and _is_told(reader, said, typed):
        if there := elsewhere(state, frames.wish(reader, bare).removeprefix("try to ")):
            return Say(there)
        return frames.offered(reader, bare)
    can_try = rules.book.calls is not None and (is_deed(said) or is_deed(bare) or (not hint and _is_long(bare)))
    wish = frames.wish(reader, bare) if can_try and len(bare) <= MOST_QUOTED else ""
    if not hint:
        return Say(f"{quoted} means nothing here; {f'say: {wish}; or ' if wish else ''}help lists the commands.")
    return Say(f"{quoted} cannot be done here; perhaps {hint}{f', or say: {wish}' if wish else ', or help'}.")


_SUBJECT = re.compile(r"^(?:(?:we|i|let us|let) )+")
_NO_VERBS = re.compile(
    r"(?:yes|no|in|on|out|up|down|through|into|the|an?|this|that|these|those|my|our|his|her|their|it|he|she|they|not"
    r"|and|or|but|so|for|with|by|at|of|from|to|maybe|perhaps|please|then|now|first|next|always|never|quickly|slowly"
    r"|carefully|some|any|all|nothing|something|there|here)\b"
)


def _is_long(bare: str) -> bool:
    """Whether a line in words that nobody knows may yet begin with what somebody does."""
    return len(parts(bare)) > 2 and _NO_VERBS.match(bare) is None


def _is_told(reader: Reader, said: str, typed: str) -> bool:
    """Whether a line says what somebody does: a deed by its verb, or anything of one's own by name."""
    words = parts(typed)
    return is_deed(said) or (len(words) > 2 and words[0] in names_told(reader)[0] and not _NOT & set(words))


_NOT_KNOWN = {
    MEETING: "If it is about them, nobody of the party knows it: ask them, or see what they do.",
    FIGHT: "If it is about the foes, the party knows no more of them than it sees.",
}
_NOT = {"not", "doesn", "don", "won", "never", "nothing"}
_MAY = re.compile(r"(?:can|may|should) (?P<who>\w+) (?P<what>\w.+?)\??")
_WISHED = re.compile(r"(?:can|could|may|might) (?:i|we|you|\w+) (?:please )?(?P<what>[a-z]+ .+?)\??")


def _one_of_each(actions: Sequence[Action], told: Mapping[Action, str]) -> list[str]:
    """One description of every kind of action."""
    kinds: dict[type[Action], str] = {}
    for action in actions:
        kinds.setdefault(type(action), told[action])
    return list(kinds.values())
