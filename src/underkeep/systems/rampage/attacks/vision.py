"""Who sees what: by day and night, by the light that people carry, and in the dark."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.measures import INCH_FEET
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.world.creature import Creature
from underkeep.world.state import State

CAVE_IN = 4
NIGHT_IN = 6
DAYLIGHT_FEET = 5280
BLIND = "blind"


@executes("rampage:vision.who")
def vision(creature: Creature) -> tuple[str, ...]:
    """The sorts of vision somebody has beside Normal Vision; most monsters have Cave Vision."""
    own = sheet(creature)
    if own.race:
        return compendium.races()[own.race].vision
    listing = compendium.monsters().get(creature.kind)
    return listing.vision if listing is not None else ("normal",)


@executes("rampage:vision.normal", "rampage:vision.cave", "rampage:vision.night.underground", "rampage:vision.night")
def sees_feet(state: State, creature: Creature) -> int:
    """How far one of the party sees: by any light, as far as it shines; without, by Cave Vision or not at all. Night
    Vision is of no use under a roof.
    """
    if creature.condition(BLIND):
        return 0
    if state.is_outdoors:
        return DAYLIGHT_FEET
    lit = max((light.radius for light in state.lights), default=0)
    return max(lit, CAVE_IN * INCH_FEET if "cave" in vision(creature) else 0)
