"""Spells that find out, and the one that breaks others: alignment, magic, metal, and Dispel Magic."""

from __future__ import annotations

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures import survey
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import HIDDEN_ALIGNMENT, HIDDEN_MAGIC, SENSING
from underkeep.systems.robs.basics.spell_listings import Dispel, ReadAlignment, SenseMagic, SenseMetal
from underkeep.systems.robs.characters.alignment import alignment_of
from underkeep.systems.robs.magic.spell_effects import (
    Casting,
    SpellFailed,
    effects,
    lay,
    of_casters,
    working,
    workings_on,
)
from underkeep.systems.robs.magic.spell_targets import around, in_reach, scene, several
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

FALSELY = {"Lawful": "Evil", "Evil": "Lawful", "Neutral": "Lawful"}
_EFFECT = "robs:spell.detect-magic.effect"
_HIDDEN = "robs:spell.detect-magic.reverse"


class AlignmentRead(Note, frozen=True):
    """What a caster learned of somebody."""

    caster: str
    creature: str
    alignment: str


class MagicSensed(Note, frozen=True):
    """Where a caster senses magic: whose, and what sort of it."""

    caster: str
    of: str
    what: tuple[str, ...]


class MetalSensed(Note, frozen=True):
    caster: str
    of: str


class DispelTried(Event, frozen=True):
    """Somebody has tried so often to break one spell."""

    caster: str
    spell: str
    attempts: int

    def evolve(self, state: State) -> State:
        key = f"{self.caster}>{self.spell}"
        return with_campaign(state, dispels={**campaign(state).dispels, key: self.attempts})


EVENTS: tuple[type[Event], ...] = (AlignmentRead, MagicSensed, MetalSensed, DispelTried)


@executes("robs:spell.detect-alignment.effect")
def true_alignment(creature: Creature) -> str:
    """What somebody really is; who chose nothing is Neutral."""
    own = sheet(creature)
    return own.alignment or alignment_of(own.lawfulness or 0)


@executes(
    "robs:spell.detect-alignment.effect",
    "robs:spell.detect-alignment.range",
    "robs:spell.detect-alignment.reverse-contest",
)
@effects(ReadAlignment)
def read_alignment(do: Resolution, at: Casting, effect: ReadAlignment) -> None:
    """The alignment of as many as the caster has levels; of who hides it a false one, unless the hider is beaten."""
    caster = do.state.creatures[at.caster]
    seats = (do.state.owner(at.caster),)
    for target in several(do.state, caster, at.target, at.written, at.level):
        shown, rule = true_alignment(target), compendium.rules_of(at.written.form.rule)
        laid = working(do.state, target.id, HIDDEN_ALIGNMENT)
        if laid is not None and target.condition(HIDDEN_ALIGNMENT):
            rule = (*rule, "robs:spell.detect-alignment.reverse-contest")
            if not of_casters(do, at, laid, rule):
                shown = FALSELY[shown]
        do.emit(AlignmentRead(at.caster, target.id, shown, rule=rule, seats=seats))


@executes("robs:magic-item.potion.mana")
def is_magic(item: Item) -> bool:
    """Whether a thing has magic in it; herbs have none."""
    found = compendium.sundries().get(item.kind)
    if found is not None:
        return found.magic and not item.broken
    arm = compendium.weapon(item.kind) or compendium.armour(item.kind)
    return arm is not None and arm.enchantment > 0


@executes("robs:spell.detect-magic.effect", "robs:spell.detect-magic.reverse")
def sense(do: Resolution, at: Casting) -> None:
    """Spells and magic things of everybody within reach, and in hoards that are open to view; what is hidden only if
    the hider is beaten."""
    caster = do.state.creatures[at.caster]
    seats = (do.state.owner(at.caster),)
    found = False
    for target in around(do.state, caster, "creature"):
        if not in_reach(do.state, caster, target, at.written.form, at.reach):
            continue
        laid_on = {w.form for name, w in workings_on(do.state, target).items() if name not in (SENSING, HIDDEN_MAGIC)}
        what = (*sorted(laid_on), *_things(target.items))
        if not what:
            continue
        rule: tuple[str, ...] = (_EFFECT,)
        laid = working(do.state, target.id, HIDDEN_MAGIC)
        if laid is not None and target.condition(HIDDEN_MAGIC):
            if not of_casters(do, at, laid, (_HIDDEN,)):
                continue
            rule = (_EFFECT, _HIDDEN)
        found = True
        do.emit(MagicSensed(at.caster, target.name, what, rule=rule, seats=seats))
    for name, items in _hoards(do.state):
        if _things(items):
            found = True
            do.emit(MagicSensed(at.caster, name, _things(items), rule=(_EFFECT,), seats=seats))
    if not found:
        do.emit(MagicSensed(at.caster, "", (), rule=(_EFFECT,), seats=seats))


def _things(items: tuple[Item, ...]) -> tuple[str, ...]:
    return tuple(item.name for item in items if is_magic(item))


def _hoards(state: State) -> list[tuple[str, tuple[Item, ...]]]:
    if scene(state) != "dungeon":
        return []
    return [("the hoard", hoard.items) for hoard in survey.known_hoards(state)]


@executes("robs:spell.detect-magic.duration")
@effects(SenseMagic)
def sense_magic(do: Resolution, at: Casting, effect: SenseMagic) -> None:
    """For some minutes the caster may concentrate and sense, now and again."""
    lay(do, at, at.caster, SENSING, ("robs:spell.detect-magic.duration",))
    sense(do, at)


@executes("robs:magic.cast.difficulty")
@effects(SenseMetal)
def sense_metal(do: Resolution, at: Casting, effect: SenseMetal) -> None:
    """Ours: whoever near by has arms or armour of metal about them."""
    caster = do.state.creatures[at.caster]
    rule = compendium.rules_of(at.written.form.rule)
    for target in around(do.state, caster, "creature"):
        metal = any(compendium.weapon(i.kind) or compendium.armour(i.kind) for i in target.items)
        if metal and target.id != caster.id and in_reach(do.state, caster, target, at.written.form, at.reach):
            do.emit(MetalSensed(at.caster, target.name, rule=rule, seats=(do.state.owner(at.caster),)))


@executes("robs:spell.dispel-magic.contest", "robs:spell.dispel-magic.retries")
@effects(Dispel)
def dispel(do: Resolution, at: Casting, effect: Dispel) -> None:
    """The first spell on the target is broken if the contest with whoever laid it is won; each attempt on the same
    spell after the first is 1 harder, for ever."""
    target = do.state.creatures[at.target]
    laid = workings_on(do.state, target)
    rule = compendium.rules_of(at.written.form.rule)
    if not laid:
        do.emit(SpellFailed(at.caster, at.written.name, "nothing to break", rule=rule[:1]))
        return
    condition, found = next(iter(laid.items()))
    name = f"{target.id}/{found.form}/{found.caster}"
    before = campaign(do.state).dispels.get(f"{at.caster}>{name}", 0)
    do.emit(DispelTried(at.caster, name, before + 1, rule=(rule[1],)))
    if of_casters(do, at, found, rule, before):
        do.emit(ConditionEnded(target.id, condition, rule=rule[:1]))
