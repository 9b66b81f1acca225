"""Beasts to ride: what they cost, how fast and how far they go, and what those with wings can carry."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.equipment import load, market
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.creature import Creature
from underkeep.world.state import State

_RULE = "ose:wilderness.flying.mounts"
LISTED_FROM_GP = 500
"""Menus list beasts for those who have so much; anybody may buy one. Ours."""
SMALL = ("halfling",)
"""Classes whose people are about half the size of a man."""


class Mount(Struct, frozen=True, forbid_unknown_fields=True):
    """What one costs, and what it carries in coins at its full rate and at half of it. Its rates are in its listing.
    One that flies `carries` by its Hit Dice.
    """

    name: str
    cost_gp: int
    miles_per_day: int
    most_coins: int
    most_coins_slowed: int
    rule: str
    has_wings: bool = False


class Burden(Struct, frozen=True, forbid_unknown_fields=True):
    """What only beasts of so many Hit Dice carry through the air."""

    name: str
    hit_dice: int
    rule: str


@cache
def mounts() -> dict[str, Mount]:
    return content.load(compendium.PACKAGE, "mounts/beasts", Mount)


@cache
def burdens() -> dict[str, Burden]:
    return content.load(compendium.PACKAGE, "mounts/burdens", Burden)


class BuyMount(Action, frozen=True):
    """Buy a beast to ride."""

    actor: str
    mount: str


class SellMount(Action, frozen=True):
    """Give the beast that one rides away, for half of its price."""

    actor: str


class MountsChanged(Event, frozen=True):
    """What somebody rides from now on; nothing if it was sold."""

    creature: str
    mount: str
    name: str

    def evolve(self, state: State) -> State:
        country = campaign(state).country
        kept = {who: kind for who, kind in country.mounts.items() if who != self.creature}
        if self.mount:
            kept[self.creature] = self.mount
        return with_campaign(state, country=replace(country, mounts=kept))


EVENTS: tuple[type[Event], ...] = (MountsChanged,)


def mount_of(state: State, creature: Creature) -> str:
    return campaign(state).country.mounts.get(creature.id, "")


def options(state: State) -> list[Action]:
    purses = {m.id: money.purse_cp(market.payer(state, m).items) for m in state.marchers()}
    found = [
        BuyMount(m.id, kind)
        for m in state.marchers()
        for kind, mount in mounts().items()
        if not mount_of(state, m) and purses[m.id] >= max(mount.cost_gp, LISTED_FROM_GP) * money.IN_CP["gp"]
    ]
    return [action for action in found if why_not_buy(state, action) is None]


def sales(state: State) -> list[Action]:
    return [SellMount(m.id) for m in state.marchers() if mount_of(state, m)]


@executes("ose:wilderness.flying.mounts")
def why_not_carry(kind: str, burden: str) -> Refusal | None:
    """A winged beast lifts what its Hit Dice allow."""
    beast, needed = mounts_dice(kind), burdens()[burden]
    if beast < needed.hit_dice:
        sentence = f"A winged beast must have {needed.hit_dice} Hit Dice to carry {needed.name} through the air."
        return Refusal(sentence, _RULE)
    return None


def mounts_dice(kind: str) -> int:
    return hit_dice(monsters()[kind].hd).dice


@executes("ose:wilderness.flying.mounts")
def burden_of(creature: Creature) -> str:
    """What a rider is to a winged beast."""
    return "half-a-man" if creature.kind in SMALL else "human"


@executes("ose:wilderness.flying.mounts")
def why_not_buy(state: State, action: BuyMount) -> Refusal | None:
    """One beast each, of a kind that is sold and can carry the rider, for its price."""
    rider, mount = state.creatures.get(action.actor), mounts().get(action.mount)
    if rider is None or mount is None:
        return Refusal("No such beast is for sale.")
    if mount_of(state, rider):
        return Refusal(f"{rider.name} rides already.")
    if mount.has_wings and (refusal := why_not_carry(action.mount, burden_of(rider))) is not None:
        return refusal
    if money.purse_cp(market.payer(state, rider).items) < mount.cost_gp * money.IN_CP["gp"]:
        return Refusal(f"{mount.name}: that costs {mount.cost_gp:,} gp.")
    return None


def takes(state: State, action: BuyMount) -> str:
    mount = mounts().get(action.mount)
    return money.written(mount.cost_gp * money.IN_CP["gp"]) if mount is not None else ""


@executes("ose:wilderness.flying.mounts")
def buy(do: Resolution, action: BuyMount) -> None:
    """The beast is paid for and ridden from now on."""
    mount, rider = mounts()[action.mount], do.state.creatures[action.actor]
    payer = market.payer(do.state, rider)
    money.pay(do, payer, mount.cost_gp * money.IN_CP["gp"], "paid-for", (mount.rule,), mount.name.lower())
    do.emit(MountsChanged(rider.id, action.mount, mount.name, rule=(mount.rule,)))


def why_not_sell(state: State, action: SellMount) -> Refusal | None:
    rider = state.creatures.get(action.actor)
    has = rider is not None and mount_of(state, rider)
    return None if has else Refusal("Nobody rides anything that could be sold.")


def sell(do: Resolution, action: SellMount) -> None:
    rider = do.state.creatures[action.actor]
    mount = mounts()[mount_of(do.state, rider)]
    do.emit(MountsChanged(rider.id, "", mount.name))
    price = mount.cost_gp * money.IN_CP["gp"] * market.USED_PERCENT // 100
    money.receive(do, do.state.creatures[rider.id], price, "was-paid", ())


def all_winged(state: State) -> bool:
    """Whether everybody of the party rides a beast with wings."""
    marchers = state.marchers()
    return bool(marchers) and all((kind := mount_of(state, m)) and mounts()[kind].has_wings for m in marchers)


def flying_feet(state: State) -> int:
    """The slowest of the beasts, in the air."""
    return min(monsters()[mount_of(state, m)].movement_feet["flying"] for m in state.marchers())


@executes("ose:wilderness.travel.miles-per-day", "ose:movement.group-slowest")
def road_feet(state: State) -> int:
    """If all ride, the rate of the slowest beast, halved under a heavy load; else that of those on foot."""
    marchers = state.marchers()
    if not campaign(state).country.mounts or not all(mount_of(state, m) for m in marchers):
        return load.party_feet(state)
    return min((_ridden_feet(state, m) for m in marchers), default=0)


def _ridden_feet(state: State, rider: Creature) -> int:
    kind = mount_of(state, rider)
    feet = monsters()[kind].movement_feet.get("walk", 0)
    return feet if load.all_coins(state, rider) <= mounts()[kind].most_coins else feet // 2
