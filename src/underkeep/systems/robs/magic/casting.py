"""Casting: to announce a spell, to keep one's mind on it, and to let it go."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium, wounds
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.movement import ROUND_SECONDS
from underkeep.systems.robs.basics.numbers import roll_dhl, tell_critical
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import CONCENTRATING, ILLUSION, concentrating_on
from underkeep.systems.robs.basics.spell_listings import Feign, Written
from underkeep.systems.robs.characters.classes import highest_spell
from underkeep.systems.robs.magic import items, spell_targets, spells, touch
from underkeep.systems.robs.magic.spell_effects import Casting, SpellFailed, effects, unwell
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import CheckRolled, Creature, DamageRolled, Harmed, SaveRolled
from underkeep.world.fight import Spent
from underkeep.world.gear import Item
from underkeep.world.state import State

DECLARE, ACT = "declare", "act"
BY_SCROLL = " from a scroll"
CRIME, EXCUSED = "a crime", "excused"
_DECLARE = "robs:magic.cast.declare"
_INTERRUPTED = "robs:magic.cast.interruption"


class DeclareSpell(Action, frozen=True):
    """Announce a spell at the start of a round; from a scroll if one is named."""

    actor: str
    spell: str
    item: str = ""


class Cast(Action, frozen=True):
    """Cast a spell, one's own or that of a thing; `choice` is what is made of it, `amount` how much of it."""

    actor: str
    spell: str
    target: str = ""
    choice: str = ""
    item: str = ""
    amount: int = 0


class SpellDeclared(Note, frozen=True):
    caster: str
    spell: str


class SpellCast(Event, frozen=True):
    """A spell was cast; `spent` is the energy that its caster has used up by now."""

    private: ClassVar[tuple[str, ...]] = ("spent",)
    is_deed: ClassVar[bool] = True
    subject: ClassVar[str] = "caster"

    caster: str
    spell: str
    target: str
    spent: dict[str, int] | None

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.caster])
        return state.with_creature(self.caster, sheet=replace(own, spent=self.spent))


class SpellLost(Event, frozen=True):
    """A blow broke a caster's concentration; the energy is gone all the same."""

    private: ClassVar[tuple[str, ...]] = ("spent",)
    subject: ClassVar[str] = "caster"

    caster: str
    spell: str
    spent: dict[str, int] | None

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.caster])
        return state.with_creature(self.caster, sheet=replace(own, spent=self.spent))


class SpellSeen(Event, frozen=True):
    """A wizard saw a spell cast, and would know it again."""

    secret: ClassVar[bool] = True

    creature: str
    spell: str

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.creature])
        return state.with_creature(self.creature, sheet=replace(own, seen=(*own.seen, self.spell)))


class CrimeSeen(Event, frozen=True):
    """Forbidden magic was cast before witnesses."""

    creature: str
    spell: str
    crimes: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, crimes={**campaign(state).crimes, self.creature: self.crimes})


EVENTS: tuple[type[Event], ...] = (SpellDeclared, SpellCast, SpellLost, SpellSeen, CrimeSeen)


def _is_staff(item: Item) -> bool:
    return compendium.sundries()[item.kind].sort == "staff"


def _item(state: State, action: DeclareSpell | Cast) -> Item | None:
    return state.creatures[action.actor].item(action.item) if action.item else None


def sources(state: State, caster: Creature) -> list[tuple[Written, str, int]]:
    """Every spell somebody could cast, with the thing that holds it and the level it has: one's own, wands, scrolls."""
    own = sheet(caster)
    found = []
    if spells.is_caster(own) and spells.why_not_speak(state, caster) is None:
        for written in spells.known(own):
            if spells.why_not_own(state, caster, written) is None:
                found.append((written, "", spells.reaching_level(state, own, written)))
    for item, written in items.usable(caster):
        if why_not_thing(state, caster, item, written) is None:
            found.append((written, item.id, items.level_of(item, written)))
    return found


def why_not_thing(state: State, caster: Creature, item: Item, written: Written) -> Refusal | None:
    """What speaks against a wand or a scroll in these hands. A scroll is read aloud, as a spell is cast."""
    sort = compendium.sundries()[item.kind].sort
    refusal = items.why_not_stored(state.switches, written, sort) or items.why_not_use(state, caster, item, written)
    if not items.rebels_against(state, caster, item):
        refusal = refusal or items.why_not_for(state, caster, item)
    if refusal is None and sort == "scroll":
        refusal = spells.why_not_speak(state, caster, True)
    if refusal is None and sort == "staff" and state.fight is None:
        refusal = Refusal(f"{item.name} works through a blow.", "robs:magic-item.wand.staff-of-paralysis")
    return refusal


