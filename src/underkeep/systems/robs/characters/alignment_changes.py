"""Conduct: acts of note, what is thought of them, and how they change an alignment. Falling is easier than rising."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics.campaign import Conduct, campaign, with_campaign
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import alignment
from underkeep.world.creature import SheetChanged
from underkeep.world.state import State

BY_BEHAVIOUR = "alignment-by-behaviour"
ORDER = ("Evil", "Neutral", "Lawful")
GOOD_ACTS, MINOR_ACTS = 3, 2
VIOLATIONS = 3
NO_ACT, GOOD, EXTREME, FEIGNED = "nothing of note", "a good act", "a good act of extreme weight", "feigned"
MINOR, GRAVE, ACCIDENT = "a minor evil", "a grave evil", "harm without ill will"
_UP, _DOWN = "robs:alignment.no-single-act", "robs:alignment.slide-to-evil"


class ConductNoted(Event, frozen=True):
    """What is remembered of somebody's acts by now."""

    secret: ClassVar[bool] = True

    creature: str
    conduct: Conduct

    def evolve(self, state: State) -> State:
        return with_campaign(state, conduct={**campaign(state).conduct, self.creature: self.conduct})


class AlignmentShifted(Event, frozen=True):
    """Somebody is of another alignment from now on, or has another Lawfulness."""

    creature: str
    alignment: str
    lawfulness: int | None

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.creature])
        changed = replace(own, alignment=self.alignment, lawfulness=self.lawfulness)
        return state.with_creature(self.creature, sheet=changed)


EVENTS: tuple[type[Event], ...] = (ConductNoted, AlignmentShifted)


def conduct_of(state: State, id: str) -> Conduct:
    return campaign(state).conduct.get(id, Conduct())


@executes("robs:alignment.no-single-act", "robs:alignment.sincerity")
def do_good(do: Resolution, id: str, usual: str = GOOD) -> None:
    """A good act is the referee's to weigh. One that is feigned counts for nothing; three of note, or one of extreme
    weight, lift an alignment."""
    if not sheet(do.state.creatures[id]).is_character:
        return
    judged = do.ruling(_UP, (NO_ACT, FEIGNED, GOOD, EXTREME), usual, id, (REFEREE,))
    if judged in (NO_ACT, FEIGNED):
        return
    before = conduct_of(do.state, id)
    good = GOOD_ACTS if judged == EXTREME else before.good + 1
    rises = good >= GOOD_ACTS
    rule = (_UP, "robs:alignment.sincerity")
    do.emit(ConductNoted(id, replace(before, good=0 if rises else good), rule=rule))
    if rises:
        _shift(do, id, 1, rule)


@executes("robs:alignment.slide-to-evil", "robs:alignment.intent", "robs:alignment.default-by-behaviour")
def do_evil(do: Resolution, id: str, usual: str) -> None:
    """One grave evil or two minor ones lower an alignment; what was meant weighs more than what was done."""
    if not sheet(do.state.creatures[id]).is_character:
        return
    judged = do.ruling(_DOWN, (NO_ACT, ACCIDENT, MINOR, GRAVE), usual, id, (REFEREE,))
    if judged in (NO_ACT, ACCIDENT):
        return
    before = conduct_of(do.state, id)
    evil = MINOR_ACTS if judged == GRAVE else before.evil + 1
    falls = evil >= MINOR_ACTS
    rule = (_DOWN, "robs:alignment.intent")
    now = replace(before, evil=0 if falls else evil, good=0, murders=before.murders + (judged == GRAVE))
    do.emit(ConductNoted(id, now, rule=rule))
    violate(do, id)
    if falls:
        _shift(do, id, -1, rule)


@executes(
    "robs:alignment.change-affects", "robs:alignment.default-by-behaviour", "robs:alignment.lawfulness.conversion"
)
def _shift(do: Resolution, id: str, step: int, rule: tuple[str, ...]) -> None:
    """A step up or down. Where Lawfulness is reckoned with it is a point of that. Who chose no alignment has none to
    change, unless the campaign goes by what people do. It changes what clerics can do, and nothing else about anybody.
    """
    own = sheet(do.state.creatures[id])
    if own.lawfulness is not None:
        score = max(-5, min(5, own.lawfulness + step))
        do.emit(
            AlignmentShifted(id, alignment.alignment_of(score), score, rule=(*rule, "robs:alignment.change-affects"))
        )
        return
    if not own.alignment and BY_BEHAVIOUR not in do.state.switches:
        return
    by = () if own.alignment else ("robs:alignment.default-by-behaviour",)
    place = max(0, min(2, ORDER.index(own.alignment or "Neutral") + step))
    if ORDER[place] != own.alignment:
        do.emit(AlignmentShifted(id, ORDER[place], None, rule=(*rule, *by, "robs:alignment.change-affects")))


@executes("robs:class.priest.transgression")
def violate(do: Resolution, id: str) -> None:
    """The third violation of an Order's rules ends a cleric's magic, until a quest is done."""
    own = sheet(do.state.creatures[id])
    if not own.order or alignment.is_evil_order(own):
        return
    before = conduct_of(do.state, id)
    violations = before.violations + 1
    transgression = "robs:class.priest.transgression"
    do.emit(ConductNoted(id, replace(before, violations=violations), rule=(transgression,)))
    if violations < VIOLATIONS or own.fallen:
        return
    ruled = do.ruling(transgression, ("loses all spells", "is warned"), "loses all spells", id)
    if ruled == "loses all spells":
        do.emit(SheetChanged(id, replace(own, fallen=True), "falls from grace", rule=(transgression,)))
