"""What circumstances say to a line that was read: nobody has the pole, nobody is here to hire, only one can hide, the
town has who heals. Each is a sentence or a question, and nothing is done for it."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import DUNGEON, MEETING, TOWN
from underkeep.procedures.survey import known_hoards
from underkeep.table.speech.casting_words import mends
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Show, ours
from underkeep.table.speech.mentions import HEAP, SERVICE, mentions, place_of
from underkeep.table.speech.second_thoughts import UNSURE
from underkeep.table.speech.suggestions import nearest_visits
from underkeep.table.speech.supposing import NOBODY_MET
from underkeep.table.speech.taking import contents
from underkeep.table.speech.ways_past import NO_WAY, out
from underkeep.table.speech.wording import COMPASS, GOING, parts
from underkeep.table.view import ways


def by_circumstance(reader: Reader, said: str, meant: Meaning) -> Meaning | None:
    """What comes of a line where the party stands; None if no circumstance speaks for or against it."""
    place = place_of(reader)
    if isinstance(meant, Do):
        return _of_a_deed(reader, said, meant, place)
    if place == DUNGEON and (waits := _waits_alone(reader, said)) is not None:
        return waits
    if place == TOWN and isinstance(meant, Say) and (seeks := _by_notice(reader, said)):
        return Ask(UNSURE, seeks)
    if place == TOWN and isinstance(meant, Ask):
        return _or_visited(reader, said, meant)
    if place == DUNGEON and isinstance(meant, Say) and meant.text == _NO_DOOR and "listen" in said:
        return Say(NOTHING_TO_HEAR)
    return Say(told) if isinstance(meant, Say) and (told := _in_the_heap(reader, said)) else None


_NO_DOOR = "There is no door in that way."
NOTHING_TO_HEAR = "The party knows of no door here to listen at; what else is heard, look tells."


def _of_a_deed(reader: Reader, said: str, meant: Do, place: str) -> Meaning | None:
    if type(meant.action) is a.Search and "pole" in parts(said) and not _has_pole(reader):
        return Ask(NO_POLE, (meant.action,))
    if _is_done_elsewhere(reader, meant):
        return Say(f"{NOBODY_MET} Hiring is done in town.")
    if place == DUNGEON and not isinstance(meant.action, a.Rest):
        return _waits_alone(reader, said)
    return _by_one_alone(reader, said, meant) if place == MEETING else None


def _waits_alone(reader: Reader, said: str) -> Ask | None:
    is_wait = _WAITS.fullmatch(said) is not None and a.Rest() in reader.options.listed
    return Ask(NOBODY_HERE, (a.Rest(),)) if is_wait else None


def told_instead(reader: Reader, said: str, asks: bool, meant: Meaning) -> Meaning | None:
    """What is told where a line would else be answered with nothing; None if circumstances tell nothing."""
    if place_of(reader) == TOWN and isinstance(meant, Say) and not meant.rule and _HEALED.search(said):
        return Show("services", "healing")
    is_to_heal = (asks and _CAN_HEAL.match(said)) or (place_of(reader) == DUNGEON and _HEALS.fullmatch(said))
    if is_to_heal and not any(mends(reader, x) for x in reader.options.listed):
        return Say(NOBODY_HEALS)
    return Say(told) if isinstance(meant, Say) and (told := _of_a_side(reader, said)) else None


def _by_one_alone(reader: Reader, said: str, meant: Do) -> Do:
    """The same; of what one of them alone does, though the line speaks of nobody, that it is but that one."""
    own = {parts(c.name)[0]: c.name for c in ours(reader) if parts(c.name)}
    doer = reader.state.creatures.get(getattr(meant.action, "actor", ""))
    is_hidden = type(meant.action).__name__ == "Hide" and doer is not None and not set(own) & set(parts(said))
    if not is_hidden or doer is None or len(own) < 2 or meant.note:
        return meant
    return Do(meant.action, f"{doer.name} alone hides: not everybody can, where others look on.")


def _is_done_elsewhere(reader: Reader, meant: Meaning) -> bool:
    """Whether it is to hire somebody who looked for work in the town that was left."""
    return isinstance(meant, Do) and isinstance(meant.action, a.Hire) and place_of(reader) != TOWN


def _by_notice(reader: Reader, said: str) -> tuple[Action, ...]:
    """To look for people by a notice, where a line speaks of one."""
    listed = [x for x in reader.options.listed if "notice" in str(getattr(x, "how", ""))]
    return (reader.rules.fittest(reader.state, listed),) if listed and "notice" in parts(said) else ()


_WAITS = re.compile(
    r"(?:(?:we|let us|everybody|everyone) )?(?:waits?|stays?|stands? still) and (?:see|watch|listen)\b.*"
)
NOBODY_HERE = "Nobody is here but the party. To let ten minutes go by is to rest: is that meant?"


def _has_pole(reader: Reader) -> bool:
    return any("pole" in item.name.lower() for c in ours(reader) for item in c.items)


NO_POLE = "Nobody has a pole to prod with. Is the place to be searched without one?"
_HEALED = re.compile(r"\b(?:heal|heals|healed|healing|cured?|patched up)\b")


_CAN_HEAL = re.compile(
    r"(?:can|could|does|is there) (?:\w+|(?:one|any) of (?:us|the \w+|them)|anything)(?: here)? "
    r"(?:to |that can |who can |able to |have anything to |know how to )*(?:heal|cure|mend|patch up)\b"
)
_HEALS = re.compile(r"(?:\w+,? )?(?:heals?|cures?) (?:(?:him|her|your|my|them)(?:self|selves)|\w+|the \w+|every\w+)")
NOBODY_HEALS = (
    "Nobody here has anything that heals now: rest, magic or a healer in town does; supplies shows what is had."
)


def _or_visited(reader: Reader, said: str, meant: Ask) -> Ask:
    """The same choices, and the visit to what the line names of the town."""
    named = any(m.role == SERVICE for m in mentions(reader, parts(said)))
    visits = [x for x in nearest_visits(reader, said) if x not in meant.choices] if named else []
    return Ask(meant.question, (*visits[:1], *meant.choices)) if visits else meant


def _of_a_side(reader: Reader, said: str) -> str:
    """That no way leads where a line says, and which ways there are, before strangers as well."""
    words = set(parts(said)) - GOING - group("small")
    sides = {COMPASS[word] for word in words if word in COMPASS}
    if not sides or words - set(COMPASS) or place_of(reader) not in (MEETING, DUNGEON):
        return ""
    return "" if sides & {way.bearing for way in ways(reader.state)} else f"{NO_WAY} {out(reader)}".strip()


def _in_the_heap(reader: Reader, said: str) -> str:
    """What lies in the heap that is looked over by somebody who knows nothing of traps."""
    is_looked = _LOOKS_OVER.search(said) is not None and place_of(reader) == DUNGEON
    if not is_looked or not any(m.role == HEAP for m in mentions(reader, parts(said))):
        return ""
    return " ".join(filter(None, (contents(reader, heap.id) for heap in known_hoards(reader.state))))


_LOOKS_OVER = re.compile(r"^(?:what|inspect|examine|look|check|list|describe|count|study|how much)\b(?!.*\btrap)")
