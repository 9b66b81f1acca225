"""A chapter that gives the toy game containers: sacks weigh what is in them, a bag of holding does not.

The bag's quality is the game's own: how often it can still be opened, and a curse that its owner does not see.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Quality
from underkeep.procedures import containers
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.delve_actions import Give
from underkeep.procedures.resolution import Refusal
from underkeep.testing.toy import ToyRuleset
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, unpacked
from underkeep.world.state import State

SACK, BAG = "sack", "bag-of-holding"
HOLDS = {SACK: 6, BAG: 100}
MOST_CARRIED = 20


class Magic(Struct, Quality, frozen=True):
    """`openings` are counted down; nobody sees a curse."""

    openings: int
    is_cursed: bool = False

    def seen(self) -> Magic:
        return replace(self, is_cursed=False)


def weight(items: tuple[Item, ...]) -> int:
    """One for each thing, but nothing for what lies in a bag of holding."""
    return sum(item.count for item in items) + sum(weight(item.holds) for item in items if item.kind != BAG)


class Bags:
    def is_container(self, item: Item) -> bool:
        return item.kind in HOLDS

    def why_not_put(self, state: State, bearer: Creature, item: Item, into: Item) -> Refusal | None:
        if self.is_container(item):
            return Refusal("Bags do not go into bags.", "toy:everything")
        if item.count + sum(inside.count for inside in unpacked(into.holds)) > HOLDS[into.kind]:
            return Refusal(f"{into.name} is full.", "toy:everything")
        if isinstance(into.quality, Magic) and not into.quality.openings:
            return Refusal(f"{into.name} opens no more.", "toy:everything")
        return None


def _why_not_give(state: State, action: Give) -> Refusal | None:
    item, taker = state.creatures[action.actor].item(action.item), state.creatures[action.to]
    heavy = item is not None and weight((*taker.items, replace(item, count=action.count))) > MOST_CARRIED
    return Refusal("That is too heavy.", "toy:everything") if heavy else None


BAGS = Chapter(containers.deeds(Bags()), objections={Give: _why_not_give}, own={Quality: (Magic,)})


RULESET = ToyRuleset(BAGS)
