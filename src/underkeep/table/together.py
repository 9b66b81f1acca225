"""Lines told together: what many do alike is one line, a blow and what it does are one, and so is who carries what.

Only words are joined. Each line that was joined is kept as a part of the new one, with its own reasons.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.english import NUMBERS
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import Ruled
from underkeep.table import naming
from underkeep.table.narrate import Line, Reasons
from underkeep.world.creature import AttackRolled, Died, Felled, Fled, Harmed, MoraleRolled, Moved, Yielded
from underkeep.world.dungeon import HoardChanged
from underkeep.world.encounter import EncounterChanged
from underkeep.world.fight import FightEnded, InitiativeRolled, RoundBegan
from underkeep.world.gear import Item, ItemsChanged

MOST_LETTERS = 320
"""What is told in one breath."""
MOST_THINGS = 7
"""From so many on, those of one kind are counted instead of named."""
_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_SECOND = (
    *("runs", "is", "has", "falls", "goes", "loses", "dies", "flees", "turns", "draws", "stays", "lies", "needs"),
    *("hears", "finds", "sees", "takes", "comes", "gets", "gives", "makes", "puts", "stands", "holds", "drops"),
)
BLOWS, STEPS, AGAIN = "blows", "steps", "again"
_BETWEEN_BLOWS = (Moved, ItemsChanged)
_OWN_LINES = (AttackRolled, Moved, RoundBegan, MoraleRolled, Fled, Yielded, FightEnded)
"""What begins a line, though it be about those who fought last; so does a game's own fact that `is_deed`."""


class _Part(Struct):
    """A line with whom it is about: who stands at its head, and everybody whom the fact names."""

    line: Line
    who: str
    rest: str
    names: frozenset[str]


class _Cluster(Struct):
    """Lines that become one. `key` is what a line must have to join; `since` are those named in lines that came after
    it was begun."""

    key: object
    parts: list[_Part]
    since: set[str]


def together(lines: Iterable[Line]) -> list[Line]:
    """The same told in fewer lines. Nobody's deeds change their order, but for steps and things in hand between blows:
    a line joins an earlier one only if nothing told in between is about the same people."""
    clusters: list[_Cluster] = []
    first, last = 0, None
    for line in lines:
        part = _part(line)
        key = _key(part)
        if last is not None and last.key == BLOWS and _follows(last, part):
            last.parts.append(part)
            continue
        if key is None:
            last = _Cluster(None, [part], set())
            clusters.append(last)
            first = len(clusters)
            continue
        found = next((c for c in reversed(clusters[first:]) if _joins(c, part, key)), None)
        if found is None:
            found = _Cluster(key, [], set())
            clusters.append(found)
            if isinstance(line.event, RoundBegan):
                first = len(clusters) - 1
        found.parts.append(part)
        last = found
        is_earlier = True
        for other in clusters[first:]:
            if other is found:
                is_earlier = False
            elif not _passes(other, key, line.event, is_earlier):
                other.since |= part.names
    return _chained([_told(cluster) for cluster in clusters])


def _passes(cluster: _Cluster, key: object, event: Event | None, is_earlier: bool) -> bool:
    """Whether it does no harm to tell of steps and of things in hand before the blows between them; never after, for a
    blow comes of the step."""
    is_light = isinstance(cluster.parts[0].line.event, _BETWEEN_BLOWS)
    if isinstance(event, _BETWEEN_BLOWS):
        return is_light or (cluster.key == BLOWS and not is_earlier)
    return is_light and key == BLOWS


def _follows(cluster: _Cluster, part: _Part) -> bool:
    """Whether a line is about those of the last blow: what it does to them, or to what they hold."""
    event = part.line.event
    if event is None or isinstance(event, _OWN_LINES) or getattr(event, "is_deed", False) or _is_blow(event):
        return False
    blow = next((p for p in reversed(cluster.parts) if _is_blow(p.line.event)), None)
    return blow is not None and bool(blow.names & part.names)


def _part(line: Line) -> _Part:
    who = line.who
    heads = bool(who) and line.text.startswith(f"{who[:1].upper()}{who[1:]} ")
    return _Part(line, who if heads else "", line.text[len(who) + 1 :] if heads else "", line.about)


def _key(part: _Part) -> object:
    """What a line must share with an earlier one to be told with it; None for one that stands alone and before and
    after which nothing is joined."""
    event = part.line.event
    if isinstance(event, RoundBegan | InitiativeRolled):
        return "round"
    if isinstance(event, AttackRolled | Harmed | Died | Felled) or _is_blow(event):
        return BLOWS
    if isinstance(event, HoardChanged | EncounterChanged | Ruled):
        return AGAIN, part.line.text
    if not part.who:
        return None
    if isinstance(event, Moved) and event.how == "move":
        return STEPS
    if isinstance(event, ItemsChanged):
        return type(event).__name__, event.verb
    return type(event).__name__, part.rest


