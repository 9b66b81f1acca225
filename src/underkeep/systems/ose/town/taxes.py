"""Too much money: the town asks for a part of it, and whoever will not pay is an outlaw there."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics import money
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.basics.town_life import town_life, with_town_life
from underkeep.systems.ose.exploration.party import characters
from underkeep.world.state import State

WEALTH = "ose:referee.excess-wealth"
QUESTION = "the tax"
PAY, REFUSE = "pay", "refuse"
ASKED_FOR, LEFT_ALONE = "a tax is asked for", "nothing is said"
RICH_GP = 5000
"""What a purse may hold for each level before somebody thinks it too much. Ours."""
ONE_IN = 10


class Outlawed(Event, frozen=True):
    """Whether the town counts the party among the outlaws."""

    is_outlaw: bool

    def evolve(self, state: State) -> State:
        return with_town_life(state, is_outlaw=self.is_outlaw)


EVENTS: tuple[type[Event], ...] = (Outlawed,)


@executes("ose:referee.excess-wealth")
def levy(do: Resolution) -> None:
    """Where the purses hold too much a tenth is asked for, and never just taken. Default: it is asked for."""
    if not is_too_rich(do.state) or do.state.prompts:
        return
    if do.ruling(WEALTH, (ASKED_FOR, LEFT_ALONE), ASKED_FOR) == ASKED_FOR:
        gp = sum(_share_cp(do.state, c.id) for c in characters(do.state)) // money.IN_CP["gp"]
        do.ask_party(QUESTION, (PAY, REFUSE), PAY, (WEALTH,), f"{gp:,} gp")


@executes("ose:referee.excess-wealth")
def is_too_rich(state: State) -> bool:
    """On average more gold for each level than anybody has a use for."""
    ours = characters(state)
    held = sum(money.purse_cp(c.items) for c in ours) // money.IN_CP["gp"]
    return held > RICH_GP * sum(max(1, sheet(c).level) for c in ours)


def _share_cp(state: State, id: str) -> int:
    return money.purse_cp(state.creatures[id].items) // ONE_IN


@executes("ose:referee.excess-wealth")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Who pays has peace; who does not keeps the money and is an outlaw."""
    if choice == PAY:
        for creature in characters(do.state):
            if _share_cp(do.state, creature.id):
                money.pay(do, creature, _share_cp(do.state, creature.id), "paid-a-tax", (WEALTH,))
    do.emit(Outlawed(choice == REFUSE, rule=(WEALTH,)))


@executes("ose:referee.excess-wealth")
def why_not_work(state: State, action: Action) -> Refusal | None:
    """Nobody takes service with outlaws."""
    return Refusal("Nobody here takes service with outlaws.", WEALTH) if town_life(state).is_outlaw else None
