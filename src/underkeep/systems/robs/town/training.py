"""Spending experience in town: levels of a class, and attributes where those are sold."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.rulings import stands
from underkeep.systems.robs.basics.sheet import ATTRIBUTES, RobsSheet, sheet
from underkeep.systems.robs.characters import advancement, experience
from underkeep.systems.robs.equipment.arms import arms
from underkeep.systems.robs.town import followers
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature
from underkeep.world.state import State

MONTH = 30 * DAY
RISING, FLAT = "rising", "flat"
SPEND, THRESHOLD = "spend", "threshold"
MUNDANE = {"1 month": 1, "3 months": 3, "6 months": 6}
MAGICAL = {"6 months": 6, "9 months": 9, "12 months": 12}
ATTRIBUTE_BASE, ATTRIBUTE_STEP = 500, 100
DEARER = {"x1": 1, "x2": 2, "x3": 3}
_CHOICE = "robs:advancement.level-cost.choice"
_TRAINING = "robs:downtime.new-class-training"


class BuyLevel(Action, frozen=True):
    """Spend experience on a level of a class; what it gives to choose may be said, or left to what suits."""

    actor: str
    to: str
    raised: str = ""
    proficiency: str = ""


class BuyAttribute(Action, frozen=True):
    """Spend experience on an attribute."""

    actor: str
    attribute: str


class LevelCostSettled(Event, frozen=True):
    """Levels are paid for in this way as long as the campaign lasts."""

    method: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, level_cost=self.method)


class Advanced(Event, frozen=True):
    """A character is better at something; the sheet and the hit points are these now."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "hp", "max_hp")

    creature: str
    what: str
    sheet: Sheet | None
    hp: int | None
    max_hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet, hp=self.hp, max_hp=self.max_hp)


EVENTS: tuple[type[Event], ...] = (LevelCostSettled, Advanced)


def is_flat(state: State) -> bool:
    settled = campaign(state).level_cost
    return settled == FLAT if settled else advancement.FLAT_COST in state.switches


def cost_of(state: State, own: RobsSheet, name: str) -> int:
    return advancement.level_cost(own.classes.get(name, 0) + 1, is_flat(state))


@executes("robs:advancement.level-cost.choice")
def _settle_cost(do: Resolution) -> None:
    """The referee chooses once, says so, and stays with it."""
    if not campaign(do.state).level_cost:
        usual = FLAT if advancement.FLAT_COST in do.state.switches else RISING
        do.emit(LevelCostSettled(do.ruling(_CHOICE, (RISING, FLAT), usual), rule=(_CHOICE,)))


def levels(state: State) -> list[Action]:
    """What the characters here can pay for."""
    heroes = [c for c in state.marchers() if sheet(c).is_character and sheet(c).xp >= advancement.LEVEL_COST]
    every = [BuyLevel(c.id, name) for c in heroes for name in compendium.classes()]
    return [action for action in every if why_not_level(state, action) is None]


@executes("robs:class.single-class", "robs:class.prerequisites", "robs:xp.saved-or-spent")
def why_not_level(state: State, action: BuyLevel) -> Refusal | None:
    """A level needs its price, what the class asks for, and a campaign that allows a second class."""
    creature = state.creatures[action.actor]
    own = sheet(creature)
    if not own.is_character or action.to not in compendium.classes():
        return Refusal(f"{creature.name} cannot learn that.", "robs:class.start")
    if advancement.SINGLE_CLASS in state.switches and action.to not in own.classes:
        return Refusal("In this campaign everybody keeps to one class.", "robs:class.single-class")
    cost = cost_of(state, own, action.to)
    if not experience.has(own, cost):
        has = experience.written(own.xp)
        return Refusal(f"That costs {cost} XP; {creature.name} has {has}.", experience.SAVED_OR_SPENT)
    return _why_not_fit(state, _with_order(own, action.to), action)


def _why_not_fit(state: State, own: RobsSheet, action: BuyLevel) -> Refusal | None:
    try:
        advancement.check_prerequisites(own, action.to)
    except UnderkeepError as error:
        return Refusal(str(error), error.rule or "robs:class.prerequisites")
    if action.raised and action.raised not in advancement.raise_choices(own, action.to):
        return Refusal(f"A {action.to} does not raise {action.raised}.", "robs:advancement.attributes.by-level")
    if action.proficiency and action.proficiency not in (*compendium.weapons(), "shield"):
        approved = stands(state, advancement.FIELDS, advancement.REFUSED) == advancement.APPROVED
        if not approved or action.proficiency not in compendium.tasks():
            return Refusal("A proficiency is in a weapon or in shields.", advancement.FIELDS)
    return None


@executes("robs:class.priest.order", "robs:alignment.cleric-required")
def _with_order(own: RobsSheet, name: str) -> RobsSheet:
    """Who becomes a cleric joins the Order of the same alignment."""
    if own.order or not compendium.classes()[name].clerical:
        return own
    wanted = own.alignment or "Neutral"
    order = next(id for id, order in compendium.orders().items() if order.alignment == wanted)
    return replace(own, order=order, alignment=wanted)


