"""Doors: forcing the stuck, listening at the shut, spikes, and doors that fall shut behind the party."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import carrying, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors as any_doors
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.barriers import Bar, barred, is_wedged, unbarred
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import abilities, class_abilities, thief_skills
from underkeep.systems.ose.combat import ability_checks
from underkeep.systems.ose.combat.ability_checks import OPEN_DOORS
from underkeep.systems.ose.equipment import worn_magic
from underkeep.systems.ose.magic.effects import spells_of_craft
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged, Group
from underkeep.world.encounter import ChanceRolled
from underkeep.world.party import PartyWent
from underkeep.world.state import State

SPIKES = "iron-spikes"
_LOCKED = "ose:doors.locked"
_ONCE = "ose:doors.listen.once"
_SHUT = "ose:doors.swing-shut"
_LISTEN = ("ose:doors.listen.chance", "ose:doors.listen.secret-roll")
_SHUTS = ("always", "half the time", "never")


class WedgeDoor(Action, frozen=True):
    """Keep a door open, or shut, with a spike."""

    actor: str
    door: str
    how: str


class PassDoor(Action, frozen=True):
    """Go through a door that magic holds, without ending the magic."""

    actor: str
    door: str


class DoorTried(Event, frozen=True):
    """Somebody put a shoulder to a door, in the turn that has this number."""

    door: str
    creature: str = ""
    turn: int = 0

    def evolve(self, state: State) -> State:
        doors = campaign(state).doors
        before = doors.shoulders if self.turn == doors.shoulder_turn else frozenset()
        shoulders = before | {(self.door, self.creature)}
        return _changed(state, tried=doors.tried | {self.door}, shoulders=shoulders, shoulder_turn=self.turn)


class StuckDoorForced(Event, frozen=True):
    """A stuck door gave way: it will stick again when it falls shut."""

    secret: ClassVar[bool] = True

    door: str

    def evolve(self, state: State) -> State:
        return _changed(state, sticking=campaign(state).doors.sticking | {self.door})


class DwellersWarned(Event, frozen=True):
    """Those who live in an area have heard the party at their door."""

    secret: ClassVar[bool] = True

    area: str

    def evolve(self, state: State) -> State:
        return _changed(state, warned=campaign(state).doors.warned | {self.area})


class NoiseMade(Event, frozen=True):
    """There was much noise in this turn."""

    secret: ClassVar[bool] = True

    turn: int

    def evolve(self, state: State) -> State:
        return _changed(state, loud_turn=self.turn)


class Listened(Event, frozen=True):
    """What somebody heard at a door: something, or nothing. Why it was nothing is not told."""

    reveals: ClassVar[bool] = True

    creature: str
    door: str
    heard: bool

    def evolve(self, state: State) -> State:
        return _changed(state, listened=campaign(state).doors.listened | {(self.door, self.creature)})


class DwellersHeard(Event, frozen=True):
    """The party knows of somebody in an area, and will not be surprised there."""

    secret: ClassVar[bool] = True

    area: str

    def evolve(self, state: State) -> State:
        return _changed(state, heard=campaign(state).doors.heard | {self.area})


class DoorPassed(Event, frozen=True):
    """The whole party has gone through a door."""

    secret: ClassVar[bool] = True

    door: str

    def evolve(self, state: State) -> State:
        return _changed(state, passed=tuple(dict.fromkeys((*campaign(state).doors.passed, self.door))))


class DoorsLeftBehind(Event, frozen=True):
    """Nobody holds open the doors that the party has passed; those `elsewhere`, in other dungeons, fall shut when
    somebody is there."""

    secret: ClassVar[bool] = True

    elsewhere: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return _changed(state, passed=self.elsewhere)


class SoundsForgotten(Event, frozen=True):
    """Nobody behind a door is warned any more, or known of."""

    secret: ClassVar[bool] = True

    def evolve(self, state: State) -> State:
        return _changed(state, warned=frozenset(), heard=frozenset())


EVENTS: tuple[type[Event], ...] = (
    DoorTried,
    StuckDoorForced,
    DwellersWarned,
    NoiseMade,
    Listened,
    DwellersHeard,
    DoorPassed,
    DoorsLeftBehind,
    SoundsForgotten,
)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, doors=replace(campaign(state).doors, **changes))


@executes("ose:doors.kinds")
def kinds(door: Door) -> frozenset[str]:
    """What a door is, in the book's words: open, locked, stuck, secret, spiked, magically closed."""
    found = {
        "magically closed" if door.bar == "held" else door.bar,
        "secret" if door.kind == "secret door" else "",
        "open" if door.is_passable else "",
    }
    return frozenset(found - {""})


