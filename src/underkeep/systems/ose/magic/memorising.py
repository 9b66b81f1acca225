"""Memorising spells: sleep, an hour of study or prayer, and as many as the level allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import carrying, exploration
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import advancement
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.equipment import light
from underkeep.systems.ose.magic import invented, spell_books
from underkeep.systems.ose.magic.divine_favour import FEWER_SPELLS
from underkeep.systems.ose.magic.spells import Written, forms
from underkeep.world.clock import HOUR
from underkeep.world.creature import Creature

if TYPE_CHECKING:
    from underkeep.world.state import State

STUDY_SECONDS = HOUR
QUESTION = "memorise"
NOTHING = "nothing"
_REST, _TIME, _SLOTS = "ose:magic.memorize.rest", "ose:magic.memorize.time", "ose:magic.slots-by-level"


class Memorise(Action, frozen=True):
    """Study or pray for an hour; without spells named, one is asked about each. Those that are named take the place of
    others of their level; `anew`, all that was in mind is given up."""

    actor: str
    spells: tuple[str, ...] = ()
    anew: bool = False

    @property
    def hint(self) -> str:
        return "" if self.anew else "prepare"


class SpellsMemorised(Event, frozen=True):
    """What somebody has in mind from now on; the next time it must have slept after this one."""

    private: ClassVar[tuple[str, ...]] = ("memorised",)

    creature: str
    memorised: tuple[str, ...] | None
    at: int

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), memorised=self.memorised)
        times = {**campaign(state).casters.memorised_at, self.creature: self.at}
        return _changed(state.with_creature(self.creature, sheet=own), memorised_at=times)


class StudyBroken(Note, frozen=True):
    """The hour of study was disturbed, and nothing came of it."""

    creature: str


class SpellGone(Event, frozen=True):
    """Spells of these levels have gone from somebody's memory since the last sleep: their places stay empty."""

    private: ClassVar[tuple[str, ...]] = ("levels",)

    creature: str
    levels: tuple[int, ...] | None

    def evolve(self, state: State) -> State:
        return _changed(state, gone={**campaign(state).casters.gone, self.creature: self.levels})


class NightSlept(Event, frozen=True):
    """The party has slept through a night."""

    at: int

    def evolve(self, state: State) -> State:
        return _changed(state, slept_at=self.at, gone={})


EVENTS: tuple[type[Event], ...] = (SpellsMemorised, StudyBroken, SpellGone, NightSlept)


def _changed(state: State, **changes: object) -> State:
    return with_campaign(state, casters=replace(campaign(state).casters, **changes))


@executes("ose:magic.slots-by-level", "ose:magic.divine.faithful")
def places(creature: Creature) -> tuple[int, ...]:
    """How many spells of each level can be held; one less of the highest for a caster who is denied a spell."""
    own = compendium.classes().get(sheet(creature).character_class)
    if own is None:
        return ()
    found = list(advancement.row(own, sheet(creature).level).spells)
    if creature.condition(FEWER_SPELLS) is not None:
        highest = max((n for n, count in enumerate(found) if count), default=None)
        if highest is not None:
            found[highest] -= 1
    return tuple(found)


@executes("ose:magic.spell-list", "ose:magic.arcane.memorize", "ose:magic.arcane.reverse", "ose:magic.divine.memorize")
def choices(creature: Creature, spell_level: int) -> tuple[str, ...]:
    """What can be memorised of a level: by an arcane caster what stands in the book, in either form; by a divine caster
    anything on the list.
    """
    own = compendium.classes()[sheet(creature).character_class]
    if not own.spell_list:
        return ()
    known = [w for w in invented.known(creature).values() if w.spell.level == spell_level]
    if own.magic == "divine":
        return tuple(w.name for w in known if not w.is_reversed)
    return tuple(w.name for w in known if w.like or w.spell.name in sheet(creature).spell_book)


@executes("ose:magic.memorize.rest")
def open_places(state: State, creature: Creature, memorised: tuple[str, ...]) -> list[int]:
    """The level of each free place that can be filled now: not of those from which a spell went since the last night's
    sleep.
    """
    free = free_places(creature, memorised)
    for level in campaign(state).casters.gone.get(creature.id, ()):
        if level in free:
            free.remove(level)
    return free


@executes("ose:magic.memorize.rest")
def spent(do: Resolution, creature: Creature, spell_level: int) -> None:
    """A spell is gone from memory: its place stays empty until the next sleep."""
    party = do.state.party
    if party is not None and creature.id in party.members:
        gone = campaign(do.state).casters.gone.get(creature.id, ())
        do.emit(SpellGone(creature.id, (*gone, spell_level), rule=(_REST,)))


@executes("ose:magic.slots-by-level")
def free_places(creature: Creature, memorised: tuple[str, ...]) -> list[int]:
    """The level of each place in memory that is still free."""
    known = invented.known(creature)
    held = [known[name].spell.level for name in memorised if name in known]
    return [level for level, count in enumerate(places(creature), 1) for _ in range(count - held.count(level))]


