"""What is said in town about the dungeon: some of it true, some of it not, all of it by the dice."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.mechanics import rumours as mechanics
from underkeep.procedures import hearsay
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.encounters import recognising, wandering_monsters
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.exploration import scenarios
from underkeep.world.clock import DAY
from underkeep.world.dungeon import Dungeon, Hoard
from underkeep.world.settlement import Rumour, RumourHeard
from underkeep.world.state import State

MOST_TRUE, MOST_FALSE = 6, 3
_PLACES = "ose:town.rumour-places"


class GossipSought(Event, frozen=True):
    """The party has asked for news on this day."""

    day: int

    def evolve(self, state: State) -> State:
        return with_town_life(state, gossip_day=self.day)


@executes("ose:town.rumours")
def about(do: Resolution) -> tuple[Rumour, ...]:
    """The first names the place and what there is to do; the others are drawn from what lies and lives there, or does
    not.
    """
    dungeon = do.state.dungeon
    assert dungeon is not None
    said = (true_claims(dungeon), MOST_TRUE - 1), (false_claims(do, dungeon), MOST_FALSE)
    return (Rumour(_hook(dungeon), True), *mechanics.rumours(do, *said))


def _hook(dungeon: Dungeon) -> str:
    objective = dungeon.notes.get(scenarios.OBJECTIVE, "Nobody has come back from it to say what is there.")
    return f"Half a day from here lies {dungeon.name}. {objective}"


def true_claims(dungeon: Dungeon) -> list[mechanics.Claim]:
    """What could be known of the dungeon as it is."""
    return mechanics.truths(dungeon, recognising, _best)


def false_claims(do: Resolution, dungeon: Dungeon) -> list[mechanics.Claim]:
    """What could be said of the dungeon and is not so."""
    kinds = [kind for level in dungeon.levels for kind in wandering_monsters.found_at(level.number + 2)]
    return mechanics.lies(do, dungeon, recognising, tuple(dict.fromkeys(kinds)))


def _best(hoard: Hoard) -> str:
    """What people talk of: the magic in it, or what is worth most."""
    best = max(hoard.items, key=lambda item: (treasure.is_magical(item), treasure.worth_cp(item)))
    return mechanics.thing_name(best.name, best.count)


@executes("ose:town.rumour-places")
def why_not(state: State, action: Action) -> Refusal | None:
    """One rumour a day, as long as there is anything new."""
    town = state.settlement
    assert town is not None
    if "rumours" not in town.services:
        return Refusal("There is no place here where people talk.", _PLACES)
    if town.rumours and len(town.heard) >= len(town.rumours):
        return Refusal("There is nothing new to hear.", _PLACES)
    if town_life(state).gossip_day == state.now // DAY:
        return Refusal("That was all the talk for today.", _PLACES)
    return None


@executes("ose:town.rumour-places")
def hear(do: Resolution) -> None:
    """A draw from what is not known yet: what is news before what the party has seen for itself."""
    town = do.state.settlement
    assert town is not None
    do.emit(GossipSought(do.state.now // DAY, rule=(_PLACES,)))
    unheard = hearsay.newest(do.state, (index for index in range(len(town.rumours)) if index not in town.heard))
    if unheard:
        index = int(do.pick(unheard, "which rumour"))
        do.emit(RumourHeard(index, hearsay.as_told(do.state, index), rule=(_PLACES,)))
