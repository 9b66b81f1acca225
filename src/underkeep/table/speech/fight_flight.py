"""Everybody gets out of a fight, in whatever words: `fall back through the door we came in by`, `tiptoe back out`,
`drop rations and run`. What is thrown down to stop those who come after is thrown by nobody unasked."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from underkeep.procedures import play
from underkeep.procedures.actions import EndStep, GiveGround
from underkeep.procedures.chapter import FIGHT
from underkeep.procedures.delve_actions import BreakOff
from underkeep.table.order import BACK, FLEE, Order
from underkeep.table.orders import RoundOfOrders
from underkeep.table.several import InOrder
from underkeep.table.speech import errand_words
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, Undertake, ours
from underkeep.table.speech.those_told import addressed, called_so
from underkeep.table.speech.wording import first_part, parts, stem
from underkeep.world.creature import Creature

_LED_IN = re.compile(
    r"^(?:(?:ok|right|well|so|now|then|please|quick(?:ly)?|come on|go go|let(?: us)?|we "
    r"(?:should|must|have to|need to|will|had better)"
    r"|better|everybody|everyone|all(?: of (?:us|you))?|we(?: all)?|the (?:whole )?party|lads|team|you all|time to)"
    r"(?: all)?[,:!]* )+(?=\w)"
)
_GETS_OUT = (
    r"(?:runs?(?: away| off| for it| for (?:our|your) lives)?|flees?|retreats?|withdraws?|"
    r"escapes?|legs? it|bolts?|scrams?|bails?(?: out)?"
    r"|disengages?|breaks? off|breaks? away|clears? out|takes? to (?:our|their) heels|makes? "
    r"a run for it|books? it|skedaddles?"
    r"|(?:falls?|pulls?|draws?|backs?|goes?|go|heads?|gets?|moves?|turns?|slips?|sneaks?|"
    r"steals?|tiptoes?|creeps?|slinks?|hurr(?:y|ies)|edges?|walks?|steps?)"
    r" (?:up )?(?:slowly |quietly |carefully |quickly )?"
    r"(?:back(?! to (?:the )?(?:front|fight))|away|out(?: of (?:here|there|it|this|the "
    r"(?:room|fight|cave|hall|chamber|tunnel)))?|off|outside|home)"
    r"(?: out| away| off)?)"
)
_WHERE = (
    r"(?:,? (?:(?:back|out|away|off|slowly|quietly|silently|carefully|quickly|together|now|"
    r"all|everybody|everyone|fast|again|in good order)|"
    r"(?:through|by|via|out|to|towards?|into|up|down|from|before|while|until|along|for|in) .+"
    r"|(?:the |that )?(?:\w+ )?(?:door|gate|doorway|opening|passage|tunnel|exit|stairs|"
    r"corridor)(?: (?:we|behind|again).*)?"
    r"|the (?:same )?way (?:we|you) (?:came|got|entered)(?: in)?(?: by)?|(?:and|then) (?:shut|"
    r"close|bar|slam|hold|spike)s? .+"
    r"|north|south|east|west|northwest|northeast|southwest|southeast|as (?:fast|quick|quietly|quickly).+))*"
)
_FLIGHT = re.compile(rf"{_GETS_OUT}{_WHERE}")
_BACK_TO = re.compile(
    r"(?:back(?! to back)|out|away|outside)(?: (?:to|through|by|into|towards?) .+| (?:north|"
    r"south|east|west).*| we go.*| from .+"
    r"| (?:by |through |along )?(?:the|that) (?:same )?(?:way|door|gate|passage|tunnel|stairs)\b.*|)"
)
_LEAVES = re.compile(
    r"(?:leaves?(?: (?:them|it|him|the \w+))?(?: (?:be|alone|in peace|here|there))?(?: (?:the )?(?:fight|room|place))?"
    r"|let (?:them|it|sleeping \w+) (?:be|sleep|lie))(?:,? (?:and|then|before|while|through|by|quietly|now)\b.*)?"
)
_NO_FIGHT = re.compile(
    r"(?:(?:we|i) )?(?:do not|does not|would rather not|never) (?:want|need|like)(?: to)? "
    r"(?:this |a |any |the )?fight\b.*"
)
_THROWS_DOWN = re.compile(
    r"(?:drops?|throws?|toss(?:es)?|leaves?|gives?|feeds?|flings?|scatters?|chucks?|offers?|let)\b(?P<what>.*)"
)
_FOOD = {"food", "ration", "rations", "meat", "bread", "meal", "cheese", "provisions"}
_COINS = {"coin", "coins", "gold", "silver", "treasure", "money", "loot", "gp"}
_ONE_FLEES = re.compile(rf"{_GETS_OUT}{_WHERE}")
_CAUTIOUS = re.compile(
    r"\b(?:quietly|silently|tiptoe|tiptoes|sneak|sneaks|creep|slip|slips|steal|slowly|leave|"
    r"let|slink|north|south|east|west)\b"
)
_PROPOSED = re.compile(r"(?:shall|should|why do not|let us|can) .*")
_OF_ALL = re.compile(r"\b(?:let us|we|everyone|everybody|all)\b")
_WITHDRAWS = re.compile(
    r"(?:(?:let us|we|everyone|everybody|all(?: of us)?)[, ]+)?(?:(?:do|make|declare|start|begin) )?(?:an? )?"
    r"(?P<how>fighting (?:withdrawal|retreat)|orderly (?:withdrawal|retreat)"
    r"|(?:fall back|withdraw|retreat|back off|step back|back away|give ground|move back|pull back|draw back)"
    r" (?:step by step|fighting|in good order|facing them|carefully|slowly|slowly facing .+))"
    r"(?: (?:to|towards?|through|into) (?:the |our )?\w+)?"
    r"(?:,? (?:everybody|everyone|all of us|all|now|please))*"
)
_STEPS_BACK = re.compile(
    r"(?:(?:let us|we|everyone|everybody|all(?: of (?:us|you))?)[, ]+)?(?:(?:all|now|just|please) )*(?:"
    r"(?:step|move|get|keep|back|edge|shuffle|stay) (?:back|up|away|well back)(?: (?:a (?:bit|little|step"
    r"|pace|few (?:steps|paces))"
    r"|(?:one|two|three) (?:steps?|paces?|squares?)))?"
    r"(?:,? (?:out of (?:their |its |the )?(?:reach|way|range)|from (?:it|them|the \w+)))"
    r"|(?:get|keep|stay|move|step) out of (?:their|its) (?:reach|way)|step back(?: (?:a (?:bit|little|step"
    r"|pace)|together|all))?"
    r"|(?:take|go) (?:a|one|two|a few) (?:steps?|paces?) back(?:wards?)?)"
    r"(?:,? (?:everyone|everybody|all of you|all|now))*"
)
_OF_ONE = re.compile("fighting|orderly")
"""How one alone declares it; stepping back slowly is for all where nobody is named."""
_CONDITION = re.compile(r"\b(?:if|when|once|as soon as|half|unless)\b")
OUT_OF_IT = "Everybody leaves the fight: is that meant?"
FOOD_STOPS = "In a fight nobody waits to be fed. Food may be thrown down while everybody gets away: is that meant?"


_FLIGHT_OF_ALL = re.compile(r"\b(?:let us|we|everyone|everybody|all|the (?:others|rest|party))\b")
_TO_SOMEBODY = re.compile(
    r"\b(?:runs?|hurr(?:y|ies)|goes|go|moves?|walks?|gets?|steps?|heads?|dash(?:es)?|(?:falls?|pulls?|gets?"
    r"|goes|go) back"
    r"|retreats?|withdraws?)(?: back| over| up| across| straight)? (?:to|towards?|behind|beside|next to)"
    r" (?:(?:the|our|those|these) )?(?P<whom>\w+(?: \w+)?(?: \d+)?)$"
)
_THEM = {"them", "him", "her", "it", "sleeper", "sleepers", "sleeping", "foe", "foes", "enemy", "enemies"}


def _goes_to_somebody(reader: Reader, own: Sequence[Creature], said: str) -> bool:
    """Whether one is to run to a friend or up to a foe, which is no flight."""
    found = _TO_SOMEBODY.search(said)
    if found is None or not own:
        return False
    names = {name for c in own for name in called_so(c)}
    kin = {word for foe in reader.state.enemies_of(own[0]) for word in parts(foe.name) if not word.isdecimal()}
    words = set(parts(found["whom"]))
    return bool(words & names or {stem(word) for word in words} & {stem(word) for word in kin} or words & _THEM)


def is_proposed(said: str) -> bool:
    """Whether a question is but a wish put politely."""
    return bool(re.match(r"(?:let us|why do not (?:we|you)|how about)\b", said))


def read(reader: Reader, said: str) -> Meaning | None:
    """The flight that a line means, of all or of those whom it names; None if it means none."""
    if _CONDITION.search(said):
        return None
    own = ours(reader)
    withdraws = _WITHDRAWS.fullmatch(said)
    is_of_all = withdraws is not None and (_OF_ALL.search(said) or not _OF_ONE.match(withdraws["how"]))
    is_of_all = is_of_all or _STEPS_BACK.fullmatch(said) is not None
    if is_of_all and reader.state.fight is not None:
        orders = {c.id: Order(BACK, until=reader.state.fight.round) for c in own}
        told = "Everybody: falls back from the foes, still facing them, this round."
        return Undertake(RoundOfOrders(orders), orders, told)
    if _is_of_its_own(reader, said) or _goes_to_somebody(reader, own, said):
        return None
    drop, without, thrower = _dropped(said, {first_part(c.name) for c in own})
    rest = _LED_IN.sub("", without).strip(" ,")
    clauses = [_LED_IN.sub("", part).strip() for part in re.split(r",? (?:and|but|then) (?:then )?|, |; |\. ", rest)]
    clauses = [part for part in clauses if part]
    if thrower and not _FLIGHT_OF_ALL.search(without):
        runs_alone = any(_FLIGHT.fullmatch(part) for part in re.split(_CLAUSES, without))
        return _all(reader, drop, is_sure=False) if runs_alone else None
    if drop and (
        not clauses or all(_FLIGHT.fullmatch(c) or _LEAVES.fullmatch(c) or _IDLE.fullmatch(c) for c in clauses)
    ):
        return _all(reader, drop, is_sure=any(_FLIGHT.fullmatch(c) for c in clauses))
    if drop:
        return None
    if any(word in parts(rest) for creature in own for word in called_so(creature)[1:]):
        return _some(reader, rest)
    if not clauses:
        return None
    first = clauses[0]
    leads = _FLIGHT.fullmatch(rest) or _FLIGHT.fullmatch(first) or _BACK_TO.fullmatch(rest) or _BACK_TO.fullmatch(first)
    if leads is not None and all(_goes_along(c) for c in clauses[1:]):
        return _all(reader, "", is_sure=not _CAUTIOUS.search(said))
    if _LEAVES.fullmatch(first) and all(_goes_along(c) for c in clauses[1:]):
        return _all(reader, "", is_sure=False)
    if _NO_FIGHT.fullmatch(first) and all(_goes_along(c) for c in clauses[1:]):
        return _all(reader, "", is_sure=False)
    return None


_IDLE = re.compile(r"(?:perhaps|maybe|hopefully|so that|so|while|to|that) .+|(?:they|it) .+|(?:them|the \w+|it)")


def _is_of_its_own(reader: Reader, said: str) -> bool:
    """Whether a line is left to the game's own ways: a bare word for whoever acts now, or what all were told so far."""
    own = ours(reader)
    told = errand_words.ordered(reader.state, own, said, reader.orders)
    if told is not None and told.otherwise is not None and told.otherwise.sort == FLEE:
        return True
    is_bare = len(said.split()) <= _BARE and not _LED_IN.match(said) and not _dropped(said)[0]
    gives_ground = any(isinstance(x, GiveGround) for x in reader.options.listed)
    return (is_bare and (gives_ground or not _is_declaring(reader))) or said.startswith("back to back")


