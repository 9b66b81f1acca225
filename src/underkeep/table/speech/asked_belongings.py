"""Questions about what the party has: `what weapons do Fenn and Ulric have?`, `show me everyone's gear`, `which of the
hirelings wears armour?`. Such a question is read by whom and what it names: each of its words must be one of the party,
a sort of belongings, or a word that asks; a line with any other word in it is none of this reader's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.procedures.chapter import FIGHT, TOWN
from underkeep.table.speech.belongings import ARMOUR, ARMS, FOOD, LIGHTS, MAGIC, MAGIC_ARMS, SPELLS
from underkeep.table.speech.chatter import whole_words
from underkeep.table.speech.classes import all_class_words, class_names
from underkeep.table.speech.lexicon import group
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.not_understood import names_told
from underkeep.table.speech.wording import first_part, parts, plain
from underkeep.world.creature import Creature

GEAR, MONEY, HEALTH, DEFENCE = "gear", "money", "health", "defence"
_SORTS = (GEAR, ARMS, ARMOUR, SPELLS, FOOD, LIGHTS, MAGIC, MONEY, HEALTH, DEFENCE)
_PHRASES = (
    (re.compile(r"\bhit points?\b"), "hp"),
    (re.compile(r"\barmou?r class(?:es)?\b"), "ac"),
    (re.compile(r"\bmagic(?:al)? (?:weapons?|swords?|blades?|arms)\b"), "magical weapons"),
    (re.compile(r"\bmagic(?:al)? (?:items?|things?|stuff|gear|equipment|objects?)\b"), "magical"),
    (re.compile(r"\bmagic\b"), "spells"),
)

_ASKS = re.compile(
    r"(?:what|which|who|whose|how|do|does|is|are|show|list|check|see|view|count|describe|let (?:me|us) see"
    r"|(?:tell|give)(?: (?:me|us))|(?:has|have) (?:we|i|any(?:one|body)|some(?:one|body)|every(?:one|body))|can)\b"
)
_FOR_WHAT = re.compile(
    r" (?:that|which) (?:can |could |will |would |might )?(?:hurts?|harms?|kills?|works? \w+) [^,?]*"
    r"|,? (?:to (?:kill|hurt|fight) with|against [^,?]*)$"
)
"""What a thing is to be good against, which no sheet tells."""


def asked_belongings(reader: Reader, line: str) -> Show | None:
    """The answer to such a question; None to any other line."""
    if reader.state.prompts or reader.referees or place_of(reader) == FIGHT or not ours(reader):
        return None
    said = whole_words(plain(line), *names_told(reader))
    if not said.endswith("?") and _ASKS.match(said) is None:
        return None
    some, said = _of_a_class(reader, " ".join(parts(_FOR_WHAT.sub("", said))))
    for form, word in _PHRASES:
        said = form.sub(word, said)
    words = parts(said)
    named, left = _people(reader, words)
    those = [c for c in ours(reader) if c in some or (c in (named or []) and not (some and named == ours(reader)))]
    absent = [word for word in left if word in all_class_words(reader.rules.roster())]
    left = [word for word in left if word not in absent]
    sorts = [sort for sort in _SORTS if set(left) & group(f"belongings {sort}")]
    sorts = [sort for sort in sorts if sort != ARMS or MAGIC not in sorts] if MAGIC in sorts else sorts
    if sorts == [ARMOUR] and not set(words) & _ARMOUR_ITSELF:
        sorts = [GEAR]
    if set(words) & _ABLE and set(sorts or [GEAR]) & {GEAR, ARMS, ARMOUR} and not set(words) & _SHOWN:
        return None
    if {"how", "much"} <= set(words) and not sorts:
        return None
    known = group("belongings asks") | group("belongings small")
    known |= group("belongings had") | frozenset(word for sort in _SORTS for word in group(f"belongings {sort}"))
    if set(left) - known or (not sorts and not set(left) & group("belongings had")):
        return None
    if absent and not those:
        return Show("said", f"There is no {absent[0]} among you.")
    if not those or absent:
        return None
    if LIGHTS in sorts and place_of(reader) != TOWN:
        return None
    of_arms = MAGIC in sorts and bool(set(words) & group("belongings arms"))
    is_enough = FOOD in sorts and not {"who", "whose"} & set(words)
    return _told(reader, those, sorts or [GEAR], of_arms, is_enough)


_ARMOUR_ITSELF = {"armour", "armor", "armours", "armors", "armoured"}
_ABLE = {"can", "able"}
_SHOWN = {"see", "show", "tell", "list", "view", "check"}
"""What one can wear or carry is another question than what one has, unless it is to be shown."""


def _of_a_class(reader: Reader, said: str) -> tuple[list[Creature], str]:
    """Those whom the line calls by their class, and the line without those words."""
    found: list[Creature] = []
    for called, some in class_names(ours(reader)).items():
        is_thing = called in group("weapon names") or called in group("belongings armour")
        if not is_thing and f" {called} " in f" {said} ":
            found += [c for c in some if c not in found]
            said = " ".join(f" {said} ".replace(f" {called} ", " ").split())
    return found, said


def _people(reader: Reader, words: Sequence[str]) -> tuple[list[Creature] | None, list[str]]:
    """Those of the party whom the words name, with the words that are left; None if they name nobody."""
    own = ours(reader)
    found = [c for c in own if first_part(c.name) in words]
    left = [word for word in words if word not in {first_part(c.name) for c in own}]
    town = reader.rules.town
    if set(left) & group("belongings hired"):
        hired = [c for c in own if town is not None and town.serves(reader.state, c)]
        found += [c for c in hired if c not in found]
        left = [word for word in left if word not in group("belongings hired")]
        return found or None, left
    if not found and set(left) & group("belongings all"):
        found = list(own)
    return found or None, [word for word in left if word not in group("belongings all")]


def _told(reader: Reader, some: Sequence[Creature], sorts: Sequence[str], of_arms: bool, is_enough: bool) -> Show:
    """The pages on such sorts of things, of all or of those who are named."""
    all_of_us = len(some) == len(ours(reader))
    names = "" if all_of_us else " ".join(first_part(c.name) for c in some)
    pages: list[str] = []
    for sort in sorts:
        if sort == GEAR:
            pages += ["inventory|"] if all_of_us else [f"inventory|{name}" for name in names.split()]
        elif sort == SPELLS and all_of_us:
            pages.append("spells|")
        elif sort in _PAGES:
            pages.append(f"{_PAGES[sort]}|{names}")
        elif sort == FOOD and all_of_us:
            pages += ["supplies|", *([] if is_enough else [f"had|{FOOD}"])]
        else:
            if of_arms and sort == MAGIC:
                pages.append(f"had|{ARMS}{f' of {names}' if names else ''}")
                sort = MAGIC_ARMS
            pages.append(f"had|{sort}{f' of {names}' if names else ''}")
            pages += [f"armour|{names}"] if sort == ARMOUR and DEFENCE not in sorts else []
    what, _, rest = pages[0].partition("|")
    return Show(what, rest) if len(pages) == 1 else Show("several", "\n".join(dict.fromkeys(pages)))


_PAGES = {MONEY: "purse", HEALTH: "party", DEFENCE: "armour"}
