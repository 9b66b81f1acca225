"""Eyes that turn to stone: whom they meet, averting one's own, and fighting by a mirror."""

from __future__ import annotations

from functools import cache, lru_cache

from underkeep.kernel.event import Action, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.conditions import can_fight
from underkeep.systems.ose.checks.enchantments import is_blind
from underkeep.systems.ose.checks.petrifaction import petrify
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.traits import Gaze
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.grid import distance
from underkeep.world.state import State

AVERTED, BY_MIRROR = "averts the eyes", "looks into a mirror"
MIRROR = "mirror"
AVERTED_PENALTY, GAZERS_BONUS, MIRROR_PENALTY = -4, 2, -1
SIGHT_SQUARES = 12
_RULE = ("ose:monster.attacks.per-round", "ose:save.category.paralysis")


class AvertEyes(Action, frozen=True):
    """Fight this round without looking at what must not be looked at."""

    actor: str


class UseMirror(Action, frozen=True):
    """Fight this round by what a mirror shows."""

    actor: str


class ReflectionRolled(Note, frozen=True):
    """Whether a gazer meets its own eyes in somebody's mirror."""

    creature: str
    roll: Roll
    success: bool


@cache
def gazers() -> dict[str, Gaze]:
    return {k: t for k, listing in monsters().items() for t in listing.traits if isinstance(t, Gaze)}


@lru_cache(maxsize=256)
def are_among(kinds: frozenset[str]) -> bool:
    """Whether any of these kinds has such eyes."""
    return not kinds.isdisjoint(gazers())


def _facing(state: State, actor: Creature) -> list[Creature]:
    """The gazers among the foes of somebody, near enough to be looked at."""
    kinds = gazers()
    foes = [c for c in state.active() if c.kind in kinds and c.side != actor.side and can_fight(c)]
    at = actor.at
    return [c for c in foes if at is not None and c.at is not None and distance(at, c.at) <= SIGHT_SQUARES]


@executes("ose:monster.attacks.per-round")
def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """Before initiative, whoever has such a foe."""
    if AVERTED in spent or BY_MIRROR in spent or actor.kind in gazers() or not _facing(state, actor):
        return ()
    mirror = any(item.kind == MIRROR for item in actor.items)
    return (AvertEyes(actor.id), UseMirror(actor.id)) if mirror else (AvertEyes(actor.id),)


def why_not(
    state: State, actor: Creature, action: AvertEyes | UseMirror, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    if action in options(state, actor, spent):
        return None
    if isinstance(action, UseMirror) and not any(item.kind == MIRROR for item in actor.items):
        return Refusal(f"{actor.name} has no mirror.", _RULE[0])
    return Refusal(f"{actor.name} need not do that now.", _RULE[0])


@executes("ose:monster.attacks.per-round")
def take_care(do: Resolution, action: AvertEyes | UseMirror) -> None:
    """For the round; everything else may still be done."""
    do.emit(Spent(action.actor, AVERTED if isinstance(action, AvertEyes) else BY_MIRROR, rule=_RULE))


def _mark(state: State, creature: Creature) -> str:
    spent = state.fight.spent.get(creature.id, ()) if state.fight is not None else ()
    return next((m for m in (AVERTED, BY_MIRROR) if m in spent), "")


@executes("ose:monster.attacks.per-round")
def modifiers(state: State, attacker: Creature, target: Creature) -> tuple[Modifier, ...]:
    """Who looks away strikes badly at a gazer, and is struck better by it; a mirror is but a little awkward."""
    if target.kind in gazers():
        how = _mark(state, attacker)
        if how:
            return (Modifier(how, AVERTED_PENALTY if how == AVERTED else MIRROR_PENALTY),)
    if attacker.kind in gazers() and _mark(state, target) == AVERTED:
        return (Modifier("victim looks away", GAZERS_BONUS),)
    return ()


@executes("ose:save.category.paralysis", "ose:monster.attacks.per-round")
def meet_eyes(do: Resolution) -> None:
    """When all have declared what they do: those who fight a gazer hand to hand with open eyes, and whoever was
    surprised by it, save or turn to stone. A gazer may see itself in a mirror.
    """
    for gazer in [c for c in do.state.active() if c.kind in gazers() and can_fight(c)]:
        for foe in [c for c in do.state.active() if c.side != gazer.side and _is_exposed(do.state, gazer, c)]:
            if _mark(do.state, foe) == BY_MIRROR:
                _reflect(do, gazer)
            elif not save(do, foe.id, "petrification", by=gazer.id, more=("ose:save.success.other",)):
                petrify(do, foe.id)
            if do.state.creatures[gazer.id].status != "up":
                break


def _is_exposed(state: State, gazer: Creature, foe: Creature) -> bool:
    fight, met = state.fight, state.encounter
    assert fight is not None
    if foe.kind in gazers() or _mark(state, foe) == AVERTED or (foe.conditions and is_blind(foe)):
        return False
    if met is not None and fight.round <= 1 and foe.id in met.surprised:
        return True
    return gazer.at is not None and foe.at is not None and distance(gazer.at, foe.at) <= 1


def _reflect(do: Resolution, gazer: Creature) -> None:
    chance = gazers()[gazer.kind].mirror_in_six
    roll = do.roll_at_most(1, 6, f"whether {gazer.id} sees itself", chance)
    do.emit(ReflectionRolled(gazer.id, roll, bool(roll.success), rule=_RULE))
    if roll.success and not save(do, gazer.id, "petrification"):
        petrify(do, gazer.id)
