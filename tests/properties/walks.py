"""Random legal play through every scene of a game: each decision with the state before it and all that came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from typing import NamedTuple

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.lab.delve import decide
from underkeep.lab.muster import SIDES
from underkeep.minds.campaigner import Campaigner
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.soldier import Soldier
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import delve_actions as a
from underkeep.procedures import fight, play
from underkeep.procedures.ruleset import Ruleset
from underkeep.systems import load, names
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.testing.contract import random_play
from underkeep.testing.scenes import scene_of
from underkeep.world.state import State

SYSTEMS = tuple(sorted(names()))
DELVING = tuple(name for name in SYSTEMS if load(name).dungeon is not None)
SEEDS = tuple(range(1, 7))
ROVING = 9
"""The game in which a party goes from place to place."""
MOST_OUTSIDE, MOST = 120, 400
"""So many decisions outside fights, and in all."""
OUTLANDISH = (a.Retire, a.Dismiss)
SOONER_OR_LATER = 3
"""One decision in so many is the explorer's, so that a walk gets somewhere."""
MATCHES = {"rampage": "2 fighter/2 + mage/2 v 3 orc", "robs": "fighter + wizard/2 + ranger v 3 orc"}


class Moment(NamedTuple):
    """One decision: the seat's, in this state, and what came of it."""

    state: State
    seat: str
    chosen: Action
    events: tuple[Event, ...]
    after: State

    @property
    def scene(self) -> str:
        return scene_of(self.state) or ("fight" if self.state.fight is not None else "")


@cache
def walk(system: str, seed: int) -> tuple[Moment, ...]:
    """A delve where the game has delves, else a fight."""
    rules = load(system)
    if rules.dungeon is not None:
        return tuple(_delve(rules, seed))
    moments = random_play(rules, MATCHES[system], seed)
    return tuple(Moment(m.state, m.seat, m.chosen, tuple(m.done.events), m.done.state) for m in moments)


@cache
def samples(system: str, each: int = 3) -> tuple[State, ...]:
    """A few states of every scene of every walk, spread over it, questions included."""
    found: list[State] = []
    for seed in SEEDS:
        scenes: dict[str, list[State]] = {}
        for moment in walk(system, seed):
            scenes.setdefault(scene_of(moment.after) or "question", []).append(moment.after)
        for states in scenes.values():
            found += states[len(states) % each :: max(1, len(states) // each)][:each]
    return tuple(found)


def seats_of(system: str) -> tuple[str, ...]:
    """Those who may not know everything, and one who is nobody."""
    return (*((PLAYER,) if system in DELVING else SIDES), "nobody")


@cache
def begun(system: str, seed: int) -> tuple[State, tuple[Event, ...], State]:
    """A new game: before anything is, what made it, and its first moment."""
    rules = load(system)
    made = new_game(rules, seed, Plan(size=4, level=3 + seed % 3, levels=2))
    blank = made.state.before_all()
    return blank, tuple(made.events), made.state


def _delve(rules: Ruleset, seed: int) -> Iterator[Moment]:
    """Some of it led by an explorer, most of it random; those met decide as soldiers."""
    _, _, state = begun(rules.id, seed)
    chance, leader, soldier = Wanderer(seed), Explorer(rules, TEMPERS["cautious"]), Soldier()
    outside = 0
    for number in range(MOST):
        outside += state.fight is None
        if outside > MOST_OUTSIDE:
            return
        chooser = fight.chooser(rules, state) if not state.prompts else None
        if state.prompts:
            prompt = state.prompts[0]
            seat, chosen = prompt.seats[0], Answer(prompt.id, chance.choose(prompt.choices))
        elif chooser is not None:
            creature, options = chooser
            seat = state.owner(creature.id)
            mind = chance if seat != REFEREE and chance.choose(range(4)) == 0 else soldier
            chosen = mind.act(state, creature, play.with_done(creature.id, options))
        else:
            seat, options = PLAYER, play.legal_actions(rules, state, PLAYER)
            if not options:
                return
            led = chance.choose(range(SOONER_OR_LATER)) == 0
            chosen = leader.lead(state, options) if led else _any(chance, [*options, *handing(rules, state)])
        done = play.resolve(rules, state, seat, chosen, Seeded(seed, f"action:{number}"))
        yield Moment(state, seat, chosen, tuple(done.events), done.state)
        state = done.state


def handing(rules: Ruleset, state: State) -> list[Action]:
    """Things may be handed about wherever it is quiet, though no menu lists it."""
    if state.fight is not None or state.prompts or state.encounter is not None:
        return []
    found: list[Action] = []
    members = [c.id for c in state.marchers()]
    for actor in members:
        for item in state.creatures[actor].items:
            for count in {1, item.count}:
                found += [a.Drop(actor, item.id, count), *(a.Give(actor, to, item.id, count) for to in members)]
            found += [a.Equip(actor, item.id, place) for place in ("hand", "worn", "pack")]
    return [x for x in found if play.why_not(rules, state, PLAYER, x) is None]


def _any(chance: Wanderer, listed: list[Action]) -> Action:
    """Each kind of action as likely, whatever the number of its forms; nobody gives the game up."""
    kinds: dict[type[Action], list[Action]] = {}
    for action in listed:
        if not isinstance(action, OUTLANDISH):
            kinds.setdefault(type(action), []).append(action)
    return chance.choose(kinds[chance.choose(list(kinds))])


class Decision(NamedTuple):
    """A moment in which a party that plays itself must decide, with its mind as it was then."""

    state: State
    mind: Explorer

    def made_in(self, state: State) -> tuple[str, Action] | None:
        """What it would do in a state, without remembering that it was asked."""
        mind = _as_it_is(self.mind)
        return decide(load(state.system), state, mind, {PLAYER: mind, REFEREE: Soldier()})


def _as_it_is(mind: Explorer) -> Explorer:
    """The same mind with a memory and dice of its own."""
    same = copy(mind)
    for name, memory in vars(mind).items():
        if isinstance(memory, Counter | set | Seeded):
            setattr(same, name, copy(memory))
    return same


@cache
def decisions(system: str, each: int = 4) -> tuple[Decision, ...]:
    """One in so many of a party's decisions, from delves that play themselves, the bold and the cautious."""
    found: list[Decision] = []
    for seed in SEEDS:
        temper = TEMPERS["cautious" if seed % 2 else "reckless"]
        found += list(_self_played(system, seed, Explorer(load(system), temper)))[seed % each :: each]
    campaigner = Campaigner(load(system), TEMPERS["cautious"], ROVING)
    return (*found, *list(_self_played(system, ROVING, campaigner))[::each])


def _self_played(system: str, seed: int, leader: Explorer) -> Iterator[Decision]:
    rules = leader.rules
    state = new_game(rules, seed, Plan(size=4, level=1 + seed % 3, levels=2)).state
    for number in range(MOST):
        mind = _as_it_is(leader)
        turn = decide(rules, state, leader, {PLAYER: leader, REFEREE: Soldier()})
        if turn is None or state.over:
            return
        if turn[0] == PLAYER and not state.prompts:
            yield Decision(state, mind)
        state = play.carry_out(rules, state, *turn, Seeded(seed, f"action:{number}")).state
