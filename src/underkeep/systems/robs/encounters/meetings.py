"""Meetings: who notices whom, how they take it, talk and flight. All of it is contests and situational rolls.

Ruling: delve-surprise, delve-reaction, delve-flight. The book has the rolls; when they are made is ours.
"""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures import carrying, exploration, lore, meeting, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.time import pass_time
from underkeep.systems.robs.basics import money, movement
from underkeep.systems.robs.basics.measures import MEASURES
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.systems.robs.basics.traits import Mindless, trait
from underkeep.systems.robs.characters import alignment_changes
from underkeep.systems.robs.checks import sight
from underkeep.systems.robs.checks.checks import tried
from underkeep.systems.robs.encounters import reactions
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Door, Group, GroupChanged
from underkeep.world.encounter import (
    Encounter,
    EncounterBegan,
    EncounterChanged,
    EncounterEnded,
    SurpriseRolled,
)
from underkeep.world.party import PartyWent
from underkeep.world.state import GameEnded, State

ROUND_SECONDS = movement.ROUND_SECONDS
TURN_SECONDS = 600
MONSTERS = "monsters"
ATTITUDES = ("hostile", "wary", "indifferent", "friendly")
HOSTILE, WARY, INDIFFERENT, FRIENDLY = ATTITUDES
UNNOTICED = 3
"""By so much must a contest of noticing be won for the others to know nothing yet."""
SURPRISE, PURSUIT, WISHES = "surprise", "pursuit", "their-own-wishes"
_NOTICED = ("robs:task.contest.roll", "robs:delve-surprise")
_FLIGHT = ("robs:task.contest.winner", "robs:delve-flight")
RATION = "rations"
MIDDLE_METRES = 15
LURED = 2
LEAST_WISH, MOST_WISH = -2, 1


def meet(do: Resolution, group: Group, distance: int | None, upon_them: bool = False) -> None:
    """Both sides try to notice the other first; mindless things attack at once. `upon_them` if they came unseen."""
    ids = muster(do, group)
    if not ids:
        return
    far = _map_distance(do.state) if distance is None else distance
    surprised = _unaware(do, ids, upon_them or not group.awake, group.awake)
    attitude = HOSTILE if upon_them else group.attitude
    do.emit(EncounterBegan(Encounter(group.id, ids, far, surprised, attitude, began=do.state.now), rule=_NOTICED[1:]))
    monsters_know = not set(ids) <= set(surprised)
    if monsters_know and (is_mindless(do.state.creatures[ids[0]]) or attitude == HOSTILE):
        meeting.come_to_blows(do)


def muster(do: Resolution, group: Group) -> tuple[str, ...]:
    """Those of the group who are still about; made the first time they are met."""
    if group.members:
        lore.know(do, group.kind)
        return tuple(id for id in group.members if do.state.creatures[id].status == "up")
    met = lore.meet(do, group.kind, group.count)
    ids = tuple(id for id, _ in met)
    for id, name in met:
        do.rules.recruit(do, Recruit(group.kind, name=name), id, MONSTERS)
    do.emit(GroupChanged(replace(group, members=ids), "met"))
    return ids


