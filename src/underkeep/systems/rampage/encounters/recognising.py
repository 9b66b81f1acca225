"""What the people of this game know of monsters at sight, and what a place shows of those who live there."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.mechanics.looks import look_of
from underkeep.procedures.lore import RECOGNISED
from underkeep.procedures.lore_questions import Wanderers
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks import vision
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import SIZES, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.encounters import reactions
from underkeep.systems.rampage.monsters import wandering
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Dungeon
from underkeep.world.knowledge import KindLearnt
from underkeep.world.state import State

named_by: tuple[str, ...] = ()
shown_by: tuple[str, ...] = ()
_IDENTIFIES = "rampage:class.ability.nature-identification.identify"
_SIZES = dict(zip(SIZES, ("tiny", "tiny", "small", "man-sized", "large", "huge"), strict=True))
_SORTS = {"people": "figure", "beast": "beast", "mindless": "shape"}


class NatureIdentified(Note, frozen=True):
    """Somebody who knows nature says what a creature is."""

    creature: str
    kind: str


EVENTS: tuple[type[Event], ...] = (NatureIdentified,)


def name(kind: str) -> str:
    found = compendium.monsters().get(kind)
    return found.name if found is not None else kind.replace("-", " ").capitalize()


def look(kind: str) -> str:
    """What everybody knows has a name; the rest is described."""
    found, listing = look_of(kind), compendium.monsters().get(kind)
    if found is not None:
        return found.look or name(kind)
    if listing is None or listing.troop_class or listing.people == "man":
        return name(kind)
    return f"{_SIZES[listing.size]} {_SORTS[reactions.sort_of(kind)]}"


def recognised_by(state: State, kind: str) -> str:
    """Whoever speaks the tongue of a kind, whose calling it belongs to, or who knows nature and sees a beast."""
    found = look_of(kind)
    known_to = {*(found.known_to if found is not None else ()), name(kind).lower()}
    return next((c.id for c in state.marchers() if known_to & _callings(c) or identifies(c, kind)), "")


def _callings(creature: Creature) -> set[str]:
    return {*sheet(creature).classes, *(tongue.lower() for tongue in sheet(creature).languages)}


@executes("rampage:class.ability.nature-identification.identify")
def identifies(creature: Creature, kind: str) -> bool:
    """A Druid of level 2 knows every animal without magic."""
    return reactions.sort_of(kind) == "beast" and has_special(sheet(creature), "Nature Identification")


def on_learning(do: Resolution, event: KindLearnt) -> None:
    """It is told whose knowledge of nature gave the name."""
    by = do.state.creatures.get(event.by)
    if event.how == RECOGNISED and by is not None and identifies(by, event.kind):
        do.emit(NatureIdentified(by.id, event.kind, rule=(_IDENTIFIES,)))


def traces(kind: str) -> tuple[str, ...]:
    found = look_of(kind)
    return found.traces if found is not None else ()


def notices(state: State, sort: str) -> bool:
    """Things take light to see, or eyes for the dark; smells and sounds do not."""
    return sort != "thing" or any(vision.sees_feet(state, c) for c in state.marchers())


def wanderers(dungeon: Dungeon, level: int) -> tuple[Wanderers, ...]:
    """Our table of this depth."""
    rows = enumerate(wandering.entries(level), 1)
    return tuple(Wanderers(str(roll), (entry.kind,), entry.number.text) for roll, entry in rows)
