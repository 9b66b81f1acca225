"""Checks, contests and situational rolls: everything that is tried outside a blow."""

from __future__ import annotations

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import CallCheck, CallContest, CallSave, CallSituation
from underkeep.procedures.calls import why_not_contest
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium, spell_conditions, wounds
from underkeep.systems.robs.basics.compendium import Task
from underkeep.systems.robs.basics.numbers import ADJECTIVES, decided_by, limited, roll_dhl, tell_critical, value_of
from underkeep.systems.robs.basics.scale import raw_power
from underkeep.systems.robs.basics.sheet import ATTRIBUTES, RobsSheet, sheet
from underkeep.systems.robs.basics.traits import Swimmer, TaskBonus
from underkeep.systems.robs.characters.alignment import strayed
from underkeep.systems.robs.characters.classes import task_bonus
from underkeep.world.creature import CheckRolled, ContestSettled, Creature, SaveRolled
from underkeep.world.state import State

RAW_POWER = "STR + Scale"
REACTION = "reaction"
SMITHING = "smithing"
AT_HOME = 5
ALIKE, OWN_WAYS = "Orders are alike", "each Order has its own ways"
_ORDERS = "robs:class.priest.custom-orders"
_COVER = {"no cover": 0, "cover": 1, "ideal cover": 2}


class ContestRolled(Note, frozen=True):
    """One contender's roll."""

    creature: str
    what: str
    roll: Roll


class SituationRolled(Note, frozen=True):
    """A situational roll; `reading` says whom it favours."""

    creature: str
    what: str
    roll: Roll
    reading: str


class Untouched(Note, frozen=True):
    """Cold or fire does nothing to somebody."""

    creature: str
    kind: str


EVENTS = (ContestRolled, SituationRolled, Untouched)


@executes("robs:task.check.setup", "robs:abilities.list")
def find_task(what: str) -> tuple[Task, int | None] | None:
    """The attribute or task that the words name, and the difficulty if an adjective stands before them: "Good CON"."""
    words = what.strip().split(" ", 1)
    if len(words) == 2 and words[0].capitalize() in ADJECTIVES.values():
        found = find_task(words[1])
        return found and (found[0], value_of(words[0]))
    if what.strip().upper() in ATTRIBUTES:
        return Task(what.strip().upper(), (), "robs:task.check.setup"), None
    task = compendium.tasks().get("-".join(what.lower().split()))
    return (task, None) if task is not None else None


@executes("robs:race.ellyl.metal")
def _shuns_heat(state: State, id: str) -> bool:
    """Long heat harms an ellyl's wings."""
    creature = state.creatures.get(id)
    return creature is not None and sheet(creature).race == "ellyl"


@executes("robs:task.check.setup", "robs:task.contest.roll")
def why_not(state: State, action: CallCheck | CallSave) -> Refusal | None:
    """A check names a task or an attribute that exists, and a contest an opponent."""
    if isinstance(action, CallSituation):
        return None
    refusal = why_not_contest(state, action, "robs:task.contest.roll") if isinstance(action, CallContest) else None
    if refusal is not None:
        return refusal
    what = action.against if isinstance(action, CallSave) else action.what
    if isinstance(action, CallContest) and what == RAW_POWER:
        return None
    if what == SMITHING and isinstance(action, CallCheck) and _shuns_heat(state, action.creature):
        return Refusal("Ellyllon work no metal but by magic.", "robs:race.ellyl.metal")
    if find_task(what) is None:
        known = ", ".join((*ATTRIBUTES, *sorted(compendium.tasks())))
        return Refusal(f'There is no check of "{what}"; there are {known}.', "robs:task.check.setup")
    return None


