"""Traps: what sets them off, and what each of the twelve does."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.special_attacks import poison
from underkeep.systems.ose.basics.conditions import BLIND, SCENTED
from underkeep.systems.ose.basics.rulings import standing
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.checks import illusions
from underkeep.systems.ose.checks.damage import harm, roll_damage
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
PIT_FEET = 10
HIDDEN_MONSTER = "pit-viper"
VAPOUR = "vapour"
TURN_SECONDS = 600
_BYPASS = "ose:traps.monsters-bypass"
_BLOCK, _BLADE, _DART = parse("1d10"), parse("1d8"), parse("1d4")
_DARTS, _BLIND_TURNS, _REEK_HOURS = parse("1d6"), parse("1d8"), parse("1d6")
_VAPOUR = ("ose:traps.room.gas", "ose:traps.room.mist")


class TrapSprang(Note, frozen=True):
    """What those who are caught see of a trap."""

    creature: str
    text: str


@executes("ose:traps.treasure", "ose:traps.room")
def is_treasure_trap(trap: Trap) -> bool:
    """A small device on a thing; otherwise a large one that catches those who enter an area."""
    return bool(trap.on)


@executes("ose:traps.trigger.chance", "ose:traps.trigger.action")
def springs(do: Resolution, trap: Trap, creature: Creature) -> bool:
    """2-in-6 each time somebody does what sets it off: treads on its square, enters its room, touches the treasure. The
    roll is the referee's.
    """
    roll = do.roll_at_most(1, 6, f"{trap.id} springs on {creature.id}", SPRING_IN_6)
    sprung = bool(roll.success)
    rule = ("ose:traps.trigger.chance", "ose:traps.trigger.action")
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
    _EFFECTS[trap.kind.rstrip("-0123456789")](do, trap, creature)


def _tell(do: Resolution, creature: Creature, text: str, *rule: str) -> None:
    do.emit(TrapSprang(creature.id, text, rule=rule))


@executes("ose:traps.damage-automatic")
def _hurt(do: Resolution, trap: Trap, creature: Creature, dice: Expr, rule: str, kind: str = "trap") -> None:
    rules = (rule, "ose:traps.damage-automatic")
    amount = roll_damage(do, trap.id, creature.id, trap.kind.replace("-", " "), dice, (), rules)
    harm(do, creature.id, amount, trap.id, kind)


@executes("ose:traps.room.falling-block")
def _falling_block(do: Resolution, trap: Trap, creature: Creature) -> None:
    _tell(do, creature, "A block of stone drops from above.", "ose:traps.room.falling-block")
    if not save(do, creature.id, "petrification"):
        _hurt(do, trap, creature, _BLOCK, "ose:traps.room.falling-block", "crushing")


def _vapour(do: Resolution, trap: Trap, creature: Creature) -> None:
    """The same sight for both sorts, and the same name on the party's map afterwards."""
    _tell(do, creature, "A pale vapour pours into the room.", *_VAPOUR)
    do.emit(TrapChanged(replace(trap, kind=VAPOUR), VAPOUR, rule=_VAPOUR))


@executes("ose:traps.room.gas")
def _gas(do: Resolution, trap: Trap, creature: Creature) -> None:
    """Everybody in the room saves or dies."""
    _vapour(do, trap, creature)
    for victim in _in_the_room(do.state, creature):
        poison(do, trap.id, victim, Poison())


def _in_the_room(state: State, creature: Creature) -> list[Creature]:
    assert state.party is not None
    return state.marchers() if creature.side == state.party.side else [creature]


@executes("ose:traps.room.mist")
def _mist(do: Resolution, trap: Trap, creature: Creature) -> None:
    """Harmless, and looks like gas."""
    _vapour(do, trap, creature)


@executes("ose:traps.room.pit", "ose:hazard.falling")
def _pit(do: Resolution, trap: Trap, creature: Creature) -> None:
    """10 feet deep, or as deep as its kind says (`pit-20`)."""
    depth = trap.kind.rpartition("-")[2]
    _tell(do, creature, "The floor opens underfoot.", "ose:traps.room.pit")
    fall(do, creature.id, int(depth) if depth.isdigit() else PIT_FEET)


@executes("ose:traps.room.blade")
def _blade(do: Resolution, trap: Trap, creature: Creature) -> None:
    _tell(do, creature, "A blade swings down from the ceiling.", "ose:traps.room.blade")
    _hurt(do, trap, creature, _BLADE, "ose:traps.room.blade")


@executes("ose:traps.room.slide")
def _slide(do: Resolution, trap: Trap, creature: Creature) -> None:
    """To the level below; where there is none, the shaft ends in a pit. A party that keeps together slides together."""
    _tell(do, creature, "The floor tilts and becomes a chute.", "ose:traps.room.slide")
    dungeon, delving = do.state.dungeon, do.rules.delving
    assert dungeon is not None and delving is not None
    below = dungeon.areas[trap.area].level + 1
    rooms = dungeon.rooms_on(below)
    if not rooms:
        fall(do, creature.id, PIT_FEET)
        return
    if do.state.party is None or creature.side != do.state.party.side:
        do.emit(Fled(creature.id, rule=("ose:traps.room.slide",)))
        return
    room = do.pick(rooms, "where a slide ends")
    spot = Spot(below, do.pick(room.squares, "where"), room.id)
    do.emit(PartyWent("dungeon", spot, "slide", rule=("ose:traps.room.slide",)))
    exploration.enter(do, delving)


