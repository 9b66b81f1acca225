"""Lines in anybody's words: misspelt, polite, roundabout. Each is put into words that the strict reader knows.

What people mean stands in intents.toml. Nothing is done here: what comes of a wording is for the strict reader to say.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from msgspec import Struct

from underkeep.procedures import scenes
from underkeep.procedures.chapter import DUNGEON
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.spelling import words_here
from underkeep.table.speech.wording import NOISE, parts

_ALIKE = 0.84
_SHORT = 5
_FEW = 6
_SURE, _FAIRLY, _MILDLY = 2, 3, 5
_LONG = ("search", "rest", "camp")
_MILD = (
    *("search", "listen", "hear", "examine", "talk", "wait", "rest", "camp", "set out", "take"),
    *("light", "spike", "visit", "buy", "sell", "leave", "look for"),
)
"""What explains fewer than one in so many words is no guess at all; one in `_SURE` are enough to act on, one in
`_FAIRLY` for what only takes a while, and one in `_MILDLY` for what does no harm."""
_QUESTION = re.compile(
    r"(?:what|whats|who|whos|whose|where|wheres|when|which|why|how|hows|is|are|am|do|does|did|has|any|would|was)\b"
    r"|have (?:they|we|i|you|any)\b"
)
_ASKING = re.compile(r"\b(?:afford|how much|how many|what s|whats|which one|can (?:she|he|they))\b")
_POLITE = re.compile(
    r"^(?:(?:ok|okay|so|well|please|nvm|hey|now|right|alright|um|maybe|perhaps|yes|then|i think|i guess)[, ]+)+"
    r"|^(?:i|we)(?: d| would)? (?:like|want|love|prefer|need|wish|try)(?: to)? |^(?:lets|let s|let us|time to|gonna) "
    r"|^(?:can|could|may|shall|should|will|would) (?:i|we|you|somebody|someone)(?: please)?(?: try to)? "
    r"|^(?:i|we) (?:will |ll |shall |am going to |are going to )?"
)


class Intent(Struct, frozen=True):
    """What a line may mean: `line` is the same in words that are known, if it has a word of each of the `needs`."""

    line: str
    needs: tuple[frozenset[str], ...]
    at: frozenset[str] = frozenset()
    but: frozenset[str] = frozenset()
    asked: bool = False
    told: bool = False
    weak: bool = False


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("intents.toml").read_text(encoding="utf-8"))


@cache
def _other_names() -> dict[str, list[str]]:
    return {kind: names.split() for kind, names in _file()["called"].items()}


@cache
def _kept() -> tuple[tuple[Intent, ...], frozenset[str], frozenset[str]]:
    """The intents, the verbs of what anybody may try, and those of them that come first in a fight."""
    read = _file()
    found = []
    for one in read["intent"]:
        needs = tuple(frozenset(group.split()) for group in one["needs"])
        at, but = (frozenset(one.get(name, "").split()) for name in ("at", "but"))
        flags = (one.get(name, False) for name in ("asked", "told", "weak"))
        found.append(Intent(one["line"], needs, at, but, *flags))
    verbs, first = (frozenset(read["tries"][name].split()) for name in ("verbs", "first"))
    return tuple(found), verbs, first


@cache
def _vocabulary() -> frozenset[str]:
    intents, verbs, _ = _kept()
    return frozenset(verbs.union(*(group for one in intents for group in one.needs), NOISE))


_REORDERED = (
    (re.compile(r"(?:\w+ )?(?:gives?|hands?|passe?s?|lends?) (?P<who>\w+) (?P<what>.+)"), r"give \g<what> to \g<who>"),
    (
        re.compile(r"(?:swap|switch|exchange|trade|change) .+ (?:for|to) (?P<what>.+?)(?: in .+ hand)?"),
        r"hold \g<what>",
    ),
)


def wordings(reader: Reader, said: str) -> Iterator[tuple[str, bool]]:
    """The same wish in known words, the likeliest first: as it is but well spelt, by what it must mean, its first part,
    and what can only be tried. With each whether it explains enough of the line to be acted upon."""
    spelt = _with_names(reader, _spelt(reader, said))
    is_question = said.endswith("?") or _QUESTION.match(said) is not None or _ASKING.search(said) is not None
    plain = spelt if is_question else _POLITE.sub("", spelt).strip()
    if plain != said:
        yield plain, True
    yield from ((pattern.sub(known, plain), True) for pattern, known in _REORDERED if pattern.fullmatch(plain))
    name, wish = _by_name(reader, plain)
    verb = _base(wish.partition(" ")[0], _kept()[1])
    wish = " ".join((verb, *wish.split()[1:]))
    trying = f"try to {wish}{f' with {name}' if name else ''}"
    if verb in _kept()[2] and reader.state.fight is not None and not is_question:
        yield trying, True
    yield from _intended(reader, plain.rstrip("? "), is_question)
    if is_question:
        return
    first = re.split(r",| and | then | so | but ", plain)[0].strip()
    if first and first != plain:
        yield first, True
        yield from ((line, sure and line.startswith(_MILD)) for line, sure in _intended(reader, first, is_question))
    if verb in _kept()[1]:
        yield trying, True


def _by_name(reader: Reader, said: str) -> tuple[str, str]:
    """Who of one's own a line begins with, and the rest of it."""
    for creature in ours(reader):
        name = parts(creature.name)[:1]
        if name and said.startswith(f"{name[0]} "):
            return name[0], said.removeprefix(name[0]).lstrip(", ")
    return "", said