_BARE = 2


def _goes_along(clause: str) -> bool:
    """Whether a clause says no more than that one goes, why, or what becomes of the door."""
    is_flight = (
        _FLIGHT.fullmatch(clause)
        or _LEAVES.fullmatch(clause)
        or _NO_FIGHT.fullmatch(clause)
        or _BACK_TO.fullmatch(clause)
    )
    shuts = re.fullmatch(r"(?:shut|close|bar|slam|lock|spike|hold)s? .+", clause)
    return bool(is_flight or shuts or _IDLE.fullmatch(clause))


_CLAUSES = r"(?:,? (?:and|but|then) (?:then )?|, )"


def _dropped(said: str, names: Collection[str] = ()) -> tuple[str, str, str]:
    """What is to be thrown down, food or treasure, the line without the clause that says so, and who is named for
    it."""
    clauses = re.split(_CLAUSES, said)
    for number, clause in enumerate(clauses):
        first, _, after = clause.partition(" ")
        who = first if first in names else ""
        found = _THROWS_DOWN.match(_LED_IN.sub("", after if who else clause))
        what = set(parts(found["what"])) if found is not None else set()
        sort = "food" if what & _FOOD else "treasure" if what & _COINS else ""
        if sort and re.search(r"\b(?:at|into) (?:the |its |his |her )?(?:face|eyes|head|mouth)\b", clause) is None:
            return sort, ", ".join(clauses[:number] + clauses[number + 1 :]), who
    return "", said, ""


