"""What monsters do while the party is away: those who were fought learn, the others have plans of their own."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import talk, wandering_monsters
from underkeep.systems.ose.equipment import treasure_settings
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.dungeon import Group

LEARN, BEHAVIOUR = "ose:referee.monsters.learn", "ose:referee.monsters.behaviour"
BY_THE_DICE = "by the dice"
PREPARATIONS = ("defences", "reinforcements", "moving away")
"""What the undefeated do. The referee is asked once for all of them."""
SCHEMES = ("nothing", "raid", "move")
sort = talk.sort
at_odds = talk.at_odds


def strength(kind: str) -> int:
    """Its Hit Dice."""
    return max(1, hit_dice(monsters()[kind].hd).dice) if kind in monsters() else 1


@executes("ose:encounter.wandering.table", "ose:monster.number.dungeon-wandering")
def newcomers(do: Resolution, level: int, area: str) -> Group:
    """By the level's table."""
    assert do.state.dungeon is not None
    how = treasure_settings.read(do.state, do.state.dungeon.notes)
    return wandering_monsters.wanderers(do, level, area, how, do.state.dungeon.groups)


@executes("ose:referee.monsters.learn")
def prepares(do: Resolution, group: Group) -> str:
    """Undefeated monsters learn and prepare. Default: one of three things, by the dice; those who cannot think move."""
    choice = do.ruling(LEARN, (BY_THE_DICE, *PREPARATIONS), BY_THE_DICE, seats=(REFEREE,))
    if choice != BY_THE_DICE:
        return choice
    return (
        str(do.pick(PREPARATIONS, f"what {group.kind} do about the party"))
        if sort(group.kind) == "people"
        else "moving away"
    )


@executes("ose:referee.monsters.behaviour")
def schemes(do: Resolution, group: Group) -> str:
    """The referee decides their plans. Default: one step for each band that can think, by the dice."""
    choice = do.ruling(BEHAVIOUR, (BY_THE_DICE, *SCHEMES), BY_THE_DICE, seats=(REFEREE,))
    return str(do.pick(SCHEMES, f"what {group.kind} are up to")) if choice == BY_THE_DICE else choice
