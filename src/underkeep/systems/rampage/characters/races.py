"""What a people brings: how it sees."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium


@executes(
    "rampage:race.dwarf.cave-vision",
    "rampage:race.elf.night-vision",
    "rampage:race.gnome.vision",
    "rampage:race.halfling.normal-vision",
    "rampage:race.man.normal-vision",
)
def senses(race: str) -> tuple[str, ...]:
    """The kinds of vision of a people, as they count by night and below ground."""
    return compendium.races()[race].vision
