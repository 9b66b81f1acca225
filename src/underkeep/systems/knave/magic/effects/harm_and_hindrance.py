"""Spells that lay a condition on creatures, good or bad; that throw them down; that frighten or madden them."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.attacks import morale
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.spell_listings import Awe, Bind, Fall, Grow, Order, Unhand, Weather
from underkeep.systems.knave.checks import hazards, spell_zones
from underkeep.systems.knave.checks.movement import is_above
from underkeep.systems.knave.checks.saves import Outcome, spared
from underkeep.systems.knave.equipment import inventory
from underkeep.systems.knave.magic.spell_effects import (
    CAST,
    Casting,
    bestow,
    drop_working,
    effects,
    fellows,
    fizzle,
    in_range,
    is_of,
    outcome_on,
    present,
    until,
)
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import GroupChanged
from underkeep.world.encounter import EncounterChanged, EncounterEnded
from underkeep.world.light import LightWentOut

FRIENDLY = "helpful"
CALMED = "indifferent"
COMMANDS = {"halt": 1, "kneel": 1, "drop it": 2, "let me pass": 3}


class WeatherTurned(Note, frozen=True):
    """Somebody called the weather; `until` is a clock time, None if it lasts."""

    weather: str
    until: int | None


EVENTS: tuple[type[Event], ...] = (WeatherTurned,)


@executes("knave:magic.save.half", "knave:magic.save.nullify")
@effects(Bind)
def bind(do: Resolution, casting: Casting, effect: Bind) -> None:
    """Each target has its own save; half of the spell is half of its time."""
    strength = casting.number(effect.strength)
    for creature in _bound(do, casting, effect):
        outcome = outcome_on(do, casting, creature.id)
        if outcome == "none" or (effect.only and not is_of(creature, effect.only)):
            fizzle(do, casting, creature.id)
        elif effect.lasts.unit == "ended":
            bestow(do, creature.id, effect.bond, None, spared(strength, outcome) if strength else 0)
        else:
            bestow(do, creature.id, effect.bond, until(do, casting, effect.lasts, outcome), strength)
    settle_meeting(do, casting)


def _bound(do: Resolution, casting: Casting, effect: Bind) -> list[Creature]:
    if effect.radius_feet is None:
        return fellows(do, casting, effect.count)
    state = do.state
    caster, centre = state.creatures[casting.caster], state.creatures[casting.target or casting.caster]
    feet = casting.number(effect.radius_feet)
    found = [c for c in present(state) if in_range(state, centre, c, feet)]
    if effect.whom == "same":
        return [c for c in found if c.side == centre.side]
    return [c for c in found if c.id != caster.id] if effect.whom == "others" else found


@executes("knave:reaction.changes")
def settle_meeting(do: Resolution, casting: Casting) -> None:
    """Those who were met may have forgotten their quarrel, or have lost sight of the whole party."""
    state, encounter = do.state, do.state.encounter
    if encounter is None or state.fight is not None:
        return
    rule = ("knave:reaction.changes",)
    met = [c for id in encounter.monsters if (c := state.creatures[id]).status == "up"]
    if met and all(spell_conditions.is_hidden_from(member, seer) for member in state.marchers() for seer in met):
        do.emit(EncounterEnded("evaded", rule=rule))
    elif met and all(spell_conditions.is_so(c, "calms") or c.condition("charmed") for c in met):
        attitude = FRIENDLY if all(c.condition("charmed") for c in met) else CALMED
        do.emit(EncounterChanged(replace(encounter, attitude=attitude), attitude, rule=rule))
        if state.dungeon is not None and encounter.group in state.dungeon.groups:
            group = replace(state.dungeon.groups[encounter.group], attitude=attitude)
            do.emit(GroupChanged(group, attitude, rule=rule))


@executes("knave:hazard.falling.damage", "knave:magic.save.half")
@effects(Fall)
def fall(do: Resolution, casting: Casting, effect: Fall) -> None:
    """Drops its victims, who take half with a save; in a pit they stay there."""
    for creature in fellows(do, casting, effect.count):
        if is_above(creature) and effect.pit:
            fizzle(do, casting, creature.id)
            continue
        outcome = outcome_on(do, casting, creature.id)
        hazards.fall(do, creature.id, spared(casting.number(effect.feet), outcome))
        if effect.pit and outcome != "none" and do.state.creatures[creature.id].is_up:
            bestow(do, creature.id, "in-a-pit", None, casting.intelligence)


@effects(Unhand)
def unhand(do: Resolution, casting: Casting, effect: Unhand) -> None:
    for creature in fellows(do, casting, effect.count):
        held = next((item for item in creature.items if item.place == "hand"), None)
        if held is None or outcome_on(do, casting, creature.id) != "whole":
            fizzle(do, casting, creature.id)
        else:
            inventory.drop(do, creature.id, held, casting.spell.name, CAST)


@executes("knave:morale.break.other")
@effects(Awe)
def awe(do: Resolution, casting: Casting, effect: Awe) -> None:
    """A wonder like this is a breaking point."""
    side = do.state.creatures[casting.target].side
    morale.test_side(do, side, casting.spell.name, ("knave:morale.break.other",))


@effects(Order)
def order(do: Resolution, casting: Casting, effect: Order) -> None:
    """A command that has more words than the spell allows is not understood."""
    target = casting.target
    outcome: Outcome = outcome_on(do, casting, target)
    too_long = COMMANDS[casting.choice] > casting.number(effect.words)
    creature = do.state.creatures[target]
    if too_long or outcome != "whole" or spell_conditions.is_so(creature, "deaf"):
        fizzle(do, casting)
    elif casting.choice == "halt":
        do.emit(ConditionGained(target, Condition("stunned"), rule=CAST))
    elif casting.choice == "kneel":
        do.emit(ConditionGained(target, Condition("prone"), rule=CAST))
    elif casting.choice == "let me pass":
        bestow(do, target, "pacified", do.state.now + 600)
        settle_meeting(do, casting)
    else:
        held = next((item for item in creature.items if item.place == "hand"), None)
        if held is None:
            fizzle(do, casting)
        else:
            inventory.drop(do, target, held, casting.spell.name, CAST)


@effects(Weather)
def weather(do: Resolution, casting: Casting, effect: Weather) -> None:
    """Sun dazzles those who shun it, rain puts out fires, wind carries missiles away."""
    end = until(do, casting, effect.lasts)
    do.emit(WeatherTurned(casting.choice, end, rule=CAST))
    if casting.choice == "rain":
        for light in do.state.lights:
            do.emit(LightWentOut(light.id, light.bearer, light.name, "rain", rule=CAST))
        for caster, working in spell_zones.workings(do.state, "fire"):
            drop_working(do, caster.id, working)
    for creature in present(do.state):
        if casting.choice == "sun":
            bestow(do, creature.id, "in full sun", end)
        elif casting.choice == "wind":
            bestow(do, creature.id, "windblown", end)


@effects(Grow)
def grow(do: Resolution, casting: Casting, effect: Grow) -> None:
    """An animal that has become a giant runs mad."""
    target = do.state.creatures[casting.target]
    outcome = outcome_on(do, casting, target.id)
    if outcome == "none":
        fizzle(do, casting)
        return
    end = until(do, casting, effect.lasts, outcome)
    bestow(do, target.id, "giant-sized", end)
    if is_of(target, "animal"):
        bestow(do, target.id, "frenzied", end)
