"""Words underground by which nobody does anything but be ready: to keep watch, to guard the rear, to wait while others
are busy, to stay where one is. No dice are thrown for it and no turn goes by: it is taken as said."""

from __future__ import annotations

import re

from underkeep.table import naming
from underkeep.table.speech.classes import class_names
from underkeep.table.speech.meanings import Meaning, Reader, Say, ours
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part, parts
from underkeep.table.view import neighbours

_WATCHES, _WAITS, _READIES, _HOLDS, _SOME, _OTHERS = (
    pattern("on_guard", name) for name in ("watches", "waits", "readies", "holds", "some", "others")
)
WATCHED = (
    "{who} {keep} watch. No dice are thrown for that: whoever comes is met as usual. "
    "Say what else is done, or rest to let a turn go by."
)
READY = "{who} {wait}, ready for what comes. Say what else is done, or rest to let a turn go by."
HELD = "{whose} {light} burns, and lights the place for all."


def on_guard(reader: Reader, said: str) -> Meaning | None:
    """What is said to such a line; None of any other."""
    said = re.sub(r"^(?:(?:please|now|then|and|so|meanwhile),? )+", "", said.rstrip("?!. "))
    who, told = _who(reader, re.sub(r"^(?:have|let|get|make|ask|tell) (?=\w)", "", said))
    told = _of_those_here(reader, re.sub(r"^(?:to|should|can|will|just|all|both) ", "", told))
    if _WATCHES.fullmatch(told):
        return Say(WATCHED.format(who=who or "Somebody", keep="keep" if _are_many(who) else "keeps"))
    if _READIES.fullmatch(told) and who in ("", "Everybody"):
        return Say(READY.format(who="Everybody", wait="waits"))
    if _HOLDS.fullmatch(told) is not None:
        return _held(reader, who)
    if who and not _is_all(who) and _WAITS.fullmatch(told):
        return Say(READY.format(who=who, wait="wait" if _are_many(who) else "waits"))
    return None


def _held(reader: Reader, who: str) -> Say | None:
    """The light of the one who is to hold it, if it burns."""
    bearers = {reader.state.creatures[x.bearer].name: x.name.lower() for x in reader.state.lights}
    return Say(HELD.format(whose=f"{who}'s", light=bearers[who])) if who in bearers else None


def _of_those_here(reader: Reader, told: str) -> str:
    """The line with `things` for those who live here and let the party be."""
    kin = "|".join(re.escape(word) for word in parts(neighbours(reader.state)) if not word.isdecimal())
    those = r"(?:(?:the|those|these|that) )?(?:\w+ )??(?:{kin}|men|creatures?|strangers?|others?|them|it)"
    return re.sub(rf"\b{those.format(kin=kin)}\b", "things", told) if kin else told


def _who(reader: Reader, said: str) -> tuple[str, str]:
    """Of whom a line says it, as the answer names them, and the rest of it."""
    own = {first_part(c.name): c.name for c in ours(reader)}
    names: list[str] = []
    words = said
    while (found := re.match(r"(?:and |, ?(?:and )?)?(\w+)\b,?", words)) is not None and found[1] in own:
        names.append(own[found[1]])
        words = words[found.end() :].lstrip()
    if names:
        rest = _OTHERS.match(words)
        if rest is not None and words.startswith("and "):
            return f"{naming.listing(names)} and the others", words[rest.end() :]
        return naming.listing(names), words
    if (rest_of := _OTHERS.match(said)) is not None:
        return "The others", said[rest_of.end() :]
    if (some := _SOME.match(said)) is not None:
        return "Somebody" if some["one"] else "Everybody", said[some.end() :]
    for called, people in class_names(ours(reader)).items():
        if said.startswith((f"the {called} ", f"{called} ", f"our {called} ")):
            return naming.listing([c.name for c in people]), said.partition(f"{called} ")[2]
    if (hired := _HIRED.match(said)) is not None:
        return f"The {hired['whom']}", said[hired.end() :]
    return "", said


_HIRED = re.compile(r"(?:the |our )?(?P<whom>retainers|hirelings|henchmen|men at arms|torchbearers|porters) ")


def _are_many(who: str) -> bool:
    return who.startswith("The ") or " and " in who


def _is_all(who: str) -> bool:
    """Whether it is the whole party that would wait: then time goes by."""
    return who == "Everybody"
