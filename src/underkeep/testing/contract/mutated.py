"""`why_not` is a promise: legal actions changed in a field or two, in every scene and from every seat.

What it lets pass is carried out without an exception, and what it refuses it refuses in a short sentence without
control characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec.structs import replace

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.minds.wanderer import Wanderer
from underkeep.procedures import play
from underkeep.procedures.resolution import LONGEST_REFUSAL
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.gear import unpacked
from underkeep.world.state import State

STRANGER = "stranger"
_WORDS = (
    "",
    " ",
    "nobody",
    "0",
    "-1",
    "\x1b[2J",
    "a\x00b\r\nc",
    "\u202eorc",
    "x" * 3000,
    "{creature}",
    "\ud800",
    "é̂" * 40,
)
_NUMBERS = (0, -1, 1, 2, 7, 10**6, 2**31, 2**63 - 1, -(2**63), 2**70)
_SQUARES = ((0, 0), (-1, -1), (10**9, -(10**9)), (3, 4), (2**63, 1))


class Attempt(NamedTuple):
    """Somebody's action in some moment."""

    state: State
    seat: str
    action: Action


@cache
def _hints(kind: type[Action]) -> dict[str, Any]:
    return get_type_hints(kind)


def names_in(state: State) -> tuple[str, ...]:
    """Everything that has an id, known or not, and the words of content that stand for something."""
    found = [*state.creatures, *state.seats, *(light.id for light in state.lights), *(p.id for p in state.prompts)]
    for creature in state.creatures.values():
        found += [creature.kind, creature.side]
        for item in unpacked(creature.items):
            found += [item.id, item.kind]
    dungeon = state.dungeon
    if dungeon is not None:
        places: tuple[dict[str, Any], ...] = (dungeon.areas, dungeon.doors, dungeon.stairs, dungeon.traps)
        for place in (*places, dungeon.hoards, dungeon.groups, dungeon.features, dungeon.dressings):
            found += list(place)
        found += [item.id for hoard in dungeon.hoards.values() for item in unpacked(hoard.items)]
    if state.settlement is not None:
        found += [who.id for who in state.settlement.applicants]
    return tuple(dict.fromkeys(found))


class Mutator:
    """Changes actions by chance, with values from all the moments it was given."""

    def __init__(self, rules: Ruleset, states: Sequence[State], chance: Wanderer) -> None:
        self.rules = rules
        self.states = states
        self.chance = chance
        self.names = {id(state): names_in(state) for state in states}
        self.seats = tuple(dict.fromkeys((*(seat for state in states for seat in state.seats), REFEREE, STRANGER)))
        self.here = {id(state): self._legal_in(state) for state in states}
        self.legal = list(self._legal())
        self.pools: dict[tuple[type[Action], str], list[Any]] = {}
        for action in self.legal:
            for name in action.__struct_fields__:
                self.pools.setdefault((type(action), name), []).append(getattr(action, name))

    def _legal(self) -> Iterator[Action]:
        """Each sort of action as it was legal somewhere, a few of each."""
        kinds: dict[type[Action], list[Action]] = {}
        for listed in self.here.values():
            for action in listed:
                kinds.setdefault(type(action), []).append(action)
        for listed in kinds.values():
            yield from dict.fromkeys(listed[:: max(1, len(listed) // 12)])

    def _legal_in(self, state: State) -> list[Action]:
        found: dict[type[Action], list[Action]] = {}
        for seat in (*state.seats, REFEREE):
            for action in play.legal_actions(self.rules, state, seat):
                found.setdefault(type(action), []).append(action)
        return [action for listed in found.values() for action in listed[:: max(1, len(listed) // 8)]]

    def attempt(self) -> Attempt:
        """Another action, in another moment, by another seat."""
        return self.in_state(self.chance.choose(self.states))

    def some_legal(self, state: State, seat: str) -> list[Action]:
        """Actions that a seat may do in a moment, a few of each sort."""
        found: dict[type[Action], list[Action]] = {}
        for action in play.legal_actions(self.rules, state, seat):
            found.setdefault(type(action), []).append(action)
        return [action for listed in found.values() for action in listed[:: max(1, len(listed) // 4)]]

    def in_state(self, state: State) -> Attempt:
        """Another action in this moment, by another seat."""
        chance = self.chance
        near = self.here[id(state)] if chance.choose("aab") == "a" else []
        if near or chance.choose("ab") == "a":
            action = chance.choose(near or self.legal)
        else:
            action = self.built(chance.choose(self.rules.codec.action_types), state)
        for _ in range(chance.choose((0, 1, 1, 2))):
            action = self.changed(action, state)
        seat = chance.choose((*state.seats, *state.seats, *self.seats))
        return Attempt(state, seat, action)

    def changed(self, action: Action, state: State) -> Action:
        if not action.__struct_fields__:
            return action
        name = self.chance.choose(action.__struct_fields__)
        return replace(action, **{name: self.value(type(action), name, state)})

    def built(self, kind: type[Action], state: State) -> Action:
        return kind(**{name: self.value(kind, name, state) for name in kind.__struct_fields__})

    def value(self, kind: type[Action], name: str, state: State) -> Any:
        """Something that stood in such a field, or something of its type."""
        pool = self.pools.get((kind, name))
        if pool and self.chance.choose(range(2)):
            return self.chance.choose(pool)
        return self.any_of(_hints(kind)[name], state)

    def any_of(self, sort: Any, state: State) -> Any:
        chance, parts = self.chance, get_args(sort)
        if sort is str:
            return chance.choose(self.names[id(state)] if chance.choose(range(3)) else _WORDS)
        if sort is bool:
            return chance.choose((True, False))
        if sort is int:
            return chance.choose(_NUMBERS)
        if sort is type(None):
            return None
        if sort == tuple[int, int]:
            return chance.choose(_SQUARES)
        if getattr(sort, "__origin__", None) is tuple and Ellipsis in parts:
            return tuple(self.any_of(parts[0], state) for _ in range(chance.choose(range(4))))
        if getattr(sort, "__origin__", None) is tuple:
            return tuple(self.any_of(part, state) for part in parts)
        if getattr(sort, "__origin__", None) is dict:
            return {self.any_of(parts[0], state): self.any_of(parts[1], state) for _ in range(chance.choose(range(3)))}
        if hasattr(sort, "_fields"):
            return sort(*(self.any_of(part, state) for part in get_type_hints(sort).values()))
        if parts and all(isinstance(part, str) for part in parts):
            return chance.choose(parts)
        if parts:
            return self.any_of(chance.choose(parts), state)
        raise TypeError(f"No value is known for {sort}.")


def check(rules: Ruleset, attempt: Attempt, seed: int) -> bool:
    """Whether it was allowed. Allowed: it is done and can be written down. Refused: shortly and in plain letters."""
    state, seat, action = attempt
    refusal = play.why_not(rules, state, seat, action)
    if refusal is not None:
        said = refusal.sentence
        assert said.endswith(".") and len(said) <= LONGEST_REFUSAL and said.isprintable(), f"{action}: {said!r}"
        return False
    assert state.sits(seat), f"{action} is allowed to a stranger."
    done = play.carry_out(rules, state, seat, action, Seeded(seed, "mutated"))
    rules.codec.encode(action)
    rules.codec.encode(done.events)
    return True
