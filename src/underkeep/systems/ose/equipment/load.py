"""Loads: what is carried weighs so many coins, and how fast one is under it. Without the optional rule, 120 feet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, measures
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import (
    FLYING,
    HASTED,
    IN_WINDS,
    LADEN,
    MIRED,
    RAISED,
    SLOWING_SKIES,
    STARVING,
    has,
)
from underkeep.systems.ose.basics.rulings import standing, stands
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.equipment import magic_items, treasure, worn_magic
from underkeep.world.creature import Creature
from underkeep.world.dungeon import HoardChanged
from underkeep.world.gear import Item, unpacked
from underkeep.world.party import Marched
from underkeep.world.state import State

BAG_OF_HOLDING, BAG_HOLDS_COINS, FULL_BAG_COINS = "bag-of-holding", 10_000, 600
BASIC, DETAILED = "encumbrance-basic", "encumbrance-detailed"
MOST_COINS = 1600
FOLLOWED_BY_DISC = "followed by a disc"
DISC_COINS = 5000
MISC_GEAR_COINS = 80
UNKNOWN_COINS = 10
EMPTY_WATERSKIN = "waterskin-empty"
_MOST = "ose:encumbrance.maximum-load"
_OTHER = "ose:encumbrance.other-treasure"
_SIGNIFICANT = "ose:encumbrance.basic.significant"
_THRESHOLDS = ("1", "201", "401", "801", "only if said")
_WEIGHTS = ("1", "10", "50", "100", "200", "300", "500", "1000")
_HUNGER_FEET = 10
FLIGHT_FEET = 360

Suit = Literal["none", "light", "heavy"]


class Weights(NamedTuple):
    """What somebody's things weigh. `unknown` are treasures that only the referee can weigh."""

    treasure: int
    equipment: int
    has_misc_gear: bool
    unknown: tuple[tuple[str, int], ...]
    suit: Suit


class TreasureWeighed(Event, frozen=True):
    """The referee has said what a treasure of unknown weight weighs."""

    kind: str
    coins: int

    def evolve(self, state: State) -> State:
        wealth = campaign(state).wealth
        return with_campaign(state, wealth=replace(wealth, weights={**wealth.weights, self.kind: self.coins}))


@executes("ose:encumbrance.treasure-tracked", "ose:encumbrance.measure", "ose:encumbrance.detailed.equipment")
def _weigh(items: tuple[Item, ...]) -> Weights:
    """Arms and armour, magical or not, are equipment; everything else of worth is treasure."""
    lists, arms = compendium.gear(), (compendium.Weapon, compendium.Armour)
    treasures = equipment = 0
    misc, unknown = False, []
    for item in _on_the_back(items):
        found = lists.get(item.kind)
        magic = magic_items.listing(item.kind)
        if found is not None:
            equipment += found.weight_coins * item.count // found.count
            misc = misc or not isinstance(found, (*arms, compendium.Ammunition))
        elif magic is not None and magic.sort in ("armour", "sword", "weapon"):
            equipment += treasure.weight_coins(item)
        elif treasure.weight_coins(item) or magic is not None:
            treasures += treasure.weight_coins(item)
        elif item.kind == EMPTY_WATERSKIN:
            misc = True
        else:
            unknown.append((item.kind, item.count))
    return Weights(treasures, equipment, misc, tuple(unknown), _suit(items))


def _on_the_back(items: tuple[Item, ...]) -> Iterator[Item]:
    """The items and all that lies in them; a bag of holding weighs 600 coins when it is full, whatever is in it."""
    for item in items:
        if item.kind != BAG_OF_HOLDING:
            yield from unpacked((item,))
            continue
        inside = _weigh(item.holds)
        weight = (inside.treasure + inside.equipment) * FULL_BAG_COINS // BAG_HOLDS_COINS
        yield replace(item, holds=())
        yield Item("cp", "weight", count=weight)


def _suit(items: tuple[Item, ...]) -> Suit:
    """Ruling: encumbrance.question.light-heavy. Leather is light, chain and plate are heavy; a shield is neither."""
    kinds = [compendium.armour(item.kind) for item in items if item.place == "worn" and not item.broken]
    worn = [suit for suit in kinds if suit is not None and not suit.bonus]
    return "none" if not worn else "heavy" if any(a.heavy for a in worn) else "light"


weights = recall(_weigh)


@executes("ose:encumbrance.enable", "ose:encumbrance.same-for-all")
def mode(state: State) -> Literal["off", "basic", "detailed"]:
    """One setting for the whole game."""
    return "detailed" if DETAILED in state.switches else "basic" if BASIC in state.switches else "off"


