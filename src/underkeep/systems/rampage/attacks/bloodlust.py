"""A Berserker who has killed nobody when a fight is won turns on his friends until he has, or comes to himself."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.rage import RAGE, reveal
from underkeep.systems.rampage.basics.battle import battle, with_battle
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.saves import save
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Died, Felled, Fled, Harmed, Yielded
from underkeep.world.state import State

_LOSS, _SAVE = "rampage:class.berserker.loss-of-control", "rampage:class.berserker.loss-of-control-save"
MAD = "madness of "
"""Before the id of a Berserker, the side for which he alone fights."""


class BloodShed(Event, frozen=True):
    """A Berserker has killed somebody in this fight."""

    creature: str

    def evolve(self, state: State) -> State:
        return with_battle(state, slayers=(*battle(state).slayers, self.creature))


class ControlLost(Event, frozen=True):
    """A Berserker fights for nobody, or for his own side again."""

    creature: str
    side: str
    own: str

    def evolve(self, state: State) -> State:
        kept = {id: side for id, side in battle(state).mad.items() if id != self.creature}
        mad = {**kept, self.creature: self.own} if self.side != self.own else kept
        return with_battle(state.with_creature(self.creature, side=self.side), mad=mad)


EVENTS: tuple[type[Event], ...] = (BloodShed, ControlLost)


def after_loss(do: Resolution, lost: Died | Felled | Fled | Yielded) -> None:
    """Somebody is out of the fight: by a Berserker's hand, or as the last whom he could have killed."""
    if do.state.fight is None:
        return
    if isinstance(lost, Died | Felled):
        _count(do, lost.creature)
    _go_for_friends(do)


@executes("rampage:class.berserker.loss-of-control")
def _count(do: Resolution, victim: str) -> None:
    """Who struck the last blow has killed; a mad one is satisfied by that."""
    blow = next((e for e in reversed(do.events) if isinstance(e, Harmed) and e.creature == victim), None)
    slayer = do.state.creatures.get(blow.by) if blow is not None else None
    if slayer is None or "berserker" not in sheet(slayer).classes or slayer.id in battle(do.state).slayers:
        return
    do.emit(BloodShed(slayer.id, rule=(_LOSS,)))
    if slayer.id in battle(do.state).mad:
        come_to(do, slayer.id, _LOSS)


@executes("rampage:class.berserker.loss-of-control")
def _go_for_friends(do: Resolution) -> None:
    """When no enemy is left, a raging Berserker who has killed nobody turns on whoever is there."""
    standing = do.state.active()
    if len({c.side for c in standing}) != 1 or len(standing) < 2:
        return
    for creature in standing:
        raging = creature.conditions and creature.condition(RAGE) is not None
        if raging and creature.id not in battle(do.state).slayers and "berserker" in sheet(creature).classes:
            do.emit(ControlLost(creature.id, MAD + creature.id, creature.side, rule=(_LOSS,)))
            return


@executes("rampage:class.berserker.loss-of-control-save")
def end_round(do: Resolution) -> None:
    """At the end of each round of that a saving throw brings him out of it."""
    for id in tuple(battle(do.state).mad):
        if do.state.creatures[id].status == "up" and save(do, id, "general"):
            come_to(do, id, _SAVE)


def come_to(do: Resolution, id: str, rule: str) -> None:
    own = battle(do.state).mad[id]
    do.emit(ControlLost(id, own, own, rule=(rule,)))
    do.emit(ConditionEnded(id, RAGE, rule=(rule,)))
    reveal(do, id)
