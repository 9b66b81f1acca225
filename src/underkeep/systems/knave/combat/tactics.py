"""What this game tells minds about a fight: what a blow, a manoeuvre or a spell is worth, and how each kind fights.

These are estimates for those who play themselves, and no rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer, Prompt
from underkeep.procedures.actions import Attack
from underkeep.procedures.delve_actions import BreakOff
from underkeep.procedures.tactics import LOOKS, Hint, Manner, Way, Wits, is_known, part_taken
from underkeep.systems.knave.attacks import attacks, monster_abilities
from underkeep.systems.knave.attacks.blow import recalled
from underkeep.systems.knave.attacks.manoeuvres import WITH_DEXTERITY, Manoeuvre
from underkeep.systems.knave.basics import spell_conditions
from underkeep.systems.knave.basics.compendium import Monster, Routine, monsters, weapons
from underkeep.systems.knave.basics.measures import SQUARE_FEET
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.steps import STEP
from underkeep.systems.knave.checks.checks import BASE_TARGET, usual_score
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.checks.holds import BreakFree
from underkeep.systems.knave.checks.movement import in_melee
from underkeep.systems.knave.checks.wounds import is_immune
from underkeep.systems.knave.encounters import running
from underkeep.systems.knave.equipment.armour import armour_class
from underkeep.systems.knave.equipment.arms import OWN_WEAPON, PUNCH, arms_of, routine_of
from underkeep.systems.knave.equipment.inventory import PickUp
from underkeep.systems.knave.magic import spell_worth
from underkeep.systems.knave.magic.casting import Cast
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

USUAL_AC, USUAL_LIFE = 13, 8
"""What a stranger is taken to have."""
OF_THE_HELPLESS = 0.05
POWER = 0.5
"""What a monster's power is worth, whatever it is."""
DISARMED, BEREFT, SPARE = 0.15, 0.25, 0.02
"""What it is worth that a foe has no weapon; what it costs to have none, and to have one the fewer."""
STRANGERS_BLOW, STUNNED, BLINDED, LYING = 0.12, 0.5, 0.4, 0.03
"""What a stranger's action is taken to be worth; what stunning and blinding a foe are worth as a part of its own; and
tripping it, for each friend beside it."""
RESTRAINED = 0.04
WORTH_AN_ACTION = frozenset({"break-gear", "disarm", "stun"})
FREE, ARMED_AGAIN = 0.3, 0.3
UNLIMITED = 99
FLIGHTS = {running.FOOD: 1.0, "": 0.9, running.TREASURE: 0.8}


def hint(state: State, action: Action) -> Hint | None:
    found = _HINTS.get(type(action))
    return found(state, action) if found is not None else None


def _blow(state: State, action: Attack) -> Hint:
    """The chance to hit times the part of what is left of the foe that the strikes take."""
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    if target.conditions and (is_unable(target) or spell_conditions.is_so(target, "peaceful")):
        return _OF_THE_HELPLESS
    if monster_abilities.named(actor, action.weapon) is not None:
        return _BY_POWER
    return Hint("strike", _of_routine(state, actor, target, routine_of(actor, action.weapon)))


_OF_THE_HELPLESS = Hint("strike", OF_THE_HELPLESS)
_BY_POWER = Hint("strike", POWER)


def _of_routine(state: State, actor: Creature, target: Creature, routine: Routine) -> float:
    own, is_ranged, known = sheet(actor), routine.range_feet > 0, is_known(state, actor, target)
    bonus = own.abilities["WIS" if is_ranged else "STR"] if own.abilities else own.level
    if target.conditions and not is_ranged and target.condition("prone") is not None:
        bonus += STEP
    if is_ranged and in_melee(state, target):
        bonus -= STEP
    needed = (armour_class(target) if known else USUAL_AC) - bonus
    chance = min(20, max(1 if needed <= 20 else 0, 21 - needed)) / 20
    stats = monsters().get(target.kind) if known else None
    left, taken = _left(state, actor, target), 0.0
    for strike in routine.strikes:
        if strike.damage is not None and not (stats is not None and is_immune(stats, strike.kinds)):
            taken += chance * part_taken(strike.damage, 0, left)
    return min(1.0, taken)


