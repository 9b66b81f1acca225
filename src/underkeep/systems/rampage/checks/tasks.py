"""Adventuring tasks: what bears on them, what they take, who may try together, and what comes of them.

A referee names a task in words, with what matters of it: `climb 40`, `set-trap 3d6`, `track-wilderness 30 enemies 4
dogs`, `bandage-wounds`.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.calls import Call, all_called
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import words
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Task
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.abilities import task_bonus
from underkeep.systems.rampage.characters.class_abilities import has_special, rolls_twice
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.characters.classes import task_bonus as class_task_bonus
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.equipment.load import wears_forbidden
from underkeep.world.clock import MINUTE
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import CheckRolled, Creature, DamageRolled, Died, Harmed, Healed
from underkeep.world.gear import Item, ItemsChanged, changed, less, more, part
from underkeep.world.state import State

TASK_NEEDED = 6
EAR_LOST = "ear"
BANDAGED = "bandaged"
AT_WORK = "at work"
THIRSTY = "after the battle"
BANDAGES_HEAL = 4
MINUTES_A_TURN = 10
POISON_BONUS = 4
MOST_PROBERS = 3
MOST_TRIES = 60
MOST_DISGUISE = 3
_ONE = {
    "find-secret-doors": "rampage:task.find-secret-doors.one-per-10ft",
    "find-mechanical-traps": "rampage:task.find-mechanical-traps.one",
    "manipulate-device": "rampage:task.manipulate-device.one",
    "open-door-silently": "rampage:task.open-door-silently.one",
    "pick-lock": "rampage:task.pick-lock.one",
    "pry-open-box": "rampage:task.pry-open-box.one",
}
_BEST = {"track-dungeon": "rampage:task.track-dungeon.best", "track-wilderness": "rampage:task.track-wilderness.best"}
_CONDITIONS = "rampage:task.disguise.conditions"
_COUNTED = re.compile(r"(\d+) ?(dogs?|enemies|enemy|foes?)")
_FOILS = ("stink mail", "orc dust")
_DICE = re.compile(r"(\d+)d6")
_FEET = re.compile(r"\b(\d+)\b(?! ?(?:dogs?|enem|foes?))")


class TaskTried(Note, frozen=True):
    """What the players learn of a task that the referee rolls in secret."""

    creature: str
    task: str
    success: bool


class TaskTook(Note, frozen=True):
    """How long a task took; `roll` if that was rolled for."""

    creature: str
    task: str
    minutes: int
    roll: Roll | None = None


class PocketNoticed(Note, frozen=True):
    """A hand in somebody's pocket was noticed."""

    creature: str


def task_of(what: str) -> str | None:
    """A task's id from its id or its name, whatever stands behind it, or from a beginning that only one has."""
    wanted = "-".join(re.findall(r"[a-z0-9]+", what.lower()))
    known = compendium.tasks()
    begun = [id for id in known if wanted == id or wanted.startswith(f"{id}-")]
    if begun:
        return max(begun, key=len)
    fitting = [id for id, task in known.items() if id.startswith(wanted) or task.name.lower() == what.strip().lower()]
    return fitting[0] if wanted and len(fitting) == 1 else None


@executes("rampage:task.hear-noise.quiet", "rampage:task.bandage-wounds.once")
def why_not(state: State, creature: Creature, id: str) -> Refusal | None:
    """Ruling: q.task-improvised-equipment, a task whose equipment is missing cannot be tried. Nobody hears anything in
    the din of a fight, and wounds are bandaged once after each.
    """
    task = compendium.tasks()[id]
    if task.equipment and not _has(creature, task.equipment):
        needed = compendium.gear()[task.equipment[0]].name
        return Refusal(f"{creature.name} has no {needed} for that.", task.rules[0])
    if id == "hear-noise" and state.fight is not None:
        return Refusal("Nothing is heard in the din of a fight.", "rampage:task.hear-noise.quiet")
    if id == "bandage-wounds" and creature.condition(BANDAGED):
        return Refusal(f"{creature.name} has been bandaged since the battle.", "rampage:task.bandage-wounds.once")
    return None


