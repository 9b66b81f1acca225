"""What a character's class or two classes give at a level: attack, save, hit dice, power, and what may be used."""

from __future__ import annotations

from functools import lru_cache

from underkeep.errors import one
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr, reach
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.compendium import Armour, CharacterClass, Level, Weapon
from underkeep.systems.rampage.basics.sheet import ABILITIES, BULK, RampageSheet
from underkeep.systems.rampage.characters.abilities import extra_power

FORBIDDEN_WEAPON = -4
TYPES = ("cleric", "fighter", "jack", "mage")


@executes(
    "rampage:class.fighter.progression",
    "rampage:class.cleric.progression",
    "rampage:class.jack.progression",
    "rampage:class.mage.progression",
    "rampage:creation.class-types",
)
def level_of(character_class: str, level: int) -> Level:
    """All classes of a type share its progression."""
    return compendium.progressions()[compendium.classes()[character_class].type].levels[level - 1]


@executes("rampage:class.multi.xp")
def xp_for(classes: tuple[str, ...], level: int) -> int:
    """The experience that a level takes; those of two classes have a table of their own, and rise in both at once."""
    if len(classes) < 2:
        return level_of(classes[0], level).xp
    types = {compendium.classes()[name].type for name in classes}
    pair = next(row for id, row in compendium.multi_xp().items() if set(id.split("-")) == types)
    return pair.xp[level - 1]


def _levels(classes: tuple[str, ...], level: int) -> list[tuple[CharacterClass, Level]]:
    return [(compendium.classes()[name], level_of(name, level)) for name in classes]


def has_type(classes: tuple[str, ...], kind: str) -> bool:
    return any(compendium.classes()[name].type == kind for name in classes)


@executes("rampage:combat.level-modifiers", "rampage:class.multi.best-of")
@lru_cache(maxsize=1024)
def attack_bonus(classes: tuple[str, ...], level: int) -> int:
    """Clerics of column B read the second column. Ruling: q.jack-attack-10, a jack of level 10 has +5."""
    return max(line.attack_b if kind.column == "B" else line.attack for kind, line in _levels(classes, level))


@executes("rampage:creation.record-save", "rampage:class.cleric.saves", "rampage:class.multi.best-of")
def save_number(classes: tuple[str, ...], level: int) -> int:
    """The number to save on, the better of two classes'."""
    return min(line.save for _, line in _levels(classes, level))


@executes("rampage:class.multi.best-of")
def hit_dice(classes: tuple[str, ...], level: int) -> Expr:
    """Ruling: q.multi-hit-dice, the better expression of the two at this level."""
    return max((line.hit_dice for _, line in _levels(classes, level)), key=lambda dice: reach(dice.tree))


@executes("rampage:class.fighter.bonus-damage", "rampage:class.multi.all-abilities")
@lru_cache(maxsize=1024)
def bonus_damage(classes: tuple[str, ...], level: int) -> int:
    """What a fighter's training adds to each hit."""
    return max((line.bonus_damage for _, line in _levels(classes, level)), default=0)


@executes("rampage:class.jack.back-stab-damage", "rampage:class.ravager.back-stabber")
@lru_cache(maxsize=1024)
def back_stab_multiplier(classes: tuple[str, ...], level: int) -> int:
    """By how much a blow from behind is multiplied."""
    return max((max(line.back_stab, kind.rear_multiplier) for kind, line in _levels(classes, level)), default=1)


@executes("rampage:class.jack.task-bonus")
def task_bonus(classes: tuple[str, ...], level: int) -> int:
    """What a jack's level adds to every adventuring task."""
    return max((line.task for _, line in _levels(classes, level)), default=0)


@executes("rampage:class.jack.surprise")
def surprise_in_6(classes: tuple[str, ...], level: int) -> int:
    """On how many of 6 somebody of these classes surprises others."""
    return max((line.surprise for _, line in _levels(classes, level)), default=2)


