"""Lights that burn down, and who bears them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Event

if TYPE_CHECKING:
    from underkeep.world.state import State


class Light(Struct, frozen=True, gc=False):
    """A burning light. `until` is the clock time at which it goes out, None if it never does by itself."""

    id: str
    bearer: str
    kind: str
    name: str
    radius: int
    until: int | None


class LightLit(Event, frozen=True):
    light: Light

    def evolve(self, state: State) -> State:
        return replace(state, lights=(*(x for x in state.lights if x.id != self.light.id), self.light))


class LightPassed(Event, frozen=True):
    """Somebody else bears a burning light from now on: it fell, or was `handed` on."""

    light: str
    name: str
    before: str
    bearer: str
    how: str = ""

    def evolve(self, state: State) -> State:
        lights = (replace(x, bearer=self.bearer) if x.id == self.light else x for x in state.lights)
        return replace(state, lights=tuple(lights))


class LightWentOut(Event, frozen=True):
    """A light is out: burnt down, doused or lost."""

    cited_by: ClassVar[str] = "why"

    light: str
    bearer: str
    name: str
    why: str

    def evolve(self, state: State) -> State:
        return replace(state, lights=tuple(x for x in state.lights if x.id != self.light))
