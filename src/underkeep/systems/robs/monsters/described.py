"""Any creature from a description: each phrase is judged by its adjective, and the adjective's number is used.

`huge, four-legged, Great strength, thick hide, poisonous bite`. What no phrase says is Average; what cannot be read is
the referee's to run, and stands with the creature."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct, field

from underkeep.errors import UnderkeepError
from underkeep.kernel.executes import executes
from underkeep.systems.robs.basics import traits as t
from underkeep.systems.robs.basics.compendium import Monster, monsters
from underkeep.systems.robs.basics.numbers import ADJECTIVES, value_of
from underkeep.systems.robs.basics.scale import PLANET_EATER, scale_of
from underkeep.systems.robs.basics.sheet import ATTRIBUTES, NaturalAttack

SIZES = {
    "minute": -12, "tiny": -9, "little": -5, "small": -3, "man-sized": 0, "large": 2, "big": 2, "very large": 4,
    "huge": 6, "gigantic": 9, "colossal": 12,
}  # fmt: skip
NAMES = {
    "STR": "strength|strong|str|muscle", "DEX": "agility|dexterity|dex|reflexes",
    "CON": "constitution|health|con|toughness",
    "INT": "intelligence|wits|int|mind|wisdom", "CHA": "charisma|presence|cha|personality",
}  # fmt: skip
HIDES = {
    "soft hide": 1,
    "hide": 1,
    "fur": 1,
    "thick hide": 2,
    "carapace": 2,
    "shell": 3,
    "scales": 3,
    "plates": 4,
    "stone": 4,
}
BODIES = {
    "two-legged": "biped", "biped": "biped", "humanoid": "biped", "four-legged": "quadruped", "quadruped": "quadruped",
    "insect": "vermin", "mouse-like": "vermin", "winged": "flier", "flying": "flier", "flies": "flier",
}  # fmt: skip
BLOWS = (
    "bite",
    "claws",
    "claw",
    "horns",
    "sting",
    "fist",
    "fists",
    "hooves",
    "talons",
    "tail",
    "tentacles",
    "beak",
    "tusks",
    "slam",
)
BLUNT = ("fist", "fists", "hooves", "tail", "tentacles", "slam")
QUADRUPED_LEAST, FLIER_LEAST, VERMIN_MORE = 2, 2, 10
SPRINTS = {"runs like the wind": 5, "hunting cat": 5, "horse": 5, "cannot run": 1, "slow": 1, "slime": 1, "turtle": 1}
BASE_ODF = 1
MOST_PHRASES = 30
_ADJECTIVE = re.compile(rf"((?:abysmal-|legendary\+)\d+|{'|'.join(ADJECTIVES.values())})\b", re.IGNORECASE)
_PHRASES: dict[str, Callable[[], t.Trait]] = {
    "undead": t.Undead, "mindless": t.Mindless, "cold-bodied": t.ColdBodied, "sees warmth": t.Infrared,
    "sees in the dark": t.Infrared, "hunts in packs": t.Pack, "pounces": t.Pounce, "spins webs": t.Web,
    "grips": t.Grapple, "grapples": t.Grapple, "regenerates": lambda: t.Regenerate(1),
    "harmed only by magic": lambda: t.HarmedOnlyBy("magic"),
    "harmed only by silver": lambda: t.HarmedOnlyBy("silver or magic"),
    "breathes fire": lambda: t.Breath(4, 3, 8), "stony gaze": lambda: t.Gaze(2),
    "paralysing touch": lambda: t.Paralyse(1, "1d6"),
    "diseased": lambda: t.Disease(0, "1d6"), "drinks blood": lambda: t.BloodDrain(1), "swims": t.Swimmer,
    "charming song": lambda: t.Charm(1, "1d6", "song"), "charming glance": lambda: t.Charm(1, "1d6"),
}  # fmt: skip
IMPORT = "robs:referee.import-by-adjective"
_BIPED, _BODIES, _SPRINT = (
    "robs:movement.biped-guideline",
    "robs:movement.other-bodies",
    "robs:movement.sprint-exceptions",
)


class Described(Struct):
    """What a description has said so far."""

    scale: int | None = None
    scores: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ATTRIBUTES, 0))
    ddf: int = 0
    body: str = "biped"
    level: int | None = None
    hp: int | None = None
    lawfulness: int = 0
    sprint: int = 3
    movement: int | None = None
    attacks: list[NaturalAttack] = field(default_factory=list)
    traits: list[t.Trait] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)


class Made(Struct, frozen=True):
    """The creature, the rules by which it came about, what the referee is warned of, and what could not be read."""

    monster: Monster
    rules: tuple[str, ...]
    warnings: tuple[str, ...]
    unread: tuple[str, ...]


@executes("robs:referee.import-by-adjective", "robs:dice.adjectives.ladder")
def describe(text: str, name: str) -> Made:
    """Each phrase in turn; hit points and level follow from size and CON where nothing is said of them."""
    phrases = [part.strip().lower() for part in text.split(",") if part.strip()]
    if not phrases or len(phrases) > MOST_PHRASES:
        raise UnderkeepError(f'Describe it in 1 to {MOST_PHRASES} phrases, like "huge, Great strength, thick hide".')
    found = Described(rules=[IMPORT])
    for phrase in phrases:
        if not any(read(found, phrase) for read in _READERS):
            found.unread.append(phrase)
    return _made(found, name)


def _made(found: Described, name: str) -> Made:
    scale = found.scale or 0
    level = found.level if found.level is not None else max(1, 1 + scale // 2)
    hp = found.hp if found.hp is not None else max(1, round(6.5 + found.scores["CON"] + 2.5 * (level - 1)))
    walk, fly = movement_for(found.body, scale, found.movement)
    found.rules.append(_BIPED if found.body == "biped" else _BODIES)
    attacks = tuple(found.attacks) or (NaturalAttack("blow", BASE_ODF),)
    manual = f"As described: {'; '.join(found.unread)}." if found.unread else ""
    special = len(found.traits) + (fly is not None)
    monster = Monster(
        name, scale, level, found.scores, hp, walk, found.lawfulness, max(1, hp + scale + 2 * special), (), found.ddf,
        attacks, fly, found.sprint, tuple(found.traits), manual, (),
    )  # fmt: skip
    return Made(monster, tuple(dict.fromkeys(found.rules)), tuple(_warnings(monster)), tuple(found.unread))


@executes("robs:scale.extremes", "robs:race.other.scale-not-strength")
def _warnings(monster: Monster) -> list[str]:
    """A creature of Scale 100 eats planets; and size is strength already."""
    found = []
    if monster.scale >= PLANET_EATER:
        found.append(f"Scale {monster.scale} is that of a planet-eater (the moon is 120).")
    if monster.scale > 0 and monster.attributes["STR"] > 1:
        found.append("Its Scale is strength already; STR on top of it counts size twice.")
    return found


@executes("robs:movement.biped-guideline", "robs:movement.other-bodies")
def movement_for(body: str, scale: int, said: int | None) -> tuple[int, int | None]:
    """Movement on foot and, for fliers, in the air: a biped's is its Scale, four legs and wings give 2 at least, and
    what scurries has 10 more than its Scale."""
    if body == "flier":
        return min(scale, 0), max(FLIER_LEAST, scale) if said is None else said
    if said is not None:
        return said, None
    if body == "quadruped":
        return max(QUADRUPED_LEAST, scale), None
    return (scale + VERMIN_MORE if body == "vermin" else scale), None


def _size(found: Described, phrase: str) -> bool:
    told = re.fullmatch(r"scale ([+-]?\d+)", phrase)
    mass = re.fullmatch(r"(\d+(?:\.\d+)?) ?kg", phrase)
    like = re.fullmatch(r"(?:as big as|the size of) an? (.+)", phrase)
    if told:
        found.scale = int(told[1])
    elif mass and float(mass[1]) > 0:
        found.scale = scale_of(float(mass[1]))
    elif like and (known := _listed(like[1])) is not None:
        found.scale = known.scale
    elif phrase in SIZES:
        found.scale = SIZES[phrase]
    else:
        return False
    found.rules.append("robs:scale.table")
    return True


def _listed(name: str) -> Monster | None:
    return next((m for m in monsters().values() if m.name.lower() == name), None)


def _score(found: Described, phrase: str) -> bool:
    adjective = _ADJECTIVE.match(phrase)
    rest = phrase[adjective.end() :].strip() if adjective else ""
    for attribute, names in NAMES.items():
        if adjective and re.fullmatch(names, rest):
            found.scores[attribute] = _beyond(found, value_of(adjective[1]))
            return True
    if adjective and rest in ("speed", "movement"):
        found.movement = value_of(adjective[1])
        return True
    return False


def _beyond(found: Described, value: int) -> int:
    """The value, with the rule for what lies beyond the ends of the ladder."""
    if abs(value) > max(ADJECTIVES):
        found.rules.append("robs:dice.adjectives.above" if value > 0 else "robs:dice.adjectives.below")
    return value


def _blow(found: Described, phrase: str) -> bool:
    """`poisonous bite`, `Great claws`: small natural arms have ODF 1, sharp ones 1 more, and the adjective is added."""
    words = phrase.split()
    if words[-1] not in BLOWS:
        return False
    adjective = _ADJECTIVE.match(phrase)
    odf = BASE_ODF + (words[-1] not in BLUNT) + (value_of(adjective[1]) if adjective else 0)
    found.attacks.append(NaturalAttack(words[-1], odf))
    if "poisonous" in words or "venomous" in words:
        deadly = "deadly" in words
        found.traits.append(t.Poison(2 if deadly else 1, "6" if deadly else "3", words[-1]))
    if "paralysing" in words:
        found.traits.append(t.Paralyse(1, "1d6", words[-1]))
    found.rules.append("robs:damage.odf.guidelines")
    return True


def _nature(found: Described, phrase: str) -> bool:
    if phrase in HIDES:
        found.ddf = HIDES[phrase]
    elif phrase in BODIES:
        found.body = BODIES[phrase]
    elif phrase in _PHRASES:
        found.traits.append(_PHRASES[phrase]())
    elif phrase in ("evil", "lawful", "good", "neutral"):
        found.lawfulness = {"evil": -3, "neutral": 0}.get(phrase, 2)
    else:
        return False
    return True


@executes("robs:movement.sprint-exceptions")
def _sprint(found: Described, phrase: str) -> bool:
    """Three times a walk, five for what hunts or gallops, and none at all for what cannot run."""
    if phrase not in SPRINTS:
        return False
    found.sprint = SPRINTS[phrase]
    found.rules.append(_SPRINT)
    return True


def _numbers(found: Described, phrase: str) -> bool:
    level, points = re.fullmatch(r"level (\d{1,2})", phrase), re.fullmatch(r"(\d{1,4}) (?:hit points|hp)", phrase)
    if level:
        found.level = int(level[1])
    if points:
        found.hp = max(1, int(points[1]))
    return bool(level or points)


_READERS = (_size, _score, _blow, _nature, _sprint, _numbers)
