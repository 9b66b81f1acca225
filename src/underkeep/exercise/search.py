"""Looking for scenes: many games, several players, and for each rule the shortest scene in which it decides."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec import Raw

from underkeep.exercise import scene as s
from underkeep.exercise.curious import Curious
from underkeep.exercise.executors import executors
from underkeep.exercise.mutants import Mutant, at_work, mutants_of
from underkeep.exercise.record import cited, record
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import decide
from underkeep.minds import mind
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.mind import Mind
from underkeep.minds.soldier import Soldier
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import PLAYER
from underkeep.world.state import State

_ATTEMPTS = 40
_SECONDS = 2.0


class Met(NamedTuple):
    """A rule met: at the end of a scene, on what, and the wrong that would have shown."""

    rule: str
    opening: s.Opening
    deeds: tuple[s.Deed, ...]
    on: str
    mutant: str

    @property
    def length(self) -> int:
        return len(self.deeds)


class Search:
    """What has been found for one game."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.executors = executors(rules.id)
        self.met: dict[str, Met] = {}
        self.seen: dict[str, int] = {}
        self.attempts: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.games = self.actions = 0

    def look(self, moment: s.Moment, opening: s.Opening, deeds: list[s.Deed]) -> None:
        """Whether a moment shows a rule that no shorter scene has shown to decide."""
        shown: list[bytes] | None = None
        for rule, on in cited(moment).items():
            self.seen[rule] = min(self.seen.get(rule, 10**6), moment.number)
            known = self.met.get(rule)
            if known is not None and known.length <= max(moment.number, 3):
                continue
            if self.attempts[rule] >= _ATTEMPTS or rule not in self.executors:
                continue
            self.attempts[rule] += 1
            if shown is None:
                shown = record(self.rules, moment)
            wrong = self.decisive(rule, moment, opening, shown)
            if wrong is not None:
                self.met[rule] = Met(rule, opening, tuple(deeds[: moment.number]), on, _told(wrong))

    def decisive(self, rule: str, moment: s.Moment, opening: s.Opening, shown: list[bytes]) -> Mutant | None:
        """A wrong in the rule's own function that changes what the moment shows."""
        for executor in self.executors[rule]:
            for wrong in mutants_of(executor):
                if self.differs(wrong, moment, opening, shown):
                    return wrong
        return None

    def differs(self, wrong: Mutant, moment: s.Moment, opening: s.Opening, shown: list[bytes]) -> bool:
        try:
            with at_work(wrong), in_time(_SECONDS):
                return record(self.rules, _again(self.rules, moment, opening)) != shown
        except Exception:
            return True


def _again(rules: Ruleset, moment: s.Moment, opening: s.Opening) -> s.Moment:
    if moment.action is None:
        return s.made(rules, opening)
    return s.tried(rules, moment.before, moment.seat, moment.action, opening, moment.number)


def _told(wrong: Mutant) -> str:
    return f"{wrong.executor.place}:{wrong.line} {wrong.what}"


class _TooLong(Exception):
    """A wrong that never ends."""


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _TooLong

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def play_out(search: Search, opening: s.Opening, choose: Callable[[State], tuple[str, Action] | None], most: int,
             illegal: Callable[[State], tuple[str, Action] | None] = lambda state: None) -> None:
    """One game, looked at moment by moment."""
    rules, deeds = search.rules, []
    moment = s.made(rules, opening)
    search.look(moment, opening, deeds)
    search.games += 1
    for number in range(1, most + 1):
        state = moment.after
        wish = illegal(state)
        if wish is not None:
            refused = s.tried(rules, state, *wish, opening, number)
            if refused.refusal is not None and refused.refusal.rule:
                search.look(refused, opening, [*deeds, _deed(rules, wish)])
        decision = choose(state)
        if decision is None or state.over:
            return
        deeds.append(_deed(rules, decision))
        moment = s.tried(rules, state, *decision, opening, number)
        assert moment.refusal is None, (decision, moment.refusal)
        search.actions += 1
        search.look(moment, opening, deeds)


def _deed(rules: Ruleset, decision: tuple[str, Action]) -> s.Deed:
    return s.Deed(decision[0], Raw(rules.codec.encode(decision[1])))


def chooser(search: Search, seed: int, sort: str, is_delve: bool) -> Callable[[State], tuple[str, Action] | None]:
    """Who plays: soldiers and explorers, the curious, or one now and the other then."""
    rules = search.rules
    curious = Curious(seed, search.done)
    leader: Any = Explorer(rules, TEMPERS["reckless" if seed % 2 else "cautious"])
    share = {"minds": 0, "mixed": 30, "curious": 100}[sort]

    def choose(state: State) -> tuple[str, Action] | None:
        whim = curious.chance(share)
        minds: dict[str, Mind] = {seat: curious if whim else Soldier() for seat in (*state.seats, REFEREE)}
        if is_delve:
            if whim and not state.prompts and state.fight is None:
                options = play.legal_actions(rules, state, PLAYER)
                return (PLAYER, curious.lead(state, options)) if options else None
            minds[PLAYER] = curious if whim else leader
            return decide(rules, state, leader, minds)
        if state.fight is None and not state.prompts:
            return (REFEREE, BeginFight()) if state.winner is None else None
        return mind.decide(rules, state, minds)

    return choose
