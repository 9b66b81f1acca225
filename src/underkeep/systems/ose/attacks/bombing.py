"""Rocks dropped from the air."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.attacks.movement import encounter_feet
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.creature import AttackRolled, Creature
from underkeep.world.fight import Mark, Spent
from underkeep.world.gear import ItemsChanged, fewer
from underkeep.world.grid import Square
from underkeep.world.state import State, square_of

ROCK = "rock"
HIGHEST_FEET = 300
HIT_ON = 16
_BOMBING, _EFFECT = "ose:combat.bombing", "ose:combat.bombing.effect"
_SIZES = {"1d6 in 5 feet": 0, "2d6 in 10 feet": 6, "4d6 in 20 feet": 12}
"""What a bomb does, and the Hit Dice from which on a flier can carry such a one."""


class Bomb(Action, frozen=True):
    """Drop a rock on a square from above."""

    actor: str
    to: Square
    height_feet: int = 100


@executes("ose:combat.bombing")
def may_bomb(kind: str) -> bool:
    """Fliers that can think bring rocks where there is a sky to drop them from."""
    listing = monsters()[kind]
    return "flying" in listing.movement_feet and listing.mind == "intelligent" and not listing.undead


@executes("ose:combat.bombing")
def is_bomber(creature: Creature) -> bool:
    """A flier with a rock."""
    listing = monsters().get(creature.kind)
    flies = listing is not None and "flying" in listing.movement_feet
    return flies and any(item.kind == ROCK for item in creature.items)


def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> Options:
    if not is_bomber(actor) or why_unable(state, actor, spent) is not None:
        return NONE
    assert state.grid is not None
    return Options((), (Moves(Bomb, actor.id, state.grid, _below(state, actor)),))


def _below(state: State, actor: Creature) -> int:
    """The squares it can be above this round."""
    grid = state.grid
    assert grid is not None
    here = grid.bit(square_of(actor))
    steps = encounter_feet(actor, state) // SQUARE_FEET
    return grid.reach(square_of(actor), steps, 0) | here


@executes("ose:combat.bombing")
def why_unable(state: State, actor: Creature, spent: tuple[Mark, ...]) -> Refusal | None:
    """Bombs fall from a height, from one who neither fights hand to hand nor has attacked."""
    if state.party is not None and state.party.at is not None:
        return Refusal("There is not enough height underground.", _BOMBING)
    if ATTACKED in spent or "retreat" in spent:
        return Refusal(f"{actor.name} has attacked.", "ose:combat.attack.per-round")
    if engaged(state, actor):
        return Refusal(f"{actor.name} is in melee.", _BOMBING)
    return None


@executes("ose:combat.bombing")
def why_not(state: State, actor: Creature, action: Bomb, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    """From at most 300 feet."""
    grid = state.grid
    assert grid is not None
    if not phase.endswith("missile"):
        return Refusal(f"{actor.name} cannot do that in the {phase} step.", "ose:combat.round-sequence")
    if not is_bomber(actor):
        return Refusal(f"{actor.name} does not fly with a rock.", _BOMBING)
    if not 0 < action.height_feet <= HIGHEST_FEET:
        return Refusal(f"Rocks are dropped from at most {HIGHEST_FEET} feet.", _BOMBING)
    if not grid.contains(action.to) or not _below(state, actor) & grid.bit(action.to):
        return Refusal(f"{actor.name} cannot get above that square.", _BOMBING)
    return why_unable(state, actor, spent)


@executes("ose:combat.bombing", "ose:combat.bombing.effect")
def bomb(do: Resolution, action: Bomb) -> None:
    """Whoever is where it falls is hit on 16 or more, and the bomber is high above. Default: the size of the bomb goes
    with the bomber's Hit Dice.
    """
    actor = do.state.creatures[action.actor]
    do.emit(Spent(actor.id, ATTACKED, rule=(_BOMBING,)))
    _let_go(do, actor)
    dice, _, side = do.ruling(_EFFECT, tuple(_SIZES), usual_size(actor)).partition(" in ")
    struck = _area(action.to, int(side.removesuffix(" feet")) // SQUARE_FEET)
    for target in [c for c in do.state.active() if c.at in struck and c.hp > 0 and c.id != actor.id]:
        roll = do.roll(1, 20, f"rock of {actor.id} on {target.id}", needed=HIT_ON)
        do.emit(AttackRolled(actor.id, target.id, ROCK, roll, bool(roll.success), rule=(_BOMBING,)))
        if roll.success:
            amount = roll_damage(do, actor.id, target.id, ROCK, parse(dice), (), (_EFFECT,))
            harm(do, target.id, amount, actor.id)


@executes("ose:combat.bombing.effect")
def usual_size(actor: Creature) -> str:
    """The largest bomb that a flier of its Hit Dice can lift."""
    dice = hit_dice(monsters()[actor.kind].hd).dice
    return max((least, size) for size, least in _SIZES.items() if dice >= least)[1]


def _area(to: Square, side: int) -> set[Square]:
    """So many squares each way round the one aimed at."""
    left, top = to[0] - (side - 1) // 2, to[1] - (side - 1) // 2
    return {(x, y) for x in range(left, left + side) for y in range(top, top + side)}


def _let_go(do: Resolution, actor: Creature) -> None:
    rock = next(item for item in actor.items if item.kind == ROCK)
    do.emit(ItemsChanged(actor.id, fewer(actor.items, rock.id), "shot"))
