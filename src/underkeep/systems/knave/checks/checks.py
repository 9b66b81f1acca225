"""The check: d20, an ability, steps of 5, against 11 and the difficulty. Also what needs no check.

A referee names a check in words: an ability, what is tried, and whom it is tried against:
`STR`, `WIS sailor`, `STR vs ogre-1`, `STR trip vs ogre-1 armour`, `DEX vs ogre-1 WIS`. `knowledge dyer` is no check,
and `morale` is for the chapter on morale.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import CallCheck, CallContest
from underkeep.procedures.calls import why_not_contest
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import ABILITIES, sheet
from underkeep.systems.knave.basics.steps import STEP, rules_behind, step
from underkeep.systems.knave.checks.careers import career_step, own_careers, why_not_attempt
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.systems.knave.equipment.armour import armour_points
from underkeep.world.creature import CheckRolled, Creature, SheetChanged
from underkeep.world.state import State

BASE_TARGET = 11
USUAL_DIFFICULTY = 5
MOST_STEPS = 2
NO_SCORES = "knave:task.check.creature-without-scores"
STEPS_RULED = "knave:task.check.modifier-judgement"
KNOWLEDGE = "knowledge"
COMMON = "common"
MIGHTY = "mighty"


class Task(Struct, frozen=True):
    """A check in words, taken apart. `against` is an ability of the foe, or armour."""

    ability: str
    tried: str
    foe: str = ""
    against: str = ""


@executes("knave:task.check.target")
def target_number(difficulty: int) -> int:
    """The number a check must reach."""
    return BASE_TARGET + difficulty


@executes("knave:task.check.creature-without-scores")
def usual_score(creature: Creature, ability: str) -> tuple[str, int]:
    """The automatic choice, and what it is worth: the level where its nature favours the creature, nothing where it is
    unsuited, else half.
    """
    level = sheet(creature).level
    stats = compendium.monsters().get(creature.kind)
    if stats is not None and ability in stats.favours:
        return "level", level
    if stats is not None and ability in stats.unsuited and not creature.condition("human-minded"):
        return "zero", 0
    return "half-level", level // 2


@executes("knave:task.check.creature-without-scores")
def score(do: Resolution, creature: Creature, ability: str) -> int:
    """An ability score, or what the referee puts in its place."""
    own = sheet(creature)
    if own.abilities:
        return own.abilities[ability]
    choice, _ = usual_score(creature, ability)
    choice = do.ruling(NO_SCORES, ("level", "half-level", "zero"), choice, f"{creature.name}: {ability}")
    return {"level": own.level, "half-level": own.level // 2, "zero": 0}[choice]


@executes("knave:task.check.formula", "knave:task.check.default-difficulty")
def check(
    do: Resolution,
    id: str,
    ability: str,
    what: str,
    difficulty: int = USUAL_DIFFICULTY,
    modifiers: Iterable[Modifier] = (),
    rule: tuple[str, ...] = (),
    seats: tuple[str, ...] | None = None,
) -> Roll:
    """1d20 plus the ability and whatever else bears on the task, against 11 plus its difficulty."""
    creature = do.state.creatures[id]
    learnt, why = career_step(do, creature, what, seats)
    steps = (*learnt, *modifiers, *check_modifiers(creature, ability))
    added = (Modifier(ability, score(do, creature, ability)), *steps)
    roll = d20(do, creature, f"{what} of {id}", added, target_number(difficulty))
    cited = dict.fromkeys(("knave:task.check.formula", "knave:task.check.target", *rule, *why, *rules_behind(steps)))
    do.emit(CheckRolled(id, what, roll, bool(roll.success), rule=tuple(cited), seats=seats))
    return roll


def d20(do: Resolution, creature: Creature, why: str, modifiers: tuple[Modifier, ...], needed: int) -> Roll:
    """A d20 and what is added to it; one who has bent fate uses up the best of the dice thrown beforehand."""
    fates = sheet(creature).fates
    if not fates:
        return do.roll(1, 20, why, modifiers, needed)
    do.emit(SheetChanged(creature.id, replace(sheet(creature), fates=fates[1:]), "uses a bent fate"))
    total = fates[0] + sum(m.amount for m in modifiers)
    return Roll("1d20", fates[:1], total, tuple(m for m in modifiers if m.amount), needed, total >= needed)


@executes("knave:task.check.opposed-ability", "knave:task.check.opposed-armor")
def opposed(do: Resolution, foe: Creature, against: str) -> tuple[int, str]:
    """The difficulty that a foe sets, and the rule that says so."""
    if against == "armour":
        return armour_points(foe), "knave:task.check.opposed-armor"
    return score(do, foe, against), "knave:task.check.opposed-ability"


def read_task(what: str) -> Task | None:
    """The words of a called check, or None if they begin with no ability."""
    before, _, after = what.partition(" vs ")
    ability, _, tried = before.strip().partition(" ")
    ability = ability.upper()
    if ability not in ABILITIES:
        return None
    foe, _, against = after.strip().partition(" ")
    against = against.strip()
    return Task(ability, tried.strip().lower(), foe, against.upper() if against != "armour" else against)


@executes(
    "knave:task.knowledge.common",
    "knave:task.knowledge.career",
    "knave:task.knowledge.other",
    "knave:downtime.career.grants-knowledge",
)
def knowledge(creature: Creature, subject: str) -> tuple[bool, str]:
    """Whether the creature simply knows it, and the rule that says so. Nothing is ever rolled for."""
    if subject == COMMON:
        return True, "knave:task.knowledge.common"
    if any(subject == career.name or subject in career.trade for career in own_careers(creature)):
        return True, "knave:task.knowledge.career"
    return False, "knave:task.knowledge.other"


@executes("knave:task.check.modifier-step")
def why_not_call(state: State, action: CallCheck) -> Refusal | None:
    """Modifiers come in steps, difficulties are never negative, and what is rolled begins with an ability."""
    creature = state.creatures[action.creature]
    first, _, subject = action.what.strip().partition(" ")
    if first.lower() == KNOWLEDGE:
        known, rule = knowledge(creature, subject.strip().lower())
        if known:
            return Refusal(f"{creature.name} knows that without a roll.", rule)
        return Refusal(f"{creature.name} has to go and find that out; it cannot be rolled for.", rule)
    task = read_task(action.what)
    if task is None:
        return Refusal(f"A check begins with one of {', '.join(ABILITIES)}.", "knave:task.check.formula")
    if isinstance(action, CallContest):
        refusal = why_not_contest(state, action, "knave:task.check.opposed-ability")
        if refusal is not None:
            return refusal
    if any(m.amount % STEP for m in action.modifiers):
        return Refusal("Modifiers come in steps of 5.", "knave:task.check.modifier-step")
    if action.difficulty is not None and not 0 <= action.difficulty <= 100:
        return Refusal("A difficulty is between 0 and 100.", "knave:task.check.target")
    if task.foe and (task.foe not in state.creatures or task.against not in ("", "armour", *ABILITIES)):
        return Refusal(f'"{action.what}" is not against a creature\'s ability or armour.', "knave:task.check.formula")
    return why_not_attempt(creature, task.tried)


@executes("knave:task.check.opposed-ability", "knave:task.check.default-difficulty")
def call(do: Resolution, action: CallCheck) -> Roll:
    """A check the referee called for, with everything that bears on it. In a contest the best of the opponents sets the
    difficulty.
    """
    task = read_task(action.what)
    assert task is not None
    creature = do.state.creatures[action.creature]
    cited: list[str] = []
    difficulty = action.difficulty
    if isinstance(action, CallContest):
        rivals = [opposed(do, do.state.creatures[id], task.against or task.ability) for id in action.opponents]
        difficulty, rule = max(rivals)
        cited.append(rule)
    elif difficulty is None and task.foe:
        difficulty, rule = opposed(do, do.state.creatures[task.foe], task.against or task.ability)
        cited.append(rule)
    elif difficulty is None:
        difficulty = USUAL_DIFFICULTY
        cited.append("knave:task.check.default-difficulty")
    modifiers = [*_gift(creature, task), *_circumstances(do, action.modifiers, cited)]
    return check(do, creature.id, task.ability, task.tried or task.ability, difficulty, modifiers, tuple(cited))


def _gift(creature: Creature, task: Task) -> list[Modifier]:
    """The step that a monster's gift adds."""
    stats = compendium.monsters().get(creature.kind)
    return [step(task.tried)] if stats is not None and task.tried in stats.advantages else []


@executes("knave:task.check.modifier-judgement", "knave:task.check.advantage", "knave:task.check.disadvantage")
def _circumstances(do: Resolution, stated: tuple[Modifier, ...], cited: list[str]) -> tuple[Modifier, ...]:
    """Each distinct circumstance once, two steps either way at the most unless the referee says otherwise.
    Ruling: modifier-stacking.
    """
    if not stated:
        return ()
    distinct = tuple({m.source: m for m in stated}.values())
    for m in distinct:
        cited.append("knave:task.check.advantage" if m.amount > 0 else "knave:task.check.disadvantage")
    total = sum(m.amount for m in distinct)
    most = MOST_STEPS * STEP
    default = max(-most, min(most, total))
    choices = tuple(f"{n * STEP:+d}" for n in range(-MOST_STEPS, MOST_STEPS + 1))
    ruled = int(do.ruling(STEPS_RULED, choices, f"{default:+d}", ", ".join(m.source for m in distinct)))
    return distinct if ruled == total else (Modifier("circumstances", ruled),)
