"""What follows from a character's ties: at night in town, and on coming home. How each plays out is ours."""

from __future__ import annotations

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics.campaign import campaign, with_campaign
from underkeep.systems.knave.basics.sheet import Tie, sheet
from underkeep.systems.knave.characters.ties import bind, has, loose, mishap
from underkeep.systems.knave.checks.checks import check
from underkeep.systems.knave.checks.wounds import harm
from underkeep.systems.knave.equipment import purse
from underkeep.systems.knave.equipment.market import coins_of
from underkeep.world.encounter import ChanceRolled
from underkeep.world.state import State

HATED = frozenset({"enemy", "hated"})
AMBUSH = parse("1d6")
BOUT = parse("2d6")
DUELLIST_SKILL = 2
CONTRACT_SHARE = 10
PATRONS_COINS = 100


class MissionsReckoned(Event, frozen=True):
    """At home it is seen which missions are done; foes slain up to here count for no later one."""

    foes_slain: int

    def evolve(self, state: State) -> State:
        return with_campaign(state, slain_by_homecoming=self.foes_slain)


EVENTS: tuple[type[Event], ...] = (MissionsReckoned,)


def night(do: Resolution) -> None:
    """A night in town: enemies may strike, and a duel comes with the dawn."""
    for creature in do.state.marchers():
        for tie in sheet(creature).ties:
            if tie.kind in HATED and not has(do.state, creature.id, "member"):
                _ambush(do, creature.id, tie)
            elif tie.kind == "duel":
                _duel(do, creature.id, tie)


@executes("knave:downtime.carousing.mishap-07", "knave:downtime.carousing.mishap-18")
def _ambush(do: Resolution, id: str, tie: Tie) -> None:
    """One night in six somebody lies in wait; those who belong to a faction are let be. The chance is ours."""
    rule = mishap(7) if tie.kind == "enemy" else mishap(18)
    roll = do.roll_at_most(1, 6, f"whether {tie.who} strikes", 1)
    do.emit(ChanceRolled("an ambush", roll, bool(roll.success), id, rule=(rule,)))
    if roll.success:
        harm(do, id, do.roll_total(AMBUSH, f"ambush on {id}").total)


@executes("knave:downtime.carousing.mishap-15")
def _duel(do: Resolution, id: str, tie: Tie) -> None:
    """To first blood: STR against the other's skill, and the loser bleeds. How it is fought is ours."""
    rule = mishap(15)
    if tie.until is None or do.state.now < tie.until:
        return
    won = check(do, id, "STR", f"a duel with {tie.who}", DUELLIST_SKILL, rule=(rule,)).success
    loose(do, id, tie, "won" if won else "lost", rule)
    if not won:
        harm(do, id, do.roll_total(BOUT, f"duel of {id}").total)


@executes("knave:downtime.carousing.mishap-14", "knave:downtime.carousing.mishap-16")
def come_home(do: Resolution) -> None:
    """A mission is done if something was slain since it was taken on; who signed a contract pays a tenth of the purse.
    Both are ours.
    """
    known = campaign(do.state)
    fought = known.foes_slain > known.slain_by_homecoming
    for creature in do.state.marchers():
        for tie in sheet(creature).ties:
            if tie.kind == "mission" and fought:
                loose(do, creature.id, tie, "done", mishap(14))
                purse.gain(do, creature.id, PATRONS_COINS, "given-by", mishap(14), tie.who)
            elif tie.kind == "mission" and tie.until is not None and tie.until < do.state.now:
                loose(do, creature.id, tie, "failed", mishap(14))
                bind(do, creature.id, Tie("enemy", tie.who, tie.where), mishap(14))
            elif tie.kind == "contract":
                share = coins_of(do.state.creatures[creature.id]) // CONTRACT_SHARE
                purse.lose(do, creature.id, share, "paid-off", mishap(16), tie.who)
                loose(do, creature.id, tie, "paid", mishap(16))
    do.emit(MissionsReckoned(known.foes_slain))
