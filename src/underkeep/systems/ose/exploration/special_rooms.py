"""Special rooms: odd and magical features, what entering a room sets off, and what handling a feature does."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import content, exploration
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.checks.damage import harm
from underkeep.world.creature import Creature, Healed
from underkeep.world.dungeon import (
    DoorChanged,
    Dungeon,
    Feature,
    FeatureChanged,
    Group,
    GroupChanged,
    Spot,
    Stairs,
)
from underkeep.world.party import PartyWent
from underkeep.world.state import State

ALARM, STATUES, BLOCK, ARCHWAY, WALLS, FOUNTAIN, PORTAL, TRAPDOOR, FACE = (
    "alarm-gong",
    "old-statues",
    "stone-block",
    "dim-archway",
    "moving-walls",
    "fountain",
    "shimmering-portal",
    "trapdoor",
    "stone-face",
)
_LIE_IN_WAIT = (ALARM, BLOCK, WALLS)
_RULE = ("ose:dungeon-design.room.specials",)
_DRAUGHT = parse("1d6")
_STATUES_ROCK_FROM_LEVEL = 5


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    roll: int
    name: str
    text: str
    rule: str


class FeatureTried(Note, frozen=True):
    """Somebody handled a feature, and this came of it."""

    creature: str
    feature: str
    outcome: str
    roll: Roll | None = None


@cache
def specials() -> dict[str, Special]:
    found = content.load(compendium.PACKAGE, "dungeon/specials", Special)
    return dict(sorted(found.items(), key=lambda entry: entry[1].roll))


@executes("ose:dungeon-design.special.pick", "ose:dungeon-design.room.specials")
def place(do: Resolution, dungeon: Dungeon, area: str, kind: str) -> tuple[Feature, Stairs | None]:
    """The feature for a room. A portal has its destination from the start; a trapdoor leads to the level below, or on
    the last level to a room that is not next door.
    """
    id = dungeon.opaque("feature", area)
    if kind == PORTAL:
        return Feature(id, area, kind, do.pick(_elsewhere(dungeon, area), "where a portal leads")), None
    if kind == TRAPDOOR:
        below = dungeon.areas[area].level + 1
        deeper = tuple(room.id for room in dungeon.rooms_on(below))
        end = do.pick(deeper or _elsewhere(dungeon, area), "where a trapdoor leads")
        stairs = Stairs(dungeon.opaque("stairs", area), _spot(do, dungeon, area), _spot(do, dungeon, end), TRAPDOOR)
        return Feature(id, area, kind), stairs
    return Feature(id, area, kind, hidden=kind in _LIE_IN_WAIT), None


def _elsewhere(dungeon: Dungeon, area: str) -> tuple[str, ...]:
    """Other rooms of the dungeon, those next door only if there is nothing else."""
    others = [a.id for a in dungeon.areas.values() if a.number and a.id != area]
    near = {door.beyond(area) for door in dungeon.doors_of(area)}
    return tuple(id for id in others if id not in near) or tuple(others) or (area,)


def _spot(do: Resolution, dungeon: Dungeon, area: str) -> Spot:
    return Spot(dungeon.areas[area].level, do.pick(dungeon.areas[area].squares, "where"), area)


@executes("ose:dungeon-design.room.specials")
def entered(do: Resolution, way: str) -> None:
    """Alarms, falling blocks and moving walls go off when the room is entered."""
    dungeon, party = do.state.dungeon, do.state.party
    assert dungeon is not None and party is not None and party.at is not None
    for feature in list(dungeon.features.values()):
        if feature.area == party.at.area and not feature.state:
            if feature.kind == ALARM:
                _sound_alarm(do, feature)
            elif feature.kind == BLOCK:
                _drop_block(do, feature, way)
            elif feature.kind == WALLS:
                _shut_doors(do, feature)


def _becomes(do: Resolution, feature: Feature, state: str) -> None:
    do.emit(FeatureChanged(replace(feature, state=state, hidden=False), state, rule=_RULE))


def _sound_alarm(do: Resolution, feature: Feature) -> None:
    """The nearest guardians come to where the alarm is."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    _becomes(do, feature, "rung")
    near = [door.beyond(feature.area) for door in dungeon.doors_of(feature.area)]
    beyond = [door.beyond(area) for area in near for door in dungeon.doors_of(area)]
    for area in dict.fromkeys((*near, *beyond)):
        for group in dungeon.groups_in(area):
            if group.count > 0 and area != feature.area:
                do.emit(GroupChanged(replace(group, area=feature.area, awake=True), "came to the alarm", rule=_RULE))
                return


