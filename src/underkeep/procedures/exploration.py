"""Underground: what a party may do by the map, what it costs in turns, and what each turn and each step brings.

The map says which doors, squares and hoards there are; the ruleset's `delving` says what the book makes of them.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import carrying, doors, lights, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures.delving import Delving
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.world.dungeon import SQUARE_FEET, DoorChanged, Dungeon, HoardChanged, SearchedInVain, Spot, TrapChanged
from underkeep.world.grid import Square
from underkeep.world.journey import JourneyBegan, marched_today, route_named, routes
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.party import MapNoted, Marched, MarchingOrderSet, PartyWent, SquaresSeen, TurnEnded
from underkeep.world.state import GameEnded, State

MOST_NOTED = 200


def is_on(state: State) -> bool:
    return state.party is not None and state.party.place == "dungeon" and not state.over


def options(delving: Delving, state: State) -> Options:
    """Everything the map offers the party here, and the system's own actions."""
    assert state.party is not None
    dungeon, at, area = survey.here(state)
    members = state.marchers()
    found: list[Action] = []
    for door in survey.known_doors(state):
        found += doors.listed(door, members)
    found += [a.Go(stairs.id) for stairs in survey.known_stairs(state)]
    found += [a.LightUp(m.id, kind) for m in members for kind in _lightable(delving, m.items)]
    found += [a.Douse(light.id) for light in state.lights]
    for hoard in survey.known_hoards(state):
        found += [a.TakeHoard(hoard.id), *(a.InspectHoard(m.id, hoard.id) for m in members)]
    found += [
        a.Disarm(m.id, t.id)
        for t in dungeon.traps.values()
        if t.area == area.id and t.state == "found"
        for m in members
    ]
    found += [a.Use(m.id, f.id) for f in survey.known_features(state) for m in members]
    if dungeon.entrance.area == area.id:
        found += [a.LeaveDungeon(), *(a.LeaveDungeon(route.id) for route in routes(state)[1:])]
    found += [a.Rest(), *delving.own_options(state)]
    listed = tuple(action for action in found if delving.why_not(state, action) is None)
    grid = dungeon.level(at.level).grid
    floor = survey.floor_of(dungeon, area) & state.party.seen_mask(at.level)
    can_walk = delving.why_not(state, a.Walk(at.square)) is None
    walks = Moves(_walk, "", grid, floor & ~grid.bit(at.square) if can_walk else 0)
    searches = Moves(_search, "", grid, delving.searchable(state, floor))
    return Options(listed, (walks, searches))


def _walk(_: str, square: Square) -> Action:
    return a.Walk(square)


def _search(_: str, square: Square) -> Action:
    return a.Search(square)


def _lightable(delving: Delving, items: tuple[object, ...]) -> list[str]:
    kinds = delving.light_kinds()
    return [k for k in dict.fromkeys(getattr(i, "kind", "") for i in items) if k in kinds]


def why_not(delving: Delving, state: State, action: Action) -> Refusal | None:
    """By the map first, then by the book."""
    if isinstance(action, a.OF_TOWN):
        return Refusal("That is done in town.")
    if isinstance(action, a.ON_THE_ROAD):
        return Refusal("That is done on the road.")
    if isinstance(action, a.OF_MEETINGS):
        return Refusal("There is nobody here to talk to, to fight or to run from.")
    refusal = survey.why_not_name(state, action)
    if refusal is not None:
        return refusal
    if isinstance(action, carrying.ACTIONS):
        return carrying.why_not(state, action) or delving.why_not(state, action)
    if isinstance(action, a.Order):
        assert state.party is not None
        return None if sorted(action.members) == sorted(state.party.members) else Refusal("Name each member once.")
    if isinstance(action, a.NoteOnMap):
        short = len(action.text) <= MOST_NOTED
        return delving.why_not(state, action) if short else Refusal(f"At most {MOST_NOTED} characters, please.")
    if isinstance(action, a.LeaveDungeon) and route_named(state, action.route) is None:
        return Refusal(f"No route is called {action.route[:60]}.")
    refusal = _why_not_door(state, action) or delving.why_not(state, action)
    if isinstance(action, a.Try):
        return refusal
    if isinstance(action, a.Walk | a.Search):
        make = _walk if isinstance(action, a.Walk) else _search
        square = action.to if isinstance(action, a.Walk) else action.square
        for kind in options(delving, state).moves:
            if kind.make is make and kind.grid.contains(square) and kind.mask & kind.grid.bit(square):
                return refusal
        return refusal or Refusal("The party does not see that square in this area.")
    if refusal is not None or action in options(delving, state).listed:
        return refusal
    return Refusal("That cannot be done here.")


