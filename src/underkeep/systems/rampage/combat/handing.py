"""Handing things over in a fight."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.specials import has_special
from underkeep.systems.rampage.equipment.light import free_hands
from underkeep.world.creature import Creature
from underkeep.world.fight import Spent, Step
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.grid import distance
from underkeep.world.state import State

_TRADE, _SWAPPER = "rampage:combat.gear.trade", "rampage:class.ability.swapper"


class HandOver(Action, frozen=True):
    """Give a friend beside one what one has in hand or at the belt."""

    actor: str
    target: str
    item: str


def _within_reach(creature: Creature) -> list[Item]:
    return [i for i in creature.items if i.place in ("hand", "belt") and i.kind in compendium.gear()]


def _beside(state: State, actor: Creature) -> list[Creature]:
    return [
        c
        for c in state.active(actor.side)
        if c.id != actor.id and is_character(c) and c.at is not None and actor.at is not None
        if distance(c.at, actor.at) <= 1
    ]


def offers(state: State, actor: Creature, step: Step) -> Options:
    """Only Swappers are offered it; anybody may say so."""
    if step.phase != "act" or not has_special(sheet(actor), "Swapper"):
        return NONE
    found = [HandOver(actor.id, c.id, item.id) for c in _beside(state, actor) for item in _within_reach(actor)]
    return Options(tuple(action for action in found if why_not(state, action) is None))


@executes("rampage:combat.gear.trade", "rampage:class.ability.swapper")
def why_not(state: State, action: HandOver) -> Refusal | None:
    """Both have their attack still, but from a Swapper a friend takes it in passing."""
    fight = state.fight
    assert fight is not None
    actor, target = state.creatures[action.actor], state.creatures.get(action.target)
    if target is None or target not in _beside(state, actor):
        return Refusal("Nobody such is beside to take it.", _TRADE)
    if _named(actor, action.item) is None:
        return Refusal(f"{actor.name} has no such thing at hand.", _TRADE)
    if fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", _TRADE)
    if fight.has_spent(target.id, "attack") and not has_special(sheet(actor), "Swapper"):
        return Refusal(f"{target.name} has no attack left this round.", _TRADE)
    return None


def _named(actor: Creature, said: str) -> Item | None:
    """The thing of this id, kind or name."""
    words = said.lower()
    return next((i for i in _within_reach(actor) if words in (i.id, i.kind, i.name.lower())), None)


@executes("rampage:combat.gear.trade", "rampage:class.ability.swapper")
def hand_over(do: Resolution, action: HandOver) -> None:
    """The attack of both, or of a Swapper alone; who has a hand free for it has it in hand."""
    actor = do.state.creatures[action.actor]
    item = _named(actor, action.item)
    assert item is not None
    swaps = has_special(sheet(actor), "Swapper")
    rule = (_SWAPPER, _TRADE) if swaps else (_TRADE,)
    do.emit(Spent(actor.id, "attack", rule=rule))
    if not swaps:
        do.emit(Spent(action.target, "attack", rule=rule))
    given = part(item, 1)
    do.emit(ItemsChanged(actor.id, fewer(actor.items, item.id, 1), "handed-over", given, rule=rule))
    target = do.state.creatures[action.target]
    held = replace(given, place="hand" if free_hands(target) else "belt")
    do.emit(ItemsChanged(target.id, more(target.items, held), "was-given", held, rule=rule))
