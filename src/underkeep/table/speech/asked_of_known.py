"""Questions about what the party was told: of a place and how far it is, of a kind of monster, by whom something was
said, what became of several, what was lost in the last fight. What was not told is said to be unknown."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import FIGHT, MEETING, TOWN
from underkeep.table.speech.by_any_name import names_a_monster
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.describe import describe
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.past_pages import recalled
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.plain_answers import MOST, said
from underkeep.table.speech.wording import first_part, parts, plain

_FAR, _KNOWN, _WHO_TELLS, _SAID_BY, _LOST, _FATES, _SLAIN, _WAY = (
    pattern("asked_of_known", name)
    for name in ("far", "known", "who_tells", "said_by", "lost", "fates", "slain", "way")
)
_HALF = 0.5
ASK_AROUND = "More is to be heard: hear rumours asks around."
NOTHING = "Nothing was told of that yet."
NO_MORE = "How such are slain was not told."


def asked_of_known(reader: Reader, line: str) -> Show | None:
    """The answer to such a question; None to any other line."""
    if reader.state.prompts or reader.referees or place_of(reader) in (FIGHT, MEETING):
        return None
    typed = whole_words(plain(line), *names_told(reader)).rstrip("?!., ")
    typed = _FIGHT_ONE.sub(r"how do you \g<how> \g<kind>", typed)
    told = _lost(reader, typed) or _fates(reader, typed) or _slain(reader, typed) or _said_by(reader, typed)
    return told or (_of_a_place(reader, typed) if place_of(reader) == TOWN else None)


_FIGHT_ONE = re.compile(
    r"^what (?:is|are) (?P<kind>(?:an? |the )?[a-z' -]+?),? and how (?:do|can|could|would|should|does) \w+ (?:best )?"
    r"(?P<how>fight|kill|beat|hurt|harm|slay|defeat|stop) (?:one|1|it|them|those|that)$"
)


def _of_a_place(reader: Reader, typed: str) -> Show | None:
    """How far a place is, and what was told of it."""
    far, known = _FAR.search(typed), _KNOWN.search(typed)
    if not (far or known or _WHO_TELLS.search(typed) or _WAY.search(typed)):
        return None
    here = _HERE.search(typed) is not None
    if far and not here and not known and _MORE.search(typed):
        return None
    place, is_goal, is_named = _place(reader, parts(typed))
    way = known or _WAY.search(typed)
    heard = recalled(_told(reader), typed[way.end() :], _SURE) if way is not None else []
    if not place or (_WAY.search(typed) and heard and not is_named):
        below = bool(heard) and _WAY.search(typed) is not None
        return said(*heard, "The way to it shows below; nobody told more of it.") if below else None
    if _WHO_TELLS.search(typed):
        return said(ASK_AROUND)
    town = reader.state.settlement
    rumours = list(reader.news()) if is_goal and known else []
    lines = [HERE.format(town.name)] if here and town is not None else []
    after = [*dict.fromkeys((*rumours, *(heard if known else ())))][:MOST]
    after += [ASK_AROUND] if known and not rumours else []
    pages = [*(f"said|{x}" for x in lines), f"routes|{place}", *(f"said|{x}" for x in after)]
    return Show("routes", "" if place == "dungeon" else place) if len(pages) == 1 else Show("several", "\n".join(pages))


_MORE = re.compile(r"(?:,| and|, and) (?:do|does|what|who|have|has|can|could|is|are|will)\b")
HERE = "The party is in {}."
_HERE = re.compile(r"\bwhere are we\b|\bwhy are we (?:here|in)\b")
_SURE = 0.6


def _told(reader: Reader) -> list[str]:
    return list(dict.fromkeys((*reader.news(), *reader.heard())))


def _place(reader: Reader, words: list[str]) -> tuple[str, bool, bool]:
    """The place to which a way leads that a line speaks of, as the ways call it; whether it is the party's goal, and
    whether it is named."""
    outs = [x for x in reader.options.listed if isinstance(x, a.SetOut)]
    called = {x: describe(reader.rules, reader.state, x).partition(" (")[0] for x in outs}
    names = {x: label.rpartition(" to ")[2] if " to " in label else "dungeon" for x, label in called.items()}
    dungeon = reader.state.dungeon
    own = dungeon.name if dungeon is not None else ""
    places = {name: set(parts(own if name == "dungeon" else name)) - _SMALL for name in names.values()}
    rare = {
        word
        for some in places.values()
        for word in some
        if sum(word in x for x in set(map(frozenset, places.values()))) == 1
    }
    best = next((name for name, some in places.items() if some & rare & set(words)), "")
    goal = next((name for name, some in places.items() if own and some == set(parts(own)) - _SMALL), "")
    is_named = bool(best)
    if not best and any(alike(word, group("site")) for word in words):
        best = goal
    return best, bool(best) and best == goal, is_named


_SMALL = {"the", "of", "set", "out", "for", "dungeon", "and"}


def _said_by(reader: Reader, typed: str) -> Show | None:
    """What somebody who is not here said: the rumours that came from such a one."""
    found = _SAID_BY.fullmatch(typed)
    if found is None:
        return None
    who = [word for word in parts(found["who"]) if word not in ("the", "a", "an", "that", "old")]
    if not who or set(who) & _OURSELVES:
        return None
    lines = [x for x in _told(reader) if set(who) <= set(parts(x))]
    about = [word for word in parts(found["about"] or "") if word not in _SMALL and len(word) > 2]
    closer = [x for x in lines if any(alike(w, frozenset(about)) for w in parts(x))]
    if not lines:
        some = recalled(list(reader.news()), found["about"] or "", _HALF) if found["about"] else []
        name = found["who"].removeprefix("the ")
        return said(f"Nothing was heard from a {name}.", *some) if place_of(reader) == TOWN and reader.news() else None
    return said(*(closer or lines)[-_FEW:])


_OURSELVES = {"we", "i", "us", "they", "he", "she", "it", "you", "people", "rumours", "rumors"}
_FEW = 3


def _fates(reader: Reader, typed: str) -> Show | None:
    """What became of those who are not of the party any more, by what was told of each."""
    found = _FATES.fullmatch(typed)
    if found is None:
        return None
    state = reader.state
    here = {first_part(c.name) for c in state.marchers()}
    told: list[str] = []
    for word in re.split(r",? and |, ", found["who"]):
        clauses = [
            clause
            for line in reader.heard()
            for clause in line.split("; ")
            if re.search(rf"\b{re.escape(word.title())}\b", clause) and _ENDS.search(clause)
        ]
        if word in here or not clauses:
            return None
        told += [f"{one[:1].upper()}{one[1:].rstrip('.')}." for one in clauses[-_TWO:]]
    return said(*dict.fromkeys(told))


_TWO = 2
_ENDS = re.compile(r"\b(?:flees|leaves?|falls|dies|surrenders?|yields?|is taken|stays? behind|gives? up|is mourned)\b")


def _lost(reader: Reader, typed: str) -> Show | None:
    """Who and what was lost in the last fight."""
    if _LOST.fullmatch(typed) is None:
        return None
    lines = list(reader.heard())
    starts = [n for n, line in enumerate(lines) if line.startswith(("The party meets", "— Round 1 "))]
    if not starts:
        return said("There was no fight yet.")
    own = {c.name for c in reader.state.creatures.values() if reader.state.owns(reader.seat, c.id)}
    own |= {name for line in lines for name in re.findall(r"\b([A-Z][a-z]+)\b(?=[\w, ]* (?:is|are) mourned)", line)}
    own |= {name for line in lines for name in re.findall(r"\b([A-Z][a-z]+)\b(?=[\w, ]* leaves? the party)", line)}
    clauses = [c for line in lines[starts[-1] :] for one in line.split("; ") for c in one.split(", and ")]
    told = [f"{c[:1].upper()}{c[1:].rstrip('.')}." for c in clauses if _LOSS.search(c) and _is_of(c, own)]
    return said(*dict.fromkeys(told[-MOST:])) if told else said("Nothing was lost in it, as far as was told.")


def _is_of(clause: str, names: set[str]) -> bool:
    """Whether it tells of somebody by one of these names."""
    return any(re.match(rf"(?:[\w, ]* and )?{re.escape(name)}\b", clause) for name in names)


_LOSS = re.compile(r"\b(?:drops|dies|leaves? the party|surrenders?|is mourned|breaks|left lying)\b")


def _slain(reader: Reader, typed: str) -> Show | None:
    """How a kind of monster is slain: what was told of it."""
    found = _SLAIN.fullmatch(typed)
    kind = next(iter(parts((found["kind"] or found["other"]) if found is not None else "")[-1:]), "")
    if not kind or not names_a_monster(reader.rules, kind):
        return None
    heard = recalled(_told(reader), kind, 1)
    town = reader.state.settlement
    sage = town is not None and "sage" in [x.partition(" (")[0] for x in town.services]
    more = f"A sage looks such things up: visit the sage. {ASK_AROUND}" if sage else ASK_AROUND
    return said(*(heard or [NOTHING]), NO_MORE, *([more] if place_of(reader) == TOWN else []))
