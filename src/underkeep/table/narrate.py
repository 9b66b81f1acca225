"""Facts into words, and the reasons behind a fact. No rules here: only templates and fields."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Event, Roll
from underkeep.procedures import dressings
from underkeep.procedures.exploration import is_in_the_dark
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.world.clock import TimePassed, day_of, time_of_day
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import CheckRolled, Creature, DamageRolled, MoraleRolled, Moved
from underkeep.world.dungeon import Door, DressingChanged, Feature, Hoard, Trap
from underkeep.world.encounter import (
    ChanceRolled,
    Encounter,
    EncounterBegan,
    EncounterChanged,
    ReactionRolled,
    SurpriseRolled,
)
from underkeep.world.fight import Finished
from underkeep.world.gear import Item, ItemBroke, ItemsChanged
from underkeep.world.journey import BearingsTaken, DrivenOff, RoadCovered, RoutesLaid
from underkeep.world.knowledge import KindLearnt, Recalled
from underkeep.world.light import LightLit, LightPassed, LightWentOut
from underkeep.world.measures import Measures
from underkeep.world.party import MarchingOrderSet, PartyWent, Searched
from underkeep.world.region import BASE
from underkeep.world.state import CharacterGiven, State
from underkeep.world.talk import Addressed, NewsTold, Replied, SeenDoing

Words = Mapping[str, str | Mapping[str, str]]
_BEFORE_VOWEL = re.compile(r"(\ba|^A) (?=[aeio]|u(?!ni|se))")
_FIELD = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)*)\}")
_ID = re.compile(r"[a-z]+(?:-[a-z]+)+")
_AGREES = re.compile(r"\[([a-z_.]+):([^|\]]*)\|([^\]]*)\]")
# A record from elsewhere may hold anything; escape codes must not reach a terminal.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


class Reasons(Struct, frozen=True):
    """What made a fact so: the rolls with their faces and modifiers, and the ids of the rules."""

    rolls: tuple[Roll, ...] = ()
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join([*map(explain, self.rolls), *([", ".join(self.rules)] if self.rules else [])])


class Line(Struct, frozen=True):
    """A fact in words. `index` is its place among those of entry `seq` that the seat
    may know, or -1 for what the table itself did. `rule` are
    the rules of the fact itself; the reasons have those of what led to it too. `event` is the fact as the seat knows it
    `about` the creatures it names and `who` the name of the one who does it; a line that tells several together has
    them as `parts`."""

    seq: int
    index: int
    text: str
    reasons: Reasons = Reasons()
    rule: tuple[str, ...] = ()
    event: Event | None = None
    who: str = ""
    about: frozenset[str] = frozenset()
    parts: tuple[Line, ...] = ()

    @property
    def why(self) -> str:
        return clean(str(self.reasons))


def clean(text: str) -> str:
    return _CONTROL.sub(" ", text)


@cache
def _words_of(game: type[Ruleset]) -> Words:
    """The core's words under those beside the module of the ruleset's class."""
    words: dict[str, Any] = _read(files("underkeep.table").joinpath("words.toml"))
    package = sys.modules[game.__module__].__package__
    own = files(package).joinpath("words.toml") if package else None
    for name, entry in (_read(own) if own is not None and own.is_file() else {}).items():
        earlier = words.get(name)
        words[name] = {**earlier, **entry} if isinstance(entry, dict) and isinstance(earlier, dict) else entry
    return words


def _read(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnderkeepError(f"The words {file} cannot be read: {error}.") from error


def phrases(rules: Ruleset) -> Mapping[str, str]:
    """What the game calls its own actions, by their type."""
    found = _words_of(type(rules)).get("actions", {})
    return found if isinstance(found, Mapping) else {}


def questions(rules: Ruleset) -> Mapping[str, str]:
    """What is said when a choice is open, by the name of the question."""
    found = _words_of(type(rules)).get("asked", {})
    return found if isinstance(found, Mapping) else {}


def topics(rules: Ruleset) -> Mapping[str, Mapping[str, Any]]:
    """What is told of the game's own words to whoever asks, by their names."""
    found = _words_of(type(rules)).get("topics", {})
    entries = found if isinstance(found, Mapping) else {}
    return {name: entry for name, entry in entries.items() if isinstance(entry, Mapping)}


