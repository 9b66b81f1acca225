"""What follows from a fact that the referee makes so."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.codec import CodecError
from underkeep.kernel.dice import Dice
from underkeep.kernel.event import Event, fold
from underkeep.procedures import play
from underkeep.procedures.resolution import Refusal, Refused, Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.entry import Decree
from underkeep.world.state import State

MOST_WORDS = 500


def consequences(rules: Ruleset, state: State, decree: Decree, dice: Dice) -> tuple[Event, ...]:
    """The fact and all that follows by itself. Judgements on the way take their default: the referee has spoken.

    A fact about things that are not there, or one that would leave an impossible state, is refused.
    """
    if not decree.because or len(decree.because) > MOST_WORDS:
        raise Refused(decree, Refusal(f"A decree needs a reason of at most {MOST_WORDS} characters."))
    do = Resolution(replace(state, human_referee=False), dice, rules)
    try:
        do.emit(rules.codec.event(bytes(decree.event)))
        play.go_on(do)
        rules.codec.state(rules.codec.encode(fold(do.events, state)))
    except CodecError as error:
        raise Refused(decree, Refusal(f"That cannot be so. {error}")) from error
    except (KeyError, IndexError, AttributeError, AssertionError, TypeError, ValueError) as error:
        raise Refused(decree, Refusal("That cannot be so: it does not fit how things stand.")) from error
    return tuple(do.events)
