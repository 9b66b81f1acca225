"""Spells that destroy: fire, lightning, poisonous fog, death, disintegration."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.conditions import IN_CLOUD, WEBBED, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.checks.damage import Unharmed, harm
from underkeep.systems.ose.checks.enchantments import is_enchanted, resistance
from underkeep.systems.ose.checks.saves import halved, save
from underkeep.systems.ose.magic import zones
from underkeep.systems.ose.magic.effects.spells_of_mind import is_undead
from underkeep.systems.ose.magic.params.destruction import Blast, Bolt, DeathWave, Disintegrate, Fog
from underkeep.systems.ose.magic.spell_effects import (
    CAST,
    Casting,
    centre_of,
    effects,
    fizzle,
    in_radius,
    near,
    resists,
    rolled,
    until,
    worth_in_dice,
)
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature, Died
from underkeep.world.dungeon import DoorChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.grid import Grid, Square, line
from underkeep.world.state import State, square_of

_HALF = ("ose:save.success.damage",)
_FOG = (*CAST, "ose:save.category.death")


class BlastRolled(Note, frozen=True):
    """The damage of a spell, for all whom it strikes."""

    caster: str
    spell: str
    roll: Roll


EVENTS = (BlastRolled,)


@lru_cache(maxsize=256)
def per_level(dice: Expr, level: int) -> Expr:
    """So many dice for each level: `1d6` at the fifth level is `5d6`."""
    count, _, sides = dice.text.partition("d")
    return parse(f"{int(count) * level}d{sides}")


@executes("ose:magic.spell-list", "ose:save.success.damage")
@effects(Blast)
def burst(do: Resolution, casting: Casting, blast: Blast) -> None:
    """Friend and foe alike, all by the same dice."""
    strike_all(do, casting, in_radius(do.state, casting, blast.radius_feet), blast.dice, blast.kind)


def strike_all(do: Resolution, casting: Casting, struck: list[Creature], dice: Expr, kind: str) -> None:
    """The dice of a spell on each of these; half for those who save."""
    roll = do.roll_total(per_level(dice, casting.level), f"damage of {casting.written.name}")
    do.emit(BlastRolled(casting.caster, casting.written.name, roll, rule=(*CAST, "ose:magic.spell-list")))
    for creature in struck:
        _strike(do, casting, creature.id, roll, kind)


@executes("ose:save.success.damage", "ose:magic.effect.different")
def _strike(do: Resolution, casting: Casting, target: str, roll: Roll, kind: str) -> None:
    """One of those who are struck. Fire burns a web, and whoever was in it is free."""
    creature = do.state.creatures[target]
    if creature.status != "up":
        return
    if is_immune_to(creature, kind):
        do.emit(Unharmed(casting.caster, target, casting.written.name, rule=CAST))
        return
    bonus = resistance(creature, kind)
    saved = bool(casting.use.save) and save(do, target, casting.use.save, bonus, by=casting.caster, more=_HALF)
    if kind == "fire" and has(creature, WEBBED):
        do.emit(ConditionEnded(target, WEBBED, rule=CAST))
    harm(do, target, halved(roll.total) if saved else roll.total, casting.caster, kind, roll.faces, CAST)


@executes("ose:magic.spell-list", "ose:save.success.damage")
@effects(Bolt)
def thunder(do: Resolution, casting: Casting, bolt: Bolt) -> None:
    """From where it is aimed straight on, away from the caster, and back again from anything solid. It strikes nobody
    twice.
    """
    grid, start = do.state.grid, square_of(do.state.creatures[casting.caster])
    aim = centre_of(do.state, casting)
    assert grid is not None and aim is not None
    path = set(bolt_path(grid, start, aim, bolt.length_feet // SQUARE_FEET))
    struck = [c for c in in_radius(do.state, casting, bolt.length_feet) if c.at in path]
    strike_all(do, casting, struck, bolt.dice, bolt.kind)


def bolt_path(grid: Grid, start: Square, aim: Square, squares: int) -> list[Square]:
    """The squares of a bolt that begins at `aim` and leads away from `start`; from a wall it comes back."""
    across, down = aim[0] - start[0], aim[1] - start[1]
    steps = max(abs(across), abs(down), 1)
    far = aim[0] + across * squares // steps, aim[1] + down * squares // steps
    ahead = [aim, *line(aim, far)][:squares]
    flown: list[Square] = []
    for square in ahead:
        if not grid.contains(square) or not grid.bit(square) & grid.floor:
            back = [*reversed(flown), *_towards(aim, start)]
            return [*flown, *back[: squares - len(flown)]]
        flown.append(square)
    return flown


def _towards(aim: Square, start: Square) -> Iterator[Square]:
    yield from line(aim, start)
    yield start


@executes("ose:magic.spell-list", "ose:save.category.death")
@effects(Fog)
def pour_fog(do: Resolution, casting: Casting, fog: Fog) -> None:
    """A cloud that goes on in the direction in which it was cast."""
    start, aim = square_of(do.state.creatures[casting.caster]), centre_of(do.state, casting)
    assert aim is not None
    steps = fog.drift_feet // SQUARE_FEET
    away = tuple(((b > a) - (b < a)) * steps for a, b in zip(start, aim, strict=True))
    drift = (away[0], away[1])
    zones.lay(do, IN_CLOUD, fog.radius_feet, aim, until(do, casting), CAST, casting.level, drift)
    choke(do, fog.deadly_below_hd)


@executes("ose:save.category.death")
def choke(do: Resolution, deadly_below_hd: int = 5) -> None:
    """All in the fog lose a point; the weak save or die."""
    for creature in [c for c in do.state.active() if has(c, IN_CLOUD)]:
        if is_immune_to(creature, "poison"):
            continue
        harm(do, creature.id, 1, "", "poison", rule=_FOG)
        left = do.state.creatures[creature.id]
        if left.status == "up" and worth_in_dice(left)[0] < deadly_below_hd and not save(do, left.id, "death"):
            harm(do, left.id, left.hp, "", "poison", rule=_FOG)


@executes("ose:magic.effect.targets", "ose:save.category.death")
@effects(DeathWave)
def reap(do: Resolution, casting: Casting, wave: DeathWave) -> None:
    """The weakest first; undead and those above seven Hit Dice feel nothing."""
    left = rolled(do, casting, wave.total_hd, "Hit Dice that may die")
    side = do.state.creatures[casting.caster].side
    near_by = near(centre_of(do.state, casting), in_radius(do.state, casting, wave.side_feet), wave.side_feet // 5)
    for creature in sorted((c for c in near_by if c.side != side), key=worth_in_dice):
        if is_undead(creature) or worth_in_dice(creature) > (wave.most_hd, 0):
            continue
        left -= worth_in_dice(creature)[0]
        if left < 0:
            return
        if not resists(do, casting, creature.id):
            harm(do, creature.id, creature.hp, casting.caster, "magic", rule=CAST)


@executes("ose:save.category.death", "ose:doors.locked")
@effects(Disintegrate)
def unmake(do: Resolution, casting: Casting, _: Disintegrate) -> None:
    """Dust: a door, or a creature that fails its save, with all that it carries. What is magical is not touched."""
    if casting.use.target == "door":
        assert do.state.dungeon is not None
        door = do.state.dungeon.doors[casting.target]
        gone = replace(door, kind="opening", is_open=True, found=True, tried=True, barrier=None)
        do.emit(DoorChanged(gone, "disintegrated", casting.caster, rule=CAST))
        return
    target = do.state.creatures[casting.target]
    if is_enchanted(target):
        fizzle(do, casting)
    elif not resists(do, casting, target.id):
        do.emit(Died(target.id, rule=CAST))
        if target.items:
            do.emit(ItemsChanged(target.id, (), "disintegrated", rule=CAST))


def is_in_fog(state: State) -> bool:
    return any(zone.condition == IN_CLOUD for zone in zones.zones(state))
