"""Magical research: who may do it, and new spells.

A new spell is proposed by naming one of another list that it shall be like, so that what it does is never in doubt.
"""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.sheet import OwnSpell, sheet
from underkeep.systems.ose.magic import memorising, spell_books
from underkeep.systems.ose.magic.spells import LISTS, Written, forms
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.state import State

GP_PER_LEVEL = 1000
WEEKS_PER_LEVEL = 2
WHO, LIMIT, COST = "ose:research.who", "ose:research.spell.level-limit", "ose:research.spell.cost"
_PROPOSAL = "ose:research.spell.proposal"
_JUDGED = ("as compared", "a level higher", "refused")


class InventSpell(Action, frozen=True):
    """Work out a new spell that is like one of another list."""

    actor: str
    like: str


class ProposalDeclined(Note, frozen=True):
    """The referee holds that what was proposed cannot be."""

    creature: str
    what: str


EVENTS: tuple[type[Event], ...] = (ProposalDeclined,)


@executes("ose:research.who")
def why_not_research(creature: Creature, items: bool = False) -> Refusal | None:
    """Only classes whose description says so: spells at any level, items and other magic from one on."""
    own = sheet(creature)
    own_class = compendium.classes().get(own.character_class)
    if own_class is None or not own_class.researches:
        return Refusal(f"{creature.name} knows nothing of magical research.", WHO)
    if items and own.level < own_class.makes_items_from:
        return Refusal(f"That takes a {own_class.name.lower()} of level {own_class.makes_items_from}.", WHO)
    return None


def candidates(state: State, items: bool = False) -> list[Creature]:
    """Those who may be asked for it: everybody where somebody can do it, else the first of them, who says why not."""
    there = state.marchers()
    return there if any(why_not_research(c, items) is None for c in there) else there[:1]


def can_pay(creature: Creature, gp: int) -> bool:
    return money.purse_cp(creature.items) >= gp * IN_CP["gp"]


@cache
def _of_other_lists(own: str) -> dict[str, Written]:
    """Every spell that stands on another list and not on one's own."""
    known = forms(own) if own else {}
    others = (w for name in LISTS if name != own for w in forms(name).values())
    return {w.name: w for w in others if not w.is_reversed and w.name not in known}


def _model(creature: Creature, like: str) -> Written | None:
    """The spell of another list that is named."""
    return _of_other_lists(compendium.classes()[sheet(creature).character_class].spell_list).get(like)


@executes("ose:research.spell.proposal")
def compared_level(model: Written) -> int:
    """The level that a new spell has by comparison: one above that of the other list."""
    return model.spell.level + 1


def options(state: State) -> list[Action]:
    """What somebody could work out: spells of other lists."""
    found: list[Action] = []
    for member in candidates(state):
        own_class = compendium.classes().get(sheet(member).character_class)
        own = own_class.spell_list if own_class is not None else ""
        found += [InventSpell(member.id, spell) for spell in _of_other_lists(own)]
    return found


@executes("ose:research.spell.level-limit", "ose:research.spell.proposal", "ose:research.spell.cost")
def why_not(state: State, action: InventSpell) -> Refusal | None:
    """The spell must be described, of a level that the researcher casts, and paid for; an arcane one must find room in
    the book.
    """
    creature = state.creatures[action.actor]
    refusal = why_not_research(creature)
    if refusal is not None:
        return refusal
    model = _model(creature, action.like)
    if model is None:
        return Refusal("A new spell must be like one of another list.", _PROPOSAL)
    level = compared_level(model)
    if any(spell.like == action.like for spell in sheet(creature).own_spells):
        return Refusal(f"{creature.name} has worked that out already.", _PROPOSAL)
    if not casts_level(creature, level):
        return Refusal(f"{creature.name} casts no spells of level {level}.", LIMIT)
    keeps_book = bool(compendium.classes()[sheet(creature).character_class].spell_book)
    if keeps_book and spell_books.open_places(creature).get(level, 0) <= 0:
        return Refusal(f"The book has no room for a spell of level {level}.", "ose:magic.book.size")
    if not can_pay(creature, level * GP_PER_LEVEL):
        return Refusal(f"That costs {level * GP_PER_LEVEL:,} gp.", COST)
    return None


@executes("ose:research.spell.level-limit")
def casts_level(creature: Creature, level: int) -> bool:
    """Whether somebody can hold spells of a level in mind."""
    places = memorising.places(creature)
    return 0 < level <= len(places) and places[level - 1] > 0


@executes("ose:research.spell.cost")
def takes(state: State, action: InventSpell) -> str:
    """Two weeks and 1,000 gp for each level."""
    model = _model(state.creatures[action.actor], action.like)
    level = compared_level(model) if model is not None else 0
    return f"{level * GP_PER_LEVEL:,} gp and {level * WEEKS_PER_LEVEL} weeks"


@executes("ose:research.spell.proposal", "ose:research.spell.cost", "ose:research.spell.level-limit")
def invent(do: Resolution, action: InventSpell) -> None:
    """The referee says whether there can be such a spell, and of what level. Default: by comparison. Then the gold is
    paid, the weeks go by, and it comes to something or not.
    """
    creature = do.state.creatures[action.actor]
    model = _model(creature, action.like)
    assert model is not None
    ruled = do.ruling(_PROPOSAL, _JUDGED, _JUDGED[0], action.like)
    level = compared_level(model) + (ruled == _JUDGED[1])
    if ruled == _JUDGED[2] or not casts_level(creature, level) or not can_pay(creature, level * GP_PER_LEVEL):
        do.emit(ProposalDeclined(creature.id, f"a spell like {action.like}", rule=(_PROPOSAL, LIMIT)))
        return
    money.pay(do, creature, level * GP_PER_LEVEL * IN_CP["gp"], "paid-for-research", (COST,), action.like)
    spell_books.days_pass(do, level * WEEKS_PER_LEVEL * spell_books.WEEK_DAYS)
    if spell_books.succeeds(do, creature.id, (COST, WHO)):
        own = sheet(do.state.creatures[creature.id])
        spell = OwnSpell(f"{creature.name}'s {action.like}", level, action.like, model.list_name)
        added = replace(own, own_spells=(*own.own_spells, spell))
        do.emit(SheetChanged(creature.id, added, "worked out a spell", rule=(_PROPOSAL, COST)))