def _why_not_door(state: State, action: Action) -> Refusal | None:
    if not isinstance(action, a.Go | a.OpenDoor | a.ShutDoor | a.ForceDoor | a.WedgeDoor | a.PickLock | a.Listen):
        return None
    id = action.way if isinstance(action, a.Go) else action.door
    door = next((d for d in survey.known_doors(state) if d.id == id), None)
    if door is None:
        return None if isinstance(action, a.Go) else Refusal("The party knows of no such door here.")
    return doors.why_not(door, action, state.creatures.get(getattr(action, "actor", "")))


def perform(do: Resolution, delving: Delving, action: Action) -> None:
    """Do it, then let the turns it takes go by."""
    if delving.closes_turn(do.state, action):
        end_turn(do, delving)
        if not _is_quiet(do.state):
            return
    turns = delving.turns_for(do.state, action)
    if isinstance(action, a.Go):
        go(do, delving, action.way)
    elif isinstance(action, a.Walk):
        march(do, delving, action.to)
    elif isinstance(action, doors.ACTIONS):
        doors.perform(do, delving, action)
    elif isinstance(action, a.Search):
        march(do, delving, action.square)
        search(do, delving, action.square)
    elif isinstance(action, a.LightUp | a.Douse):
        _tend_light(do, delving, action)
    elif isinstance(action, a.TakeHoard | a.InspectHoard | a.Disarm | a.Use):
        _handle(do, delving, action)
    elif isinstance(action, a.LeaveDungeon):
        leave(do, action.route)
    elif isinstance(action, a.Order):
        do.emit(MarchingOrderSet(action.members))
    elif isinstance(action, a.NoteOnMap):
        do.emit(MapNoted(survey.here(do.state)[1], action.text))
    elif isinstance(action, carrying.ACTIONS):
        carrying.perform(do, action)
    elif not isinstance(action, a.Rest):
        delving.perform(do, action)
    for _ in range(turns):
        if _is_quiet(do.state):
            end_turn(do, delving, rested=isinstance(action, a.Rest))


def _is_quiet(state: State) -> bool:
    return is_on(state) and state.encounter is None and state.fight is None


def end_turn(do: Resolution, delving: Delving, rested: bool = False, seconds: int | None = None) -> None:
    """The clock moves on a turn (or what is left of one), lights burn down, the book's end-of-turn business is done."""
    party = do.state.party
    assert party is not None
    pass_time(do, delving.turn_seconds if seconds is None else seconds, "turn")
    do.emit(TurnEnded(party.turns + 1, 0 if rested else party.unrested + 1))
    delving.end_turn(do)
    _end_if_nobody_stands(do)


def _end_if_nobody_stands(do: Resolution) -> None:
    if not do.state.over and not do.state.marchers():
        do.emit(GameEnded("slain"))


def march(do: Resolution, delving: Delving, to: Square) -> None:
    """Walk within the area: squares come into sight, feet add up to turns, a step may spring a trap."""
    dungeon, at, area = survey.here(do.state)
    grid = dungeon.level(at.level).grid
    for square in survey.path(grid, survey.floor_of(dungeon, area), at.square, to):
        spot = Spot(at.level, square, area.id)
        familiar = survey.is_familiar(do.state, spot)
        do.emit(PartyWent("dungeon", spot, "walk"))
        look(do, delving)
        _tread(do, delving, spot)
        _spend_feet(do, delving, familiar)
        if not _is_quiet(do.state) or survey.here(do.state)[1] != spot:
            return


