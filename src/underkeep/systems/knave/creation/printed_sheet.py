"""A creature's sheet, for printing."""

from __future__ import annotations

from underkeep.procedures.ruleset import Card
from underkeep.systems.knave.attacks.monster_abilities import NAMES
from underkeep.systems.knave.basics import compendium
from underkeep.systems.knave.basics.sheet import ABILITIES, KnaveSheet, sheet
from underkeep.systems.knave.characters.ties import told
from underkeep.systems.knave.equipment.advancement import HIGHEST_LEVEL, level_title
from underkeep.systems.knave.equipment.armour import armour_class, armour_points
from underkeep.systems.knave.equipment.arms import arms_of, routine_of
from underkeep.systems.knave.equipment.inventory import packed, slots_of, spoken, used_slots
from underkeep.world.creature import Creature
from underkeep.world.light import Light

Rows = tuple[tuple[str, str], ...]


def card(creature: Creature, lights: tuple[Light, ...] = (), coins_a_day: int = 0) -> Card:
    own = sheet(creature)
    stats = compendium.monsters().get(creature.kind)
    if stats is None:
        subtitle = f"Knave of level {own.level} ({level_title(own.level)}): {' and '.join(own.careers)}"
    else:
        subtitle = f"{stats.name}, level {own.level}"
    sections = [("Body", _body(creature, own)), ("Attacks", _attacks(creature, own))]
    if own.abilities:
        sections.insert(0, ("Abilities", tuple((name, f"+{own.abilities[name]}") for name in ABILITIES)))
        sections.append(("Character", _character(own)))
    if own.slots:
        alight = tuple(("In hand", f"{x.name} (alight)") for x in lights if x.bearer == creature.id)
        sections.append(("Item slots", (*_slots(creature, own), *alight)))
    if coins_a_day:
        sections.append(("Service", (("Pay", f"{coins_a_day} coins a day"),)))
    if stats is not None:
        sections.append(("Ways", _ways(creature)))
    return Card(creature.name, subtitle, tuple((title, rows) for title, rows in sections if rows))


def _body(creature: Creature, own: KnaveSheet) -> Rows:
    rows = [
        ("Hit points", f"{creature.hp} of {creature.max_hp}"),
        ("Armour class", f"{armour_class(creature)} ({armour_points(creature)} armour points)"),
        ("Move", f"{own.move_feet} feet" + (f", flying {own.fly_feet} feet" if own.fly_feet else "")),
    ]
    if own.morale is not None:
        rows.append(("Morale", str(own.morale)))
    if own.slots:
        rows.append(("Wounds", f"{own.wounds} of {own.slots}"))
    rows += [("Condition", c.name) for c in creature.conditions]
    if own.hold:
        rows.append(("Condition", own.hold))
    return tuple(rows)


def _attacks(creature: Creature, own: KnaveSheet) -> Rows:
    rows: list[tuple[str, str]] = []
    for arm in arms_of(creature):
        routine = routine_of(creature, arm.weapon)
        bonus = own.abilities["WIS" if arm.range else "STR"] if own.abilities else own.level
        strikes = ", ".join(f"{s.name} {s.damage.text if s.damage else ''}".strip() for s in routine.strikes)
        reach = f", {routine.range_feet} feet" if arm.range else ""
        rows.append((arm.weapon.replace("-", " ").capitalize(), f"d20{bonus:+d}, {strikes}{reach}"))
    return tuple(rows)


def _character(own: KnaveSheet) -> Rows:
    careers = [f"{c} (no bonus yet)" if c in own.unfinished else c for c in own.careers]
    rows = [("Experience", f"{own.xp} XP"), ("Careers", ", ".join(careers))]
    if own.level < HIGHEST_LEVEL:
        rows.append(("Next level", f"{compendium.levels()[own.level + 1].xp} XP"))
    abilities = own.abilities
    rows.append(("Spellbooks a day", str(abilities["INT"])))
    rows.append(("Companions", f"+{abilities['CHA']} for the party"))
    rows += [("Learning", f"{career}, {months} months") for career, months in own.training.items()]
    rows += [("Recipe", f"{r.potion.replace('-', ' ')} of {', '.join(r.ingredients)}") for r in own.recipes]
    rows += [("Bound", told(tie)) for tie in own.ties]
    return tuple(rows)


def _slots(creature: Creature, own: KnaveSheet) -> Rows:
    """Every slot with what is in it: gear from the first on, wounds from the last down."""
    rows: list[tuple[str, str]] = []
    slot = 1
    for item in packed(creature.items, own.slots)[0]:
        need = slots_of(item)
        label = str(slot) if need == 1 else f"{slot}-{slot + need - 1}"
        where = {"hand": " (in hand)", "worn": " (worn)"}.get(item.place, "")
        text = spoken(item)
        rows.append((label, text[:1].upper() + text[1:] + where + (" (broken)" if item.broken else "")))
        slot += need
    whole = own.slots - own.wounds
    if slot <= whole:
        rows.append((f"{slot}-{whole}" if slot < whole else str(slot), "(free)"))
    if own.wounds:
        rows.append((f"{whole + 1}-{own.slots}" if own.wounds > 1 else str(own.slots), "WOUNDED"))
    rows.append(("Load", f"{used_slots(creature.items)} of {own.slots} slots"))
    return tuple(rows)


def _ways(creature: Creature) -> Rows:
    """What is special about a monster, and what of it a person has to play."""
    stats = compendium.monsters()[creature.kind]
    rows = [("Power", NAMES[type(power)]) for power in stats.powers]
    for label, values in (
        ("Immune to", stats.immune),
        ("Weak to", stats.weak),
        ("Harmed only by", stats.harmed_only_by),
        ("Fears", stats.fears),
        ("Good at", stats.advantages),
    ):
        if values:
            rows.append((label, ", ".join(values)))
    if stats.regenerates is not None:
        rows.append(("Regenerates", f"{stats.regenerates} a round"))
    if stats.gaze is not None:
        rows.append(("Gaze", f"turns to stone ({stats.gaze.ability} resists)"))
    rows += [("For the referee", text) for text in stats.manual]
    return tuple(rows)
