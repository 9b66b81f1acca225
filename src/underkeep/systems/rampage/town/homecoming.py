"""Setting out and coming home: what a delve has brought, in coins and in experience."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import money
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import is_character
from underkeep.systems.rampage.checks import experience, healing, provisions
from underkeep.systems.rampage.checks.experience import XP_A_GP
from underkeep.systems.rampage.equipment import outfit, treasure
from underkeep.systems.rampage.town import dues, oaths, services
from underkeep.world.clock import DAY, day_of
from underkeep.world.gear import Item, ItemsChanged, more, unpacked
from underkeep.world.party import PartyWent
from underkeep.world.state import State


class DelveBegan(Event, frozen=True):
    """The party sets out with so much wealth, having eaten on this day."""

    wealth_sp: int
    day: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, purse_sp=self.wealth_sp, eaten=self.day, opened={}, bashed={}, warned=())


class HomeReached(Event, frozen=True):
    """The party is home, with so much wealth, from so many delves by now."""

    wealth_sp: int
    delves: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, purse_sp=self.wealth_sp, foes_xp=0, delves=self.delves, captives=(), work={})


EVENTS: tuple[type[Event], ...] = (DelveBegan, HomeReached)


def wealth_sp(state: State) -> int:
    """Coins and valuables of everybody who walks."""
    things = [item for c in state.marchers() for item in c.items]
    return sum(money.purse_sp((item,)) + treasure.worth_sp(item) * item.count for item in things)


def on_going(do: Resolution, event: PartyWent) -> None:
    if event.how == "set out":
        do.emit(DelveBegan(wealth_sp(do.state), day_of(do.state.now)))


def come_home(do: Resolution) -> None:
    """A gold piece brought home is a point of experience, and so are the foes beaten worth something."""
    known = campaign(do.state)
    gained = max(0, wealth_sp(do.state) - known.purse_sp) // money.IN_SP["gp"]
    provisions.eat_in_town(do)
    do.emit(HomeReached(wealth_sp(do.state), known.delves + 1))
    experience.award(do, gained * XP_A_GP + known.foes_xp)
    dues.pay(do, gained)
    services.settle(do)
    oaths.count_sacrifices(do)
    replace_worn(do)


@executes("rampage:creation.common-gear-upkeep")
def replace_worn(do: Resolution) -> None:
    """Whatever is lost or broken of the common package is replaced by what one lives on, at no other cost."""
    for creature in [c for c in do.state.marchers() if is_character(c)]:
        for piece in outfit.common_package():
            have = sum(i.count for i in unpacked(do.state.creatures[creature.id].items) if _is_sound(i, piece))
            if have < piece.count:
                new = replace(piece, count=piece.count - have)
                kept = tuple(i for i in do.state.creatures[creature.id].items if i.kind != new.kind or not i.broken)
                rule = ("rampage:creation.common-gear-upkeep",)
                do.emit(ItemsChanged(creature.id, more(kept, new), "replaced", new, rule=rule))


def _is_sound(item: Item, piece: Item) -> bool:
    return item.kind == piece.kind and not item.broken


def sleep(do: Resolution) -> None:
    """A night's sleep, which is no day in bed."""
    provisions.eat_in_town(do)
    services.settle(do)


@executes("rampage:healing.rest")
def rest_days(do: Resolution, days: int) -> None:
    """Each day in bed heals, and every month is paid for."""
    for _ in range(days):
        pass_time(do, DAY, "rest")
        provisions.eat_in_town(do)
        for creature in do.state.marchers():
            healing.day_passes(do, creature.id, rested=True)
        services.settle(do)
        oaths.count_sacrifices(do)
        if do.state.prompts or not do.state.marchers():
            return
