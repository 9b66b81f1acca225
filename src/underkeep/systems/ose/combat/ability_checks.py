"""Rolls that the referee calls for: ability checks, forced doors, saving throws."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import CallCheck, CallContest, CallSave
from underkeep.procedures.calls import why_not_contest
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.sheet import ABILITIES, SAVES, sheet
from underkeep.systems.ose.characters.abilities import open_doors_in_6
from underkeep.systems.ose.checks.saves import GENRE, NO_SAVE, category, save, settled_situation, situation
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.creature import CheckRolled, ContestSettled, Creature
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
HARDEST = 4
_MODIFIERS = "ose:task.ability-check.modifiers"
_ARBITER = "ose:referee.arbiter"
_GAPS = "ose:referee.rulings.gaps"
AVERAGE_SCORE, BEST_SCORE = 9, 18


def ability(what: str) -> str | None:
    """The ability somebody means: `STR`, `str`, `strength`."""
    words = what.strip().lower()
    return _NAMES.get(words) or (words.upper() if words.upper() in ABILITIES else None)


def why_not(state: State, action: CallCheck | CallSave) -> Refusal | None:
    creature = state.creatures[action.creature]
    if isinstance(action, CallSave):
        return _why_not_save(state, action)
    if action.what.strip().lower() == loyalty.LOYALTY:
        return loyalty.why_not_call(creature)
    if isinstance(action, CallContest):
        return why_not_contest(state, action, _GAPS) or _why_not_ability(action)
    if not sheet(creature).abilities:
        return Refusal(f"{creature.name} has no ability scores.", "ose:task.ability-check")
    if action.what.strip().lower() != OPEN_DOORS and (unknown := _why_not_ability(action)) is not None:
        return unknown
    if action.difficulty is not None and not -HARDEST <= action.difficulty <= HARDEST:
        return Refusal(f"A check is made at -{HARDEST} to +{HARDEST}.", _MODIFIERS)
    return None


@executes("ose:save.genre-situations")
def _why_not_save(state: State, action: CallSave) -> Refusal | None:
    """Against what the book does not name there is no save, unless a person judges or has judged."""
    known = category(action.against) or settled_situation(state, action.against) or state.human_referee
    return None if known else Refusal(f'"{action.against[:60]}" is none of {", ".join(SAVES)}.', GENRE)


def _why_not_ability(action: CallCheck) -> Refusal | None:
    names = ", ".join((*ABILITIES, OPEN_DOORS, loyalty.LOYALTY, "climb", "swim"))
    sentence = f'"{action.what[:60]}" cannot be checked; there are {names}.'
    return None if ability(action.what) is not None else Refusal(sentence, "ose:task.ability-check")


def call(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallSave):
        given = (Modifier("referee", action.difficulty),) if action.difficulty else ()
        like = "" if category(action.against) else situation(do, action.against)
        if like != NO_SAVE:
            save(do, action.creature, action.against, (*action.modifiers, *given), like=like)
    elif isinstance(action, CallContest):
        contest(do, action)
    elif action.what.strip().lower() == OPEN_DOORS:
        force_door(do, action.creature, f"{OPEN_DOORS}, called", _stated(action))
    elif action.what.strip().lower() == loyalty.LOYALTY:
        loyalty.face_peril(do, action.creature, "in peril")
    else:
        check(do, action)


@executes(
    "ose:task.ability-check",
    "ose:task.ability-check.modifiers",
    "ose:task.ability-check.natural",
    "ose:referee.arbiter",
)
def check(do: Resolution, action: CallCheck) -> bool:
    """1d20 at or under the score; difficulty changes the roll. A 1 always succeeds, a 20 always fails. When
    one is due the referee decides.
    """
    what = ability(action.what)
    assert what is not None
    score = sheet(do.state.creatures[action.creature]).abilities[what]
    modifiers = _modifiers(do, action)
    called = (_ARBITER,) if do.seat == REFEREE else ()
    roll = do.roll(1, 20, f"{what} check of {action.creature}", modifiers)
    (face,) = roll.faces
    success = face == 1 or (face != 20 and roll.total <= score)
    told = Roll(roll.notation, roll.faces, roll.total, roll.modifiers, score, success, at_most=True)
    rule = ["ose:task.ability-check"]
    rule += ["ose:task.ability-check.natural"] if face in (1, 20) else []
    rule += [_MODIFIERS] if roll.modifiers else []
    do.emit(CheckRolled(action.creature, what, told, success, rule=(*rule, *called)))
    return success


@executes("ose:task.ability-check.modifiers")
def _modifiers(do: Resolution, action: CallCheck) -> tuple[Modifier, ...]:
    """What is stated and the difficulty named. Where none is named the referee gives one, from what was stated.
    Default: that, or 0.
    """
    if action.difficulty is not None:
        return (*action.modifiers, Modifier("difficulty", action.difficulty))
    stated = sum(m.amount for m in action.modifiers)
    default = max(-HARDEST, min(HARDEST, stated))
    choices = tuple(str(n) for n in range(-HARDEST, HARDEST + 1))
    ruled = int(do.ruling(_MODIFIERS, choices, str(default), action.creature))
    return action.modifiers if ruled == stated else (Modifier("difficulty", ruled),)


@executes("ose:referee.rulings.gaps", "ose:task.ability-check")
def contest(do: Resolution, action: CallContest) -> str:
    """The book has no contests: each rolls against the same ability, and of those who succeed the highest roll wins.
    A tie is nobody's. Who wins; empty for nobody.
    """
    what = ability(action.what)
    assert what is not None
    best: dict[str, int] = {}
    for id in (action.creature, *action.opponents):
        modifiers = _stated(action) if id == action.creature else ()
        score = _score(do, do.state.creatures[id], what)
        roll = do.roll_at_most(1, 20, f"{what} of {id} in a contest", score, modifiers)
        do.emit(CheckRolled(id, what, roll, bool(roll.success), rule=("ose:task.ability-check", _GAPS)))
        if roll.success:
            (best[id],) = roll.faces
    leaders = [id for id, face in best.items() if face == max(best.values())]
    winner = leaders[0] if len(leaders) == 1 else ""
    do.emit(ContestSettled(what, winner, rule=(_GAPS,)))
    return winner


def _stated(action: CallCheck) -> tuple[Modifier, ...]:
    return (*action.modifiers, Modifier("difficulty", action.difficulty or 0))


@executes("ose:referee.rulings.gaps")
def _score(do: Resolution, creature: Creature, what: str) -> int:
    """An ability score; for one without, what the referee gives it. Default: 9, and 1 for each Hit Die."""
    own = sheet(creature).abilities
    if own:
        return own[what]
    listing = monsters().get(creature.kind)
    usual = min(BEST_SCORE, AVERAGE_SCORE + (hit_dice(listing.hd).dice if listing is not None else 0))
    scores = tuple(str(n) for n in range(3, BEST_SCORE + 1))
    return int(do.ruling(_GAPS, scores, str(usual), f"{creature.name}: {what}"))


@executes("ose:dice.x-in-6")
def chance_in_six(
    do: Resolution, creature: str, what: str, chance: int, rule: tuple[str, ...], modifiers: tuple[Modifier, ...] = ()
) -> bool:
    """1d6 at or under the chance."""
    roll = do.roll_at_most(1, 6, f"{what} by {creature}", chance, modifiers)
    do.emit(CheckRolled(creature, what, roll, bool(roll.success), rule=(*rule, "ose:dice.x-in-6")))
    return bool(roll.success)


@executes("ose:dice.percentile")
def chance_in_hundred(do: Resolution, creature: str, what: str, chance: int, rule: tuple[str, ...]) -> bool:
    """1d100 at or under the chance."""
    roll = do.roll_at_most(1, 100, f"{what} by {creature}", chance)
    do.emit(CheckRolled(creature, what, roll, bool(roll.success), rule=(*rule, "ose:dice.percentile")))
    return bool(roll.success)


@executes("ose:abilities.str.open-doors", "ose:doors.stuck.force")
def force_door(do: Resolution, creature: str, what: str = OPEN_DOORS, modifiers: tuple[Modifier, ...] = ()) -> bool:
    """Whether a heave at a stuck door opens it."""
    chance = open_doors_in_6(sheet(do.state.creatures[creature]).abilities["STR"])
    return chance_in_six(do, creature, what, chance, ("ose:abilities.str.open-doors",), modifiers)
