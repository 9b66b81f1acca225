"""What some monsters do by being there: heat and cold, terror, stench. At the start of each round."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import is_immune_to
from underkeep.systems.ose.basics.battle import battle, with_battle
from underkeep.systems.ose.basics.conditions import NAUSEOUS, TERRIFIED, has
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.enchantments import is_blind
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.encounters.noise import Shrieked
from underkeep.systems.ose.monsters.listings import is_person, monsters
from underkeep.systems.ose.monsters.traits import Aura, Shriek, Stench, Terror
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature
from underkeep.world.grid import in_sight
from underkeep.world.state import State, square_of

_RULE = ("ose:monster.attacks.per-round",)
TERROR, STENCH = "terror", "stench"


class Braved(Event, frozen=True):
    """Somebody has stood the sight or the smell of a kind, or not; in this fight it is not tried again."""

    creature: str
    what: str

    def evolve(self, state: State) -> State:
        return with_battle(state, braved=battle(state).braved | {(self.creature, self.what)})


@cache
def striking() -> frozenset[str]:
    """The kinds that do something by being there."""
    sorts = (Aura, Shriek, Stench, Terror)
    return frozenset(k for k, listing in monsters().items() if any(isinstance(t, sorts) for t in listing.traits))


def be_there(do: Resolution) -> None:
    """Each of them in turn."""
    for creature in [c for c in do.state.active() if c.kind in striking()]:
        if do.state.creatures[creature.id].status != "up":
            continue
        for trait in monsters()[creature.kind].traits:
            if isinstance(trait, Aura):
                _radiate(do, creature, trait)
            elif isinstance(trait, Terror):
                _terrify(do, creature)
            elif isinstance(trait, Stench):
                _sicken(do, creature, trait)
            elif isinstance(trait, Shriek):
                _shriek(do, creature, trait)
    _air_clears(do)


@executes("ose:monster.attacks.per-round", "ose:combat.damage.monster")
def _radiate(do: Resolution, creature: Creature, aura: Aura) -> None:
    """Heat or cold for everybody near, friend and foe."""
    for other in do.state.active():
        if other.id == creature.id or other.kind == creature.kind or not _within(creature, other, aura.feet):
            continue
        rule = ("ose:combat.damage.monster",)
        amount = roll_damage(do, creature.id, other.id, f"{aura.kind} aura", aura.damage, (), rule)
        harm(do, other.id, amount, creature.id, aura.kind)


def _within(one: Creature, other: Creature, feet: int) -> bool:
    return one.at is not None and other.at is not None and one.steps_to(other) * SQUARE_FEET <= feet


@executes("ose:save.category.paralysis", "ose:monster.attacks.per-round")
def _terrify(do: Resolution, creature: Creature) -> None:
    """Foes who see it for the first time save against paralysis or stand frozen."""
    grid = do.state.grid
    for foe in [c for c in do.state.active() if c.side != creature.side]:
        if (foe.id, TERROR) in battle(do.state).braved or is_immune_to(foe, "paralysis") or is_blind(foe):
            continue
        if grid is not None and not in_sight(grid, square_of(foe), square_of(creature)):
            continue
        do.emit(Braved(foe.id, TERROR, rule=_RULE))
        if not save(do, foe.id, "paralysis", by=creature.id):
            do.emit(ConditionGained(foe.id, Condition(TERRIFIED), rule=_RULE))


@executes("ose:monster.attacks.per-round")
def spell_of_terror_breaks(do: Resolution, attacker: Creature) -> None:
    """When it attacks, those who stood frozen come to themselves."""
    if attacker.kind not in striking() or not any(isinstance(t, Terror) for t in monsters()[attacker.kind].traits):
        return
    for creature in do.state.active():
        if creature.conditions and has(creature, TERRIFIED):
            do.emit(ConditionEnded(creature.id, TERRIFIED, rule=_RULE))


@executes("ose:monster.attacks.per-round")
def _sicken(do: Resolution, creature: Creature, stench: Stench) -> None:
    """Humans and demihumans who come to close quarters save against poison or are sickened."""
    for foe in [c for c in do.state.active() if c.side != creature.side and _within(creature, c, SQUARE_FEET)]:
        if (foe.id, STENCH) in battle(do.state).braved or not is_person(foe) or is_immune_to(foe, "poison"):
            continue
        do.emit(Braved(foe.id, STENCH, rule=_RULE))
        if not save(do, foe.id, "poison", by=creature.id):
            do.emit(ConditionGained(foe.id, Condition(NAUSEOUS, level=stench.penalty), rule=_RULE))


@executes("ose:encounter.wandering.noise-light", "ose:monster.attacks.per-round")
def _shriek(do: Resolution, creature: Creature, shriek: Shriek) -> None:
    """Each round something may hear it: then wanderers are on their way before the turn is over."""
    roll = do.roll_at_most(1, 100, f"whether anybody hears {creature.id}", shriek.percent)
    do.emit(Shrieked(creature.id, roll, bool(roll.success), rule=_RULE))


def _air_clears(do: Resolution) -> None:
    """Away from them nobody is sick any more."""
    reeking = [c for c in do.state.active() if any(isinstance(t, Stench) for t in _traits(c))]
    for creature in do.state.active():
        is_clear = not any(_within(creature, other, SQUARE_FEET) for other in reeking)
        if creature.conditions and is_clear and has(creature, NAUSEOUS):
            do.emit(ConditionEnded(creature.id, NAUSEOUS, rule=_RULE))


def _traits(creature: Creature) -> tuple[object, ...]:
    listing = monsters().get(creature.kind)
    return listing.traits if listing is not None else ()


@executes("ose:monster.attacks.per-round")
def clear(do: Resolution) -> None:
    """After the fight nobody is frozen or sick of it any longer."""
    for creature in list(do.state.creatures.values()):
        for name in (TERRIFIED, NAUSEOUS):
            if creature.conditions and has(creature, name):
                do.emit(ConditionEnded(creature.id, name, rule=_RULE))