def options(state: State, caster: Creature) -> list[Action]:
    """Every casting that is open now; in a fight of what was announced, and of wands."""
    found: list[Action] = []
    scene = spell_targets.scene(state)
    announced = concentrating_on(caster) if caster.conditions else ""
    for written, item, level in sources(state, caster):
        if scene not in written.form.scenes:
            continue
        if state.fight is not None and not _is_wand(caster, item) and announced != _mark(written, item):
            continue
        for target in _reached(state, caster, written, item, level):
            choices = tuple(c for c in written.form.choices if _fits(c, scene)) or ("",)
            found += [Cast(caster.id, written.id, target, choice, item) for choice in choices]
    return found


@executes("robs:magic-item.wand.staff-of-paralysis")
def _reached(state: State, caster: Creature, written: Written, item: str, level: int) -> list[str]:
    """Whom a spell reaches; a staff only who stands beside its user."""
    found = spell_targets.targets(state, caster, written, level)
    held = caster.item(item) if item else None
    if held is None or not _is_staff(held):
        return found
    return [id for id in found if caster.steps_to(state.creatures[id]) <= 1]


def _fits(choice: str, scene: str) -> bool:
    """Entertainment is for a town, and nobody is scared or hidden from there."""
    return (choice == "entertain") == (scene == "town") if choice in ("entertain", "scare", "hide") else True


def _is_wand(caster: Creature, item: str) -> bool:
    found = caster.item(item) if item else None
    return found is not None and not items.is_scroll(found)


def _mark(written: Written, item: str) -> str:
    return f"{written.id}{BY_SCROLL}" if item else written.id


@executes("robs:magic.cast.declare", "robs:magic-item.scroll.reading")
def declarations(state: State, caster: Creature) -> tuple[Action, ...]:
    """What may be announced at the start of a round: any spell that has its place in a fight. Wands need none of it."""
    if not sheet(caster).classes and not sheet(caster).magic:
        return ()
    found = [
        DeclareSpell(caster.id, written.id, item)
        for written, item, _ in sources(state, caster)
        if "fight" in written.form.scenes and not _is_wand(caster, item)
    ]
    return tuple(dict.fromkeys(found))


def listed(state: State) -> list[Action]:
    """What the party may cast outside a fight."""
    return [action for c in state.marchers() for action in options(state, c)] if state.fight is None else []


@executes("robs:magic.cast.declare", "robs:spell.minor-illusion.size")
def why_not(state: State, action: DeclareSpell | Cast) -> Refusal | None:
    """The first thing that speaks against a spell: the caster, the thing, the announcement, the target."""
    caster = state.creatures.get(action.actor)
    written = compendium.form(action.spell)
    if caster is None or written is None:
        return Refusal("There is no such spell, or nobody to cast it.", "robs:spell.list")
    item = _item(state, action)
    if action.item and (item is None or items.holds(item) is not written):
        return Refusal(f"{caster.name} has nothing like that.", "robs:magic-item.wand.use")
    if item is not None:
        refusal = why_not_thing(state, caster, item, written)
        level = reach = items.level_of(item, written)
    else:
        refusal = _why_not_without(state, caster, written) or spells.why_not_speak(state, caster)
        level = spells.caster_level(sheet(caster), written.caster)
        reach = spells.reaching_level(state, sheet(caster), written)
    if refusal is not None or isinstance(action, DeclareSpell):
        return refusal
    if spell_targets.scene(state) not in written.form.scenes:
        return Refusal(f"{written.name} is of no use here.", "robs:spell.list")
    at_once = state.fight is None or _is_wand(caster, action.item)
    if not at_once and concentrating_on(caster) != _mark(written, action.item):
        return Refusal(f"{caster.name} has not announced {written.name} this round.", _DECLARE)
    effect = written.form.effect
    if isinstance(effect, Feign) and action.amount > effect.cubic_metres_per_level * level:
        most = effect.cubic_metres_per_level * level
        return Refusal(f"The illusion is of {most} cubic metres at most.", "robs:spell.minor-illusion.size")
    if action.choice and action.choice not in written.form.choices:
        return _why_not_chosen(written, action.choice)
    return _why_not_target(state, caster, written, action.target, reach)


def _why_not_without(state: State, caster: Creature, written: Written) -> Refusal | None:
    """What speaks against a spell of one's own; of who has it only in a thing, what speaks against the thing."""
    refusal = spells.why_not_own(state, caster, written)
    if refusal is None:
        return None
    thing = next((item for item, held in items.usable(caster) if held is written), None)
    return (why_not_thing(state, caster, thing, written) if thing is not None else None) or refusal


