"""Spell scrolls and other writings: who can make them out, and casting from them."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.characters import languages, thief_skills
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.equipment import magic_items
from underkeep.systems.ose.equipment.light import why_not_read
from underkeep.systems.ose.magic import scroll_curses
from underkeep.systems.ose.magic.spell_books import READING_MAGIC
from underkeep.systems.ose.magic.spells import Written, forms, spells
from underkeep.world.creature import Creature
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.state import State

OF_SPELL = "spell-scroll@"
UNREAD = "scroll-of-"
_ABOUT = "ose:class.abilities"
_RULE = (_ABOUT,)
_DIVINE_IN_4 = 1
_SECOND_LEVEL_FROM = 4


class Decipher(Action, frozen=True):
    """Make out a scroll or another writing that is carried (the item's id)."""

    actor: str
    item: str


class TextRead(Note, frozen=True):
    """Whether a writing could be made out."""

    creature: str
    language: str
    success: bool


class ReadingFailed(Event, frozen=True):
    """Somebody could not make out a writing of this kind, and need not try again."""

    creature: str
    kind: str

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        unread = casters.unread | {(self.kind, self.creature)}
        return with_campaign(state, casters=replace(casters, unread=unread))


EVENTS: tuple[type[Event], ...] = (TextRead, ReadingFailed, *scroll_curses.EVENTS)


def scroll(list_name: str, spell: str) -> Item:
    return Item(f"{OF_SPELL}{list_name}@{spell}", f"Scroll of {spell}")


def _on_scrolls(items: tuple[Item, ...]) -> tuple[tuple[str, str], ...]:
    """The list and the name of each spell that stands on a scroll somebody carries."""
    kinds = [item.kind.split("@") for item in items if item.kind.startswith(OF_SPELL)]
    return tuple((list_name, spell) for _, list_name, spell in kinds)


on_scrolls = recall(_on_scrolls)


@executes("ose:class.abilities")
def castable(creature: Creature) -> dict[str, Written]:
    """What somebody can cast from scrolls: arcane casters from arcane ones, divine casters from divine ones, thieves of
    high level from arcane ones.
    """
    found = {}
    for list_name, spell in on_scrolls(creature.items) if creature.items else ():
        sort = "divine" if list_name == "cleric" else "arcane"
        if magic_of(creature) == sort or (sort == "arcane" and thief_skills.uses_scrolls(creature)):
            found[spell] = forms(list_name)[spell]
    return found


def use_up(do: Resolution, creature: Creature, written: Written) -> None:
    """The words vanish as they are read."""
    kind = f"{OF_SPELL}{written.list_name}@{written.name}"
    used = next(item for item in creature.items if item.kind == kind)
    do.emit(ItemsChanged(creature.id, fewer(creature.items, used.id), "read", part(used, 1), rule=_RULE))


def options(state: State) -> list[Action]:
    return [Decipher(m.id, item.id) for m in state.marchers() for item in m.items if _is_writing(item.kind)]


@cache
def _is_writing(kind: str) -> bool:
    return languages.language_of(kind) is not None or _is_unread(kind)


def _is_unread(kind: str) -> bool:
    """A scroll that nobody has made out yet; a cursed one looks like any other."""
    if kind == scroll_curses.KIND:
        return True
    return kind.startswith(UNREAD) and "protection" not in kind and magic_items.listing(kind) is not None


@executes("ose:light.infravision.no-reading", "ose:class.abilities")
def why_not(state: State, action: Decipher) -> Refusal | None:
    """By light. Anybody may look at a scroll, whether or not he can make it out."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or not _is_writing(item.kind):
        return Refusal(f"{creature.name} has nothing there to read.", _ABOUT)
    if (item.kind, creature.id) in campaign(state).casters.unread:
        return Refusal(f"{creature.name} could not make it out.", _ABOUT)
    return why_not_read(state, creature)


def decipher(do: Resolution, action: Decipher) -> None:
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    language = languages.language_of(item.kind)
    if language is None:
        _look_at(do, creature, item)
        return
    success = languages.can_read(do, creature, language)
    do.emit(TextRead(creature.id, language, success, rule=_RULE))
    if not success:
        do.emit(ReadingFailed(creature.id, item.kind, rule=_RULE))


@executes("ose:class.abilities", "ose:magic-item.scroll.cursed")
def _look_at(do: Resolution, creature: Creature, item: Item) -> None:
    """Magical script takes magic, or a divine caster for a prayer; a curse takes no more than a look."""
    if item.kind == scroll_curses.KIND:
        scroll_curses.befall(do, creature, item)
    elif magic_of(creature) != "divine" and creature.condition(READING_MAGIC) is None:
        do.emit(TextRead(creature.id, "magical script", False, rule=_RULE))
    else:
        _open_scroll(do, creature, item)


def _open_scroll(do: Resolution, creature: Creature, item: Item) -> None:
    """One scroll in four is a divine caster's; what stands on it is rolled now, and known from then on."""
    roll = do.roll_at_most(1, 4, "whether a scroll is divine", _DIVINE_IN_4)
    divine = bool(roll.success)
    do.emit(ChanceRolled("a scroll is divine", roll, divine, creature.id, rule=_RULE))
    if divine != (magic_of(creature) == "divine") and creature.condition(READING_MAGIC) is None:
        do.emit(ReadingFailed(creature.id, item.kind, rule=_RULE))
        return
    items = fewer(creature.items, item.id)
    for _ in range(int(item.kind.removeprefix(UNREAD).partition("-")[0])):
        items = more(items, _rolled_scroll(do, "cleric" if divine else "magic-user"))
    do.emit(ItemsChanged(creature.id, items, "made-out-scroll", rule=_RULE))


def _rolled_scroll(do: Resolution, list_name: str) -> Item:
    level = 2 if do.dice.roll(1, 6, "level of a spell on a scroll")[0] >= _SECOND_LEVEL_FROM else 1
    able = tuple(spell.name for spell in spells(list_name).values() if spell.level == level)
    return scroll(list_name, do.pick(able, "spell on a scroll"))