def why_not(state: State, action: Action) -> Refusal | None:
    """The book's objections to what may be tried with a door."""
    assert state.dungeon is not None
    door = state.dungeon.doors.get(getattr(action, "door", ""))
    actor = state.creatures.get(getattr(action, "actor", ""))
    if door is None or actor is None:
        return None
    if isinstance(action, a.ForceDoor):
        return _why_not_force(actor, door)
    if isinstance(action, a.PickLock):
        return thief_skills.why_not_pick(state, actor, door.id)
    return _why_not_listen(state, actor, door) if isinstance(action, a.Listen) else None


@executes("ose:doors.listen.once")
def _why_not_listen(state: State, actor: Creature, door: Door) -> Refusal | None:
    """An ear is put to a door once; another's may be tried there."""
    listened = (door.id, actor.id) in campaign(state).doors.listened
    return Refusal(f"{actor.name} has listened there.", _ONCE) if listened else None


@executes("ose:doors.locked", "ose:doors.stuck.force")
def _why_not_force(actor: Creature, door: Door) -> Refusal | None:
    """A shoulder opens what is stuck or spiked; locks yield to picks and magic, and magic to magic."""
    if "locked" in kinds(door) or "magically closed" in kinds(door):
        return Refusal(f"It is {' and '.join(sorted(kinds(door)))}: no shoulder opens it.", _LOCKED)
    return None if sheet(actor).abilities else Refusal(f"{actor.name} cannot force doors.", "ose:doors.stuck.force")


@executes("ose:doors.stuck.force", "ose:doors.stuck.lost-surprise", "ose:abilities.str.open-doors")
def force(do: Resolution, creature: Creature, door: Door) -> None:
    """The STR chance; whoever is behind the door hears a failure. Ruling: doors.question.time, each may try once in
    a turn.
    """
    chance = abilities.open_doors_in_6(worn_magic.strength(creature))
    rule = ("ose:doors.stuck.force", "ose:abilities.str.open-doors")
    opened = ability_checks.chance_in_six(do, creature.id, OPEN_DOORS, chance, rule)
    do.emit(DoorTried(door.id, creature.id, _turn(do.state, creature.id, door.id)))
    if opened and door.bar == "stuck":
        do.emit(StuckDoorForced(door.id))
    if opened:
        do.emit(DoorChanged(unbarred(door, is_open=True), "forced", creature.id))
    else:
        make_noise(do)
        do.emit(DwellersWarned(_beyond(do.state, door), rule=("ose:doors.stuck.lost-surprise",)))


def pick_lock(do: Resolution, creature: Creature, door: Door) -> None:
    if thief_skills.pick_lock(do, creature, door):
        do.emit(DoorChanged(unbarred(door), "unlocked", creature.id))


def wedgings(state: State) -> list[Action]:
    """Doors that those who have spikes could keep open, or shut."""
    with_spikes = [m for m in state.marchers() if carrying.has(m, SPIKES)]
    doors = survey.known_doors(state)
    return [WedgeDoor(m.id, door.id, "open" if door.is_open else "shut") for door in doors for m in with_spikes]


