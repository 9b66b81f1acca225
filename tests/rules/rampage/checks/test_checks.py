from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.rules.rampage.scene import act, all_of, hero, monster, refused_by, scene, table, the

from underkeep.kernel.event import Modifier
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import CallCheck
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.checks.tasks import TaskTried, task_modifiers
from underkeep.testing import d6, rule
from underkeep.world.creature import CheckRolled, Creature

# The tasks whose rule says no more than what is rolled and needed; what the others bring about comes with delving.
WHOLE_TASKS = [
    f"rampage:task.{id}"
    for id in ("detect-pits", "disguise", "find-mechanical-traps", "hear-noise", "manipulate-device", "pick-lock",
               "pick-pocket", "probe-pits", "pry-open-box", "set-trap", "track-dungeon", "track-wilderness")
]  # fmt: skip
ALL_RACES = [f"rampage:task.{id}.race" for id in compendium.tasks()]


def kit(*gear: str, kind: str = "warrior", **given: object) -> Creature:
    return hero("hero", (5, 5), kind, gear=gear, **given)  # type: ignore[arg-type]


def done(who: Creature, task: str, face: int) -> bool:
    return the(act(scene(who), CallCheck(who.id, task), d6(face)), CheckRolled).success


def least(who: Creature, task: str) -> int:
    """The lowest face that succeeds."""
    return 6 - sum(m.amount for m in task_modifiers(who, task))


@rule("rampage:task.roll")
def test_six_or_more_on_a_die() -> None:
    man = kit("tool kit")
    assert done(man, "pick-lock", 6)
    assert not done(man, "pick-lock", 5)
    assert done(kit("tool kit", kind="thief"), "Pick Lock", 5)


@rule("rampage:task.everyone")
def test_anyone_may_try() -> None:
    assert done(kit("tool kit", kind="wizard"), "pick-lock", 6)


@rule("rampage:task.racial-bonus", "rampage:task.by-race", "rampage:example.task.halfling-column", *ALL_RACES)
@pytest.mark.parametrize("race", ["man", "elf", "dwarf", "gnome", "halfling"])
def test_the_table_of_tasks_by_race(race: str) -> None:
    column = ["man", "elf", "dwarf", "gnome", "halfling"].index(race) + 2
    for id, row in zip(compendium.tasks(), table("task.by-race"), strict=True):
        who = hero("hero", race=race, gear=("bandages",) if id == "bandage-wounds" else ())
        assert f"{least(who, id)}+" == row[column], id


@rule("rampage:task.racial-bonuses")
def test_the_bonuses_of_all_peoples() -> None:
    columns = ["man", "elf", "dwarf", "gnome", "halfling", "orc", "half-orc", "hobgoblin", "hoborg", "goblin", "ogre",
               "troll", "giant"]  # fmt: skip
    for id, *bonuses in table("task.racial-bonuses"):
        peoples = compendium.tasks()[str(id)].peoples
        assert [peoples.get(people, 0) for people in columns] == bonuses, id
    giant = monster("giant", (5, 5), "hill-giant", gear=("hammer",))
    assert done(giant, "bash-open-doors", 2)
    assert not done(giant, "bash-open-doors", 1)


@rule(*WHOLE_TASKS)
def test_every_task_has_its_ability_and_time() -> None:
    for task, (name, ability, time, _, bonus) in zip(compendium.tasks().values(), table("task.list"), strict=True):
        assert (task.name, task.ability, task.time) == (name, ability, time)
        assert bonus == f"{ability} 15+"
        things = task.equipment[:1]
        id = next(i for i, t in compendium.tasks().items() if t is task)
        clever = hero("hero", (5, 5), gear=things, **{ability: 15})  # type: ignore[arg-type]
        plain = hero("hero", (5, 5), gear=things)
        assert least(plain, id) - least(clever, id) == 1
        if things:
            assert refused_by(scene(hero("hero", (5, 5), gear=())), CallCheck("hero", id)) == f"task.{id}"


@rule("rampage:task.ability-bonus", "rampage:abilities.str.high-tasks", "rampage:abilities.int.task-bonus")
def test_strength_or_intelligence_of_15() -> None:
    strong = kit("battle ax", STR=15)
    assert done(strong, "bash", 4)
    assert not done(strong, "bash", 3)
    assert not done(kit("battle ax", INT=15), "bash", 4)
    assert least(hero("hero", race="elf", INT=15), "find-secret-doors") == 2
    for task in ("bash-open-doors", "pry-open-box", "climb", "climb-smooth"):
        assert least(kit(), task) - least(kit(STR=15), task) == 1


@rule("rampage:class.jack.task-bonus")
@pytest.mark.parametrize(("level", "bonus"), [(1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4)])
def test_jacks_are_better_at_all_tasks(level: int, bonus: int) -> None:
    thief = kit("tool kit", kind="thief", level=level)
    assert Modifier("jack", bonus) in task_modifiers(thief, "pick-lock")


@rule("rampage:class.jack.heavy-armor-tasks", "rampage:class.cleric.forbidden-armor-tasks")
def test_forbidden_armour_hinders() -> None:
    assert least(kit("chain", kind="thief"), "pick-pocket") == 6
    assert least(kit("leather", kind="thief"), "pick-pocket") == 5
    assert least(kit("leather", kind="warlock"), "climb-smooth") == 7
    assert least(kit("plate", kind="militant"), "climb-smooth") == 6


@rule("rampage:task.judge-rolls")
@pytest.mark.parametrize("task", ["detect-pits", "find-secret-doors", "find-mechanical-traps", "hear-noise"])
def test_some_tasks_are_rolled_in_secret(task: str) -> None:
    do = act(replace(scene(kit("tool kit")), fight=None), CallCheck("hero", task), d6(6))
    assert the(do, CheckRolled).seats == (REFEREE,)
    told = the(do, TaskTried)
    assert (told.seats, told.success) == (None, True)
    assert not all_of(act(scene(kit("tool kit")), CallCheck("hero", "pick-lock"), d6(6)), TaskTried)


@rule("rampage:task.bandage-wounds.improvised")
def test_cloth_instead_of_bandages() -> None:
    assert least(kit("bandages"), "bandage-wounds") == 3
    assert least(kit(), "bandage-wounds") == 4


@rule("rampage:task.climb.gear")
def test_climbing_gear_helps() -> None:
    assert least(kit("climbing gear"), "climb") == 1
    assert least(kit("climbing gear"), "climb-smooth") == 5
    halfling = hero("hero", (5, 5), race="halfling", gear=())
    roped = CallCheck("hero", "climb-smooth", None, (Modifier("rope", 2),))
    assert the(act(scene(halfling), roped, d6(4)), CheckRolled).success


@rule("rampage:task.climb.others-short")
def test_unnamed_peoples_climb_by_size() -> None:
    assert least(monster("x", None, "kobold"), "climb") == 4
    assert least(monster("x", None, "gnoll"), "climb") == 2
    assert least(monster("x", None, "ogre"), "climb") == 6


def test_an_unknown_task_is_refused_with_a_hint() -> None:
    state = scene(kit())
    assert refused_by(state, CallCheck("hero", "juggling")) == "task.roll"
    assert refused_by(scene(monster("orc", (5, 5))), CallCheck("orc", "STR")) == "abilities.check.d20"
