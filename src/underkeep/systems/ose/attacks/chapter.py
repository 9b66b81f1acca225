"""What this chapter brings: the facts of blows and breath. What may be done in a fight, the combat chapter says."""

from __future__ import annotations

from underkeep.procedures.chapter import Chapter
from underkeep.systems.ose.attacks import (
    attacks,
    breath,
    corrosion,
    gaze,
    grips,
    maladies,
    movement,
    onslaughts,
    recoil,
    special_attacks,
    splashing,
)
from underkeep.systems.ose.checks.damage import Unharmed
from underkeep.systems.ose.checks.shapes import ShapeTaken
from underkeep.world.creature import Died, Fled
from underkeep.world.fight import FightEnded, RoundBegan

CHAPTER = Chapter(
    events=(
        attacks.AttackMade,
        breath.BreathUsed,
        breath.PatternRolled,
        corrosion.RustResisted,
        gaze.ReflectionRolled,
        grips.GripTaken,
        grips.GripLost,
        maladies.BecameBeast,
        movement.PaceKept,
        onslaughts.TrampleRolled,
        recoil.Divided,
        recoil.SporesRolled,
        special_attacks.BreathRolled,
    ),
    reactions={
        RoundBegan: splashing.cling,
        Died: grips.holder_fell,
        Fled: grips.holder_fell,
        ShapeTaken: grips.body_changed,
        FightEnded: grips.fight_over,
        Unharmed: recoil.divide,
    },
    effects=(special_attacks.on_hit, special_attacks.on_line),
)
