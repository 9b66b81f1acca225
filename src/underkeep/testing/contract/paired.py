"""What a seat receives never depends on what it may not know: two states that differ in one secret are compared in
every byte of the view and the menu, in every refusal, and in the lines and facts of the same action.

The same action is done in both with dice that have a stream for each thing rolled for. It may well find the secret out:
then it is done to the thing, or some fact, be it the referee's own, is about it. Where none is, what the seat is told
must be the same.
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
from underkeep.testing.contract.secrets import Pair, Secrecy
from underkeep.testing.contract.things import Path, got
from underkeep.world.party import PartyWent
from underkeep.world.state import State

COUNTRY = "Region."
REFUSALS, ASKED = 4, 24
"""So many changed actions are asked about in each pair, of so many that are chosen for a moment."""


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


class Deed(NamedTuple):
    """What came of an action, and what the seat was told of it."""

    done: Resolution
    told: tuple[bytes, bytes]
    written: str


class Company:
    """One moment as one seat has it, to be compared with its pairs. What the seat gets of the moment itself is worked
    out once."""

    def __init__(self, rules: Ruleset, state: State, seat: str, mutator: Mutator, seed: int) -> None:
        self.rules = rules
        self.state = state
        self.seat = seat
        self.seed = seed
        self.chance = mutator.chance
        self.seen = seen(rules, state, seat)
        self.menu = menu(rules, state, seat)
        self.legal = mutator.some_legal(state, seat)
        asked = [mutator.in_state(state).action for _ in range(ASKED)]
        self.refusals = [(action, _refusal(rules, state, seat, action)) for action in asked]
        self.deeds: dict[int, Deed] = {}

    def leaks(self, pair: Pair) -> Iterator[Leak]:
        rules, other, seat = self.rules, pair.other, self.seat
        if (shown := seen(rules, other, seat)) != self.seen:
            yield Leak(pair.what, "view", "", *_apart(self.seen, shown))
        if (offered := menu(rules, other, seat)) != self.menu:
            yield Leak(pair.what, "menu", "", *_apart(self.menu[0] or b"", offered[0]))
            return
        for _ in range(REFUSALS):
            action, one = self.chance.choose(self.refusals)
            if (two := _refusal(rules, other, seat, action)) != one:
                yield Leak(pair.what, "refusal", type(action).__name__, f"{action}: {one}", f"{two}")
        if self.legal and not pair.at_rest:
            yield from self._told(pair, self.chance.choose(range(len(self.legal))))

    def _told(self, pair: Pair, number: int) -> Iterator[Leak]:
        action = self.legal[number]
        if number not in self.deeds:
            self.deeds[number] = self._deed(self.state, action)
        one, two = self.deeds[number], self._deed(pair.other, action)
        if getattr(action, "target", "") in pair.ids:
            return
        if _concerns(pair, self.state, one) or _concerns(pair, pair.other, two):
            return
        for by, left, right in zip(("lines", "facts"), one.told, two.told, strict=True):
            if left != right:
                yield Leak(pair.what, by, f"{action}", *_apart(left, right))

    def _deed(self, state: State, action: Action) -> Deed:
        rules, seat = self.rules, self.seat
        done = play.carry_out(rules, state, seat, action, ByPurpose(self.seed, "paired"))
        return Deed(done, told(rules, state, seat, action, done.events), rules.codec.encode(done.events).decode())


def _refusal(rules: Ruleset, state: State, seat: str, action: Action) -> tuple[str, object]:
    refusal = play.why_not(rules, state, seat, action)
    return str(refusal), refusal and refusal.rule


def _concerns(pair: Pair, before: State, deed: Deed) -> bool:
    """Whether a fact is about the thing of which something is secret, changes it, or lets somebody know secrets.
    Country tells what it is to those who walk it.
    """
    if any(event.reveals for event in deed.done.events):
        return True
    if pair.what.startswith(COUNTRY) and any(isinstance(e, PartyWent) and e.place == "road" for e in deed.done.events):
        return True
    if pair.path and _thing(before, pair.path) != _thing(deed.done.state, pair.path):
        return True
    return any(f'"{id}"' in deed.written for id in pair.ids)


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
    rules: Ruleset,
    states: list[State],
    seed: int,
    most: int,
    each: int = 12,
    count: Counter[str] | None = None,
    of: tuple[str, ...] = (),
) -> list[Leak]:
    """The leaks in at most so many pairs of these moments, of all secrets or `of` some; `count` has how many pairs
    there were of each."""
    chance = Wanderer(seed)
    mutator = Mutator(rules, states, chance)
    found: list[Leak] = []
    tried: Counter[str] = Counter() if count is None else count
    before = sum(tried.values())
    for state in states:
        for seat in (*state.seats, STRANGER):
            if seat == REFEREE:
                continue
            company, secrecy = Company(rules, state, seat, mutator, seed), Secrecy(state, seat)
            for pair in _some(secrecy, each if seat != STRANGER else 1, chance, of):
                tried[pair.what] += 1
                found += _leaks(company, pair)
                if sum(tried.values()) - before >= most:
                    return found
    return found


def _leaks(company: Company, pair: Pair) -> list[Leak]:
    try:
        return list(company.leaks(pair))
    except Exception as error:
        error.add_note(f"{pair.what} at {'.'.join(map(str, pair.path))}")
        raise


def _some(secrecy: Secrecy, each: int, chance: Wanderer, of: tuple[str, ...]) -> Iterator[Pair]:
    """A few of every sort, no sort left out as long as there is room."""
    chosen = [secrets for what, secrets in secrecy.sorts.items() if not of or what in of]
    while len(chosen) > each:
        chosen.pop(chance.choose(range(len(chosen))))
    share = max(1, each // max(1, len(chosen)))
    for secrets in chosen:
        for _ in range(min(share, len(secrets))):
            pairs = secrecy.pairs_of(chance.choose(secrets))
            if pairs:
                yield chance.choose(pairs)
