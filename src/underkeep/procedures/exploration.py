"""Underground: walking, looking, searching, and what each turn and each step brings.

The map says which doors, squares and hoards there are; the game's dungeon chapter says what the book makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.procedures import carrying, places, survey
from underkeep.procedures.chapter import Deed
from underkeep.procedures.delve_actions import Rest
from underkeep.procedures.questions import DungeonChapter
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.time import pass_time
from underkeep.world.creature import Died, Harmed
from underkeep.world.dungeon import (
    TAKEN,
    TAKEN_IN_PART,
    ChangeNoticed,
    DoorChanged,
    HoardChanged,
    PerilFelt,
    SearchedInVain,
    Spot,
    TrapChanged,
)
from underkeep.world.gear import less, seems
from underkeep.world.grid import Square
from underkeep.world.light import LightWentOut
from underkeep.world.party import Marched, PartyWent, SquaresSeen, TurnEnded, WorkedOn
from underkeep.world.state import GameEnded, State

if TYPE_CHECKING:
    from underkeep.procedures.ruleset import Ruleset


def rules_of(do: Resolution) -> DungeonChapter:
    """The game's answers about dungeons; without them nobody is underground."""
    assert do.rules.dungeon is not None
    return do.rules.dungeon


def is_on(state: State) -> bool:
    return state.party is not None and state.party.place == "dungeon" and not state.over


def perform(do: Resolution, deed: Deed, action: Action) -> None:
    """Do it, then let the time it takes go by."""
    dungeon = rules_of(do)
    if dungeon.closes_turn(do.state, action):
        end_turn(do)
        if not is_quiet(do.state):
            return
    seconds = dungeon.seconds_for(do.state, action)
    deed.perform(do, action)
    spend(do, seconds, rested=isinstance(action, Rest))


def is_quiet(state: State) -> bool:
    return is_on(state) and state.encounter is None and state.fight is None


def spend(do: Resolution, seconds: int, rested: bool = False) -> None:
    """Whole turns go by, each with what its end brings; less than a turn adds up with other work of the kind."""
    turn = rules_of(do).turn_seconds
    turns, rest = divmod(seconds, turn)
    for _ in range(turns):
        if is_quiet(do.state):
            end_turn(do, rested)
    if rest and is_quiet(do.state):
        assert do.state.party is not None
        pass_time(do, rest, "work")
        worked = do.state.party.worked_seconds + rest
        do.emit(WorkedOn(worked % turn))
        if worked >= turn:
            end_turn(do, rested, seconds=0)


def end_turn(do: Resolution, rested: bool = False, seconds: int | None = None) -> None:
    """The clock moves on a turn (or what is left of one), lights burn down, the book's end-of-turn business is done."""
    party, dungeon = do.state.party, rules_of(do)
    assert party is not None
    pass_time(do, dungeon.turn_seconds if seconds is None else seconds, "turn")
    do.emit(TurnEnded(party.turns + 1, 0 if rested else party.unrested + 1))
    dungeon.end_turn(do)
    end_if_nobody_stands(do)
    _find_bearings(do)


def _find_bearings(do: Resolution) -> None:
    """Whoever ran or backed off to where nobody had been comes to a halt there, and looks about."""
    at = do.state.party.at if do.state.party is not None else None
    if is_quiet(do.state) and at is not None and not survey.is_seen(do.state, at.square):
        enter(do)


def end_if_nobody_stands(do: Resolution) -> None:
    if not do.state.over and not do.state.marchers():
        do.emit(GameEnded("slain"))


def march(do: Resolution, to: Square) -> bool:
    """Walk within the area: squares come into sight, the way adds up to turns, a step may spring a trap. Whether
    nobody was hurt and nothing was let fall when a turn ended: for that the party stops."""
    dungeon, at, area = survey.here(do.state)
    grid = dungeon.level(at.level).grid
    for square in survey.path(grid, survey.floor_of(dungeon, area), at.square, to):
        spot = Spot(at.level, square, area.id)
        familiar = survey.is_familiar(do.state, spot)
        do.emit(PartyWent("dungeon", spot, "walk"))
        look(do)
        _tread(do, spot)
        before = len(do.events)
        _spend_movement(do, familiar)
        if _is_shaken(do.events[before:]):
            return False
        if not is_quiet(do.state) or survey.here(do.state)[1] != spot:
            return True
    return True


def _is_shaken(events: Sequence[Event]) -> bool:
    """Whether somebody was hurt or let something fall."""
    return any(isinstance(e, Harmed | Died) or (isinstance(e, HoardChanged) and e.what == "dropped") for e in events)


def _spend_movement(do: Resolution, familiar: bool) -> None:
    """One square more; when a turn's movement is used up, the turn is over."""
    if not is_quiet(do.state):
        return
    used = rules_of(do).movement_used(do, familiar)
    assert do.state.party is not None
    square, rate = int(do.rules.measures.map_square), rules_of(do).rate_per_turn(do.state)
    moved, rate = do.state.party.moved + used, max(square, rate)
    while moved >= rate and is_quiet(do.state):
        moved -= rate
        end_turn(do)
    do.emit(Marched(moved))


