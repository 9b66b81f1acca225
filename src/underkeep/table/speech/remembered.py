"""Lines about what was told of a place, or about the place where something happened: `where is the pit they warned us
of`, `go back to the room with the ferrets`, `where did we leave the coins`. What is told is what the party heard then;
where nobody has found a thing, no more is known of it than that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from underkeep.procedures import dressings, survey
from underkeep.table import course, naming
from underkeep.table.course import Course
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Meaning, Reader, Say, Undertake
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.patterns import words as words_of
from underkeep.table.speech.sought import lying_dead
from underkeep.table.speech.wording import parts
from underkeep.table.view import ways

Read = Callable[[str], Meaning | None]
_ASKED, _SORTED, _BY_THEM, _GOES, _TO, _WHERE, _SEEKS, _FOR_THE_DEAD = (
    pattern("remembered", name)
    for name in ("asked", "sorted", "by_them", "goes", "to", "where", "seeks", "for_the_dead")
)
MOST = 3
NOTHING = "Nothing of the kind was told."
NOT_FOUND = {
    "trap": "Where exactly, nobody has found: search shows it, a square at a time.",
    "door": "Nobody has found it yet: search shows it, a square at a time, for whoever is there.",
}
_SORTS = {
    "trap": (
        pattern("remembered", "of_traps"),
        pattern("remembered", "told_of_traps"),
    ),
    "door": (
        pattern("remembered", "of_doors"),
        pattern("remembered", "told_of_doors"),
    ),
    "hoard": (
        pattern("remembered", "of_hoards"),
        re.compile(r"\b(?:treasure|gold|silver|coins?|chest|crown|jewel\w*|gems?|hoard|heap)\b"),
    ),
}
"""What of the things told a line asks about, and the lines that tell of such."""
_PLACES = re.compile(
    r"\b(?:rooms?|place|chamber|hall|cave|cavern|passage|corridor|area|spot|square|here|there|this|level|dungeon)\b"
)
_DEEDS = (
    (re.compile(r"\b(?:fought|battled?|fight|battle|attacked|ambushed)\b"), re.compile(r"— Round|\bfight\b")),
    (
        re.compile(r"\b(?:died?|fell|fall|killed|lost|body|corpse|dead)\b"),
        re.compile(r"\b(?:dies|dead|falls|killed)\b"),
    ),
    (
        re.compile(r"\b(?:dropped|left|leave|drop|threw|thrown|lay|put|laid|lost)\b"),
        re.compile(r"\b(?:drops?|lets? .* fall|throws? down|puts? down|leaves?|loses?|lies?|lie)\b"),
    ),
    (
        re.compile(r"\b(?:found|find|took|got|gathered|picked)\b"),
        re.compile(r"\b(?:takes?|gathers?|gathered|finds?|found)\b"),
    ),
    (re.compile(r"\b(?:rested|slept|camped)\b"), re.compile(r"\b(?:rests?|camps?|sleeps?|wakes?)\b")),
)
"""Deeds by which somebody remembers a place, and how they were told."""
_SMALL = words_of("remembered", "small")


def of_memory(reader: Reader, said: str) -> Meaning | None:
    """The meaning of such a line; None of any other."""
    said = said.rstrip("? ")
    return (
        _to_the_dead(reader, said)
        or _gone_back(reader, said)
        or _where_it_was(reader, said)
        or _of_what_was_told(reader, said)
    )


# What others told


def _of_what_was_told(reader: Reader, said: str) -> Say | None:
    """The news and the rumours that a question is about; those of this place where it asks of it."""
    seeks, sorts = _SEEKS.search(said), [sort for sort, (asks, _) in _SORTS.items() if asks.search(said)]
    is_told_of = _ASKED.search(said) is not None or seeks is not None
    is_of_sort = _SORTED.fullmatch(said) is not None and bool(sorts)
    if not (is_told_of or is_of_sort) or _of_known_trap(reader, said):
        return None
    lines = list(reader.news())
    if sorts:
        lines = [line for line in lines if any(_SORTS[sort][1].search(line) for sort in sorts)]
        lines = _of_here(reader, lines) or (lines if is_told_of else [])
    else:
        lines = _about(reader, said, lines)
    if not lines:
        is_of_place = re.search(r"\b(?:this (?:place|room|dungeon|cave|level)|here)\b", said) is not None
        return Say(NOTHING) if is_told_of and (sorts or is_of_place) else None
    more = next((NOT_FOUND[sort] for sort in sorts if sort in NOT_FOUND), "")
    told = list(dict.fromkeys(lines))[-MOST:]
    return Say(" ".join(filter(None, ("What was told of it:", *told, more))))


def _of_known_trap(reader: Reader, said: str) -> bool:
    """Whether a line is about a trap that the party has found here: that is told of by itself."""
    known = naming.traps_here(reader.state)
    return bool(known) and _SORTS["trap"][0].search(said) is not None and not _ASKED.search(said)


def _of_here(reader: Reader, lines: list[str]) -> list[str]:
    """Those of the lines that name the area where the party is, or say `right here` of it."""
    name = survey.here(reader.state)[2].name
    here = {line for area, line in reader.told_where() if area == survey.here(reader.state)[2].id}
    return [line for line in lines if (name and name in line) or ("right here" in line and line in here)]


def _about(reader: Reader, said: str, lines: list[str]) -> list[str]:
    """The lines that have the words of a question for things, or all by those whom it names, or all of this place."""
    if _PLACES.search(said) and (here := _of_here(reader, lines)) and re.search(r"\b(?:here|this)\b", said):
        return here
    words = [w for w in parts(said) if len(w) > 3 and not alike(w, _LITTLE)]
    counted = [(line, sum(any(alike(w, frozenset((x,))) for x in parts(line)) for w in words)) for line in lines]
    most = max((count for _, count in counted), default=0)
    if most:
        return [line for line, count in counted if count == most]
    return lines if _BY_THEM.search(said) and lines else []


_LITTLE = group("small") | group("past") | group("asking") | words_of("remembered", "of_telling")


# Where something was


def _gone_back(reader: Reader, said: str) -> Meaning | None:
    """To walk to the room where something happened, or somebody was met."""
    found = _GOES.fullmatch(said)
    met = _TO.fullmatch(said) if found is None else None
    if met is not None and not any(names_a_monster(reader.rules, word) for word in parts(met["what"])):
        return None
    found = found or met
    if found is None or _by_its_look(reader, found["what"]):
        return None
    areas = _where(reader, found["what"])
    if not areas:
        return None
    return _walk(reader, areas[0])


def _to_the_dead(reader: Reader, said: str) -> Meaning | None:
    """To the place where the party lost people of its own, or where that is."""
    party = reader.state.party
    if _FOR_THE_DEAD.fullmatch(said) is None or party is None:
        return None
    dead = [c for id in party.members if (c := reader.state.creatures[id]).status == "dead"]
    known, areas = set(course.areas(reader.state)), list[str]()
    for area, line in reader.told_where():
        if area in known and any(re.search(rf"\b{re.escape(c.name)}\b[^;.]* dies\b", line) for c in dead):
            areas = [*(x for x in areas if x != area), area]
    if not areas and said.startswith("where"):
        here = lying_dead(reader.state, {"dead"})
        return Say(f"{naming.listing([c.name for c in here])} {LIE if len(here) > 1 else LIES}" if here else NO_DEAD)
    if not areas:
        return None
    if said.startswith("where"):
        told = naming.listing([course.area_name(reader.state, area) for area in areas])
        return Say(f"They fell in {told}; what they carried lies there, or was taken. The party takes its dead home.")
    return _walk(reader, areas[-1])


LIE, LIES = "lie dead here.", "lies dead here."
NO_DEAD = "No dead are seen here, and none of the party has fallen as far as it knows."


def _walk(reader: Reader, area: str) -> Meaning:
    """To walk to an area of the past, if there is a way."""
    here = survey.here(reader.state)[2].id
    if area == here:
        return Say(f"That was here: the party is in {course.area_name(reader.state, here)}.")
    goal = course.area(reader.state, area)
    if course.route(reader.state, goal) is None:
        return Say(f"That was in {goal.name}, and the party knows no way there from here.")
    return Undertake(Course(goal), note=f"That was in {goal.name}.")


def _where_it_was(reader: Reader, said: str) -> Say | None:
    """Where somebody was met or something left, asked for."""
    found = _WHERE.fullmatch(said)
    if found is None:
        return None
    told = f"{found['deed'] or ''} {found['what']}{said[found.end('what') :]}"
    is_of_a_deed = any(asks.search(told) for asks, _ in _DEEDS)
    if not (found["deed"] or is_of_a_deed or any(names_a_monster(reader.rules, w) for w in parts(found["what"]))):
        return None
    areas = _where(reader, told)
    if not areas:
        return None
    here = survey.here(reader.state)[2].id
    lies = _lying(reader, found["what"])
    if areas[0] == here:
        return Say(f"That was here, in {course.area_name(reader.state, here)}.")
    known = course.areas(reader.state)
    legs = course.route(reader.state, course.area(reader.state, areas[0]))
    way = next((w.name for w in ways(reader.state) if legs and w.id == legs[0].way), "")
    beyond = f", beyond the {way}" if way else ""
    there = " As far as anybody knows it lies there still." if areas[0] in lies else ""
    go = f"to walk there, say: go to area {known.index(areas[0]) + 1}"
    return Say(
        f"That was in {course.area_name(reader.state, areas[0])}{beyond};{there or ''} {go}.".replace("; As", ". As")
    )


def _by_its_look(reader: Reader, what: str) -> bool:
    """Whether the words are for things that the party saw in some area: it goes there by the look of the place."""
    state = reader.state
    if state.dungeon is None or state.party is None:
        return False
    words = [w for w in parts(what) if w not in _SMALL]
    looks = (
        frozenset(parts(f"{dressings.name_of(d)} {dressings.kind_of(d).see}"))
        for d in state.dungeon.dressings.values()
        if d.sort == "thing" and d.area in state.party.beheld
    )
    return any(all(alike(w, look) for w in words) for look in looks) if words else True


def _where(reader: Reader, what: str) -> list[str]:
    """The areas of this dungeon where that was, the last first: where it lies as far as the party knows, else where it
    was told."""
    told = next(((asks, tells) for asks, tells in _DEEDS if asks.search(what)), None)
    is_left = told == _DEEDS[2]
    words = [w for w in parts(what) if w not in _SMALL and not (told is not None and told[0].search(w))]
    if is_left and words and (lies := _lying(reader, " ".join(words))):
        return lies
    known = set(course.areas(reader.state))
    found: dict[str, tuple[bool, set[str]]] = {}
    last: list[str] = []
    news = set(reader.news())
    for area, line in reader.told_where():
        if area not in known or line in news:
            continue
        done, had = found.get(area, (told is None, set()))
        of_it = _in_line(words, line)
        is_done = told is not None and told[1].search(line) is not None and (bool(of_it) or not words or not is_left)
        if is_done or of_it:
            last = [area, *(x for x in last if x != area)]
        found[area] = (done or is_done, had | of_it)
    return [area for area in last if found[area][0] and found[area][1] >= set(words)] if words or told else []


def _in_line(words: list[str], line: str) -> set[str]:
    own = parts(line)
    return {w for w in words if any(alike(w, frozenset((x,))) or alike(x, frozenset((w,))) for x in own if len(x) > 2)}


def _lying(reader: Reader, what: str) -> list[str]:
    """The areas that the party has been in where such a thing lies open, the last first."""
    return list(dict.fromkeys(_heaps(reader, [w for w in parts(what) if w not in _SMALL])))


def _heaps(reader: Reader, words: list[str]) -> Iterator[str]:
    state = reader.state
    dungeon, party = state.dungeon, state.party
    assert dungeon is not None and party is not None
    for hoard in reversed(dungeon.hoards.values()):
        if hoard.hidden or not hoard.items or hoard.area not in party.visited or hoard.barrier is not None:
            continue
        place = dungeon.areas[hoard.area]
        square = hoard.square or survey.middle(place)
        if not dungeon.level(place.level).grid.bit(square) & party.seen_mask(place.level):
            continue
        names = [frozenset(parts(item.name)) for item in hoard.items]
        if words and all(any(alike(w, name) for name in names) or w in _ANY for w in words):
            yield hoard.area


_ANY = {"things", "thing", "stuff", "loot", "treasure", "gear", "rest", "goods", "money", "coins", "coin"}
