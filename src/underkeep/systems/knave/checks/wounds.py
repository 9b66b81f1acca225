"""Harm: hit points first, then wounds that fill the item slots from the highest down, and death."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.knave.basics import compendium, spell_conditions
from underkeep.systems.knave.basics.compendium import Monster
from underkeep.systems.knave.basics.sheet import sheet
from underkeep.systems.knave.checks.fear import frighten
from underkeep.systems.knave.checks.spawning import spawn
from underkeep.systems.knave.equipment.inventory import drop_excess
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died, Felled, Harmed

if TYPE_CHECKING:
    from underkeep.world.state import State

DIRECT_WITHOUT_SLOTS = 3
ROUND_SECONDS = 10


class SlotsWounded(Event, frozen=True):
    """These slots now hold wounds; `wounds` is how many wounds there are in all."""

    private: ClassVar[tuple[str, ...]] = ("wounds",)

    creature: str
    slots: tuple[int, ...]
    wounds: int | None

    def evolve(self, state: State) -> State:
        own = replace(sheet(state.creatures[self.creature]), wounds=self.wounds)
        return state.with_creature(self.creature, sheet=own)


class Unharmed(Note, frozen=True):
    """A blow struck home and did nothing."""

    creature: str
    by: str
    kind: str


class MaxHpLost(Event, frozen=True):
    """The most hit points a creature can have fell to this."""

    private: ClassVar[tuple[str, ...]] = ("max_hp",)

    creature: str
    max_hp: int | None

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, max_hp=self.max_hp)


EVENTS: tuple[type[Event], ...] = (SlotsWounded, Unharmed, MaxHpLost)


@executes("knave:damage.immunity", "knave:damage.weakness")
def is_immune(stats: Monster, kinds: tuple[str, ...]) -> bool:
    """Whether damage of these kinds does nothing to the monster; what it is weak to harms it in any case."""
    if any(kind in stats.immune for kind in kinds):
        return True
    if any(kind in stats.weak for kind in kinds):
        return False
    return bool(stats.harmed_only_by) and not any(kind in stats.harmed_only_by for kind in kinds)


@executes(
    "knave:damage.weakness",
    "knave:damage.immunity",
    "knave:damage.hp-first",
    "knave:damage.direct.bypasses-hp",
    "knave:damage.direct.triple-without-slots",
)
def harm(do: Resolution, id: str, amount: int, by: str = "", kinds: tuple[str, ...] = (), direct: bool = False) -> None:
    """All harm of any sort comes through here."""
    creature = do.state.creatures[id]
    stats = compendium.monsters().get(creature.kind)
    rule = ["knave:damage.hp-first"]
    frighten(do, id, kinds, by)
    if creature.conditions and spell_conditions.is_proof(creature, kinds):
        do.emit(Unharmed(id, by, " ".join(kinds) or "plain", rule=("knave:damage.immunity",)))
        return
    if stats is not None:
        if is_immune(stats, kinds):
            do.emit(Unharmed(id, by, " ".join(kinds) or "plain", rule=("knave:damage.immunity",)))
            if stats.splits_into and amount > 0 and not any(kind in stats.immune for kind in kinds):
                spawn(do, stats.splits_into, creature.side, creature.at)
            return
        if stats.weak and any(kind in stats.weak for kind in kinds):
            direct = True
            rule.append("knave:damage.weakness")
    if amount <= 0:
        return
    own = sheet(creature)
    past_hp = 0
    if direct and own.slots:
        past_hp = amount
        rule[0] = "knave:damage.direct.bypasses-hp"
    elif direct:
        amount *= DIRECT_WITHOUT_SLOTS
        rule[0] = "knave:damage.direct.triple-without-slots"
    elif own.is_pc:
        past_hp = max(0, amount - creature.hp)
    left = max(0, creature.hp - (amount - past_hp))
    do.emit(Harmed(id, amount, left, by, kinds[0] if kinds else "weapon", rule=tuple(rule)))
    if creature.conditions and creature.condition("charmed"):
        do.emit(ConditionEnded(id, "charmed"))
    if creature.conditions:
        spell_conditions.break_bonds(do, id, "harm")
        if "fire" in kinds:
            spell_conditions.break_bonds(do, id, "fire")
    if past_hp:
        wound(do, id, past_hp)
    _weaken(do, id, amount, kinds, stats)
    _fall(do, id, stats)


@executes("knave:damage.wound-per-point", "knave:damage.wound-order", "knave:damage.wounded-slot-drops-item")
def wound(do: Resolution, id: str, points: int) -> None:
    """A wound a point, from the highest unwounded slot down. Ruling: damage-overflow."""
    own = sheet(do.state.creatures[id])
    first = own.slots - own.wounds
    filled = tuple(range(first, max(0, first - points), -1))
    if filled:
        rule = ("knave:damage.wound-per-point", "knave:damage.wound-order")
        do.emit(SlotsWounded(id, filled, own.wounds + len(filled), rule=rule))
        drop_excess(do, id)


def _weaken(do: Resolution, id: str, amount: int, kinds: tuple[str, ...], stats: Monster | None) -> None:
    """What cannot be regrown is lost for good."""
    if stats is not None and any(kind in stats.cannot_regrow for kind in kinds):
        do.emit(MaxHpLost(id, max(0, do.state.creatures[id].max_hp - amount)))


@executes("knave:death.pc", "knave:death.monster")
def is_slain(creature: Creature) -> bool:
    """A knave dies when wounds fill every slot, anybody else at 0 hit points."""
    own = sheet(creature)
    if own.slots and own.wounds >= own.slots:
        return True
    return not own.is_pc and creature.hp <= 0


@executes("knave:death.pc", "knave:death.monster")
def _fall(do: Resolution, id: str, stats: Monster | None) -> None:
    """What becomes of one who has taken enough: death, or for some monsters a rest before they rise again."""
    creature = do.state.creatures[id]
    if not is_slain(creature) or creature.status == "dead":
        return
    if stats is not None and stats.revives is not None and creature.max_hp > 0:
        rounds = do.roll_total(stats.revives, f"rounds until {id} revives").total
        do.emit(ConditionGained(id, Condition("reviving", do.state.now + rounds * ROUND_SECONDS)))
        do.emit(Felled(id, "still twitching"))
        return
    die(do, id, "knave:death.pc" if sheet(creature).is_pc else "knave:death.monster")


def die(do: Resolution, id: str, *rule: str) -> None:
    do.emit(Died(id, rule=rule))