def _spend_feet(do: Resolution, delving: Delving, familiar: bool) -> None:
    """Ten feet more; when a turn's movement is used up, the turn is over."""
    if not _is_quiet(do.state):
        return
    feet = delving.feet_used(do, familiar)
    assert do.state.party is not None
    moved, rate = do.state.party.feet_moved + feet, max(SQUARE_FEET, delving.feet_per_turn(do.state))
    while moved >= rate and _is_quiet(do.state):
        moved -= rate
        end_turn(do, delving)
    do.emit(Marched(moved))


def look(do: Resolution, delving: Delving) -> None:
    """What the party sees from where it stands goes onto its map."""
    assert do.state.party is not None
    dungeon, at, area = survey.here(do.state)
    before = do.state.party.seen_mask(at.level)
    after = before | survey.seen_from(dungeon, area, [at.square], delving.sight_feet(do.state))
    if after != before:
        do.emit(SquaresSeen(at.level, f"{after:x}"))


def go(do: Resolution, delving: Delving, way: str) -> None:
    """Walk to a way out and through it."""
    dungeon, at, area = survey.here(do.state)
    if way in dungeon.stairs:
        near, far = survey.end_of(dungeon.stairs[way], area.id), survey.other_end(dungeon.stairs[way], area.id)
        square = near.square
    else:
        door = dungeon.doors[way]
        square, beyond = door.side(area.id), door.beyond(area.id)
        far = Spot(at.level, door.side(beyond), beyond)
    march(do, delving, square)
    if _is_quiet(do.state) and survey.here(do.state)[1] == Spot(at.level, square, area.id):
        familiar = survey.is_familiar(do.state, far)
        do.emit(PartyWent("dungeon", far, way))
        enter(do, delving)
        _spend_feet(do, delving, familiar)


def enter(do: Resolution, delving: Delving) -> None:
    """The party comes into an area: it sees, it may spring a trap, and those who live there meet it."""
    look(do, delving)
    dungeon, at, area = survey.here(do.state)
    _tread(do, delving, at, is_entering=True)
    if _is_quiet(do.state) and survey.here(do.state)[1] == at:
        group = next((g for g in dungeon.groups_in(area.id) if g.count > 0), None)
        if group is not None:
            delving.meet(do, group, None)


def _tread(do: Resolution, delving: Delving, at: Spot, is_entering: bool = False) -> None:
    """Those who go there may set off a trap that waits on this square, or for whoever enters the area."""
    dungeon, _, _ = survey.here(do.state)
    for trap in dungeon.traps.values():
        waits = trap.area == at.area and not trap.on and trap.state in ("hidden", "found")
        trips = is_entering if trap.square is None else trap.square == at.square and trap.state == "hidden"
        if waits and trips:
            for creature in delving.who_treads(do.state):
                if delving.trap_springs(do, trap, creature):
                    spring(do, delving, trap.id, creature.id)
                    break
        if survey.here(do.state)[1] != at:
            return


def spring(do: Resolution, delving: Delving, trap: str, creature: str) -> None:
    assert do.state.dungeon is not None
    sprung = replace(do.state.dungeon.traps[trap], state="sprung")
    do.emit(TrapChanged(sprung, "sprung"))
    delving.spring(do, sprung, do.state.creatures[creature])
    _end_if_nobody_stands(do)


def search(do: Resolution, delving: Delving, square: Square) -> None:
    """Everybody searches one square; what anybody finds there is found."""
    if not _is_quiet(do.state):
        return
    before = len(do.events)
    found = {sort for c in do.state.marchers() for sort in delving.search(do, c, square)}
    if found:
        reveal(do, square, found)
    changed = (DoorChanged, TrapChanged, HoardChanged)
    if not any(isinstance(event, changed) and event.what == "found" for event in do.events[before:]):
        do.emit(SearchedInVain(survey.here(do.state)[1]))


