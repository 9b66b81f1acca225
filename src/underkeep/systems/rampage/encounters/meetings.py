"""Meetings: sighting, words, offers, and how a meeting ends."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Note
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import delve_actions as a
from underkeep.procedures import exploration, lore, meeting, survey
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.time import pass_time
from underkeep.systems.rampage.basics.measures import INCH_FEET, MAP_SQUARE_FEET, ROUND_SECONDS, TURN_SECONDS
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.characters.classes import has_type
from underkeep.systems.rampage.checks.vows import has_fallen
from underkeep.systems.rampage.encounters import evasion, offers, reactions, surprise
from underkeep.systems.rampage.encounters.reactions import ATTITUDES
from underkeep.systems.rampage.encounters.surprise import Sighting, SurpriseSettled
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import ChanceRolled, Encounter, EncounterBegan, EncounterChanged, EncounterEnded
from underkeep.world.state import GameEnded, State

MONSTERS = "monsters"
CLERICS = ("acolyte",)
_KILL = "rampage:class.ravager.kill-on-sight"
UNDERGROUND_IN, OUTDOORS_IN = parse("1d4+1"), parse("1d10+8")
FIERCE_MORALE = 2
ATTACKING, PEACEABLE = "attacking", "peaceable"
_UNLESS_STOPPED = "rampage:reaction.begin-attack-unless-stopped"


class PassedBy(Note, frozen=True):
    """Two companies went by without seeing each other."""

    kind: str


class TheyJoin(Note, frozen=True):
    """Those met go along for a while and help as they can."""

    kind: str


class DrivenToKill(Note, frozen=True):
    """Somebody's vows leave no choice but to attack those who are met."""

    creature: str


class FavourGranted(Note, frozen=True):
    """Those met do what they were asked for."""

    speaker: str
    kind: str


def meet(do: Resolution, group: Group, distance: int | None) -> None:
    """Surprise, sighting out of doors, distance; then those who mean harm and are first do not wait."""
    ids = muster(do, group)
    if not ids:
        return
    sighting = surprise.settle(do, group, ids)
    if do.state.is_outdoors and not evasion.sight_each_other(do, group, ids, sighting.surprised):
        do.emit(PassedBy(group.kind, rule=("rampage:evasion.spot",)))
        do.emit(GroupChanged(replace(_now(do, group), count=0), "passed by"))
        return
    far = _distance(do, sighting)
    clearing = surprise.clearing(do, sighting.free)
    rule = (*_behind(do.state, sighting), *(("rampage:encounter.surprise.door-bash-basher",) if clearing else ()))
    do.emit(SurpriseSettled(sighting.free, sighting.unseen, clearing, rule=rule))
    feels = reactions.attitude(do, group, do.state.creatures[ids[0]]) if group.awake else "asleep"
    encounter = Encounter(group.id, ids, far, sighting.surprised, feels, began=do.state.now)
    noticed = (*surprise.why_noticed(do, group), *surprise.why_warned(do.state))
    by = reactions.behind_attitude(do.state.marchers()[0], do.state.creatures[ids[0]])
    do.emit(EncounterBegan(encounter, rule=("rampage:reaction.attitude", by, *rule, *noticed)))
    meeting.sighted(do, reactions.sort_of(group.kind))
    killer = who_must_kill(do.state, ids)
    if killer is not None:
        do.emit(DrivenToKill(killer.id, rule=(_KILL,)))
        meeting.come_to_blows(do)
    elif feels == "hostile" and ids[0] in sighting.free:
        attack(do)
    elif ids[0] in sighting.free:
        do.emit(SurpriseSettled((), ()))


@executes("rampage:class.ravager.kill-on-sight")
def who_must_kill(state: State, ids: tuple[str, ...]) -> Creature | None:
    """The Ravager of the party, if any, who must attack those met: a Paladin, or a cleric who is not Chaotic."""
    ravagers = [c for c in state.marchers() if "ravager" in sheet(c).classes and not has_fallen(c)]
    return ravagers[0] if ravagers and any(_is_hateful(state.creatures[id]) for id in ids) else None


