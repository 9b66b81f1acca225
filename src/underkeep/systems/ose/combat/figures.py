"""Figures on the table: where each stands, in inches from the corner, by the usual scale."""

from __future__ import annotations

from fractions import Fraction

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.measures import feet, in_yards
from underkeep.world.fight import FightBegan
from underkeep.world.state import State

MINIATURES = "miniatures"
PER_INCH = 5
_RULE, _SCALE = "ose:referee.miniatures", "ose:referee.miniatures.scale"


class FiguresPlaced(Note, frozen=True):
    """Where the figures stand: how many inches to the right and down. An inch is so much of a unit."""

    inches: dict[str, tuple[float, float]]
    per_inch: int
    unit: str


@executes("ose:referee.miniatures.scale")
def inches(state: State, squares: int) -> float:
    """An inch is 5 feet, and outdoors 5 yards."""
    return float(Fraction(feet(squares), PER_INCH * in_yards(state)))


@executes("ose:referee.miniatures")
def began(do: Resolution, event: FightBegan) -> None:
    """With the option figures are set out for a fight."""
    if MINIATURES not in do.state.switches:
        return
    placed = {c.id: (inches(do.state, c.at[0]), inches(do.state, c.at[1])) for c in do.state.active() if c.at}
    unit = "yards" if do.state.is_outdoors else "feet"
    do.emit(FiguresPlaced(placed, PER_INCH, unit, rule=(_RULE, _SCALE)))