def _is_declaring(reader: Reader) -> bool:
    fight = reader.state.fight
    return fight is not None and bool(fight.steps) and fight.step.phase == DECLARING


def _all(reader: Reader, drop: str, is_sure: bool) -> Meaning:
    """Everybody gets out: at once if that can be, else as the steps of the round allow it."""
    own = ours(reader)
    order = Order(FLEE, aim=drop, for_all=True, until=reader.state.fight.round if reader.state.fight is not None else 0)
    ways = [x for x in reader.options.listed if isinstance(x, BreakOff) and x.drop == drop]
    if ways and not is_sure:
        return Ask(FOOD_STOPS if drop == "food" else OUT_OF_IT, (ways[0],))
    if ways:
        return Do(ways[0])
    if drop and any(isinstance(x, BreakOff) for x in reader.options.listed):
        return Say(f"There is no {drop} to throw down. To get out without: everyone run away.")
    against = (
        play.why_not(reader.rules, reader.state, reader.seat, BreakOff(reader.focus, drop)) if reader.focus else None
    )
    can_walk = any(not moves.is_aim for moves in reader.options.moves)
    if drop and not is_sure and (_is_declaring(reader) or can_walk):
        return Say(
            f"In a fight nobody stops for what is thrown down. It may hold them up while everybody gets away: say "
            f"throw "
            f"down {drop} and run away."
        )
    if _is_declaring(reader) or can_walk:
        note = "Everybody: gets out as soon as it is time to move" + (
            f", and {drop} is thrown down as the party gets away" if drop else ""
        )
        return Undertake(
            RoundOfOrders(dict.fromkeys((c.id for c in own), order)),
            dict.fromkeys((c.id for c in own), order),
            f"{note}.",
            left_behind(reader, drop),
        )
    why = against.sentence.rstrip(".") if against is not None else "Nobody can leave in this step"
    ends = any(isinstance(x, EndStep) for x in reader.options.listed)
    return Say(f"{why}{'; end this step, or say it' if ends else '; say it'} again when the next round begins.")


