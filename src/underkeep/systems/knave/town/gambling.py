"""Gambling against the house: a stake, the house's die in the open, and the choice to quit or to roll."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.town_life import town_life, with_town_life
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.world.state import State

HOUSE_LIMIT = "knave:downtime.gambling.house-limit"
WAGER = "knave:downtime.gambling.wager"
USUAL_LIMIT = {"village": 50, "town": 100, "city": 200}
LIMITS = tuple(str(n) for n in (10, 20, 50, 100, 200, 500, 1000))
QUESTION = "gamble"


class Gamble(Action, frozen=True):
    """Stake so many coins against the house."""

    actor: str
    stake: int


class HouseRolled(Note, frozen=True):
    """The house's number, for all to see."""

    creature: str
    stake: int
    roll: Roll


class GambleEnded(Note, frozen=True):
    """`coins` is what the player gained or, below 0, lost."""

    creature: str
    how: str
    coins: int
    roll: Roll | None = None


class HouseLimitNamed(Event, frozen=True):
    """The house takes no higher stake than this."""

    coins: int

    def evolve(self, state: State) -> State:
        return with_town_life(state, house_limit=self.coins)


EVENTS: tuple[type[Event], ...] = (HouseRolled, GambleEnded, HouseLimitNamed)


@executes("knave:downtime.gambling.house-limit")
def limit(state: State) -> int:
    """The most the house takes: what the referee named, or what is usual in a place of that size."""
    town = state.settlement
    assert town is not None
    named = town_life(state).house_limit
    return USUAL_LIMIT[town.size] if named is None else named


def options(state: State) -> list[Action]:
    most = limit(state)
    return [Gamble(m.id, most) for m in state.marchers() if coins_of(m) >= most]


def asked(state: State, action: Gamble) -> str:
    return f"{action.stake} coins are staked against the house."


@executes("knave:downtime.gambling.wager")
def why_not(state: State, action: Gamble) -> Refusal | None:
    """A stake is at least one coin, within the house's limit, and in the purse."""
    if state.party is None or state.party.place != "town":
        return Refusal("There is no house to play against.", WAGER)
    if action.stake < 1:
        return Refusal("A stake is at least one coin.", WAGER)
    if action.stake > limit(state):
        return Refusal(f"The house takes no more than {limit(state)} coins.", WAGER)
    if coins_of(state.creatures[action.actor]) < action.stake:
        return Refusal("That is more than there is.", "knave:money.coin")
    return None


@executes("knave:downtime.gambling.wager", "knave:downtime.gambling.house-limit", "knave:downtime.gambling.house-roll")
def gamble(do: Resolution, action: Gamble) -> None:
    """The stake first, then the house's die, then the choice. What the referee says of the limit holds from then on."""
    town = do.state.settlement
    assert town is not None
    stake = action.stake
    if town_life(do.state).house_limit is None:
        ruled = int(do.ruling(HOUSE_LIMIT, LIMITS, str(USUAL_LIMIT[town.size]), town.name))
        do.emit(HouseLimitNamed(ruled, rule=(HOUSE_LIMIT,)))
        stake = min(stake, ruled)
    purse.lose(do, action.actor, stake, "staked", WAGER)
    roll = do.roll(1, 6, "the house")
    rule = ("knave:downtime.gambling.house-roll",)
    do.emit(HouseRolled(action.actor, stake, roll, rule=rule))
    creature = do.state.creatures[action.actor]
    about = f"The house shows {roll.total}; {creature.name} has {stake} coins on the table."
    context: dict[str, str | int] = {"creature": action.actor, "stake": stake, "house": roll.total}
    default = "roll" if roll.total <= 3 else "quit"
    do.ask(creature.id, QUESTION, ("quit", "roll"), default, rule, about, context)


@executes("knave:downtime.gambling.bow-out", "knave:downtime.gambling.win", "knave:downtime.gambling.lose")
def answer(do: Resolution, prompt: Prompt, choice: str) -> None:
    """Ruling: gambling-rounding (the house keeps the odd coin)."""
    id, stake, house = str(prompt.context["creature"]), int(prompt.context["stake"]), int(prompt.context["house"])
    if choice == "quit":
        rule = "knave:downtime.gambling.bow-out"
        _settle(do, id, "quit", stake, stake // 2, None, rule)
        return
    roll = do.roll(1, 6, f"gamble of {id}", needed=house + 1)
    rule = "knave:downtime.gambling.win" if roll.success else "knave:downtime.gambling.lose"
    _settle(do, id, "won" if roll.success else "lost", stake, 2 * stake if roll.success else 0, roll, rule)


def _settle(do: Resolution, id: str, how: str, stake: int, back: int, roll: Roll | None, rule: str) -> None:
    do.emit(GambleEnded(id, how, back - stake, roll, rule=(rule,)))
    if back:
        purse.gain(do, id, back, "took-back", rule)
