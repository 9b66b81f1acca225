"""What the touch of some creatures takes or leaves: experience, levels, sickness, blood."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from underkeep.kernel.codec import Sheet
from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.attacks.holds import HELD, holder_of
from underkeep.systems.robs.attacks.poison import Hit, on_hit, resist
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import BloodDrain, Disease, StealLevel, StealXp, trait
from underkeep.systems.robs.basics.wounds import SICK
from underkeep.systems.robs.characters import experience
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Harmed
from underkeep.world.state import State

TAKEN, SPARED = "as it is said of them", "nothing is taken"
_BONUS = "robs:advancement.bonus-levels"


class LevelLost(Event, frozen=True):
    """A level is gone, with the hit points of it."""

    private: ClassVar[tuple[str, ...]] = ("sheet", "hp", "max_hp")

    creature: str
    sheet: Sheet | None
    hp: int | None
    max_hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, sheet=self.sheet, hp=self.hp, max_hp=self.max_hp)


EVENTS: tuple[type[Event], ...] = (LevelLost,)


def _is_taken(do: Resolution, hit: Hit) -> bool:
    victim = do.state.creatures[hit.target]
    if not hit.delivered or not sheet(victim).is_character:
        return False
    return do.ruling(_BONUS, (TAKEN, SPARED), TAKEN, hit.target) == TAKEN


@executes("robs:advancement.bonus-levels")
@on_hit(StealXp)
def steal_xp(do: Resolution, hit: Hit, effect: StealXp) -> None:
    """Powerful undead feed on what somebody has lived through."""
    if _is_taken(do, hit) and sheet(do.state.creatures[hit.target]).xp:
        experience.change(do, hit.target, -effect.amount, "stolen", (_BONUS,))


@executes("robs:advancement.bonus-levels")
@on_hit(StealLevel)
def steal_level(do: Resolution, hit: Hit, effect: StealLevel) -> None:
    """The last class to be learnt loses a level, and the body its share of hit points; the last level of all stays."""
    victim = do.state.creatures[hit.target]
    own = sheet(victim)
    if own.level <= 1 or not _is_taken(do, hit):
        return
    name = tuple(own.classes)[-1]
    left = {c: n - (c == name) for c, n in own.classes.items() if n - (c == name)}
    share = victim.max_hp // (own.level + 1)
    most = victim.max_hp - share
    lesser = replace(own, classes=left, level=own.level - 1)
    do.emit(LevelLost(victim.id, lesser, min(victim.hp, most), most, rule=(_BONUS,)))


@executes("robs:abilities.con")
@on_hit(Disease)
def sicken(do: Resolution, hit: Hit, effect: Disease) -> None:
    """Days of being 1 worse at everything, unless CON throws it off."""
    if hit.delivered and not resist(do, hit.target, "disease", effect.difficulty):
        days = do.roll_total(parse(effect.amount), f"disease of {hit.target}").total
        until = do.state.now + days * DAY
        do.emit(ConditionGained(hit.target, Condition(SICK, until), rule=("robs:abilities.con",)))


@on_hit(BloodDrain)
def hang_on(do: Resolution, hit: Hit, effect: BloodDrain) -> None:
    if hit.delivered and holder_of(do.state, do.state.creatures[hit.target]) is None:
        do.emit(ConditionGained(hit.target, Condition(HELD + hit.attacker), rule=("robs:combat.grapple.break",)))


def drink(do: Resolution, actor: Creature) -> None:
    """What hangs on drinks as its act begins."""
    found = trait(sheet(actor).traits, BloodDrain)
    if found is None:
        return
    for victim in do.state.enemies_of(actor):
        holder = holder_of(do.state, victim)
        if holder is not None and holder.id == actor.id:
            left = victim.hp - found.amount
            do.emit(Harmed(victim.id, found.amount, left, actor.id, "blood", rule=("robs:damage.hit-points",)))
