"""What a wizard does with time: learning a spell from a teacher or a scroll, inventing one, writing a scroll, charging
a wand, telling what a scroll holds."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.robs.basics import compendium, money
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.qualities import Charged, Inscribed
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.basics.spell_listings import Written
from underkeep.systems.robs.characters.classes import highest_spell
from underkeep.systems.robs.checks.checks import ContestRolled
from underkeep.systems.robs.magic import items, spells
from underkeep.systems.robs.magic.items import ChargeUsed
from underkeep.world.clock import DAY, HOUR
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, ItemsChanged, fewer, more
from underkeep.world.state import State

FROM_SCROLLS, SCROLL_ROLL, RECHARGE = "learn-from-scrolls", "learn-from-scrolls-roll", "wand-recharge"
RESEARCH_LEVEL, ENCHANT_LEVEL = 5, 5
MONTH_DAYS, SCROLL_DAYS, TEACHER_DAYS, WRITING_DAYS = 30, 7, 7, 7
TEACHER_CP = 1000
SCROLL = "blank-scroll"
ALLOWED, REFUSED = "allowed", "refused"
_SOURCES, _RESEARCH = "robs:research.learning-sources", "robs:research.new-spells"


class LearnSpell(Action, frozen=True):
    """Have a spell taught in town."""

    actor: str
    spell: str


class StudyScroll(Action, frozen=True):
    """Learn the spell of a scroll, which loses its magic."""

    actor: str
    item: str


class Research(Action, frozen=True):
    """Invent a spell that is not in any book, or find out by oneself one that is."""

    actor: str
    spell: str


class WriteScroll(Action, frozen=True):
    """Write a spell that one knows on a scroll."""

    actor: str
    spell: str


class Recharge(Action, frozen=True):
    """Put a charge into a wand whose spell one knows."""

    actor: str
    item: str


class ExamineScroll(Action, frozen=True):
    """Look at a scroll to tell what is on it."""

    actor: str
    item: str


class Meditate(Action, frozen=True):
    """Rest for an hour to gather strength for spells."""

    actor: str


class SpellLearned(Event, frozen=True):
    """A wizard knows a spell more."""

    creature: str
    spell: str
    name: str
    source: str

    def evolve(self, state: State) -> State:
        own = sheet(state.creatures[self.creature])
        return state.with_creature(self.creature, sheet=replace(own, spells=(*own.spells, self.spell)))


class StudyFailed(Note, frozen=True):
    creature: str
    name: str
    source: str


class ScrollExamined(Note, frozen=True):
    """What somebody makes of a scroll; an empty spell if nothing."""

    creature: str
    scroll: str
    spell: str


EVENTS: tuple[type[Event], ...] = (SpellLearned, StudyFailed, ScrollExamined)


def _wizards(state: State) -> list[Creature]:
    return [c for c in state.marchers() if highest_spell(sheet(c), "wizard")]


@executes("robs:research.learning-sources", "robs:magic.reversed.wizard", "robs:class.wizard.spell-level")
def learnable(own: RobsSheet) -> list[Written]:
    """Spells a wizard could still learn, each form by itself, as high as the wizard's level."""
    most = highest_spell(own, "wizard")
    return [
        w for w in compendium.forms().values() if w.caster == "wizard" and w.level <= most and w.id not in own.spells
    ]


def _find(state: State, action: LearnSpell | Research | WriteScroll) -> tuple[Creature, Written] | Refusal:
    creature, written = state.creatures.get(action.actor), compendium.form(action.spell)
    if creature is None or written is None:
        return Refusal("There is no such spell.", "robs:spell.list")
    return creature, written


def lessons(state: State) -> list[Action]:
    """Spells of the book that a teacher in town has."""
    return [
        LearnSpell(c.id, w.id)
        for c in _wizards(state)
        for w in learnable(sheet(c))
        if w.spell in compendium.spells() and money.purse_cp(c.items) >= TEACHER_CP * w.level
    ]


