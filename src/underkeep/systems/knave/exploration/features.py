"""Odd places underground: a pool to dive in, a cask of wine, plants that grow nowhere else."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.attacks.ledges import DEPTH_FEET
from underkeep.systems.knave.checks import hazards, waterskins
from underkeep.systems.knave.checks.healing import rouse
from underkeep.systems.knave.exploration import exploring, shifts, treasure
from underkeep.systems.knave.magic.alchemy import pluck
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.state import State

DIVE_SECONDS = parse("1d6x20")
TURNS_A_DRINK = 6
POOL = "pool"
OF_THE_PLACE = frozenset({"water", "cold", *DEPTH_FEET})


class DrinkFrom(Action, frozen=True):
    """Drink at a pool, and fill the skins; nobody goes in."""

    actor: str
    feature: str


class FeatureTried(Note, frozen=True):
    """Somebody handled something odd."""

    creature: str
    text: str


EVENTS = (FeatureTried,)


def use(do: Resolution, creature: Creature, feature: Feature) -> None:
    if feature.kind == POOL:
        _dive(do, creature, feature)
    elif feature.kind == "cask":
        do.emit(FeatureTried(creature.id, "drinks from the cask", rule=("knave:hazard.drink.check",)))
        hazards.drink(do, creature.id)
    elif feature.kind.startswith("plant-"):
        pluck(do, creature, feature)


@executes("knave:hazard.drowning.breath", "knave:hazard.drowning.pass-out", "knave:hazard.drowning.check")
def _dive(do: Resolution, creature: Creature, feature: Feature) -> None:
    """As long as the die says; who runs out of breath is hauled up by friends after a round, or drowns alone."""
    seconds = do.roll_total(DIVE_SECONDS, f"how long {creature.id} dives").total
    do.emit(FeatureTried(creature.id, f"dives for {seconds} seconds", rule=("knave:hazard.drowning.breath",)))
    drink_at(do)
    hazards.hold_breath(do, creature.id, seconds)
    if do.state.creatures[creature.id].status == "down":
        hazards.drown(do, creature.id)
        while not do.state.marchers() and do.state.creatures[creature.id].status == "down":
            hazards.drown(do, creature.id)
        rouse(do, creature.id, "drowning")
        return
    if feature.state != "emptied":
        assert do.state.dungeon is not None
        find = treasure.coins(do, do.state.dungeon.areas[feature.area].level)
        room = exploring.room_for(do.state.creatures[creature.id], find)
        if room:
            carrying.receive(do, creature.id, replace(find, count=room), "found")
        do.emit(FeatureChanged(replace(feature, state="emptied"), "emptied"))


def is_water(feature: Feature) -> bool:
    """A pool has a deed of this game's own: who drinks there tries the water."""
    return False


@executes("knave:hazard.thirst.assumed-water")
def drink_at(do: Resolution) -> None:
    """A pool quenches everybody's thirst and fills every skin."""
    for member in do.state.marchers():
        waterskins.drink_fill(do, member.id)


def drinks(state: State) -> list[Action]:
    """Whoever likes, at every pool that is seen."""
    pools = [f for f in survey.known_features(state) if f.kind == POOL]
    return [DrinkFrom(member.id, pool.id) for pool in pools for member in state.marchers()]


def drink_from(do: Resolution, action: DrinkFrom) -> None:
    """All drink, and it takes no time to speak of."""
    rule = ("knave:hazard.thirst.assumed-water",)
    do.emit(FeatureTried(action.actor, "tries the water: it is good, and all drink of it", rule=rule))
    drink_at(do)


def risk(state: State, feature: Feature) -> str:
    """What is said before somebody dives."""
    return "Whoever dives stays under as long as it takes, and may drown." if feature.kind == POOL else ""


def peril(state: State, area: str) -> str:
    """The cold is all that harms whoever but stays."""
    return "a killing cold" if state.dungeon is not None and shifts.is_in(state.dungeon, area, shifts.COLD) else ""


def turns_for(kind: str) -> int:
    return TURNS_A_DRINK if kind == "cask" else 1


def why_not(state: State, feature: Feature) -> Refusal | None:
    if feature.kind in OF_THE_PLACE:
        return Refusal("There is nothing to handle.")
    if feature.kind.startswith("plant-") and feature.state == "plucked":
        return Refusal("Nothing is left of it.", "knave:magic-item.ingredients.plants")
    return None
