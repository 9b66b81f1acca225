"""Lines that mean several actions: `go back`, `go to area 3`, `leave`; in a fight `everyone attack`, `as last round`,
`Bruno guards Ysolde`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures import dressings, survey
from underkeep.table import aiming, course, naming
from underkeep.table.course import Course
from underkeep.table.order import ASKED, ATTACK, FLEE, GUARD, HOLD, PASS, REPEAT, SHOOT, STAY, Order
from underkeep.table.resting import LONGEST, TURNS_PER_HOUR, Rests
from underkeep.table.speech import rooms_of_a_name
from underkeep.table.speech.wording import parts, stem, tokens
from underkeep.table.standing import is_kept, released
from underkeep.table.view import ways
from underkeep.world.creature import Creature
from underkeep.world.state import State

_GO = r"(?:go|walk|head|march|return|run|hurry|travel|move|get|come|retreat)"
_BACK = re.compile(
    rf"{_GO} back(?: (?:the way (?:we|i) came|to (?:the )?(?:last|previous) (?:room|area|place)|from where we came))?"
    r"|(?:retrace|backtrack)(?: (?:our|my|the) steps)?|back(?: up| out)?|turn (?:back|round|around)"
    r"|(?:return|go) to (?:the )?(?:last|previous) (?:room|area)"
    r"|(?:run|back) (?:away|off)|retreat|flee|fall back|withdraw|step back"
    r"|(?:fall|pull|head|go|move|get|retreat|turn) back(?: to)? (?:the )?(?:last|previous|earlier) \w+.*"
)
_ENTRANCE = re.compile(
    rf"(?:{_GO}|(?:go |walk |head |run |all the way )?back|find)(?: back)?(?: (?:to|for|towards?))? (?:the |our )?"
    r"(?:entrance|way out|exit|surface|mouth|door we came in by|entry)(?: of the dungeon| hall)?"
)
_OUT = re.compile(
    r"(?:leave|exit|quit|get out of|walk out of|go out of|escape from)(?: (?:the |this )?(?:dungeon|place|keep))"
    rf"|leave|(?:{_GO}|get us|take us) (?:outside|home|(?:back )?out of here)|get (?:us )?out"
    r"|(?:go|head|return|march)(?: back)? (?:to|for) (?:the )?town"
    r"|return to town|homewards?|back to town"
)
_OUT_OF_HERE = re.compile(
    rf"(?:(?:{_GO}) out|leave|exit)"
    r"(?P<room> (?:of )?(?:the |this |that )?(?:\w+ )??"
    r"(?:room|chamber|hall|cave|cavern|area|passage|corridor|vault|pit))?"
    r"(?: (?:at once|now|quickly|immediately|right away|fast|again|together)| with (?:the |our |all )?\w+)*"
)
AT_THE_ENTRANCE = "The party stands at the entrance; leave goes back to town."
_AREA = re.compile(
    rf"(?:{_GO}|go back|return)(?: back)?(?: to| into)?(?: the)? (?:area|room|place|number|#) ?#?(?P<number>\d+)"
)
_SQUARE = re.compile(rf"{_GO}(?: back)?(?: to| towards?)?(?: square)? (?P<square>[a-z]{{1,2}}\d{{1,2}})")
_NAMED = re.compile(rf"(?:{_GO}|go back|return)(?: back)?(?: to| into| towards?) (?:the |our )?(?P<name>.+)")
_STAIRS = re.compile(
    rf"{_GO}(?: back)? (?:(?:back )?to )?(?:the )?(?:nearest )?(?:stairs?|staircase|slope|ramp|ladder|shaft)"
    r"(?: (?P<way>up|down))?"
)


_REST = re.compile(
    r"rest(?: for)? (?:(?P<count>\d+|an?|one|two|three|four|five|six|half an) (?P<unit>turns?|hours?)"
    r"|until the (?P<until>cold) (?:is (?:over|gone)|lifts|has lifted|passes))"
)
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def rest(said: str) -> Rests | None:
    """A rest of more than a turn."""
    meant = _REST.fullmatch(said)
    if meant is None:
        return None
    if meant["until"]:
        return Rests(LONGEST, meant["until"])
    turns = TURNS_PER_HOUR if meant["unit"].startswith("hour") else 1
    if meant["count"] == "half an":
        return Rests(turns // 2) if turns > 1 else None
    count = _COUNTS.get(meant["count"]) or int(meant["count"][:3])
    return Rests(count * turns) if count * turns > 1 else None


def walk(state: State, said: str, came_from: Callable[[], str]) -> Course | Action | str | None:
    """The walk that a line means, or the one step of it, or why there is none; None if the line is about something
    else."""
    dungeon, at, here = survey.here(state)
    if _BACK.fullmatch(said):
        before = came_from()
        been = [] if before else _been_beyond(state)
        before = before or (been[0][1] if len(been) == 1 else "")
        if len(been) > 1:
            return f"By which way? The party has been beyond {naming.listing([f'the {name}' for name, _ in been])}."
        return Course(course.area(state, before)) if before else "The party has not been anywhere else yet."
    if _OUT.fullmatch(said):
        leaving = a.LeaveDungeon()
        return leaving if dungeon.entrance.area == here.id else Course(course.entrance(state), leaving)
    if (outwards := _OUT_OF_HERE.fullmatch(said)) is not None:
        before = came_from() if outwards["room"] or dungeon.entrance.area != here.id else ""
        if before or dungeon.entrance.area != here.id:
            if not before and outwards["room"]:
                return (
                    f"Say by which way: {naming.listing([f'the {way.name}' for way in ways(state)]) or 'none is seen'}."
                )
            return Course(course.area(state, before)) if before else None
        return AT_THE_ENTRANCE if outwards["room"] else a.LeaveDungeon()
    if _ENTRANCE.fullmatch(said):
        return AT_THE_ENTRANCE if at == dungeon.entrance else Course(course.entrance(state))
    if (meant := _AREA.fullmatch(said)) is not None:
        return _numbered(state, int(meant["number"][:6]))
    if (meant := _SQUARE.fullmatch(said)) is not None:
        return _square(state, meant["square"])
    if (meant := _STAIRS.fullmatch(said)) is not None:
        return _stairs(state, meant["way"] or "")
    meant = _NAMED.fullmatch(said)
    back = bool({"back", "return"} & set(said.split()))
    return _called(state, meant["name"], came_from if back else str) if meant is not None else None


def _been_beyond(state: State) -> list[tuple[str, str]]:
    """The ways out of here that lead to where the party has been, and those areas."""
    dungeon, _, here = survey.here(state)
    party = state.party
    known = [w for w in ways(state) if w.id in dungeon.doors]
    beyond = [(w.name, dungeon.doors[w.id].beyond(here.id)) for w in known]
    return [(name, area) for name, area in beyond if party is not None and area in party.visited]


def _numbered(state: State, number: int) -> Course | str:
    """An area by the party's own count, as `areas` lists them."""
    known = course.areas(state)
    if not 1 <= number <= len(known):
        return f"The party has been in {len(known)} area{'s' if len(known) != 1 else ''}; areas lists them."
    if known[number - 1] == survey.here(state)[2].id:
        return f"The party is in {course.area_name(state, known[number - 1])}."
    return Course(course.area(state, known[number - 1]))


