"""In by the way that was just opened or tried: `go in, Kester first`, `in we go`, `then through the east door`;
`north 2`, `west, then north`; and a look through a door that is opened for it."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.errand import is_hurt
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.looked_through import looked_through
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.ranks import ranked
from underkeep.table.speech.those_told import led_by
from underkeep.table.speech.wording import COMPASS, parts
from underkeep.table.view import WaySeen, ways
from underkeep.world.state import State

Parse = Callable[[Reader, str], Meaning]
Read = Callable[[str], Meaning | None]
BY_WHICH = "In by which way?"
_LED = r"(?:(?:and|so|now|then|ok|right|let us|we|all|everyone|everybody|i|quickly|quietly|carefully|slowly),? )*"
_GOES = r"(?:go|goes|walk|walks|step|steps|head|heads|move|moves|get|gets|come|comes)"
_IN = re.compile(
    rf"{_LED}(?:(?:all )?{_GOES}(?: on| right| straight| all)* (?:in|inside|through)|enters?(?: it)?|in (?:we|you) go)"
    r"(?: (?:it|now|then|there|together|quietly|carefully|slowly))*"
)
_FIRST = r"(?:first|in front|in the lead|leading(?: the way)?|ahead|in first|foremost|at the front|up front)"
_WITH_LEADER = re.compile(
    rf"(?P<goes>.+?)(?:,| and| with|, with) (?P<who>\w[\w, ]*?) (?:goes |go )?{_FIRST}(?P<rest>,? .+)?"
)
_IN_FIRST = re.compile(
    rf"(?P<who>.+?) (?:{_GOES} (?:in|inside)|enters?) (?:first|ahead|before (?:us|the others|the rest))"
)
_FIRST_BY = re.compile(
    rf"(?:let |have )?(?P<who>[\w, ]+?) (?:{_GOES} )?first (?:through"
    rf"|by|into|via|out of|down|up) (?:the )?(?P<way>[\w ]+?)"
    r"(?:,? (?:and |then |followed by )+(?P<rest>.+)|, (?P<more>.+))?"
)
_THROUGH = re.compile(
    rf"{_LED}(?:{_GOES} )?(?:(?:straight|on|right|back|out|in),? )*(?:through"
    rf"|by|via) (?:the |that )?(?P<way>[\w ]+?)(?: then| now| next)*"
)
_NUMBERED = re.compile(rf"(?:{_GOES} )?(?P<name>(?:(?:north|south|east|west) )?(?:door |opening )?[1-9])")
_SIDE = r"(?:north|south|east|west|upstairs|downstairs|up|down)"
_PATH = re.compile(
    rf"{_LED}(?:{_GOES} )?(?P<first>{_SIDE})"
    rf"(?P<rest>(?:(?:,| and| then|;)+ (?:then )?(?:{_GOES} )?{_SIDE}(?:"
    rf" again)?)+)(?: if (?:possible|we can|there is a way))?"
)
_PEEKS = re.compile(
    r"(?P<opens>.*\b(?:open|push|pull|ease|crack|nudge|swing|edge"
    r"|slide)(?:e?s)?\b.*?),? (?:and|then|to|just to)(?: then| we| to)*"
    r" (?:(?:carefully|quietly|quickly) )?(?:(?:peek|peer|look"
    r"|glance|spy)s?(?: (?:in|inside|through|around|into it|behind it"
    r"|what is (?:there|inside|behind it)|beyond(?: it)?|past it))*"
    r"|(?:have|take|has|takes) a (?:peek|look)(?: in| inside| through)*)"
)
_SOFTLY = re.compile(r"(?: (?:a (?:crack|bit|little)|ajar|slightly|carefully|slowly|gently|quietly))+$")
_ABOUT_DOORS = re.compile(r"\b(?:north|south|east|west) door(?: \d)?(?= (?:opens|is stuck|is locked|gives)|\.)")


class Peep:
    """A door is opened, and what is seen through it is told; nobody goes in."""

    def __init__(self, opening: a.OpenDoor) -> None:
        self.over = ""
        self._opening = opening
        self._is_done = False

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if not self._is_done:
            self._is_done = True
            return self._opening
        way = next((x for x in ways(state) if x.id == self._opening.door), None)
        if way is not None and way.state == "open" and state.encounter is None:
            seen = looked_through(Reader(rules, state, options, seat), f"look through the {way.name}")
            self.over = seen.text if isinstance(seen, Say) else ""
        return None

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        return bool(after.prompts) or after.encounter is not None or is_hurt(rules, before, after)


def going_in(reader: Reader, said: str, read: Read, parse: Parse) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("?!. ")
    if (peeks := _PEEKS.fullmatch(said)) is not None:
        opening = read(_SOFTLY.sub("", peeks["opens"].strip()))
        if isinstance(opening, Do) and isinstance(opening.action, a.OpenDoor):
            return Undertake(Peep(opening.action), note=opening.note)
        return None
    if (path := _PATH.fullmatch(said)) is not None:
        first = read(f"go {path['first']}")
        sides = re.findall(rf"\b{_SIDE}\b", path["rest"])
        return Undertake(Led(first, [f"go {side}" for side in sides], parse)) if isinstance(first, Do) else first
    if (first_by := _FIRST_BY.fullmatch(said)) is not None:
        behind = first_by["rest"] or first_by["more"] or ""
        way = _named(reader, first_by["way"])
        order = ranked(reader, f"{first_by['who']} first{', then ' if behind else ''}{behind}")
        if way is not None and order is not None and isinstance(going := taken(reader, way), Do):
            verb = "open" if isinstance(going.action, a.OpenDoor) else "go through"
            return Undertake(Led(order, [f"{verb} the {way.name}"], parse))
    if (led := _led(reader, said, parse)) is not None:
        return led
    if _IN.fullmatch(said):
        return _by_the_last(reader)
    if (numbered := _NUMBERED.fullmatch(said)) is not None:
        return _by_number(reader, numbered["name"])
    through = _THROUGH.fullmatch(said)
    way = _named(reader, through["way"]) if through is not None else None
    return taken(reader, way) if way is not None else None


def _led(reader: Reader, said: str, parse: Parse) -> Meaning | None:
    """`Go in, Kester first`: the order of march, then in."""
    inward = _IN_FIRST.fullmatch(said)
    found = inward or _WITH_LEADER.fullmatch(said)
    if found is None or (inward is None and not _IN.fullmatch(found["goes"])):
        through = _THROUGH.fullmatch(re.sub(rf"^{_LED}{_GOES} ", "", found["goes"])) if found is not None else None
        way = _named(reader, through["way"]) if through is not None else None
        if found is None or way is None or inward is not None:
            return None
    else:
        way = None
    who = re.sub(r"^(?:with|and|but|let|have) ", "", found["who"].strip(" ,"))
    named, rest = led_by(reader, ours(reader), who.replace(", ", " and "))
    if not named or rest:
        return None
    more = re.sub(r"^,? (?:and |then )*", "", found.groupdict().get("rest") or "")
    order = ranked(reader, f"{who} first, then {more}" if more else f"{who} first")
    going = taken(reader, way) if way is not None else _by_the_last(reader)
    if not isinstance(order, Do):
        return None
    if isinstance(going, Ask):
        return Do(order.action, ONE_SAYS_WHICH)
    if not isinstance(going, Do):
        return order
    name = next(way.name for way in ways(reader.state) if way.id == _of(going.action))
    verb = "open" if isinstance(going.action, a.OpenDoor) else "go through"
    return Undertake(Led(order, [f"{verb} the {name}"], parse))


class Led(InWords):
    """An order of march and the way that is gone then, or several ways one after the other."""


ONE_SAYS_WHICH = "By which way to go in, say next."


def _of(action: Action) -> str:
    return str(getattr(action, "door", "") or getattr(action, "way", ""))


def _by_the_last(reader: Reader) -> Meaning | None:
    """In by the way that was last opened or tried since the party came; of several that may be meant it is asked."""
    known = ways(reader.state)
    last = _of(reader.last) if reader.last is not None else ""
    way = next((x for x in known if x.id == last), None) or _told_last(reader, known)
    fresh = [x for x in known if x.name != _came_by(reader)]
    way = way or (fresh[0] if len(fresh) == 1 else known[0] if len(known) == 1 else None)
    if way is not None:
        return taken(reader, way)
    some = [meant.action for x in fresh if isinstance(meant := taken(reader, x), Do)]
    return Ask(BY_WHICH, tuple(some)) if some else None


def _told_last(reader: Reader, known: list[WaySeen] | tuple[WaySeen, ...]) -> WaySeen | None:
    """The way of which was told last since the party came here."""
    for line in reversed(reader.heard()):
        if line.startswith("The party goes "):
            return None
        named = [x for x in known if f"the {x.name}" in line.lower() and _ABOUT_DOORS.search(line)]
        if named:
            return named[0]
    return None


def _came_by(reader: Reader) -> str:
    """The way by which the party came in, as far as it was told."""
    came = next((x for x in reversed(reader.heard()) if x.startswith("The party goes ")), "")
    whence = {"north": "south", "south": "north", "east": "west", "west": "east"}
    side = next((whence[word] for word in parts(came) if word in whence), "")
    there = [x.name for x in ways(reader.state) if x.bearing == side]
    return there[0] if len(there) == 1 else ""


def taken(reader: Reader, way: WaySeen) -> Meaning | None:
    """To go by a way, or to open it first; why not, if neither can be done."""
    for action in (a.Go(way.id), a.OpenDoor(way.id)):
        if action in reader.options.listed:
            return Do(action)
    return Say(f"The {way.name} is {way.state}.") if way.state not in ("open", "open way") else None


def _named(reader: Reader, words: str) -> WaySeen | None:
    """The one way that words name."""
    known = ways(reader.state)
    exact = [x for x in known if x.name == words]
    told = parts(words)
    sides = {COMPASS[word] for word in told if word in COMPASS and len(word) > 1}
    there = [x for x in known if not sides or x.bearing in sides]
    number = {word for word in told if word.isdecimal()}
    if told and told[-1] in _DOORWAYS and len(told) == 1:
        there = [x for x in known if x.state == "open"]
        return there[0] if len(there) == 1 else None
    some = exact or [x for x in there if set(told) <= set(parts(x.name)) and number <= set(parts(x.name))]
    return some[0] if len(some) == 1 else None


_DOORWAYS = ("doorway", "door", "gate", "archway", "gateway")


def _by_number(reader: Reader, name: str) -> Meaning | None:
    """`North 2`: the way of that side and number."""
    *told, number = parts(name)
    known = [x for x in ways(reader.state) if parts(x.name)[-1] == number and set(told) <= set(parts(x.name))]
    return taken(reader, known[0]) if len(known) == 1 else None
