"""Wealth left in town, and what becomes of it when its owner dies."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.town import safe_keeping
from underkeep.systems.ose.town.safe_keeping import owners
from underkeep.world.creature import Creature
from underkeep.world.party import PartyJoined
from underkeep.world.state import State

TAX_PERCENT = 10
_PERMISSION = "ose:money.inheritance.permission"
_HEIR = "ose:money.inheritance.heir"
_ONCE = "ose:money.inheritance.once"


class LeaveMoney(Action, frozen=True):
    """Leave gold in safe hands in town."""

    actor: str
    gp: int


class FetchMoney(Action, frozen=True):
    """Take back gold that was left in town."""

    actor: str
    gp: int


class WriteWill(Action, frozen=True):
    """Settle that an heir shall have what is left in town."""

    actor: str


class Inherit(Action, frozen=True):
    """A new character of this class takes up what a dead one left."""

    dead: str
    heir: str
    level: int = 1


class DepositChanged(Event, frozen=True):
    """So much copper somebody has in safe hands in town."""

    private: ClassVar[tuple[str, ...]] = ("cp",)

    creature: str
    cp: int | None

    def evolve(self, state: State) -> State:
        return with_town_life(state, deposits_cp={**town_life(state).deposits_cp, self.creature: self.cp})


class WillMade(Event, frozen=True):
    """Somebody has settled that there shall be an heir."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_town_life(state, wills=town_life(state).wills | {self.creature})


class Inherited(Event, frozen=True):
    """What was left, what the tax took, and what the heir has of it. It was this seat's one inheritance."""

    dead: str
    heir: str
    estate_cp: int
    tax_cp: int
    seat: str

    def evolve(self, state: State) -> State:
        wealth = campaign(state).wealth
        after = with_campaign(state, wealth=replace(wealth, inherited=wealth.inherited | {self.seat}))
        return with_town_life(after, deposits_cp={**town_life(state).deposits_cp, self.dead: 0})


EVENTS: tuple[type[Event], ...] = (DepositChanged, WillMade, Inherited)


def deposit_cp(state: State, id: str) -> int:
    return town_life(state).deposits_cp.get(id, 0)


def has_will(state: State, id: str) -> bool:
    return id in town_life(state).wills


def estate_cp(state: State, id: str) -> int:
    """The worth of all that somebody has in safe hands in town."""
    return deposit_cp(state, id) + sum(treasure.worth_cp(item) for item in safe_keeping.kept(state, id))


def has_estate(state: State, id: str) -> bool:
    return deposit_cp(state, id) > 0 or bool(safe_keeping.kept(state, id))


def _gold(cp: int) -> int:
    return cp // IN_CP["gp"]


def savings(state: State) -> list[Action]:
    return [LeaveMoney(c.id, gold) for c in owners(state) if (gold := _gold(money.purse_cp(c.items)))]


def deposits(state: State) -> list[Action]:
    return [FetchMoney(c.id, left) for c in owners(state) if (left := _gold(deposit_cp(state, c.id)))]


def wills(state: State) -> list[Action]:
    return [WriteWill(c.id) for c in owners(state) if has_estate(state, c.id) and not has_will(state, c.id)]


def estates(state: State) -> list[Action]:
    left = [c for c in state.creatures.values() if c.status == "dead" and has_will(state, c.id)]
    return [Inherit(c.id, kind) for c in left if has_estate(state, c.id) for kind in compendium.classes()]


def why_not_money(state: State, action: LeaveMoney | FetchMoney) -> Refusal | None:
    creature = state.creatures[action.actor]
    leaves = isinstance(action, LeaveMoney)
    gold = _gold(money.purse_cp(creature.items) if leaves else deposit_cp(state, action.actor))
    return None if 1 <= action.gp <= gold else Refusal(f"{creature.name} has {gold} gp there.", "ose:money.conversion")


def why_not_will(state: State, action: WriteWill) -> Refusal | None:
    name = state.creatures[action.actor].name
    return Refusal(f"{name} has made a will.", _PERMISSION) if has_will(state, action.actor) else None


@executes("ose:money.inheritance.heir", "ose:money.inheritance.once", "ose:money.inheritance.permission")
def why_not_inherit(state: State, action: Inherit) -> Refusal | None:
    """A will is needed, a new character of 1st level, and that the player has not inherited before."""
    dead = state.creatures.get(action.dead)
    if dead is None or dead.status != "dead" or not has_will(state, dead.id):
        return Refusal("Only the dead who made a will leave anything.", _PERMISSION)
    if action.heir not in compendium.classes() or action.level != 1:
        return Refusal("The heir must be a new character of 1st level.", _HEIR)
    if state.owner(dead.id) in campaign(state).wealth.inherited:
        return Refusal("Each player leaves an inheritance only once.", _ONCE)
    if not has_estate(state, dead.id):
        return Refusal(f"{dead.name} left nothing.", _PERMISSION)
    return None


def write_will(do: Resolution, action: WriteWill) -> None:
    do.emit(WillMade(action.actor))


def leave(do: Resolution, action: LeaveMoney) -> None:
    cp, held = action.gp * IN_CP["gp"], deposit_cp(do.state, action.actor)
    money.pay(do, do.state.creatures[action.actor], cp, "left-in-town")
    do.emit(DepositChanged(action.actor, held + cp))


def fetch(do: Resolution, action: FetchMoney) -> None:
    cp, held = action.gp * IN_CP["gp"], deposit_cp(do.state, action.actor)
    money.receive(do, do.state.creatures[action.actor], cp, "took-back")
    do.emit(DepositChanged(action.actor, held - cp))


@executes("ose:money.inheritance.tax")
def tax_on(estate_cp: int) -> int:
    """What goes to the tax of an estate."""
    return estate_cp * TAX_PERCENT // 100


@executes(
    "ose:money.inheritance.permission",
    "ose:money.inheritance.tax",
    "ose:money.inheritance.heir",
    "ose:money.inheritance.once",
)
def inherit(do: Resolution, action: Inherit) -> None:
    """With the referee's leave the estate, coins and things less the tax, goes to a new character of 1st level, once
    for each player.
    Default: allowed.
    """
    if do.ruling(_PERMISSION, ("allowed", "forbidden"), "allowed", action.dead) == "forbidden":
        return
    dead = do.state.creatures[action.dead]
    id = _new_id(do.state)
    entrust(do, id, dead.side, do.state.owner(dead.id))
    heir = do.rules.recruit(do, Recruit(action.heir), id, dead.side)
    do.emit(PartyJoined(heir.id))
    estate = estate_cp(do.state, dead.id)
    tax = tax_on(estate)
    coins, things = safe_keeping.after_tax(deposit_cp(do.state, dead.id), safe_keeping.kept(do.state, dead.id), tax)
    rule = ("ose:money.inheritance.tax", _HEIR)
    seat = do.state.owner(dead.id)
    do.emit(Inherited(dead.id, heir.id, estate, tax, seat, rule=rule))
    if coins:
        money.receive(do, _now(do, heir), coins, "inherited", rule, dead.id)
    safe_keeping.take(do, dead.id, heir.id, things, "inherited", dead.id, rule)


def _now(do: Resolution, creature: Creature) -> Creature:
    return do.state.creatures[creature.id]


def _new_id(state: State) -> str:
    number = 1
    while f"hero-{number}" in state.creatures:
        number += 1
    return f"hero-{number}"
