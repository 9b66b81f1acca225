"""A mage's study of a realm that is not of his class."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Gear
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.checks import provisions
from underkeep.systems.rampage.checks.drained_levels import LevelLost
from underkeep.systems.rampage.magic import mastery, power
from underkeep.systems.rampage.town import services
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.gear import Item
from underkeep.world.state import State

STUDY_DAYS = 30
_NEED, _STUDY = "rampage:class.mage.foreign-realm-need", "rampage:class.mage.foreign-realm-study"
_COST, _GAIN = "rampage:class.mage.foreign-realm-cost", "rampage:class.mage.foreign-realm-gain"


class StudyGrimoire(Action, frozen=True):
    """Study a foreign grimoire for a month, casting Read Magic each day."""

    actor: str
    realm: str


class StudyBroken(Note, frozen=True):
    """A day went by without Read Magic, and all was for nothing."""

    creature: str


EVENTS: tuple[type[Event], ...] = (LevelLost, StudyBroken)


def realm_of(item: Item) -> str:
    thing = compendium.gear().get(item.kind)
    return thing.realm if isinstance(thing, Gear) else ""


def foreign(creature: Creature) -> list[str]:
    """The realms of the grimoires that a mage has, beyond his own and what he has studied."""
    own, known = sheet(creature), spells()
    done = {known[id].realm for id in own.studied}
    found = [realm for item in creature.items if (realm := realm_of(item))]
    return [realm for realm in found if realm not in own.realms and realm not in done]


def options(state: State) -> list[Action]:
    found = [StudyGrimoire(m.id, realm) for m in state.marchers() for realm in foreign(m)]
    return [action for action in found if why_not(state, action) is None]


@executes(
    "rampage:class.mage.foreign-realm-need",
    "rampage:class.mage.foreign-realm-study",
    "rampage:class.mage.foreign-realm-cost",
)
def why_not(state: State, action: StudyGrimoire) -> Refusal | None:
    """A mage with a grimoire of the realm, who can cast Read Magic and has a level to lose."""
    actor = state.creatures[action.actor]
    own = sheet(actor)
    if not class_rules.has_type(own.classes, "mage"):
        return Refusal(f"{actor.name} is no mage.", _NEED)
    if action.realm.casefold() not in [realm.casefold() for realm in foreign(actor)]:
        return Refusal(f"{actor.name} has no such grimoire to study.", _NEED)
    if not can_read_magic(actor):
        return Refusal(f"{actor.name} cannot cast Read Magic each day.", _STUDY)
    if own.level < 2:
        return Refusal(f"{actor.name} has no level to lose for it.", _COST)
    return None


def can_read_magic(creature: Creature) -> bool:
    """Whether there is power for another Read Magic."""
    return power.power_left(creature) >= spells()[mastery.READ_MAGIC].level


@executes("rampage:class.mage.foreign-realm-study")
def study(do: Resolution, action: StudyGrimoire) -> None:
    """A month with Read Magic each day; a day without it breaks the study."""
    id, rule = action.actor, (_STUDY,)
    realm = next(r for r in foreign(do.state.creatures[id]) if r.casefold() == action.realm.casefold())
    for _ in range(STUDY_DAYS):
        if not can_read_magic(do.state.creatures[id]):
            do.emit(StudyBroken(id, rule=rule))
            return
        power.spend(do, id, spells()[mastery.READ_MAGIC].level, "read-magic", rule)
        pass_time(do, DAY, "rest", rule)
        provisions.eat_in_town(do)
    services.settle(do)
    _learn(do, id, realm)


@executes("rampage:class.mage.foreign-realm-gain", "rampage:class.mage.foreign-realm-cost")
def _learn(do: Resolution, id: str, realm: str) -> None:
    """Every spell of the grimoire is his to cast and master; it has cost him a level, down to the least experience of
    the new one.
    """
    creature = do.state.creatures[id]
    own = sheet(creature)
    learnt = tuple(spell for spell, found in spells().items() if found.realm == realm)
    do.emit(SheetChanged(id, _lowered(replace(own, studied=(*own.studied, *learnt))), "studied", rule=(_GAIN, _COST)))
    most = max(1, creature.max_hp * (own.level - 1) // own.level)
    do.emit(LevelLost(id, own.level - 1, most, min(creature.hp, most), rule=(_COST,)))


@executes("rampage:class.mage.foreign-realm-cost")
def _lowered(own: RampageSheet) -> RampageSheet:
    """One level less in everything that hangs on it."""
    level = own.level - 1
    return replace(
        own,
        hd=level,
        xp=class_rules.xp_for(own.classes, level),
        save=class_rules.save_number(own.classes, level),
        attack=class_rules.attack_bonus(own.classes, level),
        power_points=class_rules.power_points(own.classes, level, own.scores),
        power_spent=min(own.power_spent, class_rules.power_points(own.classes, level, own.scores)),
    )
