"""What a bare dungeon is filled with, room by room. The page has no tables for it; these are ours."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks import ledges
from underkeep.systems.knave.exploration import shifts, traps, treasure
from underkeep.systems.knave.magic import alchemy, potions
from underkeep.systems.knave.monsters import wandering
from underkeep.world.dungeon import Area, Dungeon, Feature, Group, Hoard, Trap

CONTENTS = ("monsters", "monsters", "trap", "feature", "empty", "empty")
TREASURE_IN_6 = {"monsters": 3, "trap": 2, "feature": 1, "empty": 1}
FEATURES = ("pool", "cask", "cold", "plants", "drop", "drop")


def stock(do: Resolution, dungeon: Dungeon) -> Dungeon:
    """Tables for the hazard die first, then every numbered area but the way in."""
    notes = {**dungeon.notes, shifts.LIST: ", ".join(shifts.OF_SETTING.get(dungeon.setting, shifts.USUAL))}
    notes[potions.ORDER] = potions.shuffled(do)
    for level in dungeon.levels:
        notes[wandering.note_key(level.number)] = wandering.make_table(do, level.number)
    dungeon = replace(dungeon, notes=notes)
    for area in dungeon.areas.values():
        if area.number and area.id != dungeon.entrance.area:
            dungeon = _stock_area(do, dungeon, area)
    return dungeon


def _stock_area(do: Resolution, dungeon: Dungeon, area: Area) -> Dungeon:
    roll = do.roll(1, 6, f"what is in {area.id}").total
    what = CONTENTS[roll - 1]
    guard = ""
    if what == "monsters":
        kind = wandering.choose(do, area.level)
        count = wandering.number(do, kind, area.level)
        awake = do.dice.roll(1, 6, f"whether they sleep in {area.id}")[0] > 1
        guard = do.state.opaque("group", area.id)
        dungeon = _with(dungeon, "groups", Group(guard, area.id, kind, count, lair=True, awake=awake))
    elif what == "trap":
        dungeon = _with(dungeon, "traps", _trap(do, area))
    elif what == "feature":
        dungeon = _feature(do, dungeon, area)
    if do.dice.roll(1, 6, f"treasure in {area.id}")[0] <= TREASURE_IN_6[what]:
        dungeon = _hoard(do, dungeon, area, guard)
    return dungeon


def _with(dungeon: Dungeon, kind: str, thing: Group | Trap | Hoard | Feature) -> Dungeon:
    return replace(dungeon, **{kind: {**getattr(dungeon, kind), thing.id: thing}})


def _trap(do: Resolution, area: Area) -> Trap:
    kind = do.pick(traps.waiting_on(area.level), f"trap in {area.id}")
    square = do.pick(area.squares, f"where the trap in {area.id} is")
    return Trap(do.state.opaque("trap", area.id), area.id, kind, square=square)


@executes("knave:magic-item.ingredients.plants")
def _feature(do: Resolution, dungeon: Dungeon, area: Area) -> Dungeon:
    """Magical plants grow nowhere but in such places. Nobody freezes right behind the entrance."""
    kind = do.pick(FEATURES, f"feature of {area.id}")
    if kind == shifts.COLD and shifts.is_near_the_entrance(dungeon, area.id):
        kind = FEATURES[0]
    if kind == "plants":
        kind = f"plant-{do.pick(tuple(alchemy.plants()), f'plant in {area.id}')}"
    elif kind == "drop":
        kind = do.pick(tuple(ledges.DEPTH_FEET), f"drop in {area.id}")
    state = survey.ALL_ABOUT if kind == shifts.COLD else ""
    return _with(dungeon, "features", Feature(do.state.opaque("feature", area.id), area.id, kind, state))


def _hoard(do: Resolution, dungeon: Dungeon, area: Area, guard: str) -> Dungeon:
    """Half of what nobody guards is hidden; one in six of the rest has a trap on it."""
    hidden = not guard and do.dice.roll(1, 2, f"whether it is hidden in {area.id}")[0] == 1
    id = do.state.opaque("hoard", area.id)
    hoard = Hoard(id, area.id, treasure.hoard(do, area.level), hidden=hidden, group=guard)
    dungeon = _with(dungeon, "hoards", hoard)
    if not hidden and do.dice.roll(1, 6, f"a trap on the treasure of {area.id}")[0] == 1:
        kind = do.pick(traps.on_treasure(), "what trap")
        dungeon = _with(dungeon, "traps", Trap(do.state.opaque("trap", hoard.id), area.id, kind, on=hoard.id))
    return dungeon
