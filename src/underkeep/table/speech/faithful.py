"""The last look at what a line was read as: if it names one of the party who has no part in that, tells a number that
is not in it, tells another bearing or says not to do it, it is asked about before it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures.actions import CallCheck, Recall, Try
from underkeep.procedures.delve_actions import (
    Buy,
    Engage,
    Evade,
    Examine,
    Go,
    HearRumours,
    Hire,
    InspectHoard,
    LeaveDungeon,
    Listen,
    MakeCamp,
    OpenDoor,
    Rest,
    RestDays,
    Search,
    Sell,
    StandBy,
)
from underkeep.table.speech.bought_for import agreed, enough, unfit
from underkeep.table.speech.describe import describe
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import SPELL, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.second_thoughts import UNSURE, UNTRIED
from underkeep.table.speech.suggestions import is_beside
from underkeep.table.speech.ways_past import NO_WAY, out
from underkeep.table.speech.ways_taken import takes_no_way
from underkeep.table.speech.wording import COMPASS, folded, parts, stem
from underkeep.table.view import ways

_SPELT = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: n for n, word in enumerate(_SPELT, 2)}
_UNLESS = re.compile(
    r"\b(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|stop|without)(?: (?:\w+ly|ever|any more))? (\w+)"
)
_OTHER_NUMBERS = pattern("faithful", "other numbers")
_TRIED = re.compile(r"\b(?:try|tries|trying|attempts?|checks?|saves?|rolls?|contest)\b")
_WANTED = frozenset(
    ("gimme", "ask", "take", "want", "bring", "give", "haggle", "bargain", "offer", "raise", "pay", "wage")
)
_MOST_INSIDE = 4


_SHOOTS = re.compile(r"\b(?:shoots?|fires? (?:at|on|an arrow|his|her)|looses?|slings?)\b")
_SHOT = re.compile(
    r"\b(?:bow|sling|crossbow|thrown?|shot|dart|javelin|spear|dagger|axe)s?\b|\b(?:long|short|cross)bow\b"
)
NO_SHOT = "There is no shot at one so near; this can be done. Is it meant?"


def faithful(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The meaning, or a question whether it is meant."""
    meant = agreed(reader, line, unfit(reader, enough(reader, meant)))
    if not isinstance(meant, Do) or meant.note or isinstance(meant.action, Answer):
        return meant
    action, said = meant.action, folded(line)
    if isinstance(action, LeaveDungeon) and reader.state.encounter is not None and not _HOMEWARDS.search(said):
        return Do(Evade(walk=True))
    if isinstance(action, Rest | RestDays | MakeCamp) and _THE_REST.search(said):
        return Say(WHAT_REST)
    if _gives_surprise_away(reader, action, said):
        ways = (Evade(walk=True), action, Engage(), StandBy())
        return Ask(UNSEEN, tuple(dict.fromkeys(x for x in ways if x in reader.options.listed)))
    if isinstance(action, Try):
        return meant if _is_told_to_try(reader, said) else Ask(UNTRIED, (action,))
    if isinstance(action, Go) and takes_no_way(said.rstrip(".!? ")):
        return Say(NOTHING_TAKEN)
    label = describe(reader.rules, reader.state, action)
    is_armed = bool(getattr(action, "weapon", ""))
    if is_armed and _SHOOTS.search(said) and not _SHOT.search(label):
        return Ask(NO_SHOT, (action,))
    if _astray(label, said) and isinstance(action, Go | OpenDoor) and not _has_way(reader, said):
        return Say(f"{NO_WAY} {out(reader)}".strip())
    if (
        _unless(label, said)
        or _left_out(reader, action, said)
        or _miscounted(reader, action, label, said)
        or _astray(label, said)
        or _is_spent_untold(reader, action, label, said)
        or _is_beside_it(reader, action, said)
    ):
        return Ask(UNSURE, (action,))
    return meant


NOTHING_TAKEN = "Say what is to be taken by its name: nothing else was spoken of that could be."
_HOMEWARDS = re.compile(r"\b(?:dungeon|home|out|outside|entrance|town|surface|daylight|catacombs?|air|way out|exit)\b")
"""Without a word of these to leave is to leave those who are met."""
_THE_REST = re.compile(r"\bthe (?:rest|remainder|others)\b(?! of (?:us|the party))")
WHAT_REST = "The rest of what? Nobody lies down for that; to rest for a turn, say: rest."
_HIDING = re.compile(
    r"\b(?:hid(?:e|es|ing)|conceal|duck|crouch|lie low|lay low|out of (?:their |its )?sight|take cover|ambush|unseen"
    r"|bush(?:es)?|into cover|under cover)\b"
)
UNSEEN = "They have not noticed the party, and would if it stayed. What is it to be?"


def _gives_surprise_away(reader: Reader, action: Action, said: str) -> bool:
    """Whether the whole party would hide from those who have not noticed it, and lose a round of surprise by it."""
    names = {name for c in ours(reader) for name in parts(c.name)[:1]}
    is_wait = isinstance(action, StandBy) or type(action).__name__ == "Hide"
    return is_wait and bool(_HIDING.search(said)) and not names & set(parts(said)) and _are_unaware(reader)


