"""What a spell does, read off the game's own content: where it is cast, at whom, and the effect with its measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.wording import tokens

_WHEN = {"fight": "in a fight", "meeting": "on meeting somebody", "exploring": "while exploring", "town": "in town"}
_AT = {
    "none": "", "self": "on oneself", "ally": "on a friend", "friend": "on a friend", "foe": "at a foe",
    "creature": "at anybody", "corpse": "on a dead body", "door": "at a door", "hoard": "at treasure",
    "trap": "at a trap", "animal": "on an animal", "dead": "on the dead", "party": "on the party",
    "group": "at a group", "square": "at a spot", "area": "at a place",
}  # fmt: skip
_SKIPPED = {
    "name", "number", "rule", "manual", "uses", "reversed", "effect", "effects", "form", "forms", "when", "target",
    "on", "hint", "needs_sight",
}  # fmt: skip

_LABELS = (" level", " modifier")
"""Names that come before their number."""
_GROWS = (("per_int", "point of INT"), ("per_level", "level"))


MOST_TOLD = 3


def named(rules: Ruleset, words: str) -> list[str]:
    """The spells that are meant by these words: those of just that name, whatever list they are on, or some that have
    the words in theirs."""
    wanted = tokens(words)
    known = rules.spells()
    exact = [name for name in known if wanted in (tokens(name), tokens(name.partition(" (")[0]))]
    return exact or [name for name in known if wanted and all(w in tokens(name) for w in wanted)]


def described(rules: Ruleset, words: str) -> list[str]:
    """The spells that are named by these words, each in a few lines; nothing if there is none."""
    known = rules.spells()
    return [line for name in named(rules, words)[:MOST_TOLD] for line in _one(name, known[name])]


def _one(name: str, spell: Any) -> Iterator[str]:
    told = msgspec.to_builtins(spell, enc_hook=str)
    measures = list(_measures(told))
    yield f"{name}{': ' if measures else '.'}{', '.join(measures)}{'.' if measures else ''}"
    for use in _uses(told):
        yield f"  {use[:1].upper()}{use[1:]}."
    other = told.get("reversed")
    if isinstance(other, Mapping) and other.get("name"):
        yield f"  Reversed it is {other['name']}."


def _uses(told: Mapping[str, Any]) -> Iterator[str]:
    uses = told.get("uses") or [told.get("form") or told]
    for use in uses:
        when = naming.listing([_WHEN.get(w, naming.words(w)) for w in use.get("when") or ()])
        at = _AT.get(str(use.get("target") or use.get("on") or ""), "")
        for effect in use.get("effects") or [use.get("effect")]:
            if isinstance(effect, Mapping):
                measures = ", ".join([*_measures(effect), *(m for m in _measures(use))])
                where = ", ".join(part for part in (when, at) if part)
                verb = naming.words(str(effect.get("effect", "")))
                own = f" {use['name']}" if use.get("name") and use is not told else ""
                yield f"{f'{where}: ' if where else ''}{verb}{own}{f' ({measures})' if measures else ''}"


def _measures(told: Mapping[str, Any]) -> Iterator[str]:
    """What is not usual of it, in words: numbers with their names, words as they are."""
    for name, value in told.items():
        if name in _SKIPPED or value in ("", (), [], None, False, 0, {}, "same"):
            continue
        words = naming.words(name)
        if value is True:
            yield words.removeprefix("is ")
        elif isinstance(value, Mapping):
            is_scale = bool({"per_level", "per_int", "plus"} & set(value))
            inner = _scaled(value) if is_scale else ", ".join(_measures(value))
            if inner:
                yield f"{words} {inner}"
        elif isinstance(value, list | tuple):
            yield f"{words} {', '.join(str(naming.words(str(v))) for v in value)}"
        elif isinstance(value, int) and " per " in words:
            yield f"{value} {words}"
        elif isinstance(value, int) and words.endswith(_LABELS):
            yield f"{words} {value}"
        elif isinstance(value, int) and " " in words:
            *first, unit = words.split()
            yield f"{' '.join(first)} {value} {unit}"
        else:
            yield f"{words} {naming.words(str(value))}"


def _scaled(value: Mapping[str, Any]) -> str:
    """A number that grows with the caster: `2 a level and 1`, `a turn a level`."""
    unit = naming.words(str(value.get("unit") or ""))
    unit = "" if unit == "ended" else unit
    each = [f"{value[key]}{f' {unit}' if unit else ''} a {of}" for key, of in _GROWS if value.get(key)]
    each += [f"{value['plus']}{f' {unit}' if unit else ''}"] if value.get("plus") else []
    return " and ".join(each) or ("until it is ended" if "unit" in value else "")
