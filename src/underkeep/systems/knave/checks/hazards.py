"""What harms a creature without an enemy: fire, water, cold, a fall, thirst, sleeplessness and drink.

Each function is one round, turn, day, watch or hour of it; whoever keeps the clock calls it that often.
Ruling: hazards-and-npcs (all creatures alike), unstated-difficulty (5), penalties-on-survival-checks (they apply).
"""

from __future__ import annotations

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.hazard_table import look_up
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.checks.checks import check, score
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.movement import is_above
from underkeep.systems.knave.checks.wounds import die, harm
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Felled

FALL_FEET = 10
ON_FIRE = "alight"
BURNING = "knave:hazard.fire.burning"
TABLE = "knave:hazard.summary-table"
GILLS = "water breathing"
DEADLY_SIXES = 3
BREATH_SECONDS = 30
DRY_DAYS = 3
SLEEPLESS_DAYS = 2
HOUR_SECONDS = 3600
WATCH_SECONDS = 4 * HOUR_SECONDS
DAY_SECONDS = 24 * HOUR_SECONDS


@executes("knave:hazard.summary-table")
def _damage(name: str) -> Expr:
    """What the table says a hazard does."""
    damage = look_up(name).damage
    assert damage is not None
    return damage


FIRE, ALIGHT, LIGHTNING, COLD = (_damage(name) for name in ("in fire", "alight", "lightning", "freezing"))


class Fell(Note, frozen=True):
    """Somebody fell so far."""

    creature: str
    feet: int
    roll: Roll


class Burnt(Note, frozen=True):
    """A round of fire; `how` is in the flames, or alight."""

    creature: str
    how: str
    roll: Roll


class Struck(Note, frozen=True):
    """Lightning struck somebody."""

    creature: str
    roll: Roll


EVENTS: tuple[type[Event], ...] = (Fell, Burnt, Struck)


@executes("knave:hazard.fire.contact", "knave:hazard.fire.burning")
def burn(do: Resolution, id: str, is_alight: bool = False, by: str = "", more: tuple[str, ...] = ()) -> None:
    """A round in the flames, or a round alight. Fire that somebody laid may be of `more` kinds than fire."""
    roll = do.roll_total(ALIGHT if is_alight else FIRE, f"fire on {id}")
    rule = "knave:hazard.fire.burning" if is_alight else "knave:hazard.fire.contact"
    do.emit(Burnt(id, "alight" if is_alight else "in the flames", roll, rule=(rule,)))
    harm(do, id, roll.total, by, ("fire", *more), direct=True)


@executes("knave:hazard.fire.burning")
def catch_fire(do: Resolution, id: str) -> None:
    """Alight until the flames are put out."""
    if not do.state.creatures[id].condition(ON_FIRE):
        do.emit(ConditionGained(id, Condition(ON_FIRE), rule=("knave:hazard.fire.burning",)))


@executes("knave:hazard.fire.burning")
def blaze(do: Resolution, id: str) -> None:
    """Outside a fight: round after round alight, until the flames are beaten out. Friends at hand make it easier."""
    catch_fire(do, id)
    while do.state.creatures[id].is_up:
        burn(do, id, is_alight=True)
        helped = any(c.id != id and not is_unable(c) for c in do.state.marchers())
        steps = (step("friends at hand"),) if helped else ()
        if not do.state.creatures[id].is_up:
            return
        if check(do, id, "DEX", "putting out the flames", modifiers=steps, rule=(BURNING,)).success:
            do.emit(ConditionEnded(id, ON_FIRE, rule=(BURNING,)))
            return


@executes("knave:hazard.fire.lava")
def sink_in_lava(do: Resolution, id: str) -> None:
    """Whoever goes under in lava is dead."""
    die(do, id, "knave:hazard.fire.lava")


@executes("knave:hazard.lightning")
def strike_by_lightning(do: Resolution, id: str) -> None:
    """Lightning goes past hit points straight into wounds."""
    roll = do.roll_total(LIGHTNING, f"lightning on {id}")
    do.emit(Struck(id, roll, rule=("knave:hazard.lightning",)))
    harm(do, id, roll.total, kinds=("lightning",), direct=True)


@executes("knave:hazard.falling.damage", "knave:hazard.falling.instant-death")
def fall(do: Resolution, id: str, feet: int) -> None:
    """A die for every whole 10 feet; nothing for what flies. Ruling: falling-heading."""
    dice = feet // FALL_FEET
    if not dice or is_above(do.state.creatures[id]):
        return
    roll = do.roll(dice, 6, f"fall of {id}")
    do.emit(Fell(id, feet, roll, rule=("knave:hazard.falling.damage",)))
    if roll.faces.count(6) >= DEADLY_SIXES:
        die(do, id, "knave:hazard.falling.instant-death")
    else:
        harm(do, id, roll.total, direct=True)