def task_meant(state: State, creature: Creature, what: str) -> str:
    """The task whose verb stands in somebody's words, if they have what it takes; empty for none."""
    said = set(words(what))
    meant = (id for id, task in compendium.tasks().items() if said & set(task.verbs.split()))
    return next((id for id in meant if why_not(state, creature, id) is None), "")


def _has(creature: Creature, kinds: tuple[str, ...]) -> bool:
    return any(i.kind in kinds and not i.broken and i.place != "ground" for i in creature.items)


# Together


@executes(
    "rampage:task.find-secret-doors.one-per-10ft",
    "rampage:task.find-mechanical-traps.one",
    "rampage:task.manipulate-device.one",
    "rampage:task.open-door-silently.one",
    "rampage:task.pick-lock.one",
    "rampage:task.pry-open-box.one",
    "rampage:task.probe-pits.three",
    "rampage:task.hear-noise.one-door",
)
def why_not_together(state: State, action: Call) -> Refusal | None:
    """Locks, boxes, devices and walls are for one at a time, and so is a door to listen at; a corridor is wide enough
    for three poles.
    """
    what = getattr(action, "what", "")
    id = task_of(what) if what else None
    many = len(all_called(action))
    if id in _ONE:
        return Refusal("Only one person at a time can do that.", _ONE[id])
    if id == "hear-noise" and "door" in what:
        return Refusal("One person at a time listens at a door.", "rampage:task.hear-noise.one-door")
    if id == "probe-pits" and many > MOST_PROBERS:
        return Refusal(f"At most {MOST_PROBERS} can probe a corridor at once.", "rampage:task.probe-pits.three")
    return None


@executes("rampage:task.track-dungeon.best", "rampage:task.track-wilderness.best")
def rolling(state: State, action: Call) -> tuple[str, ...]:
    """Of those who track together only the one with the best chance rolls."""
    ids = all_called(action)
    id = task_of(getattr(action, "what", "")) if hasattr(action, "what") else None
    if id not in _BEST:
        return ids
    return (max(ids, key=lambda one: sum(m.amount for m in task_modifiers(state.creatures[one], id))),)


# What bears on it


