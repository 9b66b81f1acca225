"""Healing: bandages, potions, salves, foods, herbs and drinks; days of rest; and what spells and prayers mend.

Those who cast call what stands here: each spell of healing is a function of its own.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.checks import provisions, tasks, wounds
from underkeep.world.clock import HOUR, day_of
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Felled, Healed
from underkeep.world.state import State

BLIND = "blind"
WART = "wound wart"
SALVED = "salved"
REST_HEALS, TIME_HEALS = 2, 1
_HUNGRY = "rampage:hazard.no-healing-hungry"


class Remedy(Struct, frozen=True, forbid_unknown_fields=True):
    """What a thing heals, and how often it does."""

    heals: int
    rules: tuple[str, ...]
    magical: bool = False
    in_fights: bool = False
    a_day: int = 0
    a_battle: int = 0
    rounds: int = 0
    sleep_hours: int = 0
    blinds_percent: int = 0
    adds_to_rest: int = 0
    share: str = ""
    favours: dict[str, int] = {}


class TakeRemedy(Action, frozen=True):
    """Give somebody, or oneself, something that heals."""

    actor: str
    target: str
    item: str

    @property
    def hint(self) -> str:
        return "mend"


class Tend(Action, frozen=True):
    """Bandage somebody's wounds."""

    actor: str
    target: str

    @property
    def hint(self) -> str:
        return "mend"


class RemedyTaken(Event, frozen=True):
    """How often somebody has taken each remedy on this day."""

    creature: str
    day: int
    taken: dict[str, int]

    def evolve(self, state: State) -> State:
        known = campaign(state)
        before = known.taken if known.remedy_day == self.day else {}
        return with_campaign(state, remedy_day=self.day, taken={**before, self.creature: self.taken})


class BlindnessRolled(Note, frozen=True):
    """Whether a drink costs somebody the eyes."""

    creature: str
    roll: Roll
    success: bool


EVENTS: tuple[type[Event], ...] = (RemedyTaken, BlindnessRolled)


@cache
def remedies() -> dict[str, Remedy]:
    return content.load(compendium.PACKAGE, "remedies", Remedy)


# Hit points


@executes("rampage:hazard.no-healing-hungry")
def heal(do: Resolution, id: str, amount: int, rule: tuple[str, ...], by: str) -> None:
    """So many points come back, no more than were lost; `by` magic, bandages or something else. To the hungry and
    thirsty nothing gives strength but spells and potions.
    """
    creature = do.state.creatures[id]
    if creature.status == "dead":
        return
    if by != "magic" and provisions.is_starving(do.state, creature):
        do.emit(wounds.NotHelped(id, "hunger", rule=(_HUNGRY,)))
        return
    if creature.status == "down" and wounds.help_fallen(do, id, by):
        return
    creature = do.state.creatures[id]
    if creature.condition(wounds.RECOVERING):
        do.emit(wounds.NotHelped(id, wounds.RECOVERING, rule=("rampage:death.gravely-wounded-rest",)))
        return
    back = min(amount, creature.max_hp - creature.hp)
    if back > 0:
        do.emit(Healed(id, back, creature.hp + back, rule=rule))


# Bandages


@executes("rampage:task.bandage-wounds", "rampage:task.bandage-wounds.only-last-battle")
def fresh_wounds(state: State, creature: Creature) -> int:
    """What the last battle cost: bandages heal nothing older."""
    before = campaign(state).hp_before.get(creature.id, creature.max_hp)
    return max(0, before - creature.hp)


def tendings(state: State) -> list[Action]:
    found = _near(state)
    return [Tend(m.id, t.id) for m in state.marchers() for t in found if sheet_of(m) and _needs_bandages(state, t)]


def _near(state: State) -> list[Creature]:
    """The party, also those of it who lie on the ground."""
    assert state.party is not None
    return [c for id in state.party.members if (c := state.creatures[id]).status in ("up", "down")]


