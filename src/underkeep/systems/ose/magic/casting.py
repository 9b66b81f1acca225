"""Casting spells: what is declared, who may cast what at whom, what spoils it, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.attacks import concentration
from underkeep.systems.ose.basics import compendium, conditions
from underkeep.systems.ose.basics.conditions import has
from underkeep.systems.ose.basics.sheet import OwnSpell, sheet
from underkeep.systems.ose.basics.worn_magic import CIRCLES
from underkeep.systems.ose.characters import thief_skills
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.checks.enchantments import hovers
from underkeep.systems.ose.equipment.light import why_not_read
from underkeep.systems.ose.magic import divine_favour, families, invented, memorising, scrolls, spell_targets
from underkeep.systems.ose.magic.items import oddities
from underkeep.systems.ose.magic.spell_effects import CAST, Casting, carry_out
from underkeep.systems.ose.magic.spells import LISTS, ROUND_SECONDS, Use, Written, forms, scene
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.fight import Mark, Spent, SpentOn
from underkeep.world.grid import Square

if TYPE_CHECKING:
    from underkeep.world.state import State

FAMILIES = families.FAMILIES
"""All are read in, so that every effect is carried out."""
OF_MONSTERS = "magic-user"

DECLARED = "spell"
DONE, DISRUPTED = "has cast", "spell disrupted"
_DECLARE = "ose:combat.declare"
_FREEDOM = "ose:combat.spell.freedom"
_IN_MIND = "ose:magic.memorize-and-cast"
_CIRCLE = "ose:magic-item.scroll.protection.circle"
_SPELLBOUND = {
    conditions.POLYMORPHED: "is not in the shape to cast",
    conditions.FEEBLEMINDED: "has no wits to cast with",
    conditions.INSANE: "is out of any mind to cast",
    conditions.POSSESSED: "cannot be made to cast",
    conditions.ANTIMAGIC: "is inside a shell that lets no magic out",
}


class DeclareSpell(Action, frozen=True):
    """Announce, before initiative, that a spell will be cast this round."""

    actor: str
    spell: str

    @property
    def hint(self) -> str:
        return _hint(self.spell)


class Cast(Action, frozen=True):
    """Cast a spell from memory: at somebody, at a door, for a thing, or `at` a square; `use` where it has several."""

    actor: str
    spell: str
    target: str = ""
    use: str = ""
    at: Square | None = None

    @property
    def hint(self) -> str:
        return _hint(self.spell, self.use)


@cache
def _hint(spell: str, use: str | None = None) -> str:
    """What a spell, or one use of it, is good for."""
    written = [w for name in LISTS if (w := forms(name).get(spell)) is not None]
    return next((u.hint for w in written for u in w.uses if u.hint and use in (None, u.name)), "")


class SpellCast(Event, frozen=True):
    """A spell was cast and is gone from memory; what is left there is the caster's own business."""

    private: ClassVar[tuple[str, ...]] = ("memorised",)
    is_deed: ClassVar[bool] = True
    subject: ClassVar[str] = "caster"

    caster: str
    spell: str
    target: str
    memorised: tuple[str, ...] | None
    at: Square | None = None

    def evolve(self, state: State) -> State:
        return _with_memory(state, self.caster, self.memorised)


class SpellDisrupted(Event, frozen=True):
    """A declared spell failed before it was cast, and is gone from memory all the same."""

    private: ClassVar[tuple[str, ...]] = ("memorised", "spell")
    subject: ClassVar[str] = "caster"

    caster: str
    spell: str | None
    memorised: tuple[str, ...] | None

    def evolve(self, state: State) -> State:
        return _with_memory(state, self.caster, self.memorised)


def _with_memory(state: State, id: str, memorised: tuple[str, ...] | None) -> State:
    return state.with_creature(id, sheet=replace(sheet(state.creatures[id]), memorised=memorised))


@lru_cache(maxsize=1024)
def _castable(
    list_name: str, divine: bool, memorised: tuple[str, ...], worked_out: tuple[OwnSpell, ...]
) -> dict[str, Written]:
    known = invented.with_own(list_name, worked_out)
    held = {known[name].spell.name for name in memorised if name in known}
    return {
        name: written
        for name, written in known.items()
        if (divine and written.spell.name in held) or (not divine and name in memorised)
    }


@executes(
    "ose:magic.memorize-and-cast",
    "ose:magic.cast.once",
    "ose:magic.divine.reverse",
    "ose:magic.arcane.reverse",
    "ose:magic.reversible",
)
def castable(creature: Creature) -> dict[str, Written]:
    """The forms of spells that somebody can cast now: those in memory, and what stands on scrolls. A divine caster may
    turn a memorised spell round at the moment of casting; an arcane one has fixed the form.
    """
    written = scrolls.castable(creature)
    if creature.conditions and is_shaken(creature):
        return written
    return {**written, **in_mind(creature)} if written else in_mind(creature)


