"""Treasure maps: what each leads to, where it lies, who watches over it, and how plainly the map says so."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.characters import languages
from underkeep.systems.ose.encounters import wandering_monsters
from underkeep.systems.ose.equipment import hoards, treasure, treasure_settings
from underkeep.systems.ose.equipment.light import WritingRead
from underkeep.systems.ose.magic.effects.spells_of_sense import compass
from underkeep.world.dungeon import Area, Dungeon, Group, GroupChanged, Hoard, HoardChanged
from underkeep.world.elsewhere import dungeons
from underkeep.world.gear import Item
from underkeep.world.state import State

PLAIN, INCOMPLETE, RIDDLE, OBSCURE = "plain", "incomplete", "a riddle", "an obscure tongue"
COINS, ART, JEWELS = "coins", "works of art", "jewels"
GUARDED, UNGUARDED = "a guardian", "none"
GUARDIAN_LEVELS = (5, 6)
TONGUE = "Dragon"
_INTERPRET, _FORM = "ose:magic-item.map.interpret", "ose:magic-item.map.hoard-form"
_GUARDIANS, _PREPARE = "ose:magic-item.map.guardians", "ose:magic-item.map.prepare"
_TREASURE, _USERS = "ose:magic-item.map.treasure", "ose:magic-item.map.users"


class MapTreasure(Struct, frozen=True, forbid_unknown_fields=True):
    """What a map leads to."""

    entries: tuple[treasure.Entry, ...]
    rule: str


class MapUnderstood(Note, frozen=True):
    """What somebody makes of a treasure map."""

    creature: str
    how: str
    text: str


class MapPrepared(Event, frozen=True):
    """Where a map (its id) leads: the hoard is there from now on, and the map is of this sort."""

    secret: ClassVar[bool] = True

    item: str
    hoard: str

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        return with_campaign(state, wonders=replace(wonders, maps={**wonders.maps, self.item: self.hoard}))


EVENTS: tuple[type[Event], ...] = (MapUnderstood, MapPrepared)


@cache
def kinds() -> dict[str, MapTreasure]:
    return content.load(compendium.PACKAGE, "treasure/maps", MapTreasure)


@executes("ose:magic-item.map.prepare", "ose:magic-item.map.users", "ose:magic-item.map.interpret")
def read(do: Resolution, event: WritingRead) -> None:
    """Anybody may read a map. Its treasure lies where it says, ready when the map is first unrolled. Default: in one of
    six each a part is missing, or it is a riddle, or in a tongue that few know.
    """
    item = do.state.creatures[event.creature].item(event.kind)
    if item is None or item.kind not in kinds() or do.state.dungeon is None:
        return
    hoard = prepare(do, item)
    face = do.roll(1, 6, "how plain a map is").total
    usual = {1: INCOMPLETE, 2: RIDDLE, 3: OBSCURE}.get(face, PLAIN)
    how = do.ruling(_INTERPRET, (PLAIN, INCOMPLETE, RIDDLE, OBSCURE), usual, item.id)
    text = _told(do, event.creature, hoard, how)
    do.emit(MapUnderstood(event.creature, how, text, rule=(_USERS, _INTERPRET, _PREPARE)))


@executes("ose:magic-item.map.interpret")
def _told(do: Resolution, creature: str, hoard: Hoard, how: str) -> str:
    """As much as the map says to this reader."""
    reader = do.state.creatures[creature]
    dungeon = next(made for made in dungeons(do.state) if hoard.id in made.hoards)
    area = dungeon.areas[hoard.area]
    if how == OBSCURE and not languages.can_read(do, reader, TONGUE):
        return f"the writing is {TONGUE}"
    if how == RIDDLE:
        return f"below, where {_ordinals(area.level)} darkness begins"
    if how == INCOMPLETE:
        return f"level {area.level}, {_bearing(dungeon, area)}; the rest is torn off"
    return f"area {area.number or area.id} on level {area.level}, {_bearing(dungeon, area)}"


def _ordinals(level: int) -> str:
    return ("the first", "the second", "the third", "the fourth")[min(level, 4) - 1]


def _bearing(dungeon: Dungeon, area: Area) -> str:
    """Which way it lies from where one comes to the level."""
    ends = [end for stairs in dungeon.stairs.values() for end in (stairs.up, stairs.down)]
    start = next((end.square for end in ends if end.level == area.level), None)
    squares = [a.squares[0] for a in dungeon.areas.values() if a.level == area.level]
    return f"to the {compass(start or squares[0], area.squares[0])}"


@executes("ose:magic-item.map.prepare", "ose:magic-item.map.treasure", "ose:magic-item.map.guardians")
def prepare(do: Resolution, item: Item) -> Hoard:
    """The treasure of a map, hidden in an area that nobody of the party has seen, with its guardian."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    known = campaign(do.state).wonders.maps.get(item.id)
    for made in dungeons(do.state):
        if known in made.hoards:
            return made.hoards[known]
    area = _place(do, dungeon)
    items = _contents(do, item)
    hoard = Hoard(do.state.opaque("hoard", "map", item.id), area.id, items, hidden=True)
    guard = _guardian(do, area)
    if guard is not None:
        do.emit(GroupChanged(guard, "placed", rule=(_GUARDIANS,)))
        hoard = replace(hoard, group=guard.id)
    do.emit(HoardChanged(hoard, "hidden", rule=(_PREPARE, _TREASURE), seats=(REFEREE,)))
    do.emit(MapPrepared(item.id, hoard.id, rule=(_PREPARE,)))
    return hoard


