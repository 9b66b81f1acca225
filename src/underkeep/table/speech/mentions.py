"""What a line names of what its seat knows here: members, ways, things, treasure, what is carried, wares, services.

Each mention says which words of the line it explains and what the thing is called in words that the strict reader
knows. What the party has not seen is never among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from msgspec import Struct

from underkeep.procedures import dressings, survey
from underkeep.procedures.chapter import DUNGEON, FIGHT, MEETING, TOWN
from underkeep.procedures.scenes import scene_of
from underkeep.procedures.town_services import Visit
from underkeep.table import naming
from underkeep.table.speech import topics
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.describe import wares
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.wording import COMPASS, first_part, parts
from underkeep.table.view import WaySeen, ways

MEMBER, FOE, WAY, BEARING, THING, FEATURE, HEAP, ITEM, WARE, SERVICE, SEEKER, NUMBER, SITE, SPELL, TOPIC, TRADE = (
    *(
        "member",
        "foe",
        "way",
        "bearing",
        "thing",
        "feature",
        "heap",
        "item",
        "ware",
        "service",
        "seeker",
        "number",
        "site",
        "spell",
        "topic",
        "trade",
    ),
)
TRAP, CAPTIVE = "trap", "captive"
_SMALL = "of in with and the a an on some without that has from which through into where"
_UNTOLD = frozenset(_SMALL.split())
_WHERE = frozenset(
    ("wall", "walls", "floor", "floors", "ceiling", "ground", "room", "corner", "corners", "door", "doors")
)
"""Where a thing is, which is not what it is."""


class Mention(Struct, frozen=True):
    """`name` is what it is called; `at` are the places of the words that speak of it."""

    role: str
    name: str
    at: frozenset[int]


def place_of(reader: Reader) -> str:
    return FIGHT if reader.state.fight is not None else scene_of(reader.state)


def mentions(reader: Reader, words: Sequence[str]) -> list[Mention]:
    """All that the words name here; one role may have several."""
    place = place_of(reader)
    found = [*_members(reader, words), *_numbers(words), *_spells(reader, words)]
    if place == DUNGEON:
        found += [*_ways(reader, words), *_things(reader, words), *_heaps(reader, words)]
        found += [*_traps(reader, words), *_captives(reader, words)]
    elif place in (MEETING, FIGHT):
        found += _foes(reader, words)
    elif place == TOWN:
        found += [*_services(reader, words), *_seekers(reader, words)]
        found += _sites(reader, words)
        told = topics.named(reader.rules, reader.state, words)
        found += [Mention(TOPIC, name, at) for name, at in told]
        found += [Mention(TRADE, name.removeprefix("trade "), at) for name, at in told if name.startswith("trade ")]
        found += _named(WARE, words, [ware.name for ware in wares(reader.rules, reader.state).values()])
    return [*found, *_named(ITEM, words, [item.name for c in ours(reader) for item in c.items])]


def _members(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    own = ours(reader)
    named = [(parts(c.name)[0], c) for c in own if parts(c.name)]
    for place, word in enumerate(words):
        for name, _ in named:
            if word == name:
                yield Mention(MEMBER, name, frozenset((place,)))
    for called, some in class_names(own).items():
        told = called.split()
        if len(some) == 1 and (at := _run(words, told)):
            yield Mention(MEMBER, first_part(some[0].name), at)


def _run(words: Sequence[str], told: Sequence[str]) -> frozenset[int]:
    """Where words stand one after another; empty if they do not."""
    for start in range(len(words) - len(told) + 1):
        if list(words[start : start + len(told)]) == list(told):
            return frozenset(range(start, start + len(told)))
    return frozenset()


def _numbers(words: Sequence[str]) -> Iterator[Mention]:
    yield from (Mention(NUMBER, word, frozenset((n,))) for n, word in enumerate(words) if word.isdecimal())


def _foes(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """Those who are met or fought, by their names or as `them`."""
    state = reader.state
    met = state.encounter.monsters if state.encounter is not None else ()
    others = [state.creatures[id] for id in met if id in state.creatures]
    if state.fight is not None:
        others = [c for c in state.active() if not state.owns(reader.seat, c.id)]
    kin = frozenset(word for c in others for word in parts(c.name) if not word.isdecimal())
    kin |= frozenset(word for sort in group("kin") if kin & group(f"kin {sort}") for word in group(f"kin {sort}"))
    kin |= group("creature") - _own_words(reader)
    at = {n for n, word in enumerate(words) if alike(word, kin) or word in group("those")}
    at |= {n for n, word in enumerate(words) if word.isdecimal() and n - 1 in at}
    if at:
        told = [words[n] for n in sorted(at) if words[n] not in group("those")]
        yield Mention(FOE, " ".join(told) or "them", frozenset(at))


def _captives(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """Those who gave themselves up here: one by its number, else all of them."""
    there = survey.captives(reader.state)
    kin = frozenset(word for c in there for word in parts(c.name) if not word.isdecimal()) | group("captive")
    at = {n for n, word in enumerate(words) if there and (alike(word, kin) or word in group("those"))}
    at |= {n for n, word in enumerate(words) if there and names_a_monster(reader.rules, word)}
    numbers = {n for n, word in enumerate(words) if word.isdecimal() and n - 1 in at}
    ones = {n for n, word in enumerate(words) if there and word == "one" and words[n - 1] not in ("every", "no")}
    at |= ones
    named = [c for c in there if any(parts(c.name)[-1] == words[n] for n in numbers)]
    meant = named or (there[:1] if len(there) == 1 or ones else [])
    if at:
        name = " ".join(parts(meant[0].name)) if meant else "all captives"
        yield Mention(CAPTIVE, name, frozenset(at | numbers))


def _own_words(reader: Reader) -> frozenset[str]:
    """The words for one's own people and things, which are nobody else's."""
    return frozenset(
        word for c in ours(reader) for name in (c.name, *(x.name for x in c.items)) for word in parts(name)
    )


def ways_named(reader: Reader, words: Sequence[str]) -> list[Mention]:
    """The ways out that the words name, whoever is met there."""
    return [mention for mention in _ways(reader, words) if mention.role == WAY]


def _ways(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """Ways out by their side, their kind or both; a door that may be any is called `the door`."""
    known = ways(reader.state)
    bearings = {n: COMPASS[word] for n, word in enumerate(words) if word in COMPASS and len(word) > 1}
    there = _names_of_things(reader) - {word for way in known for word in parts(way.name)}
    ends = {n for n, word in enumerate(words) if alike(word, group("door")) or alike(word, group("opening"))}
    nouns = {n for n in ends if bearings or words[n] not in there}
    stairs = {n for n, word in enumerate(words) if alike(word, group("stairs"))}
    yield from (Mention(BEARING, bearing, frozenset((n,))) for n, bearing in bearings.items())
    sides = {n for n, word in enumerate(words) if word in ("side", "way") and n - 1 in bearings}
    found = [w for w in known if w.bearing in bearings.values()] if bearings else list(known)
    if stairs and not bearings:
        found = [w for w in known if not w.bearing]
        yield from (Mention(WAY, w.name, frozenset(stairs)) for w in found[:1])
        return
    if not (bearings or nouns):
        return
    doors = any(alike(words[n], group("door")) for n in nouns)
    if nouns:
        fitting = [w for w in found if _is_door(w) == doors]
        found = fitting or (found if not doors and bearings else [])
    numbers = {n: word for n, word in enumerate(words) if word.isdecimal() and n - 1 in nouns}
    found = [w for w in found if any(w.name.endswith(f" {x}") for x in numbers.values())] or found
    at = frozenset((*bearings, *nouns, *sides, *numbers))
    names = [w.name for w in found]
    if len(names) == 1 or (names and bearings):
        yield Mention(WAY, names[0], at)
    elif names and nouns:
        yield Mention(WAY, "door" if doors else "opening", at)


def _names_of_things(reader: Reader) -> set[str]:
    """The words of the names of what stands here: a portal that shimmers is no way out by its name."""
    state = reader.state
    if state.party is None or state.party.at is None or state.dungeon is None:
        return set()
    return {word for x in survey.known_features(state) for word in parts(naming.feature_name(state, x))}


def _is_door(way: WaySeen) -> bool:
    return "door" in way.name or "gate" in way.name


def _things(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """What belongs to the look of the place, by any word for it that fits nothing else there better."""
    state = reader.state
    if state.party is None or state.party.at is None or state.dungeon is None:
        return
    told = [
        (THING, dressings.name_of(d).lower(), f"{dressings.name_of(d)} {dressings.kind_of(d).see}")
        for d in survey.known_dressings(state)
    ]
    told += [(FEATURE, naming.feature_name(state, x).lower(), x.kind) for x in survey.known_features(state)]
    found = [Mention(role, name, _touching(words, look)) for role, name, look in told]
    most = max((len(m.at) for m in found), default=0)
    best = [m for m in found if most and len(m.at) == most]
    whole = [m for m in best if any(alike(words[n], frozenset(parts(m.name)[-1:])) for n in m.at)]
    yield from (whole or best) if len(whole or best) == 1 else ()


def _traps(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """The traps of the place that the party has found, by what they are called."""
    for trap in naming.traps_here(reader.state):
        name = naming.trap_name(reader.rules.measures, reader.state, trap).lower()
        own = frozenset(word for word in parts(name) if len(word) > 2)
        if at := frozenset(n for n, word in enumerate(words) if alike(word, own)):
            yield Mention(TRAP, name, at | {n for n, word in enumerate(words) if word == "trap"})


def _touching(words: Sequence[str], look: str) -> frozenset[int]:
    """The words that are of a thing's look, or are another name for such a thing."""
    own = {word for word in parts(look) if word not in _UNTOLD and word not in _WHERE and len(word) > 2}
    for other in _other_names():
        if any(alike(word, other) for word in own):
            own |= other
    return frozenset(n for n, word in enumerate(words) if len(word) > 2 and alike(word, frozenset(own)))


