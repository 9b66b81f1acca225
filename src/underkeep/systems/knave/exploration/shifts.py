"""The dungeon changes around the party: what the fourth result of the hazard die does."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.wounds import harm
from underkeep.world.dungeon import DoorChanged, Dungeon, Feature, FeatureChanged, FeatureVanished, GroupChanged
from underkeep.world.light import LightWentOut
from underkeep.world.state import State

SHIFT = "knave:hazard.die.shift"
CONTENT = "knave:hazard.die.shift-content"
LIST = "shifts"
USUAL = ("door", "water", "cold", "draught", "noise", "rubble", "inhabitants")
OF_SETTING = {
    "caverns": ("water", "rubble", "draught", "inhabitants"),
    "mine": ("rubble", "draught", "noise", "door"),
    "crypt": ("door", "cold", "noise", "inhabitants"),
}
WATER, COLD = "water", "cold"
RUBBLE = parse("1d6")
OVER = {WATER: "The water sinks back into the floor.", COLD: "The cold lifts."}
LASTS_SECONDS = 2 * 3600


class DungeonShifted(Note, frozen=True):
    """Something of the surroundings changed; `what` is the sort of change."""

    what: str
    text: str


class ShiftLasts(Event, frozen=True):
    """What changed in a place is over by then."""

    feature: str
    until: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, passing={**campaign(state).passing, self.feature: self.until})


EVENTS: tuple[type[Event], ...] = (DungeonShifted, ShiftLasts)


@executes("knave:hazard.die.shift", "knave:hazard.die.shift-content")
def shift(do: Resolution) -> None:
    """One of the dungeon's own list, else of the usual changes; where one comes in a draught and no cold."""
    assert do.state.dungeon is not None
    listed = tuple(x for x in do.state.dungeon.notes.get(LIST, "").split(", ") if x in USUAL) or USUAL
    default = str(do.pick(listed, "what shifts"))
    dungeon, _, area = survey.here(do.state)
    if default == COLD and is_near_the_entrance(dungeon, area.id):
        default = "draught"
    choice = do.ruling(CONTENT, USUAL, default)
    _EFFECTS[choice](do)


def is_here(state: State, kind: str) -> bool:
    dungeon, _, area = survey.here(state)
    return is_in(dungeon, area.id, kind)


def is_in(dungeon: Dungeon, area: str, kind: str) -> bool:
    """Whether a change of this kind has come over an area."""
    return any(f.kind == kind and f.area == area for f in dungeon.features.values())


def is_near_the_entrance(dungeon: Dungeon, area: str) -> bool:
    """Where the party comes in, or next to that."""
    entrance = dungeon.entrance.area
    return area == entrance or any(door.beyond(entrance) == area for door in dungeon.doors_of(entrance))


def pass_away(do: Resolution, at_once: bool = False) -> None:
    """What shifted goes back after its time, or while the party is away."""
    dungeon = do.state.dungeon
    for feature in list(dungeon.features.values()) if dungeon is not None else ():
        is_shift = feature.id == do.state.opaque("feature", feature.kind, feature.area)
        until = campaign(do.state).passing.get(feature.id)
        if is_shift and (at_once or (until is not None and until <= do.state.now)):
            at = do.state.party.at if do.state.party is not None else None
            told = OVER.get(feature.kind, "") if at is not None and at.area == feature.area else ""
            do.emit(FeatureVanished(feature.id, feature.area, told, rule=(SHIFT, CONTENT)))


def _tell(do: Resolution, what: str, text: str) -> None:
    do.emit(DungeonShifted(what, text, rule=(SHIFT, CONTENT)))


def _door(do: Resolution) -> None:
    """One that is open falls shut, or one that is shut comes open."""
    dungeon, _, area = survey.here(do.state)
    near = tuple(d for d in dungeon.doors_of(area.id) if d.kind == "door" and d.found)
    if not near:
        _tell(do, "door", "Somewhere a door slams.")
        return
    door = do.pick(near, "which door")
    _tell(do, "door", "A door falls shut." if door.is_open else "A door swings open.")
    opened = replace(door, is_open=not door.is_open, barrier=None, tried=True)
    do.emit(DoorChanged(opened, "opened" if opened.is_open else "shut", rule=(SHIFT,)))


def _place(do: Resolution, kind: str) -> None:
    _, _, area = survey.here(do.state)
    id = do.state.opaque("feature", kind, area.id)
    do.emit(FeatureChanged(Feature(id, area.id, kind, survey.ALL_ABOUT), "appeared", rule=(SHIFT,)))
    do.emit(ShiftLasts(id, do.state.now + LASTS_SECONDS, rule=(SHIFT, CONTENT)))


def _water(do: Resolution) -> None:
    _tell(do, "water", "Water rises over the floor.")
    _place(do, WATER)


def _cold(do: Resolution) -> None:
    _tell(do, "cold", "The air turns bitterly cold: whoever stays here freezes. Such a cold lasts an hour or two.")
    _place(do, COLD)


def _draught(do: Resolution) -> None:
    """A gust puts out one light, which can be lit again."""
    _tell(do, "draught", "A gust of wind comes down the passage.")
    if do.state.lights:
        blown = do.state.lights[-1]
        do.emit(LightWentOut(blown.id, blown.bearer, blown.name, "doused", rule=(SHIFT,)))


def _noise(do: Resolution) -> None:
    """Whoever sleeps on this level wakes."""
    dungeon, at, _ = survey.here(do.state)
    _tell(do, "noise", "A boom rolls through the halls.")
    for group in dungeon.groups_on(at.level):
        if not group.awake:
            do.emit(GroupChanged(replace(group, awake=True), "woke", rule=(SHIFT,)))


def _rubble(do: Resolution) -> None:
    """Stones come down on one of the party, who may leap aside."""
    victim = do.pick(tuple(do.state.marchers()), "who stands below")
    _tell(do, "rubble", "Stones break loose from the roof.")
    if not check(do, victim.id, "DEX", "leaping aside", rule=(SHIFT,)).success:
        harm(do, victim.id, do.roll_total(RUBBLE, f"rubble on {victim.id}").total)


def _inhabitants(do: Resolution) -> None:
    """Some of those who live on this level go to a neighbouring area."""
    dungeon, at, area = survey.here(do.state)
    here = tuple(g for g in dungeon.groups_on(at.level) if g.count)
    _tell(do, "inhabitants", "Something is on the move in the dark.")
    if here:
        group = do.pick(here, "who moves")
        ways = tuple(d.beyond(group.area) for d in dungeon.doors_of(group.area) if d.beyond(group.area) != area.id)
        if ways:
            moved = replace(group, area=do.pick(ways, "where to"), awake=True)
            do.emit(GroupChanged(moved, "moved", rule=(SHIFT,)))


_EFFECTS: dict[str, Callable[[Resolution], None]] = {
    "door": _door,
    "water": _water,
    "cold": _cold,
    "draught": _draught,
    "noise": _noise,
    "rubble": _rubble,
    "inhabitants": _inhabitants,
}
