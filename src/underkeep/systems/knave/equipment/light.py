"""Torches and lanterns: how far they shine, and how the hazard die uses them up."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures import lights
from underkeep.procedures.questions import LightKind
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.equipment.inventory import added, fits
from underkeep.systems.knave.equipment.outfit import an_item
from underkeep.world.creature import Creature, Died
from underkeep.world.gear import ItemsChanged
from underkeep.world.light import Light, LightLit, LightWentOut

if TYPE_CHECKING:
    from underkeep.world.state import State

TORCH, LANTERN, OIL = "torch", "lantern", "lamp-oil"
RADIUS_FEET = 40
SEEING = ("cat eyes", "glowing")
USES = {TORCH: 3, LANTERN: 6}
PUT_OUT = ("doused", "rain")
"""What puts out a torch that could still burn."""
THREE_USES = "knave:light.torch.three-uses"
_LEFT = re.compile(r"(\d) uses? left")


class LightNamed(Event, frozen=True):
    """A light goes by the name of its kind."""

    light: str
    name: str

    def evolve(self, state: State) -> State:
        lights = (replace(x, name=self.name) if x.id == self.light else x for x in state.lights)
        return replace(state, lights=tuple(lights))


class UsesMarked(Event, frozen=True):
    """So many uses of a light are marked off by now."""

    light: str
    uses: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, uses_marked={**campaign(state).uses_marked, self.light: self.uses})


EVENTS: tuple[type[Event], ...] = (LightNamed, UsesMarked)


def kinds() -> dict[str, LightKind]:
    """Nothing burns by the clock. How far a flame shines is ours (Ruling: missing-chapters)."""
    return {TORCH: LightKind(RADIUS_FEET, 0, TORCH), LANTERN: LightKind(RADIUS_FEET, 0, OIL)}


def sees_feet(state: State, creature: Creature) -> int:
    """By lights that burn, or by potions that let one see or shine."""
    if any(creature.condition(name) for name in SEEING):
        return RADIUS_FEET
    return max((light.radius for light in state.lights), default=0)


def is_in_the_dark(state: State, creature: Creature) -> bool:
    """Whether one of the party is underground and sees nothing; those who live there find their way."""
    party = state.party
    below = party is not None and party.at is not None and party.place == "dungeon"
    return below and party is not None and creature.side == party.side and sees_feet(state, creature) == 0


def sight_feet(state: State) -> int:
    return max((sees_feet(state, c) for c in state.marchers()), default=0)


def uses_marked(state: State, light: str) -> int:
    return campaign(state).uses_marked.get(light, 0)


@executes("knave:light.torch.three-uses")
def uses_left(state: State, light: Light) -> str:
    """In words; nothing for a light that no hazard uses up."""
    if light.kind not in USES:
        return ""
    left = USES[light.kind] - uses_marked(state, light.id)
    return f"{left} use{'' if left == 1 else 's'} left"


@executes("knave:light.torch.three-uses")
def burn(do: Resolution, rule: str) -> None:
    """Every torch and lantern that burns marks off one use; the last puts it out for good. Ruling: burn-other-lights (a
    flask of oil has six).
    """
    for light in [x for x in do.state.lights if x.kind in USES]:
        used = uses_marked(do.state, light.id) + 1
        do.emit(UsesMarked(light.id, used, rule=(rule, THREE_USES)))
        if used >= USES[light.kind]:
            do.emit(LightWentOut(light.id, light.bearer, light.name, "burnt down", rule=(rule, THREE_USES)))


def on_lit(do: Resolution, event: LightLit) -> None:
    """A torch that was put out before still has the marks it had; they are not part of the name of what burns."""
    if event.light.kind == LANTERN and do.state.party is not None:
        _refilled(do, event.light)
    found = _LEFT.search(event.light.name)
    if found and do.state.party is not None:
        used = USES[TORCH] - int(found[1])
        do.emit(UsesMarked(event.light.id, used, rule=(THREE_USES,)))
        do.emit(LightNamed(event.light.id, an_item(TORCH).name, rule=(THREE_USES,)))


def _begun(bearer: str) -> str:
    """Under what the uses of the oil in somebody's lantern are marked while it does not burn."""
    return f"begun {bearer}"


def _has_begun(creature: Creature) -> bool:
    return any(item.kind == OIL and _LEFT.search(item.name) for item in creature.items)


def _kept_oil(do: Resolution, event: LightWentOut) -> None:
    """The oil of a lantern that is put out is kept for the uses it has left, and burns first when it is lit again."""
    used = uses_marked(do.state, event.light)
    bearer = do.state.creatures[event.bearer]
    left = USES[LANTERN] - used
    if left <= 0 or not bearer.is_up or not used:
        oil = an_item(OIL) if left > 0 and bearer.is_up else None
    else:
        oil = replace(an_item(OIL), name=f"{an_item(OIL).name} ({left} use{'s' if left > 1 else ''} left)")
    if oil is None or not fits(bearer, oil):
        return
    others = added(bearer.items, oil)
    first = sorted(others, key=lambda item: not (item.kind == OIL and _LEFT.search(item.name)))
    do.emit(ItemsChanged(bearer.id, tuple(first), "kept-oil", rule=(THREE_USES,)))
    do.emit(UsesMarked(_begun(bearer.id), used, rule=(THREE_USES,)))


def _refilled(do: Resolution, light: Light) -> None:
    """A lantern burns the oil that was begun before, if that is gone from the pack now."""
    used = uses_marked(do.state, _begun(light.bearer))
    if used and not _has_begun(do.state.creatures[light.bearer]):
        do.emit(UsesMarked(light.id, used, rule=(THREE_USES,)))
        do.emit(UsesMarked(_begun(light.bearer), 0, rule=(THREE_USES,)))


@executes("knave:light.torch.three-uses")
def on_out(do: Resolution, event: LightWentOut) -> None:
    """A torch put out by hand, wind or rain can be lit again for the uses it has left: its bearer keeps it, or another
    who has room for it."""
    if event.why in PUT_OUT and event.name == an_item(LANTERN).name and do.state.party is not None:
        _kept_oil(do, event)
    if event.why not in PUT_OUT or event.name != an_item(TORCH).name or do.state.party is None:
        return
    left = USES[TORCH] - uses_marked(do.state, event.light)
    bearer = do.state.creatures[event.bearer]
    whole = an_item(TORCH)
    stub = whole if left == USES[TORCH] else replace(whole, name=f"Torch ({left} use{'s' if left > 1 else ''} left)")
    others = (c for c in do.state.marchers() if c.id != bearer.id)
    keeper = next((c for c in (bearer, *others) if c.is_up and fits(c, stub)), None)
    if left > 0 and bearer.is_up and keeper is not None:
        do.emit(ItemsChanged(keeper.id, added(keeper.items, stub), "kept-torch", rule=(THREE_USES,)))


@executes("knave:light.torch.three-uses")
def on_died(do: Resolution, event: Died) -> None:
    """A torch goes on burning where its bearer fell. In a fight it lies there to the end."""
    if do.state.fight is None and any(light.bearer == event.creature for light in do.state.lights):
        lights.take_up(do, (THREE_USES,))


def why_not(creature: Creature, item: str) -> Refusal | None:
    if item == LANTERN and not any(i.kind == OIL for i in creature.items):
        return Refusal("The lantern needs lamp oil.", THREE_USES)
    return None
