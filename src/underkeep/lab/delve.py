"""Whole delves played by minds, from the town into the dungeon and back, or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE
from underkeep.minds import mind
from underkeep.minds.explorer import TEMPERS, Explorer, Temper
from underkeep.minds.mind import Mind
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.world.state import State

MOST_ACTIONS = 20_000


class Delve(Struct, frozen=True):
    """One delve: the state before there was anything, how it ended, and every event if they were kept."""

    start: State
    end: State
    actions: int
    events: tuple[Event, ...]

    @property
    def outcome(self) -> str:
        """returned, or slain; unfinished if it never came to an end."""
        if self.end.over:
            return self.end.over
        return "returned" if self.end.party is not None and self.end.party.place == "town" else "unfinished"


def delve(
    rules: Ruleset, seed: int, plan: Plan | None = None, temper: Temper = TEMPERS["cautious"], keep: bool = True
) -> Delve:
    """Set out, explore, come home: each decision by a mind, from what is legal."""
    made = new_game(rules, seed, plan)
    leader = Explorer(rules, temper)
    minds: dict[str, Mind] = {PLAYER: leader, REFEREE: Tactician(rules)}
    state, events, actions, left_town = made.state, list(made.events) if keep else [], 0, False
    while actions < MOST_ACTIONS:
        decision = decide(rules, state, leader, minds)
        if decision is None:
            break
        actions += 1
        done = play.carry_out(rules, state, *decision, Seeded(seed, f"action:{actions}"))
        state = done.state
        if keep:
            events += done.events
        assert state.party is not None
        left_town = left_town or state.party.place != "town"
        if state.over or (left_town and state.party.place == "town" and not state.prompts):
            break
    first = state.before_all()
    return Delve(first, state, actions, tuple(events))


def decide(rules: Ruleset, state: State, leader: Explorer, minds: dict[str, Mind]) -> tuple[str, Any] | None:
    """Who acts next, and how; None when nobody can."""
    if state.prompts or state.fight is not None:
        return mind.decide(rules, state, minds)
    options = play.legal_actions(rules, state, PLAYER)
    return (PLAYER, leader.lead(state, options)) if options else None


def delves(
    rules: Ruleset,
    seed: int,
    runs: int,
    plan: Plan | None = None,
    temper: Temper = TEMPERS["cautious"],
    progress: Callable[[], object] = lambda: None,
) -> list[dict[str, Any]]:
    """The figures of many delves, one row each."""
    rows = []
    for run in range(runs):
        rows.append(figures(rules, delve(rules, seed + run, plan, temper, keep=False)))
        progress()
    return rows


def figures(rules: Ruleset, found: Delve) -> dict[str, Any]:
    party = found.end.party
    assert party is not None
    members = [found.end.creatures[id] for id in party.members]
    dead = sum(c.status == "dead" for c in found.end.creatures.values() if c.side == party.side)
    return {
        "outcome": found.outcome,
        "turns": party.turns,
        "actions": found.actions,
        "areas": len(party.visited),
        "dead": dead,
        "alive": sum(c.status == "up" for c in members),
        **rules.figures(found.end),
    }
