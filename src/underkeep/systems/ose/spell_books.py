"""What stands in a spell book. The spells themselves are not here."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose import advancement, compendium
from underkeep.systems.ose.compendium import CharacterClass
from underkeep.systems.ose.rulings import settled


def first_spells(do: Resolution, who: Recruit, own_class: CharacterClass, id: str) -> tuple[str, ...]:
    """ose:creation.starting-spell-book, magic.book.beginning

    As many as can be memorised. Default: the player chooses, and one who has not is served by the dice.
    """
    how = settled(do, who, "spell-book", "ose:creation.starting-spell-book", "player chooses")
    wanted = who.choices.get("spells", "") if how == "player chooses" else ""
    known = compendium.spell_books()[own_class.spell_book].levels[0]
    places = advancement.row(own_class, 1).spells[0]
    chosen = []
    for spell in (s.strip() for s in wanted.split(",") if s.strip()):
        found = next((name for name in known if name.lower() == spell.lower()), None)
        if found is None:
            raise UnderkeepError(f'"{spell[:60]}" is no first spell; there are {", ".join(known)}.')
        chosen.append(found)
    if len(chosen) > places:
        raise UnderkeepError(f"The first spell book holds {places}, not {len(chosen)}.")
    return filled(do, own_class, 1, tuple(chosen), id)


def filled(do: Resolution, own_class: CharacterClass, level: int, book: tuple[str, ...], id: str) -> tuple[str, ...]:
    """ose:magic.book.size

    A book brought up to exactly as many spells of each level as its owner can memorise, the new ones by the dice.
    """
    lists = compendium.spell_books()[own_class.spell_book].levels
    for names, places in zip(lists, advancement.row(own_class, level).spells, strict=False):
        while sum(spell in names for spell in book) < places:
            book = (*book, do.pick(tuple(name for name in names if name not in book), f"spell of {id}"))
    return book