def _map_distance(state: State) -> int:
    """From the party to the middle of the area it has come into; on the road, as far as one sees in a wood."""
    if state.is_outdoors:
        return 2 * MIDDLE_METRES
    _, at, area = survey.here(state)
    x = sorted(square[0] for square in area.squares)[len(area.squares) // 2]
    y = sorted(square[1] for square in area.squares)[len(area.squares) // 2]
    steps = max(abs(x - at.square[0]), abs(y - at.square[1]))
    return max(3, round(MEASURES.map_square * steps))


@executes("robs:task.contest.roll", "robs:task.contest.winner")
def _unaware(do: Resolution, ids: tuple[str, ...], settled: bool, awake: bool) -> tuple[str, ...]:
    """Whoever notices best of each side, one against the other. Ruling: delve-surprise. By 3 or more the others know
    nothing yet; who sleeps notices nobody, and who is come upon is too late."""
    party = tuple(c.id for c in do.state.marchers())
    if settled:
        return party if awake else ids
    if SURPRISE not in do.state.switches:
        return ()
    best = [max((do.state.creatures[id] for id in side), key=_keen) for side in (party, ids)]
    rolls = [roll_dhl(do, f"noticing: {c.id}", tried(do, c, "noticing")) for c in best]
    margin = rolls[0].total - rolls[1].total
    for side, roll, lost in ((party, rolls[0], -margin), (ids, rolls[1], margin)):
        late = lost >= UNNOTICED
        do.emit(SurpriseRolled(do.state.creatures[side[0]].side, side, roll, late, rule=_NOTICED))
    return ids if margin >= UNNOTICED else party if margin <= -UNNOTICED else ()


def _keen(creature: Creature) -> int:
    return sheet(creature).attributes["INT"]


def is_mindless(creature: Creature) -> bool:
    return trait(sheet(creature).traits, Mindless) is not None


def the_group(state: State) -> Group:
    assert state.encounter is not None and state.dungeon is not None
    return state.dungeon.groups[state.encounter.group]


@executes("robs:combat.unseen.unaware")
def begin_fight(do: Resolution) -> None:
    """Whoever is attacked, or attacks, is an enemy from then on; those who know nothing of it are caught unaware. To
    fall upon people who meant no harm is an evil of whoever leads."""
    encounter = do.state.encounter
    if encounter is None:
        return
    if encounter.attitude in (FRIENDLY, INDIFFERENT):
        leader = do.state.marchers()[0]
        alignment_changes.do_evil(
            do, leader.id, alignment_changes.GRAVE if encounter.attitude == FRIENDLY else alignment_changes.MINOR
        )
    until = do.state.now + ROUND_SECONDS
    for id in encounter.surprised:
        do.emit(ConditionGained(id, Condition(sight.UNAWARE, until), rule=("robs:combat.unseen.unaware", _NOTICED[1])))
    group = the_group(do.state)
    if group.attitude != HOSTILE or not group.awake:
        do.emit(GroupChanged(replace(group, attitude=HOSTILE, awake=True), "turned"))


def become(do: Resolution, attitude: str, tries: int = 0) -> None:
    """They feel so from now on, and know of the party."""
    encounter = do.state.encounter
    assert encounter is not None
    aware = replace(
        encounter, attitude=attitude, surprised=(), tries=encounter.tries + tries, round=encounter.round + tries
    )
    do.emit(EncounterChanged(aware, attitude, rule=("robs:reaction.situational",)))
    do.emit(GroupChanged(replace(the_group(do.state), attitude=attitude), attitude))


def hear(do: Resolution, speaker: Creature) -> bool:
    """A round of talk."""
    pass_time(do, ROUND_SECONDS, "talk")
    return True


def parley(do: Resolution, speaker: Creature, aim: str) -> None:
    """Words in general."""
    hear(do, speaker)
    _react(do, speaker)


@executes("robs:reaction.situational", "robs:abilities.cha")
def weigh(do: Resolution, speaker: Creature, aim: str, favour: int) -> str:
    """A reaction with the speaker's CHA, a little worse each time, 1 better if it suits what they want and up to 2
    worse if it does not; an insult suits nobody."""
    encounter = do.state.encounter
    assert encounter is not None
    foe = do.state.creatures[encounter.monsters[0]]
    wish = max(LEAST_WISH, min(MOST_WISH, favour)) if WISHES in do.state.switches else 0
    attitude = reactions.react(do, foe, speaker, encounter.tries, wish)
    become(do, attitude, 1)
    return attitude


def withdraw(do: Resolution, way: str = "") -> None:
    """Back the way the party came, and nobody hinders it."""
    if do.state.journey is None and (ways := survey.first_by(ways_out(do.state), way)):
        _, at, area = survey.here(do.state)
        beyond = ways[0].beyond(area.id)
        do.emit(PartyWent("dungeon", replace(at, area=beyond, square=ways[0].side(beyond)), "backed off"))
    part(do, "left")


def stand_by(do: Resolution) -> None:
    """What they do if they are let: a reaction to whoever marches first, without a word said."""
    pass_time(do, ROUND_SECONDS, "waiting")
    encounter = do.state.encounter
    assert encounter is not None
    if encounter.surprises(encounter.monsters):
        part(do, "parted")
    else:
        _react(do, None)


def _react(do: Resolution, speaker: Creature | None) -> None:
    encounter = do.state.encounter
    assert encounter is not None
    foe = do.state.creatures[encounter.monsters[0]]
    attitude = reactions.react(do, foe, speaker, encounter.tries)
    become(do, attitude, 1)
    if attitude == HOSTILE:
        meeting.come_to_blows(do)
    elif attitude != WARY:
        part(do, "parted")


def part(do: Resolution, how: str) -> None:
    """The sides go their ways: those who live here stay, wanderers are gone."""
    group = the_group(do.state)
    do.emit(GroupChanged(replace(group, count=group.count if group.lair else 0), "parted"))
    conclude(do, how)


def conclude(do: Resolution, how: str) -> None:
    """Underground what is left of the turn goes by."""
    encounter = do.state.encounter
    assert encounter is not None
    do.emit(EncounterEnded(how, rule=("robs:delve-turn",)))
    if not do.state.marchers():
        do.emit(GameEnded("slain"))
    elif do.state.journey is None:
        spent = do.state.now - encounter.began
        exploration.end_turn(do, seconds=TURN_SECONDS - spent % TURN_SECONDS)


def why_not_parley(state: State, speaker: Creature) -> Refusal | None:
    """Beasts and the mindless know no speech."""
    encounter = state.encounter
    assert encounter is not None
    if encounter.attitude == HOSTILE:
        return Refusal("They have done with talking.", "robs:reaction.situational")
    foe = state.creatures[encounter.monsters[0]]
    if not reactions.speaks(foe):
        return Refusal("They know no speech.", "robs:abilities.cha")
    return None


# Running


def ways_out(state: State) -> list[Door]:
    """Open ways to where the party has been, as far as it knows: it has seen both sides of them."""
    _, _, area = survey.here(state)
    assert state.party is not None
    open_ways = [d for d in survey.known_doors(state) if d.is_passable and d.beyond(area.id) in state.party.visited]
    return [d for d in open_ways if survey.is_seen(state, d.side(d.beyond(area.id)))]


def why_not_evade(state: State, drop: str, way: str = "") -> Refusal | None:
    """There must be somewhere to run, and something to drop."""
    if drop == "food" and not any(carrying.has(c, RATION) for c in state.marchers()):
        return Refusal("There is no food to drop.")
    if drop == "treasure" and not any(money.purse_cp(c.items) for c in state.marchers()):
        return Refusal("There is no treasure to drop.")
    if state.is_outdoors:
        return None
    dungeon, _, area = survey.here(state)
    if not ways_out(state) and dungeon.entrance.area != area.id:
        return Refusal("There is no way out.", "robs:delve-flight")
    return survey.why_not_back(ways_out(state), way)


@executes("robs:task.contest.roll", "robs:task.contest.winner", "robs:task.contest.composite")
def evade(do: Resolution, drop: str, way: str = "") -> None:
    """The slowest of the party against the fastest of the others, by Movement Scale; a tie leaves things as they are,
    and nobody is caught. Ruling: delve-flight. Nobody runs after the party who does not know of it or bears it no ill,
    nor where the campaign has no pursuits.
    """
    encounter = do.state.encounter
    assert encounter is not None
    if drop:
        _drop(do, drop)
    unhunted = encounter.surprises(encounter.monsters) or encounter.attitude in (INDIFFERENT, FRIENDLY, WARY)
    if unhunted or PURSUIT not in do.state.switches:
        leave(do, way)
        return
    slowest = min(do.state.marchers(), key=lambda c: movement.movement_scale(do.state, c))
    hunters = [do.state.creatures[id] for id in encounter.monsters]
    fastest = max(hunters, key=lambda c: movement.movement_scale(do.state, c))
    lure = (Modifier(f"{drop} dropped", LURED),) if drop else ()
    rolls = []
    for runner, more in ((slowest, lure), (fastest, ())):
        pace = Modifier("Movement Scale", movement.movement_scale(do.state, runner))
        rolls.append(roll_dhl(do, f"flight: {runner.id}", (pace, *more)))
        do.emit(reactions.ContestRolled(runner.id, "flight", rolls[-1], rule=("robs:task.contest.roll", *_FLIGHT)))
    if rolls[0].total >= rolls[1].total:
        leave(do, way)
    else:
        do.emit(EncounterChanged(replace(encounter, attitude=HOSTILE, surprised=()), "caught up", rule=_FLIGHT))
        meeting.come_to_blows(do)


def _drop(do: Resolution, drop: str) -> None:
    if drop == "food":
        bearer = next(c for c in do.state.marchers() if carrying.has(c, RATION))
        carrying.use_up(do, bearer.id, RATION, "dropped")
    else:
        bearer = next(c for c in do.state.marchers() if money.purse_cp(c.items))
        money.pay(do, bearer, money.purse_cp(bearer.items), "threw-away", ("robs:delve-flight",))


def leave(do: Resolution, way: str = "") -> None:
    """Back the way the party came, or out of the dungeon; on the road, on."""
    if do.state.journey is not None:
        part(do, "evaded")
        return
    _, at, area = survey.here(do.state)
    ways = survey.first_by(ways_out(do.state), way)
    if ways:
        beyond = ways[0].beyond(area.id)
        do.emit(PartyWent("dungeon", replace(at, area=beyond, square=ways[0].side(beyond)), "fled"))
    conclude(do, "evaded")
