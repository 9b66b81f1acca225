"""What this chapter brings: spells, power, duels and scrolls."""

from __future__ import annotations

from underkeep.kernel.codec import Quality
from underkeep.kernel.executes import executes
from underkeep.procedures.chapter import AT_LEISURE, DUNGEON, FIGHT, Chapter, Deed
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.field import SPOTTED
from underkeep.systems.rampage.basics.sheet import sheet
from underkeep.systems.rampage.equipment.magic_items import Consecration
from underkeep.systems.rampage.magic import castable, casting, duels, effects, hands_and_marks, mastery, power
from underkeep.systems.rampage.magic.scrolls import Writing
from underkeep.world.clock import TimePassed
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Harmed, Moved
from underkeep.world.fight import Spent


def _hurt(do: Resolution, event: Harmed) -> None:
    """A wound keeps a caster from spells for the rest of the round."""
    fight = do.state.fight
    if fight is None or event.amount <= 0 or not castable.is_caster(do.state.creatures[event.creature]):
        return
    if not fight.has_spent(event.creature, castable.INJURED):
        do.emit(Spent(event.creature, castable.INJURED, rule=("rampage:magic.cast.not-injured",)))


@executes("rampage:combat.spot.rescan")
def _moved(do: Resolution, event: Moved) -> None:
    """Who was spotted and moves must be found again."""
    creature = do.state.creatures[event.creature]
    if creature.conditions and creature.condition(SPOTTED):
        do.emit(ConditionEnded(event.creature, SPOTTED, rule=("rampage:combat.spot.rescan",)))


def _time_passed(do: Resolution, event: TimePassed) -> None:
    if do.state.party is not None and any(sheet(c).power_points for c in do.state.marchers()):
        power.on_time(do, event)


CHAPTER = Chapter(
    deeds=(
        Deed(castable.Cast, (FIGHT,), casting.cast, why_not=castable.why_not, offers=castable.offers),
        Deed(castable.LetGo, (FIGHT,), casting.let_go, why_not=castable.why_not_let_go),
        Deed(duels.PowerDuel, (FIGHT,), duels.duel, why_not=duels.why_not, offers=duels.offers),
        Deed(
            castable.Cast,
            AT_LEISURE,
            casting.cast_at_leisure,
            castable.leisure_options,
            castable.why_not_at_leisure,
            free=True,
        ),
        Deed(
            hands_and_marks.LayOnHands,
            (FIGHT,),
            hands_and_marks.lay_on_hands,
            why_not=hands_and_marks.why_not,
            offers=hands_and_marks.offers,
        ),
        Deed(
            hands_and_marks.LayOnHands,
            AT_LEISURE,
            hands_and_marks.lay_on_hands,
            hands_and_marks.options,
            hands_and_marks.why_not,
            free=True,
        ),
        Deed(
            hands_and_marks.Sacrifice,
            AT_LEISURE,
            hands_and_marks.sacrifice,
            hands_and_marks.sacrifices,
            hands_and_marks.why_not_sacrifice,
            free=True,
        ),
        Deed(power.Pray, AT_LEISURE, power.pray, power.prayers, power.why_not_pray, free=True),
        Deed(power.Sleep, (DUNGEON,), power.sleep_here, power.sleeps, power.why_not_sleep, free=True),
    ),
    events=(*power.EVENTS, *casting.EVENTS, *duels.EVENTS, *effects.EVENTS, *mastery.EVENTS, *hands_and_marks.EVENTS),
    reactions={Harmed: _hurt, Moved: _moved, TimePassed: _time_passed, casting.SpellCast: mastery.on_cast},
    answers={casting.COUNTER: casting.answer_counter, casting.SHOT_AT_CASTER: casting.answer_shot},
    effects=(effects.effects,),
    own={Quality: (Writing, Consecration)},
)
