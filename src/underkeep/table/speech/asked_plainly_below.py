"""Plain questions underground: what it is to be weary or footsore and what cures it, how many of those who were fought
are left, whither a way leads and whether the party has been there, how else to get behind a door that is fast."""

from __future__ import annotations

import re

from underkeep.procedures import survey
from underkeep.table import course, naming
from underkeep.table.speech import rooms_of_a_name
from underkeep.table.speech.asked_of_the_met import following
from underkeep.table.speech.besides import together
from underkeep.table.speech.lexicon import alike
from underkeep.table.speech.meanings import Meaning, Reader, Say, Show, ours
from underkeep.table.speech.rules_told import RULING, UNTOLD, ruling
from underkeep.table.speech.unexplored import left
from underkeep.table.speech.wording import COMPASS, parts
from underkeep.table.view import WaySeen, ways

_AILS = re.compile(
    r"(?:and |so )?(?:what (?:does|do|is|are|happens when|comes of)"
    r"|how (?:long|do|can|bad)|when (?:will|are|do|is)|is|does)\b.*"
    r"\b(?P<what>footsore|weary|weariness|tired|exhausted|fatigued?)\b.*"
)
_WHY = re.compile(r"\b(?:if|why|tired so often)\b")
_MANY_LEFT = re.compile(
    r"(?:and |so )?(?:how many|are there|any|is there|were there)(?: of)?(?: the| those| any)? (?P<kin>[\w-]+?)s?"
    r"(?: (?:were|are|was|is|still|there|of them))*(?: left| remaining| alive| still alive| more)+.*"
)
_LEADS = re.compile(
    r"(?:and |so )?(?:where (?:does|do|did|would) (?P<way>.+?) (?:lead|go|take us|end up)(?: to)?"
    r"|(?:have|did) we (?:already |ever )?(?:been|go|gone|explored?"
    r"|taken?|tried)(?: through| beyond| behind| down| up)? (?P<been>.+?))"
    r"(?: (?:yet|already|before))*(?P<more>,? (?:and )?have we (?:already"
    r" )?been (?:there|through it|that way)(?: (?:already|yet|before))*)?"
)
_ROUND = re.compile(
    r"(?:and |so )?(?:is|are) there (?:another|any other|a different|some other"
    r"|other) ways? (?:(?:round|around|in|into|past|to|behind|through|there)\b ?)+.*"
    r"|(?:how else|how) (?:can|could|do) we get (?:round|around|past|behind|in there|to the other side).*"
)
_BEEN = "The party has been beyond it, in {area}."
_NOT_BEEN = "Nobody of the party has been beyond it."
NO_OTHER = "The party knows of no other way there."
UNTAKEN = "What has not been tried yet may lead round: {ways}."


def asked_plainly(reader: Reader, said: str) -> Meaning | None:
    """The answer to such a question; None of any other line."""
    said = said.rstrip("?!. ")
    if (ails := _AILS.fullmatch(said)) is not None and not _WHY.search(said):
        return _of_ailing(reader, ails["what"])
    if (many := _MANY_LEFT.fullmatch(said)) is not None:
        return _of_those_left(reader, many["kin"])
    if _ROUND.fullmatch(said):
        return _of_other_ways(reader)
    if (chased := _CHASED.fullmatch(said)) is not None and _was_met(reader, chased["kin"]):
        return following(reader)
    if (back := _BACK_TO.fullmatch(said)) is not None:
        return _how_to(reader, back["where"])
    if (leads := _LEADS.fullmatch(said)) is not None:
        way = _meant(reader, leads["way"] or leads["been"])
        return _whither(reader, way) if way is not None else None
    return None


_CHASED = re.compile(
    r"(?:and |so )?(?:are|is) (?:the |those |any )?(?P<kin>\w+)(?: still|"
    r" close| right)* (?:behind|after|chasing|following|hunting|near) us\b.*"
)
_BACK_TO = re.compile(
    r"(?:and |so )?(?:how (?:do|can|could)|which way (?:do|can)|what is the way for"
    r" us to) we (?:get|go|come|walk|find the way) (?:back )?to (?P<where>(?:the )?.+)"
)
SAY_SO = "The party knows the way: say go to {where}, and it walks there."


