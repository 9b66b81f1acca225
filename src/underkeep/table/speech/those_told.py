"""Whom of one's own a line of a fight tells to do something: by name, by class, by what they carry, by where they
stand, by how they are: `everyone with a sling`, `all but Isolde`, `the front rank`, `whoever is hurt`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.speech.classes import class_names
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.patterns import text
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

ALL = text("battle_orders", "all")
_LIES_DOWN = r"(?!rest (?:an?|and|for|now|by|on|again|until|till|here|there|up|some|at|in|\d+|one|two)\b)"
REST = rf"{_LIES_DOWN}(?:(?:all )?(?:the )?(?:rest|others)(?: of (?:us|you|the party))?|every(?:one|body) else)"
_LED_IN = re.compile(r"^(?:have|let|make|get|tell|order|and|so|then|please|hey|i want|we want)\s+(?=\w)")
_ANY = rf"(?:{ALL}|any(?:one|body)|whoever|who|those(?: of (?:us|you))?|the ones|the (?:people|party|men|folk))"
_HAVING = re.compile(
    rf"(?:all )?{_ANY}(?: (?:who|that))? (?:with|has|have|having|carr(?:y|ies|ying)|holds?|holding|wields?|armed with)"
    r" (?:(?:an?|the|his|her|their|any|some|missile|ranged|loaded) )*(?P<thing>[\w-]+?)s?(?: "
    r"(?:or|and) (?:an? |the )?(?P<other>[\w-]+?)s?)?\b[,:]? (?P<rest>.+)"
)
_ABLE = re.compile(
    rf"{_ANY}(?: (?:who|that))? (?:can|is able to|are able to)(?: still)?(?P<shoot> (?:shoot|fire|throw))?"
    r"(?: (?:it|them|reach (?:it|them|him|her)))?(?:,? (?P<rest>.+))?"
)
_BUT = re.compile(
    rf"{_ANY} (?:but|except(?: for)?|apart from|other than|save) (?P<names>(?:(?:the |our )?[\w]+(?:, | and )?)+?)"
    r"(?:,|:)? (?P<rest>\w+.*)"
)
_ROW = re.compile(
    r"(?:(?:the |our |those )*(?P<count>2|3|4|two|three|four)? ?(?:people |of us |fighters |members |ones )?"
    r"(?:(?:in|at|of) (?:the |our )?(?P<at>front|back|rear)(?: (?:row|rank|line))?"
    r"|(?P<row>front|back|rear|first|second|last) (?:row|rank|line|ranks|(?P<some>2|3|4|two|three|four))))"
    r"[,:]? (?P<rest>.+)"
)
_LOOKS = re.compile(
    r"(?:the |our |all the |all |everyone who is |whoever is |anyone who is |those who are )*"
    r"(?P<how>wounded|hurt|injured|unhurt|healthy|uninjured|weakest|strongest)"
    r"(?: (?:ones?|people|members?|of us|among us))*[,:]? (?P<rest>(?!goblin)\w+.+)"
)
_HIRED = re.compile(
    r"(?:(?:all )?(?:the|our|my|both|those|these)(?: two| three| four)? )?"
    r"(?:hirelings?|retainers?"
    r"|henchm[ae]n|hired (?:hands|men|help|ones)|porters?|mercenaries|helpers?|followers|companions)\b[,:]?"
    r"(?: (?P<rest>.+)|(?P<none>))"
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
_SHOTS = {"missile", "bow", "weapon", "ranged", "shot", "arrow"}


def addressed(reader: Reader, own: Sequence[Creature], part: str, named: Sequence[str] = ()) -> tuple[list[str], str]:
    """Who a part of a line begins with, and the rest of it."""
    part = _LED_IN.sub("", part) if part else part
    if (told := described(reader, own, part)) is not None:
        return told
    if match := re.match(rf"{REST}\b[,:]?\s*(?P<rest>.*)", part):
        return [c.id for c in own if c.id not in named], match["rest"]
    if match := re.match(rf"{ALL}\b[,:]?\s*(?P<rest>.*)", part):
        return [c.id for c in own], match["rest"]
    for creature in own:
        for called in called_so(creature):
            rest = part.removeprefix(called)
            if rest != part and (not rest or rest[0] in " ,:"):
                return [creature.id], rest.lstrip(" ,:")
    for word, some in class_names(own).items():
        if match := re.match(rf"(?:the |our |all the |all |both |both the )?{word}\b[,:]?\s*(?P<rest>.*)", part):
            return [c.id for c in some], match["rest"]
    return [], part


def led_by(reader: Reader, own: Sequence[Creature], said: str) -> tuple[list[str], str]:
    """All whom a list at the head of a line names, and the rest of it."""
    found: list[str] = []
    rest = said
    while True:
        some, more = addressed(reader, own, rest, found)
        if not some or set(some) <= set(found):
            return found, rest
        found += [id for id in some if id not in found]
        rest = more
        joined = re.match(r"(?:,? and |, |and )", rest) or re.match(r"(?= )", rest)
        after = rest[joined.end() :].lstrip() if joined is not None else rest
        if not addressed(reader, own, after, found)[0] or joined is None:
            return found, rest.lstrip(" ,")
        rest = after


def called_so(creature: Creature) -> list[str]:
    """What one of one's own is called: by the whole name, by the first word of it, and one of a kind by what it is, as
    `giant toad` and `toad`."""
    name = " ".join(parts(creature.name))
    kind = re.sub(r" \d+$", "", name)
    of_kind = [kind, f"the {kind}", kind.split(" ")[-1], f"the {kind.split(' ')[-1]}"] if kind != name else []
    return [name, *of_kind, name.split(" ")[0]] if name else []


def described(reader: Reader, own: Sequence[Creature], part: str) -> tuple[list[str], str] | None:
    """Those whom words describe that are no names; None if the words describe nobody."""
    if (found := _HAVING.match(part)) is not None and (some := having(reader, own, found["thing"])):
        more = having(reader, own, found["other"]) if found["other"] else []
        return [c.id for c in own if c in some or c in more], found["rest"]
    if (found := _BUT.match(part)) is not None:
        left_out = set(parts(found["names"]))
        classes = {c.id for word, some in class_names(own).items() if word in left_out for c in some}
        some = [c for c in own if not set(called_so(c)) & left_out and c.id not in classes]
        if len(some) < len(own):
            return [c.id for c in some], found["rest"]
    if (found := _ABLE.fullmatch(part)) is not None and (found["shoot"] or found["rest"]):
        shooters = [c for c in own if _shoots(reader, c)]
        some = shooters if found["shoot"] else list(own)
        return ([c.id for c in some], found["rest"] or "shoot") if some else None
    if (found := _ROW.fullmatch(part)) is not None:
        count = _NUMBERS.get(found["count"] or found["some"] or "", 0)
        is_back = (found["at"] or found["row"]) in ("back", "rear", "last", "second")
        return [c.id for c in in_rows(reader, own, is_back, count)], found["rest"]
    town = reader.rules.town
    if town is not None and (found := _HIRED.fullmatch(part)) is not None:
        some = [c for c in own if town.serves(reader.state, c)]
        return ([c.id for c in some], found["rest"]) if some else None
    if (found := _LOOKS.fullmatch(part)) is not None and (some := _faring(reader, own, found["how"])):
        return [c.id for c in some], found["rest"]
    return None


def having(reader: Reader, own: Sequence[Creature], thing: str) -> list[Creature]:
    """Those who have a thing; of missiles, bows and the like those who can shoot."""
    word = stem(thing)
    some = [c for c in own if any(w.endswith(word) for i in c.items for w in map(stem, parts(i.name)))]
    return [c for c in own if _shoots(reader, c)] if word in _SHOTS and not some else some


def _shoots(reader: Reader, creature: Creature) -> bool:
    tactics = reader.rules.tactics
    return tactics is not None and tactics.manner(reader.state, creature).shots > 0


def in_rows(reader: Reader, own: Sequence[Creature], is_back: bool, count: int = 0) -> list[Creature]:
    """Those who stand nearest to the foes, or farthest from them; without a count the nearer half, or the other."""

    def near(creature: Creature) -> int:
        foes = [foe for foe in reader.state.enemies_of(creature) if foe.at is not None]
        return min((creature.steps_to(foe) for foe in foes), default=0) if creature.at is not None else 0

    return sorted(own, key=near, reverse=is_back)[: count or max(1, len(own) // 2)]


def _faring(reader: Reader, own: Sequence[Creature], how: str) -> list[Creature]:
    lives = {c.id: reader.rules.life(c) for c in own}
    if how in ("weakest", "strongest"):
        return sorted(own, key=lambda c: lives[c.id][0], reverse=how == "strongest")[:1]
    is_well = how in ("unhurt", "healthy", "uninjured")
    return [c for c in own if (lives[c.id][0] >= lives[c.id][1]) == is_well]
