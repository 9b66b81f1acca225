"""Questions about the party itself and what it has been told: who of it is hurt, who is its thief, what somebody wears,
whether it has a light, what it is here for, what an ogre is."""

from __future__ import annotations

import re

from underkeep.procedures.chapter import FIGHT, MEETING, TOWN
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.classes import all_class_words, class_names
from underkeep.table.speech.handling import names_item
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.past_pages import TOLD
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts, stem

HURT = "of the hurt"
"""Said of the page on the party: of those alone who are not well."""
_HURT = pattern("asked_of_us", "hurt")
_WHO_IS = pattern("asked_of_us", "who_is")
_WEARS = pattern("asked_of_us", "wears")
_LIT = pattern("asked_of_us", "lit")
_QUEST = pattern("asked_of_us", "quest")
_ABOUT = pattern("asked_of_us", "about")
_WORTH = pattern("asked_of_us", "worth")


def asked_of_us(reader: Reader, scene: str, said: str) -> Show | None:
    """The page that answers such a question; None of any other."""
    if scene not in (FIGHT, MEETING):
        if _HURT.fullmatch(said):
            return Show("party", HURT)
        if _QUEST.fullmatch(said) and scene == TOWN:
            return Show("situation")
        if _LIT.fullmatch(said):
            return Show("light")
        if re.fullmatch(r"what (?:is|are) (?:our|the) (?:loot|spoils|finds|valuables|treasures?)(?: so far)?", said):
            return Show("inventory")
    for read in (_of_a_class, _of_one, _of_worth):
        if (found := read(reader, scene, said)) is not None:
            return found
    return _of_a_kind(reader, said) if scene not in (FIGHT, MEETING) else None


def _of_a_class(reader: Reader, scene: str, said: str) -> Show | None:
    """`Who is the thief?`"""
    found = _WHO_IS.fullmatch(said)
    what = (found["what"] or found["other"] or "").replace("-", " ") if found is not None else ""
    some = class_names(ours(reader)).get(what, [])
    if some:
        return Show("party", " ".join(first_part(c.name) for c in some))
    known = what and what in all_class_words(reader.rules.roster())
    return Show("said", f"There is no {what} among you.") if known else None


def _of_one(reader: Reader, scene: str, said: str) -> Show | None:
    """`What does Osbert wear?`"""
    found = _WEARS.fullmatch(said)
    who = (found["who"] or found["whose"]) if found is not None else ""
    return Show("inventory", who) if who in [first_part(c.name) for c in ours(reader)] else None


def _of_worth(reader: Reader, scene: str, said: str) -> Show | None:
    """`What is the gem worth?`, of what somebody carries in a town."""
    found = _WORTH.fullmatch(said)
    what = (found["what"] or found["other"] or "") if found is not None else ""
    if not what or scene != TOWN:
        return None
    if any(names_item(what, item) for c in ours(reader) for item in c.items):
        return Show("offers", what)
    return Show("said", f"Nobody of you has a {what}.") if stem(what) in _VALUABLES else None


_VALUABLES = {"gem", "jewel", "jewellery", "necklace", "ring", "crown", "statuette", "painting", "treasure"}


def _of_a_kind(reader: Reader, said: str) -> Show | None:
    """`What is an ogre?`, of what is not here: what was told of it."""
    found = _ABOUT.fullmatch(said)
    words = [w for w in parts(found["what"]) if w not in ("the", "a", "an")] if found is not None else []
    if not words or len(words) > _MOST or words[-1] in _WARES:
        return None
    if not names_a_monster(reader.rules, words[-1]) and not _was_met(reader, words):
        return None
    own = {word for c in ours(reader) for word in (*parts(c.name), *parts(c.kind))}
    return None if set(words) & own else Show(TOLD, words[-1])


def _was_met(reader: Reader, words: list[str]) -> bool:
    """Whether the party has met somebody whom so many words describe: `hyena-headed fighters`."""
    stems = [stem(word) for word in words]
    if len(stems) < _FEW:
        return False
    met = (line for line in reader.heard() if line.startswith("The party meets "))
    return any(f" {' '.join(stems)} " in f" {' '.join(stem(word) for word in parts(line))} " for line in met)


_FEW, _MOST = 2, 4
_WARES = {"armour", "armor", "sword", "swords", "weapon", "weapons", "statue", "book", "rope", "cloak"}
"""Names of things, though there are monsters that are called so."""