def _is_hateful(creature: Creature) -> bool:
    own = sheet(creature)
    if "paladin" in own.classes:
        return True
    is_cleric = creature.kind in CLERICS or has_type(own.classes, "cleric")
    return is_cleric and own.alignment != "chaotic"


def _now(do: Resolution, group: Group) -> Group:
    assert do.state.dungeon is not None
    return do.state.dungeon.groups[group.id]


def _behind(state: State, sighting: Sighting) -> tuple[str, ...]:
    if not sighting.free:
        return ()
    ours = {c.id for c in state.marchers()}
    found = ["rampage:encounter.surprise.effect"]
    found += ["rampage:encounter.surprise.mixed-chances"] if sighting.unseen else []
    found += ["rampage:encounter.surprise.mixed-no-attack"] if sighting.unseen and not ours & set(sighting.free) else []
    return tuple(found)


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


@executes("rampage:encounter.surprise.distance-dungeon", "rampage:encounter.surprise.distance-wilderness")
def _distance(do: Resolution, sighting: Sighting) -> int:
    """1d4+1 inches underground, no more than the place allows, and 1d10+8 out of doors.
    Ruling: q.encounter-distance, the same where nobody is surprised.
    """
    outdoors = do.state.is_outdoors
    roll = do.roll_total(OUTDOORS_IN if outdoors else UNDERGROUND_IN, "encounter distance")
    below, above = "rampage:encounter.surprise.distance-dungeon", "rampage:encounter.surprise.distance-wilderness"
    do.emit(ChanceRolled("encounter distance", roll, True, rule=(above if outdoors else below,)))
    feet = roll.total * INCH_FEET
    return feet if outdoors else min(feet, _room_feet(do.state))


def _room_feet(state: State) -> int:
    """How far one can be from the party in the area where it is."""
    _, at, area = survey.here(state)
    most = max(max(abs(x - at.square[0]), abs(y - at.square[1])) for x, y in area.squares)
    return max(2 * INCH_FEET, most * MAP_SQUARE_FEET)


def the_group(state: State) -> Group:
    assert state.encounter is not None and state.dungeon is not None
    return state.dungeon.groups[state.encounter.group]


def first_of(state: State) -> Creature:
    """The one of those met who speaks for them."""
    assert state.encounter is not None
    return state.creatures[state.encounter.monsters[0]]


# Words


def why_not_parley(state: State, action: a.Parley) -> Refusal | None:
    """What cannot speak cannot be talked to, and the sleeping hear nothing."""
    encounter = state.encounter
    assert encounter is not None
    if encounter.attitude == "asleep":
        return Refusal("They are asleep.", "rampage:encounter.surprise.effect")
    if not reactions.speaks(first_of(state).kind):
        return Refusal("They know no speech.", "rampage:reaction.attitude")
    if not reactions.languages_of(state.creatures[action.actor]):
        return Refusal(f"{state.creatures[action.actor].name} cannot speak for the party.", "rampage:reaction.attitude")
    return None


def hear(do: Resolution, speaker: Creature) -> bool:
    """A round of talk. Those who share no tongue with anybody of the party go by how it looks to them."""
    encounter = do.state.encounter
    assert encounter is not None
    pass_time(do, ROUND_SECONDS, "talk")
    do.emit(SurpriseSettled((), ()))
    if reactions.interpreter(do.state, speaker, first_of(do.state)) is not None:
        return True
    changed = replace(encounter, tries=encounter.tries + 1, round=encounter.round + 1, surprised=())
    do.emit(EncounterChanged(changed, "not understood", rule=("rampage:reaction.attitude",)))
    follow(do, speaker, *reactions.react(do, column_of(encounter.attitude), speaker))
    return False


def column_of(attitude: str) -> str:
    """The column of the table for how they feel; of the peaceable, and of those who have not said, the neutral one."""
    return attitude if attitude in ATTITUDES else "neutral"


