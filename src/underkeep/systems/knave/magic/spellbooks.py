"""Spell books: which of them a creature carries, and which still open today."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.magic.spell_effects import intelligence_of
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

BOOK = "spellbook:"
SEIZED = "seized:"
DAY_SECONDS = 86_400
MORNING_SECONDS = 6 * 3600
ACTION_COST, ONCE, LIMIT = "knave:magic.cast.action", "knave:magic.cast.book-once-a-day", "knave:magic.cast.int-limit"


@executes("knave:magic.cast.book-once-a-day")
def day_of(now: int) -> int:
    """Days change in the morning. Ruling: spell-day."""
    return (now + DAY_SECONDS - MORNING_SECONDS) // DAY_SECONDS


def cast_today(state: State, creature: Creature) -> tuple[str, ...]:
    own = sheet(creature)
    return own.cast if own.cast_day == day_of(state.now) else ()


@executes("knave:magic.spellbook.one-spell")
def books(creature: Creature) -> tuple[str, ...]:
    """The spells of the books that a creature carries, each as often as it has a book of it."""
    return _books(creature.items)


@lru_cache(maxsize=4096)
def _books(items: tuple[Item, ...]) -> tuple[str, ...]:
    kinds = [(item.kind, item.count) for item in items if not item.broken and item.kind.startswith(BOOK)]
    return tuple(kind.removeprefix(BOOK) for kind, count in kinds for _ in range(count))


def seized(creature: Creature) -> list[str]:
    return [c.name.removeprefix(SEIZED) for c in creature.conditions if c.name.startswith(SEIZED)]


@executes("knave:magic.cast.book-once-a-day", "knave:magic.cast.int-limit")
def why_not_open(state: State, creature: Creature, spell: str) -> Refusal | None:
    """Why the creature cannot cast this spell now, whatever on."""
    if spell in seized(creature):
        return None
    used = cast_today(state, creature)
    if spell not in books(creature):
        return Refusal(f"{creature.name} carries no such spell book.", "knave:magic.spellbook.one-spell")
    if len(used) >= intelligence_of(creature):
        return Refusal(f"{creature.name} has cast as many spells today as INT allows.", LIMIT)
    if used.count(spell) >= books(creature).count(spell):
        return Refusal("That book works once a day.", ONCE)
    if spell_conditions.is_so(creature, "mute"):
        return Refusal(f"{creature.name} cannot speak the words.", ACTION_COST)
    return None


def ready(state: State, creature: Creature) -> list[str]:
    """The spells that a creature could cast now, each once."""
    if not creature.conditions and not books(creature):
        return []
    known = dict.fromkeys((*books(creature), *seized(creature)))
    return [spell for spell in known if why_not_open(state, creature, spell) is None]
