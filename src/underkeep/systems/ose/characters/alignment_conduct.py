"""Living up to an alignment: what the referee notes, and what may come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.sheet import ALIGNMENTS, sheet
from underkeep.systems.ose.characters import languages
from underkeep.world.fight import FightBegan

if TYPE_CHECKING:
    from underkeep.world.state import State

PROPOSED_AFTER = 3
KEEP = "keep"
_ROLE_PLAY, _REASSIGN, _PENALTY = "ose:alignment.role-play", "ose:alignment.reassign", "ose:alignment.penalty"
_PENALTIES = ("none", "lose 10% of experience")
_PEACEFUL = ("friendly", "indifferent")


class DeviationNoted(Note, frozen=True):
    """A character acted against the alignment: for the referee's eyes."""

    secret: ClassVar[bool] = True

    creature: str
    text: str


class AlignmentChanged(Event, frozen=True):
    """A character has another alignment, and its tongue, from now on. Who is not the owner learns of a change only."""

    private: ClassVar[tuple[str, ...]] = ("alignment", "sheet")

    creature: str
    alignment: str | None
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet)


class DeviationsCounted(Event, frozen=True):
    """So often has a character strayed from the present alignment."""

    secret: ClassVar[bool] = True

    creature: str
    times: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, deviations={**campaign(state).deviations, self.creature: self.times})


EVENTS: tuple[type[Event], ...] = (DeviationNoted, AlignmentChanged, DeviationsCounted)


@executes("ose:alignment.role-play", "ose:alignment.reassign")
def noted(do: Resolution, event: DeviationNoted) -> None:
    """The referee's log of strong deviations. Default: nothing is changed by itself; after three a change is
    proposed.
    """
    count = campaign(do.state).deviations.get(event.creature, 0) + 1
    if do.state.party is not None:
        do.emit(DeviationsCounted(event.creature, count, rule=(_ROLE_PLAY,)))
    if count < PROPOSED_AFTER:
        return
    creature = do.state.creatures[event.creature]
    text = f"{creature.name} has strayed {count} times; another alignment may fit."
    do.emit(RefereeAdvised("alignment", text, rule=(_REASSIGN,)))
    choice = do.ruling(_REASSIGN, (KEEP, *ALIGNMENTS), KEEP, event.creature)
    if choice != KEEP:
        change(do, event.creature, choice)


@executes("ose:alignment.reassign", "ose:alignment.penalty", "ose:language.alignment.change")
def change(do: Resolution, id: str, alignment: str) -> None:
    """Sheet, alignment tongue and all that magic asks follow at once. Default: no penalty beyond the change."""
    own = sheet(do.state.creatures[id])
    changed = replace(own, alignment=alignment, languages=languages.after_change(own, alignment))
    do.emit(AlignmentChanged(id, alignment, changed, rule=(_REASSIGN, "ose:language.alignment.change")))
    if do.state.party is not None:
        do.emit(DeviationsCounted(id, 0, rule=(_ROLE_PLAY,)))
    if do.ruling(_PENALTY, _PENALTIES, _PENALTIES[0], id) != _PENALTIES[0]:
        fined = replace(changed, xp=changed.xp * 9 // 10)
        do.emit(AlignmentChanged(id, alignment, fined, rule=(_PENALTY,)))


@executes("ose:alignment.role-play")
def blows_fall(do: Resolution, event: FightBegan) -> None:
    """To attack those who let the party be is against Law."""
    met, party = do.state.encounter, do.state.party
    if met is None or party is None or met.attitude not in _PEACEFUL:
        return
    for creature in do.state.marchers():
        if sheet(creature).alignment == "Lawful" and sheet(creature).character_class:
            do.emit(DeviationNoted(creature.id, "attacked the peaceful", rule=(_ROLE_PLAY,)))
