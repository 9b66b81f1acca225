"""Cursed scrolls: a look at the writing is enough."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import CURSED, SLOW_TO_HEAL, TRANSFORMED
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import experience
from underkeep.systems.ose.equipment import treasure
from underkeep.systems.ose.magic.items import oddities
from underkeep.systems.ose.monsters.listings import hit_dice, monsters
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import Encounter, EncounterBegan
from underkeep.world.gear import Item, ItemsChanged, fewer, part
from underkeep.world.journey import ON_THE_WAY
from underkeep.world.state import State

KIND = "cursed-scroll"
CURSES = ("transformation", "summoning", "lost item", "energy drain", "re-roll", "slow healing")
"""In the order of 1d6."""
ABILITY = parse("3d6")
MAGIC_ONLY, QUEST = "magic alone", "a quest"
QUEST_SECONDS = 7 * DAY
_REMOVAL = "ose:magic-item.scroll.curse-removal"
_CURSED, _WHICH = "ose:magic-item.scroll.cursed", "ose:magic-item.scroll.curse-kind"
_RULES = {
    "transformation": "ose:magic-item.curse.transformation",
    "summoning": "ose:magic-item.curse.summoning",
    "lost item": "ose:magic-item.curse.lost-item",
    "energy drain": "ose:magic-item.curse.energy-drain",
    "re-roll": "ose:magic-item.curse.reroll",
    "slow healing": "ose:magic-item.curse.slow-healing",
}


class SeekQuest(Action, frozen=True):
    """Ask for a quest by which a curse may be lifted."""

    actor: str


class QuestDenied(Note, frozen=True):
    """Nobody knows of a quest against a curse: it takes magic."""

    creature: str


class CurseFell(Note, frozen=True):
    """Somebody looked at a cursed scroll, and this came of it."""

    creature: str
    curse: str
    roll: Roll


EVENTS: tuple[type[Event], ...] = (CurseFell, QuestDenied)


@executes("ose:magic-item.scroll.cursed", "ose:magic-item.scroll.curse-kind", "ose:magic-item.scroll.once")
def befall(do: Resolution, creature: Creature, item: Item) -> None:
    """The words vanish, and the curse strikes whoever looked. Default: one of six, by the die."""
    roll = do.roll(1, len(CURSES), "which curse")
    curse = do.ruling(_WHICH, CURSES, CURSES[roll.total - 1], creature.id)
    left = fewer(creature.items, item.id)
    do.emit(ItemsChanged(creature.id, left, "read", part(item, 1), rule=("ose:magic-item.scroll.once",)))
    if oddities.wards_off_curse(do, creature.id):
        return
    do.emit(CurseFell(creature.id, curse, roll, rule=(_CURSED, _RULES[curse])))
    _STRIKE[curse](do, do.state.creatures[creature.id])


@executes("ose:magic-item.curse.transformation")
def _transform(do: Resolution, creature: Creature) -> None:
    """A frog neither fights nor speaks."""
    do.emit(ConditionGained(creature.id, Condition(TRANSFORMED), rule=(_RULES["transformation"],)))


@executes("ose:magic-item.curse.summoning")
def summon(do: Resolution, creature: Creature) -> None:
    """A monster of as many Hit Dice as the reader has levels is there at once, and surprises everybody. In a town the
    guard sees to it.
    """
    state, party = do.state, do.state.party
    if party is None or (party.at is None and not state.is_outdoors):
        return
    level = max(1, sheet(creature).level)
    kinds = tuple(k for k, listing in monsters().items() if _comes(k) and hit_dice(listing.hd).dice == level)
    if not kinds:
        return
    kind = str(do.pick(kinds, "what a curse summons"))
    area = party.at.area if party.at is not None else ON_THE_WAY
    group = Group(state.new_group(), area, kind, 1, attitude="hostile", members=meeting.ids_of_met(state, kind, 1))
    for id in group.members:
        do.rules.recruit(do, Recruit(kind), id, "monsters")
    rule = (_RULES["summoning"],)
    do.emit(GroupChanged(group, "summoned", rule=rule))
    ours = tuple(c.id for c in state.marchers())
    met = Encounter(group.id, group.members, 10, ours, "hostile", began=do.state.now)
    do.emit(EncounterBegan(met, rule=rule))
    meeting.come_to_blows(do)


def _comes(kind: str) -> bool:
    return monsters()[kind].number.dungeon.text != "0"


@executes("ose:magic-item.curse.lost-item")
def _lose_item(do: Resolution, creature: Creature) -> None:
    """One magic item of the reader's is gone, by the dice; who has none loses nothing."""
    magic = tuple(item for item in creature.items if treasure.is_magical(item))
    if magic:
        lost = do.pick(magic, "what vanishes")
        left = fewer(creature.items, lost.id)
        do.emit(ItemsChanged(creature.id, left, "gave-up", part(lost, 1), rule=(_RULES["lost item"],)))


@executes("ose:magic-item.curse.energy-drain")
def _drain(do: Resolution, creature: Creature) -> None:
    """A level is gone for good."""
    experience.lose_level(do, creature.id)


@executes("ose:magic-item.curse.reroll")
def _roll_again(do: Resolution, creature: Creature) -> None:
    """The prime requisite is rolled anew."""
    own = sheet(creature)
    scores = dict(own.abilities)
    for ability in compendium.classes()[own.character_class].prime_requisites if own.character_class else ():
        scores[ability] = do.roll_total(ABILITY, f"{ability} of {creature.id}").total
    do.emit(SheetChanged(creature.id, replace(own, abilities=scores), "cursed", rule=(_RULES["re-roll"],)))


@executes("ose:magic-item.curse.slow-healing")
def _slow(do: Resolution, creature: Creature) -> None:
    """Rest takes twice as long from now on, and magic heals half."""
    do.emit(ConditionGained(creature.id, Condition(SLOW_TO_HEAL), rule=(_RULES["slow healing"],)))


_STRIKE = {
    "transformation": _transform,
    "summoning": summon,
    "lost item": _lose_item,
    "energy drain": _drain,
    "re-roll": _roll_again,
    "slow healing": _slow,
}


def cursed(creature: Creature) -> list[str]:
    """The curses that somebody is under."""
    return [c.name for c in creature.conditions if c.name in (CURSED, TRANSFORMED, SLOW_TO_HEAL)]


def quests(state: State) -> list[Action]:
    return [SeekQuest(m.id) for m in state.marchers() if cursed(m)]


@executes("ose:magic-item.scroll.curse-removal")
def why_not_seek(state: State, action: SeekQuest) -> Refusal | None:
    """Only those who are under a curse have one to be rid of."""
    creature = state.creatures[action.actor]
    return None if cursed(creature) else Refusal(f"{creature.name} is under no curse.", _REMOVAL)


@executes("ose:magic-item.scroll.curse-removal")
def seek_quest(do: Resolution, action: SeekQuest) -> None:
    """Default: nothing but magic lifts a curse; where the referee allows it, a week's quest does."""
    if do.ruling(_REMOVAL, (MAGIC_ONLY, QUEST), MAGIC_ONLY, action.actor) != QUEST:
        do.emit(QuestDenied(action.actor, rule=(_REMOVAL,)))
        return
    pass_time(do, QUEST_SECONDS, "waiting", (_REMOVAL,))
    for name in cursed(do.state.creatures[action.actor]):
        do.emit(ConditionEnded(action.actor, name, rule=(_REMOVAL,)))
