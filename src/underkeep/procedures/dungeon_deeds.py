"""What a party may do underground in any game: go, walk, search, rest, tend lights, handle what it finds, leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import carrying, doors, dressings, exploration, lore, survey
from underkeep.procedures.chapter import DUNGEON, Chapter, Deed
from underkeep.procedures.delve_actions import (
    Disarm,
    Douse,
    DrawWater,
    Go,
    InspectHoard,
    LeaveDungeon,
    LightUp,
    NoteOnMap,
    Rest,
    Search,
    TakeHoard,
    Use,
    Walk,
)
from underkeep.procedures.options import Moves
from underkeep.procedures.questions import DungeonChapter, LightKind
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Hoard, WaterDrawn
from underkeep.world.gear import ItemsChanged, seems
from underkeep.world.grid import Square
from underkeep.world.journey import routes
from underkeep.world.knowledge import Recalled
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.party import MapNoted, PartyWent
from underkeep.world.region import route_named, ways_on
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import State

MOST_NOTED = 200
HERE = (DUNGEON,)
_UNSEEN = "The party does not see that square in this area."


def chapter(dungeon: DungeonChapter) -> Chapter:
    """The deeds of any dungeon, as this game answers for them."""
    squares = partial(_to_search, dungeon)
    return Chapter(
        (
            Deed(Go, HERE, _go, _ways, _why_not_go, asks=partial(_into_peril, dungeon)),
            *doors.deeds(),
            Deed(
                LightUp, HERE, partial(_light, dungeon), partial(_lightable, dungeon), partial(_why_not_light, dungeon)
            ),
            Deed(Douse, HERE, _douse, lambda state: [Douse(light.id) for light in state.lights], asks=_darkens),
            Deed(TakeHoard, HERE, _take, _hoards, _why_not_take, free=True, in_vain=partial(_why_not_carry, dungeon)),
            Deed(InspectHoard, HERE, partial(_inspect, dungeon), _inspections),
            Deed(Disarm, HERE, partial(_disarm, dungeon), _disarmings),
            Deed(Use, HERE, partial(_use, dungeon), _uses, asks=partial(_risk, dungeon)),
            Deed(DrawWater, HERE, partial(_draw_water, dungeon), partial(_waters, dungeon)),
            Deed(LeaveDungeon, HERE, _leave, _exits, _why_not_leave, asks=_goes_home),
            Deed(Rest, HERE, _rest, lambda _: (Rest(),), asks=partial(_rests_in_peril, dungeon)),
            Deed(Walk, HERE, _walk, squares=_to_walk, probe=_stay, refusal=_UNSEEN),
            Deed(Search, HERE, _search, squares=squares, refusal=_UNSEEN),
            Deed(NoteOnMap, HERE, _note, why_not=_why_not_note, free=True),
            *dressings.deeds(),
        ),
        reactions={
            PartyWent: dressings.arrived,
            LightLit: dressings.lit,
            Recalled: lore.recalled,
            RumourHeard: lore.heard,
        },
    )


# Moving


def _ways(state: State) -> list[Action]:
    passable = [door.id for door in survey.known_doors(state) if door.is_passable]
    return [Go(way) for way in (*passable, *(stairs.id for stairs in survey.known_stairs(state)))]


def _why_not_go(state: State, action: Go) -> Refusal | None:
    door = next((d for d in survey.known_doors(state) if d.id == action.way), None)
    return Refusal("That door is shut.") if door is not None and not door.is_passable else None


def _into_peril(dungeon: DungeonChapter, state: State, action: Go) -> str:
    return dreaded(dungeon, state, [_beyond(state, action.way)])


def dreaded(dungeon: DungeonChapter, state: State, areas: Sequence[str]) -> str:
    """What the party is warned of before it goes through areas: what it felt there when it was in them."""
    assert state.dungeon is not None and state.party is not None
    for area in areas:
        if area in state.party.visited and (peril := dungeon.peril(state, area)):
            name = state.dungeon.areas[area].name
            return f"{peril[:1].upper()}{peril[1:]} is {f'in the {name}' if name else 'there'}: it may hurt or kill."
    return ""


def _beyond(state: State, way: str) -> str:
    dungeon, _, area = survey.here(state)
    if way in dungeon.stairs:
        return survey.other_end(dungeon.stairs[way], area.id).area
    return dungeon.doors[way].beyond(area.id) if way in dungeon.doors else ""


def _rests_in_peril(dungeon: DungeonChapter, state: State, action: Rest) -> str:
    """To rest where one is harmed is asked about; at the entrance one rests outside."""
    place, _, area = survey.here(state)
    return "" if place.entrance.area == area.id else dreaded(dungeon, state, [area.id])


def _go(do: Resolution, action: Go) -> None:
    exploration.go(do, action.way)


def _floor(state: State) -> int:
    """The squares of the area that are on the party's map."""
    assert state.party is not None
    dungeon, at, area = survey.here(state)
    return survey.floor_of(dungeon, area) & state.party.seen_mask(at.level)


