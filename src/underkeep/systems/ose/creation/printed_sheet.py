"""The sheet as a player wants it on paper."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.procedures.ruleset import Card
from underkeep.systems.ose.attacks.attacks import PLAIN_DAMAGE, UNARMED_DAMAGE, VARIABLE_DAMAGE
from underkeep.systems.ose.basics import compendium, measures, money
from underkeep.systems.ose.basics.compendium import Weapon
from underkeep.systems.ose.basics.sheet import ABILITIES, OseSheet, sheet
from underkeep.systems.ose.characters import abilities, thief_skills
from underkeep.systems.ose.creation.steps import attack_values, modifiers
from underkeep.systems.ose.equipment.armour import armour_class, attack_bonus, written
from underkeep.systems.ose.equipment.arms import UNARMED, arms
from underkeep.systems.ose.equipment.curses import armour_class_known
from underkeep.systems.ose.equipment.gear import weight_coins
from underkeep.systems.ose.equipment.load import base_feet
from underkeep.systems.ose.magic import memorising, turning
from underkeep.systems.ose.monsters.listings import AttackLine, Monster, monsters
from underkeep.systems.ose.referee import stat_lines
from underkeep.systems.ose.town import estate
from underkeep.world.creature import Creature
from underkeep.world.state import State

Rows = tuple[tuple[str, str], ...]

_SAVES = {
    "death": "Death or poison",
    "wands": "Magic wands",
    "paralysis": "Paralysis or petrification",
    "breath": "Breath attacks",
    "spells": "Spells, rods or staves",
}


@executes("ose:creation.sheet")
def card(state: State, creature: Creature) -> Card:
    """The record sheet of a character, or the listing of a monster."""
    listing = monsters().get(creature.kind)
    return _character(state, creature) if listing is None else _monster(state, creature, listing)


def _character(state: State, creature: Creature) -> Card:
    own = sheet(creature)
    own_class = compendium.classes()[own.character_class]
    percent = abilities.xp_percent(own_class, own.abilities)
    following = own_class.levels[own.level].xp if own.level < len(own_class.levels) else None
    experience = f"{own.xp:,} ({percent:+d}%)" + (f"; next level at {following:,}" if following else "")
    sections = (
        ("Character", (*_body(state, creature, own), ("Alignment", own.alignment), ("Experience", experience))),
        ("Abilities", _abilities(creature, own)),
        ("Attacks", _attacks(state, creature, own)),
        ("Attack rolls", _attack_rolls(own.thac0)),
        ("Saving throws", tuple((label, str(own.saves[name])) for name, label in _SAVES.items())),
        ("Class abilities", tuple((a.name, a.text + (" (referee)" if a.manual else "")) for a in own_class.abilities)),
        ("Languages", (("Speaks", ", ".join(own.languages)), ("Literacy", abilities.literacy(own.abilities["INT"])))),
        ("Skills", _skills(creature)),
        ("Turning undead", _turning(own)),
        ("Spells", _spells(creature, own)),
        ("Gear", (*_alight(state, creature), *_gear(creature, own))),
        ("Property", estate.rows(state, creature)),
        ("Service", _service(state, own)),
    )
    title = f"{own_class.name} of level {own.level}"
    return Card(creature.name, title, tuple(s for s in sections if s[1]))


def _skills(creature: Creature) -> Rows:
    """A thief's chances."""
    if not thief_skills.is_thief(creature):
        return ()
    return tuple(
        (name.replace("-", " ").capitalize(), f"{chance}-in-6" if name == thief_skills.HEAR_NOISE else f"{chance}%")
        for name in thief_skills.skills()
        if (chance := thief_skills.skill_chance(creature, name))
    )


def _turning(own: OseSheet) -> Rows:
    """What a cleric needs against undead of so many Hit Dice."""
    if not compendium.classes()[own.character_class].turns_undead:
        return ()
    rows = turning.table().rows
    numbers = rows[min(own.level, len(rows)) - 1]
    return tuple((f"{hd} HD", number) for hd, number in zip(turning.table().columns, numbers, strict=True))


def _spells(creature: Creature, own: OseSheet) -> Rows:
    """How many a day, what is in mind, what stands in the book."""
    places = [f"{count} of level {level}" for level, count in enumerate(memorising.places(creature), 1) if count]
    rows = (
        ("A day", ", ".join(places)),
        ("In mind", ", ".join(own.memorised)),
        ("Book", ", ".join(own.spell_book)),
    )
    return tuple(row for row in rows if row[1])


def _body(state: State, creature: Creature, own: OseSheet) -> Rows:
    feet = base_feet(state, creature)
    indoors, outdoors = measures.encounter_rate(feet, False), measures.encounter_rate(feet, True)
    return (
        ("Hit points", f"{creature.hp} of {creature.max_hp} ({own.hit_dice})"),
        ("Armour Class", written(armour_class_known(creature))),
        ("THAC0", f"{own.thac0} [{attack_bonus(own.thac0):+d}]"),
        ("Movement", measures.rate(feet)),
        ("In encounters", f"{indoors} a round, outdoors {outdoors}"),
    )


def _abilities(creature: Creature, own: OseSheet) -> Rows:
    worth = modifiers(compendium.classes()[own.character_class], own.abilities)
    of = {
        "STR": ("melee", "open doors"),
        "INT": ("additional languages", "literacy"),
        "WIS": ("magic saves",),
        "DEX": ("AC", "missiles", "initiative"),
        "CON": ("hit points",),
        "CHA": ("reactions", "most retainers", "loyalty"),
    }
    return tuple(
        (ability, f"{own.abilities[ability]}  " + ", ".join(f"{name} {worth[name]}" for name in of[ability]))
        for ability in ABILITIES
    )


