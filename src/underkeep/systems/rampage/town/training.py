"""Training: a week and a hundred gold pieces a level, for abilities, weapons, tasks or defence."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.rampage.basics import compendium, money
from underkeep.systems.rampage.basics.campaign import Drill, Learning, campaign, with_campaign
from underkeep.systems.rampage.basics.sheet import ABILITIES, is_character, sheet
from underkeep.systems.rampage.checks.miracles import with_score
from underkeep.world.clock import DAY
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, SheetChanged
from underkeep.world.gear import ItemsChanged
from underkeep.world.party import PartyWent
from underkeep.world.state import State

KINDS = ("ability", "weapon", "task", "defensive")
TRAINING = "in training"
WEEK = 7 * DAY
GP_A_LEVEL = 100
POINTS_NEEDED = 75
ONE_OVERALL = "one-training-bonus"
_COST = ("rampage:downtime.training-week", "rampage:downtime.training-cost")


class Train(Action, frozen=True):
    """Spend a week and money on an ability, a weapon, a task, or defence."""

    actor: str
    kind: str
    what: str


class TrainingBegan(Event, frozen=True):
    """Somebody trains for a week, at something."""

    creature: str
    drill: Drill

    def evolve(self, state: State) -> State:
        drills = (*campaign(state).drills.get(self.creature, ()), self.drill)
        return with_campaign(state, drills={**campaign(state).drills, self.creature: drills})


class DrillsChanged(Event, frozen=True):
    """The bonuses that somebody has stored from now on."""

    creature: str
    drills: tuple[Drill, ...]

    def evolve(self, state: State) -> State:
        return with_campaign(state, drills={**campaign(state).drills, self.creature: self.drills})


class PointsGained(Event, frozen=True):
    """A week's development points for an ability."""

    creature: str
    ability: str
    roll: Roll
    points: int

    def evolve(self, state: State) -> State:
        found = Learning(self.ability, self.points)
        return with_campaign(state, learning={**campaign(state).learning, self.creature: found})


EVENTS: tuple[type[Event], ...] = (TrainingBegan, DrillsChanged, PointsGained)


def drills_of(state: State, id: str) -> tuple[Drill, ...]:
    return campaign(state).drills.get(id, ())


@executes("rampage:downtime.training-week", "rampage:downtime.training-cost")
def cost_sp(creature: Creature) -> int:
    """A hundred gold pieces for each level, beside what living costs."""
    return GP_A_LEVEL * max(1, sheet(creature).level) * money.IN_SP["gp"]


def options(state: State) -> list[Action]:
    found: list[Action] = []
    for creature in state.marchers():
        held = [i.kind for i in creature.items if i.kind in compendium.weapons()][:2]
        found += [Train(creature.id, "defensive", "")]
        found += [Train(creature.id, "weapon", kind) for kind in dict.fromkeys(held)]
        found += [Train(creature.id, "task", "pick-lock"), Train(creature.id, "ability", "STR")]
    return found


@executes("rampage:downtime.training-week", "rampage:downtime.one-bonus")
def why_not(state: State, action: Train) -> Refusal | None:
    """It takes the money and a free week; of weapon, task and defence one bonus each can be stored.
    Ruling: q.training-stack.
    """
    creature = state.creatures[action.actor]
    known = {"ability": ABILITIES, "weapon": tuple(compendium.weapons()), "task": tuple(compendium.tasks())}
    if action.kind not in KINDS or (action.kind != "defensive" and action.what not in known[action.kind]):
        return Refusal("Nobody teaches that here.", "rampage:downtime.training-week")
    if not is_character(creature):
        return Refusal(f"{creature.name} is not trained like that.", "rampage:downtime.training-week")
    refusal = why_not_busy(state, action)
    if refusal is not None:
        return refusal
    stored = drills_of(state, creature.id)
    kinds = {d.kind for d in stored}
    if action.kind != "ability" and (action.kind in kinds or (kinds and ONE_OVERALL in state.switches)):
        return Refusal(f"{creature.name} has such a bonus stored already.", "rampage:downtime.one-bonus")
    if money.purse_sp(creature.items) < cost_sp(creature):
        return Refusal(f"That costs {money.told(cost_sp(creature))}.", "rampage:downtime.training-week")
    return None


