"""A new level: another hit die, or all of them rolled again."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics.sheet import MOST_LEVELS, RampageSheet, sheet
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.characters.abilities import hit_points_per_die
from underkeep.world.creature import SheetChanged
from underkeep.world.state import State

QUESTION, ADD, REROLL = "new level", "add", "reroll"


class LevelGained(Event, frozen=True):
    """The most hit points at the new level; those lost before are still lost."""

    creature: str
    level: int
    roll: Roll
    max_hp: int
    hp: int

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, max_hp=self.max_hp, hp=self.hp)


def level_for(own: RampageSheet) -> int:
    """The level that the experience is enough for in all classes."""
    fit = [n for n in range(1, MOST_LEVELS + 1) if class_rules.xp_for(own.classes, n) <= own.xp]
    return max(fit, default=1)


@executes("rampage:advancement.reroll-or-add")
def rise(do: Resolution, id: str) -> None:
    """Who has the experience for another level is asked how to roll for it."""
    own = sheet(do.state.creatures[id])
    if own.classes and level_for(own) > own.level:
        about = f"{do.state.creatures[id].name} reaches level {own.level + 1}: add a hit die, or roll all again?"
        rule = ("rampage:advancement.reroll-or-add",)
        do.ask(id, QUESTION, (ADD, REROLL), ADD, rule, about, {"creature": id})


@executes("rampage:advancement.new-die", "rampage:advancement.reroll-or-add", "rampage:advancement.reroll-low")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """One die more, or all dice of the level anew; a worse total still gains one and what Constitution adds."""
    id = str(prompt.context["creature"])
    creature = do.state.creatures[id]
    own, level = sheet(creature), sheet(creature).level + 1
    per_die = hit_points_per_die(own.score("CON"))
    rule = ["rampage:advancement.new-die", "rampage:advancement.reroll-or-add"]
    if choice == REROLL:
        roll = do.roll_total(class_rules.hit_dice(own.classes, level), f"hit points of {id} at level {level}")
        most = roll.total + per_die * level
        if most < creature.max_hp:
            most = creature.max_hp + 1 + per_die
            rule.append("rampage:advancement.reroll-low")
    else:
        roll = do.roll_total(class_rules.hit_dice(own.classes, 1), f"hit points of {id} at level {level}")
        most = creature.max_hp + roll.total + per_die
    changed = replace(
        own,
        hd=level,
        save=class_rules.save_number(own.classes, level),
        attack=class_rules.attack_bonus(own.classes, level),
        power_points=class_rules.power_points(own.classes, level, own.scores),
    )
    rule += ["rampage:class.multi.xp"] if len(own.classes) > 1 else []
    do.emit(SheetChanged(id, changed, "level", rule=tuple(rule)))
    do.emit(LevelGained(id, level, roll, most, creature.hp + most - creature.max_hp, rule=tuple(rule)))
    rise(do, id)
