"""What the six ability scores are worth."""

from __future__ import annotations


def _band(score: int) -> int:
    """-1 up to 5, +1 from 15, else nothing: the band most abilities use. Ruling: q.ability-over-18, bands are open."""
    return -1 if score <= 5 else 1 if score >= 15 else 0


def damage_bonus(strength: int, is_fighter: bool) -> int:
    """rampage:abilities.str.low-damage, abilities.str.high-damage, abilities.str.fighter-17"""
    return 2 if is_fighter and strength >= 17 else _band(strength)


def hit_bonus(dexterity: int, is_jack: bool) -> int:
    """rampage:abilities.dex.low, abilities.dex.high, abilities.dex.jack-17"""
    return 2 if is_jack and dexterity >= 17 else _band(dexterity)


def hit_points_per_die(constitution: int) -> int:
    """rampage:abilities.con.bonus-15, abilities.con.bonus-18, abilities.con.no-low-penalty"""
    return 2 if constitution >= 18 else 1 if constitution >= 15 else 0


def save_bonus(wisdom: int) -> int:
    """rampage:abilities.wis.low-save, abilities.wis.high-save"""
    return _band(wisdom)


def reaction_bonus(charisma: int) -> int:
    """rampage:abilities.cha.low, abilities.cha.high"""
    return _band(charisma)


def task_bonus(score: int) -> int:
    """rampage:task.ability-bonus, abilities.int.task-bonus, abilities.str.high-tasks"""
    return 1 if score >= 15 else 0


def extra_languages(intelligence: int) -> int:
    """rampage:abilities.int.languages"""
    return max(0, intelligence - 10)


def can_read(intelligence: int) -> bool:
    """rampage:abilities.int.illiterate"""
    return intelligence > 5


def extra_power(score: int) -> int:
    """rampage:abilities.int.mage-pp-15, abilities.int.mage-pp-17, abilities.wis.cleric-pp-15,
    abilities.wis.cleric-pp-17

    Ruling: q.pp-bonus-permanent, they are added to the daily total for good.
    """
    return 2 if score >= 17 else 1 if score >= 15 else 0


def most_troops(charisma: int, fighter_level: int) -> int:
    """rampage:abilities.cha.troops, abilities.cha.troops-fighter

    `fighter_level` is 0 for those who are no fighters. Ruling: q.fighter-troops-formula.
    """
    return (charisma + fighter_level) * 10


def most_henchmen(charisma: int) -> int:
    """rampage:abilities.cha.henchmen"""
    return charisma // 2
