"""Stocking a dungeon: what each numbered area holds, by hand first and then by the table."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import dressings
from underkeep.procedures.purposes import by_fate
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.encounters import guards, modules, wandering_monsters
from underkeep.systems.ose.equipment import hoards, treasure, treasure_settings
from underkeep.systems.ose.equipment.treasure_settings import Placing
from underkeep.systems.ose.exploration import drawn_maps, room_hazards, scenarios, special_rooms
from underkeep.systems.ose.monsters.listings import Monster, monsters
from underkeep.systems.ose.referee import maps
from underkeep.world.dungeon import Area, Dungeon, Group, Hoard, Trap
from underkeep.world.gear import Item

CONTENTS = ("empty", "monster", "special", "trap")
NO_UNGUARDED_FROM = 9
PATROL_FROM = 8
ROOM_TRAPS = ("falling-block", "gas", "mist", "pit", "scything-blade", "slide")
TREASURE_TRAPS = ("darts", "flash-of-light", "hidden-monster", "illusion", "spray", "sprung-needle")
ROLL = "roll"
_WHOLE_ROOM = ("gas", "mist")
_LOOKS = {"gas": "vapour", "mist": "vapour", "illusion": "nest", "hidden-monster": "nest"}
"""What some kinds are taken for before they are known."""
_PER_SQUARE = {"small": 2.0, "human": 1.0, "large": 0.5, "huge": 0.25}
_MONSTERS = "ose:dungeon-design.room.monsters"
_UNGUARDED = "ose:dungeon-design.unguarded"
_SPECIAL = "ose:dungeon-design.special.pick"
_SCALE = "ose:dungeon-design.map.scale"
_TRAPS = "ose:traps.examples.pick"
_MAP = ("dungeon-design.map.shape", "dungeon-design.map.numbering", "dungeon-design.levels")
_BY_CHANCE, _ALWAYS, _NEVER = "3-in-6", "always", "never"
_TABLE, _LIST = "level's table", "dungeon's list"


@executes("ose:dungeon-design.stock.contents", "ose:dungeon-design.stock.details", "ose:dungeon-design.map.numbering")
class RoomRecord(Struct, frozen=True):
    """All that is noted for one numbered area."""

    number: int
    name: str
    monsters: tuple[str, ...]
    patrols: tuple[str, ...]
    traps: tuple[str, ...]
    specials: tuple[str, ...]
    treasure: tuple[str, ...]
    details: str


@executes(
    "ose:dungeon-design.steps",
    "ose:dungeon-design.stock.order",
    "ose:dungeon-design.scenario",
    "ose:referee.preparation",
)
def stock(do: Resolution, dungeon: Dungeon) -> Dungeon:
    """The scenario, then the four steps: the setting and the map are drawn already. The story's chief monsters get
    their lair before the other rooms are rolled; what somebody placed by hand stays as it is.
    """
    notes = {} if scenarios.SCENARIO in dungeon.notes else scenarios.choose_scenario(do)
    _step(
        do, "scenario", {**dungeon.notes, **notes}[scenarios.SCENARIO], "dungeon-design.scenario", "referee.preparation"
    )
    notes |= treasure_settings.settle(do) | _settle(do) | modules.settle(do)
    dungeon = replace(dungeon, notes={**dungeon.notes, **notes})
    _step(do, "setting", dungeon.setting)
    books = modules.told(modules.in_use(dungeon.notes))
    do.emit(modules.ModulesUsed(books, rule=("ose:referee.modules.kinds", modules.COMBINE, modules.CUSTOM)))
    how = treasure_settings.read(do.state, dungeon.notes)
    lists = scenarios.choose_monsters(dungeon, how.levels_deeper)
    dungeon = replace(dungeon, notes={**dungeon.notes, **lists})
    chief = "; ".join(scenarios.monster_list(dungeon, level.number)[0] for level in dungeon.levels)
    _step(do, "monsters", chief, "dungeon-design.monsters", "dungeon-design.hd-by-level", "monster.number.zero-first")
    dungeon = maps.at_scale(dungeon, int(dungeon.notes[_SCALE]))
    for fault in maps.faults(dungeon):
        do.emit(RefereeAdvised("the map", fault, rule=("ose:dungeon-design.map.shape",)))
    _step(do, "map", f"{len(dungeon.areas)} areas on {len(dungeon.levels)} levels", *_MAP)
    by_hand = _placed_by_hand(dungeon)
    dungeon = room_hazards.place_all(do, _stock_rooms(do, dungeon, how), by_hand)
    told = f"{len(dungeon.groups)} groups, {len(dungeon.hoards)} treasures, {len(dungeon.traps)} traps"
    _step(do, "stock", told, "dungeon-design.stock.order", "dungeon-design.room.roll", *_stocked_by(dungeon))
    return dungeon


def _step(do: Resolution, step: str, what: str, *rule: str) -> None:
    told = ("ose:dungeon-design.steps", *(f"ose:{id}" for id in rule))
    do.emit(maps.DesignStepTaken(step, what, rule=told))


def _stocked_by(dungeon: Dungeon) -> Iterator[str]:
    """The rules that had a part in stocking, by what there is."""
    if any(group.lair for group in dungeon.groups.values()):
        yield from ("dungeon-design.stock.contents", "monster.number.dungeon-lair", "monster.number.two-values")
    if not all(group.lair for group in dungeon.groups.values()):
        yield "monster.number.usage"
    if any(group.wants == guards.GUARD for group in dungeon.groups.values()):
        yield "referee.monsters.guards"
    if any(hoard.group for hoard in dungeon.hoards.values()):
        yield "dungeon-design.room.treasure"
    if dungeon.traps:
        yield "dungeon-design.room.traps"
    kinds = [g.kind for g in dungeon.groups.values() if not g.lair and _has_hoard(dungeon, g.id)]
    if any(not wandering_monsters.has_lair(monsters()[kind]) for kind in kinds):
        yield "monster.number.zero-second"


def _has_hoard(dungeon: Dungeon, group: str) -> bool:
    return any(hoard.group == group for hoard in dungeon.hoards.values())


@executes(
    "ose:dungeon-design.room.monsters",
    "ose:dungeon-design.unguarded",
    "ose:dungeon-design.special.pick",
    "ose:traps.examples.pick",
    "ose:dungeon-design.map.scale",
    "ose:referee.monsters.guards",
    "ose:referee.map.known",
)
def _settle(do: Resolution) -> dict[str, str]:
    """The referee's choices for the whole dungeon, made before the first room."""
    asked: tuple[tuple[str, tuple[str, ...], str], ...] = (
        (_MONSTERS, (_TABLE, _LIST), _TABLE),
        (_UNGUARDED, ("as rolled", "none"), "as rolled"),
        (_SPECIAL, (ROLL, *special_rooms.specials()), ROLL),
        (_TRAPS, (ROLL, *ROOM_TRAPS, *TREASURE_TRAPS), ROLL),
        (_SCALE, maps.SCALES, maps.SCALES[0]),
        (guards.GUARDS, (_BY_CHANCE, _ALWAYS, _NEVER), _BY_CHANCE),
        (drawn_maps.KNOWN, drawn_maps.KNOWN_PARTS, drawn_maps.ENTRANCE),
    )
    return {rule: do.foretold(rule, choices, default) for rule, choices, default in asked}