@executes(
    "rampage:abilities.wis.cleric-pp-start", "rampage:class.cleric.a-cast-level2", "rampage:creation.note-realm-spells"
)
def power_points(classes: tuple[str, ...], level: int, scores: tuple[int, ...]) -> int:
    """A class that has no power at a level gets none from its score either. Both classes of a caster add up."""
    total = 0
    for kind, line in _levels(classes, level):
        base = line.power_b if kind.column == "B" else line.power
        if base:
            total += base + extra_power(scores[ABILITIES.index("WIS" if kind.type == "cleric" else "INT")])
    return total


@executes("rampage:class.necromancer.exclusive")
def realms(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The realms of magic that the classes open."""
    return tuple(realm for name in classes for realm in compendium.classes()[name].realms)


@executes(
    "rampage:class.jack.weapons",
    "rampage:class.mage.weapons",
    "rampage:class.lackey.weapons",
    "rampage:class.fighter.armor-weapons",
)
def _allows_weapon(kind: CharacterClass, name: str, weapon: Weapon) -> bool:
    """Whether the class is trained with this weapon, by name or by kind."""
    name = weapon.like or name
    if name in kind.banned:
        return False
    allowed = kind.weapons
    if "all" in allowed or name in allowed or "natural" in weapon.qualities:
        return True
    if weapon.is_missile:
        return "missile" in allowed
    return "one-handed" in allowed and weapon.hands == 1


@executes(
    "rampage:class.cleric.forbidden-weapon",
    "rampage:class.jack.forbidden-weapon",
    "rampage:class.mage.forbidden-weapon",
)
@lru_cache(maxsize=4096)
def weapon_penalty(classes: tuple[str, ...], name: str) -> int:
    """What it costs to hit with a weapon that no class of the character allows."""
    weapon = compendium.weapons()[name]
    permitted = any(_allows_weapon(compendium.classes()[c], name, weapon) for c in classes)
    return 0 if permitted or not classes else FORBIDDEN_WEAPON


@executes("rampage:class.jack.light-mail", "rampage:class.jack.armor")
def _allows_armour(kind: CharacterClass, name: str, armour: Armour) -> bool:
    """Whether the class is trained in this armour or shield."""
    if armour.shield:
        return kind.shields == "all" or (kind.shields == "wooden" and armour.wooden)
    return "all" in kind.armour or name in kind.armour


@executes(
    "rampage:class.jack.armor",
    "rampage:class.jack.light-mail",
    "rampage:class.multi.jack-armor",
    "rampage:class.multi.druid-armor",
)
def is_forbidden_armour(classes: tuple[str, ...], name: str) -> bool:
    """One class that allows it is enough, but jacks and druids keep their limits in any combination. Mages only lose
    their spells in armour, so nothing is forbidden to them.
    """
    armour = compendium.armours()[name]
    kinds = [compendium.classes()[c] for c in classes]
    if armour.shield:
        return not any(_allows_armour(k, name, armour) for k in kinds if k.type != "mage") and any(
            k.type == "cleric" for k in kinds
        )
    strict = [k for k in kinds if k.type == "jack" or k.code == "CD"]
    if strict:
        return not all(_allows_armour(k, name, armour) for k in strict)
    return bool(kinds) and not any(k.type == "mage" or _allows_armour(k, name, armour) for k in kinds)


@executes(
    "rampage:race.dwarf.weapon-bans",
    "rampage:race.gnome.no-large-weapons",
    "rampage:race.halfling.no-large-weapons",
    "rampage:class.berserker.armor",
    "rampage:class.berserker.weapons",
    "rampage:class.jack.no-shield",
)
def why_not_use(race: str, classes: tuple[str, ...], name: str) -> tuple[str, str] | None:
    """The sentence and the rule against ever using a thing, or None. Ruling: q.jack-shield-forbidden."""
    people, kinds = compendium.races()[race], [compendium.classes()[c] for c in classes]
    thing = compendium.gear()[name]
    if isinstance(thing, Weapon):
        name = thing.like or name
        if name in people.banned:
            return f"{people.plural} cannot use a {thing.name}", f"rampage:race.{race}.weapon-bans"
        if BULK[thing.size] > BULK[people.largest_weapon]:
            return (
                f"{people.plural} cannot use a weapon as large as a {thing.name}",
                f"rampage:race.{race}.no-large-weapons",
            )
        for kind in kinds:
            if name in kind.banned:
                return f"{one(kind.name)} may not use a {thing.name}", "rampage:class.berserker.weapons"
    if isinstance(thing, Armour):
        if (
            thing.shield
            and all(k.shields == "refused" or k.type == "mage" for k in kinds)
            and has_type(classes, "jack")
        ):
            return f"{one(kinds[0].name)} may not use a shield", "rampage:class.jack.no-shield"
        for kind in kinds:
            if kind.forbidden == "refused" and not _allows_armour(kind, name, thing):
                return f"{one(kind.name)} may not wear {thing.name}", "rampage:class.berserker.armor"
    return None


@executes("rampage:race.gnome.medium-two-handed", "rampage:race.halfling.medium-two-handed")
def hands_for(race: str, weapon: Weapon) -> int:
    """How many hands the weapon takes; the small folk need both for a middling one."""
    if race and weapon.size == compendium.races()[race].two_handed_size:
        return 2
    return weapon.hands


@executes(
    "rampage:creation.class-by-race",
    "rampage:creation.one-or-two-classes",
    "rampage:race.elf.must-multiclass",
    "rampage:class.fighter.min-str",
    "rampage:class.cleric.min-wis",
    "rampage:class.jack.min-dex",
    "rampage:class.mage.min-int",
    "rampage:class.paladin.requirements",
    "rampage:class.berserker.requirements",
    "rampage:class.ravager.requirements",
)
def why_not_class(race: str, classes: tuple[str, ...], scores: dict[str, int]) -> tuple[str, str] | None:
    """The sentence and the rule against this race having this class or pair of classes with these scores, or None."""
    people = compendium.races()[race]
    kinds = [compendium.classes()[name] for name in classes]
    for name, kind in zip(classes, kinds, strict=True):
        if (people.classes and name not in people.classes) or (kind.races and race not in kind.races):
            return f"{people.plural} cannot be {kind.name}s", "rampage:creation.class-by-race"
        for ability, least in kind.minimums.items():
            if scores[ability] < least:
                return f"{one(kind.name)} needs {ability} {least}", _MINIMUM_RULES.get(name, _TYPE_RULES[kind.type])
    if people.must_combine and len(classes) < 2:
        return f"{people.plural} must combine two classes", "rampage:race.elf.must-multiclass"
    return _why_not_combine(kinds)


_TYPE_RULES = {
    "fighter": "rampage:class.fighter.min-str",
    "cleric": "rampage:class.cleric.min-wis",
    "jack": "rampage:class.jack.min-dex",
    "mage": "rampage:class.mage.min-int",
}
_MINIMUM_RULES = {
    "paladin": "rampage:class.paladin.requirements",
    "berserker": "rampage:class.berserker.requirements",
    "ravager": "rampage:class.ravager.requirements",
}


@executes(
    "rampage:class.multi.different-types", "rampage:class.multi.no-special-fighters", "rampage:class.multi.no-cs-cw"
)
def _why_not_combine(kinds: list[CharacterClass]) -> tuple[str, str] | None:
    """Why these classes do not go together, with the rule that says so."""
    if len(kinds) < 2:
        return None
    if len(kinds) > 2:
        return "A character has at most two classes", "rampage:creation.one-or-two-classes"
    if kinds[0].type == kinds[1].type:
        return "Two classes must be of different types", "rampage:class.multi.different-types"
    for kind, other in (kinds, kinds[::-1]):
        if kind.alone:
            return f"{one(kind.name)} has no second class", "rampage:class.multi.no-special-fighters"
        if kind.combines_with and other.type not in kind.combines_with:
            return f"{one(kind.name)} cannot also be a {other.name}", "rampage:class.multi.no-cs-cw"
    if not set(kinds[0].alignments) & set(kinds[1].alignments):
        return f"{one(kinds[0].name)} and a {kinds[1].name} share no alignment", "rampage:creation.choose-alignment"
    return None


@executes("rampage:creation.choose-alignment", "rampage:alignment.three")
def alignments(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The alignments open to all classes of the character."""
    open_to = [compendium.classes()[name].alignments for name in classes]
    return tuple(a for a in open_to[0] if all(a in others for others in open_to))


def titles(own: RampageSheet) -> str:
    return "/".join(compendium.classes()[name].name for name in own.classes)