def sight(dungeon: DungeonChapter, state: State) -> int:
    """How far the party sees: as far as whoever of it sees farthest."""
    return max((dungeon.sight(state, creature) for creature in state.marchers()), default=0)


def is_in_the_dark(rules: Ruleset, state: State) -> bool:
    """Whether the party is underground and nobody of it sees anything."""
    return rules.dungeon is not None and is_on(state) and not sight(rules.dungeon, state)


def look(do: Resolution) -> None:
    """What the party sees from where it stands goes onto its map."""
    assert do.state.party is not None
    dungeon, at, area = survey.here(do.state)
    squares = int(sight(rules_of(do), do.state) // do.rules.measures.map_square)
    before = do.state.party.seen_mask(at.level)
    after = before | survey.seen_from(dungeon, area, [at.square], squares)
    if after != before:
        do.emit(SquaresSeen(at.level, f"{after:x}"))


def go(do: Resolution, way: str) -> None:
    """Walk to a way out and through it."""
    dungeon, at, area = survey.here(do.state)
    if way in dungeon.stairs:
        near, far = survey.end_of(dungeon.stairs[way], area.id), survey.other_end(dungeon.stairs[way], area.id)
        square = near.square
    else:
        door = dungeon.doors[way]
        square, beyond = door.side(area.id), door.beyond(area.id)
        far = Spot(at.level, door.side(beyond), beyond)
    went_on = march(do, square)
    if went_on and is_quiet(do.state) and survey.here(do.state)[1] == Spot(at.level, square, area.id):
        familiar = survey.is_familiar(do.state, far)
        do.emit(PartyWent("dungeon", far, way))
        enter(do)
        _spend_movement(do, familiar)


def enter(do: Resolution) -> None:
    """The party comes into an area: it sees, it may spring a trap, and those who live there meet it."""
    look(do)
    dungeon, at, area = survey.here(do.state)
    for what in dungeon.changes.get(area.id, ()):
        do.emit(ChangeNoticed(area.id, what))
    peril = rules_of(do).peril(do.state, area.id)
    if peril:
        do.emit(PerilFelt(area.id, peril))
    _tread(do, at, is_entering=True)
    if is_quiet(do.state) and survey.here(do.state)[1] == at:
        group = next((g for g in dungeon.groups_in(area.id) if g.count > 0), None)
        if group is not None and do.rules.meetings is not None:
            do.rules.meetings.meet(do, group, None)


def _tread(do: Resolution, at: Spot, is_entering: bool = False) -> None:
    """Those who go there may set off a trap that waits on this square, or for whoever enters the area."""
    dungeon, _, _ = survey.here(do.state)
    for trap in dungeon.traps.values():
        waits = trap.area == at.area and not trap.on and trap.state in ("hidden", "found")
        trips = is_entering if trap.square is None else trap.square == at.square and trap.state == "hidden"
        if waits and trips:
            for creature in rules_of(do).who_treads(do.state):
                if rules_of(do).trap_springs(do, trap, creature):
                    spring(do, trap.id, creature.id)
                    break
        if survey.here(do.state)[1] != at:
            return


def spring(do: Resolution, trap: str, creature: str) -> None:
    assert do.state.dungeon is not None
    sprung = replace(do.state.dungeon.traps[trap], state="sprung")
    do.emit(TrapChanged(sprung, "sprung"))
    rules_of(do).spring(do, sprung, do.state.creatures[creature])
    end_if_nobody_stands(do)


def search(do: Resolution, square: Square) -> None:
    """Everybody searches one square; what anybody finds there is found."""
    if not is_quiet(do.state):
        return
    before = len(do.events)
    found = {sort for c in do.state.marchers() for sort in rules_of(do).search(do, c, square)}
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


def take(do: Resolution, id: str, kind: str = "", to: str = "") -> None:
    """Lay hands on a hoard: a trap on it may spring; then it is handed round, or to one who is named, and the rest
    stays. Of a `kind` only that is taken.
    """
    dungeon = do.state.dungeon
    assert dungeon is not None
    for trap in dungeon.traps.values():
        if trap.on == id and trap.state in ("hidden", "found"):
            hand = do.state.marchers()[0]
            if rules_of(do).trap_springs(do, trap, hand):
                spring(do, trap.id, hand.id)
    if not is_quiet(do.state):
        return
    hoard = do.state.dungeon.hoards[id] if do.state.dungeon else dungeon.hoards[id]
    left = hoard.items
    wanted = tuple(item for item in hoard.items if not kind or seems(item) == kind)
    party = do.state.party
    assert party is not None
    bearers = replace(do.state, party=replace(party, members=(to,))) if to else do.state
    for bearer, item in rules_of(do).share_items(bearers, wanted):
        left = less(left, item)
        carrying.receive(do, bearer, item, "took")
    is_left = any(not kind or seems(item) == kind for item in left)
    do.emit(HoardChanged(replace(hoard, items=left), TAKEN_IN_PART if is_left and left != hoard.items else TAKEN))


def leave(do: Resolution, id: str = "") -> None:
    """Homewards by a route; the journey goes on by itself."""
    for light in do.state.lights:
        do.emit(LightWentOut(light.id, light.bearer, light.name, "doused"))
    places.leave(do, id)
