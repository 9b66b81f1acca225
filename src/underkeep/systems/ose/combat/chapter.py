"""What this chapter brings: all that may be done in a fight, and attempts that no rule mentions."""

from __future__ import annotations

from underkeep.procedures import wishes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import Chapter
from underkeep.procedures.delve_actions import BreakOff
from underkeep.systems.ose.attacks import attacks, bombing, gaze, grips, movement, stealth, targets
from underkeep.systems.ose.combat import improvising, monster_powers, morale, presence, rescue, rounds
from underkeep.systems.ose.combat.rounds import in_step
from underkeep.systems.ose.encounters import breaking_off
from underkeep.systems.ose.magic import casting, turning
from underkeep.world.creature import Died
from underkeep.world.fight import FightEnded

CHAPTER = Chapter(
    deeds=(
        in_step(Attack, (), targets.why_not_attack, rounds.attack),
        in_step(attacks.Subdue, (), targets.why_not_attack, rounds.attack),
        in_step(Move, ("movement",), movement.why_not_move, rounds.move),
        in_step(movement.Withdraw, (), movement.why_not_declare, movement.declare),
        in_step(movement.Retreat, (), movement.why_not_declare, movement.declare),
        in_step(gaze.AvertEyes, ("declare",), gaze.why_not, gaze.take_care),
        in_step(gaze.UseMirror, ("declare",), gaze.why_not, gaze.take_care),
        in_step(monster_powers.Unleash, ("melee",), monster_powers.why_not, monster_powers.unleash),
        in_step(grips.PullOut, ("melee",), grips.why_not, grips.pull_out),
        in_step(bombing.Bomb, (), bombing.why_not, bombing.bomb),
        in_step(BreakOff, (), breaking_off.why_not, breaking_off.break_off),
        in_step(casting.DeclareSpell, ("declare",), casting.why_not_declare, casting.declare),
        in_step(casting.Cast, (), casting.why_not_in_fight, casting.cast),
        in_step(turning.TurnUndead, ("spells",), turning.why_not_in_fight, turning.turn_undead),
        in_step(stealth.Hide, ("movement",), stealth.why_not, rounds.creep),
        in_step(stealth.Sneak, ("movement",), stealth.why_not, rounds.creep),
        in_step(rescue.Wake, ("melee",), rescue.why_not, rescue.perform),
        in_step(rescue.BurnWeb, ("melee",), rescue.why_not, rescue.perform),
    ),
    events=(improvising.DeedRuled, *monster_powers.EVENTS, *morale.EVENTS, presence.Braved),
    reactions={Died: monster_powers.charm_breaks, FightEnded: rounds.fight_over},
    effects=(monster_powers.powers,),
)
WISHES = wishes.chapter(improvising)
