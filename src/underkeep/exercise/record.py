"""What a moment shows: facts, refusal, questions, what each seat may do and see, and the sheets."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from underkeep.exercise.scene import Moment
from underkeep.kernel.event import Event
from underkeep.kernel.prompt import REFEREE, Asked
from underkeep.procedures import play
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.entry import Decree
from underkeep.table.view import view
from underkeep.world.state import State


def cited(moment: Moment) -> dict[str, str]:
    """The rules that stand at a moment, each with where: on a fact, a question or a refusal. What the referee decrees
    is decided by no rule; what follows from it may be.
    """
    found: dict[str, str] = {}
    for event in moment.events[isinstance(moment.action, Decree) :]:
        found.update(dict.fromkeys(event.rule, "fact"))
    for event in moment.events:
        found.update(dict.fromkeys(_asked(event), "question"))
    if moment.refusal is not None and moment.refusal.rule:
        found[moment.refusal.rule] = "refusal"
    return found


def _asked(event: Event) -> tuple[str, ...]:
    return event.prompt.rule if isinstance(event, Asked) else ()


def record(rules: Ruleset, moment: Moment) -> Iterator[bytes]:
    """Everything that a moment shows, in parts: what was done, then what each seat is shown afterwards. Which rules a
    fact names is left out: another name for the same fact is no other outcome."""
    yield rules.codec.encode(tuple(replace(event, rule=()) for event in moment.events))
    yield moment.refusal.sentence.encode() if moment.refusal is not None else b""
    yield from _shown(rules, moment.after)


def _shown(rules: Ruleset, state: State) -> Iterator[bytes]:
    for seat in state.seats:
        if seat != REFEREE or state.fight is not None or state.prompts:
            yield msgspec.json.encode(tuple(play.legal_actions(rules, state, seat)))
        yield msgspec.json.encode(view(state, seat, rules))
    members = state.party.members if state.party is not None else tuple(state.creatures)
    for id in members:
        if id in state.creatures:
            yield msgspec.json.encode(rules.card(state, state.creatures[id]))
