"""Languages learnt in play: among those who speak them, or from books."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.characters.abilities import can_read
from underkeep.systems.rampage.checks import provisions
from underkeep.systems.rampage.encounters import reactions
from underkeep.systems.rampage.town import services
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.state import State

AMONG, BOOKS = "speech", "books"
MONTHS = {AMONG: 2, BOOKS: 6}
_LATER = "rampage:abilities.int.language-later"


class LearnLanguage(Action, frozen=True):
    """Fill an open slot for a language: by speech with those who have it, or from books."""

    actor: str
    language: str
    by: str


@cache
def all_languages() -> tuple[str, ...]:
    """Every tongue that a people or a monster of the book speaks."""
    found = [tongue for race in compendium.races().values() for tongue in race.languages]
    for kind, listing in compendium.monsters().items():
        if listing.speech:
            found += listing.languages or (() if listing.troop_class else ((listing.people or kind).capitalize(),))
    return tuple(sorted(set(found)))


def _as_written(language: str) -> str:
    return next((known for known in all_languages() if known.casefold() == language.casefold()), "")


def natives(state: State, actor: Creature, language: str) -> list[Creature]:
    """Those of the party who speak a tongue."""
    return [c for c in state.marchers() if c.id != actor.id and language in reactions.languages_of(c)]


def options(state: State) -> list[Action]:
    able = [m for m in state.marchers() if is_character(m) and sheet(m).open_languages > 0]
    found = [LearnLanguage(m.id, tongue, by) for m in able for tongue in all_languages() for by in MONTHS]
    return [action for action in found if why_not(state, action) is None]


@executes("rampage:abilities.int.language-later", "rampage:abilities.int.illiterate")
def why_not(state: State, action: LearnLanguage) -> Refusal | None:
    """An open slot, a tongue that is not known yet, somebody who speaks it, or letters to learn it from books."""
    actor, language = state.creatures[action.actor], _as_written(action.language)
    if not is_character(actor) or sheet(actor).open_languages < 1:
        return Refusal(f"{actor.name} has no room for another language.", _LATER)
    if not language or action.by not in MONTHS:
        return Refusal("Nobody teaches that.", _LATER)
    if language in reactions.languages_of(actor):
        return Refusal(f"{actor.name} speaks {language}.", _LATER)
    if action.by == BOOKS and not can_read(sheet(actor).score("INT")):
        return Refusal(f"{actor.name} cannot read.", "rampage:abilities.int.illiterate")
    if action.by == AMONG and not natives(state, actor, language):
        return Refusal(f"Nobody here speaks {language}.", _LATER)
    return None


@executes("rampage:abilities.int.language-later")
def learn(do: Resolution, action: LearnLanguage) -> None:
    """Two months among those who speak it, or six of books."""
    language, rule = _as_written(action.language), (_LATER,)
    for _ in range(MONTHS[action.by]):
        pass_time(do, services.MONTH, "study", rule)
        provisions.eat_in_town(do)
        services.settle(do)
    own = sheet(do.state.creatures[action.actor])
    tongues = (*reactions.languages_of(do.state.creatures[action.actor]), language)
    changed = replace(own, languages=tongues, open_languages=own.open_languages - 1)
    do.emit(SheetChanged(action.actor, changed, "learnt a language", rule=rule))
