"""A chapter that gives the toy game portcullises and chests with locks.

A portcullis takes two pairs of hands and two successes, and a failure jams it; a jammed one takes more hands. A chest's
lock is a barrier as a door's is, picked in one go or jammed for good.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Barrier
from underkeep.kernel.event import Action
from underkeep.procedures import doors, survey
from underkeep.procedures.chapter import DUNGEON, Chapter, Deed
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.testing.toy import ToyBar, chance, everything
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, DoorChanged, Hoard, HoardChanged
from underkeep.world.state import State

DOWN = "down"


class Portcullis(Struct, Barrier, frozen=True, tag=True):
    """`left` successes it still takes; `lifting` have their hands on it, as everybody sees."""

    left: int = 2
    lifting: tuple[str, ...] = ()
    jammed: bool = False

    @property
    def word(self) -> str:
        return DOWN

    @property
    def seen(self) -> str:
        return "jammed" if self.jammed else ""

    @property
    def hands_needed(self) -> int:
        return 3 if self.jammed else 2


class Lift(Action, frozen=True):
    """Put one's hands under a portcullis."""

    actor: str
    door: str


class PickChest(Action, frozen=True):
    actor: str
    hoard: str


def _lift(do: Resolution, creature: Creature, door: Door) -> None:
    """It moves only once there are hands enough; then everybody lets go."""
    bar = door.barrier
    assert isinstance(bar, Portcullis)
    hands = (*bar.lifting, creature.id)
    if len(hands) < bar.hands_needed:
        after, what = replace(bar, lifting=hands), "held"
    elif not chance(do, "lifting a portcullis", creature.id):
        after, what = replace(bar, lifting=(), jammed=True), "jammed"
    else:
        after, what = replace(bar, lifting=(), left=bar.left - 1), "lifted"
    is_up = after.left == 0
    changed = replace(door, is_open=is_up, barrier=None if is_up else after)
    do.emit(DoorChanged(changed, "opened" if is_up else what, creature.id, rule=everything(do)))


def _why_not_lift(state: State, action: Lift) -> Refusal | None:
    door = doors.known(state, action)
    is_at_it = door is not None and isinstance(door.barrier, Portcullis) and action.actor in door.barrier.lifting
    return Refusal("Both hands are under it already.", "toy:everything") if is_at_it else None


def _locked(state: State) -> list[Hoard]:
    return [hoard for hoard in survey.known_hoards(state) if hoard.bar == "locked"]


def _picks(state: State) -> list[Action]:
    return [PickChest(member.id, hoard.id) for hoard in _locked(state) for member in state.marchers()]


def _pick(do: Resolution, action: PickChest) -> None:
    assert do.state.dungeon is not None
    hoard = do.state.dungeon.hoards[action.hoard]
    is_open = chance(do, "picking a lock", action.actor)
    after = None if is_open else ToyBar("locked", jammed=True)
    do.emit(HoardChanged(replace(hoard, barrier=after), "unlocked" if is_open else "jammed", rule=everything(do)))


HEAVY_DOORS = Chapter(
    (doors.attempt(Lift, _lift, DOWN), Deed(PickChest, (DUNGEON,), _pick, _picks)),
    objections={Lift: _why_not_lift},
    own={Barrier: (Portcullis,)},
)
