"""What spells and prayers mend, from a flesh wound to death itself. Whoever casts them calls these."""

from __future__ import annotations

import re

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics.sheet import ABILITIES, sheet
from underkeep.systems.rampage.checks import healing, wounds
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Healed, SheetChanged
from underkeep.world.state import State

MAGICAL = (
    "Raise The Dead", "Great Heal", "Reincarnation", "Heal Wounds", "Group Heal", "Healing Potion", "Blood Heal",
    "Blood Renewal", "Lay on Hands",
)  # fmt: skip
HEAL_WOUNDS, GROUP_HEAL, BLOOD_HEAL, BLOOD_RENEWAL = 8, 12, 8, 20
RAISED = "raised from the dead"
HIT_POINTS, BLINDNESS, DEAFNESS, LEVEL = "hit points", "blindness", "deafness", "level"
ILLS = ("disease", "blind", "cursed")
DEAF = "deaf"
DRAINED_LEVEL = "drained level"
_LOSS = re.compile(r"^([A-Z]{3}) -(\d+)$")
_BODY = ("STR", "DEX", "CON")


class DrainRolled(Note, frozen=True):
    """For how many days a great working leaves those drained who were part of it."""

    creature: str
    roll: Roll


class Raised(Event, frozen=True):
    """A dead creature lives again, and lies helpless."""

    creature: str

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="down", hp=1)


class Reborn(Note, frozen=True):
    """Somebody has a new body."""

    creature: str
    scores: dict[str, int]


EVENTS: tuple[type[Event], ...] = (DrainRolled, Raised, Reborn)


@executes("rampage:healing.magical-defined")
def is_magical(name: str) -> bool:
    """Whether a way of healing counts as magic, which alone saves the mortally wounded."""
    return name in MAGICAL


@executes("rampage:healing.heal-wounds")
def heal_wounds(do: Resolution, id: str) -> None:
    """8 points for one person."""
    healing.heal(do, id, HEAL_WOUNDS, ("rampage:healing.heal-wounds",), "magic")


@executes("rampage:healing.group-heal")
def group_heal(do: Resolution, ids: tuple[str, ...]) -> None:
    """12 points for each of several. Ruling: q.book-magic.healing-spells."""
    for id in ids:
        healing.heal(do, id, GROUP_HEAL, ("rampage:healing.group-heal",), "magic")


@executes("rampage:healing.blood-heal")
def why_not_blood(creature: Creature) -> Refusal | None:
    """Only the Chaotic profit from it. Ruling: q.blood-heal-who."""
    if sheet(creature).alignment != "chaotic":
        return Refusal(f"{creature.name} is not Chaotic.", "rampage:healing.blood-heal")
    return None


@executes("rampage:healing.blood-heal")
def blood_heal(do: Resolution, id: str) -> None:
    """8 points."""
    healing.heal(do, id, BLOOD_HEAL, ("rampage:healing.blood-heal",), "magic")


@executes("rampage:healing.blood-renewal")
def blood_renewal(do: Resolution, id: str) -> None:
    """20 points, and an end to disease, blindness and curses."""
    rule = ("rampage:healing.blood-renewal",)
    healing.heal(do, id, BLOOD_RENEWAL, rule, "magic")
    for name in ILLS:
        if do.state.creatures[id].condition(name):
            do.emit(ConditionEnded(id, name, rule=rule))


# The dead


@executes("rampage:healing.raise-dead-drain", "rampage:healing.great-heal-drain")
def roll_drain(do: Resolution, id: str, rule: str) -> int:
    """3d4 days, for the caster and the one it was done to alike."""
    roll = do.roll(3, 4, f"days of drain after {id} was healed")
    do.emit(DrainRolled(id, roll, rule=(rule,)))
    return roll.total


def drain_caster(do: Resolution, caster: str, days: int, rule: str) -> None:
    """A caster who is somebody of the game casts nothing for so many days."""
    if caster in do.state.creatures:
        do.emit(ConditionGained(caster, Condition("power drain", do.state.now + days * DAY), rule=(rule,)))


@executes("rampage:healing.raise-dead", "rampage:healing.raise-dead-recipient", "rampage:healing.raise-dead-drain")
def raise_dead(do: Resolution, id: str, caster: str = "") -> int:
    """Somebody dead lives, lies helpless for as many days as the caster is drained, and has lost a point of
    Constitution for ever. For how many days.
    """
    days = roll_drain(do, id, "rampage:healing.raise-dead-drain")
    drain_caster(do, caster, days, "rampage:healing.raise-dead-drain")
    do.emit(Raised(id, rule=("rampage:healing.raise-dead",)))
    rule = ("rampage:healing.raise-dead-recipient",)
    own = sheet(do.state.creatures[id])
    changed = replace(own, scores=with_score(own.scores, "CON", -1), injuries=(*own.injuries, RAISED))
    do.emit(SheetChanged(id, changed, "raised", rule=rule))
    do.emit(ConditionGained(id, Condition(wounds.HELPLESS, do.state.now + days * DAY), rule=rule))
    return days


