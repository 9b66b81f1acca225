"""Prayers for a gift: what the clergy of a large place do for the sick, the cursed, the sworn and the dead. The gifts
are ours.
"""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.conditions import CURSED, CURSES, DISEASES, FRAILTY, ON_QUEST, POISONS
from underkeep.systems.ose.basics.money import IN_CP
from underkeep.systems.ose.basics.town_life import town_life
from underkeep.systems.ose.checks import deaths
from underkeep.systems.ose.magic.effects import spells_of_mercy
from underkeep.systems.ose.magic.prayers import Raise
from underkeep.systems.ose.magic.spell_effects import Casting, carry_out
from underkeep.systems.ose.magic.spells import forms
from underkeep.world.creature import Creature
from underkeep.world.state import State

PRIEST_LEVEL = 10
GIFTS_GP = {
    "Cure Disease": 500,
    "Remove Curse": 500,
    "Neutralize Poison": 800,
    "Remove Quest": 1_500,
    "Raise Dead": 5_000,
}
_HELPED = {"Cure Disease": DISEASES, "Neutralize Poison": POISONS, "Remove Quest": (ON_QUEST,)}
_GREAT = "cure serious wounds"
_HEALING = "ose:town.healing"


class BuyPrayer(Action, frozen=True):
    """Have the clergy cast a spell on one of the party, or on its dead, for a gift."""

    actor: str
    prayer: str
    patient: str


def options(state: State) -> list[Action]:
    """Who needs which prayer; the richest pays."""
    donor = max(state.marchers(), key=lambda c: money.purse_cp(c.items), default=None)
    if donor is None or state.party is None:
        return []
    sufferers = [*state.marchers(), *deaths.fallen(state, state.party.side)]
    return [BuyPrayer(donor.id, prayer, c.id) for prayer in GIFTS_GP for c in sufferers if _needs(state, c, prayer)]


def _needs(state: State, creature: Creature, prayer: str) -> bool:
    names = [condition.name for condition in creature.conditions]
    if prayer == "Raise Dead":
        return creature.status == "dead" and _can_be_raised(state, creature)
    if prayer == "Remove Curse":
        return any(name == CURSED or name in CURSES or name.startswith(FRAILTY) for name in names)
    return creature.is_up and any(name in _HELPED[prayer] for name in names)


def _can_be_raised(state: State, creature: Creature) -> bool:
    life = forms("cleric")["Raise Dead"].uses[0].effect
    assert isinstance(life, Raise)
    return spells_of_mercy.can_be_brought_back(state, creature, life, PRIEST_LEVEL)


def takes(state: State, action: BuyPrayer) -> str:
    return f"a gift of {GIFTS_GP.get(action.prayer, 0):,} gp"


@executes("ose:town.healing")
def why_not(state: State, action: BuyPrayer) -> Refusal | None:
    """Only where the healers are great enough, for those who need it and can pay for it."""
    patient = state.creatures.get(action.patient)
    if town_life(state).healing != _GREAT:
        return Refusal("Nobody here has such prayers.", _HEALING)
    if patient is None or action.prayer not in GIFTS_GP or not _needs(state, patient, action.prayer):
        return Refusal("That would help nobody.", _HEALING)
    gift = GIFTS_GP[action.prayer]
    if money.purse_cp(state.creatures[action.actor].items) < gift * IN_CP["gp"]:
        return Refusal(f"A gift of {gift:,} gp is expected.", _HEALING)
    return None


@executes("ose:town.healing")
def pray(do: Resolution, action: BuyPrayer) -> None:
    """The gift is given, and the spell cast by a priest of the tenth level."""
    donor = do.state.creatures[action.actor]
    money.pay(do, donor, GIFTS_GP[action.prayer] * IN_CP["gp"], "gave-to-healers", (_HEALING,))
    written = forms("cleric")[action.prayer]
    carry_out(do, Casting(donor.id, written, written.uses[0], action.patient, PRIEST_LEVEL))
