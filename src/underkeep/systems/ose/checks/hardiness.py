"""What monsters do not feel: harm that cannot hurt them, harm that hurts them less or more, and wounds that close."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.checks.enchantments import NORMAL
from underkeep.systems.ose.monsters.listings import Monster, Regeneration, monsters
from underkeep.systems.ose.monsters.traits import Flammable, HalfDamage
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Harmed, Healed
from underkeep.world.state import State

ARMS = frozenset({"silver", "magic"})
"""What makes a weapon hurt those whom others do not."""
FRESH_WOUND, SEARED, WILL_REVIVE = "freshly wounded", "seared", "not dead for long"
ROUND_SECONDS = 10
_RULE = ("ose:combat.attack.invulnerable",)
_CAP = ("ose:healing.cap",)


class RoseAgain(Event, frozen=True):
    """What was dead is on its feet again."""

    creature: str
    hp: int

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, hp=self.hp, status="up")


@executes("ose:combat.attack.invulnerable", "ose:save.success.damage")
def felt(creature: Creature, amount: int, kind: str, faces: tuple[int, ...] = ()) -> int:
    """What is left of harm of this kind for one of this nature. Breath like its own hurts a dragon half."""
    listing = monsters().get(creature.kind)
    if listing is None or kind in ("poison", "drowning"):
        return amount
    plain = kind.removeprefix(NORMAL)
    if listing.harmed_only_by and plain not in _allowed(listing, plain):
        return 0
    if listing.immune:
        if plain in listing.immune or kind in listing.immune:
            return 0
        if NORMAL + plain in listing.immune:
            amount = max(1, amount // 2)
    for trait in listing.traits:
        if isinstance(trait, HalfDamage) and trait.of == "all":
            amount = max(1, amount // 2)
        elif isinstance(trait, Flammable) and plain == "fire":
            amount += len(faces) or 1
    return amount


def _allowed(listing: Monster, kind: str) -> frozenset[str]:
    """The kinds of harm that count, of one that only some elements hurt; any, of all others."""
    only = frozenset(listing.harmed_only_by)
    return only if only and not only & ARMS else frozenset({kind})


@cache
def regeneration(kind: str) -> Regeneration | None:
    listing = monsters().get(kind)
    return next((t for t in listing.traits if isinstance(t, Regeneration)), None) if listing is not None else None


@executes("ose:healing.cap")
def note_wound(do: Resolution, harmed: Harmed) -> None:
    """Wounds do not close at once, and those of fire and acid never do by themselves."""
    creature = do.state.creatures[harmed.creature]
    trait = regeneration(creature.kind)
    if trait is None or not (trait.delay_rounds or trait.not_from):
        return
    until = do.state.now + trait.delay_rounds * ROUND_SECONDS
    do.emit(ConditionGained(creature.id, Condition(FRESH_WOUND, until), rule=_CAP))
    if harmed.kind.removeprefix(NORMAL) in trait.not_from:
        before = creature.condition(SEARED)
        total = harmed.amount + (before.level if before is not None else 0)
        do.emit(ConditionGained(creature.id, Condition(SEARED, level=total), rule=_CAP))


@executes("ose:healing.cap")
def regenerate(do: Resolution, creature: Creature) -> None:
    """Wounds close by themselves, up to the maximum, less what fire and acid have done."""
    trait = regeneration(creature.kind)
    if trait is None or creature.hp <= 0 or creature.condition(FRESH_WOUND) is not None:
        return
    seared = creature.condition(SEARED)
    most = creature.max_hp - (seared.level if seared is not None else 0)
    hp = min(most, creature.hp + trait.per_round)
    if hp > creature.hp:
        do.emit(Healed(creature.id, hp - creature.hp, hp, rule=_CAP))


@executes("ose:death.zero-hp")
def may_revive(do: Resolution, creature: Creature) -> None:
    """What is slain, but not by fire or acid, will get up again."""
    trait = regeneration(creature.kind)
    if trait is None or trait.revives is None:
        return
    seared = creature.condition(SEARED)
    last = next((e for e in reversed(do.events) if isinstance(e, Harmed) and e.creature == creature.id), None)
    if last is not None and last.kind.removeprefix(NORMAL) in trait.not_from:
        return
    if seared is None or seared.level < creature.max_hp:
        rounds = do.dice.total(trait.revives, f"rounds until {creature.id} gets up again").total
        until = do.state.now + rounds * ROUND_SECONDS
        do.emit(ConditionGained(creature.id, Condition(WILL_REVIVE, until), rule=_CAP, seats=("referee",)))


@executes("ose:healing.cap")
def revive(do: Resolution, creature: Creature) -> None:
    """Up again, with what has closed so far."""
    trait = regeneration(creature.kind)
    assert trait is not None
    do.emit(ConditionEnded(creature.id, WILL_REVIVE, rule=_CAP))
    do.emit(RoseAgain(creature.id, min(creature.max_hp, trait.per_round), rule=_CAP))


def due(state: State) -> list[Creature]:
    """Those of the dead whose time is up."""
    found, now = [], state.now
    for c in state.creatures.values():
        if c.conditions and c.status == "dead":
            will = c.condition(WILL_REVIVE)
            if will is not None and will.until is not None and will.until <= now:
                found.append(c)
    return found