@executes("rampage:reaction.ph", "rampage:reaction.neutral", "rampage:reaction.pf")
def weigh(do: Resolution, speaker: Creature, aim: str, favour: int) -> str:
    """2d6 in the column of how they feel, and what comes of it is how they feel from now on. The book knows nothing for
    or against it but Charisma. An insult makes anybody think worse of the party.
    """
    encounter = do.state.encounter
    assert encounter is not None
    column = column_of(encounter.attitude)
    counted = replace(encounter, tries=encounter.tries + 1, round=encounter.round + 1, surprised=())
    do.emit(EncounterChanged(counted, aim, rule=("rampage:reaction.attitude",)))
    if aim == "insult":
        become(do, "neutral" if column == "friendly" else "hostile", ("rampage:reaction.attitude",))
    else:
        what, column = reactions.react(do, column, speaker)
        become(do, *_after_words(do, speaker, what, column))
    assert do.state.encounter is not None
    return do.state.encounter.attitude


@executes("rampage:reaction.roll", "rampage:reaction.morale-bonus", "rampage:reaction.begin-attack-unless-stopped")
def _after_words(do: Resolution, speaker: Creature, what: str, column: str) -> tuple[str, tuple[str, ...]]:
    """How those feel who have been talked to and rolled this, and the rules behind it. Ruling: q.offer-failure."""
    assert do.state.encounter is not None
    if what == "attack fiercely":
        offers.embolden(do, do.state.encounter.monsters, FIERCE_MORALE)
        return ATTACKING, ("rampage:reaction.morale-bonus",)
    if what == "attack":
        return ATTACKING, ("rampage:reaction.ph",)
    if what == "attack unless stopped":
        return (PEACEABLE if _are_stopped(do, speaker) else ATTACKING), (_UNLESS_STOPPED,)
    if what == "offer" and column != "friendly":
        is_put = offers.put(do, speaker, column)
        return (column if is_put else ATTACKING), ("rampage:reaction.offer-check",)
    if what in ("grant", "join"):
        return "friendly", ("rampage:reaction.roll",)
    return PEACEABLE, ("rampage:reaction.roll",)


def become(do: Resolution, attitude: str, rule: tuple[str, ...]) -> None:
    """They feel so from now on, and when they are met again."""
    encounter, group = do.state.encounter, the_group(do.state)
    assert encounter is not None
    do.emit(EncounterChanged(replace(encounter, attitude=attitude), attitude, rule=rule))
    felt = "hostile" if attitude == ATTACKING else column_of(attitude)
    if felt != group.attitude:
        do.emit(GroupChanged(replace(group, attitude=felt), "spoken to"))


def follow(do: Resolution, speaker: Creature | None, what: str, column: str) -> None:
    """What those met do after a reaction roll."""
    if what == "attack fiercely":
        attack(do, fierce=True)
    elif what == "attack":
        attack(do)
    elif what == "attack unless stopped":
        _stop_them(do, speaker)
    elif what == "offer":
        if speaker is None or not offers.put(do, speaker, column):
            after_offer(do, False, column)
    elif what == "grant":
        grant(do, speaker)
    elif what == "join":
        do.emit(TheyJoin(the_group(do.state).kind, rule=("rampage:reaction.roll",)))
        grant(do, speaker)
    else:
        part(do, "friendly" if column == "friendly" else "neutral", ("rampage:reaction.roll",))


def _stop_them(do: Resolution, speaker: Creature | None) -> None:
    if _are_stopped(do, speaker):
        part(do, "neutral", (_UNLESS_STOPPED,))
    else:
        attack(do)


@executes("rampage:reaction.begin-attack-unless-stopped")
def _are_stopped(do: Resolution, speaker: Creature | None) -> bool:
    """They are about to attack; one thing done at once may stop them. Default: a check of Charisma."""
    choices = ("a check of CHA", "they are stopped", "they attack")
    how = do.ruling(_UNLESS_STOPPED, choices, "a check of CHA")
    if how == "a check of CHA" and speaker is not None:
        return offers.check_charisma(do, speaker, _UNLESS_STOPPED)
    return how == "they are stopped"


@executes("rampage:reaction.roll", "rampage:reaction.offer-check")
def after_offer(do: Resolution, accepted: bool, column: str) -> None:
    """A good offer lets both sides part, or buys the favour. Ruling: q.offer-failure, friends refuse, others attack."""
    rule = ("rampage:reaction.offer-check",)
    if accepted and column == "friendly":
        grant(do, do.state.marchers()[0])
    elif accepted or column == "friendly":
        part(do, column, rule)
    else:
        attack(do)


