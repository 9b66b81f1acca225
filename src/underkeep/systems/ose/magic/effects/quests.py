"""Quests: an errand laid on somebody by a spell, the curse on those who put it off, and how it is lifted."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import dice
from underkeep.systems.ose.basics.conditions import CLUMSINESS, ON_QUEST, PACIFIED, has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.experience import OUTWITTED
from underkeep.systems.ose.magic import divine_favour
from underkeep.systems.ose.magic.divine_favour import BY_THE_DEITY, PATIENCE_DAYS
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken, group_of
from underkeep.systems.ose.magic.prayers import LayQuest, LiftQuest
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, bestow, effects, fizzle, resists
from underkeep.systems.ose.magic.spells import TURN_SECONDS
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Fled
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.party import PartyWent


@effects(LayQuest)
def lay_quest(do: Resolution, casting: Casting, quest: LayQuest) -> None:
    """Who fails the save goes on the caster's errand: a monster leaves, or serves for this fight before it does; a
    character lays down the arms and has to go on an adventure for it.
    """
    target = do.state.creatures[casting.target]
    listing = monsters().get(target.kind)
    if listing is not None and listing.mind == "none":
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        bestow(do, target.id, ON_QUEST, do.state.now + PATIENCE_DAYS * DAY, casting.level)
        if listing is None:
            bestow(do, target.id, PACIFIED, do.state.now + TURN_SECONDS)
        elif quest.errand == "leave":
            _depart(do, target)
        else:
            _serve(do, casting, target)


def _depart(do: Resolution, creature: Creature) -> None:
    """Off on the errand, and as good as overcome."""
    do.emit(ConditionGained(creature.id, Condition(OUTWITTED), rule=CAST))
    do.emit(Fled(creature.id, rule=CAST))
    group = group_of(do.state, creature.id)
    if group is not None and do.state.fight is None:
        do.emit(GroupChanged(replace(group, count=max(0, group.count - 1)), "sent away", rule=CAST))


def _serve(do: Resolution, casting: Casting, target: Creature) -> None:
    caster, own = do.state.creatures[casting.caster], sheet(target)
    entrust(do, target.id, caster.side, do.state.owner(caster.id))
    sworn = replace(own, former_side=own.former_side or target.side)
    do.emit(SideTaken(target.id, caster.side, sworn, rule=CAST))


def take_leave(do: Resolution) -> None:
    """After the fight those who served in it go on the rest of their errand, and trouble nobody."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and has(creature, ON_QUEST) and creature.status == "up" and creature.kind in monsters():
            own = sheet(creature)
            if own.former_side:
                do.emit(SideTaken(creature.id, own.former_side, replace(own, former_side=""), rule=CAST))
            _depart(do, creature)


def lapse(do: Resolution, id: str, condition: Condition) -> None:
    """A week on, the errand still waits: who has spent it in town is cursed, and may not fight as before."""
    party = do.state.party
    if party is None or id not in party.members:
        return
    do.emit(ConditionGained(id, Condition(ON_QUEST, do.state.now + PATIENCE_DAYS * DAY, condition.level), rule=CAST))
    if party.place == "town" and not has(do.state.creatures[id], CLUMSINESS):
        bestow(do, id, CLUMSINESS, None)


def came_home(do: Resolution, event: PartyWent) -> None:
    """Back from an adventure: the quest is done, the curse for putting it off is over, and a deity that laid it is
    content.
    """
    if event.place != "town" or event.how != "arrived" or do.state.party is None:
        return
    for id in do.state.party.members:
        creature = do.state.creatures[id]
        quest = creature.condition(ON_QUEST) if creature.status == "up" else None
        if quest is not None:
            _release(do, creature)
            if quest.level == BY_THE_DEITY:
                divine_favour.forgive(do, id)


def _release(do: Resolution, creature: Creature) -> None:
    for name in (ON_QUEST, CLUMSINESS):
        if has(creature, name):
            do.emit(ConditionEnded(creature.id, name, rule=CAST))


@executes("ose:dice.percentile")
@effects(LiftQuest)
def lift_quest(do: Resolution, casting: Casting, spell: LiftQuest) -> None:
    """5 in 100 fail for each level that whoever laid the quest has above this caster."""
    creature = do.state.creatures[casting.target]
    quest = creature.condition(ON_QUEST)
    if quest is None:
        fizzle(do, casting)
        return
    fails = spell.percent_per_level * max(0, quest.level - casting.level)
    if fails:
        roll = dice.percent(do, f"whether the quest of {creature.id} is lifted")
        success = roll.total > fails
        do.emit(ChanceRolled("the quest is lifted", roll, success, creature.id, rule=(*CAST, dice.PERCENTILE)))
        if not success:
            return
    _release(do, creature)