def _to_walk(state: State) -> Moves:
    dungeon, at, _ = survey.here(state)
    grid = dungeon.level(at.level).grid
    return Moves(_make_walk, "", grid, _floor(state) & ~grid.bit(at.square))


def _stay(state: State) -> Action:
    return Walk(survey.here(state)[1].square)


def _make_walk(_: str, square: Square) -> Action:
    return Walk(square)


def _walk(do: Resolution, action: Walk) -> None:
    exploration.march(do, action.to)


def _exits(state: State) -> list[Action]:
    dungeon, _, area = survey.here(state)
    if dungeon.entrance.area != area.id:
        return []
    return [LeaveDungeon(), *(LeaveDungeon(r.id) for r in (*routes(state)[1:], *(w.route for w in ways_on(state))))]


def _why_not_leave(state: State, action: LeaveDungeon) -> Refusal | None:
    return None if route_named(state, action.route) else Refusal(f"No route is called {action.route[:60]}.")


def _leave(do: Resolution, action: LeaveDungeon) -> None:
    exploration.leave(do, action.route)


def _goes_home(state: State, action: LeaveDungeon) -> str:
    return "The party leaves the dungeon and goes home."


def _darkens(state: State, action: Douse) -> str:
    """To put out the last light is asked about; to put out another is not."""
    return "That is the last light: it will be dark." if len(state.lights) < 2 else ""


def _rest(do: Resolution, action: Rest) -> None:
    """A turn without doing anything; the time goes by as for any deed."""


# Searching and notes


def _to_search(dungeon: DungeonChapter, state: State) -> Moves:
    place, at, _ = survey.here(state)
    return Moves(_make_search, "", place.level(at.level).grid, dungeon.searchable(state, _floor(state)), "square")


def _make_search(_: str, square: Square) -> Action:
    return Search(square)


def _search(do: Resolution, action: Search) -> None:
    exploration.march(do, action.square)
    dressings.search(do, action.square)
    exploration.search(do, action.square)


def _why_not_note(state: State, action: NoteOnMap) -> Refusal | None:
    return None if len(action.text) <= MOST_NOTED else Refusal(f"At most {MOST_NOTED} characters, please.")


def _note(do: Resolution, action: NoteOnMap) -> None:
    do.emit(MapNoted(survey.here(do.state)[1], action.text))


# Light


def _lightable(dungeon: DungeonChapter, state: State) -> list[Action]:
    kinds = dungeon.light_kinds()
    return [
        LightUp(m.id, kind)
        for m in state.marchers()
        for kind in dict.fromkeys(i.kind for i in m.items)
        if kind in kinds and not _burns_already(kinds[kind], state, m, kind)
    ]


def _burns_already(light: LightKind, state: State, creature: Creature, kind: str) -> bool:
    """Whether all that somebody has of what is filled and lit burns by now; of what burns itself there may be more."""
    if light.fuel == kind:
        return False
    lit = sum(x.bearer == creature.id and x.kind == kind for x in state.lights)
    return lit >= sum(item.count for item in creature.items if item.kind == kind)


def _why_not_light(dungeon: DungeonChapter, state: State, action: LightUp) -> Refusal | None:
    who, kind = state.creatures[action.actor], dungeon.light_kinds().get(action.item)
    if kind is None or not carrying.has(who, action.item) or not _burns_already(kind, state, who, action.item):
        return None
    return Refusal(f"{who.name}'s {action.item.replace('-', ' ')} burns already; to fill it anew, put it out first.")


