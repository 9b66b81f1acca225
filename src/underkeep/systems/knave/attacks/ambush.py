"""What a monster's nature does before the first blow: lying in wait, and seeming to be what it is not."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks.morale import leader_of
from underkeep.systems.knave.basics.compendium import Monster, monsters
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.checks.checks import check
from underkeep.world.condition import Condition, ConditionGained

SURPRISE = "surprise"
UNAWARE = "unsuspecting"
RULE = ("knave:combat.unsuspecting.auto-hit",)


def begin(do: Resolution) -> None:
    """Everybody takes the shape it shows to others, and underground those who lie in wait strike first."""
    for creature in do.state.active():
        stats = monsters().get(creature.kind)
        for bond in stats.begins if stats is not None else ():
            do.emit(ConditionGained(creature.id, Condition(bond)))
    if do.state.encounter is not None:
        _lie_in_wait(do)


@executes("knave:combat.unsuspecting.auto-hit", "knave:task.check.opposed-ability")
def _lie_in_wait(do: Resolution) -> None:
    """The leader of those who walk into it may notice: WIS against their level, harder if surprise is in their
    nature.
    """
    encounter, party = do.state.encounter, do.state.party
    if encounter is None or party is None:
        return
    met = [do.state.creatures[id] for id in encounter.monsters if do.state.creatures[id].is_up]
    hunters = [stats for c in met if (stats := monsters().get(c.kind)) is not None and lurks(stats)]
    awake = encounter.attitude not in ("asleep", "unaware") and not encounter.tries
    if not hunters or not awake or not do.state.active(party.side):
        return
    leader = leader_of(do.state, party.side)
    steps = (step("ambush", -1),) if any(SURPRISE in s.advantages for s in hunters) else ()
    level = max(s.level for s in hunters)
    if not check(do, leader.id, "WIS", "noticing an ambush", level, steps, RULE).success:
        for member in do.state.active(party.side):
            do.emit(ConditionGained(member.id, Condition(UNAWARE), rule=RULE))


def lurks(stats: Monster) -> bool:
    return stats.ambushes or SURPRISE in stats.advantages
