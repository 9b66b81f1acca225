"""Holding on and swallowing: what a monster that has got hold of somebody does each round, and how one gets free."""

from __future__ import annotations

from underkeep.kernel.event import Action, Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks.field import field_of
from underkeep.systems.ose.attacks.special_attacks import Struck, on_hit
from underkeep.systems.ose.basics.battle import Grip, battle, with_battle
from underkeep.systems.ose.basics.conditions import PARALYSED, SENSELESS, SWALLOWED, has
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.checks.shapes import ShapeTaken
from underkeep.systems.ose.monsters.listings import monsters, size_of
from underkeep.systems.ose.monsters.special_effects import Drag, Fasten, Grab, Swallow
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import AttackRolled, Creature, Died, Fled, Moved
from underkeep.world.fight import FightEnded, Mark, Spent
from underkeep.world.grid import distance
from underkeep.world.state import State, square_of

SEVERED = "has lost a limb"
INSIDE_PENALTY = -4
_SIZES = ("small", "human", "large", "huge")
_RULE = ("ose:monster.attacks.per-round", "ose:combat.damage.monster")
_KINDS = {"acid": "acid"}


class GripTaken(Event, frozen=True):
    """A monster has got hold of somebody."""

    grip: Grip
    how: str

    def evolve(self, state: State) -> State:
        return with_battle(state, grips=(*battle(state).grips, self.grip))


class GripLost(Event, frozen=True):
    """Somebody is free of a hold."""

    grip: Grip
    how: str

    def evolve(self, state: State) -> State:
        left = list(battle(state).grips)
        left.remove(self.grip)
        return with_battle(state, grips=tuple(left))


class PullOut(Action, frozen=True):
    """Spend the round on getting a sting out of a wound."""

    actor: str
    target: str


def effect_of(state: State, grip: Grip) -> Fasten | Swallow | Grab:
    """What the attack of a grip does, by the holder's listing."""
    listing = monsters()[state.creatures[grip.holder].kind]
    effects = (e for routine in listing.attacks for line in routine if line.name == grip.attack for e in line.effects)
    return next(e for e in effects if isinstance(e, Fasten | Swallow | Grab))


def on(state: State, victim: str) -> list[Grip]:
    """What holds somebody."""
    return [grip for grip in battle(state).grips if grip.victim == victim]


def swallower(state: State, victim: Creature) -> str:
    """In whose belly somebody is."""
    return next((g.holder for g in on(state, victim.id) if isinstance(effect_of(state, g), Swallow)), "")


def breakable(state: State, victim: str) -> list[Grip]:
    """The grips out of which one could be pulled: not those of a belly."""
    return [grip for grip in on(state, victim) if not isinstance(effect_of(state, grip), Swallow)]


@executes("ose:referee.rulings.gaps")
def break_all(do: Resolution, victim: str, rule: tuple[str, ...]) -> None:
    """Whoever is pulled free is out of every grip but that of a belly."""
    for grip in breakable(do.state, victim):
        do.emit(GripLost(grip, "free", rule=rule))


@executes("ose:monster.attacks.per-round")
def penalty(state: State, creature: Creature) -> tuple[Modifier, ...]:
    """What being held costs on attacks; inside a belly there is hardly room for a dagger."""
    if has(creature, SWALLOWED):
        return (Modifier("inside", INSIDE_PENALTY),)
    effects = [effect_of(state, grip) for grip in on(state, creature.id)]
    lost = sum(effect.penalty for effect in effects if isinstance(effect, Fasten))
    return (Modifier("held fast", -lost),) if lost else ()


@executes("ose:monster.attacks.per-round")
@on_hit(Fasten)
def fasten(do: Resolution, struck: Struck, effect: Fasten) -> None:
    """It does not let go again."""
    if effect.the_senseless and not has(struck.victim, SENSELESS):
        return
    grip = Grip(struck.by, struck.victim.id, struck.attack, do.state.now)
    do.emit(GripTaken(grip, effect.kind, rule=_RULE))
    if effect.at_once:
        _hurt(do, grip)


@executes("ose:monster.attacks.per-round")
@on_hit(Grab)
def grab(do: Resolution, struck: Struck, effect: Grab) -> None:
    """Stuck to a sucker, once."""
    if not any(g.holder == struck.by for g in on(do.state, struck.victim.id)):
        do.emit(GripTaken(Grip(struck.by, struck.victim.id, struck.attack, do.state.now), "grab", rule=_RULE))


