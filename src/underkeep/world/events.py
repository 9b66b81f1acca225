"""Every event type the core has. A ruleset's codec knows these and its own."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.prompt import Answered, Asked, Ruled
from underkeep.world import condition, creature, fight, gear, state

EVENTS: tuple[type[Event], ...] = (
    Asked,
    Answered,
    Ruled,
    creature.CreationStepTaken,
    creature.CreatureJoined,
    creature.CreatureSeen,
    creature.Moved,
    creature.Harmed,
    creature.Healed,
    creature.Died,
    creature.Felled,
    creature.Fled,
    creature.Yielded,
    creature.SheetChanged,
    creature.AttackRolled,
    creature.DamageRolled,
    creature.CheckRolled,
    creature.SaveRolled,
    creature.MoraleRolled,
    condition.ConditionGained,
    condition.ConditionEnded,
    gear.ItemBroke,
    gear.ItemsChanged,
    state.GridLaid,
    fight.FightBegan,
    fight.RoundBegan,
    fight.StepsPlanned,
    fight.StepBegan,
    fight.StepEnded,
    fight.Spent,
    fight.Finished,
    fight.Tallied,
    fight.InitiativeRolled,
    fight.FightEnded,
)
