"""What a seat may see of a state: a whitelist. Two states that differ only in secrets give equal views."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.prompt import REFEREE, Prompt
from underkeep.procedures import dressings, known_ground, survey
from underkeep.procedures.exploration import sight
from underkeep.procedures.figures import Figure
from underkeep.procedures.hiring import told
from underkeep.procedures.questions import TownChapter
from underkeep.procedures.ruleset import Ruleset
from underkeep.procedures.switches import MAP_BY_PLAYERS
from underkeep.table import naming
from underkeep.table.automap import LevelMap, door_state, level_map
from underkeep.table.heard_here import heard_here
from underkeep.table.narrate import features
from underkeep.table.summary import fought_out
from underkeep.world.chart import Chart, charted
from underkeep.world.clock import MINUTE, day_of, time_of_day
from underkeep.world.condition import UNCOUNTED, Condition
from underkeep.world.creature import Creature, Status
from underkeep.world.gear import Item, seen
from underkeep.world.grid import Grid, Square
from underkeep.world.journey import Journey, compass
from underkeep.world.measures import Measures
from underkeep.world.party import Party
from underkeep.world.region import leads
from underkeep.world.settlement import Applicant
from underkeep.world.state import State


class Glimpse(Struct, frozen=True):
    """A creature as those see it who do not play it: hit points are described, not counted."""

    id: str
    name: str
    side: str
    at: Square | None
    status: Status
    health: str
    conditions: tuple[str, ...]
    size: int = 1


class Companion(Struct, frozen=True):
    """One of the party whom another seat plays: all that friends know of each other. What the sheet holds is told by
    those who own it, if they like."""

    id: str
    name: str
    kind: str
    side: str
    hp: int
    max_hp: int
    at: Square | None
    items: tuple[Item, ...]
    conditions: tuple[Condition, ...]
    status: Status
    size: int = 1

    @property
    def is_uncounted(self) -> bool:
        return any(condition.name == UNCOUNTED for condition in self.conditions)


Member = Creature | Companion


class LightSeen(Struct, frozen=True):
    """A burning light and what is left of it; None if it does not burn down."""

    id: str
    bearer: str
    name: str
    radius: int
    minutes_left: int | None
    turns_left: int | None
    told: str = ""


class WaySeen(Struct, frozen=True):
    """A way out of the area. `state` is how it stands as far as the party knows."""

    id: str
    name: str
    kind: str
    bearing: str
    at: Square
    state: str
    seen: str = ""


class DelveSeen(Struct, frozen=True):
    """Underground: the map so far, and what is known of the area the party is in.

    `size` is how far what has been seen of the area stretches. `treasures`, `traps` and `features` are names;
    `notes` are what the mapper wrote, by level and square. `neighbours` are those who live here and let the party be,
    `captives` those who gave themselves up to it. `told` is what others have said of the place.
    """

    dungeon: str
    setting: str
    level: int
    at: Square
    area_kind: str
    area_name: str
    size: tuple[float, float]
    map: LevelMap
    levels_seen: tuple[int, ...]
    ways: tuple[WaySeen, ...]
    treasures: tuple[str, ...]
    traps: tuple[str, ...]
    features: tuple[str, ...]
    is_entrance: bool
    turns: int
    unrested: int
    moved: int
    rate_per_turn: int | None
    sight: int | None
    notes: dict[str, str] = {}
    description: str = ""
    neighbours: str = ""
    captives: str = ""
    blind: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


class MeetingSeen(Struct, frozen=True):
    """Those whom the party has met, and how they stand to it as far as they show it."""

    who: str
    monsters: tuple[str, ...]
    distance: int
    surprised: tuple[str, ...]
    attitude: str
    tries: int
    round: int

    @property
    def surprises_them(self) -> bool:
        """Whether none of them has noticed the party."""
        return bool(self.monsters) and set(self.monsters) <= set(self.surprised)


class Seeker(Struct, frozen=True):
    """Somebody who looks for work; `asks` is in the game's own words."""

    id: str
    name: str
    kind: str
    level: int
    asks: str


