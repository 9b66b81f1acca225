"""What is demanded of those who are met: `hand over the sack, or else` is a threat, whatever weapon it names, and
`give us the sack` is no offer."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.chapter import MEETING
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.talking import talking
from underkeep.table.speech.wording import first_part, parts

DEMANDED = "That is said to them as a demand. How is it meant?"
THREAT = "That is a threat."
_YOURS = re.compile(r"\b(?:your|yours)\b")
_BEFORE = r"(?:(?:then|now|so|well|just|and|quick(?:ly)?|you|no),? )*"
_TO_DO = (
    r"(?:hand|give|drop|leave|surrender|yield|let|stand|get|go|back|move|stop|stay|put|lay|step|throw|tell|talk|speak"
    r"|answer|open|clear|make|keep|release|free|return|run|show|take|turn|kneel|out of|off|away|submit|obey|pass us)\b"
)
_OR_ELSE = (
    r"[ ,]*\b(?:or|otherwise|else)\b,? (?:else\b|(?:you|your|we|i|my|our|it|there|somebody|someone|heads?|blood|die"
    r"|feel|taste|face|meet|get|suffer|lose|be|perish|fight|{names})\b)"
)
_THREATENS = re.compile(
    r"(?:(?:we|i|let us|all|the party|{names})?,? ?)(?:threaten|intimidate|menace|bully)s? "
    r"(?:the|them|him|her|it|that|this)\b.*"
)
_GIVE_US = re.compile(
    rf"{_BEFORE}(?:(?:give|pass|throw|toss)(?: it)? (?:back )?(?:us|me)\b.*|give (?:it |.+ )?back\b.*"
    r"|(?:hand|give)(?: (?:it|them|that))? over(?: to (?:us|me))?\b(?P<what>.*)|hand (?:us|me)\b.*"
    r"|(?:we|i) (?:want|demand|claim) (?:your|the|that|their|his|her|its|my|our)\b.*)"
)


def demanded(reader: Reader, said: str) -> Meaning | None:
    """A threat, or a demand of which it is asked how it is meant; None of any other line."""
    if place_of(reader) != MEETING or reader.state.prompts:
        return None
    names = "|".join(re.escape(first_part(c.name)) for c in ours(reader))
    with_or = rf"(?:(?:{names}|we|i)(?: \w+)*: ?)?{_BEFORE}{_TO_DO}.*?{_OR_ELSE.format(names=names)}.*"
    if re.fullmatch(with_or, said) or re.fullmatch(_THREATENS.pattern.format(names=names), said):
        aim = "surrender" if re.match(rf"{_BEFORE}(?:surrender|yield|give (?:up|in)|submit)\b", said) else "threat"
        return _word(reader, said, aim, THREAT) or _word(reader, said, "threat", THREAT)
    found = _GIVE_US.fullmatch(said)
    if found is None:
        return None
    if _YOURS.search(said) and (threat := _word(reader, said, "threat", THREAT)) is not None:
        return threat
    ways = [x.action for aim in ("threat", "trade", "toll") if (x := _word(reader, said, aim)) is not None]
    if found["what"]:
        ways += _given(reader, found["what"])
    return Ask(DEMANDED, tuple(ways)) if ways else None


def _word(reader: Reader, said: str, aim: str, note: str = "") -> Do | None:
    """The word of that sort, by one who is named or by whoever does it best."""
    listed = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == aim]
    first = parts(said)[:1]
    own = [c.id for c in ours(reader) if [first_part(c.name)] == first]
    meant: list[Action] = [x for x in listed if x.actor in own] or list(listed)
    return Do(reader.rules.fittest(reader.state, meant), note) if meant else None


def _given(reader: Reader, what: str) -> list[Action]:
    """What of the party's own such a thing may be, if it is to be given away after all."""
    return list(talking(reader.state, reader.options, f"offer {what.strip()}"))[:1] if what.strip() else []
