"""What happens to those who strike some monsters: burning blood, rust, spores, and what divides instead of dying."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.event import Event, Note, Roll
from underkeep.kernel.executes import executes
from underkeep.procedures import meeting
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.systems.ose.attacks.corrosion import touch_of_metal
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.attacks.maladies import choke
from underkeep.systems.ose.attacks.special_attacks import Struck
from underkeep.systems.ose.checks.damage import Unharmed, harm, roll_damage
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.special_effects import Choke
from underkeep.systems.ose.monsters.traits import AbsorbsMetal, Divide, FlamingBlood, Rusting, SporeCloud
from underkeep.world.creature import Creature, Moved
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

CLOUD_SQUARES = 1
_RULE = ("ose:monster.attacks.per-round",)
_BLOW = ("ose:combat.damage.monster",)


class SporesRolled(Note, frozen=True):
    """Whether a mould that was touched lets out its spores."""

    creature: str
    roll: Roll
    success: bool


class Divided(Event, frozen=True):
    """A blow has made several of one; what was one may be no more."""

    creature: str
    is_gone: bool

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, status="dead", hp=0) if self.is_gone else state


@cache
def touchy() -> frozenset[str]:
    """The kinds that it is not safe to strike."""
    harmful = (FlamingBlood, Rusting, AbsorbsMetal, SporeCloud)
    return frozenset(k for k, listing in monsters().items() if any(isinstance(t, harmful) for t in listing.traits))


@executes("ose:monster.attacks.per-round")
def recoil(do: Resolution, attacker: Creature, target: Creature, weapon: str, bladed: bool, wounds: bool) -> None:
    """A hit at close quarters, and what the struck do to the striker by it."""
    touch_of_metal(do, attacker, target, weapon)
    for trait in monsters()[target.kind].traits:
        if isinstance(trait, FlamingBlood) and bladed and wounds:
            _burn(do, attacker, target, trait)
        elif isinstance(trait, SporeCloud):
            release_spores(do, target, trait)


def _burn(do: Resolution, attacker: Creature, target: Creature, trait: FlamingBlood) -> None:
    if not save(do, attacker.id, "death", by=target.id):
        amount = roll_damage(do, target.id, attacker.id, "burning blood", trait.damage, (), _BLOW)
        harm(do, attacker.id, amount, target.id, "fire")


@executes("ose:monster.attacks.per-round")
def release_spores(do: Resolution, mould: Creature, trait: SporeCloud) -> None:
    """Half the time a cloud: everybody around is hurt, and chokes unless a save is made."""
    roll = do.roll_at_most(1, 100, f"whether {mould.id} lets out spores", trait.percent)
    do.emit(SporesRolled(mould.id, roll, bool(roll.success), rule=_RULE))
    if not roll.success or mould.at is None:
        return
    spores = monsters()[mould.kind].attacks[0][0]
    near = [c for c in do.state.active() if c.id != mould.id and c.kind != mould.kind and c.at is not None]
    for victim in near:
        if distance(square_of(victim), mould.at) > CLOUD_SQUARES or spores.damage is None:
            continue
        amount = roll_damage(do, mould.id, victim.id, spores.name, spores.damage, (), _BLOW)
        harm(do, victim.id, amount, mould.id, "spores")
        if do.state.creatures[victim.id].hp > 0:
            choke(do, Struck(mould.id, do.state.creatures[victim.id]), Choke())


@executes("ose:monster.attacks.per-round")
def divide(do: Resolution, event: Unharmed) -> None:
    """What does not hurt it makes more of it: one small one at each blow, or several that take its place."""
    target = do.state.creatures.get(event.target)
    listing = monsters().get(target.kind) if target is not None else None
    if listing is None or target is None or do.state.fight is None:
        return
    for trait in listing.traits:
        if isinstance(trait, Divide):
            count = 1 if trait.number is None else do.dice.total(trait.number, f"parts of {target.id}").total
            _make(do, target, trait.kind, count, is_gone=trait.number is not None)


def _make(do: Resolution, whole: Creature, kind: str, count: int, is_gone: bool) -> None:
    """As many as there is room for."""
    grid = do.state.grid
    if grid is None or whole.at is None:
        return
    do.emit(Divided(whole.id, is_gone, rule=_RULE))
    for _ in range(count):
        free = grid.reach(whole.at, max(grid.width, grid.height), 0) & ~field_of(do.state).occupied
        free |= grid.bit(whole.at) if is_gone and not field_of(do.state).occupied & grid.bit(whole.at) else 0
        if not free:
            return
        to = min(grid.squares(free), key=lambda square: distance(square, square_of(whole)))
        made = do.rules.recruit(do, Recruit(kind), meeting.ids_of_met(do.state, kind, 1)[0], whole.side)
        do.emit(Moved(made.id, to, "divides", rule=_RULE))
