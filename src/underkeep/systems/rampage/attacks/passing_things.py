"""Things that pass from hand to hand in a fight, or out of a pack."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.field import field, is_locked
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.healing import remedies
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent, Step
from underkeep.world.gear import Item, ItemsChanged, fewer, more
from underkeep.world.state import State

_TRADE, _SWAPPER = "rampage:combat.gear.trade", "rampage:class.ability.swapper"
_UNPACK = ("rampage:combat.gear.unpack", "rampage:combat.actions.both.retrieve-pack")


class HandOver(Action, frozen=True):
    """Hand or toss what one holds to a friend beside one."""

    actor: str
    target: str
    item: str


class Unpack(Action, frozen=True):
    """Get something out of the pack."""

    actor: str
    item: str


def offers(state: State, actor: Creature, step: Step) -> Options:
    """What is in hand for each friend beside one, and what of the pack is of use in a fight."""
    if step.phase != "act" or state.fight is None or not is_character(actor):
        return NONE
    spent = state.fight.spent.get(actor.id, ())
    if "attack" in spent:
        return NONE
    listed: list[HandOver | Unpack] = []
    held = [i for i in actor.items if i.place == "hand"]
    near = [c for c in field(state).standing if c.side == actor.side and c.id != actor.id and c.steps_to(actor) <= 1]
    listed += [HandOver(actor.id, friend.id, item.id) for friend in near for item in held]
    if "move" not in spent:
        listed += [Unpack(actor.id, i.id) for i in actor.items if i.place == "pack" and _is_of_use(i.kind)]
    return Options(tuple(action for action in listed if why_not(state, action) is None)) if listed else NONE


def _is_of_use(kind: str) -> bool:
    known = compendium.armours().get(kind)
    return kind in compendium.weapons() or kind in remedies() or (known is not None and bool(known.shield))


def why_not(state: State, action: HandOver | Unpack) -> Refusal | None:
    assert state.fight is not None
    actor = state.creatures[action.actor]
    if isinstance(action, HandOver):
        return _why_not_hand(state, actor, action)
    return _why_not_unpack(state, actor, action)


@executes("rampage:combat.gear.trade", "rampage:class.ability.swapper")
def _why_not_hand(state: State, actor: Creature, action: HandOver) -> Refusal | None:
    """It takes the attacks of both, but from a Swapper nobody needs a free moment to take something."""
    friend, item = state.creatures.get(action.target), actor.item(action.item)
    assert state.fight is not None
    if item is None or item.place != "hand":
        return Refusal(f"{actor.name} has no such thing in hand.", _TRADE)
    if friend is None or friend.side != actor.side or friend.status != "up" or friend.id == actor.id:
        return Refusal("There is no such friend.", _TRADE)
    if friend.at is None or actor.at is None or friend.steps_to(actor) > 1 or not is_character(friend):
        return Refusal(f"{friend.name} cannot take it.", _TRADE)
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", _TRADE)
    if state.fight.has_spent(friend.id, "attack") and not _is_swapper(actor):
        return Refusal(f"{friend.name} has no attack left this round to take it.", _TRADE)
    return None


def _is_swapper(creature: Creature) -> bool:
    return has_special(sheet(creature), "Swapper")


@executes("rampage:combat.gear.unpack", "rampage:combat.actions.both.retrieve-pack")
def _why_not_unpack(state: State, actor: Creature, action: Unpack) -> Refusal | None:
    """A whole round, and never in melee."""
    item = actor.item(action.item)
    assert state.fight is not None
    if item is None or item.place != "pack":
        return Refusal(f"{actor.name} has no such thing in a pack.", _UNPACK[0])
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee.", _UNPACK[0])
    if state.fight.has_spent(actor.id, "attack") or state.fight.has_spent(actor.id, "move"):
        return Refusal("That takes the whole round.", _UNPACK[1])
    return None


@executes("rampage:combat.gear.trade", "rampage:class.ability.swapper")
def hand_over(do: Resolution, action: HandOver) -> None:
    """The attacks of both go into it; what comes from a Swapper costs the other nothing."""
    giver, taker = do.state.creatures[action.actor], do.state.creatures[action.target]
    item = giver.item(action.item)
    assert item is not None
    swapper = _is_swapper(giver)
    rule = (_TRADE, *((_SWAPPER,) if swapper else ()))
    do.emit(Spent(giver.id, "attack", rule=rule))
    if not swapper:
        do.emit(Spent(taker.id, "attack", rule=rule))
    passed = replace(item, count=1, id="" if item.count > 1 else item.id)
    do.emit(ItemsChanged(giver.id, fewer(giver.items, item.id, 1), "handed-over", passed, about=taker.id, rule=rule))
    taken = more(taker.items, replace(passed, place=_place(taker, passed)))
    do.emit(ItemsChanged(taker.id, taken, "was-handed", passed, about=giver.id, rule=rule))


@executes("rampage:combat.gear.unpack", "rampage:combat.actions.both.retrieve-pack")
def unpack(do: Resolution, action: Unpack) -> None:
    """Both actions of the round."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    for what in ("attack", "move"):
        do.emit(Spent(creature.id, what, rule=_UNPACK))
    place = _place(creature, item)
    items = tuple(replace(i, place=place) if i is item else i for i in creature.items)
    do.emit(ItemsChanged(creature.id, items, "unpacked", item, rule=_UNPACK))


def _place(creature: Creature, item: Item) -> str:
    """Into a free hand, else to the belt."""
    is_shield = item.kind in compendium.armours()
    weapons = compendium.weapons()
    held = [i for i in creature.items if i.place == "hand" and (i.kind in compendium.armours()) == is_shield]
    both = any(i.place == "hand" and i.kind in weapons and weapons[i.kind].hands == 2 for i in creature.items)
    return "belt" if held or both else "hand"
