"""The things of the place where somebody is met: which of them a line names, how one goes up to them, and what it takes
to come by them before their eyes."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.describe import them
from underkeep.table.speech.first_blows import FirstBlow, Parse
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake
from underkeep.table.speech.mentions import CAPTIVE, FEATURE, HEAP, THING, WAY, mentions
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.ways_past import FIRST
from underkeep.table.speech.wording import parts

_UNNOTICED, _SNEAKS_AND, _FILLS, _TAKES_FIRST, _OF_CAPTIVES = (
    pattern("things_near_them", name) for name in ("unnoticed", "sneaks_and", "fills", "takes_first", "of_captives")
)
LATER = "Then, when that is done, say: {}."
NOT_NOW = "Not now: the party has met somebody."
CAPTIVES_LATER = f"{NOT_NOW} Those who gave themselves up can be asked when the others are gone. {FIRST}"


def of_the_place(reader: Reader, said: str, roles: tuple[str, ...] = (THING, FEATURE, WAY)) -> str:
    """The thing or the door of this place that a line names."""
    party = reader.state.party
    quiet = replace(reader, state=replace(reader.state, encounter=None))
    found = mentions(quiet, parts(said)) if party is not None and party.at is not None else []
    return next((m.name for m in found if m.role in roles), "")


def before_their_eyes(reader: Reader, said: str) -> Say | None:
    """What it would take to do something unseen with a thing of this place; that captives wait; None of other lines."""
    met = reader.state.encounter
    assert met is not None
    if _OF_CAPTIVES.fullmatch(said) and of_the_place(reader, said, (CAPTIVE,)):
        return Say(CAPTIVES_LATER)
    named = of_the_place(reader, said, (HEAP, THING, FEATURE, WAY)) if _UNNOTICED.fullmatch(said) else ""
    if not named:
        return None
    crowd, away = them(reader.state), reader.rules.measures.away(met.distance)
    where = f"{crowd[:1].upper()}{crowd[1:]} {'is' if len(met.monsters) == 1 else 'are'} {away}"
    if met.attitude == "asleep":
        return Say(f"{where}, and asleep: say what is to be done with the {named}, and it is done quietly.")
    return Say(f"{where}, and not asleep: nobody comes by the {named} unseen. {FIRST}")


def gone_up_to(line: str) -> str:
    """The line without the way up to a thing that is taken; to fill a pack with it as taking it."""
    return _FILLS.sub("takes the treasure", _SNEAKS_AND.sub(lambda found: found["who"] or "", line))


def taken_first(said: str) -> tuple[str, str] | None:
    """What is to be taken or looked at, and where the party goes after that; None of a line that is not both."""
    found = _TAKES_FIRST.fullmatch(said)
    return (found["what"], found["then"]) if found is not None else None


def and_then(first: Meaning, later: str, parse: Parse) -> Meaning:
    """Both, one after the other, where the first is done at once; else the first with a word on the other."""
    if isinstance(first, Undertake) and isinstance(first.errand, InWords):
        return Undertake(FirstBlow(first, [later], parse), note=first.note)
    if isinstance(first, Do):
        return Do(first.action, f"{first.note} {LATER.format(later)}".strip())
    return first
