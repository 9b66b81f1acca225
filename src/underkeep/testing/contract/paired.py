"""What a seat receives never depends on what it may not know: two states that differ in one secret are compared in
every byte of the view and the menu, in every refusal, and in the lines and facts of the same action.

The same action is done in both with dice that have a stream for each thing rolled for. It may well find the secret out:
then some fact, be it the referee's own, is about the thing. Where none is, what the seat is told must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from underkeep.kernel.audience import seen_by
from underkeep.kernel.dice import ByPurpose
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import play
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.entry import Entry
from underkeep.table.telling import entry_lines
from underkeep.table.view import view
from underkeep.testing.contract.mutated import STRANGER, Mutator
from underkeep.testing.contract.secrets import Pair, Path, got, pairs
from underkeep.world.state import State

REFUSALS = 4
"""So many changed actions are asked about in each pair."""


class Leak(NamedTuple):
    """What told a secret: the view, the menu, a refusal, or an action's lines or facts."""

    what: str
    by: str
    sort: str
    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.what} shows in the {self.by} ({self.sort}): {self.one[:400]} | {self.other[:400]}"


def seen(rules: Ruleset, state: State, seat: str) -> bytes:
    return rules.codec.encode(view(state, seat, rules))  # type: ignore[arg-type]


def menu(rules: Ruleset, state: State, seat: str) -> tuple[bytes, tuple[tuple[str, int], ...]]:
    options = play.legal_actions(rules, state, seat)
    return rules.codec.encode(options.listed), tuple((moves.actor, moves.mask) for moves in options.moves)  # type: ignore[arg-type]


def told(rules: Ruleset, state: State, seat: str, action: Action, events: list[Event]) -> tuple[bytes, bytes]:
    """The lines of an action, with their numbers, reasons and rules; and its facts as the seat may know them."""
    lines = list(entry_lines(rules, state, Entry(1, seat, action, tuple(events)), seat))
    facts = []
    for event in events:
        state = event.evolve(state)
        fact = seen_by(event, seat, state)
        facts += [] if fact is None else [fact]
    return rules.codec.encode(lines), rules.codec.encode(facts)  # type: ignore[arg-type]


class Company:
    """One moment as one seat has it, to be compared with its pairs."""

    def __init__(self, rules: Ruleset, state: State, seat: str, mutator: Mutator) -> None:
        self.rules = rules
        self.state = state
        self.seat = seat
        self.mutator = mutator
        self.seen = seen(rules, state, seat)
        self.menu = menu(rules, state, seat)
        self.legal = [] if state.prompts else mutator.some_legal(state, seat)

    def leaks(self, pair: Pair, seed: int) -> Iterator[Leak]:
        rules, state, other, seat = self.rules, self.state, pair.other, self.seat
        if (shown := seen(rules, other, seat)) != self.seen:
            yield Leak(pair.what, "view", "", *_apart(self.seen, shown))
        if (offered := menu(rules, other, seat)) != self.menu:
            yield Leak(pair.what, "menu", "", *_apart(self.menu[0] or b"", offered[0]))
            return
        for _ in range(REFUSALS):
            action = self.mutator.in_state(state).action
            one, two = (play.why_not(rules, s, seat, action) for s in (state, other))
            if (str(one), one and one.rule) != (str(two), two and two.rule):
                yield Leak(pair.what, "refusal", type(action).__name__, f"{action}: {one}", f"{two}")
        if self.legal:
            action = self.mutator.chance.choose(self.legal)
            yield from self._told(pair, action, seed)

    def _told(self, pair: Pair, action: Action, seed: int) -> Iterator[Leak]:
        rules, state, other, seat = self.rules, self.state, pair.other, self.seat
        one = play.carry_out(rules, state, seat, action, ByPurpose(seed, "paired"))
        two = play.carry_out(rules, other, seat, action, ByPurpose(seed, "paired"))
        if any(_concerns(rules, pair, s, done) for s, done in ((state, one), (other, two))):
            return
        mine, theirs = (told(rules, s, seat, action, done.events) for s, done in ((state, one), (other, two)))
        for by, left, right in zip(("lines", "facts"), mine, theirs, strict=True):
            if left != right:
                yield Leak(pair.what, by, f"{action}", *_apart(left, right))


def _concerns(rules: Ruleset, pair: Pair, before: State, done: Resolution) -> bool:
    """Whether a fact is about the thing of which something is secret, changes it, or lets somebody know secrets."""
    if any(event.reveals for event in done.events):
        return True
    if pair.path and _thing(before, pair.path) != _thing(done.state, pair.path):
        return True
    written = rules.codec.encode(done.events).decode()
    return any(f'"{id}"' in written for id in pair.ids)


def _thing(state: State, path: Path) -> object:
    try:
        return got(state, path)
    except (AttributeError, KeyError, IndexError, TypeError):
        return None


def _apart(one: bytes, other: bytes) -> tuple[str, str]:
    """The two from a little before where they begin to differ."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    begin = max(0, at - 120)
    return one[begin : at + 200].decode(errors="replace"), other[begin : at + 200].decode(errors="replace")


def compare(
    rules: Ruleset, states: list[State], seed: int, most: int, each: int = 12, count: Counter[str] | None = None
) -> list[Leak]:
    """The leaks in at most so many pairs of these moments, and in `count` how many pairs there were of each secret."""
    chance = Wanderer(seed)
    mutator = Mutator(rules, states, chance)
    found: list[Leak] = []
    tried: Counter[str] = Counter() if count is None else count
    before = sum(tried.values())
    for state in states:
        for seat in (*state.seats, STRANGER):
            if seat == REFEREE:
                continue
            company = Company(rules, state, seat, mutator)
            for pair in _some(list(pairs(state, seat)), each if seat != STRANGER else 1, chance):
                tried[pair.what] += 1
                found += company.leaks(pair, seed)
                if sum(tried.values()) - before >= most:
                    return found
    return found


def _some(found: list[Pair], each: int, chance: Wanderer) -> list[Pair]:
    """A few of every sort, no sort left out as long as there is room."""
    sorts: dict[str, list[Pair]] = {}
    for pair in found:
        sorts.setdefault(pair.what, []).append(pair)
    chosen = list(sorts.values())
    while len(chosen) > each:
        chosen.remove(chance.choose(chosen))
    share = max(1, each // max(1, len(chosen)))
    return [chance.choose(listed) for listed in chosen for _ in range(min(share, len(listed)))]
