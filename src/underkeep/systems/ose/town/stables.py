"""Horses, mules and camels in town, for carts."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.equipment import teams
from underkeep.systems.ose.town import wages
from underkeep.world.state import State

MOST = 40
_LIST = "ose:vehicle.genre-data"


class BuyTeam(Action, frozen=True):
    """Buy so many animals of a kind."""

    actor: str
    animal: str
    count: int = 1


class TeamChanged(Event, frozen=True):
    """The party has so many animals now, by kind; of one kind it has got so many more."""

    team: dict[str, int]
    name: str
    count: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, road=replace(campaign(state).road, team=self.team))


EVENTS: tuple[type[Event], ...] = (TeamChanged,)


def named(words: str) -> str:
    """The kind that somebody means: `mules`, `a riding horse`, `warhorse`."""
    said = re.sub(r"[^a-z]", "", words.lower()).removesuffix("s")
    return next((kind for kind in teams.animals() if kind.replace("-", "") == said), "")


def takes(state: State, action: BuyTeam) -> str:
    kind = named(action.animal)
    return money.written(teams.animals()[kind].cost_gp * action.count * IN_CP["gp"]) if kind else ""


@executes("ose:vehicle.genre-data")
def why_not_buy(state: State, action: BuyTeam) -> Refusal | None:
    """What the list has, for ready money."""
    buyer = next((c for c in wages.characters(state) if c.id == action.actor), None)
    kind = named(action.animal)
    if buyer is None or not kind or not 1 <= action.count <= MOST:
        return Refusal("There are camels, mules, and draft, riding and war horses.", _LIST)
    cost = teams.animals()[kind].cost_gp * action.count * IN_CP["gp"]
    return Refusal(f"That costs {money.written(cost)}.", _LIST) if money.purse_cp(buyer.items) < cost else None


@executes("ose:vehicle.genre-data")
def buy(do: Resolution, action: BuyTeam) -> None:
    """They are the party's, and go with it by land."""
    kind, have = named(action.animal), teams.of_party(do.state)
    data = teams.animals()[kind]
    payer = do.state.creatures[action.actor]
    name = data.name.lower()
    money.pay(do, payer, data.cost_gp * action.count * IN_CP["gp"], "paid-for", (_LIST,), name)
    do.emit(TeamChanged({**have, kind: have.get(kind, 0) + action.count}, name, action.count, rule=(_LIST,)))
