"""Learning a career from somebody who knows it: months and money, in one stage or two."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.knave.basics.compendium import Career, careers
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.basics.town_life import town_life
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.systems.knave.town import town
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.state import State

MONTH_DAYS = 30
COST = "knave:downtime.career.cost"
EXPERT = "knave:downtime.career.expert"


class Stage(Struct, frozen=True):
    """What one stage of training takes, and what it gives."""

    months: int
    coins: int
    gives_bonus: bool
    rule: str


STAGES: dict[str, tuple[Stage, ...]] = {
    "common": (Stage(1, 1000, True, "knave:downtime.career.common"),),
    "uncommon": (
        Stage(3, 5000, False, "knave:downtime.career.uncommon-attempt"),
        Stage(3, 5000, True, "knave:downtime.career.uncommon-bonus"),
    ),
    "rare": (
        Stage(12, 30000, False, "knave:downtime.career.rare-attempt"),
        Stage(12, 30000, True, "knave:downtime.career.rare-bonus"),
    ),
}


class Train(Action, frozen=True):
    """Learn a career for a month; the whole stage is paid for when it begins."""

    actor: str
    career: str


class Trained(Note, frozen=True):
    creature: str
    career: str
    months: int


EVENTS: tuple[type[Event], ...] = (Trained,)


@executes("knave:downtime.career.expert")
def experts(state: State) -> tuple[str, ...]:
    """Those in town who teach their career."""
    return town_life(state).experts


@executes(
    "knave:downtime.career.cost",
    "knave:downtime.career.common",
    "knave:downtime.career.uncommon-attempt",
    "knave:downtime.career.uncommon-bonus",
    "knave:downtime.career.rare-attempt",
    "knave:downtime.career.rare-bonus",
)
def stage_of(creature: Creature, career: Career) -> Stage | None:
    """What comes next for this character; None if there is nothing more to learn."""
    own = sheet(creature)
    stages = STAGES.get(career.band, ())
    if career.name not in own.careers:
        return stages[0] if stages else None
    return stages[-1] if career.name in own.unfinished else None


def takes(state: State, action: Train) -> str:
    """The months and the money of the next stage; a stage that is paid for costs a month more."""
    career = careers().get(action.career.replace(" ", "-"))
    creature = state.creatures.get(action.actor)
    stage = stage_of(creature, career) if creature is not None and career is not None else None
    if stage is None or creature is None or career is None:
        return ""
    if career.name in sheet(creature).training:
        return "a month"
    months = "a month" if stage.months == 1 else f"{stage.months} months"
    return f"{months} and {stage.coins} coins"


def options(state: State) -> list[Action]:
    """Only what somebody could pay for."""
    known = [careers()[name.replace(" ", "-")] for name in experts(state) if name.replace(" ", "-") in careers()]
    found = [Train(m.id, c.name) for m in state.marchers() for c in known if _could(m, c)]
    return list(found)


def _could(creature: Creature, career: Career) -> bool:
    stage = stage_of(creature, career)
    if stage is None or not sheet(creature).is_pc:
        return False
    return career.name in sheet(creature).training or coins_of(creature) >= stage.coins


def _taught(state: State) -> str:
    """Who teaches here, and what the first stage takes, by rarity."""
    named: dict[str, list[str]] = {}
    for name in experts(state):
        career = careers().get(name.replace(" ", "-"))
        named.setdefault(career.band if career is not None else "", []).append(name)
    told = [
        f"{', '.join(names)} ({STAGES[band][0].months} month{'' if STAGES[band][0].months == 1 else 's'} and "
        f"{STAGES[band][0].coins} coins)"
        for band, names in named.items()
        if band in STAGES
    ]
    return f"The masters here teach: {'; '.join(told)}." if told else "Nobody here teaches a career."


@executes("knave:downtime.career.expert", "knave:downtime.career.cost")
def why_not(state: State, action: Train) -> Refusal | None:
    """A career is learnt in town, from an expert in it, for the money of its rarity."""
    creature = state.creatures[action.actor]
    career = careers().get(action.career.replace(" ", "-"))
    if state.party is None or state.party.place != "town" or not sheet(creature).is_pc:
        return Refusal("Careers are learnt in town, by characters.", EXPERT)
    if career is None:
        told = f"There is no career {action.career[:40]}. " if action.career else ""
        return Refusal(f"{told}{_taught(state)}", EXPERT)
    if career.name not in experts(state):
        return Refusal(f"No {career.name} here teaches anybody.", EXPERT)
    stage = stage_of(creature, career)
    if stage is None:
        return Refusal(f"{creature.name} has nothing more to learn of that.", COST)
    if career.name not in sheet(creature).training and coins_of(creature) < stage.coins:
        has = f"{creature.name} has {coins_of(creature)}"
        return Refusal(f"That costs {stage.coins} coins; {has}. {_taught(state)}", stage.rule)
    return None


@executes(
    "knave:downtime.career.cost",
    "knave:downtime.career.common",
    "knave:downtime.career.uncommon-attempt",
    "knave:downtime.career.uncommon-bonus",
    "knave:downtime.career.rare-attempt",
    "knave:downtime.career.rare-bonus",
)
def train(do: Resolution, action: Train) -> None:
    """A month of it. Ruling: career-knowledge-stage (knowledge comes with the first stage)."""
    career = careers()[action.career.replace(" ", "-")]
    stage = stage_of(do.state.creatures[action.actor], career)
    assert stage is not None
    own = sheet(do.state.creatures[action.actor])
    if career.name not in own.training:
        purse.lose(do, action.actor, stage.coins, "paid-teacher", stage.rule, career.name)
    town.rest_days(do, MONTH_DAYS, until_the_end=True)
    own = sheet(do.state.creatures[action.actor])
    months = own.training.get(career.name, 0) + 1
    bands = (career.rule,) if career.rule else ()
    do.emit(Trained(action.actor, career.name, months, rule=(COST, EXPERT, stage.rule, *bands)))
    others = {name: spent for name, spent in own.training.items() if name != career.name}
    if months < stage.months:
        learning = replace(own, training={**others, career.name: months})
        do.emit(SheetChanged(action.actor, learning, f"learns from a {career.name}", rule=(COST,)))
        return
    unfinished = tuple(name for name in own.unfinished if name != career.name)
    learnt = replace(
        own,
        training=others,
        careers=own.careers if career.name in own.careers else (*own.careers, career.name),
        unfinished=unfinished if stage.gives_bonus else (*unfinished, career.name),
    )
    do.emit(SheetChanged(action.actor, learnt, f"has learnt the trade of a {career.name}", rule=(COST, stage.rule)))
