"""Potions and stronger drinks in the middle of a fight."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.checks import healing
from underkeep.systems.rampage.checks.healing import TakeRemedy, remedies
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent, Step
from underkeep.world.state import State

_BATTLE = {"healing-potion": "rampage:healing.potion", "owlbear-punch": "rampage:healing.owlbear-punch"}


def offers(state: State, actor: Creature, step: Step) -> Options:
    """What the creature could drink, or pour into a friend beside it who lies wounded."""
    drinks = [item for item in actor.items if item.kind in remedies() and remedies()[item.kind].in_fights]
    if not drinks or step.phase != "act":
        return Options(())
    hurt = [c for c in state.combatants(actor.side) if c.hp < c.max_hp and c.status in ("up", "down")]
    found: list[Action] = [TakeRemedy(actor.id, c.id, item.id) for item in drinks for c in hurt]
    return Options(tuple(action for action in found if why_not(state, action) is None))


@executes("rampage:healing.potion", "rampage:healing.owlbear-punch", "rampage:healing.magical-defined")
def why_not(state: State, action: Action) -> Refusal | None:
    """Only what works at once, for oneself or for somebody beside one, instead of an attack; the senseless can be
    helped by magic alone.
    """
    assert isinstance(action, TakeRemedy) and state.fight is not None
    actor, target = state.creatures[action.actor], state.creatures.get(action.target)
    item = actor.item(action.item)
    if item is None or item.kind not in remedies():
        return Refusal(f"{actor.name} has no such remedy.", "rampage:healing.magical-defined")
    if not remedies()[item.kind].in_fights:
        return Refusal("There is no time for that in a fight.", remedies()[item.kind].rules[0])
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", remedies()[item.kind].rules[0])
    if target is None or target.at is None or actor.at is None or actor.steps_to(target) > 1:
        return Refusal("Nobody such is in reach.", remedies()[item.kind].rules[0])
    if target.side != actor.side or target.status not in ("up", "down"):
        return Refusal("There is nobody such to help.", remedies()[item.kind].rules[0])
    if target.status == "down" and not remedies()[item.kind].magical:
        return Refusal(f"{target.name} cannot swallow that.", "rampage:healing.magical-defined")
    return None


def take(do: Resolution, action: TakeRemedy) -> None:
    item = do.state.creatures[action.actor].item(action.item)
    assert item is not None
    remedy = remedies()[item.kind]
    do.emit(Spent(action.actor, "attack", rule=remedy.rules))
    carrying.use_up(do, action.actor, item.kind, "used-up", rule=remedy.rules)
    healing.apply(do, action.target, item.kind, remedy)