def _left(state: State, actor: Creature, target: Creature) -> int:
    """What stands between a creature and its end: hit points, and for a knave the slots without a wound."""
    if not is_known(state, actor, target):
        return max(1, round(LOOKS[target.health] * USUAL_LIFE))
    own = sheet(target)
    return max(1, target.hp + (own.slots - own.wounds if own.is_pc else 0))


def _manoeuvre(state: State, action: Manoeuvre) -> Hint | None:
    """The chance of the check times what the manoeuvre does; only for some is it ever better than a blow."""
    if action.manoeuvre not in WORTH_AN_ACTION:
        return None
    actor, target = state.creatures[action.actor], state.creatures[action.target]
    gain = _gain(state, actor, target, action.manoeuvre)
    if gain <= 0 or (target.conditions and is_unable(target)):
        return None
    ability = "DEX" if action.manoeuvre in WITH_DEXTERITY else "STR"
    theirs = _score(target, ability) if is_known(state, actor, target) else 1
    needed = BASE_TARGET + theirs - _score(actor, ability)
    return Hint("hamper", gain * min(20, max(0, 21 - needed)) / 20)


def _score(creature: Creature, ability: str) -> int:
    own = sheet(creature)
    return own.abilities[ability] if own.abilities else usual_score(creature, ability)[1]


def _gain(state: State, actor: Creature, target: Creature, manoeuvre: str) -> float:
    """What a manoeuvre is worth that comes off."""
    if manoeuvre == "stun":
        return _danger(state, target, actor) * STUNNED
    if manoeuvre == "blind":
        return _danger(state, target, actor) * BLINDED
    if manoeuvre == "trip":
        return LYING * _beside(state, target, actor.side)
    if manoeuvre == "restrain":
        return RESTRAINED
    if manoeuvre == "break-gear" or manoeuvre == "disarm":
        if not any(item.place == "hand" and not item.broken for item in target.items):
            return 0.0
        has_more = is_known(state, actor, target) and _weapons(target.items) > 1
        gain = SPARE if has_more else DISARMED
        return gain if manoeuvre == "break-gear" else gain * 0.8
    return 0.0


def _danger(state: State, foe: Creature, to: Creature) -> float:
    """What a foe's next action is worth to its own side: a blow at whoever considers it."""
    if not is_known(state, to, foe):
        return STRANGERS_BLOW
    routines = [routine_of(foe, arm.weapon) for arm in arms_of(foe)]
    return max((_of_routine(state, foe, to, routine) for routine in routines), default=0.0)


@lru_cache(maxsize=8192)
def _weapons(items: tuple[Item, ...]) -> int:
    """How many weapons somebody could fight with hand to hand."""
    return sum(
        item.kind == OWN_WEAPON or (item.kind in weapons() and not weapons()[item.kind].range_feet)
        for item in items
        if not item.broken
    )


def _beside(state: State, creature: Creature, side: str) -> int:
    """How many of a side stand beside somebody."""
    return sum(c.at is not None and creature.steps_to(c) <= 1 for c in state.active(side))


def _answer(state: State, action: Answer) -> Hint | None:
    """What the choices are worth that a hit brings with it."""
    prompt = next((p for p in state.prompts if p.id == action.prompt), None)
    if prompt is None:
        return None
    if prompt.question == attacks.ASKS_FOR_POWER:
        return _power(state, prompt, action.choice)
    if prompt.question == attacks.ASKS_FOR_MANOEUVRE:
        blow = recalled(prompt.context)
        actor, target = state.creatures[blow.attacker], state.creatures[blow.target]
        return Hint("hamper", _gain(state, actor, target, action.choice))
    return None