@executes("knave:hazard.drowning.breath")
def breath_seconds(do: Resolution, id: str) -> int:
    """How long a creature can hold its breath."""
    return BREATH_SECONDS * (1 + score(do, do.state.creatures[id], "CON"))


@executes("knave:hazard.drowning.pass-out")
def hold_breath(do: Resolution, id: str, seconds: int) -> None:
    """The creature has been without air for so long."""
    creature = do.state.creatures[id]
    if creature.condition(GILLS):
        return
    if seconds > breath_seconds(do, id) and creature.is_up:
        do.emit(Felled(id, "drowning", rule=("knave:hazard.drowning.pass-out",)))


@executes("knave:hazard.drowning.check")
def drown(do: Resolution, id: str) -> None:
    """A round without air after passing out."""
    if not check(do, id, look_up("drowning").check, "drowning", rule=("knave:hazard.drowning.check", TABLE)).success:
        die(do, id, "knave:hazard.drowning.check")


@executes("knave:hazard.freezing")
def freeze(do: Resolution, id: str) -> None:
    """A turn in the cold."""
    if not check(do, id, look_up("freezing").check, "freezing", rule=("knave:hazard.freezing", TABLE)).success:
        harm(do, id, do.roll_total(COLD, f"cold on {id}").total, kinds=("cold",), direct=True)


@executes("knave:hazard.thirst.penalty", "knave:hazard.thirst.death", "knave:hazard.thirst.assumed-water")
def thirst(do: Resolution, id: str, has_water: bool, is_arid: bool = False) -> None:
    """A day. Ruling: penalty-removal, thirst-first-check."""
    rule = ("knave:hazard.thirst.penalty",)
    thirsty = do.state.creatures[id].condition("thirsty")
    if has_water or not is_arid:
        if thirsty is not None:
            do.emit(ConditionEnded(id, "thirsty", rule=("knave:hazard.thirst.assumed-water",)))
        return
    days = 1 + (thirsty.level if thirsty is not None else 0)
    do.emit(ConditionGained(id, Condition("thirsty", level=days), rule=rule))
    if (
        days > DRY_DAYS
        and not check(do, id, look_up("thirst").check, "thirst", rule=("knave:hazard.thirst.death",)).success
    ):
        die(do, id, "knave:hazard.thirst.death")


@executes("knave:hazard.sleep.penalty")
def go_without_sleep(do: Resolution, id: str) -> None:
    """A day."""
    sleepless = do.state.creatures[id].condition("sleepless")
    days = 1 + (sleepless.level if sleepless is not None else 0)
    do.emit(ConditionGained(id, Condition("sleepless", level=days), rule=("knave:hazard.sleep.penalty",)))


@executes("knave:hazard.sleep.collapse", "knave:time.watch.length")
def stay_awake(do: Resolution, id: str) -> None:
    """A watch after the second day without sleep."""
    sleepless = do.state.creatures[id].condition("sleepless")
    if sleepless is None or sleepless.level < SLEEPLESS_DAYS:
        return
    rule = ("knave:hazard.sleep.collapse",)
    if not check(do, id, look_up("no sleep").check, "staying awake", rule=rule).success:
        do.emit(ConditionEnded(id, "sleepless", rule=rule))
        _pass_out(do, id, 3, rule)


@executes("knave:hazard.drink.check", "knave:hazard.drink.drunk", "knave:hazard.drink.pass-out")
def drink(do: Resolution, id: str) -> None:
    """An hour of drinking. The level of `drunk` counts the failures in a row."""
    rule = ("knave:hazard.drink.check", TABLE)
    drunk = do.state.creatures[id].condition("drunk")
    success = check(do, id, look_up("drinking").check, "drinking", rule=rule).success
    if success and drunk is None:
        return
    fails = 0 if success else 1 + (drunk.level if drunk is not None else 0)
    next_day = (do.state.now // DAY_SECONDS + 1) * DAY_SECONDS
    do.emit(ConditionGained(id, Condition("drunk", next_day, fails), rule=("knave:hazard.drink.drunk",)))
    if fails >= 2:
        _pass_out(do, id, 2, ("knave:hazard.drink.pass-out",))


@executes("knave:time.watch.length")
def _pass_out(do: Resolution, id: str, watches: int, rule: tuple[str, ...]) -> None:
    """Lies helpless for some watches of four hours."""
    do.emit(ConditionGained(id, Condition("helpless", do.state.now + watches * WATCH_SECONDS), rule=rule))
