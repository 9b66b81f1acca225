"""Swords that think: whether one does, how clever and how wilful it is, on whose side, and what it can do."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.enchanted import SwordMind
from underkeep.systems.ose.monsters.listings import monsters

SENTIENT_IN_100 = 30
PURPOSE_IN_20 = 1
INTELLIGENCE, EGO = parse("1d6+6"), parse("1d12")
MOST = 12
SPEAKS_FROM = 10
ALIGNMENTS = ((13, "Lawful"), (18, "Neutral"), (20, "Chaotic"))
SENSORY = {7: 1, 8: 2, 9: 3, 10: 3, 11: 3, 12: 3}
SENSORY_POWERS = (
    "detect evil or good",
    "detect gems",
    "detect magic",
    "detect metals",
    "detect shifting architecture",
    "detect slopes",
    "detect traps",
    "locate secret doors",
    "see invisible objects",
)
EXTRAORDINARY_POWERS = (
    "clairaudience",
    "clairvoyance",
    "ESP",
    "extra damage",
    "flying",
    "healing",
    "illusion",
    "levitation",
    "telekinesis",
    "telepathy",
    "teleportation",
    "x-ray vision",
)
OFTEN = ("extra damage", "healing")
"""What a sword may have more than once."""
ONE_MORE, TWO_MORE, THREE_MORE = "an extraordinary power", "two more", "three more"
PURPOSES = ("arcane casters", "divine casters", "warriors", "monsters", "Lawful", "Chaotic")


@executes("ose:magic-item.categories")
def roll_mind(do: Resolution) -> SwordMind | None:
    """Three swords in ten think, and of those one in twenty has a purpose: such a one is as clever and as wilful as a
    sword can be.
    """
    if do.dice.roll(1, 100, "whether a sword thinks")[0] > SENTIENT_IN_100:
        return None
    has_purpose = do.dice.roll(1, 20, "whether a sword has a purpose")[0] <= PURPOSE_IN_20
    intelligence = MOST if has_purpose else do.roll_total(INTELLIGENCE, "intelligence of a sword").total
    ego = MOST if has_purpose else do.roll_total(EGO, "ego of a sword").total
    face = do.dice.roll(1, 20, "alignment of a sword")[0]
    alignment = next(name for most, name in ALIGNMENTS if face <= most)
    languages = _languages(do) if intelligence >= SPEAKS_FROM else 0
    powers = _powers(do, intelligence)
    return SwordMind(intelligence, ego, alignment, powers, languages, _purpose(do, alignment) if has_purpose else "")


def _purpose(do: Resolution, alignment: str) -> str:
    """What it was made to slay: never those of its own alignment."""
    found: str = do.pick(PURPOSES, "purpose of a sword")
    if found == "monsters":
        return str(do.pick(tuple(sorted(monsters())), "which monsters a sword is to slay"))
    if found == alignment:
        return "Chaotic" if alignment == "Lawful" else "Lawful"
    return found


@executes("ose:magic-item.categories")
def _languages(do: Resolution) -> int:
    """How many it speaks besides that of its alignment."""
    face = do.dice.roll(1, 100, "languages of a sword")[0]
    rows = compendium.tables()["sword-languages"].rows
    count = next(count for low, high, count in rows if low <= face <= high)
    return count or _languages(do) + _languages(do)


@executes("ose:magic-item.categories")
def _powers(do: Resolution, intelligence: int) -> tuple[str, ...]:
    """The senses that its wits give it, and for the cleverest something out of the ordinary."""
    found: list[str] = []
    for _ in range(SENSORY[intelligence]):
        _add_sense(do, found)
    if intelligence == MOST:
        _add_extraordinary(do, found)
    return tuple(found)


def _add_sense(do: Resolution, found: list[str]) -> None:
    """One more sense, none twice; the ends of the table lead on."""
    while True:
        face = do.dice.roll(1, 100, "sense of a sword")[0]
        row = next(row for row in compendium.tables()["sword-senses"].rows if row[0] <= face <= row[1])
        if row[2] == len(SENSORY_POWERS):
            _add_extraordinary(do, found)
            return
        if row[2] > len(SENSORY_POWERS):
            _add_sense(do, found)
            _add_sense(do, found)
            return
        if SENSORY_POWERS[row[2]] not in found:
            found.append(SENSORY_POWERS[row[2]])
            return


def _add_extraordinary(do: Resolution, found: list[str]) -> None:
    while True:
        face = do.dice.roll(1, 100, "power of a sword")[0]
        row = next(row for row in compendium.tables()["sword-powers"].rows if row[0] <= face <= row[1])
        more = row[2] - len(EXTRAORDINARY_POWERS)
        if more >= 0:
            for _ in range(more + 2):
                _add_extraordinary(do, found)
            return
        power = EXTRAORDINARY_POWERS[row[2]]
        if power not in found or power in OFTEN:
            found.append(power)
            return


def extraordinary(mind: SwordMind) -> int:
    """How many powers out of the ordinary it has."""
    return sum(power in EXTRAORDINARY_POWERS for power in mind.powers)
