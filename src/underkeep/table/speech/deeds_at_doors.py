"""Deeds at a door in the words that people have for them: who, at which door, what is done there. A door is found by
its side and number, as the other one, as each of them, or as the one at which such a deed can be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.table.several import InOrder
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Undertake, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import COMPASS, first_part, parts
from underkeep.table.view import WaySeen, ways

Read = Callable[[str], Meaning | None]
_WHOLE, _NAMED_LAST, _DOOR, _HEARD = (
    pattern("deeds_at_doors", name) for name in ("whole", "named_last", "door", "heard")
)
_SORTS: tuple[tuple[str, type[Action]], ...] = (
    ("hears", a.Listen),
    ("picks", a.PickLock),
    ("forces", a.ForceDoor),
    ("opens", a.OpenDoor),
    ("shuts", a.ShutDoor),
)
ONE_AT_A_TIME = "One at a time can try a door."
WHICH = "Which door is meant?"


def deed_at_a_door(reader: Reader, said: str, read: Read) -> Meaning | None:
    """What a line does that is no more than one deed at a door; None of any other line, and where no door is fit."""
    names, told = doers(reader, said.rstrip("?!. "))
    heard = _HEARD.fullmatch(told)
    found = _WHOLE.fullmatch(f"listen at {heard['at']}" if heard is not None else told)
    if found is None:
        return None
    sort = next(kind for name, kind in _SORTS if found[name])
    place = found["goes_to"] or found["at"] or ""
    if not place and sort is not a.PickLock:
        return None
    fit = _fit(reader, sort, place)
    if not fit and sort is a.PickLock and "lock" in told:
        return _without_lock(reader, place, read)
    if not fit or (sort is not a.PickLock and not _DOOR.search(place) and not _sides(place)):
        return None
    options = [[x for x in reader.options.listed if isinstance(x, sort) and getattr(x, "door", "") == d] for d in fit]
    if len(fit) > 1 and _EACH.search(place):
        return Undertake(InOrder(_shared_out(reader, options, names)))
    if len(fit) > 1:
        last = getattr(reader.last, "door", "")
        best = [d for some in options if (d := _done(reader, some, names)) is not None]
        told_of = [x for x in best if getattr(x, "door", "") == last and not place.startswith("other")]
        return Do(told_of[0]) if told_of else Ask(WHICH, tuple(best)) if best else None
    if sort is a.Listen and len(names) > 1:
        return Undertake(InOrder(_shared_out(reader, options * len(names), names)))
    done = _done(reader, options[0], names)
    if done is None:
        door = next(way.name for way in ways(reader.state) if way.id == fit[0])
        return read(f"{_CALLED[sort]} the {door} with {names[0]}")
    return Do(done, ONE_AT_A_TIME if len(names) > 1 and hasattr(done, "actor") else "")


_EACH = re.compile(r"\b(?:doors|both|each|all|every)\b")


_CALLED: dict[type[Action], str] = {
    a.Listen: "listen at",
    a.PickLock: "pick the lock of",
    a.ForceDoor: "force",
    a.OpenDoor: "open",
    a.ShutDoor: "shut",
}


def _without_lock(reader: Reader, place: str, read: Read) -> Meaning | None:
    """Why a lock that nobody sees is not picked, of the one door that may be meant and will not open."""
    doors = [way for way in _meant(reader, place) if way.state in ("stuck", "open")]
    return read(f"pick the lock of the {doors[0].name}") if len(doors) == 1 else None


def doers(reader: Reader, said: str) -> tuple[list[str], str]:
    """Those of one's own of whom a line says that they do it, and what they do."""
    own = {first_part(c.name) for c in ours(reader)}
    if (last := _NAMED_LAST.fullmatch(said)) is not None and last["who"] in own:
        return [last["who"]], last["what"]
    words = re.sub(r"^(?:(?:please|now|then|so|ok|okay) )*(?:have|let|get|make|tell|ask) (?=\w)", "", said)
    led = words != said
    names: list[str] = []
    while (found := re.match(r"(?:and |, ?(?:and )?)?(\w+)\b,?", words)) is not None and found[1] in own:
        names.append(found[1])
        words = words[found.end() :].lstrip()
    if not names:
        return [], re.sub(
            r"^(?:us|we|i|everyone|everybody|somebody|someone|anybody|one of us) ", "", words if led else said
        )
    return names, re.sub(r"^(?:both |together |to |please |should |can |will |now )+", "", words)


def _sides(place: str) -> set[str]:
    return {COMPASS[word] for word in parts(place) if word in COMPASS and len(word) > 1}


def _fit(reader: Reader, sort: type[Action], place: str) -> list[str]:
    """The doors that the words may mean at which such a deed can be done, in the order in which they are seen."""
    listed = {getattr(x, "door", "") for x in reader.options.listed if isinstance(x, sort)}
    seen = _meant(reader, place)
    fit = [way for way in seen if way.id in listed]
    if re.search(r"\bother\b", place) and len(seen) > 1:
        fit = _others(reader, fit)
    return [way.id for way in fit]


def _meant(reader: Reader, place: str) -> list[WaySeen]:
    """The ways that the words name, by side and number; all of them where they tell neither."""
    sides, numbers = _sides(place), {word for word in parts(place) if word.isdecimal()}
    seen = [way for way in ways(reader.state) if not sides or way.bearing in sides]
    return [way for way in seen if way.name.split()[-1] in numbers] if numbers else seen


def _others(reader: Reader, fit: Sequence[WaySeen]) -> list[WaySeen]:
    """Those that are not the one that was tried last."""
    last = getattr(reader.last, "door", "") or getattr(reader.last, "way", "")
    return [way for way in fit if way.id != last]


def _done(reader: Reader, some: Sequence[Action], names: Sequence[str]) -> Action | None:
    """The deed of the first of those named who can do it; of nobody in particular that of the fittest."""
    own = {c.id: first_part(c.name) for c in ours(reader)}
    if names and hasattr(some[0], "actor"):
        by_name = {own.get(getattr(x, "actor", ""), ""): x for x in some}
        return next((by_name[name] for name in names if name in by_name), None)
    usual = reader.usual.get(type(some[0]).__name__)
    used = next((x for x in some if usual and getattr(x, "actor", "") == usual), None)
    return used or reader.rules.fittest(reader.state, some)


def _shared_out(reader: Reader, doors: Sequence[Sequence[Action]], names: Sequence[str]) -> list[Action]:
    """A deed at each door, each by somebody else as far as there are so many."""
    own = {c.id: first_part(c.name) for c in ours(reader)}
    busy: set[str] = set()
    deeds: list[Action] = []
    for some in doors:
        able = [x for x in some if not names or not hasattr(x, "actor") or own.get(getattr(x, "actor", "")) in names]
        free = [x for x in able if getattr(x, "actor", "") not in busy] or able
        if not free:
            continue
        best = reader.rules.fittest(reader.state, free)
        named = [x for name in names for x in free if own.get(getattr(x, "actor", "")) == name]
        deed = named[0] if named else best
        busy.add(getattr(deed, "actor", ""))
        deeds.append(deed)
    return deeds
