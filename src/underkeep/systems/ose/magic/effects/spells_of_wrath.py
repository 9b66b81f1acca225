"""Spells that conjure up help or drive foes away: snakes, insects, and what dispels evil."""

from __future__ import annotations

from underkeep.kernel.event import Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.meeting import ids_of_met
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.attacks.concentration import CONCENTRATING
from underkeep.systems.ose.attacks.field import free_squares
from underkeep.systems.ose.basics.conditions import AFRAID, DISPELLING, SWARM_LORD, SWARMED, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET, in_yards
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.enchantments import is_enchanted
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.magic import spell_picks, zones
from underkeep.systems.ose.magic.prayers import BanishEvil, InsectPlague, SticksToSnakes
from underkeep.systems.ose.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    effects,
    fizzle,
    rolled,
    until,
    worth_in_dice,
)
from underkeep.systems.ose.magic.spells import TURN_SECONDS
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Moved
from underkeep.world.fight import RoundBegan
from underkeep.world.grid import Square, distance
from underkeep.world.state import State, square_of

CONJURED = "conjured-"
DRIVEN_OFF_HD = 2
_BOUND_TO_IT = (DISPELLING, SWARM_LORD)
"""What ends with the caster's concentration."""


class Unmade(Event, frozen=True):
    """What a spell had made of dead things is that again."""

    creatures: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for id in self.creatures:
            state = state.with_creature(id, status="fled", at=None)
        return state


EVENTS: tuple[type[Event], ...] = (Unmade,)


@effects(SticksToSnakes)
def make_snakes(do: Resolution, casting: Casting, spell: SticksToSnakes) -> None:
    """2d8 sticks become snakes round the caster, one half of them poisonous; they fight for the caster from the next
    round on.
    """
    caster = do.state.creatures[casting.caster]
    count = rolled(do, casting, spell.sticks, "snakes")
    room = free_squares(do.state, square_of(caster))
    for square in (square for _, square in zip(range(count), room, strict=False)):
        kind = spell.kinds[do.dice.roll(1, 2, "whether a snake is poisonous")[0] - 1]
        (id,) = ids_of_met(do.state, kind, 1)
        do.rules.recruit(do, Recruit(kind), id, caster.side)
        do.emit(Moved(id, square, "conjured", rule=CAST))


def unmake(do: Resolution) -> None:
    """After a fight the snakes are sticks again."""
    made = tuple(c.id for c in do.state.creatures.values() if c.kind.startswith(CONJURED) and c.status == "up")
    if made:
        do.emit(Unmade(made, rule=CAST))


@executes("ose:magic.effect.concentration")
@effects(BanishEvil)
def dispel_evil(do: Resolution, casting: Casting, spell: BanishEvil) -> None:
    """One of the undead or enchanted at a penalty; or all in reach and all who come there while the caster
    concentrates, for a turn.
    """
    if spell.one:
        target = do.state.creatures[casting.target]
        if is_of_evil(target):
            _face(do, casting.caster, target, spell.save_modifier)
        else:
            fizzle(do, casting)
        return
    for creature in spell_picks.in_reach(do.state, casting):
        if is_of_evil(creature):
            _face(do, casting.caster, creature)
    reach = casting.written.reach_feet(casting.use, casting.level)
    bestow(do, casting.caster, DISPELLING, until(do, casting), reach)
    concentration.begin(do, casting.caster)


def is_of_evil(creature: Creature) -> bool:
    """The undead, and whatever is animated, summoned or enchanted."""
    listing = monsters().get(creature.kind)
    return listing is not None and (listing.undead or is_enchanted(creature))


@executes("ose:save.when", "ose:save.category.spells")
def _face(do: Resolution, caster: str, creature: Creature, modifier: int = 0) -> None:
    """A save, or it is destroyed; one that saves flees for a turn."""
    more = (Modifier("Dispel Evil", modifier),) if modifier else ()
    if save(do, creature.id, "spells", more, by=caster):
        bestow(do, creature.id, AFRAID, do.state.now + TURN_SECONDS)
    else:
        harm(do, creature.id, creature.hp, caster, "magic", rule=CAST)


@executes("ose:magic.effect.concentration")
def came_near(do: Resolution, event: Moved) -> None:
    """Whatever is of evil and comes near one who dispels it must face that, and so must those whom he comes near."""
    moved = do.state.creatures[event.creature]
    for caster in [c for c in do.state.active() if c.conditions and has(c, DISPELLING)]:
        near = [moved] if moved.side != caster.side else do.state.enemies_of(caster) if moved is caster else []
        for creature in near:
            if is_of_evil(creature) and not has(creature, AFRAID) and _is_in_reach(caster, creature):
                _face(do, caster.id, creature)


