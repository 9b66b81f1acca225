"""To walk up to somebody: by the way that is known, else straight at them as far as the known ground goes."""

from msgspec.structs import replace

from underkeep.minds.soldier import approach
from underkeep.procedures.actions import Move
from underkeep.procedures.options import Moves
from underkeep.systems import load
from underkeep.testing.builders import field
from underkeep.world.grid import Grid

OSE = load("ose")
WALL = tuple((5, y) for y in range(7))


def test_no_known_way_leads_there_and_one_goes_straight_at_them() -> None:
    state = field(OSE, "fighter v orc", gap=1)
    orc = replace(state.creatures["orc-1"], at=(9, 3))
    known = Grid(11, 7, WALL)

    def step_from(at: tuple[int, int]) -> object:
        hero = replace(state.creatures["fighter-1"], at=at)
        now = replace(state, grid=Grid(11, 7), creatures={hero.id: hero, orc.id: orc})
        reach = known.mask((x, y) for x in range(5) for y in range(7) if (x, y) != at)
        return approach(now, hero, Moves(Move, hero.id, known, reach))

    step = step_from((1, 3))
    assert isinstance(step, Move) and step.to[0] == 4
    assert step_from((4, 3)) is None, "nothing that is known is nearer"
