"""Coming to a place: the dangers of great depth, and what its entering sets off."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.equipment.treasure_settings import average_level
from underkeep.systems.ose.exploration import special_rooms
from underkeep.world.dungeon import Spot
from underkeep.world.party import PartyWent

if TYPE_CHECKING:
    from underkeep.world.state import State

SAFE_LEVELS_BEYOND = 1
_DANGER = "ose:dungeon-design.danger"


class GoneTooDeep(Event, frozen=True):
    """The party is for the first time on a level that is beyond it."""

    secret: ClassVar[bool] = True

    level: int

    def evolve(self, state: State) -> State:
        company = campaign(state).company
        return with_campaign(state, company=replace(company, too_deep=company.too_deep | {self.level}))


class DangerHinted(Note, frozen=True):
    """The party feels that this depth is beyond it."""

    level: int


EVENTS: tuple[type[Event], ...] = (GoneTooDeep, DangerHinted)


def arrived(do: Resolution, event: PartyWent) -> None:
    """What follows when the party has come to another area, or to the dungeon, or leaves the town."""
    if event.how == "set out":
        experience.note_what_is_brought(do)
    if event.how == "walk" or event.at is None or do.state.dungeon is None:
        return
    if event.how == "arrived" and not campaign(do.state).wealth.carried_in:
        experience.note_what_is_brought(do)
    _hint_at_danger(do, event.at)
    special_rooms.entered(do, event.how)


@executes("ose:dungeon-design.danger")
def _hint_at_danger(do: Resolution, at: Spot) -> None:
    """Default: a hint the first time the party goes deeper than one level below its own."""
    known = campaign(do.state).company.too_deep
    if at.level <= average_level(do.state) + SAFE_LEVELS_BEYOND or at.level in known:
        return
    do.emit(GoneTooDeep(at.level))
    if do.ruling(_DANGER, ("hint", "say nothing"), "hint") == "hint":
        do.emit(DangerHinted(at.level, rule=(_DANGER,)))
