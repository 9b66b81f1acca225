"""Questions of who somebody is that looks for work, of what became of one's things, of how the party came to where it
is, of how long a way takes and of what was asked in two questions at once: `what can Gisela and Garrick do?`, `where is
Kester's stuff?`, `why did we end up in Hallowbeck?`, `how far is it and how long will it take?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.procedures.chapter import FIGHT, MEETING, TOWN
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.plain_answers import said
from underkeep.table.speech.trading import kinds_named
from underkeep.table.speech.wording import first_part, parts, plain
from underkeep.world.settlement import Applicant

Answer = Callable[[Reader, str], Show | None]
_JOINT = re.compile(
    r"(?:\?|,| and|, and|\?,? and|,? or)+ (?=(?:what|who|which|where|when|how|why|is|are|do|does|did|can|could|any)\b)",
    re.IGNORECASE,
)
_CAME = re.compile(r"(?:why|how) (?:did|do|are|have|come|is it that) (?:we|i)\b.*\b(?:in|here|to|there)\b")
_ENDED_UP = re.compile(r"\b(?:end(?:ed)? up|get|got|come|came|are|landed?|arrived?|doing)\b")
_LONG = re.compile(
    r"\bhow (?:long|many (?:days|hours))\b(?!.*\b(?:heal|rest|wound|burn|last|torch|recover|hire|serve)\w*)"
)
_WHERE = re.compile(
    r"where (?:is|are|did|has|have) (?P<who>[a-z]+) (?:stuff|gear|things|equipment|belongings)(?: go| gone| now)?"
)
_JOURNEY = re.compile(
    r"\b(?:sets? out|comes? to|reach(?:es)?|travels?|marche?s|is lost|goes astray|loses? (?:the|its) way|turns? back)\b"
)
_FEW = 4
NOT_TOLD = "What they carry and can do shows once they are hired."
ONE_NOT_TOLD = "What such a one carries and can do shows once hired."
NO_SPELLS = "the sheet, once hired, shows the spells."


def asked_further(reader: Reader, line: str, others: Answer) -> Show | None:
    """The answer to such a question, `others` being asked about each of two; None to any other line."""
    if reader.state.prompts or reader.referees or place_of(reader) in (FIGHT, MEETING):
        return None
    typed = whole_words(plain(line), *names_told(reader)).rstrip("?!., ")
    told = (
        _price(reader, typed)
        or _of_seekers(reader, typed, line)
        or _of_gear(reader, typed)
        or _of_the_way_here(reader, typed)
        or _of_stores(typed)
    )
    return told or _of_two(reader, line, others) or _how_long(reader, typed, line, others)


def _price(reader: Reader, typed: str) -> Show | None:
    """What one ware costs that is called by its name, or by another for it."""
    found = _PRICED.fullmatch(typed) if place_of(reader) == TOWN else None
    named = kinds_named(reader, found["what"]) if found is not None else []
    return Show("prices", named[0].name) if len(named) == 1 else None


_PRICED = re.compile(
    r"(?:how much (?:is|are|does|do|for|would)|(?:what is )?(?:the )?(?:price|cost) (?:of|for)) "
    r"(?:an? |the |some |new )*(?P<what>.+?)(?: costs?| be| go for)?(?: here)?"
)


def _of_seekers(reader: Reader, typed: str, line: str) -> Show | None:
    """What is known of those who look for work; of what they carry nothing is."""
    town = reader.state.settlement
    some = [x for x in (town.applicants if town is not None else ()) if first_part(x.name) in parts(typed)]
    asks = group("belongings arms") | group("belongings armour") | group("belongings spells") | group("able asked")
    own = {first_part(c.name) for c in ours(reader)}
    if place_of(reader) != TOWN or not some or not line.rstrip().endswith("?") or own & set(parts(typed)):
        return None
    if not asks & set(parts(typed)) or {"cost", "costs", "pay", "offer", "wage", "want"} & set(parts(typed)):
        return None
    return said(*(_known(x) for x in some), NOT_TOLD if len(some) > 1 else ONE_NOT_TOLD)


def _known(seeker: Applicant) -> str:
    level = f" of level {seeker.level}" if seeker.level else ""
    return f"{seeker.name}: {seeker.kind.replace('-', ' ')}{level}."


def _of_gear(reader: Reader, typed: str) -> Show | None:
    """What somebody has, and what was told of the things that were lost."""
    found = _WHERE.fullmatch(typed)
    names = {first_part(c.name): c.name for c in ours(reader)}
    if found is None or found["who"] not in names:
        return None
    name = names[found["who"]]
    lost = [
        clause.rstrip(".")
        for one in reader.heard()
        for clause in re.split(r"; |, and ", one)
        if name in clause and re.search(r"\b(?:drops?|breaks?|loses?|hands? over|leaves?)\b", clause)
    ]
    pages = [f"inventory|{found['who']}", *(f"said|{x[:1].upper()}{x[1:]}." for x in dict.fromkeys(lost[-_FEW:]))]
    return Show("several", "\n".join(pages))


def _of_stores(typed: str) -> Show | None:
    """How much light is left, that which burns and that which is carried; with it what there is to eat."""
    words = set(parts(typed))
    if not words & {"light", "lights"} or not words & {"much", "many", "doing"} or "how" not in words:
        return None
    if words & {
        "turns",
        "minutes",
        "hours",
        "uses",
        "long",
        "burn",
        "burns",
        "last",
        "lasts",
        "cost",
        "costs",
        "need",
        "needs",
    }:
        return None
    food = ["supplies|"] if words & {"food", "rations", "water", "supplies"} else []
    return Show("several", "\n".join(["light|", "had|lights", *food]))


def _of_the_way_here(reader: Reader, typed: str) -> Show | None:
    """How the party came to where it is, by what was told of its ways."""
    asked = re.split(r", ", typed)[0]
    if place_of(reader) != TOWN or not _CAME.match(asked) or not _ENDED_UP.search(asked):
        return None
    town = reader.state.settlement
    here = first_part(town.name) if town is not None else ""
    if "here" not in parts(asked) and here not in parts(asked):
        return None
    lines = [x for x in reader.heard() if _JOURNEY.search(x)]
    if not lines:
        return said(
            f"The party set out from nowhere yet: {town.name if town is not None else 'here'} is where it began."
        )
    return Show("several", "\n".join([*(f"said|{x}" for x in lines[-_FEW:]), "routes|"]))


def _of_two(reader: Reader, line: str, others: Answer) -> Show | None:
    """Both answers to two questions, if each of them has one."""
    asked = [x.strip(" ,?.!") for x in _JOINT.split(line) if x.strip(" ,?.!")]
    if len(asked) != _TWO or (not line.rstrip().endswith("?") and not _JOINT.match(f", {line}")):
        return None
    first, then = (others(reader, f"{one}?") for one in asked)
    if first is None and then is not None and _BROUGHT.match(asked[0].lower()):
        return then
    if first is None or then is None or first == then:
        return None
    return Show("several", "\n".join(x.rest if x.what == "several" else f"{x.what}|{x.rest}" for x in (first, then)))


_TWO = 2
_BROUGHT = re.compile(r"what (?:all )?(?:did|have) (?:we|i) (?:bring|brought|get|got|find|found|carry|loot)\b")
"""What was found is what there is to sell."""


def _how_long(reader: Reader, typed: str, line: str, others: Answer) -> Show | None:
    """How far a place is, and how far the party comes in a day."""
    road = reader.rules.road
    if place_of(reader) != TOWN or road is None or not _LONG.search(typed):
        return None
    far = others(reader, f"{re.split(r',? and how long', line.rstrip('?'), flags=re.IGNORECASE)[0]}?")
    if far is None or "routes" not in (far.what, *(x.partition("|")[0] for x in far.rest.split("\n"))):
        return None
    day = road.road_per_day(reader.state)
    told = A_DAY.format(far=reader.rules.measures.by_road(round(day)))
    pages = far.rest if far.what == "several" else f"{far.what}|{far.rest}"
    return Show("several", f"{pages}\nsaid|{told}")


A_DAY = "In a day's march the party comes about {far} here; what the ground takes shows on the way."
