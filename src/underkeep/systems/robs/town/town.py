"""The town: how large it is, what is said there, and days of rest in it."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import carrying
from underkeep.procedures.questions import Ware
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.campaign import with_campaign
from underkeep.systems.robs.basics.qualities import Made, Valuable
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.town_life import RobsTown
from underkeep.systems.robs.checks import awards, healing
from underkeep.systems.robs.checks.checks import situational
from underkeep.systems.robs.equipment import house_measures, market, treasure
from underkeep.systems.robs.magic import spells
from underkeep.systems.robs.town import alms, followers, resurrection, taxes
from underkeep.world.clock import DAY, HOUR
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.settlement import Rumour, RumourHeard, Settlement, SettlementChanged
from underkeep.world.state import State

NAMES = ("Alderwick", "Brackenford", "Cold Ashby", "Dunmoor", "Eel Weir", "Fenny Staunton", "Gallows End", "Harrowgate")
RUMOURS = (
    ("Whoever makes a noise below is soon not alone.", True),
    ("A torch is Great when it is lit, and goes down the ladder like everything.", True),
    ("The bones that walk there can be reasoned with.", False),
    ("What is bigger than you hits harder than you think.", True),
    ("Nobody below ever sleeps.", False),
    ("Gems are as good as coin in any shop.", False),
)
OURS = "robs:delve-town"
CITY_FROM, VILLAGE_TO = 2, -2
BY_FATE = "town-by-fate"


class CoinsBroughtHome(Event, frozen=True):
    """What the party had in its purses when it came home, in copper."""

    cp: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, coins_at_home=self.cp)


EVENTS: tuple[type[Event], ...] = (CoinsBroughtHome,)


def size_for(total: int) -> str:
    return "city" if total >= CITY_FROM else "village" if total <= VILLAGE_TO else "town"


@executes("robs:referee.world")
def found(do: Resolution) -> None:
    """A situational roll says how large it is, where that is left to fate. The world is the referee's, and so is which
    deity has the temple here; by itself it is any."""
    by_fate = BY_FATE in do.state.switches
    size = size_for(situational(do, "", "the town", (), (OURS,), (REFEREE,)).total if by_fate else 0)
    name = str(do.pick(NAMES, "name of the town"))
    house_measures.settle(do)
    orders = tuple(compendium.orders())
    temple = do.foretold("robs:referee.world", orders, str(do.pick(orders, "temple")))
    people = followers.applicants(do, {"village": 1, "town": 2, "city": 4}[size])
    services = ("market", f"temple of {compendium.orders()[temple].deity}", *(("bank",) if size == "city" else ()))
    rumours = tuple(Rumour(text, true) for text, true in RUMOURS)
    life = RobsTown(temple)
    town = Settlement(name, size, services, rumours, (), people, life=life)
    do.emit(SettlementChanged(town, "founded", rule=(OURS, "robs:referee.world")))


def size_of(state: State) -> str:
    assert state.settlement is not None
    return state.settlement.size


def _shelves(state: State) -> dict[str, Ware]:
    return market.on_sale(size_of(state), market.MAGIC_SHOP in state.switches)


def wares(state: State) -> Iterable[Ware]:
    return _shelves(state).values()


def ware(state: State, kind: str) -> Ware | None:
    return _shelves(state).get(kind)


def thing(creature: Creature, kind: str, name: str, count: int) -> Item:
    """What is handed over the counter: arms and armour are made to the buyer's measure."""
    scale = sheet(creature).scale
    fits = kind in compendium.weapons() or kind in compendium.armours()
    return Item(kind, name, count=count, quality=Made(scale) if fits and scale else None)


@executes("robs:money.coins")
def why_not_buy(creature: Creature, ware: Ware, count: int) -> Refusal | None:
    """A ware needs the coins for it; gems are no money."""
    have, cost = money.purse_cp(creature.items), ware.cost_of(count)
    if have >= cost:
        return None
    if any(item.kind == "gem" for item in creature.items):
        rule = "robs:treasure.gems.not-currency"
        return Refusal(f"That costs {money.written(cost)}, and nobody takes a gem for it.", rule)
    return Refusal(f"{creature.name} has {money.written(have)}; that costs {money.written(cost)}.", money.COINS)


