"""Doors, searches and the march underground, as checks of this game; what they need beyond the page is ours."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import doors, exploration, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks import hazards
from underkeep.systems.knave.checks.careers import ATTEMPTS, why_not_attempt
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.encounters.captives import Command, CommandAll, is_lengthy
from underkeep.systems.knave.encounters.stealth import Sneak
from underkeep.systems.knave.equipment import light
from underkeep.systems.knave.equipment.inventory import added, bundle, slots_of, used_slots
from underkeep.systems.knave.exploration.shifts import COLD, WATER, is_here, pass_away
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item, part, seems
from underkeep.world.party import Searched
from underkeep.world.state import State

ROUNDS_OF_CAREFUL_WALKING = 3
PICKING, DISARMING = "picking a lock", "disarming a trap"
TURN_COST = "knave:time.turn.action-cost"
ONE_TURN = (a.Search, a.Rest, a.ForceDoor, a.PickLock, a.Listen, a.Disarm, a.InspectHoard, a.Use, Sneak)


def feet_per_turn(state: State) -> int:
    """As far as the slowest walks in three rounds: the page gives no rate underground. Ruling: missing-chapters."""
    paces = (spell_conditions.feet(c, sheet(c).move_feet, 0)[0] for c in state.marchers())
    return ROUNDS_OF_CAREFUL_WALKING * min(paces, default=MAP_SQUARE_FEET)


def feet_used(state: State) -> int:
    """Ten feet of ground; twice as much to wade."""
    return MAP_SQUARE_FEET * (2 if is_here(state, WATER) else 1)


@executes("knave:time.turn.action-cost")
def turns_for(action: Action) -> int:
    """Most things take a turn; a look at the map, a door that opens, a torch that is lit take none."""
    if isinstance(action, Command | CommandAll):
        return int(is_lengthy(action))
    return int(isinstance(action, ONE_TURN))


def force_door(do: Resolution, creature: Creature, door: Door) -> None:
    if check(do, creature.id, "STR", "forcing a door", rule=("knave:task.check.default-difficulty",)).success:
        do.emit(DoorChanged(replace(door, is_open=True, tried=True, barrier=None), "forced", creature.id))


def pick_lock(do: Resolution, creature: Creature, door: Door) -> None:
    """A check of DEX, easier for those who learnt it."""
    if check(do, creature.id, "DEX", PICKING).success:
        do.emit(DoorChanged(replace(door, tried=True, barrier=None), "unlocked", creature.id, rule=(ATTEMPTS,)))


def listen(do: Resolution, creature: Creature, door: Door) -> None:
    """A check of WIS; what is heard is told, and nothing else."""
    roll = check(do, creature.id, "WIS", "listening")
    heard = doors.has_noise_behind(do.state, door) and bool(roll.success)
    do.emit(ChanceRolled("listening", roll, heard, creature.id))


def searchable(state: State) -> int:
    """The room is searched as a whole, from where the party stands, if there is light."""
    dungeon, at, _ = survey.here(state)
    return dungeon.level(at.level).grid.bit(at.square) if light.sight_feet(state) else 0


@executes("knave:time.turn.action-cost")
def search(do: Resolution, creature: Creature) -> None:
    """A turn for the whole room. Each searcher's check of WIS is the referee's; one success lays everything bare."""
    if is_unable(creature):
        return
    if not any(isinstance(event, Searched) for event in do.events):
        do.emit(Searched(survey.here(do.state)[1].square, rule=(TURN_COST,)))
    roll = check(do, creature.id, "WIS", "searching", rule=(TURN_COST,), seats=(REFEREE,))
    if roll.success:
        exploration.reveal(do, None, {"door", "trap", "hoard"})


@executes("knave:encumbrance.no-excess")
def room_for(creature: Creature, item: Item) -> int:
    """How many of these the creature can still carry."""
    own = sheet(creature)
    if not own.slots:
        return item.count
    free = own.slots - own.wounds - used_slots(creature.items)
    if slots_of(item) <= free:
        return item.count
    have = next((i.count for i in creature.items if (i.kind, i.name, i.place) == (item.kind, item.name, "pack")), 0)
    most = _most(item, free + slots_of(Item(item.kind, item.name, count=have)))
    return max(0, min(item.count, most - have))


def _most(item: Item, slots: int) -> int:
    """How many of a kind so many slots hold."""
    size, each = bundle(item.kind)
    return slots // each * size if each else item.count


@executes("knave:encumbrance.no-excess", "knave:encumbrance.coins")
def share(state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
    """Handed to those with free slots, in marching order and to hired hands last; what nobody can carry stays where
    it is.
    """
    given: list[tuple[str, Item]] = []
    bearers = sorted((c for c in state.marchers() if not is_unable(c)), key=lambda c: not sheet(c).is_pc)
    for item in items:
        left = item.count
        for index, bearer in enumerate(bearers):
            count = room_for(bearer, replace(item, count=left, place="pack")) if left else 0
            if count:
                share = replace(part(item, count), place="pack")
                bearers[index] = replace(bearer, items=added(bearer.items, share))
                given.append((bearer.id, share))
                left -= count
    return given


@executes("knave:hazard.freezing")
def suffer(do: Resolution) -> None:
    """What a turn in this place does to everybody; who rests at the entrance does it outside."""
    pass_away(do)
    if is_here(do.state, COLD) and not rests_outside(do.state):
        for creature in do.state.marchers():
            hazards.freeze(do, creature.id)


def rests_outside(state: State) -> bool:
    """Whether the turn that ends was a rest, at the way out."""
    dungeon, _, area = survey.here(state)
    return state.party is not None and state.party.unrested == 0 and dungeon.entrance.area == area.id


def why_not_anything(state: State, action: Action) -> Refusal | None:
    """Those who lie senseless do nothing at all."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and (not actor.is_up or is_unable(actor)):
        return Refusal(f"{actor.name} cannot do anything now.")
    return None


def why_not_walk(state: State, action: a.Walk | a.Go) -> Refusal | None:
    if all(is_unable(c) for c in state.marchers()):
        return Refusal("Nobody is awake to go anywhere.", "knave:hazard.sleep.collapse")
    return None


def why_not_light(state: State, action: a.LightUp) -> Refusal | None:
    return light.why_not(state.creatures[action.actor], action.item)


def why_not_handle(state: State, action: a.PickLock | a.Disarm) -> Refusal | None:
    """Locks and the works of traps are for those who learnt it. Ruling: career-gate."""
    task = PICKING if isinstance(action, a.PickLock) else DISARMING
    return why_not_attempt(state.creatures[action.actor], task)


def why_not_take(state: State, action: a.TakeHoard) -> Refusal | None:
    """Of what is to be taken, be it the heap or one thing in it, somebody must have room for something."""
    hoards = state.dungeon.hoards if state.dungeon is not None else {}
    if action.hoard not in hoards:
        return None
    wanted = tuple(item for item in hoards[action.hoard].items if not action.item or seems(item) == action.item)
    if wanted and not share(state, wanted):
        return Refusal("Nobody has a slot free for that.", "knave:encumbrance.no-excess")
    return None
