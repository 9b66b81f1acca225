"""Rolls that the referee calls for: ability checks, forced doors, saving throws."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.sheet import ABILITIES, SAVES, sheet
from underkeep.systems.ose.characters.abilities import open_doors_in_6
from underkeep.systems.ose.checks.saves import GENRE, NO_SAVE, category, save, settled_situation, situation
from underkeep.systems.ose.encounters import loyalty
from underkeep.world.creature import CheckRolled
from underkeep.world.state import State

OPEN_DOORS = "open doors"
_NAMES = {
    "strength": "STR",
    "intelligence": "INT",
    "wisdom": "WIS",
    "dexterity": "DEX",
    "constitution": "CON",
    "charisma": "CHA",
}
_MODIFIERS = "ose:task.ability-check.modifiers"
_WHEN = "ose:task.ability-check.when"


class TaskAllowed(Note, frozen=True):
    """Somebody did it; no roll was needed."""

    creature: str
    what: str


def ability(what: str) -> str | None:
    """The ability somebody means: `STR`, `str`, `strength`."""
    words = what.strip().lower()
    return _NAMES.get(words) or (words.upper() if words.upper() in ABILITIES else None)


def why_not(state: State, action: CallCheck | CallSave) -> Refusal | None:
    creature = state.creatures[action.creature]
    if isinstance(action, CallSave):
        known = category(action.against) or settled_situation(state, action.against) or state.human_referee
        return None if known else Refusal(f'"{action.against[:60]}" is none of {", ".join(SAVES)}.', GENRE)
    if action.what.strip().lower() == loyalty.LOYALTY:
        return loyalty.why_not_call(creature)
    if not sheet(creature).abilities:
        return Refusal(f"{creature.name} has no ability scores.", "ose:task.ability-check")
    if ability(action.what) is None and action.what.strip().lower() != OPEN_DOORS:
        names = ", ".join((*ABILITIES, OPEN_DOORS))
        return Refusal(f'"{action.what}" cannot be checked; there are {names}.', "ose:task.ability-check")
    if action.difficulty is not None and not -4 <= action.difficulty <= 4:
        return Refusal("A check is made at -4 to +4.", _MODIFIERS)
    return None


def call(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallSave):
        given = (Modifier("referee", action.difficulty),) if action.difficulty else ()
        like = "" if category(action.against) else situation(do, action.against)
        if like != NO_SAVE:
            save(do, action.creature, action.against, (*action.modifiers, *given), like=like)
    elif action.what.strip().lower() == OPEN_DOORS:
        force_door(do, action.creature)
    elif action.what.strip().lower() == loyalty.LOYALTY:
        loyalty.face_peril(do, action.creature, "in peril")
    else:
        attempt(do, action)


@executes("ose:task.ability-check.when")
def attempt(do: Resolution, action: CallCheck) -> None:
    """A task that no other rule covers, called for without a difficulty: the referee may wave it through.
    Default: a check.
    """
    if action.difficulty is None and do.ruling(_WHEN, ("check", "no roll"), "check", action.creature) == "no roll":
        do.emit(TaskAllowed(action.creature, action.what, rule=(_WHEN,)))
    else:
        check(do, action)


@executes("ose:task.ability-check", "ose:task.ability-check.modifiers", "ose:task.ability-check.natural")
def check(do: Resolution, action: CallCheck) -> bool:
    """1d20 at or under the score; difficulty changes the roll. A 1 always succeeds, a 20 always fails."""
    what = ability(action.what)
    assert what is not None
    difficulty = action.difficulty
    if difficulty is None:
        choices = tuple(str(n) for n in range(-4, 5))
        difficulty = int(do.ruling(_MODIFIERS, choices, "0", action.creature))
    score = sheet(do.state.creatures[action.creature]).abilities[what]
    modifiers = (*action.modifiers, Modifier("difficulty", difficulty))
    roll = do.roll(1, 20, f"{what} check of {action.creature}", modifiers)
    face = roll.faces[0]
    success = face == 1 or (face != 20 and roll.total <= score)
    told = Roll(roll.notation, roll.faces, roll.total, roll.modifiers, score, success, at_most=True)
    rule = ("ose:task.ability-check", *(("ose:task.ability-check.natural",) if face in (1, 20) else ()))
    do.emit(CheckRolled(action.creature, what, told, success, rule=rule))
    return success


@executes("ose:dice.x-in-6")
def chance_in_six(do: Resolution, creature: str, what: str, chance: int, rule: tuple[str, ...]) -> bool:
    """1d6 at or under the chance."""
    roll = do.roll_at_most(1, 6, f"{what} by {creature}", chance)
    do.emit(CheckRolled(creature, what, roll, bool(roll.success), rule=(*rule, "ose:dice.x-in-6")))
    return bool(roll.success)


@executes("ose:abilities.str.open-doors", "ose:doors.stuck.force")
def force_door(do: Resolution, creature: str) -> bool:
    """Whether a heave at a stuck door opens it."""
    chance = open_doors_in_6(sheet(do.state.creatures[creature]).abilities["STR"])
    return chance_in_six(do, creature, OPEN_DOORS, chance, ("ose:abilities.str.open-doors",))
