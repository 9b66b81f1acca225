"""Potions: what each does, for how long, what a drop tells, and drinking one.

A potion's kind is its colour, which everybody sees; what the colours mean is the same for a whole campaign and known to
the referee. The name says what its owner knows.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple

from msgspec import Struct

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures import carrying, content
from underkeep.procedures.effects import Effects
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.attacks.afflictions import cure
from underkeep.systems.knave.basics.compendium import PACKAGE
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.fear import MAGIC
from underkeep.systems.knave.checks.healing import WoundHealed
from underkeep.systems.knave.checks.wounds import harm
from underkeep.world.clock import DAY, HOUR, MINUTE
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Healed
from underkeep.world.gear import Item
from underkeep.world.grid import distance
from underkeep.world.state import State

ORDER = "potions"
GRADE = "knave:magic-item.potion.weak-ongoing"
AS_ROLLED = "as rolled"
AS_ROLLED = "as rolled"
NATURE = "knave:magic-item.potion.found-or-bought"
EFFECT = "knave:magic-item.potion.effect"
COLOURS = (
    "red", "green", "blue", "yellow", "black", "white", "violet", "amber", "silver", "brown", "pink", "grey",
)  # fmt: skip
Grade = Literal["instant", "strong", "weak", "very weak"]
OWN = "potion-brewed:"
LASTING: dict[Grade, tuple[str, ...]] = {
    "instant": ("a moment", "an instant", "once", "at once", "no time"),
    "strong": ("10 minutes", "ten minutes", "a turn", "one turn", "1 turn"),
    "weak": ("an hour", "1 hour", "one hour", "60 minutes"),
    "very weak": ("a day", "1 day", "one day", "24 hours"),
}


class Mend(Struct, frozen=True, tag_field="effect", tag="mend"):
    """Poison and disease are gone, wounds close, then hit points come back."""

    amount: Expr


class Breathe(Struct, frozen=True, tag_field="effect", tag="breathe"):
    """Everybody hostile within so many feet is burnt; nobody, outside a fight."""

    damage: Expr
    kind: str
    feet: int


class Become(Struct, frozen=True, tag_field="effect", tag="become"):
    condition: str


Effect = Mend | Breathe | Become


class Draught(NamedTuple):
    """Somebody drinks a potion."""

    creature: str
    name: str
    grade: str


effects: Effects[Draught] = Effects(Effect)


class Potion(Struct, frozen=True, forbid_unknown_fields=True):
    """`words` are what else people call its effect."""

    name: str
    effect: Effect
    grade: Grade
    clue: str
    words: tuple[str, ...] = ()


class Quaff(Action, frozen=True):
    """Drink a potion (an item's kind)."""

    actor: str
    item: str


class Taste(Action, frozen=True):
    """Put a drop of a potion on the tongue."""

    actor: str
    item: str


class PotionDrunk(Note, frozen=True):
    creature: str
    potion: str


class PotionTasted(Note, frozen=True):
    creature: str
    item: str
    clue: str


EVENTS: tuple[type[Event], ...] = (PotionDrunk, PotionTasted)


@cache
def potions() -> dict[str, Potion]:
    return content.load(PACKAGE, "potions", Potion)


def named(text: str) -> str:
    """The potion of our list that people mean by an effect; the words themselves if there is none."""
    wanted = content.key(text)
    for id, entry in potions().items():
        if wanted == id or wanted in (content.key(name) for name in (entry.name, *entry.words)):
            return id
    return text


def graded(text: str) -> Grade | None:
    """The grade of an effect that lasts so long; None for what no potion does."""
    said = text.strip().lower()
    return next((grade for grade, words in LASTING.items() if said == grade or said in words), None)


def described(grade: str, effect: str) -> Item:
    """A potion that somebody thought of."""
    return Item(f"{OWN}{grade}:{effect}", f"Potion of {effect}")


def entry_of(state: State, kind: str) -> tuple[str, Potion]:
    """What is in a bottle: one of our list by its colour, or what its brewer thought of."""
    if kind.startswith(OWN):
        grade, _, effect = kind.removeprefix(OWN).partition(":")
        return kind, Potion(effect, Become(effect), graded(grade) or "strong", f"it tastes of {effect}")
    id = potion_in(state, kind)
    return id, potions()[id]


def shuffled(do: Resolution) -> str:
    """Which colour is which, for the dungeon's notes."""
    left = list(potions())
    order = [left.pop(do.dice.roll(1, len(left), "colours of potions")[0] - 1) for _ in range(len(left))]
    return ", ".join(order)


def _order(state: State) -> list[str]:
    noted = state.dungeon.notes.get(ORDER, "") if state.dungeon is not None else ""
    return noted.split(", ") if noted else list(potions())


def potion_in(state: State, kind: str) -> str:
    """What is in a bottle of this colour."""
    return _order(state)[COLOURS.index(kind.removeprefix("potion-"))]


def bottle(state: State, potion: str) -> Item:
    """A potion whose owner knows what it is."""
    return Item(f"potion-{COLOURS[_order(state).index(potion)]}", f"Potion of {potions()[potion].name}")


def unknown(kind: str) -> Item:
    return Item(kind, f"{kind.removeprefix('potion-').capitalize()} potion")


@executes("knave:magic-item.potion.found-or-bought")
def _drawn(do: Resolution, kinds: tuple[str, ...], why: str) -> str:
    """One of our own list, by the dice."""
    return kinds[do.roll(1, len(kinds), why).total - 1]


@executes("knave:magic-item.potion.found-or-bought")
def found(do: Resolution) -> Item:
    """One of our own list, as rolled unless the referee wants one colour; settled when the place is made."""
    kinds = tuple(f"potion-{colour}" for colour in COLOURS)
    rolled = _drawn(do, kinds, "potion")
    ruled = do.foretold(NATURE, (AS_ROLLED, *kinds), AS_ROLLED)
    return unknown(rolled if ruled == AS_ROLLED else ruled)


@executes("knave:magic-item.potion.found-or-bought")
def bought(do: Resolution) -> Item:
    """A potion of the sort the referee names, without a label."""
    kinds = tuple(potions())
    kind = do.ruling(NATURE, kinds, _drawn(do, kinds, "potion on sale"))
    return unknown(bottle(do.state, kind).kind)


def is_potion(item: Item) -> bool:
    return item.kind.startswith("potion-")


def options(creature: Creature) -> tuple[Action, ...]:
    held = dict.fromkeys(item.kind for item in creature.items if is_potion(item))
    return tuple(Quaff(creature.id, kind) for kind in held)


def tastes(creature: Creature) -> tuple[Action, ...]:
    fresh = dict.fromkeys(i.kind for i in creature.items if is_potion(i) and not i.name.startswith("Potion of"))
    return tuple(Taste(creature.id, kind) for kind in fresh)


def draughts(state: State) -> list[Action]:
    return [x for member in state.marchers() for x in options(member)]


def sips(state: State) -> list[Action]:
    return [x for member in state.marchers() for x in tastes(member)]


def why_not(state: State, action: Quaff | Taste) -> Refusal | None:
    if not action.item.startswith("potion-") or not carrying.has(state.creatures[action.actor], action.item):
        return Refusal("There is no such potion.", EFFECT)
    return None


def drink(do: Resolution, action: Quaff) -> None:
    quaff(do, action.actor, action.item)


@executes("knave:magic-item.potion.drop")
def taste(do: Resolution, action: Taste) -> None:
    """A clue; the potion stays whole."""
    clue = entry_of(do.state, action.item)[1].clue
    name = next(i.name for i in do.state.creatures[action.actor].items if i.kind == action.item)
    do.emit(PotionTasted(action.actor, name, clue, rule=("knave:magic-item.potion.drop",)))


@executes("knave:magic-item.potion.effect")
def quaff(do: Resolution, id: str, kind: str) -> None:
    """One effect, and the potion is used up."""
    _, entry = entry_of(do.state, kind)
    carrying.use_up(do, id, kind, "drank")
    do.emit(PotionDrunk(id, entry.name, rule=(EFFECT,)))
    effects.carry_out(do, Draught(id, entry.name, entry.grade), entry.effect)


@executes("knave:magic-item.potion.ongoing", "knave:magic-item.potion.weak-ongoing")
def seconds(do: Resolution, draught: Draught) -> int:
    """Ten minutes; a weak effect an hour, a very weak one a day."""
    grade = do.ruling(GRADE, ("strong", "weak", "very weak"), draught.grade, draught.name)
    if grade == "very weak":
        return DAY
    return HOUR if grade == "weak" else 10 * MINUTE


@effects(Become)
def _become(do: Resolution, draught: Draught, effect: Become) -> None:
    until = do.state.now + seconds(do, draught)
    rule = (EFFECT, "knave:magic-item.potion.ongoing", GRADE)
    do.emit(ConditionGained(draught.creature, Condition(effect.condition, until), rule=rule))


@effects(Mend)
def _mend(do: Resolution, draught: Draught, effect: Mend) -> None:
    id = draught.creature
    amount = do.roll_total(effect.amount, f"healing of {id}").total
    cure(do, id)
    own = sheet(do.state.creatures[id])
    closed = min(amount, own.wounds)
    for number in range(closed):
        slot = own.slots - own.wounds + 1 + number
        do.emit(WoundHealed(id, slot, own.wounds - number - 1, rule=(EFFECT,)))
    creature = do.state.creatures[id]
    hp = min(creature.max_hp, creature.hp + amount - closed)
    if hp > creature.hp:
        do.emit(Healed(id, hp - creature.hp, hp, rule=(EFFECT,)))


@effects(Breathe)
def _breathe(do: Resolution, draught: Draught, effect: Breathe) -> None:
    id = draught.creature
    creature = do.state.creatures[id]
    if do.state.fight is None or creature.at is None:
        return
    near = [e for e in do.state.enemies_of(creature) if e.at is not None]
    caught = [e for e in near if e.at and distance(creature.at, e.at) * SQUARE_FEET <= effect.feet]
    amount = do.roll_total(effect.damage, f"breath of {id}").total if caught else 0
    for enemy in caught:
        harm(do, enemy.id, amount, id, (effect.kind, MAGIC))
