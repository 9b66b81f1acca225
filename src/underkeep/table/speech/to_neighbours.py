"""Lines about those who live where the party is and let it be: to go up to them and say something in one breath, and
what is asked about them. Nobody knows more of them than was seen when they were met."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.sayings import not_here
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.table.view import neighbours
from underkeep.world.state import State

Parse = Callable[[Reader, str], Meaning]
_GOES, _SAYS, _TURNS, _ASKS, _ATTITUDE = (
    pattern("to_neighbours", name) for name in ("goes", "says", "turns", "asks", "attitude")
)
_TO_US = re.compile(r"\w+ (?:me|us)\b")
"""What the referee is asked for."""
SEEN = "{those} {let} the party be.{doing} More shows to whoever goes up to them."


class Approach(InWords):
    """To go up to somebody, and what is said then: that they are met is what the line wanted."""

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        is_met = before.encounter is None and after.encounter is not None
        if is_met and after.fight is None and not after.prompts:
            return False
        return super().is_interrupted(rules, before, after)

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        return super().next(rules, state, options, seat) if state.fight is None else None


def to_neighbours(reader: Reader, typed: str, parse: Parse) -> Meaning | None:
    """The meaning of such a line; None where nobody lives, and of any other line."""
    if a.MeetAgain() not in reader.options.listed:
        return None
    said = typed.rstrip("?!. ")
    if (asks := _ASKS.fullmatch(said)) is not None:
        whom = next((told for name, told in asks.groupdict().items() if name.startswith("whom") and told), "")
        return _seen(reader) if _is_them(reader, whom) else None
    if typed.endswith("?"):
        is_how = (how := _HOW_THEY_ARE.match(said)) is not None and _is_them(reader, how["whom"])
        return _seen(reader) if is_how or _is_of_their_doing(reader, said) else None
    who, told = _speaker(reader, said)
    if (
        (past := _PAST_THEM.fullmatch(told)) is not None
        and " and " not in told
        and "," not in told
        and _is_them(reader, past["whom"])
    ):
        return Say(NEEDLESS.format(those=neighbours(reader.state)))
    if (hits := _ATTACKS.fullmatch(told)) is not None and _is_them(reader, hits["whom"]):
        return Do(a.MeetAgain())
    is_about = _SAYS.match(told) is not None and " about " in told
    if not_here(reader, told.partition(" about ")[0] if is_about else said):
        return None
    if (goes := _GOES.fullmatch(told)) is not None and _is_them(reader, goes["whom"]):
        rest = re.sub(r"\b(ask|tell|greet|beg|warn|question)s?$", r"\1 them", goes["rest"] or "")
        if rest and not _SAYS.match(rest):
            return None
        return _met(who, rest, parse)
    says = _SAYS.match(told)
    if says is None or _TO_US.match(told) or _TO_WHOM.match(told) or not _is_them(reader, told[says.end() :]):
        return None
    return _met(who, told, parse)


_PAST_THEM = re.compile(
    r"(?:(?:quietly|carefully|slowly) )?(?:sneak|creep|tiptoe|slip|steal|go|walk|move|get|pass)(?:e?s)?"
    r"(?: (?:quietly|carefully|slowly))* (?:past|around|round|by) (?P<whom>(?:the |those |these )?[\w' -]+)"
)
_ATTACKS = re.compile(
    r"(?:(?:all|everyone|quickly|now) )?(?:attack|charge|fight|kill|strike|ambush|rush|surprise)(?:e?s)? "
    r"(?P<whom>(?:the |those |these )?(?:sleeping )?[\w'-]+(?: [\w'-]+)?)(?: (?:now|quickly|quietly|in their sleep))?"
)
NEEDLESS = "Those who live here let the party be ({those}): to go on past them, say where to."


_HOW_THEY_ARE = re.compile(
    r"(?:and |so )?(?:are|is|do|does|did|have|has|why (?:are|is|do|does)) (?P<whom>(?:the |those |these )?[\w'-]+)\b "
)


def _is_of_their_doing(reader: Reader, said: str) -> bool:
    """Whether a question is about what they were at when they were met: the pot that one of them stirs."""
    _, doing = _when_met(reader)
    small = group("small") | group("asking")
    words = {stem(word) for word in parts(doing)[1:] if len(word) > _SHORT and word not in small}
    return bool(words & {stem(word) for word in parts(said)} - {stem(w) for w in parts(neighbours(reader.state))})


_SHORT = 2


def _met(who: str, rest: str, parse: Parse) -> Meaning:
    """To go up to them, then each thing that is to be said or given."""
    clauses = [f"{who} {clause}".strip() for clause in _clauses(rest)]
    return Undertake(Approach(Do(a.MeetAgain()), clauses, parse)) if clauses else Do(a.MeetAgain())


def _clauses(rest: str) -> Iterator[str]:
    """Each thing that is brought up: the second question of a line has the verb of the first."""
    if not rest or re.fullmatch(r"(?:talk|speak|chat|parley|negotiate)s?(?: (?:to|with) .+)?", rest):
        return
    verb = re.match(r"asks?\b", rest)
    for n, clause in enumerate(_TURNS.split(rest)):
        told = clause.strip(" ,")
        told = re.sub(r"^(ask\w*\b.*?) if\b", r"\1 whether", told) if verb is not None else told
        told = re.sub(r"^if\b", "whether", told)
        if told:
            yield f"ask {told}" if n and verb is not None and not _SAYS.match(told) else told


def _speaker(reader: Reader, said: str) -> tuple[str, str]:
    """Who is to do it, if the line says that, and what."""
    said = re.sub(
        r"^(?:(?:please|now|then|and|so|ok|okay),? |let us |we |i |have (?=\w+ \w)|let (?=\w+ \w))+", "", said
    )
    name, _, rest = said.partition(" ")
    own = {first_part(c.name) for c in ours(reader)}
    name = name.rstrip(",")
    return (name, rest) if name in own and rest else ("", said)


def _is_them(reader: Reader, words: str) -> bool:
    """Whether the words speak of those who live here: by what they look like, by their kind, or as `them`."""
    kin = frozenset(w for w in parts(neighbours(reader.state)) if not w.isdecimal()) - group("small")
    told = parts(words)
    own = {first_part(c.name) for c in ours(reader)}
    if told[:1] and told[0] in own:
        return False
    if any(alike(word, kin | group("creature") | frozenset(_ANY)) for word in told):
        return True
    if names_a_monster(reader.rules, neighbours(reader.state)):
        return False
    return any(names_a_monster(reader.rules, word) and not _was_told_of(reader, word) for word in told)


_ANY = ("them", "they", "people", "folk", "locals", "inhabitants")
_TO_WHOM = re.compile(r"(?:gives?|hands?|shows?|pays?|feeds?) (?:to )?(?:them|they)\b")
"""One's own may be meant by it."""


def _was_told_of(reader: Reader, word: str) -> bool:
    """Whether others of that name were met or told of: those who live here are known by their looks alone."""
    return any(alike(w, frozenset((word,))) for line in reader.heard() for w in parts(line))


def _seen(reader: Reader) -> Say:
    """Who they are, and what they did when they were met."""
    those, doing = _when_met(reader)
    is_one = re.match(r"(?:an?|one|1|the) ", those) is not None and " and " not in those
    told = f" When they were met: {doing}" if doing else ""
    return Say(SEEN.format(those=f"{those[:1].upper()}{those[1:]}", let="lets" if is_one else "let", doing=told))


def _when_met(reader: Reader) -> tuple[str, str]:
    """Who lives here, and what was told of what they did when they were met."""
    those = neighbours(reader.state)
    kin = frozenset(w for w in parts(those) if not w.isdecimal())
    lines = [x for x in reader.heard() if x.startswith("The ") and any(alike(w, kin) for w in parts(x)[:5])]
    return those, next((x for x in reversed(lines) if not _ATTITUDE.search(x)), "")
