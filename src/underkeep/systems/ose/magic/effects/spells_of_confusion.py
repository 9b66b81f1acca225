"""Spells on many minds at once: charm for beasts and monsters, and confusion."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.conditions import CONFUSED, STUPEFIED, TURNCOAT, has
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.magic import spell_picks
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken, enthral, free, is_undead
from underkeep.systems.ose.magic.params.minds import CharmMonster, Confuse
from underkeep.systems.ose.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    effects,
    fizzle,
    in_radius,
    rolled,
    until,
    worth_in_dice,
)
from underkeep.systems.ose.magic.spells import ROUND_SECONDS
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature

_TWO_DICE = parse("2d6")
_RAVES, _STARES = 5, 8
"""The highest rolls on which the confused attack the caster's group, and on which they do nothing."""


class ConfusionRolled(Note, frozen=True):
    """What somebody confused does this round."""

    creature: str
    roll: Roll
    does: str


EVENTS = (ConfusionRolled,)


@executes("ose:magic.effect.targets")
@effects(CharmMonster)
def charm_monsters(do: Resolution, casting: Casting, spell: CharmMonster) -> None:
    """One strong creature, or as many weak ones as the dice say, the target first; undead are not moved by it."""
    target = do.state.creatures[casting.target]
    if not _is_charmable(target):
        fizzle(do, casting)
        return
    weak = (spell.weak_hd, 0)
    chosen = [target]
    if worth_in_dice(target) <= weak:
        many = rolled(do, casting, spell.many, "creatures charmed")
        others = [c for c in spell_picks.in_reach(do.state, casting) if c.id != target.id]
        chosen += [c for c in others if worth_in_dice(c) <= weak and _is_charmable(c)][: many - 1]
    for creature in chosen:
        enthral(do, casting, creature.id)


def _is_charmable(creature: Creature) -> bool:
    return not is_undead(creature) and not is_immune_to(creature, "charm")


@executes("ose:magic.effect.targets")
@effects(Confuse)
def confuse(do: Resolution, casting: Casting, spell: Confuse) -> None:
    """Foes in the area, as many as the dice say, the weakest first; they do not know what they do from the next round
    on.
    """
    many = rolled(do, casting, spell.many, "creatures confused")
    side, end = do.state.creatures[casting.caster].side, until(do, casting)
    foes = [c for c in in_radius(do.state, casting, spell.radius_feet) if c.side != side and _has_a_mind(c)]
    for creature in sorted(foes, key=worth_in_dice)[:many]:
        strong = worth_in_dice(creature) > (spell.weak_hd, 0)
        bestow(do, creature.id, CONFUSED, end, int(strong), power=casting.level)


def _has_a_mind(creature: Creature) -> bool:
    listing = monsters().get(creature.kind)
    return listing is None or listing.mind != "none"


@executes("ose:magic.spell-list", "ose:save.category.spells")
def confound(do: Resolution) -> None:
    """At the start of a round each of the confused does what the dice say; those of more than two Hit Dice act freely
    if they save.
    """
    for creature in [c for c in do.state.active() if c.conditions and has(c, CONFUSED)]:
        confused = creature.condition(CONFUSED)
        assert confused is not None
        if not (confused.level and save(do, creature.id, "spells")):
            _behave(do, creature.id)


def _behave(do: Resolution, id: str) -> None:
    roll = do.roll_total(_TWO_DICE, f"what {id} does in confusion")
    end = do.state.now + ROUND_SECONDS
    if roll.total <= _RAVES:
        do.emit(ConfusionRolled(id, roll, "raves", rule=CAST))
    elif roll.total <= _STARES:
        do.emit(ConfusionRolled(id, roll, "stares", rule=CAST))
        do.emit(ConditionGained(id, Condition(STUPEFIED, end), rule=CAST))
    else:
        do.emit(ConfusionRolled(id, roll, "turns", rule=CAST))
        _set_against_its_own(do, id, end)


def _set_against_its_own(do: Resolution, id: str, end: int) -> None:
    creature = do.state.creatures[id]
    own = sheet(creature)
    others = [side for side in do.state.sides() if side != creature.side]
    if own.former_side or not others:
        return
    do.emit(ConditionGained(id, Condition(TURNCOAT, end), rule=CAST))
    do.emit(SideTaken(id, others[0], replace(own, former_side=creature.side), rule=CAST))


def come_round(do: Resolution, id: str) -> None:
    """One who turned against its own is itself again."""
    if do.state.creatures[id].condition(TURNCOAT) is not None:
        do.emit(ConditionEnded(id, TURNCOAT, rule=CAST))
    else:
        free(do, id)


def clear(do: Resolution) -> None:
    """After the fight nobody is anybody else's."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and has(creature, TURNCOAT):
            come_round(do, creature.id)
