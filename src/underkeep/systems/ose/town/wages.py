"""What retainers cost: the fee, bed and board, and their shares of the treasure."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from underkeep.kernel.english import listing
from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.encounters.loyalty import change_terms, in_service, service_of
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.exploration import sharing
from underkeep.systems.ose.town import town
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.gear import ItemsChanged, more
from underkeep.world.state import State

WHOLE_SHARE = 100
LEAST_SHARE = 50
_FEE, _UPKEEP, _SHARES = "ose:retainer.wages.standard", "ose:retainer.upkeep", "ose:retainer.shares"


class WagesPaid(Note, frozen=True):
    """A retainer had its fee, with bed and board, from its employer."""

    creature: str
    employer: str
    days: int
    cp: int


class WagesWithheld(Note, frozen=True):
    """A retainer did not get what it was promised."""

    creature: str
    employer: str
    cp: int


class SharePaid(Note, frozen=True):
    """A retainer's part of the treasure: what is `due`, what is still owed of it, and how it is paid."""

    creature: str
    cp: int
    owed_cp: int
    due: str = ""
    how: str = ""


class SharesReckoned(Event, frozen=True):
    """What a whole share of the last adventure's treasure is worth."""

    full_share_cp: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, wealth=replace(campaign(state).wealth, full_share_cp=self.full_share_cp))


EVENTS: tuple[type[Event], ...] = (WagesPaid, WagesWithheld, SharePaid, SharesReckoned)


