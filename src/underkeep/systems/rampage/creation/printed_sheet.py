"""The sheet as it is printed."""

from __future__ import annotations

from underkeep.procedures.ruleset import Card
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.money import COINS, purse_sp, told
from underkeep.systems.rampage.basics.sheet import ABILITIES, RampageSheet, is_character, sheet
from underkeep.systems.rampage.basics.spells import spells
from underkeep.systems.rampage.characters import abilities
from underkeep.systems.rampage.characters.classes import (
    back_stab_multiplier,
    bonus_damage,
    has_type,
    task_bonus,
    titles,
    weapon_penalty,
)
from underkeep.systems.rampage.checks.saves import AGAINST, save_modifiers
from underkeep.systems.rampage.equipment.armour import armour_class
from underkeep.systems.rampage.equipment.arms import NATURAL, arms
from underkeep.systems.rampage.equipment.load import (
    burden,
    in_bandoleers,
    items_carried,
    movement_in,
    strength_for_load,
)
from underkeep.world.creature import Creature
from underkeep.world.state import State

Rows = tuple[tuple[str, str], ...]


def card(state: State, creature: Creature) -> Card:
    own = sheet(creature)
    if is_character(creature):
        race = compendium.races()[own.race].name
        subtitle = f"{race} {titles(own)} of level {own.level}, {own.alignment}"
        sections = (
            ("Abilities", _abilities(own)),
            ("Combat", _combat(creature)),
            ("Attacks", _attacks(creature)),
            ("Saving throws", _saves(own)),
            ("Powers", _powers(own)),
            ("Gear", _gear(creature)),
            ("Person", _person(own)),
        )
        return Card(creature.name, subtitle, tuple((title, rows) for title, rows in sections if rows))
    monster = compendium.monsters()[creature.kind]
    dice = f"{own.hd:g}{own.plus:+d}" if own.plus else f"{own.hd:g}"
    rows = (*_combat(creature), ("Hit dice", dice), ("Morale", str(own.morale)), ("Save", f"{own.save}+"))
    parts: list[tuple[str, Rows]] = [("Combat", rows), ("Attacks", _attacks(creature))]
    if monster.manual:
        parts.append(("For the referee", tuple(("Note", text) for text in monster.manual)))
    return Card(creature.name, f"{monster.name}, {own.alignment}", tuple(parts))


def _abilities(own: RampageSheet) -> Rows:
    fighter, jack = has_type(own.classes, "fighter"), has_type(own.classes, "jack")
    worth = {
        "STR": _signed(abilities.damage_bonus(own.score("STR"), fighter), "damage"),
        "INT": _more_languages(abilities.extra_languages(own.score("INT"))),
        "WIS": _signed(abilities.save_bonus(own.score("WIS")), "saves"),
        "DEX": _signed(abilities.hit_bonus(own.score("DEX"), jack), "to hit"),
        "CON": _signed(abilities.hit_points_per_die(own.score("CON")), "hit points a die"),
        "CHA": f"{abilities.most_henchmen(own.score('CHA'))} henchmen, {_troops(own, fighter)} troops",
    }
    return tuple((ability, f"{own.score(ability):2}  {worth[ability]}") for ability in ABILITIES)


def _troops(own: RampageSheet, fighter: bool) -> int:
    return abilities.most_troops(own.score("CHA"), own.level if fighter else 0)


def _signed(amount: int, what: str) -> str:
    return f"{amount:+d} {what}"


def _combat(creature: Creature) -> Rows:
    own = sheet(creature)
    return (
        ("Hit points", f"{'?' if creature.is_uncounted else creature.hp} of {creature.max_hp}"),
        ("Armour class", str(armour_class(creature))),
        ("Movement", f"{movement_in(creature)} inches"),
        ("Size", own.size),
    )