@executes("ose:encumbrance.treasure-tracked", "ose:encumbrance.measure", "ose:encumbrance.other-treasure")
def treasure_coins(state: State, creature: Creature) -> int:
    """Weight and bulk together; what nobody has weighed counts as 10 coins. A magical disc takes up to 5,000 off its
    caster's back.
    """
    return max(0, treasure_of(state, weights(creature.items)) - _on_disc(creature))


def _on_disc(creature: Creature) -> int:
    return DISC_COINS if has(creature, FOLLOWED_BY_DISC) else 0


@executes("ose:encumbrance.other-treasure")
def treasure_of(state: State, found: Weights) -> int:
    """What the treasure weighs in coins, odd things as the referee has set them."""
    known = campaign(state).wealth.weights
    return found.treasure + sum(n * known.get(kind, UNKNOWN_COINS) for kind, n in found.unknown)


@executes(
    "ose:encumbrance.detailed.treasure", "ose:encumbrance.detailed.equipment", "ose:encumbrance.detailed.misc-gear"
)
def all_coins(state: State, creature: Creature) -> int:
    """Treasure, armour and weapons, and 80 coins for all other gear together.
    Ruling: encumbrance.question.misc-gear-optional.
    """
    found = weights(creature.items)
    gear = MISC_GEAR_COINS if found.has_misc_gear else 0
    return treasure_coins(state, creature) + found.equipment + gear


@executes("ose:encumbrance.basic.treasure", "ose:encumbrance.basic.equipment")
def carried_coins(state: State, creature: Creature) -> int:
    """What counts against the most one can carry: in the basic form treasure alone."""
    return all_coins(state, creature) if DETAILED in state.switches else treasure_coins(state, creature)


@executes(
    "ose:movement.rate.default", "ose:encumbrance.enable", "ose:encumbrance.maximum-load", "ose:hazard.starvation"
)
def base_feet(state: State, creature: Creature) -> int:
    """The movement rate: 120 feet for a character, less under a load where the campaign counts it, less for the hungry.
    Ruling: encumbrance.question.when-off.
    """
    own = sheet(creature)
    feet = own.movement_feet
    if own.abilities and state.switches and (how := mode(state)) != "off":
        if carried_coins(state, creature) > MOST_COINS:
            return 0
        feet = min(feet, _basic_feet(state, creature) if how == "basic" else _detailed_feet(state, creature))
    return _under_magic(creature, feet) if creature.conditions else feet


@executes("ose:hazard.starvation", "ose:magic.effect.same-ability", "ose:magic.effect.different")
def _under_magic(creature: Creature, feet: int) -> int:
    """Hunger takes 10 feet for each of its levels; flight gives 360 and haste doubles, the better of the two, and mud
    leaves a tenth.
    """
    if (hunger := creature.condition(STARVING)) is not None:
        feet = max(_HUNGER_FEET, feet - _HUNGER_FEET * hunger.level)
    feet = worn_magic.base_feet(creature, feet)
    if has(creature, RAISED):
        feet //= 2
    flight = FLIGHT_FEET if has(creature, FLYING) and not has(creature, IN_WINDS) else 0
    feet = max(feet * 2 if has(creature, HASTED) else feet, flight)
    if any(has(creature, sky) for sky in SLOWING_SKIES):
        feet //= 2
    return feet // 10 if has(creature, MIRED) and not has(creature, FLYING) else feet


@executes("ose:hazard.swim.rate")
def swim_feet(feet: int) -> int:
    """Swimmers come half as far."""
    return feet // 2


@executes("ose:encumbrance.basic.movement", "ose:encumbrance.basic.treasure")
def _basic_feet(state: State, creature: Creature) -> int:
    """Movement by armour, and by whether much treasure is carried."""
    row = compendium.tables()["basic-movement"].rows[("none", "light", "heavy").index(weights(creature.items).suit)]
    return row[1] if is_significant(state, creature) else row[0]


@executes("ose:encumbrance.basic.significant")
def is_significant(state: State, creature: Creature) -> bool:
    """Whether the treasure somebody carries slows: from 401 coins on, or from where the referee says, or if the referee
    says so of this one.
    """
    threshold = stands(state, _SIGNIFICANT, "401")
    if has(creature, LADEN):
        return True
    return threshold.isdigit() and treasure_coins(state, creature) >= int(threshold)


@executes("ose:encumbrance.detailed.movement")
def _detailed_feet(state: State, creature: Creature) -> int:
    """Movement by the weight of all that is carried."""
    load = all_coins(state, creature)
    return next(feet for most, feet in compendium.tables()["detailed-movement"].rows if load <= most)


