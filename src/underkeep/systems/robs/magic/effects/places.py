"""Spells about a place: light and dark, silence, illusion; and what their caster does with them by thought alone."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.attacks import morale
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.measures import SQUARE_METRES
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.spell_conditions import ILLUSION, SILENCE
from underkeep.systems.robs.basics.spell_listings import Darken, Feign, Hush, Shine
from underkeep.systems.robs.basics.traits import Infrared, Mindless, trait
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import situational
from underkeep.systems.robs.equipment.light import FOREVER, REACH_METRES
from underkeep.systems.robs.magic.spell_effects import Casting, effects, lay, opposed, until, working
from underkeep.systems.robs.magic.spell_targets import around, in_reach, metres
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, Fled, Moved
from underkeep.world.grid import distance
from underkeep.world.light import Light, LightLit, LightPassed, LightWentOut
from underkeep.world.state import State

BALL = "ball-of-light"
DIM_METRES = 3
PITCH_BLACK = "pitch black"
DIM_LIGHT = "in dim light"
SEES_THROUGH = "sees through the illusion"
HIDDEN_BY = "hidden by an illusion"
DIM, BRIGHT, FLOAT, OUT, FULL, SELF, END = "dim", "bright", "leave floating", "out", "full", "self", "end"
_LIGHT, _DIMMING, _PLACING = "robs:spell.light.effect", "robs:spell.light.dimming", "robs:spell.light.placing"


class Tend(Action, frozen=True):
    """Change or end a spell of one's own by thought: a light, a silence, an illusion."""

    actor: str
    spell: str
    choice: str


class Entertained(Note, frozen=True):
    """An illusion pleased those who watched, or did not."""

    caster: str
    result: str


EVENTS: tuple[type[Event], ...] = (Entertained,)


def ball_of(state: State, caster: str) -> Light | None:
    """The light that somebody made."""
    return next((light for light in state.lights if light.id == f"{BALL}-of-{caster}"), None)


@executes("robs:spell.light.effect", "robs:spell.light.duration", "robs:spell.light.wizard")
@effects(Shine)
def shine(do: Resolution, at: Casting, effect: Shine) -> None:
    """A ball of light in the caster's hand, as bright as a lantern and without heat. It drives off darkness."""
    rule = compendium.rules_of(at.written.form.rule)
    ball = Light(f"{BALL}-of-{at.caster}", at.caster, BALL, "Ball of light", effect.metres, until(do, at))
    do.emit(LightLit(ball, rule=rule))
    for creature in do.state.active() if do.state.fight is not None else ():
        if creature.conditions and creature.condition(sight.IN_DARKNESS):
            do.emit(ConditionEnded(creature.id, sight.IN_DARKNESS, rule=(_LIGHT,)))


@executes("robs:spell.light.reverse", "robs:spell.light.wizard")
@effects(Darken)
def darken(do: Resolution, at: Casting, effect: Darken) -> None:
    """Whoever is near the caster is in pitch black, or in dim light, as the caster wills."""
    caster = do.state.creatures[at.caster]
    name = sight.IN_DARKNESS if at.choice in ("", PITCH_BLACK) else DIM_LIGHT
    for creature in do.state.active():
        if caster.at is None or creature.at is None:
            continue
        if distance(caster.at, creature.at) * SQUARE_METRES <= effect.metres:
            lay(do, at, creature.id, name, compendium.rules_of(at.written.form.rule))


@executes("robs:spell.silence.area", "robs:spell.silence.duration")
@effects(Hush)
def hush(do: Resolution, at: Casting, effect: Hush) -> None:
    """No sound within the field, which is the caster's own body or up to 2 metres a level."""
    radius = 0 if at.choice == SELF else effect.metres_per_level * at.level
    lay(do, at, at.caster, SILENCE, compendium.rules_of(at.written.form.rule), level=radius)