def reveal(do: Resolution, square: Square | None, sorts: set[str]) -> None:
    """What is hidden on a square of the area, or anywhere in it, comes to light."""
    dungeon, _, area = survey.here(do.state)
    for door in dungeon.doors_of(area.id) if "door" in sorts else ():
        if not door.found and square in (None, door.side(area.id)):
            do.emit(DoorChanged(replace(door, found=True), "found"))
    for trap in dungeon.traps.values() if "trap" in sorts else ():
        waits = trap.area == area.id and not trap.on and trap.state == "hidden"
        if waits and (square is None or trap.square in (None, square)):
            do.emit(TrapChanged(replace(trap, state="found"), "found"))
    for hoard in dungeon.hoards.values() if "hoard" in sorts else ():
        if hoard.area == area.id and hoard.hidden and (square is None or hoard.square in (None, square)):
            do.emit(HoardChanged(replace(hoard, hidden=False), "found"))


def _tend_light(do: Resolution, delving: Delving, action: Action) -> None:
    if isinstance(action, a.Douse):
        light = next(x for x in do.state.lights if x.id == action.light)
        do.emit(LightWentOut(light.id, light.bearer, light.name, "doused"))
        return
    assert isinstance(action, a.LightUp)
    kind = delving.light_kinds()[action.item]
    bearer = do.state.creatures[action.actor]
    delving.kindle(do, bearer, action.item)
    name = next(i.name for i in bearer.items if i.kind == action.item)
    if kind.fuel:
        carrying.use_up(do, action.actor, kind.fuel, "lit")
    until = do.state.now + kind.seconds if kind.seconds else None
    id = lights.new_id(do.state)
    do.emit(LightLit(Light(id, action.actor, action.item, name, kind.radius_feet, until)))
    look(do, delving)


def _handle(do: Resolution, delving: Delving, action: Action) -> None:
    """Treasure, traps on it, and odd things."""
    dungeon: Dungeon | None = do.state.dungeon
    assert dungeon is not None
    if isinstance(action, a.TakeHoard):
        take(do, delving, action.hoard)
    elif isinstance(action, a.InspectHoard):
        delving.inspect(do, do.state.creatures[action.actor], dungeon.hoards[action.hoard])
    elif isinstance(action, a.Disarm):
        delving.disarm(do, do.state.creatures[action.actor], dungeon.traps[action.trap])
    elif isinstance(action, a.Use):
        delving.use(do, do.state.creatures[action.actor], dungeon.features[action.feature])


def take(do: Resolution, delving: Delving, id: str) -> None:
    """Lay hands on a hoard: a trap on it may spring; then it is handed round, and the rest stays."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    for trap in dungeon.traps.values():
        if trap.on == id and trap.state in ("hidden", "found"):
            hand = do.state.marchers()[0]
            if delving.trap_springs(do, trap, hand):
                spring(do, delving, trap.id, hand.id)
    if not _is_quiet(do.state):
        return
    hoard = do.state.dungeon.hoards[id] if do.state.dungeon else dungeon.hoards[id]
    left = hoard.items
    for bearer, item in delving.share_items(do.state, hoard.items):
        left = carrying.less(left, item)
        carrying.receive(do, bearer, item, "took")
    do.emit(HoardChanged(replace(hoard, items=left), "taken"))


def leave(do: Resolution, id: str = "") -> None:
    """Homewards by a route; the journey goes on by itself."""
    route = route_named(do.state, id)
    assert route is not None
    for light in do.state.lights:
        do.emit(LightWentOut(light.id, light.bearer, light.name, "doused"))
    do.emit(JourneyBegan(route, homeward=True, marched=marched_today(do.state)))
    do.emit(PartyWent("road", None, "left"))
