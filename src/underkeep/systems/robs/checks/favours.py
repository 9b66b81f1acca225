"""Favours of fate, bought with experience in the middle of play: healing, better rolls, a stroke of luck, a miracle."""

from __future__ import annotations

from underkeep.kernel.event import Action, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import compendium
from underkeep.systems.robs.basics.favours import FAVOUR, FORTUNE
from underkeep.systems.robs.basics.sheet import RobsSheet, sheet
from underkeep.systems.robs.characters import advancement, experience
from underkeep.systems.robs.characters.alignment import strayed
from underkeep.systems.robs.checks.checks import situation
from underkeep.systems.robs.checks.healing import heal
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.state import State

FAVOURS = "xp-favours"
HEAL_XP, BONUS_XP, CRITICAL_XP = 2, 3, 15
MOST_BONUS = 3
_RULE = "robs:xp.favours"


class FavourHeal(Action, frozen=True):
    """Buy back so many hit points."""

    actor: str
    points: int


class FavourBonus(Action, frozen=True):
    """Buy so much on the next roll."""

    actor: str
    plus: int


class FavourCritical(Action, frozen=True):
    """Buy a critical success of the next roll."""

    actor: str


class FavourDivine(Action, frozen=True):
    """Call on the deity."""

    actor: str


class DeityAnswered(Note, frozen=True):
    """What came of a plea for divine help."""

    creature: str
    deity: str
    what: str


Favour = FavourHeal | FavourBonus | FavourCritical | FavourDivine
FAVOUR_ACTIONS: tuple[type[Action], ...] = (FavourHeal, FavourBonus, FavourCritical, FavourDivine)
EVENTS = (DeityAnswered,)


@executes("robs:xp.favours.heal", "robs:xp.favours.bonus", "robs:xp.favours.critical", "robs:xp.favours.divine")
def cost_of(state: State, own: RobsSheet, action: Favour) -> int:
    """2 XP a hit point, 3 for each point on a roll, 15 for a critical success; a miracle costs as much as the cleric's
    next level. Ruling: favour-divine-cost."""
    if isinstance(action, FavourHeal):
        return HEAL_XP * action.points
    if isinstance(action, FavourBonus):
        return BONUS_XP * action.plus
    if isinstance(action, FavourCritical):
        return CRITICAL_XP
    clerical = [name for name in own.classes if compendium.classes()[name].clerical]
    level = max((own.classes[name] for name in clerical), default=0) + 1
    return advancement.level_cost(level, advancement.FLAT_COST in state.switches)


@executes("robs:xp.favours", "robs:xp.favours.divine")
def why_not(state: State, action: Favour) -> Refusal | None:
    """Only where the campaign has favours, for those who can pay; a deity hears only its clerics."""
    creature = state.creatures[action.actor]
    own = sheet(creature)
    if FAVOURS not in state.switches:
        return Refusal("In this campaign no favours are bought.", _RULE)
    if not own.is_character or creature.status != "up":
        return Refusal(f"Fate does {creature.name} no favours.", _RULE)
    if isinstance(action, FavourDivine) and not own.order:
        return Refusal("Only a cleric may call on a deity.", "robs:xp.favours.divine")
    if isinstance(action, FavourHeal) and not 1 <= action.points <= creature.max_hp - creature.hp:
        return Refusal(f"{creature.name} has lost {creature.max_hp - creature.hp} hit points.", "robs:xp.favours.heal")
    if isinstance(action, FavourBonus) and not 1 <= action.plus <= MOST_BONUS:
        return Refusal(f"Between +1 and +{MOST_BONUS}, please.", "robs:xp.favours.bonus")
    if isinstance(action, FavourBonus | FavourCritical) and (creature.condition(FAVOUR) or creature.condition(FORTUNE)):
        return Refusal(f"Fate is with {creature.name} already.", _RULE)
    cost = cost_of(state, own, action)
    if not experience.has(own, cost):
        return Refusal(f"That costs {cost} XP; {creature.name} has {experience.written(own.xp)}.", _RULE)
    return None


def listed(state: State, creature: Creature) -> list[Action]:
    """The favours worth naming; others are legal too."""
    own = sheet(creature)
    if FAVOURS not in state.switches or not own.is_character or own.xp < HEAL_XP:
        return []
    lost = creature.max_hp - creature.hp
    points = min(lost, int(own.xp) // HEAL_XP)
    wanted: list[Favour] = [FavourHeal(creature.id, points)] if points else []
    wanted += [FavourBonus(creature.id, 1), FavourCritical(creature.id), FavourDivine(creature.id)]
    return [action for action in wanted if why_not(state, action) is None]


def options(state: State) -> list[Action]:
    return [action for creature in state.marchers() for action in listed(state, creature)]


@executes(
    "robs:xp.favours",
    "robs:xp.favours.heal",
    "robs:xp.favours.bonus",
    "robs:xp.favours.critical",
    "robs:xp.favours.divine",
)
def perform(do: Resolution, action: Favour) -> None:
    """The price is paid first. What a deity does is the referee's: by itself it heals all who are with the cleric."""
    creature = do.state.creatures[action.actor]
    own = sheet(creature)
    sort = {FavourHeal: "heal", FavourBonus: "bonus", FavourCritical: "critical", FavourDivine: "divine"}[type(action)]
    rule = (_RULE, f"{_RULE}.{sort}")
    experience.change(do, creature.id, -cost_of(do.state, own, action), "a favour", rule)
    if isinstance(action, FavourHeal):
        heal(do, creature.id, action.points, rule)
    elif isinstance(action, FavourBonus):
        do.emit(ConditionGained(creature.id, Condition(FAVOUR, level=action.plus), rule=rule))
    elif isinstance(action, FavourCritical):
        do.emit(ConditionGained(creature.id, Condition(FORTUNE), rule=rule))
    else:
        rule = (*rule, *(("robs:magic.divine-intervention.lawfulness",) if own.lawfulness is not None else ()))
        usual = "heals everybody" if _is_heard(do, creature, own) else "does nothing"
        what = do.ruling(f"{_RULE}.divine", ("heals everybody", "does nothing"), usual, creature.id)
        do.emit(DeityAnswered(creature.id, compendium.orders()[own.order].deity, what, rule=rule))
        for friend in do.state.active(creature.side) if what == "heals everybody" else ():
            heal(do, friend.id, friend.max_hp, rule)


@executes("robs:magic.divine-intervention.lawfulness")
def _is_heard(do: Resolution, creature: Creature, own: RobsSheet) -> bool:
    """Where Lawfulness is reckoned with, a plea is as much harder as the cleric's is from the deity's: a situational
    roll with that, which must not come out against the cleric."""
    if own.lawfulness is None:
        return True
    less = (Modifier("Lawfulness", -strayed(own)),)
    rule = ("robs:magic.divine-intervention.lawfulness",)
    return situation(do, creature.id, "a plea", less, rule) >= 0
