"""Power against power: duels of casters, and spells that are countered as they are cast."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event, Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.attacks.field import ends, field, is_locked
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.magic.power import power_left, spend
from underkeep.world.creature import Creature, Harmed
from underkeep.world.fight import Spent, Step
from underkeep.world.grid import distance, in_sight
from underkeep.world.state import State

RANGE = 9
STUNNED = "stunned"
_WIN, _LOSE = "rampage:combat.power-duel.win", "rampage:combat.power-duel.lose"
_UNPAID = "rampage:combat.power-duel.unpaid-defender"
_RANGE, _COST = "rampage:combat.power-duel.range", "rampage:combat.power-duel.cost"
_ROLL, _DONE = "rampage:combat.power-duel.roll", "rampage:combat.power-duel.attacker-done"


class PowerDuel(Action, frozen=True):
    """Pit one's power against an enemy caster's."""

    actor: str
    target: str


class PowerMatched(Note, frozen=True):
    """Two casters' powers met, in a duel or over a spell; `success` if the first was stronger. Without a roll of the
    other he had no power to spend."""

    creature: str
    target: str
    over: str
    roll: Roll | None
    other: Roll | None
    success: bool


EVENTS: tuple[type[Event], ...] = (PowerMatched,)


def _is_mighty(creature: Creature) -> bool:
    classes = sheet(creature).classes
    return has_type(classes, "cleric") or has_type(classes, "mage")


def _sort(creature: Creature, what: str) -> tuple[str, ...]:
    classes = sheet(creature).classes
    return tuple(f"rampage:class.{kind}.{what}" for kind in ("cleric", "mage") if has_type(classes, kind))


def offers(state: State, actor: Creature, step: Step) -> Options:
    if step.phase != "act" or not sheet(actor).power_points:
        return NONE
    found = [PowerDuel(actor.id, foe.id) for foe in field(state).foes(actor.side).creatures if sheet(foe).classes]
    return Options(tuple(action for action in found if why_not(state, action) is None))


@executes(
    "rampage:combat.power-duel.range",
    "rampage:combat.power-duel.cost",
    "rampage:class.cleric.power-duel",
    "rampage:class.mage.power-duel",
)
def why_not(state: State, action: PowerDuel) -> Refusal | None:
    """Between clerics and mages, within 9 inches, out of melee, for a Power Point and the attack of the round."""
    actor, target = state.creatures[action.actor], state.creatures.get(action.target)
    assert state.fight is not None and state.grid is not None
    if not _is_mighty(actor):
        return Refusal(f"{actor.name} is no caster.", _RANGE)
    if state.fight.has_spent(actor.id, "attack"):
        return Refusal(f"{actor.name} has no attack left this round.", "rampage:combat.actions.attack.cast")
    if power_left(actor) < 1:
        return Refusal(f"{actor.name} has no power left.", _COST)
    if is_locked(state, actor):
        return Refusal(f"{actor.name} is locked in melee.", _RANGE)
    if target is None or target not in field(state).foes(actor.side).creatures or not _is_mighty(target):
        return Refusal("There is no such caster.", _RANGE)
    here, there = ends(actor, target)
    if distance(here, there) > RANGE or not in_sight(state.grid, here, there):
        return Refusal(f"{target.name} is too far away.", _RANGE)
    return None


@executes("rampage:combat.power-duel.roll", "rampage:combat.counter-spell.roll")
def _roll(do: Resolution, id: str, why: str) -> Roll:
    """A d6 and the level."""
    return do.roll(1, 6, f"{why} of {id}", (Modifier("level", sheet(do.state.creatures[id]).level),))


@executes(
    "rampage:combat.power-duel.cost",
    "rampage:combat.power-duel.win",
    "rampage:combat.power-duel.lose",
    "rampage:combat.power-duel.attacker-done",
    "rampage:combat.power-duel.unpaid-defender",
    "rampage:combat.actions.attack.cast",
    "rampage:combat.rank.spell-target",
)
def duel(do: Resolution, action: PowerDuel) -> None:
    """Each pays a point and rolls; the higher wins, the defender if they are equal. The loser is hurt, and a defender
    who loses does no more this round.
    """
    actor, target = action.actor, action.target
    do.emit(Spent(actor, "attack", rule=("rampage:combat.actions.attack.cast", _DONE)))
    if do.state.fight is not None and not do.state.fight.has_spent(actor, "move"):
        do.emit(Spent(actor, "move", rule=(_DONE,)))
    spend(do, actor, 1, "duel", (_COST,))
    paid = power_left(do.state.creatures[target]) > 0
    if paid:
        spend(do, target, 1, "duel", (_COST,))
    ours = _roll(do, actor, "power duel") if paid else None
    theirs = _roll(do, target, "power duel") if paid else None
    wins = ours is None or theirs is None or ours.total > theirs.total
    result = _UNPAID if not paid else _WIN if wins else _LOSE
    rule = (result, _RANGE, "rampage:combat.rank.spell-target")
    rule = (*rule, *((_ROLL,) if paid else ()), *_sort(do.state.creatures[actor], "power-duel"))
    do.emit(PowerMatched(actor, target, "duel", ours, theirs, wins, rule=rule))
    loser = do.state.creatures[target if wins else actor]
    if wins:
        for what in ("attack", "move", STUNNED):
            do.emit(Spent(target, what, rule=("rampage:combat.power-duel.win",)))
    do.emit(Harmed(loser.id, 1, max(0, loser.hp - 1), actor if wins else target, "power duel", rule=rule[:1]))


# Countering a spell


@executes(
    "rampage:combat.counter-spell.who",
    "rampage:combat.counter-spell.cost",
    "rampage:class.cleric.counter-spell",
    "rampage:class.mage.counter-spell",
    "rampage:combat.actions.hold.counter-spell",
)
def counter_spellers(state: State, caster: Creature, points: int) -> list[Creature]:
    """The enemy clerics and mages who have not used their attack and have as much power as the spell takes."""
    fight, grid = state.fight, state.grid
    assert fight is not None and grid is not None
    return [
        foe
        for foe in field(state).foes(caster.side).creatures
        if sheet(foe).power_points
        and power_left(foe) >= points
        and not fight.has_spent(foe.id, "attack")
        and in_sight(grid, *ends(foe, caster))
    ]


def rules_of_asking(state: State, foe: Creature) -> tuple[str, ...]:
    """Behind the question whether to counter: who may, and that a held attack serves for it."""
    assert state.fight is not None
    held = not any(foe.id in step.actors for step in state.fight.steps)
    found = ("rampage:combat.counter-spell.who", *_sort(foe, "counter-spell"))
    return (*found, "rampage:combat.actions.hold.counter-spell", "rampage:combat.actions.hold.who") if held else found


@executes(
    "rampage:combat.counter-spell.cost",
    "rampage:combat.counter-spell.roll",
    "rampage:combat.counter-spell.points-lost",
    "rampage:combat.actions.attack.cast",
)
def counter(do: Resolution, foe: str, caster: str, points: int) -> bool:
    """For the attack and as many points as the spell took; the higher total dissipates it, an equal one does not."""
    do.emit(Spent(foe, "attack", rule=("rampage:combat.actions.attack.cast",)))
    spend(do, foe, points, "counter-spell", ("rampage:combat.counter-spell.cost",))
    ours, theirs = _roll(do, foe, "counter-spell"), _roll(do, caster, "spell")
    stopped = ours.total > theirs.total
    rule = ("rampage:combat.counter-spell.roll", "rampage:combat.counter-spell.points-lost")
    do.emit(PowerMatched(foe, caster, "spell", ours, theirs, stopped, rule=rule))
    return stopped
