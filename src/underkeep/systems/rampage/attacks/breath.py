"""Breath, gaze and the like: attacks at a distance that are more magic than blow."""

from __future__ import annotations

from underkeep.kernel.event import Action, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.field import ends, field, is_locked
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Breath
from underkeep.systems.rampage.checks.half_damage import harm_or_half
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, DamageRolled
from underkeep.world.fight import Spent, Step
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State

BREATHED = "has breathed"
_LOCKED, _INJURY = "rampage:monster.breath.not-locked", "rampage:monster.breath.injury"


class Breathe(Action, frozen=True):
    """Breathe on an enemy and all who stand beside it."""

    actor: str
    target: str


class Breathed(Note, frozen=True):
    """A monster breathes; `name` is what comes out."""

    creature: str
    name: str
    targets: tuple[str, ...]


def _breath(creature: Creature) -> Breath | None:
    listing = compendium.monsters().get(creature.kind)
    return listing.breath if listing is not None else None


def offers(state: State, actor: Creature, step: Step) -> Options:
    if _breath(actor) is None or step.phase != "act":
        return Options(())
    found = [Breathe(actor.id, foe.id) for foe in field(state).foes(actor.side).creatures]
    return Options(tuple(action for action in found if why_not(state, action) is None))


@executes("rampage:monster.breath.not-locked", "rampage:monster.breath.injury")
def why_not(state: State, action: Breathe) -> Refusal | None:
    """Not in the middle of a melee; wounds are no hindrance, however many there are."""
    actor, target = state.creatures[action.actor], state.creatures.get(action.target)
    breath = _breath(actor)
    assert state.fight is not None and state.grid is not None
    if breath is None:
        return Refusal(f"{actor.name} has no such breath.", _LOCKED)
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee.", _LOCKED)
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", "rampage:combat.actions.one-each")
    spent = actor.condition(BREATHED)
    if spent is not None and spent.level >= breath.uses:
        return Refusal(f"{actor.name} has no breath left.", _INJURY)
    if target is None or target.side == actor.side or not target.is_up:
        return Refusal("There is no such enemy.", _LOCKED)
    here, there = ends(actor, target)
    if distance(here, there) > breath.inches or not in_sight(state.grid, here, there):
        return Refusal(f"{target.name} is out of reach.", _LOCKED)
    return None


@executes("rampage:monster.breath.injury", "rampage:monster.breath.not-locked")
def breathe(do: Resolution, action: Breathe) -> None:
    """The enemy and all beside it are harmed, half as much if they save."""
    actor, breath = do.state.creatures[action.actor], _breath(do.state.creatures[action.actor])
    assert breath is not None
    rule = (_LOCKED, _INJURY)
    do.emit(Spent(actor.id, "attack", rule=rule))
    before = actor.condition(BREATHED)
    do.emit(ConditionGained(actor.id, Condition(BREATHED, level=1 + (before.level if before else 0)), rule=rule))
    centre = do.state.creatures[action.target]
    struck = [foe.id for foe in field(do.state).foes(actor.side).creatures if centre.steps_to(foe) <= 1]
    do.emit(Breathed(actor.id, breath.name, tuple(struck), rule=rule))
    roll = do.roll_total(breath.damage, f"breath of {actor.id}")
    for id in struck:
        do.emit(DamageRolled(actor.id, id, breath.name, roll, rule=rule))
        harm_or_half(do, id, roll.total, "breath", actor.id, rule)
