"""Making an offer: what it must be worth, in whose tongue it is made, and whether it is taken."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.basics import money
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.checks.checks import ability_check
from underkeep.systems.rampage.encounters import reactions
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import State

OFFER, PAY, KEEP = "offer", "pay", "keep"
GP_PER_HIT_DIE = 5


class NoOffer(Note, frozen=True):
    """Nothing can be offered, for want of a common language or of money."""

    speaker: str
    why: str


@executes("rampage:reaction.offer-amount")
def price_sp(state: State, monsters: tuple[str, ...]) -> int:
    """5 gold pieces for each hit die of those who must be content; half a die counts as one."""
    dice = sum(max(1, int(sheet(state.creatures[id]).hd)) for id in monsters if state.creatures[id].status == "up")
    return dice * GP_PER_HIT_DIE * money.IN_SP["gp"]


def wealth_sp(state: State) -> int:
    return sum(money.purse_sp(c.items) for c in state.marchers())


@executes("rampage:reaction.offer-language", "rampage:reaction.offer-amount")
def put(do: Resolution, speaker: Creature, column: str) -> bool:
    """Ask the party whether it pays; False if no offer can be made: nobody speaks their tongue, or there is not so
    much.
    """
    encounter = do.state.encounter
    assert encounter is not None
    other = do.state.creatures[encounter.monsters[0]]
    cost = price_sp(do.state, encounter.monsters)
    if reactions.interpreter(do.state, speaker, other) is None:
        do.emit(NoOffer(speaker.id, "language", rule=("rampage:reaction.offer-language",)))
        return False
    if wealth_sp(do.state) < cost:
        do.emit(NoOffer(speaker.id, "money", rule=("rampage:reaction.offer-amount",)))
        return False
    rule = ("rampage:reaction.offer-amount", "rampage:reaction.offer-language")
    about = f"They might be content with {money.told(cost)}: pay it, or keep it?"
    do.ask_party(OFFER, (PAY, KEEP), PAY, rule, about, {"speaker": speaker.id, "column": column, "cost": cost})
    return True


@executes("rampage:reaction.offer-amount", "rampage:reaction.offer-check")
def accept(do: Resolution, prompt: Prompt, answer: str) -> bool:
    """What is paid is gone whether it is taken well or not."""
    if answer == KEEP:
        return False
    pay(do, int(prompt.context["cost"]), "rampage:reaction.offer-amount")
    return check_charisma(do, do.state.creatures[str(prompt.context["speaker"])], "rampage:reaction.offer-check")


def pay(do: Resolution, amount_sp: int, rule: str) -> None:
    """From the purses of the party, in marching order."""
    for payer in do.state.marchers():
        have = money.purse_sp(payer.items)
        part = min(have, amount_sp)
        if part:
            left = money.with_purse(payer.items, have - part)
            do.emit(ItemsChanged(payer.id, left, "paid", coins=part, rule=(rule,)))
        amount_sp -= part


@executes("rampage:reaction.offer-check")
def check_charisma(do: Resolution, speaker: Creature, rule: str) -> bool:
    """A check of Charisma on d20."""
    return ability_check(do, speaker.id, "CHA", 20, (), (rule,))


@executes("rampage:reaction.morale-bonus")
def embolden(do: Resolution, monsters: tuple[str, ...], bonus: int) -> None:
    """Their morale is so much better for this fight. Ruling: q.morale-cap."""
    for id in monsters:
        own = sheet(do.state.creatures[id])
        if own.morale is not None and own.morale < 12:
            changed = replace(own, morale=min(12, own.morale + bonus))
            do.emit(SheetChanged(id, changed, "emboldened", rule=("rampage:reaction.morale-bonus",)))
