"""Special rooms: odd and magical features, what entering a room sets off, and what handling a feature does."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import content, exploration
from underkeep.procedures.effects import Effects, Params
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.barriers import barred, is_wedged
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

_ABOUT = "ose:dungeon-design.room.specials"
_RULE = (_ABOUT,)


class Alarm(Params, frozen=True, tag="alarm"):
    """The nearest guardians come when the room is entered."""


class Block(Params, frozen=True, tag="block"):
    """The way in is shut behind those who enter."""


class MovingWalls(Params, frozen=True, tag="moving-walls"):
    """Every door of the room shuts fast."""


class Statues(Params, frozen=True, tag="statues"):
    """They come alive when they are disturbed; from a level of the dungeon on they are of another sort."""

    monster: str
    deep_monster: str
    deep_from: int


class Archway(Params, frozen=True, tag="archway"):
    """An illusion, which a touch sees through."""


class Waters(Params, frozen=True, tag="waters"):
    """A draught heals on a d6 up to one number, hurts from another on."""

    amount: Expr
    heals_to: int
    hurts_from: int


class Portal(Params, frozen=True, tag="portal"):
    """To another room, always the same."""


class Trapdoor(Params, frozen=True, tag="trapdoor"):
    pass


class Voice(Params, frozen=True, tag="voice"):
    """Tells once of a treasure on its level, or of who lives there."""


OnEntering = Alarm | Block | MovingWalls
OnUse = Statues | Archway | Waters | Portal | Trapdoor | Voice


class Special(Struct, frozen=True, forbid_unknown_fields=True):
    roll: int
    name: str
    text: str
    rule: str
    effect: OnEntering | OnUse


class Entered(NamedTuple):
    """The party has come into the room of a feature by this way."""

    feature: Feature
    way: str


class Handled(NamedTuple):
    """Somebody handles a feature."""

    creature: Creature
    feature: Feature


on_entering: Effects[Entered] = Effects(OnEntering)
on_use: Effects[Handled] = Effects(OnUse)


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
    id, effect = do.state.opaque("feature", area), specials()[kind].effect
    if isinstance(effect, Portal):
        return Feature(id, area, kind, do.pick(_elsewhere(dungeon, area), "where a portal leads")), None
    if isinstance(effect, Trapdoor):
        below = dungeon.areas[area].level + 1
        deeper = tuple(room.id for room in dungeon.rooms_on(below))
        end = do.pick(deeper or _elsewhere(dungeon, area), "where a trapdoor leads")
        stairs = Stairs(do.state.opaque("stairs", area), _spot(do, dungeon, area), _spot(do, dungeon, end), kind)
        return Feature(id, area, kind), stairs
    return Feature(id, area, kind, hidden=effect in on_entering), None


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
            effect = effect_of(feature)
            if effect in on_entering:
                on_entering.carry_out(do, Entered(feature, way), effect)


def effect_of(feature: Feature) -> OnEntering | OnUse | None:
    special = specials().get(feature.kind)
    return special.effect if special is not None else None


def _becomes(do: Resolution, feature: Feature, state: str) -> None:
    do.emit(FeatureChanged(replace(feature, state=state, hidden=False), state, rule=_RULE))


@on_entering(Alarm)
def _sound_alarm(do: Resolution, entered: Entered, effect: Alarm) -> None:
    """The nearest guardians come to where the alarm is."""
    dungeon, feature = do.state.dungeon, entered.feature
    assert dungeon is not None
    _becomes(do, feature, "rung")
    near = [door.beyond(feature.area) for door in dungeon.doors_of(feature.area)]
    beyond = [door.beyond(area) for area in near for door in dungeon.doors_of(area)]
    for area in dict.fromkeys((*near, *beyond)):
        for group in dungeon.groups_in(area):
            if group.count > 0 and area != feature.area:
                do.emit(GroupChanged(replace(group, area=feature.area, awake=True), "came to the alarm", rule=_RULE))
                return


@on_entering(Block)
def _drop_block(do: Resolution, entered: Entered, effect: Block) -> None:
    dungeon = do.state.dungeon
    assert dungeon is not None
    door = dungeon.doors.get(entered.way)
    if door is None:
        return
    _becomes(do, entered.feature, "fallen")
    kind = "portcullis" if door.kind == "opening" else door.kind
    do.emit(DoorChanged(barred(replace(door, kind=kind), "stuck"), "blocked", rule=_RULE))


@on_entering(MovingWalls)
def _shut_doors(do: Resolution, entered: Entered, effect: MovingWalls) -> None:
    dungeon, feature = do.state.dungeon, entered.feature
    assert dungeon is not None
    _becomes(do, feature, "turned")
    for door in dungeon.doors_of(feature.area):
        if door.kind != "opening" and door.found and not is_wedged(door):
            do.emit(DoorChanged(barred(door, "stuck"), "shut fast", rule=_RULE))


def why_not(state: State, feature: Feature) -> Refusal | None:
    """What has been tried, or goes off by itself, is not tried again."""
    effect = effect_of(feature)
    if isinstance(effect, Portal | Trapdoor) or (not feature.state and effect in on_use):
        return None
    return Refusal("There is nothing more to be done with it.", _ABOUT)


@executes("ose:dungeon-design.room.specials")
def use(do: Resolution, creature: Creature, feature: Feature) -> None:
    """Meddling with a special does what that special does."""
    on_use.carry_out(do, Handled(creature, feature), effect_of(feature))


@on_use(Trapdoor)
def _look_down(do: Resolution, handled: Handled, effect: Trapdoor) -> None:
    do.emit(FeatureTried(handled.creature.id, handled.feature.id, "It leads down.", rule=_RULE))


@on_use(Portal)
def _step_through(do: Resolution, handled: Handled, effect: Portal) -> None:
    creature, feature = handled
    dungeon, meetings = do.state.dungeon, do.rules.meetings
    assert dungeon is not None and meetings is not None
    do.emit(FeatureTried(creature.id, feature.id, "The party is elsewhere.", rule=_RULE))
    do.emit(PartyWent("dungeon", _spot(do, dungeon, feature.state), "portal", rule=_RULE))
    exploration.enter(do)


@on_use(Statues)
def _disturb(do: Resolution, handled: Handled, effect: Statues) -> None:
    """The statues come alive: one of crystal, or deeper down of rock."""
    feature = handled.feature
    dungeon, meetings = do.state.dungeon, do.rules.meetings
    assert dungeon is not None and meetings is not None
    _becomes(do, feature, "alive")
    deep = dungeon.areas[feature.area].level >= effect.deep_from
    kind = effect.deep_monster if deep else effect.monster
    group = Group(do.state.new_group(), feature.area, kind, 1, attitude="hostile")
    do.emit(GroupChanged(group, "came alive", rule=_RULE))
    meetings.meet(do, group, 10)


@on_use(Archway)
def _touch(do: Resolution, handled: Handled, effect: Archway) -> None:
    creature, feature = handled
    do.emit(FeatureTried(creature.id, feature.id, "The hand meets no stone: it is an illusion.", rule=_RULE))
    _becomes(do, feature, "seen through")


@on_use(Waters)
def _drink(do: Resolution, handled: Handled, effect: Waters) -> None:
    """A draught heals, hurts or does nothing. Then the water is only water."""
    creature, feature = handled
    roll = do.roll(1, 6, "strange waters")
    heals, hurts = roll.total <= effect.heals_to, roll.total >= effect.hurts_from
    outcome = "It heals." if heals else "It hurts." if hurts else "Nothing happens."
    do.emit(FeatureTried(creature.id, feature.id, outcome, roll, rule=_RULE))
    _becomes(do, feature, "spent")
    if heals:
        amount = do.roll_total(effect.amount, "strange waters heal").total
        amount = min(amount, creature.max_hp - creature.hp)
        do.emit(Healed(creature.id, amount, creature.hp + amount, rule=_RULE))
    elif hurts:
        harm(do, creature.id, do.roll_total(effect.amount, "strange waters hurt").total, feature.id, "magic")


@on_use(Voice)
def _ask(do: Resolution, handled: Handled, effect: Voice) -> None:
    """The voice tells of a treasure on its level, or of who lives there."""
    creature, feature = handled
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
