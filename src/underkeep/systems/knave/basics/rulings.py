"""Judgements that fall before play begins, when nobody can be asked."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures.resolution import Resolution


def foretold(do: Resolution, rule: str, choices: tuple[str, ...], default: str) -> str:
    """What the referee said beforehand on a judgement rule, or its stated default; told either way."""
    chosen = do.rulings.get(rule, "")
    if chosen and chosen not in choices:
        raise UnderkeepError(f'"{chosen[:60]}" is no ruling on {rule}; there are {", ".join(choices)}.')
    do.emit(Ruled(rule, chosen or default, REFEREE if chosen else "default", rule=(rule,), seats=(REFEREE,)))
    return chosen or default