@executes("ose:dungeon-design.stock.order")
def _stock_rooms(do: Resolution, dungeon: Dungeon, how: Placing) -> Dungeon:
    """The chief lair first, then the other rooms by the dice."""
    rooms = [a for a in dungeon.areas.values() if a.number and a.id != dungeon.entrance.area]
    free = [area for area in rooms if area.id not in _placed_by_hand(dungeon)]
    chief = max(free, key=lambda area: (area.level, area.number), default=None)
    if chief is not None and len(free) > 1:
        kinds = scenarios.monster_list(dungeon, chief.level)
        kind = next((k for k in kinds if wandering_monsters.has_lair(monsters()[k])), kinds[0])
        dungeon = _settle_lair(do, dungeon, chief, kind, how)
        free.remove(chief)
    for area in free:
        dungeon = stock_room(do, dungeon, area, how)
    return dungeon


def _placed_by_hand(dungeon: Dungeon) -> set[str]:
    things = (dungeon.groups, dungeon.hoards, dungeon.traps, dungeon.features)
    return {thing.area for kind in things for thing in kind.values()}


@executes("ose:dungeon-design.room.roll", "ose:dungeon-design.unguarded")
def stock_room(do: Resolution, dungeon: Dungeon, area: Area, how: Placing) -> Dungeon:
    """1d6 for the contents, then the chance of treasure with it. Default: no unguarded treasure from the 9th level
    down.
    """
    face = do.dice.roll(1, 6, f"contents of {area.id}")[0]
    rows = compendium.tables()["room-contents"].rows
    sort, chance = next((c, in_6) for c, (low, high, in_6) in zip(CONTENTS, rows, strict=True) if low <= face <= high)
    if sort == "empty" and (area.level >= NO_UNGUARDED_FROM or dungeon.notes.get(_UNGUARDED) == "none"):
        chance = 0
    has_treasure = chance > 0 and do.dice.roll(1, 6, f"treasure in {area.id}")[0] <= chance
    if sort == "monster":
        return _stock_monsters(do, dungeon, area, has_treasure, how)
    if sort == "special":
        return _stock_special(do, dungeon, area)
    items = treasure.roll_depth(do, area.level + how.as_deep, area.id, how) if has_treasure else ()
    if items:
        dungeon = _with_hoard(dungeon, Hoard(do.state.opaque("hoard", area.id), area.id, items))
    return _stock_trap(do, dungeon, area, bool(items)) if sort == "trap" else dungeon


