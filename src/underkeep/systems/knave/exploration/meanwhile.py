"""What those below do while the party is away. The page says nothing of it: all of it is ours."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.exploration import talk
from underkeep.systems.knave.monsters import wandering
from underkeep.world.dungeon import Group

PREPARATIONS = ("defences", "reinforcements", "moving away")
SCHEMES = ("nothing", "raid", "move")
sort = talk.sort
at_odds = talk.at_odds


def strength(kind: str) -> int:
    return max(1, compendium.monsters()[kind].level)


def newcomers(do: Resolution, level: int, area: str) -> Group:
    kind = wandering.choose(do, level)
    return Group(do.state.new_group(), area, kind, wandering.number(do, kind, level))


def prepares(do: Resolution, group: Group) -> str:
    if sort(group.kind) != "people":
        return "moving away"
    return str(do.pick(PREPARATIONS, f"what {group.kind} do about the party"))


def schemes(do: Resolution, group: Group) -> str:
    return str(do.pick(SCHEMES, f"what {group.kind} are up to"))
