"""Fights of all sorts from many seeds: classes, monsters, beasts and options as the dice have them, each replayed.

Every fight must come to an end without an exception, its record must fold to the same state hash, and every action that
is tried again with its own dice must give the same facts. What was done is counted by the kind of action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

from tests.soak.faults import faults

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES, muster, parse_sides
from underkeep.minds.mind import Mind, decide
from underkeep.minds.soldier import Soldier
from underkeep.minds.tactician import Tactician
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.entry import Entry
from underkeep.table.session import Session

MOST_GROUPS, MOST_OF_ONE, MOST_LEVEL, MOST_GAP = 3, 3, 5, 24
ENOUGH = 400
"""Two who do as they please may go on for ever: after so many decisions a fight counts as far as it came."""
T = TypeVar("T")


class Lots:
    """What the dice of one seed draw."""

    def __init__(self, seed: int) -> None:
        self._dice = Seeded(seed, "soak")

    def number(self, most: int) -> int:
        return self._dice.roll(1, most, "lot")[0]

    def one_of(self, things: list[T]) -> T:
        return things[self.number(len(things)) - 1]


def match(rules: Ruleset, lots: Lots) -> str:
    """Two sides in words, of characters and of whatever else the game has."""
    return " v ".join(_side(rules, lots) for _ in SIDES)


def _side(rules: Ruleset, lots: Lots) -> str:
    return " + ".join(_group(rules, lots) for _ in range(lots.number(MOST_GROUPS)))


def _group(rules: Ruleset, lots: Lots) -> str:
    sort = lots.one_of(["character", "character", "monster"])
    kind = lots.one_of([name for name, of in rules.roster().items() if of == sort])
    level = f"/{lots.number(MOST_LEVEL)}" if sort == "character" else ""
    return f"{lots.number(MOST_OF_ONE)} {kind}{level}"


def minds(rules: Ruleset, seed: int) -> Mapping[str, Mind]:
    """Two with a plan; one of them against a plain soldier; two who do anything at all."""
    thoughtful = Tactician(rules)
    pairs: list[tuple[Mind, Mind]] = [
        (thoughtful, thoughtful),
        (thoughtful, Soldier()),
        (thoughtful, thoughtful),
        (Wanderer(seed), Wanderer(-seed)),
    ]
    return {REFEREE: thoughtful, **dict(zip(SIDES, pairs[seed % len(pairs)], strict=True))}


def fight(rules: Ruleset, seed: int, done: Counter[str]) -> str:
    """How the fight of this seed ends; an AssertionError if anything is wrong with it."""
    lots = Lots(seed)
    words, gap = match(rules, lots), lots.number(MOST_GAP)
    switches = [name if lots.number(2) == 1 else f"no-{name}" for name in rules.switches]
    made = muster(rules, parse_sides(rules, words), Seeded(seed, "muster"), switches, gap)
    with Session.in_memory(rules, made.state.before_all(), seed, {}, made.events) as session:
        session.submit(REFEREE, BeginFight())
        deciding = minds(rules, seed)
        while session.seq < ENOUGH and (decision := decide(rules, session.state, deciding)) is not None:
            session.submit(*decision)
            assert not faults(session.state), faults(session.state)
        assert session.state.winner is not None or session.seq >= ENOUGH, f"{words} stands still."
        replayed(session)
        done.update(type(entry.action).__name__ for entry in session.entries)
        return session.state.winner or "nobody"


def replayed(session: Session) -> None:
    """The record folds to the same state, and each action gives the same facts once more."""
    end = session.state_hash
    with Session.resume(session._journal, {}) as again:
        assert again.state_hash == end, "The record folds to another state."
    for entry in session.entries[1:]:
        assert _again(session, entry) == entry.events, f"Entry {entry.seq} comes out otherwise."


def _again(session: Session, entry: Entry) -> tuple[Event, ...]:
    dice = Seeded(session.game.key, f"action:{entry.seq}")
    rules = session.rules
    told = play.resolve(rules, session.before(entry), entry.seat, entry.action, dice).events
    return tuple(rules.codec.events(rules.codec.encode(told)))