@executes("ose:dungeon-design.room.monsters", "ose:dungeon-design.room.treasure", "ose:monster.number.usage")
def _stock_monsters(do: Resolution, dungeon: Dungeon, area: Area, has_treasure: bool, how: Placing) -> Dungeon:
    """By the level's table, or by hand from the dungeon's list. With treasure it is their lair, and they are as many as
    live in one, as far as the room holds them.
    """
    if dungeon.notes.get(_MONSTERS) == _LIST:
        kind = do.pick(scenarios.monster_list(dungeon, area.level), f"monsters of {area.id}")
        met = wandering_monsters.Met(kind, monsters()[kind].number.dungeon)
    else:
        met = wandering_monsters.roll_kind(do, area.level + how.levels_deeper)
    if has_treasure and wandering_monsters.has_lair(monsters()[met.kind]):
        return _settle_lair(do, dungeon, area, met.kind, how)
    count = min(_room_for(area, monsters()[met.kind]), wandering_monsters.number_met(do, met, area.level, how))
    group = Group(do.state.opaque("group", area.id), area.id, met.kind, count, treasure=monsters()[met.kind].treasure)
    return (
        _with_hoard(_with_group(dungeon, group), guarded_hoard(do, group, how))
        if has_treasure
        else _with_group(dungeon, group)
    )


@executes("ose:monster.number.dungeon-lair", "ose:treasure.hoards", "ose:dungeon-design.stock.contents")
def _settle_lair(do: Resolution, dungeon: Dungeon, area: Area, kind: str, how: Placing) -> Dungeon:
    """A lair with its hoard, hidden, and those of it who stand guard outside."""
    listing = monsters()[kind]
    count = wandering_monsters.number_in_lair(do, kind, how) if wandering_monsters.has_lair(listing) else 1
    count = min(_room_for(area, listing), count)
    group = Group(do.state.opaque("group", area.id), area.id, kind, count, lair=True, treasure=listing.treasure)
    hoard = guarded_hoard(do, group, how)
    post = _post(dungeon, area)
    many = _on_guard(do, dungeon, group) if post else 0
    if many:
        id = do.state.opaque("group", post)
        dungeon = _with_group(dungeon, replace(group, id=id, area=post, count=many, lair=False, wants=guards.GUARD))
        group = replace(group, count=count - many)
    return _with_hoard(_with_group(dungeon, group), hoard)