def _is_in_reach(caster: Creature, other: Creature) -> bool:
    lasting = caster.condition(DISPELLING)
    if lasting is None or caster.at is None or other.at is None:
        return False
    return distance(caster.at, other.at) * SQUARE_FEET <= lasting.level


@executes("ose:magic.effect.concentration")
@effects(InsectPlague)
def call_insects(do: Resolution, casting: Casting, plague: InsectPlague) -> None:
    """A swarm round the target, which nobody in it sees through. The caster guides it as long as he concentrates."""
    caster, target = casting.caster, do.state.creatures[casting.target]
    bestow(do, caster, SWARM_LORD, until(do, casting), plague.feet_per_round)
    concentration.begin(do, caster)
    _settle_swarm(do, plague.radius_feet, square_of(target))


def _settle_swarm(do: Resolution, radius_feet: int, centre: Square) -> None:
    """The swarm fills a place; those of few Hit Dice flee before it."""
    zones.lift(do, (SWARMED,), CAST)
    zones.lay(do, SWARMED, radius_feet, centre, None, CAST)
    for creature in do.state.active():
        if has(creature, SWARMED) and not has(creature, AFRAID) and worth_in_dice(creature) <= (DRIVEN_OFF_HD, 0):
            bestow(do, creature.id, AFRAID, do.state.now + TURN_SECONDS)


@executes("ose:magic.effect.concentration")
def swarm_moves(do: Resolution, _: RoundBegan) -> None:
    """Each round the swarm goes on towards the nearest of its caster's foes, but not over friends; when it is upon them
    and cannot be led elsewhere the caster lets it go.
    """
    zone = next((zone for zone in zones.zones(do.state) if zone.condition == SWARMED), None)
    if zone is None:
        return
    lord = next((c for c in do.state.active() if c.conditions and has(c, SWARM_LORD)), None)
    guided = lord.condition(SWARM_LORD) if lord is not None else None
    if lord is None or guided is None or isinstance(zone.anchor, str):
        return
    steps = guided.level * in_yards(do.state) // SQUARE_FEET
    to = _way_of_swarm(do.state, lord, zone.anchor, zone.squares, steps)
    if to is None:
        do.emit(ConditionEnded(lord.id, CONCENTRATING, rule=(*CAST, "ose:magic.effect.concentration")))
    elif to != zone.anchor:
        _settle_swarm(do, zone.squares * SQUARE_FEET, to)


def _way_of_swarm(state: State, lord: Creature, start: Square, radius: int, steps: int) -> Square | None:
    """Where the swarm's middle goes, of the ways that lead to a foe or leave it where it is; None if all are over
    friends.
    """
    foes = [c.at for c in state.enemies_of(lord) if c.at is not None and distance(start, c.at) > radius]
    goals = sorted(foes, key=lambda square: (distance(start, square), square))
    friends = [c.at for c in state.active(lord.side) if c.at is not None]
    for centre in (*(_towards(start, goal, steps) for goal in goals), start):
        if all(distance(centre, at) > radius for at in friends):
            return centre
    return None


def _towards(start: Square, goal: Square, steps: int) -> Square:
    """So many squares on the way from one to another."""
    across, down = goal[0] - start[0], goal[1] - start[1]
    return start[0] + max(-steps, min(steps, across)), start[1] + max(-steps, min(steps, down))


@executes("ose:magic.effect.concentration")
def let_go(do: Resolution, caster: str) -> None:
    """The caster no longer concentrates: evil is not dispelled any more, and the swarm is gone."""
    creature = do.state.creatures[caster]
    for name in _BOUND_TO_IT:
        if has(creature, name):
            do.emit(ConditionEnded(caster, name, rule=(*CAST, "ose:magic.effect.concentration")))
            if name == SWARM_LORD and do.state.fight is not None:
                zones.lift(do, (SWARMED,), CAST)


def clear(do: Resolution) -> None:
    """The fight is over, and what the caster concentrated on in it."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and any(has(creature, name) for name in _BOUND_TO_IT):
            do.emit(ConditionEnded(creature.id, CONCENTRATING, rule=CAST))
            let_go(do, creature.id)
