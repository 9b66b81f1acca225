"""Turning undead."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.event import Action, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures import carrying, content
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import TURNED, can_fight
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.magic.casting import is_casting
from underkeep.systems.ose.monsters.listings import Monster, hit_dice, monsters
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Died, Fled
from underkeep.world.fight import Mark, Spent
from underkeep.world.state import State

HOLY_SYMBOL = "holy-symbol"
_ABOUT = "ose:class.abilities"
_RULE = (_ABOUT,)
_AFFECTED = parse("2d6")
_HIGHEST = 9


class TurningTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A row for each level of the cleric, a column for the Hit Dice of the undead."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Literal["-", "7", "9", "11", "T", "D"], ...], ...]
    rule: str


class TurnUndead(Action, frozen=True):
    """Present the holy symbol to drive off undead."""

    actor: str

    @property
    def hint(self) -> str:
        return "strike"


class TurningRolled(Note, frozen=True):
    """The attempt, and how many Hit Dice of undead it reached."""

    creature: str
    roll: Roll
    success: bool
    hit_dice: int = 0


class HitDiceTurned(Note, frozen=True):
    """How many Hit Dice of undead the power that was called up suffices for."""

    creature: str
    roll: Roll


@cache
def table() -> TurningTable:
    return content.load(compendium.PACKAGE, "turning", TurningTable)["turning"]


@executes("ose:class.abilities")
def column(listing: Monster) -> str | None:
    """The column of an undead kind; none for those beyond the table."""
    dice = max(1, hit_dice(listing.hd).dice)
    if dice > _HIGHEST:
        return None
    if dice == 2:
        return "2*" if listing.special_abilities else "2"
    return "7-9" if dice >= 7 else str(dice)


@executes("ose:class.abilities")
def result(level: int, listing: Monster) -> str:
    """A number to roll, T, D or -."""
    where = column(listing)
    if where is None:
        return "-"
    rows = table().rows
    return rows[min(level, len(rows)) - 1][table().columns.index(where)]


@executes("ose:class.abilities")
def can_turn_undead(creature: Creature) -> bool:
    """A cleric with a holy symbol."""
    own = compendium.classes().get(sheet(creature).character_class)
    return own is not None and own.turns_undead and carrying.has(creature, HOLY_SYMBOL)


def undead_before(state: State, creature: Creature) -> list[Creature]:
    """The undead that face somebody, those of the fewest Hit Dice first."""
    if state.fight is None and state.encounter is not None:
        facing = [c for id in state.encounter.monsters if (c := state.creatures[id]).status == "up"]
    else:
        facing = state.enemies_of(creature)
    found = [c for c in facing if (listing := monsters().get(c.kind)) is not None and listing.undead]
    return sorted((c for c in found if c.condition(TURNED) is None), key=lambda c: (sheet(c).level, c.id))


def why_not(state: State, actor: Creature, spent: tuple[Mark, ...] = ()) -> Refusal | None:
    if not can_turn_undead(actor):
        return Refusal(f"{actor.name} cannot turn undead.", _ABOUT)
    if ATTACKED in spent or "retreat" in spent or is_casting(spent) or not can_fight(actor):
        return Refusal(f"{actor.name} has done something else this round.", "ose:combat.attack.per-round")
    if not undead_before(state, actor):
        return Refusal("There are no undead to turn.", _ABOUT)
    return None


def why_not_in_fight(
    state: State, actor: Creature, action: TurnUndead, phase: str, spent: tuple[Mark, ...]
) -> Refusal | None:
    return why_not(state, actor, spent)


@executes("ose:class.abilities")
def turn_undead(do: Resolution, action: TurnUndead) -> None:
    """One roll of 2d6 against each kind; where it succeeds, 2d6 Hit Dice are affected, the weakest first and at least
    one creature.
    """
    cleric = do.state.creatures[action.actor]
    if do.state.fight is not None:
        do.emit(Spent(cleric.id, ATTACKED, rule=_RULE))
    undead = undead_before(do.state, cleric)
    roll = do.roll(2, 6, f"turning by {cleric.id}", needed=_least_needed(cleric, undead))
    reached = [c for c in undead if _succeeds(cleric, c, roll.total)]
    affected = do.roll_total(_AFFECTED, f"Hit Dice turned by {cleric.id}") if reached else None
    left = affected.total if affected is not None else 0
    do.emit(TurningRolled(cleric.id, roll, bool(reached), left, rule=_RULE))
    if affected is not None:
        do.emit(HitDiceTurned(cleric.id, affected, rule=_RULE))
    for number, creature in enumerate(reached):
        left -= sheet(creature).level
        if left < 0 and number:
            return
        _affect(do, cleric, creature)


def _least_needed(cleric: Creature, undead: list[Creature]) -> int | None:
    """What the roll must be for any of them; None where no number decides."""
    results = {result(sheet(cleric).level, monsters()[c.kind]) for c in undead}
    numbers = [int(found) for found in results if found.isdigit()]
    return min(numbers) if numbers and not results & {"T", "D"} else None


def _succeeds(cleric: Creature, undead: Creature, total: int) -> bool:
    needed = result(sheet(cleric).level, monsters()[undead.kind])
    return needed in ("T", "D") or (needed.isdigit() and total >= int(needed))


@executes("ose:class.abilities")
def _affect(do: Resolution, cleric: Creature, undead: Creature) -> None:
    """Destroyed, or turned: it leaves if it can, and does no harm while it cannot."""
    if result(sheet(cleric).level, monsters()[undead.kind]) == "D":
        do.emit(Died(undead.id, rule=_RULE))
    elif do.state.fight is None:
        do.emit(Fled(undead.id, rule=_RULE))
    else:
        do.emit(ConditionGained(undead.id, Condition(TURNED), rule=_RULE))
