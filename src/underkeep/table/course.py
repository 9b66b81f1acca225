"""A walk over ground that the party knows, door after door, until something interrupts."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.minds import known_ways
from underkeep.procedures import delve_actions as a
from underkeep.procedures import scenes, survey
from underkeep.procedures.chapter import DUNGEON
from underkeep.procedures.dungeon_deeds import dreaded
from underkeep.procedures.options import Options
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.automap import door_state
from underkeep.world.dungeon import Spot
from underkeep.world.grid import Square, distance
from underkeep.world.state import State

MOST_TRIES = 3
"""How often a door on the way that has fallen shut is tried before the party stops before it."""


class Goal(Struct, frozen=True):
    """Where to: an area, perhaps a square of it, in words."""

    area: str
    name: str
    spot: Spot | None = None


class Leg(Struct, frozen=True):
    """A way to take out of an area, and where it comes out."""

    way: str
    to: Spot


class Course:
    """To a goal; there perhaps something is done, as to leave the dungeon."""

    def __init__(self, goal: Goal, then: Action | None = None, before_door: str = "") -> None:
        self.goal = goal
        self.over = ""
        self._then = then
        self._before_door = before_door
        self._tries: Counter[str] = Counter()
        self.is_dared = False
        self._is_done = False

    def question(self, rules: Ruleset, state: State) -> str:
        """What a person is asked once before the walk: whether it may lead through a place that is known to harm."""
        if rules.dungeon is None or scenes.scene_of(state) != DUNGEON:
            return ""
        return dreaded(rules.dungeon, state, [leg.to.area for leg in route(state, self.goal, rules) or ()])

    def at_its_end(self, rules: Ruleset, state: State) -> str:
        """What a person is asked once about what is done at the goal, as to leave for home."""
        scene = scenes.scene_of(state)
        deed = rules.book.deed(self._then, scene) if self._then is not None and scene else None
        return deed.question(state, self._then) if deed is not None and self._then is not None else ""

    def next(self, rules: Ruleset, state: State, options: Options, seat: str) -> Action | None:
        if scenes.scene_of(state) != DUNGEON or state.prompts or self._is_done:
            return None
        legs = route(state, self.goal, rules)
        if legs is None:
            self.over = f"The party knows no way to {self.goal.name}."
            return None
        if not self.is_dared and (danger := self.question(rules, state)):
            self.over = f"The party stops. {danger} To go on all the same, say again where to."
            return None
        if legs:
            return self._through(rules, state, options, legs[0])
        return self._arrived(state, options)

    def _through(self, rules: Ruleset, state: State, options: Options, leg: Leg) -> Action | None:
        """Through a way, or an attempt on it: it is opened, and if it sticks forced, but not for ever."""
        onward = a.Go(leg.way)
        if onward in options.listed:
            return onward
        self._tries[leg.way] += 1
        tries: list[Action] = [x for x in options.listed if x == a.OpenDoor(leg.way)]
        tries = tries or [x for x in options.listed if isinstance(x, a.ForceDoor) and x.door == leg.way]
        if tries and self._tries[leg.way] <= MOST_TRIES:
            return rules.fittest(state, tries)
        self.over = f"The {way_name(state, leg.way)} bars the way to {self.goal.name}."
        return None

    def _arrived(self, state: State, options: Options) -> Action | None:
        at = survey.here(state)[1]
        if self.goal.spot is not None and at != self.goal.spot:
            walk = a.Walk(self.goal.spot.square)
            if walk in options:
                return walk
        if self._then is not None and self._then in options:
            done, self._then, self._is_done = self._then, None, True
            return done
        if self._before_door:
            self.over = f"The party stands before the {way_name(state, self._before_door)}, and has not been beyond it."
        return None

    def is_interrupted(self, rules: Ruleset, before: State, after: State) -> bool:
        """Somebody is met, hurt or ails, a light goes out, rest is due; or nothing has changed at all."""
        if scenes.scene_of(after) != DUNGEON or after.prompts or after is before:
            return True
        if lying(after) > lying(before):
            return True
        return is_worse(rules, before, after) or _troubles(rules, after) - _troubles(rules, before) > 0


def is_worse(rules: Ruleset, before: State, after: State) -> bool:
    """Whether somebody is hurt, down or gone, or ails of something new. What wears off holds nobody up."""
    was = {c.id: c for c in before.marchers()}
    now = {c.id: c for c in after.marchers()}
    if was.keys() - now.keys():
        return True
    return any(
        rules.life(c)[0] < rules.life(was[id])[0]
        or c.status != was[id].status
        or {x.name for x in c.conditions} - {x.name for x in was[id].conditions}
        for id, c in now.items()
        if id in was
    )


def _troubles(rules: Ruleset, state: State) -> int:
    """Lights that are out, counted from below, and whether rest is due."""
    due = rules.dungeon is not None and rules.dungeon.rest_is_due(state)
    return int(due) - len(state.lights)


def lying(state: State) -> int:
    """How many things lie about: more than before if somebody let some fall."""
    hoards = state.dungeon.hoards.values() if state.dungeon is not None else ()
    return sum(item.count for hoard in hoards if not hoard.hidden for item in hoard.items)


def route(state: State, goal: Goal, rules: Ruleset | None = None) -> list[Leg] | None:
    """The shortest way over known ground, as the legs still to go; None if the party knows none. Where the rules are
    given it leads round a place that is known to harm, if there is a way round."""
    _, at, _ = survey.here(state)
    if at.area == goal.area:
        return []
    return next((legs for spot, legs in _reached(state, rules) if spot.area == goal.area), None)


ROUND = 1000
"""So many steps more are walked rather than to go where one is harmed."""


def _reached(state: State, rules: Ruleset | None = None) -> Iterator[tuple[Spot, list[Leg]]]:
    """Every area that the party can walk to as far as it knows, the nearest first, with the way there."""
    _, at, _ = survey.here(state)
    waiting: list[tuple[int, int, Spot, list[Leg]]] = [(0, 0, at, [])]
    found: set[str] = set()
    count = 0
    while waiting:
        far, _, spot, legs = heapq.heappop(waiting)
        if spot.area in found:
            continue
        found.add(spot.area)
        yield spot, legs
        for way in known_ways.ways(state, spot.area):
            if way.beyond and way.beyond not in found:
                near, beyond = _ends(state, way.id, spot.area)
                count += 1
                is_bad = is_fast(state, way.id) or is_lived_in(state, way.beyond)
                steps = far + distance(spot.square, near.square) + 1 + is_bad * _FAR_ROUND
                if rules is not None and rules.dungeon is not None and dreaded(rules.dungeon, state, [beyond.area]):
                    steps += ROUND
                heapq.heappush(waiting, (steps, count, beyond, [*legs, Leg(way.id, beyond)]))


_FAR_ROUND = 10_000
"""How many steps a party would rather go round than by a door that will not open, or past those who live there."""


def is_lived_in(state: State, area: str) -> bool:
    """Whether the party has met those at home in an area, and they still live there as far as it knows."""
    dungeon = state.dungeon
    return dungeon is not None and any(g.lair and g.count and g.members for g in dungeon.groups_in(area))


def _ends(state: State, way: str, area: str) -> tuple[Spot, Spot]:
    dungeon = state.dungeon
    assert dungeon is not None
    if way in dungeon.stairs:
        return survey.end_of(dungeon.stairs[way], area), survey.other_end(dungeon.stairs[way], area)
    door = dungeon.doors[way]
    other = door.beyond(area)
    return Spot(door.level, door.side(area), area), Spot(door.level, door.side(other), other)


def way_name(state: State, way: str) -> str:
    """A door, an opening or stairs as the party calls them."""
    dungeon = state.dungeon
    assert dungeon is not None
    if way in dungeon.stairs:
        return naming.stairs_name(state, dungeon.stairs[way])
    return naming.door_name(state, dungeon.doors[way])


# Goals


def entrance(state: State) -> Goal:
    """The way out, which the party came in by."""
    assert state.dungeon is not None
    return Goal(state.dungeon.entrance.area, "the entrance", state.dungeon.entrance)


def area(state: State, id: str) -> Goal:
    return Goal(id, area_name(state, id))


def square(state: State, spot: Spot) -> Goal:
    return Goal(spot.area, naming.square_name(spot.square), spot)


def areas(state: State) -> list[str]:
    """The areas that the party has been in, in the order of its first visits: the numbers of its own map."""
    return list(state.party.visited) if state.party is not None and state.dungeon is not None else []


def area_name(state: State, id: str) -> str:
    """`area 3 (Refectory)`, by the party's own count."""
    assert state.dungeon is not None
    place = state.dungeon.areas[id]
    number = areas(state).index(id) + 1 if id in areas(state) else 0
    name = place.name or naming.words(place.kind)
    return f"area {number} ({name})" if number else name


