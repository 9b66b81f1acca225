"""Exploring a dungeon: the turn and what fits into it, the pace, rest, and what wanders."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Note
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import delve_actions as a
from underkeep.procedures import survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.basics.campaign import campaign, with_campaign
from underkeep.systems.ose.basics.conditions import EXHAUSTED, SCENTED, STARVING, WEARY, has
from underkeep.systems.ose.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.ose.basics.rulings import RulingKept, standing, stands
from underkeep.systems.ose.basics.worn_magic import TIRELESS
from underkeep.systems.ose.checks import provisions
from underkeep.systems.ose.encounters import pursuit, sighting, wandering_monsters
from underkeep.systems.ose.equipment import load, treasure_settings
from underkeep.systems.ose.exploration import doors, hazards, searching, traps
from underkeep.systems.ose.exploration.room_hazards import Climb, Swim
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled
from underkeep.world.party import PartyWent, TurnEnded
from underkeep.world.state import State

TURNS_PER_HOUR = 6
CHECK_EVERY = 2
WANDERING_IN_6 = 1
OUTDOORS = (
    *("road", "trail", "settled", "clear", "grassland", "plains", "forest", "woods", "jungle", "swamp", "hills"),
    *("mountains", "desert", "barrens", "coast", "sea", "wilderness"),
)
ONE_MAN = (a.Listen, a.PickLock, a.InspectHoard, a.Disarm, Swim, Climb)
"""What one character does in a turn while the others do something else."""
_FITS = "ose:time.what-fits"
_FAMILIAR = "ose:exploration.movement.familiar"
_REST = ("ose:exploration.rest.frequency", "ose:exploration.rest.penalty")
_NOISE, _HIDING = "ose:encounter.wandering.noise-light", "ose:encounter.wandering.hiding"
_CHECK = ("ose:encounter.wandering.chance", "ose:encounter.wandering.frequency")
_APPROACH = (
    "ose:exploration.wandering.distance",
    "ose:encounter.wandering.table",
    "ose:encounter.wandering.concept",
    "ose:monster.number.dungeon-wandering",
    "ose:monster.number.usage",
)
_RANDOMNESS, _PROCEDURES = "ose:referee.randomness", "ose:referee.procedures-adaptable"
_OFTEN = {"as written": CHECK_EVERY, "every turn": 1, "half as often": 4}
_STEPS = {"as written": 1, "left out": 0, "done twice": 2}
_FIND_IN_6 = {"half": 3, "a third": 2, "as usual": 6}


class ProcedureChosen(Note, frozen=True):
    """The kind of place the party is in now, and the unit in which time is counted there."""

    area: str
    unit: str


class TurnUsed(Event, frozen=True):
    """Somebody has used this turn for something."""

    creature: str
    turn: int

    def evolve(self, state: State) -> State:
        company = campaign(state).company
        return with_campaign(state, company=replace(company, acted={**company.acted, self.creature: self.turn}))


class ApproachHeard(Note, frozen=True):
    """Something tries the doors and does not get in."""

    area: str


EVENTS: tuple[type[Event], ...] = (ProcedureChosen, TurnUsed, ApproachHeard)


@executes("ose:exploration.area-kinds")
def area_kind(tag: str) -> str:
    """Any outdoor place is wilderness; indoors and underground is dungeon, caves, ruins and hulks included."""
    words = tag.lower().replace("-", " ").split()
    return "wilderness" if words and words[-1] in OUTDOORS else "dungeon"


@executes("ose:time.unit-by-area")
def unit(kind: str) -> str:
    """Underground one counts in turns, outdoors in days."""
    return "turn" if kind == "dungeon" else "day"


@executes("ose:exploration.area-kinds", "ose:time.unit-by-area")
def came(do: Resolution, event: PartyWent) -> None:
    """Where the party comes to decides by which procedure it goes on; the clock is the same."""
    if event.how not in ("arrived", "set out", "left") or event.place == "town":
        return
    tag = do.state.dungeon.setting if event.place == "dungeon" and do.state.dungeon is not None else event.place
    kind = area_kind(tag)
    do.emit(ProcedureChosen(kind, unit(kind), rule=("ose:exploration.area-kinds", "ose:time.unit-by-area")))


def has_acted(state: State, creature: str) -> bool:
    """Whether somebody has used this turn for something already."""
    assert state.party is not None
    return campaign(state).company.acted.get(creature) == state.party.turns + 1


@executes("ose:time.what-fits")
def why_not_act(state: State, creature: str) -> Refusal | None:
    """One thing a turn for each; a person who referees is asked instead."""
    if has_acted(state, creature) and not state.human_referee:
        return Refusal(f"{state.creatures[creature].name} has done enough this turn.", _FITS)
    return None


@executes("ose:time.what-fits")
def act(do: Resolution, creature: str) -> bool:
    """Somebody uses the turn for something. A second thing is for the referee to allow. Default: one each."""
    if has_acted(do.state, creature) and do.ruling(_FITS, ("one each", "this too"), "one each", creature) == "one each":
        return False
    assert do.state.party is not None
    do.emit(TurnUsed(creature, do.state.party.turns + 1, rule=(_FITS, "ose:time.turn", "ose:time.game-time")))
    return True


@executes("ose:time.game-time", "ose:exploration.search.time", "ose:time.turn")
def turns_for(state: State, action: Action) -> int:
    """A search and a rest take a turn. What one does alone takes it too, together with what others do in the same turn.
    Ruling: doors.question.time.
    """
    if isinstance(action, a.Search | a.Rest):
        return 1
    if isinstance(action, a.ForceDoor):
        return int(doors.begins_turn(state, action.actor, action.door))
    if isinstance(action, ONE_MAN):
        return int(all(m.id == action.actor or has_acted(state, m.id) for m in state.marchers()))
    return 0


@executes("ose:time.what-fits")
def closes_turn(state: State, action: Action) -> bool:
    """Before the party moves on, the turn in which some were busy is over."""
    moves = isinstance(action, a.Go | a.Walk | a.LeaveDungeon)
    if isinstance(action, a.Search):
        moves = action.square != survey.here(state)[1].square
    return moves and any(has_acted(state, m.id) for m in state.marchers())


@executes("ose:exploration.movement.unknown", "ose:exploration.movement.familiar", "ose:movement.time-from-rate")
def feet_used(do: Resolution, familiar: bool) -> int:
    """Ten feet of unknown ground use ten feet of the turn's movement. Where the party knows its way it goes three times
    as far. Default: x3 on ground that is on its map.
    """
    if not familiar:
        return MAP_SQUARE_FEET
    factor = int(standing(do, _FAMILIAR, ("3", "2", "1"), "3"))
    assert do.state.party is not None
    used = do.state.party.moved % MAP_SQUARE_FEET
    return next(to for i in range(factor) if (to := MAP_SQUARE_FEET * (i + 1) // factor) > used) - used


def why_ended(state: State, event: TurnEnded) -> tuple[str, ...]:
    """A turn has run its course."""
    return ("ose:exploration.turn-sequence",)


@executes("ose:exploration.turn-sequence", "ose:time.resources")
def end_turn(do: Resolution) -> None:
    """The turn is over: rest, doors, food and drowning are seen to. Then the next turn begins with the check for
    wandering monsters, before the party chooses what to do.
    """
    _see_to_rest(do)
    doors.swing_shut(do)
    provisions.eat(do)
    hazards.in_the_water(do)
    if do.state.marchers():
        check_wandering(do)


@executes("ose:exploration.rest.frequency", "ose:exploration.rest.penalty", "ose:hazard.starvation")
def _see_to_rest(do: Resolution) -> None:
    """One turn of six is for rest, more of them for the starving; who goes on without is weary until a turn was rested.
    Ruling: exploration.question.rest-count.
    """
    own = do.state.party
    assert own is not None
    if own.unrested == 0:
        pursuit.rest_turn(do)
    for creature in do.state.marchers():
        weary = has(creature, WEARY)
        if has(creature, TIRELESS) and not weary:
            continue
        if own.unrested == 0 and weary:
            do.emit(ConditionEnded(creature.id, WEARY, rule=_REST))
        elif not weary and own.unrested * _rests_an_hour(creature) >= TURNS_PER_HOUR:
            do.emit(ConditionGained(creature.id, Condition(WEARY), rule=_REST))


@executes("ose:exploration.rest.penalty", "ose:evasion.running.recovery")
def rested_in_town(do: Resolution) -> None:
    """Whoever comes to a town sits down at last: nobody is weary there, nor out of breath."""
    for creature in do.state.marchers():
        for tired, rule in ((WEARY, _REST), (EXHAUSTED, pursuit.RECOVERY)):
            if has(creature, tired):
                do.emit(ConditionEnded(creature.id, tired, rule=rule))


@executes("ose:exploration.rest.frequency")
def rest_is_due(state: State) -> bool:
    """Whether one more turn without rest would leave somebody weary."""
    assert state.party is not None
    turns = state.party.unrested + 1
    return any(turns * _rests_an_hour(creature) >= TURNS_PER_HOUR for creature in state.marchers())


@executes("ose:exploration.rest.frequency", "ose:hazard.starvation")
def _rests_an_hour(creature: Creature) -> int:
    """How many turns of each hour the creature must rest, more when it starves."""
    hunger = creature.condition(STARVING)
    return 1 + (hunger.level if hunger is not None else 0)


@executes(
    "ose:exploration.wandering.frequency",
    "ose:exploration.wandering.chance",
    "ose:encounter.wandering.frequency",
    "ose:encounter.wandering.chance",
)
def check_wandering(do: Resolution) -> None:
    """In every second turn, 1-in-6: secretly, at the turn's beginning; oftener or seldomer as the referee wants it."""
    assert do.state.party is not None
    turn, every = do.state.party.turns + 1, _interval(do)
    if turn % every == 0:
        for _ in range(_times(do, is_first=turn == every)):
            if do.state.encounter is None:
                _check(do)


