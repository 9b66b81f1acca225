"""Meetings: distance, surprise, who acts first, reactions, talk, and how a meeting ends."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import exploration, lore, meeting, survey
from underkeep.procedures.purposes import Sort
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.time import pass_time
from underkeep.systems.ose.attacks.bombing import ROCK, may_bomb
from underkeep.systems.ose.basics.campaign import campaign
from underkeep.systems.ose.basics.conditions import can_fight
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks import reactions
from underkeep.systems.ose.encounters import boarding, conduct, glimpses, retinues, sighting, stealthiness
from underkeep.systems.ose.encounters.terrains import is_afloat, is_aquatic, is_foggy
from underkeep.systems.ose.monsters.listings import LEADER, LIKE_OTHERS, TOUGH, monsters
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import (
    ChanceRolled,
    Encounter,
    EncounterBegan,
    EncounterChanged,
    EncounterEnded,
    SurpriseRolled,
)
from underkeep.world.fight import FightBegan, InitiativeRolled
from underkeep.world.state import GameEnded, GridCleared, State
from underkeep.world.talk import Replied

ROUND_SECONDS = 10
TURN_SECONDS = 600
MONSTERS = "monsters"
MEN_A_LEADER = 10
ALLIES, LEADERS = "ose:referee.monsters.allies", "ose:referee.monsters.leaders"
MOST_ROUNDS_OF_WAITING = 3
"""How long those who are of two minds wait for the party to do something. Ours."""


@executes("ose:encounter.sequence", "ose:encounter.start")
def meet(do: Resolution, group: Group, distance: int | None) -> None:
    """Distance, surprise, initiative, and then whoever is first acts."""
    ids = muster(do, group, is_told=False)
    party, outdoors = do.state.party, do.state.is_outdoors
    assert party is not None
    near = None if outdoors else sighting.distance(do, distance)
    ours = _surprised(do, party.side, group, tuple(c.id for c in do.state.marchers()))
    theirs = _surprised(do, MONSTERS, group, ids) or stealthiness.sleepers(do, group, ids)
    feet = sighting.distance_outdoors(do, bool(ours or theirs)) if near is None else near
    rule: tuple[str, ...] = (
        "ose:encounter.sequence",
        "ose:encounter.start",
        *_by_surprise(do.state, group, ours, theirs),
    )
    if ours and theirs:
        ours = theirs = _confusion(do)
    if ours:
        glimpses.hide(do, ids)
    elif not group.members:
        lore.recognise(do, group.kind)
    around = outdoors and bool(ours) and sighting.encircles(do, len(ids))
    attitude, now = _known_attitude(group), do.state.now
    met = Encounter(group.id, ids, feet, ours + theirs, attitude, began=now, around=around)
    do.emit(EncounterBegan(met, rule=rule))
    meeting.sighted(do, sort_of(group.kind))
    if ours or (not theirs and _monsters_are_first(do)):
        monsters_act(do, is_first=True)
    if do.state.fight is None:
        glimpses.show(do)


def _by_surprise(state: State, group: Group, ours: tuple[str, ...], theirs: tuple[str, ...]) -> Iterator[str]:
    """What surprise, or the light that spoils it, had to do with how a meeting begins."""
    if ours or theirs:
        yield "ose:encounter.surprise.both" if ours and theirs else "ose:encounter.surprise.one"
    if state.lights and not theirs and not group.members and not state.is_outdoors:
        yield "ose:light.no-surprise"
    if is_afloat(state) and is_aquatic(group.kind):
        yield "ose:water.surprise.aquatic"


def _known_attitude(group: Group) -> str:
    """How a group feels about the party from the start, if it is flagged or has met it before."""
    return "hostile" if group.attitude == reactions.FLAGGED_HOSTILE else group.attitude


@executes("ose:time.round")
def rounds_pass(do: Resolution, why: str, rounds: int = 1) -> None:
    """In an encounter time goes by in rounds of ten seconds."""
    pass_time(do, rounds * 10, why, ("ose:time.round",))


@executes("ose:encounter.surprise.both")
def _confusion(do: Resolution) -> tuple[str, ...]:
    """Both sides surprised: a round passes and nobody gains anything."""
    rounds_pass(do, "confusion")
    return ()


@executes("ose:referee.monsters.leaders")
def muster(do: Resolution, group: Group, is_told: bool = True) -> tuple[str, ...]:
    """Those of the group who are still about; made the first time they are met. Default: a leader is as tough as can
    be. Whether somebody knows them is perhaps not told yet."""
    if group.members:
        lore.know(do, group.kind)
        return tuple(id for id in group.members if do.state.creatures[id].status == "up")
    conduct.judge_wits(do, group.kind)
    met = lore.meet(do, group.kind, group.count, is_told)
    ids = tuple(id for id, _ in met)
    gear = (ROCK,) if do.state.is_outdoors and may_bomb(group.kind) else None
    ranks = retinues.ranks_of(do, group, ids)
    lead = tuple(id for id in leaders(ids) if id not in ranks)
    led = bool(lead) or not all(rank.everyone for rank in ranks.values())
    tough = do.ruling(LEADERS, (TOUGH, LIKE_OTHERS), TOUGH, seats=(REFEREE,)) if led else ""
    ranks = {id: rank for id, rank in ranks.items() if rank.everyone or tough == TOUGH}
    shoot = conduct.archers(do, group, ids)
    for id, name in met:
        if id in ranks:
            retinues.recruit(do, group, ranks[id], id, name, MONSTERS)
            continue
        choices = {LEADER: tough} if id in lead else {}
        own = conduct.BOW if id in shoot else gear
        do.rules.recruit(do, Recruit(group.kind, gear=own, name=name, choices=choices), id, MONSTERS)
        retinues.teach(do, group, id)
    do.emit(GroupChanged(replace(group, members=ids), "met", rule=(conduct.TEAMWORK,) if shoot else ()))
    retinues.hearten(do, group, ids, ranks)
    conduct.take_up(do, group, ids)
    return ids


@executes(
    "ose:encounter.surprise.when",
    "ose:encounter.surprise.roll",
    "ose:encounter.surprise.monsters",
    "ose:encounter.surprise.party",
)
def _surprised(do: Resolution, side: str, group: Group, who: tuple[str, ...]) -> tuple[str, ...]:
    """One d6 for each side that does not expect the meeting, for all of it; the monsters' die is the referee's."""
    party = do.state.party
    assert party is not None
    if _expects(do.state, side, group):
        return ()
    most = stealthiness.surprised_on(do.state, group.kind, is_party=side == party.side)
    most = max(most, conduct.surprise_in_6(group)) if side == party.side else most
    roll = do.roll(1, 6, f"surprise of {side}", needed=most + 1)
    surprised = roll.total <= most
    whose = "ose:encounter.surprise.party" if side == party.side else "ose:encounter.surprise.monsters"
    seats = None if side == party.side else (REFEREE,)
    rule: tuple[str, ...] = ("ose:encounter.surprise.roll", "ose:encounter.surprise.when", whose)
    rule = (*rule, conduct.STEALTH) if most > 2 else rule
    do.emit(SurpriseRolled(side, who, roll, surprised, rule=rule, seats=seats))
    return who if surprised else ()


@executes("ose:light.no-surprise", "ose:doors.stuck.lost-surprise", "ose:water.surprise.aquatic")
def _expects(state: State, side: str, group: Group) -> bool:
    """Monsters expect a party that carries light or was heard at the door; the party expects those it has heard or met.
    What lives in the water is not surprised by a boat, unless in thick fog.
    """
    party = state.party
    assert party is not None
    if side != party.side and is_afloat(state) and is_aquatic(group.kind) and not is_foggy(state):
        return True
    if side == party.side:
        return bool(group.members) or group.area in campaign(state).doors.heard
    if bool(group.members) or group.alert or conduct.expects_party(state, group):
        return True
    return bool(state.lights) or group.area in campaign(state).doors.warned


@executes("ose:encounter.initiative.roll", "ose:encounter.initiative.ties")
def _monsters_are_first(do: Resolution) -> bool:
    """1d6 a side; on a tie the party, too, may act at once, so it is asked first."""
    party = do.state.party
    assert party is not None
    scores = {}
    for side in (party.side, MONSTERS):
        roll = do.roll(1, 6, f"initiative of {side}")
        scores[side] = roll.total
        do.emit(InitiativeRolled(side, roll, rule=("ose:encounter.initiative.roll",)))
    if scores[party.side] == scores[MONSTERS]:
        if do.ruling("ose:encounter.initiative.ties", ("simultaneous", "re-roll"), "simultaneous") == "re-roll":
            return _monsters_are_first(do)
        return False
    return scores[MONSTERS] > scores[party.side]


@executes("ose:referee.role")
def monsters_act(do: Resolution, is_first: bool = False) -> None:
    """The monsters' part of an encounter round, by how they feel about the party: that is the referee's part of the
    game. At first sight those who mean no harm let it speak.

    Ruling: reaction.question.may-attack.
    """
    encounter = do.state.encounter
    assert encounter is not None
    attitude = encounter.attitude or reactions.reaction(do, None)
    if encounter.attitude != attitude:
        rule = ("ose:reaction.roll", "ose:referee.role")
        shown = f"{attitude} and mindless" if is_mindless(do.state) else attitude
        do.emit(EncounterChanged(replace(encounter, attitude=attitude), shown, rule=rule))
    if not is_first or attitude in ("hostile", "unfriendly"):
        respond(do, attitude)


@executes("ose:reaction.roll", "ose:encounter.action.combat")
def respond(do: Resolution, attitude: str) -> None:
    """Hostile monsters attack, unfriendly ones half the time; the indifferent and friendly let the party be, and so do
    those who have waited long enough; the mindless wait for ever. How long that is is ours.
    """
    assert do.state.encounter is not None
    if attitude == "hostile" or (attitude == "unfriendly" and loses_patience(do)):
        boarding.come_to_blows(do)
    elif attitude in ("indifferent", "friendly"):
        part(do, attitude)
    elif attitude == "neutral" and do.state.encounter.round >= MOST_ROUNDS_OF_WAITING:
        if not is_mindless(do.state):
            do.emit(Replied(do.state.encounter.monsters, "had enough"))
        part(do, attitude)


def loses_patience(do: Resolution) -> bool:
    """Ruling: reaction.question.may-attack: 3-in-6."""
    roll = do.roll_at_most(1, 6, "unfriendly monsters attack", 3)
    do.emit(ChanceRolled("unfriendly monsters attack", roll, bool(roll.success), rule=("ose:reaction.roll",)))
    return bool(roll.success)


@executes("ose:encounter.action.parley", "ose:reaction.charisma")
def weigh(do: Resolution, speaker: Creature, aim: str, favour: int) -> str:
    """The speaker's CHA colours the reaction, and so does what they want; the uncertain may be asked again."""
    encounter = do.state.encounter
    assert encounter is not None
    attitude = reactions.reaction(do, speaker, favour)
    changed = replace(encounter, attitude=attitude, tries=encounter.tries + 1, round=encounter.round + 1, surprised=())
    do.emit(EncounterChanged(changed, aim, rule=("ose:encounter.action.parley",)))
    return attitude


