"""Those who serve a character: what they are paid, when they leave, and what is said of a master who does not pay."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import money
from underkeep.systems.rampage.basics.campaign import Service, campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.advancement import LevelGained
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyLeft, PartyWent
from underkeep.world.state import State

MONTH = 30 * DAY
HENCHMAN, MERCENARY, FOLLOWER, VASSAL, PARTNER = "henchman", "mercenary", "follower", "vassal", "partner"
SOLDIERS = (MERCENARY, VASSAL)
LIVING_GP = 10
"""What a month costs somebody of level 0, and again so much a level. It stands in for another book's."""
IN_THE_FIELD, UNDERGROUND = 2, 5
_FORMER = "rampage:retainer.henchman.former"


class ServiceSworn(Event, frozen=True):
    """Somebody serves a master from now on, under these terms."""

    creature: str
    service: Service

    def evolve(self, state: State) -> State:
        return with_campaign(state, services={**campaign(state).services, self.creature: self.service})


class ServiceEnded(Event, frozen=True):
    """Somebody serves nobody any more."""

    creature: str
    why: str

    def evolve(self, state: State) -> State:
        left = {id: service for id, service in campaign(state).services.items() if id != self.creature}
        return with_campaign(state, services=left)


class ServicePaid(Note, frozen=True):
    """What a servant cost for a month."""

    creature: str
    coins: int
    times: int


class OathBroken(Event, frozen=True):
    """Word gets about of how somebody treats those who serve him: so many incidents by now."""

    creature: str
    incidents: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, incidents={**campaign(state).incidents, self.creature: self.incidents})


EVENTS: tuple[type[Event], ...] = (ServiceSworn, ServiceEnded, ServicePaid, OathBroken)


def serving(state: State, master: str, *ranks: str) -> list[Creature]:
    """The living who serve a master in one of these ranks."""
    found = campaign(state).services.items()
    ids = [id for id, service in found if service.master == master and service.rank in ranks]
    return [c for id in ids if (c := state.creatures[id]).status != "dead"]


def living_sp(creature: Creature) -> int:
    """A month's living expenses of a henchman."""
    level = sheet(creature).level if sheet(creature).classes else 0
    return LIVING_GP * (level + 1) * money.IN_SP["gp"]


@executes(
    "rampage:retainer.mercenary.double-pay",
    "rampage:retainer.mercenary.dungeon-pay",
    "rampage:retainer.vassal",
    "rampage:retainer.henchman.upkeep",
)
def month_sp(state: State, id: str, service: Service) -> tuple[int, str]:
    """What a month costs, and why: living expenses for a henchman; a soldier's pay, twice in a month in the field
    and five times in one underground; vassals cost nothing in their garrison. Ruling: q.double-and-dungeon.
    """
    if service.rank in (HENCHMAN, FOLLOWER):
        return living_sp(state.creatures[id]), "rampage:retainer.henchman.upkeep"
    if service.rank == VASSAL and service.field == 1:
        return 0, "rampage:retainer.vassal"
    rules = {1: "use", IN_THE_FIELD: "double-pay", UNDERGROUND: "dungeon-pay"}
    return service.pay_sp * service.field, f"rampage:retainer.mercenary.{rules[service.field]}"


@executes("rampage:retainer.henchman.upkeep", "rampage:retainer.bad-reputation")
def settle(do: Resolution) -> None:
    """Every month that is over is paid by the master; who is not paid leaves, and people hear of it."""
    for id in tuple(campaign(do.state).services):
        while id in campaign(do.state).services and campaign(do.state).services[id].paid_until <= do.state.now:
            _pay_month(do, id, campaign(do.state).services[id])


def _pay_month(do: Resolution, id: str, service: Service) -> None:
    if do.state.creatures[id].status == "dead":
        do.emit(ServiceEnded(id, "dead"))
        return
    cost, rule = month_sp(do.state, id, service)
    master = do.state.creatures[service.master]
    have = money.purse_sp(master.items)
    if master.status == "dead" or have < cost:
        leave(do, id, "unpaid", (rule,))
        incidents = campaign(do.state).incidents.get(master.id, 0) + 1
        do.emit(OathBroken(master.id, incidents, rule=("rampage:retainer.bad-reputation",)))
        return
    if cost:
        left = money.with_purse(master.items, have - cost)
        do.emit(ItemsChanged(master.id, left, "paid-wages", coins=cost, rule=(rule,)))
    do.emit(ServicePaid(id, cost, service.field, rule=(rule,)))
    do.emit(ServiceSworn(id, replace(service, paid_until=service.paid_until + MONTH, field=1), rule=(rule,)))


def leave(do: Resolution, id: str, why: str, rule: tuple[str, ...]) -> None:
    """Somebody goes out of the party and out of service."""
    do.emit(ServiceEnded(id, why, rule=rule))
    if do.state.party is not None and id in do.state.party.members:
        do.emit(PartyLeft(id, why, rule=rule))


@executes("rampage:retainer.mercenary.double-pay", "rampage:retainer.mercenary.dungeon-pay")
def on_going(do: Resolution, event: PartyWent) -> None:
    """Soldiers who march out, or go underground, cost more this month."""
    if do.state.party is None or event.how not in ("set out", "arrived") or event.place == "town":
        return
    times = UNDERGROUND if event.place == "dungeon" else IN_THE_FIELD
    which = "dungeon-pay" if times == UNDERGROUND else "double-pay"
    for id in do.state.party.members:
        service = campaign(do.state).services.get(id)
        if service is not None and service.rank in SOLDIERS and service.field < times:
            rule = (f"rampage:retainer.mercenary.{which}",)
            do.emit(ServiceSworn(id, replace(service, field=times), rule=rule))


@executes("rampage:retainer.henchman.leaves-at-equal", "rampage:retainer.henchman.former")
def on_level(do: Resolution, event: LevelGained) -> None:
    """A henchman as good as his master serves him no longer. Default: he stays as an equal with a full share."""
    service = campaign(do.state).services.get(event.creature)
    if service is None or service.rank != HENCHMAN:
        return
    if event.level < sheet(do.state.creatures[service.master]).level:
        return
    rule = ("rampage:retainer.henchman.leaves-at-equal", _FORMER)
    chosen = do.ruling(_FORMER, ("equal partner", "goes his way"), "equal partner", event.creature)
    if chosen == "equal partner":
        do.emit(ServiceEnded(event.creature, "his own master", rule=rule))
    else:
        leave(do, event.creature, "his own master", rule)
