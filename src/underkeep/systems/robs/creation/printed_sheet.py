"""A sheet for printing: everything a player wants on paper."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.ruleset import Card
from underkeep.systems.robs.basics import compendium, movement, wounds
from underkeep.systems.robs.basics.measures import MEASURES
from underkeep.systems.robs.basics.numbers import signed
from underkeep.systems.robs.basics.numbers import told as word
from underkeep.systems.robs.basics.scale import by_own_kind, mass_kg, told
from underkeep.systems.robs.basics.sheet import ATTRIBUTES, RobsSheet, sheet
from underkeep.systems.robs.characters import alignment, classes
from underkeep.systems.robs.equipment.armour import protection, worn
from underkeep.systems.robs.equipment.arms import Arm, arms, ranges_m
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

Rows = tuple[tuple[str, str], ...]


def card(state: State, creature: Creature) -> Card:
    own = sheet(creature)
    sections: list[tuple[str, Rows]] = [
        ("Attributes", tuple((a, word(own.attributes[a])) for a in ATTRIBUTES)),
        ("Body", _body(state, creature, own)),
        ("Attacks", _attacks(creature, own)),
        ("Defence", _defence(creature, own)),
    ]
    if own.classes:
        sections.append(("Training", _training(own)))
    wits = by_own_kind(state, own)
    if wits is not None:
        sections.append(("By the measure of beasts", (("INT", word(wits)),)))
    if own.background:
        sections.append(("Background", (("", own.background),)))
    if own.traits or own.manual:
        sections.append(("Special", _special(own)))
    if creature.items:
        sections.append(("Gear", tuple((_counted(item), item.place) for item in creature.items)))
    return Card(creature.name, _subtitle(creature, own), tuple(sections))


@executes("robs:class.total-level")
def _subtitle(creature: Creature, own: RobsSheet) -> str:
    """Who this is in one line; levels of several classes are added up."""
    if not own.classes:
        listed = compendium.monsters().get(creature.kind)
        name = listed.name if listed is not None else "As described"
        return f"{name}, level {own.level}, {own.alignment}, {own.xp:g} XP"
    names = " / ".join(f"{compendium.classes()[name].name} {level}" for name, level in own.classes.items())
    return f"{compendium.races()[own.race].name} {names} (level {own.level}), {alignment.described(own)}"


@executes("robs:scale.table", "robs:movement.table", "robs:damage.groups")
def _body(state: State, creature: Creature, own: RobsSheet) -> Rows:
    """Hit points with the marks at which wounds begin to tell, size and pace."""
    _, second, third = wounds.groups(creature.max_hp)
    mass = float(f"{mass_kg(own.scale):.2g}")
    return (
        ("Hit points", f"{creature.hp} of {creature.max_hp}"),
        ("Hurt", f"-1 at {second + third} or less"),
        ("Very Hurt", f"-2 at {third} or less"),
        ("Critically Hurt", f"-3 at {-(-creature.max_hp // 10)} or less"),
        ("Scale", f"{signed(told(state, own.scale))} (about {mass:,.15g} kg)"),
        *_pace(state, creature, own),
    )


@executes("robs:movement.table", "robs:race.ellyl.movement-flying", "robs:race.ellyl.flight-rest")
def _pace(state: State, creature: Creature, own: RobsSheet) -> Rows:
    """How far somebody comes in a round, on the wing and on foot, and how long an ellyl stays up."""
    pace, flies = movement.movement_scale(state, creature), movement.can_fly(state, creature)
    metres = MEASURES.briefly(movement.metres_per_round(pace))
    sprint = MEASURES.briefly(movement.run_metres(state, creature))
    first = ("Flying Scale" if flies else "Movement Scale", f"{signed(pace)} ({metres} a round, sprint {sprint})")
    if not flies:
        return (first,)
    walk = MEASURES.briefly(movement.metres_per_round(own.movement_scale))
    on_foot = ("Movement Scale", f"{signed(own.movement_scale)} ({walk} a round)")
    if own.race != "ellyl":
        return first, on_foot
    return first, on_foot, ("Flies for", f"{movement.flight_minutes(own)} minutes, then rests {movement.REST_MINUTES}")


def _counted(item: Item) -> str:
    return item.name if item.count == 1 else f"{item.name} (× {item.count})"


@executes("robs:damage.odf.strength", "robs:damage.odf.weapon", "robs:damage.odf.scale")
def _attacks(creature: Creature, own: RobsSheet) -> Rows:
    """Each weapon with what it adds to attack and damage, and how many attacks there are."""
    mine = arms(creature.items, own.attacks, own.scale)
    rows = [(arm.name, _numbers(own, arm, worn(creature.items).shield)) for arm in (*mine.melee, *mine.missile)]
    reaching = [arm for arm in mine.thrown if ranges_m(arm, own.attributes["STR"], own.scale)[-1]]
    rows += [(f"{arm.name}, thrown", _numbers(own, arm, worn(creature.items).shield)) for arm in reaching]
    extra, _ = classes.extra_attacks(own)
    if extra:
        rows.append(("Attacks a round", str(1 + extra)))
    return tuple(rows)


def _numbers(own: RobsSheet, arm: Arm, shield: compendium.Armour | None) -> str:
    strength, dexterity = own.attributes["STR"], own.attributes["DEX"]
    attack = arm.attack + arm.enchantment + (shield.attack if shield else 0)
    attack -= max(0, (arm.attack_str if arm.attack_str is not None else strength) - strength)
    attack -= max(0, (arm.attack_dex if arm.attack_dex is not None else dexterity) - dexterity)
    odf = arm.odf - max(0, (arm.odf_str if arm.odf_str is not None else strength) - strength)
    odf += own.scale + (strength if arm.muscle else 0)
    text = f"dHL{attack:+d}" if attack else "dHL"
    skill = own.proficiencies.get(arm.skill, 0)
    text += f", Low die -{skill}" if skill else ""
    text += f", ODF {signed(odf)} with STR and Scale" if arm.muscle else f", ODF {signed(odf)} with Scale"
    if arm.bands:
        text += f", {'/'.join(map(str, ranges_m(arm, strength, own.scale)))} m"
    return text


@executes("robs:damage.ddf.armor", "robs:damage.ddf.scale")
def _defence(creature: Creature, own: RobsSheet) -> Rows:
    """What armour, shield and skill take off damage, and the sum with Scale."""
    body, shield = worn(creature.items)
    rows = [("Armour", f"{body.name}, DDF {protection(body)}" if body else f"DDF {own.ddf}")]
    if shield is not None:
        opponents = shield.opponents + own.proficiencies.get("shield", 0)
        against = f"{opponents} opponent{'s' if opponents > 1 else ''} a round" if shield.opponents else "all"
        rows.append(("Shield", f"{shield.name}, DDF +{protection(shield)} against {against}"))
    points = classes.defence_points(own)
    if points:
        rows.append(("Skill in defence", f"DDF +{points}"))
    total = own.ddf + (protection(body) if body else 0) + own.scale + points
    rows.append(("DDF with Scale", signed(total)))
    return tuple(rows)


@executes("robs:class.priest.spells", "robs:class.knight.spells", "robs:class.wizard.spells")
def _training(own: RobsSheet) -> Rows:
    """What the classes have taught: bonuses on checks, proficiencies and spells."""
    rows: list[tuple[str, str]] = []
    found = compendium.classes()
    for name, level in own.classes.items():
        bonus = classes.check_bonus(found[name], level)
        if bonus:
            rows.append((f"Checks of {', '.join(found[name].tasks)}", f"+{bonus}"))
    rows += [(f"Proficiency: {skill}", str(levels)) for skill, levels in own.proficiencies.items()]
    for caster, label in (("cleric", "Clerical"), ("wizard", "Wizard")):
        if any(found[name].casts == caster for name in own.classes):
            most = classes.highest_spell(own, caster)
            text = f"{classes.spell_levels(own, caster)} spell levels a day, spells up to level {most}"
            rows.append((f"{label} magic", text))
    if own.spells:
        rows.append(("Spells known", ", ".join(compendium.forms()[spell].name for spell in own.spells)))
    rows += [(f"Spell proficiency: {compendium.forms()[s].name}", str(n)) for s, n in own.spell_proficiencies.items()]
    if own.order:
        order = compendium.orders()[own.order]
        rows.append(("Order", f"{order.name}, who serve {order.deity}"))
    if own.lawfulness is not None:
        rows.append(("Lawfulness", word(own.lawfulness)))
    rows.append(("XP spent on levels", str(own.spent_xp)))
    rows.append(("XP saved", f"{own.xp:g}"))
    return tuple(rows)


def _special(own: RobsSheet) -> Rows:
    rows = [(found.name, found.told) for found in own.traits]
    if own.manual:
        rows.append(("For the referee", own.manual))
    return tuple(rows)
