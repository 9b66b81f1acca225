"""Questions about prices: of several wares at once, with how many of each, and of what there is for so much money."""

from __future__ import annotations

import re

from underkeep.table.speech.chatter import in_figures
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.shopping import list_bought, wanted
from underkeep.table.speech.wording import first_part, parts, plain

_PRICED = re.compile(
    r"^(?:(?:and|so|but|please|ok|well|then) )*(?:(?:can|could) you )?(?:(?:tell|show|give) (?:me|us) )?"
    r"(?:what is |what are |ask )?(?:about |for )?"
    r"(?:the )?(?:price|cost|prices|costs)(?: here)? (?:of|for) "
    r"|^(?:and |so |but )?(?:how much|what)(?: money| gold| coins?)? (?:is|are|for|do|does|would|will|did)"
    r"(?: it cost| it take| they ask| they want| (?:i|we) pay| (?:i|we) have to pay)?"
    r"(?: me| us)?(?: for| to (?:buy|get))?(?: |$)"
    r"|^(?:can|could) (?:i|we|he|she|they|\w+) (?:afford|pay for)(?: to buy| buying)? "
    r"|^(?:do|does) (?:i|we|he|she|they|\w+) have (?:enough )?"
    r"(?:money|gold|coins?|cash)?(?: enough)? ?(?:for|to (?:buy|get|pay for)) "
    r"|^(?:is|are) "
)
_PRICED_AFTER = re.compile(
    r",? (?:cost|costs|be|go for|set (?:me|us) back|run (?:me|us)|sell for|worth|together|in total|altogether"
    r"|(?:too )?expensive|cheap|here|in town|in the shops?|how much|at the market|each|please)$"
)
_BY_PRICE = re.compile(r"\b(?:prices?|costs?|how much|afford|expensive|cheap|money|gold|coins?)\b")


def asked_prices(reader: Reader, said: str, by_price: bool = False) -> Show | None:
    """The prices of all wares that a question or a wish names, with how many of each; None if it names none. If
    `by_price`, only of a question about the price."""
    if reader.rules.town is None or reader.state.party is None or reader.state.party.place != "town":
        return None
    said, before = in_figures(plain(said).rstrip("? ")), ""
    rest = _PRICED.sub("", said)
    is_asked = rest != said and _BY_PRICE.search(said) is not None
    if not is_asked:
        bought = None if by_price else list_bought(rest)
        if bought is None:
            return None
        rest = bought
    while before != rest:
        before, rest = rest, _PRICED_AFTER.sub("", rest)
    rest = re.sub(r"^(?:to )?(?:buy|get) ", "", rest)
    names = {parts(c.name)[0] for c in ours(reader) if parts(c.name)}
    found = wanted(reader, re.sub(r" or ", " and ", rest))
    if not found or {first_part(rest)} & names:
        return None
    return Show("prices", "; ".join(f"{count} x {ware.name}" for ware, count in found))


_FOR_SO_MUCH = re.compile(
    r"\bwhat\b.*\b(?:get|buy|have|afford|for|with)\b.* (?:for|with|under|below)"
    r"(?: only| just| about| less than| our| the)* (?P<count>\d+) ?(?P<unit>[a-z]+)"
)


def asked_within(reader: Reader, said: str) -> Show | None:
    """What can be had for so much money; None if that is not asked."""
    found = _FOR_SO_MUCH.search(said)
    return Show("within", _in_smallest(reader, int(found["count"]), found["unit"])) if found is not None else None


def _in_smallest(reader: Reader, count: int, unit: str) -> str:
    """So many coins of a sort in the smallest coin: as many as the game writes so."""
    town = reader.rules.town
    told = [(worth, town.money(worth * count)) for worth in (1, 5, 10, 50, 100) if town is not None]
    same = [(worth, said) for worth, said in told if re.match(rf"{count}\b|{count}[a-z]", said)]
    alike = [worth for worth, said in same if unit[:1] in said] or [worth for worth, _ in same[-1:]] or [1]
    return str(alike[0] * count)