@executes("ose:retainer.shares")
def divided(total_cp: int, shares: Mapping[str, int]) -> dict[str, int]:
    """The treasure by the sum of all shares, times each one's share."""
    whole = sum(shares.values())
    return {id: total_cp * share // whole for id, share in shares.items()} if whole else {}


@executes("ose:retainer.wages.standard", "ose:retainer.upkeep")
def daily_cp(state: State, daily_gp: int) -> int:
    """The fee, and food and lodging, for a day."""
    return daily_gp * IN_CP["gp"] + town.size_of(state).lodging_cp


@executes("ose:retainer.wages.standard", "ose:retainer.upkeep", "ose:retainer.loyalty.penalty")
def settle(do: Resolution) -> None:
    """Every day that has begun is paid from the hirer's purse, and what it does not hold by the others. What nobody has
    is owed, and the word broken. Shares that are owed wait until the finds are sold.
    """
    if not has_finds(do.state):
        pay_debts(do)
    for retainer in in_service(do.state):
        service = service_of(do.state.creatures[retainer.id])
        assert service is not None
        days = -((service.paid_until - do.state.now) // DAY)
        if days <= 0:
            continue
        cost = days * daily_cp(do.state, service.daily_gp)
        hirer = do.state.creatures[service.employer]
        until = service.paid_until + days * DAY
        purses = sum(money.purse_cp(c.items) for c in _payers(do.state, hirer.id))
        if hirer.status != "dead" and purses >= cost:
            _collect(do, hirer.id, cost, retainer.id, (_FEE, _UPKEEP))
            change_terms(do, retainer.id, "paid", (_FEE, _UPKEEP), paid_until=until)
            do.emit(WagesPaid(retainer.id, hirer.id, days, cost, rule=(_FEE, _UPKEEP)))
        else:
            change_terms(do, retainer.id, "not paid", paid_until=until, owed_cp=service.owed_cp + cost)
            withhold(do, retainer.id, cost)


def withhold(do: Resolution, id: str, cp: int) -> None:
    service = sheet(do.state.creatures[id]).service
    assert service is not None
    do.emit(WagesWithheld(id, service.employer, cp, rule=(_FEE,)))
    loyalty.wrong(do, id)


@executes("ose:retainer.shares")
def has_finds(state: State) -> bool:
    """Whether the characters carry treasure that is yet to be turned into coin."""
    items = [item for c in characters(state) for item in c.items]
    return any(treasure.worth_cp(item) and item.kind not in IN_CP for item in items)


def pay_debts(do: Resolution) -> None:
    """What is owed to retainers is paid in coin: by the hirer first, then by the other characters."""
    for retainer in in_service(do.state):
        service = service_of(do.state.creatures[retainer.id])
        assert service is not None
        if service.owed_cp:
            left = _collect(do, service.employer, service.owed_cp, retainer.name)
            if left != service.owed_cp:
                change_terms(do, retainer.id, "paid", (_SHARES,), owed_cp=left)


def _payers(state: State, employer: str) -> list[Creature]:
    """Who has coins for a retainer: the hirer, then the other characters."""
    found = characters(state)
    hirer = state.creatures[employer]
    found = found if hirer in found or hirer.status == "dead" else [hirer, *found]
    return sorted(found, key=lambda c: c.id != employer)


def _collect(
    do: Resolution, employer: str, cp: int, retainer: str, rule: tuple[str, ...] = (_SHARES,), gained: bool = False
) -> int:
    """Take coins for a retainer from the characters of the party, or only such as they have `gained`; what could not be
    had is returned.
    """
    for payer in _payers(do.state, employer):
        purse = money.purse_cp(payer.items)
        part = min(cp, purse, sharing.gained_cp(do.state, payer) if gained else purse)
        if part > 0:
            money.pay(do, payer, part, "paid", rule, retainer)
            cp -= part
    return cp


def characters(state: State) -> list[Creature]:
    """Those of the party who are nobody's retainers, on their feet."""
    return [c for c in state.marchers() if sheet(c).service is None]


@executes("ose:retainer.shares", "ose:retainer.wages.standard")
def share_out(do: Resolution) -> None:
    """After an adventure every retainer gives up the treasure it carried and has its share of the whole, in coins that
    were brought home. What these do not pay is owed until the finds are sold: nobody pays it of what was their own.
    """
    total = experience.recovered_cp(do.state)
    party = do.state.party
    assert party is not None
    sharers = [c for id in party.members if (c := do.state.creatures[id]).status != "dead"]
    shares = {c.id: _share(c) for c in sharers}
    due = divided(total, shares)
    whole = sum(shares.values())
    do.emit(SharesReckoned(total * WHOLE_SHARE // whole if whole else 0, rule=(_SHARES,)))
    hands = [c for c in sharers if service_of(c) is not None]
    for retainer in hands:
        hand_over(do, retainer)
    for retainer in hands:
        service, cp = service_of(retainer), due[retainer.id]
        assert service is not None
        if cp:
            left = _collect(do, service.employer, cp, retainer.name, gained=True)
            change_terms(do, retainer.id, "shared", (_SHARES,), owed_cp=service.owed_cp + left)
            how = _how_paid(do.state, cp, left)
            do.emit(SharePaid(retainer.id, cp, left, money.written(cp), how, rule=(_SHARES,)))


def _how_paid(state: State, cp: int, left: int) -> str:
    if not left:
        return "in coin"
    if not has_finds(state):
        return "owed"
    return "in part" if left < cp else "when sold"


def _share(creature: Creature) -> int:
    service = service_of(creature)
    return service.share if service is not None else WHOLE_SHARE


def hand_over(do: Resolution, retainer: Creature) -> None:
    """The treasure in a retainer's pack goes to its employer, or to whoever is left of the characters."""
    service = service_of(retainer)
    heirs = sorted(characters(do.state), key=lambda c: service is None or c.id != service.employer)
    found = [item for item in retainer.items if item.place == "pack" and treasure.is_treasure(item)]
    if not heirs or not found:
        return
    items = do.state.creatures[heirs[0].id].items
    for item in found:
        items = more(items, replace(item, place="pack"))
    kept = tuple(item for item in retainer.items if item not in found)
    do.emit(ItemsChanged(retainer.id, kept, "handed-treasure", about=heirs[0].id))
    do.emit(ItemsChanged(heirs[0].id, items, "received-treasure"))


@executes("ose:retainer.loyalty.penalty")
def leave_unpaid(do: Resolution) -> None:
    """To set out again without having paid is to break one's word."""
    pay_debts(do)
    for retainer in in_service(do.state):
        service = service_of(retainer)
        if service is not None and service.owed_cp:
            withhold(do, retainer.id, service.owed_cp)


@executes("ose:retainer.wages.standard", "ose:retainer.upkeep", "ose:town.lodgings")
def dues(state: State, nights: int, until: int) -> list[str]:
    """What so many nights cost: the inn for the characters, and the pay of the retainers that falls due by then."""
    told = []
    if town.LODGINGS in (state.settlement.services if state.settlement else ()):
        night = town.size_of(state).lodging_cp
        inn = sum(night * min(nights, money.purse_cp(c.items) // night) for c in characters(state))
        told += [f"The inn takes {money.written(inn)}."] if inn else []
    hired = [(c, service) for c in in_service(state) if (service := service_of(c)) is not None]
    days = {c.id: max(0, -((service.paid_until - until) // DAY)) for c, service in hired}
    cost = sum(days[c.id] * daily_cp(state, service.daily_gp) for c, service in hired)
    who = listing([c.name for c, _ in hired if days[c.id]])
    return [*told, *([f"Wages of {money.written(cost)}, with bed and board, fall due for {who}."] if cost else [])]


@executes("ose:town.lodgings")
def pay_lodgings(do: Resolution, days: int) -> None:
    """Bed and board at the inn for every character; those who cannot pay sleep in the stable."""
    if town.LODGINGS not in (do.state.settlement.services if do.state.settlement else ()):
        return
    night = town.size_of(do.state).lodging_cp
    for guest in characters(do.state):
        paid = night * min(days, money.purse_cp(guest.items) // night)
        if paid:
            money.pay(do, guest, paid, "paid-at-inn", ("ose:town.lodgings",))