@executes("ose:magic.slots-by-level")
def first_load(own_class: CharacterClass, level: int, book: tuple[str, ...], wanted: str = "") -> tuple[str, ...]:
    """What a caster has in mind when play begins: as wanted, or down the book, or down the list, until memory is
    full.
    """
    if not own_class.spell_list:
        return ()
    if wanted:
        return _wanted_load(own_class, level, book, wanted)
    known = list(forms(own_class.spell_list).values())
    found: list[str] = []
    for spell_level, count in enumerate(advancement.row(own_class, level).spells, 1):
        able = [w.name for w in known if w.spell.level == spell_level and not w.is_reversed]
        if own_class.magic == "arcane":
            able = [name for name in book if name in able]
        found += [able[n % len(able)] for n in range(count)] if able else []
    return tuple(found)


def _wanted_load(own_class: CharacterClass, level: int, book: tuple[str, ...], wanted: str) -> tuple[str, ...]:
    by_name = {name.lower(): written for name, written in forms(own_class.spell_list).items()}
    left = list(advancement.row(own_class, level).spells)
    found = []
    for text in (part.strip() for part in wanted.split(",") if part.strip()):
        written = by_name.get(text.lower())
        known = written is not None and (own_class.magic == "divine" or written.spell.name in book)
        if written is None or not known or (own_class.magic == "divine" and written.is_reversed):
            raise UnderkeepError(f'"{text[:60]}" cannot be memorised.')
        left[written.spell.level - 1] -= 1
        if left[written.spell.level - 1] < 0:
            raise UnderkeepError(f"There is no room in mind for {written.name}.")
        found.append(written.name)
    return tuple(found)


def options(state: State) -> list[Action]:
    """In town and in camp: those with a free place in memory may fill it, and whoever has slept may choose anew."""
    rested = [m.id for m in state.marchers() if has_slept(state, m.id)]
    return [action for id in rested for action in (Memorise(id), Memorise(id, anew=True))]


@executes("ose:magic.slots-by-level")
def kept(state: State, creature: Creature, action: Memorise) -> tuple[str, ...]:
    """What stays in mind: as much as leaves room for what is wanted."""
    held = sheet(creature).memorised
    if not action.spells:
        return () if action.anew else held
    known = invented.known(creature)
    wanted = Counter(known[name].spell.level for name in _spelled(creature, action.spells) if name in known)
    left = list(held)
    for level, count in wanted.items():
        lacking = count - open_places(state, creature, held).count(level)
        for name in [name for name in held if name in known and known[name].spell.level == level][: max(0, lacking)]:
            left.remove(name)
    return tuple(left)


def _spelled(creature: Creature, names: tuple[str, ...]) -> tuple[str, ...]:
    """Spells as the list spells them."""
    known = {name.casefold(): name for name in invented.known(creature)}
    return tuple(known.get(name.casefold(), name) for name in names)


@executes("ose:magic.memorize.rest")
def has_slept(state: State, id: str) -> bool:
    """Whether somebody has slept through a night since last memorising."""
    casters = campaign(state).casters
    return casters.memorised_at.get(id, 0) < casters.slept_at


@executes(
    "ose:magic.memorize.rest",
    "ose:magic.arcane.memorize",
    "ose:magic.spell-list",
    "ose:magic.slots-by-level",
    "ose:magic.divine.memorize",
    "ose:magic.memorize.duplicates",
    "ose:light.infravision.no-reading",
)
def why_not(state: State, action: Memorise) -> Refusal | None:
    """Memorising takes a caster who has slept, room in the mind, and for the arcane a book and light to read it."""
    creature = state.creatures[action.actor]
    if not magic_of(creature) or not any(places(creature)):
        return Refusal(f"{creature.name} memorises no spells.", "ose:magic.memorize-and-cast")
    if not has_slept(state, creature.id):
        return Refusal(f"{creature.name} must sleep through a night first.", _REST)
    if magic_of(creature) == "arcane" and not carrying.has(creature, spell_books.kind_of(creature.id)):
        return Refusal(f"{creature.name} has no spell book at hand.", "ose:magic.arcane.memorize")
    refusal = light.why_not_read(state, creature) if magic_of(creature) == "arcane" else None
    if refusal is not None:
        return refusal
    held = kept(state, creature, action)
    free = open_places(state, creature, held)
    if not any(choices(creature, level) for level in free):
        if any(choices(creature, level) for level in free_places(creature, held)):
            return Refusal(f"{creature.name} must sleep through a night first.", _REST)
        if action.spells:
            return _why_not_load(creature, _spelled(creature, action.spells), free)
        return Refusal(f"{creature.name} can hold no more spells.", _SLOTS)
    if action.anew and not sheet(creature).memorised:
        return Refusal(f"{creature.name} has nothing in mind to give up.", _SLOTS)
    return _why_not_load(creature, _spelled(creature, action.spells), free)


