"""What monsters can do instead of striking: breath, song, possession; and the gaze that meets whoever strikes them."""

from __future__ import annotations

from typing import NamedTuple

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.afflictions import resists
from underkeep.systems.knave.attacks.blow import Blow
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.battle import battle, with_battle
from underkeep.systems.knave.basics.compendium import MENTAL, Animate, Breath, Enthral, Monster, Possess, Power, Song
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.spawning import spawn
from underkeep.systems.knave.checks.wounds import harm
from underkeep.systems.knave.equipment.arms import routine_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Felled
from underkeep.world.grid import Square, distance, in_sight
from underkeep.world.state import State, square_of

NAMES: dict[type, str] = {
    Breath: "breath",
    Song: "song",
    Possess: "possession",
    Enthral: "gaze",
    Animate: "animation",
}

AVERT = "avert-eyes"


class Aim(NamedTuple):
    """A monster's power, and whom it is turned on."""

    actor: Creature
    target: str


powers: Effects[Aim] = Effects(Power)


class BlinkOpened(Event, frozen=True):
    """A creature that vanished may appear so many squares away; 0 once it has."""

    creature: str
    squares: int

    def evolve(self, state: State) -> State:
        return with_battle(state, blinks={**battle(state).blinks, self.creature: self.squares})


class ServantsAnimated(Event, frozen=True):
    """A creature animated what serves it, as it can once in a fight."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_battle(state, animators=(*battle(state).animators, self.creature))


class SongWithstood(Event, frozen=True):
    """A creature is deaf to songs for the rest of the fight."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_battle(state, songproof=(*battle(state).songproof, self.creature))


EVENTS: tuple[type[Event], ...] = (BlinkOpened, ServantsAnimated, SongWithstood)


def named(actor: Creature, weapon: str) -> Power | None:
    """The power that goes by this name, if the creature has it."""
    stats = compendium.monsters().get(actor.kind)
    return next((p for p in stats.powers if NAMES[type(p)] == weapon), None) if stats is not None else None


def usable(state: State, actor: Creature, stats: Monster) -> list[tuple[str, str]]:
    """Each power that would do something now, with each target it may be turned on."""
    found: list[tuple[str, str]] = []
    for power in stats.powers:
        for target in state.enemies_of(actor):
            hidden = spell_conditions.is_hidden_from(target, actor)
            if not hidden and not sheet(target).is_inside and _reaches(state, power, actor, target):
                found.append((NAMES[type(power)], target.id))
                if isinstance(power, Song | Animate):
                    break
    return found


def _reaches(state: State, power: Power, actor: Creature, target: Creature) -> bool:
    at = square_of(actor)
    there = square_of(target)
    if state.grid is not None and not in_sight(state.grid, at, there):
        return False
    match power:
        case Animate():
            return state.fight is not None and actor.id not in battle(state).animators
        case Enthral(_, range_feet):
            return distance(at, there) * SQUARE_FEET <= range_feet and _can_be_charmed(state, target)
        case Breath(length_feet):
            return distance(at, there) * SQUARE_FEET <= length_feet
        case Song():
            return _can_be_charmed(state, target)
        case Possess(_, range_feet):
            return distance(at, there) * SQUARE_FEET <= range_feet and not is_mindless(target)


@executes("knave:damage.immunity")
def is_mindless(creature: Creature) -> bool:
    """Whether what works on minds does nothing to it."""
    stats = compendium.monsters().get(creature.kind)
    return stats is not None and MENTAL in stats.immune


def _can_be_charmed(state: State, target: Creature) -> bool:
    """A creature that has withstood a song hears it no more in this fight."""
    if is_mindless(target) or target.condition("charmed") or spell_conditions.is_so(target, "deaf"):
        return False
    return target.id not in battle(state).songproof


@powers(Possess)
def _possess(do: Resolution, aim: Aim, power: Possess) -> None:
    if not resists(do, aim.target, power.ability, aim.actor.id, "resisting possession"):
        do.emit(Felled(aim.target, "possessed"))


@powers(Enthral)
def _enthral(do: Resolution, aim: Aim, power: Enthral) -> None:
    if not resists(do, aim.target, power.ability, aim.actor.id, "resisting the gaze"):
        do.emit(ConditionGained(aim.target, Condition("charmed")))


@powers(Animate)
def _animate(do: Resolution, aim: Aim, power: Animate) -> None:
    do.emit(ServantsAnimated(aim.actor.id))
    for _ in range(power.count):
        spawn(do, power.kind, aim.actor.side, square_of(aim.actor))


@powers(Breath)
def _breathe(do: Resolution, aim: Aim, breath: Breath) -> None:
    """Everything in the cone takes as much damage as the breather has hit points, or what the dice say."""
    actor, towards = aim.actor, square_of(do.state.creatures[aim.target])
    length = breath.length_feet // SQUARE_FEET
    origin = square_of(actor)
    standing = (c for c in do.state.active() if not sheet(c).is_inside)
    caught = [c for c in standing if in_cone(origin, towards, square_of(c), length)]
    amount = actor.hp if breath.damage is None else do.roll_total(breath.damage, f"breath of {actor.id}").total
    for creature in caught:
        if creature.id != actor.id:
            harm(do, creature.id, amount, actor.id, (breath.kind,))


def in_cone(origin: Square, aim: Square, square: Square, length: int) -> bool:
    """Whether a square is in a cone as wide as it is long."""
    ax, ay = aim[0] - origin[0], aim[1] - origin[1]
    x, y = square[0] - origin[0], square[1] - origin[1]
    along, across = ax * x + ay * y, ax * y - ay * x
    return along > 0 and 2 * abs(across) <= along and distance(origin, square) <= length


@powers(Song)
def _sing(do: Resolution, aim: Aim, song: Song) -> None:
    actor = aim.actor
    for target in do.state.enemies_of(actor):
        if not sheet(target).is_inside and _can_be_charmed(do.state, target):
            if not resists(do, target.id, song.ability, actor.id, "resisting the song"):
                do.emit(ConditionGained(target.id, Condition("charmed")))
            elif do.state.fight is not None:
                do.emit(SongWithstood(target.id))


def ask_to_avert(do: Resolution, blow: Blow) -> bool:
    """Whether the attacker has to choose first between looking and averting its eyes."""
    attacker, target = do.state.creatures[blow.attacker], do.state.creatures[blow.target]
    stats = compendium.monsters().get(target.kind)
    if stats is None or stats.gaze is None or routine_of(attacker, blow.weapon).range_feet:
        return False
    if attacker.condition("blinded"):
        return False
    about = f"{attacker.name} attacks {target.name}: avert your eyes (-5)?"
    do.ask(attacker.id, AVERT, ("avert", "look"), "avert", (), about, blow.remembered())
    return True


def meets_gaze(do: Resolution, blow: Blow) -> bool:
    """Whether the attacker meets the gaze and lives."""
    stats = compendium.monsters()[do.state.creatures[blow.target].kind]
    assert stats.gaze is not None
    if resists(do, blow.attacker, stats.gaze.ability, blow.target, "resisting the gaze"):
        return True
    do.emit(Felled(blow.attacker, "turned to stone"))
    return False
