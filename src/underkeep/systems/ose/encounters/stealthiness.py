"""Monsters that surprise more easily than others, are harder to surprise, or are found asleep."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters.terrains import terrain_of
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.traits import Sleeper, SurprisesOn, Wary
from underkeep.world.dungeon import Group
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

USUAL = 2
_RULE = ("ose:encounter.surprise.roll",)


@executes("ose:encounter.surprise.roll", "ose:encounter.surprise.monsters", "ose:encounter.surprise.party")
def surprised_on(state: State, kind: str, is_party: bool) -> int:
    """The highest roll on which a side is surprised: 2, or what the listing of those met makes of it."""
    listing = monsters().get(kind)
    for trait in listing.traits if listing is not None else ():
        if isinstance(trait, SurprisesOn) and is_party and _is_place(state, trait.where):
            return trait.in_six
        if isinstance(trait, Wary) and not is_party:
            return 1
    return USUAL


def _is_place(state: State, where: str) -> bool:
    """Whether this is where its colours hide it: in the woods, or in woods and dark dungeons alike."""
    if not where or (where == "dark" and not state.is_outdoors):
        return True
    return state.journey is not None and terrain_of(state).name == "forest"


@executes("ose:encounter.surprise.monsters")
def sleepers(do: Resolution, group: Group, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Some are found asleep: all of them are surprised then."""
    listing = monsters().get(group.kind)
    chance = next((t.percent for t in listing.traits if isinstance(t, Sleeper)), 0) if listing is not None else 0
    if not chance or group.members or group.alert:
        return ()
    roll = do.roll_at_most(1, 100, f"whether {group.kind} sleeps", chance)
    do.emit(ChanceRolled("those met are asleep", roll, bool(roll.success), rule=_RULE, seats=(REFEREE,)))
    return ids if roll.success else ()
