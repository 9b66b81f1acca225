"""What an adventure is about: its scenario, and who lives in the dungeon."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.executes import executes
from underkeep.procedures import content
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.encounters import modules, wandering_monsters
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.dungeon import Dungeon

ROLL = "roll"
SCENARIO, OBJECTIVE = "scenario", "objective"
_PICK = "ose:dungeon-design.scenario.pick"


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """The hook and theme of an adventure; of each particular one is chosen."""

    roll: int
    name: str
    objective: str
    monsters: tuple[str, ...]
    particulars: dict[str, tuple[str, ...]]
    rule: str


@cache
def scenarios() -> dict[str, Scenario]:
    found = content.load(compendium.PACKAGE, "dungeon/scenarios", Scenario)
    return dict(sorted(found.items(), key=lambda entry: entry[1].roll))


@executes("ose:dungeon-design.scenario", "ose:dungeon-design.scenario.pick")
def choose_scenario(do: Resolution) -> dict[str, str]:
    """The referee's choice, or 1d10; and its particulars by the dice. What comes of it is noted for the dungeon."""
    every = scenarios()
    wanted = do.foretold(_PICK, (ROLL, *every), ROLL)
    if wanted == ROLL:
        wanted = list(every)[do.dice.roll(1, len(every), "scenario")[0] - 1]
    chosen = every[wanted]
    notes = {SCENARIO: chosen.name, OBJECTIVE: chosen.objective}
    for what, ways in chosen.particulars.items():
        notes[what.replace("_", " ")] = do.pick(ways, what)
    return notes


def scenario_of(dungeon: Dungeon) -> Scenario | None:
    return next((s for s in scenarios().values() if s.name == dungeon.notes.get(SCENARIO)), None)


def monsters_heading(dungeon_level: int) -> str:
    """Where the monster list of a level is noted."""
    return f"monsters of level {dungeon_level}"


@executes("ose:dungeon-design.monsters")
def choose_monsters(dungeon: Dungeon, deeper: int = 0) -> dict[str, str]:
    """Who lives on each level: those of its depth who suit the scenario, then the others of its table, then those of
    further modules. A list that is noted already stands, whatever is on it.
    """
    story = scenario_of(dungeon)
    notes = {}
    for level in dungeon.levels:
        heading = monsters_heading(level.number)
        if heading not in dungeon.notes:
            here = wandering_monsters.found_at(level.number + deeper)
            first = [kind for kind in (story.monsters if story else ()) if kind in here]
            more = modules.haunting(dungeon.notes, level.number + deeper)
            notes[heading] = ", ".join(dict.fromkeys((*first, *here, *more)))
    return notes


@executes("ose:dungeon-design.monsters")
def monster_list(dungeon: Dungeon, dungeon_level: int) -> tuple[str, ...]:
    """The monsters that belong to this level of the scenario."""
    kinds = dungeon.notes.get(monsters_heading(dungeon_level), "").split(", ")
    return tuple(kind for kind in kinds if kind in monsters())
