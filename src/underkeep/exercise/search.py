"""Looking for scenes: many games, several players, and for each rule the shortest scene in which it decides."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from msgspec import Raw

from underkeep.exercise import scene as s
from underkeep.exercise.curious import Curious
from underkeep.exercise.record import cited, record
from underkeep.exercise.shelf import Kept
from underkeep.exercise.wrongs import Wrong, can_be_wrong, wrongs
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
from underkeep.rulebook.scenes import ON_QUESTION, Met
from underkeep.table.new_game import PLAYER
from underkeep.world.state import State

_ATTEMPTS = 30
_DEAR = 10
_NEAR = 3
_SECONDS = 2.0
_WISHES = 12
_PERTNESS = 0.4
Choose = Callable[[State], tuple[str, Action] | None]


class Found(NamedTuple):
    """A rule met, at the end of what was done so far."""

    opening: s.Opening
    deeds: tuple[s.Deed, ...]
    met: Met


class Search:
    """What has been found for one game. `seen` are rules that stand somewhere in play, met or not.

    A rule that is put to a person is looked for twice: as the question, and as the fact of the default.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.found: dict[tuple[str, bool], Found] = {}
        self.seen: dict[str, int] = {}
        self.attempts: Counter[tuple[str, bool]] = Counter()
        self.done: Counter[str] = Counter()
        self.games = self.actions = 0
        self._wishes: dict[str, dict[type[Action], list[Action]]] = {}

    def recall(self, kept: Kept) -> None:
        """Play a scene that was kept, and look at its end only."""
        *_, last = s.moments(self.rules, kept.scene)
        self.look(last, kept.opening, list(kept.deeds), {met.rule for met in kept.met})

    def look(self, moment: s.Moment, opening: s.Opening, deeds: list[s.Deed], only: set[str] | None = None) -> None:
        """Whether a moment shows a rule that no shorter scene has shown to decide."""
        shown: list[bytes] | None = None
        for rule, on in cited(moment).items():
            key = rule, on == ON_QUESTION
            self.seen[rule] = min(self.seen.get(rule, 10**6), moment.number)
            if (only is not None and rule not in only) or not self._is_wanted(key, moment.number):
                continue
            self.attempts[key] += _DEAR if moment.action is None and opening.door == "play" else 1
            if shown is None:
                shown = record(self.rules, moment)
            wrong = next((w for w in wrongs(rule) if self.differs(w, moment, opening, shown)), None)
            if wrong is not None:
                self.found[key] = Found(opening, tuple(deeds[: moment.number]), Met(rule, on, wrong.what))

    def remember(self, seat: str, action: Action) -> None:
        """What a seat did once it may wish for again."""
        some = self._wishes.setdefault(seat, {}).setdefault(type(action), [])
        some.append(action)
        del some[:-_WISHES]

    def wish(self, seat: str, luck: Random) -> Action | None:
        """Something that a seat did before, at another moment or in another game; mostly nothing."""
        known = self._wishes.get(seat)
        if not known or luck.random() > _PERTNESS:
            return None
        return luck.choice(known[luck.choice(list(known))])

    @property
    def met(self) -> set[str]:
        return {rule for rule, _ in self.found}

    def _is_wanted(self, key: tuple[str, bool], number: int) -> bool:
        known = self.found.get(key)
        if known is not None and len(known.deeds) <= max(number, _NEAR):
            return False
        return self.attempts[key] < _ATTEMPTS and can_be_wrong(key[0])

    def differs(self, wrong: Wrong, moment: s.Moment, opening: s.Opening, shown: list[bytes]) -> bool:
        """Whether what the moment shows would be another with this wrong in the game."""
        try:
            with wrong.at_work(), in_time(_SECONDS):
                return record(self.rules, _again(self.rules, moment, opening)) != shown
        except Exception:
            return True


def _again(rules: Ruleset, moment: s.Moment, opening: s.Opening) -> s.Moment:
    if moment.action is None:
        return s.made(rules, opening)
    return s.tried(rules, moment.before, moment.seat, moment.action, opening, moment.number)


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


def play_out(search: Search, opening: s.Opening, choose: Choose, most: int, seed: int) -> None:
    """One game, looked at moment by moment. Now and then somebody asks for what was legal elsewhere and is not now."""
    rules = search.rules
    deeds: list[s.Deed] = []
    moment = s.made(rules, opening)
    search.look(moment, opening, deeds)
    search.games += 1
    luck = Random(seed)
    for number in range(1, most + 1):
        state = moment.after
        decision = choose(state)
        if decision is None or state.over:
            return
        wish = search.wish(decision[0], luck)
        if wish is not None:
            refused = s.tried(rules, state, decision[0], wish, opening, number)
            if refused.refusal is not None:
                search.look(refused, opening, [*deeds, _deed(rules, (decision[0], wish))])
        deeds.append(_deed(rules, decision))
        moment = s.tried(rules, state, *decision, opening, number)
        assert moment.refusal is None, (decision, moment.refusal)
        search.actions += 1
        search.remember(*decision)
        search.look(moment, opening, deeds)


def _deed(rules: Ruleset, decision: tuple[str, Action]) -> s.Deed:
    return s.Deed(decision[0], Raw(rules.codec.encode(decision[1])))


def chooser(search: Search, seed: int, sort: str, is_delve: bool) -> Choose:
    """Who plays: soldiers and explorers, the curious, or one now and the other then."""
    rules = search.rules
    curious = Curious(seed, search.done)
    leader = Explorer(rules, TEMPERS["reckless" if seed % 2 else "cautious"])
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
