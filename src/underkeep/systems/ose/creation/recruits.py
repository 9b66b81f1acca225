"""Making a character or a monster: what may be settled beforehand, and the steps in order."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.recruiting import read
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, money
from underkeep.systems.ose.basics.sheet import ABILITIES, ALIGNMENTS, OseSheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.creation import questions
from underkeep.systems.ose.creation.steps import STEPS, Draft, gain_level
from underkeep.systems.ose.equipment import gear
from underkeep.systems.ose.magic.divine_favour import FORMS, deity
from underkeep.systems.ose.magic.spell_books import book
from underkeep.systems.ose.monsters import listings, stat_blocks
from underkeep.world.creature import Creature, CreatureJoined

Values = dict[str, str | int]
MOST_ATTEMPTS = 10_000
AVERAGE_SCORE = 10
STARTING_MONEY = parse("3d6x10")
_SHEET = ("ose:creation.sheet",)
_SCORES = tuple(str(score) for score in range(3, 19))


@executes("ose:class.one-profession")
def roster() -> dict[str, str]:
    """Every class and every monster there is."""
    return {**dict.fromkeys(compendium.classes(), "character"), **dict.fromkeys(listings.monsters(), "monster")}


def choices() -> dict[str, tuple[str, ...]]:
    """What may be settled beforehand; an empty tuple takes any text that makes sense."""
    return {
        "class": tuple(compendium.classes()),
        "abilities": ("by the dice", "average"),
        **dict.fromkeys(ABILITIES, _SCORES),
        "sub-par": ("start again", "keep"),
        "adjust": (),
        "spell-book": ("player chooses", "random"),
        "spells": (),
        "memorised": (),
        "deity": FORMS,
        "alignment": ALIGNMENTS,
        listings.AGE: listings.YEARS,
        "languages": (),
        "cultures": (),
        "tongue": (),
        "tongues": (),
        "kit": questions.KITS,
        "buy": (),
        "troops": (),
        **dict.fromkeys(stat_blocks.FIGURES, ()),
        stat_blocks.EDITION: (stat_blocks.AS_GIVEN, stat_blocks.ASCENDING),
        stat_blocks.HIT_POINTS: ("by the dice", stat_blocks.AVERAGE),
        listings.LEADER: (listings.TOUGH, listings.LIKE_OTHERS),
    }


def recruit(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """A monster by its listing or a character by the book, joined to the game."""
    who = read(who, "Old-School Essentials", roster(), choices())
    if who.kind in listings.monsters():
        if who.level != 1:
            raise UnderkeepError(f"A monster such as {who.kind} has no levels.")
        items = gear.fit_out(gear.given(who.gear or (), None), None)
        creature = listings.make(do, who, id, side, items)
        rule = listings.rules_of(listings.monsters()[who.kind])
    else:
        creature, rule = make_character(do, who, id, side), _SHEET
    do.emit(CreatureJoined(creature, rule=rule))
    return creature


@executes("ose:creation.sequence", "ose:creation.sheet")
def make_character(do: Resolution, who: Recruit, id: str, side: str) -> Creature:
    """The steps in order; then a level at a time up to the one asked for."""
    if who.kind:
        own_levels = len(compendium.classes()[who.kind].levels)
        who = replace(who, level=min(who.level, own_levels)) if who.at_most else who
        advancement.check_level(compendium.classes()[who.kind], who.level)
    draft = Draft(who, id, side)
    for step in STEPS:
        step(do, draft)
    for level in range(2, who.level + 1):
        gain_level(do, draft, level)
    own_class, level = draft.own_class, who.level
    own = OseSheet(
        advancement.row(own_class, level).thac0,
        advancement.saves(own_class, level),
        9,
        120,
        advancement.hit_dice_text(own_class, level),
        level,
        draft.alignment,
        draft.class_id,
        draft.scores,
        xp=advancement.row(own_class, level).xp,
        languages=draft.languages,
        spell_book=draft.spell_book,
        memorised=draft.memorised,
        deity=deity(do, who, own_class, draft.alignment),
    )
    purse = (money.coins("gp", draft.coins_gp, draft.currency),) if draft.coins_gp else ()
    books = (book(id),) if draft.spell_book else ()
    items = (*draft.items, *books, *purse)
    return Creature(id, draft.name, draft.class_id, side, draft.hp, draft.hp, own, items=items)
