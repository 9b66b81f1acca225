"""Things of a place by other words than their names: by what was told of their look, `the pots` of war paint, the
ceiling of a roof that sags; and by names with a letter wrong. To look at such a thing is to examine it."""

from __future__ import annotations

import difflib
import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table.several import InOrder
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Undertake
from underkeep.table.speech.mentions import FEATURE, HEAP, ITEM, THING, WAY, mentions
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.dungeon import Dressing

_LOOKS = re.compile(
    r"(?:(?:let us|we|i|can we|let|have|\w+),? )?(?:(?:take|have|has|takes) an? (?:\w+ )?(?:look|peek) (?:up )?at"
    r"|(?:look|peer|glance|gaze)s? (?:up |down |more closely |closely"
    r" |carefully )*(?:at|in|into|inside|under|behind|over|through)"
    r"|search(?:es)?(?: through)?|examines?|inspects?|stud(?:y|ies)|reads?|checks?(?: out)?|touch(?:es)?|opens?)"
    r" (?P<what>(?:(?:the|this|that|those|these|all) )*[\w', -]+?)(?: (?:more closely|closely|carefully|again))?"
    r"(?P<asks>,? (?:is|are|does|do|will|could|can) (?:it|they|that|the \w+)\b.*)?"
)
_OVERHEAD = re.compile(r"(?:is|are|does|do|will|could|can|might) (?:the|that|this) (?P<what>ceiling|roof|vault)\b.*")
_ALIKE = {"ceiling": "roof vault ceiling", "roof": "ceiling vault roof", "vault": "roof ceiling vault"}
_LEAST, _SHORT, _NEAR = 2, 4, 0.8


def thing_seen(reader: Reader, said: str) -> Meaning | None:
    """To examine the thing that such a line means; None of any other."""
    said = said.rstrip("?!. ")
    if (inside := _INSIDE.fullmatch(said)) is not None:
        return _named(reader, inside["what"])
    found = _LOOKS.fullmatch(said) or _OVERHEAD.fullmatch(said)
    if found is None:
        return None
    if (several := _several(reader, found["what"])) is not None:
        return several
    if said.split()[0].startswith("search"):
        return None
    what = found["what"]
    if {"for", "to", "if"} & set(parts(what)):
        return None
    roles = [m.role for m in mentions(reader, parts(what))]
    if _OPENS.search(said) and roles == [THING]:
        return _opened(reader, what)
    return None if {THING, HEAP, FEATURE, ITEM, WAY} & set(roles) else _named(reader, what)


_OPENS = re.compile(r"^(?:\w+,? )?opens? ")
_INSIDE = re.compile(
    r"(?:(?:let us|we|\w+),? )?(?:sees?|finds? out|checks?|looks?) (?:what|if anything) (?:is|lies) "
    r"(?:in|inside|on|under|behind|beneath) (?P<what>(?:(?:the|that|this) )?[\w' -]+)"
)


_HOLDS = frozenset(
    ("chest", "box", "crate", "coffer", "coffin", "sarcophagus", "casket", "trunk", "urn", "jar", "barrel", "cask")
)
WITHIN = "What is in it shows when the place is searched, which takes a turn; a look takes none. Which is it to be?"


def _opened(reader: Reader, what: str) -> Ask | None:
    """To open what may hold something is to go through it, or else to look at it."""
    seen = _named(reader, what)
    if seen is None or not {stem(word) for word in parts(what)} & _HOLDS:
        return None
    through = a.Search(survey.here(reader.state)[1].square)
    return Ask(WITHIN, (through, seen.action)) if through in reader.options else None


def _several(reader: Reader, what: str) -> Undertake | None:
    """Each of several things that are named, one after the other."""
    pieces = [piece for piece in re.split(r",? and |, ", what) if piece]
    some = [_named(reader, piece) for piece in pieces]
    actions = [one.action for one in some if one is not None]
    return Undertake(InOrder(actions)) if len(actions) == len(pieces) and len(set(actions)) > 1 else None


def _named(reader: Reader, what: str) -> Do | None:
    """The one thing here of whose name or look the words speak."""
    small = group("small") | {"room", "place", "door", "wall", "floor", "party", "map"}
    told = [word for word in parts(what) if len(word) > _LEAST and word not in small]
    words = {stem(other) for word in told for other in _ALIKE.get(word, word).split()}
    if not words or first_part(what) in ("us", "everyone"):
        return None
    here = [x for x in survey.known_dressings(reader.state) if a.Examine(x.id) in reader.options.listed]
    known = sorted({word for x in here for word in _look(x)})
    words |= {near for word in words for near in difflib.get_close_matches(word, known, 1, _NEAR) if len(word) > _SHORT}
    named = [x for x in here if words & {stem(word) for word in parts(dressings.name_of(x))}]
    fit = named if len(named) == 1 else [x for x in here if words & _look(x)]
    return Do(a.Examine(fit[0].id)) if len(fit) == 1 else None


def _look(thing: Dressing) -> set[str]:
    """The words of the name of a thing and of how it was told."""
    return {stem(word) for word in parts(f"{dressings.name_of(thing)} {dressings.kind_of(thing).see}")}
