"""The order of any fight: rounds of steps, until one side is left. Every answer comes from the ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from underkeep.kernel.memo import recall
from underkeep.procedures import known_ground
from underkeep.procedures.options import NONE, Options
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Ruleset
from underkeep.world.creature import Creature
from underkeep.world.fight import Fight, FightBegan, FightEnded, RoundBegan, Step, StepBegan, StepEnded, StepsPlanned
from underkeep.world.state import State

MOST_ROUNDS = 200
Chooser = tuple[Creature, Options]


def begin_fight(do: Resolution) -> None:
    """Start the fight between the creatures on the grid."""
    begun = do.rules.begin_fight(do)
    do.emit(FightBegan(tuple(c.id for c in do.state.active()), begun))


def advance(do: Resolution) -> None:
    """Run everything that needs no choice: steps begin and end, rounds follow, until somebody must decide."""
    rules = do.rules
    do.chooser = counted = None
    decided = False
    while (fight := (state := do.state).fight) is not None and not state.prompts:
        if state.creatures is not counted:
            counted = state.creatures
            decided = (_is_decided if state.grid is None else _is_decided_on_the_field)(counted)
        if fight.begun:
            step = fight.steps[0]
            if step.actors and (step.together or not decided):
                found = _first(rules, state, fight)
                if found is not None:
                    do.chooser = found
                    return
            do.emit(StepEnded(step.phase))
            rules.leave_step(do, step)
        elif decided or (not fight.steps and fight.round >= MOST_ROUNDS):
            standing = {c.side for c in state.active()}
            do.emit(FightEnded(standing.pop() if len(standing) == 1 else "", fight.round))
        elif not fight.steps:
            _begin_round(do, fight.round + 1)
        else:
            _begin_step(do)


def _is_over(creatures: dict[str, Creature], is_anywhere: bool = True) -> bool:
    """Whether fewer than two sides stand, looked for from both ends, since foes mostly come one after the other.

    A step that all take together is finished first, whoever falls in it.
    """
    first = None
    for creature in creatures.values():
        if creature.status == "up" and (is_anywhere or creature.at is not None):
            first = creature.side
            break
    for creature in reversed(creatures.values()):
        if creature.status == "up" and creature.side != first and (is_anywhere or creature.at is not None):
            return False
    return True


def _is_over_on_the_field(creatures: dict[str, Creature]) -> bool:
    """The same, of those who stand on the field."""
    return _is_over(creatures, is_anywhere=False)


_is_decided, _is_decided_on_the_field = recall(_is_over, most=4), recall(_is_over_on_the_field, most=4)


def _begin_round(do: Resolution, number: int) -> None:
    do.emit(RoundBegan(number, do.state.now + (do.rules.round_seconds if number > 1 else 0)))
    do.emit(StepsPlanned(do.rules.plan_round(do)))


def _begin_step(do: Resolution) -> None:
    """Enter the next step; the ruleset may roll, plan the rest of the round, or break morale here."""
    assert do.state.fight is not None
    step = do.state.fight.steps[0]
    do.emit(StepBegan(step.phase, step.side))
    do.rules.enter_step(do, step)


def chooser(rules: Ruleset, state: State) -> Chooser | None:
    """The first in the step's own order who may act now, of whatever side, with what it may do.

    Who is done with the step (see `Spent` and `Finished`) is not asked. All others are, each time, for what one does
    may open something to another: an ally who steps aside clears the way.
    """
    fight = state.fight
    return _first(rules, state, fight) if fight is not None and fight.begun else None


def _first(rules: Ruleset, state: State, fight: Fight) -> Chooser | None:
    step, done, creatures = fight.steps[0], fight.done, state.creatures
    is_anywhere, listed, offers = state.grid is None, rules.fight_options, rules.book.offers
    for id in step.actors:
        if id not in done:
            creature = creatures[id]
            if creature.status == "up" and (creature.at is not None or is_anywhere):
                found = listed(state, creature, step)
                if not offers and not found.moves:
                    if found.listed:
                        return creature, found
                    continue
                found = _offered(rules, state, creature, step, found)
                if found.listed or found.moves:
                    return creature, found
    return None


def choosers(rules: Ruleset, state: State, side: str = "", after: str = "") -> Iterator[Chooser]:
    """All who may act now, in that order; of one side alone, or those `after` one of them."""
    fight = state.fight
    if fight is None or not fight.begun:
        return
    step, done, is_plain = fight.steps[0], fight.done, not rules.book.offers
    for id in step.actors[step.actors.index(after) + 1 :] if after else step.actors:
        creature = state.creatures[id]
        if id not in done and (not side or creature.side == side) and _stands(state, creature):
            found = rules.fight_options(state, creature, step)
            if found.moves or not is_plain:
                found = _offered(rules, state, creature, step, found)
            if found.listed or found.moves:
                yield creature, found


def _stands(state: State, creature: Creature) -> bool:
    """Whether a creature is on its feet, and on the field where there is one."""
    return creature.status == "up" and (creature.at is not None or state.grid is None)


def waiting(rules: Ruleset, state: State) -> Iterator[Creature]:
    """Those who may act now."""
    return (creature for creature, _ in choosers(rules, state))


def options(rules: Ruleset, state: State, creature: Creature) -> Options:
    """What this creature may do in the present step."""
    fight = state.fight
    if fight is None or not fight.begun or creature.id not in fight.step.actors or creature.id in fight.done:
        return NONE
    if not _stands(state, creature):
        return NONE
    return _offered(rules, state, creature, fight.step, rules.fight_options(state, creature, fight.step))


def _offered(rules: Ruleset, state: State, creature: Creature, step: Step, found: Options) -> Options:
    """What the ruleset lists, and what single deeds add to it, where the creature knows the ground."""
    for offers in rules.book.offers:
        found += offers(state, creature, step)
    return known_ground.within(rules, state, creature, found).without_empty() if found.moves else found