@cache
def _other_names() -> tuple[frozenset[str], ...]:
    """Groups of nouns any of which people call such a thing by."""
    return tuple(group(f"thing {name}") for name in group("things"))


def _heaps(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    at = frozenset(n for n, word in enumerate(words) if alike(word, group("heap")))
    if at and survey.known_hoards(reader.state):
        yield Mention(HEAP, "treasure", at)


def _services(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """What the town has that can be visited, by its name or by who works there."""
    kinds = dict.fromkeys(x.service for x in reader.options.listed if isinstance(x, Visit))
    for kind in kinds:
        own = frozenset(parts(kind.replace("-", " ")))
        others = group(f"service {sorted(own)[0] if len(own) == 1 else ' '.join(parts(kind))}")
        at = frozenset(n for n, word in enumerate(words) if alike(word, others) or (len(own) == 1 and alike(word, own)))
        at = at or _run(words, parts(kind.replace("-", " ")))
        if at:
            yield Mention(SERVICE, " ".join(parts(kind)), at)


def _seekers(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    town = reader.state.settlement
    for seeker in town.applicants if town is not None else ():
        name = parts(seeker.name)[0]
        yield from (Mention(SEEKER, name, frozenset((n,))) for n, word in enumerate(words) if word == name)


def _spells(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """The game's spells, by their whole names."""
    for spell in reader.rules.spells():
        if at := _run(words, parts(spell)):
            yield Mention(SPELL, " ".join(parts(spell)), at)


def _sites(reader: Reader, words: Sequence[str]) -> Iterator[Mention]:
    """The dungeon that they are bound for, by its name or as any such place."""
    dungeon = reader.state.dungeon
    own = {word for word in parts(dungeon.name) if word not in _UNTOLD} if dungeon is not None else set()
    at = frozenset(n for n, word in enumerate(words) if word in own or alike(word, group("site")))
    if at:
        yield Mention(SITE, "dungeon", at)


def _named(role: str, words: Sequence[str], names: Iterable[str]) -> Iterator[Mention]:
    """Things by words of their names: of those that have most of the words the first."""
    found: dict[frozenset[int], str] = {}
    for name in dict.fromkeys(names):
        own = frozenset(word for word in parts(name) if word not in _UNTOLD and not word.isdecimal())
        at = frozenset(n for n, word in enumerate(words) if alike(word, own) and len(word) > 2)
        if at:
            found.setdefault(at, name.lower())
    whole = [at for at in found if not any(at < other for other in found)]
    yield from (Mention(role, found[at], at) for at in whole)