def sheet_of(creature: Creature) -> bool:
    """Whether somebody has hands to help with."""
    return creature.kind not in compendium.monsters() or compendium.monsters()[creature.kind].speech


def _needs_bandages(state: State, creature: Creature) -> bool:
    return bool(wounds.wound_of(creature)) or (
        fresh_wounds(state, creature) > 0 and not creature.condition(tasks.BANDAGED)
    )


def why_not_tend(state: State, action: Tend) -> Refusal | None:
    target = state.creatures.get(action.target)
    if target is None or target not in _near(state):
        return Refusal("There is nobody such to bandage.", "rampage:task.bandage-wounds")
    if not wounds.wound_of(target) and target.condition(tasks.BANDAGED):
        return Refusal(f"{target.name} has been bandaged since the battle.", "rampage:task.bandage-wounds.once")
    if not _needs_bandages(state, target):
        rule = "rampage:task.bandage-wounds.only-last-battle"
        return Refusal(f"{target.name} has no fresh wounds.", rule)
    return None


@executes("rampage:task.bandage-wounds", "rampage:task.bandage-wounds.only-last-battle")
def tend(do: Resolution, action: Tend) -> None:
    """A turn with bandages: 4 points of what the last battle cost, or a life."""
    if not tasks.attempt(do, action.actor, "bandage-wounds", timed=False, settles=False):
        return
    if carrying.has(do.state.creatures[action.actor], "bandages"):
        carrying.use_up(do, action.actor, "bandages", "used-up", rule=("rampage:task.bandage-wounds",))
    target = do.state.creatures[action.target]
    amount = min(tasks.BANDAGES_HEAL, fresh_wounds(do.state, target))
    rule = ("rampage:task.bandage-wounds", "rampage:task.bandage-wounds.only-last-battle")
    heal(do, action.target, amount, rule, "bandages")
    once = ("rampage:task.bandage-wounds.once",)
    do.emit(ConditionGained(action.target, Condition(tasks.BANDAGED), rule=once))


# Remedies


def taken_today(state: State, id: str, what: str) -> int:
    known = campaign(state)
    return known.taken.get(id, {}).get(what, 0) if known.remedy_day == day_of(state.now) else 0


def options(state: State) -> list[Action]:
    """Everything that heals, for those who are hurt."""
    hurt = [c for c in _near(state) if c.hp < c.max_hp or wounds.wound_of(c)]
    return [
        TakeRemedy(m.id, t.id, i.id) for m in state.marchers() for i in m.items if i.kind in remedies() for t in hurt
    ]


@executes(
    "rampage:healing.salve-one",
    "rampage:healing.marvelous-food",
    "rampage:healing.comfrey",
    "rampage:healing.stiff-drink",
)
def why_not(state: State, action: TakeRemedy) -> Refusal | None:
    """One salve at a time, one marvelous food and one comfrey root a day, one stiff drink after a battle."""
    actor = state.creatures[action.actor]
    item, target = actor.item(action.item), state.creatures.get(action.target)
    if item is None or item.kind not in remedies() or item.broken:
        return Refusal(f"{actor.name} has no such remedy.", "rampage:healing.magical-defined")
    if target is None or target not in _near(state):
        return Refusal("There is nobody such to help.", "rampage:healing.magical-defined")
    remedy = remedies()[item.kind]
    if target.status == "down" and not remedy.magical and not remedy.sleep_hours:
        return Refusal(f"{target.name} cannot swallow that.", "rampage:healing.magical-defined")
    return why_not_again(state, target, item.kind, remedy)


def why_not_again(state: State, target: Creature, kind: str, remedy: Remedy) -> Refusal | None:
    share = remedy.share or kind
    if remedy.sleep_hours and target.condition(SALVED):
        return Refusal("One dose of salve works at a time.", "rampage:healing.salve-one")
    if remedy.a_day and taken_today(state, target.id, share) >= remedy.a_day:
        return Refusal(f"{target.name} has had that today.", remedy.rules[0])
    if remedy.a_battle and not target.condition(tasks.THIRSTY):
        return Refusal("A stiff drink helps once after a battle.", remedy.rules[0])
    return None


