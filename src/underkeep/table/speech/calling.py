"""Calls and wishes in typed words: `check STR for Aldric`, `everyone saves against breath`, `contest STR Aldric against
orc 1`, `can I recall anything about wyverns?`, `try to topple the statue on them`.

Whoever referees calls for rolls. From a player the same words are a wish for one of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Modifier
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import CallCheck, CallContest, CallSave, CallSituation, Recall, Try
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.naming import without_number
from underkeep.table.speech.wording import parts, tokens
from underkeep.world.creature import Creature
from underkeep.world.state import State

_ABILITIES = {
    "strength": "STR",
    "intelligence": "INT",
    "wisdom": "WIS",
    "dexterity": "DEX",
    "constitution": "CON",
    "charisma": "CHA",
}
_ALL = {"all", "everyone", "everybody", "each", "party"}
_SECRET = re.compile(r"\b(?:secretly|in secret)\b")
_KNOWS = re.compile(
    r"^(?:recall|(?:what )?(?:can|could|do|does) (?P<who>\w+) (?:recall|remember|know))"
    r"(?: (?:anything|something|what))?(?: about| of)? (?P<about>.+?)\??$"
)
_TRIES = re.compile(r"^(?:i |we )?(?:try|tries|attempt|attempts)(?: (?!(?:out|on)\b)(?P<what>.+))$")
_CHECKS = re.compile(
    r"^(?:(?:call for|roll|make) (?:a |an )?)?(?:(?P<who>.+?) )?(?:checks?|rolls?)(?: of| on)? (?P<what>.+)$"
    r"|^(?:call for|roll|make) (?:a |an )?(?P<named>.+?) check(?P<rest>\b.*)$"
)
_SAVES = re.compile(r"^(?:(?P<who>.+?) )?(?:saves?|saving throws?)(?P<rest> .*)?$")
_CONTEST = re.compile(
    r"^contest(?: of)? (?P<what>.+?) (?:between |of |for )?(?P<one>\S+(?: \d+)?) (?:against|vs|with) (?P<others>.+)$"
)
_FATE = re.compile(r"^(?:fate|luck|situation|situational roll)(?: decides| for| of| whether| about)? (?P<what>.+)$")
_PART = re.compile(r"\b(?P<word>for|of|at|with|because|since|despite|although|hampered by|against|vs)\b")
_NUMBER = re.compile(r"[+-]?\d+")
_SIGNED = re.compile(r"(?<!\w)[+-]\d+")
_ADJECTIVES = re.compile(r"^[a-z]+$")


class Table(Struct):
    """Whose line it is, and what it may be about. `referees` if this person calls for rolls."""

    rules: Ruleset
    state: State
    seat: str
    referees: bool
    focus: str = ""


class _Said(Struct):
    """What stands in a call besides what it is of."""

    who: list[str]
    what: str
    difficulty: int | None = None
    adjective: str = ""
    modifiers: tuple[Modifier, ...] = ()
    secretly: bool = False
    opponents: list[str] = []
    armour: bool = False
    is_save: bool = False


def called(table: Table, said: str) -> list[Action] | None:
    """The calls or wishes that a line may mean; several if it names nobody; None if it is neither."""
    if table.rules.book.calls is None:
        return None
    for read in (_tried, _recalled, _contest, _fate, _save, _check):
        found = read(table, said)
        if found is not None:
            return found
    return None


# Who


def own(table: Table) -> list[Creature]:
    """One's own who can do something: of the party, or on the field."""
    state = table.state
    found = state.marchers() if state.party is not None else state.active()
    return [c for c in found if state.owns(table.seat, c.id)]


def _callable(table: Table) -> list[Creature]:
    """Whom a line may name: the referee anybody, a player one's own."""
    if not table.referees:
        return own(table)
    gone = ("dead", "fled")
    return [c for c in table.state.creatures.values() if c.status not in gone]


def _everyone(table: Table) -> list[str]:
    state = table.state
    if state.party is not None:
        return [c.id for c in state.marchers()]
    ours = [c.id for c in own(table)]
    played = ours if table.seat != REFEREE and ours else [c.id for c in state.active() if state.owner(c.id) != REFEREE]
    return played or [c.id for c in state.active()]


def _named(table: Table, words: str) -> list[str]:
    """Those whom the words name, by id, by name or by the beginning of one; all of them for `everyone`."""
    said = parts(words)
    if set(said) & _ALL:
        return _everyone(table)
    found: list[str] = []
    for one in re.split(r",| and ", words):
        wanted = [w for w in parts(one) if w not in ("the", "and")]
        found += [id for id in _one(table, wanted) if id not in found]
    return found


def _one(table: Table, wanted: list[str]) -> list[str]:
    if not wanted:
        return []
    near = _callable(table)
    exact = [c.id for c in near if wanted in (parts(c.id.replace("-", " ")), parts(c.name))]
    if exact:
        return exact[:1]
    begins = [c.id for c in near if parts(c.name)[: len(wanted)] == wanted or parts(c.name)[:1] == wanted[:1]]
    return begins[:1] if len(wanted) == 1 or begins else []


