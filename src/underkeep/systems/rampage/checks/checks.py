"""Ability checks and adventuring tasks, as the referee calls for them."""

from __future__ import annotations

import difflib

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import CallCheck, CallContest, CallSave
from underkeep.procedures.calls import why_not_contest
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.checks import tasks
from underkeep.systems.rampage.checks.saves import AGAINST, save
from underkeep.world.creature import CheckRolled, ContestSettled
from underkeep.world.state import State

ABILITY_DICE = (20, 30, 100)


def why_not(state: State, action: CallCheck | CallSave) -> Refusal | None:
    creature = state.creatures[action.creature]
    if isinstance(action, CallSave):
        if action.against.lower() in AGAINST:
            return None
        known = f"; there are {', '.join(AGAINST)}."
        return Refusal(
            f'Nothing saves against "{action.against[:60]}"{_hint(action.against, list(AGAINST)) or known}',
            "rampage:save.basic",
        )
    if isinstance(action, CallContest):
        return _why_not_contest(state, action)
    if action.what.upper() in ABILITIES:
        if not sheet(creature).scores:
            return Refusal(f"{creature.name} has no ability scores.", "rampage:abilities.check.d20")
        if action.difficulty not in (None, *ABILITY_DICE):
            return Refusal("An ability check is on d20, d30 or d100.", "rampage:abilities.check.d100")
        return None
    task = tasks.task_of(action.what)
    if task is None:
        names = [*ABILITIES, *compendium.tasks()]
        hint = _hint(action.what, names) or f"; there are {', '.join(names)}."
        return Refusal(f'There is no check "{action.what[:60]}"{hint}', "rampage:task.roll")
    return tasks.why_not(state, creature, task)


def _why_not_contest(state: State, action: CallContest) -> Refusal | None:
    unknown = Refusal(f"A contest is of one of {', '.join(ABILITIES)}.", "rampage:abilities.check.d20")
    refusal = why_not_contest(state, action, "rampage:abilities.check.d20")
    return refusal or (None if action.what.upper() in ABILITIES else unknown)


def _hint(text: str, names: list[str]) -> str:
    near = difflib.get_close_matches(text.lower().replace(" ", "-"), names, 2, 0.5)
    return f"; the nearest is {' or '.join(near)}." if near else ""


def perform(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallSave):
        save(do, action.creature, action.against.lower(), action.modifiers, action.difficulty)
    elif isinstance(action, CallContest):
        contest(do, action)
    elif action.what.upper() in ABILITIES:
        ability_check(do, action.creature, action.what.upper(), action.difficulty or 20, action.modifiers)
    else:
        task = tasks.task_of(action.what)
        assert task is not None
        tasks.attempt(do, action.creature, task, action.modifiers, action.what)


@executes(
    "rampage:abilities.check.d20",
    "rampage:abilities.check.d100",
    "rampage:abilities.check.notation",
    "rampage:combat.stunt.self",
)
def ability_check(
    do: Resolution,
    creature: str,
    ability: str,
    sides: int = 20,
    modifiers: tuple[Modifier, ...] = (),
    rule: tuple[str, ...] = (),
) -> bool:
    """The score or less on the die. Modifiers change the die."""
    score = sheet(do.state.creatures[creature]).score(ability)
    roll = do.roll_at_most(1, sides, f"{ability} check of {creature}", score, modifiers)
    success = bool(roll.success)
    die = "rampage:abilities.check.d20" if sides == 20 else "rampage:abilities.check.d100"
    do.emit(CheckRolled(creature, ability, roll, success, rule=(die, *rule)))
    return success


@executes("rampage:abilities.check.d20")
def contest(do: Resolution, action: CallContest) -> str:
    """The book has no contests: each makes the same check, and of those who succeed the highest die wins; who has no
    scores counts 10. Who wins; empty for nobody.
    """
    ability, best = action.what.upper(), dict[str, int]()
    for id in (action.creature, *action.opponents):
        modifiers = action.modifiers if id == action.creature else ()
        score = sheet(do.state.creatures[id]).score(ability)
        roll = do.roll_at_most(1, 20, f"{ability} of {id} in a contest", score, modifiers)
        do.emit(CheckRolled(id, ability, roll, bool(roll.success), rule=("rampage:abilities.check.d20",)))
        if roll.success:
            best[id] = roll.faces[0]
    leaders = [id for id, face in best.items() if face == max(best.values())]
    winner = leaders[0] if len(leaders) == 1 else ""
    do.emit(ContestSettled(ability, winner, rule=("rampage:abilities.check.d20",)))
    return winner