@executes(
    "ose:movement.group-slowest",
    "ose:party.definition",
    "ose:movement.time-from-rate",
    "ose:exploration.movement.unknown",
)
def party_feet(state: State) -> int:
    """Those who keep together move at the rate of the slowest; in a turn of exploring so many feet."""
    return min((base_feet(state, c) for c in state.marchers()), default=0)


def why_so_far(state: State, event: Marched) -> Iterator[str]:
    """A turn's movement is used up: by the rate of the slowest, and by what made it so."""
    party, marchers = state.party, state.marchers()
    if party is None or event.moved > party.moved or not marchers:
        return
    yield from ("ose:movement.time-from-rate", "ose:exploration.movement.unknown", "ose:movement.rate.two-values")
    rates = {c.id: base_feet(state, c) for c in marchers}
    slowest = min(marchers, key=lambda c: rates[c.id])
    if len(set(rates.values())) > 1:
        yield "ose:movement.group-slowest"
    if mode(state) == "off":
        yield "ose:movement.rate.default"
        return
    yield from (
        f"ose:encumbrance.{name}" for name in ("enable", "same-for-all", "unit.coins", *_behind(state, slowest))
    )
    if mode(state) == "detailed" and any(_is_magic_armour(item) for c in marchers for item in c.items):
        yield "ose:magic-item.armour.weight"


def _is_magic_armour(item: Item) -> bool:
    found = magic_items.listing(item.kind)
    return found is not None and found.looks == "armour"


def _behind(state: State, creature: Creature) -> Iterator[str]:
    """What the rate of somebody under a load follows from."""
    carried, found = weights(creature.items), mode(state)
    yield f"{found}.movement"
    if treasure_coins(state, creature):
        yield from ("measure", "treasure-tracked", f"{found}.treasure")
    if carried.equipment:
        yield f"{found}.equipment"
    if found == "detailed" and carried.has_misc_gear:
        yield "detailed.misc-gear"


@executes("ose:encumbrance.maximum-load")
def why_not_move(state: State) -> Refusal | None:
    """Nobody walks off while one of the party cannot move for the load."""
    for creature in state.marchers():
        if mode(state) != "off" and base_feet(state, creature) == 0:
            load = measures.weight(carried_coins(state, creature))
            return Refusal(f"{creature.name} cannot move under {load}.", _MOST)
    return None


@executes("ose:encumbrance.maximum-load")
def room_coins(state: State, creature: Creature) -> int | None:
    """How much more somebody can carry; None where nobody counts."""
    if mode(state) == "off":
        return None
    for_gear = 0 if weights(creature.items).has_misc_gear or mode(state) == "basic" else MISC_GEAR_COINS
    spare = max(0, _on_disc(creature) - treasure_of(state, weights(creature.items)))
    return max(0, MOST_COINS + spare - carried_coins(state, creature) - for_gear)


@executes("ose:encumbrance.detailed.equipment", "ose:encumbrance.basic.equipment")
def item_coins(state: State, item: Item) -> int:
    """What one thing adds to a load."""
    found = _weigh((item,))
    return treasure_of(state, found) + (found.equipment if mode(state) == "detailed" else 0)


@executes("ose:vehicle.cargo")
def cargo_coins(state: State, item: Item) -> int:
    """What a stack adds to a hold, whatever the party counts on its own backs."""
    found = _weigh((item,))
    return treasure_of(state, found) + found.equipment


@executes("ose:encumbrance.unit.coins", "ose:movement.rate.two-values")
def told(state: State, creature: Creature) -> str:
    """The load and the rate under it, for the party's panel; nothing where nobody reckons."""
    if mode(state) == "off":
        return ""
    return f"{measures.weight(carried_coins(state, creature))}, {measures.rate(base_feet(state, creature))}"


@executes("ose:encumbrance.basic.significant")
def settle(do: Resolution) -> None:
    """What a significant amount of treasure is, before it matters. Default: 401 coins."""
    if mode(do.state) == "basic":
        standing(do, _SIGNIFICANT, _THRESHOLDS, "401")


@executes("ose:encumbrance.other-treasure")
def taken(do: Resolution, event: HoardChanged) -> None:
    """A treasure of which no weight is known is flagged, and the referee weighs it. Default: 10 coins."""
    if not event.is_taken or do.state.party is None or mode(do.state) == "off":
        return
    for creature in do.state.marchers():
        for kind, _ in weights(creature.items).unknown:
            if kind not in campaign(do.state).wealth.weights:
                do.emit(RefereeAdvised("weight", f"Nothing says what {kind} weighs.", rule=(_OTHER,)))
                coins = do.ruling(_OTHER, _WEIGHTS, str(UNKNOWN_COINS), kind)
                do.emit(TreasureWeighed(kind, int(coins), rule=(_OTHER,)))
