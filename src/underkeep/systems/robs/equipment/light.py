"""Light, as an adjective that wanes: a fresh torch is Great, and every turn that goes badly takes a level from it.

Ruling: delve-light. The book says no more than how far a lantern shines.
"""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.procedures.questions import LightKind
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.numbers import adjective
from underkeep.world.creature import Creature
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.state import State

TORCH, LANTERN, OIL, FOREVER = "torch", "lantern", "lamp-oil", "forever-lantern"
REACH_METRES = 10
FRESH = {TORCH: 2, LANTERN: 4}
LOWEST = 0
FADING = "fading-light"
OURS = "robs:delve-light"


class LightWaned(Event, frozen=True):
    """A light is worth this much by now, as the number of an adjective."""

    light: str
    name: str
    level: int
    word: str

    def evolve(self, state: State) -> State:
        return with_campaign(state, light={**campaign(state).light, self.light: self.level})


EVENTS: tuple[type[Event], ...] = (LightWaned,)


def kinds() -> dict[str, LightKind]:
    """Nothing burns by the clock, and a magic lantern uses nothing up."""
    return {
        TORCH: LightKind(REACH_METRES, 0, TORCH),
        LANTERN: LightKind(REACH_METRES, 0, OIL),
        FOREVER: LightKind(REACH_METRES, 0, ""),
    }


def level(state: State, light: Light) -> int:
    return campaign(state).light.get(light.id, FRESH.get(light.kind, LOWEST))


def shines_metres(state: State, light: Light) -> int:
    """As far as it did, and half as far on its last level."""
    if FADING in state.switches and light.kind in FRESH and level(state, light) <= LOWEST:
        return light.radius // 2
    return light.radius


def sees_metres(state: State, creature: Creature) -> int:
    return max((shines_metres(state, light) for light in state.lights), default=0)


def left(state: State, light: Light) -> str:
    """How good a light still is, in a word."""
    return f"{adjective(level(state, light))} light" if light.kind in FRESH and FADING in state.switches else ""


def wane(do: Resolution) -> None:
    """Every torch and lantern falls a level; below Average it is out."""
    for light in [x for x in do.state.lights if x.kind in FRESH]:
        now = level(do.state, light) - 1
        if now < LOWEST:
            do.emit(LightWentOut(light.id, light.bearer, light.name, "burnt down", rule=(OURS,)))
        else:
            do.emit(
                LightWaned(
                    light.id, light.name.lower(), now, adjective(now), rule=(OURS, "robs:dice.adjectives.ladder")
                )
            )


def on_lit(do: Resolution, event: LightLit) -> None:
    """A light is fresh when it is lit, whatever bore its id before."""
    if event.light.kind in FRESH and event.light.id in campaign(do.state).light:
        fresh = FRESH[event.light.kind]
        do.emit(LightWaned(event.light.id, event.light.name.lower(), fresh, adjective(fresh), rule=(OURS,)))


def why_not(creature: Creature, item: str) -> Refusal | None:
    """A lantern burns oil."""
    if item == LANTERN and not any(i.kind == OIL for i in creature.items):
        return Refusal("The lantern needs lamp oil.", OURS)
    return None
