"""Potions: a sip, a draught, how long it works, and what comes of drinking two."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import conditions
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.worn_magic import RETCHING, Draught
from underkeep.systems.ose.equipment import identifying
from underkeep.systems.ose.magic.items import used_items, using
from underkeep.systems.ose.magic.items.using import is_potion
from underkeep.systems.ose.magic.spell_effects import Casting, carry_out
from underkeep.systems.ose.magic.spells import TURN_SECONDS
from underkeep.world.clock import TimePassed
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.fight import RoundBegan
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.state import State

LASTS = parse("1d6+6")
SICK_FOR = 3
_DRINK, _SIP, _SECRET = (
    "ose:magic-item.potion.drink",
    "ose:magic-item.potion.sip",
    "ose:magic-item.potion.secret-duration",
)
_SICK, _CANCEL = "ose:magic-item.potion.mix-sick", "ose:magic-item.potion.mix-cancel"
_EXEMPT, _USERS = "ose:magic-item.potion.mix-exception", "ose:magic-item.potion.users"
_POISON = "potion-of-poison"


class Drink(Action, frozen=True):
    """Drink a whole potion (the item's id)."""

    actor: str
    item: str


class Sip(Action, frozen=True):
    """Take a sip of a potion to find out what it is."""

    actor: str
    item: str


class DraughtTaken(Event, frozen=True):
    """A potion works in somebody until a time that the referee alone knows; without one, no more."""

    secret: ClassVar[bool] = True

    creature: str
    draught: Draught | None

    def evolve(self, state: State) -> State:
        wonders = campaign(state).wonders
        kept = {id: d for id, d in wonders.draughts.items() if id != self.creature}
        if self.draught is not None:
            kept[self.creature] = self.draught
        return with_campaign(state, wonders=replace(wonders, draughts=kept))


EVENTS: tuple[type[Event], ...] = (DraughtTaken,)


def drinks(state: State) -> list[Action]:
    """Every potion that one of the party could drink."""
    return [Drink(m.id, item.id) for m in state.marchers() for item in m.items if is_potion(item)]


def sips(state: State) -> list[Action]:
    """Every potion that nobody knows, for a sip."""
    return [
        Sip(m.id, item.id)
        for m in state.marchers()
        for item in m.items
        if is_potion(item) and not identifying.is_known(item)
    ]


def in_fight(actor: Creature) -> Options:
    """What one who has done nothing yet may drink in the step of spells."""
    found = tuple(Drink(actor.id, item.id) for item in actor.items if is_potion(item))
    return Options(found) if found else NONE


@executes("ose:magic-item.potion.users", "ose:magic-item.potion.drink")
def why_not(state: State, action: Drink | Sip) -> Refusal | None:
    """Anybody may drink who has a potion and can lift it."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or not is_potion(item):
        return Refusal(f"{creature.name} has no such potion.", _USERS)
    if conditions.is_helpless(creature):
        return Refusal(f"{creature.name} cannot drink.", _DRINK)
    if isinstance(action, Sip) and identifying.is_known(item):
        return Refusal(f"{creature.name} knows what it is.", _SIP)
    return using.why_not_now(state, creature)


@executes("ose:magic-item.potion.sip", "ose:magic-item.identify.test")
def sip(do: Resolution, action: Sip) -> None:
    """A sip gives a taste of what it does, and nothing more; but of poison a sip is enough."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    using.spend_round(do, creature.id)
    identifying.learn(do, creature.id, item.id, _SIP, "ose:magic-item.identify.test")
    if item.kind == _POISON:
        _take_effect(do, creature.id, item)


@executes("ose:magic-item.potion.drink", "ose:magic-item.potion.users", "ose:magic-item.potion.mix-exception")
def drink(do: Resolution, action: Drink) -> None:
    """A whole potion in one round. Those that work at once, or for good, mix with any other."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    using.spend_round(do, creature.id)
    drunk = identifying.known(part(item, 1))
    power = used_items.powers().get(item.kind)
    is_instant = power is not None and power.instant
    earlier = campaign(do.state).wonders.draughts.get(creature.id)
    rule = (_DRINK, _USERS, *((_EXEMPT,) if is_instant and earlier else ()))
    left = fewer(do.state.creatures[creature.id].items, item.id)
    do.emit(ItemsChanged(creature.id, left, "drank", drunk, rule=rule))
    if is_instant:
        _take_effect(do, creature.id, item)
    elif earlier is not None:
        _mix(do, creature.id)
    else:
        _begin(do, creature.id, item)


@executes("ose:magic-item.potion.mix-sick", "ose:magic-item.potion.mix-cancel")
def _mix(do: Resolution, creature: str) -> None:
    """Neither potion works any longer, and the drinker can do nothing at all for three turns."""
    end(do, creature, (_CANCEL,))
    until = do.state.now + SICK_FOR * TURN_SECONDS
    do.emit(ConditionGained(creature, Condition(RETCHING, until), rule=(_SICK, _CANCEL)))


@executes("ose:magic-item.potion.drink", "ose:magic-item.potion.secret-duration")
def _begin(do: Resolution, creature: str, item: Item) -> None:
    """It works for 1d6+6 turns, which the referee rolls and keeps."""
    turns = do.roll_total(LASTS, f"turns of a potion in {creature}").total
    before = {c.name for c in do.state.creatures[creature].conditions}
    _take_effect(do, creature, item)
    gained = tuple(c.name for c in do.state.creatures[creature].conditions if c.name not in before)
    draught = Draught(item.kind, do.state.now + turns * TURN_SECONDS, gained)
    do.emit(DraughtTaken(creature, draught, rule=(_DRINK, _SECRET)))


def _take_effect(do: Resolution, creature: str, item: Item) -> None:
    """What a potion does has no end of its own: the draught has."""
    for way in used_items.ways(item.kind)[:1]:
        carry_out(do, Casting(creature, way.written, way.use, creature, way.level))


def end(do: Resolution, creature: str, rule: tuple[str, ...]) -> None:
    """A potion works no longer."""
    draught = campaign(do.state).wonders.draughts.get(creature)
    if draught is None:
        return
    do.emit(DraughtTaken(creature, None, rule=rule))
    for name in draught.conditions:
        if do.state.creatures[creature].condition(name) is not None:
            do.emit(ConditionEnded(creature, name, rule=rule))


@executes("ose:magic-item.potion.drink", "ose:magic-item.potion.secret-duration")
def wear_off(do: Resolution, event: TimePassed | RoundBegan) -> None:
    """Potions whose time is over."""
    for creature, draught in campaign(do.state).wonders.draughts.items():
        if draught.until <= event.now:
            end(do, creature, (_DRINK, _SECRET))


@executes("ose:magic-item.potion.mix-sick")
def why_not_while_sick(state: State, action: Action) -> Refusal | None:
    """Nobody does anything who is sick from mixed potions."""
    creature = state.creatures.get(getattr(action, "actor", ""))
    if creature is None or not creature.conditions or creature.condition(RETCHING) is None:
        return None
    return Refusal(f"{creature.name} is {RETCHING} and can do nothing.", _SICK)
