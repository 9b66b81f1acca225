"""What a spell does: in the game's own sentence for it, or else read off the content, where it is cast, at whom, and
the effect with its measures.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from underkeep.procedures.ruleset import Ruleset
from underkeep.table import naming
from underkeep.table.speech.wording import parts, tokens

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


def spells_in(rules: Ruleset, text: str) -> list[str]:
    """The spells whose names stand in a text; a name that is only a part of a longer one there is not meant."""
    left, found = f" {' '.join(parts(text))} ", []
    for name in sorted(rules.spells(), key=len, reverse=True):
        words = f" {' '.join(parts(name.partition(' (')[0]))} "
        if words in left:
            left = left.replace(words, " | ")
            found.append((text.lower().find(name.partition(" (")[0].lower()), name.partition(" (")[0]))
    return [name for _, name in sorted(found)]


def described(rules: Ruleset, words: str) -> list[str]:
    """The spells that are named by these words, each in a line or a few; nothing if there is none."""
    known, own = rules.spells(), sentences(type(rules))
    return [line for name in named(rules, words)[:MOST_TOLD] for line in _one(name, known[name], own.get(name, ""))]


def uses(rules: Ruleset, words: str) -> list[str]:
    """Each way in which the spells of these words are cast: when and at whom, then a colon and what it does."""
    known = rules.spells()
    every = [use for name in named(rules, words)[:MOST_TOLD] for use in _uses(_plain(known[name]))]
    return [f"{use[:1].upper()}{use[1:]}." for use in every]


@cache
def sentences(game: type[Ruleset]) -> Mapping[str, str]:
    """What a game says of its spells, by their names: `words_of_spells.toml` beside the module of its ruleset."""
    package = sys.modules[game.__module__].__package__
    file = files(package).joinpath("words_of_spells.toml") if package else None
    return tomllib.loads(file.read_text("utf-8")) if file is not None and file.is_file() else {}


def usual_form(spell: Any) -> str:
    """The spell of which this one is the reversed form."""
    told = _plain(spell)
    usual = told.get("spell") if told.get("is_reversed") else None
    return str(usual["name"]) if isinstance(usual, Mapping) else ""


def is_magic(title: str, label: str) -> bool:
    """Whether a row of a sheet is about spells."""
    words = {*parts(title), *parts(label)}
    return bool(words & {"spells", "spell", "memorised", "spellbook", "spellbooks"}) and "saving" not in words


def _plain(spell: Any) -> dict[str, Any]:
    told = msgspec.to_builtins(spell, enc_hook=str)
    return told if isinstance(told, dict) else {}


def _one(name: str, spell: Any, sentence: str) -> Iterator[str]:
    told = _plain(spell)
    if sentence:
        level = told.get("level") or (told.get("spell") or {}).get("level")
        other, usual = told.get("reversed"), usual_form(spell)
        turned = f" Reversed it is {other['name']}." if isinstance(other, Mapping) else ""
        turned = f" It is the reverse of {usual}." if usual else turned
        yield f"{name}{f': level {level}' if level else ''}. {sentence}{turned}"
        return
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