def _power(state: State, prompt: Prompt, choice: str) -> Hint:
    """Double dice, for a weapon that breaks: a spare one is cheap, the last one is not."""
    blow = recalled(prompt.context)
    actor, target = state.creatures[blow.attacker], state.creatures[blow.target]
    damage = routine_of(actor, blow.weapon).strikes[blow.strike].damage
    if damage is None:
        return Hint("strike", 0.0)
    left = _left(state, actor, target)
    if choice != "yes":
        return Hint("strike", part_taken(damage, 0, left))
    cost = SPARE if _weapons(actor.items) > 1 else BEREFT
    return Hint("strike", part_taken(attacks.doubled(damage), 0, left) - cost)


def _break_free(state: State, action: BreakFree) -> Hint:
    return Hint("ready", FREE)


def _pick_up(state: State, action: PickUp) -> Hint | None:
    """A weapon, for one who has none."""
    actor = state.creatures[action.actor]
    is_weapon = action.item == OWN_WEAPON or action.item in weapons()
    return Hint("ready", ARMED_AGAIN) if is_weapon and not _weapons(actor.items) else None


def _flight(state: State, action: BreakOff) -> Hint:
    """A ration is cheap and what it buys is dear; coins are thrown away last."""
    return Hint("flee", FLIGHTS[action.drop])


_HINTS: dict[type[Action], Callable[[State, Any], Hint | None]] = {
    Attack: _blow,
    Manoeuvre: _manoeuvre,
    Cast: spell_worth.hint,
    Answer: _answer,
    BreakFree: _break_free,
    PickUp: _pick_up,
    BreakOff: _flight,
}


def manner(state: State, creature: Creature) -> Manner:
    """By the listing, or as people fight; with what is at hand now."""
    own, arms = sheet(creature), arms_of(creature)
    wits, ways = _nature(creature.kind)
    far = max(arms, key=lambda arm: arm.range, default=None)
    shot, missile = (far.range, far.weapon) if far is not None and far.range else (0, "")
    melee = [arm.weapon for arm in arms if not arm.range and not arm.leap]
    blow = max(melee, key=lambda weapon: _usual_damage(routine_of(creature, weapon))) if melee else PUNCH.name
    pace = max(own.move_feet, own.fly_feet) // SQUARE_FEET
    casts = own.is_pc and spell_worth.has_spells_of_war(state, creature)
    return Manner(wits, ways, pace, shot, _shots(creature) if shot else 0, blow, missile, casts)


def _shots(creature: Creature) -> int:
    """How many arrows somebody has; slings and what nature gives do not run out."""
    found = 0
    for arm in arms_of(creature):
        if arm.range:
            ammunition = weapons()[arm.weapon].ammunition if arm.weapon in weapons() else ""
            count = sum(i.count for i in creature.items if i.kind == ammunition) if ammunition else UNLIMITED
            found = max(found, count)
    return found


@lru_cache(maxsize=1024)
def _usual_damage(routine: Routine) -> float:
    return sum(part_taken(s.damage, 0, 1000) for s in routine.strikes if s.damage is not None)


@lru_cache(maxsize=1024)
def _nature(kind: str) -> tuple[Wits, tuple[Way, ...]]:
    """The listing's own word, or else what goes with its sort."""
    stats = monsters().get(kind)
    if stats is None:
        return "keen", ()
    return _wits(stats), stats.fights if stats.fights is not None else _usual(stats)


def _wits(stats: Monster) -> Wits:
    """Oozes, plants, constructs and the dead that do not speak have none; animals their own."""
    if stats.sort in ("ooze", "plant", "construct") or (stats.sort == "undead" and not stats.speaks):
        return "none"
    return "animal" if stats.sort == "animal" or (stats.sort == "monster" and not stats.speaks) else "keen"


def _usual(stats: Monster) -> tuple[Way, ...]:
    if _wits(stats) == "none" or stats.morale >= 12:
        return ("fearless",)
    found: tuple[Way, ...] = ("ambusher",) if stats.ambushes else ()
    return (*found, "coward") if stats.sort == "animal" and stats.morale <= 7 else found