def features(rules: Ruleset) -> Mapping[str, Mapping[str, str]]:
    """What belongs to a place, by its kind: what is done with it, what is seen of it, what it is called there."""
    found = _words_of(type(rules)).get("features", {})
    entries = found if isinstance(found, Mapping) else {}
    return {kind: entry for kind, entry in entries.items() if isinstance(entry, Mapping)}


def things(rules: Ruleset) -> Mapping[str, str]:
    """Words for things by what they are good for in this game."""
    found = _words_of(type(rules)).get("things", {})
    return found if isinstance(found, Mapping) else {}


def own_lines(rules: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """The lines by which people describe the game's own actions, by their type."""
    found = _words_of(type(rules)).get("lines", {})
    return {kind: tuple(lines) for kind, lines in found.items()} if isinstance(found, Mapping) else {}


def narrate(rules: Ruleset, state: State, event: Event, called: Callable[[str], str] = str) -> str:
    """One line that tells the fact, or nothing. `called` may change how names are written, e.g. to colour a side.

    In a template `{who}` is a field, and `[who:rolls|roll]` takes the second word if that field is several.
    """
    entry = _words_of(type(rules)).get(type(event).__name__)
    if entry is None or _is_idle(state, event):
        return ""
    more = {**_result(rules, event), **_more(rules, state, event)}
    template = entry if isinstance(entry, str) else _pick(event, entry, more)

    def spoken(match: re.Match[str]) -> str:
        return more[match[1]] if match[1] in more else _spoken(rules, state, _value(event, match[1]), called)

    def agreed(match: re.Match[str]) -> str:
        return match[3 if _is_several(state, more.get(f"{match[1]} count", _value(event, match[1]))) else 2]

    told = articled(_FIELD.sub(spoken, _AGREES.sub(agreed, template)))
    return told[:1].upper() + told[1:]


def articled(text: str) -> str:
    """With `an` where what follows begins with a vowel."""
    return _BEFORE_VOWEL.sub(r"\1n ", text)


def _is_idle(state: State, event: Event) -> bool:
    """What ends for the dead is not worth a word, nor who is surprised before the meeting itself says so, nor who will
    play somebody who is not there yet."""
    if isinstance(event, SurpriseRolled):
        return state.party is not None
    if isinstance(event, CharacterGiven):
        return event.creature not in state.creatures
    if not isinstance(event, ConditionEnded):
        return False
    creature = state.creatures.get(event.creature)
    return creature is not None and creature.status == "dead"


def _pick(event: Event, entry: Mapping[str, str], more: Mapping[str, str]) -> str:
    """The template for this case: of a field, of a roll's outcome, or of what is known besides. One whose name ends in
    a `*` is for all that begin so."""
    if "case" in entry:
        case = more[entry["case"]] if entry["case"] in more else str(_value(event, entry["case"]))
    elif hasattr(event, "hit"):
        case = "hit" if event.hit else "miss"
    else:
        case = "success" if getattr(event, "success", False) else "failure"
        if getattr(event, "who", None) == "":
            case = f"{case} of nobody" if f"{case} of nobody" in entry else case
        case = next((own for own in (f"{getattr(event, 'what', '')}: {case}",) if own in entry), case)
    if case in entry:
        return entry[case]
    stem = next((key for key in entry if key.endswith("*") and case.startswith(key[:-1])), "other")
    return entry.get(stem, "")


def _more(rules: Ruleset, state: State, event: Event) -> dict[str, str]:
    """What a few facts need besides their own fields: where a way led, who is met, what the clock shows."""
    if isinstance(event, TimePassed):
        return {"clock": f"day {day_of(event.now)}, {time_of_day(event.now)}"}
    if isinstance(event, ItemsChanged):
        return _deed(rules, event)
    if isinstance(event, MarchingOrderSet):
        going = [c.name for id in event.members if (c := state.creatures[id]).status != "dead"]
        return {"members": naming.listing(going)}
    if isinstance(event, PartyWent):
        return _journey(state, event)
    if isinstance(event, RoutesLaid):
        return _names(state)
    if isinstance(event, EncounterBegan | EncounterChanged):
        return {**_met(rules.measures, state, event.encounter), "seen": "no" if is_in_the_dark(rules, state) else "yes"}
    if isinstance(event, SeenDoing | Addressed | Replied | NewsTold):
        return _talk(rules, state, event)
    if isinstance(event, RoadCovered | DrivenOff):
        return {"far": rules.measures.by_road(event.length)}
    if isinstance(event, BearingsTaken):
        return {"far": rules.measures.by_road(event.left)}
    if isinstance(event, Searched):
        at = state.party.at if state.party is not None else None
        return {"where": "here" if at and at.square == event.square else f"at {naming.square_name(event.square)}"}
    if isinstance(event, LightLit):
        return {"light.name": naming.article(naming.small_first(event.light.name))}
    if isinstance(event, LightWentOut | LightPassed):
        return {"name": naming.small_first(event.name)}
    if isinstance(event, Recalled):
        told = {"about": naming.words(event.about), "facts": "; ".join(event.facts)}
        return {**told, "known": "yes" if event.facts else "no"}
    if isinstance(event, ItemBroke):
        return {"item": naming.small_first(event.name)}
    if isinstance(event, Moved):
        return {"moves": _moves(state, event)}
    if isinstance(event, MoraleRolled):
        return {"why": _in_words(rules, event.why)}
    if isinstance(event, Finished):
        return {"held": "yes" if all(_holds_back(state, id) for id in event.creatures) else "no"}
    if isinstance(event, DressingChanged):
        return {"told": dressings.told(event.dressing, event.what)}
    if isinstance(event, KindLearnt):
        return {"plural": naming.plural(event.name.lower())}
    weapon = getattr(event, "weapon", None)
    return {"armed": naming.wielded(weapon)} if isinstance(weapon, str) else {}


def _result(rules: Ruleset, event: Event) -> dict[str, str]:
    """`roll.word` is what a roll comes to in the book's words."""
    roll = getattr(event, "roll", None)
    return {"roll.word": rules.measures.result(roll.total)} if isinstance(roll, Roll) else {}


def _moves(state: State, event: Moved) -> str:
    """Whoever comes to stand beside a foe closes in; others just move."""
    mover = state.creatures.get(event.creature)
    if mover is None or mover.at is None:
        return "moves"
    near = any(foe.at is not None and mover.steps_to(foe) <= 1 for foe in state.enemies_of(mover))
    return "closes in" if near else "moves"


def _in_words(rules: Ruleset, reason: str) -> str:
    """A reason of the rules as the game would say it, where `[said]` has words for it; several are told with `and`."""
    known = _words_of(type(rules)).get("said", {})
    return " and ".join(known.get(x, x) for x in reason.split(" and ")) if isinstance(known, Mapping) else reason


def _holds_back(state: State, id: str) -> bool:
    """Whether one whom the party fights has let a round go by: nothing done, nothing left to do, and no foe beside."""
    fight, party, creature = state.fight, state.party, state.creatures.get(id)
    if fight is None or party is None or creature is None or creature.side == party.side or creature.at is None:
        return False
    if fight.spent.get(id) or any(id in step.actors for step in fight.steps[1:]):
        return False
    return not any(foe.at is not None and creature.steps_to(foe) <= 1 for foe in state.enemies_of(creature))


def _deed(rules: Ruleset, event: ItemsChanged) -> dict[str, str]:
    """`thing` is what something was done with, `sum` what changed hands for it."""
    town, coins = rules.town, event.coins or 0
    thing = naming.some(event.item) if event.item is not None else ""
    return {"thing": thing, "sum": town.money(coins) if town is not None and coins else "nothing"}


def _names(state: State) -> dict[str, str]:
    town = state.settlement.name if state.settlement else "town"
    return {"town": town, "dungeon": re.sub("^The ", "the ", state.dungeon.name) if state.dungeon else "the dungeon"}


def _journey(state: State, event: PartyWent) -> dict[str, str]:
    """`leg` is how the party came: on the road, in town, at the dungeon, through a way, or by its feet."""
    dungeon, names = state.dungeon, _names(state)
    if event.at is None or dungeon is None or event.how in ("walk", "arrived"):
        where = "abroad" if event.place == "town" and state.town != BASE else event.place
        return {**names, "leg": event.how if event.how == "walk" else f"{where} {event.how}"}
    door = dungeon.doors.get(event.how)
    if door is not None:
        came = naming.direction(door.side(door.beyond(event.at.area)), door.side(event.at.area))
        through = "" if door.kind == "opening" else f" through the {door.kind}"
        return {**names, "leg": "way", "way": f"{came}{through}"}
    stairs = dungeon.stairs.get(event.how)
    if stairs is not None:
        up = stairs.up.area == event.at.area
        return {**names, "leg": "way", "way": f"{'up' if up else 'down'} the {stairs.kind}"}
    return {**names, "leg": event.how}


def _met(measures: Measures, state: State, met: Encounter) -> dict[str, str]:
    who = [state.creatures[id] for id in met.monsters if id in state.creatures]
    told = {"monsters": naming.company(who), "them": naming.the_crowd(who), "them count": str(len(who))}
    return {**told, "surprise": _surprise(state, met), "far": measures.away(met.distance)}


def _talk(rules: Ruleset, state: State, event: SeenDoing | Addressed | Replied | NewsTold) -> dict[str, str]:
    """Those met as one speaks of them; the sum that they ask for; where the thing is that they tell of."""
    who = [state.creatures[id] for id in event.monsters if id in state.creatures]
    told = {"them": naming.the_crowd(who), "them count": str(len(who))}
    if isinstance(event, SeenDoing):
        return {**told, "shown": "unseen" if is_in_the_dark(rules, state) else event.doing}
    if isinstance(event, Replied):
        price = rules.town.money(event.coins) if rules.town is not None and event.coins else "something"
        spoken = f"{event.answer}: {event.wants}" if event.answer in _GREETINGS else event.answer
        return {**told, "sum": price, "spoken": spoken}
    if isinstance(event, NewsTold):
        name = naming.trap_kind(rules.measures, event.what) if event.sort == "trap" else naming.words(event.what)
        alive = event.sort in ("enemy", "dwellers", "kin")
        what = naming.plural(name) if alive else naming.article(name) if name else ""
        return {**told, "what": what, "where": _where(rules.measures, event)}
    return told


_GREETINGS = ("who are you", "greets", "welcomes", "tells")
"""Answers in which those met say what they are about."""


def _where(measures: Measures, event: NewsTold) -> str:
    """`in the Refectory, 90 feet northeast of here`"""
    place = f"in the {event.place}" if event.place else "in a passage"
    if event.below:
        levels = "a level" if abs(event.below) == 1 else f"{abs(event.below)} levels"
        return f"{place}, {levels} {'below' if event.below > 0 else 'above'} this one"
    far = max(map(abs, event.offset))
    if not far:
        return "right here"
    way = naming.direction((0, 0), event.offset)
    return f"{place}, some {measures.told(far * measures.map_square)} {way} of here"


def _surprise(state: State, met: Encounter) -> str:
    """A side that is surprised as a whole is told of as one, others by name."""
    ours = state.party is not None and met.surprises(c.id for c in state.marchers())
    theirs = met.surprises(met.monsters)
    if ours and theirs:
        return " Both sides are surprised."
    if ours or theirs:
        alone = len(met.monsters) == 1
        return " The party is surprised." if ours else " It is surprised." if alone else " They are surprised."
    return "".join(f" {state.creatures[id].name} is surprised." for id in met.surprised)


def _value(event: object, path: str) -> object:
    for part in path.split("."):
        event = getattr(event, part, "")
    return event


def _is_several(state: State, value: object) -> bool:
    """Whether the verb after it is a plural: many things, a number that is not one, a side called by a plural."""
    if isinstance(value, tuple):
        return len(value) != 1
    if isinstance(value, str) and value in state.sides():
        return len(value) > 1 and value.endswith("s")
    return str(value).isdecimal() and str(value) != "1"


def _spoken(rules: Ruleset, state: State, value: object, called: Callable[[str], str]) -> str:
    if isinstance(value, str):
        if value in state.creatures:
            return called(value)
        if state.dungeon is not None and value in state.dungeon.features:
            return _thing(rules, state, state.dungeon.features[value])
        if state.dungeon is not None and value in state.dungeon.hoards:
            return f"the {_thing(rules, state, state.dungeon.hoards[value])}"
        if state.dungeon is not None and value in state.dungeon.doors:
            return f"the {_thing(rules, state, state.dungeon.doors[value])}"
        if state.dungeon is not None and value in state.dungeon.traps:
            return f"the {_thing(rules, state, state.dungeon.traps[value])}"
        if value not in state.sides():
            return naming.words(value) if _ID.fullmatch(value) else value
        return f"Side {value.upper()}" if len(value) == 1 else f"the {value}"
    if isinstance(value, tuple):
        parts = [_spoken(rules, state, part, called) for part in value]
        return naming.crowd(parts) if all(part in state.creatures for part in value) else naming.listing(parts)
    return _thing(rules, state, value)


def _thing(rules: Ruleset, state: State, value: object) -> str:
    """A thing by the name that those who see it would use."""
    if isinstance(value, Door):
        return naming.door_name(state, value) if state.party else value.kind
    if isinstance(value, Trap):
        return naming.trap_kind(rules.measures, value.kind)
    if isinstance(value, Hoard):
        return naming.hoard_name(state, value)
    if isinstance(value, Feature):
        return naming.words(value.kind)
    if isinstance(value, Item):
        return naming.some(value)
    if isinstance(value, float):
        return f"{value:g}"
    return value.name if isinstance(value, Creature) else str(value)


def cited(rules: Ruleset, event: Event) -> tuple[str, ...]:
    """The rules a fact cites, or else those that the game has behind such a fact of the procedures."""
    if event.rule:
        return event.rule
    by_sort = rules.cites.get(type(event), {})
    sort = str(getattr(event, event.cited_by)) if event.cited_by else ""
    return by_sort.get(sort, by_sort.get("", ()))


def reasons(rules: Ruleset, event: Event, untold: Sequence[Event] = ()) -> Reasons:
    """Those of the fact, and of a roll that led here untold."""
    made = [*(e for e in untold if _led_to(e, event)), event]
    rolls = (getattr(e, "roll", None) for e in made)
    ids = dict.fromkeys(rule for e in made for rule in cited(rules, e))
    return Reasons(tuple(roll for roll in rolls if isinstance(roll, Roll)), tuple(ids))


def _led_to(roll: Event, event: Event) -> bool:
    """Whether a roll that nobody was told of is what made this fact."""
    if isinstance(roll, DamageRolled):
        return roll.target == getattr(event, "creature", "")
    if isinstance(roll, ReactionRolled):
        return isinstance(event, EncounterChanged)
    if isinstance(roll, SurpriseRolled):
        return isinstance(event, EncounterBegan)
    doers = {_value(event, path) for path in ("creature", "by", "light.bearer")} - {""}
    if isinstance(roll, CheckRolled):
        return roll.creature in doers
    return isinstance(roll, ChanceRolled) and roll.who in doers


def subject(state: State, event: Event) -> str:
    """Whom a fact is about; empty if it is nobody's."""
    found = (getattr(event, field, "") for field in ("creature", "attacker", "caster"))
    alone = event.creatures[0] if isinstance(event, Finished) and len(event.creatures) == 1 else ""
    return next((id for id in (*found, alone) if isinstance(id, str) and id in state.creatures), "")


def about(state: State, event: Event) -> frozenset[str]:
    """Every creature that a fact names."""
    values = (getattr(event, field) for field in event.__struct_fields__)
    named = (part for value in values for part in (value if isinstance(value, tuple) else (value,)))
    return frozenset(id for id in named if isinstance(id, str) and id in state.creatures)


def told(rules: Ruleset, state: State, events: Iterable[Event], called: Callable[[str], str] = str) -> Iterator[Line]:
    """Each fact worth a line. `state` is how things stood before the first."""
    untold: list[Event] = []
    for index, event in enumerate(events):
        state = event.evolve(state)
        text = narrate(rules, state, event, called)
        if text:
            id, ids = subject(state, event), about(state, event)
            who = called(id) if id else ""
            yield Line(0, index, text, reasons(rules, event, untold), cited(rules, event), event, who, ids)
            untold = []
        else:
            untold.append(event)


def explain(roll: Roll) -> str:
    """`1d20: 13 +1 STR = 14, needs 15`"""
    text = f"{roll.notation}: {' '.join(map(str, roll.faces))}" if roll.faces else roll.notation
    for source, amount in roll.modifiers:
        text += f" {amount:+d} {source}"
    text += f" = {roll.total}"
    if roll.needed is None:
        return text
    return f"{text}, needs {roll.needed} or less" if roll.at_most else f"{text}, needs {roll.needed}"