def _drop_block(do: Resolution, feature: Feature, way: str) -> None:
    dungeon = do.state.dungeon
    assert dungeon is not None
    door = dungeon.doors.get(way)
    if door is None:
        return
    _becomes(do, feature, "fallen")
    kind = "portcullis" if door.kind == "opening" else door.kind
    shut = replace(door, kind=kind, is_open=False, fast="stuck", tried=True, wedged=False)
    do.emit(DoorChanged(shut, "blocked", rule=_RULE))


def _shut_doors(do: Resolution, feature: Feature) -> None:
    dungeon = do.state.dungeon
    assert dungeon is not None
    _becomes(do, feature, "turned")
    for door in dungeon.doors_of(feature.area):
        if door.kind != "opening" and door.found and not door.wedged:
            do.emit(DoorChanged(replace(door, is_open=False, fast="stuck", tried=True), "shut fast", rule=_RULE))


def why_not(state: State, feature: Feature) -> Refusal | None:
    """What has been tried, or goes off by itself, is not tried again."""
    if feature.kind in (PORTAL, TRAPDOOR) or (not feature.state and feature.kind in _USES):
        return None
    return Refusal("There is nothing more to be done with it.", _RULE[0])


@executes("ose:dungeon-design.room.specials")
def use(do: Resolution, creature: Creature, feature: Feature) -> None:
    if feature.kind == PORTAL:
        _step_through(do, creature, feature)
    elif feature.kind == TRAPDOOR:
        do.emit(FeatureTried(creature.id, feature.id, "It leads down.", rule=_RULE))
    else:
        _USES[feature.kind](do, creature, feature)


def _step_through(do: Resolution, creature: Creature, feature: Feature) -> None:
    dungeon, delving = do.state.dungeon, do.rules.delving
    assert dungeon is not None and delving is not None
    do.emit(FeatureTried(creature.id, feature.id, "The party is elsewhere.", rule=_RULE))
    do.emit(PartyWent("dungeon", _spot(do, dungeon, feature.state), "portal", rule=_RULE))
    exploration.enter(do, delving)


def _disturb(do: Resolution, creature: Creature, feature: Feature) -> None:
    """The statues come alive: one of crystal, or deeper down of rock."""
    dungeon, delving = do.state.dungeon, do.rules.delving
    assert dungeon is not None and delving is not None
    _becomes(do, feature, "alive")
    deep = dungeon.areas[feature.area].level >= _STATUES_ROCK_FROM_LEVEL
    kind = "rock-living-statue" if deep else "crystal-living-statue"
    group = Group(dungeon.new_id("group", dungeon.groups), feature.area, kind, 1, attitude="hostile")
    do.emit(GroupChanged(group, "came alive", rule=_RULE))
    delving.meet(do, group, 10)


def _touch(do: Resolution, creature: Creature, feature: Feature) -> None:
    do.emit(FeatureTried(creature.id, feature.id, "The hand meets no stone: it is an illusion.", rule=_RULE))
    _becomes(do, feature, "seen through")


def _drink(do: Resolution, creature: Creature, feature: Feature) -> None:
    """1d6: a draught heals on 1-2, hurts on 5-6. Then the water is only water."""
    roll = do.roll(1, 6, "strange waters")
    outcome = "It heals." if roll.total <= 2 else "It hurts." if roll.total >= 5 else "Nothing happens."
    do.emit(FeatureTried(creature.id, feature.id, outcome, roll, rule=_RULE))
    _becomes(do, feature, "spent")
    if roll.total <= 2:
        amount = do.roll_total(_DRAUGHT, "strange waters heal").total
        amount = min(amount, creature.max_hp - creature.hp)
        do.emit(Healed(creature.id, amount, creature.hp + amount, rule=_RULE))
    elif roll.total >= 5:
        harm(do, creature.id, do.roll_total(_DRAUGHT, "strange waters hurt").total, feature.id, "magic")


def _ask(do: Resolution, creature: Creature, feature: Feature) -> None:
    """The voice tells of a treasure on its level, or of who lives there."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    level = dungeon.areas[feature.area].level
    _becomes(do, feature, "spoken")
    for hoard in dungeon.hoards.values():
        if hoard.items and dungeon.areas[hoard.area].level == level:
            said = f"There is treasure in {dungeon.areas[hoard.area].name or hoard.area}."
            break
    else:
        lives = sorted({g.kind for g in dungeon.groups_on(level) if g.count})
        said = f"Beware of the {lives[0].replace('-', ' ')}." if lives else "Go home."
    do.emit(FeatureTried(creature.id, feature.id, said, rule=_RULE))


_USES = {STATUES: _disturb, ARCHWAY: _touch, FOUNTAIN: _drink, FACE: _ask}
