"""Traps: what sets them off, and what each of the twelve does."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import content, exploration, survey
from underkeep.procedures import delve_actions as a
from underkeep.procedures.effects import Effects, Params
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.special_attacks import Struck, poison
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import BLIND, SCENTED
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.checks import illusions
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.enchantments import hovers
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.encounters import meetings
from underkeep.systems.ose.exploration.hazards import fall
from underkeep.systems.ose.monsters.listings import Poison
from underkeep.world.clock import HOUR
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Fled
from underkeep.world.dungeon import Group, GroupChanged, Spot, Trap, TrapChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.party import PartyWent
from underkeep.world.state import State

SPRING_IN_6 = 2
VAPOUR = "vapour"
TURN_SECONDS = 600
_BYPASS = "ose:traps.monsters-bypass"
_VAPOUR = ("ose:traps.room.gas", "ose:traps.room.mist")


class FallingBlock(Params, frozen=True, tag="falling-block"):
    damage: Expr


class Gas(Params, frozen=True, tag="gas"):
    pass


class Mist(Params, frozen=True, tag="mist"):
    pass


class Pit(Params, frozen=True, tag="pit"):
    feet: int


class Blade(Params, frozen=True, tag="blade"):
    damage: Expr


class Slide(Params, frozen=True, tag="slide"):
    """Where there is no level below, a fall of so many feet."""

    pit_feet: int


class Darts(Params, frozen=True, tag="darts"):
    """So many darts, of one such die of damage each."""

    count: Expr
    die: int


class Flash(Params, frozen=True, tag="flash"):
    turns: Expr


class HiddenMonster(Params, frozen=True, tag="hidden-monster"):
    monster: str


class Illusion(Params, frozen=True, tag="illusion"):
    pass


class Spray(Params, frozen=True, tag="spray"):
    hours: Expr


class Needle(Params, frozen=True, tag="needle"):
    pass


Effect = FallingBlock | Gas | Mist | Pit | Blade | Slide | Darts | Flash | HiddenMonster | Illusion | Spray | Needle


class Listing(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of trap. `noted` is what it does, in a line for the referee."""

    effect: Effect
    noted: str
    rule: str


class Sprung(NamedTuple):
    """A trap that has gone off, and who set it off."""

    trap: Trap
    creature: Creature


effects: Effects[Sprung] = Effects(Effect)


@cache
def listings() -> dict[str, Listing]:
    return content.load(compendium.PACKAGE, "dungeon/traps", Listing)


class TrapSprang(Note, frozen=True):
    """What those who are caught see of a trap."""

    creature: str
    text: str


@executes("ose:traps.treasure", "ose:traps.room")
def is_treasure_trap(trap: Trap) -> bool:
    """A small device on a thing; otherwise a large one that catches those who enter an area."""
    return bool(trap.on)


@executes("ose:traps.trigger.chance", "ose:traps.trigger.action", "ose:traps.treasure", "ose:traps.room")
def springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    """2-in-6 each time somebody does what sets it off: treads on its square, enters its room, touches the treasure. The
    roll is the referee's.
    """
    roll = do.roll_at_most(1, 6, f"{trap.id} springs on {creature.id}", SPRING_IN_6)
    sprung = bool(roll.success)
    sort = "ose:traps.treasure" if is_treasure_trap(trap) else "ose:traps.room"
    rule = ("ose:traps.trigger.chance", "ose:traps.trigger.action", sort)
    do.emit(ChanceRolled("setting off a trap", roll, sprung, creature.id, rule=rule, seats=(REFEREE,)))
    return sprung


@executes("ose:traps.search.treasure")
def why_not(state: State, action: a.InspectHoard | a.Disarm) -> Refusal | None:
    """Only some classes know about small traps; and nobody takes a large one apart."""
    creature = state.creatures[action.actor]
    if isinstance(action, a.InspectHoard):
        return thief_skills.why_not_inspect(state, creature, action.hoard)
    trap = state.dungeon.traps.get(action.trap) if state.dungeon is not None else None
    if trap is not None and not is_treasure_trap(trap):
        return Refusal("That is too large to be taken apart.", "ose:traps.room")
    return thief_skills.why_not_disarm(state, creature, action.trap)


@executes("ose:traps.damage-automatic", "ose:traps.treasure", "ose:traps.room")
def spring(do: Resolution, trap: Trap, creature: Creature) -> None:
    """What the trap does, without an attack roll. Ruling: traps.question.blade-attack."""
    effects.carry_out(do, Sprung(trap, creature), listings()[trap.kind].effect)


