"""Saves against spells: who may make one, and what it spares."""

from __future__ import annotations

from typing import Literal

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import CallCheck, CallSave
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.sheet import ABILITIES, sheet
from underkeep.systems.knave.basics.steps import STEP, rules_behind
from underkeep.systems.knave.checks.checks import call as call_check
from underkeep.systems.knave.checks.checks import score, target_number
from underkeep.systems.knave.checks.conditions import check_modifiers
from underkeep.world.creature import Creature, SaveRolled
from underkeep.world.state import State

SAVE_ABILITY = "knave:magic.save.ability"
RESISTED_BY = {"force": "STR", "area": "DEX", "body": "CON", "illusion": "INT", "mind": "WIS", "spirit": "CHA"}
THREATS = {
    "poison": "CON",
    "disease": "CON",
    "cold": "CON",
    "breath": "DEX",
    "traps": "DEX",
    "falling": "DEX",
    "fear": "WIS",
    "charms": "WIS",
}
"""What is no spell is resisted by a check. Ours."""
NULLIFYING_MARGIN = 10
Outcome = Literal["whole", "half", "none"]


@executes("knave:magic.save.who")
def may_save(creature: Creature, spell_level: int, is_willing: bool = False) -> bool:
    """Only somebody unwilling, and of a higher level than the spell, has a save."""
    return not is_willing and sheet(creature).level > spell_level


@executes(
    "knave:magic.save.who",
    "knave:magic.save.target-number",
    "knave:magic.save.half",
    "knave:magic.save.nullify",
    "knave:magic.save.ability",
)
def save(
    do: Resolution, id: str, sort: str, spell_level: int, is_willing: bool = False, added: tuple[Modifier, ...] = ()
) -> Outcome:
    """How much of a spell of this sort and level reaches the creature."""
    creature = do.state.creatures[id]
    if not may_save(creature, spell_level, is_willing):
        return "whole"
    usual = RESISTED_BY.get(sort, sort)
    ability = do.ruling(SAVE_ABILITY, ABILITIES, usual, f"{creature.name} against {sort}")
    steps = (*added, *check_modifiers(creature))
    modifiers = (Modifier(ability, score(do, creature, ability)), *steps)
    needed = target_number(spell_level)
    roll = do.roll(1, 20, f"save of {id} against {sort}", modifiers, needed)
    rule = ("knave:magic.save.who", "knave:magic.save.target-number", *rules_behind(steps))
    outcome = _outcome(roll.total, needed)
    spares = {"half": ("knave:magic.save.half",), "none": ("knave:magic.save.nullify",)}.get(outcome, ())
    do.emit(SaveRolled(id, sort, roll, bool(roll.success), rule=(*rule, SAVE_ABILITY, *spares)))
    return outcome


@executes("knave:magic.save.half", "knave:magic.save.nullify", "knave:magic.save.target-number")
def _outcome(total: int, needed: int) -> Outcome:
    """Half of the spell for whoever saves, nothing of it for whoever beats the number by 10."""
    if total >= needed + NULLIFYING_MARGIN:
        return "none"
    return "half" if total >= needed else "whole"


@executes("knave:magic.save.half", "knave:magic.save.nullify")
def spared(amount: int, outcome: Outcome) -> int:
    """What is left of an amount (of damage, of minutes), rounded down."""
    return {"whole": amount, "half": amount // 2, "none": 0}[outcome]


def why_not_call(state: State, action: CallSave) -> Refusal | None:
    creature = state.creatures[action.creature]
    if any(m.amount % STEP for m in action.modifiers):
        return Refusal("Modifiers come in steps of 5.", "knave:task.check.modifier-step")
    if action.against in THREATS:
        return None
    if action.against not in RESISTED_BY and action.against not in ABILITIES:
        known = ", ".join((*THREATS, *RESISTED_BY))
        return Refusal(f"A save is against {known}, or names an ability.", SAVE_ABILITY)
    if action.difficulty is None or not 0 <= action.difficulty <= 100:
        sentence = f"A save needs the level of the spell as its difficulty: save against {action.against} at 2."
        return Refusal(sentence, "knave:magic.save.target-number")
    if not may_save(creature, action.difficulty):
        sentence = f"{creature.name} is not of a higher level than the spell and may not save."
        return Refusal(sentence, "knave:magic.save.who")
    return None


def call(do: Resolution, action: CallSave) -> None:
    """Against a spell, a save; against anything else, a check with the ability that resists it."""
    if action.against in THREATS:
        tried = f"{THREATS[action.against]} resisting {action.against}"
        call_check(do, CallCheck(action.creature, tried, action.difficulty, action.modifiers))
        return
    assert action.difficulty is not None
    save(do, action.creature, action.against, action.difficulty, added=action.modifiers)