def _square(state: State, word: str) -> Course | str | None:
    """A square of this level that is on the map; one of this very area is a single step."""
    wanted = naming.square_named(word)
    spot = course.known_spot(state, wanted) if wanted is not None else None
    if spot is None:
        return f"{word.upper()} is not on the party's map." if wanted is not None else None
    return None if spot.area == survey.here(state)[2].id else Course(course.square(state, spot))


def _stairs(state: State, way: str) -> Course | None:
    """The nearest stairs that the party knows in another area; those of this one are a single step."""
    found = course.nearest_stairs(state, way)
    return Course(found) if found is not None else None


def _called(state: State, name: str, came_from: Callable[[], str]) -> Course | str | None:
    """An area that the party has been in, by its name; of several alike the party is asked which."""
    wanted, here = tokens(name), survey.here(state)[2].id
    known = rooms_of_a_name.named(state, name) or _with_the_look(state, wanted)
    if not known:
        return None
    if here in known and len(known) == 1:
        return f"The party is in {course.area_name(state, here)}."
    if (one := rooms_of_a_name.meant(state, known, came_from)) != "":
        return Course(course.area(state, one))
    return rooms_of_a_name.which(state, known) or None


_ROOM = {
    "room",
    "place",
    "chamber",
    "hall",
    "cave",
    "cavern",
    "passage",
    "corridor",
    "area",
    "where",
    "was",
    "were",
    "is",
}


