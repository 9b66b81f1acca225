"""How a game was begun, kept with it, so that whoever doubts its first moment can make it again from the seed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.dice import Seeded
from underkeep.lab.muster import gap_of, muster, parse_sides
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.lesson import first_delve
from underkeep.table.new_game import Plan, new_game

SETTING = "beginning"
"""Under this name a game's settings say how it was begun."""


class Delve(Struct, frozen=True, tag=True, omit_defaults=True):
    """A party, a town and a dungeon by a plan."""

    plan: Plan

    def made(self, rules: Ruleset, seed: int) -> Resolution:
        return new_game(rules, seed, self.plan)


class FirstDelve(Struct, frozen=True, tag=True):
    """The old cellars, with a guide."""

    def made(self, rules: Ruleset, seed: int) -> Resolution:
        return first_delve(rules, seed)


class Match(Struct, frozen=True, tag=True, omit_defaults=True):
    """Two sides that are drawn up against each other."""

    match: str
    distance: float | None = None
    options: tuple[str, ...] = ()
    is_refereed: bool = False

    def made(self, rules: Ruleset, seed: int) -> Resolution:
        sides, gap = parse_sides(rules, self.match), gap_of(rules, self.distance)
        return muster(rules, sides, Seeded(seed, "muster"), self.options, gap, self.is_refereed)


Beginning = Delve | FirstDelve | Match
_DECODER: msgspec.json.Decoder[Beginning] = msgspec.json.Decoder(Beginning)


def noted(beginning: Beginning) -> dict[str, str]:
    """The setting that says it."""
    return {SETTING: msgspec.json.encode(beginning).decode()}


def beginning_of(settings: Mapping[str, str]) -> Beginning | None:
    """How a game was begun; None if it does not say so."""
    if SETTING not in settings:
        return None
    try:
        return _DECODER.decode(settings[SETTING])
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UnderkeepError(f"The game does not say how it was begun: {error}.") from error
