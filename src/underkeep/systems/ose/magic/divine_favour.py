"""A deity's favour: what divine casters may not do lightly, what disfavour costs, and how it is made good."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.advice import RefereeAdvised
from underkeep.systems.ose.basics.battle import battle
from underkeep.systems.ose.basics.compendium import CharacterClass
from underkeep.systems.ose.basics.conditions import ON_QUEST
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.rulings import settled
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters.class_abilities import magic_of
from underkeep.systems.ose.checks.enchantments import DISFAVOURED
from underkeep.systems.ose.magic.spells import Written
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.state import State

WARNED = "warned by the deity"
FEWER_SPELLS = "denied a spell"
ATONEMENT_GP = 1000
PATIENCE_DAYS = 7
"""How long somebody may stay in town before a quest that is put off becomes a curse. Ours."""
BY_THE_DEITY = 99
"""The level of a quest that no mortal lifts."""
_FAITHFUL, _ATONEMENT = "ose:magic.divine.faithful", "ose:magic.divine.atonement"
_AGAINST = "ose:magic.divine.spell-alignment"
_PENALTIES = ("-1 to attacks", "fewer spells", "a dangerous quest")
_DEEDS = ("a gift", "a quest", "a temple", "conversions", "a foe of the deity")
_OF_ALIGNMENT = {
    "Lawful": "ose:magic.divine.lawful",
    "Neutral": "ose:magic.divine.neutral",
    "Chaotic": "ose:magic.divine.chaotic",
}


FORMS = ("normal", "reversed")


class Atone(Action, frozen=True):
    """Make good with the deity what was done."""

    actor: str


@executes("ose:magic.divine.neutral")
def is_up_to_the_deity(own_class: CharacterClass, alignment: str) -> bool:
    """Whether the favoured form of spells is the deity's choice and not the alignment's."""
    return own_class.magic == "divine" and alignment == "Neutral"


@executes("ose:magic.divine.neutral")
def deity(do: Resolution, who: Recruit, own_class: CharacterClass, alignment: str) -> str:
    """Which forms of spells a neutral caster's deity favours. Default: the usual ones."""
    if not is_up_to_the_deity(own_class, alignment):
        return ""
    return settled(do, who, "deity", _OF_ALIGNMENT[alignment], FORMS, FORMS[0])


@executes("ose:magic.divine.lawful", "ose:magic.divine.neutral", "ose:magic.divine.chaotic")
def favours_reversed(creature: Creature) -> bool:
    """Law asks for the usual forms, Chaos for the reversed ones; a neutral deity favours one or the other, never
    both.
    """
    own = sheet(creature)
    return own.alignment == "Chaotic" or (own.alignment == "Neutral" and own.deity == "reversed")


@executes("ose:magic.divine.lawful")
def is_in_need(state: State, creature: Creature) -> bool:
    """Dire need: under a quarter of the hit points, or a friend who is about to die."""
    friends = [c for c in state.creatures.values() if c.side == creature.side and c.status in ("up", "down")]
    return creature.hp * 4 < creature.max_hp or any(c.hp * 4 < c.max_hp for c in friends if c.id != creature.id)


@executes("ose:magic.divine.lawful", "ose:magic.divine.neutral", "ose:magic.divine.chaotic")
def goes_against(state: State, creature: Creature, written: Written, target: str) -> bool:
    """Whether casting this form is against the faith: the wrong form of a spell that has two, without need, or by a
    chaotic caster for somebody of another faith.
    """
    if written.spell.reversed is None or written.is_reversed == favours_reversed(creature):
        return False
    if sheet(creature).alignment == "Chaotic":
        other = state.creatures.get(target)
        return other is not None and not _shares_faith(creature, other)
    return not is_in_need(state, creature)


@executes("ose:magic.divine.chaotic")
def _shares_faith(creature: Creature, other: Creature) -> bool:
    """Whether the other is of one's side and of one's alignment."""
    return creature.side == other.side and sheet(creature).alignment == sheet(other).alignment


@executes("ose:magic.divine.lawful", "ose:magic.divine.neutral", "ose:magic.divine.chaotic")
def keeps_faith(state: State, creature: Creature) -> bool:
    """Whether a caster whom the referee plays sticks to the faith, as ruled when the fight began. Default: yes."""
    return state.owns(REFEREE, creature.id) and sheet(creature).alignment not in battle(state).any_form


