"""A whole game in one file: the smallest ruleset that fights and delves.

For tests of the core, and to read before writing a fifth game.

Everyone has 3 hit points, hits on 4 or more on a d6 for 1 point, moves 6 squares. Any chance is 3 in 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Codec, Sheet
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import Prompt
from underkeep.procedures import carrying, meeting
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import ACTIONS, Attack, CallCheck, CallSave, Move
from underkeep.procedures.delving import Delving, LightKind, Ware
from underkeep.procedures.hiring import Term
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Reaction, Recruit, Ruleset, Switch
from underkeep.world.condition import Condition
from underkeep.world.creature import (
    AttackRolled,
    CheckRolled,
    CreationStepTaken,
    Creature,
    CreatureJoined,
    Died,
    Harmed,
    Moved,
)
from underkeep.world.dungeon import Door, Dungeon, Feature, Group, GroupChanged, Hoard, Trap, TrapChanged
from underkeep.world.encounter import ChanceRolled, Encounter, EncounterBegan, EncounterEnded, ReactionRolled
from underkeep.world.events import EVENTS
from underkeep.world.fight import Spent, Step
from underkeep.world.gear import Item
from underkeep.world.grid import Square, distance
from underkeep.world.journey import (
    AHEAD,
    THE_ROAD,
    BearingsTaken,
    Route,
    RoutesLaid,
    Strayed,
    compass,
    course_from,
    far,
    is_astray,
)
from underkeep.world.light import Light
from underkeep.world.party import Counted
from underkeep.world.settlement import Applicant, Rumour, RumourHeard, Settlement, SettlementChanged
from underkeep.world.state import GridCleared, State, square_of

Thing = TypeVar("Thing", Group, Hoard, Trap)

HIT_POINTS = 3
STEPS = 6
RULE = ("toy:everything",)


class ToySheet(Struct, Sheet, frozen=True):
    sort: str


def _by_id(things: Sequence[Thing]) -> dict[str, Thing]:
    return {thing.id: thing for thing in things}


class ToyDelving:
    """The answers of the smallest delve."""

    turn_seconds = 600
    terms: tuple[Term, ...] = (Term("{} gp a day", ("gp", "gold")), Term("{}% of a share", ("%", "percent")))

    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        """Every third room has a rat, every fourth a few coins, every fifth a pit."""
        rooms = [area for area in dungeon.areas.values() if area.number and area.id != dungeon.entrance.area]
        id, coins = dungeon.opaque, (Item("coin", "coin", count=10),)
        groups = [Group(id("group", r.id), r.id, "rat", 1 + i % 2) for i, r in enumerate(rooms) if i % 3 == 0]
        hoards = [Hoard(id("hoard", r.id), r.id, coins) for i, r in enumerate(rooms) if i % 4 == 1]
        traps = [Trap(id("trap", r.id), r.id, "pit") for i, r in enumerate(rooms) if i % 5 == 2]
        return replace(dungeon, groups=_by_id(groups), hoards=_by_id(hoards), traps=_by_id(traps))

    def found_settlement(self, do: Resolution) -> None:
        rumours = (Rumour("There are rats below.", True), Rumour("There are dragons below.", False))
        help_wanted = (Applicant("hand-1", "hero", 1, "Hand", (1, 50)),)
        do.emit(SettlementChanged(Settlement("Toytown", "village", ("shop",), rumours, (), help_wanted), "founded"))

    def lay_routes(self, do: Resolution) -> None:
        moor = Route("moor", "across the moor", "moor", 30, "open")
        do.emit(RoutesLaid((THE_ROAD, moor), rule=RULE))

    def begin_day(self, do: Resolution) -> None:
        """On the moor there is a rat every day, and on every second day the party goes astray."""
        journey = do.state.journey
        assert journey is not None
        if is_astray(journey):
            do.emit(BearingsTaken(course_from(journey.at), far(journey.at), True, rule=RULE))
        if journey.route.way == "open":
            do.emit(GroupChanged(Group(self._new_group(do), AHEAD, "rat", 1), "ahead", rule=RULE))
            if journey.day % 2 == 0:
                do.emit(Strayed(90, compass(journey.course + 90), rule=RULE))

    def miles_per_day(self, state: State) -> float:
        return 24

    def end_day(self, do: Resolution, rested: bool) -> None:
        do.emit(Counted("rested", int(rested), rule=RULE))

    def feet_per_turn(self, state: State) -> int:
        return 120

    def feet_used(self, do: Resolution, familiar: bool) -> int:
        return 10

    def sight_feet(self, state: State) -> int:
        return max((light.radius_feet for light in state.lights), default=0)

    def light_kinds(self) -> dict[str, LightKind]:
        return {"torch": LightKind(30, 3600, "torch")}

    def light_left(self, state: State, light: Light) -> str:
        return ""

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        return None

    def closes_turn(self, state: State, action: Action) -> bool:
        return False

    def turns_for(self, state: State, action: Action) -> int:
        return int(isinstance(action, a.Search | a.Rest | a.ForceDoor | a.PickLock | a.Listen))

    def _chance(self, do: Resolution, what: str, who: str = "") -> bool:
        roll = do.roll(1, 6, what, needed=4)
        do.emit(ChanceRolled(what, roll, bool(roll.success), who, rule=RULE))
        return bool(roll.success)

    def force_door(self, do: Resolution, creature: Creature, door: Door) -> bool:
        return self._chance(do, "forcing a door", creature.id)

    def pick_lock(self, do: Resolution, creature: Creature, door: Door) -> bool:
        return self._chance(do, "picking a lock", creature.id)

    def listen(self, do: Resolution, creature: Creature, door: Door, noise: bool) -> None:
        self._chance(do, "listening", creature.id)

    def searchable(self, state: State, floor: int) -> int:
        return floor

    def search(self, do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
        return ("door", "trap", "hoard") if self._chance(do, "searching", creature.id) else ()

    def who_treads(self, state: State) -> list[Creature]:
        return state.marchers()[:1]

    def trap_springs(self, do: Resolution, trap: Trap, creature: Creature) -> bool:
        return self._chance(do, "setting off a trap", creature.id)

    def spring(self, do: Resolution, trap: Trap, creature: Creature) -> None:
        do.emit(Harmed(creature.id, 1, creature.hp - 1, trap.id, "fall", rule=RULE))

    def inspect(self, do: Resolution, creature: Creature, hoard: Hoard) -> None:
        self._chance(do, "inspecting", creature.id)

    def disarm(self, do: Resolution, creature: Creature, trap: Trap) -> None:
        if self._chance(do, "disarming", creature.id):
            do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed", rule=RULE))

    def use(self, do: Resolution, creature: Creature, feature: Feature) -> None:
        self._chance(do, "meddling", creature.id)

    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        bearer = state.marchers()[0].id
        return [(bearer, item) for item in items]

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def rest_is_due(self, state: State) -> bool:
        return False

    def end_turn(self, do: Resolution) -> None:
        assert do.state.party is not None
        if do.state.party.turns % 6 == 0 and self._chance(do, "wandering monsters"):
            group = Group(self._new_group(do), do.state.party.at.area if do.state.party.at else "", "rat", 1)
            do.emit(GroupChanged(group, "wandered in", rule=RULE))
            self.meet(do, group, 30)

    def _new_group(self, do: Resolution) -> str:
        assert do.state.dungeon is not None
        return do.state.dungeon.new_id("group", do.state.dungeon.groups)

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        return None

    def meet(self, do: Resolution, group: Group, distance_feet: int | None) -> None:
        ids = meeting.ids_of_met(do.state, "rat", group.count)
        for id in ids:
            do.rules.recruit(do, Recruit("rat"), id, "monsters")
        do.emit(GroupChanged(replace(group, members=ids), "met", rule=RULE))
        do.emit(EncounterBegan(Encounter(group.id, ids, distance_feet or 30), rule=RULE))

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None:
        roll = do.roll(1, 6, "reaction", needed=4)
        do.emit(ReactionRolled(creature.id, roll, "friendly" if roll.success else "hostile", rule=RULE))
        if roll.success:
            self._part(do, "parted")
        else:
            meeting.come_to_blows(do)

    def evade(self, do: Resolution, drop: str) -> None:
        self._part(do, "evaded")

    def stand_by(self, do: Resolution) -> None:
        meeting.come_to_blows(do)

    def _part(self, do: Resolution, how: str) -> None:
        assert do.state.encounter is not None and do.state.dungeon is not None
        group = do.state.dungeon.groups[do.state.encounter.group]
        do.emit(GroupChanged(replace(group, count=0), "went away", rule=RULE))
        do.emit(EncounterEnded(how, rule=RULE))

    def after_fight(self, do: Resolution) -> None:
        do.emit(GridCleared())
        self._part(do, "fought")

    def wares(self, state: State) -> Iterable[Ware]:
        return (Ware("torch", "Torch", 1, "gear"),)

    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
        carrying.use_up(do, creature.id, "coin", "paid", ware.cost * count)
        carrying.receive(do, creature.id, Item(ware.kind, ware.name, count=count), "bought")

    def price_of(self, state: State, item: Item) -> int:
        return int(item.kind == "torch")

    def sell(self, do: Resolution, creature: Creature, index: int, count: int) -> None:
        carrying.use_up(do, creature.id, creature.items[index].kind, "sold", count)
        carrying.receive(do, creature.id, Item("coin", "coin", count=count), "was paid")

    def money(self, coins: int) -> str:
        return f"{coins} coins"

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        return (applicant.asks,)

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
        self._chance(do, "hiring", creature.id)

    def hear_rumours(self, do: Resolution, creature: Creature) -> None:
        town = do.state.settlement
        assert town is not None
        index = len(town.heard)
        do.emit(RumourHeard(index, town.rumours[index].text, rule=RULE))

    def rest_days(self, do: Resolution, days: int) -> None:
        return None

    def come_home(self, do: Resolution) -> None:
        assert do.state.party is not None
        do.emit(Counted("total:delves", do.state.party.counts.get("total:delves", 0) + 1, rule=RULE))

    def own_options(self, state: State) -> tuple[Action, ...]:
        return ()

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if (
            isinstance(action, a.HearRumours)
            and state.settlement
            and len(state.settlement.heard) == len(state.settlement.rumours)
        ):
            return Refusal("There is nothing new to hear.", "toy:everything")
        if isinstance(action, a.Buy):
            coins = sum(i.count for i in state.creatures[action.actor].items if i.kind == "coin")
            return None if coins >= action.count else Refusal("That costs more than there is.", "toy:everything")
        return None

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return actions[0]

    def perform(self, do: Resolution, action: Action) -> None:
        raise AssertionError(f"The toy has no action {action}.")


def _fall(do: Resolution, harmed: Harmed) -> None:
    if do.state.creatures[harmed.creature].hp <= 0:
        do.emit(Died(harmed.creature, rule=RULE))


_CITES: Cites = {}


class ToyRuleset:
    id = "toy"
    title = "The Toy"
    round_seconds = 10
    codec: Codec[State] = Codec(State, EVENTS, (*ACTIONS, *a.DELVE_ACTIONS), {Sheet: (ToySheet,)})
    switches: Mapping[str, Switch] = {}
    delving: Delving | None = ToyDelving()
    reactions: Mapping[type[Event], Reaction] = {Harmed: _fall}
    cites: Cites = _CITES

    def roster(self) -> Mapping[str, str]:
        return {"hero": "character", "rat": "monster"}

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        items = (Item("torch", "Torch", count=6), Item("coin", "coin", count=5)) if who.kind != "rat" else ()
        kind = who.kind or "hero"
        made = Creature(id, who.name or id.title(), kind, side, HIT_POINTS, HIT_POINTS, ToySheet(kind), items=items)
        do.emit(CreationStepTaken(id, "hit points", {"hp": HIT_POINTS}, rule=RULE))
        do.emit(CreatureJoined(made, rule=RULE))
        return made

    def card(self, state: State, creature: Creature) -> Card:
        return Card(creature.name, creature.kind, (("Body", (("Hit points", str(creature.hp)),)),))

    def begin_fight(self, do: Resolution) -> Mapping[str, int]:
        return {}

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        sides = do.state.sides()
        return tuple(Step("act", tuple(c.id for c in do.state.active(side)), side) for side in sides)

    def enter_step(self, do: Resolution, step: Step) -> None:
        return None

    def leave_step(self, do: Resolution, step: Step) -> None:
        return None

    def is_throw(self, state: State, action: Attack) -> bool:
        return False

    def fight_options(self, state: State, actor: Creature, step: Step) -> Options:
        assert state.fight is not None and state.grid is not None
        spent = state.fight.spent.get(actor.id, ())
        if "attack" in spent:
            return NONE
        at = square_of(actor)
        near = [e for e in state.enemies_of(actor) if e.at is not None and distance(at, e.at) == 1]
        mask = 0 if "move" in spent else state.grid.reach(at, STEPS, state.occupied())
        return Options(tuple(Attack(actor.id, e.id, "fist") for e in near), (Moves(Move, actor.id, state.grid, mask),))

    def why_not(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, CallCheck | CallSave):
            return None
        assert state.fight is not None
        actor = state.creatures[getattr(action, "actor", "")]
        options = self.fight_options(state, actor, state.fight.step)
        return None if action in tuple(options) else Refusal("That is out of reach.", "toy:everything")

    def perform(self, do: Resolution, action: Action) -> None:
        if isinstance(action, Move):
            do.emit(Spent(action.actor, "move"))
            do.emit(Moved(action.actor, action.to, rule=RULE))
        elif isinstance(action, Attack):
            do.emit(Spent(action.actor, "attack"))
            roll = do.roll(1, 6, f"attack of {action.actor}", needed=4)
            do.emit(AttackRolled(action.actor, action.target, action.weapon, roll, bool(roll.success), rule=RULE))
            if roll.success:
                do.emit(Harmed(action.target, 1, do.state.creatures[action.target].hp - 1, action.actor, rule=RULE))
        elif isinstance(action, CallCheck):
            roll = do.roll(1, 6, action.what, action.modifiers, action.difficulty or 4)
            do.emit(CheckRolled(action.creature, action.what, roll, bool(roll.success), rule=RULE))

    def answer(self, do: Resolution, prompt: Prompt, choice: str) -> None:
        raise AssertionError(f"The toy asks nothing, not even {prompt.question}.")


RULESET: Ruleset = ToyRuleset()