def _with_the_look(state: State, wanted: Sequence[str]) -> list[str]:
    """The areas that the party has seen with things in them that have all these words: `the room with the fresco`."""
    assert state.dungeon is not None and state.party is not None
    words = {stem(word) for word in wanted if word not in _ROOM}
    found: dict[str, set[str]] = {}
    for thing in state.dungeon.dressings.values():
        if thing.area in state.party.beheld and thing.sort == "thing":
            told = f"{dressings.name_of(thing)} {dressings.kind_of(thing).see}"
            found.setdefault(thing.area, set()).update(stem(word) for word in tokens(told))
    return [id for id in course.areas(state) if words and words <= found.get(id, set())]


# Fights

_ALL = (
    r"(?:every(?:one|body)(?: else)?|all(?: of (?:us|you|them))?|both(?: of (?:us|you))?|we"
    r"|the (?:whole )?party|party|whole party"
    r"|(?:all )?the (?:rest|others)(?: of (?:us|the party))?)"
)
_STRIKE = r"(?:attacks?|fights?|strikes?|charges?|hits? them|go(?:es)? for them)"
_STRIKE_AT = re.compile(
    r"(?:attacks?|fights?|strikes?|charges?|hits?|shoots?(?: at)?|fires? at|go(?:es)? for|kills?|get) (?P<whom>.+)"
)
_RUNS = re.compile(
    rf"{_ALL}(?: all)?[,:]? (?:flees?|runs?|retreats?|withdraws?|gets? (?:out|away)|escapes?|breaks? off|falls? back)"
    r"(?: (?:away|out|off|now|for it|from (?:here|them|the fight)|out of (?:here|it|the fight)|for (?:your|our) lives"
    r"|(?:by|through|to|towards?|down|up|into|back to) (?:the )?[\\w ]+)"
    r")?"
)
_EVERYONE = re.compile(
    rf"{_ALL}(?: all)?[,:]? {_STRIKE}(?: (?:them|the enem\w+|the foes?|now|again|this round))?"
    rf"|attack(?: them)? all|all out attack|{_STRIKE}(?: (?:everyone|everybody|all|with everyone|with all|together))"
    r"|fight(?: on)?|get them|have at (?:them|it)"
)
_AGAIN = re.compile(
    r"(?:(?:do )?(?:the )?same|as|like)(?: as| like)?(?: again| last round| before| the last round| in the last round)"
    r"|same|do the same|(?:repeat|again)(?: the)?(?: last)? round|once more|another round"
)
_GO_ON = re.compile(r"go on|carry on|continue|as ordered|on with it|next round|proceed")
_GO_AHEAD = re.compile(r"(?:ok )?(?:go(?: ahead| for it)?|do it|now)")
_NONE = re.compile(r"(?:cancel|clear|forget|drop|no)(?: all| the| standing)* orders?|stand easy|as (?:you|they) like")
_HALF = re.compile(
    r"(?:,? ?(?:and|but) )?(?:flees?|runs?|retreats?|withdraws?|leaves?|gets? out)"
    r" (?:at|when at|when|if)(?: (?:badly|down to))? ?(?:half|hurt)(?: (?:hp|hit points|dead|health))?"
)
STAYS_BACK = (
    r"(?:stays?|keeps?|hangs?|remains?|stands?|holds?|lurks?|waits?) (?:well |right |safely |a bit |a little )?"
    r"(?:back|behind(?: us| them| the (?:others|rest|line|fighters))?|(?:at|in|to) the (?:back|rear)"
    r"|out of (?:their |the )?(?:reach|danger|harm's way|way|range)|(?:a )?safe(?:ly)?(?: distance)?(?: away)?"
    r"|at a (?:safe )?distance)|(?:keeps?|stays?) (?:his|her|their|your) distance"
    r"|gets? (?:out of (?:their |the )?(?:reach|danger|way)|to safety)"
    r"|(?:does|do) not (?:get|go|come) (?:too )?(?:close|near)(?: to them)?"
)
_STANDING: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"(?:holds?|stands?)(?: (?:position|still|fast|the line|the ground|ground|your ground|firm))?"),
        HOLD,
    ),
    (re.compile(r"stays? (?:put|here|where (?:he|she|they|you) (?:is|are))"), HOLD),
    (re.compile(STAYS_BACK), STAY),
    (
        re.compile(
            r"(?:shoots?|fires?|keeps? shooting|keeps? firing)"
            r"(?: (?:until (?:closed with|they close|they come|engaged)|from afar|as long as possible))"
            r"|keeps? shooting|keeps? firing"
        ),
        SHOOT,
    ),
    (re.compile(r"(?:flees?|runs?|gets?) (?:from the fight|out of (?:it|the fight|here))"), FLEE),
    (
        re.compile(r"(?:keeps? attacking|keeps? fighting|attacks? (?:until|as long as|every round|on).*|fights? on)"),
        ATTACK,
    ),
    (re.compile(r"(?:does|do) nothing|waits?|keeps? out of it"), PASS),
)
_GUARDS = re.compile(
    r"(?:guards?|protects?|defends?|covers?|shields?|stays? (?:with|by|beside)) (?:the |our )?(?P<who>.+)"
)
_TELLS = re.compile(r"(?:order|tell|command|have|let) (?P<rest>.+)")


