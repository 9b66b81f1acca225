"""Moments of every scene of a game: those that a party comes to by itself, and those of random legal play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.soldier import Soldier
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import fight, play
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.testing.scenes import scene_of
from underkeep.world.state import State

MOST = 400
"""So many decisions a walk has at most."""
EACH = 4
"""So many moments of each scene are kept."""
_LED = 3
"""One decision in so many is an explorer's, so that a walk gets somewhere."""


@lru_cache(maxsize=16)
def _moments(rules: Ruleset, seed: int) -> tuple[State, ...]:
    found: dict[str, list[State]] = {}
    for state in walk(rules, seed):
        found.setdefault(_sort(state), []).append(state)
    return tuple(
        s for states in found.values() for s in states[len(states) % EACH :: max(1, len(states) // EACH)][:EACH]
    )


def moments_of(rules: Ruleset, seed: int) -> list[State]:
    """A few moments of each scene of one walk, spread over it, questions and the end included."""
    return list(_moments(rules, seed))


def _sort(state: State) -> str:
    return scene_of(state) or f"question {state.prompts[0].question}" if state.prompts else scene_of(state)


def walk(rules: Ruleset, seed: int) -> Iterator[State]:
    """A delve by a party of some level, some of it led by an explorer and most of it random; foes fight as soldiers."""
    state = new_game(rules, seed, Plan(size=4, level=1 + seed % 6, levels=2)).state
    yield state
    chance, leader, soldier = Wanderer(seed), Explorer(rules, TEMPERS["cautious"]), Soldier()
    for number in range(MOST):
        if state.over:
            return
        seat, action = _decision(rules, state, chance, leader, soldier)
        if action is None:
            return
        state = play.carry_out(rules, state, seat, action, Seeded(seed, f"action:{number}")).state
        yield state


def _decision(
    rules: Ruleset, state: State, chance: Wanderer, leader: Explorer, soldier: Soldier
) -> tuple[str, Action | None]:
    if state.prompts:
        prompt = state.prompts[0]
        return prompt.seats[0], Answer(prompt.id, chance.choose(prompt.choices))
    chooser = fight.chooser(rules, state)
    if chooser is not None:
        creature, options = chooser
        seat = state.owner(creature.id)
        mind = chance if seat != REFEREE and chance.choose(range(3)) == 0 else soldier
        return seat, mind.act(state, creature, play.with_done(creature.id, options))
    options = play.legal_actions(rules, state, PLAYER)
    if not options:
        return PLAYER, None
    if chance.choose(range(_LED)) == 0:
        return PLAYER, leader.lead(state, options)
    return PLAYER, _any(chance, list(options))


def _any(chance: Wanderer, listed: list[Action]) -> Action:
    """Each kind of action as likely, whatever the number of its forms; nobody gives the game up."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in listed:
        if not isinstance(action, a.Retire | a.Dismiss):
            kinds.setdefault(type(action), []).append(action)
    return chance.choose(kinds[chance.choose(list(kinds))])
