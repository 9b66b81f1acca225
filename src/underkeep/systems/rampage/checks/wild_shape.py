"""A Druid's wild shape: what becomes of somebody who turns into a beast, and back. The beasts are those of the list."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import Shape, campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks import healing
from underkeep.world.clock import DAY, day_of
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Harmed
from underkeep.world.fight import Spent, Step
from underkeep.world.gear import Item
from underkeep.world.party import PartyWent
from underkeep.world.state import State

FORMS = {"raven": "bird", "hawk": "bird", "wolf": "mammal", "black-bear": "mammal", "giant-rattler": "reptile"}
OWN = "own"
_FORMS, _ACTION = "rampage:class.ability.wild-shape.forms", "rampage:class.ability.wild-shape.action"
_HEAL = "rampage:class.ability.wild-shape.heal"


class WildShape(Action, frozen=True):
    """Become a beast, or (`own`) oneself again."""

    actor: str
    form: str


class ShapeChanged(Event, frozen=True):
    """Somebody has the body of a beast, and `was` this before."""

    creature: str
    form: str
    sheet: RampageSheet
    was: Shape

    def evolve(self, state: State) -> State:
        known = with_campaign(state, shapes={**campaign(state).shapes, self.creature: self.was})
        return known.with_creature(self.creature, kind=self.form, sheet=self.sheet, items=())


class ShapeResumed(Event, frozen=True):
    """Somebody is who he was, with all that he had."""

    creature: str
    kind: str
    sheet: RampageSheet
    items: tuple[Item, ...]

    def evolve(self, state: State) -> State:
        left = {id: shape for id, shape in campaign(state).shapes.items() if id != self.creature}
        known = with_campaign(state, shapes=left)
        return known.with_creature(self.creature, kind=self.kind, sheet=self.sheet, items=self.items)


EVENTS: tuple[type[Event], ...] = (ShapeChanged, ShapeResumed)


def used(form: str) -> str:
    """The name under which is kept that a sort of beast has been used up for the day."""
    return f"used {FORMS[form]} shape"


def offers(state: State, actor: Creature, step: Step) -> Options:
    able = actor.id in campaign(state).shapes or has_special(sheet(actor), "Wild Shape")
    if step.phase != "act" or not able:
        return NONE
    found = [WildShape(actor.id, form) for form in (*FORMS, OWN)]
    return Options(tuple(action for action in found if why_not(state, action) is None))


def options(state: State) -> list[Action]:
    found = [WildShape(m.id, form) for m in state.marchers() for form in (*FORMS, OWN)]
    return [action for action in found if why_not(state, action) is None]


@executes("rampage:class.ability.wild-shape.forms", "rampage:class.ability.wild-shape.action")
def why_not(state: State, action: WildShape) -> Refusal | None:
    """A Druid of level 5, who is no beast now; each of the three sorts once a day; in a fight for the attack."""
    actor = state.creatures[action.actor]
    is_beast = actor.id in campaign(state).shapes
    if action.form != OWN and action.form not in FORMS:
        return Refusal(f"The shapes are {', '.join(FORMS)}.", _FORMS)
    if action.form == OWN and not is_beast:
        return Refusal(f"{actor.name} has no other shape.", _FORMS)
    if action.form != OWN and (is_beast or not has_special(sheet(actor), "Wild Shape")):
        return Refusal(f"{actor.name} cannot take such a shape now.", _FORMS)
    if action.form != OWN and actor.condition(used(action.form)):
        return Refusal(f"{actor.name} has been a {FORMS[action.form]} today.", _FORMS)
    if state.fight is not None and state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", _ACTION)
    return None


@executes("rampage:class.ability.wild-shape.forms", "rampage:class.ability.wild-shape.action")
def change(do: Resolution, action: WildShape) -> None:
    """It takes the attack, and what was carried goes with the old body."""
    if do.state.fight is not None:
        do.emit(Spent(action.actor, "attack", rule=(_ACTION,)))
    if action.form == OWN:
        resume(do, action.actor, (_FORMS,))
        return
    actor = do.state.creatures[action.actor]
    until = day_of(do.state.now) * DAY
    do.emit(ConditionGained(actor.id, Condition(used(action.form), until, 1), rule=(_FORMS,)))
    was = Shape(actor.kind, sheet(actor), actor.items)
    do.emit(ShapeChanged(actor.id, action.form, _body(sheet(actor), action.form), was, rule=(_FORMS,)))
    _mend(do, actor.id)


def _body(own: RampageSheet, form: str) -> RampageSheet:
    """The body is the beast's, the mind and the saves are the Druid's."""
    beast = compendium.monsters()[form]
    return RampageSheet(
        hd=beast.hd,
        size=beast.size,
        save=own.save,
        alignment=own.alignment,
        ac=beast.ac,
        movement_in=beast.movement_in,
        legs=beast.legs,
        plus=beast.plus,
    )


@executes("rampage:class.ability.wild-shape.heal")
def _mend(do: Resolution, id: str) -> None:
    """1d6 tenths of what was lost so far come back. Ruling: q.wild-shape-rounding, down, but one at the least."""
    creature = do.state.creatures[id]
    lost = creature.max_hp - creature.hp
    if lost > 0:
        roll = do.roll(1, 6, f"wild shape of {id}")
        healing.heal(do, id, max(1, lost * roll.total // 10), (_HEAL,), "magic")


def resume(do: Resolution, id: str, rule: tuple[str, ...]) -> None:
    was = campaign(do.state).shapes[id]
    do.emit(ShapeResumed(id, was.kind, replace(was.sheet), was.items, rule=rule))


def on_harm(do: Resolution, event: Harmed) -> None:
    """Who falls as a beast falls as a Druid."""
    if event.hp is not None and event.hp <= 0 and event.creature in campaign(do.state).shapes:
        resume(do, event.creature, (_FORMS,))


def on_going(do: Resolution, event: PartyWent) -> None:
    """Nobody comes to town as a beast."""
    if event.place == "town":
        for id in tuple(campaign(do.state).shapes):
            resume(do, id, (_FORMS,))
