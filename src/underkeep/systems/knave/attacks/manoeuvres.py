"""The nine manoeuvres: how they are settled and what each does to the foe.

The book names them and says they do no damage themselves; what they do instead is ours, and stands here.
"""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks import ledges
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import ABILITIES, sheet
from underkeep.systems.knave.checks.checks import check, opposed
from underkeep.systems.knave.checks.holds import CLINGING, go, seize
from underkeep.systems.knave.equipment import inventory
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemBroke, ItemsChanged, fewer, part
from underkeep.world.grid import Square
from underkeep.world.state import State, square_of

MANOEUVRES = ("disarm", "push", "stun", "blind", "break-gear", "trip", "pickpocket", "climb", "restrain")
WITH_DEXTERITY = ("blind", "pickpocket", "climb")
HANDS_ON = frozenset({"push", "pickpocket", "climb", "restrain"})
CONDITION = {"stun": "stunned", "blind": "blinded", "trip": "prone"}
ABILITY_CHOICE = "knave:combat.maneuver.ability-choice"
NEXT_TO = {  # straight on, then a little to either side
    (dx, dy): ((dx, dy), *(((dx, 1), (dx, -1)) if dy == 0 else ((1, dy), (-1, dy)) if dx == 0 else ((dx, 0), (0, dy))))
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
}


class Manoeuvre(Action, frozen=True):
    """Try one of the nine manoeuvres on a foe within reach."""

    actor: str
    target: str
    manoeuvre: str


class ManoeuvreMade(Note, frozen=True):
    """A manoeuvre came off; `is_free` if it came with an attack."""

    actor: str
    target: str
    manoeuvre: str
    is_free: bool


EVENTS: tuple[type[Event], ...] = (ManoeuvreMade,)


@lru_cache(maxsize=8192)
def _prey(items: tuple[Item, ...]) -> tuple[Item | None, Item | None, Item | None]:
    """The weapon held, the gear that breaks most easily, and what is best stolen."""
    held = next((item for item in items if item.place == "hand" and not item.broken), None)
    armours = compendium.armours()
    worn = [item for item in items if item.kind in armours and item.place == "worn" and not item.broken]
    packed = [item for item in items if item.place == "pack"]
    purse = next((item for item in packed if item.kind == "coin"), packed[0] if packed else None)
    return held, held if held is not None else (worn[-1] if worn else None), purse


def push_square(state: State, actor: Creature, target: Creature) -> Square | None:
    """Where a push would send the target: over an edge if there is one that way, else straight away, or a little to the
    side if that is taken.
    """
    if actor.at is None or target.at is None or state.grid is None:
        return None
    (ax, ay), (tx, ty) = actor.at, target.at
    free = state.grid.floor & ~state.occupied()
    ways = [(tx + dx, ty + dy) for dx, dy in NEXT_TO[(tx > ax) - (tx < ax), (ty > ay) - (ty < ay)]]
    clear = [square for square in ways if state.grid.bit(square) & free]
    return next((square for square in clear if ledges.is_over(state, square)), clear[0] if clear else None)


@executes("knave:combat.maneuver.list")
def possible(state: State, actor: Creature, target: Creature) -> tuple[str, ...]:
    """The manoeuvres that would change something for this target, as far as anybody sees: what is in the pockets of one
    who carries things shows only when a hand is in them."""
    held, gear, _ = _prey(target.items) if target.items else (None, None, None)
    own = sheet(target)
    bars = {c.name for c in target.conditions}
    found = [name for name in CONDITION if CONDITION[name] not in bars]
    if held is not None:
        found.append("disarm")
    if gear is not None:
        found.append("break-gear")
    if not own.is_inside and not sheet(actor).is_inside:
        if gear is not None or own.is_pc:
            found.append("pickpocket")
        if not own.held_by:
            found.append("restrain")
        stats = compendium.monsters().get(target.kind)
        if stats is not None and stats.is_large and not sheet(actor).held_by:
            found.append("climb")
        if push_square(state, actor, target) is not None:
            found.append("push")
    return tuple(sorted(found))