class Ordered(Struct, frozen=True):
    """What was ordered: who does what from now on (None: nothing any more), and what the others do this round. What
    `is_noted` is an order for later: nobody acts until the round goes on."""

    standing: Mapping[str, Order | None] = {}
    otherwise: Order | None = None
    is_repeat: bool = False
    note: str = ""
    is_noted: bool = False


def ordered(state: State, ours: Sequence[Creature], said: str, orders: Mapping[str, Order]) -> Ordered | None:
    """The orders that a line gives in a fight; None if it gives none. What is said to all is instead of what each was
    told before."""
    said = said.rstrip("! ")
    if _EVERYONE.fullmatch(said):
        return Ordered(_released(ours, orders), Order(ATTACK))
    if _RUNS.fullmatch(said):
        return Ordered(_released(ours, orders, False), Order(FLEE))
    if _AGAIN.fullmatch(said):
        return Ordered(otherwise=Order(REPEAT), is_repeat=True)
    if _GO_ON.fullmatch(said) or (orders and _GO_AHEAD.fullmatch(said)):
        return Ordered(otherwise=Order(REPEAT), is_repeat=True)
    if _NONE.fullmatch(said):
        return Ordered(dict.fromkeys(c.id for c in ours), note="Nobody has standing orders now.", is_noted=True)
    told = _TELLS.fullmatch(said)
    who, rest = _addressed(ours, told["rest"] if told is not None else said)
    if not who or not rest:
        return None
    if _NONE.fullmatch(rest):
        return Ordered(dict.fromkeys(who), note=f"{_names(state, who)}: no standing order now.", is_noted=True)
    at = _STRIKE_AT.fullmatch(rest) if len(who) > 1 else None
    if at is not None and (foes := _foes(state, ours, at["whom"])):
        return Ordered(_released(ours, orders), Order(ATTACK, targets=tuple(foe.id for foe in foes)))
    order = _order(state, ours, rest.removeprefix("to "))
    if order is None:
        return None
    who = [id for id in who if id != order.ward]
    if order.sort == PASS and len(who) > 1:
        return Ordered(_released(ours, orders), order)
    note = f"{_names(state, who)}: {order.told(state)}, until told otherwise. Go on plays the round."
    return Ordered(dict.fromkeys(who, replace(order, for_all=len(who) > 1)), note=note, is_noted=True)


