"""Banks and money changers."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.qualities import Foreign
from underkeep.systems.robs.basics.town_life import town_life, with_town_life
from underkeep.systems.robs.equipment.treasure import OLD_COIN
from underkeep.systems.robs.town.taxes import YEAR, is_city
from underkeep.world.gear import ItemsChanged, more
from underkeep.world.state import State

INTEREST = {"1% a year": 1, "2% a year": 2, "3% a year": 3}
COST = {"10%": 10, "15%": 15, "20%": 20}
BY_DICE = "by the dice"
_BANK = "robs:money.banks"
_EXCHANGE = "robs:money.exchange"


class Deposit(Action, frozen=True):
    """Bring so much copper's worth to the bank."""

    actor: str
    cp: int


class Withdraw(Action, frozen=True):
    """Take it out again, with what it has earned."""

    actor: str
    cp: int


class ChangeMoney(Action, frozen=True):
    """Have foreign or ancient coin changed."""

    actor: str


class AccountChanged(Event, frozen=True):
    """So much lies in the bank for somebody, reckoned up to this time."""

    creature: str
    cp: int
    reckoned: int

    def evolve(self, state: State) -> State:
        life = town_life(state)
        deposits, when = {**life.deposits, self.creature: self.cp}, {**life.deposited, self.creature: self.reckoned}
        return with_town_life(state, deposits=deposits, deposited=when)


EVENTS: tuple[type[Event], ...] = (AccountChanged,)


def deposits(state: State) -> list[Action]:
    if not is_city(state):
        return []
    return [Deposit(c.id, cp) for c in state.marchers() if (cp := money.purse_cp(c.items))]


def withdrawals(state: State) -> list[Action]:
    lies = town_life(state).deposits
    return [Withdraw(c.id, lies[c.id]) for c in state.marchers() if lies.get(c.id)] if is_city(state) else []


@executes("robs:money.banks")
def why_not_deposit(state: State, action: Deposit) -> Refusal | None:
    """Only large cities have banks."""
    if not is_city(state):
        return Refusal("There is no bank here.", _BANK)
    if not 1 <= action.cp <= money.purse_cp(state.creatures[action.actor].items):
        return Refusal(f"{state.creatures[action.actor].name} has not so much.", money.COINS)
    return None


@executes("robs:money.banks")
def why_not_withdraw(state: State, action: Withdraw) -> Refusal | None:
    """Nobody takes out what is not there."""
    if not is_city(state):
        return Refusal("There is no bank here.", _BANK)
    if not 1 <= action.cp <= town_life(state).deposits.get(action.actor, 0):
        return Refusal(f"{state.creatures[action.actor].name} has not so much in the bank.", _BANK)
    return None


@executes("robs:money.banks")
def with_interest(cp: int, percent: int, years: int) -> int:
    """What lies there grows by so much a year."""
    for _ in range(years):
        cp += cp * percent // 100
    return cp


@executes("robs:money.banks")
def _reckon(do: Resolution, id: str) -> int:
    """What there is with the interest of whole years."""
    life = town_life(do.state)
    held, since = life.deposits.get(id, 0), life.deposited.get(id, do.state.now)
    years = (do.state.now - since) // YEAR
    if not held or not years:
        return held
    percent = INTEREST[do.ruling(_BANK, tuple(INTEREST), "2% a year", id)]
    held = with_interest(held, percent, years)
    do.emit(AccountChanged(id, held, since + years * YEAR, rule=(_BANK,)))
    return held


def deposit(do: Resolution, action: Deposit) -> None:
    held = _reckon(do, action.actor)
    money.pay(do, do.state.creatures[action.actor], action.cp, "deposited", (_BANK,))
    since = town_life(do.state).deposited.get(action.actor, do.state.now) if held else do.state.now
    do.emit(AccountChanged(action.actor, held + action.cp, since, rule=(_BANK,)))


def withdraw(do: Resolution, action: Withdraw) -> None:
    """Who takes out everything takes what it has earned besides."""
    everything = action.cp == town_life(do.state).deposits[action.actor]
    held = _reckon(do, action.actor)
    left = 0 if everything else held - action.cp
    since = town_life(do.state).deposited[action.actor]
    do.emit(AccountChanged(action.actor, left, since, rule=(_BANK,)))
    money.receive(do, do.state.creatures[action.actor], held - left, "withdrew", (_BANK,))


def changes(state: State) -> list[Action]:
    return [ChangeMoney(c.id) for c in state.marchers() if any(i.kind == OLD_COIN for i in c.items)]


def change_takes(state: State, action: ChangeMoney) -> str:
    return "a tenth to a fifth of it for the changer"


def why_not_change(state: State, action: ChangeMoney) -> Refusal | None:
    creature = state.creatures[action.actor]
    has = any(item.kind == OLD_COIN for item in creature.items)
    return None if has else Refusal(f"{creature.name} has no foreign coin.", _EXCHANGE)


@executes("robs:money.exchange")
def change_money(do: Resolution, action: ChangeMoney) -> None:
    """A tenth to a fifth stays with the changer."""
    creature = do.state.creatures[action.actor]
    word = do.ruling(_EXCHANGE, (*COST, BY_DICE), "15%", creature.id)
    percent = 8 + do.roll(2, 6, "the changer's part").total if word == BY_DICE else COST[word]
    worth, kept = 0, creature.items
    for item in creature.items:
        if isinstance(item.quality, Foreign):
            worth += item.quality.cp * item.count
            kept = tuple(other for other in kept if other.id != item.id)
    paid = worth * (100 - percent) // 100
    for coin in money.change(paid):
        kept = more(kept, coin)
    do.emit(ItemsChanged(creature.id, kept, "changed", None, paid, rule=(_EXCHANGE, money.COINS)))