@executes(
    "rampage:task.everyone",
    "rampage:task.racial-bonus",
    "rampage:class.jack.task-bonus",
    "rampage:class.jack.heavy-armor-tasks",
    "rampage:class.cleric.forbidden-armor-tasks",
    "rampage:task.climb.gear",
    "rampage:task.bandage-wounds.improvised",
    "rampage:task.climb.others-short",
    "rampage:downtime.task-training",
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
    if creature.conditions and creature.condition(f"trained {id}"):
        found.append(Modifier("training", 1))
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


@executes(
    "rampage:task.track.dogs",
    "rampage:task.track-wilderness.numbers",
    "rampage:task.set-trap.damage",
    "rampage:animal.tracking-dogs.foiled",
)
def said_modifiers(id: str, what: str) -> tuple[tuple[Modifier, ...], tuple[str, ...]]:
    """What the words add to it, and the rules that say so: dogs and many enemies to tracking, unless Stink Mail or orc
    dust fools the dogs; a trap of more than one die is harder to set.
    """
    found: list[Modifier] = []
    rules: list[str] = []
    counted = {name.rstrip("s")[:3]: int(number) for number, name in _COUNTED.findall(what.lower())}
    if id in _BEST and counted.get("dog"):
        foiled = any(word in what.lower() for word in _FOILS)
        found += [] if foiled else [Modifier("dogs", min(3, -(-counted["dog"] // 3)))]
        rules.append("rampage:animal.tracking-dogs.foiled" if foiled else "rampage:task.track.dogs")
    enemies = counted.get("ene", counted.get("foe", 0))
    if id == "track-wilderness" and enemies > 10:
        found.append(Modifier(f"{enemies} enemies", 4 if enemies > 100 else 2))
        rules.append("rampage:task.track-wilderness.numbers")
    dice = _DICE.search(what)
    if id == "set-trap" and dice and int(dice[1]) > 1:
        found.append(Modifier(f"{dice[1]}d6", 1 - int(dice[1])))
        rules.append("rampage:task.set-trap.damage")
    return tuple(found), tuple(rules)


@executes("rampage:task.disguise.conditions")
def _circumstances(do: Resolution, id: str, stated: tuple[Modifier, ...]) -> tuple[Modifier, ...]:
    """A disguise is worth -3 to +3 as the judge sees it. Default: what was stated, within that."""
    if id != "disguise":
        return stated
    total = sum(m.amount for m in stated)
    choices = tuple(f"{n:+d}" if n else "0" for n in range(-MOST_DISGUISE, MOST_DISGUISE + 1))
    usual = max(-MOST_DISGUISE, min(MOST_DISGUISE, total))
    ruled = int(do.ruling(_CONDITIONS, choices, f"{usual:+d}" if usual else "0"))
    return stated if ruled == total else (Modifier("circumstances", ruled),)


# Doing it


@executes("rampage:task.roll", "rampage:task.judge-rolls")
def attempt(
    do: Resolution,
    creature: str,
    id: str,
    modifiers: tuple[Modifier, ...] = (),
    what: str = "",
    timed: bool = True,
    rule: tuple[str, ...] = (),
    told: bool = True,
    settles: bool = True,
) -> bool:
    """Ruling: q.task-natural-6, only the total counts. It takes its time (unless a procedure sees to that), and
    something comes of it. What the referee rolls in secret is not `told` where the party would learn too much; a
    deed that sees to what comes of it `settles` nothing here.
    """
    task = compendium.tasks()[id]
    said, why = said_modifiers(id, what)
    stated = _circumstances(do, id, modifiers)
    found = (*task_modifiers(do.state.creatures[creature], id), *said, *stated)
    roll = do.roll(1, 6, f"{task.name} by {creature}", found, TASK_NEEDED)
    twice = rolls_twice(sheet(do.state.creatures[creature]), id, what)
    if twice:
        again = do.roll(1, 6, f"{task.name} by {creature} again", found, TASK_NEEDED)
        roll, rule = max(roll, again, key=lambda one: one.total), (*rule, twice)
    success = bool(roll.success)
    judged = (_CONDITIONS,) if id == "disguise" and stated else ()
    cited = ("rampage:task.roll", *task.rules, *_behind(do.state.creatures[creature], id), *why, *judged, *rule)
    do.emit(CheckRolled(creature, task.name, roll, success, rule=cited, seats=(REFEREE,) if task.secret else None))
    if task.secret and told:
        do.emit(TaskTried(creature, task.name, success, rule=("rampage:task.judge-rolls",)))
    if timed:
        _take_time(do, do.state.creatures[creature], id, task, success)
    if settles:
        _follow(do, creature, id, roll, what)
    return success


def until_it_works(do: Resolution, creature: Creature, id: str) -> None:
    """Try a task again and again; only the last roll is told, with the time that all of them took."""
    task, found, tries = compendium.tasks()[id], task_modifiers(creature, id), 1
    roll = do.roll(1, 6, f"{task.name} by {creature.id}", found, TASK_NEEDED)
    while not roll.success and tries < MOST_TRIES:
        tries, roll = tries + 1, do.roll(1, 6, f"{task.name} by {creature.id}", found, TASK_NEEDED)
    rule = ("rampage:task.roll", *task.rules, *_behind(creature, id))
    do.emit(CheckRolled(creature.id, task.name, roll, bool(roll.success), rule=rule))
    _take_time(do, creature, id, task, bool(roll.success), tries)


def _behind(creature: Creature, id: str) -> tuple[str, ...]:
    """The rules behind what a creature brings to a task."""
    own, found = sheet(creature), ["rampage:task.everyone"]
    for source, _ in task_modifiers(creature, id):
        if source in _BEHIND:
            found.append(_BEHIND[source])
        elif source in ("INT", "STR"):
            more = "rampage:abilities.int.task-bonus" if source == "INT" else "rampage:abilities.str.high-tasks"
            found += ["rampage:task.ability-bonus", more]
        elif source == "forbidden armour":
            jack = has_type(own.classes, "jack")
            found.append(f"rampage:class.{'jack.heavy-armor' if jack else 'cleric.forbidden-armor'}-tasks")
        elif source.startswith("size "):
            found.append("rampage:task.climb.others-short")
        else:
            found.append("rampage:task.racial-bonus")
    return (*found, *((_BEST[id],) if id in _BEST else ()))


_BEHIND = {
    "jack": "rampage:class.jack.task-bonus",
    "climbing gear": "rampage:task.climb.gear",
    "no bandages": "rampage:task.bandage-wounds.improvised",
    "lost ear": "rampage:death.maimed.ear",
    "training": "rampage:downtime.task-training",
}


@executes("rampage:task.light-fire.no-tinderbox", "rampage:task.mules-on-stairs.fail")
def _take_time(do: Resolution, creature: Creature, id: str, task: Task, success: bool, tries: int = 1) -> None:
    """Outside a fight the time goes by that it takes, whether it works or not; a fire without a tinder box takes 1d6
    turns.
    """
    turns, rounds, rule = task.turns, task.rounds, task.rules[:1]
    if id == "light-fire" and not _has(creature, ("tinder-box",)):
        turns, rounds, rule = parse("1d6"), 0, (*rule, "rampage:task.light-fire.no-tinderbox")
    if id == "mules-on-stairs" and not success:
        rule = (*rule, "rampage:task.mules-on-stairs.fail")
    if do.state.fight is not None or not (turns or rounds):
        return
    roll = do.roll_total(turns, f"turns for {task.name}") if turns else None
    minutes = tries * (rounds + (roll.total * MINUTES_A_TURN if roll is not None else 0))
    do.emit(TaskTook(creature.id, task.name, minutes, roll, rule=rule))
    pass_time(do, minutes * MINUTE, "task")


def _follow(do: Resolution, creature: str, id: str, roll: Roll, what: str) -> None:
    """What comes of it."""
    if id in ("climb", "climb-smooth") and not roll.success:
        _slip(do, creature, what)
    elif id == "bandage-wounds" and roll.success:
        _bandage(do, creature)
    elif id == "forage" and roll.success:
        _forage(do, creature)
    elif id == "repair" and roll.success:
        _repair(do, creature)
    elif id == "open-door-silently":
        _use_oil(do, creature)
    elif id == "pick-pocket" and not roll.success:
        _be_noticed(do, creature, roll)
    elif id == "venom-harvest":
        _be_stung(do, creature, roll)


@executes("rampage:task.climb.fall")
def _slip(do: Resolution, creature: str, what: str) -> None:
    """A save, or a fall from halfway. Ruling: q.falling-damage, 1d6 for each 10 feet."""
    if save(do, creature, "general"):
        return
    height = _FEET.search(what)
    dice = int(height[1]) // 20 if height else 0
    if dice:
        rule = ("rampage:task.climb.fall",)
        roll = do.roll_total(parse(f"{dice}d6"), f"fall of {creature}")
        do.emit(DamageRolled("", creature, "fall", roll, rule=rule))
        left = max(0, do.state.creatures[creature].hp - roll.total)
        do.emit(Harmed(creature, roll.total, left, "", "fall", rule=rule))


@executes("rampage:task.bandage-wounds", "rampage:task.bandage-wounds.once", "rampage:class.ability.saw-bones")
def _bandage(do: Resolution, creature: str) -> None:
    """4 points come back, 5 by a Saw Bones, and no more by bandages until there is another battle."""
    hurt = do.state.creatures[creature]
    bones = has_special(sheet(hurt), "Saw Bones")
    amount = min(BANDAGES_HEAL + bones, hurt.max_hp - hurt.hp)
    if amount:
        saw = ("rampage:class.ability.saw-bones",) if bones else ()
        do.emit(Healed(creature, amount, hurt.hp + amount, rule=("rampage:task.bandage-wounds", *saw)))
    do.emit(ConditionGained(creature, Condition(BANDAGED), rule=("rampage:task.bandage-wounds.once",)))


@executes("rampage:task.forage")
def _forage(do: Resolution, creature: str) -> None:
    """1d6 man-days of rations."""
    days = do.roll(1, 6, "rations found").total
    rations = Item("rations", "Ration", count=days)
    items = do.state.creatures[creature].items
    do.emit(ItemsChanged(creature, more(items, rations), "took", rations, rule=("rampage:task.forage",)))


@executes("rampage:task.repair", "rampage:class.ability.shield-of-the-gods.repair")
def _repair(do: Resolution, creature: str) -> None:
    """The first of the broken things is whole again."""
    items = do.state.creatures[creature].items
    item = next((item for item in items if item.broken), None)
    if item is not None:
        mended = replace(item, broken=False)
        gods = ("rampage:class.ability.shield-of-the-gods.repair",) if item.kind == "shield-of-the-gods" else ()
        do.emit(ItemsChanged(creature, changed(items, mended), "mended", mended, rule=("rampage:task.repair", *gods)))


@executes("rampage:task.open-door-silently", "rampage:task.open-door-silently.fail")
def _use_oil(do: Resolution, creature: str) -> None:
    """The flask of oil is gone either way."""
    items = do.state.creatures[creature].items
    oil = part(next(item for item in items if item.kind == "lamp-oil"), 1)
    rule = ("rampage:task.open-door-silently.fail",)
    do.emit(ItemsChanged(creature, less(items, oil), "used-up", oil, rule=rule))


@executes("rampage:task.pick-pocket.noticed")
def _be_noticed(do: Resolution, creature: str, roll: Roll) -> None:
    """A failure on a 1 is noticed."""
    if roll.faces[0] == 1:
        do.emit(PocketNoticed(creature, rule=("rampage:task.pick-pocket.noticed",)))


@executes("rampage:task.venom-harvest.self-poison")
def _be_stung(do: Resolution, creature: str, roll: Roll) -> None:
    """A 1 poisons the harvester, who saves at +4 or dies."""
    rule = ("rampage:task.venom-harvest.self-poison",)
    if roll.faces[0] == 1 and not save(do, creature, "poison", (Modifier("little venom", POISON_BONUS),)):
        do.emit(Died(creature, rule=rule))


@executes("rampage:task.other")
def other_task(do: Resolution, creature: Creature, what: str, ability: str, modifiers: tuple[Modifier, ...]) -> bool:
    """Any other task: 1d6, and 1 more for a high score in what it takes; 6 or more succeeds."""
    own = sheet(creature)
    found = (Modifier(ability, task_bonus(own.score(ability)) if own.scores else 0), *modifiers)
    roll = do.roll(1, 6, f"{what} by {creature.id}", found, TASK_NEEDED)
    do.emit(CheckRolled(creature.id, what, roll, bool(roll.success), rule=("rampage:task.other", "rampage:task.roll")))
    return bool(roll.success)


def seconds_in_fights(id: str) -> int:
    """How long a task keeps somebody busy in a fight; what takes turns takes at least one."""
    task = compendium.tasks()[id]
    return MINUTE * (MINUTES_A_TURN if task.turns is not None else max(1, task.rounds))
