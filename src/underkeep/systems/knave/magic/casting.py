"""Casting: what the action costs, who may answer a spell with a spell, and when spells end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import content
from underkeep.procedures.content import ContentError
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.sheet import Working, sheet
from underkeep.systems.knave.basics.spell_listings import Bind, Gate, React, Spell, Summon, Use
from underkeep.systems.knave.checks import holds, spell_zones
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.fear import marvel
from underkeep.systems.knave.magic import spell_effects, spell_targets
from underkeep.systems.knave.magic.effects import ground, harm_and_hindrance, objects, places, senses, summoning
from underkeep.systems.knave.magic.spell_effects import Casting, divisor_at, intelligence_of
from underkeep.systems.knave.magic.spellbooks import (
    ACTION_COST,
    DAY_SECONDS,
    LIMIT,
    ONCE,
    SEIZED,
    books,
    cast_today,
    day_of,
    ready,
    seized,
    why_not_open,
)
from underkeep.world.condition import Condition, ConditionEnded
from underkeep.world.creature import Creature, Died
from underkeep.world.fight import FightEnded, Spent
from underkeep.world.grid import Square, distance

if TYPE_CHECKING:
    from underkeep.world.state import State

ANCHOR = "spell-anchor"
DISGUISED = "disguised"
TIMED = frozenset({"charmed", "in full sun"})
ANCHOR_SQUARES = 24
REACTION = "answer-spell"
_FAMILIES = (harm_and_hindrance, places, ground, senses, objects, summoning)


class Cast(Action, frozen=True):
    """Cast a spell from a carried book: on a creature, a thing, or `at` a square; with a choice if it has one."""

    actor: str
    spell: str
    target: str = ""
    choice: str = ""
    at: Square | None = None


class WriteBook(Action, frozen=True):
    """Make a spell book, or copy one. It cannot be done."""

    actor: str
    spell: str


class SpellCast(Event, frozen=True):
    """A spell was cast; `cast` are all of the caster's on this day, and `day` is that day."""

    is_deed: ClassVar[bool] = True

    caster: str
    spell: str
    target: str
    cast: tuple[str, ...]
    day: int

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.caster]), cast=self.cast, cast_day=self.day)
        return state.with_creature(self.caster, sheet=own)


class SpellCountered(Note, frozen=True):
    """Another's spell undid this one."""

    caster: str
    spell: str
    by: str


EVENTS: tuple[type[Event], ...] = (
    SpellCast,
    SpellCountered,
    *spell_effects.EVENTS,
    *places.EVENTS,
    *senses.EVENTS,
    *harm_and_hindrance.EVENTS,
)
ACTIONS: tuple[type[Action], ...] = (Cast, WriteBook)


def options(state: State, creature: Creature) -> Options:
    """Every casting that would do something now."""
    found: dict[Action, None] = {}
    aims: list[Moves] = []
    where = spell_targets.scene(state)
    for id in ready(state, creature):
        for use in compendium.spells()[id].uses:
            if where in use.when:
                choices = use.choices or ("",)
                if use.target == "square":
                    assert state.grid is not None
                    mask = spell_targets.squares(state, creature, use)
                    aims += [Moves(partial(_aimed, id, c), creature.id, state.grid, mask, "at") for c in choices]
                    continue
                for target in spell_targets.targets(state, creature, use):
                    found.update((Cast(creature.id, id, target, choice), None) for choice in choices)
    return Options(tuple(found), tuple(aims)) if found or aims else NONE


def _aimed(spell: str, choice: str, caster: str, square: Square) -> Cast:
    return Cast(caster, spell, "", choice, square)


def own_options(state: State) -> tuple[Action, ...]:
    """What the party's casters may cast outside a fight."""
    if state.party is None or state.fight is not None or spell_targets.scene(state) is None:
        return ()
    return tuple(
        action for member in state.marchers() if not is_unable(member) for action in options(state, member).listed
    )


@executes("knave:magic.spellbook.no-creating", "knave:magic.spellbook.no-copying", "knave:magic.cast.action")
def why_not(state: State, action: Action) -> Refusal | None:
    """A spell needs its book at hand and a caster able to act; books are neither made nor copied."""
    if isinstance(action, WriteBook):
        actor = state.creatures.get(action.actor)
        is_copy = actor is not None and content.key(action.spell) in books(actor)
        if is_copy:
            return Refusal("Spell books cannot be copied.", "knave:magic.spellbook.no-copying")
        return Refusal("Spell books cannot be made.", "knave:magic.spellbook.no-creating")
    assert isinstance(action, Cast)
    action = replace(action, spell=content.key(action.spell))
    creature = state.creatures.get(action.actor)
    if creature is None or action.spell not in compendium.spells():
        return Refusal("There is no such spell, or nobody to cast it.", ACTION_COST)
    refusal = why_not_open(state, creature, action.spell)
    if refusal is not None:
        return refusal
    if is_unable(creature) or creature.status != "up":
        return Refusal(f"{creature.name} cannot act.", ACTION_COST)
    if action in options(state, creature):
        return None
    return Refusal(
        spell_targets.against(state, creature, compendium.spells()[action.spell], action.target), ACTION_COST
    )


