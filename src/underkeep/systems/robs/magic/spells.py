"""Who may cast what: spells known, the energy of a day, the level they are cast at, and what stands in the way."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks import bonds, holds
from underkeep.systems.robs.basics import compendium, spell_conditions, wounds
from underkeep.systems.robs.basics.rulings import stands
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.spell_conditions import ILLUSION, MUTE, PAIN
from underkeep.systems.robs.basics.spell_listings import (
    CausePain,
    Darts,
    Dispel,
    Form,
    Overcome,
    Release,
    Toad,
    Written,
)
from underkeep.systems.robs.characters import alignment_changes
from underkeep.systems.robs.characters.alignment import alignment_of
from underkeep.systems.robs.characters.classes import highest_spell, magic_level, spell_levels
from underkeep.systems.robs.checks import sight
from underkeep.world.creature import Creature
from underkeep.world.state import State

SPELLBOOKS = "spellbooks-required"
COMPONENTS = "spell-components"
SHORT_REST = "short-rest-energy"
BOOK, COMPONENT = "spell-book", "spell-components"
CASTERS = ("cleric", "wizard")
GRANTED, WITHHELD = "granted", "withheld"
HELPS, NOTHING = "it helps as Proficiency does", "nothing"
MASTERY = "robs:class.wizard.spell-proficiency-effect"
ROLLED = (CausePain, Darts, Dispel, Overcome, Release, Toad)
"""What the caster rolls for: to hit, or in a contest."""
AGONY = 3
_LIMIT = "robs:magic.spell-level-limit"
_ENERGY = "robs:magic.energy-cost"
_NEEDS = "robs:magic.cast.requirements"


class EnergyChanged(Event, frozen=True):
    """The energy that a caster has used up is this by now."""

    creature: str
    spent: dict[str, int]
    why: str

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.creature])
        return state.with_creature(self.creature, sheet=replace(own, spent=self.spent))


EVENTS: tuple[type[Event], ...] = (EnergyChanged,)


def is_caster(own: RobsSheet) -> bool:
    """Whether somebody has spells of their own at all."""
    return bool(own.classes or own.magic) and any(highest_spell(own, kind) for kind in CASTERS)


@executes("robs:magic.energy-cost")
def energy_left(own: RobsSheet, kind: str) -> int:
    """Spell levels that can still be cast today."""
    return spell_levels(own, kind) - own.spent.get(kind, 0)


@executes("robs:magic.known-spells", "robs:magic.clerical.access", "robs:magic.reversed.wizard", "robs:magic.reversed")
def known(own: RobsSheet) -> tuple[Written, ...]:
    """All clerical spells for a cleric, in both forms; for a wizard those that were learned, each form by itself."""
    found = [w for w in compendium.forms().values() if w.caster == "cleric"] if highest_spell(own, "cleric") else []
    if highest_spell(own, "wizard"):
        found += [compendium.forms()[id] for id in own.spells if id in compendium.forms()]
    return tuple(found)


@executes("robs:magic.duration.level", "robs:class.knight.spells")
def caster_level(own: RobsSheet, kind: str) -> int:
    """The level that counts for a spell: the higher of the classes that cast such."""
    return highest_spell(own, kind)


def is_rolled(form: Form) -> bool:
    """Whether whoever casts it rolls for it."""
    return form.difficulty is not None or isinstance(form.effect, ROLLED)


@executes("robs:class.wizard.spell-proficiency-effect")
def reaching_level(state: State, own: RobsSheet, written: Written) -> int:
    """The level that counts for how far a spell of one's own reaches: each level of Proficiency in one for which
    nothing is rolled is one more."""
    level, skill = caster_level(own, written.caster), own.spell_proficiencies.get(written.spell, 0)
    if not skill or is_rolled(written.form) or stands(state, MASTERY, HELPS) == NOTHING:
        return level
    return level + skill


@executes("robs:class.wizard.spell-proficiency-effect")
def skill_in(do: Resolution, caster: Creature, written: Written) -> int:
    """How much of the caster's Proficiency in a spell counts; what it does is the referee's, and by itself it eats up
    the Low die, or where nothing is rolled counts as so many levels for reach and time."""
    skill = sheet(caster).spell_proficiencies.get(written.spell, 0)
    return skill if skill and do.ruling(MASTERY, (HELPS, NOTHING), HELPS, written.name) == HELPS else 0


@executes("robs:spell.turn.capacity", "robs:spell.turn.contest")
def priest_level(own: RobsSheet) -> int:
    """Ruling: turn-undead-order. Only levels of the priest count for turning."""
    return magic_level(own, "priest") if "priest" in own.classes else own.magic.get("cleric", 0)


@executes(
    "robs:magic.clerical-source",
    "robs:magic.spell-level-limit",
    "robs:magic.energy-cost",
    "robs:magic.prerequisite.alignment",
    "robs:magic.reversed.clerical",
    "robs:magic.reversed.wizard",
    "robs:spell.light.wizard",
    "robs:magic.spellbooks",
    "robs:magic.cast.components",
    "robs:spell.bless.prerequisite",
    "robs:spell.cure-light.prerequisite",
    "robs:spell.purify.prerequisite",
    "robs:spell.turn.prerequisite",
    "robs:spell.detect-alignment.reverse",
    "robs:spell.cure-disease.prerequisite",
    "robs:spell.remove-pain.prerequisite",
    "robs:spell.holy-water.prerequisite",
)
def why_not_own(state: State, caster: Creature, written: Written) -> Refusal | None:
    """What a spell of one's own asks: to be known, a deity behind a clerical one, the alignment, a level as high as
    the spell's, and energy."""
    own, kind, name = sheet(caster), written.caster, written.name
    if not highest_spell(own, kind):
        rule = "robs:magic.clerical-source" if kind == "cleric" else "robs:magic.known-spells"
        return Refusal(f"{caster.name} is no {kind}.", rule)
    if kind == "cleric" and not own.order:
        return Refusal(f"{caster.name} serves no deity.", "robs:magic.clerical-source")
    if kind == "wizard" and written.id not in own.spells:
        rule = "robs:magic.reversed.wizard" if written.is_reversed else "robs:magic.known-spells"
        rule = "robs:spell.light.wizard" if written.id == "wizard-dark" else rule
        return Refusal(f"{caster.name} has not learned {name}.", rule)
    if written.level > caster_level(own, kind):
        return Refusal(f"{name} is beyond {caster.name}: it is of level {written.level}.", _LIMIT)
    if written.form.alignments and alignment_told(own) not in written.form.alignments:
        wanted = " or ".join(written.form.alignments)
        return Refusal(f"{name} can be cast only by the {wanted}.", written.form.prerequisite)
    if own.fallen and kind == "cleric":
        return Refusal(f"{caster.name}'s deity does not listen.", "robs:class.priest.transgression")
    if written.level > energy_left(own, kind):
        return Refusal(f"{caster.name} has no energy left for {name}.", _ENERGY)
    if SPELLBOOKS in state.switches and kind == "wizard" and not any(i.kind == BOOK for i in caster.items):
        return Refusal(f"{caster.name} has no spell book at hand.", "robs:magic.spellbooks")
    if COMPONENTS in state.switches and _asks_for_components(written, caster):
        return Refusal(f"{name} takes components, and {caster.name} has none.", "robs:magic.cast.components")
    return None