class TownSeen(Struct, frozen=True):
    name: str
    size: str
    services: tuple[str, ...]
    rumours: tuple[str, ...]
    applicants: tuple[Seeker, ...]


class RoadSeen(Struct, frozen=True):
    """Under way: where to, by which route through which country, and how far it still is as the party reckons.
    `heading` is where the goal lies, `leg` where the way leads next, if there is one."""

    goal: str
    route: str
    terrain: str
    way: str
    heading: str
    left: float | None
    day: int
    at_dawn: bool
    leg: str = ""


class View(Struct, frozen=True):
    """All that one seat knows. `loads` says in the game's own words what each of one's own carries; `companions` are
    those of the party whom others play. `figures` are those on a field, where a game makes something of how they stand,
    and `threatened` the squares that enemies of this seat control. `chart` is the party's map of the region."""

    seat: str
    measures: Measures
    now: int
    round: int
    grid: Grid | None
    mine: tuple[Creature, ...]
    others: tuple[Glimpse, ...]
    prompts: tuple[Prompt, ...]
    day: int = 1
    time: str = ""
    place: str = ""
    order: tuple[str, ...] = ()
    loads: dict[str, str] = {}
    lights: tuple[LightSeen, ...] = ()
    phase: str = ""
    acting: tuple[str, ...] = ()
    delve: DelveSeen | None = None
    meeting: MeetingSeen | None = None
    town: TownSeen | None = None
    over: str = ""
    road: RoadSeen | None = None
    companions: tuple[Companion, ...] = ()
    figures: dict[str, Figure] = {}
    threatened: tuple[Square, ...] = ()
    chart: Chart | None = None

    @property
    def ours(self) -> tuple[Member, ...]:
        """One's own, then their companions."""
        return (*self.mine, *self.companions)

    @property
    def members(self) -> list[Member]:
        """The party in marching order; without one, one's own."""
        known = {c.id: c for c in self.ours}
        return [known[id] for id in self.order if id in known] or [*self.mine]


def view(state: State, seat: str, rules: Ruleset) -> View:
    """The state as `seat` may know it. The referee sees every creature whole, a stranger nothing, and what the party
    sees is for those who play for it.
    """
    if not state.sits(seat):
        return View(seat, rules.measures, 0, 0, None, (), (), ())
    party = state.party if seat == REFEREE or state.is_of_party(seat) else None
    mine = tuple(c for c in state.creatures.values() if seat == REFEREE or state.owns(seat, c.id))
    companions = tuple(c for c in state.creatures.values() if c not in mine and _marches_with(party, c))
    known = {c.id for c in (*mine, *companions)}
    others = tuple(glimpse(c) for c in state.creatures.values() if c.id not in known and _is_in_sight(state, c, party))
    prompts = tuple(p if seat == REFEREE else p.put() for p in state.prompts if seat in p.seats or seat == REFEREE)
    step = state.fight.step if state.fight and state.fight.begun and state.fight.steps else None
    return View(
        seat,
        rules.measures,
        state.now,
        state.fight.round if state.fight else 0,
        _field(rules, state, seat),
        mine if seat == REFEREE else tuple(map(own, mine)),
        others,
        prompts,
        day_of(state.now),
        time_of_day(state.now),
        party.place if party else "",
        party.members if party else (),
        _loads(rules, state, mine),
        lights_burning(rules, state) if party else (),
        step.phase if step else "",
        step.actors if step else (),
        _delve(rules, state) if party else None,
        _meeting(state) if party else None,
        _town(rules, state) if party else None,
        state.over or fought_out(state),
        _road(state) if party else None,
        tuple(map(companion, companions)),
        _figures(rules, state, known, others),
        _threatened(rules, state, seat),
        charted(state) if party else None,
    )


def _figures(rules: Ruleset, state: State, ours: set[str], others: tuple[Glimpse, ...]) -> dict[str, Figure]:
    """Everybody who stands there; what is for its player only is left out of the others."""
    chapter = rules.book.figures
    if chapter is None or state.fight is None or not state.fight.begun:
        return {}
    seen_here = [*ours, *(other.id for other in others)]
    up = [c for id in seen_here if (c := state.creatures[id]).is_up and c.at is not None]
    found = {c.id: chapter.figure(state, c) for c in up}
    return {id: one if id in ours else replace(one, notes=()) for id, one in found.items()}


