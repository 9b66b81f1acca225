"""What a party does on meeting somebody: fight, talk, offer, wait, run, back off or go on. What they do is the game's
answer."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import conversation, exploration, meeting, offers, survey
from underkeep.procedures.chapter import DUNGEON, MEETING, Chapter, Deed
from underkeep.procedures.delve_actions import Engage, Evade, Go, LeaveDungeon, MeetAgain, Offer, Parley, StandBy
from underkeep.procedures.questions import MeetingChapter, TalkChapter
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.dungeon import HoardChanged
from underkeep.world.state import State
from underkeep.world.talk import BackedOff, Replied

HERE = (MEETING,)
_ELSE = "The party has met somebody: fight, talk, run or wait."


def chapter(meetings: MeetingChapter, talk: TalkChapter | None = None) -> Chapter:
    """The deeds of any meeting, as this game answers for them; topics and offers where it can talk of them."""
    deeds = (
        Deed(Engage, HERE, _engage, lambda _: (Engage(),), asks=_is_too_early),
        Deed(StandBy, HERE, partial(_stand_by, meetings), lambda _: (StandBy(),)),
        Deed(
            Evade,
            HERE,
            partial(_evade, meetings, talk),
            partial(_flights, meetings),
            partial(_why_not_evade, meetings),
            free=True,
        ),
    )
    if talk is None:
        return Chapter((*deeds, Deed(Parley, HERE, partial(_parley, meetings), _talks, refusal=_ELSE)))
    return Chapter(
        (
            *deeds,
            Deed(Parley, HERE, partial(conversation.hold, talk), _topics, conversation.why_not, refusal=_ELSE),
            Deed(
                Offer,
                HERE,
                partial(offers.offer, talk),
                partial(offers.listed, talk),
                partial(offers.why_not, talk),
                free=True,
            ),
            Deed(Go, HERE, partial(_go, meetings, talk), _ways, _why_not_go, refusal="There is no such way here."),
            Deed(
                LeaveDungeon,
                HERE,
                partial(_leave, meetings, talk),
                _exits,
                refusal="The way out of the dungeon is not here.",
                asks=partial(_goes_home, talk),
            ),
            Deed(MeetAgain, (DUNGEON,), partial(_meet_again, meetings), _meetings_anew, refusal="Nobody lives here."),
        ),
        reactions={HoardChanged: partial(_taken, meetings, talk)},
    )


def _flights(meetings: MeetingChapter, state: State) -> list[Action]:
    return [Evade(), Evade(walk=True), *(Evade(lure) for lure in meetings.lures(state))]


def _why_not_evade(meetings: MeetingChapter, state: State, action: Evade) -> Refusal | None:
    """Who runs by a way that is named must know it, and find it open."""
    if replace(action, way="") not in _flights(meetings, state) or (action.way and action.drop):
        return Refusal(_ELSE)
    if not action.way:
        return None
    is_below = not state.is_outdoors and state.party is not None and state.party.at is not None
    door = next((d for d in survey.known_doors(state) if d.id == action.way), None) if is_below else None
    return None if door is not None and meetings.is_way_out(state, door) else Refusal("There is no such way here.")


def _talks(state: State) -> list[Action]:
    return [Parley(m.id, aim) for m in state.marchers() for aim in meeting.AIMS]


def _topics(state: State) -> list[Action]:
    return [Parley(m.id, aim) for m in state.marchers() for aim in conversation.TOPICS]


def _is_too_early(state: State, action: Engage) -> str:
    """What is asked before an attack by a party that is surprised, on those who are not and mean no harm yet."""
    met = state.encounter
    if met is None or met.surprises(met.monsters) or not met.surprises(c.id for c in state.marchers()):
        return ""
    return (
        "The party is taken by surprise: in a fight that begins now the others may act before it can. "
        "Whoever waits a moment first, or speaks to them, is ready."
    )


def _engage(do: Resolution, action: Engage) -> None:
    meeting.come_to_blows(do)


def _parley(meetings: MeetingChapter, do: Resolution, action: Parley) -> None:
    meetings.parley(do, do.state.creatures[action.actor], action.aim)


def _stand_by(meetings: MeetingChapter, do: Resolution, action: StandBy) -> None:
    meetings.stand_by(do)


def _evade(meetings: MeetingChapter, talk: TalkChapter | None, do: Resolution, action: Evade) -> None:
    """Away at a run; or step by step, and only those come after who mean harm: whoever has shown no feelings yet does
    so while the party backs away."""
    met = do.state.encounter
    assert met is not None
    is_unknown = action.walk and talk is not None and not met.attitude
    if is_unknown and talk is not None:
        do.emit(BackedOff())
        talk.weigh(do, do.state.marchers()[0], "passage", 0)
        met = conversation.the_meeting(do)
    if action.walk and talk is not None and met.attitude and talk.temper(met.attitude) not in ("hostile", "sour"):
        if not is_unknown:
            do.emit(BackedOff())
        conversation.shadow(talk, do)
        talk.withdraw(do, action.way)
    else:
        meetings.evade(do, action.drop, action.way)


def _meetings_anew(state: State) -> list[Action]:
    return [MeetAgain()] if survey.neighbours(state) else []


def _meet_again(meetings: MeetingChapter, do: Resolution, action: MeetAgain) -> None:
    """They have not vanished: whoever parted from them can meet them anew."""
    meetings.meet(do, survey.neighbours(do.state)[0], None)


# Before their eyes


def _taken(meetings: MeetingChapter, talk: TalkChapter, do: Resolution, event: HoardChanged) -> None:
    """Those who let the party be do so no longer when it takes what is theirs; only friends wait for a word."""
    dungeon = do.state.dungeon
    owners = dungeon.groups.get(event.hoard.group) if dungeon is not None and event.is_taken else None
    if owners is None or owners.area != event.hoard.area or not exploration.is_quiet(do.state):
        return
    if not (owners.count and owners.awake and owners.members) or talk.sort(owners.kind) != "people":
        return
    do.emit(Replied(owners.members, "robbed"))
    meetings.meet(do, owners, None)
    if not conversation.is_talking(do) or do.state.prompts:
        return
    are_friends = talk.temper(conversation.the_meeting(do).attitude) == "friendly"
    talk.turns(do, "sour")
    if not are_friends:
        talk.lose_patience(do)


# Going on, past them or round them


def _ways(state: State) -> list[Action]:
    if state.is_outdoors or state.party is None or state.party.at is None:
        return []
    ways = [Go(door.id) for door in survey.known_doors(state) if door.is_passable]
    return [*ways, *(Go(stairs.id) for stairs in survey.known_stairs(state))]


def _exits(state: State) -> list[Action]:
    """Where the party comes in it can go out again, whoever is met there."""
    if state.is_outdoors or state.party is None or state.party.at is None or state.dungeon is None:
        return []
    return [LeaveDungeon()] if state.dungeon.entrance.area == state.party.at.area else []


def _goes_home(talk: TalkChapter, state: State, action: LeaveDungeon) -> str:
    """What is asked before that; from those who do not let it go the party must get away first, who knows whereto."""
    met = state.encounter
    if met is None or talk.temper(met.attitude) in conversation.AT_PEACE:
        return "The party leaves the dungeon and goes home."
    return (
        "They stand by, and may not let the party go: it runs from them first, and may be driven farther in. "
        "If it gets "
        "away here, it leaves the dungeon and goes home."
    )


def _leave(meetings: MeetingChapter, talk: TalkChapter, do: Resolution, action: LeaveDungeon) -> None:
    """Those who do not mind let the party go; from the others it must get away first."""
    met = do.state.encounter
    assert met is not None
    if talk.temper(met.attitude) in conversation.AT_PEACE:
        talk.part(do, met.attitude)
    else:
        meetings.evade(do, "", "")
    if exploration.is_quiet(do.state) and not do.state.prompts and _exits(do.state):
        exploration.leave(do)


def _why_not_go(state: State, action: Go) -> Refusal | None:
    if state.is_outdoors:
        return Refusal("Not now: the party has met somebody.")
    door = next((d for d in survey.known_doors(state) if d.id == action.way), None)
    return Refusal("That door is shut.") if door is not None and not door.is_passable else None


def _go(meetings: MeetingChapter, talk: TalkChapter, do: Resolution, action: Go) -> None:
    """Those who do not mind let the party go on its way; the others do first what they feel like."""
    met = do.state.encounter
    assert met is not None
    if talk.temper(met.attitude) in conversation.AT_PEACE:
        talk.part(do, met.attitude)
    else:
        meetings.stand_by(do)
        if conversation.is_talking(do) and not do.state.prompts:
            conversation.reply(do, "bars the way")
    if exploration.is_quiet(do.state) and not do.state.prompts:
        exploration.go(do, action.way)
