"""Gods: becoming an initiate, what a priest orders, and what comes of refusing."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import Prompt
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.campaign import campaign, with_campaign
from underkeep.systems.rampage.basics.compendium import God
from underkeep.systems.rampage.basics.sheet import is_character, sheet
from underkeep.systems.rampage.basics.town_life import town_life
from underkeep.systems.rampage.checks import provisions
from underkeep.systems.rampage.checks.miracles import with_score
from underkeep.world.clock import DAY
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.state import State

ORDER, OBEY, REFUSE = "order", "obey", "refuse"
XP_PERCENT = 5
MOST_REFUSALS = 3
INITIATION_DAYS = 7
"""How long it takes to be initiated. Ours."""
_ONE, _POINT = "rampage:religion.one-god", "rampage:religion.ability-point"
_XP, _THIRD = "rampage:religion.disobedience-xp", "rampage:religion.third-disobedience"
_SAMPLE = "rampage:religion.sample"


class Initiate(Action, frozen=True):
    """Be initiated to a god, after a week in the temple."""

    actor: str
    god: str


class Disobeyed(Event, frozen=True):
    """An initiate has refused an order of a priest, so many by now."""

    creature: str
    times: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, disobeyed={**campaign(state).disobeyed, self.creature: self.times})


EVENTS: tuple[type[Event], ...] = (Disobeyed,)


def god_named(name: str) -> God | None:
    return next((god for god in compendium.gods().values() if god.name.casefold() == name.casefold()), None)


def initiations(state: State) -> list[Action]:
    free = [m for m in state.marchers() if is_character(m) and not sheet(m).god]
    gods = [] if town_life(state).own_gods else list(compendium.gods().values())
    return [Initiate(m.id, god.name) for m in free for god in gods if god.alignment == sheet(m).alignment]


@executes("rampage:religion.one-god", "rampage:religion.sample")
def why_not_initiate(state: State, action: Initiate) -> Refusal | None:
    """One god at a time, of one's own alignment, and one who is worshipped here."""
    actor, god = state.creatures[action.actor], god_named(action.god)
    if not is_character(actor):
        return Refusal(f"{actor.name} is no initiate.", _POINT)
    if sheet(actor).god:
        return Refusal(f"{actor.name} is an initiate of {sheet(actor).god}.", _ONE)
    if town_life(state).own_gods:
        return Refusal("The judge has other gods.", _SAMPLE)
    if god is None or god.alignment != sheet(actor).alignment:
        return Refusal(f"No such god would have {actor.name}.", _POINT)
    return None


@executes("rampage:religion.ability-point")
def initiate(do: Resolution, action: Initiate) -> None:
    """A week goes by, and the ability of the god is a point better."""
    god, rule = god_named(action.god), (_POINT, _ONE)
    assert god is not None
    for _ in range(INITIATION_DAYS):
        pass_time(do, DAY, "initiation", rule)
        provisions.eat_in_town(do)
    own = sheet(do.state.creatures[action.actor])
    scores = with_score(own.scores, god.ability, 1) if god.ability else own.scores
    do.emit(SheetChanged(action.actor, replace(own, god=god.name, scores=scores), "initiation", rule=rule))
    do.emit(Disobeyed(action.actor, 0, rule=rule))


@executes("rampage:religion.disobedience-xp")
def give_order(do: Resolution, id: str) -> None:
    """Who takes what the temple gives its initiates is told to serve in it for a day. What is ordered is ours."""
    about = f"The priest of {sheet(do.state.creatures[id]).god} orders a day of service: obey, or refuse?"
    do.ask(id, ORDER, (OBEY, REFUSE), OBEY, (_XP,), about, {"creature": id})


def answer_order(do: Resolution, prompt: Prompt, answer: str) -> None:
    id = str(prompt.context["creature"])
    if answer == REFUSE:
        disobey(do, do.state.creatures[id])
    else:
        pass_time(do, DAY, "service", (_XP,))
        provisions.eat_in_town(do)


@executes("rampage:religion.disobedience-xp", "rampage:religion.third-disobedience")
def disobey(do: Resolution, creature: Creature) -> None:
    """A twentieth of the experience is lost; with the third time the god is done with the initiate, who loses the point
    that came with the initiation.
    """
    own, times = sheet(creature), campaign(do.state).disobeyed.get(creature.id, 0) + 1
    rule = (_XP,) if times < MOST_REFUSALS else (_XP, _THIRD)
    do.emit(Disobeyed(creature.id, times, rule=rule))
    changed = replace(own, xp=own.xp - own.xp * XP_PERCENT // 100)
    if times >= MOST_REFUSALS:
        god = god_named(own.god)
        scores = with_score(own.scores, god.ability, -1) if god is not None and god.ability else own.scores
        changed = replace(changed, god="", scores=scores)
    do.emit(SheetChanged(creature.id, changed, "disobedience", rule=rule))