def _threatened(rules: Ruleset, state: State, seat: str) -> tuple[Square, ...]:
    chapter, grid = rules.book.figures, state.grid
    sides = state.seats.get(seat, ())
    if chapter is None or grid is None or state.fight is None or not state.fight.begun or len(sides) != 1:
        return ()
    return tuple(grid.squares(chapter.threatened(state, sides[0]) & grid.floor))


def _field(rules: Ruleset, state: State, seat: str) -> Grid | None:
    """The ground of a fight as far as the party knows it."""
    grid = state.grid
    if grid is None or not known_ground.is_limited(state) or seat == REFEREE:
        return grid
    squares = set(grid.squares(known_ground.known_ground(rules, state)))
    width, height = 2 + max(x for x, _ in squares), 2 + max(y for _, y in squares)
    return Grid(width, height, tuple((x, y) for y in range(height) for x in range(width) if (x, y) not in squares))


def own(creature: Creature) -> Creature:
    """One's own, with things as they are known, and without the count of what only the referee counts."""
    shown = replace(creature, items=seen(creature.items))
    return replace(shown, hp=shown.max_hp) if shown.is_uncounted else shown


def companion(creature: Creature) -> Companion:
    c = own(creature)
    return Companion(c.id, c.name, c.kind, c.side, c.hp, c.max_hp, c.at, seen(c.items), c.conditions, c.status, c.size)


def _marches_with(party: Party | None, creature: Creature) -> bool:
    return party is not None and creature.id in party.members and creature.side == party.side


def glimpse(creature: Creature) -> Glimpse:
    c, conditions = creature, tuple(condition.name for condition in creature.conditions)
    return Glimpse(c.id, c.name, c.side, c.at, c.status, c.health, conditions, c.size)


def _is_in_sight(state: State, creature: Creature, party: Party | None) -> bool:
    """On a delve only those whom the party has met and who are still there; on a bare field everybody."""
    if state.party is None or creature.at is not None:
        return True
    return party is not None and state.encounter is not None and creature.id in state.encounter.monsters


def _loads(rules: Ruleset, state: State, mine: tuple[Creature, ...]) -> dict[str, str]:
    told = {c.id: rules.load(state, c) for c in mine}
    return {id: load for id, load in told.items() if load}