def grant(do: Resolution, speaker: Creature | None) -> None:
    """They tell what they know of the place, and go their way."""
    tell_all(do, speaker)
    part(do, "friendly", ("rampage:reaction.roll",))


@executes("rampage:reaction.roll")
def tell_all(do: Resolution, speaker: Creature | None) -> None:
    """Whatever is hidden here, they show."""
    group = the_group(do.state)
    do.emit(FavourGranted(speaker.id if speaker is not None else "", group.kind, rule=("rampage:reaction.roll",)))
    if not do.state.is_outdoors:
        exploration.reveal(do, None, {"door", "trap", "hoard"})


@executes("rampage:reaction.morale-bonus", "rampage:reaction.ph")
def attack(do: Resolution, fierce: bool = False) -> None:
    """They come to blows; those who are set on it hold out longer."""
    encounter = do.state.encounter
    assert encounter is not None
    rule = ("rampage:reaction.morale-bonus",) if fierce else ("rampage:reaction.ph",)
    changed = replace(encounter, attitude="hostile")
    do.emit(EncounterChanged(changed, "attack fiercely" if fierce else "attack", rule=rule))
    do.emit(GroupChanged(replace(the_group(do.state), attitude="hostile"), "attack"))
    if fierce:
        offers.embolden(do, encounter.monsters, FIERCE_MORALE)
    meeting.come_to_blows(do)


@executes("rampage:reaction.ph", "rampage:reaction.neutral", "rampage:reaction.pf", "rampage:encounter.surprise.ambush")
def stand_by(do: Resolution) -> None:
    """The hostile attack, friends go their way, and others show what they think. A party that was not noticed may lie
    hidden as long as it likes, and those it watches come nearer.
    """
    encounter = do.state.encounter
    assert encounter is not None
    pass_time(do, ROUND_SECONDS, "waiting")
    if encounter.surprises(encounter.monsters) and _lay_still(do.state) and encounter.round < _MOST_WAITING:
        nearer = max(2 * INCH_FEET, encounter.distance - INCH_FEET)
        waited = replace(encounter, round=encounter.round + 1, distance=nearer)
        do.emit(EncounterChanged(waited, "hidden", rule=("rampage:encounter.surprise.ambush",)))
        return
    do.emit(EncounterChanged(replace(encounter, round=encounter.round + 1, surprised=()), "waited"))
    do.emit(SurpriseSettled((), ()))
    if encounter.attitude == "hostile":
        attack(do)
    elif encounter.attitude == "neutral":
        follow(do, None, *reactions.react(do, "neutral", None))
    else:
        part(do, encounter.attitude, ("rampage:reaction.pf",))


_MOST_WAITING = 5


def _lay_still(state: State) -> bool:
    """Whether the party was not moving when it was come upon."""
    assert state.party is not None
    return not the_group(state).lair and state.party.moved == 0


def part(do: Resolution, attitude: str, rule: tuple[str, ...] = ()) -> None:
    """The sides go their ways; those who live here stay, and wanderers move on."""
    group = the_group(do.state)
    felt = attitude if attitude in ATTITUDES else group.attitude
    do.emit(GroupChanged(replace(group, attitude=felt, count=group.count if group.lair else 0), "parted"))
    conclude(do, "parted", rule)


@executes("rampage:time.round")
def conclude(do: Resolution, how: str, rule: tuple[str, ...] = ()) -> None:
    """The rest of the turn goes by: ten rounds are one."""
    encounter = do.state.encounter
    assert encounter is not None
    do.emit(EncounterEnded(how, rule=("rampage:time.round", *rule)))
    do.emit(SurpriseSettled((), ()))
    if not do.state.marchers():
        do.emit(GameEnded("slain"))
        return
    left = TURN_SECONDS - (do.state.now - encounter.began) % TURN_SECONDS
    if do.state.is_outdoors:
        pass_time(do, left, "turn")
    else:
        exploration.end_turn(do, seconds=left)
