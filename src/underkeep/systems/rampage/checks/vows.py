"""The vows of Paladins and Ravagers: what comes of a breach, and until when."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature

FALLEN = "fallen"
SWORN = {"paladin": "lawful", "ravager": "chaotic"}
FALLS = {"paladin": "rampage:class.paladin.fall", "ravager": "rampage:class.ravager.fall"}
_CHOICES = ("suspend powers", "a warning")


class VowBroken(Note, frozen=True):
    """Somebody has done what the vows forbid, or left undone what they ask."""

    creature: str
    what: str


EVENTS: tuple[type[Event], ...] = (VowBroken,)


def vow_of(own: RampageSheet) -> str:
    """The class whose vows somebody has sworn; empty for others."""
    return next((name for name in own.classes if name in SWORN), "")


@executes("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def has_fallen(creature: Creature) -> bool:
    """Whether the powers of such a fighter are gone: for a breach of vows, or with the alignment."""
    own = sheet(creature)
    vow = vow_of(own)
    if not vow:
        return False
    return own.alignment != SWORN[vow] or (bool(creature.conditions) and creature.condition(FALLEN) is not None)


@executes("rampage:class.paladin.fall", "rampage:class.ravager.fall")
def breach(do: Resolution, id: str, what: str, rule: str) -> None:
    """A vow is broken, and the judge says what follows. Default: the powers are gone until it is atoned for."""
    creature = do.state.creatures[id]
    vow = vow_of(sheet(creature))
    if not vow or has_fallen(creature):
        return
    do.emit(VowBroken(id, what, rule=(rule,)))
    if do.ruling(FALLS[vow], _CHOICES, _CHOICES[0], id) == _CHOICES[0]:
        do.emit(ConditionGained(id, Condition(FALLEN), rule=(FALLS[vow], rule)))
