"""Languages: what a class speaks, the alignment tongues, and what can be learned besides."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import compendium, dice
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.rulings import settled
from underkeep.systems.ose.basics.sheet import OseSheet, sheet
from underkeep.systems.ose.characters import abilities, thief_skills
from underkeep.systems.ose.monsters.listings import is_animal, is_plant, monsters
from underkeep.world.creature import Creature
from underkeep.world.encounter import ChanceRolled
from underkeep.world.gear import Item
from underkeep.world.state import State

SPEAKING_WITH_ANIMALS = "speaking with animals"
SPEAKING_WITH_PLANTS = "speaking with plants"
READING_LANGUAGES = "reading languages"
ANIMAL_SPEECH = "the speech of animals"
PLANT_SPEECH = "the speech of plants"
WRITING = "writing@"
COMMON = "Common"
_CULTURES = "Northern, Southern"
_EVERY_SPECIES = "one for each species"
_OF_CLASSES = "only those of the classes"
COMMON_PERCENT = 20
TONGUES = {"Lawful": "Law tongue", "Neutral": "Neutral tongue", "Chaotic": "Chaos tongue"}
_SPECIES = {
    "Orc": "Orcish",
    "Gnome": "Gnomish",
    "Dwarf warrior": "Dwarvish",
    "Elf warrior": "Elvish",
    "Halfling warrior": "Halfling",
    "Dryad": "Pixie",
    "Nixie": "Pixie",
    "Sprite": "Pixie",
}


class Spoke(Note, frozen=True):
    """In which tongue somebody talked to those met, who understood, and who noticed only that it was a secret one."""

    speaker: str
    tongue: str
    understood: tuple[str, ...]
    puzzled: tuple[str, ...]


class NotUnderstood(Note, frozen=True):
    """Somebody talked to those met, and they have no tongue in common."""

    speaker: str


class TongueSettled(Event, frozen=True):
    """Whether a group of monsters knows Common."""

    secret: ClassVar[bool] = True

    group: str
    knows_common: bool

    def evolve(self, state: State) -> State:
        company = campaign(state).company
        tongues = {**company.tongues, self.group: self.knows_common}
        return with_campaign(state, company=replace(company, tongues=tongues))


EVENTS: tuple[type[Event], ...] = (Spoke, NotUnderstood, TongueSettled)


@cache
def spoken() -> tuple[str, ...]:
    """Every language that can be learned: those of the classes and of the intelligent humanoids."""
    known = {language for c in compendium.classes().values() for language in c.languages}
    for listing in monsters().values():
        if listing.humanoid and not listing.human and listing.mind == "intelligent":
            known.add(_SPECIES.get(listing.name, listing.name))
    return tuple(sorted(known))


@executes(
    "ose:creation.languages",
    "ose:language.native-by-class",
    "ose:language.common",
    "ose:language.alignment.secret",
)
def native(character_class: CharacterClass, alignment: str) -> tuple[str, ...]:
    """Ruling: language.question.always-or-typically."""
    return (*character_class.languages, TONGUES[alignment])


@executes("ose:language.no-common")
def by_culture(do: Resolution, who: Recruit, native: tuple[str, ...], id: str) -> tuple[str, ...]:
    """A setting may have tongues of its cultures instead of Common; then one is chosen. Default: a single Common."""
    cultures = _listed(settled(do, who, "cultures", "ose:language.no-common", (COMMON, _CULTURES), COMMON))
    if cultures == (COMMON,):
        return native
    chosen = who.choices.get("tongue", "")
    if chosen and chosen not in cultures:
        raise UnderkeepError(f'"{chosen[:60]}" is no tongue here; there are {", ".join(cultures)}.')
    tongue = chosen or do.pick(cultures, f"mother tongue of {id}")
    return tuple(tongue if language == COMMON else language for language in native)


@executes("ose:language.species")
def to_be_learned(do: Resolution, who: Recruit) -> tuple[str, ...]:
    """Which tongues exist. Default: one for each intelligent species there is; else the referee's own list."""
    wanted = settled(do, who, "tongues", "ose:language.species", (_EVERY_SPECIES, _OF_CLASSES), _EVERY_SPECIES)
    if wanted == _OF_CLASSES:
        return tuple(sorted({language for c in compendium.classes().values() for language in c.languages}))
    return spoken() if wanted == _EVERY_SPECIES else _listed(wanted)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


