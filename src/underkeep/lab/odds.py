"""Exact odds of an attack, by running the real rule under dice that take every branch."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.chance import enumerate_rule
from underkeep.kernel.dice import Dice, DiceError, Seeded
from underkeep.kernel.distribution import Distribution
from underkeep.kernel.prompt import REFEREE
from underkeep.lab.muster import SIDES, Group, gap_of, muster
from underkeep.procedures import fight, play
from underkeep.procedures.actions import Attack, BeginFight, Done
from underkeep.procedures.chapter import FIGHT
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit, Ruleset
from underkeep.world.creature import AttackRolled, Harmed
from underkeep.world.state import State

ENDLESS = 1_000_000
"""Hit points given to the target, so that its death does not cut the damage short."""
MOST_STEPS = 200
MOST_BRANCHES = 150_000


def attack_odds(
    rules: Ruleset,
    by: Recruit,
    on: Recruit,
    distance: float | None = None,
    switches: Iterable[str] = (),
    seed: int | None = None,
) -> Distribution[tuple[bool, int]]:
    """The distribution of (hit, damage) of one attack action, from the next square unless a distance is given.

    Characters have average abilities unless a seed is given to roll them.
    """
    state, attacks = _scene(rules, by, on, distance, switches, seed)
    attack = next((a for a in attacks if _rolls_to_hit(rules, state, a)), attacks[0])

    def outcome(dice: Dice) -> tuple[bool, int]:
        do = _resolved(rules, state, attack, dice)
        hit = any(isinstance(e, AttackRolled) and e.hit and e.attacker == attack.actor for e in do.events)
        return hit, sum(e.amount for e in do.events if isinstance(e, Harmed) and e.creature == attack.target)

    try:
        return enumerate_rule(outcome, MOST_BRANCHES)
    except DiceError as error:
        raise UnderkeepError(f"{by.kind} rolls too many dice in one attack to count every way they fall.") from error


def _resolved(rules: Ruleset, state: State, attack: Attack, dice: Dice) -> Resolution:
    """The attack carried out, every question answered with its default."""
    do = Resolution(state, dice, rules)
    play.perform(do, attack, FIGHT)
    while do.state.prompts:
        prompt = do.state.prompts[0]
        play.answer(do, prompt, prompt.default, prompt.seats[0])
    return do


def _rolls_to_hit(rules: Ruleset, state: State, attack: Attack) -> bool:
    """Breath, song and the like are attacks that nobody rolls for; a blow is preferred to them."""
    tried = _resolved(rules, state, attack, Seeded(0, "odds"))
    return any(isinstance(e, AttackRolled) and e.attacker == attack.actor for e in tried.events)


def _scene(
    rules: Ruleset, by: Recruit, on: Recruit, distance: float | None, switches: Iterable[str], seed: int | None
) -> tuple[State, list[Attack]]:
    """A moment of a real fight in which the attacker may attack, the target standing passive, and those attacks."""
    by, on = (_averaged(rules, who) if seed is None else who for who in (by, on))
    dice = Seeded(seed or 0, "odds")
    gap = gap_of(rules, distance, 1)
    state = muster(rules, ((Group(1, by),), (Group(1, on),)), dice, switches, gap).state
    attacker, target = (next(c.id for c in state.creatures.values() if c.side == side) for side in SIDES)
    state = state.with_creature(target, hp=ENDLESS, max_hp=ENDLESS)
    do = play.carry_out(rules, state, REFEREE, BeginFight(), dice)
    for _ in range(MOST_STEPS):
        state = do.state
        creature = next(fight.waiting(rules, state), None)
        if creature is None or state.prompts:
            break
        options = fight.options(rules, state, creature)
        attacks = [a for a in options.listed if isinstance(a, Attack) and a.actor == attacker and a.target == target]
        if attacks:
            return state, attacks
        do = play.carry_out(rules, state, creature.side, Done(creature.id), dice)
    far = rules.measures.told(rules.measures.of_squares(gap))
    raise UnderkeepError(f"{by.kind} has no attack that reaches {on.kind} at {far}.")


def _averaged(rules: Ruleset, who: Recruit) -> Recruit:
    if rules.roster()[who.kind] != "character" or "average" not in rules.choices().get("abilities", ()):
        return who
    return replace(who, choices={**who.choices, "abilities": "average"})
