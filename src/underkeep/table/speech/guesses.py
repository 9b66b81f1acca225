"""What a line is guessed to mean: in other words, or for another step of the round. What is but guessed from a few of
its words is asked about before it is done."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Move, Try
from underkeep.table.order import SAID, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.speech.clauses import is_but_names
from underkeep.table.speech.describe import but_actor
from underkeep.table.speech.loosely import wordings
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.not_understood import against
from underkeep.table.speech.rephrasing import rephrased
from underkeep.table.speech.strictly import THE_REST, UNSURE
from underkeep.table.speech.supposing import elsewhere, refused
from underkeep.table.speech.those_told import addressed as addressed_there
from underkeep.table.speech.wording import parts, tokens


def when_it_is_time(reader: Reader, said: str) -> Meaning | None:
    """What the rules allow in another step of the round, to be done then."""
    if reader.state.fight is None or reader.state.prompts:
        return None
    own = ours(reader)
    who, rest = addressed_there(reader, own, rephrased(said, own, True))
    hand = who[0] if who else reader.focus
    found = refused(reader.rules, reader.state, reader.options, reader.seat, said, hand)
    actor = getattr(found[0], "actor", "") if found is not None else ""
    if found is None or not actor or isinstance(found[0], Move) or not _OF_STEPS.search(found[1].sentence):
        return None
    if not _is_able(reader, actor, found[0]):
        return None
    order = Order(SAID, aim=" ".join(tokens(but_actor(reader.state, found[0]))), until=reader.state.fight.round)
    note = f"{reader.state.creatures[actor].name}: {rest}, when it is time for that."
    return Undertake(RoundOfOrders({**reader.orders, actor: order}), {actor: order}, note)


def _is_able(reader: Reader, actor: str, action: Action) -> bool:
    """Whether the sheet of somebody speaks of such a thing; anything may be tried."""
    card = reader.rules.card(reader.state, reader.state.creatures[actor])
    sheet = {word for _, rows in card.sections for label, value in rows for word in tokens(f"{label} {value}")}
    return isinstance(action, Try) or bool(set(tokens(but_actor(reader.state, action))) & sheet)


_OF_STEPS = re.compile(r"in the \w+ step")


def loosely(reader: Reader, said: str, strict: Callable[[Reader, str], Meaning | None]) -> Meaning | None:
    """What a line means in other words, or what is said against it in those."""
    there = ""
    for wording, is_sure in _by_hand(reader, said):
        if wording == "rest" and THE_REST.search(said):
            continue
        if there and wording.startswith("try ") and reader.state.fight is None:
            break
        meant = strict(reader, wording)
        if meant is not None:
            return meant if is_sure else perhaps(meant, wording)
        if spoken := against(reader, wording):
            return spoken
        there = there or elsewhere(reader.state, wording)
    return Say(there) if there else None


def _by_hand(reader: Reader, said: str) -> Iterator[tuple[str, bool]]:
    """The wordings of a line; of one that begins with a name first that it is done by this hand."""
    named = next((parts(said)[0] for c in ours(reader) if parts(said) and parts(said)[:1] == parts(c.name)[:1]), "")
    for wording, is_sure in wordings(reader, said):
        if is_but_names(reader, wording):
            continue
        if named and named not in parts(wording) and reader.state.fight is None:
            yield f"{wording} with {named}", is_sure
        yield wording, is_sure


_HARMLESS = (a.HearRumours, a.Search, a.Listen, a.Examine, a.InspectHoard, a.StandBy)


def perhaps(meant: Meaning, wording: str) -> Meaning:
    """What is but guessed from a few words of a line is asked about before it is done."""
    if isinstance(meant, Do):
        return meant if isinstance(meant.action, _HARMLESS) else Ask(UNSURE, (meant.action,))
    return (
        Say(f'Perhaps this is meant: "{wording}". Say so, or say it in other words.')
        if isinstance(meant, Undertake)
        else meant
    )
