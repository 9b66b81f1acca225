"""Lines about a comrade who has died: what he carried lies where he fell, and the party mourns him at home."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table import course
from underkeep.table.naming import listing
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.town_people import end_of
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.creature import Creature

_TAKES = re.compile(
    r"\b(?:takes?|gets?|grabs?|loots?|strips?|search(?:es)?|collects?|gathers?|recovers?|picks? up|fetch(?:es)?"
    r"|retrieves?|rummages?|frisks?|rifles?)\b"
)
_BODY = re.compile(
    r"\b(?:bury|buries|bur(?:y|ied)|carry|carries|drag|drags|lift|lifts|bring|burn|cremate|wrap|shoulder)\b"
)
_LOOKS = re.compile(r"\b(?:where|look|looks|find|body|corpse|remains|dead|examine|check|heal|bandage|raise|revive)\b")
_OF_ALL = re.compile(
    r"^(?:how|why|when|where|what|who) .*\b(?:they|the others|every(?:one|body)|the rest|them|friends|comrades)\b.*"
    r"\b(?:die|died|killed|fall|fell)\b|^(?:what|who) killed (?:them|the others|every(?:one|body)"
    r"|the rest|(?:our|my) \w+)$"
)
_GIVES = r"\b(?:gives?|hands?|pass(?:es)?|throws?|lends?|offers?)"
WHICH = "What the fallen carried lies among this. Which is it to be?"


def of_the_dead(reader: Reader, said: str) -> Meaning | None:
    """What a line means that is about one of the party's own dead; None of any other."""
    party = reader.state.party
    if party is None or party.at is None or reader.state.fight or reader.state.encounter or reader.state.prompts:
        return None
    words = parts(said)
    if _OF_ALL.search(said) and (dead := _fallen(reader)):
        ends = dict.fromkeys(end for c in dead if (end := end_of(reader, c.name)))
        return Say(" ".join((f"{listing([c.name for c in dead])} {'is' if len(dead) == 1 else 'are'} dead.", *ends)))
    named = [c for c in _fallen(reader) if first_part(c.name) in words or f"{first_part(c.name)}s" in words]
    if not named or _LEAVES.match(said):
        return None
    name = first_part(named[0].name)
    if re.search(
        rf"\b(?:gives?|hands?|pass(?:es)?|throws?|lends?|offers?) {name} (?:an?|the|his|her|my|our|some|one|\d+)\b",
        said,
    ):
        return Say(f"{named[0].name} is dead, and takes nothing more.")
    if _TAKES.search(said) or re.search(
        rf"\b(?:gives?|hands?|passe?s?|wears?|puts? on|dons?)\b.*\b{name}s? \w+ ?\w*", said
    ):
        doer = _by_the_dead(reader, said, named)
        return doer or _one_of_the_goods(reader, said) or _goods(reader, named[0])
    if (doer := _by_the_dead(reader, said, named)) is not None:
        return doer
    if _BODY.search(said) or _LOOKS.search(said):
        return Say(f"{named[0].name} is dead. The party takes its dead home, and mourns them there{_lying(reader)}.")
    return None


def _by_the_dead(reader: Reader, said: str, named: list[Creature]) -> Say | None:
    """What is said to a line that has one of the dead do something; None of any other."""
    words = parts(said)
    words = words[1:] if words[:1] and words[0] in _LEADS else words
    dead = next((c for c in named if words[:1] == [first_part(c.name)]), None)
    if dead is None or len(words) < 2 or words[1] == "s" or is_asked(said) or words[1] in _OF_HIS:
        return None
    able = listing([c.name for c in ours(reader)])
    return Say(f"{dead.name} is dead, and does nothing more. Who can: {able}." if able else f"{dead.name} is dead.")


_LEADS = ("let", "have", "make", "get", "can", "could", "tell", "ask", "send")
_OF_HIS = ("s", "is", "was", "and", "body", "corpse")


def _fallen(reader: Reader) -> list[Creature]:
    """The party's own who have died since it set out."""
    party = reader.state.party
    members = party.members if party is not None else ()
    return [c for id in members if (c := reader.state.creatures[id]).status == "dead"]


def _heaps(reader: Reader) -> tuple[a.TakeHoard, ...]:
    known = survey.known_hoards(reader.state)
    return tuple(a.TakeHoard(hoard.id) for hoard in known if hoard.barrier is None and not hoard.bar and hoard.items)


def _goods(reader: Reader, dead: Creature) -> Meaning:
    """What lies here is taken; of several heaps the party says which."""
    heaps = _heaps(reader)
    if not heaps:
        where = _where_fell(reader, dead)
        fell = f"{dead.name} fell in {course.area_name(reader.state, where)}" if where else f"where {dead.name} fell"
        if where:
            number = course.areas(reader.state).index(where) + 1
            return Say(f"Nothing that {dead.name} carried lies here: {fell}. {GO_THERE.format(number=number)}")
        return Say(f"Nothing that {dead.name} carried lies here: it lies {fell}, or was taken.")
    return Do(heaps[0]) if len(heaps) == 1 else Ask(WHICH, heaps)


_LEAVES = re.compile(r"(?:we |let us )?leave\b")
_SORTS = {"armour": ("mail", "leather", "plate", "gambeson"), "armor": ("mail", "leather", "plate", "gambeson")}
"""What people call things of a sort."""


def _one_of_the_goods(reader: Reader, said: str) -> Meaning | None:
    """The one thing of a heap that a line names, for whoever is to have it."""
    known = [x for x in survey.known_hoards(reader.state) if x.barrier is None and not x.bar]
    told = {stem(word) for word in parts(said)}
    sorts = {word for name, words in _SORTS.items() if name in parts(said) for word in words}
    some = [
        a.TakeHoard(hoard.id, item.kind if len(hoard.items) > 1 else "")
        for hoard in known
        for item in hoard.items
        if stem(parts(item.name)[-1]) in told or any(word in item.name.lower() for word in sorts)
    ]
    takers = [c.id for c in ours(reader) if first_part(c.name) in parts(said)]
    to = takers[-1] if takers else ""
    takes = [replace(x, to=to) for x in dict.fromkeys(some)]
    if not takes:
        return None
    return Do(takes[0]) if len(takes) == 1 else Undertake(InOrder(takes))


GO_THERE = "What is left of it lies there; to walk there, say: go to area {number}."


def _where_fell(reader: Reader, dead: Creature) -> str:
    """The area in which the party was when somebody of it died, if it knows that now; nothing if that was here."""
    known, here = course.areas(reader.state), survey.here(reader.state)[2].id
    fell = re.compile(rf"\b{re.escape(dead.name)}\b[^;.]* dies\b")
    told = [area for area, line in reader.told_where() if fell.search(line) and area in known]
    return told[-1] if told and told[-1] != here else ""


def told_to_lie(reader: Reader, dead: Creature) -> str:
    """Where the things of one of the dead are, as far as they lie here."""
    told = [describe(reader.rules, reader.state, heap).partition(": ")[2] for heap in _heaps(reader)]
    lying = "; ".join(one for one in told if one)
    return f"What {dead.name} carried lies here among the rest: {lying}." if lying else ""


def _lying(reader: Reader) -> str:
    return "; what the fallen carried lies here, to be taken" if _heaps(reader) else ""