def _usual(table: Table) -> list[str]:
    """Whom a line means that names nobody: who is looked at; for the referee all of the party, each as a choice."""
    if table.focus:
        return [table.focus]
    ours = [c.id for c in own(table)]
    return ours[:1] if ours and not table.referees else _everyone(table)


# The parts of a line


def _taken_apart(table: Table, line: str, is_save: bool = False) -> _Said:
    """`STR for Aldric at -2 with a crowbar because the floor is wet +2`"""
    secretly = bool(_SECRET.search(line))
    line = " ".join(_SECRET.sub(" ", line).split())
    pieces = list(_pieces(line))
    said = _Said([], pieces[0][1].strip(), secretly=secretly, is_save=is_save)
    for word, text in pieces[1:]:
        _add(table, said, word, text.strip(" ,"))
    return said


def _pieces(line: str) -> Iterator[tuple[str, str]]:
    """The line cut at the words that begin a part of it."""
    cuts = [(0, 0, ""), *((m.start(), m.end(), m["word"]) for m in _PART.finditer(line))]
    for (_, begins, word), (ends, _, _) in zip(cuts, [*cuts[1:], (len(line), 0, "")], strict=True):
        yield word, line[begins:ends]


def _add(table: Table, said: _Said, word: str, text: str) -> None:
    named = _named(table, text) if word in ("for", "of", "with") else []
    if named and word in ("for", "of", "with"):
        said.who += [id for id in named if id not in said.who]
    elif word == "at" and _NUMBER.fullmatch(text):
        said.difficulty = int(text)
    elif word == "at" and text in ("advantage", "an advantage", "disadvantage", "a disadvantage"):
        _state(table, said, "advantage" if "dis" not in text else "disadvantage", "dis" not in text)
    elif word == "at" and _ADJECTIVES.fullmatch(text):
        said.adjective = text
    elif word in ("with", "because", "since"):
        _state(table, said, text, "disadvantage" not in text)
    elif word in ("despite", "although", "hampered by"):
        _state(table, said, text, False)
    elif word in ("against", "vs") and (foes := _named(table, text.removesuffix(" armour"))):
        said.opponents += foes
        said.armour = text.endswith(" armour")
    else:
        said.what = f"{said.what} {word} {text}".strip()


def _state(table: Table, said: _Said, text: str, helps: bool) -> None:
    """A circumstance: its own number, or one advantage of the game's."""
    calls = table.rules.book.calls
    assert calls is not None
    number = _SIGNED.search(text)
    step = calls.advantage(_ability(said.what), said.is_save)
    amount = int(number[0]) if number else step if helps else -step
    source = _SIGNED.sub("", text).strip() if number else text
    said.modifiers = (*said.modifiers, Modifier(source or "referee", amount))


def _check_named(table: Table, what: str) -> str:
    """What is checked, as the game writes it, if the words begin with something that it can check."""
    calls = table.rules.book.calls
    assert calls is not None
    said = what.replace("open-doors", "open doors").split()
    if not said:
        return ""
    begin = [_ABILITIES.get(said[0], said[0]).lower(), *said[1:]]
    for name in sorted(calls.checks, key=len, reverse=True):
        wanted = name.lower().replace("-", " ").split()
        if begin[: len(wanted)] == wanted:
            return " ".join([name, *said[len(wanted) :]])
    near = [name for name in calls.checks if set(begin) <= set(name.lower().replace("-", " ").split())]
    near = near or [name for name in calls.checks if name.lower().startswith("-".join(begin)) and len(what) > 3]
    return near[0] if len(near) == 1 else ""


# The lines


def _tried(table: Table, line: str) -> list[Action] | None:
    match = _TRIES.match(line)
    if match is None:
        return None
    ours = own(table)
    named = [c.id for c in ours if set(tokens(c.name)[:1]) & set(tokens(line))]
    actor = (named or ([table.focus] if table.focus else []) or [c.id for c in ours] or [""])[0]
    if not actor:
        return None
    name = tokens(table.state.creatures[actor].name)[:1]
    said = match["what"]
    if name:
        said = re.sub(rf"(?: with {re.escape(name[0])})+$", "", said, flags=re.IGNORECASE)
    what, modifiers = _with_what_helps(table, table.state.creatures[actor], said)
    return [Try(actor, what, modifiers)]


def _with_what_helps(table: Table, actor: Creature, line: str) -> tuple[str, tuple[Modifier, ...]]:
    """The deed, and what is stated to help or hinder: a thing that the actor has, and whatever follows a because."""
    said = _Said([], "")
    for word, text in _pieces(line):
        has = word == "with" and any(set(tokens(item.name)) & set(tokens(text)) for item in actor.items)
        if has or word in ("because", "despite", "although", "hampered by"):
            _add(table, said, "because" if has else word, text.strip(" ,"))
        else:
            said.what = f"{said.what} {word} {text.strip()}".strip()
    return " ".join(said.what.split()), said.modifiers