@executes(
    "robs:task.check.roll",
    "robs:abilities.str",
    "robs:abilities.dex",
    "robs:abilities.con",
    "robs:abilities.int",
    "robs:abilities.cha",
    "robs:damage.hurt",
    "robs:class.cleric.lawfulness-penalty",
    "robs:spell.cure-disease.reverse-effect",
)
def modifiers(do: Resolution, creature: Creature, task: Task) -> tuple[Modifier, ...]:
    """What the creature brings to a task: attribute, people, training, gifts of nature, wounds; a cleric who strays
    from the deity's Lawfulness has that much less of clerical skill."""
    own = sheet(creature)
    found = [Modifier(task.attribute, own.attributes[task.attribute])] if task.attribute else []
    found.append(Modifier("class", task_bonus(own, task.families)))
    if own.race:
        found.append(Modifier(own.race, _race_bonus(do, own, task)))
    if own.order and "clerical" in task.families:
        found.append(Modifier("Lawfulness", -strayed(own)))
    if own.order:
        found.append(Modifier("Order", _given_by_order(do, own.order, task)))
    for trait in own.traits:
        if isinstance(trait, TaskBonus) and compendium.tasks().get(trait.task) is task:
            found.append(Modifier(creature.name, trait.amount))
        if isinstance(trait, Swimmer) and "swimming" in task.families:
            found.append(Modifier("at home in water", AT_HOME))
    if creature.conditions:
        found += spell_conditions.steeled(creature, task.families[0]) if task.families else ()
        ailing = task.attribute == "CON" and creature.condition(wounds.AILING) is not None
        found += (Modifier("illness", -1),) if ailing else ()
    return (*found, *wounds.penalty(do.state, creature))


@executes("robs:class.priest.custom-orders")
def _given_by_order(do: Resolution, order: str, task: Task) -> int:
    """What an Order teaches its own, if the referee lets Orders differ; by itself none does."""
    given = sum(compendium.orders()[order].tasks.get(family, 0) for family in task.families)
    return given if given and do.ruling(_ORDERS, (ALIKE, OWN_WAYS), ALIKE, order) == OWN_WAYS else 0


@executes("robs:class.proficiency.choice")
def practised(own: RobsSheet, task: Task) -> int:
    """The Proficiency that somebody has in a task, where the referee approved of such a field."""
    if not own.proficiencies:
        return 0
    return sum(count for skill, count in own.proficiencies.items() if compendium.tasks().get(skill) is task)


@executes(
    "robs:race.dwarf.balance-penalty",
    "robs:race.dwarf.handiwork",
    "robs:race.elf.balance-bonus",
    "robs:race.elf.handiwork",
    "robs:race.elf.eyesight",
    "robs:race.elf.survival",
    "robs:race.elf.survival-stacks",
    "robs:race.halfling.stealth",
    "robs:race.ellyl.hiding",
)
def _race_bonus(do: Resolution, own: RobsSheet, task: Task) -> int:
    """What the people one belongs to adds to or takes from a task; hiding counts only where there is cover."""
    bonuses = compendium.races()[own.race].tasks
    total = 0
    for family in task.families:
        amount = bonuses.get(family, 0)
        if amount and family in task.needs_cover:
            amount = _in_cover(do, own, amount)
        total += amount
    return total


@executes("robs:race.halfling.stealth", "robs:race.halfling.stealth-ideal", "robs:race.ellyl.hiding")
def _in_cover(do: Resolution, own: RobsSheet, amount: int) -> int:
    """Hiding needs something to hide behind; how good it is, the referee says."""
    if own.race == "halfling":
        return _COVER[do.ruling("robs:race.halfling.stealth-ideal", tuple(_COVER), "cover")]
    return amount if do.ruling("robs:race.ellyl.hiding", ("no cover", "cover"), "cover") == "cover" else 0


@executes("robs:referee.improvise", "robs:dice.adjectives.ladder")
def difficulty(do: Resolution, given: int | None, spoken: int | None) -> int:
    """The difficulty named, or the referee's word for it, Average if unsure."""
    if given is not None:
        return given
    if spoken is not None:
        return spoken
    return value_of(do.ruling("robs:referee.improvise", tuple(ADJECTIVES.values()), "Average"))


