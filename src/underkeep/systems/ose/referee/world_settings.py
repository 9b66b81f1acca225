"""What is agreed upon before the first adventure: the genre, who has magic, and which rules the table changes."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import setting
from underkeep.systems.ose.basics.rulings import RulingKept
from underkeep.systems.ose.basics.setting import ELEMENTS, GENRE, HOUSE
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic.memorising import Memorise
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.party import PartyFormed, PartyJoined
from underkeep.world.state import State


class HouseRuleAgreed(Note, frozen=True):
    """The table plays this otherwise than it is written."""

    text: str


EVENTS: tuple[type[Event], ...] = (HouseRuleAgreed,)


@executes("ose:referee.genre-override", "ose:referee.setting.elements", "ose:referee.house-rules")
def formed(do: Resolution, event: PartyFormed) -> None:
    """Defaults: no genre but the core's own, magic as the genre has it, every rule as it is written."""
    _keep(do, GENRE, do.foretold(GENRE, tuple(setting.genres()), setting.FANTASY), setting.FANTASY)
    usual = setting.genre(do.state).magic
    _keep(do, ELEMENTS, do.foretold(ELEMENTS, setting.MAGIC, usual), usual)
    _keep(do, HOUSE, do.foretold(HOUSE, setting.HOUSE_RULES, setting.AS_WRITTEN), setting.AS_WRITTEN)
    for id in event.party.members:
        _fit(do, do.state.creatures[id])


def joined(do: Resolution, event: PartyJoined) -> None:
    """Whoever joins later is of the same world."""
    _fit(do, do.state.creatures[event.creature])


def _keep(do: Resolution, rule: str, choice: str, usual: str) -> None:
    if choice != usual:
        do.emit(RulingKept(rule, choice, rule=(rule,)))
        if rule == HOUSE:
            do.emit(HouseRuleAgreed(choice, rule=(rule,)))


@executes("ose:referee.genre-override", "ose:referee.setting.elements")
def _fit(do: Resolution, creature: Creature) -> None:
    """A character as this world has them: with the genre's Armour Class, and with spells only where there is magic."""
    own = sheet(creature)
    if not own.character_class:
        return
    ac = setting.genre(do.state).unarmoured_ac
    if own.ac != ac:
        own = replace(own, ac=ac)
        do.emit(SheetChanged(creature.id, own, "genre", rule=(GENRE,)))
    if setting.magic(do.state) != setting.FOR_ALL and (own.memorised or own.spell_book):
        own = replace(own, memorised=(), spell_book=())
        do.emit(SheetChanged(creature.id, own, "without magic", rule=(ELEMENTS,)))


@executes("ose:referee.setting.elements")
def why_not_memorise(state: State, action: Memorise) -> Refusal | None:
    """Where magic is lost, or no player's, nobody of the party has spells."""
    if setting.magic(state) == setting.FOR_ALL:
        return None
    return Refusal(f"Magic is {setting.magic(state)} in this world.", ELEMENTS)
