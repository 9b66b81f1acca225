"""What a person may well type though the book forbids it now: it is put to the table, which says why not."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.state import State


def forbidden(rules: Ruleset, state: State) -> list[Action]:
    """Usual things that the place allows and the book does not."""
    party, delving = state.party, rules.delving
    if party is None or delving is None or state.fight is not None or state.prompts:
        return []
    found = _in_town(state) if party.place == "town" else _underground(state) if party.at is not None else ()
    return [action for action in found if delving.why_not(state, action) is not None]


def _in_town(state: State) -> Iterator[Action]:
    yield a.SetOut()
    for id in state.party.members if state.party else ():
        yield a.HearRumours(id)


def _underground(state: State) -> Iterator[Action]:
    if state.encounter is not None:
        yield from (a.Parley(c.id, "talk") for c in state.marchers())
        yield a.Evade()
        return
    yield from (a.TakeHoard(hoard.id) for hoard in survey.known_hoards(state))
    for creature in state.marchers():
        for door in survey.known_doors(state):
            if not door.is_open:
                yield a.PickLock(creature.id, door.id)
        for kind in dict.fromkeys(item.kind for item in creature.items):
            yield a.LightUp(creature.id, kind)