@executes("ose:doors.wedge-open", "ose:doors.monsters-open")
def why_not_wedge(state: State, action: WedgeDoor) -> Refusal | None:
    """One spike is enough, and a door that will not open needs none."""
    door, actor = any_doors.known(state, action), state.creatures[action.actor]
    if door is None or door.kind == "opening":
        return Refusal("There is no door in that way.")
    if action.how != ("open" if door.is_open else "shut"):
        return Refusal(f"That door is {'open' if door.is_open else 'shut'}.")
    if is_wedged(door) or door.bar == "spiked":
        return Refusal("There is a spike in it already.")
    if not carrying.has(actor, SPIKES):
        return Refusal(f"{actor.name} has no iron spikes.")
    stays = door.tried and door.bar and not door.is_open
    return Refusal("That door was tried and will not open.") if stays else None


@executes("ose:doors.wedge-open", "ose:doors.monsters-open")
def wedge(do: Resolution, action: WedgeDoor) -> None:
    """A spike keeps an open door from falling shut, and a shut one from being opened."""
    assert do.state.dungeon is not None
    door = do.state.dungeon.doors[action.door]
    carrying.use_up(do, action.actor, SPIKES, "wedged")
    if door.is_open:
        kept = replace(door, barrier=Bar(wedged=True))
        do.emit(DoorChanged(kept, "wedged open", action.actor, rule=("ose:doors.wedge-open",)))
    else:
        do.emit(DoorChanged(barred(door, "spiked"), "spiked shut", action.actor, rule=("ose:doors.monsters-open",)))


def held_ways(state: State) -> list[Action]:
    held = [door for door in survey.known_doors(state) if door.bar == "held" and not door.is_open]
    return [PassDoor(m.id, door.id) for m in state.marchers() for door in held]


def why_not_pass(state: State, action: PassDoor) -> Refusal | None:
    door = any_doors.known(state, action)
    able = door is not None and not door.is_open and spells_of_craft.passes(state, action.actor, door)
    return None if able else Refusal("Magic holds that door.", _LOCKED)


def pass_held(do: Resolution, action: PassDoor) -> None:
    assert do.state.dungeon is not None
    spells_of_craft.open_held(do, do.state.dungeon.doors[action.door], action.actor)


@executes("ose:doors.stuck.force")
def begins_turn(state: State, creature: str, door: str) -> bool:
    """Whether a try at a door takes a turn: the first does, and everybody else may try once in the same."""
    assert state.party is not None
    doors = campaign(state).doors
    now = doors.shoulders if doors.shoulder_turn == state.party.turns else frozenset()
    return (door, creature) in now or not any(tried == door for tried, _ in now)


def _turn(state: State, creature: str, door: str) -> int:
    assert state.party is not None
    return state.party.turns + int(begins_turn(state, creature, door))


def make_noise(do: Resolution) -> None:
    """Much noise this turn: it may draw what wanders."""
    assert do.state.party is not None
    do.emit(NoiseMade(do.state.party.turns + 1))


def is_loud(state: State) -> bool:
    """Whether the turn just over was noisy."""
    return state.party is not None and 0 < campaign(state).doors.loud_turn == state.party.turns


@executes("ose:doors.listen.chance")
def listen_in_6(creature: Creature) -> int:
    """1-in-6, better for some classes."""
    return class_abilities.listen_in_6(creature)


@executes("ose:doors.listen.silent")
def is_silent(group: Group) -> bool:
    """Undead make no noise, and those who sleep little enough."""
    listing = monsters().get(group.kind)
    return group.count <= 0 or not group.awake or (listing is not None and listing.undead)


@executes("ose:doors.listen.chance", "ose:doors.listen.secret-roll", "ose:doors.listen.once", "ose:doors.listen.silent")
def listen(do: Resolution, creature: Creature, door: Door) -> None:
    """The referee rolls, and the party hears something or nothing."""
    beyond = _beyond(do.state, door)
    assert do.state.dungeon is not None
    noise = any(not is_silent(group) for group in do.state.dungeon.groups_in(beyond))
    roll = do.roll_at_most(1, 6, f"listening of {creature.id}", listen_in_6(creature))
    able = bool(roll.success)
    there = [group for group in do.state.dungeon.groups_in(beyond) if group.count > 0]
    rule = (*_LISTEN, "ose:doors.listen.silent") if there and not noise else _LISTEN
    do.emit(ChanceRolled("listening", roll, able, creature.id, rule=rule, seats=(REFEREE,)))
    if able and noise:
        do.emit(DwellersHeard(beyond, rule=("ose:doors.listen.chance",)))
    do.emit(Listened(creature.id, door.id, able and noise, rule=("ose:doors.listen.secret-roll",)))