def _attack_rolls(thac0: int) -> Rows:
    """The row of the attack matrix, a column for each AC."""
    values = attack_values(thac0)
    targets = " ".join(f"{name.removeprefix('AC '):>2}" for name in values)
    return ("Target's AC", targets), ("Roll needed", " ".join(f"{needed:>2}" for needed in values.values()))


def _attacks(state: State, creature: Creature, own: OseSheet) -> Rows:
    strength = abilities.modifier(own.abilities["STR"])
    aim = abilities.modifier(own.abilities["DEX"]) + compendium.classes()[own.character_class].missile_bonus
    variable = VARIABLE_DAMAGE in state.switches
    held = arms(creature)
    rows = [
        (weapon.name, _numbers(weapon, strength, strength, variable) + (", strikes last" if weapon.is_slow else ""))
        for weapon in held.melee.values()
    ]
    for name, shot in held.missile.items():
        reach = shot.weapon.range
        assert reach is not None
        missile = name.partition("/")[2].replace("-", " ")
        how = f" with {missile}" if missile else ", shot" if shot.weapon.ammunition else ", thrown"
        ranges = f", {reach.short_feet}/{reach.medium_feet}/{reach.long_feet} ft"
        rows.append((shot.weapon.name + how, _numbers(shot.weapon, aim, 0, variable) + ranges))
    return tuple(rows) or ((UNARMED.capitalize(), f"{strength:+d} to hit, {_with(UNARMED_DAMAGE, strength)}"),)


def _numbers(weapon: Weapon, to_hit: int, to_damage: int, variable: bool) -> str:
    return f"{to_hit:+d} to hit, {_with(weapon.damage if variable else PLAIN_DAMAGE, to_damage)}"


def _with(dice: Expr, bonus: int) -> str:
    return f"{dice.text}{bonus:+d}" if bonus else dice.text


def _alight(state: State, creature: Creature) -> Rows:
    """A burning light is out of the pack, and in the hand."""
    return tuple((light.name, "in hand, alight") for light in state.lights if light.bearer == creature.id)


def _gear(creature: Creature, own: OseSheet) -> Rows:
    places = {"hand": "in hand", "worn": "worn", "pack": "in the pack"}
    rows = [
        (item.name + (f" x {item.count}" if item.count > 1 else ""), places.get(item.place, item.place))
        for item in creature.items
        if item.kind not in money.IN_CP
    ]
    load = weight_coins(creature.items)
    return (*rows, ("Money", money.counted(creature.items)), ("Armour and weapons", f"{load} coins ({load // 10} lb)"))


@executes("ose:monster.stat-block", "ose:monster.saves.abbreviations", "ose:monster.ac.bracket")
def _monster(state: State, creature: Creature, listing: Monster) -> Card:
    """The listing as books print it, with this one's hit points."""
    own = sheet(creature)
    moves = " / ".join(f"{feet} ft ({feet // 3} ft) {way}" for way, feet in listing.movement_feet.items())
    routines = " or ".join(", ".join(_line(line) for line in routine) for routine in listing.attacks)
    saves = " ".join(f"{name[0].upper()}{own.saves[name]}" for name in _SAVES)
    statistics: Rows = (
        ("Armour Class", written(armour_class(creature))),
        ("Hit Dice", f"{own.hit_dice} ({creature.hp} of {creature.max_hp} hp)"),
        ("Attacks", routines),
        ("THAC0", f"{own.thac0} [{attack_bonus(own.thac0):+d}]"),
        ("Movement", moves),
        ("Saves", f"{saves} ({listing.save_as})"),
        ("Morale", str(own.morale)),
        ("Alignment", own.alignment),
    )
    if own.service is None or not own.service.employer:
        statistics += (
            ("XP", f"{own.xp_award:,}"),
            ("Number appearing", f"{listing.number.dungeon} ({listing.number.lair})"),
            ("Treasure", listing.treasure),
        )
    hurt = (("Harmed only by", " or ".join(listing.harmed_only_by)),) if listing.harmed_only_by else ()
    immune = (("Immune to", ", ".join(listing.immune)),) if listing.immune else ()
    notes = tuple(("The referee's", text) for text in listing.manual)
    sections = (
        ("Statistics", statistics),
        ("Abilities", (*hurt, *immune, *stat_lines.abilities(listing), *notes)),
        ("Gear", _carried(creature)),
        ("Service", _service(state, own)),
    )
    return Card(creature.name, listing.name, tuple(s for s in sections if s[1]))


def _service(state: State, own: OseSheet) -> Rows:
    """A retainer's terms."""
    terms = own.service
    if terms is None or not terms.employer:
        return ()
    owed = (("Owed", money.written(terms.owed_cp)),) if terms.owed_cp else ()
    return (
        ("Retainer of", state.creatures[terms.employer].name),
        ("Pay", f"{terms.daily_gp} gp a day with bed and board, and {terms.share}% of a share"),
        ("Loyalty", str(terms.loyalty)),
        *owed,
    )


def _carried(creature: Creature) -> Rows:
    return tuple((item.name, item.place) for item in creature.items)


def _line(line: AttackLine) -> str:
    parts = [line.damage.text] if line.damage is not None else []
    parts += [str(type(effect).__struct_config__.tag) for effect in line.effects]
    return f"{line.count} x {line.name} ({' + '.join(parts)})"