@executes("ose:combat.unstable.spells", "ose:combat.unstable.magical-flight", "ose:combat.unstable.magic-items")
def is_shaken(creature: Creature) -> bool:
    """Without firm ground no spell can be cast, though a scroll can be read; hovering by magic is as good as ground."""
    return has(creature, conditions.UNSTABLE) and not hovers(creature)


@executes("ose:magic.memorize-and-cast", "ose:magic.divine.reverse", "ose:magic.arcane.reverse")
def in_mind(creature: Creature) -> dict[str, Written]:
    """The spells the creature could cast now, with the forms that are open to it. Monsters have theirs from the list of
    magic-users."""
    memorised = sheet(creature).memorised
    if not memorised:
        return {}
    own, more = compendium.classes().get(sheet(creature).character_class), sheet(creature).own_spells
    if own is None:
        return _castable(OF_MONSTERS, False, memorised, more)
    return _castable(own.spell_list, own.magic == "divine", memorised, more) if own.spell_list else {}


@executes("ose:magic.cast.once", "ose:magic.memorize-and-cast")
def without(creature: Creature, written: Written) -> tuple[str, ...]:
    """Memory less one copy of the spell."""
    left = list(sheet(creature).memorised)
    left.remove(written.name if written.name in left else written.spell.name)
    return tuple(left)


@executes("ose:combat.spell.freedom", "ose:magic.cast.gestures-words")
def why_not_speak(creature: Creature) -> Refusal | None:
    """Casting takes speech and free hands."""
    if not creature.conditions:
        return None
    if conditions.is_helpless(creature) or has(creature, conditions.WEBBED):
        return Refusal(f"{creature.name} cannot move a hand.", _FREEDOM)
    if has(creature, CIRCLES["magic"]):
        return Refusal(f"No magic leaves the circle that {creature.name} is in.", _CIRCLE)
    if has(creature, conditions.RAISED):
        return Refusal(f"{creature.name} is too weak for any magic.", _FREEDOM)
    for name, why in _SPELLBOUND.items():
        if has(creature, name):
            return Refusal(f"{creature.name} {why}.", _IN_MIND)
    for name in (conditions.SILENCED, conditions.GAGGED):
        if has(creature, name):
            return Refusal(f"{creature.name} is {name} and cannot speak the words.", _FREEDOM)
    return None


def declared(spent: tuple[Mark, ...]) -> str:
    """The spell that somebody announced this round, if it is still to come."""
    return announced(spent) if spent and DONE not in spent and DISRUPTED not in spent else ""


def announced(spent: tuple[Mark, ...]) -> str:
    """The spell that somebody announced this round, whatever became of it."""
    for mark in spent:
        if isinstance(mark, SpentOn) and mark.what == DECLARED:
            return mark.on
    return ""


@executes("ose:combat.spell.sole-action", "ose:combat.spell.no-move")
def is_casting(spent: tuple[Mark, ...]) -> bool:
    """Whether this round is given to a spell, cast, spoilt or still to come."""
    return bool(announced(spent))


@executes("ose:combat.declare", "ose:combat.spell.freedom")
def declarations(state: State, actor: Creature) -> tuple[Action, ...]:
    """The spells that could be announced."""
    if why_not_speak(actor) is not None:
        return ()
    known = castable(actor).items()
    return tuple(DeclareSpell(actor.id, name) for name, written in known if options_of(state, actor, written))


def options_of(state: State, caster: Creature, written: Written) -> Options:
    """Every way to cast a form here and now."""
    here = scene(state)
    if _why_not_read(state, caster, written) is not None:
        return NONE
    kept = magic_of(caster) == "divine" and divine_favour.keeps_faith(state, caster)
    found: list[Action] = []
    aims = []
    for use in written.uses:
        if use.outdoors and not spell_targets.is_open_air(state):
            continue
        if here in use.when and use.target == "square":
            assert state.grid is not None
            aimed = partial(_aimed, written.name, use.name)
            aims.append(Moves(aimed, caster.id, state.grid, spell_targets.squares(state, caster, written, use), "at"))
        elif here in use.when:
            for target in spell_targets.targets(state, caster, written, use):
                if not (kept and divine_favour.goes_against(state, caster, written, target)):
                    found.append(Cast(caster.id, written.name, target, use.name))
    return Options(tuple(found), tuple(aims))