@executes("robs:research.learning-sources")
def why_not_learn(state: State, action: LearnSpell) -> Refusal | None:
    """A wizard of the spell's level, a spell that is taught, and the fee. Ours: 5 gold pieces a level."""
    found = _find(state, action)
    if isinstance(found, Refusal):
        return found
    creature, written = found
    if written not in learnable(sheet(creature)) or written.spell not in compendium.spells():
        return Refusal(f"Nobody can teach {creature.name} {written.name}.", _SOURCES)
    fee = TEACHER_CP * written.level
    if money.purse_cp(creature.items) < fee:
        return Refusal(f"A teacher asks {money.written(fee)} for {written.name}.", _SOURCES)
    return None


@executes("robs:research.learning-sources")
def learn(do: Resolution, action: LearnSpell) -> None:
    """A week for each level of the spell, and the fee."""
    creature, written = do.state.creatures[action.actor], compendium.form(action.spell)
    assert written is not None
    fee = TEACHER_CP * written.level
    left = money.after_paying(creature.items, fee)
    assert left is not None
    do.emit(ItemsChanged(creature.id, left, "paid-teacher", None, fee, rule=(_SOURCES,)))
    pass_time(do, TEACHER_DAYS * written.level * DAY, "lessons", (_SOURCES,))
    do.emit(SpellLearned(creature.id, written.id, written.name, "teacher", rule=(_SOURCES,)))


def studies(state: State) -> list[Action]:
    """Scrolls whose spell their bearer could learn."""
    if FROM_SCROLLS not in state.switches:
        return []
    return [
        StudyScroll(c.id, item.id)
        for c in _wizards(state)
        for item, written in items.usable(c)
        if items.is_scroll(item) and not item.broken and written in learnable(sheet(c))
    ]


@executes("robs:research.from-scroll")
def why_not_study(state: State, action: StudyScroll) -> Refusal | None:
    """Where the campaign allows it: a scroll with its magic still in it, of a spell not yet known."""
    if FROM_SCROLLS not in state.switches:
        return Refusal("Spells are not learned from scrolls here.", "robs:research.from-scroll")
    if action in studies(state):
        return None
    return Refusal("Nothing can be learned from that.", "robs:research.from-scroll")


