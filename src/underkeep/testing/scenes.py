"""Moments of every scene a game has, and actions built from sample values: sensible, stale and absurd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_type_hints

from msgspec.structs import fields

from underkeep.kernel.dice import Seeded
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import decide
from underkeep.minds.explorer import TEMPERS, Explorer
from underkeep.minds.mind import Mind
from underkeep.minds.tactician import Tactician
from underkeep.procedures import play
from underkeep.procedures.delve_actions import Retire
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.world.journey import Halted, JourneyBegan, routes
from underkeep.world.party import PartyWent
from underkeep.world.state import State

PLAYED = ("town", "underground", "meeting", "fight")
SCENES = (*PLAYED, "road", "over")
_EACH = 3
_MOST_ACTIONS = 4000
_ABSURD: dict[Any, tuple[object, ...]] = {
    str: ("", "nobody"),
    int: (0, -1, 10**6),
    int | None: (None, -1),
    tuple[int, int]: ((0, 0), (-7, 10**6)),
    tuple[int, int] | None: (None, (0, 0), (-7, 10**6)),
}


def scene_of(state: State) -> str:
    """Which scene is on; nothing while a question is open."""
    if state.over:
        return "over"
    if state.prompts or state.party is None:
        return ""
    if state.fight is not None:
        return "fight"
    if state.encounter is not None:
        return "meeting"
    return {"town": "town", "dungeon": "underground", "road": "road"}.get(state.party.place, "")


def delve_scenes(rules: Ruleset, seed: int) -> dict[str, list[State]]:
    """A few moments of each scene, from as many delves as it takes; the last one retires."""
    found: dict[str, list[State]] = {name: [] for name in SCENES}
    while not all(found[name] for name in PLAYED):
        for state in _delve(rules, seed):
            kept = found.get(scene_of(state), [])
            if len(kept) < _EACH and state not in kept:
                kept.append(state)
        seed += 1
    found["road"].append(_halted(found["town"][0]))
    if not found["over"]:
        found["over"] = [play.resolve(rules, found["town"][0], PLAYER, Retire(), Seeded(seed, "over")).state]
    return found


def _halted(state: State) -> State:
    """The party of a town on the road, at a stop."""
    under_way = JourneyBegan(routes(state)[0], homeward=False).evolve(state)
    return Halted("a stop").evolve(PartyWent("road", None, "set out").evolve(under_way))


def _delve(rules: Ruleset, seed: int) -> Iterator[State]:
    """The states of one delve, each after a decision, until the party is home again."""
    state = new_game(rules, seed, Plan(levels=2)).state
    leader = Explorer(rules, TEMPERS["reckless"])
    minds: dict[str, Mind] = {PLAYER: leader, REFEREE: Tactician(rules)}
    yield state
    left_town = False
    for number in range(_MOST_ACTIONS):
        decision = decide(rules, state, leader, minds)
        if decision is None:
            return
        state = play.carry_out(rules, state, *decision, Seeded(seed, f"action:{number}")).state
        yield state
        assert state.party is not None
        if left_town and state.party.place == "town" and not state.prompts:
            return
        left_town = left_town or state.party.place != "town"


def sample_actions(rules: Ruleset, states: list[State]) -> list[Action]:
    """For every type of action: what was legal in one of the moments, and what is built from known and absurd values.

    Each field is varied by itself, the others keeping the first of their values.
    """
    legal: dict[type, dict[Action, None]] = {}
    for state in states:
        for seat in state.seats:
            for action in play.legal_actions(rules, state, seat):
                legal.setdefault(type(action), {})[action] = None
    found: dict[Action, None] = {}
    for kind in rules.codec.action_types:
        listed = list(legal.get(kind, ()))
        found.update(dict.fromkeys(listed[:: max(1, len(listed) // 8)]))
        found.update(dict.fromkeys(_built(kind, _names(states), listed)))
    return list(found)


def _names(states: list[State]) -> tuple[str, ...]:
    """A few names that stand for something in one of the moments: people, ways, treasures, things."""
    members = {id: None for s in states if s.party for id in s.party.members[:2]}
    others = {id: None for s in states if s.party for id in s.creatures if id not in s.party.members}
    named = [*members, *list(others)[:2]]
    for state in states[:1]:
        if state.dungeon is not None:
            places = (state.dungeon.doors, state.dungeon.hoards, state.dungeon.traps, state.dungeon.features)
            named += [id for place in places for id in list(place)[:1]]
        named += [item.kind for c in state.creatures.values() for item in c.items[:1]]
    return tuple(dict.fromkeys(named))


def _built(kind: type[Action], names: tuple[str, ...], listed: list[Action]) -> Iterator[Action]:
    hints = get_type_hints(kind)
    values: dict[str, tuple[object, ...]] = {}
    for field in fields(kind):
        sort = hints[field.name]
        known: tuple[object, ...] = names if sort is str else ((names, ()) if sort == tuple[str, ...] else ())
        absurd = _ABSURD.get(sort, () if known else ((),))
        values[field.name] = (*dict.fromkeys(getattr(a, field.name) for a in listed[:3]), *known, *absurd)
    first = {name: options[0] for name, options in values.items()}
    yield kind(**first)
    for actor in values.get("actor", ())[:4]:
        for name, options in values.items():
            for value in options:
                yield kind(**{**first, "actor": actor, name: value})
    if "actor" not in values:
        for name, options in values.items():
            for value in options:
                yield kind(**{**first, name: value})
