"""Who of a party does a thing best: the chance that the rules of the thing would give each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.carrying import free_hands
from underkeep.systems.ose.attacks import stealth
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import abilities, class_abilities, languages, thief_skills
from underkeep.systems.ose.exploration import room_hazards
from underkeep.systems.ose.magic import casting, invented, memorising, turning
from underkeep.systems.ose.town import hiring
from underkeep.world.creature import Creature
from underkeep.world.state import State


def fittest(state: State, actions: Sequence[Action]) -> Action:
    """The action of the best hand; the first of equals, and the first where nobody is better."""
    return max(actions, key=lambda action: _chance(state, action))


def _chance(state: State, action: Action) -> int:
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and isinstance(action, room_hazards.Swim | room_hazards.Climb):
        return room_hazards.safest(state, actor, action)
    told = _CHANCES.get(type(action))
    if actor is not None and told is not None and isinstance(action, a.Parley | a.Offer):
        return told(actor, action) + (_UNDERSTOOD if _is_understood(state, actor) else 0)
    return told(actor, action) if told is not None and actor is not None else 0


_UNDERSTOOD = 10
"""More than winning ways are worth: to be understood at all."""


@executes("ose:language.common", "ose:language.alignment.secret")
def _is_understood(state: State, creature: Creature) -> bool:
    """Whether somebody shares a tongue with those who are met."""
    return any(languages.shared(state, creature, other) for other in languages.met(state))


@executes("ose:abilities.str.open-doors")
def _force(creature: Creature, _: Action) -> int:
    """The stronger, the fitter to force a door."""
    scores = sheet(creature).abilities
    return abilities.open_doors_in_6(scores["STR"]) if scores else 0


def _listen(creature: Creature, _: Action) -> int:
    return class_abilities.listen_in_6(creature)


def _skill(name: str) -> Callable[[Creature, Action], int]:
    return lambda creature, _: thief_skills.skill_chance(creature, name)


@executes("ose:abilities.cha.reactions")
def _speak(creature: Creature, _: Action) -> int:
    """The more winning, the fitter to speak for the party."""
    scores = sheet(creature).abilities
    return abilities.reactions(scores["CHA"]) if scores else -3


@executes("ose:creation.class-equipment-limits")
def _use(creature: Creature, action: Action) -> int:
    """Of arms and armour who may use them, and of those who has none yet."""
    kind = getattr(action, "item", "")
    if kind not in compendium.gear() or not isinstance(compendium.gear()[kind], compendium.Armour | compendium.Weapon):
        return 0
    own = class_abilities.own_class(creature)
    if own is not None and not own.may_use(kind):
        return 0
    return 1 if any(item.kind == kind for item in creature.items) else 2


def _cast(creature: Creature, action: Action) -> int:
    """Who has the spell in mind, then whose class has it, then who casts at all."""
    spell = getattr(action, "spell", "")
    if not class_abilities.is_caster(creature):
        return 0
    has_it = any(name.casefold() == spell.casefold() for name in invented.known(creature))
    return 1 + has_it + 2 * (spell in casting.castable(creature))


def _turning(creature: Creature, _: Action) -> int:
    return sheet(creature).level if turning.can_turn_undead(creature) else 0


_CHANCES: dict[type[Action], Callable[[Creature, Action], int]] = {
    a.ForceDoor: _force,
    a.Listen: _listen,
    a.PickLock: _skill(thief_skills.OPEN_LOCKS),
    a.InspectHoard: _skill(thief_skills.TREASURE_TRAPS),
    a.Disarm: _skill(thief_skills.TREASURE_TRAPS),
    thief_skills.PickPockets: _skill(thief_skills.PICK_POCKETS),
    a.LightUp: lambda creature, _: free_hands(creature),
    a.Buy: _use,
    a.Parley: _speak,
    a.Offer: _speak,
    a.Hire: _speak,
    hiring.SeekRetainers: _speak,
    casting.Cast: _cast,
    casting.DeclareSpell: _cast,
    memorising.Memorise: lambda creature, _: class_abilities.is_caster(creature),
    stealth.Hide: lambda creature, _: stealth.can_hide(creature),
    turning.TurnUndead: _turning,
}