@executes(
    "robs:spell.minor-illusion.size",
    "robs:spell.minor-illusion.uses",
    "robs:spell.minor-illusion.concentration",
    "robs:spell.minor-illusion.narration",
)
@effects(Feign)
def feign(do: Resolution, at: Casting, effect: Feign) -> None:
    """An illusion that lasts while the caster concentrates: it scares the small, hides friends, or entertains, and then
    the caster may talk as much as the tale takes."""
    rule = compendium.rules_of(at.written.form.rule)
    if at.choice == "entertain":
        roll = situational(do, at.caster, "the show", (), ("robs:spell.minor-illusion.uses",))
        result = "applause" if roll.total > 0 else "nothing"
        do.emit(
            Entertained(
                at.caster, result, rule=("robs:spell.minor-illusion.uses", "robs:spell.minor-illusion.narration")
            )
        )
        return
    size = min(at.amount or effect.cubic_metres_per_level * at.level, effect.cubic_metres_per_level * at.level)
    lay(do, at, at.caster, ILLUSION, (*rule, "robs:spell.minor-illusion.concentration"), level=size)
    if at.choice == "hide":
        _hide(do, at)
    else:
        _scare(do, at)


@executes("robs:spell.minor-illusion.nature", "robs:spell.minor-illusion.uses")
def _hide(do: Resolution, at: Casting) -> None:
    """What stands behind it is out of sight even to those who know it for what it is; it stops no arrow."""
    caster = do.state.creatures[at.caster]
    for friend in around(do.state, caster, "friend"):
        near = caster.at is None or friend.at is None or distance(caster.at, friend.at) <= 1
        if near and friend.status == "up":
            rule = ("robs:spell.minor-illusion.nature", "robs:spell.minor-illusion.uses")
            do.emit(ConditionGained(friend.id, Condition(sight.IN_COVER), rule=rule))
            do.emit(ConditionGained(friend.id, Condition(HIDDEN_BY), rule=rule))


@executes(
    "robs:spell.minor-illusion.notice",
    "robs:spell.minor-illusion.senses",
    "robs:spell.minor-illusion.impossible",
    "robs:spell.minor-illusion.uses",
)
def _scare(do: Resolution, at: Casting) -> None:
    """Small creatures flee from it, unless they beat the caster's INT with theirs, see nothing but warmth, know it for
    what it is, or have no mind to be scared."""
    caster = do.state.creatures[at.caster]
    for foe in around(do.state, caster, "foe"):
        own = sheet(foe)
        small = own.scale < sheet(caster).scale and trait(own.traits, Mindless) is None
        if not small or not in_reach(do.state, caster, foe, at.written.form, at.reach):
            continue
        if foe.condition(SEES_THROUGH) or trait(own.traits, Infrared) is not None:
            rule = (
                "robs:spell.minor-illusion.impossible"
                if foe.condition(SEES_THROUGH)
                else "robs:spell.minor-illusion.senses"
            )
            do.emit(ConditionGained(foe.id, Condition(SEES_THROUGH), rule=(rule,)))
            continue
        mine = (Modifier("INT", sheet(caster).attributes["INT"]),)
        rule = "robs:spell.minor-illusion.notice"
        margin, _ = opposed(do, at, mine, foe, (Modifier("INT", own.attributes["INT"]),), (rule,))
        if margin > 0:
            do.emit(Fled(foe.id, rule=(rule, "robs:spell.minor-illusion.uses")))
            morale.after_loss(do, foe.side)
        else:
            do.emit(ConditionGained(foe.id, Condition(SEES_THROUGH), rule=(rule,)))


@executes("robs:spell.minor-illusion.impossible")
def on_blow(do: Resolution, event: AttackRolled) -> None:
    """Whoever strikes through an illusion knows it for one."""
    target = do.state.creatures[event.target]
    if not target.conditions or target.condition(HIDDEN_BY) is None:
        return
    striker = do.state.creatures[event.attacker]
    if striker.condition(SEES_THROUGH) is None:
        rule = ("robs:spell.minor-illusion.impossible",)
        do.emit(ConditionGained(striker.id, Condition(SEES_THROUGH), rule=rule))


@executes("robs:spell.minor-illusion.nature", "robs:spell.minor-illusion.range")
def on_ended(do: Resolution, event: ConditionEnded) -> None:
    """With the illusion goes what it hid."""
    if event.name != ILLUSION:
        return
    for creature in list(do.state.creatures.values()):
        if creature.conditions and creature.condition(HIDDEN_BY):
            for name in (HIDDEN_BY, sight.IN_COVER):
                do.emit(ConditionEnded(creature.id, name, rule=("robs:spell.minor-illusion.nature",)))


