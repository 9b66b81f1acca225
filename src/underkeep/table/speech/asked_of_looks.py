"""Questions about those who are met that their looks answer, or a word to them: how they are armed, whether they know
the party again, whether they would trade or help."""

from __future__ import annotations

from underkeep.procedures import delve_actions as a
from underkeep.table.naming import company, without_number
from underkeep.table.speech.asked_of_them import met_or_fought, since_met
from underkeep.table.speech.meanings import Ask, Meaning, Reader, Say
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import parts

_MEMORY, _LOOKS = (pattern("asked_of_looks", name) for name in ("memory", "looks"))
_WOULD = tuple(
    (pattern("asked_of_looks", name), aim)
    for name, aim in (("spare", "trade"), ("trade", "trade"), ("help", "alliance"), ("join", "hire"))
)
_OURS = {"we", "our", "us", "i", "my"}
THEY_SHOW = "That shows by what they say and do. Is it to be asked of them?"
NO_SIGN = "Nothing of that was told: whether they know the party again shows in how they meet it."


def of_their_looks(reader: Reader, said: str) -> Meaning | None:
    """The answer to such a question; None to any other."""
    others = met_or_fought(reader)
    if not others or reader.state.fight is not None:
        return None
    if _MEMORY.search(said):
        return Say(" ".join((NO_SIGN, *since_met(reader.heard())[:2])))
    for form, aim in _WOULD:
        talks = [x for x in reader.options.listed if isinstance(x, a.Parley) and x.aim == aim]
        if form.search(said) and talks:
            return Ask(THEY_SHOW, (reader.rules.fittest(reader.state, list(talks)),))
    if not _LOOKS.search(said) or _OURS & set(parts(said)):
        return None
    kind = without_number(others[0].name).lower()
    return Say(
        f"{company(others)}: how they look is in their name, and what they bear shows when it comes to blows. "
        f"Somebody may know more of their kind: recall {kind}."
    )
