"""What the six ability scores are worth."""

from __future__ import annotations

from underkeep.kernel.executes import executes


def _band(score: int) -> int:
    """-1 up to 5, +1 from 15, else nothing: the band most abilities use. Ruling: q.ability-over-18, bands are open."""
    return -1 if score <= 5 else 1 if score >= 15 else 0


@executes("rampage:abilities.str.low-damage", "rampage:abilities.str.high-damage", "rampage:abilities.str.fighter-17")
def damage_bonus(strength: int, is_fighter: bool) -> int:
    """What Strength does to weapon damage, a very strong fighter's most."""
    return 2 if is_fighter and strength >= 17 else _band(strength)


@executes("rampage:abilities.dex.low", "rampage:abilities.dex.high", "rampage:abilities.dex.jack-17")
def hit_bonus(dexterity: int, is_jack: bool) -> int:
    """What Dexterity does to hitting, a very nimble jack's most."""
    return 2 if is_jack and dexterity >= 17 else _band(dexterity)


@executes("rampage:abilities.con.bonus-15", "rampage:abilities.con.bonus-18", "rampage:abilities.con.no-low-penalty")
def hit_points_per_die(constitution: int) -> int:
    """The hit points that a hardy body adds to each die; a frail one takes none."""
    return 2 if constitution >= 18 else 1 if constitution >= 15 else 0


@executes("rampage:abilities.wis.low-save", "rampage:abilities.wis.high-save")
def save_bonus(wisdom: int) -> int:
    """What Wisdom does to every saving throw."""
    return _band(wisdom)


@executes("rampage:abilities.cha.low", "rampage:abilities.cha.high")
def reaction_bonus(charisma: int) -> int:
    """What Charisma does to reactions."""
    return _band(charisma)


@executes("rampage:task.ability-bonus", "rampage:abilities.int.task-bonus", "rampage:abilities.str.high-tasks")
def task_bonus(score: int) -> int:
    """A high score in the ability of a task helps with it, and a low one does not hurt."""
    return 1 if score >= 15 else 0


@executes("rampage:abilities.int.languages")
def extra_languages(intelligence: int) -> int:
    """How many languages may be learnt beyond those of one's people."""
    return max(0, intelligence - 10)


@executes("rampage:abilities.int.illiterate")
def can_read(intelligence: int) -> bool:
    """Whether somebody so clever reads and writes."""
    return intelligence > 5


@executes(
    "rampage:abilities.int.mage-pp-15",
    "rampage:abilities.int.mage-pp-17",
    "rampage:abilities.wis.cleric-pp-15",
    "rampage:abilities.wis.cleric-pp-17",
)
def extra_power(score: int) -> int:
    """Ruling: q.pp-bonus-permanent, they are added to the daily total for good."""
    return 2 if score >= 17 else 1 if score >= 15 else 0


@executes("rampage:abilities.cha.troops", "rampage:abilities.cha.troops-fighter")
def most_troops(charisma: int, fighter_level: int) -> int:
    """`fighter_level` is 0 for those who are no fighters. Ruling: q.fighter-troops-formula."""
    return (charisma + fighter_level) * 10


@executes("rampage:abilities.cha.henchmen")
def most_henchmen(charisma: int) -> int:
    """How many henchmen follow somebody of this Charisma."""
    return charisma // 2
