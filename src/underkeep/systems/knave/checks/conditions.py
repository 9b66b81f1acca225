"""What conditions do to a creature's checks, and which of them leave it unable to act or to defend itself.

What a manoeuvre's condition does is ours: the book names the manoeuvres and leaves their effects to the table.
"""

from __future__ import annotations

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.steps import step
from underkeep.world.creature import Creature

UNABLE = frozenset({"paralysed", "charmed", "helpless"})
DEFENCELESS = frozenset({"paralysed", "helpless"})
PENALTY_STEPS = {"blinded": -2, "drunk": -1, "hung over": -1, "hampered": -1}
DAILY_PENALTY_STEPS = {"thirsty": -1, "sleepless": -1}
IN_SUN = "in full sun"
MIGHTY = "mighty"
NO_MODIFIERS: tuple[Modifier, ...] = ()


def is_unable(creature: Creature) -> bool:
    spellbound = spell_conditions.named("unable")
    return any(c.name in UNABLE or c.name in spellbound for c in creature.conditions)


def is_defenceless(creature: Creature) -> bool:
    spellbound = spell_conditions.named("defenceless")
    return any(c.name in DEFENCELESS or c.name in spellbound for c in creature.conditions)


@executes(
    "knave:hazard.thirst.penalty",
    "knave:hazard.sleep.penalty",
    "knave:hazard.drink.drunk",
    "knave:downtime.carousing.mishap-09",
)
def check_modifiers(creature: Creature, ability: str = "") -> tuple[Modifier, ...]:
    """What weighs on every check of the creature, its attacks included; might, on those of STR alone."""
    if not creature.conditions:
        return NO_MODIFIERS
    found: list[Modifier] = []
    for condition in creature.conditions:
        name = condition.name
        if name == MIGHTY and ability == "STR":
            found.append(step(name))
        elif name in PENALTY_STEPS:
            found.append(step(name, PENALTY_STEPS[name]))
        elif name in DAILY_PENALTY_STEPS:
            found.append(step(name, DAILY_PENALTY_STEPS[name] * condition.level))
        elif name == IN_SUN:
            stats = compendium.monsters().get(creature.kind)
            if stats is not None and stats.shuns_sun:
                found.append(step(name, -1))
    return tuple(found)