@executes("ose:language.alignment.change")
def still_free(known: tuple[str, ...], have: tuple[str, ...]) -> list[str]:
    """What can be learned besides. An alignment tongue is never among it."""
    return [language for language in known if language not in have and language not in TONGUES.values()]


@executes(
    "ose:abilities.int.languages",
    "ose:language.extra-by-int",
    "ose:creation.languages",
    "ose:language.alignment.change",
)
def learned(
    do: Resolution, id: str, intelligence: int, have: tuple[str, ...], wanted: str, among: tuple[str, ...] | None = None
) -> tuple[str, ...]:
    """As many more as INT allows, by name or by the dice."""
    most = abilities.additional_languages(intelligence)
    free = still_free(spoken() if among is None else among, have)
    most = min(most, len(free))
    chosen = [_named(name, free) for name in wanted.split(",") if name.strip()]
    if len(chosen) > most:
        raise UnderkeepError(f"INT {intelligence} allows {most} more languages, not {len(chosen)}.")
    while len(chosen) < most and not wanted.strip():
        chosen.append(do.pick(tuple(x for x in free if x not in chosen), f"language of {id}"))
    return tuple(chosen)


def _named(name: str, free: list[str]) -> str:
    for language in free:
        if language.lower() == name.strip().lower():
            return language
    raise UnderkeepError(f'"{name.strip()[:60]}" cannot be learned; there are {", ".join(free)}.')


@executes("ose:language.common", "ose:language.alignment.secret", "ose:language.species", "ose:monster.language.own")
def of(state: State, creature: Creature) -> tuple[str, ...]:
    """What somebody speaks. A monster that thinks has the tongue of its kind, the secret tongue of its alignment, and
    Common if it is a human or its group turned out to know it.
    """
    listing = monsters().get(creature.kind)
    if listing is None:
        return sheet(creature).languages
    if listing.mind != "intelligent":
        return ()
    own = (_SPECIES.get(listing.name, listing.name),) if listing.humanoid and not listing.human else ()
    common = (COMMON,) if listing.human or _knows_common(state, creature) else ()
    return (*common, *own, TONGUES[sheet(creature).alignment])


def _knows_common(state: State, creature: Creature) -> bool:
    met = state.encounter
    known = campaign(state).company.tongues
    return met is not None and creature.id in met.monsters and known.get(met.group, False)


@executes("ose:language.alignment.secret", "ose:language.common")
def shared(state: State, speaker: Creature, other: Creature) -> str:
    """The tongue in which two can talk: one of their people before Common, an alignment tongue only for want of
    another; nothing if there is none."""
    theirs = of(state, other)
    both = [language for language in of(state, speaker) if language in theirs]
    if not both and (speech := _by_magic(speaker, other)):
        return speech
    return min(both, key=lambda x: 2 * (x in TONGUES.values()) + (x == COMMON), default="")


def _by_magic(speaker: Creature, other: Creature) -> str:
    """The speech that a spell gives with a beast or a plant, if any."""
    if is_animal(other) and speaker.condition(SPEAKING_WITH_ANIMALS) is not None:
        return ANIMAL_SPEECH
    return PLANT_SPEECH if is_plant(other) and speaker.condition(SPEAKING_WITH_PLANTS) is not None else ""


def met(state: State) -> list[Creature]:
    """Those met who are on their feet."""
    return (
        [c for id in state.encounter.monsters if (c := state.creatures[id]).status == "up"] if state.encounter else []
    )


@executes("ose:language.common")
def why_not_talk(state: State, speaker: Creature) -> Refusal | None:
    """One may talk to whatever has a mind, in the hope to be understood; to beasts and plants only by magic."""
    if any(of(state, other) or _by_magic(speaker, other) for other in met(state)):
        return None
    return Refusal(f"{speaker.name} shares no tongue with them.", "ose:language.common")


