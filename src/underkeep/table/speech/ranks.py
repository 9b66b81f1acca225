"""The marching order in words: `Aldric and Egil in front, casters in the middle, Dela last`, `the thief leads`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underkeep.procedures import delve_actions as a
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.meanings import Do, Reader, Say
from underkeep.table.speech.mentions import FEATURE, HEAP, THING, mentions
from underkeep.table.speech.patterns import pattern, text
from underkeep.table.speech.wording import first_part, parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

_FRONT = text("ranks", "front")
_MIDDLE = r"(?:in|to) the (?:middle|centre|center)|\bmiddle\b|\bsecond\b|\bnext\b|\bcentre\b|\bsecond rank\b"
_BACK = text("ranks", "back")
_PLACES = ((re.compile(_BACK), 2), (re.compile(_MIDDLE), 1), (re.compile(_FRONT), 0))
_ABOUT = pattern("ranks", "about")
_OTHER = pattern("ranks", "other")
_REST = re.compile(r"\b(?:rest|others|everyone else|everybody else|remaining)\b")
_BEHIND = pattern("ranks", "behind")
_SPLIT = re.compile(r",? (?:and )?(?P<next>then|followed by) |,|;| with ")


_TAKES = re.compile(
    r"\b(?:takes?|forms?|makes? up|guards?|covers?|holds?|brings? up) (?:the )?(rear|front|lead|point"
    r"|van|back|tail|middle)\b"
)
"""What somebody has who takes up a place in the line."""


_HEADING = re.compile(
    r"(?:put|place|have|move|send) (?:the |our )\w+ (?:up )?(?:in|to|at) (?:the )?(?:front|back|rear|middle)[,:] "
    r"(?=.*\b(?:first|front|lead|leads|last|back)\b)"
)
"""Who is to go where by what they are, before they are told by name."""
_TO_THE_END = re.compile(
    r"\b(?:(?:goes|go|moves?|drops?|falls?|steps?|walks?) )?(?:back )?(?:to|at) the (?:very )?(?:end|back|rear|tail)"
    r"(?: of (?:the|our) (?:line|party|column|group|march|marching order|order|file))?\b"
)
_CENTRE = re.compile(r"\b(?:middle|centre|center)\b")


_BEHIND_ALL = re.compile(
    r"\b(?:behind|in the back of|at the back of) (?:the |our |all (?:the )?)?"
    r"(?:fighters?|others?|rest|front(?: rank| line)?|warriors?|line|party|knaves?|every(?:one|body)(?: else)?|us)\b"
    r"|(?<=stay )behind(?= and\b|,|$)|(?<=stays )behind(?= and\b|,|$)|(?<=keeps )behind(?=,|$)|(?<=hangs )behind(?=,|$)"
)


_AND_ONE = re.compile(
    r"\band\b(?= (?:the )?[\w-]+ (?:in|at|to|up|last|first|behind|bring|take|lead|goes)| (?:have|put|get|move) )"
)
"""The `and` before another place."""


def ranked(reader: Reader, said: str) -> Do | None:
    """The order of march that a line gives; None if it gives none."""
    state = reader.state
    if state.party is None or state.fight is not None or state.encounter is not None or state.prompts:
        return None
    said = _TO_THE_END.sub("at the back", _TAKES.sub(r"in the \1", said))
    head = _HEADING.match(said)
    if head is not None and first_part(said[head.end() :]) in {
        first_part(state.creatures[x].name) for x in state.party.members
    }:
        said = said[head.end() :]
    if not _ABOUT.search(said) or _OTHER.search(said) or said.endswith("?") or "from behind" in said:
        return None
    if re.match(r"(?:(?:we|i|let us) )?(?:sneak|creep|go|run|walk|head|come|get|slip) (?:on )?(?:back|ahead)\b", said):
        return None
    if re.match(r"(?:who|what|which|is|are|how|show|where|why)\b", said):
        return None
    said = _BEHIND_ALL.sub("at the back", said)
    words = parts(said)
    if any(mention.role in (THING, FEATURE, HEAP) for mention in mentions(reader, words)):
        return None
    members = [state.creatures[id] for id in state.party.members]
    relative = _relative(state, members, said)
    if relative is not None:
        return relative
    places: list[list[str]] = [[], [], []]
    named: list[str] = []
    current, waiting, is_next = 0, list[str](), False
    for joint, part in _pieces(_AND_ONE.sub(",", said)):
        some = list(_members(members, part, named))
        where = next((number for pattern, number in _PLACES if pattern.search(part)), None)
        is_next = where is None and bool(joint or is_next) and bool(named) and not waiting
        where = current if is_next else where
        named += some
        if where is None:
            waiting += some
            continue
        current = where
        places[where] += [*waiting, *some]
        waiting = []
    if waiting:
        places[max(current, 1) if named[: len(waiting)] != waiting else 0] += waiting
    if not named or not any(_is_told(member, said) for member in members):
        return None
    first, middle, last = places
    others = [id for id in state.party.members if id not in named]
    before = len(others) if first or last else (len(others) + 1) // 2
    if middle and _CENTRE.search(said):
        half = max(0, (len(others) + 2 * len(last) - len(first)) // 2)
        return Do(a.Order((*first, *others[:half], *middle, *others[half:], *last)))
    order = (*first, *middle, *others, *last) if first else (*others[:before], *middle, *others[before:], *last)
    return Do(a.Order(tuple(dict.fromkeys(order))))


def _pieces(said: str) -> Iterator[tuple[str, str]]:
    """The parts of a line, each with the word that says that it comes next, if one does."""
    found = _SPLIT.split(said)
    yield "", found[0]
    yield from ((joint or "", piece) for joint, piece in zip(found[1::2], found[2::2], strict=True))


_LEFT = re.compile(
    r"(?:we |let us )?(?:leave|abandon|ditch|desert) (?P<who>\w+)(?: (?:behind|here|there|alone|lying|to .+|where .+))+"
)


def left_behind(reader: Reader, said: str) -> Say | None:
    """What is said to a line that would leave one of the party behind; None if it would leave anything else."""
    state, found = reader.state, _LEFT.fullmatch(said)
    if found is None or state.party is None or state.fight is not None or state.prompts:
        return None
    members = [state.creatures[id] for id in state.party.members]
    who = next((c for c in members if parts(c.name)[:1] == [found["who"]]), None)
    if who is None:
        return None
    if who.status == "dead":
        return Say(f"{who.name} is dead, and goes nowhere: the others need not be told.")
    return Say(f"The party stays together; {who.name} can be put at the back: put {who.name} last.")


def _is_told(member: Creature, said: str) -> bool:
    """Whether the line names this one, or the class."""
    is_of_class = any(f" {word} " in f" {' '.join(parts(said))} " for word in class_names([member]))
    return is_of_class or bool({*parts(member.name)[:1], *parts(member.kind)} & set(parts(said)))


def _relative(state: State, members: list[Creature], said: str) -> Do | None:
    """`Corin behind Egil`: next to somebody, the others as they were."""
    assert state.party is not None
    found = _BEHIND.match(re.sub(r"^(?:put|have|let|move|keep|place) ", "", said))
    if found is None:
        return None
    told = _CENTRE.sub("", found["one"])
    ones, others = list(_members(members, told, ())), list(_members(members, found["other"], ()))
    is_plain = not any(place.search(text) for place, _ in _PLACES for text in (told, found["other"]))
    if not ones or not others or set(ones) & set(others) or not (is_plain or len(ones) == len(others) == 1):
        return None
    if len(ones) > 1 and not {*parts(told)} <= {first_part(m.name) for m in members} | _BETWEEN:
        return None
    order = [id for id in state.party.members if id not in ones]
    spots = [order.index(other) for other in others]
    spot = max(spots) + 1 if found["how"] in ("behind", "after") else min(spots)
    return Do(a.Order((*order[:spot], *ones, *order[spot:])))


_BETWEEN = frozenset(
    [
        "and",
        "both",
        "go",
        "goes",
        "walk",
        "walks",
        "march",
        "stay",
        "stays",
        "move",
        "moves",
        "follow",
        "follows",
        "in",
        "to",
        "the",
    ]
)


def _members(members: list[Creature], part: str, before: list[str] | tuple[str, ...]) -> Iterator[str]:
    """Those of the party whom a part of the line names, in the order in which it does."""
    words = parts(part)
    found: list[tuple[int, str]] = []
    for creature in members:
        name = parts(creature.name)[:1]
        if name and name[0] in words:
            found.append((words.index(name[0]), creature.id))
    for word, some in class_names(members).items():
        if f" {word} " in f" {' '.join(words)} ":
            place = " ".join(words).index(word)
            found += [(place + 100, c.id) for c in some if c.id not in {id for _, id in found}]
    if not found and _REST.search(part):
        found = [(n, c.id) for n, c in enumerate(members) if c.id not in before]
    yield from (id for _, id in sorted(found) if id not in before)
