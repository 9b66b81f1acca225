"""The town: torches for coins, two rumours, one who looks for work."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.procedures import carrying
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.delve_actions import Buy, HearRumours
from underkeep.procedures.hiring import Term
from underkeep.procedures.questions import Ware
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.testing.toy.basics import campaign, chance, everything
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.settlement import Applicant, Rumour, RumourHeard, Settlement, SettlementChanged
from underkeep.world.state import State


class DelveEnded(Event, frozen=True):
    """The party came home, as often as this by now."""

    delves: int

    def evolve(self, state: State) -> State:
        return replace(state, campaign=replace(campaign(state), delves=self.delves))


class ToyTown:
    """The answers of the smallest town."""

    terms: tuple[Term, ...] = (Term("{} gp a day", ("gp", "gold")), Term("{}% of a share", ("%", "percent")))

    def found_settlement(self, do: Resolution) -> None:
        rumours = (Rumour("There are rats below.", True), Rumour("There are dragons below.", False))
        help_wanted = (Applicant("hand-1", "hero", 1, "Hand", (1, 50)),)
        do.emit(SettlementChanged(Settlement("Toytown", "village", ("shop",), rumours, (), help_wanted), "founded"))

    def wares(self, state: State) -> Iterable[Ware]:
        return (Ware("torch", "Torch", 1, "gear"),)

    def ware(self, state: State, kind: str) -> Ware | None:
        return next((ware for ware in self.wares(state) if ware.kind == kind), None)

    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
        carrying.use_up(do, creature.id, "coin", "paid", ware.cost * count)
        carrying.receive(do, creature.id, Item(ware.kind, ware.name, count=count), "bought")

    def price_of(self, state: State, item: Item) -> int:
        return int(item.kind == "torch")

    def sell(self, do: Resolution, creature: Creature, item: Item, count: int) -> None:
        carrying.use_up(do, creature.id, item.kind, "sold", count)
        carrying.receive(do, creature.id, Item("coin", "coin", count=count), "was-paid")

    def companions(self, do: Resolution, kinds: tuple[str, ...]) -> None:
        """Nobody serves anybody in this game."""

    def purse(self, creature: Creature) -> int:
        return sum(item.count for item in creature.items if item.kind == "coin")

    def money(self, coins: int) -> str:
        return f"{coins} coins"

    def payer(self, state: State, creature: Creature) -> Creature:
        return creature

    def serves(self, state: State, creature: Creature) -> bool:
        return False

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        return (applicant.asks,)

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
        chance(do, "hiring", creature.id)

    def hear_rumours(self, do: Resolution, creature: Creature) -> None:
        town = do.state.settlement
        assert town is not None
        index = len(town.heard)
        do.emit(RumourHeard(index, town.rumours[index].text, rule=everything(do)))

    def rest_days(self, do: Resolution, days: int) -> None:
        return None

    def is_valuable(self, state: State, item: Item) -> bool:
        return False

    def dues(self, state: State, nights: int, until: int) -> tuple[str, ...]:
        return ()

    def sleep(self, do: Resolution) -> None:
        return None

    def come_home(self, do: Resolution) -> None:
        do.emit(DelveEnded(campaign(do.state).delves + 1, rule=everything(do)))


def _why_not_hear(state: State, action: Action) -> Refusal | None:
    town = state.settlement
    known = town is not None and len(town.heard) == len(town.rumours)
    return Refusal("There is nothing new to hear.", f"{state.system}:everything") if known else None


def _why_not_buy(state: State, action: Buy) -> Refusal | None:
    coins = sum(i.count for i in state.creatures[action.actor].items if i.kind == "coin")
    return None if coins >= action.count else Refusal("That costs more than there is.", f"{state.system}:everything")


TOWN = ToyTown()
TRADE = Chapter(events=(DelveEnded,), objections={HearRumours: _why_not_hear, Buy: _why_not_buy})
