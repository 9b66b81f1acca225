"""English for lists and counts: plurals, articles, numbers in words. It knows words, not things."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PLURALS = {
    "man": "men", "woman": "women", "mouse": "mice", "wolf": "wolves", "dwarf": "dwarves", "elf": "elves",
    "staff": "staves", "knife": "knives", "foot": "feet", "tooth": "teeth", "sheep": "sheep", "deer": "deer",
    "fish": "fish", "thief": "thieves", "leaf": "leaves",
}  # fmt: skip
_ODD = re.compile(rf"(?:^(?:{'|'.join(_PLURALS)})|(?<!hu)man|wolf)$")
UNCOUNTED = {
    "armour", "bacon", "barding", "chainmail", "chalk", "clay", "cloth", "clothes", "clothing", "flour", "food",
    "garlic", "glue", "gold", "grease", "honey", "incense", "iron", "jewellery", "lard", "leather", "lightning", "mail",
    "oil", "paint", "perfume", "poultry", "salt", "silk", "silver", "soap", "twine", "water", "wax", "wine",
    "wolfsbane",
}  # fmt: skip
_VOWEL = re.compile(r"(?!uni|use|one\b|eu)[aeiou]|8|11\b|18\b|hour|heir|honest")
TAIL = re.compile(r"(,| of | in | with | from | for | and | \(| [+-]\d).*$")


def plural(name: str) -> str:
    """`torches`, `flasks of oil`, `ropes, 50 feet`; what is not counted stays as it is."""
    if tail := TAIL.search(name):
        return f"{plural(name[: tail.start()])}{tail[0]}"
    head, sep, last = name.rpartition(" ")
    low = last.lower()
    if low in UNCOUNTED:
        many = last
    elif odd := _ODD.search(low):
        many = last[:1] + f"{low[: odd.start()]}{_PLURALS[odd[0]]}"[1:]
    elif low.endswith("s") and not low.endswith("ss"):
        many = last
    elif low.endswith(("ss", "x", "ch", "sh", "z")):
        many = f"{last}es"
    elif low.endswith("y") and low[-2:-1] not in "aeiou":
        many = f"{last[:-1]}ies"
    else:
        many = f"{last}s"
    return f"{head}{sep}{many}"


def article(name: str) -> str:
    return f"an {name}" if _VOWEL.match(name.lower()) else f"a {name}"


def listing(parts: Sequence[str]) -> str:
    """`a, b and c`"""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def small_first(name: str) -> str:
    """Without the capital of a list: `standard rations`, but `X-Ray lens`."""
    return name[:1].lower() + name[1:] if name[1:2].islower() or name[1:2] in " -" else name


def number(count: int) -> str:
    """`six`, but `14`."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def ordinal(count: int) -> str:
    """`third`, but `12th`."""
    return ORDINALS[count - 1] if 0 < count <= len(ORDINALS) else f"{count}th"
