"""What this chapter brings: all that may be done in a fight, and attempts that no rule mentions."""

from __future__ import annotations

from dataclasses import replace

from underkeep.kernel.event import Action
from underkeep.procedures import wishes
from underkeep.procedures.actions import Attack, Move
from underkeep.procedures.chapter import AT_LEISURE, OUTSIDE_FIGHTS, Chapter, Deed, Objection, Performance
from underkeep.procedures.delve_actions import BreakOff
from underkeep.systems.ose.attacks import attacks, bombing, gaze, grips, movement, stealth, targets
from underkeep.systems.ose.combat import (
    disputes,
    figures,
    improvising,
    monster_powers,
    morale,
    presence,
    remedies,
    rescue,
    rounds,
)
from underkeep.systems.ose.combat.rounds import in_step
from underkeep.systems.ose.encounters import breaking_off, noise
from underkeep.systems.ose.magic import casting, friendly_fire, turning
from underkeep.world.creature import Died
from underkeep.world.fight import FightBegan, FightEnded
from underkeep.world.knowledge import Recalled


def _at_the_table(action: type[Action], scenes: tuple[str, ...], perform: Performance, why_not: Objection) -> Deed:
    """What a player says in words of their own, without asking the others; no menu lists it."""
    return Deed(action, scenes, perform, why_not=why_not, free=True, personal=True)


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
        in_step(remedies.BurnSlime, ("melee",), remedies.why_not, remedies.burn_slime),
        in_step(remedies.Repel, ("melee",), remedies.why_not, remedies.repel),
        in_step(grips.PullOut, ("melee",), grips.why_not, grips.pull_out),
        in_step(bombing.Bomb, (), bombing.why_not, bombing.bomb),
        replace(in_step(BreakOff, (), breaking_off.why_not, breaking_off.break_off), asks=breaking_off.asked),
        in_step(casting.DeclareSpell, ("declare",), casting.why_not_declare, casting.declare),
        replace(in_step(casting.Cast, (), casting.why_not_in_fight, casting.cast), asks=friendly_fire.asked),
        in_step(turning.TurnUndead, ("spells",), turning.why_not_in_fight, turning.turn_undead),
        in_step(stealth.Hide, ("movement",), stealth.why_not, rounds.creep),
        in_step(stealth.Sneak, ("movement",), stealth.why_not, rounds.creep),
        in_step(rescue.Wake, ("melee",), rescue.why_not, rescue.perform),
        in_step(rescue.BurnWeb, ("melee",), rescue.why_not, rescue.perform),
        _at_the_table(disputes.Dispute, OUTSIDE_FIGHTS, disputes.dispute, disputes.why_not_dispute),
        _at_the_table(disputes.Assault, AT_LEISURE, disputes.assault, disputes.why_not_assault),
        _at_the_table(disputes.AskForPower, AT_LEISURE, disputes.ask_for_power, disputes.why_not_power),
        _at_the_table(disputes.LookUp, OUTSIDE_FIGHTS, disputes.look_up, disputes.why_not_look_up),
    ),
    events=(
        improvising.DeedRuled,
        *monster_powers.EVENTS,
        *morale.EVENTS,
        presence.Braved,
        noise.Shrieked,
        *disputes.EVENTS,
        figures.FiguresPlaced,
        *breaking_off.EVENTS,
    ),
    reactions={FightBegan: figures.began, Died: monster_powers.charm_breaks, FightEnded: rounds.fight_over},
    reasons={Recalled: improvising.why_recalled},
    effects=(monster_powers.powers,),
)
WISHES = wishes.chapter(improvising)
