"""Ordinary people of level 0 who have seen an adventure, and must become something more."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import ABILITIES, OseSheet, sheet
from underkeep.systems.ose.characters import advancement, languages
from underkeep.systems.ose.magic import spell_books
from underkeep.world.creature import CreationStepTaken
from underkeep.world.state import State

_CHOICE = ("ose:retainer.xp.normal-human",)
_THREE_DICE = parse("3d6")


class ClassTaken(Event, frozen=True):
    """An ordinary person is now a 1st-level character of a class."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "max_hp")

    creature: str
    character_class: str
    max_hp: int | None
    sheet: Sheet | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, kind=self.character_class, max_hp=self.max_hp, sheet=self.sheet)


@executes("ose:retainer.xp.normal-human")
def take_class(do: Resolution, id: str, choice: str) -> None:
    """Scores are rolled, and hit points as for a 1st-level character; the better total stands.
    Ruling: retainer.question.first-class.
    """
    creature, own = do.state.creatures[id], compendium.classes()[choice]
    before = sheet(creature)
    scores = {ability: do.dice.total(_THREE_DICE, f"{ability} of {id}").total for ability in ABILITIES}
    do.emit(CreationStepTaken(id, "abilities", {**scores}, rule=_CHOICE))
    hp, *_ = advancement.first_hit_points(do, own, scores["CON"], id)
    after = OseSheet(
        advancement.row(own, 1).thac0,
        advancement.saves(own, 1),
        9,
        before.movement_feet,
        advancement.hit_dice_text(own, 1),
        1,
        before.alignment,
        choice,
        scores,
        languages=languages.native(own, before.alignment),
        spell_book=spell_books.filled(do, own, 1, (), id) if own.spell_book else (),
        service=before.service,
    )
    do.emit(ClassTaken(id, choice, max(hp, creature.max_hp), after, rule=_CHOICE))
