"""Touches that take life itself: levels, and strength."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import DAY_SECONDS, TURN_SECONDS, Struck, is_immune_to, on_hit
from underkeep.systems.ose.basics.campaign import WillRise
from underkeep.systems.ose.basics.conditions import WEAKENED
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import rising
from underkeep.systems.ose.checks.experience import lose_level
from underkeep.systems.ose.monsters.special_effects import EnergyDrain, StrengthDrain
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Died, SheetChanged

WEAK_SECONDS = 8 * TURN_SECONDS
_RULE = ("ose:monster.attacks.per-round", "ose:combat.damage.monster")


@executes("ose:monster.attacks.per-round")
@on_hit(EnergyDrain)
def drain(do: Resolution, struck: Struck, effect: EnergyDrain) -> None:
    """Levels, or a monster's Hit Dice, one by one; a person who has none left dies, and rises as one of them."""
    id = struck.victim.id
    if is_immune_to(struck.victim, "energy drain"):
        return
    for _ in range(effect.levels):
        if do.state.creatures[id].status != "up":
            break
        lose_level(do, id, halfway=effect.halfway, rule=_RULE)
    if do.state.creatures[id].status == "dead":
        days = do.dice.total(effect.rises_days, f"days until {id} rises").total
        rising.foretell(do, id, WillRise(effect.rises, do.state.now + days * DAY_SECONDS), _RULE)


@executes("ose:monster.attacks.per-round")
@on_hit(StrengthDrain)
def weaken(do: Resolution, struck: Struck, effect: StrengthDrain) -> None:
    """A point of STR at each touch, back after eight turns; without any left the victim becomes a shadow."""
    id, own = struck.victim.id, sheet(struck.victim)
    if not own.abilities:
        return
    left = own.abilities["STR"] - 1
    weaker = replace(own, abilities={**own.abilities, "STR": left})
    do.emit(SheetChanged(id, weaker, WEAKENED, rule=_RULE))
    before = struck.victim.condition(WEAKENED)
    lost = 1 + (before.level if before is not None else 0)
    until = do.state.now + WEAK_SECONDS
    do.emit(ConditionGained(id, Condition(WEAKENED, until, lost), rule=_RULE))
    if left <= 0:
        do.emit(Died(id, rule=_RULE))
        rising.foretell(do, id, WillRise(effect.rises, do.state.now), _RULE)


@executes("ose:monster.attacks.per-round")
def recover(do: Resolution, id: str, condition: Condition) -> None:
    """The strength that was lost comes back."""
    own = sheet(do.state.creatures[id])
    abilities = {**own.abilities, "STR": own.abilities["STR"] + condition.level}
    do.emit(SheetChanged(id, replace(own, abilities=abilities), "recovered", rule=_RULE))
