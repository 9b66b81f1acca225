"""Talking to those met: topics, threats, and what they answer. What is offered to them is in `offers`.

How they take it is the book's, by its own rolls; what they say hangs on their temper, on what they want and on what
they know. Every word gets an answer, and nobody talks for ever.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from underkeep.procedures import hearsay, meeting, purposes, survey
from underkeep.procedures.delve_actions import Parley
from underkeep.procedures.questions import TalkChapter, Temper
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.world.creature import Creature
from underkeep.world.dungeon import DoorChanged, Group, GroupChanged, TrapChanged
from underkeep.world.encounter import Encounter, EncounterChanged
from underkeep.world.gear import Item, ItemsChanged, fewer, more, part
from underkeep.world.settlement import RumourHeard
from underkeep.world.state import State
from underkeep.world.talk import Addressed, LieTold, NewsTold, Replied, Shadowed

ASKING = tuple(hearsay.ABOUT)
PRESSING = ("threat", "bluff", "surrender")
DOING = "doing"
"""What they are about: what they look for, carry, guard or argue about."""
TOPICS = ("talk", DOING, "passage", *ASKING, "trade", "hire", "alliance", "toll", *PRESSING, "insult", "yield")
PATIENCE: dict[Temper, int] = {"sour": 2, "wary": 3, "calm": 5, "friendly": 8}
"""How often those of a temper let themselves be spoken to before they have had enough."""
AT_PEACE = ("calm", "friendly")
PASSAGE = "passage"
NAMING = ("for a price", "toll", "only the way", "too little", "too little for news")
"""Answers with a price in them."""
MORE_FOR_COINS = 1


def the_group(state: State) -> Group:
    assert state.encounter is not None and state.dungeon is not None
    return state.dungeon.groups[state.encounter.group]


def the_meeting(do: Resolution) -> Encounter:
    assert do.state.encounter is not None
    return do.state.encounter


def is_talking(do: Resolution) -> bool:
    """Whether there is still a meeting, and no blows."""
    return do.state.encounter is not None and do.state.fight is None and not do.state.over


def reply(do: Resolution, answer: str, wants: str = "", coins: int = 0) -> None:
    do.emit(Replied(the_meeting(do).monsters, answer, wants, coins))


# Words


def why_not(state: State, action: Parley) -> Refusal | None:
    known = action.aim in TOPICS
    return None if known else Refusal(f"They can be asked about {', '.join(TOPICS)}, not about {action.aim[:40]}.")


def hold(talk: TalkChapter, do: Resolution, action: Parley) -> None:
    """Somebody brings something up: it is understood or not, taken well or ill, and answered."""
    speaker, aim = do.state.creatures[action.actor], action.aim
    before = the_meeting(do)
    do.emit(Addressed(speaker.id, before.monsters, aim))
    if not talk.hear(do, speaker) or not is_talking(do):
        return
    temper = _taken(talk, do, speaker, aim)
    if temper == "hostile":
        reply(do, "attacks")
        meeting.come_to_blows(do)
        return
    if aim in PRESSING:
        _press(talk, do, speaker, aim, temper)
    elif aim == "yield":
        _rob(talk, do)
    elif aim == DOING:
        _tell_of_themselves(talk, do, temper)
    else:
        _ANSWERS[temper](talk, do, speaker, aim)
    tire(talk, do)


def _waits_for_coins(do: Resolution) -> bool:
    """Whether they have just said what they would take, and wait for it."""
    said = [event for event in do.events if isinstance(event, Replied)]
    return bool(said) and said[-1].answer in NAMING


def sell(talk: TalkChapter, do: Resolution, what: str, aim: str = PASSAGE) -> None:
    """They name their price for news of a topic, or for passage, and stand by it: what was asked for first is what is
    paid for. Whoever would trade with them hears that they sell nothing else."""
    met = the_meeting(do)
    if not met.sells:
        met = replace(met, sells=what)
        do.emit(EncounterChanged(met, "talked"))
    if has_patience(talk, do):
        answer = ("only the way" if aim == "trade" else "toll") if met.sells == PASSAGE else "for a price"
        reply(do, answer, wants_of(talk, do.state), talk.price(do.state))


def has_patience(talk: TalkChapter, do: Resolution) -> bool:
    """Whether they still name a price: whoever does waits for an answer, but not for ever."""
    met = the_meeting(do)
    temper = talk.temper(met.attitude)
    return temper == "sour" or met.tries < PATIENCE.get(temper, 1) + MORE_FOR_COINS


def _taken(talk: TalkChapter, do: Resolution, speaker: Creature, aim: str) -> Temper:
    """Those who have shown no feelings, or may yet be won over, take what is said well or ill; for the others it is one
    more word."""
    met = the_meeting(do)
    temper = talk.temper(met.attitude)
    pleads = aim in ("talk", "passage") and temper in ("sour", "wary")
    if not met.attitude or temper == "unaware" or pleads or aim == "insult":
        talk.weigh(do, speaker, aim, purposes.favour(wants_of(talk, do.state), aim))
        return talk.temper(the_meeting(do).attitude)
    counted = replace(met, tries=met.tries + 1, round=met.round + 1, surprised=())
    do.emit(EncounterChanged(counted, "talked"))
    return temper


def wants_of(talk: TalkChapter, state: State) -> str:
    group = the_group(state)
    return purposes.wants(state, group, talk.sort(group.kind))


def tire(talk: TalkChapter, do: Resolution) -> None:
    """Whoever was spoken to often enough goes, but not with a price in the same breath; those who would rather fight
    may do that."""
    if not is_talking(do) or do.state.prompts:
        return
    met = the_meeting(do)
    temper = talk.temper(met.attitude)
    if met.tries < PATIENCE.get(temper, 1) + (MORE_FOR_COINS if _waits_for_coins(do) and temper != "sour" else 0):
        return
    if temper == "sour" and met.tries <= 2 * PATIENCE["sour"]:
        talk.lose_patience(do)
    else:
        reply(do, "farewell" if temper in AT_PEACE else "had enough")
        _let_go(talk, do)


def _let_go(talk: TalkChapter, do: Resolution) -> None:
    """They go their way. Of those who are about and want something of the party, the wary go after it unseen."""
    shadow(talk, do)
    talk.part(do, the_meeting(do).attitude)


def shadow(talk: TalkChapter, do: Resolution) -> None:
    group = the_group(do.state)
    wants = wants_of(talk, do.state)
    is_wary = talk.temper(the_meeting(do).attitude) in ("wary", "sour")
    if is_wary and not group.lair and talk.sort(group.kind) == "people" and wants in ("coins", "food", "news"):
        do.emit(Shadowed(group.id, True))


# Answers, by temper


def _greet_back(do: Resolution, answer: str, wants: str) -> None:
    """They say what they are about to the first word, and to a later greeting that they have heard it."""
    reply(do, answer if the_meeting(do).tries <= 1 else "greeted", wants)


def _sour(talk: TalkChapter, do: Resolution, speaker: Creature, aim: str) -> None:
    """They want the party gone or its money, and who asks them for news is lied to."""
    if aim in ASKING and talk.is_liar(do):
        _lie(talk, do, aim)
    elif aim in ("passage", "toll", "trade"):
        sell(talk, do, PASSAGE, aim)
    elif aim == "insult":
        reply(do, "insulted")
    else:
        reply(do, "go away")
    if aim == "insult":
        talk.lose_patience(do)


def _wary(talk: TalkChapter, do: Resolution, speaker: Creature, aim: str) -> None:
    """They say what they are about, and want something for everything."""
    wants = wants_of(talk, do.state)
    if aim == "talk":
        _greet_back(do, "who are you", wants)
    elif aim == "passage" and wants == "guard":
        reply(do, "nobody passes", wants)
    elif aim in ("passage", "toll", "trade"):
        sell(talk, do, PASSAGE, aim)
    elif aim in ASKING and (the_meeting(do).sells or knows(talk, do.state, aim)):
        sell(talk, do, aim)
    elif aim in ASKING:
        reply(do, "nothing to tell")
    elif aim == "insult":
        reply(do, "insulted")
    else:
        reply(do, "not yet", wants)


def _calm(talk: TalkChapter, do: Resolution, speaker: Creature, aim: str) -> None:
    """They let the party be, and do not mind a word."""
    wants = wants_of(talk, do.state)
    if aim == "talk":
        _greet_back(do, "greets", wants)
    elif aim == "passage":
        _grant_passage(talk, do)
    elif aim in ASKING:
        tell(talk, do, aim, is_friend=False)
    elif aim == "alliance" and wants == "allies":
        _ally(talk, do)
    elif aim in ("trade", "toll"):
        reply(do, "no wares" if aim == "trade" else "would take", wants, talk.price(do.state))
    elif aim == "hire":
        reply(do, "guide", wants, talk.price(do.state))
    elif aim == "insult":
        reply(do, "shrugs")
    else:
        reply(do, "not our business", wants)


def _friendly(talk: TalkChapter, do: Resolution, speaker: Creature, aim: str) -> None:
    """They give what they can."""
    wants = wants_of(talk, do.state)
    if aim == "talk":
        _greet_back(do, "welcomes", wants)
        talk.welcome(do, speaker)
    elif aim == "passage":
        _grant_passage(talk, do)
    elif aim in ASKING:
        tell(talk, do, aim, is_friend=True)
    elif aim == "alliance":
        _ally(talk, do)
    elif aim == "hire":
        joined = talk.join(do, speaker)
        if joined:
            one_leaves(talk.part, do, joined)
        elif is_talking(do):
            reply(do, "guide", wants, talk.price(do.state))
    elif aim == "insult":
        reply(do, "shrugs")
    else:
        reply(do, "no wares" if aim == "trade" else "would take", wants, talk.price(do.state))


_ANSWERS: dict[Temper, Callable[[TalkChapter, Resolution, Creature, str], None]] = {
    "sour": _sour,
    "wary": _wary,
    "calm": _calm,
    "friendly": _friendly,
    "unaware": _wary,
}


def _tell_of_themselves(talk: TalkChapter, do: Resolution, temper: Temper) -> None:
    """They say what they are about; those who wish the party gone do not, and those who keep something say so."""
    if temper == "sour":
        reply(do, "our affair")
        return
    doing = purposes.doing(do.state, the_group(do.state), talk.sort(the_group(do.state).kind))
    is_on_guard = wants_of(talk, do.state) == "guard" and doing in purposes.ON_GUARD and temper not in AT_PEACE
    reply(do, "keeps watch" if is_on_guard else "tells", doing)


def _grant_passage(talk: TalkChapter, do: Resolution) -> None:
    reply(do, "go past")
    talk.part(do, the_meeting(do).attitude)


def _ally(talk: TalkChapter, do: Resolution) -> None:
    """They and their kin will know the party again, and tell it where their enemies are."""
    group = the_group(do.state)
    reply(do, "allied")
    talk.turns(do, "friendly")
    assert do.state.dungeon is not None
    for kin in do.state.dungeon.groups.values():
        if kin.kind == group.kind and kin.count and not kin.attitude:
            do.emit(GroupChanged(replace(kin, attitude=the_meeting(do).attitude), "allied"))
    tell(talk, do, "dwellers", is_friend=True)


def one_leaves(part: Callable[[Resolution, str], None], do: Resolution, id: str) -> None:
    """One of them goes with the party; when there are no others the meeting is over."""
    reply(do, "joins")
    met, group = the_meeting(do), the_group(do.state)
    members = tuple(other for other in group.members if other != id)
    do.emit(GroupChanged(replace(group, members=members, count=max(0, group.count - 1)), "one left"))
    left = tuple(other for other in met.monsters if other != id)
    do.emit(EncounterChanged(replace(met, monsters=left), "one left"))
    if not left:
        part(do, met.attitude)


# News


def tell(talk: TalkChapter, do: Resolution, aim: str, is_friend: bool) -> None:
    """One thing that they know and have not told yet; on the road, what is said of the dungeon in town."""
    found, wanted = _untold(talk, do.state, aim, is_friend), hearsay.ABOUT[aim]
    heard = hearsay.unheard(do.state)
    if not found and heard is None:
        reply(do, "nothing to tell")
        return
    if not found and heard is not None and do.state.settlement is not None:
        do.emit(RumourHeard(heard, hearsay.as_told(do.state, heard)))
        return
    news = min(found, key=lambda n: wanted.index(n.sort))
    _say(do, the_group(do.state), news)
    if news.area == _where(do.state):
        _point_out(do, news)


def knows(talk: TalkChapter, state: State, aim: str) -> bool:
    """Whether they have something to tell of this that is worth its price."""
    return bool(_untold(talk, state, aim, is_friend=True)) or hearsay.unheard(state) is not None


def _untold(talk: TalkChapter, state: State, aim: str, is_friend: bool) -> list[hearsay.News]:
    group, wanted = the_group(state), hearsay.ABOUT[aim]
    found = [n for n in hearsay.known(talk, state, group) if n.sort in wanted and n.key not in group.told]
    found = [n for n in found if not hearsay.is_seen(state, n)]
    return [n for n in found if is_friend or n.sort not in hearsay.KEPT]


def _where(state: State) -> str:
    return state.party.at.area if state.party is not None and state.party.at is not None else ""


def _point_out(do: Resolution, news: hearsay.News) -> None:
    """What is hidden right here is shown."""
    dungeon = do.state.dungeon
    assert dungeon is not None
    if news.sort == "secret door":
        door = next(d for d in dungeon.doors_of(news.area) if not d.found)
        do.emit(DoorChanged(replace(door, found=True), "found"))
    elif news.sort == "trap":
        trap = next(t for t in dungeon.traps.values() if t.area == news.area and t.state == "hidden")
        do.emit(TrapChanged(replace(trap, state="found"), "found"))


def _lie(talk: TalkChapter, do: Resolution, aim: str) -> None:
    group = the_group(do.state)
    wanted = hearsay.ABOUT[aim]
    found = [n for n in hearsay.lies(talk, do.state, group) if n.sort in wanted and n.key not in group.told]
    if not found:
        reply(do, "go away")
        return
    _say(do, group, found[0])
    do.emit(LieTold(group.id, found[0].key))


def _say(do: Resolution, group: Group, news: hearsay.News) -> None:
    dungeon, at, _ = survey.here(do.state)
    area = dungeon.areas[news.area]
    x, y = at.square if area.id == at.area else survey.middle(area)
    offset = (x - at.square[0], y - at.square[1])
    below = area.level - at.level
    do.emit(NewsTold(group.id, the_meeting(do).monsters, news.sort, news.what, area.name, offset, below, news.key))


# Pressing them


def _press(talk: TalkChapter, do: Resolution, speaker: Creature, aim: str, temper: Temper) -> None:
    """A threat, a bluff or a call to surrender: they give way, or like the party less."""
    if talk.is_cowed(do, speaker, aim):
        if aim == "surrender":
            reply(do, "gives up")
            talk.give_up(do)
        else:
            reply(do, "gives way")
            talk.turns(do, "calm")
            talk.part(do, the_meeting(do).attitude)
        return
    reply(do, {"threat": "stands fast", "bluff": "sees through", "surrender": "laughs"}[aim])
    if temper == "sour":
        talk.lose_patience(do)
    else:
        talk.turns(do, "wary" if temper == "friendly" else "sour")


def _rob(talk: TalkChapter, do: Resolution) -> None:
    """The party gives itself up: its coins for its life, and it may go."""
    reply(do, "takes all")
    taker = the_meeting(do).monsters[0]
    for giver in do.state.marchers():
        coins = [item for item in giver.items if talk.is_money(item)]
        for item in coins:
            hand_over(do, giver.id, item, item.count, taker)
    talk.turns(do, "calm")
    talk.part(do, the_meeting(do).attitude)


def hand_over(do: Resolution, giver: str, item: Item, count: int, taker: str) -> None:
    given = part(item, count)
    do.emit(ItemsChanged(giver, fewer(do.state.creatures[giver].items, item.id, count), "handed-over", given))
    has = do.state.creatures[taker].items
    do.emit(ItemsChanged(taker, more(has, replace(given, place="pack")), "was-given"))
