"""Lines for what a game lets people describe: a stunt of their own, a brew. Which lines there are stands in its words.

A line is a pattern with the action's fields in braces: `brew {effect} lasting {duration} from {ingredients}`. A target
is a creature that is named; several things are listed with commas and `and`, and an own thing is told by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import structs

from underkeep.kernel.event import Action
from underkeep.procedures import play
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.narrate import own_lines
from underkeep.table.speech.wording import plain, stem, tokens
from underkeep.world.creature import Creature
from underkeep.world.state import State

_FIELD = re.compile(r"\{([a-z_]+)\}")
_LIST = re.compile(r",| and ")
_NUMBER = re.compile(r"[0-9]{1,9}")
_NAMED = ("target", "captive")


def read(rules: Ruleset, state: State, seat: str, focus: str, said: str) -> Action | None:
    """The action that a line describes, by the fittest of those who may do it, else of those who might have."""
    if state.prompts:
        return None
    said, hands = _hands(state, seat, focus, said)
    found = [action for hand in hands for action in _meant(rules, state, hand, said)]
    legal = [action for action in found if play.why_not(rules, state, seat, action) is None]
    if legal:
        return rules.fittest(state, legal)
    owned = (x for x in found if state.creatures[getattr(x, "actor", "")].item(getattr(x, "item", "")) is not None)
    return next(owned, rules.fittest(state, found) if found else None)


def _hands(state: State, seat: str, focus: str, said: str) -> tuple[str, list[Creature]]:
    """Who may be meant: the one named last, the one in focus, or all of the seat's; and the line without the name."""
    standing = state.active() if state.fight is not None or state.party is None else state.marchers()
    ours = [c for c in standing if state.owns(seat, c.id)]
    for creature in ours:
        for ending in (f" with {plain(creature.name)}", f" by {plain(creature.name)}"):
            if said.endswith(ending):
                return said.removesuffix(ending), [creature]
        if said.startswith(f"{plain(creature.name)} "):
            return said.removeprefix(plain(creature.name)).lstrip(", "), [creature]
    first = [c for c in ours if c.id == focus]
    return said, first or ours


def _meant(rules: Ruleset, state: State, hand: Creature, said: str) -> Iterator[Action]:
    for kind in rules.codec.action_types:
        for pattern in own_lines(rules).get(kind.__name__, ()):
            found = re.fullmatch(_filled(pattern, _names(state, hand)), said)
            if found is not None:
                yield kind(actor=hand.id, **_fields(state, kind, hand, found.groupdict()))
                return


def _names(state: State, hand: Creature) -> tuple[str, ...]:
    """Of others who could be meant, the longest name first; those of the field in a fight."""
    others = [c for c in state.creatures.values() if c.id != hand.id and (state.fight is None or c.at is not None)]
    return tuple(sorted({plain(c.name) for c in others}, key=len, reverse=True))


@cache
def _filled(pattern: str, names: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern with a group for each field."""

    def group(match: re.Match[str]) -> str:
        some = "|".join(map(re.escape, names)) or "(?!)"
        return f"(?P<{match[1]}>{some if match[1] in _NAMED else '.+?'})"

    return re.compile(_FIELD.sub(group, pattern))


def _fields(state: State, kind: type[Action], hand: Creature, said: dict[str, str | None]) -> dict[str, Any]:
    """What was said of each field; what has to be said and was not is empty, and the rules will say so."""
    found = {}
    for field in structs.fields(kind):
        if field.name in said or (field.required and field.name != "actor"):
            found[field.name] = _value(state, hand, field.name, field.type, said.get(field.name))
    return found


def _value(state: State, hand: Creature, name: str, kind: Any, text: str | None) -> Any:
    if kind is bool or kind == "bool":
        return bool(text)
    if kind is int or kind == "int":
        return int(text) if text and _NUMBER.fullmatch(text) else 0
    if name in _NAMED:
        return next((c.id for c in state.creatures.values() if plain(c.name) == text), "")
    if name == "item":
        return _own_item(hand, text or "")
    if "tuple" in str(kind):
        return tuple(_thing(hand, part.strip()) for part in _LIST.split(text or "") if part.strip())
    return (text or "").strip()


def _own_item(hand: Creature, text: str) -> str:
    """The id of an own thing that the words name, else the words."""
    wanted = [stem(word) for word in tokens(text)]
    named = [item for item in hand.items if wanted and _begin(wanted, [stem(word) for word in tokens(item.name)])]
    return next((item.id for item in named), text)


def _thing(hand: Creature, text: str) -> str:
    """The kind of an own thing that the words name, else the words."""
    wanted = [stem(word) for word in tokens(text)]
    for item in hand.items:
        if wanted and _begin(wanted, [stem(word) for word in tokens(item.name)]):
            return item.kind
    return text


def _begin(wanted: Sequence[str], words: Sequence[str]) -> bool:
    return all(any(word.startswith(w) for word in words) for w in wanted)