@executes("ose:referee.monsters.guards")
def _on_guard(do: Resolution, dungeon: Dungeon, lair: Group) -> int:
    """How many of a lair stand guard: of those who can think a quarter, but somebody stays at home. Default: eight or
    more post guards, fewer 3-in-6, by the dungeon's fate.
    """
    how = dungeon.notes.get(guards.GUARDS, _BY_CHANCE)
    if monsters()[lair.kind].mind != "intelligent" or lair.count < 2 or how == _NEVER:
        return 0
    posts = lair.count >= PATROL_FROM or how == _ALWAYS
    posts = posts or by_fate(do.state, "guards", lair.id, ("posted", "none")) == "posted"
    return max(1, lair.count // 4) if posts else 0


def _post(dungeon: Dungeon, area: Area) -> str:
    """A passage outside, where nobody stands yet and the party does not come in."""
    taken = {dungeon.entrance.area, *(group.area for group in dungeon.groups.values())}
    near = [dungeon.areas[door.beyond(area.id)] for door in dungeon.doors_of(area.id)]
    return next((a.id for a in near if not a.number and a.id not in taken), "")


def _room_for(area: Area, listing: Monster) -> int:
    """How many of a size can live in an area: of man size one on each 10-foot square."""
    return max(1, int(len(area.squares) * _PER_SQUARE[listing.size]))


@executes("ose:treasure.hoards", "ose:dungeon-design.room.treasure")
def guarded_hoard(do: Resolution, group: Group, how: Placing) -> Hoard:
    """A hoard is hidden; what lies by the victims of the mindless is not."""
    items: tuple[Item, ...] = hoards.lair_hoard(do, group, how)
    return Hoard(do.state.opaque("hoard", group.area), group.area, items, hidden=group.lair, group=group.id)


@executes("ose:dungeon-design.special.pick", "ose:dungeon-design.room.specials")
def _stock_special(do: Resolution, dungeon: Dungeon, area: Area) -> Dungeon:
    """Puts a special into a room, and its text into the referee's notes."""
    every = tuple(special_rooms.specials())
    kind = dungeon.notes.get(_SPECIAL, ROLL)
    if kind == ROLL:
        kind = every[do.dice.roll(1, len(every), f"special of {area.id}")[0] - 1]
    feature, stairs = special_rooms.place(do, dungeon, area.id, kind)
    more = {**dungeon.stairs, stairs.id: stairs} if stairs is not None else dungeon.stairs
    notes = {**dungeon.notes, feature.id: special_rooms.specials()[kind].text}
    return replace(dungeon, features={**dungeon.features, feature.id: feature}, stairs=more, notes=notes)


@executes("ose:dungeon-design.room.traps", "ose:traps.examples.pick")
def _stock_trap(do: Resolution, dungeon: Dungeon, area: Area, on_treasure: bool) -> Dungeon:
    """With treasure it is set on it, otherwise on the room or on one square of it."""
    every = TREASURE_TRAPS if on_treasure else ROOM_TRAPS
    kind = dungeon.notes.get(_TRAPS, ROLL)
    if kind not in every:
        kind = every[do.dice.roll(1, len(every), f"trap of {area.id}")[0] - 1]
    id, looks = do.state.opaque("trap", area.id), _LOOKS.get(kind, "")
    if on_treasure:
        trap = Trap(id, area.id, kind, on=do.state.opaque("hoard", area.id), looks=looks)
    else:
        square = None if kind in _WHOLE_ROOM else do.pick(area.squares, "where the trap is")
        trap = Trap(id, area.id, kind, square=square, looks=looks)
    return replace(dungeon, traps={**dungeon.traps, id: trap})


def _with_group(dungeon: Dungeon, group: Group) -> Dungeon:
    return replace(dungeon, groups={**dungeon.groups, group.id: group})


def _with_hoard(dungeon: Dungeon, hoard: Hoard) -> Dungeon:
    return replace(dungeon, hoards={**dungeon.hoards, hoard.id: hoard}) if hoard.items else dungeon


@executes("ose:dungeon-design.stock.contents", "ose:dungeon-design.map.numbering")
def room_record(dungeon: Dungeon, area: Area) -> RoomRecord:
    """All that the key has on a room."""
    near = {door.beyond(area.id) for door in dungeon.doors_of(area.id)}
    mine = [g for g in dungeon.groups_in(area.id) if g.count]
    outside = [id for id in near if not dungeon.areas[id].number]
    patrols = [g for g in dungeon.groups.values() if g.area in outside and g.count]
    coins = [f"{i.count} {i.name}" for h in dungeon.hoards.values() if h.area == area.id for i in h.items]
    return RoomRecord(
        area.number,
        area.name,
        tuple(f"{g.count} {g.kind}{' (lair)' if g.lair else ''}" for g in mine),
        tuple(f"{g.count} {g.kind}{' (on guard)' if g.wants == guards.GUARD else ''}" for g in patrols),
        tuple(t.kind for t in dungeon.traps.values() if t.area == area.id),
        tuple(f.kind for f in dungeon.features.values() if f.area == area.id),
        tuple(coins),
        dressings.description(dungeon, area),
    )