@executes("rampage:downtime.training-week")
def why_not_busy(state: State, action: Action) -> Refusal | None:
    """Who trains does nothing else that week."""
    actor = state.creatures.get(getattr(action, "actor", ""))
    if actor is not None and actor.condition(TRAINING):
        return Refusal(f"{actor.name} trains all week.", "rampage:downtime.training-week")
    return None


def why_not_go(state: State, action: a.SetOut) -> Refusal | None:
    busy = next((c for c in state.marchers() if c.condition(TRAINING)), None)
    if busy is not None:
        return Refusal(f"{busy.name} trains all week; wait, or leave them behind.", "rampage:downtime.training-week")
    return None


@executes("rampage:downtime.training-week", "rampage:downtime.training-cost")
def train(do: Resolution, action: Train) -> None:
    """The fee is paid and the week begins."""
    creature = do.state.creatures[action.actor]
    cost = cost_sp(creature)
    left = money.with_purse(creature.items, money.purse_sp(creature.items) - cost)
    do.emit(ItemsChanged(creature.id, left, "paid", coins=cost, rule=_COST))
    until = do.state.now + WEEK
    do.emit(TrainingBegan(creature.id, Drill(action.kind, action.what), rule=_COST))
    do.emit(ConditionGained(creature.id, Condition(TRAINING, until), rule=("rampage:downtime.training-week",)))


@executes("rampage:downtime.ability-training")
def lapse(do: Resolution, id: str) -> None:
    """The week is over. An ability gains 1d6 development points, and 75 of them raise it by one for good; what else was
    learnt is stored for the next delve.
    """
    drills = drills_of(do.state, id)
    ability = next((d for d in drills if d.kind == "ability"), None)
    if ability is None:
        return
    rule = ("rampage:downtime.ability-training",)
    do.emit(DrillsChanged(id, tuple(d for d in drills if d is not ability), rule=rule))
    roll = do.roll(1, 6, f"development of {id}")
    learning = campaign(do.state).learning.get(id)
    before = learning.points if learning is not None and learning.ability == ability.what else 0
    points = before + roll.total
    if points >= POINTS_NEEDED:
        own = sheet(do.state.creatures[id])
        raised = replace(own, scores=with_score(own.scores, ability.what, 1))
        do.emit(SheetChanged(id, raised, "training", rule=rule))
        points -= POINTS_NEEDED
    do.emit(PointsGained(id, ability.what, roll, points, rule=rule))


# The next session


@executes(
    "rampage:downtime.weapon-training",
    "rampage:downtime.task-training",
    "rampage:downtime.defensive-training",
)
def on_going(do: Resolution, event: PartyWent) -> None:
    """The next session is the next delve: what was trained counts from the way out until the party is home."""
    if event.how == "set out":
        _begin_session(do)
    elif event.place == "town":
        _end_session(do)


def _begin_session(do: Resolution) -> None:
    for creature in do.state.marchers():
        drills = drills_of(do.state, creature.id)
        if not drills:
            continue
        live = tuple(replace(d, live=True) if d.kind != "ability" else d for d in drills)
        do.emit(DrillsChanged(creature.id, live, rule=tuple(_RULES[d.kind] for d in live)))
        for drill in live:
            _grant(do, creature.id, drill)


_RULES = {
    "ability": "rampage:downtime.ability-training",
    "weapon": "rampage:downtime.weapon-training",
    "task": "rampage:downtime.task-training",
    "defensive": "rampage:downtime.defensive-training",
}


def condition_of(drill: Drill) -> str:
    """The name under which a bonus is borne: `trained sword`."""
    return f"trained {drill.what}" if drill.kind != "defensive" else "trained defence"


def _grant(do: Resolution, id: str, drill: Drill) -> None:
    level = 2 if drill.kind == "defensive" else 1
    do.emit(ConditionGained(id, Condition(condition_of(drill), level=level), rule=(_RULES[drill.kind],)))


def _end_session(do: Resolution) -> None:
    for id, drills in campaign(do.state).drills.items():
        over = [d for d in drills if d.live]
        for drill in over:
            if do.state.creatures[id].condition(condition_of(drill)):
                do.emit(ConditionEnded(id, condition_of(drill), rule=(_RULES[drill.kind],)))
        if over:
            do.emit(DrillsChanged(id, tuple(d for d in drills if not d.live), rule=("rampage:downtime.one-bonus",)))
