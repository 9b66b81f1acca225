"""`Odo fetches the strongbox, we sell it`: what lies at home is fetched, and sold by whoever fetched it."""

from __future__ import annotations

import re
from collections.abc import Callable

from underkeep.table.several import InOrder
from underkeep.table.speech.at_home import kept_at_home
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.meanings import Do, Meaning, Reader, Undertake
from underkeep.table.speech.wording import first_part

_AND_SOLD = re.compile(
    r",? (?:(?:and|then|to|so|we|i|he|she|they) )*sells? (?:it|them|that|those|both|all|him|her)(?: (?:here|off))*$"
)
_FETCHES = re.compile(r"\b(?:fetch(?:es)?|brings?|retrieves?|collects?)\b")


def fetched_to_sell(reader: Reader, said: str, parse: Callable[[Reader, str], Meaning]) -> Meaning | None:
    """Both in their order; None of a line that does not fetch and sell."""
    sold = _AND_SOLD.search(said)
    if sold is None or not _FETCHES.search(said[: sold.start()]):
        return None
    fetched = kept_at_home(reader, said[: sold.start()])
    if not isinstance(fetched, Do | Undertake):
        return fetched or parse(reader, said[: sold.start()])
    errand = fetched.errand if isinstance(fetched, Undertake) else None
    deeds = [fetched.action] if isinstance(fetched, Do) else list(errand.actions) if isinstance(errand, InOrder) else []
    people = reader.state.creatures
    sales = [
        f"{first_part(people[x.actor].name)} sells the {x.item.replace('-', ' ')}"
        for x in deeds
        if hasattr(x, "item") and hasattr(x, "actor")
    ]
    return Undertake(InWords(fetched, sales, parse), note=fetched.note) if sales else fetched
