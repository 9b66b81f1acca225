"""What a combatant may do besides moving and striking: cast, turn undead, hide and creep, help a comrade."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.actions import Attack
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import concentration, stealth
from underkeep.systems.ose.attacks.attacks import Subdue
from underkeep.systems.ose.attacks.stealth import Hide, Sneak
from underkeep.systems.ose.checks import enchantments
from underkeep.systems.ose.combat import rescue
from underkeep.systems.ose.combat.rescue import BurnWeb, Wake
from underkeep.systems.ose.magic import casting, spell_effects, spells, turning
from underkeep.systems.ose.magic.casting import Cast, DeclareSpell
from underkeep.systems.ose.magic.effects import spells_of_mind
from underkeep.systems.ose.magic.turning import TurnUndead
from underkeep.world.creature import Creature
from underkeep.world.state import State

ACTIONS: tuple[type[Action], ...] = (DeclareSpell, Cast, TurnUndead, Hide, Sneak, Wake, BurnWeb)
EVENTS: tuple[type[Event], ...] = (
    casting.SpellCast,
    casting.SpellDisrupted,
    spell_effects.SpellHadNoEffect,
    spells.SpellRolled,
    spells_of_mind.SideTaken,
    turning.TurningRolled,
    turning.HitDiceTurned,
)
_PHASES = {DeclareSpell: "declare", Cast: "spells", TurnUndead: "spells", Hide: "movement", Sneak: "movement"}


@executes("ose:combat.round-sequence")
def options(state: State, actor: Creature, phase: str, spent: tuple[str, ...]) -> Options:
    """What the step allows of all this; spells and turning come between missiles and melee."""
    if phase == "declare":
        return Options(casting.declarations(state, actor)) if not spent else NONE
    if phase == "spells":
        turns = (TurnUndead(actor.id),) if turning.why_not(state, actor, spent) is None else ()
        return casting.cast_options(state, actor, spent) + Options(turns)
    if phase.endswith("movement"):
        return Options(*stealth.move_options(state, actor, spent)) if stealth.can_hide(actor) else NONE
    if phase.endswith("melee"):
        helps = rescue.options(state, actor, spent)
        return Options(helps) if helps else NONE
    return NONE


def why_not(state: State, actor: Creature, action: Action, phase: str, spent: tuple[str, ...]) -> Refusal | None:
    wanted = _PHASES.get(type(action), "melee")
    if isinstance(action, Cast):
        return casting.why_not_cast(state, actor, action, spent)
    if phase.removeprefix("slow-") != wanted:
        return Refusal(f"{actor.name} cannot do that in the {phase} step.", "ose:combat.round-sequence")
    if isinstance(action, DeclareSpell):
        return casting.why_not_declare(state, actor, action, spent)
    if isinstance(action, TurnUndead):
        return turning.why_not(state, actor, spent)
    if isinstance(action, Hide | Sneak):
        return stealth.why_not(state, actor, action, spent)
    assert isinstance(action, Wake | BurnWeb)
    return rescue.why_not(state, actor, action, spent)


def perform(do: Resolution, action: Action) -> None:
    if isinstance(action, DeclareSpell):
        casting.declare(do, action)
    elif isinstance(action, Cast):
        casting.cast(do, action)
    elif isinstance(action, TurnUndead):
        turning.turn(do, action)
    elif isinstance(action, Hide | Sneak):
        before = do.state.creatures[action.actor]
        stealth.perform(do, action)
        _hurried(do, before)
    elif isinstance(action, Wake | BurnWeb):
        rescue.perform(do, action)


@executes("ose:magic.effect.concentration")
def after_attack(do: Resolution, action: Attack | Subdue) -> None:
    """What striking a blow gives away or breaks."""
    actor = do.state.creatures[action.actor]
    if actor.conditions:
        enchantments.spoil(do, actor, do.state.creatures[action.target])
        concentration.disturb(do, actor.id, "attacking")


@executes("ose:magic.effect.concentration")
def after_move(do: Resolution, before: Creature) -> None:
    """A plain move ends hiding, and a hasty one concentration."""
    if before.conditions:
        stealth.step_out(do, before)
        _hurried(do, before)


def _hurried(do: Resolution, before: Creature) -> None:
    after = do.state.creatures[before.id]
    if before.at is not None and after.at is not None and concentration.is_hurried(do.state, before, after.at):
        concentration.disturb(do, before.id, "hurrying")
