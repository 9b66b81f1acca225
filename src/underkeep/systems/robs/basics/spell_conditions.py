"""The conditions that spells lay on people, and what they do to rolls, armour and harm."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.world.creature import Creature
from underkeep.world.grid import distance
from underkeep.world.state import State

BLESSED, UNBLESSED, HELD_OFF = "blessed", "unblessed", "blessing held off"
PAINLESS, PAIN, NUMB = "free of pain", "in pain", "numbed"
SHIELDED, MAGNETIC = "shielded from missiles", "drawing missiles"
RESISTS = {"cold": "resisting cold", "fire": "resisting fire"}
SUFFERS = {"cold": "suffering cold", "fire": "suffering fire"}
HIDDEN_ALIGNMENT, HIDDEN_MAGIC = "hidden alignment", "hidden magic"
MUTE, SILENCE = "mute", "in silence"
SENSING = "sensing magic"
ILLUSION = "keeping up an illusion"
CONCENTRATING = "concentrating on "
ASLEEP, PARALYSED = "asleep", "paralysed"
SWAYED = "swayed"
SAVE_BONUS = 2


@executes(
    "robs:spell.bless.effect", "robs:spell.bless.reverse", "robs:spell.bless.no-stacking", "robs:spell.bless.cancel"
)
def blessing(creature: Creature) -> int:
    """1 for the blessed and -1 for the unblessed, however often; nothing while the other form holds it off."""
    if not creature.conditions or creature.condition(HELD_OFF):
        return 0
    return int(creature.condition(BLESSED) is not None) - int(creature.condition(UNBLESSED) is not None)


def blessed_by(amount: int) -> str:
    """The rule behind a blessing, or behind its reverse."""
    return "robs:spell.bless.effect" if amount > 0 else "robs:spell.bless.reverse"


@executes("robs:spell.missile-shield.effect", "robs:spell.missile-shield.reverse")
def missiles(creature: Creature) -> int:
    """What a spell does to the aim and the harm of missiles at somebody."""
    if not creature.conditions:
        return 0
    return int(creature.condition(MAGNETIC) is not None) - int(creature.condition(SHIELDED) is not None)


def missiles_by(amount: int) -> str:
    return "robs:spell.missile-shield.reverse" if amount > 0 else "robs:spell.missile-shield.effect"


@executes(
    "robs:spell.resist-cold.half-damage",
    "robs:spell.resist-fire.half",
    "robs:spell.resist-cold.reverse",
    "robs:spell.resist-fire.reverse",
)
def endured(creature: Creature, kind: str, amount: int) -> int:
    """Cold or fire that got past the defences: half for who resists it, double for who suffers from it."""
    if not creature.conditions or kind not in RESISTS:
        return amount
    if creature.condition(RESISTS[kind]):
        amount //= 2
    return amount * 2 if creature.condition(SUFFERS[kind]) else amount


def endured_by(creature: Creature, kind: str) -> tuple[str, ...]:
    """The rules by which a spell changed what cold or fire did."""
    if not creature.conditions or kind not in RESISTS:
        return ()
    halved = "robs:spell.resist-cold.half-damage" if kind == "cold" else "robs:spell.resist-fire.half"
    found = (halved,) if creature.condition(RESISTS[kind]) else ()
    return (*found, f"robs:spell.resist-{kind}.reverse") if creature.condition(SUFFERS[kind]) else found


@executes("robs:spell.resist-cold.save-bonus", "robs:spell.resist-fire.effect")
def steeled(creature: Creature, kind: str) -> tuple[Modifier, ...]:
    """+2 on checks against cold or fire for who resists it."""
    if not creature.conditions or kind not in RESISTS or creature.condition(RESISTS[kind]) is None:
        return ()
    return (Modifier(f"Resist {kind.capitalize()}", SAVE_BONUS),)


def steeled_by(kind: str) -> str:
    return "robs:spell.resist-cold.save-bonus" if kind == "cold" else "robs:spell.resist-fire.effect"


@executes("robs:spell.silence.area")
def is_hushed(state: State, creature: Creature) -> bool:
    """Whether no sound can be made where somebody stands. Off the field a sphere that is not for its caster alone takes
    in the party."""
    for other in state.creatures.values():
        field = other.condition(SILENCE) if other.conditions else None
        if field is None:
            continue
        if other.id == creature.id:
            return True
        if field.level <= 0:
            continue
        if other.at is None or creature.at is None:
            if other.side == creature.side:
                return True
        elif distance(other.at, creature.at) * SQUARE_METRES <= field.level:
            return True
    return False


def concentrating_on(creature: Creature) -> str:
    """The form of a spell that somebody has announced; empty for none."""
    for condition in creature.conditions:
        if condition.name.startswith(CONCENTRATING):
            return condition.name.removeprefix(CONCENTRATING)
    return ""