def _tell(do: Resolution, creature: Creature, text: str, *rule: str) -> None:
    do.emit(TrapSprang(creature.id, text, rule=rule))


@executes("ose:traps.damage-automatic")
def _hurt(do: Resolution, trap: Trap, creature: Creature, dice: Expr, rule: str, kind: str = "trap") -> None:
    """A trap needs no roll to hit."""
    rules = (rule, "ose:traps.damage-automatic")
    amount = roll_damage(do, trap.id, creature.id, trap.kind.replace("-", " "), dice, (), rules)
    harm(do, creature.id, amount, trap.id, kind)


@executes("ose:traps.room.falling-block")
@effects(FallingBlock)
def _falling_block(do: Resolution, sprung: Sprung, effect: FallingBlock) -> None:
    """A block crushes whoever does not save."""
    trap, creature = sprung
    _tell(do, creature, "A block of stone drops from above.", "ose:traps.room.falling-block")
    if not save(do, creature.id, "petrification"):
        _hurt(do, trap, creature, effect.damage, "ose:traps.room.falling-block", "crushing")


def _vapour(do: Resolution, trap: Trap, creature: Creature) -> None:
    """The same sight for both sorts, and the same name on the party's map afterwards."""
    _tell(do, creature, "A pale vapour pours into the room.", *_VAPOUR)
    do.emit(TrapChanged(replace(trap, kind=VAPOUR), VAPOUR, rule=_VAPOUR))


@executes("ose:traps.room.gas")
@effects(Gas)
def _gas(do: Resolution, sprung: Sprung, effect: Gas) -> None:
    """Everybody in the room saves or dies."""
    trap, creature = sprung
    _vapour(do, trap, creature)
    _tell(do, creature, "It burns in the throat: it is poison!", "ose:traps.room.gas")
    for victim in _in_the_room(do.state, creature):
        poison(do, Struck(trap.id, victim), Poison())


def _in_the_room(state: State, creature: Creature) -> list[Creature]:
    assert state.party is not None
    return state.marchers() if creature.side == state.party.side else [creature]


@executes("ose:traps.room.mist")
@effects(Mist)
def _mist(do: Resolution, sprung: Sprung, effect: Mist) -> None:
    """Harmless, and looks like gas, until everybody has breathed it in."""
    _vapour(do, *sprung)
    _tell(do, sprung.creature, "It was but a mist: nobody is the worse for it.", "ose:traps.room.mist")


@executes("ose:traps.room.pit", "ose:hazard.falling")
@effects(Pit)
def _pit(do: Resolution, sprung: Sprung, effect: Pit) -> None:
    """Whoever stands there, and is not held up by magic, falls as deep as the pit is."""
    _tell(do, sprung.creature, "The floor opens underfoot.", "ose:traps.room.pit")
    if not hovers(sprung.creature):
        fall(do, sprung.creature.id, effect.feet)


@executes("ose:traps.room.blade")
@effects(Blade)
def _blade(do: Resolution, sprung: Sprung, effect: Blade) -> None:
    """A blade cuts whoever stands there."""
    trap, creature = sprung
    _tell(do, creature, "A blade swings down from the ceiling.", "ose:traps.room.blade")
    _hurt(do, trap, creature, effect.damage, "ose:traps.room.blade")


@executes("ose:traps.room.slide")
@effects(Slide)
def _slide(do: Resolution, sprung: Sprung, effect: Slide) -> None:
    """To the level below; where there is none, the shaft ends in a pit. A party that keeps together slides together."""
    trap, creature = sprung
    _tell(do, creature, "The floor tilts and becomes a chute.", "ose:traps.room.slide")
    dungeon = do.state.dungeon
    assert dungeon is not None
    below = dungeon.areas[trap.area].level + 1
    rooms = dungeon.rooms_on(below)
    if not rooms:
        fall(do, creature.id, effect.pit_feet)
        return
    if do.state.party is None or creature.side != do.state.party.side:
        do.emit(Fled(creature.id, rule=("ose:traps.room.slide",)))
        return
    room = do.pick(rooms, "where a slide ends")
    spot = Spot(below, do.pick(room.squares, "where"), room.id)
    do.emit(PartyWent("dungeon", spot, "slide", rule=("ose:traps.room.slide",)))
    exploration.enter(do)


