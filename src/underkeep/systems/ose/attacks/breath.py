"""Breath weapons: their shapes, whom they catch, how often they can be used."""

from __future__ import annotations

from math import hypot

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics.conditions import BREATHED
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.checks.damage import harm
from underkeep.systems.ose.checks.enchantments import resistance
from underkeep.systems.ose.checks.petrifaction import petrify
from underkeep.systems.ose.checks.saves import halved, save
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.special_actions import Breath
from underkeep.systems.ose.monsters.traits import AttackPattern
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import Square, distance, in_sight
from underkeep.world.state import State, square_of

DAY_SECONDS = 86_400
PATTERN_PERCENT = 50
MOUTH_FEET = 2
NO_FACES: tuple[int, ...] = ()
RECOVERING = "gathering another bolt"
_RULE = ("ose:monster.attacks.per-round", "ose:save.category.breath", "ose:save.success.damage")


class BreathUsed(Note, frozen=True):
    """A breath weapon, and all who are caught in it."""

    creature: str
    what: str
    kind: str
    victims: tuple[str, ...]


class PatternRolled(Note, frozen=True):
    """Whether a dragon, or one head of a beast, breathes instead of biting."""

    creature: str
    roll: Roll
    success: bool


def breaths(kind: str) -> tuple[Breath, ...]:
    listing = monsters().get(kind)
    return tuple(p for p in listing.powers if isinstance(p, Breath)) if listing is not None else ()


@executes("ose:monster.attacks.per-round")
def can_breathe(creature: Creature, breath: Breath) -> bool:
    """As often a day as the listing says, and not while it gathers strength for another."""
    used = creature.condition(BREATHED)
    if creature.conditions and creature.condition(RECOVERING) is not None:
        return False
    return not breath.per_day or used is None or used.level < breath.per_day


@executes("ose:monster.attacks.per-round")
def caught(state: State, breather: Creature, breath: Breath, at: Square) -> list[Creature]:
    """Everybody in the shape of it but the breather: a cone, a line, a cloud before its mouth, or a burst."""
    found, grid, mouth = [], state.grid, square_of(breather)
    for creature in state.active():
        if creature.id == breather.id or creature.at is None:
            continue
        if grid is not None and not in_sight(grid, mouth, creature.at):
            continue
        if _covers(breath, mouth, at, creature.at):
            found.append(creature)
    return found


def _covers(breath: Breath, mouth: Square, at: Square, square: Square) -> bool:
    if breath.shape == "burst":
        reach = max(0, breath.width_feet // (2 * SQUARE_FEET) - 1)
        return distance(at, square) <= reach and distance(mouth, at) * SQUARE_FEET <= breath.length_feet
    dx, dy = at[0] - mouth[0], at[1] - mouth[1]
    length = hypot(dx, dy) or 1.0
    x, y = square[0] - mouth[0], square[1] - mouth[1]
    along = (x * dx + y * dy) / length * SQUARE_FEET
    across = abs(x * dy - y * dx) / length * SQUARE_FEET
    if not 0 < along <= breath.length_feet:
        return False
    wide = breath.width_feet
    if breath.shape == "cone":
        wide = MOUTH_FEET + round((breath.width_feet - MOUTH_FEET) * along / breath.length_feet)
    return across <= max(wide, SQUARE_FEET) / 2


@executes("ose:save.category.breath", "ose:save.success.damage", "ose:combat.damage.monster")
def breathe_out(do: Resolution, breather: str, breath: Breath, at: Square) -> None:
    """All who are caught: damage of the breather's own hit points, or as listed, and half of it to those who save; or
    death, or stone.
    """
    own = do.state.creatures[breather]
    victims = caught(do.state, own, breath, at)
    do.emit(BreathUsed(breather, breath.name, breath.kind, tuple(c.id for c in victims), rule=_RULE))
    _note_use(do, own, breath)
    amount, faces = own.hp, NO_FACES
    if breath.damage is not None:
        amount, faces = do.dice.total(breath.damage, f"{breath.name} of {breather}")
    for victim in victims:
        resists = resistance(victim, breath.kind)
        saved = save(do, victim.id, breath.save, resists, by=breather, more=("ose:save.success.damage",))
        if breath.petrifies:
            if not saved:
                petrify(do, victim.id)
        elif breath.fatal:
            if not saved:
                harm(do, victim.id, do.state.creatures[victim.id].hp, breather, breath.kind)
        else:
            harm(do, victim.id, halved(amount) if saved else amount, breather, breath.kind, faces)


def _note_use(do: Resolution, own: Creature, breath: Breath) -> None:
    used = own.condition(BREATHED)
    times = 1 + (used.level if used is not None else 0)
    do.emit(ConditionGained(own.id, Condition(BREATHED, do.state.now + DAY_SECONDS, times), rule=_RULE))
    if breath.every_rounds:
        until = do.state.now + breath.every_rounds * 10
        do.emit(ConditionGained(own.id, Condition(RECOVERING, until), rule=_RULE))


@executes("ose:monster.attacks.alternative")
def instead_of_attack(do: Resolution, actor: Creature, target: Creature, attack: str, is_first: bool) -> bool:
    """Whether it breathes instead of this attack: a dragon at first always, then as often as not; a chimera with one
    of its heads.
    """
    listing = monsters()[actor.kind]
    for breath in breaths(actor.kind):
        if not can_breathe(actor, breath) or target.at is None:
            continue
        if breath.instead_of == attack:
            if _by_die(do, actor.id, breath.percent):
                breathe_out(do, actor.id, breath, target.at)
                return True
        elif is_first and any(isinstance(trait, AttackPattern) for trait in listing.traits):
            if actor.condition(BREATHED) is None or _by_die(do, actor.id, PATTERN_PERCENT):
                breathe_out(do, actor.id, _best(do.state, actor, target.at), target.at)
                return True
            return False
    return False


def _best(state: State, actor: Creature, at: Square) -> Breath:
    """Of several the one that catches most foes."""

    def worth(breath: Breath) -> int:
        return sum(1 if c.side != actor.side else -1 for c in caught(state, actor, breath, at))

    return max((b for b in breaths(actor.kind) if can_breathe(actor, b)), key=worth)


def _by_die(do: Resolution, id: str, percent: int) -> bool:
    roll = do.roll_at_most(1, 100, f"whether {id} breathes", percent)
    do.emit(PatternRolled(id, roll, bool(roll.success), rule=("ose:monster.attacks.alternative",)))
    return bool(roll.success)