@executes("ose:referee.randomness")
def _interval(do: Resolution) -> int:
    """Random rolls are used with moderation. Default: one check in every second turn, and no other."""
    return _OFTEN[standing(do, _RANDOMNESS, tuple(_OFTEN), "as written")]


@executes("ose:referee.procedures-adaptable")
def _times(do: Resolution, is_first: bool) -> int:
    """A step of the procedure may be left out or done twice: asked when it is first due in a delve. Default: it is
    done."""
    if is_first:
        choice = do.ruling(_PROCEDURES, tuple(_STEPS), "as written", seats=(REFEREE,))
        if choice != stands(do.state, _PROCEDURES, "as written"):
            do.emit(RulingKept(_PROCEDURES, choice, rule=(_PROCEDURES,)))
        return _STEPS[choice]
    return _STEPS[stands(do.state, _PROCEDURES, "as written")]


@executes("ose:exploration.wandering.chance", "ose:encounter.wandering.chance")
def _check(do: Resolution) -> None:
    """1-in-6, or as often as the place has it."""
    roll = do.roll_at_most(1, 6, "wandering monsters", wandering_in_6(do))
    comes = bool(roll.success)
    rule = ("ose:exploration.wandering.chance", "ose:exploration.wandering.frequency", *_CHECK)
    do.emit(ChanceRolled("wandering monsters", roll, comes, rule=rule, seats=(REFEREE,)))
    if comes and not _pass_by(do):
        wander_in(do)


