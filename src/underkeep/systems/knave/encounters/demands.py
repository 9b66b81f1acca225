"""What those who are met want of the party: to take it alive, or to order it about. And what comes of giving in."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.procedures import carrying, meeting, survey
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.encounters import meetings, running
from underkeep.world.clock import DAY
from underkeep.world.dungeon import Hoard, HoardChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyWent

ROLL = ("knave:reaction.roll",)
SPOILS = ("coin", "valuable-")


class PartyCaptured(Note, frozen=True):
    """The party is led away, and let go when its captors have what they want."""


class OrderObeyed(Note, frozen=True):
    """The party does as it is told: to turn back, or to pay."""

    order: str


EVENTS: tuple[type[Event], ...] = (PartyCaptured, OrderObeyed)


def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Go on from what they want."""
    if prompt.question == meetings.CAPTURE:
        if choice == "yield":
            _be_captured(do)
        else:
            meeting.come_to_blows(do)
    elif choice == meetings.PAY:
        _pay(do)
    elif choice in ("obey", "turn back"):
        _obey(do)
    else:
        meetings.become(do, "threatening")


@executes("knave:reaction.roll", "knave:reaction.changes")
def _be_captured(do: Resolution) -> None:
    """A day in bonds; they keep the treasure, where they live, and let the party go where it came in. They are still
    there afterwards, and what they took may be won back. How it ends is ours."""
    do.emit(PartyCaptured(rule=ROLL))
    taken: list[Item] = []
    for creature in do.state.marchers():
        kept = tuple(item for item in creature.items if not item.kind.startswith(SPOILS))
        taken += [item for item in creature.items if item not in kept]
        if kept != creature.items:
            do.emit(ItemsChanged(creature.id, kept, "robbed-of-treasure", rule=ROLL))
    meetings.become(do, "indifferent")
    _keep(do, tuple(taken))
    meetings.dismiss_group(do, stays=True)
    pass_time(do, DAY, "captivity")
    if not do.state.is_outdoors:
        do.emit(PartyWent("dungeon", survey.here(do.state)[0].entrance, "released", rule=ROLL))
    meetings.conclude(do, "released")


def _keep(do: Resolution, taken: tuple[Item, ...]) -> None:
    """What they took lies where they live; from the road it is carried off."""
    if do.state.is_outdoors:
        return
    place, group = survey.here(do.state)[0], meetings.the_group(do.state)
    if taken and group.area in place.areas:
        at = survey.middle(place.areas[group.area])
        hoard = Hoard(do.state.new_id("hoard", place.hoards), group.area, taken, at)
        do.emit(HoardChanged(hoard, "placed", seats=(REFEREE,), rule=ROLL))


@executes("knave:reaction.roll")
def _obey(do: Resolution) -> None:
    """Back the way the party came; where there is none, a tenth of the coins buys the way on."""
    if not running.ways_out(do.state):
        _pay(do)
        return
    meetings.become(do, "avoiding")
    do.emit(OrderObeyed("turn back", rule=ROLL))
    running.leave(do)


@executes("knave:reaction.roll")
def _pay(do: Resolution) -> None:
    """Out of as many purses as it takes; those who were paid let the party be."""
    due = meetings.toll(do.state)
    meetings.become(do, "avoiding")
    do.emit(OrderObeyed("pay", rule=ROLL))
    for creature in do.state.marchers():
        purse = sum(item.count for item in creature.items if item.kind == "coin")
        if due and purse:
            carrying.use_up(do, creature.id, "coin", "paid", min(due, purse), rule=ROLL)
            due -= min(due, purse)
    meetings.part(do, "parted")