def with_score(scores: tuple[int, ...], ability: str, by: int) -> tuple[int, ...]:
    """Ruling: q.ability-loss-floor, never below 1."""
    return (
        tuple(max(1, s + by) if a == ability else s for a, s in zip(ABILITIES, scores, strict=True)) if scores else ()
    )


@executes("rampage:healing.reincarnation")
def reincarnate(do: Resolution, id: str) -> None:
    """A new body: Strength, Dexterity and Constitution are rolled anew, the mind stays what it was."""
    rule = ("rampage:healing.reincarnation",)
    own = sheet(do.state.creatures[id])
    rolled = {ability: sum(do.dice.roll(3, 6, f"{ability} of {id} reborn")) for ability in _BODY}
    scores = tuple(rolled.get(a, s) for a, s in zip(ABILITIES, own.scores, strict=True))
    whole = tuple(injury for injury in own.injuries if injury == RAISED)
    do.emit(Raised(id, rule=rule))
    do.emit(Reborn(id, rolled, rule=rule))
    do.emit(SheetChanged(id, replace(own, scores=scores, injuries=whole, movement_lost_in=0), "reborn", rule=rule))
    wounds.wake(do, id, rule)


# Great Heal


def mendable(creature: Creature) -> tuple[str, ...]:
    """What one Great Heal could do for somebody, one thing at a casting."""
    own = sheet(creature)
    found = [HIT_POINTS] if creature.hp < creature.max_hp or creature.status == "down" else []
    found += [injury for injury in own.injuries if injury != RAISED]
    found += [BLINDNESS] if creature.condition("blind") else []
    found += [DEAFNESS] if creature.condition(DEAF) else []
    return (*found, *([LEVEL] if creature.condition(DRAINED_LEVEL) else []))


@executes("rampage:healing.raise-dead-con", "rampage:healing.great-heal")
def why_not_great_heal(creature: Creature, what: str) -> Refusal | None:
    """What being raised has cost only a Wish gives back; and there must be something to mend."""
    if what in (RAISED, "CON") and RAISED in sheet(creature).injuries:
        return Refusal("Only a Wish gives that point of Constitution back.", "rampage:healing.raise-dead-con")
    if what not in mendable(creature):
        return Refusal(f"{creature.name} has nothing such to mend.", "rampage:healing.great-heal")
    return None


@executes("rampage:healing.great-heal", "rampage:healing.great-heal-drain")
def great_heal(do: Resolution, id: str, what: str, caster: str = "") -> int:
    """One thing at a casting: all hit points, points of an ability, a part of the body, sight, hearing or a level. But
    for hit points it drains both as raising the dead does. For how many days.
    """
    rule = ("rampage:healing.great-heal",)
    if what == HIT_POINTS:
        _make_whole(do, id, rule)
        return 0
    if what in (BLINDNESS, DEAFNESS, LEVEL):
        name = {BLINDNESS: "blind", DEAFNESS: DEAF, LEVEL: DRAINED_LEVEL}[what]
        do.emit(ConditionEnded(id, name, rule=rule))
    else:
        _restore(do, id, what, rule)
    drain = "rampage:healing.great-heal-drain"
    days = roll_drain(do, id, drain)
    drain_caster(do, caster, days, drain)
    do.emit(ConditionGained(id, Condition(wounds.HELPLESS, do.state.now + days * DAY), rule=(drain,)))
    do.emit(wounds.LaidUp(id, rule=(drain,)))
    return days


def _make_whole(do: Resolution, id: str, rule: tuple[str, ...]) -> None:
    creature = do.state.creatures[id]
    for name in (wounds.MORTAL, wounds.GRAVE, wounds.MAIMED, wounds.MESSED_UP, wounds.RECOVERING):
        if creature.condition(name):
            do.emit(ConditionEnded(id, name, rule=rule))
    do.emit(Healed(id, creature.max_hp - creature.hp, creature.max_hp, rule=rule))
    wounds.wake(do, id, rule)


def _restore(do: Resolution, id: str, injury: str, rule: tuple[str, ...]) -> None:
    own = sheet(do.state.creatures[id])
    left = list(own.injuries)
    left.remove(injury)
    changed = replace(own, injuries=tuple(left))
    lost = _LOSS.match(injury)
    if lost is not None:
        changed = replace(changed, scores=with_score(own.scores, lost[1], int(lost[2])))
        if lost[1] in ("STR", "DEX"):
            changed = replace(changed, movement_lost_in=max(0, own.movement_lost_in - 1))
    do.emit(SheetChanged(id, changed, "mended", rule=rule))
