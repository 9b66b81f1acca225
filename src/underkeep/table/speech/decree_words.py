"""A referee's decrees as they are typed: a few plain forms, each with a reason, and one for any fact there is.

Each form makes one event; what follows from it follows by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import survey
from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech import referee_names as names
from underkeep.world.clock import TimePassed
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import (
    CreatureJoined,
    Died,
    Felled,
    Fled,
    Harmed,
    Healed,
    LifeSet,
    Moved,
    SheetChanged,
    Yielded,
)
from underkeep.world.dungeon import DoorChanged, GroupChanged, Spot
from underkeep.world.encounter import EncounterChanged
from underkeep.world.gear import ItemsChanged, fewer, more
from underkeep.world.light import Light, LightLit, LightWentOut
from underkeep.world.party import PartyWent
from underkeep.world.state import State

MOST = 1_000_000
DECREE = "decree"
_FATES: dict[str, Callable[[str], Event]] = {
    "dead": Died,
    "killed": Died,
    "down": Felled,
    "unconscious": Felled,
    "fled": Fled,
    "yielded": Yielded,
}
_BACK = ("up", "alive", "back")


class Decreed(Struct, frozen=True):
    """The referee makes this so. `then` is what is done next: the answer of a ruling that is made standing with it."""

    event: Event
    because: str
    then: Action | None = None


class Form(Struct, frozen=True):
    """One way to say a decree: how it looks, an example, and what it makes."""

    pattern: str
    example: str
    make: Callable[[Ruleset, State, re.Match[str]], Event]


def parse(rules: Ruleset, state: State, said: str) -> Decreed:
    """The decree of a line, without its first word. A form that does not fit gets one sentence."""
    what, because = _reason(said)
    secretly = re.match(r"(?:secretly|in secret)\s+", what)
    what = what[secretly.end() :] if secretly else what
    event = _any(rules, what) or _by_form(rules, state, what)
    if not because:
        raise UnderkeepError(f"A decree needs a reason: decree {what[:80]} because ...")
    return Decreed(replace(event, seats=(REFEREE,)) if secretly else event, because)


def _reason(said: str) -> tuple[str, str]:
    """The parts before and behind the last `because`; one inside a fact's own words is none."""
    match = re.search(r"\s+because\b(?!.*\})\s*", said)
    return (said[: match.start()].strip(), said[match.end() :].strip()) if match else (said.strip(), "")


def _any(rules: Ruleset, what: str) -> Event | None:
    """`Harmed {...}`: any fact of the game, by its type and its fields as JSON."""
    match = re.fullmatch(r"([A-Z]\w+)\s*(\{.*\})", what, re.DOTALL)
    if match is None:
        return None
    if match[1] not in {kind.__name__ for kind in rules.codec.event_types}:
        raise UnderkeepError(f"This game has no fact {match[1]}; `underkeep schema {rules.id}` has them all.")
    try:
        fields = msgspec.json.decode(match[2])
    except msgspec.MsgspecError as error:
        raise UnderkeepError(f"The fields of {match[1]} are not JSON: {error}.") from error
    return rules.codec.event(msgspec.json.encode({**fields, "type": match[1]}))


def _by_form(rules: Ruleset, state: State, what: str) -> Event:
    for form in FORMS:
        match = re.fullmatch(form.pattern, what, re.IGNORECASE)
        if match is not None:
            return form.make(rules, state, match)
    raise UnderkeepError(f'"{what[:60]}" is no decree; `decree` alone lists the forms, with examples.')


def listing() -> list[str]:
    """All forms by their examples."""
    return ["A decree says what is so, and why:", *(f"  decree {form.example}" for form in FORMS), *_MORE]


_MORE = (
    '  decree Harmed {"creature": "orc-2", "amount": 3, "hp": 1} because it fell (any fact, by its type and fields)',
    "With `decree secretly ...` only the referee hears of it.",
)


def _whole(said: str) -> int:
    number = int(said.replace("+", ""))
    if number > MOST:
        raise UnderkeepError(f"{number} is too many; {MOST} is the most.")
    return number


