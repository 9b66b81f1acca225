"""Ability checks and adventuring tasks, as the referee calls for them."""

from __future__ import annotations

import difflib

from underkeep.kernel.event import Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import CallCheck, CallContest, CallSave
from underkeep.procedures.calls import why_not_contest
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import words
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Task
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.characters.abilities import task_bonus
from underkeep.systems.rampage.characters.classes import task_bonus as class_task_bonus
from underkeep.systems.rampage.checks.saves import AGAINST, save
from underkeep.systems.rampage.equipment.load import wears_forbidden
from underkeep.world.creature import CheckRolled, ContestSettled, Creature
from underkeep.world.state import State

ABILITY_DICE = (20, 30, 100)
TASK_NEEDED = 6
EAR_LOST = "ear"


class TaskTried(Note, frozen=True):
    """What the players learn of a task that the referee rolls in secret."""

    creature: str
    task: str
    success: bool


def _task_of(what: str) -> str | None:
    """A task's id from its id, its name or the only one that begins so."""
    wanted = what.strip().lower().replace(" ", "-")
    tasks = compendium.tasks()
    if wanted in tasks:
        return wanted
    fitting = [id for id, task in tasks.items() if id.startswith(wanted) or task.name.lower() == what.strip().lower()]
    return fitting[0] if wanted and len(fitting) == 1 else None


def why_not(state: State, action: CallCheck | CallSave) -> Refusal | None:
    creature = state.creatures[action.creature]
    if isinstance(action, CallSave):
        if action.against.lower() in AGAINST:
            return None
        return Refusal(
            f'Nothing saves against "{action.against}"{_hint(action.against, list(AGAINST))}', "rampage:save.basic"
        )
    if isinstance(action, CallContest):
        return _why_not_contest(state, action)
    if action.what.upper() in ABILITIES:
        if not sheet(creature).scores:
            return Refusal(f"{creature.name} has no ability scores.", "rampage:abilities.check.d20")
        if action.difficulty not in (None, *ABILITY_DICE):
            return Refusal("An ability check is on d20, d30 or d100.", "rampage:abilities.check.d100")
        return None
    task = _task_of(action.what)
    if task is None:
        names = [*ABILITIES, *compendium.tasks()]
        return Refusal(f'There is no check "{action.what}"{_hint(action.what, names)}', "rampage:task.roll")
    return why_not_task(creature, task)


def _why_not_contest(state: State, action: CallContest) -> Refusal | None:
    unknown = Refusal(f"A contest is of one of {', '.join(ABILITIES)}.", "rampage:abilities.check.d20")
    refusal = why_not_contest(state, action, "rampage:abilities.check.d20")
    return refusal or (None if action.what.upper() in ABILITIES else unknown)


def _hint(text: str, names: list[str]) -> str:
    near = difflib.get_close_matches(text.lower().replace(" ", "-"), names, 2, 0.5)
    return f"; did you mean {' or '.join(near)}?" if near else "."


def why_not_task(creature: Creature, id: str) -> Refusal | None:
    """Ruling: q.task-improvised-equipment, a task whose equipment is missing cannot be tried."""
    task = compendium.tasks()[id]
    if task.equipment and not _has(creature, task.equipment):
        needed = compendium.gear()[task.equipment[0]].name
        return Refusal(f"{creature.name} has no {needed} for that.", task.rules[0])
    return None


def task_meant(creature: Creature, what: str) -> str:
    """The task whose verb stands in somebody's words, if they have what it takes; empty for none."""
    said = set(words(what))
    meant = (id for id, task in compendium.tasks().items() if said & set(task.verbs.split()))
    return next((id for id in meant if why_not_task(creature, id) is None), "")


def _has(creature: Creature, kinds: tuple[str, ...]) -> bool:
    return any(i.kind in kinds and not i.broken and i.place != "ground" for i in creature.items)


