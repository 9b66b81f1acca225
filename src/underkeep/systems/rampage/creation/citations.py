"""Which rules stand behind a step of creation: named on its fact, where they took part. Nothing is decided here."""

from __future__ import annotations

from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.sheet import RampageSheet, sheet, squares_of
from underkeep.systems.rampage.characters import classes as class_rules
from underkeep.systems.rampage.characters.class_abilities import has_special
from underkeep.systems.rampage.equipment import load
from underkeep.world.creature import Creature
from underkeep.world.gear import Item, unpacked

_SHORT = ("gnome", "halfling")


def _full(ids: list[str]) -> tuple[str, ...]:
    return tuple(f"rampage:{id}" for id in ids)


def classes(race: str, names: tuple[str, ...], asked: str) -> tuple[str, ...]:
    """Behind the choice of one class or two: what each type asks for, and which do not go together."""
    types = [compendium.classes()[name].type for name in names]
    least = {"cleric": "wis", "fighter": "str", "jack": "dex", "mage": "int"}
    found = [f"class.{sort}.min-{least[sort]}" for sort in dict.fromkeys(types)]
    found += [f"class.{asked}.list"] if asked in class_rules.TYPES else []
    if len(names) > 1:
        found += ["creation.one-or-two-classes", "class.multi.different-types", "class.multi.best-of"]
    if compendium.races()[race].must_combine:
        found += ["race.elf.must-multiclass", "class.multi.no-special-fighters", "class.multi.no-cs-cw"]
    return _full(found)


def hit_points(names: tuple[str, ...], constitution: int, level: int, again: bool, fell: bool) -> tuple[str, ...]:
    """Behind hit points: the progression of the type, one die more a level, and Constitution."""
    found = [f"class.{compendium.classes()[name].type}.progression" for name in names] + ["creation.class-types"]
    if constitution >= 15:
        found.append(f"abilities.con.bonus-{'18' if constitution >= 18 else '15'}")
    found += ["abilities.con.no-low-penalty"] if constitution <= 5 else []
    found += ["advancement.new-die"] if level > 1 and not again else []
    return _full(found + (["advancement.reroll-low"] if fell else []))


def magic(own: RampageSheet) -> tuple[str, ...]:
    """Behind Power Points: the score, the level at which they begin, and a realm of one's own."""
    found = []
    for name in own.classes:
        kind = compendium.classes()[name]
        if kind.type not in ("cleric", "mage"):
            continue
        late = kind.type == "cleric" and kind.column != "B"
        if late and own.level < 2:
            found.append("class.cleric.a-cast-level2")
        score, which = (own.score("WIS"), "wis.cleric") if kind.type == "cleric" else (own.score("INT"), "int.mage")
        if score >= 15 and not (late and own.level < 2):
            found.append(f"abilities.{which}-pp-{'17' if score >= 17 else '15'}")
        if kind.type == "cleric" and score >= 15:
            found.append("abilities.wis.cleric-pp-start")
    return _full(found + (["class.necromancer.exclusive"] if "necromancer" in own.classes else []))


def sight(race: str) -> tuple[str, ...]:
    """Behind the eyes of a people; that Men have nothing else of their own."""
    which = {"dwarf": "cave-vision", "elf": "night-vision", "gnome": "vision"}.get(race, "normal-vision")
    return _full([f"race.{race}.{which}", *(["race.man.no-specials"] if race == "man" else [])])


def specials(classes: tuple[str, ...]) -> tuple[str, ...]:
    """Behind the special abilities of a class."""
    found = []
    for name in classes:
        kind = compendium.classes()[name]
        if kind.specials:
            found.append("class.jack.abilities-by-level" if kind.type == "jack" else f"class.{name}.specials")
    found += ["class.jack.no-magic"] if any(compendium.classes()[n].type == "jack" for n in classes) else []
    found += ["class.multi.at-creation"] if len(classes) > 1 else []
    found += ["class.berserker.at-creation"] if "berserker" in classes else []
    return _full(found)


