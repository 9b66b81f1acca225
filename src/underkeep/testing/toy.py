"""A whole game in one file: the smallest ruleset that fights and delves.

For tests of the core, and to read before writing a fifth game.

Everyone has 3 hit points, hits on 4 or more on a d6 for 1 point, moves 6 squares. Any chance is 3 in 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.codec import Barrier, Campaign, Codec, Own, Sheet
from underkeep.kernel.event import Action, Event
from underkeep.procedures import carrying, doors, meeting, scenes
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Attack, CallCheck, CallSave, Move
from underkeep.procedures.chapter import Book, Chapter, called, in_fights
from underkeep.procedures.delve_actions import ForceDoor, PickLock
from underkeep.procedures.hiring import Term
from underkeep.procedures.options import NONE, Moves, Options
from underkeep.procedures.questions import (
    DungeonChapter,
    KeyChapter,
    LightKind,
    MeetingChapter,
    RoadChapter,
    TownChapter,
    Ware,
)
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Card, Cites, Recruit, Ruleset, Switch
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
from underkeep.world.dungeon import Door, DoorChanged, Dungeon, Feature, Group, GroupChanged, Hoard, Trap, TrapChanged
from underkeep.world.encounter import ChanceRolled, Encounter, EncounterBegan, EncounterEnded, ReactionRolled
from underkeep.world.fight import Spent, Step
from underkeep.world.gear import Item
from underkeep.world.grid import Square
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
from underkeep.world.measures import Measures
from underkeep.world.settlement import Applicant, Rumour, RumourHeard, Settlement, SettlementChanged
from underkeep.world.state import GridCleared, State, square_of

Thing = TypeVar("Thing", Group, Hoard, Trap)

HIT_POINTS = 3
STEPS = 6


def _by_id(things: Sequence[Thing]) -> dict[str, Thing]:
    return {thing.id: thing for thing in things}


def everything(do: Resolution) -> tuple[str, ...]:
    """The one rule there is, of the toy or of the game that is made from it."""
    return (f"{do.rules.id}:everything",)


class ToySheet(Struct, Sheet, frozen=True):
    sort: str


class ToyCampaign(Struct, Campaign, frozen=True):
    """How many delves came to an end, and whether the last day on the road was one of rest."""

    delves: int = 0
    rested: bool = False


def campaign(state: State) -> ToyCampaign:
    return state.campaign if isinstance(state.campaign, ToyCampaign) else ToyCampaign()


class DelveEnded(Event, frozen=True):
    """The party came home, as often as this by now."""

    delves: int

    def evolve(self, state: State) -> State:
        return replace(state, campaign=replace(campaign(state), delves=self.delves))


class NightFell(Event, frozen=True):
    """A day on the road is over."""

    rested: bool

    def evolve(self, state: State) -> State:
        return replace(state, campaign=replace(campaign(state), rested=self.rested))


class ToyBar(Struct, Barrier, frozen=True):
    """A door that sticks, or a lock that takes so many successes; one that is jammed takes force."""

    sort: str
    left: int = 1
    jammed: bool = False

    @property
    def word(self) -> str:
        return "jammed" if self.jammed else self.sort


def chance(do: Resolution, what: str, who: str = "") -> bool:
    roll = do.roll(1, 6, what, needed=4)
    do.emit(ChanceRolled(what, roll, bool(roll.success), who, rule=everything(do)))
    return bool(roll.success)


class ToyDungeon:
    """The answers of the smallest dungeon."""

    turn_seconds = 600

    def barrier(self, sort: str) -> Barrier | None:
        return ToyBar(sort, 2 if sort == "locked" else 1)

    def rate_per_turn(self, state: State) -> int:
        return 120

    def movement_used(self, do: Resolution, familiar: bool) -> int:
        return 10

    def sight(self, state: State, creature: Creature) -> int:
        return max((light.radius for light in state.lights), default=0)

    def light_kinds(self) -> dict[str, LightKind]:
        return {"torch": LightKind(30, 3600, "torch")}

    def light_left(self, state: State, light: Light) -> str:
        return ""

    def kindle(self, do: Resolution, creature: Creature, item: str) -> None:
        return None

    def closes_turn(self, state: State, action: Action) -> bool:
        return False

    def seconds_for(self, state: State, action: Action) -> int:
        if isinstance(action, PickLock):
            return 60
        return 600 if isinstance(action, a.Search | a.Rest | a.ForceDoor | a.Listen) else 0

    def searchable(self, state: State, floor: int) -> int:
        return floor

    def search(self, do: Resolution, creature: Creature, square: Square) -> tuple[str, ...]:
        return ("door", "trap", "hoard") if chance(do, "searching", creature.id) else ()

    def who_treads(self, state: State) -> list[Creature]:
        return state.marchers()[:1]

    def trap_springs(self, do: Resolution, trap: Trap, creature: Creature) -> bool:
        return chance(do, "setting off a trap", creature.id)

    def spring(self, do: Resolution, trap: Trap, creature: Creature) -> None:
        do.emit(Harmed(creature.id, 1, creature.hp - 1, trap.id, "fall", rule=everything(do)))

    def inspect(self, do: Resolution, creature: Creature, hoard: Hoard) -> None:
        chance(do, "inspecting", creature.id)

    def disarm(self, do: Resolution, creature: Creature, trap: Trap) -> None:
        if chance(do, "disarming", creature.id):
            do.emit(TrapChanged(replace(trap, state="disarmed"), "disarmed", rule=everything(do)))

    def use(self, do: Resolution, creature: Creature, feature: Feature) -> None:
        chance(do, "meddling", creature.id)

    def share_items(self, state: State, items: tuple[Item, ...]) -> list[tuple[str, Item]]:
        bearer = state.marchers()[0].id
        return [(bearer, item) for item in items]

    def rest_is_due(self, state: State) -> bool:
        return False

    def end_turn(self, do: Resolution) -> None:
        assert do.state.party is not None
        if do.state.party.turns % 6 == 0 and chance(do, "wandering monsters"):
            group = Group(do.state.new_group(), do.state.party.at.area if do.state.party.at else "", "rat", 1)
            do.emit(GroupChanged(group, "wandered in", rule=everything(do)))
            MEETINGS.meet(do, group, 30)


class ToyRoad:
    """The answers of the smallest road."""

    def lay_routes(self, do: Resolution) -> None:
        moor = Route("moor", "across the moor", "moor", 30, "open")
        do.emit(RoutesLaid((THE_ROAD, moor), rule=everything(do)))

    def begin_day(self, do: Resolution) -> None:
        """On the moor there is a rat every day, and on every second day the party goes astray."""
        journey = do.state.journey
        assert journey is not None
        if is_astray(journey):
            do.emit(BearingsTaken(course_from(journey.at), far(journey.at), True, rule=everything(do)))
        if journey.route.way == "open":
            do.emit(GroupChanged(Group(do.state.new_group(), AHEAD, "rat", 1), "ahead", rule=everything(do)))
            if journey.day % 2 == 0:
                do.emit(Strayed(90, compass(journey.course + 90), rule=everything(do)))

    def road_per_day(self, state: State) -> float:
        return 24

    def end_day(self, do: Resolution, rested: bool) -> None:
        do.emit(NightFell(rested, rule=everything(do)))


class ToyMeetings:
    """The answers of the smallest meeting."""

    def meet(self, do: Resolution, group: Group, distance: int | None) -> None:
        ids = meeting.ids_of_met(do.state, "rat", group.count)
        for id in ids:
            do.rules.recruit(do, Recruit("rat"), id, "monsters")
        do.emit(GroupChanged(replace(group, members=ids), "met", rule=everything(do)))
        do.emit(EncounterBegan(Encounter(group.id, ids, distance or 30), rule=everything(do)))

    def lures(self, state: State) -> tuple[str, ...]:
        return ("food",)

    def parley(self, do: Resolution, creature: Creature, aim: str) -> None:
        roll = do.roll(1, 6, "reaction", needed=4)
        do.emit(ReactionRolled(creature.id, roll, "friendly" if roll.success else "hostile", rule=everything(do)))
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
        do.emit(GroupChanged(replace(group, count=0), "went away", rule=everything(do)))
        do.emit(EncounterEnded(how, rule=everything(do)))

    def after_fight(self, do: Resolution) -> None:
        do.emit(GridCleared())
        self._part(do, "fought")


class ToyTown:
    """The answers of the smallest town."""

    terms: tuple[Term, ...] = (Term("{} gp a day", ("gp", "gold")), Term("{}% of a share", ("%", "percent")))

    def found_settlement(self, do: Resolution) -> None:
        rumours = (Rumour("There are rats below.", True), Rumour("There are dragons below.", False))
        help_wanted = (Applicant("hand-1", "hero", 1, "Hand", (1, 50)),)
        do.emit(SettlementChanged(Settlement("Toytown", "village", ("shop",), rumours, (), help_wanted), "founded"))

    def wares(self, state: State) -> Iterable[Ware]:
        return (Ware("torch", "Torch", 1, "gear"),)

    def ware(self, state: State, kind: str) -> Ware | None:
        return next((ware for ware in self.wares(state) if ware.kind == kind), None)

    def buy(self, do: Resolution, creature: Creature, ware: Ware, count: int) -> None:
        carrying.use_up(do, creature.id, "coin", "paid", ware.cost * count)
        carrying.receive(do, creature.id, Item(ware.kind, ware.name, count=count), "bought")

    def price_of(self, state: State, item: Item) -> int:
        return int(item.kind == "torch")

    def sell(self, do: Resolution, creature: Creature, item: Item, count: int) -> None:
        carrying.use_up(do, creature.id, item.kind, "sold", count)
        carrying.receive(do, creature.id, Item("coin", "coin", count=count), "was-paid")

    def money(self, coins: int) -> str:
        return f"{coins} coins"

    def offers(self, state: State, applicant: Applicant) -> Iterable[tuple[int, ...]]:
        return (applicant.asks,)

    def hire(self, do: Resolution, creature: Creature, applicant: str, terms: tuple[int, ...]) -> None:
        chance(do, "hiring", creature.id)

    def hear_rumours(self, do: Resolution, creature: Creature) -> None:
        town = do.state.settlement
        assert town is not None
        index = len(town.heard)
        do.emit(RumourHeard(index, town.rumours[index].text, rule=everything(do)))

    def rest_days(self, do: Resolution, days: int) -> None:
        return None

    def come_home(self, do: Resolution) -> None:
        do.emit(DelveEnded(campaign(do.state).delves + 1, rule=everything(do)))


class ToyKey:
    """What is where in the smallest dungeon, and what its key says."""

    def choose_setting(self, do: Resolution) -> str | None:
        return None

    def stock(self, do: Resolution, dungeon: Dungeon) -> Dungeon:
        """Every third room has a rat, every fourth a few coins, every fifth a pit."""
        rooms = [area for area in dungeon.areas.values() if area.number and area.id != dungeon.entrance.area]
        id, coins = do.state.opaque, (Item("coin", "coin", count=10),)
        groups = [Group(id("group", r.id), r.id, "rat", 1 + i % 2) for i, r in enumerate(rooms) if i % 3 == 0]
        hoards = [Hoard(id("hoard", r.id), r.id, coins) for i, r in enumerate(rooms) if i % 4 == 1]
        traps = [Trap(id("trap", r.id), r.id, "pit") for i, r in enumerate(rooms) if i % 5 == 2]
        return replace(dungeon, groups=_by_id(groups), hoards=_by_id(hoards), traps=_by_id(traps))

    def monster(self, kind: str) -> str:
        return kind

    def stats(self, kind: str) -> str:
        return f"hp {HIT_POINTS}"

    def trap(self, kind: str) -> str:
        return kind

    def feature(self, kind: str) -> str:
        return kind

    def worth(self, item: Item) -> str:
        return ""


DUNGEON, ROAD, MEETINGS, TOWN = ToyDungeon(), ToyRoad(), ToyMeetings(), ToyTown()


def _force(do: Resolution, creature: Creature, door: Door) -> None:
    if chance(do, "forcing a door", creature.id):
        do.emit(DoorChanged(replace(door, is_open=True, barrier=None), "forced", creature.id, rule=everything(do)))


def _pick(do: Resolution, creature: Creature, door: Door) -> None:
    """A success is one of those it takes; a failure jams the lock."""
    bar = door.barrier
    assert isinstance(bar, ToyBar)
    if not chance(do, "picking a lock", creature.id):
        do.emit(
            DoorChanged(replace(door, barrier=replace(bar, jammed=True)), "jammed", creature.id, rule=everything(do))
        )
    elif bar.left > 1:
        do.emit(
            DoorChanged(
                replace(door, barrier=replace(bar, left=bar.left - 1)), "picked at", creature.id, rule=everything(do)
            )
        )
    else:
        do.emit(DoorChanged(replace(door, barrier=None), "unlocked", creature.id, rule=everything(do)))


def _listen(do: Resolution, creature: Creature, door: Door) -> None:
    chance(do, "listening", creature.id)


def _why_not_hear(state: State, action: Action) -> Refusal | None:
    town = state.settlement
    known = town is not None and len(town.heard) == len(town.rumours)
    return Refusal("There is nothing new to hear.", f"{state.system}:everything") if known else None


def _why_not_buy(state: State, action: a.Buy) -> Refusal | None:
    coins = sum(i.count for i in state.creatures[action.actor].items if i.kind == "coin")
    return None if coins >= action.count else Refusal("That costs more than there is.", f"{state.system}:everything")


def _fall(do: Resolution, harmed: Harmed) -> None:
    if do.state.creatures[harmed.creature].hp <= 0:
        do.emit(Died(harmed.creature, rule=everything(do)))


def fight_options(state: State, actor: Creature, step: Step) -> Options:
    assert state.fight is not None and state.grid is not None
    spent = state.fight.spent.get(actor.id, ())
    if "attack" in spent:
        return NONE
    near = [e for e in state.enemies_of(actor) if actor.steps_to(e) == 1]
    reach = state.grid.reach(square_of(actor), STEPS, state.occupied(), size=actor.size)
    mask = 0 if "move" in spent else reach
    return Options(tuple(Attack(actor.id, e.id, "fist") for e in near), (Moves(Move, actor.id, state.grid, mask),))


def why_not_in_reach(state: State, action: Action) -> Refusal | None:
    assert state.fight is not None
    actor = state.creatures[getattr(action, "actor", "")]
    offered = fight_options(state, actor, state.fight.step)
    return None if action in offered else Refusal("That is out of reach.", f"{state.system}:everything")


def _move(do: Resolution, action: Move) -> None:
    do.emit(Spent(action.actor, "move"))
    do.emit(Moved(action.actor, action.to, rule=everything(do)))


def _attack(do: Resolution, action: Attack) -> None:
    do.emit(Spent(action.actor, "attack"))
    roll = do.roll(1, 6, f"attack of {action.actor}", needed=4)
    do.emit(AttackRolled(action.actor, action.target, action.weapon, roll, bool(roll.success), rule=everything(do)))
    if roll.success:
        do.emit(Harmed(action.target, 1, do.state.creatures[action.target].hp - 1, action.actor, rule=everything(do)))


def _check(do: Resolution, action: CallCheck | CallSave) -> None:
    if isinstance(action, CallCheck):
        roll = do.roll(1, 6, action.what, action.modifiers, action.difficulty or 4)
        do.emit(CheckRolled(action.creature, action.what, roll, bool(roll.success), rule=everything(do)))


CHAPTER = Chapter(
    deeds=(
        doors.attempt(ForceDoor, _force),
        doors.attempt(PickLock, _pick, "locked"),
        doors.listening(_listen),
        *in_fights(why_not_in_reach, {Move: _move}),
        *called(lambda state, action: None, _check),
    ),
    events=(DelveEnded, NightFell),
    reactions={Harmed: _fall},
    objections={a.HearRumours: _why_not_hear, a.Buy: _why_not_buy},
)


MEASURES = Measures("paces", "pace", "p", square=5, road_unit="leagues")
_CITES: Cites = {}
OWN: Mapping[type[Own], Sequence[type]] = {Sheet: (ToySheet,), Campaign: (ToyCampaign,), Barrier: (ToyBar,)}


BLOWS = Chapter(deeds=in_fights(why_not_in_reach, {Attack: _attack}))


class ToyRuleset:
    id = "toy"
    title = "The Toy"
    round_seconds = 10
    measures = MEASURES
    book = Book(*scenes.shared(DUNGEON, ROAD, MEETINGS, TOWN), CHAPTER, BLOWS)
    codec: Codec[State] = Codec(State, book.events, book.actions, OWN)
    switches: Mapping[str, Switch] = {}
    dungeon: DungeonChapter | None = DUNGEON
    road: RoadChapter | None = ROAD
    meetings: MeetingChapter | None = MEETINGS
    town: TownChapter | None = TOWN
    key: KeyChapter | None = ToyKey()
    cites: Cites = _CITES

    def roster(self) -> Mapping[str, str]:
        return {"hero": "character", "rat": "monster"}

    def choices(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def recruit(self, do: Resolution, who: Recruit, id: str, side: str) -> Creature:
        items = (Item("torch", "Torch", count=6), Item("coin", "coin", count=5)) if who.kind != "rat" else ()
        kind = who.kind or "hero"
        made = Creature(id, who.name or id.title(), kind, side, HIT_POINTS, HIT_POINTS, ToySheet(kind), items=items)
        do.emit(CreationStepTaken(id, "hit points", {"hp": HIT_POINTS}, rule=everything(do)))
        do.emit(CreatureJoined(made, rule=everything(do)))
        return made

    def card(self, state: State, creature: Creature) -> Card:
        return Card(creature.name, creature.kind, (("Body", (("Hit points", str(creature.hp)),)),))

    def life(self, creature: Creature) -> tuple[int, int]:
        return creature.hp, creature.max_hp

    def load(self, state: State, creature: Creature) -> str:
        return ""

    def lapse(self, do: Resolution, creature: str, condition: Condition) -> None:
        return None

    def fittest(self, state: State, actions: Sequence[Action]) -> Action:
        return actions[0]

    def figures(self, state: State) -> Mapping[str, int]:
        return {"delves": campaign(state).delves}

    def begin_fight(self, do: Resolution) -> None:
        return None

    def plan_round(self, do: Resolution) -> tuple[Step, ...]:
        sides = do.state.sides()
        return tuple(Step("act", tuple(c.id for c in do.state.active(side)), side) for side in sides)

    def enter_step(self, do: Resolution, step: Step) -> None:
        return None

    def leave_step(self, do: Resolution, step: Step) -> None:
        return None

    def is_throw(self, state: State, action: Attack) -> bool:
        return False

    fight_options = staticmethod(fight_options)


RULESET: Ruleset = ToyRuleset()