@executes("ose:encounter.initiative.roll")
def stand_by(do: Resolution) -> None:
    """The party waits a round; the monsters do what they feel like."""
    rounds_pass(do, "waiting")
    go_on(do)


def go_on(do: Resolution) -> None:
    """The party has used its part of the round for something; the monsters do what they feel like."""
    encounter = do.state.encounter
    assert encounter is not None
    waited = replace(encounter, round=encounter.round + 1, surprised=())
    do.emit(EncounterChanged(waited, "stood still" if is_mindless(do.state) else "waited", rule=("ose:time.round",)))
    monsters_act(do)


def why_blows_fall(state: State, event: FightBegan) -> Iterator[str]:
    """Those met attack, and from now on time runs in rounds."""
    if state.encounter is not None and state.encounter.attitude in ("hostile", "unfriendly"):
        yield "ose:encounter.action.combat"


def part(do: Resolution, attitude: str) -> None:
    """The sides go their ways; the group remembers how it felt, and wanderers move on."""
    assert do.state.encounter is not None and do.state.dungeon is not None
    group = do.state.dungeon.groups[do.state.encounter.group]
    count = group.count if group.lair or group.shadows else 0
    do.emit(GroupChanged(replace(group, attitude=attitude, count=count), "parted"))
    if is_mindless(do.state):
        conclude(do, "let be" if count else "wandered off")
    else:
        conclude(do, "parted")


