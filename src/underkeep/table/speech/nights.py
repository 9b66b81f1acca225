"""Lines that would have the party sleep: whoever says camp underground does not mean ten minutes' rest."""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.chapter import DUNGEON
from underkeep.table.speech.meanings import Do, Meaning, Reader, Say
from underkeep.table.speech.mentions import place_of

_SLEEPS = re.compile(
    r"(?:(?:let us|we|the party|every(?:one|body)|all) )?(?:all )?(?:(?:should|will|could|can|go and|now|try to) )?"
    r"(?:(?:make|set up|pitch|establish)s? (?:a |the |our )?camp|camps?|bivouac|encamp|(?:go to |get some )?sleeps?"
    r"|bed down|take a nap|nap|spend the night"
    r"|(?:rest|stay|wait)s?(?= .*\b(?:night|morning|dawn|days?|tomorrow|hours|better|heal(?:ed|thy)?|recover(?:ed)?"
    r"|well again)\b))\b(?! (?:one|1|an?) hour\b).*"
)
_HEALS = re.compile(r"\b(?:better|heal\w*|recover\w*|well again)\b")
_CAMPS = ("Camp", "MakeCamp")


def whole_night(reader: Reader, said: str) -> Meaning | None:
    """The game's camp, where it may be made; else why nobody sleeps here, and what there is instead."""
    if place_of(reader) != DUNGEON or reader.state.prompts or not _SLEEPS.fullmatch(said):
        return None
    listed = [x for x in reader.options.listed if type(x).__name__ in _CAMPS]
    if listed:
        return Do(listed[0])
    against = _against(reader)
    why = against[0] if against else "Nobody sleeps in here: nights are spent in town or on the road."
    heals = " Wounds are mended by nights, not by a turn's rest." if _HEALS.search(said) else ""
    return Say(f"{why} To rest for a turn, say: rest.{heals}", against[1] if against else "")


def _against(reader: Reader) -> tuple[str, str] | None:
    """What the book says against a camp here, if the game has one underground."""
    for deed in reader.rules.book.in_scene(DUNGEON):
        if deed.action.__name__ in _CAMPS and not deed.action.__struct_fields__:
            camp: Action = deed.action()
            refusal = play.why_not(reader.rules, reader.state, reader.seat, camp)
            return (refusal.sentence, refusal.rule) if refusal is not None else None
    return None