@executes("robs:spell.minor-illusion.range")
def on_moved(do: Resolution, event: Moved) -> None:
    """Beyond its reach from where it was made an illusion vanishes."""
    creature = do.state.creatures[event.creature]
    if not creature.conditions or creature.condition(ILLUSION) is None:
        return
    laid = working(do.state, creature.id, ILLUSION)
    if laid is None or laid.at is None:
        return
    far = metres(compendium.forms()[laid.form].form, laid.level)
    if distance(laid.at, event.to) * SQUARE_METRES > far:
        do.emit(ConditionEnded(creature.id, ILLUSION, rule=("robs:spell.minor-illusion.range",)))


@executes("robs:spell.light.dimming", "robs:spell.light.placing", "robs:spell.silence.duration")
def tendings(state: State, creature: Creature) -> list[Action]:
    """What somebody may do with spells of their own, without effort: dim a light, set it elsewhere, resize a silence,
    or end either."""
    found: list[Action] = []
    ball = ball_of(state, creature.id) if state.lights else None
    if ball is not None:
        found += [Tend(creature.id, BALL, choice) for choice in (DIM, BRIGHT, OUT)]
        found += [Tend(creature.id, BALL, FLOAT)] if ball.bearer else []
        others = state.marchers() if state.fight is None else []
        found += [Tend(creature.id, BALL, other.id) for other in others if other.id != ball.bearer]
    if any(light.kind == FOREVER and light.bearer == creature.id for light in state.lights):
        found += [Tend(creature.id, FOREVER, choice) for choice in (DIM, BRIGHT)]
    if creature.conditions and creature.condition(SILENCE):
        found += [Tend(creature.id, SILENCE, choice) for choice in (FULL, SELF, END)]
    if creature.conditions and creature.condition(ILLUSION):
        found.append(Tend(creature.id, ILLUSION, END))
    return found


def listed(state: State) -> list[Action]:
    return [action for creature in state.marchers() for action in tendings(state, creature)]


@executes("robs:spell.silence.duration", "robs:spell.light.dimming")
def why_not(state: State, action: Tend) -> Refusal | None:
    """Only what one has made, and only to what it can be."""
    creature = state.creatures.get(action.actor)
    if creature is not None and action in tendings(state, creature):
        return None
    rule = "robs:spell.silence.duration" if action.spell == SILENCE else _DIMMING
    return Refusal("That spell cannot be changed like that.", rule)


@executes(
    "robs:spell.light.dimming",
    "robs:spell.light.placing",
    "robs:spell.light.duration",
    "robs:spell.silence.duration",
    "robs:magic-item.forever-lantern",
)
def tend(do: Resolution, action: Tend) -> None:
    """A thought is enough. A ball that is left floating stays where it is; it can be handed on, or ended."""
    if action.spell == BALL:
        ball = ball_of(do.state, action.actor)
        assert ball is not None
        if action.choice == OUT:
            rule = ("robs:spell.light.duration",)
            do.emit(LightWentOut(ball.id, ball.bearer, ball.name, "ended", rule=rule))
        elif action.choice in (DIM, BRIGHT):
            radius = DIM_METRES if action.choice == DIM else _bright_metres()
            do.emit(LightLit(replace(ball, radius=radius), rule=(_DIMMING,)))
        else:
            to = "" if action.choice == FLOAT else action.choice
            do.emit(LightPassed(ball.id, ball.name, ball.bearer, to, rule=(_PLACING,)))
        return
    if action.spell == FOREVER:
        lamp = next(light for light in do.state.lights if light.kind == FOREVER and light.bearer == action.actor)
        radius = DIM_METRES if action.choice == DIM else REACH_METRES
        do.emit(LightLit(replace(lamp, radius=radius), rule=("robs:magic-item.forever-lantern",)))
        return
    rule = ("robs:spell.silence.duration",) if action.spell == SILENCE else ("robs:spell.minor-illusion.concentration",)
    creature = do.state.creatures[action.actor]
    before = creature.condition(action.spell)
    assert before is not None
    if action.choice == END:
        do.emit(ConditionEnded(creature.id, action.spell, rule=rule))
        return
    laid = working(do.state, creature.id, SILENCE)
    form = compendium.forms()["sphere-of-silence"].form.effect
    assert isinstance(form, Hush)
    radius = 0 if action.choice == SELF else form.metres_per_level * (laid.level if laid is not None else 1)
    do.emit(ConditionGained(creature.id, replace(before, level=radius), rule=rule))


def _bright_metres() -> int:
    effect = compendium.forms()["wizard-light"].form.effect
    assert isinstance(effect, Shine)
    return effect.metres