def _one(item: Item) -> Item:
    """What a thief's hand closes on: a whole purse, or one thing."""
    return item if item.kind == "coin" else part(item, 1)


@lru_cache(maxsize=16384)
def listed(actor: str, target: str, names: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Manoeuvre(actor, target, name) for name in names)


@executes(
    "knave:combat.maneuver.resolution",
    "knave:combat.maneuver.ability-choice",
    "knave:combat.maneuver.no-career-bonus",
    "knave:combat.maneuver.action-cost",
)
def attempt(do: Resolution, action: Manoeuvre) -> None:
    """A check with the fitting ability against the same ability of the foe; no career helps."""
    actor, target = do.state.creatures[action.actor], do.state.creatures[action.target]
    usual = "DEX" if action.manoeuvre in WITH_DEXTERITY else "STR"
    ability = do.ruling(ABILITY_CHOICE, ABILITIES, usual, f"{actor.name}: {action.manoeuvre}")
    difficulty, rule = opposed(do, target, ability)
    careers = ("knave:combat.maneuver.no-career-bonus",) if sheet(actor).careers else ()
    cited = (rule, "knave:combat.maneuver.resolution", ABILITY_CHOICE, *careers)
    if check(do, actor.id, ability, action.manoeuvre, difficulty, rule=cited).success:
        carry_out(do, actor.id, target.id, action.manoeuvre, is_free=False)


@executes("knave:combat.maneuver.list", "knave:combat.maneuver.indirect-damage-only")
def carry_out(do: Resolution, actor: str, target: str, name: str, is_free: bool) -> None:
    """What a manoeuvre that comes off does. None of them does damage."""
    rule = ("knave:combat.maneuver.list", "knave:combat.maneuver.indirect-damage-only")
    do.emit(ManoeuvreMade(actor, target, name, is_free, rule=rule))
    if name in CONDITION:
        do.emit(ConditionGained(target, Condition(CONDITION[name]), rule=rule))
    elif name == "push":
        _push(do, actor, target, rule)
    elif name == "restrain":
        seize(do, target, actor, "restrained", rule)
    elif name == "climb":
        seize(do, actor, target, CLINGING, rule)
    else:
        _take(do, actor, target, name, rule)


def _push(do: Resolution, actor: str, target: str, rule: tuple[str, ...]) -> None:
    to = push_square(do.state, do.state.creatures[actor], do.state.creatures[target])
    if to is not None:
        go(do, target, to, "pushed", rule)
        ledges.topple(do, target)


def _take(do: Resolution, actor: str, target: str, name: str, rule: tuple[str, ...]) -> None:
    """Disarm, break gear and pickpocket: an item of the foe's changes its place. A pocket may be empty, or what is in
    it too much to carry."""
    items = do.state.creatures[target].items
    held, gear, purse = _prey(items)
    if name == "disarm" and held is not None:
        inventory.drop(do, target, held, "disarmed", rule)
    elif name == "break-gear" and gear is not None:
        do.emit(ItemBroke(target, gear.id, gear.name, rule=rule))
    elif name == "pickpocket" and purse is not None:
        taken, thief = _one(purse), do.state.creatures[actor]
        if not inventory.fits(thief, taken):
            return
        do.emit(ItemsChanged(target, fewer(items, purse.id, taken.count), "pocket-picked", rule=rule))
        do.emit(ItemsChanged(actor, inventory.added(thief.items, taken), "took", taken, rule=rule))


def free_choices(state: State, attacker: Creature, target: Creature) -> tuple[str, ...]:
    """The manoeuvres that an attack may bring with it: those that need hands only beside the foe."""
    if attacker.at is None or sheet(attacker).is_inside:
        return ()
    near = target.at is not None and max(abs(a - b) for a, b in zip(square_of(attacker), target.at, strict=True)) <= 1
    return tuple(name for name in possible(state, attacker, target) if near or name not in HANDS_ON)
