"""Initiative: High minus Low plus DEX for each combatant, each round, and what to do about ties."""

from __future__ import annotations

from underkeep.kernel.event import Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.robs.basics import spell_conditions
from underkeep.systems.robs.basics.battle import TieMethod, battle, with_battle
from underkeep.systems.robs.basics.numbers import roll_dhl
from underkeep.systems.robs.basics.sheet import sheet
from underkeep.world.creature import Creature
from underkeep.world.fight import InitiativeRolled
from underkeep.world.state import State

REROLL: TieMethod = "reroll"
DEX: TieMethod = "dex-then-d6"
SIMULTANEOUS: TieMethod = "simultaneous"
METHODS = (REROLL, DEX, SIMULTANEOUS)
TIE_REROLL = "initiative-tie-reroll"
TIE_DEX = "initiative-tie-dex"
TIE_SIMULTANEOUS = "initiative-tie-simultaneous"
_SWITCHES = {TIE_REROLL: REROLL, TIE_DEX: DEX, TIE_SIMULTANEOUS: SIMULTANEOUS}
_TIE_RULE = "robs:combat.initiative.tie-rule"
_RULES = ("robs:combat.initiative.roll",)

Group = tuple[Creature, ...]


class OrderSettled(Note, frozen=True):
    """In which order the combatants act this round, by name; those who act together are joined by `with`."""

    order: tuple[str, ...]


class TieMethodChosen(Event, frozen=True):
    """Ties are settled this way as long as the fight lasts."""

    method: TieMethod

    def evolve(self, state: State) -> State:
        return with_battle(state, tie_method=self.method)


EVENTS: tuple[type[Event], ...] = (OrderSettled, TieMethodChosen)


@executes(
    "robs:combat.initiative.roll",
    "robs:combat.initiative.tie-reroll",
    "robs:spell.bless.effect",
    "robs:spell.bless.reverse",
)
def order(do: Resolution, combatants: Group, rule: tuple[str, ...] = _RULES) -> list[Group]:
    """Those who go first, then those who go next; a group of more than one acts together."""
    ranks: dict[int, list[Creature]] = {}
    for creature in combatants:
        dexterity = sheet(creature).attributes["DEX"]
        modifiers = (Modifier("DEX", dexterity),) if dexterity else ()
        blessing = spell_conditions.blessing(creature)
        if blessing:
            modifiers = (*modifiers, Modifier("blessing", blessing))
        roll = roll_dhl(do, f"initiative of {creature.id}", modifiers)
        by = (*rule, spell_conditions.blessed_by(blessing)) if blessing else rule
        do.emit(InitiativeRolled(creature.id, roll, rule=by))
        ranks.setdefault(roll.total, []).append(creature)
    groups: list[Group] = []
    for total in sorted(ranks, reverse=True):
        tied = tuple(ranks[total])
        groups += [tied] if len(tied) == 1 else _settled(do, tied)
    return groups


@executes(
    "robs:combat.initiative.tie-reroll", "robs:combat.initiative.tie-dex", "robs:combat.initiative.tie-simultaneous"
)
def _settled(do: Resolution, tied: Group) -> list[Group]:
    """Who of the tied acts first, by the method of this table: rolled again, by DEX, or all at once."""
    method = _method(do)
    if method == SIMULTANEOUS:
        return [tied]
    if method == REROLL:
        return order(do, tied, ("robs:combat.initiative.tie-reroll",))
    groups: list[Group] = []
    for dexterity in sorted({sheet(c).attributes["DEX"] for c in tied}, reverse=True):
        groups += _by_die(do, tuple(c for c in tied if sheet(c).attributes["DEX"] == dexterity))
    return groups


@executes("robs:combat.initiative.tie-dex")
def _by_die(do: Resolution, tied: Group) -> list[Group]:
    """Equal DEX: each rolls 1d6, the higher first, again for equal dice."""
    if len(tied) == 1:
        return [tied]
    ranks: dict[int, list[Creature]] = {}
    for creature in tied:
        roll = do.roll(1, 6, f"initiative tie of {creature.id}")
        do.emit(InitiativeRolled(creature.id, roll, rule=("robs:combat.initiative.tie-dex",)))
        ranks.setdefault(roll.total, []).append(creature)
    return [group for total in sorted(ranks, reverse=True) for group in _by_die(do, tuple(ranks[total]))]


@executes("robs:combat.initiative.tie-rule")
def _method(do: Resolution) -> TieMethod:
    """The campaign's way by its switch; otherwise the referee settles it at the first tie and keeps to it."""
    for switch, method in _SWITCHES.items():
        if switch in do.state.switches:
            return method
    known = battle(do.state).tie_method
    if known is not None:
        return known
    ruled = do.ruling(_TIE_RULE, METHODS, REROLL)
    chosen = next(method for method in METHODS if method == ruled)
    do.emit(TieMethodChosen(chosen, rule=(_TIE_RULE,)))
    return chosen