def perform(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallSave):
        save(do, action.creature, action.against.lower(), action.modifiers, action.difficulty)
    elif isinstance(action, CallContest):
        contest(do, action)
    elif action.what.upper() in ABILITIES:
        ability_check(do, action.creature, action.what.upper(), action.difficulty or 20, action.modifiers)
    else:
        task = _task_of(action.what)
        assert task is not None
        attempt(do, action.creature, task, action.modifiers)


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


@executes(
    "rampage:task.everyone",
    "rampage:task.racial-bonus",
    "rampage:class.jack.task-bonus",
    "rampage:class.jack.heavy-armor-tasks",
    "rampage:class.cleric.forbidden-armor-tasks",
    "rampage:task.climb.gear",
    "rampage:task.bandage-wounds.improvised",
    "rampage:task.climb.others-short",
)
def task_modifiers(creature: Creature, id: str) -> tuple[Modifier, ...]:
    """All that bears on an adventuring task: people, ability, training, armour, gear and old wounds."""
    own, task = sheet(creature), compendium.tasks()[id]
    found = [_people_bonus(creature, id, task)]
    if own.scores:
        found.append(Modifier(task.ability, task_bonus(own.score(task.ability))))
    if own.classes:
        found.append(Modifier("jack", class_task_bonus(own.classes, own.level)))
        if wears_forbidden(own, creature.items):
            found.append(Modifier("forbidden armour", -1))
    if id in ("climb", "climb-smooth") and _has(creature, ("climbing-gear",)):
        found.append(Modifier("climbing gear", 1))
    if id == "bandage-wounds" and not _has(creature, ("bandages",)):
        found.append(Modifier("no bandages", -1))
    if id == "hear-noise" and any(EAR_LOST in injury for injury in own.injuries):
        found.append(Modifier("lost ear", -1))
    return tuple(m for m in found if m.amount)


def _people_bonus(creature: Creature, id: str, task: Task) -> Modifier:
    """What the creature's people adds; an unnamed people climbs by its size."""
    own = sheet(creature)
    monster = compendium.monsters().get(creature.kind)
    people = own.race or (monster.people if monster else "")
    if id == "climb" and people not in task.peoples and people not in ("ogre", "troll", "giant"):
        return Modifier(f"size {own.size}", {"S": 2, "M": 4}.get(own.size, 0))
    return Modifier(people or "any people", task.peoples.get(people, task.peoples["man"] if id == "probe-pits" else 0))


@executes("rampage:task.roll", "rampage:task.judge-rolls")
def attempt(do: Resolution, creature: str, id: str, modifiers: tuple[Modifier, ...] = ()) -> bool:
    """Ruling: q.task-natural-6, only the total counts."""
    task = compendium.tasks()[id]
    found = (*task_modifiers(do.state.creatures[creature], id), *modifiers)
    roll = do.roll(1, 6, f"{task.name} by {creature}", found, TASK_NEEDED)
    success = bool(roll.success)
    rule = ("rampage:task.roll", *task.rules)
    do.emit(CheckRolled(creature, task.name, roll, success, rule=rule, seats=(REFEREE,) if task.secret else None))
    if task.secret:
        do.emit(TaskTried(creature, task.name, success, rule=("rampage:task.judge-rolls",)))
    return success


@executes("rampage:task.other")
def other_task(do: Resolution, creature: Creature, what: str, ability: str, modifiers: tuple[Modifier, ...]) -> bool:
    """Any other task: 1d6, and 1 more for a high score in what it takes; 6 or more succeeds."""
    own = sheet(creature)
    found = (Modifier(ability, task_bonus(own.score(ability)) if own.scores else 0), *modifiers)
    roll = do.roll(1, 6, f"{what} by {creature.id}", found, TASK_NEEDED)
    do.emit(CheckRolled(creature.id, what, roll, bool(roll.success), rule=("rampage:task.other", "rampage:task.roll")))
    return bool(roll.success)
