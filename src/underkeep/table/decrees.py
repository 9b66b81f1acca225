"""What follows from a fact that the referee makes so."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.codec import CodecError
from underkeep.kernel.dice import Dice
from underkeep.kernel.event import Event, fold
from underkeep.kernel.prompt import RulingStands
from underkeep.procedures import exploration, play
from underkeep.procedures.resolution import Refusal, Refused, Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.time import end_what_is_due
from underkeep.table.entry import Decree
from underkeep.world.clock import TimePassed
from underkeep.world.dungeon import GroupChanged
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.party import PartyWent
from underkeep.world.referee import RefereeNoted, RefereeSaid, RefereeSeated
from underkeep.world.state import State

MOST_WORDS = 500
OWN_BUSINESS = (RulingStands, RefereeNoted, RefereeSaid, RefereeSeated)
"""How the game is refereed: it needs no reason, and may be said while an action waits for a ruling."""


def consequences(rules: Ruleset, state: State, decree: Decree, dice: Dice) -> tuple[Event, ...]:
    """The fact and all that follows by itself. Judgements on the way take their default: the referee has spoken.

    A fact about things that are not there, or one that would leave an impossible state, is refused.
    """
    event = _event(rules, decree)
    if isinstance(event, OWN_BUSINESS):
        return (event,)
    if not decree.because or len(decree.because) > MOST_WORDS:
        raise Refused(decree, Refusal(f"A decree needs a reason of at most {MOST_WORDS} characters."))
    if state.prompts and state.prompts[0].pending is not None:
        raise Refused(decree, Refusal("An action waits for a ruling; answer that first."))
    do = Resolution(replace(state, human_referee=False), dice, rules)
    try:
        do.emit(event)
        _follow(do, event)
        play.go_on(do)
        rules.codec.state(rules.codec.encode(fold(do.events, state)))
    except CodecError as error:
        raise _impossible(decree, error) from error
    except (KeyError, IndexError, AttributeError, AssertionError, TypeError, ValueError) as error:
        raise Refused(decree, Refusal("That cannot be so: it does not fit how things stand.")) from error
    return tuple(do.events)


def _event(rules: Ruleset, decree: Decree) -> Event:
    try:
        return rules.codec.event(bytes(decree.event))
    except CodecError as error:
        raise _impossible(decree, error) from error


def _impossible(decree: Decree, error: CodecError) -> Refused:
    return Refused(decree, Refusal(f"That cannot be so. {error}"))


def _follow(do: Resolution, event: Event) -> None:
    """What the procedures make of the fact: time ends what is due, whoever is put before the party is met, and a party
    that is somewhere else sees what is there."""
    if isinstance(event, TimePassed):
        end_what_is_due(do)
    elif isinstance(event, GroupChanged):
        _meet(do, event.group.id)
    elif isinstance(event, PartyWent) and exploration.is_on(do.state):
        exploration.enter(do)
    if exploration.is_on(do.state) and do.state.fight is None:
        exploration.look(do)
        exploration.end_if_nobody_stands(do)


def _meet(do: Resolution, group: str) -> None:
    state, meetings = do.state, do.rules.meetings
    if state.dungeon is None or state.party is None or meetings is None or state.encounter or state.fight:
        return
    found = state.dungeon.groups[group]
    here = ON_THE_WAY if state.journey is not None else state.party.at.area if state.party.at is not None else ""
    if here and found.area == here and found.count > 0:
        meetings.meet(do, found, None)
