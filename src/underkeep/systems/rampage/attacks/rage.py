"""A Berserker's rage: what kindles it, whom it frightens, and how he fights on when he should be dead."""

from __future__ import annotations

from underkeep.kernel.event import Event, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import morale
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.world.condition import UNCOUNTED, Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import FightEnded
from underkeep.world.state import State

RAGE = "rage"
TERRIFIED = "has faced a berserker"
RAGE_DAMAGE = 2
FIGHTS_ON_FROM, TERROR_FROM = 2, 3
_TRIGGER = "rampage:class.berserker.rage-trigger"
_ON, _ROLL = "rampage:class.berserker.fight-on", "rampage:class.berserker.fight-on-roll"
_SECRET = "rampage:class.berserker.secret-hp"
_TERROR = "rampage:class.berserker.terror"


class FoughtOn(Event, frozen=True):
    """Somebody who should lie there still fights: what the near-death chart will say, and how far below 0 he is."""

    creature: str
    face: int
    below: int

    def evolve(self, state: State) -> State:
        left = {id: on for id, on in campaign(state).fights_on.items() if id != self.creature}
        return with_campaign(state, fights_on={**left, self.creature: (self.face, self.below)} if self.face else left)


EVENTS: tuple[type[Event], ...] = (FoughtOn,)


@executes("rampage:class.berserker.rage-trigger", "rampage:class.berserker.secret-hp")
def kindle(do: Resolution, creature: Creature) -> None:
    """He rages once he is attacked or attacks, and from then on the referee alone counts his hit points."""
    if "berserker" in sheet(creature).classes and creature.condition(RAGE) is None and creature.status == "up":
        do.emit(ConditionGained(creature.id, Condition(RAGE), rule=(_TRIGGER,)))
        do.emit(ConditionGained(creature.id, Condition(UNCOUNTED), rule=(_SECRET,)))


@executes("rampage:class.berserker.rage-trigger")
def cool(do: Resolution, ended: FightEnded) -> None:
    """It ends with the fight."""
    for creature in list(do.state.creatures.values()):
        for name in (RAGE, TERRIFIED):
            if creature.conditions and creature.condition(name):
                do.emit(ConditionEnded(creature.id, name, rule=(_TRIGGER,)))
        reveal(do, creature.id)


@executes("rampage:class.berserker.secret-hp")
def reveal(do: Resolution, id: str) -> None:
    """When the rage is over or he is dead, everybody may know how it stood with him."""
    if do.state.creatures[id].is_uncounted:
        do.emit(ConditionEnded(id, UNCOUNTED, rule=(_SECRET,)))


@executes("rampage:class.berserker.terror")
def frighten(do: Resolution, berserker: Creature, target: Creature) -> None:
    """From level 3 he shakes those of his kind who are beneath him, the first time they come to blows."""
    own, monster = sheet(berserker), compendium.monsters().get(target.kind)
    if "berserker" not in own.classes or own.level < TERROR_FROM or monster is None or not monster.speech:
        return
    if sheet(target).hd >= own.level or target.condition(TERRIFIED) or monster.legs != 2:
        return
    do.emit(ConditionGained(target.id, Condition(TERRIFIED), rule=(_TERROR,)))
    morale.check(do, target.id, "terror", [target], _TERROR)


@executes("rampage:class.berserker.fight-on")
def threshold(level: int) -> int:
    """How far below 0 he can go: 5 at level 2, and 2 more for each level."""
    return 5 + 2 * (level - FIGHTS_ON_FROM)


@executes("rampage:class.berserker.fight-on", "rampage:class.berserker.fight-on-roll")
def fights_on(do: Resolution, creature: Creature, amount: int) -> bool:
    """Whether a raging Berserker at 0 hit points goes on; his fate is rolled in secret at once, and only over-kill
    stops him. Ruling: the blow that brings him to 0 counts no further.
    """
    own = sheet(creature)
    if "berserker" not in own.classes or own.level < FIGHTS_ON_FROM or creature.condition(RAGE) is None:
        return False
    before = campaign(do.state).fights_on.get(creature.id)
    if before is None:
        face = do.roll(1, 8, f"near death of {creature.id}").total
        do.emit(FoughtOn(creature.id, face, 0, rule=(_ON, _ROLL), seats=(REFEREE,)))
        return face > 1
    face, below = before
    below += amount
    do.emit(FoughtOn(creature.id, face, below, rule=(_ON,), seats=(REFEREE,)))
    return below < threshold(own.level)


@executes("rampage:class.berserker.fight-on-end")
def stored(do: Resolution, id: str) -> Roll | None:
    """What was rolled for him, which is due when he falls or the fight is over."""
    before = campaign(do.state).fights_on.get(id)
    if before is None:
        return None
    face, _ = before
    do.emit(FoughtOn(id, 0, 0, rule=("rampage:class.berserker.fight-on-end",), seats=(REFEREE,)))
    return Roll("1d8", (face,), face)