def _joins(cluster: _Cluster, part: _Part, key: object) -> bool:
    if cluster.key != key or cluster.since & part.names:
        return False
    event = part.line.event
    if key == "round":
        return not isinstance(event, RoundBegan)
    if key == BLOWS and not _is_blow(event):
        return True
    return sum(len(p.line.text) for p in cluster.parts) < MOST_LETTERS or key != BLOWS


# Words


def _told(cluster: _Cluster) -> Line:
    parts = cluster.parts
    lines = [p.line for p in parts]
    if len(parts) == 1:
        return lines[0]
    if cluster.key == "round":
        text = " ".join(line.text for line in lines)
    elif cluster.key == BLOWS:
        text = _blows(parts)
    elif cluster.key == STEPS:
        text = _steps(parts)
    elif not parts[0].who:
        text = lines[0].text
    elif isinstance(lines[0].event, ItemsChanged):
        text = _things(parts)
    else:
        text = f"{naming.crowd([p.who for p in parts])} {_many(parts[0].rest)}"
    return _joined(_sentence(text), lines)


def _chained(lines: Sequence[Line]) -> list[Line]:
    """What befalls somebody in a row is one sentence: `Idony takes 4 damage, is wounded and drops a torch`."""
    found: list[Line] = []
    run: list[Line] = []
    for line in lines:
        if run and line.who == run[0].who and sum(len(x.text) for x in run) < MOST_LETTERS and _heads(line):
            run.append(line)
            continue
        found += _one_sentence(run)
        run = [line] if _heads(line) else []
        found += [] if run else [line]
    return [*found, *_one_sentence(run)]


def _heads(line: Line) -> bool:
    """Whether a line is a plain sentence about one creature, which stands at its head."""
    plain = line.text.endswith(".") and not any(sign in line.text[:-1] for sign in (". ", "; ", ": ", "!"))
    return plain and bool(line.who) and line.text.startswith(f"{line.who[:1].upper()}{line.who[1:]} ")


def _one_sentence(run: Sequence[Line]) -> list[Line]:
    if len(run) < 2:
        return list(run)
    deeds = [_bare(line.text[len(line.who) + 1 :]) for line in run]
    deeds = list(dict.fromkeys(deeds))
    several = any(" and " in deed for deed in deeds)
    joined = f"{', '.join(deeds[:-1])}{',' if several else ''} and {deeds[-1]}" if len(deeds) > 1 else deeds[0]
    parts = [part for line in run for part in (line.parts or (line,))]
    return [_joined(_sentence(f"{run[0].who} {joined}"), parts)]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _joined(text: str, lines: Sequence[Line]) -> Line:
    rolls = tuple(roll for line in lines for roll in line.reasons.rolls)
    rules = tuple(dict.fromkeys(rule for line in lines for rule in line.reasons.rules))
    own = tuple(dict.fromkeys(rule for line in lines for rule in line.rule))
    last = lines[-1]
    return replace(last, text=text, reasons=Reasons(rolls, rules), rule=own, parts=tuple(lines), event=None, who="")


def _blows(parts: Sequence[_Part]) -> str:
    """Each blow that tells with what it does; those that miss stand first, by name only if they are few, so that nobody
    strikes who has just died."""
    told: list[str] = []
    missed: list[_Part] = []
    blow: _Part | None = None
    spoken, whole = "", False
    for at, part in enumerate(parts):
        event, text = part.line.event, _bare(part.line.text)
        if _is_blow(event):
            blow, spoken, whole = part, "", True
            if getattr(event, "hit", True) or (at + 1 < len(parts) and _is_of(parts[at + 1], blow)):
                told.append(text)
            else:
                missed.append(part)
        elif not told or ((blow is None or not _is_of(part, blow)) and part.who != spoken):
            told.append(text)
            spoken = part.who
        elif isinstance(event, Harmed) and whole and part.rest.startswith("takes "):
            told[-1] += f" for {_bare(part.rest.removeprefix('takes '))}"
        elif part.who and part.who == spoken:
            told[-1] = _and_more(told[-1], _bare(part.rest))
        else:
            told[-1] += f", and {_lower_first(text)}"
            spoken, whole = part.who, False
    if len(missed) == 1:
        told.insert(0, _bare(missed[0].line.text))
    elif missed:
        who = list(dict.fromkeys(p.who for p in missed))
        told.insert(0, f"{naming.crowd(who)} {'miss' if len(who) > 1 else 'misses'}")
    return "; ".join([told[0], *map(_lower_first, told[1:])]) if told else ""


_SEVERAL = re.compile(r"(?P<so_far>.*\btakes (?:\d+, )*\d+)(?P<last> and \d+)? damage")