def _place(do: Resolution, dungeon: Dungeon) -> Area:
    """Somewhere new, as deep as there is."""
    seen = set(do.state.party.visited) if do.state.party is not None else set()
    fresh = [area for area in dungeon.areas.values() if area.id not in seen] or list(dungeon.areas.values())
    deepest = max(area.level for area in fresh)
    return do.pick(tuple(area for area in fresh if area.level == deepest), "where a map leads")  # type: ignore[no-any-return]


@executes("ose:magic-item.map.treasure", "ose:magic-item.map.hoard-form")
def _contents(do: Resolution, item: Item) -> tuple[Item, ...]:
    """By the sort of the map. Default: gold lies there as coins; or it is art or jewels of the same worth."""
    how = treasure_settings.read(do.state, do.state.dungeon.notes if do.state.dungeon is not None else {})
    entries = kinds()[item.kind].entries
    items, rolls = treasure.roll_entries(do, entries, how)
    gold = sum(i.count for i in items if i.kind == "gp")
    if gold:
        form = do.ruling(_FORM, (COINS, ART, JEWELS), COINS, item.id)
        rest = tuple(i for i in items if i.kind != "gp")
        items = (*rest, *_in_form(do, gold, form))
    worth = sum(map(treasure.worth_cp, items)) // money.IN_CP["gp"]
    do.emit(treasure.TreasureRolled("a map", item.kind, rolls, worth, rule=(_TREASURE,)))
    return items


@executes("ose:magic-item.map.hoard-form")
def _in_form(do: Resolution, gold: int, form: str) -> tuple[Item, ...]:
    """The same worth in another shape."""
    if form == ART:
        return hoards.placed(do, gold)
    return (treasure.jewellery(gold),) if form == JEWELS else (money.coins("gp", gold),)


@executes("ose:magic-item.map.guardians")
def _guardian(do: Resolution, area: Area) -> Group | None:
    """Default: one monster off the table of the fifth or sixth level; without one the referee is warned."""
    if do.ruling(_GUARDIANS, (GUARDED, UNGUARDED), GUARDED, area.id) == UNGUARDED:
        do.emit(RefereeAdvised("a map", "its treasure has no guardian.", rule=(_GUARDIANS,)))
        return None
    level = do.pick(GUARDIAN_LEVELS, "level of a guardian")
    met = wandering_monsters.roll_kind(do, level)
    return Group(do.state.new_group(), area.id, met.kind, 1)
