"""What this game answers to the procedures of the town."""

from __future__ import annotations

from collections.abc import Iterable

from underkeep.kernel.executes import executes
from underkeep.procedures.questions import Ware
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.money import IN_CP, purse_cp, written
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import experience, healing
from underkeep.systems.ose.equipment import market, treasure
from underkeep.systems.ose.exploration import chronicle
from underkeep.systems.ose.magic import great_works, memorising, spell_books, trials
from underkeep.systems.ose.town import domains, hiring, retainers, rumours, specialists, taxes, town, wages
from underkeep.systems.ose.travel import journeys
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant
from underkeep.world.state import State

terms = hiring.TERMS
found_settlement = town.found
buy = market.buy
price_of = market.price_of


companions = hiring.companions


def payer(state: State, creature: Creature) -> Creature:
    return market.payer(state, creature)


def serves(state: State, creature: Creature) -> bool:
    return sheet(creature).service is not None


def purse(creature: Creature) -> int:
    return purse_cp(creature.items)


def money(coins: int) -> str:
    return written(coins)


def wares(state: State) -> Iterable[Ware]:
    return market.wares()


def ware(state: State, kind: str) -> Ware | None:
    return market.ware(kind)


def is_valuable(state: State, item: Item) -> bool:
    return treasure.worth_cp(item) > 0 and item.kind not in IN_CP and not treasure.is_magical(item)


def sell(do: Resolution, creature: Creature, item: Item, count: int) -> None:
    market.sell(do, creature, item, count)
    wages.pay_debts(do)


def offers(state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
    return hiring.offers(applicant)


def hire(do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
    hiring.hire(do, creature, applicant, *terms)


@executes("ose:town.rumours")
def hear_rumours(do: Resolution, creature: Creature) -> None:
    """Written down when somebody first asks."""
    assert do.state.settlement is not None
    if not do.state.settlement.rumours and do.state.dungeon is not None:
        town.write_rumours(do)
    rumours.hear(do)


dues = wages.dues


def rest_days(do: Resolution, days: int) -> None:
    """Healing, bed and board, the retainers' pay, new faces with a new week, sleep for spells, books that are done."""
    healing.rest_days(do, days)
    journeys.rest(do)
    sleep(do, days)


def sleep(do: Resolution, nights: int = 1) -> None:
    """Nights in bed, which are no full days of rest: they heal nothing, and spells may be memorised after them."""
    wages.pay_lodgings(do, nights)
    wages.settle(do)
    specialists.settle(do)
    domains.settle(do)
    town.begin_week(do)
    memorising.slept(do)
    spell_books.finish(do)
    great_works.fade(do)


def come_home(do: Resolution) -> None:
    """An adventure is reckoned up and tries the retainers; a walk, or a look at the door, is only paid for. Which
    class an ordinary person takes up is asked of those who stay.
    """
    brings = experience.recovered_cp(do.state) > 0
    is_eventful = brings or chronicle.is_eventful(do.state)
    dues = experience.reckoned(do) if brings or campaign(do.state).chronicle.under_way else []
    if is_eventful:
        retainers.come_home(do)
    else:
        retainers.pay(do)
    retainers.award_those_who_stay(do, dues)
    chronicle.close_adventure(do)
    specialists.settle(do)
    domains.settle(do)
    town.begin_week(do)
    trials.judge(do)
    taxes.levy(do)
