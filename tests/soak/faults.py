"""What no state may have."""

from __future__ import annotations

from collections import Counter

from underkeep.world.grid import block
from underkeep.world.state import State

STANDS_AT_0 = ("knave",)
"""Games in which a character without hit points stands until its wounds kill it."""


INSIDE = "swallowed whole"
SHARE_SQUARES = ("rampage",)
"""Games in which some fight two on a square, side by side with a friend."""


def faults(state: State) -> list[str]:
    """What no state may have."""
    found = [f"{c.id} has {c.hp} of {c.max_hp} hit points" for c in state.creatures.values() if c.hp > c.max_hp]
    together = state.fight is not None and state.fight.begun and state.fight.step.together
    least = 0 if together or state.system in STANDS_AT_0 else 1
    frenzied = getattr(state.campaign, "fights_on", ())
    low = [c for c in state.creatures.values() if c.hp < least and c.is_up and c.id not in frenzied]
    found += [f"{c.id} is up with {c.hp} hit points" for c in low]
    found += [f"{c.id} carries {i.count} {i.kind}" for c in state.creatures.values() for i in c.items if i.count < 1]
    alone = [
        c for c in state.creatures.values() if not getattr(c.sheet, "is_inside", False) and not c.condition(INSIDE)
    ]
    there = [(c, square) for c in alone if c.at is not None and c.is_up for square in block(c.at, c.size)]
    places = [(square, c.side if state.system in SHARE_SQUARES else "") for c, square in there]
    most = 2 if state.system in SHARE_SQUARES else 1
    if any(count > most for count in Counter(places).values()):
        found.append("too many stand on one square")
    if state.now < 0 or (state.party is not None and state.party.place == "dungeon") != (
        state.party is not None and state.party.at is not None
    ):
        found.append("the party is nowhere")
    return found
