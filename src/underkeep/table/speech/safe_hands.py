"""Coins that are left in safe hands in a town: `leave half of Odile's gold here`, `Cob deposits 20 gp`. As much is put
away as the line says, by whoever is named; half of everybody's where nobody is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from underkeep.procedures import play
from underkeep.table.several import InOrder
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.wording import first_part
from underkeep.world.creature import Creature

_WHERE = (
    r"(?:here|in (?:the |this )?(?:town|city|village|bank|vault|temple)|behind|away|safe|safely|in safe ?keeping"
    r"|in safe hands|(?:with|at|to) (?:the|a) (?:banks?|bankers?|temple|priests?|moneylender|town|inn))"
)
_LEAVES = re.compile(
    r"(?:(?:we|i|let us|everybody|everyone|(?P<who>\w+),?) )?"
    r"(?:leaves?|deposits?|stores?|puts?|banks?|entrusts?|stash(?:es)?|saves?) "
    rf"(?P<what>.+?)(?P<where>(?: {_WHERE})+)"
)
_WHAT = re.compile(
    r"(?:(?P<part>half|all|everything|a third|a quarter|(?P<number>\d+))(?: (?:of|out of))? ?)?(?:gp |gold pieces? )?"
    r"(?:(?:of|from) )?(?:(?P<owner>\w+?)(?:'s|s')? (?:spare )?)?"
    r"(?:gold(?: pieces?)?|gp|coins?|money|purses?|cash|savings|coin)?"
)
_MONEY = re.compile(r"\b(?:gold|gp|coins?|money|purses?|cash|savings)\b")
_ANYBODY = (None, "the", "his", "her", "their", "our", "my", "its", "everybody")
_PARTS = {"half": 2, "a third": 3, "a quarter": 4}


def left_in_town(reader: Reader, said: str) -> Meaning | None:
    """What a line leaves in safe hands; None if it leaves no coins, or this is no place for that."""
    found = _LEAVES.fullmatch(said)
    if found is None or not _MONEY.search(found["what"]) or not _purses(reader):
        return None
    what = _WHAT.fullmatch(re.sub(r"\b(\w+) s (?=gold|gp|coin|money|purse|cash)", r"\1's ", found["what"]))
    if what is None:
        return None
    own = {first_part(c.name): c for c in ours(reader)}
    named = own.get(what["owner"] or "") or own.get(found["who"] or "")
    if named is None and (found["who"] or what["owner"] not in _ANYBODY):
        return None
    return put_away(reader, named, int(what["number"] or 0), _PARTS.get(what["part"] or "", 1))


def put_away(reader: Reader, who: Creature | None, number: int, part: int = 1) -> Meaning:
    """So many coins of one, or of the purse that holds most; without a number such a part of each purse."""
    purses = [x for x in _purses(reader) if who is None or x.actor == who.id]
    if not purses:
        return Say(f"{who.name if who is not None else 'Nobody'} has no gold to leave.")
    if number:
        purses = [max(purses, key=lambda x: x.gp)]
    actions = [replace(x, gp=number or x.gp // part) for x in purses]
    able = [x for x in actions if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if not able:
        against = play.why_not(reader.rules, reader.state, reader.seat, actions[0])
        return Say(against.sentence if against is not None else "Nobody has so much.")
    return Do(able[0]) if len(able) == 1 else Undertake(InOrder(tuple(able)))


def _purses(reader: Reader) -> Sequence[Any]:
    """What each could leave here, with all of the purse as the amount."""
    listed = [x for x in reader.options.listed if hasattr(x, "gp") and hasattr(x, "actor")]
    return [x for x in listed if re.match(r"put \d.* in safe keeping", describe(reader.rules, reader.state, x))]