def take(do: Resolution, action: TakeRemedy) -> None:
    item = do.state.creatures[action.actor].item(action.item)
    assert item is not None
    remedy = remedies()[item.kind]
    carrying.use_up(do, action.actor, item.kind, "used-up", rule=remedy.rules)
    apply(do, action.target, item.kind, remedy)


@executes(
    "rampage:healing.potion",
    "rampage:healing.salve",
    "rampage:healing.marvelous-food",
    "rampage:healing.marvelous-food-variants",
    "rampage:healing.owlbear-punch",
    "rampage:healing.comfrey",
    "rampage:healing.stiff-drink",
    "rampage:healing.wound-wart",
)
def apply(do: Resolution, id: str, kind: str, remedy: Remedy) -> None:
    """The points come back, and what else the thing does."""
    target, share = do.state.creatures[id], remedy.share or kind
    known = campaign(do.state)
    before = known.taken.get(id, {}) if known.remedy_day == day_of(do.state.now) else {}
    count = before.get(share, 0) + 1
    do.emit(RemedyTaken(id, day_of(do.state.now), {**before, share: count}, rule=remedy.rules))
    more = remedy.favours.get(target.sheet.race, 0)  # type: ignore[attr-defined]
    if remedy.heals:
        heal(do, id, remedy.heals + more, remedy.rules, "magic" if remedy.magical else "other")
    if remedy.a_battle:
        do.emit(ConditionEnded(id, tasks.THIRSTY, rule=remedy.rules))
    if remedy.adds_to_rest:
        do.emit(ConditionGained(id, Condition(WART, level=remedy.adds_to_rest), rule=remedy.rules))
    if remedy.blinds_percent:
        _risk_blindness(do, id, count * remedy.blinds_percent)
    if remedy.sleep_hours and do.state.creatures[id].status == "up":
        until = do.state.now + remedy.sleep_hours * HOUR
        do.emit(ConditionGained(id, Condition(SALVED, until), rule=("rampage:healing.salve-one",)))
        do.emit(ConditionGained(id, Condition(wounds.DEEP_SLEEP, until), rule=remedy.rules))
        do.emit(Felled(id, "deeply asleep", rule=remedy.rules))


@executes("rampage:healing.owlbear-punch-blind")
def _risk_blindness(do: Resolution, id: str, percent: int) -> None:
    """Each drink of a day makes it likelier. Ruling: q.owlbear-punch-roll."""
    rule = ("rampage:healing.owlbear-punch-blind",)
    roll = do.roll_at_most(1, 100, f"blindness of {id}", percent)
    do.emit(BlindnessRolled(id, roll, bool(roll.success), rule=rule))
    if roll.success:
        do.emit(ConditionGained(id, Condition(BLIND), rule=rule))


# Days


@executes("rampage:healing.rest", "rampage:healing.time", "rampage:healing.wound-wart")
def day_passes(do: Resolution, id: str, rested: bool) -> None:
    """A day in bed without spells heals 2, a day of light activity without a fight 1; wound wart adds 1 to either."""
    creature, yesterday = do.state.creatures[id], day_of(do.state.now) - 1
    known = campaign(do.state)
    if creature.status != "up":
        return
    in_bed = rested and known.cast_on.get(id) not in (yesterday, yesterday + 1)
    if not in_bed and known.fought_on >= max(1, yesterday):
        return
    wart = creature.condition(WART)
    amount = (REST_HEALS if in_bed else TIME_HEALS) + (wart.level if wart is not None else 0)
    rule = ("rampage:healing.rest" if in_bed else "rampage:healing.time",)
    heal(do, id, amount, (*rule, *(("rampage:healing.wound-wart",) if wart is not None else ())), "other")
    if wart is not None:
        do.emit(ConditionEnded(id, WART, rule=("rampage:healing.wound-wart",)))
