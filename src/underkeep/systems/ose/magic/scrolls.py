"""Spell scrolls and other writings: who can make them out, and casting from them."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.memo import recall
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.characters import languages, thief_skills
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.equipment import identifying, magic_items
from underkeep.systems.ose.equipment.light import why_not_read
from underkeep.systems.ose.equipment.treasure_settings import average_level
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
_ARCANE, _DIVINE = "ose:magic-item.scroll.spell.arcane-script", "ose:magic-item.scroll.spell.divine-script"
_CHANCE, _CHOICE = "ose:magic-item.scroll.spell.divine-chance", "ose:magic-item.scroll.spell.choice"
_USERS, _LIGHT = "ose:magic-item.scroll.spell.users", "ose:magic-item.scroll.light"


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


@executes("ose:class.abilities", "ose:magic-item.scroll.spell.users")
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


@executes("ose:magic-item.scroll.once", "ose:magic-item.scroll.spell.multiple")
def use_up(do: Resolution, creature: Creature, written: Written) -> None:
    """The words vanish as they are read; what else stood on the scroll stays."""
    kind = f"{OF_SPELL}{written.list_name}@{written.name}"
    used = next(item for item in creature.items if item.kind == kind)
    rule = (*_RULE, "ose:magic-item.scroll.once", "ose:magic-item.scroll.spell.multiple", _USERS)
    do.emit(ItemsChanged(creature.id, fewer(creature.items, used.id), "read", part(used, 1), rule=rule))


def options(state: State) -> list[Action]:
    return [Decipher(m.id, item.id) for m in state.marchers() for item in m.items if is_unread(item)]


def is_unread(item: Item) -> bool:
    """Whether there is something to be made out: of a scroll of protection nothing, once it is known."""
    return _is_writing(item.kind) and not (_is_protection(item.kind) and identifying.is_known(item))


@cache
def _is_writing(kind: str) -> bool:
    return languages.language_of(kind) is not None or _is_unread(kind)


def _is_unread(kind: str) -> bool:
    """A scroll that nobody has made out yet; a cursed one looks like any other."""
    found = magic_items.listing(kind)
    return found is not None and found.looks == "scroll"


def _is_protection(kind: str) -> bool:
    return kind.startswith(f"{UNREAD}protection")


@executes("ose:light.infravision.no-reading", "ose:class.abilities", "ose:magic-item.scroll.light")
def why_not(state: State, action: Decipher) -> Refusal | None:
    """By light. Anybody may look at a scroll, whether or not he can make it out."""
    creature = state.creatures[action.actor]
    item = creature.item(action.item)
    if item is None or not is_unread(item):
        return Refusal(f"{creature.name} has nothing there to read.", _ABOUT)
    if (item.kind, creature.id) in campaign(state).casters.unread:
        return Refusal(f"{creature.name} could not make it out.", _ABOUT)
    refusal = why_not_read(state, creature)
    if refusal is not None and _is_unread(item.kind):
        return Refusal(refusal.sentence, _LIGHT)
    return refusal


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


@executes(
    "ose:class.abilities",
    "ose:magic-item.scroll.cursed",
    "ose:magic-item.scroll.spell.arcane-script",
    "ose:magic-item.scroll.spell.divine-script",
)
def _look_at(do: Resolution, creature: Creature, item: Item) -> None:
    """Magical script takes magic, a prayer no more than letters, though only a divine caster can use it; a curse takes
    no more than a look.
    """
    if item.kind == scroll_curses.KIND:
        scroll_curses.befall(do, creature, item)
        return
    if _is_protection(item.kind):
        identifying.learn(do, creature.id, item.id, "ose:magic-item.scroll.protection.users")
        return
    item = _written(do, creature.id, item)
    lists = {list_name for list_name, _ in identifying.enchantment(item).spells}
    has_magic = creature.condition(READING_MAGIC) is not None
    if "cleric" in lists:
        rule, readable = _DIVINE, has_magic or magic_of(creature) == "divine" or languages.is_literate(creature)
    else:
        rule, readable = _ARCANE, has_magic
    if not readable:
        script = "magical script" if rule == _ARCANE else "Common"
        do.emit(TextRead(creature.id, script, False, rule=(*_RULE, rule)))
    else:
        _make_out(do, creature.id, item, (*_RULE, rule))


@executes("ose:magic-item.scroll.spell.divine-chance", "ose:magic-item.scroll.spell.choice")
def _written(do: Resolution, creature: str, item: Item) -> Item:
    """One scroll in four is a divine caster's; what stands on it is rolled when it is first looked at."""
    if identifying.enchantment(item).spells:
        return item
    roll = do.roll_at_most(1, 4, "whether a scroll is divine", _DIVINE_IN_4)
    divine = bool(roll.success)
    do.emit(ChanceRolled("a scroll is divine", roll, divine, creature, rule=(*_RULE, _CHANCE), seats=(REFEREE,)))
    list_name = "cleric" if divine else "magic-user"
    count = int(item.kind.removeprefix(UNREAD).partition("-")[0])
    spells = tuple((list_name, _rolled_spell(do, item, list_name)) for _ in range(count))
    return identifying.change(do, creature, item, spells=spells)


@executes("ose:magic-item.scroll.spell.choice")
def _rolled_spell(do: Resolution, item: Item, list_name: str) -> str:
    """The level by the table of the group's level, then a spell of it. Default: by the dice; or one that the referee
    names.
    """
    level = _rolled_level(do, item, list_name)
    known = spells(list_name).values()
    best = max(spell.level for spell in known if spell.level <= level)
    able = tuple(spell.name for spell in known if spell.level == best)
    said = do.ruling(_CHOICE, ("rolled", *able), "rolled", item.id, seats=(REFEREE,))
    return said if said in able else str(do.pick(able, "spell on a scroll"))


@executes("ose:magic-item.scroll.spell.choice")
def _rolled_level(do: Resolution, item: Item, list_name: str) -> int:
    """By the small die for those of low level, else by the large one."""
    rows, column = compendium.tables()["scroll-levels"].rows, 5 if list_name == "cleric" else 4
    is_basic = identifying.enchantment(item).is_basic or average_level(do.state) <= magic_items.BASIC_MOST_LEVEL
    first, sides = (0, 6) if is_basic else (2, 100)
    face = do.dice.roll(1, sides, "level of a spell on a scroll")[0]
    return next(row[column] for row in rows if row[first] <= face <= row[first + 1])


def _make_out(do: Resolution, creature: str, item: Item, rule: tuple[str, ...]) -> None:
    """Each spell of a scroll is known for what it is, and can be cast by itself."""
    items = fewer(do.state.creatures[creature].items, item.id)
    for list_name, spell in identifying.enchantment(item).spells:
        items = more(items, scroll(list_name, spell))
    do.emit(ItemsChanged(creature, items, "made-out-scroll", rule=rule))