def _was_met(reader: Reader, kin: str) -> bool:
    others = (c for c in reader.state.creatures.values() if not reader.state.owns(reader.seat, c.id))
    return reader.state.encounter is None and (kin in ("they", "it") or any(_is_of(c.name, kin) for c in others))


def _how_to(reader: Reader, where: str) -> Say | None:
    """How to walk to a place where the party has been."""
    bare = re.sub(r"^(?:the|that|our) ", "", re.sub(r" (?:from here|again|now)$", "", where))
    known = rooms_of_a_name.named(reader.state, bare)
    if not known:
        return None
    number = course.areas(reader.state).index(known[-1]) + 1
    return Say(SAY_SO.format(where=f"the {bare}" if len(known) == 1 else f"area {number}"))


def _of_ailing(reader: Reader, what: str) -> Meaning | None:
    """What a word for how somebody feels means by the rules, and whom of the party it is true of."""
    name = "footsore" if what == "footsore" else "weary"
    some = [c for c in ours(reader) if any(name in x.name for x in c.conditions)]
    if name == "footsore" or some:
        who = f"{naming.listing([c.name for c in some])} {'is' if len(some) == 1 else 'are'} {name}." if some else ""
        known = next((q for q in _QUERIES[name] if ruling(reader.rules.id, q) != [UNTOLD]), _QUERIES[name][0])
        return together([*([Show("said", who)] if who else []), Show(RULING, known)])
    return None


_QUERIES = {
    "footsore": ("rest travelling days", "forced march"),
    "weary": ("going on without rest", "rest every hour", "resting"),
}


def _of_those_left(reader: Reader, kin: str) -> Say | None:
    """Of how many of a kind the fight was told, how many of those are dead, and how many are therefore left."""
    state = reader.state
    told = "\n".join(reader.heard())
    others = [c for c in state.creatures.values() if not state.owns(reader.seat, c.id) and _is_of(c.name, kin)]
    some = [c for c in others if re.search(rf"\b{re.escape(c.name)}\b", told)]
    dead = [c for c in some if c.status == "dead"]
    if not dead:
        return None
    name = re.sub(r" \d+$", "", some[0].name).lower()
    alive = len(some) - len(dead)
    met = f"{len(some)} {naming.plural(name) if len(some) > 1 else name}"
    return Say(f"Of {met} in the fight, {len(dead)} {_is(len(dead))} dead, and {alive or 'none'} {_is(alive)} left.")


def _is(many: int) -> str:
    return "is" if many == 1 else "are"


def _is_of(name: str, kin: str) -> bool:
    return any(alike(word, frozenset((kin,))) for word in parts(re.sub(r" \d+$", "", name)))


def _meant(reader: Reader, words: str) -> WaySeen | None:
    """The way here that words name, if it is but one."""
    told = set(parts(words)) - {"the", "that", "this"}
    known = ways(reader.state)
    exact = [x for x in known if set(parts(x.name)) <= told]
    sides = {COMPASS[word] for word in told if word in COMPASS and len(word) > 1}
    some = exact or [x for x in known if x.bearing in sides]
    return some[0] if len(some) == 1 else None


def _whither(reader: Reader, way: WaySeen) -> Say:
    """What lies beyond a way, as far as the party has been there."""
    dungeon, _, here = survey.here(reader.state)
    door, stairs = dungeon.doors.get(way.id), dungeon.stairs.get(way.id)
    beyond = survey.other_end(stairs, here.id).area if stairs is not None else door.beyond(here.id) if door else ""
    party = reader.state.party
    if party is not None and beyond in party.visited:
        return Say(f"The {way.name}: {_BEEN.format(area=course.area_name(reader.state, beyond))}")
    return Say(f"The {way.name}: {_NOT_BEEN}")


def _of_other_ways(reader: Reader) -> Say:
    """What the party has not tried yet."""
    told = left(reader)
    more = UNTAKEN.format(ways="; ".join(told[:4])) if told else ""
    return Say(f"{NO_OTHER} {more}".strip())
