"""Whether monsters fight on."""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.sheet import sheet
from underkeep.world.creature import Fled, MoraleRolled
from underkeep.world.fight import Tallied


def check_morale(do: Resolution, side: str) -> None:
    """ose:morale.without-option

    At the start of a side's part of the round.
    """
    state = do.state
    members = [c for c in state.creatures.values() if c.side == side]
    if not members or sheet(members[0]).morale is None:
        return
    active = [c for c in members if c.status == "up"]
    foes = [c for c in state.active() if c.side != side]
    if len(active) * 2 <= len(members) and len(active) < len(foes):
        rule = "ose:morale.without-option"
        if do.ruling(rule, ("flee", "fight on"), "flee", side) == "flee":
            for creature in active:
                do.emit(Fled(creature.id, rule=(rule,)))
