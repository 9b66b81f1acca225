"""Words for people of the party in any order: names, classes, everybody, those in its pay, the others."""

from __future__ import annotations

import re

from msgspec import Struct

from underkeep.table.speech.classes import class_names
from underkeep.table.speech.meanings import Reader, ours
from underkeep.table.speech.patterns import text
from underkeep.table.speech.wording import first_part, parts


class Group(Struct, frozen=True):
    """Those who are meant; whether that is everybody, and whether each for himself."""

    ids: tuple[str, ...]
    is_all: bool = False
    is_each: bool = False


class People:
    """Finds people in the forms of a line: `{people}` in a form stands for any of them, joined."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._own = {first_part(c.name): c.id for c in ours(reader) if first_part(c.name)}
        self._classes = {
            word: tuple(c.id for c in some)
            for word, some in class_names(ours(reader)).items()
            if word not in text("people_named", "no_class").split()
        }
        one = "|".join(
            (
                *(re.escape(name) for name in self._own),
                *(rf"(?:the |our )?(?:two |both )?{re.escape(word)}" for word in self._classes),
                text("people_named", "all"),
                text("people_named", "hired"),
                text("people_named", "others"),
            )
        )
        self._people = rf"(?:both )?(?:{one})(?:(?:, and|,| and| &) (?:{one}))*"

    def match(self, form: str, said: str) -> re.Match[str] | None:
        """The whole line in this form."""
        return re.fullmatch(form.replace("{people}", self._people), said)

    def search(self, form: str, said: str) -> re.Match[str] | None:
        """The form anywhere in the line."""
        return re.search(form.replace("{people}", self._people), said)

    def group(self, said: str) -> Group | None:
        """Those whom such words mean; None if that is nobody."""
        words, own = parts(said), list(self._own.values())
        found = [self._own[word] for word in words if word in self._own]
        for called, ids in self._classes.items():
            if f" {called} " in f" {' '.join(words)} ":
                found += [id for id in ids if id not in found]
        town = self._reader.rules.town
        if re.search(text("people_named", "hired"), said) is not None and town is not None:
            found += [c.id for c in ours(self._reader) if town.serves(self._reader.state, c) and c.id not in found]
        if re.search(rf"\b(?:{text('people_named', 'others')})\b", said) is not None:
            return Group(tuple(id for id in own if id not in found))
        if found:
            return Group(tuple(found))
        is_each = bool({"everyone", "everybody", "each", "every"} & set(words))
        is_all = re.fullmatch(text("people_named", "all"), said) is not None
        return Group(tuple(own), is_all=True, is_each=is_each) if is_all else None
