"""Levels that an attack drains, and those from whom none can.

Book 1 says only who is immune. What a level takes along is ours: an even share of the hit points, and the experience.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.world.creature import Died, SheetChanged
from underkeep.world.state import State

_IMMUNE = "rampage:class.ravager.drain-immunity"
_RULE = ("rampage:monster.touch.unhindered",)


class LevelKept(Note, frozen=True):
    """Somebody loses no level where others would."""

    creature: str


class LevelLost(Event, frozen=True):
    """Somebody is of a lower level, with so many hit points."""

    creature: str
    level: int
    max_hp: int
    hp: int

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, max_hp=self.max_hp, hp=self.hp)


@executes("rampage:class.ravager.drain-immunity")
def drain(do: Resolution, id: str) -> None:
    """A level goes, and with the last one life; no attack drains a Ravager."""
    creature = do.state.creatures[id]
    own = sheet(creature)
    if "ravager" in own.classes:
        do.emit(LevelKept(id, rule=(_IMMUNE,)))
        return
    if own.level <= 1:
        do.emit(Died(id, rule=_RULE))
        return
    most = max(1, creature.max_hp - creature.max_hp // own.level)
    do.emit(SheetChanged(id, lowered(own), "drained", rule=_RULE))
    do.emit(LevelLost(id, own.level - 1, most, max(1, min(creature.hp, most)), rule=_RULE))


def lowered(own: RampageSheet) -> RampageSheet:
    """The sheet with a level less, or a hit die."""
    level = own.level - 1
    if not own.classes:
        return replace(own, hd=level)
    return replace(
        own,
        hd=level,
        xp=class_rules.xp_for(own.classes, level),
        save=class_rules.save_number(own.classes, level),
        attack=class_rules.attack_bonus(own.classes, level),
        power_points=class_rules.power_points(own.classes, level, own.scores),
    )