@executes("ose:encounter.conclusion.one-turn")
def conclude(do: Resolution, how: str, rule: tuple[str, ...] = ()) -> None:
    """A meeting takes at least a full turn in all: rest, regrouping, tending weapons and wounds."""
    encounter = do.state.encounter
    assert encounter is not None
    do.emit(EncounterEnded(how, rule=("ose:encounter.conclusion.one-turn", "ose:encounter.sequence", *rule)))
    if not do.state.marchers():
        do.emit(GameEnded("slain"))
        return
    left = TURN_SECONDS - (do.state.now - encounter.began) % TURN_SECONDS
    if do.state.is_outdoors:
        pass_time(do, left, "turn")
    else:
        exploration.end_turn(do, seconds=left)


def after_fight(do: Resolution) -> None:
    """The field is left: the group counts its living, those who fled or gave up are gone from it."""
    encounter = do.state.encounter
    assert encounter is not None and do.state.dungeon is not None
    group = do.state.dungeon.groups[encounter.group]
    standing = sum(do.state.creatures[id].status == "up" for id in encounter.monsters)
    do.emit(GridCleared())
    attitude = group.attitude if group.attitude == "hostile" or not standing else "unfriendly"
    do.emit(GroupChanged(replace(group, count=standing, attitude=attitude), "fought"))
    conduct.learn(do, group)
    _raise_alarm(do, group)
    conclude(do, "fought")
    _allies_come(do)