@executes("robs:task.check.roll", "robs:task.check.success")
def roll_check(do: Resolution, creature: Creature, task: Task, needed: int, others: tuple[Modifier, ...] = ()) -> Roll:
    """The high die minus the low, plus everything that bears on the task, against its difficulty."""
    every = (*modifiers(do, creature, task), *limited(do, others))
    skill = practised(sheet(creature), task)
    roll = roll_dhl(do, f"{task.attribute or 'wizardry'} check of {creature.id}", every, needed, skill, by=creature)
    tell_critical(do, creature.id, roll)
    return roll


@executes("robs:task.check.setup", "robs:task.check.roll", "robs:task.check.success")
def perform(do: Resolution, action: CallCheck | CallSave) -> None:
    """Rolls the check, save, contest or situation that the referee called for."""
    creature = do.state.creatures[action.creature]
    if isinstance(action, CallSituation):
        luck = () if action.what == REACTION else ("robs:task.situational.luck",)
        situation(do, creature.id, action.what, limited(do, action.modifiers), luck)
    elif isinstance(action, CallContest):
        _call_contest(do, creature, action)
    else:
        what = action.against if isinstance(action, CallSave) else action.what
        found = find_task(what)
        assert found is not None
        task, spoken = found
        if is_untouched(do, creature, task):
            return
        roll = roll_check(do, creature, task, difficulty(do, action.difficulty, spoken), action.modifiers)
        tried = (f"robs:abilities.{task.attribute.lower()}",) if task.attribute else ()
        called = ("robs:task.check.setup", "robs:task.check.roll", "robs:task.check.success")
        rule = tuple(
            dict.fromkeys((*called, *compendium.rules_of(task.rule), *tried, *_behind(roll), *decided_by(roll)))
        )
        if isinstance(action, CallSave):
            do.emit(SaveRolled(creature.id, what, roll, bool(roll.success), rule=rule))
        else:
            do.emit(CheckRolled(creature.id, what, roll, bool(roll.success), rule=rule))


@executes("robs:spell.resist-cold.immunity", "robs:spell.resist-fire.immunity")
def is_untouched(do: Resolution, creature: Creature, task: Task) -> bool:
    """Who resists cold or fire feels nothing of freezing weather, or of a fire no hotter than a bonfire; which of them
    it is the referee says."""
    kind = next((family for family in task.families if family in spell_conditions.RESISTS), "")
    if not kind or not spell_conditions.steeled(creature, kind):
        return False
    rule = "robs:spell.resist-cold.immunity" if kind == "cold" else "robs:spell.resist-fire.immunity"
    if do.ruling(rule, _HEATS[kind], _HEATS[kind][0], creature.id) == _HEATS[kind][1]:
        return False
    do.emit(Untouched(creature.id, kind, rule=(rule,)))
    return True


_HEATS = {
    "cold": ("no colder than -15 degrees", "colder than that"),
    "fire": ("no hotter than a bonfire", "a fiercer heat"),
}


@executes("robs:task.contest.roll", "robs:task.contest.winner")
def _call_contest(do: Resolution, creature: Creature, action: CallContest) -> None:
    """Ruling: contest-ties. Equals who tie roll again among themselves."""
    others = limited(do, action.modifiers)
    contenders = (creature, *(do.state.creatures[id] for id in action.opponents))
    while len(contenders) > 1:
        contenders = contest(do, contenders, action.what, others)


@executes("robs:task.contest.roll", "robs:task.contest.winner", "robs:task.contest.composite")
def contest(
    do: Resolution, contenders: tuple[Creature, ...], what: str, others: tuple[Modifier, ...] = ()
) -> tuple[Creature, ...]:
    """Each rolls once; those who rolled highest, more than one being a tie. `others` are modifiers of the first
    contender.
    """
    totals = []
    for contender in contenders:
        extra = others if contender is contenders[0] else ()
        roll = roll_dhl(do, f"contest of {what}: {contender.id}", (*tried(do, contender, what), *extra), by=contender)
        power = _RAW_POWER_RULES if what == RAW_POWER else ()
        do.emit(ContestRolled(contender.id, what, roll, rule=("robs:task.contest.roll", *power)))
        totals.append(roll.total)
    best = tuple(c for c, total in zip(contenders, totals, strict=True) if total == max(totals))
    winner = best[0].id if len(best) == 1 else ""
    do.emit(ContestSettled(what, winner, rule=("robs:task.contest.winner",)))
    return best