@executes("ose:encounter.wandering.hiding")
def _pass_by(do: Resolution) -> bool:
    """Whether those who come miss a party that rests quietly behind shut doors: a second die halves the chance of a
    visit, whatever it is. Default: half.
    """
    state = do.state
    assert state.party is not None
    if doors.is_loud(state) or state.party.unrested or not doors.is_closed_in(state):
        return False
    finds_in_6 = _FIND_IN_6.get(standing(do, _HIDING, tuple(_FIND_IN_6), "half"), _FIND_IN_6["half"])
    if finds_in_6 == _FIND_IN_6["as usual"]:
        return False
    roll = do.roll_at_most(1, 6, "whether those who hide are found", finds_in_6)
    do.emit(ChanceRolled("found in hiding", roll, bool(roll.success), rule=(_HIDING,), seats=(REFEREE,)))
    return not roll.success


@executes(
    "ose:encounter.wandering.chance",
    "ose:encounter.wandering.noise-light",
    "ose:traps.treasure.spray",
)
def wandering_in_6(do: Resolution) -> int:
    """1-in-6 or the area's own number; more after loud noise, twice as much for those who reek. Default: +1."""
    state = do.state
    assert state.party is not None and state.party.at is not None and state.dungeon is not None
    chance = int(state.dungeon.notes.get(f"wandering:{state.party.at.area}", WANDERING_IN_6))
    if doors.is_loud(state):
        chance += int(standing(do, _NOISE, ("0", "+1", "+2"), "+1"))
    if any(has(creature, SCENTED) for creature in state.marchers()):
        chance *= 2
    return chance


@executes(
    "ose:exploration.wandering.distance",
    "ose:encounter.wandering.concept",
    "ose:encounter.wandering.table",
    "ose:doors.monsters-open",
)
def wander_in(do: Resolution) -> None:
    """They come towards the party, from the level's table, unless every door is barred to them."""
    dungeon, at, area = survey.here(do.state)
    group = _shadow(do) or wandering_monsters.wanderers(
        do, at.level, area.id, treasure_settings.read(do.state, dungeon.notes), dungeon.groups
    )
    rule = (*_APPROACH, "ose:doors.stuck.monsters") if doors.is_stuck_in(do.state) else _APPROACH
    do.emit(GroupChanged(group, "approaching", rule=rule))
    if doors.is_sealed(do.state):
        do.emit(GroupChanged(replace(group, count=0), "kept out", rule=("ose:doors.monsters-open",)))
        do.emit(ApproachHeard(area.id, rule=("ose:doors.monsters-open",)))
        return
    group = traps.residents_cross(do, group)
    if group.count > 0:
        _meet(do, group)


def _shadow(do: Resolution) -> Group | None:
    """Those who went after the party unseen are the next to come, and how they feel by now is open. Ours."""
    dungeon, _, area = survey.here(do.state)
    group = next((g for g in dungeon.groups.values() if g.shadows and g.count), None)
    return replace(group, area=area.id, attitude="", shadows=False) if group is not None else None


def _meet(do: Resolution, group: Group) -> None:
    assert do.rules.meetings is not None
    do.rules.meetings.meet(do, group, sighting.wandering_distance(do))


def searchable(state: State, floor: int) -> int:
    """The squares that may be searched; only the party's own where the load of one holds it fast."""
    dungeon, at, _ = survey.here(state)
    if load.why_not_move(state) is not None:
        floor &= dungeon.level(at.level).grid.bit(at.square)
    return searching.searchable(state, floor)
