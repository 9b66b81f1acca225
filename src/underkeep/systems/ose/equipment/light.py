"""Light and darkness: what burns and for how long, who sees by heat, and what cannot be done in the dark."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, lights
from underkeep.procedures import delve_actions as a
from underkeep.procedures.questions import LightKind
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import BLIND, SEES_HEAT, has
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.monsters.listings import Monster, monsters
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died
from underkeep.world.encounter import ChanceRolled, EncounterBegan, EncounterEnded
from underkeep.world.gear import Item
from underkeep.world.light import LightLit
from underkeep.world.party import PartyWent, SquaresSeen
from underkeep.world.state import State

ROUND_SECONDS, TURN_SECONDS = 10, 600
RADIUS_FEET = 30
INFRAVISION_FEET = 60
DAYLIGHT_FEET = 3 * 5280
TINDER_BOX = "tinder-box"
TINDER_IN_6 = 2
LASTING = "continual-light"
DARKNESS = 1
"""The level of blindness that ends as soon as there is light."""
_NEEDED = "ose:light.needed"
_NO_READING = "ose:light.infravision.no-reading"


class SeenByHeat(Note, frozen=True):
    """How somebody met in the dark looks to those who see heat: bright, grey or black."""

    creature: str
    shade: str


class Read(Action, frozen=True):
    """Read something written that is carried (the item's id)."""

    actor: str
    item: str


class WritingRead(Event, frozen=True):
    """What a map (its id) turned out to be."""

    creature: str
    item: str
    kind: str
    text: str

    def evolve(self, state: State) -> State:
        wealth = campaign(state).wealth
        return with_campaign(state, wealth=replace(wealth, maps_read=wealth.maps_read | {self.kind}))


@executes("ose:light.radius", "ose:time.resources")
def kinds() -> dict[str, LightKind]:
    """A torch burns for six turns, a flask of oil in a lantern for 24; both light 30 feet. So does a coin under
    Continual Light, for ever, whenever it is uncovered.
    """
    return {
        LASTING: LightKind(RADIUS_FEET, 0, ""),
        "torches": LightKind(RADIUS_FEET, 6 * TURN_SECONDS, "torches"),
        "lantern": LightKind(RADIUS_FEET, 24 * TURN_SECONDS, "oil"),
    }


@executes("ose:light.infravision.who", "ose:light.infravision.range", "ose:monster.infravision")
def infravision_feet(creature: Creature) -> int:
    """Every monster that is not human sees heat to 60 feet, and so do some demihumans.
    Ruling: light.question.demihuman-range.
    """
    if creature.conditions and has(creature, SEES_HEAT):
        return INFRAVISION_FEET
    listing = monsters().get(creature.kind)
    if listing is None:
        return compendium.classes()[creature.kind].infravision_feet
    if listing.infravision_feet is not None:
        return listing.infravision_feet
    return 0 if listing.human else INFRAVISION_FEET


@executes("ose:light.needed", "ose:light.radius", "ose:light.infravision.disrupted")
def sees_feet(state: State, creature: Creature) -> int:
    """How far somebody of the party sees: as far as the light shines, which spoils infravision, or in the dark by
    heat.
    """
    blind = creature.condition(BLIND)
    if blind is not None and blind.level != DARKNESS:
        return 0
    if state.is_outdoors:
        return DAYLIGHT_FEET
    if state.lights:
        return max(light.radius for light in state.lights)
    return infravision_feet(creature)


@executes("ose:light.needed", "ose:movement.location-on-hidden-map")
def sight_feet(state: State) -> int:
    """How far the party sees, and so what comes onto its map: the rest of the dungeon is the referee's."""
    return max((sees_feet(state, c) for c in state.marchers()), default=0)


def why_so_far(state: State, event: SquaresSeen) -> Iterator[str]:
    """By what the party sees what it sees: a light, or heat where there is none."""
    yield "ose:movement.location-on-hidden-map"
    by_heat = [c for c in state.marchers() if infravision_feet(c)]
    if state.lights:
        yield "ose:light.radius"
        if by_heat and infravision_feet(by_heat[0]) > sight_feet(state):
            yield "ose:light.infravision.disrupted"
    elif by_heat:
        yield from ("ose:light.infravision.who", "ose:light.infravision.range")


def why_not(state: State, action: a.LightUp) -> Refusal | None:
    """A lantern needs oil; and nothing is lit without a flame or a tinder box."""
    bearer, kind = state.creatures[action.actor], kinds().get(action.item)
    if kind is None or not carrying.has(bearer, action.item):
        return Refusal(f"{bearer.name} has no such light.", _NEEDED)
    if kind.fuel and not carrying.has(bearer, kind.fuel):
        return Refusal(f"{bearer.name} has no {kind.fuel}.", _NEEDED)
    if any(light.bearer == bearer.id and light.kind == action.item for light in state.lights):
        return Refusal(f"{bearer.name} bears one already.", _NEEDED)
    if kind.fuel and not state.lights and not any(carrying.has(m, TINDER_BOX) for m in state.marchers()):
        return Refusal("There is neither a flame nor a tinder box.", _NEEDED)
    return None


def kindle(do: Resolution, creature: Creature) -> None:
    """From a burning light at once; with a tinder box 2-in-6 each round, until it catches."""
    if do.state.lights:
        return
    rounds, roll = 1, do.roll_at_most(1, 6, f"tinder of {creature.id}", TINDER_IN_6)
    while not roll.success and rounds < TURN_SECONDS // ROUND_SECONDS:
        rounds, roll = rounds + 1, do.roll_at_most(1, 6, f"tinder of {creature.id}", TINDER_IN_6)
    do.emit(ChanceRolled("striking a light", roll, True, creature.id, rule=(_NEEDED,)))
    pass_time(do, ROUND_SECONDS * rounds, "tinder")


@executes("ose:light.needed")
def let_fall(do: Resolution, event: Died) -> None:
    """A torch goes on burning where its bearer fell. In a fight it lies there to the end."""
    if do.state.fight is None and any(light.bearer == event.creature for light in do.state.lights):
        lights.take_up(do, (_NEEDED,))


@executes("ose:light.needed")
def after_fight(do: Resolution) -> None:
    """Those who hold the field take up the torches that fell on it."""
    lights.take_up(do, (_NEEDED,))


@executes("ose:light.needed")
def went(do: Resolution, event: PartyWent) -> None:
    """No light follows the party without somebody who bears it."""
    lights.go_on_without(do, (_NEEDED,))


@executes("ose:light.infravision.heat")
def shade(listing: Monster | None) -> str:
    """Living things are bright, what is cool is grey, what is very cold black."""
    if listing is None:
        return "bright"
    if "cold" in listing.immune:
        return "black"
    return "grey" if listing.undead or listing.mind == "none" else "bright"


@executes("ose:light.infravision.heat", "ose:light.needed", "ose:monster.infravision")
def met_in_the_dark(do: Resolution, event: EncounterBegan) -> None:
    """Those who see heat tell how the others glow; those who do not are blind, unless the others are men with a light
    of their own.
    """
    state = do.state
    if state.lights or state.party is None or state.is_outdoors:
        return
    foes = [state.creatures[id] for id in event.encounter.monsters]
    listings = [monsters().get(foe.kind) for foe in foes]
    if not all(infravision_feet(foe) for foe in foes):
        return
    if sight_feet(state):
        for foe, listing in zip(foes, listings, strict=True):
            do.emit(SeenByHeat(foe.id, shade(listing), rule=("ose:light.infravision.heat",)))
    for creature in state.marchers():
        if not infravision_feet(creature) and creature.condition(BLIND) is None:
            blind = Condition(BLIND, level=DARKNESS)
            do.emit(ConditionGained(creature.id, blind, rule=(_NEEDED, "ose:monster.infravision")))


def see_again(do: Resolution, event: LightLit | EncounterEnded) -> None:
    """There is light, or nobody left to grope for."""
    for creature in list(do.state.creatures.values()):
        blind = creature.condition(BLIND)
        if blind is not None and blind.level == DARKNESS:
            do.emit(ConditionEnded(creature.id, BLIND, rule=(_NEEDED,)))


@executes("ose:light.infravision.no-reading")
def why_not_read(state: State, creature: Creature) -> Refusal | None:
    """Nothing can be read by heat."""
    underground = state.party is not None and state.party.place == "dungeon"
    if underground and not state.lights:
        return Refusal(f"{creature.name} cannot read in the dark.", _NO_READING)
    return None


def readings(state: State) -> list[Action]:
    """Every map that the party carries and has not made out."""
    return [Read(m.id, item.id) for m in state.marchers() for item in m.items if _is_new(state, item)]


def _is_new(state: State, item: Item) -> bool:
    listing = magic_items.listing(item.kind)
    return listing is not None and listing.looks == "map" and item.id not in campaign(state).wealth.maps_read


def why_not_read_item(state: State, action: Read) -> Refusal | None:
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or not _is_new(state, item):
        return Refusal(f"{creature.name} has nothing there to read.", _NO_READING)
    return why_not_read(state, creature)


@executes("ose:light.infravision.no-reading")
def read(do: Resolution, action: Read) -> None:
    """By light: that it is a map, whatever it leads to."""
    item = do.state.creatures[action.actor].item(action.item)
    listing = magic_items.listing(item.kind) if item is not None else None
    assert item is not None and listing is not None
    do.emit(WritingRead(action.actor, item.name, item.id, "the way to a treasure", rule=(_NO_READING,)))
