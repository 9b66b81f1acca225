"""Experience: what foes and treasure are worth, and how it is shared. The awards stand in for those of another book."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.characters.abilities import hit_points_per_die
from underkeep.systems.rampage.checks import advancement
from underkeep.systems.rampage.checks.advancement import LevelGained
from underkeep.systems.rampage.equipment.armour import UNARMOURED
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.state import State

XP_A_GP = 1


class ExperienceGained(Note, frozen=True):
    """What somebody has learnt by a delve."""

    creature: str
    xp: int


EVENTS: tuple[type[Event], ...] = (ExperienceGained, LevelGained)


def learners(state: State) -> list[Creature]:
    """Those of the party who gain experience: characters and henchmen."""
    return [c for c in state.marchers() if is_character(c) or c.id in campaign(state).services]


def is_henchman(state: State, id: str) -> bool:
    service = campaign(state).services.get(id)
    return service is not None and service.rank in ("henchman", "follower")


@executes("rampage:retainer.henchman.xp")
def share_of(state: State, id: str) -> float:
    """A henchman learns half of what others do."""
    return 0.5 if is_henchman(state, id) else 1.0


@executes("rampage:retainer.henchman.xp")
def award(do: Resolution, total: int) -> None:
    """Shared evenly among those who came back; henchmen get half of what a character gets. Ruling: q.book3.xp."""
    found = [c for c in learners(do.state) if _learns(do.state, c)]
    heads = [c for c in found if not is_henchman(do.state, c.id)]
    each = total // max(1, len(heads))
    for creature in found:
        gain(do, creature.id, int(each * share_of(do.state, creature.id)))


def _learns(state: State, creature: Creature) -> bool:
    service = campaign(state).services.get(creature.id)
    return bool(sheet(creature).scores) and (service is None or service.rank not in ("mercenary", "vassal"))


def gain(do: Resolution, id: str, xp: int) -> None:
    if xp <= 0:
        return
    own = sheet(do.state.creatures[id])
    rule = ("rampage:retainer.henchman.xp",) if is_henchman(do.state, id) else ()
    do.emit(ExperienceGained(id, xp, rule=rule))
    do.emit(SheetChanged(id, replace(own, xp=own.xp + xp), "experience", rule=rule))
    if not own.classes and own.xp + xp >= 0:
        come_of_level(do, id)
    advancement.rise(do, id)


@executes("rampage:retainer.henchman.level-zero-xp", "rampage:retainer.henchman.level-zero-class")
def come_of_level(do: Resolution, id: str) -> None:
    """At 0 points those of level 0 are Warriors of level 1, or jacks if they are nimbler than strong; an apprentice
    comes to the class he learnt.
    """
    creature = do.state.creatures[id]
    own, service = sheet(creature), campaign(do.state).services.get(id)
    apprentice = service.apprentice if service is not None else ""
    nimble = own.score("DEX") > own.score("STR")
    name = apprentice or ("scout" if nimble else "warrior")
    rule = ("rampage:retainer.henchman.level-zero-xp", "rampage:retainer.henchman.level-zero-class")
    changed = replace(
        own,
        hd=1,
        classes=(name,),
        ac=UNARMOURED,
        save=class_rules.save_number((name,), 1),
        attack=class_rules.attack_bonus((name,), 1),
        power_points=class_rules.power_points((name,), 1, own.scores),
        realms=class_rules.realms((name,)),
    )
    do.emit(SheetChanged(id, changed, "level", rule=rule))
    roll = do.roll_total(class_rules.hit_dice((name,), 1), f"hit points of {id} at level 1")
    most = max(creature.max_hp, roll.total + hit_points_per_die(own.score("CON")))
    do.emit(LevelGained(id, 1, roll, most, creature.hp + most - creature.max_hp, rule=rule))
