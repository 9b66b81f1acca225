"""Alms to the poor, and quests that are done."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.robs.basics import money
from underkeep.systems.robs.basics.campaign import campaign, with_campaign
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.characters import alignment_changes
from underkeep.world.creature import SheetChanged
from underkeep.world.state import State

ALMS_CP = 1000
_ACT = "robs:alignment.no-single-act"


class GiveAlms(Action, frozen=True):
    """Give five gold pieces to the poor; it may be done for show."""

    actor: str
    for_show: bool = False


class QuestDone(Event, frozen=True):
    """What was owed to a deity is done."""

    creature: str

    def evolve(self, state: State) -> State:
        left = {id: order for id, order in campaign(state).quests.items() if id != self.creature}
        return with_campaign(state, quests=left)


EVENTS: tuple[type[Event], ...] = (QuestDone,)


def options(state: State) -> list[Action]:
    givers = [c for c in state.marchers() if sheet(c).is_character and money.purse_cp(c.items) >= ALMS_CP]
    return [GiveAlms(c.id, show) for c in givers for show in (False, True)]


def takes(state: State, action: GiveAlms) -> str:
    return money.written(ALMS_CP)


def why_not(state: State, action: GiveAlms) -> Refusal | None:
    if money.purse_cp(state.creatures[action.actor].items) < ALMS_CP:
        return Refusal(f"Alms of note are {money.written(ALMS_CP)}.", _ACT)
    return None


@executes("robs:alignment.sincerity", "robs:alignment.no-single-act")
def give(do: Resolution, action: GiveAlms) -> None:
    """A good act of note, unless it is done for show."""
    money.pay(do, do.state.creatures[action.actor], ALMS_CP, "gave-alms", (_ACT, "robs:alignment.sincerity"))
    alignment_changes.do_good(
        do, action.actor, alignment_changes.FEIGNED if action.for_show else alignment_changes.GOOD
    )


@executes("robs:class.priest.transgression", "robs:death.resurrection.quest")
def fulfil(do: Resolution) -> None:
    """Whoever comes home with what the story was about has done what the deity asked: quests are over, and fallen
    clerics have their spells again."""
    for hero in do.state.marchers():
        own = sheet(hero)
        if hero.id in campaign(do.state).quests:
            do.emit(QuestDone(hero.id, rule=("robs:death.resurrection.quest",)))
        if own.fallen:
            rule = ("robs:class.priest.transgression",)
            do.emit(SheetChanged(hero.id, replace(own, fallen=False), "is forgiven", rule=rule))