@executes("robs:research.from-scroll", "robs:research.from-scroll-roll")
def study(do: Resolution, action: StudyScroll) -> None:
    """A week for each level of the spell; where a roll is asked for, Level and INT against the spell's level. The
    scroll is inert either way."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    written = items.holds(item)
    assert written is not None
    rule: tuple[str, ...] = ("robs:research.from-scroll", _SOURCES)
    pass_time(do, SCROLL_DAYS * written.level * DAY, "study", rule[:1])
    items.use_up(do, do.state.creatures[creature.id], item, written)
    if SCROLL_ROLL in do.state.switches:
        rule = (*rule, "robs:research.from-scroll-roll")
        own = sheet(creature)
        mine = (Modifier("level", highest_spell(own, "wizard")), Modifier("INT", own.attributes["INT"]))
        if not _contest(do, creature, written.name, mine, written.level, rule[2:]):
            do.emit(StudyFailed(creature.id, written.name, "scroll", rule=rule))
            return
    do.emit(SpellLearned(creature.id, written.id, written.name, "scroll", rule=rule))


def _contest(
    do: Resolution, creature: Creature, name: str, mine: tuple[Modifier, ...], against: int, rule: tuple[str, ...]
) -> bool:
    own = roll_dhl(do, f"study of {creature.id}", mine, by=creature)
    do.emit(ContestRolled(creature.id, name, own, rule=("robs:task.contest.roll", *rule)))
    spell = roll_dhl(do, f"the spell {name}", (Modifier("level", against),))
    do.emit(ContestRolled(name, name, spell, rule=("robs:task.contest.roll", *rule)))
    return own.total > spell.total


def inventions(state: State) -> list[Action]:
    """Spells that are in no book, for those high enough to find them out."""
    return [
        Research(c.id, w.id)
        for c in _wizards(state)
        if highest_spell(sheet(c), "wizard") >= RESEARCH_LEVEL
        for w in learnable(sheet(c))
    ]


@executes("robs:research.new-spells")
def why_not_research(state: State, action: Research) -> Refusal | None:
    """From level 5."""
    found = _find(state, action)
    if isinstance(found, Refusal):
        return found
    creature, written = found
    if highest_spell(sheet(creature), "wizard") < RESEARCH_LEVEL:
        return Refusal(f"Research takes a wizard of level {RESEARCH_LEVEL}.", _RESEARCH)
    if written not in learnable(sheet(creature)):
        return Refusal(f"{written.name} is beyond {creature.name}, or known.", _RESEARCH)
    return None


@executes("robs:research.new-spells", "robs:research.learning-sources")
def research(do: Resolution, action: Research) -> None:
    """A month for each level of the spell, unless the referee forbids it; then Level and INT against twice the spell's
    level."""
    creature, written = do.state.creatures[action.actor], compendium.form(action.spell)
    assert written is not None
    if do.ruling(_RESEARCH, (ALLOWED, REFUSED), ALLOWED, written.name) == REFUSED:
        return
    pass_time(do, MONTH_DAYS * written.level * DAY, "research", (_RESEARCH,))
    own = sheet(creature)
    mine = (Modifier("level", highest_spell(own, "wizard")), Modifier("INT", own.attributes["INT"]))
    if _contest(do, creature, written.name, mine, 2 * written.level, (_RESEARCH,)):
        do.emit(SpellLearned(creature.id, written.id, written.name, "research", rule=(_RESEARCH, _SOURCES)))
    else:
        do.emit(StudyFailed(creature.id, written.name, "research", rule=(_RESEARCH,)))


def writings(state: State) -> list[Action]:
    return [
        WriteScroll(c.id, id)
        for c in _wizards(state)
        if any(item.kind == SCROLL for item in c.items) and highest_spell(sheet(c), "wizard") >= ENCHANT_LEVEL
        for id in sheet(c).spells
        if spells.why_not_own(state, c, compendium.forms()[id]) is None
    ]


@executes("robs:magic-item.enchant-level", "robs:magic.clerical-not-written", "robs:magic-item.scroll.no-clerical")
def why_not_write(state: State, action: WriteScroll) -> Refusal | None:
    """Never a clerical spell; a wizard of level 5 with the spell, its energy, and something to write on."""
    found = _find(state, action)
    if isinstance(found, Refusal):
        return found
    creature, written = found
    refusal = items.why_not_stored(state.switches, written, "scroll", is_there=False)
    if refusal is not None:
        return refusal
    if highest_spell(sheet(creature), "wizard") < ENCHANT_LEVEL:
        return Refusal(f"It takes a wizard of level {ENCHANT_LEVEL} to enchant.", "robs:magic-item.enchant-level")
    if not any(item.kind == SCROLL for item in creature.items):
        used = any(items.is_scroll(item) and item.broken for item in creature.items)
        rule = "robs:magic-item.scroll.used-up" if used else "robs:magic-item.scroll.content"
        return Refusal("There is nothing to write on; a used scroll cannot be inked again.", rule)
    return spells.why_not_own(state, creature, written)


@executes("robs:magic-item.enchant-level", "robs:magic-item.scroll.content", "robs:magic-item.scroll.power-level")
def write(do: Resolution, action: WriteScroll) -> None:
    """A week, and the spell is in the scroll, at the writer's level."""
    creature, written = do.state.creatures[action.actor], compendium.form(action.spell)
    assert written is not None
    rule = ("robs:magic-item.enchant-level", "robs:magic-item.scroll.content")
    pass_time(do, WRITING_DAYS * DAY, "writing", rule[:1])
    blank = next(item for item in creature.items if item.kind == SCROLL)
    level = spells.caster_level(sheet(creature), "wizard")
    made = Item("scroll", f"Scroll of {written.name}", quality=Inscribed(written.id, level))
    kept = more(fewer(creature.items, blank.id), made)
    do.emit(ItemsChanged(creature.id, kept, "wrote", made, rule=rule))


