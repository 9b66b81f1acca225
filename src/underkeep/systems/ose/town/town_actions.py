"""All that a party may do in town beyond what every game's town offers, and the book's word on the rest."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.town import hiring, normal_humans, retainers, roster, rumours, town, wages
from underkeep.systems.ose.town.hiring import SeekRetainers
from underkeep.systems.ose.town.retainers import Reward
from underkeep.world.state import State

ACTIONS: tuple[type[Action], ...] = (*roster.ACTIONS, SeekRetainers, Reward)
EVENTS: tuple[type[Event], ...] = (
    *hiring.EVENTS,
    normal_humans.ClassTaken,
    retainers.OrderRefused,
    retainers.Rejoined,
    retainers.ServiceEnded,
    rumours.GossipSought,
    *town.EVENTS,
    *wages.EVENTS,
)


def options(state: State) -> list[Action]:
    return [*hiring.options(state), *retainers.reward_options(state), *roster.options(state)]


def why_not(state: State, action: Action) -> Refusal | None:
    if state.party is None or state.party.place != "town":
        return Refusal("That can only be done in town.", "ose:retainer.recruit.where")
    if isinstance(action, SeekRetainers):
        return hiring.why_not_seek(state, action)
    if isinstance(action, Reward):
        return retainers.why_not_reward(state, action)
    return roster.why_not(state, action)


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, SeekRetainers):
        hiring.seek(do, action)
    elif isinstance(action, Reward):
        retainers.reward(do, action)
    else:
        roster.perform(do, action)


@executes("ose:town.rumours")
def hear_rumours(do: Resolution) -> None:
    """Written down when somebody first asks."""
    assert do.state.settlement is not None
    if not do.state.settlement.rumours and do.state.dungeon is not None:
        town.write_rumours(do)
    rumours.hear(do)


def days_passed(do: Resolution, days: int) -> None:
    """Bed and board for these days, the retainers' pay, and new faces with a new week."""
    wages.pay_lodgings(do, days)
    wages.settle(do)
    town.turn_the_week(do)


def come_home(do: Resolution) -> None:
    retainers.come_home(do)
    town.turn_the_week(do)
