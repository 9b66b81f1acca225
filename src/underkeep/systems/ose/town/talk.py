"""What this game answers to talk with those met: as the chapter on encounters has it, and who takes service."""

from __future__ import annotations

from underkeep.systems.ose.encounters.talk import (
    at_odds,
    bargain,
    give_up,
    going_rate,
    hear,
    is_cowed,
    is_food,
    is_liar,
    is_money,
    lose_patience,
    part,
    price,
    sort,
    temper,
    turns,
    voice,
    weigh,
    welcome,
    withdraw,
    worth,
)
from underkeep.systems.ose.town.hired_abroad import join

__all__ = [
    "at_odds",
    "bargain",
    "give_up",
    "going_rate",
    "hear",
    "is_cowed",
    "is_food",
    "is_liar",
    "is_money",
    "join",
    "lose_patience",
    "part",
    "price",
    "sort",
    "temper",
    "turns",
    "voice",
    "weigh",
    "welcome",
    "withdraw",
    "worth",
]
