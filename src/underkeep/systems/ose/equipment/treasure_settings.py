"""What a campaign's referee has settled about treasure and advancement, and keeps to."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import setting
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.money import CREDITS
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import magic_items
from underkeep.world.state import State

FAST = "fast-advancement"
SLOW = "slow-advancement"
CHOOSE = "chosen-treasure"
ROLLED, CHOSEN = "rolled", "chosen"
HIGHER_FROM_LEVEL = 4
_PLACING = "ose:treasure.placing"
_HIGHER = "ose:treasure.jewellery.higher"
_COMBINE = "ose:treasure.combine-values"
_ALTERNATIVE = "ose:treasure.alternative"
_COLUMN = "ose:magic-item.basic-expert"
_SMALL_LAIR = "ose:monster.treasure.small-lair"
_CATEGORIES = "ose:magic-item.alternative-categories"
AS_PRINTED, NO = "as printed", "no "
_FAST = "ose:advancement.rate.fast"
_SLOW = "ose:advancement.rate.slow"
_BALANCE, _CHALLENGE = "ose:referee.balance", "ose:referee.challenge"
BALANCED, PERIL, REWARD = "balanced", "more peril", "more reward"
BY_PARTY, BY_MAP = "by the party's level", "by the map's levels"
HIGH_LEVEL = 8
"""From this average level on a dungeon is stocked for the party and not by its own depth."""
_TIMES = {"no": 1, "double": 2, "triple": 3, "fourfold": 4}
_PARTS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
_FAST_TIMES = ("double", "triple", "fourfold")


class Placing(Struct, frozen=True):
    """How treasure is placed: `treasure` multiplies what is found, `numbers` how many monsters there are.

    `levels_deeper` makes guardians come from a deeper level's table; `as_deep` makes the whole dungeon so much deeper.
    There is no magic of the sort `lacking`.
    """

    column: magic_items.Column = "basic"
    is_chosen: bool = False
    jewellery: int = 1
    is_merged: bool = False
    in_credits: bool = False
    small_lairs_have_less: bool = True
    treasure: Fraction = Fraction(1)
    numbers: Fraction = Fraction(1)
    levels_deeper: int = 0
    as_deep: int = 0
    has_scrolls: bool = True
    lacking: str = ""


def party_levels(state: State) -> list[int]:
    """The levels of the party's characters who are alive."""
    ids = state.party.members if state.party is not None else ()
    members = [state.creatures[id] for id in ids]
    return [sheet(c).level for c in members if c.status != "dead" and sheet(c).character_class]


def average_level(state: State) -> int:
    """The party's average level, rounded down, at least 1."""
    levels = party_levels(state)
    return max(1, sum(levels) // len(levels)) if levels else 1


@executes(
    "ose:treasure.placing",
    "ose:treasure.jewellery.higher",
    "ose:treasure.combine-values",
    "ose:treasure.alternative",
    "ose:advancement.rate.fast",
    "ose:advancement.rate.slow",
    "ose:magic-item.basic-expert",
    "ose:magic-item.alternative-categories",
    "ose:monster.treasure.small-lair",
    "ose:referee.balance",
    "ose:referee.challenge",
)
def settle(do: Resolution) -> dict[str, str]:
    """The referee's rulings for a dungeon, by rule. Jewellery is asked about above 3rd level, what is a challenge from
    the 8th on; how fast or slow, where the campaign has chosen to be either. Defaults: risk and reward by depth, and
    for a party of high level by its own.
    """
    on = do.state.switches
    asked: list[tuple[str, tuple[str, ...], str]] = [
        (_PLACING, (ROLLED, CHOSEN), CHOSEN if CHOOSE in on else ROLLED),
        (_COMBINE, ("as rolled", "merged"), "as rolled"),
        (_ALTERNATIVE, ("as printed", CREDITS), CREDITS if CREDITS in on else "as printed"),
        (_COLUMN, (magic_items.BY_LEVEL, magic_items.ALWAYS_EXPERT), magic_items.BY_LEVEL),
        (_SMALL_LAIR, ("reduced", "whole"), "reduced"),
        (_CATEGORIES, (AS_PRINTED, *(f"{NO}{sort}" for sort in magic_items.SORTS)), AS_PRINTED),
        (_BALANCE, (BALANCED, PERIL, REWARD), BALANCED),
    ]
    if average_level(do.state) >= HIGHER_FROM_LEVEL:
        asked.append((_HIGHER, ("no", "double", "triple"), "no"))
    if average_level(do.state) >= HIGH_LEVEL:
        asked.append((_CHALLENGE, (BY_PARTY, BY_MAP), BY_PARTY))
    if FAST in on:
        asked.append((_FAST, _FAST_TIMES, "double"))
    if SLOW in on:
        asked.append((_SLOW, tuple(_PARTS), "half"))
    return {rule: do.foretold(rule, choices, default) for rule, choices, default in asked}


@executes("ose:advancement.rate.fast", "ose:advancement.rate.slow", "ose:referee.balance", "ose:referee.challenge")
def read(state: State, ruled: Mapping[str, str]) -> Placing:
    """The rulings as numbers. Fast: more treasure, and guardians of the next level's table; slow: less of both treasure
    and monsters. More peril is a level more of guardians, more reward twice the treasure; to challenge a party of high
    level its dungeon begins at that level.
    """
    as_deep = average_level(state) - 1 if ruled.get(_CHALLENGE) == BY_PARTY else 0
    peril, reward = int(ruled.get(_BALANCE) == PERIL), 2 if ruled.get(_BALANCE) == REWARD else 1
    percent = Fraction(campaign(state).wealth.treasure_percent, 100)
    slower = _PARTS[ruled[_SLOW]] if _SLOW in ruled else Fraction(1)
    return Placing(
        magic_items.column(average_level(state), ruled.get(_COLUMN, magic_items.BY_LEVEL)),
        ruled.get(_PLACING) == CHOSEN,
        _TIMES[ruled.get(_HIGHER, "no")],
        ruled.get(_COMBINE) == "merged",
        ruled.get(_ALTERNATIVE) == CREDITS,
        ruled.get(_SMALL_LAIR, "reduced") == "reduced",
        percent * slower * (_TIMES[ruled[_FAST]] if _FAST in ruled else 1) * reward,
        slower,
        (1 if _FAST in ruled else 0) + peril + as_deep,
        as_deep,
        setting.magic(state) != setting.LOST,
        ruled.get(_CATEGORIES, AS_PRINTED).removeprefix(NO) if NO in ruled.get(_CATEGORIES, "") else "",
    )