def is_sure(state: State, attacker: str, target: str, attack: str) -> bool:
    """Whether an attack cannot miss, because another of the round before holds the victim."""
    held = [g for g in on(state, target) if g.holder == attacker and g.since < state.now]
    return any(isinstance(e := effect_of(state, g), Grab) and e.for_attack == attack for g in held)


@executes("ose:monster.attacks.per-round")
@on_hit(Swallow)
def swallow(do: Resolution, struck: Struck, effect: Swallow) -> None:
    """On a roll that is good enough, a victim that is small enough."""
    victim = struck.victim
    rolled = next((e.roll for e in reversed(do.events) if isinstance(e, AttackRolled) and e.target == victim.id), None)
    fits = _SIZES.index(size_of(victim)) <= _SIZES.index(effect.largest)
    if rolled is None or not fits or has(victim, SWALLOWED):
        return
    better = bool(effect.margin) and rolled.total - (rolled.needed or 0) >= effect.margin
    if rolled.faces[0] < effect.natural and not better:
        return
    grip = Grip(struck.by, victim.id, struck.attack, do.state.now)
    do.emit(ConditionGained(victim.id, Condition(SWALLOWED), rule=_RULE))
    do.emit(GripTaken(grip, "belly", rule=_RULE))
    if effect.paralyses and not save(do, victim.id, "death", by=struck.by):
        do.emit(ConditionGained(victim.id, Condition(PARALYSED), rule=_RULE))


@executes("ose:monster.attacks.per-round")
@on_hit(Drag)
def drag(do: Resolution, struck: Struck, effect: Drag) -> None:
    """The tongue draws in what it has hit."""
    _bring_beside(do, struck.victim, do.state.creatures[struck.by])


def _bring_beside(do: Resolution, moved: Creature, other: Creature) -> None:
    grid = do.state.grid
    if grid is None or moved.at is None or other.at is None or distance(moved.at, other.at) <= 1:
        return
    free = grid.around(other.at) & grid.floor & ~field_of(do.state).occupied
    if free:
        to = min(grid.squares(free), key=lambda square: distance(square, square_of(moved)))
        do.emit(Moved(moved.id, to, "dragged", rule=_RULE))


@executes("ose:monster.attacks.per-round", "ose:combat.damage.monster")
def hold_on(do: Resolution) -> None:
    """At the start of each round: blood, squeezing, acid, a sting, the juices of a belly."""
    for grip in battle(do.state).grips:
        if grip not in battle(do.state).grips:
            continue
        victim, holder = do.state.creatures[grip.victim], do.state.creatures[grip.holder]
        if victim.status != "up" or _is_over(do.state, grip, holder):
            let_go(do, grip, "dead" if victim.status != "up" else "free")
            continue
        effect = effect_of(do.state, grip)
        if isinstance(effect, Fasten) and effect.kind in ("blood", "acid"):
            _bring_beside(do, holder, victim)
        if not isinstance(effect, Grab):
            _hurt(do, grip)
        if isinstance(effect, Swallow) and effect.drowns_rounds and _rounds(do.state, grip) >= effect.drowns_rounds:
            harm(do, grip.victim, do.state.creatures[grip.victim].hp, grip.holder, "drowning")


def _rounds(state: State, grip: Grip) -> int:
    return (state.now - grip.since) // 10


def _is_over(state: State, grip: Grip, holder: Creature) -> bool:
    """A sting works on without the bee; anything else ends with whoever holds on."""
    effect = effect_of(state, grip)
    return holder.status != "up" and not (isinstance(effect, Fasten) and effect.kind == "sting")


def _hurt(do: Resolution, grip: Grip) -> None:
    effect = effect_of(do.state, grip)
    if do.state.creatures[grip.victim].hp <= 0 or isinstance(effect, Grab):
        return
    kind = _KINDS.get(effect.kind, "weapon") if isinstance(effect, Fasten) else "acid"
    amount = roll_damage(do, grip.holder, grip.victim, grip.attack, effect.damage, (), _RULE)
    harm(do, grip.victim, amount, grip.holder, kind)