def went_through(do: Resolution, event: PartyWent) -> None:
    """Note a door that the whole party has passed."""
    door = do.state.dungeon.doors.get(event.how) if do.state.dungeon is not None else None
    if door is not None and door.kind != "opening":
        do.emit(DoorPassed(door.id))


@executes("ose:doors.swing-shut", "ose:doors.wedge-open")
def swing_shut(do: Resolution) -> None:
    """At the end of a turn the doors that the party passed fall shut, unless they are wedged; one that was stuck is
    stuck again. Default: always.
    """
    dungeon, doors = do.state.dungeon, campaign(do.state).doors
    assert dungeon is not None
    passed = [dungeon.doors[id] for id in doors.passed if id in dungeon.doors]
    if passed:
        do.emit(DoorsLeftBehind(tuple(id for id in doors.passed if id not in dungeon.doors)))
    for door in passed:
        if not door.is_open or is_wedged(door):
            continue
        how = standing(do, _SHUT, _SHUTS, "always")
        if how == "always" or (how == "half the time" and _falls_shut(do)):
            sticks = not door.bar and door.id in doors.sticking
            barrier = Bar("stuck") if sticks else door.barrier
            do.emit(DoorChanged(replace(door, is_open=False, barrier=barrier), "fell shut", rule=(_SHUT,)))


def _falls_shut(do: Resolution) -> bool:
    roll = do.roll_at_most(1, 6, "a door falls shut", 3)
    do.emit(ChanceRolled("a door falls shut", roll, bool(roll.success), rule=(_SHUT,), seats=(REFEREE,)))
    return bool(roll.success)


@executes("ose:doors.monsters-open", "ose:doors.stuck.monsters")
def lets_monsters_pass(door: Door) -> bool:
    """Those who live here get through any door, stuck or locked, but for one spiked shut or closed by magic."""
    return door.is_open or not kinds(door) & {"spiked", "magically closed"}


def why_changed(state: State, event: DoorChanged) -> Iterator[str]:
    """A lock that gave way, or not; and what a door that was tried is, by which it can or cannot be forced."""
    if event.what in ("locked", "unlocked"):
        yield "ose:doors.locked"
    if event.door.tried and event.what == event.door.bar:
        yield "ose:doors.kinds"


@executes("ose:doors.stuck.monsters")
def is_stuck_in(state: State) -> bool:
    """Whether those who come have only stuck or locked doors to come by, which do not hold them up."""
    dungeon, _, area = survey.here(state)
    ways = [door for door in dungeon.doors_of(area.id) if lets_monsters_pass(door)]
    return bool(ways) and all(door.bar and not door.is_passable for door in ways)


@executes("ose:doors.monsters-open")
def is_sealed(state: State) -> bool:
    """Whether nothing that walks can come to where the party is."""
    dungeon, _, area = survey.here(state)
    if dungeon.stairs_of(area.id) or dungeon.entrance.area == area.id:
        return False
    return not any(door.kind == "opening" or lets_monsters_pass(door) for door in dungeon.doors_of(area.id))


def is_closed_in(state: State) -> bool:
    """Whether every way out that the party knows is a shut door."""
    dungeon, _, area = survey.here(state)
    ways = dungeon.doors_of(area.id)
    return bool(ways) and not dungeon.stairs_of(area.id) and not any(door.is_passable for door in ways)


def forget_sounds(do: Resolution) -> None:
    """On a new visit nobody behind a door is warned any more, or known of."""
    doors = campaign(do.state).doors
    if doors.warned or doors.heard:
        do.emit(SoundsForgotten())


def _beyond(state: State, door: Door) -> str:
    return door.beyond(survey.here(state)[1].area)
