"""Herbs that a Druid finds in the forest."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.basics.town_life import town_life
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks import provisions
from underkeep.world.clock import DAY
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item, ItemsChanged, more
from underkeep.world.state import State

HERBS = ("comfrey-root",)
"""The herbal products on the lists that we have; lotuses are none that can be found."""
_HERBS = "rampage:class.ability.nature-identification.herbs"


class GatherHerbs(Action, frozen=True):
    """Look for one herb in the forest for a day."""

    actor: str
    herb: str


def _as_written(herb: str) -> str:
    return herb.strip().lower().replace(" ", "-")


def options(state: State) -> list[Action]:
    found = [GatherHerbs(m.id, herb) for m in state.marchers() for herb in HERBS]
    return [action for action in found if why_not(state, action) is None]


@executes("rampage:class.ability.nature-identification.herbs")
def why_not(state: State, action: GatherHerbs) -> Refusal | None:
    """A Druid of level 2, a forest, and a herb that is no lotus."""
    actor = state.creatures[action.actor]
    if not has_special(sheet(actor), "Nature Identification"):
        return Refusal(f"{actor.name} does not know one herb from another.", _HERBS)
    if _as_written(action.herb) not in HERBS:
        return Refusal("No such herb can be found.", _HERBS)
    if town_life(state).terrain != "forest":
        return Refusal("There is no forest here.", _HERBS)
    return None


@executes("rampage:class.ability.nature-identification.herbs")
def gather(do: Resolution, action: GatherHerbs) -> None:
    """A day for 1d4 of the herb that was looked for. Ruling: q.herbs-mixed."""
    rule, kind = (_HERBS,), _as_written(action.herb)
    pass_time(do, DAY, "gathering", rule)
    provisions.eat_in_town(do)
    roll = do.roll(1, 4, f"herbs of {action.actor}")
    do.emit(ChanceRolled("herbs", roll, True, rule=rule))
    found = Item(kind, compendium.gear()[kind].name, count=roll.total)
    items = do.state.creatures[action.actor].items
    do.emit(ItemsChanged(action.actor, more(items, found), "gathered", found, rule=rule))