def chargings(state: State) -> list[Action]:
    if RECHARGE not in state.switches:
        return []
    return [
        Recharge(c.id, item.id)
        for c in _wizards(state)
        for item, written in items.usable(c)
        if isinstance(item.quality, Charged) and spells.why_not_own(state, c, written) is None
    ]


@executes("robs:magic-item.wand.recharge")
def why_not_recharge(state: State, action: Recharge) -> Refusal | None:
    """Only where the campaign allows it, and for who has the spell."""
    if RECHARGE not in state.switches:
        return Refusal("An empty wand stays empty.", "robs:magic-item.wand.recharge")
    if action in chargings(state):
        return None
    return Refusal("That takes a wizard with the spell, and its energy.", "robs:magic-item.wand.recharge")


@executes("robs:magic-item.wand.recharge")
def recharge(do: Resolution, action: Recharge) -> None:
    """A charge for the energy of the spell."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None and isinstance(item.quality, Charged)
    written = items.holds(item)
    assert written is not None
    rule = ("robs:magic-item.wand.recharge",)
    do.emit(spells.EnergyChanged(creature.id, spells.spent_on(sheet(creature), written), "a wand", rule=rule))
    full = Charged(item.quality.charges + 1)
    kept = tuple(replace(i, quality=full) if i.id == item.id else i for i in creature.items)
    do.emit(ChargeUsed(creature.id, item.name, kept, rule=rule))


def unread(state: State) -> list[Action]:
    return [ExamineScroll(c.id, i.id) for c in state.marchers() for i, _ in items.usable(c) if items.is_scroll(i)]


def why_not_examine(state: State, action: ExamineScroll) -> Refusal | None:
    return None if action in unread(state) else Refusal("That is no scroll.", "robs:magic-item.scroll.identify")


@executes("robs:magic-item.scroll.identify", "robs:magic-item.scroll.identify-unknown")
def examine(do: Resolution, action: ExamineScroll) -> None:
    """A wizard who knows the spell recognises it; one who has seen it cast may, by a roll with the wizard's level
    against the spell's, if the referee has no other mind. Others see scribbles."""
    creature = do.state.creatures[action.actor]
    item = creature.item(action.item)
    assert item is not None
    written = items.holds(item)
    assert written is not None
    own = sheet(creature)
    name, rule = "", ("robs:magic-item.scroll.identify",)
    if written.id in own.spells:
        name = written.name
    elif highest_spell(own, "wizard") and written.spell in own.seen:
        rule = ("robs:magic-item.scroll.identify-unknown",)
        ruled = do.ruling(rule[0], ("by a roll", "recognised", "not recognised"), "by a roll", creature.id)
        if ruled == "by a roll":
            level = (Modifier("level", highest_spell(own, "wizard")),)
            roll = roll_dhl(do, f"scroll read by {creature.id}", level, written.level, by=creature)
            name = written.name if roll.success else ""
        elif ruled == "recognised":
            name = written.name
    seats = (do.state.owner(creature.id),)
    do.emit(ScrollExamined(creature.id, item.id, name, rule=rule, seats=seats))


def restful(state: State) -> list[Action]:
    if spells.SHORT_REST not in state.switches:
        return []
    return [Meditate(c.id) for c in state.marchers() if any(sheet(c).spent.values())]


@executes("robs:magic.recovery-short")
def why_not_meditate(state: State, action: Meditate) -> Refusal | None:
    """Only where the campaign allows it, and for who has spent something."""
    if spells.SHORT_REST not in state.switches:
        return Refusal("Only a night's rest brings energy back.", "robs:magic.recovery")
    return None if action in restful(state) else Refusal("Nothing is spent.", "robs:magic.recovery-short")


@executes("robs:magic.recovery-short")
def meditate(do: Resolution, action: Meditate) -> None:
    """An hour gives 1 spell level back."""
    rule = ("robs:magic.recovery-short",)
    pass_time(do, HOUR, "rest", rule)
    spells.regain(do, do.state.creatures[action.actor], 1, "an hour's rest", rule)
