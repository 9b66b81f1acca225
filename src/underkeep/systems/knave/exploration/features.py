"""Odd places underground: a pool to dive in, a cask of wine, plants that grow nowhere else."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying, survey
from underkeep.procedures.delve_actions import Use
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.attacks.ledges import DEPTH_FEET
from underkeep.systems.knave.checks import hazards, waterskins
from underkeep.systems.knave.checks.healing import rouse
from underkeep.systems.knave.exploration import exploring, treasure
from underkeep.systems.knave.magic.alchemy import pluck
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Feature, FeatureChanged
from underkeep.world.state import State

DIVE_SECONDS = parse("1d6x20")
TURNS_A_DRINK = 6
POOL = "pool"
ASSUMED_WATER = ("knave:hazard.thirst.assumed-water",)
OF_THE_PLACE = frozenset({"water", "cold", *DEPTH_FEET})


class Drink(Action, frozen=True):
    """Drink of a pool, and fill the skins at it."""

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


def pools(state: State) -> list[Feature]:
    return [feature for feature in survey.known_features(state) if feature.kind == POOL]


def drinks(state: State) -> list[Action]:
    return [Drink(m.id, pool.id) for pool in pools(state) for m in state.marchers()]


def why_not_drink(state: State, action: Drink) -> Refusal | None:
    is_here = any(pool.id == action.feature for pool in pools(state))
    return None if is_here else Refusal("There is no water to drink here.")


def drink(do: Resolution, action: Drink) -> None:
    """From the edge; nothing is asked of anybody's breath."""
    do.emit(FeatureTried(action.actor, "drinks from the pool, and fills what there is to fill", rule=ASSUMED_WATER))
    drink_at(do)


def before_a_dive(state: State, action: Use) -> str:
    """What may come of a dive, for whoever is about to take it."""
    feature = state.dungeon.features.get(action.feature) if state.dungeon is not None else None
    if feature is None or feature.kind != POOL:
        return ""
    diver = state.creatures[action.actor]
    return (
        f"{diver.name} would dive to the ground of the pool. How long that takes nobody knows beforehand: who runs out "
        "of breath goes limp down there, and drowns if a check of CON fails."
    )


@executes("knave:hazard.thirst.assumed-water")
def drink_at(do: Resolution) -> None:
    """A pool quenches everybody's thirst and fills every skin."""
    for member in do.state.marchers():
        waterskins.drink_fill(do, member.id)


def turns_for(kind: str) -> int:
    return TURNS_A_DRINK if kind == "cask" else 1


def why_not(state: State, feature: Feature) -> Refusal | None:
    if feature.kind in OF_THE_PLACE:
        return Refusal("There is nothing to handle.")
    if feature.kind.startswith("plant-") and feature.state == "plucked":
        return Refusal("Nothing is left of it.", "knave:magic-item.ingredients.plants")
    return None