def lights_burning(rules: Ruleset, state: State) -> tuple[LightSeen, ...]:
    dungeon = rules.dungeon
    turn = dungeon.turn_seconds if dungeon is not None else 0
    found = []
    for light in state.lights:
        left = None if light.until is None else max(0, light.until - state.now)
        minutes = None if left is None else left // MINUTE
        turns = None if left is None or not turn else -(-left // turn)
        told = dungeon.light_left(state, light) if dungeon is not None else ""
        found.append(LightSeen(light.id, light.bearer, light.name, light.radius, minutes, turns, told))
    return tuple(found)


def _delve(rules: Ruleset, state: State) -> DelveSeen | None:
    party = state.party
    if state.dungeon is None or party is None or party.at is None:
        return None
    dungeon, at, area = survey.here(state)
    answers, side = rules.dungeon, rules.measures.map_square
    grid = dungeon.level(at.level).grid
    seen = list(grid.squares(survey.floor_of(dungeon, area) & party.seen_mask(at.level))) or [at.square]
    xs, ys = [x for x, _ in seen], [y for _, y in seen]
    size = (max(xs) - min(xs) + 1) * side, (max(ys) - min(ys) + 1) * side
    return DelveSeen(
        dungeon.name,
        dungeon.setting,
        at.level,
        at.square,
        area.kind,
        area.name,
        size,
        LevelMap(at.level, 0, 0, ()) if MAP_BY_PLAYERS in state.switches else level_map(state, at.level),
        tuple(sorted(int(level) for level in party.seen)),
        ways(state),
        tuple(naming.hoard_name(state, h) for h in survey.known_hoards(state)),
        tuple(f"{naming.trap_name(rules.measures, state, t)} ({t.state})" for t in naming.traps_here(state)),
        tuple(
            features(rules).get(f.kind, {}).get("here") or naming.counted(naming.feature_name(state, f))
            for f in survey.known_features(state)
        ),
        dungeon.entrance.area == area.id,
        party.turns,
        party.unrested,
        party.moved,
        answers.rate_per_turn(state) if answers else None,
        sight(answers, state) if answers else None,
        party.notes,
        dressings.description(dungeon, area, area.id in party.beheld),
        neighbours(state),
        naming.company(survey.captives(state)),
        _blind(rules, state),
        heard_here(state),
    )


def _blind(rules: Ruleset, state: State) -> tuple[str, ...]:
    """Those who see nothing in the dark, while others do."""
    answers = rules.dungeon
    if answers is None or state.lights or not sight(answers, state):
        return ()
    return tuple(c.name for c in state.marchers() if not answers.sight(state, c))


def neighbours(state: State) -> str:
    """Those who live here, whom the party has met and parted from: they have not vanished. Whether they will follow it
    unseen does not show."""
    if state.encounter is not None or state.fight is not None:
        return ""
    met = [state.creatures[id] for group in survey.neighbours(state) for id in group.members if id in state.creatures]
    return naming.company(c for c in met if c.is_up)


def ways(state: State) -> tuple[WaySeen, ...]:
    """The ways out of the area that the party knows, round the compass, then the stairs."""
    _, _, area = survey.here(state)
    order = list(naming.DIRECTIONS)
    doors = [
        WaySeen(
            door.id,
            naming.door_name(state, door),
            door.kind,
            naming.bearing(door, area.id),
            door.side(area.id),
            door_state(door),
            door.barrier.seen if door.barrier is not None else "",
        )
        for door in survey.known_doors(state)
    ]
    doors.sort(key=lambda way: (order.index(way.bearing) if way.bearing in order else 99, way.name))
    stairs = [
        WaySeen(s.id, naming.stairs_name(state, s), s.kind, "", survey.end_of(s, area.id).square, "open way")
        for s in survey.known_stairs(state)
    ]
    return (*doors, *stairs)


def _meeting(state: State) -> MeetingSeen | None:
    met = state.encounter
    if met is None:
        return None
    left = [c for id in met.monsters if (c := state.creatures[id]).status != "dead"]
    there = [c for c in left if c.status != "fled"] or left
    return MeetingSeen(
        naming.company(there),
        tuple(c.id for c in there),
        met.distance,
        met.surprised,
        met.attitude,
        met.tries,
        met.round,
    )


def _road(state: State) -> RoadSeen | None:
    """By the party's own reckoning; where it really is stays with the referee."""
    journey = state.journey
    if journey is None:
        return None
    route = journey.route
    leg, goal = leads(state)
    return RoadSeen(
        _goal(state, journey),
        route.name,
        route.terrain,
        route.way,
        goal or compass(journey.course),
        journey.left,
        journey.day,
        journey.at_dawn,
        leg,
    )


def _goal(state: State, journey: Journey) -> str:
    if journey.town_ahead and state.region is not None:
        return state.region.places[journey.town_ahead].name
    if journey.homeward:
        return state.settlement.name if state.settlement else "town"
    return state.dungeon.name if state.dungeon else "the dungeon"


def _asked(town: TownChapter | None, state: State, who: Applicant) -> str:
    """What is asked, and what else the party must know of whoever asks it."""
    asks = told(town.terms, who.asks, state) if town is not None else ""
    return f"{asks}, but {who.says}" if who.says else asks


def _town(rules: Ruleset, state: State) -> TownSeen | None:
    """Only while the party is there; rumours are told without whether they are true."""
    town = state.settlement
    if town is None or state.party is None or state.party.place != "town":
        return None
    heard = tuple(town.rumours[index].text for index in town.heard)
    answers = rules.town
    seekers = tuple(
        Seeker(who.id, who.name, who.kind, who.level, _asked(answers, state, who)) for who in town.applicants
    )
    return TownSeen(town.name, town.size, town.services, heard, seekers)
