"""Small things of a place: they can be looked at, and are of no worth to take. What lies here to be taken, and what of
all that is worth something, when somebody asks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from underkeep.procedures import dressings, survey
from underkeep.table import naming
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Meaning, Reader, Say, ours
from underkeep.table.speech.patterns import pattern, words
from underkeep.table.speech.taking import contents
from underkeep.table.speech.wording import first_part, parts
from underkeep.table.view import ways
from underkeep.world.dungeon import Dressing

_TAKES, _WORTH, _LIES = (pattern("keepsakes", name) for name in ("takes", "worth", "lies"))
_SMALL = words("keepsakes", "small")
NO_WORTH = "is of no worth to anybody, and is left where it is."
NO_WORTHS = "are of no worth to anybody, and are left where they are."
NOTHING = "Nothing of value is seen here."
HIDDEN = "What is hidden shows to a search."


def of_keepsakes(reader: Reader, said: str) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("? ")
    takes, worth = _TAKES.fullmatch(said), _WORTH.fullmatch(said)
    worths = (worth["what"] or worth["whats"]) if worth is not None else ""
    what = (takes["what"] or takes["put"]) if takes is not None else worths
    if what and (thing := _thing(reader, what)):
        return Say(f"The {thing} {NO_WORTHS if naming.plural(thing) == thing or _is_several(thing) else NO_WORTH}")
    return lying(reader) if _LIES.fullmatch(said) and not _OURS & set(parts(said)) else None


_OURS = {"our", "my", "his", "her", "carry", "carrying"}


def _is_several(thing: str) -> bool:
    thing = thing.split(" of ")[0]
    return thing.endswith("s") and not thing.endswith(("ss", "us"))


def _thing(reader: Reader, what: str) -> str:
    """The words of a line for a small thing of the look of this place; nothing if it names anything else."""
    said = [word for word in parts(what) if word not in _SMALL]
    if not said or any(word in names for word in said for names in _others(reader)):
        return ""
    for dressing in survey.known_dressings(reader.state):
        look = frozenset(word for text in _texts(dressing) for word in parts(text) if len(word) > 2)
        if all(alike(word, look) for word in said):
            return re.sub(r"^(?:(?:the|a|an|some|that|this|those|these|all|any) )+", "", " ".join(parts(what)))
    return ""


def _texts(dressing: Dressing) -> Iterator[str]:
    """What was told of a thing so far."""
    kind = dressings.kind_of(dressing)
    yield from (dressings.name_of(dressing), kind.see)
    yield from (text for done, text in _told(dressing) if done in dressing.done)


def _told(dressing: Dressing) -> list[tuple[str, str]]:
    kind = dressings.kind_of(dressing)
    return [(dressings.EXAMINED, kind.look), (dressings.SEARCHED, kind.search), (dressings.USED, kind.use)]


def _others(reader: Reader) -> Iterator[set[str]]:
    """The words for what lies here to be taken, what stands here to be used, what is carried, who there is, and the
    ways out."""
    state = reader.state
    for hoard in survey.known_hoards(state):
        yield {word for item in hoard.items for word in parts(naming.plural(item.name)) + parts(item.name)}
        yield set(parts(naming.hoard_name(state, hoard)))
    yield from (set(parts(naming.feature_name(state, x))) for x in survey.known_features(state))
    yield from (set(parts(item.name)) for c in ours(reader) for item in c.items)
    yield {first_part(c.name) for c in ours(reader)}
    yield from (set(parts(way.name)) for way in ways(state))


def lying(reader: Reader) -> Say:
    """What lies here in full, or that nothing does, and what else is to be seen."""
    state = reader.state
    heaps = [hoard for hoard in survey.known_hoards(state) if hoard.items or hoard.barrier is not None]
    told = [
        contents(reader, hoard.id) or f"What is in the {naming.hoard_name(state, hoard)} nobody has seen."
        for hoard in heaps
    ]
    things = [f"the {dressings.name_of(x)}" for x in survey.known_dressings(state)]
    things += [f"the {naming.feature_name(state, x)}" for x in survey.known_features(state)]
    seen = f"To be looked at: {naming.listing(things)}." if things else ""
    return Say(" ".join(filter(None, (*dict.fromkeys(told), "" if told else NOTHING, seen, HIDDEN))))
