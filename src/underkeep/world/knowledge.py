"""What somebody remembers about a thing of the world, once asked, and what monsters the party can name."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event

if TYPE_CHECKING:
    from underkeep.world.state import State


class Recalled(Event, frozen=True):
    """A creature searched its memory about something. What it knows are `facts`; nothing if there are none.

    It is told to whoever plays the creature, and asking again brings no more. `by_look` if it was asked about those who
    stood there, by what they look like: whoever remembers their like so can name them.
    """

    creature: str
    about: str
    facts: tuple[str, ...]
    by_look: bool = False

    def evolve(self, state: State) -> State:
        own = {**state.recalled.get(self.creature, {}), self.about: self.facts}
        return replace(state, recalled={**state.recalled, self.creature: own})


class KindLearnt(Event, frozen=True):
    """The party knows what a kind of creatures is called from now on; those whom it has met get their names.

    `how` is by what it was learnt: recognised, met before, recalled, told; `by` is who knew.
    """

    cited_by: ClassVar[str] = "how"

    kind: str
    name: str
    names: dict[str, str]
    how: str
    by: str = ""

    def evolve(self, state: State) -> State:
        party = state.party
        known = {
            id: replace(state.creatures[id], name=name) for id, name in self.names.items() if id in state.creatures
        }
        if party is not None and self.kind not in party.knows:
            party = replace(party, knows=(*party.knows, self.kind))
        return replace(state, party=party, creatures={**state.creatures, **known})