@executes("knave:magic.cast.action")
def perform(do: Resolution, action: Action) -> None:
    """No roll is made; in a fight it is the action of the turn. Then others may answer it."""
    assert isinstance(action, Cast)
    if do.state.fight is not None:
        do.emit(Spent(action.actor, "action", rule=(ACTION_COST,)))
    spend(do, action.actor, action.spell, action.target)
    for event in ("act", "speech"):
        spell_conditions.break_bonds(do, action.actor, event)
    marvel(do, action.actor, action.target)
    if not _ask_to_answer(do, action):
        take_effect(do, action)


@executes("knave:magic.cast.book-once-a-day", "knave:magic.cast.int-limit")
def spend(do: Resolution, id: str, spell: str, target: str) -> None:
    """A spell that was seized from another is spent instead of a book."""
    creature = do.state.creatures[id]
    if spell in seized(creature):
        do.emit(ConditionEnded(id, f"{SEIZED}{spell}"))
        used = cast_today(do.state, creature)
    else:
        used = (*cast_today(do.state, creature), spell)
    do.emit(SpellCast(id, spell, target, used, day_of(do.state.now), rule=(ACTION_COST, ONCE, LIMIT)))


def take_effect(do: Resolution, action: Cast) -> None:
    spell = compendium.spells()[action.spell]
    use = _use(do.state, spell, action)
    target = _drawn(do.state, action, use)
    casting = _casting(do.state, action.actor, action.spell, use, target, action.choice)
    spell_effects.carry_out(do, casting._replace(at=action.at))


def _casting(state: State, caster: str, id: str, use: Use, target: str, choice: str) -> Casting:
    """Ruling: spell-level (the caster's)."""
    creature = state.creatures[caster]
    level, intelligence = sheet(creature).level, intelligence_of(creature)
    spell = compendium.spells()[id]
    return Casting(caster, id, spell, use, target, choice, level, intelligence, divisor_at(state, creature))


def _use(state: State, spell: Spell, action: Cast) -> Use:
    """The first use of the spell that fits where it is cast and what on."""
    where, caster = spell_targets.scene(state), state.creatures[action.actor]
    for use in spell.uses:
        fits = (action.choice in use.choices) if use.choices else not action.choice
        if where not in use.when or not fits or (use.target == "square") != (action.at is not None):
            continue
        if action.target in spell_targets.targets(state, caster, use):
            return use
    raise AssertionError(f"{spell.name} has no such use")


def _drawn(state: State, action: Cast, use: Use) -> str:
    """A thaumaturgic anchor draws every spell near it to itself."""
    target = state.creatures.get(action.target)
    if target is None or use.target == "self":
        return action.target
    for other in state.creatures.values():
        if other.condition(ANCHOR) is None or other.status != "up" or other.id == action.actor:
            continue
        if other.at is None or target.at is None or distance(other.at, target.at) <= ANCHOR_SQUARES:
            return other.id
    return action.target


def _reactions(state: State, action: Cast) -> list[tuple[Creature, str, React]]:
    """Those of the other side who hold a book that answers spells."""
    caster = state.creatures[action.actor]
    foes = state.enemies_of(caster) if state.fight is not None else ()
    return [
        (foe, id, use.effect)
        for foe in foes
        if foe.items and not is_unable(foe)
        for id in ready(state, foe)
        for use in compendium.spells()[id].uses
        if isinstance(use.effect, React) and (use.effect.how == "cancel" or sheet(caster).level <= intelligence_of(foe))
    ]


def _ask_to_answer(do: Resolution, action: Cast) -> bool:
    """Whether somebody has to say first if it answers the spell."""
    found = _reactions(do.state, action)
    if not found:
        return False
    foe, id, _ = found[0]
    name = compendium.spells()[action.spell].name
    about = f"{do.state.creatures[action.actor].name} casts {name}: {foe.name} may answer."
    context: dict[str, str | int] = {"foe": foe.id, "with": id, "actor": action.actor, "spell": action.spell}
    context |= {"target": action.target, "choice": action.choice}
    context |= {"x": action.at[0], "y": action.at[1]} if action.at is not None else {}
    do.ask(foe.id, REACTION, ("yes", "no"), "yes", (ACTION_COST,), about, context)
    return True


