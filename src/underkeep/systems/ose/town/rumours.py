"""What is said in town about the dungeon: some of it true, some of it not, all of it by the dice."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.encounters import wandering_monsters
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.exploration import scenarios
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.clock import DAY
from underkeep.world.dungeon import Dungeon, Group, Hoard
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
    told = [Rumour(_hook(dungeon), True)]
    told += [Rumour(text, True) for text in _drawn(do, true_words(do, dungeon), MOST_TRUE - 1)]
    told += [Rumour(text, False) for text in _drawn(do, false_words(do, dungeon), MOST_FALSE)]
    return tuple(told)


def _drawn(do: Resolution, texts: list[str], most: int) -> list[str]:
    found: list[str] = []
    left = list(dict.fromkeys(texts))
    while left and len(found) < most:
        found.append(str(do.pick(tuple(left), "rumour")))
        left.remove(found[-1])
    return found


def _hook(dungeon: Dungeon) -> str:
    objective = dungeon.notes.get(scenarios.OBJECTIVE, "Nobody has come back from it to say what is there.")
    return f"Half a day from here lies {dungeon.name}. {objective}"


def _plain(name: str) -> str:
    """A monster's name without what only a list of monsters says of it."""
    return name.partition(" (")[0].lower()


def _a(name: str) -> str:
    name = _plain(name)
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def true_words(do: Resolution, dungeon: Dungeon) -> list[str]:
    """What could be known of the dungeon as it is."""
    living = [group for group in dungeon.groups.values() if group.area in dungeon.areas]
    told = [_seen(dungeon, group) for group in living if group.count and group.kind in monsters()]
    told += [_hidden(dungeon, hoard) for hoard in _hoards(dungeon)]
    for trap in dungeon.traps.values():
        level = dungeon.areas[trap.area].level
        told.append(
            f"Beware on level {level}: a scout met his end there. A trap, they say: {trap.seems.replace('-', ' ')}."
        )
    for door in dungeon.doors.values():
        if not door.found:
            told.append(f"On level {door.level} there is a door that does not look like one.")
    told.append(f"They say {dungeon.name} goes down {len(dungeon.levels)} level{'s' * (len(dungeon.levels) > 1)}.")
    return told


def _hoards(dungeon: Dungeon) -> list[Hoard]:
    """What lies in the dungeon; what fell on the road is nobody's news."""
    return [hoard for hoard in dungeon.hoards.values() if hoard.items and hoard.area in dungeon.areas]


def _seen(dungeon: Dungeon, group: Group) -> str:
    level = dungeon.areas[group.area].level
    many = "more than one" if group.count > 1 else "only the one"
    return f"A trapper saw {_a(monsters()[group.kind].name)} on level {level}, and {many}."


def _hidden(dungeon: Dungeon, hoard: Hoard) -> str:
    level = dungeon.areas[hoard.area].level
    best = max(hoard.items, key=lambda item: (treasure.is_magical(item), treasure.worth_cp(item)))
    where = "well hidden" if hoard.hidden else "for the taking"
    group = dungeon.groups.get(hoard.group)
    guard = f", and {_a(monsters()[group.kind].name)} sits on it" if group and group.kind in monsters() else ""
    return f"There is treasure on level {level}, {where}{guard}: {best.name.lower()}, among other things."


def false_words(do: Resolution, dungeon: Dungeon) -> list[str]:
    """What could be said of the dungeon and is not so."""
    told = []
    here = {_plain(monsters()[g.kind].name) for g in dungeon.groups.values() if g.kind in monsters()}
    for level in dungeon.levels:
        strangers = [
            kind for kind in wandering_monsters.found_at(level.number + 2) if _plain(monsters()[kind].name) not in here
        ]
        if strangers:
            kind = do.pick(tuple(strangers), "who is not there")
            told.append(f"A trapper saw {_a(monsters()[kind].name)} on level {level.number}, and more than one.")
        if not any(dungeon.areas[hoard.area].level == level.number for hoard in _hoards(dungeon)):
            told.append(f"There is treasure on level {level.number}, for the taking: a crown, among other things.")
        else:
            told.append(f"Level {level.number} was plundered long ago. There is nothing left to find.")
    if dungeon.traps:
        told.append("Traps? Not down there. My uncle walked all over the place.")
    told.append(f"They say {dungeon.name} goes down {len(dungeon.levels) + 3} levels.")
    return told


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
    """A draw from what is not known yet."""
    town = do.state.settlement
    assert town is not None
    do.emit(GossipSought(do.state.now // DAY, rule=(_PLACES,)))
    unheard = tuple(index for index in range(len(town.rumours)) if index not in town.heard)
    if unheard:
        index = int(do.pick(unheard, "which rumour"))
        do.emit(RumourHeard(index, town.rumours[index].text, rule=(_PLACES,)))
