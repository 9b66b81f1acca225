"""What those who wish the party well do for it when asked."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, mapping, survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.attacks import UNAWARE
from underkeep.systems.knave.encounters import companions
from underkeep.systems.knave.equipment.inventory import fits
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import DoorChanged, Dungeon, GroupChanged, TrapChanged

GIFTS = ("torch", "ration", "rope")
ROLL = ("knave:reaction.roll",)
GRANTED = "favour"


class Told(Note, frozen=True):
    """Something that somebody met underground says."""

    text: str


EVENTS = (Told,)


@executes("knave:reaction.roll")
def grant(do: Resolution, speaker: Creature, attitude: str) -> str:
    """The informative tell of something hidden, the helpful give a small thing, and who asks to join is let; once.
    Gives who comes along, if anybody does."""
    assert do.state.encounter is not None and do.state.dungeon is not None
    group = do.state.dungeon.groups[do.state.encounter.group]
    if GRANTED in group.told:
        return ""
    do.emit(GroupChanged(replace(group, told=(*group.told, GRANTED)), "granted", rule=ROLL))
    if attitude == "informative":
        inform(do)
    elif attitude == "helpful":
        gift = an_item(do.pick(GIFTS, "what they give"))
        if fits(do.state.creatures[speaker.id], gift):
            carrying.receive(do, speaker.id, gift, "given")
    return join(do) if attitude == "joining" else ""


def inform(do: Resolution) -> None:
    """A secret door or a trap of this level, or who lives on it; on the road how the country lies."""
    if do.state.is_outdoors:
        do.emit(Told("So the country lies along the way.", rule=ROLL))
        mapping.draw_ahead(do)
        return
    dungeon, at, _ = survey.here(do.state)
    door = next((d for d in dungeon.doors.values() if not d.found and d.level == at.level), None)
    level = {id: area.level for id, area in dungeon.areas.items()}
    trap = next((t for t in dungeon.traps.values() if t.state == "hidden" and level[t.area] == at.level), None)
    if door is not None:
        do.emit(Told(f"There is a door that nobody sees, in the {_name(dungeon, door.areas[0])}.", rule=ROLL))
        do.emit(DoorChanged(replace(door, found=True), "found", rule=ROLL))
    elif trap is not None:
        do.emit(Told(f"Beware of the {trap.kind.replace('-', ' ')} in the {_name(dungeon, trap.area)}.", rule=ROLL))
        do.emit(TrapChanged(replace(trap, state="found"), "found", rule=ROLL))
    else:
        kinds = sorted({g.kind for g in dungeon.groups_on(at.level) if g.count})
        names = ", ".join(kind.replace("-", " ") for kind in kinds)
        do.emit(Told(f"Here live: {names}." if names else "Nobody else lives here.", rule=ROLL))


def _name(dungeon: Dungeon, area: str) -> str:
    """What a place is called, or else what sort of place it is."""
    place = dungeon.areas[area]
    return place.name or place.kind


def join(do: Resolution) -> str:
    """One of them comes along, if there is room."""
    encounter = do.state.encounter
    assert encounter is not None
    return encounter.monsters[0] if companions.join(do, encounter.monsters[0]) else ""


@executes("knave:combat.unsuspecting.auto-hit")
def catch_unawares(do: Resolution, ids: tuple[str, ...]) -> None:
    """Those who suspect nothing cannot be missed in melee."""
    for id in ids:
        rule = ("knave:combat.unsuspecting.auto-hit",)
        do.emit(ConditionGained(id, Condition(UNAWARE), rule=rule))
