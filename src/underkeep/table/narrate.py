"""Facts into words, and the reasons behind a fact. No rules here: only templates and fields."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from underkeep.kernel.event import Event, Roll
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.world.clock import TimePassed, day_of, time_of_day
from underkeep.world.creature import Creature, DamageRolled
from underkeep.world.dungeon import Door, Feature, Hoard, Trap
from underkeep.world.encounter import Encounter, EncounterBegan, EncounterChanged
from underkeep.world.gear import Item, ItemsChanged
from underkeep.world.party import PartyWent
from underkeep.world.state import State

Words = Mapping[str, str | Mapping[str, str]]
_FIELD = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)*)\}")


@cache
def _words(package: str) -> Words:
    """The core's words under a system's own."""
    words: dict[str, Any] = tomllib.loads(files("underkeep.table").joinpath("words.toml").read_text("utf-8"))
    own = files(package).joinpath("words.toml")
    for name, entry in (tomllib.loads(own.read_text("utf-8")) if own.is_file() else {}).items():
        earlier = words.get(name)
        words[name] = {**earlier, **entry} if isinstance(entry, dict) and isinstance(earlier, dict) else entry
    return words


def _words_of(rules: Ruleset) -> Words:
    return _words(type(rules).__module__.rpartition(".")[0])


def phrases(rules: Ruleset) -> Mapping[str, str]:
    """What the game calls its own actions, by their type."""
    found = _words_of(rules).get("actions", {})
    return found if isinstance(found, Mapping) else {}


def narrate(rules: Ruleset, state: State, event: Event, called: Callable[[str], str] = str) -> str:
    """One line that tells the fact, or nothing. `called` may change how names are written, e.g. to colour a side."""
    entry = _words_of(rules).get(type(event).__name__)
    if entry is None:
        return ""
    more = _more(state, event)
    template = entry if isinstance(entry, str) else _pick(event, entry, more)

    def spoken(match: re.Match[str]) -> str:
        return more[match[1]] if match[1] in more else _spoken(state, _value(event, match[1]), called)

    told = _FIELD.sub(spoken, template)
    return told[:1].upper() + told[1:]


def _pick(event: Event, entry: Mapping[str, str], more: Mapping[str, str]) -> str:
    """The template for this case: of a field, of a roll's outcome, or of what is known besides."""
    if "case" in entry:
        case = more[entry["case"]] if entry["case"] in more else str(_value(event, entry["case"]))
    elif hasattr(event, "hit"):
        case = "hit" if event.hit else "miss"
    else:
        case = "success" if getattr(event, "success", False) else "failure"
        if getattr(event, "who", None) == "":
            case = f"{case} of nobody" if f"{case} of nobody" in entry else case
    return entry.get(case, entry.get("other", ""))


def _more(state: State, event: Event) -> dict[str, str]:
    """What a few facts need besides their own fields: where a way led, who is met, what the clock shows."""
    if isinstance(event, TimePassed):
        return {"clock": f"day {day_of(event.now)}, {time_of_day(event.now)}"}
    if isinstance(event, ItemsChanged):
        return {"verb": event.what.partition(" ")[0]}
    if isinstance(event, PartyWent):
        return _journey(state, event)
    if isinstance(event, EncounterBegan | EncounterChanged):
        return _met(state, event.encounter)
    return {}


def _journey(state: State, event: PartyWent) -> dict[str, str]:
    """`leg` is how the party came: on the road, in town, at the dungeon, through a way, or by its feet."""
    town = state.settlement.name if state.settlement else "town"
    dungeon = state.dungeon
    names = {"town": town, "dungeon": dungeon.name if dungeon else "the dungeon"}
    if event.at is None or dungeon is None or event.how in ("walk", "arrived"):
        return {**names, "leg": event.how if event.how == "walk" else f"{event.place} {event.how}"}
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


def _met(state: State, met: Encounter) -> dict[str, str]:
    who = [state.creatures[id] for id in met.monsters if id in state.creatures]
    surprise = ""
    if met.surprised:
        ours = state.party is not None and state.party.side in met.surprised
        surprise = " Both sides are surprised." if len(met.surprised) > 1 else " They are surprised."
        surprise = " The party is surprised." if ours and len(met.surprised) == 1 else surprise
    return {"monsters": naming.company(who), "them": naming.the_crowd(who), "surprise": surprise}


def _value(event: object, path: str) -> object:
    for part in path.split("."):
        event = getattr(event, part, "")
    return event


def _spoken(state: State, value: object, called: Callable[[str], str]) -> str:
    if isinstance(value, str):
        if value in state.creatures:
            return called(value)
        if value not in state.sides():
            return value
        return f"Side {value.upper()}" if len(value) == 1 else f"the {value}"
    if isinstance(value, tuple):
        return ", ".join(_spoken(state, part, called) for part in value)
    return _thing(state, value)


def _thing(state: State, value: object) -> str:
    """A thing by the name that those who see it would use."""
    if isinstance(value, Door):
        return naming.door_name(state, value) if state.party else value.kind
    if isinstance(value, Trap):
        return naming.words(value.kind)
    if isinstance(value, Hoard):
        return naming.hoard_name(state, value)
    if isinstance(value, Feature):
        return naming.words(value.kind)
    if isinstance(value, Item):
        return naming.item_name(value)
    return value.name if isinstance(value, Creature) else str(value)


def reasons(event: Event, untold: Sequence[Event] = ()) -> str:
    """The rule ids, the faces and each modifier with its source; also of a damage roll that led here untold."""
    made = [e for e in untold if isinstance(e, DamageRolled) and e.target == getattr(event, "creature", "")]
    rolls = [getattr(e, "roll", None) for e in (*made, event)]
    parts = [explain(roll) for roll in rolls if isinstance(roll, Roll)]
    cited = dict.fromkeys(rule for e in (*made, event) for rule in e.rule)
    return "; ".join([*parts, ", ".join(cited)] if cited else parts)


def told(
    rules: Ruleset, state: State, events: Iterable[Event], called: Callable[[str], str] = str
) -> Iterator[tuple[str, str, Event]]:
    """Each fact worth a line, with its words and its reasons."""
    untold: list[Event] = []
    for event in events:
        text = narrate(rules, state, event, called)
        if text:
            yield text, reasons(event, untold), event
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