@executes("ose:traps.treasure.darts")
@effects(Darts)
def _throw_darts(do: Resolution, sprung: Sprung, effect: Darts) -> None:
    """1d6 of them, 1d4 each."""
    trap, creature = sprung
    count = do.roll_total(effect.count, "darts").total
    told = f"Out fly {count} darts." if count > 1 else "Out flies a dart."
    _tell(do, creature, told, "ose:traps.treasure.darts")
    _hurt(do, trap, creature, parse(f"{count}d{effect.die}"), "ose:traps.treasure.darts")


@executes("ose:traps.treasure.flash")
@effects(Flash)
def _flash(do: Resolution, sprung: Sprung, effect: Flash) -> None:
    """A flash blinds whoever does not save, for some turns."""
    rule = "ose:traps.treasure.flash"
    _tell(do, sprung.creature, "There is a blinding flash.", rule)
    if not save(do, sprung.creature.id, "spells"):
        turns = do.roll_total(effect.turns, "turns of blindness").total
        until = do.state.now + turns * TURN_SECONDS
        do.emit(ConditionGained(sprung.creature.id, Condition(BLIND, until), rule=(rule,)))


@executes("ose:traps.treasure.hidden-monster")
@effects(HiddenMonster)
def _let_loose(do: Resolution, sprung: Sprung, effect: HiddenMonster) -> None:
    """A snake, beside whoever touched the treasure."""
    rule = ("ose:traps.treasure.hidden-monster",)
    area = sprung.trap.area
    group = Group(do.state.new_group(), area, effect.monster, 1, attitude="always attacks")
    do.emit(GroupChanged(group, "let loose", rule=rule))
    assert do.rules.meetings is not None
    do.rules.meetings.meet(do, group, 5)


@executes("ose:traps.treasure.illusion")
@effects(Illusion)
def _raise_illusion(do: Resolution, sprung: Sprung, effect: Illusion) -> None:
    """A monster that is not there comes at the party."""
    group = illusions.appear(do, sprung.trap.area, meetings.MONSTERS)
    assert do.rules.meetings is not None
    do.rules.meetings.meet(do, group, 10)


@executes("ose:traps.treasure.spray")
@effects(Spray)
def _spray(do: Resolution, sprung: Sprung, effect: Spray) -> None:
    """For 1d6 hours what wanders is twice as likely to come."""
    rule = "ose:traps.treasure.spray"
    _tell(do, sprung.creature, "Something sticky and strong-smelling sprays out.", rule)
    hours = do.roll_total(effect.hours, "hours of reek").total
    do.emit(ConditionGained(sprung.creature.id, Condition(SCENTED, do.state.now + hours * HOUR), rule=(rule,)))


@executes("ose:traps.treasure.needle")
@effects(Needle)
def _needle(do: Resolution, sprung: Sprung, effect: Needle) -> None:
    """The prick kills whoever does not save against poison."""
    trap, creature = sprung
    _tell(do, creature, "A needle pricks the hand.", "ose:traps.treasure.needle")
    poison(do, Struck(trap.id, creature), Poison())


def told_to_the_referee(kind: str) -> str:
    """What a trap of this kind does, in a line."""
    return listings()[kind].noted if kind in listings() else ""


@executes("ose:traps.monsters-bypass")
def residents_cross(do: Resolution, group: Group) -> Group:
    """Those who live here know the traps of their own dungeon. Default: they never set one off; else they roll as
    others do, and the first of them is caught. Also the group as it is then.
    """
    dungeon, at, _ = survey.here(do.state)
    waiting = [t for t in dungeon.traps.values() if t.area == at.area and not t.on and t.state in ("hidden", "found")]
    ways = ("they know them", "they roll")
    if not waiting or standing(do, _BYPASS, ways, ways[0], seats=(REFEREE,)) == ways[0]:
        return group
    for trap in waiting:
        ids = meetings.muster(do, group)
        group = _now(do.state, group)
        if ids and springs(do, trap, do.state.creatures[ids[0]]):
            sprung = replace(trap, state="sprung")
            do.emit(TrapChanged(sprung, "sprung", rule=(_BYPASS,), seats=(REFEREE,)))
            spring(do, sprung, do.state.creatures[ids[0]])
            left = sum(do.state.creatures[id].status == "up" for id in ids)
            do.emit(GroupChanged(replace(_now(do.state, group), count=left), "crossed a trap", rule=(_BYPASS,)))
            group = _now(do.state, group)
    return group


def _now(state: State, group: Group) -> Group:
    assert state.dungeon is not None
    return state.dungeon.groups[group.id]
