"""Death, and the near-death chart for those who matter."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.events import InjuryRolled, NearDeathRolled, Weakened
from underkeep.systems.rampage.attacks.morale import check_after_wound
from underkeep.systems.rampage.attacks.rage import fights_on, stored
from underkeep.systems.rampage.basics.campaign import campaign
from underkeep.systems.rampage.basics.sheet import ABILITIES, is_character, sheet
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Died, Felled, Harmed, Healed, SheetChanged
from underkeep.world.fight import FightEnded
from underkeep.world.party import PartyLeft

NEAR_DEATH = "near-death"
AWAITING = "awaiting the near-death roll"
_CHART = (
    "over-killed", "dead", "dead", "mortally wounded", "gravely wounded", "maimed", "messed up", "knocked out",
)  # fmt: skip
_PARTS = ("arm", "hand", "leg", "foot", "eye", "ear")
_TURN_SECONDS, _HOUR_SECONDS, _DAY_SECONDS = 600, 3600, 86400


@executes("rampage:death.zero-hp", "rampage:death.near-death-eligible", "rampage:death.near-death-timing")
def fall(do: Resolution, harmed: Harmed) -> None:
    """At 0 hit points a creature is dead; a character rolls on the near-death chart instead, if that is played."""
    creature = do.state.creatures[harmed.creature]
    if creature.hp > 0:
        check_after_wound(do, creature, harmed)
    elif creature.status == "up" and not fights_on(do, creature, harmed.amount):
        fate = stored(do, creature.id)
        if fate is not None and NEAR_DEATH in do.state.switches:
            settle(do, creature.id, fate, ("rampage:class.berserker.fight-on-end",))
            return
        henchman = creature.id in campaign(do.state).services
        if NEAR_DEATH not in do.state.switches or not (is_character(creature) or henchman):
            do.emit(Died(creature.id, rule=("rampage:death.zero-hp",)))
            return
        rule = "rampage:death.near-death-timing"
        if do.ruling(rule, ("immediately", "after battle"), "immediately", creature.id) == "immediately":
            roll_near_death(do, creature.id)
        else:
            do.emit(ConditionGained(creature.id, Condition(AWAITING), rule=(rule,)))
            do.emit(Felled(creature.id, "at death's door", rule=(rule,)))


@executes("rampage:death.near-death-timing")
def after_battle(do: Resolution, ended: FightEnded) -> None:
    """The rolls that the referee put off, and the fate of those who fought on."""
    for creature in list(do.state.creatures.values()):
        fate = stored(do, creature.id)
        if fate is not None and creature.hp <= 0 and creature.status == "up":
            settle(do, creature.id, fate, ("rampage:class.berserker.fight-on-end",))
    for creature in list(do.state.creatures.values()):
        if creature.condition(AWAITING):
            do.emit(ConditionEnded(creature.id, AWAITING, rule=("rampage:death.near-death-timing",)))
            roll_near_death(do, creature.id)


@executes(
    "rampage:death.near-death-chart",
    "rampage:death.near-death-open-roll",
    "rampage:death.over-killed",
    "rampage:death.dead",
    "rampage:death.mortally-wounded",
    "rampage:death.gravely-wounded",
    "rampage:death.knocked-out",
)
def roll_near_death(do: Resolution, id: str, more: tuple[str, ...] = ()) -> None:
    """One of eight ends of being struck down, from over-killed to merely knocked out."""
    settle(do, id, do.roll(1, 8, f"near death of {id}"), more)


def settle(do: Resolution, id: str, roll: Roll, more: tuple[str, ...] = ()) -> None:
    """What the chart says comes about."""
    result = _CHART[roll.total - 1]
    rule = ("rampage:death.near-death-chart", f"rampage:death.{result.replace(' ', '-')}")
    opened = ("rampage:death.near-death-eligible", "rampage:death.near-death-open-roll")
    do.emit(NearDeathRolled(id, roll, result, rule=(*rule, *opened, *more)))
    if result in ("over-killed", "dead"):
        do.emit(Died(id, rule=rule))
        return
    do.emit(Felled(id, result, rule=rule))
    if result == "mortally wounded":
        do.emit(ConditionGained(id, Condition(result, do.state.now + _TURN_SECONDS), rule=rule))
    elif result == "gravely wounded":
        hours = do.roll(1, 6, f"hours left to {id}").total
        do.emit(ConditionGained(id, Condition(result, do.state.now + hours * _HOUR_SECONDS), rule=rule))
    elif result == "knocked out":
        do.emit(Healed(id, 1, 1, rule=rule))
        do.emit(ConditionGained(id, Condition(result), rule=rule))
    else:
        do.emit(ConditionGained(id, Condition(result, do.state.now + _DAY_SECONDS), rule=rule))
        (_maim if result == "maimed" else _mess_up)(do, id)


@executes(
    "rampage:death.maimed",
    "rampage:death.maimed.arm",
    "rampage:death.maimed.hand",
    "rampage:death.maimed.leg",
    "rampage:death.maimed.eye",
)
def _maim(do: Resolution, id: str) -> None:
    """Ruling: q.near-death-maim-side, 1d2 says left or right."""
    roll = do.roll(1, 6, f"part that {id} loses")
    side = ("left", "right")[do.roll(1, 2, "side").total - 1]
    part = _PARTS[roll.total - 1]
    rule = ("rampage:death.maimed", f"rampage:death.maimed.{part}")
    own = sheet(do.state.creatures[id])
    do.emit(InjuryRolled(id, roll, f"lost {side} {part}", rule=rule))
    do.emit(SheetChanged(id, replace(own, injuries=(*own.injuries, f"lost {side} {part}")), "injury", rule=rule))


@executes(
    "rampage:death.messed-up",
    "rampage:death.messed-up.str",
    "rampage:death.messed-up.int",
    "rampage:death.messed-up.wis",
    "rampage:death.messed-up.dex",
    "rampage:death.messed-up.con",
    "rampage:death.messed-up.cha",
)
def _mess_up(do: Resolution, id: str) -> None:
    """Ruling: q.ability-loss-floor. Ruling: q.xp-loss-level, experience goes but levels stay. A beast in somebody's
    service has no scores to lose."""
    roll = do.roll(1, 6, f"injury of {id}")
    lost = do.roll(1, 4, f"ability lost by {id}").total
    ability = ABILITIES[roll.total - 1]
    rule = ("rampage:death.messed-up", f"rampage:death.messed-up.{ability.lower()}")
    own = sheet(do.state.creatures[id])
    scores = tuple(max(1, s - lost) if a == ability else s for a, s in zip(ABILITIES, own.scores, strict=False))
    changed = replace(own, scores=scores, injuries=(*own.injuries, f"{ability} -{lost}"))
    if ability in ("STR", "DEX"):
        changed = replace(changed, movement_lost_in=own.movement_lost_in + 1)
    elif ability in ("INT", "WIS"):
        changed = replace(changed, xp=max(0, own.xp - 1000))
    do.emit(InjuryRolled(id, roll, f"{ability} -{lost}", rule=rule))
    do.emit(SheetChanged(id, changed, "injury", rule=rule))
    if ability == "CHA":
        _lose_henchman(do, id, rule)
    if ability == "CON":
        do.emit(Weakened(id, max(1, do.state.creatures[id].max_hp - 1), rule=rule))


@executes("rampage:death.messed-up.cha")
def _lose_henchman(do: Resolution, id: str, rule: tuple[str, ...]) -> None:
    """One of the henchmen of somebody so disfigured deserts: the last who came."""
    party, known = do.state.party, campaign(do.state).services
    own = [h for h, service in known.items() if service.master == id and service.rank == "henchman"]
    if own and party is not None and own[-1] in party.members:
        do.emit(PartyLeft(own[-1], "deserted", rule=rule))


@executes("rampage:death.mortally-wounded", "rampage:death.gravely-wounded")
def expire(do: Resolution) -> None:
    """Those whom nobody helped in time."""
    for creature in list(do.state.creatures.values()):
        if creature.status == "down" and creature.conditions:
            for name in ("mortally wounded", "gravely wounded"):
                wound = creature.condition(name)
                if wound is not None and wound.until is not None and wound.until <= do.state.now:
                    do.emit(Died(creature.id, rule=(f"rampage:death.{name.replace(' ', '-')}",)))