def alignment_told(own: RobsSheet) -> str:
    """The alignment that counts for magic; who chose none is judged by Lawfulness, and is Neutral without."""
    return own.alignment or alignment_of(own.lawfulness or 0)


@executes("robs:magic.cast.components")
def _asks_for_components(written: Written, caster: Creature) -> bool:
    """Ours: where they are asked for, the spells of level 3 and above take them."""
    return written.level >= 3 and not any(item.kind == COMPONENT for item in caster.items)


@executes(
    "robs:magic.cast.requirements",
    "robs:magic.wizard.any-time",
    "robs:spell.be-quiet.casters",
    "robs:spell.silence.casters",
    "robs:spell.minor-illusion.concentration",
    "robs:spell.cause-pain.severity",
    "robs:magic-item.scroll.reading",
    "robs:damage.critically-hurt.no-casting",
)
def why_not_speak(state: State, caster: Creature, is_scroll: bool = False) -> Refusal | None:
    """Casting needs free hands, a voice, and thoughts that are not elsewhere."""
    if sight.is_helpless(caster) or caster.status != "up":
        return Refusal(f"{caster.name} cannot act.", _NEEDS)
    if caster.condition(bonds.BOUND) or holds.holder_of(state, caster) is not None:
        return Refusal(f"{caster.name} has no hand free.", _NEEDS)
    reading = "robs:magic-item.scroll.reading"
    if caster.condition(MUTE):
        return Refusal(f"{caster.name} has no voice.", reading if is_scroll else "robs:spell.be-quiet.casters")
    if spell_conditions.is_hushed(state, caster):
        return Refusal("No sound can be made here.", reading if is_scroll else "robs:spell.silence.casters")
    if caster.condition(ILLUSION):
        return Refusal(f"{caster.name} is keeping up an illusion.", "robs:spell.minor-illusion.concentration")
    pain = caster.condition(PAIN)
    if pain is not None and pain.level >= AGONY:
        return Refusal(f"{caster.name} can think of nothing but the pain.", "robs:spell.cause-pain.severity")
    if wounds.is_critical(state, caster):
        return Refusal(f"{caster.name} is Critically Hurt.", "robs:damage.critically-hurt.no-casting")
    return None


@executes("robs:magic.energy-cost", "robs:magic.cast.interruption-cost")
def spent_on(own: RobsSheet, written: Written) -> dict[str, int]:
    """What has been used up once a spell is cast, or lost: its level more. It is not forgotten."""
    return {**own.spent, written.caster: own.spent.get(written.caster, 0) + written.level}


@executes("robs:magic.clerical.access")
def is_granted(do: Resolution, caster: Creature, written: Written) -> bool:
    """A deity hears all of one in good standing; of one who has sinned against the Order, spells of half the level
    only, unless the referee grants more."""
    own = sheet(caster)
    if written.caster != "cleric" or not alignment_changes.conduct_of(do.state, caster.id).violations:
        return True
    if written.level <= caster_level(own, "cleric") // 2:
        return True
    ruled = do.ruling("robs:magic.clerical.access", (GRANTED, WITHHELD), WITHHELD, caster.id)
    return ruled == GRANTED


@executes("robs:magic.recovery")
def sleep_through(do: Resolution) -> None:
    """A full night's rest brings back all energy."""
    for creature in do.state.marchers():
        if any(sheet(creature).spent.values()):
            do.emit(EnergyChanged(creature.id, {}, "a night's rest", rule=("robs:magic.recovery",)))


@executes("robs:magic.recovery-short", "robs:magic.mana-potions", "robs:magic-item.potion.mana")
def regain(do: Resolution, creature: Creature, levels: int, why: str, rule: tuple[str, ...]) -> int:
    """So many spell levels come back, not above the daily total; to the kind of magic that lacks more."""
    spent = dict(sheet(creature).spent)
    kind = max(spent, key=lambda k: (spent[k], k), default="")
    back = min(levels, spent.get(kind, 0))
    if back:
        do.emit(EnergyChanged(creature.id, {**spent, kind: spent[kind] - back}, why, rule=rule))
    return back