@executes("ose:traps.treasure.darts")
def _throw_darts(do: Resolution, trap: Trap, creature: Creature) -> None:
    """1d6 of them, 1d4 each."""
    count = do.roll_total(_DARTS, "darts").total
    _tell(do, creature, f"{count} dart{'s' if count > 1 else ''} fly out.", "ose:traps.treasure.darts")
    _hurt(do, trap, creature, parse(f"{count}{_DART.text.removeprefix('1')}"), "ose:traps.treasure.darts")


@executes("ose:traps.treasure.flash")
def _flash(do: Resolution, trap: Trap, creature: Creature) -> None:
    rule = "ose:traps.treasure.flash"
    _tell(do, creature, "There is a blinding flash.", rule)
    if not save(do, creature.id, "spells"):
        turns = do.roll_total(_BLIND_TURNS, "turns of blindness").total
        until = do.state.now + turns * TURN_SECONDS
        do.emit(ConditionGained(creature.id, Condition(BLIND, until), rule=(rule,)))


@executes("ose:traps.treasure.hidden-monster")
def _let_loose(do: Resolution, trap: Trap, creature: Creature) -> None:
    """A snake, beside whoever touched the treasure."""
    rule = ("ose:traps.treasure.hidden-monster",)
    dungeon = do.state.dungeon
    assert dungeon is not None
    id = dungeon.new_id("group", dungeon.groups)
    group = Group(id, trap.area, HIDDEN_MONSTER, 1, attitude="always attacks")
    do.emit(GroupChanged(group, "let loose", rule=rule))
    assert do.rules.delving is not None
    do.rules.delving.meet(do, group, 5)


@executes("ose:traps.treasure.illusion")
def _raise_illusion(do: Resolution, trap: Trap, creature: Creature) -> None:
    group = illusions.appear(do, trap.area, meetings.MONSTERS)
    assert do.rules.delving is not None
    do.rules.delving.meet(do, group, 10)


@executes("ose:traps.treasure.spray")
def _spray(do: Resolution, trap: Trap, creature: Creature) -> None:
    """For 1d6 hours what wanders is twice as likely to come."""
    rule = "ose:traps.treasure.spray"
    _tell(do, creature, "Something sticky and strong-smelling sprays out.", rule)
    hours = do.roll_total(_REEK_HOURS, "hours of reek").total
    do.emit(ConditionGained(creature.id, Condition(SCENTED, do.state.now + hours * HOUR), rule=(rule,)))


@executes("ose:traps.treasure.needle")
def _needle(do: Resolution, trap: Trap, creature: Creature) -> None:
    _tell(do, creature, "A needle pricks the hand.", "ose:traps.treasure.needle")
    poison(do, trap.id, creature, Poison())


_EFFECTS: dict[str, Callable[[Resolution, Trap, Creature], None]] = {
    "falling-block": _falling_block,
    "gas": _gas,
    "mist": _mist,
    "pit": _pit,
    "scything-blade": _blade,
    "slide": _slide,
    "darts": _throw_darts,
    "flash-of-light": _flash,
    "hidden-monster": _let_loose,
    "illusion": _raise_illusion,
    "spray": _spray,
    "sprung-needle": _needle,
}


_NOTED = {
    "falling-block": f"{_BLOCK.text} damage; a save against petrification avoids it",
    "gas": "all in the room save against poison or die",
    "mist": "harmless; looks like poison gas",
    "pit": f"a fall of {PIT_FEET} feet",
    "scything-blade": f"{_BLADE.text} damage",
    "slide": "a chute to the level below, or a fall where there is none",
    "darts": f"{_DARTS.text} darts of {_DART.text} damage each",
    "flash-of-light": f"blind for {_BLIND_TURNS.text} turns; a save against spells avoids it",
    "hidden-monster": f"a {HIDDEN_MONSTER.replace('-', ' ')} strikes from within",
    "illusion": "the image of a monster attacks",
    "spray": f"for {_REEK_HOURS.text} hours wandering monsters come twice as often",
    "sprung-needle": "save against poison or die",
}


def told_to_the_referee(kind: str) -> str:
    """What a trap of this kind does, in a line."""
    if kind.startswith("pit-"):
        return f"a fall of {kind.removeprefix('pit-')} feet"
    return _NOTED.get(kind, "")


@executes("ose:traps.monsters-bypass")
def residents_cross(do: Resolution, group: Group) -> Group:
    """Those who live here know the traps of their own dungeon. Default: they never set one off; else they roll as
    others do, and the first of them is caught. Also the group as it is then.
    """
    dungeon, at, _ = survey.here(do.state)
    waiting = [t for t in dungeon.traps.values() if t.area == at.area and not t.on and t.state in ("hidden", "found")]
    if not waiting or standing(do, _BYPASS, ("they know them", "they roll"), "they know them") == "they know them":
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