def _light(dungeon: DungeonChapter, do: Resolution, action: LightUp) -> None:
    kind = dungeon.light_kinds()[action.item]
    bearer = do.state.creatures[action.actor]
    dungeon.kindle(do, bearer, action.item)
    if kind.fuel and not carrying.has(do.state.creatures[action.actor], kind.fuel):
        return  # The time it took was too long for the bearer.
    name = next(i.name for i in bearer.items if i.kind == action.item)
    if kind.fuel:
        carrying.use_up(do, action.actor, kind.fuel, "lit")
    until = do.state.now + kind.seconds if kind.seconds else None
    do.emit(LightLit(Light(do.state.new_light(), action.actor, action.item, name, kind.radius, until)))


def _douse(do: Resolution, action: Douse) -> None:
    light = next(x for x in do.state.lights if x.id == action.light)
    do.emit(LightWentOut(light.id, light.bearer, light.name, "doused"))


# Things found


def _hoards(state: State) -> list[Action]:
    return [TakeHoard(hoard.id) for hoard in survey.known_hoards(state)]


def _why_not_take(state: State, action: TakeHoard) -> Refusal | None:
    hoard = next((h for h in survey.known_hoards(state) if h.id == action.hoard), None)
    if hoard is None:
        return Refusal("That cannot be done here.")
    if hoard.bar:
        return Refusal(f"It is {hoard.bar}.")
    if action.item and (hoard.barrier is not None or not any(seems(i) == action.item for i in hoard.items)):
        return Refusal("Nothing of the kind is seen there.")
    if action.to and action.to not in [c.id for c in state.marchers()]:
        return Refusal("Nobody of that name is there to take it.")
    return None


def _why_not_carry(dungeon: DungeonChapter, state: State, action: TakeHoard) -> Refusal | None:
    """Who is named can carry nothing of it."""
    hoard = state.dungeon.hoards.get(action.hoard) if state.dungeon is not None else None
    if hoard is None or not action.to or hoard.barrier is not None or _for_one(dungeon, state, hoard, action):
        return None
    return Refusal(f"{state.creatures[action.to].name} cannot carry any of it.")


def _for_one(dungeon: DungeonChapter, state: State, hoard: Hoard, action: TakeHoard) -> bool:
    """Whether the one who is named can carry anything of what is to be taken."""
    assert state.party is not None
    wanted = tuple(item for item in hoard.items if not action.item or seems(item) == action.item)
    alone = replace(state, party=replace(state.party, members=(action.to,)))
    return bool(dungeon.share_items(alone, wanted))


def _take(do: Resolution, action: TakeHoard) -> None:
    exploration.take(do, action.hoard, action.item, action.to)


def _inspections(state: State) -> list[Action]:
    return [InspectHoard(m.id, hoard.id) for hoard in survey.known_hoards(state) for m in state.marchers()]


def _inspect(dungeon: DungeonChapter, do: Resolution, action: InspectHoard) -> None:
    assert do.state.dungeon is not None
    dungeon.inspect(do, do.state.creatures[action.actor], do.state.dungeon.hoards[action.hoard])


def _disarmings(state: State) -> list[Action]:
    dungeon, _, area = survey.here(state)
    found = [trap for trap in dungeon.traps.values() if trap.area == area.id and trap.state == "found"]
    return [Disarm(m.id, trap.id) for trap in found for m in state.marchers()]


def _disarm(dungeon: DungeonChapter, do: Resolution, action: Disarm) -> None:
    assert do.state.dungeon is not None
    dungeon.disarm(do, do.state.creatures[action.actor], do.state.dungeon.traps[action.trap])


def _uses(state: State) -> list[Action]:
    return [Use(m.id, feature.id) for feature in survey.known_features(state) for m in state.marchers()]


def _waters(dungeon: DungeonChapter, state: State) -> list[Action]:
    return [DrawWater(feature.id) for feature in survey.known_features(state) if dungeon.is_water(feature)]


def _draw_water(dungeon: DungeonChapter, do: Resolution, action: DrawWater) -> None:
    before = len(do.events)
    dungeon.drink(do)
    filled = any(isinstance(event, ItemsChanged) for event in do.events[before:])
    do.emit(WaterDrawn(action.feature, "filled" if filled else "drank"))


def _risk(dungeon: DungeonChapter, state: State, action: Use) -> str:
    feature = state.dungeon.features.get(action.feature) if state.dungeon is not None else None
    return dungeon.risk(state, feature) if feature is not None else ""


def _use(dungeon: DungeonChapter, do: Resolution, action: Use) -> None:
    assert do.state.dungeon is not None
    dungeon.use(do, do.state.creatures[action.actor], do.state.dungeon.features[action.feature])