@executes("robs:spell.silence.duration")
def _why_not_chosen(written: Written, choice: str) -> Refusal:
    """A spell is made no other thing of than it allows; silence is never half a silence."""
    half = "robs:spell.silence.duration" if written.id == "sphere-of-silence" else "robs:spell.list"
    return Refusal(f'{written.name} cannot be made "{choice[:30]}".', half)


def _why_not_target(state: State, caster: Creature, written: Written, target: str, level: int) -> Refusal | None:
    if target in spell_targets.targets(state, caster, written, level):
        return None
    found = state.creatures.get(target)
    if found is None:
        return Refusal(f"{written.name} needs somebody to be cast on.", "robs:spell.list")
    form = written.form
    if not spell_targets.in_reach(state, caster, found, form, level):
        rules = compendium.rules_of(form.rule)
        rule = next((r for r in rules if r in spell_targets.REACHES), "robs:magic.cast.requirements")
        return Refusal(f"{found.name} is out of reach of {written.name}.", rule)
    refusal = spell_targets.why_not_on(state, caster, found, form)
    return refusal or Refusal(f"{written.name} cannot be cast on {found.name}.", "robs:spell.list")


@executes("robs:magic.cast.declare")
def declare(do: Resolution, action: DeclareSpell) -> None:
    """The caster concentrates on the spell until it is cast or the round is over."""
    written = compendium.form(action.spell)
    assert written is not None
    mark = CONCENTRATING + _mark(written, action.item)
    do.emit(Spent(action.actor, DECLARE, rule=(_DECLARE,)))
    do.emit(SpellDeclared(action.actor, written.name, rule=(_DECLARE,)))
    until = do.state.now + ROUND_SECONDS
    do.emit(ConditionGained(action.actor, Condition(mark, until), rule=(_DECLARE,)))


def _behind(state: State, caster: Creature, written: Written, item: Item | None) -> tuple[str, ...]:
    """The rules by which a spell could be cast."""
    form = written.form
    found = ["robs:spell.list", "robs:magic.cast.difficulty"]
    found += [r for r in compendium.rules_of(form.rule) if r in spell_targets.REACHES]
    found += ["robs:magic.reversed"] if written.has_reverse else []
    if item is not None:
        found += items.worked_by(item, written)
    else:
        found += ["robs:magic.energy-cost", "robs:magic.spell-level-limit", "robs:magic.cast.requirements"]
        if written.caster == "cleric":
            found += ["robs:magic.clerical-source", "robs:magic.clerical.access"]
            if form.alignments:
                found += ["robs:magic.prerequisite.alignment", form.prerequisite]
                found += ["robs:magic.reversed.clerical"] if written.is_reversed else []
        else:
            found += ["robs:magic.known-spells", "robs:magic.wizard.any-time"]
            found += ["robs:magic.reversed.wizard"] if written.is_reversed else []
    if state.fight is not None and (item is None or items.is_scroll(item)):
        found.append(_DECLARE)
    return tuple(dict.fromkeys(found))


@executes(
    "robs:magic.energy-cost", "robs:magic.item-level", "robs:magic-item.scroll.content", "robs:magic-item.wand.use"
)
def cast(do: Resolution, action: Cast) -> None:
    """The spell takes its level in energy, or a charge of the thing that holds it, and takes effect."""
    caster = do.state.creatures[action.actor]
    written = compendium.form(action.spell)
    assert written is not None
    item = _item(do.state, action)
    if do.state.fight is not None:
        do.emit(Spent(caster.id, ACT, rule=("robs:combat.round.phases",)))
        stop_concentrating(do, caster)
    if item is None and not spells.is_granted(do, caster, written):
        do.emit(SpellFailed(caster.id, written.name, "withheld", rule=("robs:magic.clerical.access",)))
        return
    if item is not None and items.rebels_against(do.state, caster, item):
        items.rebuke(do, caster, item)
        return
    if item is not None and _is_staff(item):
        by = ("robs:magic-item.wand.staff-of-paralysis", "robs:magic-item.wand.list")
        if not touch.lands(do, caster.id, action.target, item.name, by):
            return
    own = sheet(caster)
    spent = spells.spent_on(own, written) if item is None else own.spent
    level = items.level_of(item, written) if item is not None else spells.caster_level(own, written.caster)
    rule = _behind(do.state, caster, written, item)
    do.emit(SpellCast(caster.id, written.name, action.target, spent, rule=rule))
    _witness(do, caster, written)
    if item is not None:
        items.use_up(do, caster, item, written)
    skill = spells.skill_in(do, caster, written) if item is None else 0
    if _comes_off(do, caster, written, skill):
        at = Casting(caster.id, written, action.target, action.choice, level, action.item, action.amount, skill)
        effects.carry_out(do, at, written.form.effect)
    _before_the_law(do, caster, written, action.choice)


