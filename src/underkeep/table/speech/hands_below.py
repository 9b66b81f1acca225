"""Who has what in hand and who walks where, in words that people use underground: `Gisla takes her mace`, `Aldous
carries two of Cateline's torches`, `Ralf right behind with the light`."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.table.speech.faithful import NUMBERS
from underkeep.table.speech.giving import handed_over
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import THING, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.ranks import ranked
from underkeep.table.speech.wording import first_part, parts, stem

_TAKES_UP = pattern("done_below", "takes_up")
_HANDED = pattern("done_below", "handed")


def in_hands_and_ranks(reader: Reader, said: str) -> Meaning | None:
    """What such a line means; None of any other."""
    return (
        _handed(reader, said)
        or _put_on(reader, said)
        or _taken_up(reader, said)
        or _marched(reader, said)
        or _placed(reader, said)
    )


def _taken_up(reader: Reader, said: str) -> Do | None:
    """`Gisla takes her mace`: what is packed is taken in hand by the one who has it, if no such thing lies here."""
    found = _TAKES_UP.fullmatch(said)
    who = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    if found is None or who is None:
        return None
    words = found["what"]
    lying = [item.name for heap in survey.known_hoards(reader.state) for item in heap.items]
    if not found["own"] and any(fits(words, name) for name in lying):
        return None
    own = sorted((i for i in who.items if _is_named(words, i.name)), key=lambda i: (i.broken, i.place == "worn"))
    if not own or own[0].place == "hand" or any(m.role == THING for m in mentions(reader, parts(words))):
        return None
    return Do(a.Equip(who.id, own[0].id, "hand"))


_HANDED_ON = re.compile(
    r"\w+,? (?:gives?|hands?|pass(?:es)?)(?: over)? (?!to )(?P<giver>\w+) (?P<what>(?!\d|an? |the )\w+(?: \w+)?)"
    r"(?: over)? to (?P<taker>\w+)"
)


def _put_on(reader: Reader, said: str) -> Meaning | None:
    """`Roland puts on the leather`, if he carries it."""
    found = _PUTS_ON.fullmatch(said)
    who = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    if found is None or who is None:
        return None
    own = next((item for item in who.items if fits(found["what"], item.name) and item.place != "worn"), None)
    return Do(a.Equip(who.id, own.id, "worn")) if own is not None else None


_PUTS_ON = re.compile(
    r"(?P<who>\w+),? (?:puts? on|dons?|wears?|straps? on|slips? on|changes? into) (?:his |her |the |an? |some )?"
    r"(?P<what>\w+(?: \w+)?)"
)


def _handed(reader: Reader, said: str) -> Meaning | None:
    """`Aldous carries two of Cateline's torches`, `Kester take Godric's bow`."""
    found = _HANDED_ON.fullmatch(said) or _HANDED.fullmatch(said)
    own = {first_part(c.name): c for c in ours(reader)}
    if found is None or found["taker"] not in own or found["giver"] not in own or found["taker"] == found["giver"]:
        return None
    has = any(fits(found["what"], item.name) for item in own[found["giver"]].items)
    told = found.groupdict().get("count") or ("all" if found["what"].endswith("s") else "1")
    count = NUMBERS.get(told, told)
    count = {"one": "1", "a": "1", "some": "half"}.get(str(count), str(count))
    wished = f"give {count} {found['what']} to {found['taker']} from {found['giver']}"
    return handed_over(reader, wished) if has else Say(f"{own[found['giver']].name} has no {found['what']}.")


def _marched(reader: Reader, said: str) -> Do | None:
    """An order of march that says besides what each has in hand: `Gisla first, Ralf right behind with the light`."""
    own = {first_part(c.name) for c in ours(reader)}
    if len(own & set(parts(said))) < _SEVERAL or not _RANKED.search(said):
        return None
    fewer = _GUARDS.sub(" last", _CLOSE_BEHIND.sub(" next", _IN_HAND.sub("", said)))
    return ranked(reader, fewer) if fewer != said else None


_SEVERAL = 2
_RANKED = re.compile(r"\b(?:first|front|lead|leads|leading|point|behind|last|rear|back|middle|next)\b")
_IN_HAND = re.compile(
    r"(?:,| and)? (?:with|holding|carrying|bearing|and keeps|keeping) (?:the|an?|his|her|their) (?:\w+ )?"
    r"(?:lights?|torch(?:es)?|lanterns?|bows?|slings?|pole|sword|spear|map|swords|bows|weapons?|shields?)"
    r"(?: ready| drawn| lit| up)?"
)
_GUARDS = re.compile(
    r" (?:(?:guards?|covers?|watch(?:es)?|protects?|minds?) (?:the|our) (?:rear|backs?|tail)"
    r"|(?:is|as) (?:the )?rear ?guard)"
)
_CLOSE_BEHIND = re.compile(
    r" (?:right|close|just|directly|straight)? ?(?:behind|after)(?: him| her| them)?(?=,|$| and\b)"
)


def _is_named(words: str, name: str) -> bool:
    """Whether these are words for a thing, the last of them in full: the back is no backpack."""
    return fits(words, name) and stem(parts(words)[-1]) in [stem(word) for word in parts(name)]


def _placed(reader: Reader, said: str) -> Do | None:
    """`Put Ralf second`: the others as they were."""
    party, found = reader.state.party, _PLACED.fullmatch(said)
    who = next((c for c in ours(reader) if found is not None and first_part(c.name) == found["who"]), None)
    if found is None or who is None or party is None:
        return None
    others = [id for id in party.members if id != who.id]
    place = _PLACES.index(found["place"]) + 1
    return Do(a.Order((*others[:place], who.id, *others[place:])))


_PLACES = ("second", "third", "fourth", "fifth", "sixth")
_PLACED = re.compile(
    r"(?:(?:put|move|have|let|place|get) )?(?P<who>\w+),? (?:(?:to )?(?:goes|go|marches|march|walks|walk|is|be) )?"
    r"(?:in(?:to)? |at |to )?(?:the )?(?P<place>second|third|fourth|fifth|sixth)"
    r"(?: (?:place|rank|position|row|spot))?(?: (?:in|of) (?:the )?(?:line|order|marching order|column|rank))?"
)