_RAW_POWER_RULES = ("robs:task.contest.composite", "robs:abilities.str-and-scale", "robs:abilities.str")


@executes("robs:task.contest.composite", "robs:abilities.str-and-scale", "robs:abilities.str")
def tried(do: Resolution, contender: Creature, what: str) -> tuple[Modifier, ...]:
    """What a contender brings to a contest: STR and Scale for raw power, else the modifiers of the task."""
    if what == RAW_POWER:
        own = sheet(contender)
        strength = own.attributes["STR"]
        power = (Modifier("STR", strength), Modifier("Scale", raw_power(own) - strength))
        return (*power, *wounds.penalty(do.state, contender))
    found = find_task(what)
    assert found is not None
    return modifiers(do, contender, found[0])


def _behind(roll: Roll) -> tuple[str, ...]:
    """The rules behind what an Order gives and takes from those who stray, and what spells do."""
    found = {
        "Lawfulness": "robs:class.cleric.lawfulness-penalty",
        "Order": "robs:class.priest.custom-orders",
        "Proficiency": "robs:class.proficiency.low-die",
        "illness": "robs:spell.cure-disease.reverse-effect",
        "pain": "robs:spell.cause-pain.severity",
        wounds.PAIN_AND_WOUND: "robs:spell.cause-pain.already-hurt",
        "Resist Cold": "robs:spell.resist-cold.save-bonus",
        "Resist Fire": "robs:spell.resist-fire.effect",
    }
    return tuple(found[source] for source, _ in roll.modifiers if source in found)


def checked(
    do: Resolution,
    creature: Creature,
    what: str,
    needed: int,
    rule: tuple[str, ...] = (),
    seats: tuple[str, ...] | None = None,
    is_save: bool = False,
) -> Roll:
    """A check that the rules themselves call for, told to these seats; one against harm is a save. The roll says
    whether it succeeded."""
    found = find_task(what)
    assert found is not None
    task, _ = found
    skill = practised(sheet(creature), task)
    roll = roll_dhl(do, f"{what} of {creature.id}", modifiers(do, creature, task), needed, skill, by=creature)
    tell_critical(do, creature.id, roll)
    tried = (f"robs:abilities.{task.attribute.lower()}",) if task.attribute else ()
    called = ("robs:task.check.roll", "robs:task.check.success")
    every = (*rule, *called, *compendium.rules_of(task.rule), *tried, *_behind(roll), *decided_by(roll))
    kind = SaveRolled if is_save else CheckRolled
    do.emit(kind(creature.id, what, roll, bool(roll.success), rule=tuple(dict.fromkeys(every)), seats=seats))
    return roll


def situation(
    do: Resolution, creature: str, what: str, others: tuple[Modifier, ...] = (), rule: tuple[str, ...] = ()
) -> int:
    """The total of a situational roll."""
    return situational(do, creature, what, others, rule).total


@executes(
    "robs:task.situational.roll",
    "robs:task.situational.reading",
    "robs:task.situational.luck",
    "robs:reaction.situational",
)
def situational(
    do: Resolution,
    creature: str,
    what: str,
    others: tuple[Modifier, ...] = (),
    rule: tuple[str, ...] = (),
    seats: tuple[str, ...] | None = None,
) -> Roll:
    """No target number: above 0 is for the characters, below against them. Ruling: situational-zero. 0 changes
    nothing.
    """
    roll = roll_dhl(do, f"situational roll: {what}", others)
    if what == REACTION:
        words = ("hostile", "indifferent", "friendly")
        rule = (*rule, "robs:reaction.situational")
    else:
        words = ("against", "neither", "for")
        rule = (*rule, "robs:task.situational.luck")
    reading = words[1 + (roll.total > 0) - (roll.total < 0)]
    rules = ("robs:task.situational.roll", "robs:task.situational.reading", *rule)
    do.emit(SituationRolled(creature, what, roll, reading, rule=rules, seats=seats))
    return roll