def known_spot(state: State, wanted: Square) -> Spot | None:
    """The spot of a square of this level that is on the party's map."""
    dungeon, at, _ = survey.here(state)
    assert state.party is not None
    grid = dungeon.level(at.level).grid
    if not grid.contains(wanted) or not grid.bit(wanted) & state.party.seen_mask(at.level):
        return None
    owner = next((x for x in dungeon.areas.values() if x.level == at.level and wanted in x.squares), None)
    return Spot(at.level, wanted, owner.id) if owner is not None else None


def unexplored(state: State, edge: Callable[[str], Square | None]) -> Course | None:
    """To the nearest way of this level that the party has not been beyond, or to the nearest `edge` of the dark in
    another area of it; None if there is none. Doors that were tried and will not open are left alone."""
    _, at, _ = survey.here(state)
    for spot, _ in _reached(state):
        if spot.level != at.level or spot.area == at.area or is_lived_in(state, spot.area):
            continue
        dark = edge(spot.area)
        if dark is not None:
            return Course(Goal(spot.area, "where it is dark", Spot(spot.level, dark, spot.area)))
        for way in known_ways.ways(state, spot.area):
            if not way.beyond and way.level == at.level and not is_fast(state, way.id):
                near = _ends(state, way.id, spot.area)[0]
                return Course(Goal(spot.area, "the next way", near), before_door=way.id)
    return None


