"""What goes on outside a fight: a meeting, a journey, exploration, the town; and the one way into their deeds."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.procedures import (
    carrying,
    dungeon_deeds,
    exploration,
    journey,
    marching,
    meeting_deeds,
    survey,
    town_services,
)
from underkeep.procedures import town as town_scene
from underkeep.procedures.chapter import DUNGEON, MEETING, ROAD, TOWN, Book, Chapter, Deed
from underkeep.procedures.options import Moves, Options
from underkeep.procedures.questions import (
    DungeonChapter,
    MeetingChapter,
    RoadChapter,
    ServicesChapter,
    TalkChapter,
    TownChapter,
)
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.state import State

_ONLY = {TOWN: "That is done in town.", ROAD: "That is done on the road."}
_NOT_HERE = {
    TOWN: "That is not done in town.",
    ROAD: "That is not done on the road.",
    DUNGEON: "That cannot be done here.",
    MEETING: "The party has met somebody: fight, talk, run or wait.",
}
_NOBODY = "There is nobody here to talk to, to fight or to run from."


def shared(
    dungeon: DungeonChapter,
    road: RoadChapter,
    meetings: MeetingChapter,
    town: TownChapter,
    talk: TalkChapter | None = None,
    services: ServicesChapter | None = None,
) -> tuple[Chapter, ...]:
    """What every game has that can delve, with the answers of this one."""
    return (
        dungeon_deeds.chapter(dungeon),
        meeting_deeds.chapter(meetings, talk),
        town_scene.chapter(town, road),
        *((town_services.chapter(services),) if services is not None else ()),
        journey.chapter(road),
        Chapter((*carrying.deeds(), *marching.deeds())),
    )


def scene_of(state: State) -> str:
    """The scene that is on; empty in a fight, before the first morning and after the end."""
    if state.over or state.fight is not None or state.party is None:
        return ""
    if state.encounter is not None:
        return MEETING
    return ROAD if state.journey is not None else state.party.place


def options(book: Book, state: State) -> Options:
    """Everything the scene offers the party that no chapter objects to."""
    listed: list[Action] = []
    moves: list[Moves] = []
    for deed in book.in_scene(scene_of(state)):
        listed += [action for action in deed.options(state) if book.objection(state, deed, action) is None]
        squares = deed.squares(state)
        if squares is not None and squares.mask and _is_open(book, state, deed):
            moves.append(squares)
    return Options(tuple(listed), tuple(moves))


def _is_open(book: Book, state: State, deed: Deed) -> bool:
    """Whether no chapter objects to a deed of many squares as such."""
    return deed.probe is None or book.objection(state, deed, deed.probe(state)) is None


def why_not(book: Book, state: State, action: Action) -> Refusal | None:
    """By the scene and what the party knows first, then by the deed and the chapters."""
    scene = scene_of(state)
    deed = book.deed(action, scene)
    if deed is None:
        return _why_not_here(book, scene, action)
    refusal = survey.why_not_name(state, action) or book.objection(state, deed, action)
    return refusal or (None if deed.free or _is_offered(deed, state, action) else Refusal(deed.refusal))


def _why_not_here(book: Book, scene: str, action: Action) -> Refusal:
    deeds = book.elsewhere(action)
    told = next((deed.elsewhere for deed in deeds if deed.elsewhere is not None), None)
    if told is not None and scene != MEETING:
        return told
    where = tuple(scene for deed in deeds for scene in deed.scenes)
    if scene == DUNGEON and len(where) == 1 and where[0] in _ONLY:
        return Refusal(_ONLY[where[0]])
    return Refusal(_NOBODY if scene == DUNGEON and where == (MEETING,) else _NOT_HERE[scene])


def _is_offered(deed: Deed, state: State, action: Action) -> bool:
    squares = deed.squares(state)
    return action in deed.options(state) if squares is None else action in squares


def perform(do: Resolution, action: Action) -> None:
    """Carry out a legal action of the scene; underground the time that it takes goes by."""
    scene = scene_of(do.state)
    deed = do.rules.book.deed(action, scene)
    assert deed is not None
    if scene == DUNGEON:
        exploration.perform(do, deed, action)
    else:
        deed.perform(do, action)