def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Go on with the spell that somebody may have answered."""
    said = {key: str(value) for key, value in prompt.context.items()}
    at = (int(said["x"]), int(said["y"])) if "x" in said else None
    action = Cast(said["actor"], said["spell"], said["target"], said["choice"], at)
    foe, with_ = said["foe"], said["with"]
    if choice == "yes":
        spend(do, foe, with_, action.actor)
        use = compendium.spells()[with_].uses[0]
        spell_effects.carry_out(do, _casting(do.state, foe, with_, use, action.actor, action.spell))
    if not any(isinstance(event, SpellCountered) for event in do.events):
        take_effect(do, action)


@executes("knave:task.check.opposed-ability")
@spell_effects.effects(React)
def react(do: Resolution, at: Casting, effect: React) -> None:
    """Counterspell: INT against the caster's INT. Spellseize: the spell goes on, and can be cast once more within a
    day.
    """
    if effect.how == "copy":
        spell_effects.bestow(do, at.caster, f"{SEIZED}{at.choice}", do.state.now + DAY_SECONDS)
        return
    difficulty = intelligence_of(do.state.creatures[at.target])
    rule = ("knave:task.check.opposed-ability",)
    if check(do, at.caster, "INT", "counterspell", difficulty, rule=rule).success:
        do.emit(SpellCountered(at.target, compendium.spells()[at.choice].name, at.caster, rule=rule))


def lapse(do: Resolution, id: str, condition: Condition) -> None:
    """What follows when a spell's condition has run its time."""
    name = condition.name
    if name == summoning.SUMMONED:
        summoning.send_away(do, id)
    elif name.startswith(summoning.AWAITED):
        spell = name.removeprefix(summoning.AWAITED)
        use = compendium.spells()[spell].uses[0]
        assert isinstance(use.effect, Summon)
        summoning.arrive(do, _casting(do.state, id, spell, use, "", ""), use.effect)


def is_spells(name: str) -> bool:
    """Whether a condition is a spell's, so that the rounds of a fight can end it."""
    return name in spell_conditions.bonds() or name in TIMED or name == summoning.SUMMONED or name.startswith(SEIZED)


def end_what_is_due(do: Resolution) -> None:
    """At the start of a round: spells whose time is up."""
    now = do.state.now
    for creature in list(do.state.creatures.values()):
        for condition in creature.conditions:
            if condition.until is not None and condition.until <= now and is_spells(condition.name):
                do.emit(ConditionEnded(creature.id, condition.name))
                lapse(do, creature.id, condition)
    for caster, working in spell_zones.workings(do.state):
        if working.until is not None and working.until <= now:
            end_working(do, caster.id, working)


def end_working(do: Resolution, caster: str, working: Working) -> None:
    if working.kind == places.SWAPPED:
        places.end_swap(do, caster, working)
    elif working.kind == places.AWAY:
        places.come_back(do, caster, working)
    elif working.kind == ground.WALL:
        ground.take_down(do, caster, working)
    else:
        spell_effects.drop_working(do, caster, working)


def on_fight_ended(do: Resolution, event: FightEnded) -> None:
    """The ground of the fight is left, and bodies go back to their owners."""
    for caster, working in spell_zones.workings(do.state):
        if working.kind == places.SWAPPED:
            places.end_swap(do, caster.id, working)
        else:
            spell_effects.drop_working(do, caster.id, working)
    for creature in list(do.state.creatures.values()):
        for condition in creature.conditions:
            if condition.until is None and condition.name in spell_conditions.bonds() and condition.name != DISGUISED:
                do.emit(ConditionEnded(creature.id, condition.name))


def on_died(do: Resolution, event: Died) -> None:
    """What the dead held is free; who changed bodies with them dies too."""
    holds.on_gone(do, event)
    places.share_death(do, event.creature)


def check_content() -> None:
    """Every bond and every creature that a spell names exists; a spell does something, or says why not."""
    known = {*spell_conditions.bonds(), "charmed", "unsuspecting"}
    for id, spell in compendium.spells().items():
        if bool(spell.uses) == bool(spell.manual):
            raise ContentError(f"[{id}]: a spell has uses, or says why it is manual.")
        for use in spell.uses:
            effect = use.effect
            if isinstance(effect, Bind) and effect.bond not in known:
                raise ContentError(f"[{id}]: there is no bond {effect.bond}.")
            kinds = (effect.kind,) if isinstance(effect, Summon) else effect.kinds if isinstance(effect, Gate) else ()
            missing = [kind for kind in kinds if kind not in compendium.monsters()]
            if missing:
                raise ContentError(f"[{id}]: there is no {', '.join(missing)} in the bestiary.")


check_content()