@executes("ose:magic.slots-by-level", "ose:magic.spell-list", "ose:magic.arcane.memorize", "ose:magic.divine.memorize")
def _why_not_load(creature: Creature, wanted: tuple[str, ...], free: list[int]) -> Refusal | None:
    """The first of the wanted spells that does not fit, and why."""
    own = compendium.classes()[sheet(creature).character_class]
    left = list(free)
    for name in wanted:
        written = invented.known(creature).get(name)
        if written is None:
            return Refusal(f"{name} is not on the list of a {own.name.lower()}.", "ose:magic.spell-list")
        if name not in choices(creature, written.spell.level):
            return _why_not_this(creature, written)
        if written.spell.level not in left:
            return Refusal(f"{creature.name} has no more room for {name}.", _SLOTS)
        left.remove(written.spell.level)
    return None


def _why_not_this(creature: Creature, written: Written) -> Refusal:
    if magic_of(creature) == "divine":
        return Refusal(f"{written.name} is chosen when {written.spell.name} is cast.", "ose:magic.divine.reverse")
    return Refusal(f"{written.name} is not in {creature.name}'s book.", "ose:magic.arcane.memorize")


@executes("ose:magic.memorize.time", "ose:magic.memorize.duplicates")
def memorise(do: Resolution, action: Memorise) -> None:
    """An hour for all that memory holds; the same spell may be held several times."""
    creature = do.state.creatures[action.actor]
    held = kept(do.state, creature, action)
    if action.spells:
        _learn(do, creature.id, (*held, *_spelled(creature, action.spells)))
    else:
        _ask_next(do, creature.id, held)


def _ask_next(do: Resolution, id: str, memorised: tuple[str, ...]) -> None:
    """Ask about the next free place, or be done."""
    creature = do.state.creatures[id]
    level = next((x for x in open_places(do.state, creature, memorised) if choices(creature, x)), None)
    if level is None:
        _learn(do, id, memorised)
        return
    able = choices(creature, level)
    default = next((name for name in able if name not in memorised), able[0])
    about = f"a spell of level {level}"
    context: dict[str, str | int] = {"creature": id, "memorised": "|".join(memorised)}
    do.ask(id, QUESTION, (*able, NOTHING), default, (_SLOTS,), about, context)


@executes("ose:magic.memorize.time")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """One more spell for the load; with `nothing` the rest of memory stays empty."""
    id, before = str(prompt.context["creature"]), str(prompt.context["memorised"])
    memorised = tuple(before.split("|")) if before else ()
    if choice == NOTHING:
        _learn(do, id, memorised)
    else:
        _ask_next(do, id, (*memorised, choice))


@executes("ose:magic.memorize.time", "ose:magic.memorize.rest")
def _learn(do: Resolution, id: str, memorised: tuple[str, ...]) -> None:
    """An hour of study fills the mind, unless it is broken off."""
    if not _study(do, id):
        do.emit(StudyBroken(id, rule=(_TIME,)))
        return
    rule = (_TIME, _SLOTS, *_behind(do.state.creatures[id], memorised))
    do.emit(SpellsMemorised(id, memorised, do.state.now, rule=rule))


def _behind(creature: Creature, memorised: tuple[str, ...]) -> Iterator[str]:
    """The rules of a caster's own magic that had a part in what is memorised."""
    yield "ose:magic.arcane-divine"
    yield "ose:magic.divine.memorize" if magic_of(creature) == "divine" else "ose:magic.arcane.memorize"
    if len(set(memorised)) < len(memorised):
        yield "ose:magic.memorize.duplicates"
    known = invented.known(creature)
    if any(known[name].is_reversed for name in memorised if name in known):
        yield from ("ose:magic.arcane.reverse", "ose:magic.reversible")


@executes("ose:magic.memorize.time", "ose:time.turn", "ose:light.infravision.no-reading")
def _study(do: Resolution, id: str) -> bool:
    """An hour, underground by turns, with all that they bring; whether nothing came between, and no light failed
    whoever reads.
    """
    dungeon = do.rules.dungeon
    if dungeon is None or do.state.party is None or do.state.party.place != "dungeon":
        pass_time(do, STUDY_SECONDS, "study")
        return True
    for _ in range(STUDY_SECONDS // dungeon.turn_seconds):
        exploration.end_turn(do)
        creature = do.state.creatures[id]
        disturbed = do.state.over or do.state.encounter is not None or not creature.is_up
        if disturbed or (magic_of(creature) == "arcane" and light.why_not_read(do.state, creature) is not None):
            return False
    return True


@executes("ose:magic.memorize.rest")
def slept(do: Resolution) -> None:
    """A night went by undisturbed: in a bed in town, or in a camp that nothing came upon."""
    if do.state.party is not None:
        do.emit(NightSlept(do.state.now, rule=(_REST,)))