def names_nobody(state: State, ours: Sequence[Creature], said: str) -> bool:
    """Whether all are to attack a foe by its number who is not there."""
    who, rest = _addressed(ours, said)
    at = _STRIKE_AT.fullmatch(rest) if len(who) > 1 else None
    return at is not None and at["whom"][-1:].isdecimal() and not _foes(state, ours, at["whom"])


def _released(ours: Sequence[Creature], orders: Mapping[str, Order], lasting: bool = True) -> dict[str, Order | None]:
    """Orders to all, to wait or to flee are over; who has a place to keep or a deed to do by an order of one's own
    still does, unless nothing is `lasting`. To flee at half of one's life holds in any case."""
    found: dict[str, Order | None] = dict.fromkeys(c.id for c in ours)
    for id, order in orders.items():
        if is_kept(order) and lasting:
            found[id] = order
        else:
            found[id] = released(order) if lasting else released(replace(order, arm=""))
    return found


def _foes(state: State, ours: Sequence[Creature], words: str) -> list[Creature]:
    """The foes whom the words name."""
    return aiming.meant(ours[0], state.enemies_of(ours[0]), words, ours) if ours else []


def _order(state: State, ours: Sequence[Creature], rest: str) -> Order | None:
    half = _HALF.search(rest)
    if half is not None:
        rest = (rest[: half.start()] + rest[half.end() :]).strip(" ,")
    if half is not None and not rest:
        return Order(ASKED, flees_at_half=True)
    guarded = _GUARDS.fullmatch(rest)
    if guarded is not None:
        ward = _one(ours, guarded["who"])
        return Order(GUARD, ward, half is not None) if ward else None
    sort = next((sort for pattern, sort in _STANDING if pattern.fullmatch(rest)), "")
    if half is not None and rest.split()[0].startswith(("attack", "fight")):
        sort = ATTACK
    return Order(sort, flees_at_half=half is not None) if sort else None


def _addressed(ours: Sequence[Creature], said: str) -> tuple[list[str], str]:
    """Who a line speaks to, and the rest of it; `the archers` and classes by their word."""
    for creature in ours:
        name = " ".join(parts(creature.name))
        for called in (name, name.split(" ")[0]):
            rest = said.removeprefix(called)
            if called and rest != said and rest[:1] in (" ", ",", ":"):
                return [creature.id], rest.lstrip(" ,:")
    match = re.match(rf"{_ALL}[ ,:]+(?P<rest>.+)", said)
    if match is not None:
        return [c.id for c in ours], match["rest"]
    return [], ""


def _one(ours: Sequence[Creature], words: str) -> str:
    """One's own by name or by class, the first that fits."""
    wanted = parts(words)
    named = [c.id for c in ours if set(wanted) <= set(parts(c.name))]
    kinds = [c.id for c in ours if set(wanted) <= set(parts(c.kind))]
    return next(iter(named or kinds), "")


def _names(state: State, who: Sequence[str]) -> str:
    return " and ".join(state.creatures[id].name for id in who) if len(who) < 3 else "Everybody"