@executes("robs:magic.cast.difficulty", "robs:spell.cure-disease.reverse-effect")
def _comes_off(do: Resolution, caster: Creature, written: Written, skill: int) -> bool:
    """Ruling: casting-roll-2dhl. Where a spell has a difficulty the caster must reach it with one roll; else it needs
    none."""
    needed = written.form.difficulty
    if needed is None:
        return True
    parts = (*unwell(caster), *wounds.penalty(do.state, caster))
    roll = roll_dhl(do, f"casting of {caster.id}", parts, needed, skill, by=caster)
    tell_critical(do, caster.id, roll)
    ill = ("robs:spell.cure-disease.reverse-effect",) if unwell(caster) else ()
    rule = ("robs:magic.cast.difficulty", "robs:task.check.success", *ill)
    do.emit(CheckRolled(caster.id, "casting", roll, bool(roll.success), rule=rule))
    return bool(roll.success)


def stop_concentrating(do: Resolution, caster: Creature) -> None:
    mark = concentrating_on(caster) if caster.conditions else ""
    if mark:
        do.emit(ConditionEnded(caster.id, CONCENTRATING + mark, rule=(_DECLARE,)))


def on_harmed(do: Resolution, event: Harmed) -> None:
    disturb(do, event.creature, event.amount)


def on_blow(do: Resolution, event: DamageRolled) -> None:
    """Ruling: interruption-trigger. A hit that does no harm still disturbs."""
    if event.roll.total <= 0:
        disturb(do, event.target, 0)


@executes("robs:magic.cast.interruption", "robs:magic.cast.interruption-cost", "robs:magic-item.scroll.reading")
def disturb(do: Resolution, id: str, amount: int) -> None:
    """Who is hit while concentrating keeps the spell by an INT save against the damage, or loses it and its energy."""
    caster = do.state.creatures.get(id)
    if caster is None or not caster.conditions or caster.status != "up":
        return
    mark = concentrating_on(caster)
    illusion = caster.condition(ILLUSION) is not None
    if not mark and not illusion:
        return
    modifiers = (Modifier("INT", sheet(caster).attributes["INT"]), *wounds.penalty(do.state, caster))
    roll = roll_dhl(do, f"concentration of {id}", modifiers, amount, by=caster)
    scroll = mark.endswith(BY_SCROLL)
    rule = (_INTERRUPTED, *(("robs:magic-item.scroll.reading",) if scroll else ()))
    do.emit(SaveRolled(id, "interruption", roll, bool(roll.success), rule=rule))
    if roll.success:
        return
    if illusion:
        do.emit(ConditionEnded(id, ILLUSION, rule=(_INTERRUPTED, "robs:spell.minor-illusion.concentration")))
        return
    stop_concentrating(do, caster)
    written = compendium.forms()[mark.removesuffix(BY_SCROLL)]
    if scroll:
        item = next((i for i, held in items.usable(caster) if held is written and items.is_scroll(i)), None)
        if item is not None:
            items.use_up(do, caster, item, written)
        return
    spent = spells.spent_on(sheet(caster), written)
    do.emit(SpellLost(id, written.name, spent, rule=(_INTERRUPTED, "robs:magic.cast.interruption-cost")))


@executes("robs:magic-item.scroll.identify-unknown")
def _witness(do: Resolution, caster: Creature, written: Written) -> None:
    """Other wizards of the party who look on remember what they saw."""
    for other in do.state.active():
        own = sheet(other)
        if other.id == caster.id or written.spell in own.seen or written.spell in own.spells:
            continue
        if highest_spell(own, "wizard"):
            do.emit(SpellSeen(other.id, written.spell, rule=("robs:magic-item.scroll.identify-unknown",)))


@executes("robs:magic.wizard.outlawed")
def _before_the_law(do: Resolution, caster: Creature, written: Written, choice: str) -> None:
    """Magic that deceives or harms is a crime where people live, but for entertainment and in self-defence."""
    if not written.form.outlawed or spell_targets.scene(do.state) != "town":
        return
    usual = EXCUSED if choice == "entertain" else CRIME
    rule = "robs:magic.wizard.outlawed"
    if do.ruling(rule, (CRIME, EXCUSED), usual, caster.id) == CRIME:
        crimes = campaign(do.state).crimes.get(caster.id, 0) + 1
        do.emit(CrimeSeen(caster.id, written.name, crimes, rule=(rule,)))
