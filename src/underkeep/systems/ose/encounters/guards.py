"""Guards outside a lair, who raise the alarm when it comes to blows."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.encounters import conduct
from underkeep.world.dungeon import GroupChanged
from underkeep.world.fight import FightBegan

GUARDS = "ose:referee.monsters.guards"
GUARD = "guard"
"""What those want who stand guard."""


class AlarmRaised(Note, frozen=True):
    """Somebody on guard calls to the others of its kind."""

    creature: str


EVENTS = (AlarmRaised,)


@executes("ose:referee.monsters.guards")
def raise_alarm(do: Resolution, event: FightBegan) -> None:
    """Guards who were not taken by surprise warn the lairs of their kind on the level, which expect the party then."""
    met, dungeon = do.state.encounter, do.state.dungeon
    if met is None or dungeon is None:
        return
    group = dungeon.groups[met.group]
    if group.wants != GUARD or group.lair or group.area not in dungeon.areas:
        return
    caller = next((id for id in met.monsters if id not in met.surprised and do.state.creatures[id].is_up), "")
    near = dungeon.groups_on(dungeon.areas[group.area].level)
    warned = [g for g in near if g.lair and g.kind == group.kind and g.count and not g.alert]
    if not warned or not caller:
        return
    do.emit(AlarmRaised(caller, rule=(GUARDS,)))
    for lair in warned:
        roused = replace(lair, alert=True, awake=True)
        do.emit(GroupChanged(roused, "alarmed", rule=(GUARDS,)))
        conduct.prepare(do, roused)
