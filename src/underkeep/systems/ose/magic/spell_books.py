"""Spell books: what stands in them, how more comes in, and what the loss of one costs."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying
from underkeep.procedures.recruiting import Question, put
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, dice, money
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.rulings import settled
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import advancement
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item, ItemsChanged, more
from underkeep.world.state import State

WEEK_DAYS = 7
STUDY_WEEKS = 1
REWRITE_GP = RESEARCH_GP = 1000
RESEARCH_WEEKS_PER_LEVEL = 2
RESEARCH_FAILS_PERCENT = 15
READING_MAGIC = "reading magic"
_OF = "spell-book@"
_SIZE, _ADDING, _MENTOR = "ose:magic.book.size", "ose:magic.book.adding", "ose:magic.book.mentoring"
_RESEARCH, _COST, _SOLE = "ose:magic.book.research", "ose:magic.book.rewrite-cost", "ose:magic.book.rewrite-sole"
_FIRST = ("ose:creation.starting-spell-book", "ose:magic.book.beginning")
_CAPTURED = "ose:magic.book.captured"


class Study(Action, frozen=True):
    """Learn a spell from a mentor, in a week."""

    actor: str
    spell: str


class ResearchSpell(Action, frozen=True):
    """Work out a spell of the list oneself."""

    actor: str
    spell: str


class RewriteBook(Action, frozen=True):
    """Write a lost spell book anew."""

    actor: str


class ReadBook(Action, frozen=True):
    """Look into a spell book that is carried (the item's id)."""

    actor: str
    item: str


class BookRead(Note, frozen=True):
    """What stands in somebody's spell book."""

    creature: str
    owner: str
    spells: tuple[str, ...]


class BookBegun(Event, frozen=True):
    """Somebody writes a spell book anew, and will be done at this time."""

    creature: str
    due: int

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        due = {**casters.books_due, self.creature: self.due}
        return with_campaign(state, casters=replace(casters, books_due=due))


class BookFinished(Event, frozen=True):
    """Somebody has written the last page of a spell book."""

    creature: str

    def evolve(self, state: State) -> State:
        casters = campaign(state).casters
        due = {id: at for id, at in casters.books_due.items() if id != self.creature}
        return with_campaign(state, casters=replace(casters, books_due=due))


EVENTS: tuple[type[Event], ...] = (BookRead, BookBegun, BookFinished)


def kind_of(owner: str) -> str:
    return f"{_OF}{owner}"


@executes("ose:magic.arcane.memorize")
def book(owner: str) -> Item:
    """The thing itself, which can be lost."""
    return Item(kind_of(owner), "Spell book")


@executes("ose:creation.starting-spell-book")
def _which_spells(known: Iterable[str], places: int, default: Iterable[str]) -> Question:
    """Asks which spells stand in the first book."""
    text, first = "Spell for the book", ", ".join(default)
    if places == 1:
        return Question("spells", text, first, dict.fromkeys(known, ""))
    told = (f"The book holds {places} of: {', '.join(known)}.",)
    return Question("spells", f"{places} spells for the book", first, {}, told, first)


@executes("ose:creation.starting-spell-book", "ose:magic.book.beginning")
def first_spells(do: Resolution, who: Recruit, own_class: CharacterClass, id: str) -> tuple[str, ...]:
    """As many as can be memorised. Default: the player chooses, and one who has not is served by the dice."""
    how = settled(do, who, "spell-book", _FIRST[0], ("player chooses", "random"), "player chooses", *_FIRST[1:])
    wanted = who.choices.get("spells", "") if how == "player chooses" else ""
    known = compendium.spell_books()[own_class.spell_book].levels[0]
    places = advancement.row(own_class, 1).spells[0]
    if how == "player chooses":
        put(who, "spells", lambda: _which_spells(known, places, filled(do, own_class, 1, (), id)))
    every = _named(wanted, own_class, who.level)
    chosen = [name for name in every if name in known]
    if len(chosen) > places and who.level == 1:
        raise UnderkeepError(f"The first spell book holds {places}, not {len(chosen)}.")
    return filled(do, own_class, 1, tuple(chosen[:places]), id)


def _named(wanted: str, own_class: CharacterClass, level: int) -> list[str]:
    """The spells that were asked for, as the lists spell them: of the first level, or of any that the character will
    have.
    """
    lists = compendium.spell_books()[own_class.spell_book].levels
    within = lists[: max(1, sum(count > 0 for count in advancement.row(own_class, level).spells))]
    known = [name for names in within for name in names]
    chosen = []
    for spell in (s.strip() for s in wanted.split(",") if s.strip()):
        found = next((name for name in known if name.lower() == spell.lower()), None)
        if found is None:
            raise UnderkeepError(f'"{spell[:60]}" is no first spell; there are {", ".join(lists[0])}.')
        chosen.append(found)
    return chosen


@executes("ose:magic.book.size")
def filled(
    do: Resolution, own_class: CharacterClass, level: int, book: tuple[str, ...], id: str, wanted: str = ""
) -> tuple[str, ...]:
    """A book brought up to exactly as many spells of each level as its owner can memorise: those that were asked for,
    then by the dice.
    """
    asked = [spell.strip().lower() for spell in wanted.split(",")] if wanted else []
    lists = compendium.spell_books()[own_class.spell_book].levels
    for names, places in zip(lists, advancement.row(own_class, level).spells, strict=False):
        while sum(spell in names for spell in book) < places:
            left = tuple(name for name in names if name not in book)
            first = next((name for name in left if name.lower() in asked), "")
            book = (*book, first or do.pick(left, f"spell of {id}"))
    return book


@executes("ose:magic.book.size", "ose:magic.book.adding")
def open_places(creature: Creature) -> dict[int, int]:
    """By spell level, how many more spells the book may hold: as many in all as can be memorised."""
    own = sheet(creature)
    own_class = compendium.classes()[own.character_class]
    lists = compendium.spell_books()[own_class.spell_book].levels
    rows = zip(lists, advancement.row(own_class, own.level).spells, strict=False)
    invented = [spell.level for spell in own.own_spells]
    return {
        level: most - sum(spell in names for spell in own.spell_book) - invented.count(level)
        for level, (names, most) in enumerate(rows, 1)
    }


def level_of(own_class: CharacterClass, spell: str) -> int | None:
    lists = compendium.spell_books()[own_class.spell_book].levels if own_class.spell_book else ()
    return next((level for level, names in enumerate(lists, 1) if spell in names), None)


def listed_as(own_class: CharacterClass, spell: str) -> str:
    """A spell as the list writes it."""
    lists = compendium.spell_books()[own_class.spell_book].levels if own_class.spell_book else ()
    return next((name for names in lists for name in names if name.casefold() == spell.casefold()), spell)


def has_book(creature: Creature) -> bool:
    return carrying.has(creature, kind_of(creature.id))


def studies(state: State) -> list[Action]:
    """Spells that a mentor could teach."""
    found: list[Action] = []
    for member in state.marchers():
        own_class = compendium.classes().get(sheet(member).character_class)
        if own_class is None or not own_class.spell_book:
            continue
        lists = compendium.spell_books()[own_class.spell_book].levels
        room = open_places(member)
        found += [
            Study(member.id, name)
            for level, names in enumerate(lists, 1)
            if room.get(level, 0) > 0
            for name in names
            if name not in sheet(member).spell_book
        ]
    return found


def researches(state: State) -> list[Action]:
    """The same spells, for those who would rather work them out."""
    return [ResearchSpell(action.actor, action.spell) for action in studies(state) if isinstance(action, Study)]


def rewritings(state: State) -> list[Action]:
    """Books that are lost and could be written again."""
    return [RewriteBook(m.id) for m in state.marchers() if _keeps_book(m) and not has_book(m)]


def _keeps_book(creature: Creature) -> bool:
    own_class = compendium.classes().get(sheet(creature).character_class)
    return own_class is not None and bool(own_class.spell_book)


def reading_options(state: State) -> list[Action]:
    """Spell books of others that somebody carries and can read."""
    return [
        ReadBook(member.id, item.id)
        for member in state.marchers()
        for item in member.items
        if item.kind.startswith(_OF) and item.kind != kind_of(member.id)
    ]


def why_not(state: State, action: Action) -> Refusal | None:
    creature = state.creatures[getattr(action, "actor", "")]
    if isinstance(action, ReadBook):
        return _why_not_read(creature, action.item)
    own_class = compendium.classes().get(sheet(creature).character_class)
    if own_class is None or not own_class.spell_book:
        return Refusal(f"{creature.name} keeps no spell book.", "ose:magic.arcane.memorize")
    if is_writing(state, creature.id):
        return Refusal(f"{creature.name} is busy with the book.", _SOLE)
    if isinstance(action, RewriteBook):
        if has_book(creature):
            return Refusal(f"{creature.name} has the book.", _COST)
        return _why_not_pay(creature, rewrite_levels(creature) * REWRITE_GP, _COST)
    assert isinstance(action, Study | ResearchSpell)
    return _why_not_add(creature, own_class, action)


@executes("ose:magic.book.size", "ose:magic.book.adding", "ose:magic.spell-list")
def _why_not_add(creature: Creature, own_class: CharacterClass, action: Study | ResearchSpell) -> Refusal | None:
    """A spell goes into the book if it is on the list, not there yet, and the book has room at its level."""
    spell = listed_as(own_class, action.spell)
    level = level_of(own_class, spell)
    if level is None:
        return Refusal(f"{spell} is not on the list of a {own_class.name.lower()}.", "ose:magic.spell-list")
    if spell in sheet(creature).spell_book:
        return Refusal(f"{spell} stands in the book.", _ADDING)
    if open_places(creature).get(level, 0) <= 0:
        return Refusal(_no_room(creature, level), _SIZE)
    if not has_book(creature):
        return Refusal(f"{creature.name} has no spell book at hand.", "ose:magic.arcane.memorize")
    if isinstance(action, ResearchSpell):
        return _why_not_pay(creature, RESEARCH_GP * level, _RESEARCH)
    return None


def _no_room(creature: Creature, level: int) -> str:
    """Why no spell of a level goes into the book: none of any does, or none of this one."""
    if not any(places > 0 for places in open_places(creature).values()):
        return f"The book of {creature.name} is full: it has room for as many spells as are memorised."
    if level not in open_places(creature):
        return f"{creature.name} can memorise no spells of level {level} yet."
    return f"The book holds all the spells of level {level} that {creature.name} can memorise."


def _why_not_pay(creature: Creature, gp: int, rule: str) -> Refusal | None:
    if money.purse_cp(creature.items) < gp * IN_CP["gp"]:
        return Refusal(f"That costs {gp:,} gp.", rule)
    return None


@executes("ose:magic.book.captured")
def _why_not_read(creature: Creature, id: str) -> Refusal | None:
    """Only its owner reads a spell book without magic."""
    item = creature.item(id)
    if item is None or not item.kind.startswith(_OF):
        return Refusal("That is no spell book.", _CAPTURED)
    if item.kind != kind_of(creature.id) and creature.condition(READING_MAGIC) is None:
        return Refusal(f"{creature.name} cannot make out a word of it.", _CAPTURED)
    return None


def days_pass(do: Resolution, days: int) -> None:
    """Days that somebody spends at work in town, and the others with him."""
    assert do.rules.town is not None
    do.rules.town.rest_days(do, days)


@executes("ose:magic.book.mentoring", "ose:magic.book.adding")
def study(do: Resolution, action: Study) -> None:
    """A guild or a mentor teaches one spell in a week; the pupil says which."""
    days_pass(do, STUDY_WEEKS * WEEK_DAYS)
    own_class = compendium.classes()[sheet(do.state.creatures[action.actor]).character_class]
    _write(do, action.actor, listed_as(own_class, action.spell), (_MENTOR, _ADDING))


@executes("ose:magic.book.research", "ose:research.spell.cost", "ose:research.failure")
def research(do: Resolution, action: ResearchSpell) -> None:
    """Two weeks and 1,000 gp for each level of the spell; 15 in 100 come to nothing."""
    creature = do.state.creatures[action.actor]
    level = level_of(compendium.classes()[sheet(creature).character_class], action.spell)
    assert level is not None
    money.pay(do, creature, RESEARCH_GP * level * IN_CP["gp"], "paid-for-research", (_RESEARCH,), action.spell)
    days_pass(do, RESEARCH_WEEKS_PER_LEVEL * level * WEEK_DAYS)
    if succeeds(do, creature.id, (_RESEARCH, "ose:research.spell.cost")):
        _write(do, action.actor, action.spell, (_RESEARCH, _ADDING))


@executes("ose:research.failure")
def succeeds(do: Resolution, researcher: str, rule: tuple[str, ...]) -> bool:
    """Whether research comes to something: 15 in 100 do not, and what they cost is lost."""
    roll = dice.percent(do, f"research of {researcher}")
    success = roll.total > RESEARCH_FAILS_PERCENT
    behind = (*rule, "ose:research.failure", dice.PERCENTILE)
    do.emit(ChanceRolled("magical research", roll, success, researcher, rule=behind))
    return success


def _write(do: Resolution, id: str, spell: str, rule: tuple[str, ...]) -> None:
    own = sheet(do.state.creatures[id])
    added = replace(own, spell_book=(*own.spell_book, spell))
    do.emit(SheetChanged(id, added, "learned a spell", rule=rule))


@executes("ose:magic.book.rewrite-cost")
def rewrite_levels(creature: Creature) -> int:
    """The spell levels in the book, added up: a week and 1,000 gp for each."""
    own_class = compendium.classes()[sheet(creature).character_class]
    return sum(level for spell in sheet(creature).spell_book if (level := level_of(own_class, spell)))


@executes("ose:magic.book.rewrite-cost", "ose:magic.book.rewrite-sole")
def rewrite(do: Resolution, action: RewriteBook) -> None:
    """Paid for at once; the book is there when the weeks have gone by, during which its owner does nothing else."""
    creature = do.state.creatures[action.actor]
    levels = rewrite_levels(creature)
    money.pay(do, creature, levels * REWRITE_GP * IN_CP["gp"], "began-spell-book", (_COST,))
    done = do.state.now + levels * WEEK_DAYS * DAY
    do.emit(BookBegun(creature.id, done, rule=(_COST, _SOLE)))


def is_writing(state: State, id: str) -> bool:
    return campaign(state).casters.books_due.get(id, 0) > state.now


@executes("ose:magic.book.rewrite-sole")
def why_not_set_out(state: State) -> Refusal | None:
    """Who rewrites a spell book goes on no adventure."""
    busy = next((m for m in state.marchers() if is_writing(state, m.id)), None)
    return Refusal(f"{busy.name} is busy with the book.", _SOLE) if busy is not None else None


@executes("ose:magic.book.rewrite-cost")
def finish(do: Resolution) -> None:
    """Books whose time has come."""
    for id, due in campaign(do.state).casters.books_due.items():
        if due <= do.state.now:
            do.emit(BookFinished(id, rule=(_COST,)))
            items = more(do.state.creatures[id].items, book(id))
            do.emit(ItemsChanged(id, items, "finished-spell-book", rule=(_COST,)))


@executes("ose:magic.book.captured")
def read(do: Resolution, action: ReadBook) -> None:
    """Tells the reader what stands in another's book."""
    item = do.state.creatures[action.actor].item(action.item)
    assert item is not None
    owner = item.kind.removeprefix(_OF)
    spells = sheet(do.state.creatures[owner]).spell_book if owner in do.state.creatures else ()
    seat = do.state.owner(action.actor)
    do.emit(BookRead(action.actor, owner, spells, rule=(_CAPTURED,), seats=(seat,)))