def outfit(own: RampageSheet, items: tuple[Item, ...], bought: bool, any_race: bool) -> tuple[str, ...]:
    """Behind the first equipment: what the class is given, what people and class may not use, and full hands. Gear that
    was asked for keeps those from being chosen who cannot use it."""
    found: list[str] = []
    if not bought and any_race:
        kinds = dict.fromkeys(i.kind for i in items)
        barred = [class_rules.why_not_use(race, own.classes, k) for race in compendium.races() for k in kinds]
        found += [why[1].removeprefix("rampage:") for why in barred if why is not None]
    for name in own.classes:
        kind = compendium.classes()[name]
        if kind.type == "cleric" and bought:
            found += ["creation.druid-nothing"] if name == "druid" else []
            found += ["creation.warlock-mark"] if name == "warlock" else []
            found += ["creation.cleric-gear", "creation.cleric-gear-items"] if kind.gifts else []
        found += [f"creation.{kind.type}-gear"] if bought and kind.type in ("fighter", "mage", "jack") else []
        found += ["class.ability.blade-of-doom.type"] if bought and "blade-of-doom" in kind.gifts else []
        refused = [class_rules.why_not_use(own.race, own.classes, thing) for line in kind.kit for thing in line]
        found += [why[1].removeprefix("rampage:") for why in refused if why is not None and bought]
    held = [i.kind for i in items if i.place == "hand" and i.kind in compendium.weapons()]
    both = any(class_rules.hands_for(own.race, compendium.weapons()[kind]) == 2 for kind in held)
    if both and any(i.kind in compendium.armours() and compendium.armours()[i.kind].shield for i in items):
        found.append("combat.ac.two-handed-no-shield")
    if own.race in _SHORT and (bought or any(compendium.weapons()[kind].size == "M" for kind in held)):
        found.append(f"race.{own.race}.medium-two-handed")
    return _full(list(dict.fromkeys(found)))


def encumbrance(creature: Creature) -> tuple[str, ...]:
    """Behind load and movement: what counts as an item, how much is too much, and what else slows."""
    own, items = sheet(creature), creature.items
    known = compendium.gear()
    found = ["movement.by-armor", "encumbrance.item-default", "encumbrance.free", "abilities.str.carry"]
    if any(known[i.kind].items == 0 for i in unpacked(items) if not known[i.kind].free):
        found.append("encumbrance.trifles")
    found += ["light.torch-not-trifle"] if any(i.kind == "torches" for i in items) else []
    laden = load.burden(own, items)
    found.append(f"encumbrance.{'maximum' if laden == 'too much' else 'loaded' if laden == 'unloaded' else laden}")
    slowed = load.slowed_by(own, items)
    found += [f"movement.{slowed}"] if slowed in ("loaded", "encumbered") else []
    found += ["combat.pavis.carry"] if any(i.kind in compendium.burdens() for i in items) else []
    if compendium.races()[own.race].extra_load:
        found.append("race.dwarf.pack-hauler")
    if any("Pack Hauler" in compendium.classes()[name].specials for name in own.classes):
        found.append("class.ability.pack-hauler")
    found += ["class.ability.grenadier.bandoleer"] if load.in_bandoleers(own, items) else []
    found += ["class.ability.speed.move"] if has_special(own, "Speed") else []
    if compendium.races()[own.race].slow and not load.wears_plate(creature):
        found.append(f"race.{own.race}.slow")
    return _full(found + _unused_to(own, items))


def _unused_to(own: RampageSheet, items: tuple[Item, ...]) -> list[str]:
    """Armour that a class is not trained in, or may wear after all."""
    worn = [i.kind for i in items if i.place in ("worn", "hand") and i.kind in compendium.armours()]
    types = [compendium.classes()[name].type for name in own.classes]
    found = []
    for kind in worn:
        if class_rules.is_forbidden_armour(own.classes, kind):
            found += ["class.jack.heavy-armor-move"] if "jack" in types else []
            found += ["class.cleric.forbidden-armor-move"] if "cleric" in types and "jack" not in types else []
            found += ["class.multi.jack-armor"] if "jack" in types and len(types) > 1 else []
            found += ["class.multi.druid-armor"] if "druid" in own.classes and len(types) > 1 else []
        elif kind == "light-mail" and "jack" in types:
            found.append("class.jack.light-mail")
    return found


def monster(own: RampageSheet, kind: str) -> tuple[str, ...]:
    """Behind a monster's numbers."""
    stats = compendium.monsters()[kind]
    found = ["save.monster", "morale.number", "combat.move.monsters"]
    found += ["combat.size-classes"] if stats.weight_lb else []
    found += ["combat.move.large-space"] if squares_of(own.size) > 1 else []
    found += [rule.removeprefix("rampage:") for rule in stats.rules]
    if stats.troop_class:
        found.append("monster.troop-class")
    elif stats.weapons:
        found += ["monster.weapon.hd1"] if stats.hd < 2 else ["combat.level-modifiers"]
        found += ["monster.weapon.plus-one"] if stats.plus > 0 and stats.hd >= 2 else []
    return _full(found)
