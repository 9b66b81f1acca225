"""What people call the members of a party besides their names: by their class, or by what they are good for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from underkeep.table.speech.lexicon import forms, group
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_OTHER_NAMES = {
    "magic user": "mu mage wizard magician sorcerer spellcaster caster",
    "cleric": "priest priestess healer caster",
    "elf": "caster",
    "thief": "rogue burglar sneak",
    "fighter": "warrior soldier tank",
    "dwarf": "tank",
}
_SHOOTERS = ("bow", "sling", "crossbow")


def class_names(members: Sequence[Creature]) -> dict[str, list[Creature]]:
    """Those who are meant by each word: `thief`, `the mage`, `casters`, `archers`; the longest words first."""
    found: dict[str, list[Creature]] = {}
    for creature in members:
        kind = " ".join(parts(creature.kind))
        words = [kind, *_OTHER_NAMES.get(kind, "").split()] if kind and kind not in parts(creature.name) else []
        if any("spellbook" in item.name.lower() for item in creature.items):
            words += ["caster", "mage", "wizard"]
        if any(word in item.name.lower() for item in creature.items for word in _SHOOTERS):
            words += ["archer", "bowman", "bowmen", "shooter", "missile troop", "missile", "bow"]
        else:
            words += ["melee", "melee fighter", "front rank", "front line"]
        for word in words:
            for form in (word, _plural(word)):
                if form and creature not in found.setdefault(form, []):
                    found[form].append(creature)
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


_TOLD = r"^(?P<lead>(?:(?:please|and|then|now|ok|okay|so),? )*(?:(?:have|let|get|make|tell|order|send) )?)"
_DOES = r"(?P<to>,? (?:to |should |shall |will |must |can )?)(?P<verb>[a-z]+)\b"


def by_class(reader: Reader, line: str) -> str:
    """The line with the name of the one of its class whom it tells to do something: `have the thief listen`."""
    if reader.state.fight is not None or reader.state.encounter is not None or reader.state.prompts:
        return line
    for word, some in class_names(ours(reader)).items():
        told = _TOLD + rf"(?:the|our) {word.replace(' ', '[ -]')}" + _DOES
        found = re.match(told, line, re.IGNORECASE) if len(some) == 1 else None
        if found is not None and forms(found["verb"].lower()) & group("verbs"):
            return f"{found['lead']}{some[0].name.split()[0]}{found['to']}{line[found.start('verb') :]}"
    return line


def all_class_words(roster: Mapping[str, str]) -> frozenset[str]:
    """Every word for a class of the game, whether or not there is one in the party."""
    kinds = [" ".join(parts(name)) for name, sort in roster.items() if sort == "character"]
    return frozenset(word for kind in kinds for word in (kind, *_OTHER_NAMES.get(kind, "").split()))


def _plural(word: str) -> str:
    return {"thief": "thieves", "dwarf": "dwarves", "elf": "elves"}.get(word, f"{word}s")
