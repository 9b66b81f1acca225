"""What becomes of a light whose bearer falls, runs away or is left behind."""

from __future__ import annotations

from underkeep.procedures.resolution import Resolution
from underkeep.world.light import Light, LightPassed, LightWentOut
from underkeep.world.state import State


def astray(state: State) -> list[Light]:
    """The lights that nobody of the party who is on their feet bears."""
    bearers = {c.id for c in state.marchers()} if state.party is not None else set()
    return [light for light in state.lights if light.bearer not in bearers]


def take_up(do: Resolution, rule: tuple[str, ...]) -> None:
    """A torch that fell is taken up by the first who has his hands free of one; whatever else burnt goes out, and so
    does what somebody ran away with.
    """
    kinds = do.rules.dungeon.light_kinds() if do.rules.dungeon is not None else {}
    for light in astray(do.state):
        marchers = do.state.marchers()
        busy = {other.bearer for other in do.state.lights}
        taker = next((c for c in marchers if c.id not in busy), marchers[0] if marchers else None)
        is_torch = light.kind in kinds and kinds[light.kind].fuel == light.kind
        bearer = do.state.creatures.get(light.bearer)
        fell = bearer is not None and bearer.status in ("dead", "down")
        if taker is not None and is_torch and fell:
            do.emit(LightPassed(light.id, light.name, light.bearer, taker.id, rule=rule))
        else:
            why = "fallen" if fell else "carried off" if bearer is not None else "left behind"
            do.emit(LightWentOut(light.id, light.bearer, light.name, why, rule=rule))


def go_on_without(do: Resolution, rule: tuple[str, ...]) -> None:
    """The party is elsewhere: what it could not take up while it ran from somebody stays behind."""
    if do.state.encounter is None:
        take_up(do, rule)
        return
    for light in astray(do.state):
        do.emit(LightWentOut(light.id, light.bearer, light.name, "left behind", rule=rule))
