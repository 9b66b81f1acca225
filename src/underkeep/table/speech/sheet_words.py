"""The words by which people ask for something that stands on a sheet: who is strongest, who speaks elvish."""

from __future__ import annotations

from collections.abc import Sequence

from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature
from underkeep.world.state import State

_ASKED: dict[str, str] = {
    "str": "strength strong strongest weak weakest stronger str muscle brawny",
    "dex": "dexterity dex nimble nimblest quickest agile dexterous",
    "con": "constitution con tough toughest hardy sturdiest",
    "int": "intelligence int smart smartest dumbest clever cleverest brains brightest intelligent",
    "wis": "wisdom wis wise wisest",
    "cha": "charisma cha charming charismatic persuasive talker friendliest prettiest",
    "languages speaks": "language languages tongue tongues speak speaks elvish dwarvish orcish fluent translate read",
    "save saving": "save saves saving",
    "movement move speed": "fast fastest speed movement slow slowest",
    "alignment": "alignment lawful chaotic neutral",
    "attack attacks thac0": "thac0 attack attacks damage hit fighter weapon weapons fights",
    "load slots encumbrance": "slots slot load encumbered encumbrance overloaded weight heavy heaviest",
    "hear listen": "hearing hears ears",
    "climb": "climb climber climbs climbing",
    "locks": "lock locks picklock lockpicking",
    "traps": "disarm",
    "hide hiding": "hide hiding stealthy stealthiest sneak sneaky sneakiest stealth",
    "level experience": "level levels xp experience",
    "careers career": "career careers job profession background",
    "armour ac": "ac armoured",
    "class abilities skills": "skill skills abilities talents",
    "infravision": "infravision darkvision nightvision",
    "property": "property stronghold domain castle keep tower land estate garrison settlers followers builders",
}
_BY_WORD = {word: labels for labels, words in _ASKED.items() for word in words.split()}
_BEST = {"best", "most", "highest", "least", "lowest", "worst"}


def asked_of(words: Sequence[str]) -> str:
    """The labels of a sheet that a question asks for; empty if none."""
    found = [_BY_WORD[word] for word in words if word in _BY_WORD]
    return found[0] if found else ""


def told(rules: Ruleset, state: State, members: Sequence[Creature], labels: str) -> list[str]:
    """What the sheets of these have under the labels, by the label or the section; those without are left out where
    others have something.
    """
    wanted, lines, empty = set(parts(labels)), [], []
    for creature in members:
        card = rules.card(state, creature)
        rows = [
            f"{label} {value}" if label.lower() != "speaks" else f"speaks {value}"
            for title, rows in card.sections
            for label, value in rows
            if wanted & set(parts(label)) or wanted & set(parts(title))
        ]
        if rows:
            lines.append(f"{creature.name} ({card.subtitle}): {'; '.join(rows)}")
        else:
            empty.append(f"{creature.name} ({card.subtitle}): nothing of the kind on the sheet")
    return lines or (empty if len(empty) == 1 else ["Nothing of the kind stands on anybody's sheet."])