def _attacks(creature: Creature) -> Rows:
    own = sheet(creature)
    melee, missile = arms(creature.items, creature.kind)
    rows = []
    for name in (*melee, *missile):
        if name == NATURAL:
            lines = compendium.monsters()[creature.kind].attacks
            rows += [(line.name, f"{line.count} x {line.damage.text}") for line in lines]
            continue
        weapon = compendium.weapons()[name]
        hit = own.attack + (weapon_penalty(own.classes, name) if own.classes else 0)
        plus = 0
        if own.classes:
            hit += abilities.hit_bonus(own.score("DEX"), has_type(own.classes, "jack"))
            plus = abilities.damage_bonus(own.score("STR"), has_type(own.classes, "fighter"))
            plus += bonus_damage(own.classes, own.level)
        reach = f", range {'/'.join(map(str, weapon.range))} inches" if weapon.range else ""
        rows.append(
            (
                weapon.name,
                f"{hit:+d} to hit, {weapon.damage.text}{f'{plus:+d}' if plus else ''}, size {weapon.size}{reach}",
            )
        )
    monster = compendium.monsters().get(creature.kind) if not own.classes else None
    if monster is not None and monster.missile is not None:
        inches = "/".join(map(str, monster.missile.range))
        rows.append((monster.missile.name, f"{monster.missile.damage.text}, range {inches} inches"))
    return tuple(rows)


def _saves(own: RampageSheet) -> Rows:
    rows = [("Number", f"{own.save}+")]
    for against in AGAINST:
        bonus = sum(m.amount for m in save_modifiers(own, against))
        if bonus:
            rows.append((against, f"{bonus:+d}"))
    return tuple(rows)


def _powers(own: RampageSheet) -> Rows:
    rows = []
    if own.power_points or own.realms:
        rows.append(("Power points", str(own.power_points)))
        rows.append(("Realms", ", ".join(own.realms)))
    if own.mastered:
        rows.append(("Mastered", ", ".join(spells()[spell].name for spell in own.mastered)))
    kinds = [compendium.classes()[name] for name in own.classes]
    rampage = [k.rampage for k in kinds if k.rampage != "none"]
    if rampage:
        rows.append(("Rampage", "full" if "full" in rampage else "lesser"))
    if has_type(own.classes, "jack"):
        rows.append(("Tasks", f"{task_bonus(own.classes, own.level):+d}"))
    if back_stab_multiplier(own.classes, own.level) > 1:
        rows.append(("From behind", f"damage x{back_stab_multiplier(own.classes, own.level)}"))
    special = [name for k in kinds for name, level in k.specials.items() if level <= own.level]
    if special:
        rows.append(("Special", ", ".join(special)))
    return tuple(rows)


def _gear(creature: Creature) -> Rows:
    own = sheet(creature)
    by_place: dict[str, list[str]] = {}
    for item in creature.items:
        if item.kind in COINS:
            continue
        named = item.name if item.count == 1 else f"{item.name} x{item.count}"
        by_place.setdefault(item.place, []).append(f"{named} (broken)" if item.broken else named)
    rows = [(place, ", ".join(names)) for place, names in sorted(by_place.items())]
    carried = items_carried(creature.items) - in_bandoleers(own, creature.items)
    load = f"{carried} items of {strength_for_load(own)}, {burden(own, creature.items)}"
    return (*rows, ("Load", load), ("Money", told(purse_sp(creature.items))))


def _person(own: RampageSheet) -> Rows:
    race = compendium.races()[own.race]
    more = f" and {own.open_languages} yet to learn" if own.open_languages else ""
    rows = [
        ("Languages", ", ".join(own.languages) + more),
        ("Reads", "yes" if abilities.can_read(own.score("INT")) else "no"),
        ("Vision", " and ".join(race.vision)),
        ("God", own.god or "none"),
        ("Experience", f"{own.xp:,}"),
        ("Reactions", _signed(abilities.reaction_bonus(own.score("CHA")), "reaction rolls")),
    ]
    if own.injuries:
        rows.append(("Injuries", ", ".join(own.injuries)))
    return tuple(rows)


def _more_languages(count: int) -> str:
    return "1 more language" if count == 1 else f"{count} more languages"