def _aimed(spell: str, use: str, caster: str, square: Square) -> Cast:
    return Cast(caster, spell, "", use, square)


@executes("ose:combat.round-sequence", "ose:combat.declare")
def cast_options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> Options:
    """In a fight's spell step: the spell that was announced, on anybody it can reach by now."""
    name = declared(spent)
    written = castable(actor).get(name) if name else None
    if written is None or why_not_speak(actor) is not None:
        return NONE
    return options_of(state, actor, written)


@executes("ose:magic.cast.gestures-words")
def own_options(state: State) -> list[Action]:
    """Outside a fight: every spell that somebody of the party could cast."""
    found: list[Action] = []
    for caster in state.marchers():
        if why_not_speak(caster) is None:
            for written in castable(caster).values():
                found += options_of(state, caster, written).listed
    return found


def why_not_declare(
    state: State, actor: Creature, action: DeclareSpell, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    if spent:
        return Refusal(f"{actor.name} has announced something else.", "ose:combat.spell.sole-action")
    if action.spell not in castable(actor):
        return _why_not_in_mind(actor, action.spell)
    refusal = why_not_speak(actor)
    if refusal is None and action not in declarations(state, actor):
        return Refusal(f"There is nobody to cast {action.spell} on.", "ose:combat.spell.line-of-sight")
    return refusal


@executes(
    "ose:magic.arcane.reverse", "ose:magic.memorize-and-cast", "ose:magic.cast.once", "ose:combat.unstable.spells"
)
def _why_not_in_mind(actor: Creature, spell: str) -> Refusal:
    """Why a spell cannot be cast: another form was memorised, none was, or the footing is unsteady."""
    if spell in in_mind(actor):
        return Refusal(f"{actor.name} has no firm footing to cast from.", "ose:combat.unstable.spells")
    own = compendium.classes().get(sheet(actor).character_class)
    known = invented.known(actor) if own is not None else {}
    written = known.get(spell)
    if written is not None and any(known[n].spell is written.spell for n in sheet(actor).memorised if n in known):
        return Refusal(f"{actor.name} has memorised another form of {spell}.", "ose:magic.arcane.reverse")
    return Refusal(f"{actor.name} has no {spell} in mind.", _IN_MIND)


@executes("ose:magic-item.scroll.light")
def _why_not_read(state: State, actor: Creature, written: Written) -> Refusal | None:
    """What is read off a scroll takes light to read by."""
    if written.name in in_mind(actor) or why_not_read(state, actor) is None:
        return None
    return Refusal(f"{actor.name} cannot read a scroll in the dark.", "ose:magic-item.scroll.light")


def use_of(state: State, action: Cast) -> Use:
    """Which of a spell's uses is meant."""
    written = castable(state.creatures[action.actor])[action.spell]
    return next(use for use in written.uses if use.name == action.use)


def why_not_in_fight(
    state: State, actor: Creature, action: Cast, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    return why_not_cast(state, actor, action, spent)


def why_not_outside(state: State, action: Cast) -> Refusal | None:
    return why_not_cast(state, state.creatures[action.actor], action)


@executes("ose:magic.cast.gestures-words")
def cast_at_leisure(do: Resolution, action: Cast) -> None:
    """A round for the gestures and words."""
    pass_time(do, ROUND_SECONDS, "casting")
    cast(do, action)


@executes(
    "ose:combat.declare",
    "ose:combat.spell.sole-action",
    "ose:combat.spell.no-move",
    "ose:combat.spell.line-of-sight",
    "ose:magic.memorize-and-cast",
)
def why_not_cast(state: State, actor: Creature, action: Cast, spent: tuple[Mark, ...] = ()) -> Refusal | None:
    """None exactly if it is listed; else the likeliest reason."""
    written = castable(actor).get(action.spell)
    if state.fight is not None:
        if state.fight.step.phase != "spells" and declared(spent):
            return Refusal(f"{actor.name} casts when the spells are cast.", "ose:combat.round-sequence")
        if spent and not is_casting(spent):
            rule = "ose:combat.spell.no-move" if "move" in spent else "ose:combat.spell.sole-action"
            return Refusal(f"{actor.name} has done something else this round.", rule)
        if declared(spent) != action.spell:
            return Refusal(f"{actor.name} did not announce {action.spell}.", _DECLARE)
    if written is None:
        return _why_not_in_mind(actor, action.spell)
    refusal = why_not_speak(actor) or _why_not_read(state, actor, written)
    if refusal is not None or action in options_of(state, actor, written):
        return refusal
    use = next((u for u in written.uses if u.name == action.use), None)
    if use is not None and use.outdoors and not spell_targets.is_open_air(state):
        return Refusal(f"{action.spell} needs the open sky.", "ose:magic.spell-list")
    if use is None or scene(state) not in use.when:
        return Refusal(f"{action.spell} is of no use here.", "ose:magic.spell-list")
    return spell_targets.why_not(state, actor, written, use, action.target)


@executes("ose:combat.declare")
def declare(do: Resolution, action: DeclareSpell) -> None:
    """The other side sees no more than somebody gathering thoughts."""
    seat = do.state.owner(action.actor)
    do.emit(Spent(action.actor, SpentOn(DECLARED, action.spell), rule=(_DECLARE,), seats=(seat,)))


@executes("ose:magic.memorize-and-cast", "ose:magic.cast.once", "ose:combat.spell.sole-action")
def cast(do: Resolution, action: Cast) -> None:
    """The spell leaves the mind and takes effect."""
    caster = do.state.creatures[action.actor]
    written = castable(caster)[action.spell]
    use = next(u for u in written.uses if u.name == action.use)
    left = _spend(do, caster, written)
    seen = action.target if action.target in do.state.creatures else ""
    rule = (*CAST, "ose:magic.cast.once", *_behind(do.state, caster, written), *_in_spite_of_footing(caster, written))
    do.emit(SpellCast(caster.id, written.name, seen, left, action.at, rule=rule))
    if do.state.fight is not None:
        do.emit(Spent(caster.id, DONE, rule=("ose:combat.spell.sole-action",)))
    if not thief_skills.is_thief(caster) or not thief_skills.scroll_goes_wrong(do, caster):
        release(do, Casting(caster.id, written, use, action.target, sheet(caster).level, action.at))
    divine_favour.answer_for(do, caster.id, written, action.target)


def _behind(state: State, caster: Creature, written: Written) -> Iterator[str]:
    """What besides decided that the spell could be cast here, in this form."""
    yield written.spell.rule
    if state.fight is None:
        yield "ose:magic.cast.gestures-words"
    if written.is_reversed:
        yield "ose:magic.reversible"
        if written.name in in_mind(caster):
            yield "ose:magic.divine.reverse" if magic_of(caster) == "divine" else "ose:magic.arcane.reverse"


@executes("ose:combat.unstable.magic-items", "ose:combat.unstable.magical-flight")
def _in_spite_of_footing(caster: Creature, written: Written) -> tuple[str, ...]:
    """The rule by which somebody casts who has no firm ground: a scroll is as good there as anywhere, and so is a spell
    for those whom magic holds up.
    """
    if not has(caster, conditions.UNSTABLE):
        return ()
    from_mind = not is_shaken(caster) and written.name in in_mind(caster)
    return ("ose:combat.unstable.magical-flight",) if from_mind else ("ose:combat.unstable.magic-items",)


@executes("ose:magic.cast.once")
def _spend(do: Resolution, caster: Creature, written: Written) -> tuple[str, ...]:
    """What is left in memory; a spell that is not in mind is read off a scroll."""
    if written.name in in_mind(caster):
        memorising.spent(do, caster, written.spell.level)
        return without(caster, written)
    scrolls.use_up(do, caster, written)
    return sheet(caster).memorised


def release(do: Resolution, casting: Casting) -> None:
    """The magic goes off: the invisible show themselves, and concentration on another spell may end."""
    concentration.disturb(do, casting.caster, "casting")
    caster = do.state.creatures[casting.caster]
    if has(caster, conditions.INVISIBLE):
        do.emit(ConditionEnded(caster.id, conditions.INVISIBLE, rule=CAST))
    carry_out(do, oddities.turned_back(do, casting))


@executes("ose:combat.spell.disruption")
def disrupt(do: Resolution, id: str) -> None:
    """A caster who lost the initiative and is hit, or fails a save, before acting loses the spell as if it had been
    cast.
    """
    fight = do.state.fight
    name = declared(fight.spent.get(id, ())) if fight is not None else ""
    if not name or fight is None or not _has_lost_initiative(do.state, id):
        return
    caster = do.state.creatures[id]
    written = castable(caster).get(name)
    if written is None:
        return
    rule = ("ose:combat.spell.disruption",)
    do.emit(SpellDisrupted(id, name, _spend(do, caster, written), rule=rule))
    do.emit(Spent(id, DISRUPTED, rule=rule))


@executes("ose:combat.spell.disruption")
def _has_lost_initiative(state: State, id: str) -> bool:
    """Whether others act before this caster may cast."""
    fight = state.fight
    assert fight is not None
    if not fight.begun or (fight.step.together and id in fight.step.actors):
        return False
    return any(step.phase == "spells" and id in step.actors for step in fight.steps[1:])