def let_go(do: Resolution, grip: Grip, how: str) -> None:
    """A hold is over; whoever comes out of a belly stands where there is room."""
    do.emit(GripLost(grip, how, rule=_RULE))
    victim = do.state.creatures[grip.victim]
    if not has(victim, SWALLOWED):
        return
    do.emit(ConditionEnded(victim.id, SWALLOWED, rule=_RULE))
    grid = do.state.grid
    if grid is None or victim.at is None or victim.status != "up":
        return
    taken = field_of(do.state.with_creature(victim.id, at=None)).occupied
    if taken & grid.bit(victim.at):
        free = grid.reach(victim.at, max(grid.width, grid.height), 0) & ~taken
        if free:
            to = min(grid.squares(free), key=lambda square: distance(square, square_of(victim)))
            do.emit(Moved(victim.id, to, "freed", rule=_RULE))


@executes("ose:monster.attacks.per-round")
def holder_fell(do: Resolution, event: Died | Fled) -> None:
    """The dead let go; what flees takes along what it has swallowed, and that is the end of it."""
    if do.state.fight is None:
        return
    for grip in battle(do.state).grips:
        effect = effect_of(do.state, grip)
        if grip.holder != event.creature or (isinstance(effect, Fasten) and effect.kind == "sting"):
            continue
        let_go(do, grip, "free")
        if isinstance(event, Fled) and isinstance(effect, Swallow):
            do.emit(Died(grip.victim, rule=_RULE))


@executes("ose:monster.attacks.per-round")
def body_changed(do: Resolution, event: ShapeTaken) -> None:
    """Another body has no hold on anybody."""
    if do.state.fight is not None:
        for grip in [grip for grip in battle(do.state).grips if grip.holder == event.creature]:
            let_go(do, grip, "free")


@executes("ose:monster.attacks.per-round")
def fight_over(do: Resolution, event: FightEnded) -> None:
    """Whoever is still inside something that left the field, or won it, is not seen again."""
    for creature in list(do.state.creatures.values()):
        if creature.conditions and creature.status == "up" and has(creature, SWALLOWED):
            do.emit(ConditionEnded(creature.id, SWALLOWED, rule=_RULE))
            do.emit(Died(creature.id, rule=_RULE))


@executes("ose:monster.attacks.per-round")
def cut(do: Resolution, attacker: str, target: str, amount: int) -> None:
    """A cut that is deep enough takes off a limb, the one that holds the cutter before any other."""
    held = [grip for grip in battle(do.state).grips if grip.holder == target]
    for grip in sorted(held, key=lambda grip: grip.victim != attacker):
        effect = effect_of(do.state, grip)
        if isinstance(effect, Fasten) and effect.severed_by and amount >= effect.severed_by:
            let_go(do, grip, "severed")
            before = do.state.creatures[target].condition(SEVERED)
            lost = 1 + (before.level if before is not None else 0)
            do.emit(ConditionGained(target, Condition(SEVERED, level=lost), rule=_RULE))
            return


def busy(state: State, holder: str, attack: str) -> int:
    """How many of a monster's attacks of one name are holding on to somebody, or gone."""
    taken = sum(g.holder == holder and g.attack == attack and not _is_free(state, g) for g in battle(state).grips)
    severed = state.creatures[holder].condition(SEVERED)
    return taken + (severed.level if severed is not None and taken else 0)


def _is_free(state: State, grip: Grip) -> bool:
    """A belly and a sucker leave the mouth free; what drinks or squeezes does nothing else."""
    return not isinstance(effect_of(state, grip), Fasten)


def removable(state: State, actor: Creature) -> list[Grip]:
    effects = [(grip, effect_of(state, grip)) for grip in on(state, actor.id)]
    return [grip for grip, effect in effects if isinstance(effect, Fasten) and effect.removable]


def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """Whoever has a sting in a wound may spend the round on it."""
    if "attack" in spent:
        return ()
    return tuple(dict.fromkeys(PullOut(actor.id, grip.holder) for grip in removable(state, actor)))


def why_not(state: State, actor: Creature, action: PullOut, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    if action in options(state, actor, spent):
        return None
    return Refusal(f"{actor.name} has nothing to pull out now.", _RULE[0])


@executes("ose:monster.attacks.per-round")
def pull_out(do: Resolution, action: PullOut) -> None:
    """A round's work, and the sting is out."""
    do.emit(Spent(action.actor, "attack", ends=True, rule=_RULE))
    let_go(
        do, next(g for g in removable(do.state, do.state.creatures[action.actor]) if g.holder == action.target), "out"
    )
