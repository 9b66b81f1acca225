"""Who of the party has a spell: ready to be cast, in a book, as a book of its own, on a scroll, or nobody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.spells_told import MOST_TOLD, is_magic, named, usual_form
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

_READY, _BOOK = "in mind", "book"
"""The rows of a sheet for spells that can be cast, and for those that are only written down."""
NOBODY = "Nobody of the party has it."


def holders(rules: Ruleset, state: State, own: Sequence[Creature], words: str) -> list[str]:
    """For each spell of these words, a line on who has it."""
    known = rules.spells()
    every = {name.partition(" (")[0]: usual_form(known[name]) for name in named(rules, words)[:MOST_TOLD]}
    lines = {name: _line(rules, state, own, name, usual) for name, usual in every.items()}
    if len(lines) == 1:
        return list(lines.values())
    return [f"{name}: {line[:1].lower() if line == NOBODY else line[:1]}{line[1:]}" for name, line in lines.items()]


def of_one(rules: Ruleset, state: State, creature: Creature) -> list[str]:
    """The spells that somebody has, in any way."""
    names = dict.fromkeys(name.partition(" (")[0] for name in rules.spells())
    return [name for name in names if any(_ways(rules, state, creature, name))]


def _line(rules: Ruleset, state: State, own: Sequence[Creature], name: str, usual: str) -> str:
    living = [c for c in own if c.status != "dead"]
    told = [f"{c.name} {naming.listing(ways)}" for c in living if (ways := list(_ways(rules, state, c, name)))]
    if told or not usual:
        return f"{'; '.join(told)}." if told else NOBODY
    other = _line(rules, state, own, usual, "")
    return NOBODY if other == NOBODY else f"{NOBODY} Of {usual}, which it reverses: {other}"


def _ways(rules: Ruleset, state: State, creature: Creature, name: str) -> Iterator[str]:
    """How somebody has a spell of that name."""
    rows = [
        label.lower()
        for title, rows in rules.card(state, creature).sections
        for label, value in rows
        if is_magic(title, label) and any(parts(one) == parts(name) for one in value.split(","))
    ]
    if _READY in rows:
        yield f"has it ready to be cast{', and in the spell book' if _BOOK in rows else ''}"
    elif _BOOK in rows:
        yield "has it in the spell book, but not ready to be cast"
    elif rows:
        yield "knows it"
    things = [item for item in creature.items if _is_of(item, name)]
    if any(_is_book(item) for item in things):
        ruined = all(item.broken for item in things if _is_book(item))
        yield f"carries a {'ruined ' if ruined else ''}spellbook of it"
    if any(not _is_book(item) for item in things):
        yield "carries a scroll of it"


def _is_book(item: Item) -> bool:
    return "spellbook" in parts(item.name)


def _is_of(item: Item, name: str) -> bool:
    """Whether a book or scroll is of a spell, by what it is called: `Spellbook of Arcane Eye`."""
    what, _, spells = item.name.partition(" of ")
    if not {"spellbook", "scroll"} & set(parts(what)):
        return False
    return any(parts(one) == parts(name) for one in spells.replace(" and ", ",").split(","))