@executes("ose:referee.monsters.leaders")
def leaders(ids: tuple[str, ...]) -> tuple[str, ...]:
    """One leader to ten monsters."""
    return ids[: len(ids) // MEN_A_LEADER]


@executes("ose:referee.monsters.allies")
def _raise_alarm(do: Resolution, group: Group) -> None:
    """Friends of the slain hear of it. Default: those of their kind on the level expect the party, and where a leader
    fell they want revenge.
    """
    dungeon = do.state.dungeon
    assert dungeon is not None
    dead = [id for id in group.members if do.state.creatures[id].status == "dead"]
    if not dead or group.area not in dungeon.areas or sort_of(group.kind) != "people":
        return
    default = "revenge" if set(dead) & set(leaders(group.members)) else "warned"
    for kin in dungeon.groups_on(dungeon.areas[group.area].level):
        if kin.kind != group.kind or kin.id == group.id or not kin.count:
            continue
        choice = do.ruling(ALLIES, ("warned", "revenge", "nothing"), default, seats=(REFEREE,))
        if choice != "nothing":
            attitude = "hostile" if choice == "revenge" else kin.attitude
            warned = replace(kin, alert=True, attitude=attitude)
            do.emit(GroupChanged(warned, choice, rule=(ALLIES,)))
            conduct.prepare(do, warned)


@executes("ose:referee.monsters.allies")
def _allies_come(do: Resolution) -> None:
    """Those who were warned come to help. Default: from the next area, where the way is open."""
    if not exploration.is_quiet(do.state):
        return
    dungeon, at, area = survey.here(do.state)
    ways = [door.beyond(area.id) for door in dungeon.doors_of(area.id) if door.is_passable]
    near = [g for beyond in ways for g in dungeon.groups_in(beyond) if g.alert and g.count and g.awake]
    if near:
        come = replace(near[0], area=at.area, attitude="hostile", alert=False)
        do.emit(GroupChanged(come, "came to help", rule=(ALLIES,)))
        meet(do, come, None)


def monsters_feet(state: State) -> int:
    """The base rate of the fastest of those met who can still run."""
    encounter = state.encounter
    assert encounter is not None
    able = [c for id in encounter.monsters if (c := state.creatures[id]).status == "up" and can_fight(c)]
    return max((sheet(c).movement_feet for c in able), default=0)


def sort_of(kind: str) -> Sort:
    """Whether a kind can be talked to, only fed, or neither. Who is in no listing is a person."""
    listing = monsters().get(kind)
    return _SORTS[listing.mind] if listing is not None else "people"


_SORTS: dict[str, Sort] = {"intelligent": "people", "animal": "beast", "none": "mindless"}


def is_mindless(state: State) -> bool:
    """Whether nobody is met who thinks or feels anything."""
    met = state.encounter
    kinds = {sort_of(state.creatures[id].kind) for id in met.monsters} if met is not None else set()
    return kinds == {"mindless"}


def is_intelligent(state: State, group: Group) -> bool:
    listing = monsters().get(group.kind)
    return listing is None or listing.mind == "intelligent"