@executes("robs:advancement.style", "robs:class.multi", "robs:xp.saved-or-spent", "robs:class.total-level")
def buy_level(do: Resolution, action: BuyLevel) -> None:
    """Experience is spent like money, unless the referee only wants to see that there is enough of it. A class that is
    new to somebody is the referee's to allow, and takes training."""
    creature = do.state.creatures[action.actor]
    own = sheet(creature)
    _settle_cost(do)
    cost = cost_of(do.state, own, action.to)
    if action.to not in own.classes:
        if do.ruling("robs:class.multi", ("allowed", "refused"), "allowed", action.to) == "refused":
            return
        _train(do, action.to)
    if not experience.has(own, cost):
        return
    if do.ruling("robs:advancement.style", (SPEND, THRESHOLD), SPEND) == SPEND:
        experience.change(do, creature.id, -cost, "a level", ("robs:advancement.style",))
    creature = do.state.creatures[action.actor]
    own = _with_order(sheet(creature), action.to)
    wishes = {"raise": action.raised, "proficiency": action.proficiency}
    weapon = arms(creature.items, (), own.scale).melee[0].skill or "staff"
    own, hp = advancement.gain_level(do, creature.id, own, action.to, wishes, weapon)
    what = f"{compendium.classes()[action.to].name} {own.classes[action.to]}"
    rule = ("robs:advancement.style", "robs:class.total-level")
    do.emit(Advanced(creature.id, what, own, creature.hp + hp, creature.max_hp + hp, rule=rule))


def level_takes(state: State, action: BuyLevel) -> str:
    """The price in experience, and for a class that is new to somebody the months of training."""
    creature = state.creatures.get(action.actor)
    if creature is None or action.to not in compendium.classes():
        return ""
    own = sheet(creature)
    price = f"{cost_of(state, own, action.to)} XP"
    return price if action.to in own.classes else f"{price} and {_span(action.to)[1]}"


def _span(name: str) -> tuple[dict[str, int], str]:
    """How long a class may take to learn, and how long it does unless the referee says otherwise."""
    return (MAGICAL, "6 months") if compendium.classes()[name].casts else (MUNDANE, "3 months")


@executes("robs:downtime.new-class-training", "robs:downtime.magic-training")
def _train(do: Resolution, name: str) -> None:
    """Months go by: three for what the body learns, and for magic never less than six."""
    magical = bool(compendium.classes()[name].casts)
    spans, usual = _span(name)
    months = spans[do.ruling(_TRAINING, tuple(spans), usual, name)]
    rule = (_TRAINING, *(("robs:downtime.magic-training",) if magical else ()))
    pass_time(do, months * MONTH, "training", rule)
    followers.pay(do)


# Attributes


@executes("robs:advancement.attributes.by-xp")
def attribute_cost(score: int) -> int:
    """500 XP and 100 times the level that is reached."""
    return ATTRIBUTE_BASE + ATTRIBUTE_STEP * score


def attributes(state: State) -> list[Action]:
    if advancement.BUY_ATTRIBUTES not in state.switches:
        return []
    every = [BuyAttribute(c.id, a) for c in state.marchers() if sheet(c).is_character for a in ATTRIBUTES]
    return [action for action in every if why_not_attribute(state, action) is None]


def attribute_takes(state: State, action: BuyAttribute) -> str:
    creature, wanted = state.creatures.get(action.actor), action.attribute.upper()
    known = creature is not None and wanted in ATTRIBUTES
    return f"{_least(state, sheet(creature), wanted)} XP" if creature is not None and known else ""


def _least(state: State, own: RobsSheet, attribute: str) -> int:
    return attribute_cost(own.attributes[attribute] + 1) * DEARER[_usual(state)]


@executes("robs:advancement.attributes.cost-assumption")
def _usual(state: State) -> str:
    """The prices are for cheap levels; where levels grow dearer attributes cost twice as much."""
    return "x1" if is_flat(state) else "x2"


@executes("robs:advancement.attributes.by-xp")
def why_not_attribute(state: State, action: BuyAttribute) -> Refusal | None:
    """Attributes are sold only where the campaign has it, to those who can pay."""
    creature = state.creatures[action.actor]
    own, rule, wanted = sheet(creature), "robs:advancement.attributes.by-xp", action.attribute.upper()
    if advancement.BUY_ATTRIBUTES not in state.switches:
        return Refusal("In this campaign attributes are not bought.", rule)
    if not own.is_character or wanted not in ATTRIBUTES:
        return Refusal("There is no such attribute to buy.", rule)
    cost = _least(state, own, wanted)
    if not experience.has(own, cost):
        return Refusal(f"That costs {cost} XP; {creature.name} has {experience.written(own.xp)}.", rule)
    return None


@executes("robs:advancement.attributes.by-xp", "robs:advancement.attributes.cost-assumption")
def buy_attribute(do: Resolution, action: BuyAttribute) -> None:
    """One level of one attribute, at the price that goes with the price of levels."""
    creature: Creature = do.state.creatures[action.actor]
    own, wanted = sheet(creature), action.attribute.upper()
    _settle_cost(do)
    assumed = "robs:advancement.attributes.cost-assumption"
    times = DEARER[do.ruling(assumed, tuple(DEARER), _usual(do.state))]
    cost = attribute_cost(own.attributes[wanted] + 1) * times
    if not experience.has(own, cost):
        return
    rule = ("robs:advancement.attributes.by-xp", assumed)
    experience.change(do, creature.id, -cost, wanted, rule)
    own = sheet(do.state.creatures[action.actor])
    own = replace(own, attributes=advancement.raised(do, own, wanted))
    do.emit(Advanced(creature.id, wanted, own, creature.hp, creature.max_hp, rule=rule))