def _spelt(reader: Reader, said: str) -> str:
    """Words that nobody knows, as the nearest that somebody does."""
    kinds = {word for c in ours(reader) for word in parts(c.kind)}
    known = _vocabulary() | kinds | {word for c in reader.state.creatures.values() for word in parts(c.name)}
    said = re.sub(r"(\d)([a-z]{1,2})\b", r"\1 \2", said)
    right = words_here(reader)
    return re.sub(r"[a-z]+", lambda found: _nearest(found[0], known, right), said)


def _nearest(word: str, known: frozenset[str], right: frozenset[str]) -> str:
    """The known word that is meant by one that is none at all; `right` are words that are spelt as they should be."""
    if len(word) < _SHORT or _base(word, known) in known or alike(word, right):
        return word
    near = difflib.get_close_matches(word, sorted(x for x in known if x[0] == word[0]), 1, _ALIKE)
    return near[0] if near else word


def _base(word: str, known: frozenset[str]) -> str:
    """A word without the ending that hides one that is known."""
    if word in known:
        return word
    for ending, back in (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e")):
        base = word.removesuffix(ending) + back
        if word.endswith(ending) and base in known:
            return base
    return word


def _with_names(reader: Reader, said: str) -> str:
    """`have the thief listen` with the thief's name."""
    for kind, others in _other_names().items():
        said = re.sub(rf"\b(?:the )?(?:{'|'.join(others)})\b", f"the {kind}", said)
    for creature in ours(reader):
        kind = " ".join(parts(creature.kind))
        name = parts(creature.name)[:1]
        if name and kind and kind not in parts(creature.name):
            said = re.sub(
                rf"^(have |let |get |tell |ask |order )?(?:the |our )?{re.escape(kind)} ", rf"\1{name[0]} ", said
            )
    return said


def _intended(reader: Reader, said: str, is_question: bool) -> Iterator[tuple[str, bool]]:
    """The lines of the intents that fit, those first that explain most of the words."""
    names = {word for c in ours(reader) for word in parts(c.name)[:1]}
    words = {_base(word, _vocabulary()) for word in parts(said) if word not in names}
    content = words - NOISE
    place = "fight" if reader.state.fight is not None else scenes.scene_of(reader.state)
    found = []
    for number, one in enumerate(_kept()[0]):
        if (one.at and place not in one.at) or one.but & words or (one.told if is_question else one.asked):
            continue
        if all(group & words for group in one.needs):
            explained = len(words & frozenset().union(*one.needs))
            if one.told and explained * _FEW < len(content):
                continue
            found.append((one.weak, -explained, number, one))
    for _, explained, _, one in sorted(found, key=lambda x: x[:3])[:3]:
        line = _filled(reader, one, said)
        if line and line != said:
            yield line, -explained * _enough(one.line, place) >= len(content)


def _enough(line: str, place: str | None) -> int:
    """Of how many words one has to be explained by a line."""
    if place == DUNGEON and line.startswith(_LONG):
        return _FAIRLY
    return _MILDLY if line.startswith(_MILD) else _SURE


def _filled(reader: Reader, one: Intent, said: str) -> str:
    """An intent's line with what was said; nothing if something is missing."""
    line, words = one.line.replace("{said}", said), parts(said)
    state, hand = reader.state, reader.state.creatures.get(reader.focus)
    if "{rest}" in line:
        heads = frozenset().union(*one.needs)
        rest = [w for w in words if _base(w, heads) not in heads]
        line = line.replace("{rest}", " ".join(rest)) if set(rest) - NOISE else ""
    if "{hand}" in line:
        friend = next((c for c in ours(reader) if c.id != reader.focus and set(parts(c.name)) & set(words)), None)
        if hand is None or friend is None:
            return ""
        line = line.replace("{hand}", hand.name.lower()).replace("{friend}", friend.name.lower())
    if "{foe}" in line:
        foes = state.enemies_of(hand) if hand is not None else []
        named = next((c for c in foes if set(parts(c.name)) & set(words)), None)
        line = line.replace("{foe}", named.name.lower() if named is not None else "").strip()
    return line