def _hit_points(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who, wanted = names.creature(state, match[1]), _whole(match[2])
    if wanted > who.max_hp:
        raise UnderkeepError(f"{who.name} has at most {who.max_hp} hit points.")
    if wanted < who.hp:
        return Harmed(who.id, who.hp - wanted, wanted)
    return Healed(who.id, wanted - who.hp, wanted)


def _most_hit_points(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    """What is lacking stays lacking, as far as it can."""
    who, most = names.creature(state, match[1]), _whole(match[2])
    if most < 1:
        raise UnderkeepError(f"{who.name} must be able to have a hit point.")
    left = who.hp if who.hp <= 0 else max(1, min(most, who.hp + most - who.max_hp))
    return LifeSet(who.id, most, left)


def _harm(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who, amount = names.creature(state, match[2]), _whole(match[3])
    if match[1].lower() == "harm":
        return Harmed(who.id, amount, max(0, who.hp - amount))
    return Healed(who.id, min(amount, who.max_hp - who.hp), min(who.max_hp, who.hp + amount))


def _fate(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who, word = names.creature(state, match[1]), match[2].lower()
    if word in _BACK:
        return CreatureJoined(replace(who, status="up", hp=max(1, who.hp)))
    return _FATES[word](who.id)


def _condition(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who, name = names.creature(state, match[1]), match[3].strip().lower()
    if match[2]:
        if who.condition(name) is None:
            has = naming.listing([c.name for c in who.conditions]) or "nothing"
            raise UnderkeepError(f"{who.name} is not {name}; what there is: {has}.")
        return ConditionEnded(who.id, name)
    until = state.now + names.seconds(rules, match[4]) if match[4] else None
    return ConditionGained(who.id, Condition(name, until))


def _give(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    count, name = names.how_many(match[1])
    who = names.creature(state, match[2])
    return _given(who.id, state, rules, name, _whole(str(count)))


def _given(id: str, state: State, rules: Ruleset, name: str, count: int) -> Event:
    item = replace(names.thing(rules, state, name), count=max(1, count))
    return ItemsChanged(id, more(state.creatures[id].items, item), "received", item)


def _take(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    count, name = names.how_many(match[1])
    who = names.creature(state, match[2])
    wanted = names.thing(rules, state, name)
    item = next((i for i in who.items if (i.kind, i.name) == (wanted.kind, wanted.name)), None)
    if item is None or item.count < count:
        raise UnderkeepError(f"{who.name} has {f'only {item.count}' if item else 'no'} {naming.plural(wanted.name)}.")
    return ItemsChanged(who.id, fewer(who.items, item.id, count), "dropped", replace(item, count=count, id=""))


def _gold(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who = names.creature(state, match[2])
    for coin in ("gold", "coin"):
        try:
            return _given(who.id, state, rules, coin, _whole(match[1]))
        except UnderkeepError:
            continue
    raise UnderkeepError("Nobody in this game has gold; give another thing.")


def _experience(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who, amount = names.creature(state, match[2]), _whole(match[1])
    sheet = who.sheet
    if not isinstance(sheet, Struct) or "xp" not in sheet.__struct_fields__:
        raise UnderkeepError(f"{rules.title} reckons no experience of {who.name}.")
    before = msgspec.structs.asdict(sheet)["xp"]
    return SheetChanged(who.id, replace(sheet, xp=before + amount), "gains experience")


def _door(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    door, word = names.door(state, match[1]), match[2].lower()
    changes: dict[str, object] = {
        "open": {"is_open": True, "found": True},
        "shut": {"is_open": False},
        "closed": {"is_open": False},
        "found": {"found": True},
        "unlocked": {"barrier": None, "found": True},
    }[word]  # type: ignore[assignment]
    what = {"open": "opened", "closed": "shut"}.get(word, word)
    here = state.party.at.area if state.party is not None and state.party.at is not None else ""
    seats = None if here in door.areas and (door.found or word != "shut") else (REFEREE,)
    return DoorChanged(replace(door, **changes), what, "the referee", seats=seats)


def _time(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    return TimePassed(state.now + names.seconds(rules, match[1]), "the referee")


def _light(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who = names.creature(state, match[2])
    kinds = rules.dungeon.light_kinds() if rules.dungeon is not None else {}
    kind = names.thing(rules, state, match[1]).kind
    if kind not in kinds:
        raise UnderkeepError(f"{match[1].strip()[:40]} is no light; there are {naming.listing(list(kinds)) or 'none'}.")
    seconds = names.seconds(rules, match[3]) if match[3] else kinds[kind].seconds
    until = state.now + seconds if seconds else None
    return LightLit(Light(state.new_light(), who.id, kind, naming.words(kind), kinds[kind].radius, until))


def _dark(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    who = names.creature(state, match[1])
    light = next((x for x in state.lights if x.bearer == who.id), None)
    if light is None:
        raise UnderkeepError(f"{who.name} bears no light.")
    return LightWentOut(light.id, light.bearer, light.name, "doused")


def _move(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    """The party as a whole, or in a fight one creature."""
    if match[1].strip().lower() in ("party", "the party"):
        return _party_to(state, match[2])
    who, square = names.creature(state, match[1]), naming.square_named(match[2])
    grid = state.grid
    if grid is None or who.at is None:
        raise UnderkeepError("Nobody stands on a field; outside a fight the party moves as one.")
    if square is None or not grid.contains(square) or grid.bit(square) & ~grid.floor:
        raise UnderkeepError(f"{match[2][:20]} is no free square of this field.")
    if any(c.at == square and c.is_up for c in state.creatures.values()):
        raise UnderkeepError(f"Somebody stands at {naming.square_name(square)}.")
    return Moved(who.id, square)


def _party_to(state: State, where: str) -> Event:
    if state.party is None or state.fight is not None or state.encounter is not None or state.journey is not None:
        raise UnderkeepError("The party cannot be moved now: it is on the road, in a fight or has met somebody.")
    if where.strip().lower() in ("town", "the town"):
        return PartyWent("town", None, "arrived")
    area = names.area(state, where)
    return PartyWent("dungeon", Spot(area.level, survey.middle(area), area.id), "moved by the referee")


def _attitude(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    met, word = state.encounter, match[1].strip().lower()
    if met is None or rules.meetings is None:
        raise UnderkeepError("The party has met nobody.")
    if word not in rules.meetings.attitudes:
        raise UnderkeepError(f"They may be {naming.listing(list(rules.meetings.attitudes))}.")
    return EncounterChanged(replace(met, attitude=word), word)


def _group(rules: Ruleset, state: State, match: re.Match[str]) -> Event:
    group, word = names.group(state, match[1]), match[2].strip().lower()
    if word in ("asleep", "awake"):
        return GroupChanged(replace(group, awake=word == "awake"), word)
    if word == "gone":
        return GroupChanged(replace(group, count=0), "gone")
    if word.startswith("in "):
        return GroupChanged(replace(group, area=names.area(state, word[3:]).id), "moved")
    if rules.meetings is not None and word in rules.meetings.attitudes:
        return GroupChanged(replace(group, attitude=word), word)
    raise UnderkeepError("A group may be asleep, awake, gone, in another area, or have an attitude.")


_WHO = r"([\w' -]+?)"
_WHY = "because the gods smile"
FORMS: Sequence[Form] = (
    Form(rf"hp (?:of )?{_WHO} (\d+)", f"hp of Aldric 5 {_WHY}", _hit_points),
    Form(
        rf"(?:max|maximum|most) (?:hp|hit points) (?:of |for )?{_WHO} (\d+)",
        f"max hp of Aldric 8 {_WHY}",
        _most_hit_points,
    ),
    Form(rf"(harm|heal) {_WHO} (?:by )?(\d+)", "harm orc-2 4 because the ceiling falls", _harm),
    Form(rf"{_WHO}(?: is)? ({'|'.join((*_FATES, *_BACK))})", "orc-2 dead because the portcullis fell", _fate),
    Form(
        rf"{_WHO} is (no longer |not )?([\w' -]+?)(?: for (\+?\w+ \w+))?",
        "Aldric is blind for 1 turn because of the flash",
        _condition,
    ),
    Form(rf"give (.+) to {_WHO}", "give torch x3 to Korin because they were overlooked", _give),
    Form(rf"take (.+) from {_WHO}", "take 2 torches from Korin because they got wet", _take),
    Form(rf"gold (\d+) to {_WHO}", "gold 50 to Korin because the duke is grateful", _gold),
    Form(rf"xp (\+?\d+) to {_WHO}", "xp 100 to Korin because of a clever plan", _experience),
    Form(r"(?:the )?door (.+?) (open|shut|closed|found|unlocked)", "door north open because somebody came out", _door),
    Form(r"time (\+?.+)", "time +2 turns because of the long argument", _time),
    Form(rf"light (?:out|off) (?:of )?{_WHO}", "light out of Korin because of the draught", _dark),
    Form(rf"light (.+?) (?:by|for|of) {_WHO}(?: for (\w+ \w+))?", "light torch by Korin because it catches", _light),
    Form(rf"move {_WHO} to (.+)", "move party to area 7 because the floor gives way", _move),
    Form(r"attitude (.+)", "attitude friendly because they know the sign", _attitude),
    Form(r"group (\S+) (.+)", "group 2 asleep because it is noon", _group),
)