def left_behind(reader: Reader, drop: str = "") -> str:
    """What is asked before everybody runs while some cannot: who they are, and what becomes of them."""
    deed = reader.rules.book.deed(BreakOff(reader.focus, drop), FIGHT)
    lost = deed.question(reader.state, BreakOff(reader.focus, drop)) if deed is not None else ""
    return f"{lost} Is everybody else to go all the same?" if lost else ""


def _told_before(reader: Reader, own: Sequence[Creature], rest: str, last: str) -> bool:
    """Whether a clause before the last tells somebody something of its own: `A withdraws, B retreats`."""
    parts_before = [part for part in re.split(r", (?:and )?| and ", rest) if part != last]
    return any(addressed(reader, own, part)[1] for part in parts_before)


_PLAIN_FLIGHT = re.compile(r"(?:runs?|flees?|retreats?|withdraws?|escapes?)\b")


_FIGHTING = re.compile(r"\b(?:fighting|slowly|facing|step by step|in good order|orderly|carefully|still)\b")


def _some(reader: Reader, rest: str) -> Meaning | None:
    """The flight of those alone who are named: away from the foes, as soon as they may move."""
    own = ours(reader)
    who: list[str] = []
    what = ""
    for part in re.split(r", (?:and )?| and ", rest):
        some, what = addressed(reader, own, part)
        if not some and not what:
            return None
        who += [id for id in some if id not in who]
        if what and not (some and _ONE_FLEES.fullmatch(what)):
            return None
        if (
            what
            and who != some
            and len(re.split(r", (?:and )?| and ", rest)) > 1
            and _told_before(reader, own, rest, part)
        ):
            return None
    if not who or not what or reader.state.fight is None:
        return None
    ways = [x for x in reader.options.listed if isinstance(x, GiveGround) and x.actor in who]
    is_plain = _PLAIN_FLIGHT.match(what) is not None
    may_go = bool(ways) or any(m.actor in who for m in reader.options.moves)
    if is_plain and may_go and (len(who) == 1 or len(re.findall(r"(?:es|s|y)\b", what)) > 1):
        return None
    if ways and rest.count(",") and re.search(r"\w+s, \w+ \w+s$", rest):
        return None
    if len(who) == len(own):
        return _all(reader, "", is_sure=True)
    withdraws = [x for x in ways if type(x).__name__ == "Withdraw"]
    if len(who) == 1 and withdraws and _FIGHTING.search(rest):
        return Do(withdraws[0])
    if len(withdraws) == len(who) > 1 and _FIGHTING.search(rest):
        return Undertake(InOrder(withdraws))
    order = Order(BACK, until=reader.state.fight.round)
    names = [reader.state.creatures[id].name for id in who]
    each = " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"
    orders = dict.fromkeys(who, order)
    return Undertake(
        RoundOfOrders({**reader.orders, **orders}),
        orders,
        (
            f"{each}: {'gets' if len(names) == 1 else 'get'} away from the foes, this round. To lead "
            f"all out: everyone run away."
        ),
    )
