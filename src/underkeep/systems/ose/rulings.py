"""Judgements that fall before play begins, when nobody can be asked: a choice made beforehand, or the default."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import REFEREE, Ruled
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit


def settled(do: Resolution, who: Recruit, name: str, rule: str, default: str) -> str:
    """What the recruit's choices say on a judgement rule, or its stated default; told either way."""
    chosen = who.choices.get(name, "")
    do.emit(Ruled(rule, chosen or default, "choice" if chosen else "default", rule=(rule,)))
    return chosen or default


def foretold(do: Resolution, rule: str, choices: tuple[str, ...], default: str) -> str:
    """What the referee said on a judgement rule when ordering a dungeon, or its stated default; told either way."""
    chosen = do.rulings.get(rule, "")
    if chosen and chosen not in choices:
        raise UnderkeepError(f'"{chosen[:60]}" is no ruling on {rule}; there are {", ".join(choices)}.')
    do.emit(Ruled(rule, chosen or default, REFEREE if chosen else "default", rule=(rule,)))
    return chosen or default