def _recalled(table: Table, line: str) -> list[Action] | None:
    match = _KNOWS.match(line)
    if match is None or (match["who"] in ("you", "they") and table.state.encounter is not None):
        return None
    about, name = match["about"], ""
    by = _BY_WHOM.fullmatch(about)
    if by is not None and _named(table, by["who"]):
        about, name = by["about"], by["who"]
    who = _named(table, name) or _named(table, match["who"] or "") or _usual(table)[:1]
    return [Recall(id, _looks_of(table, about.strip(" ?"))) for id in who] or None


_BY_WHOM = re.compile(r"(?P<about>.+) (?:for|with|by) (?P<who>.+)")
_THOSE = re.compile(r"(?:them|it|these|those|they|this|that)(?: (?:are|is))?|(?:what |who )(?:they|these|those) are")


def _looks_of(table: Table, about: str) -> str:
    """Those who are met, as `them`, by what the party calls them."""
    met = table.state.encounter.monsters if table.state.encounter is not None else ()
    if not met or _THOSE.fullmatch(about) is None:
        return about
    return without_number(table.state.creatures[met[0]].name).lower()


def _contest(table: Table, line: str) -> list[Action] | None:
    match = _CONTEST.match(_SECRET.sub(" ", line).strip())
    if match is None:
        return None
    one, others = _named(table, match["one"]), _named(table, match["others"])
    if not table.referees:
        return [Try(id, f"{_ability(match['what'])} against {match['others']}") for id in one or _usual(table)[:1]]
    what = _ability(match["what"])
    secretly = bool(_SECRET.search(line))
    return [CallContest(one[0] if one else match["one"], what, opponents=tuple(others), secretly=secretly)]


def _ability(what: str) -> str:
    word = what.strip()
    known = _ABILITIES.get(word, word)
    return known.upper() if known.upper() in _ABILITIES.values() else _raw_power(word)


def _raw_power(word: str) -> str:
    return "STR + Scale" if "scale" in word else word


def _fate(table: Table, line: str) -> list[Action] | None:
    match = _FATE.match(line)
    if match is None or not table.referees or CallSituation not in table.rules.codec.action_types:
        return None
    said = _taken_apart(table, match["what"])
    who = (said.who or _everyone(table))[:1]
    return [CallSituation(id, said.what, None, said.modifiers, secretly=said.secretly) for id in who] or None


def _save(table: Table, line: str) -> list[Action] | None:
    match = _SAVES.match(_SECRET.sub(" ", line).strip())
    if match is None or not re.search(r"\b(?:against|vs)\b", line):
        return None
    subject, _, threat = re.sub(r"\bvs\b", "against", line[match.start() :]).partition("against")
    said = _taken_apart(table, threat.strip(), is_save=True)
    said.secretly = bool(_SECRET.search(line))
    who = said.who or _named(table, re.sub(r"\b(?:saves?|saving|throws?|for|of)\b", " ", _SECRET.sub(" ", subject)))
    against = f"{said.adjective} {said.what}".strip()
    if not table.referees:
        return [Try(id, f"save against {against}", said.modifiers) for id in (who or _usual(table))[:1]] or None
    calls = [CallSave(id, against, said.difficulty, said.modifiers) for id in who or _usual(table)]
    return _together(calls, bool(who), said.secretly)


def _check(table: Table, line: str) -> list[Action] | None:
    plain = " ".join(_SECRET.sub(" ", line).split())
    match = _CHECKS.match(plain)
    if match is None:
        return None
    subject = match["who"] or ""
    said = _taken_apart(table, match["what"] if match["what"] else f"{match['named']}{match['rest']}")
    said.secretly = bool(_SECRET.search(line))
    what = _check_named(table, said.what) or (said.what if table.referees and said.who else "")
    if not what:
        return None
    who = said.who or _named(table, subject)
    if subject and not who:
        return None
    if not table.referees:
        return [Try(id, f"{what} check", said.modifiers) for id in (who or _usual(table))[:1]] or None
    if said.opponents and not said.armour:
        first = (who or _usual(table))[0]
        return [CallContest(first, what, said.difficulty, said.modifiers, (), said.secretly, tuple(said.opponents))]
    what = f"{said.adjective} {what}{f' vs {said.opponents[0]} armour' if said.armour else ''}".strip()
    calls = [CallCheck(id, what, said.difficulty, said.modifiers) for id in who or _usual(table)]
    return _together(calls, bool(who), said.secretly)


def _together(calls: list[CallCheck] | list[CallSave], together: bool, secretly: bool) -> list[Action] | None:
    """One call for all who were named; where nobody was, one for each to choose from."""
    if not calls:
        return None
    if not together:
        return [replace(call, secretly=secretly) for call in calls]
    return [replace(calls[0], also=tuple(call.creature for call in calls[1:]), secretly=secretly)]
