"""Debts in anybody's words: `Kit pays Hob's debt`, `pay back the 5 coins`, `who owes what?`. Whoever has the coins may
pay; where a game knows no debts such lines are not read here."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.chapter import TOWN
from underkeep.table.speech.describe import describe
from underkeep.table.speech.frames import is_asked
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import first_part, parts

DEED = "PayDebt"
NO_DEBT = "Nobody of the party owes anything."
_PAYS = re.compile(
    r"\b(?:pays?|paying|paid|settles?|settling|clears?|clearing)\b.*\b(?:debts?|fines?|owes?|owed|dues)\b"
    r"|\b(?:pays?|paying) (?:it |that |them |[\w' ]{0,30})?(?:back|off)\b(?! the (?:hireling|retainer|watch|guard))"
    r"|\b(?:repays?|repaying)\b"
)
_ASKS = re.compile(
    r"(?:and |so |but )?(?:to )?(?:who|whom|what|how much|does|do|is|are|has|have|which)\b.*"
    r"\b(?:owes?|debts?|owed|owing)\b.*"
    r"|(?:any |our |the |\w+'s )?debts?|what happens if .*\b(?:pays?|debts?|owes?)\b.*"
)
_WAGES = re.compile(r"\b(?:wages?|hirelings?|retainers?|henchmen|guards?|bail)\b")


def debts(reader: Reader, said: str) -> Meaning | None:
    """What such a line pays or asks; None of any other."""
    if place_of(reader) != TOWN or reader.state.prompts:
        return None
    deed = next((d for d in reader.rules.book.in_scene(TOWN) if d.action.__name__ == DEED), None)
    bare = said.rstrip("? ")
    is_question = _ASKS.fullmatch(bare) is not None or is_asked(said)
    if deed is None or _WAGES.search(bare) or not ((is_question and "owe" in bare) or _of_debts(bare)):
        return None
    wishes = tuple(deed.options(reader.state))
    if not wishes:
        return Say(NO_DEBT) if is_question or re.search(r"\bdebts?\b", bare) else None
    if is_question:
        return Say(_told(reader, wishes))
    return _paid(reader, bare, wishes)


def _of_debts(bare: str) -> bool:
    return _ASKS.fullmatch(bare) is not None or _PAYS.search(bare) is not None


def _told(reader: Reader, wishes: tuple[Action, ...]) -> str:
    """Who owes, and how that is paid."""
    owing = dict.fromkeys(re.sub(r" with \w+", "", describe(reader.rules, reader.state, x)) for x in wishes)
    return f"{OWING} {'; '.join(owing)}."


OWING = "A debt is to be paid by whoever has the coins, and nothing else comes of it:"


def _paid(reader: Reader, bare: str, wishes: tuple[Action, ...]) -> Meaning:
    """The payment: by whom the line names first or whose purse it names, else by the debtor or who can."""
    own = {first_part(c.name): c.id for c in ours(reader)}
    named = [own[word] for word in parts(bare.replace("'s", "")) if word in own]
    debtors = list(dict.fromkeys(str(getattr(x, "debtor", "")) for x in wishes))
    for_whom = [id for id in debtors if id in named] or debtors
    purse = re.search(rf"\b(?:with|from|out of|using) ({'|'.join(map(re.escape, own))})\b", bare)
    payer = own[purse[1]] if purse is not None else next(iter(named), "")
    some = [x for x in wishes if getattr(x, "debtor", "") in for_whom]
    by_payer = [x for x in some if getattr(x, "actor", "") == payer] if payer and len(named) > 1 else []
    wanted = by_payer or some
    able = [x for x in wanted if play.why_not(reader.rules, reader.state, reader.seat, x) is None]
    if not able:
        against = [play.why_not(reader.rules, reader.state, reader.seat, x) for x in wanted]
        return Say(" ".join(dict.fromkeys(x.sentence for x in against if x is not None)))
    first = [
        next(x for x in able if getattr(x, "debtor", "") == id)
        for id in for_whom
        if any(getattr(x, "debtor", "") == id for x in able)
    ]
    return Do(first[0]) if len(first) == 1 else Ask("Whose debt is to be paid?", tuple(first))