def _and_more(told: str, rest: str) -> str:
    """One more of what befalls somebody: `takes 6 and 5 damage` counts what is done at once."""
    found, more = _SEVERAL.fullmatch(told), re.fullmatch(r"takes (\d+) damage", rest)
    if found is None or more is None:
        return f"{told} and {rest}"
    return f"{found['so_far']}{(found['last'] or '').replace(' and ', ', ')} and {more[1]} damage"


def _is_of(part: _Part, blow: _Part) -> bool:
    """Whether a line is about those of a blow."""
    return not _is_blow(part.line.event) and bool(part.names & blow.names)


def _is_blow(event: Event | None) -> bool:
    """Whether somebody strikes: with a roll, or by a game's own fact that says so of itself and needs none."""
    return isinstance(event, AttackRolled) or getattr(event, "is_blow", False)


def _steps(parts: Sequence[_Part]) -> str:
    """Who has come to blows, and who only moved."""
    last = {part.who: part.rest for part in parts}
    alike: dict[str, list[str]] = {}
    for who, rest in last.items():
        alike.setdefault(rest, []).append(who)
    told = [f"{naming.crowd(who)} {_bare(_many(rest) if len(who) > 1 else rest)}" for rest, who in alike.items()]
    return "; ".join([told[0], *map(_lower_first, told[1:])])


_VERB = re.compile(r"\S*(?: (?:over|out|up|on|off|away|down|back)(?= ))?")
"""What one does, in a word or two: `takes`, `hands over`."""


def _things(parts: Sequence[_Part]) -> str:
    """Who takes what: each one's things in a row, like ones counted together, and those with the same things told as
    one."""
    found = _VERB.match(parts[0].rest)
    verb = found[0] if found is not None else ""
    own: dict[str, list[_Part]] = {}
    for part in parts:
        own.setdefault(part.who, []).append(part)
    alike: dict[tuple[str, ...], list[str]] = {}
    for who, what in own.items():
        alike.setdefault(_counted(verb, what), []).append(who)
    return "; ".join(_had(verb, what, who) for what, who in alike.items())


def _had(verb: str, what: tuple[str, ...], who: Sequence[str]) -> str:
    """Who does something with what: `A and B take 2 torches each`, but `A and B each leave savings at home`."""
    things = naming.listing(_few(what))
    if len(who) < 2:
        return f"{naming.crowd(who)} {verb} {things}"
    first = "each " if _TO_WHERE.search(things) else ""
    last = " each" if things and not first else ""
    return f"{naming.crowd(who)} {first}{_many(verb)} {things}{last}"


_TO_WHERE = re.compile(r" (?:at|to|from|in|into|for) ")


def _counted(verb: str, parts: Sequence[_Part]) -> tuple[str, ...]:
    """What one does something with, in words; the same thing twice is two of it."""
    things: dict[tuple[str, str], Item] = {}
    found: dict[object, str] = {}
    for part in parts:
        event, rest = part.line.event, part.rest.removeprefix(f"{verb} ")
        words = _bare(rest)
        item = event.item if isinstance(event, ItemsChanged) else None
        if item is None or words != naming.some(item):
            times = sum(1 for key in found if isinstance(key, tuple) and key[:1] == (words,))
            found[words, times] = words
            continue
        key = (item.kind, item.name)
        things[key] = replace(item, count=item.count + things[key].count) if key in things else item
        found[key] = naming.some(things[key])
    return tuple(found.values())


_COUNTED = re.compile(r"an? |the |\d")


def _few(things: Sequence[str]) -> list[str]:
    """As many as one takes in; the others are counted."""
    same = {thing: things.count(thing) for thing in things}
    told = [
        thing if times == 1 or not _COUNTED.match(thing) else f"{thing} ({times} times)"
        for thing, times in same.items()
    ]
    if len(told) <= MOST_THINGS:
        return told
    return [*told[: MOST_THINGS - 1], f"{len(told) - MOST_THINGS + 1} other things"]


def _bare(text: str) -> str:
    return text[:-1] if text.endswith(".") else text


def _lower_first(text: str) -> str:
    """Counted crowds stand in the middle of a sentence without their capital; names keep theirs."""
    first = text.partition(" ")[0].lower()
    return text[:1].lower() + text[1:] if first in NUMBERS or first in ("the", "a", "an") else text


def _many(predicate: str) -> str:
    """What one does, of several: `is weary` is `are weary`."""
    verb, sep, rest = predicate.partition(" ")
    end = verb[len(verb.rstrip(".!,:;")) :]
    told = _plural_verb(verb.rstrip(".!,:;")) + end + sep + rest
    for second in _SECOND:
        told = told.replace(f" and {second}", f" and {_plural_verb(second)}")
    return told


def _plural_verb(verb: str) -> str:
    if verb in _VERBS:
        return _VERBS[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
