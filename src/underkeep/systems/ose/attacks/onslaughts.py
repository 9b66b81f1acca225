"""How great beasts come on: charging, swooping, diving, trampling, in packs."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.event import Modifier, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.measures import feet
from underkeep.systems.ose.monsters.listings import AttackLine, Monster, monsters, size_of
from underkeep.systems.ose.monsters.special_effects import Charge, Pack, Swoop, Trample
from underkeep.systems.ose.monsters.traits import Dive, HatesTheSun
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark
from underkeep.world.grid import distance
from underkeep.world.state import State

RUN_FEET = 60
TRAMPLES_ON, TRAMPLE_DIE = 3, 4
_RULE = ("ose:monster.attacks.alternative", "ose:monster.attacks.per-round")
_DAWN, _DUSK = 6 * 3600, 18 * 3600


class TrampleRolled(Note, frozen=True):
    """Whether a great beast tramples this round, or uses what it has on its head."""

    creature: str
    roll: Roll
    success: bool


@executes("ose:monster.attacks.per-round")
def times(state: State, line: AttackLine, actor: Creature, target: Creature) -> int:
    """Damage counts double after a run, or from above upon the surprised."""
    for effect in line.effects:
        if isinstance(effect, Charge) and has_run(state, actor):
            return 2
        if isinstance(effect, Swoop) and _is_surprised(state, target):
            return 2
    return 1


@executes("ose:monster.attacks.per-round")
def has_run(state: State, actor: Creature) -> bool:
    """Whether it comes out of a run of twenty yards that ended this round."""
    fight, run = state.fight, battle(state).runs.get(actor.id)
    if fight is None or run is None or actor.at is None or run[1] != fight.round:
        return False
    return feet(distance(run[0], actor.at)) >= RUN_FEET


def _is_surprised(state: State, target: Creature) -> bool:
    fight, met = state.fight, state.encounter
    return fight is not None and met is not None and fight.round <= 1 and target.id in met.surprised


@executes("ose:monster.attacks.per-round")
def to_hit(state: State, listing: Monster, line: AttackLine, actor: Creature, target: Creature) -> tuple[Modifier, ...]:
    """A trampler hits small things better, a diver its first victim; who hates the sun fights badly under it."""
    found: list[Modifier] = []
    for effect in line.effects:
        if isinstance(effect, Trample) and size_of(target) in ("small", "human"):
            found.append(Modifier("trampling", effect.bonus))
    for trait in listing.traits:
        if isinstance(trait, Dive) and actor.id not in battle(state).facing:
            found.append(Modifier("dive", trait.bonus))
        elif isinstance(trait, HatesTheSun) and is_daylight(state):
            found.append(Modifier("daylight", -trait.penalty))
    return tuple(found)


@cache
def has_own_aim(kind: str, is_outdoors: bool) -> bool:
    """Whether the nature of a kind may change how well it strikes: in a dive, or under the sun."""
    listing = monsters().get(kind)
    sorts = (Dive, HatesTheSun) if is_outdoors else (Dive,)
    return listing is not None and any(isinstance(trait, sorts) for trait in listing.traits)


def is_daylight(state: State) -> bool:
    """Out of doors between six and six."""
    return state.is_outdoors and _DAWN <= state.now % 86_400 < _DUSK


@executes("ose:monster.attacks.alternative")
def routine_by_die(do: Resolution, listing: Monster, actor: Creature, wanted: str) -> str:
    """Three times in four a great beast tramples, whatever it had in mind; a stampede takes a herd."""
    tramples = [(line, e) for r in listing.attacks for line in r for e in line.effects if isinstance(e, Trample)]
    if not tramples or not is_herd(do.state, actor, tramples[0][1]):
        return wanted
    roll = do.roll_at_most(1, TRAMPLE_DIE, f"whether {actor.id} tramples", TRAMPLES_ON)
    do.emit(TrampleRolled(actor.id, roll, bool(roll.success), rule=_RULE))
    trampling = tramples[0][0].name
    if roll.success:
        return trampling
    return wanted if wanted != trampling else listing.attacks[0][0].name


def is_herd(state: State, actor: Creature, effect: Trample) -> bool:
    return effect.herd <= 1 or sum(c.side == actor.side and c.kind == actor.kind for c in state.active()) >= effect.herd


@executes("ose:monster.attacks.per-round")
def is_closed(state: State, actor: Creature, line: AttackLine, spent: tuple[Mark, ...]) -> bool:
    """What it takes many for is closed to few: a stampede, and another bite of a pack that has bitten."""
    for effect in line.effects:
        if isinstance(effect, Trample) and not is_herd(state, actor, effect):
            return True
        if isinstance(effect, Pack) and not _pack_may_bite(state, actor, line.name, effect):
            return True
    return False


def _pack_may_bite(state: State, actor: Creature, attack: str, effect: Pack) -> bool:
    """One bite a round for every pack of up to so many."""
    assert state.fight is not None
    mates = [c for c in state.active() if c.side == actor.side and c.kind == actor.kind]
    bites = sum(attack in state.fight.spent.get(c.id, ()) for c in mates)
    return bites < -(-len(mates) // effect.most)


def crowd_of(kind: str) -> bool:
    """Whether a kind has attacks that depend on how many there are."""
    listing = monsters().get(kind)
    effects = (e for r in listing.attacks for line in r for e in line.effects) if listing is not None else ()
    return any(isinstance(e, Pack) or (isinstance(e, Trample) and e.herd > 1) for e in effects)
