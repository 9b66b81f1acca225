"""Whole campaigns played by minds: so many days in town, under way, at sea and underground, or until all are dead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import decide
from underkeep.minds.campaigner import Campaigner
from underkeep.minds.explorer import TEMPERS, Temper
from underkeep.minds.mind import Mind
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.world.clock import day_of
from underkeep.world.journey import Journey
from underkeep.world.state import State

DAYS = 30
ACTIONS_A_DAY = 5000
"""More than any day takes, be there a fight of as many rounds as any may have; who needs more turns in a circle."""


class Seen(Struct, frozen=True):
    """What a party has come to see: towns and dungeons by their ids, and the terrains of its journeys by land and by
    water. It has been in the wild if it met somebody on the way, or a night fell there. `met` counts its meetings on
    the way; `busy` while one lasts."""

    towns: frozenset[str] = frozenset()
    dungeons: frozenset[str] = frozenset()
    land: frozenset[str] = frozenset()
    water: frozenset[str] = frozenset()
    wild: bool = False
    met: int = 0
    busy: bool = False

    def after(self, state: State) -> Seen:
        """With what there is to be seen now."""
        party, journey = state.party, state.journey
        if party is None:
            return self
        if journey is not None:
            return self._on_the_way(state, journey)
        if party.place == "town":
            return replace(self, towns=self.towns | {state.town}, busy=False)
        return replace(self, dungeons=self.dungeons | {state.site}, busy=False)

    def _on_the_way(self, state: State, journey: Journey) -> Seen:
        busy = state.encounter is not None
        terrain, afloat = frozenset((journey.route.terrain,)), journey.route.way == "water"
        return replace(
            self,
            land=self.land if afloat else self.land | terrain,
            water=self.water | terrain if afloat else self.water,
            wild=self.wild or not afloat,
            met=self.met + (busy and not self.busy),
            busy=busy,
        )


class Campaign(Struct, frozen=True):
    """One campaign: the state before there was anything, how it ended, and every event if they were kept."""

    start: State
    end: State
    actions: int
    seen: Seen
    days: int
    events: tuple[Event, ...] = ()

    @property
    def outcome(self) -> str:
        """played, if the last day came; slain; unfinished if nobody could do anything more."""
        return outcome(self.end, self.days)


def outcome(state: State, days: int) -> str:
    return state.over or ("played" if day_of(state.now) > days else "unfinished")


def campaign(
    rules: Ruleset,
    seed: int,
    plan: Plan | None = None,
    days: int = DAYS,
    temper: Temper = TEMPERS["cautious"],
    keep: bool = True,
) -> Campaign:
    """So many days from the first morning: each decision by a mind, from what is legal."""
    made = new_game(rules, seed, plan)
    leader = Campaigner(rules, temper, seed)
    minds: dict[str, Mind] = {PLAYER: leader, REFEREE: Tactician(rules)}
    state, events, actions = made.state, list(made.events) if keep else [], 0
    seen = Seen().after(state)
    while not state.over and day_of(state.now) <= days and actions < days * ACTIONS_A_DAY:
        decision = decide(rules, state, leader, minds)
        if decision is None:
            break
        actions += 1
        done = play.carry_out(rules, state, *decision, Seeded(seed, f"action:{actions}"))
        state = done.state
        seen = seen.after(state)
        if keep:
            events += done.events
    return Campaign(made.state.before_all(), state, actions, seen, days, tuple(events))


def campaigns(
    rules: Ruleset,
    seed: int,
    runs: int,
    plan: Plan | None = None,
    days: int = DAYS,
    temper: Temper = TEMPERS["cautious"],
    progress: Callable[[], object] = lambda: None,
) -> list[dict[str, Any]]:
    """The figures of many campaigns, one row each."""
    rows = []
    for run in range(runs):
        rows.append(figures(rules, campaign(rules, seed + run, plan, days, temper, keep=False)))
        progress()
    return rows


def figures(rules: Ruleset, played: Campaign) -> dict[str, Any]:
    """What came of a campaign, and what it saw."""
    state, seen = played.end, played.seen
    party = state.party
    assert party is not None
    return {
        "outcome": played.outcome,
        "days": min(day_of(state.now), played.days),
        "actions": played.actions,
        "towns": len(seen.towns),
        "dungeons": len(seen.dungeons),
        "lands": len(seen.land),
        "waters": len(seen.water),
        "met": seen.met,
        "dead": sum(c.status == "dead" for c in state.creatures.values() if c.side == party.side),
        "alive": sum(state.creatures[id].status == "up" for id in party.members),
        **rules.figures(state),
    }
