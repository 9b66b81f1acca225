"""Ways that a line names by their number or all together: `the second east door`, `both doors`, `every stuck door`."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import DUNGEON
from underkeep.procedures.delve_actions import OpenDoor
from underkeep.procedures.doors import NOT_FOUND_FAST
from underkeep.table.several import InOrder
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.mentions import WAY, Mention, mentions, place_of
from underkeep.table.speech.plain_ways import not_burnt
from underkeep.table.speech.wording import COMPASS, first_part, parts
from underkeep.table.view import WaySeen, ways

_RANKS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_NOUNS = r"doors?|gates?|openings?|passages?|ways?|exits?|arch(?:es)?|portcullis(?:es)?"
_SIDES = "|".join(word for word in COMPASS if len(word) > 1)
_RANKED = re.compile(
    rf"\b(?:the )?(?P<rank>{'|'.join(_RANKS)}|other) (?P<some>(?:(?:{_SIDES}|stuck|shut|closed|open|locked) )*)"
    rf"(?P<noun>{_NOUNS})\b(?! \d)"
)
_ALL = re.compile(
    rf"\b(?:both|all|every|each|either|2|3)(?: of)?(?: the)? (?P<some>(?:(?:{_SIDES}|stuck|shut|closed|open|locked) )*)"
    rf"(?P<noun>{_NOUNS})\b"
)


def numbered(reader: Reader, said: str) -> str:
    """The line with `the second east door` as that door's own name; as it is if there is no such."""
    if place_of(reader) != DUNGEON:
        return said

    def named(found: re.Match[str]) -> str:
        some = _fitting(reader, found["some"], found["noun"])
        if found["rank"] == "other":
            about = getattr(reader.last, "door", "") or getattr(reader.last, "way", "")
            some = [way for way in some if way.id != about] if about else []
            return f"the {some[0].name}" if len(some) == 1 else found[0]
        number = _RANKS[found["rank"]]
        return f"the {some[number - 1].name}" if len(some) >= number else found[0]

    return _RANKED.sub(named, said)


def _fitting(reader: Reader, some: str, noun: str) -> list[WaySeen]:
    """The ways that are of this sort, on this side and in this state, in the order in which they are told."""
    words = parts(some)
    sides = {COMPASS[word] for word in words if word in COMPASS}
    states = {"shut" if word == "closed" else word for word in words if word not in COMPASS}
    is_door = noun.startswith(("door", "gate", "portcullis"))
    known = [w for w in ways(reader.state) if not sides or w.bearing in sides]
    known = [w for w in known if not states or w.state in states]
    doors = [w for w in known if any(word in w.name for word in ("door", "gate", "portcullis"))]
    others = [w for w in known if w not in doors]
    return doors if is_door else others if noun.startswith("opening") else known


_TAIL = re.compile(r",? (?:and )?then |,? and |, ")


def at_each(
    reader: Reader,
    said: str,
    strictly: Callable[[Reader, str], Meaning | None],
    parse: Callable[[Reader, str], Meaning],
) -> Meaning | None:
    """What is to be done at several ways, one after the other: `listen at both doors`; None of a line about one."""
    found = _ALL.search(said) if place_of(reader) == DUNGEON and not reader.state.prompts else None
    if found is None or is_asked(said):
        return None
    if (tail := _TAIL.match(said, found.end())) is not None:
        first = at_each(reader, said[: found.end()], strictly, parse)
        later = [said[tail.end() :]]
        return Undertake(InWords(first, later, parse)) if isinstance(first, Do | Undertake) else first
    some = _fitting(reader, found["some"], found["noun"])
    if not some:
        return Say("There is no such way here.")
    read = [strictly(reader, f"{said[: found.start()]}the {way.name}{said[found.end() :]}") for way in some]
    done = [(one.action, way) for one, way in zip(read, some, strict=True) if isinstance(one, Do)]
    deeds = [
        x for x, way in done if not isinstance(x, Try) and way.id in (getattr(x, "door", ""), getattr(x, "way", ""))
    ]
    if not deeds or len({type(x) for x in deeds}) > 1:
        return None
    return Do(deeds[0]) if len(deeds) == 1 else Undertake(InOrder(deeds))


_DOORS = {"door", "doors", "gate", "portcullis", "handle", "latch", "doorknob", "knob"}
_TRIED = re.compile(
    r"(?:(?P<who>[a-z]+),? )?(?:try|tries|attempts?|tests?)(?: out)?"
    r" (?:(?P<to>to )|(?:the |that |this |a )?)(?P<what>.+)"
)


def at_a_door(reader: Reader, said: str, read: Callable[[str], Meaning | None]) -> Meaning | None:
    """`Try the door`: to open it, or to force one that is fast; `try to kick the west door open`: the deed itself."""
    found = _TRIED.fullmatch(said) if place_of(reader) == DUNGEON and not reader.state.prompts else None
    if found is None:
        return None
    who = found["who"] or ""
    if who and who not in [first_part(c.name) for c in ours(reader)]:
        return None
    named = [m for m in mentions(reader, parts(found["what"])) if m.role == WAY]
    if not named and not found["to"] and (words := set(parts(found["what"]))) & _DOORS:
        doors = [w for w in ways(reader.state) if w.state not in ("open", "open way")]
        if len(doors) != 1 or words & {*COMPASS, "portcullis", "gate"}:
            return Say("There is no such way here.") if words & {*COMPASS, "portcullis"} else None
        named = [Mention(WAY, doors[0].name, frozenset())]
    if not named:
        return None
    way = next((w for w in ways(reader.state) if w.name == named[0].name), None)
    line = f"{'open' if way is None or way.state in ('shut', 'open') else 'force'} the {named[0].name}"
    meant = read(f"{who} {found['what'] if found['to'] else line}".strip())
    action = meant.action if isinstance(meant, Do) and not isinstance(meant.action, Try) else None
    is_refused = isinstance(meant, Say) and bool(meant.rule)
    return meant if getattr(action, "door", "") or isinstance(meant, Ask) or is_refused else None


def untried(reader: Reader, said: str, meant: Meaning) -> Meaning:
    """A door is to be kicked in or forced that nobody has tried: it is opened first, as doors are. What is to be lit is
    not burnt unasked."""
    meant = not_burnt(said, meant)
    if (
        not (isinstance(meant, Say) and meant.text.startswith(NOT_FOUND_FAST.rstrip(".")))
        or is_asked(said)
        or _PICKS.search(said)
    ):
        return meant
    shut = [x for x in reader.options.listed if isinstance(x, OpenDoor)]
    names = {m.name for m in mentions(reader, parts(said)) if m.role == WAY}
    ids = {way.id for way in ways(reader.state) if way.name in names}
    doors = [x for x in shut if x.door in ids] or (shut if len(shut) == 1 else [])
    return Do(doors[0], "Nobody has tried that door yet: it is opened as doors are.") if len(doors) == 1 else meant


_PICKS = re.compile(r"\b(?:locks?|pick\w*|unlock\w*|listen\w*|spikes?|wedges?)\b")