def _are_unaware(reader: Reader) -> bool:
    """Whether those met have not noticed the party."""
    met = reader.state.encounter
    return met is not None and met.surprises(met.monsters)


def _is_told_to_try(reader: Reader, said: str) -> bool:
    """Whether a line says itself that a thing is but tried, or calls for a roll; in a fight a stunt is a stunt."""
    return reader.state.fight is not None or _TRIED.search(said) is not None


def _is_spent_untold(reader: Reader, action: Action, label: str, said: str) -> bool:
    """Whether a deed of trade is read from a line without a word of trade, or from one that names somebody besides."""
    if not isinstance(action, Buy | Sell | Hire):
        return False
    trade = group(parts(label)[0]) | _WANTED
    if not any(alike(word, trade) for word in parts(said)):
        return True
    return isinstance(action, Buy) and bool(_named(reader, said) - _involved(reader, action) - set(parts(label)))


def _is_beside_it(reader: Reader, action: Action, said: str) -> bool:
    """Whether most of what a line says has no part in the action, or it names a spell that is not cast by it."""
    if reader.referees or isinstance(action, _OF_LOOKS) or len(parts(said)) < _SEVERAL:
        return False
    if isinstance(action, Search) and _LOOKS_AT.search(said):
        return True
    spells = [m.name for m in mentions(reader, parts(said)) if m.role == SPELL and len(m.name) > _SHORT]
    is_cast = hasattr(action, "spell") or any(alike(w, group("memory")) for w in parts(said))
    if (
        spells
        and not is_cast
        and not any(parts(x)[0] in parts(describe(reader.rules, reader.state, action)) for x in spells)
    ):
        return True
    return is_beside(reader, said, action)


_OF_LOOKS = (CallCheck, Examine, InspectHoard, Listen, HearRumours, Recall)
_LOOKS_AT = re.compile(r"\blooks? (?:closely |carefully |hard )?at (?!the (?:floor|walls?|ceiling|ground)\b)")
_SEVERAL, _SHORT = 2, 5


def _unless(label: str, said: str) -> bool:
    """Whether the line says not to do what the action would."""
    words = {stem(word) for word in parts(label)}
    return any(words & set(_plain_forms(found[1])) for found in _UNLESS.finditer(said.replace("\u2019", "'")))


def _plain_forms(verb: str) -> tuple[str, ...]:
    """What `drops`, `taking` and `dropping` may be forms of."""
    root = stem(verb).removesuffix("ing")
    return (root, f"{root}e", root[:-1])


def _left_out(reader: Reader, action: Action, said: str) -> bool:
    """Whether a member is named, but only others have a part in what somebody is to do."""
    if not hasattr(action, "actor"):
        return False
    named = _named(reader, said)
    return bool(named) and named.isdisjoint(_involved(reader, action))


def _named(reader: Reader, said: str) -> set[str]:
    """The first names of those members of whom the line speaks."""
    words = set(parts(said))
    return {name for c in ours(reader) for name in parts(c.name)[:1] if name in words}


def _involved(reader: Reader, action: Action) -> set[str]:
    """The first names of those who have a part in an action."""
    people = reader.state.creatures
    return {name for id in _inside(action) if id in people for name in parts(people[id].name)[:1]}


def _inside(thing: object, depth: int = 0) -> Iterator[Any]:
    """The words and numbers that an action holds."""
    if isinstance(thing, str | int):
        yield thing
    elif depth < _MOST_INSIDE and isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            yield from _inside(getattr(thing, field), depth + 1)
    elif depth < _MOST_INSIDE and isinstance(thing, tuple | list | frozenset):
        for one in thing:
            yield from _inside(one, depth + 1)


def _miscounted(reader: Reader, action: Action, label: str, said: str) -> bool:
    """Whether numbers are told, none of which stands in what somebody is to do; not so those of names,
    lengths and doors."""
    if not hasattr(action, "actor"):
        return False
    for creature in reader.state.creatures.values():
        said = said.replace(folded(creature.name), " ")
    told = set(_numbers(_OTHER_NUMBERS.sub(" ", said)))
    held = {x for x in _inside(action) if isinstance(x, int)}
    return bool(told) and told.isdisjoint(held | set(_numbers(label)))


def _astray(label: str, said: str) -> bool:
    """Whether it is to be done in the west where the line speaks of the east alone."""
    ways, told = ({COMPASS[word] for word in parts(text) if word in COMPASS} for text in (label, said))
    return bool(ways and told) and ways.isdisjoint(told)


def _has_way(reader: Reader, said: str) -> bool:
    """Whether a way that is known here leads where the line says."""
    return bool({way.bearing for way in ways(reader.state)} & {COMPASS[x] for x in parts(said) if x in COMPASS})


def _numbers(text: str) -> Iterator[int]:
    for word in parts(text):
        if word.isdecimal():
            yield int(word)
        elif word in NUMBERS:
            yield NUMBERS[word]
