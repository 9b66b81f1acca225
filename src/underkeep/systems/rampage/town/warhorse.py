"""The warhorse that the gods grant a Paladin, and how long they wait before they grant another."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics.campaign import Grant, campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.town import animals
from underkeep.world.clock import DAY
from underkeep.world.party import PartyWent
from underkeep.world.state import State

KIND = "paladins-horse"
YEARS, DAYS_A_YEAR = 10, 365
_HORSE, _AGAIN = "rampage:class.paladin.warhorse", "rampage:class.paladin.warhorse-replace"


class PrayForHorse(Action, frozen=True):
    """Ask the gods for the warhorse that is a Paladin's due."""

    actor: str


class HorseGranted(Event, frozen=True):
    """A Paladin has a horse of the gods; once it is found dead, since when."""

    creature: str
    horse: str
    lost: int | None = None

    def evolve(self, state: State) -> State:
        grants = campaign(state).warhorses
        return with_campaign(state, warhorses={**grants, self.creature: Grant(self.horse, self.lost)})


EVENTS: tuple[type[Event], ...] = (HorseGranted,)


def options(state: State) -> list[Action]:
    return [PrayForHorse(m.id) for m in state.marchers() if why_not(state, PrayForHorse(m.id)) is None]


def _is_lost(state: State, grant: Grant) -> bool:
    horse = state.creatures.get(grant.horse)
    return horse is None or horse.status in ("dead", "fled")


@executes("rampage:class.paladin.warhorse", "rampage:class.paladin.warhorse-replace")
def why_not(state: State, action: PrayForHorse) -> Refusal | None:
    """One for each Lawful Paladin; after its death ten years go by."""
    paladin = state.creatures[action.actor]
    own = sheet(paladin)
    if "paladin" not in own.classes or own.alignment != "lawful":
        return Refusal(f"The gods have no horse for {paladin.name}.", _HORSE)
    grant = campaign(state).warhorses.get(paladin.id)
    if grant is None:
        return None
    if not _is_lost(state, grant):
        return Refusal(f"{paladin.name} has a horse of the gods.", _HORSE)
    lost = state.now if grant.lost is None else grant.lost
    if state.now - lost < YEARS * DAYS_A_YEAR * DAY:
        return Refusal(f"The gods grant no other horse for {YEARS} years.", _AGAIN)
    return None


@executes("rampage:class.paladin.warhorse")
def pray(do: Resolution, action: PrayForHorse) -> None:
    """It comes, and goes along."""
    before = set(do.state.creatures)
    animals.acquire(do, action.actor, KIND, 1)
    (horse,) = set(do.state.creatures) - before
    do.emit(HorseGranted(action.actor, horse, rule=(_HORSE,)))


@executes("rampage:class.paladin.warhorse-replace")
def on_going(do: Resolution, event: PartyWent) -> None:
    """The years are counted from when the party comes home without it."""
    for id, grant in campaign(do.state).warhorses.items():
        if grant.lost is None and _is_lost(do.state, grant):
            do.emit(HorseGranted(id, grant.horse, do.state.now, rule=(_AGAIN,)))
