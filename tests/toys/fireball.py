"""A chapter that gives the toy game a spell: a ball of fire, aimed at a square, that spares those who save half of it.

One content line, the parameters of the effect and one function; the rest is an action like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from underkeep.kernel.event import Action
from underkeep.kernel.notation import Expr
from underkeep.procedures.chapter import FIGHT, Chapter, Deed
from underkeep.procedures.effects import Effects, Params
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.testing.toy import MEASURES, everything
from underkeep.world.creature import Creature, Harmed, SaveRolled
from underkeep.world.fight import Spent, Step
from underkeep.world.grid import Grid, Square
from underkeep.world.state import State, square_of

CONTENT = """
[fireball]
name = "Fireball"
range = 60
effect = { effect = "blast", radius = 10, damage = "1d6" }
"""


class Blast(Params, frozen=True, tag="blast"):
    """Everybody in the circle; a save of 4 or more on a d6 halves it."""

    radius: int
    damage: Expr


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    range: int
    effect: Blast


class Cast(Action, frozen=True):
    """Cast a spell at a square."""

    actor: str
    spell: str
    at: Square


class Casting(NamedTuple):
    caster: str
    at: Square


effects: Effects[Casting] = Effects(Blast)


@effects(Blast)
def blast(do: Resolution, casting: Casting, effect: Blast) -> None:
    grid = do.state.grid
    assert grid is not None
    burning = grid.within(casting.at, do.rules.measures.squares(effect.radius))
    amount = do.roll_total(effect.damage, "fire").total
    for creature in do.state.active():
        if grid.bit(square_of(creature)) & burning:
            roll = do.roll(1, 6, f"save of {creature.id}", needed=4)
            do.emit(SaveRolled(creature.id, "fire", roll, bool(roll.success), rule=everything(do)))
            harm = amount // 2 if roll.success else amount
            do.emit(Harmed(creature.id, harm, creature.hp - harm, casting.caster, "fire", rule=everything(do)))


def chapter(spells: Mapping[str, Spell]) -> Chapter:
    """The spells that everybody knows, each cast in place of a blow."""

    def aims(state: State, actor: Creature, grid: Grid) -> Iterator[Moves]:
        for id, spell in spells.items():
            near = grid.within(square_of(actor), MEASURES.squares(spell.range)) & grid.floor
            yield Moves(partial(_aimed, id), actor.id, grid, near, "at")

    def offers(state: State, actor: Creature, step: Step) -> Options:
        assert state.fight is not None and state.grid is not None
        has_struck = "attack" in state.fight.spent.get(actor.id, ())
        return NONE if has_struck else Options((), tuple(aims(state, actor, state.grid)))

    def why_not(state: State, action: Cast) -> Refusal | None:
        assert state.fight is not None
        offered = offers(state, state.creatures[action.actor], state.fight.step)
        return None if action in offered else Refusal("That is out of reach.", "toy:everything")

    def cast(do: Resolution, action: Cast) -> None:
        do.emit(Spent(action.actor, "attack"))
        effects.carry_out(do, Casting(action.actor, action.at), spells[action.spell].effect)

    return Chapter((Deed(Cast, (FIGHT,), cast, why_not=why_not, offers=offers),), effects=(effects,))


def _aimed(spell: str, actor: str, square: Square) -> Cast:
    return Cast(actor, spell, square)
