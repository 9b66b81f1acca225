"""A rest of several turns, or as long as a place is too cold, until something interrupts."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import scenes
from underkeep.procedures.chapter import DUNGEON
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.course import is_worse, lying
from underkeep.world.state import State

TURNS_PER_HOUR = 6
LONGEST = 144
"""A day: whoever wants more camps."""


class Rests:
    """So many turns of rest; with `until`, the kind of a change in the dungeon, no longer than that lasts anywhere
    where the party has been.
    """

    def __init__(self, turns: int, until: str = "") -> None:
        self.over = ""
        self.turns = max(1, min(turns, LONGEST))
        self.until = until
        self._rested = 0

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if scenes.scene_of(state) != DUNGEON or state.prompts or a.Rest() not in options.listed:
            return None
        is_done = self._rested >= self.turns or (bool(self.until) and not lasts(state, self.until))
        if is_done:
            self.over = self._told("has rested for")
            return None
        self._rested += 1
        return a.Rest()

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        """Somebody is met, hurt or ails, a light goes out, or things lie there that did not."""
        is_elsewhere = scenes.scene_of(after) != DUNGEON or bool(after.prompts) or after is before
        is_broken = is_elsewhere or is_worse(rules, before, after) or lying(after) > lying(before)
        if is_broken or len(after.lights) < len(before.lights):
            self.over = self._told("breaks off its rest after")
            return self._rested < self.turns
        return False

    def _told(self, what: str) -> str:
        return f"The party {what} {self._rested} turn{'' if self._rested == 1 else 's'}."


MOST_DAYS = 30


class DaysOfRest:
    """A day of rest after another in a town, till those who are meant lack nothing of their life, or heal no more."""

    def __init__(self, whom: Sequence[str]) -> None:
        self.over = ""
        self.whom = tuple(whom)
        self._days = 0

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if state.prompts or a.RestDays(1) not in options.listed:
            return None
        if self._days >= MOST_DAYS or not wounded(rules, state, self.whom):
            self.over = f"The party has rested for {self._days} day{'' if self._days == 1 else 's'}."
            return None
        self._days += 1
        return a.RestDays(1)

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        """Something is asked, the party is not in the town any more, or a day has healed nobody."""
        heals = any(rules.life(after.creatures[x])[0] > rules.life(before.creatures[x])[0] for x in self.whom)
        return bool(after.prompts) or scenes.scene_of(after) != scenes.scene_of(before) or not heals


def wounded(rules: Ruleset, state: State, whom: Sequence[str]) -> list[str]:
    """Those of them who lack something of their life."""
    found = [state.creatures[id] for id in whom if id in state.creatures]
    return [c.id for c in found if c.status not in GONE and rules.life(c)[0] < rules.life(c)[1]]


GONE = ("dead", "gone", "left")


def lasts(state: State, kind: str) -> bool:
    """Whether a change of this kind still lasts in a place where the party has been."""
    if state.dungeon is None or state.party is None:
        return False
    return any(
        f.kind == kind and not f.hidden and f.area in state.party.visited for f in state.dungeon.features.values()
    )
