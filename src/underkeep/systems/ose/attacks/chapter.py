"""What this chapter brings: the facts of blows and breath. What may be done in a fight, the combat chapter says."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.attacks import attacks, movement, special_attacks

CHAPTER = Chapter(
    events=(attacks.AttackMade, movement.PaceKept, special_attacks.BreathRolled),
    effects=(special_attacks.on_hit, special_attacks.on_line),
)
