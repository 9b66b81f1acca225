"""Rummaging in garbage and filth: what may be caught there, and who does not."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import survey
from underkeep.procedures.dressings import SEARCHED
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.events import Unmoved
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.checks.saves import save
from underkeep.systems.rampage.checks.vows import has_fallen
from underkeep.systems.rampage.magic.hands_and_marks import DISEASE
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.dungeon import Dressing, DressingChanged
from underkeep.world.state import State

FILTH = (
    "heap-of-rags", "mouldy-bread", "dead-adventurer", "foul-latrine", "rat-droppings", "musky-droppings",
    "waste-chute", "heaps-of-guano", "smear-of-guano", "nest-of-scraps", "nest-of-rags", "nibbled-corpse",
    "half-eaten-goat", "plague-cart",
)  # fmt: skip
EXPOSED_IN_6, SICK_DAYS = 3, 14
"""How often there is something to catch, and for how long. Both are ours."""
_TRASH, _IMMUNE = "rampage:class.ability.trash-man", "rampage:class.paladin.disease-immunity"


class Rummage(Action, frozen=True):
    """Go through garbage or filth for a turn."""

    actor: str
    dressing: str


class Exposed(Note, frozen=True):
    """Whether there was something in the filth to catch."""

    creature: str
    roll: Roll
    success: bool


class Avoided(Note, frozen=True):
    """One who knows filth keeps clear of what is in it."""

    creature: str


EVENTS: tuple[type[Event], ...] = (Exposed, Avoided)


def heaps(state: State) -> list[Dressing]:
    """The filth that the party sees here and has not gone through."""
    return [d for d in survey.known_dressings(state) if d.kind.rpartition("/")[2] in FILTH and SEARCHED not in d.done]


def options(state: State) -> list[Action]:
    return [Rummage(m.id, d.id) for m in state.marchers() if is_character(m) for d in heaps(state)]


def why_not(state: State, action: Rummage) -> Refusal | None:
    if action.dressing not in [d.id for d in heaps(state)] or not is_character(state.creatures[action.actor]):
        return Refusal("There is nothing such to go through here.", _TRASH)
    return None


@executes("rampage:class.ability.trash-man")
def rummage(do: Resolution, action: Rummage) -> None:
    """A turn in the dirt; whether that is dangerous, the judge's die says."""
    assert do.state.dungeon is not None
    dressing = do.state.dungeon.dressings[action.dressing]
    do.emit(DressingChanged(replace(dressing, done=(*dressing.done, SEARCHED)), SEARCHED, action.actor))
    roll = do.roll(1, 6, f"filth on {action.actor}")
    exposed = roll.total <= EXPOSED_IN_6
    do.emit(Exposed(action.actor, roll, exposed, seats=(REFEREE,)))
    if exposed:
        expose(do, action.actor)


@executes("rampage:class.ability.trash-man", "rampage:class.paladin.disease-immunity")
def expose(do: Resolution, id: str) -> None:
    """A save against disease; a Trash Man has another before it, which avoids the danger entirely, and a Paladin
    catches nothing.
    """
    creature = do.state.creatures[id]
    if "paladin" in sheet(creature).classes and not has_fallen(creature):
        do.emit(Unmoved(id, "disease", rule=(_IMMUNE,)))
        return
    knows = has_special(sheet(creature), "Trash Man")
    if knows and save(do, id, "disease"):
        do.emit(Avoided(id, rule=(_TRASH,)))
    elif not save(do, id, "disease"):
        rule = (_TRASH,) if knows else ()
        do.emit(ConditionGained(id, Condition(DISEASE, do.state.now + SICK_DAYS * DAY), rule=rule))