@executes("ose:monster.language.common")
def find_out(do: Resolution) -> None:
    """Whether those met know Common, settled in secret when they are first spoken to: 20 in 100 of those who think, and
    the whole group alike.
    """
    encounter = do.state.encounter
    assert encounter is not None
    thinks = [c for c in met(do.state) if c.kind in monsters() and of(do.state, c) and not monsters()[c.kind].human]
    if encounter.group in campaign(do.state).company.tongues or not thinks:
        return
    roll = dice.percent(do, "whether they know Common", COMMON_PERCENT)
    rule = ("ose:monster.language.common",)
    do.emit(ChanceRolled("they know Common", roll, bool(roll.success), rule=rule, seats=(REFEREE,)))
    do.emit(TongueSettled(encounter.group, bool(roll.success), rule=rule))


@executes("ose:language.alignment.secret", "ose:language.alignment.recognised", "ose:monster.language.common")
def speak(do: Resolution, speaker: Creature) -> bool:
    """Which tongue is used when the party talks to those met, if there is any; else nobody understands. Whoever does
    not share an alignment notices that its tongue is spoken, and understands nothing.
    """
    find_out(do)
    state, there = do.state, met(do.state)
    other = next((c for c in there if shared(state, speaker, c)), None)
    if other is None:
        do.emit(NotUnderstood(speaker.id, rule=("ose:language.common", "ose:monster.language.common")))
        return False
    tongue = shared(state, speaker, other)
    present = [*state.marchers(), *there]
    understood = tuple(c.id for c in present if tongue in of(state, c)) if tongue in TONGUES.values() else ()
    puzzled = tuple(c.id for c in present if tongue in TONGUES.values() and c.id not in understood)
    rule = ("ose:language.alignment.recognised",) if puzzled else (_rule_of(tongue),)
    hear = [c for c in state.marchers() if c.id not in puzzled]
    seats = tuple(dict.fromkeys(state.owner(c.id) for c in hear))
    do.emit(Spoke(speaker.id, tongue, understood, puzzled, rule=rule, seats=seats))
    return True


def _rule_of(tongue: str) -> str:
    """The rule by which a tongue is shared."""
    if tongue in TONGUES.values():
        return "ose:language.alignment.secret"
    return "ose:language.common" if tongue in (COMMON, ANIMAL_SPEECH, PLANT_SPEECH) else "ose:monster.language.own"


@executes("ose:language.alignment.recognised")
def overheard(event: Spoke, listener: str) -> str:
    """What a bystander makes of a talk."""
    return "they are using an alignment tongue" if listener in event.puzzled else f"they speak {event.tongue}"


def language_of(kind: str) -> str | None:
    """The language of a writing; None for what is none."""
    return kind.removeprefix(WRITING) if kind.startswith(WRITING) else None


@executes("ose:language.alignment.secret")
def writing(language: str, name: str = "letter") -> Item:
    """Something written. Alignment tongues are spoken and signed: they cannot be written down."""
    if language in TONGUES.values():
        raise UnderkeepError(f"The {language} cannot be written.")
    return Item(f"{WRITING}{language}", name)


@executes("ose:abilities.int.literacy", "ose:class.abilities")
def can_read(do: Resolution, creature: Creature, language: str) -> bool:
    """By one's own letters, by magic, or by a thief's knack for codes."""
    own = sheet(creature)
    literate = is_literate(creature)
    if (literate and language in own.languages) or creature.condition(READING_LANGUAGES) is not None:
        return True
    return thief_skills.reads_languages(do, creature)


def is_literate(creature: Creature) -> bool:
    """Whether somebody can read at all."""
    own = sheet(creature).abilities
    return bool(own) and abilities.literacy(own["INT"]) != "illiterate"


@executes("ose:language.alignment.change")
def after_change(own: OseSheet, alignment: str) -> tuple[str, ...]:
    """The old alignment tongue is forgotten and the new one known."""
    kept = tuple(x for x in own.languages if x not in TONGUES.values())
    return (*kept, TONGUES[alignment])
