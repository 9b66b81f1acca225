"""What people call the members of a party besides their names: by their class, or by what they are good for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def all_class_words(roster: Mapping[str, str]) -> frozenset[str]:
    """Every word for a class of the game, whether or not there is one in the party."""
    kinds = [" ".join(parts(name)) for name, sort in roster.items() if sort == "character"]
    return frozenset(word for kind in kinds for word in (kind, *_OTHER_NAMES.get(kind, "").split()))


def _plural(word: str) -> str:
    return {"thief": "thieves", "dwarf": "dwarves", "elf": "elves"}.get(word, f"{word}s")
