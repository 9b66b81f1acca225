"""Meetings underground: how those met feel about the party, what they do about it, and how a meeting ends."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import carrying, exploration, lore, meeting, survey
from underkeep.procedures.purposes import Sort
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.procedures.time import pass_time
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.measures import MAP_SQUARE_FEET
from underkeep.systems.knave.basics.spell_conditions import break_bonds, is_so
from underkeep.systems.knave.basics.steps import step
from underkeep.systems.knave.characters import ties
from underkeep.systems.knave.checks.checks import check, score
from underkeep.systems.knave.checks.conditions import is_unable
from underkeep.systems.knave.encounters import favours, stealth
from underkeep.systems.knave.monsters import wandering
from underkeep.world.creature import Creature
from underkeep.world.dungeon import Group, GroupChanged
from underkeep.world.encounter import (
    Encounter,
    EncounterBegan,
    EncounterChanged,
    EncounterEnded,
    ReactionRolled,
)
from underkeep.world.gear import ItemsChanged
from underkeep.world.state import GameEnded, State

ROUND_SECONDS = 10
TURN_SECONDS = 600
OPEN_FEET = 120
MONSTERS = "monsters"
ATTITUDES = (
    "murderous", "violent", "thieving", "threatening", "avoiding", "indifferent", "watching", "curious",
    "informative", "helpful", "joining",
)  # fmt: skip
FIRST_TOTAL = 2
ATTACKING = frozenset({"murderous", "violent"})
THIEVING, HUNGRY = "thieving", "hungry"
IN_WORDS, CURIOUS = ("informative", "helpful"), "curious"
SOUR = frozenset({"murderous", "violent", THIEVING, HUNGRY, "threatening"})
MINDLESS = frozenset({"construct", "ooze"})
GUARDS = frozenset({"skeleton", "zombie"})
WHEN = "knave:reaction.when"
CHANGES = "knave:reaction.changes"
RATION = "ration"
CAPTURE, ORDER, PAY = "capture", "order", "pay"
TOLL_SHARE = 10
DEMANDS = {
    "violent": (
        CAPTURE,
        ("fight", "yield"),
        "They would take the party alive, and keep its treasure: fight, or yield?",
    ),
    "threatening": (
        ORDER,
        ("defy", "turn back", "pay"),
        "They order the party to turn back, or else to pay {toll}c: defy them, turn back, or pay?",
    ),
}
FOLLOWING = "watching"
UNSUSPECTING = frozenset({"asleep", stealth.UNAWARE})
ROBBING = {THIEVING: ("coin", "robbed-of-coins"), HUNGRY: (RATION, "robbed-of-rations")}


@executes("knave:reaction.when", "knave:hazard.die.encounter")
def meet(do: Resolution, group: Group, distance: int | None) -> None:
    """The attitude is known or rolled at once, and those who mean harm do not wait. Who sleeps notices nothing."""
    ids = muster(do, group)
    if not ids:
        return
    far = _distance(do.state, distance)
    encounter = Encounter(group.id, ids, far, began=do.state.now)
    if not group.awake:
        do.emit(EncounterBegan(replace(encounter, attitude="asleep", surprised=ids), rule=(WHEN,)))
        meeting.sighted(do, sort_of(group.kind))
        return
    if stealth.is_unnoticed(do, do.state.creatures[ids[0]]):
        unaware = replace(encounter, attitude=stealth.UNAWARE, surprised=ids)
        do.emit(EncounterBegan(unaware, rule=(WHEN, stealth.UNSUSPECTING)))
        meeting.sighted(do, sort_of(group.kind))
        return
    do.emit(EncounterBegan(encounter, rule=(WHEN,)))
    meeting.sighted(do, sort_of(group.kind))
    _show_feelings(do)


def _show_feelings(do: Resolution) -> None:
    """How they feel, which is known or rolled; and what they do about it at once."""
    encounter, group = do.state.encounter, the_group(do.state)
    assert encounter is not None
    attitude = reaction(do, group)
    shown = replace(encounter, attitude=attitude, surprised=())
    do.emit(EncounterChanged(shown, attitude, rule=("knave:reaction.roll",)))
    remember(do, attitude)
    if compendium.monsters()[group.kind].speaks and attitude in DEMANDS:
        _demand(do, attitude)
    elif attitude in ATTACKING:
        meeting.come_to_blows(do)


@executes("knave:reaction.roll")
def _demand(do: Resolution, attitude: str) -> None:
    """Some would take the party alive, and some order it about; it may give in."""
    question, choices, about = DEMANDS[attitude]
    due = toll(do.state)
    if not due and PAY in choices:
        choices, about = tuple(x for x in choices if x != PAY), "They order the party to turn back: defy them or not?"
    do.ask_party(question, choices, choices[0], ("knave:reaction.roll",), about.format(toll=due))


def toll(state: State) -> int:
    """What they want for the way on: a tenth of the party's coins, and one at least of whoever has any."""
    coins = sum(item.count for c in state.marchers() for item in c.items if item.kind == "coin")
    return max(1, coins // TOLL_SHARE) if coins else 0


def wake(do: Resolution) -> None:
    """Those who slept are awake, and show what they feel."""
    do.emit(GroupChanged(replace(the_group(do.state), awake=True), "woken", rule=(WHEN,)))
    _show_feelings(do)


def is_noticed(do: Resolution) -> bool:
    """Those who knew nothing of the party see it now; whether it has still to deal with them in peace."""
    encounter = do.state.encounter
    if encounter is not None and encounter.attitude == stealth.UNAWARE:
        _show_feelings(do)
        return False
    return True


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


def _distance(state: State, distance: int | None) -> int:
    """Underground nobody is met farther off than one sees. On the road it is ours."""
    if state.is_outdoors:
        return OPEN_FEET if distance is None else distance
    most = max(1, survey.view_length(state)) * MAP_SQUARE_FEET
    return _map_distance(state) if distance is None else min(distance, most)


def _map_distance(state: State) -> int:
    """From the party to the middle of the area it has come into."""
    _, at, area = survey.here(state)
    x = sorted(square[0] for square in area.squares)[len(area.squares) // 2]
    y = sorted(square[1] for square in area.squares)[len(area.squares) // 2]
    return max(MAP_SQUARE_FEET, MAP_SQUARE_FEET * max(abs(x - at.square[0]), abs(y - at.square[1])))


@executes("knave:reaction.when", "knave:reaction.roll")
def reaction(do: Resolution, group: Group) -> str:
    """What is plain is not rolled for: mindless guardians kill, and those met before feel as they did. Beasts rob the
    party of food, not of coins, and have nothing to tell or to give: they come to look.
    """
    stats = compendium.monsters()[group.kind]
    guards = group.kind in GUARDS or stats.sort in MINDLESS
    plain = group.attitude or ("murderous" if guards else "")
    chosen = do.ruling(WHEN, ("roll", *ATTITUDES, HUNGRY), plain or "roll", group.kind)
    if chosen != "roll":
        return chosen
    roll = do.roll(2, 6, "reaction")
    attitude = attitude_for(roll.total)
    if attitude == THIEVING and not stats.speaks:
        attitude = HUNGRY
    elif attitude in IN_WORDS and not stats.speaks:
        attitude = CURIOUS
    do.emit(ReactionRolled("", roll, attitude, rule=("knave:reaction.roll",)))
    return attitude


@executes("knave:reaction.roll")
def attitude_for(total: int) -> str:
    """The attitude that a reaction total stands for."""
    return ATTITUDES[total - FIRST_TOTAL]


def sort_of(kind: str) -> Sort:
    """Whether a kind can be talked to, only fed, or neither."""
    stats = compendium.monsters()[kind]
    if kind in GUARDS or stats.sort in MINDLESS:
        return "mindless"
    return "people" if stats.speaks else "beast"


def the_group(state: State) -> Group:
    assert state.encounter is not None and state.dungeon is not None
    return state.dungeon.groups[state.encounter.group]


def remember(do: Resolution, attitude: str) -> None:
    do.emit(GroupChanged(replace(the_group(do.state), attitude=attitude), attitude, rule=(CHANGES,)))


@executes("knave:reaction.changes")
def become(do: Resolution, attitude: str, rule: str = CHANGES) -> None:
    """They feel otherwise from now on."""
    encounter = do.state.encounter
    assert encounter is not None
    do.emit(EncounterChanged(replace(encounter, attitude=attitude), attitude, rule=(rule,)))
    remember(do, attitude)


def hear(do: Resolution, speaker: Creature) -> bool:
    """A round of talk; those who knew nothing of the party do at once what they feel like."""
    pass_time(do, ROUND_SECONDS, "talk")
    break_bonds(do, speaker.id, "speech")
    return is_noticed(do)


@executes("knave:reaction.changes", "knave:task.check.opposed-ability")
def weigh(do: Resolution, speaker: Creature, aim: str, favour: int) -> str:
    """The sour have to be won over, CHA against WIS, a step better or worse by what they want; the others feel as they
    did.
    """
    encounter = do.state.encounter
    assert encounter is not None
    do.emit(EncounterChanged(replace(encounter, tries=encounter.tries + 1), aim, rule=(CHANGES,)))
    if encounter.attitude not in SOUR:
        if aim == "insult":
            become(do, "threatening")
    else:
        foe = do.state.creatures[encounter.monsters[0]]
        rule = ("knave:task.check.opposed-ability", CHANGES)
        steps = (*looks(do.state, speaker.id), *interests(favour))
        if check(do, speaker.id, "CHA", "talking them round", score(do, foe, "WIS"), steps, rule).success:
            become(do, "avoiding")
    assert do.state.encounter is not None
    return do.state.encounter.attitude


def interests(favour: int) -> tuple[Modifier, ...]:
    """What they want, for or against the party. Ours."""
    return (step("their own interests", 1 if favour > 0 else -1),) if favour else ()


@executes("knave:downtime.carousing.mishap-08")
def looks(state: State, speaker: str) -> tuple[Modifier, ...]:
    """What an ugly tattoo in plain sight does to a first impression."""
    return (step("ugly tattoo", -1),) if ties.has(state, speaker, "ugly tattoo") else ()


def stand_by(do: Resolution) -> None:
    """What they do if they are let: rob, attack, or go their way."""
    encounter = do.state.encounter
    assert encounter is not None
    pass_time(do, ROUND_SECONDS, "waiting")
    if not is_noticed(do):
        return
    if encounter.attitude in ROBBING:
        _rob(do, *ROBBING[encounter.attitude])
        part(do, "parted")
    elif encounter.attitude in SOUR:
        become(do, "violent")
        meeting.come_to_blows(do)
    else:
        part(do, "parted")


def _rob(do: Resolution, kind: str, verb: str) -> None:
    """Of the first of the party who has any, all."""
    victim = next((c for c in do.state.marchers() if carrying.has(c, kind)), None)
    if victim is not None:
        left = tuple(i for i in victim.items if i.kind != kind)
        do.emit(ItemsChanged(victim.id, left, verb, rule=("knave:reaction.roll",)))


def part(do: Resolution, how: str) -> None:
    """The sides go their ways; wanderers move on, and those who watch follow."""
    dismiss_group(do)
    conclude(do, how)


@executes("knave:reaction.roll")
def dismiss_group(do: Resolution, stays: bool = False) -> None:
    """Those who live here stay and wanderers are gone, but for those who follow the party: they will be the next."""
    group, encounter = the_group(do.state), do.state.encounter
    follows = group.shadows or (encounter is not None and encounter.attitude == FOLLOWING)
    stays = stays or group.lair or follows
    do.emit(GroupChanged(replace(group, count=group.count if stays else 0, shadows=False), "parted"))
    if follows:
        do.emit(wandering.Followed(group.id, rule=("knave:reaction.roll",)))


@executes("knave:time.turn.action-cost")
def conclude(do: Resolution, how: str) -> None:
    """A fight or a talk uses up a turn, however few rounds it took; the hazards at its end are those of a dungeon."""
    encounter = do.state.encounter
    assert encounter is not None
    rule = ("knave:time.turn.action-cost",)
    do.emit(EncounterEnded(how, rule=rule))
    if not do.state.marchers():
        do.emit(GameEnded("slain"))
        return
    spent = do.state.now - encounter.began
    left = TURN_SECONDS - spent % TURN_SECONDS
    if do.state.is_outdoors:
        pass_time(do, left, "meeting")
    else:
        exploration.end_turn(do, seconds=left)


def why_not_parley(state: State, speaker: Creature) -> Refusal | None:
    """Beasts understand nobody, unless a potion helps; the sleeping hear nothing."""
    encounter = state.encounter
    assert encounter is not None
    if encounter.attitude == "asleep":
        return Refusal("They are asleep.", "knave:combat.unsuspecting.auto-hit")
    if is_unable(speaker) or is_so(speaker, "mute"):
        return Refusal(f"{speaker.name} cannot speak now.")
    if all(is_so(state.creatures[id], "deaf") for id in encounter.monsters):
        return Refusal("They hear nothing.")
    stats = compendium.monsters()[state.creatures[encounter.monsters[0]].kind]
    minds = (speaker, *(state.creatures[id] for id in encounter.monsters))
    if not stats.speaks and not speaker.condition("beast speech") and not any(is_so(c, "speaks_all") for c in minds):
        return Refusal("They know no speech.", WHEN)
    return None


@executes("knave:reaction.changes", "knave:combat.unsuspecting.auto-hit")
def waken(do: Resolution) -> None:
    """When it comes to blows they are enemies, whatever they were before; those who sleep or know nothing of the party
    are struck unawares.
    """
    encounter = do.state.encounter
    if encounter is None:
        return
    group = the_group(do.state)
    if encounter.attitude in UNSUSPECTING:
        favours.catch_unawares(do, encounter.monsters)
    if group.attitude not in ATTACKING or not group.awake:
        do.emit(GroupChanged(replace(group, attitude="murderous", awake=True), "turned", rule=(CHANGES,)))
    if encounter.attitude not in ATTACKING:
        changed = replace(encounter, attitude="murderous")
        do.emit(EncounterChanged(changed, "turned", rule=(CHANGES,), seats=(REFEREE,)))