@executes("ose:magic.divine.lawful", "ose:magic.divine.neutral", "ose:magic.divine.chaotic")
def portray(do: Resolution) -> frozenset[str]:
    """The alignments whose divine casters the referee plays in any form in this fight. Default: as the faith asks."""
    played = [c for c in do.state.active() if magic_of(c) == "divine" and do.state.owns(REFEREE, c.id)]
    return frozenset(
        alignment
        for alignment in sorted({sheet(c).alignment for c in played})
        if do.ruling(_OF_ALIGNMENT[alignment], ("as the faith asks", "any form"), "as the faith asks") == "any form"
    )


@executes("ose:magic.divine.spell-alignment", "ose:magic.divine.faithful")
def answer_for(do: Resolution, caster: str, written: Written, target: str) -> None:
    """Casting against the faith. Default: a warning the first time, disfavour the next."""
    creature = do.state.creatures[caster]
    if magic_of(creature) != "divine" or not goes_against(do.state, creature, written, target):
        return
    default = "disfavour" if creature.condition(WARNED) is not None else "warning"
    also = (_OF_ALIGNMENT[sheet(creature).alignment],)
    what = do.ruling(_AGAINST, ("nothing", "warning", "disfavour"), default, caster, also=also)
    if what == "disfavour":
        fall_from_favour(do, caster)
    elif what == "warning":
        text = f"{creature.name} casts {written.name} against the faith."
        do.emit(RefereeAdvised(creature.name, text, rule=(_AGAINST, *also)))
        do.emit(ConditionGained(caster, Condition(WARNED), rule=(_AGAINST,)))


@executes("ose:magic.divine.faithful")
def fall_from_favour(do: Resolution, caster: str) -> None:
    """The referee names the penalty. Default: -1 to attacks until atoned for."""
    penalty = do.ruling(_FAITHFUL, _PENALTIES, _PENALTIES[0], caster)
    level = int(penalty == _PENALTIES[0])
    do.emit(ConditionGained(caster, Condition(DISFAVOURED, level=level), rule=(_FAITHFUL,)))
    if penalty == _PENALTIES[1]:
        do.emit(ConditionGained(caster, Condition(FEWER_SPELLS), rule=(_FAITHFUL,)))
    elif penalty == _PENALTIES[2]:
        quest = Condition(ON_QUEST, do.state.now + PATIENCE_DAYS * DAY, BY_THE_DEITY)
        do.emit(ConditionGained(caster, quest, rule=(_FAITHFUL,)))


@executes("ose:magic.divine.atonement")
def forgive(do: Resolution, caster: str) -> None:
    """What the deity held against somebody is made good."""
    for name in (DISFAVOURED, FEWER_SPELLS, WARNED):
        if do.state.creatures[caster].condition(name) is not None:
            do.emit(ConditionEnded(caster, name, rule=(_ATONEMENT,)))


@executes("ose:magic.divine.atonement")
def gift_gp(creature: Creature) -> int:
    """What a gift must be worth to win the deity back."""
    return ATONEMENT_GP * sheet(creature).level


def options(state: State) -> list[Action]:
    return [Atone(m.id) for m in state.marchers() if m.condition(DISFAVOURED) is not None]


def why_not(state: State, action: Atone) -> Refusal | None:
    creature = state.creatures[action.actor]
    if creature.condition(DISFAVOURED) is None:
        return Refusal(f"{creature.name} has nothing to atone for.", _ATONEMENT)
    if money.purse_cp(creature.items) < gift_gp(creature) * IN_CP["gp"] and not state.human_referee:
        return Refusal(f"A gift worth {gift_gp(creature):,} gp would be asked.", _ATONEMENT)
    return None


@executes("ose:magic.divine.atonement")
def atone(do: Resolution, action: Atone) -> None:
    """By the deed that the referee asks for. Default: a gift of 1,000 gp for each level. Any other deed has been done
    when the referee says so.
    """
    creature = do.state.creatures[action.actor]
    deed = do.ruling(_ATONEMENT, _DEEDS, _DEEDS[0], creature.id)
    if deed == _DEEDS[0]:
        if money.purse_cp(creature.items) < gift_gp(creature) * IN_CP["gp"]:
            return
        money.pay(do, creature, gift_gp(creature) * IN_CP["gp"], "gave-to-deity")
    forgive(do, creature.id)