@executes("robs:money.coins")
def buy(do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
    """Pays for the ware, with change, and packs it."""
    cost = ware.cost_of(count)
    left = money.after_paying(creature.items, cost)
    assert left is not None
    item = thing(creature, ware.kind, ware.name, count)
    found = compendium.sundries().get(ware.kind)
    shop = ("robs:equipment.magic-shop",) if found is not None and found.magic else ()
    rule = (money.COINS, market.PRICES, *shop)
    do.emit(ItemsChanged(creature.id, more(left, item), "bought", item, cost, rule=rule))


def price_of(state: State, item: Item) -> int:
    return market.price_of(size_of(state), item)


def why_not_sell(state: State, creature: Creature, id: str, count: int) -> Refusal | None:
    item = creature.item(id)
    assert item is not None
    if count > item.count:
        return Refusal(f"{creature.name} has {item.count} of those.")
    return None if price_of(state, item) else Refusal("Nobody buys that.", market.PRICES)


@executes("robs:treasure.selling", "robs:treasure.gems.not-currency")
def sell(do: Resolution, creature: Creature, item: Item, count: int) -> None:
    """A jeweller pays what a treasure is worth as far as the cash goes, and writes a letter of credit for the rest."""
    price, worth = price_of(do.state, item), treasure.worth_cp(item)
    rule: tuple[str, ...] = ("robs:treasure.gems.not-currency",) if worth else (market.PRICES,)
    if worth > price and item.kind != market.LETTER:
        rule = ("robs:treasure.selling", *rule)
        if do.ruling(rule[0], (market.CREDIT, market.NO_BUYER), market.CREDIT, item.name) == market.NO_BUYER:
            return
    items = fewer(creature.items, item.id, count)
    for coin in money.change(price * count):
        items = more(items, coin)
    if worth > price:
        rest = Valuable((worth - price) * count)
        items = more(items, Item(market.LETTER, f"Letter of credit for {money.written(rest.cp)}", quality=rest))
    do.emit(ItemsChanged(creature.id, items, "sold", part(item, count), price * count, rule=(*rule, money.COINS)))


def why_not_hear(state: State) -> Refusal | None:
    town = state.settlement
    assert town is not None
    return Refusal("There is nothing new to hear.") if len(town.heard) >= len(town.rumours) else None


def hear_rumours(do: Resolution) -> None:
    """An hour of talk for one rumour that was not heard before."""
    town = do.state.settlement
    assert town is not None
    fresh = tuple(i for i in range(len(town.rumours)) if i not in town.heard)
    index = do.pick(fresh, "which rumour")
    pass_time(do, HOUR, "talk")
    do.emit(RumourHeard(index, town.rumours[index].text, rule=(OURS,)))


def sleep(do: Resolution) -> None:
    """A night's sleep, which is no day of rest."""
    spells.sleep_through(do)
    followers.pay(do)


def rest_days(do: Resolution, days: int) -> None:
    """Days of rest, with what they mend and cost, and what a friend may notice in them."""
    pass_time(do, days * DAY, "rest")
    healing.rest(do, days)
    spells.sleep_through(do)
    followers.pay(do)
    resurrection.wonder(do)


def come_home(do: Resolution) -> None:
    do.emit(CoinsBroughtHome(sum(money.purse_cp(c.items) for c in do.state.marchers()), rule=(OURS,)))
    awards.award_for_ideals(do)
    bearer = next((c for c in do.state.marchers() if carrying.has(c, treasure.RELIC)), None)
    if bearer is not None:
        carrying.use_up(do, bearer.id, treasure.RELIC, "gave-up-relic", rule=("robs:xp.no-treasure",))
        awards.award_for_milestone(do, do.state.marchers())
        alms.fulfil(do)
    followers.pay(do)
    taxes.arrive(do)
