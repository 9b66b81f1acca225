"""Who plays when scenes are looked for: soldiers and explorers, the curious, random legal play, and now one, now the
other. What was legal elsewhere and is not now is asked for, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from msgspec import Raw

from underkeep.exercise import scene as s
from underkeep.exercise.curious import Curious
from underkeep.exercise.search import Search
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab import delve
from underkeep.minds import mind
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.mind import Mind
from underkeep.minds.soldier import Soldier
from underkeep.procedures import fight, play
from underkeep.procedures.actions import BeginFight, EndStep
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import PLAYER
from underkeep.world.state import State

Decision = tuple[str, Action]
Choose = Callable[[State], Decision | None]

SORTS = {"minds": 0, "mixed": 30, "curious": 100}
"""How often, of a hundred decisions, whim takes them."""
_RULINGS = 60
_LOOKS_AROUND, _HEEDED = 0.2, 6


def minds(rules: Ruleset, temper: str = "cautious") -> Choose:
    """A party that plays itself, and soldiers against it."""
    leader = Explorer(rules, TEMPERS[temper])

    def choose(state: State) -> Decision | None:
        players: dict[str, Mind] = dict.fromkeys((*state.seats, REFEREE), Soldier())
        return _decide(rules, state, leader, players)

    return choose


def whimsical(rules: Ruleset, done: Counter[str], seed: int, sort: str) -> Choose:
    """Soldiers and explorers whom whim takes now and then, and a referee whom it takes more often than not. `done` is
    what was done so far, and not so soon again.
    """
    curious = Curious(seed, done)
    leader = Explorer(rules, TEMPERS["reckless" if seed % 2 else "cautious"])

    def choose(state: State) -> Decision | None:
        whim = curious.chance(SORTS[sort])
        players: dict[str, Mind] = {seat: curious if whim else Soldier() for seat in state.seats}
        players[REFEREE] = curious if curious.chance(_RULINGS) else players.get(REFEREE, Soldier())
        if whim and state.party is not None and not state.prompts and state.fight is None:
            options = play.legal_actions(rules, state, PLAYER)
            return (PLAYER, curious.lead(state, options)) if options else None
        return _decide(rules, state, leader, players)

    return choose


def idle(rules: Ruleset) -> Choose:
    """Nobody does anything in a fight; elsewhere as minds do."""
    usual = minds(rules)

    def choose(state: State) -> Decision | None:
        chooser = fight.chooser(rules, state) if state.fight is not None and not state.prompts else None
        if chooser is None:
            return usual(state)
        return state.owner(chooser[0].id), EndStep(chooser[0].side)

    return choose


def _decide(rules: Ruleset, state: State, leader: Explorer, players: dict[str, Mind]) -> Decision | None:
    if state.over:
        return None
    if state.party is not None:
        if not isinstance(players[PLAYER], Curious):
            players[PLAYER] = leader
        return delve.decide(rules, state, leader, players)
    if state.fight is None and not state.prompts:
        return (REFEREE, BeginFight()) if state.winner is None and state.grid is not None else None
    return mind.decide(rules, state, players)


def play_out(search: Search, opening: s.Opening, choose: Choose, most: int, seed: int) -> None:
    """One game, looked at moment by moment."""
    rules = search.rules
    deeds: list[s.Deed] = []
    moment = s.made(rules, opening)
    search.look(moment, opening, deeds)
    search.games += 1
    luck = Random(seed)
    for number in range(1, most + 1):
        state = moment.after
        decision = choose(state)
        if decision is None:
            return
        _wish(search, opening, state, deeds, decision[0], luck)
        deeds.append(deed(rules, decision))
        moment = s.tried(rules, state, *decision, opening, number)
        assert moment.refusal is None, (decision, moment.refusal)
        search.actions += 1
        search.remember(*decision)
        search.remember(decision[0], *_some_options(rules, state, decision[0], luck))
        search.look(moment, opening, deeds)


def _some_options(rules: Ruleset, state: State, seat: str, luck: Random) -> list[Action]:
    """A few things that might have been done instead, once in a while."""
    if luck.random() > _LOOKS_AROUND:
        return []
    listed = play.legal_actions(rules, state, seat).listed
    return luck.sample(listed, k=min(_HEEDED, len(listed)))


def _wish(search: Search, opening: s.Opening, state: State, deeds: list[s.Deed], seat: str, luck: Random) -> None:
    """Somebody may ask for what was legal elsewhere, or what another might do."""
    for wish in search.wishes(seat, luck):
        refusal = play.why_not(search.rules, state, seat, wish)
        if refusal is not None and refusal.rule:
            refused = s.Moment(len(deeds) + 1, state, seat, wish, state, (), refusal)
            search.look(refused, opening, [*deeds, deed(search.rules, (seat, wish))])


def deed(rules: Ruleset, decision: Decision) -> s.Deed:
    return s.Deed(decision[0], Raw(rules.codec.encode(decision[1])))
