"""The special abilities that classes gain by level: who has which, and the small bonuses some of them are."""

from __future__ import annotations

from functools import lru_cache

from underkeep.kernel.executes import executes
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import RampageSheet

NEVER = 99
DEADLY = ("Deadly Shot", "Deadly Stab", "Deadly Bash", "Deadly Thrust")


@executes(
    "rampage:class.jack.abilities-by-level",
    "rampage:class.militant.specials",
    "rampage:class.spiritual.specials",
    "rampage:class.guardian.specials",
    "rampage:class.druid.specials",
    "rampage:class.punisher.specials",
    "rampage:class.warlock.specials",
)
@lru_cache(maxsize=4096)
def has_ability(classes: tuple[str, ...], level: int, name: str) -> bool:
    """Whether one of the classes gives this by now."""
    return any(compendium.classes()[kind].specials.get(name, NEVER) <= level for kind in classes)


def has_special(own: RampageSheet, name: str) -> bool:
    return bool(own.classes) and has_ability(own.classes, own.level, name)


@executes(
    "rampage:class.jack.abilities-by-level",
    "rampage:class.militant.specials",
    "rampage:class.spiritual.specials",
    "rampage:class.guardian.specials",
    "rampage:class.druid.specials",
    "rampage:class.punisher.specials",
    "rampage:class.warlock.specials",
)
def gained(classes: tuple[str, ...], level: int) -> tuple[str, ...]:
    """All that the classes give by now, in the order of the levels."""
    found = [(at, name) for kind in classes for name, at in compendium.classes()[kind].specials.items() if at <= level]
    return tuple(name for _, name in sorted(found, key=lambda row: row[0]))


@executes("rampage:class.ability.swordsman")
def sword_bonus(own: RampageSheet, kind: str) -> int:
    """A Swordsman's point with any sword but the two-handed one."""
    return 1 if kind in ("sword", "short-sword", "sickle-sword") and has_special(own, "Swordsman") else 0


@executes("rampage:class.ability.blade-of-doom.magic", "rampage:class.ravager.blade-magic")
def blade_bonus(own: RampageSheet, kind: str) -> tuple[int, str]:
    """What a demonic blade adds in its owner's hand, and the rule: nothing before it has become magic."""
    if kind in ("blade-of-doom", "ax-of-doom") and "punisher" in own.classes:
        return (1 if own.level >= 5 else 0), "rampage:class.ability.blade-of-doom.magic"
    if kind in ("blade-of-death", "ax-of-death") and "ravager" in own.classes:
        return (2 if own.level >= 8 else 1 if own.level >= 4 else 0), "rampage:class.ravager.blade-magic"
    return 0, ""


@executes("rampage:class.ability.blade-of-doom.heal", "rampage:class.ravager.blade-of-death")
def blade_heals(own: RampageSheet, kind: str) -> tuple[int, str]:
    """What its owner gets back who fells an enemy with it; another gets nothing."""
    if kind in ("blade-of-doom", "ax-of-doom") and "punisher" in own.classes:
        return 2, "rampage:class.ability.blade-of-doom.heal"
    if kind in ("blade-of-death", "ax-of-death") and "ravager" in own.classes:
        return 3, "rampage:class.ravager.blade-of-death"
    return 0, ""


_TWICE: dict[str, tuple[tuple[str, str], ...]] = {
    "track-wilderness": (("Track Star", "class.ability.track-star"),),
    "find-path": (("Traveler", "class.ability.traveler"),),
    "forage": (("Traveler", "class.ability.traveler"),),
    "bash-open-doors": (("Door Man", "class.ability.door-man"),),
    "open-door-silently": (("Door Man", "class.ability.door-man"),),
    "pick-pocket": (("Pocketeer", "class.ability.pocketeer"),),
    "climb": (("2nd Story Man", "class.ability.second-story-man"),),
    "climb-smooth": (("2nd Story Man", "class.ability.second-story-man"),),
    "find-mechanical-traps": (("Trapper Jack", "class.ability.trapper-jack"),),
    "detect-pits": (("Trapper Jack", "class.ability.trapper-jack"),),
    "mules-on-stairs": (("Mule Master", "class.ability.mule-master.stairs"),),
    "bandage-wounds": (("Saw Bones", "class.ability.saw-bones"),),
}


@executes(
    "rampage:class.ability.track-star",
    "rampage:class.ability.traveler",
    "rampage:class.ability.door-man",
    "rampage:class.ability.pocketeer",
    "rampage:class.ability.second-story-man",
    "rampage:class.ability.trapper-jack",
    "rampage:class.ability.mule-master.stairs",
    "rampage:class.ability.saw-bones",
)
def rolls_twice(own: RampageSheet, task: str, what: str = "") -> str:
    """The rule by which a task is rolled twice and the better counts; empty if it is not. A lock counts on a door and
    not on a chest, a device if it is a trap.
    """
    pairs = _TWICE.get(task, ())
    if task == "pick-lock" and "chest" not in what:
        pairs = (("Door Man", "class.ability.door-man"),)
    if task == "manipulate-device" and ("trap" in what or "disarm" in what):
        pairs = (("Trapper Jack", "class.ability.trapper-jack"),)
    return next((f"rampage:{rule}" for name, rule in pairs if has_special(own, name)), "")