def is_fast(state: State, way: str) -> bool:
    """Whether a door was tried and will not open."""
    door = state.dungeon.doors.get(way) if state.dungeon is not None else None
    return door is not None and door_state(door) not in ("open way", "open", "shut")


def fast_ways(state: State) -> list[str]:
    """The doors of this level that will not open and that the party has not been beyond, each with its area."""
    _, at, _ = survey.here(state)
    found = []
    for spot, _ in _reached(state):
        for way in known_ways.ways(state, spot.area) if spot.level == at.level else ():
            if not way.beyond and way.level == at.level and is_fast(state, way.id):
                where = "" if spot.area == at.area else f" of {area_name(state, spot.area)}"
                found.append(f"the {way_name(state, way.id)}{where}")
    return found


def past_others(state: State) -> list[str]:
    """The ways of this level that the party has not been beyond, out of areas where somebody lives."""
    _, at, _ = survey.here(state)
    found = []
    for spot, _ in _reached(state):
        if spot.level == at.level and spot.area != at.area and is_lived_in(state, spot.area):
            for way in known_ways.ways(state, spot.area):
                if not way.beyond and way.level == at.level and not is_fast(state, way.id):
                    found.append(f"the {way_name(state, way.id)} of {area_name(state, spot.area)}")
    return found


def within_reach(state: State) -> list[str]:
    """The areas of this dungeon that the party can walk to as far as it knows, the nearest first."""
    return [spot.area for spot, _ in _reached(state)]


def nearest_stairs(state: State, way: str = "") -> Goal | None:
    """The nearest stairs in another area, up or down if that is said; None if none are known, or some are here."""
    dungeon, at, _ = survey.here(state)
    for spot, _ in _reached(state):
        for known in known_ways.ways(state, spot.area):
            if known.id in dungeon.stairs:
                near = survey.end_of(dungeon.stairs[known.id], spot.area)
                leads = "down" if near == dungeon.stairs[known.id].up else "up"
                if way in ("", leads):
                    return None if spot.area == at.area else Goal(spot.area, f"the stairs {leads}", near)
    return None
