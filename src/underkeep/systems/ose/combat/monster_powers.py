"""What monsters do in a round instead of attacking: breath, charms, curses, webs, and ways to be gone."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from underkeep.kernel.event import Action, Event, Modifier, Note
from underkeep.kernel.executes import executes
from underkeep.procedures.effects import Effects
from underkeep.procedures.recruiting import entrust
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.systems.ose.attacks import breath
from underkeep.systems.ose.attacks.attacks import ATTACKED
from underkeep.systems.ose.attacks.maladies import sweep_aside
from underkeep.systems.ose.attacks.special_attacks import Struck, is_immune_to
from underkeep.systems.ose.basics.battle import Called, battle, with_battle
from underkeep.systems.ose.basics.conditions import (
    BURNING,
    ENTHRALLED,
    ILL_FATED,
    INVISIBLE,
    SILENCED,
    STUNNED,
    WEBBED,
    can_fight,
    has,
)
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.combat import reinforcements
from underkeep.systems.ose.magic.effects.spells_of_mind import SideTaken, free
from underkeep.systems.ose.monsters.listings import is_person, monsters
from underkeep.systems.ose.monsters.special_actions import (
    Animate,
    BecomeInvisible,
    Breath,
    Charm,
    Curse,
    PillarOfFlame,
    SpecialPower,
    Vanish,
    Web,
    Whirlwind,
)
from underkeep.systems.ose.monsters.special_effects import Sweep
from underkeep.world.condition import Condition, ConditionEnded, ConditionGained
from underkeep.world.creature import Creature, Died, Fled
from underkeep.world.fight import FightEnded, Mark, Spent
from underkeep.world.grid import in_sight
from underkeep.world.state import State, square_of

DAY_SECONDS, ROUND_SECONDS = 86_400, 10
USED = "has used a power"
WEB_SECONDS = 5 * 600
_RULE = ("ose:monster.attacks.per-round",)


class Unleash(Action, frozen=True):
    """Use a power of one's kind, upon somebody where it has an aim."""

    actor: str
    power: str
    target: str = ""


class PowerUsed(Note, frozen=True):
    """A monster uses a power."""

    creature: str
    power: str
    target: str


class Enthralled(Event, frozen=True):
    """Somebody is under the spell of a monster, until it dies."""

    creature: str
    by: str

    def evolve(self, state: State) -> State:
        return with_battle(state, thralls={**battle(state).thralls, self.creature: self.by})


class Use(NamedTuple):
    """A power being used: by whom, on whom."""

    by: str
    on: str


powers: Effects[Use] = Effects(SpecialPower)


def _of(creature: Creature) -> tuple[SpecialPower, ...]:
    listing = monsters().get(creature.kind)
    return listing.powers if listing is not None else ()


@executes("ose:monster.attacks.per-round", "ose:monster.attacks.alternative")
def options(state: State, actor: Creature, spent: tuple[Mark, ...]) -> tuple[Action, ...]:
    """Each power that is left, upon each whom it reaches; one who has begun to attack does nothing else."""
    if spent and (ATTACKED in spent or "retreat" in spent or _has_struck(actor, spent)):
        return ()
    found: list[Action] = []
    for power in _of(actor):
        if _is_left(state, actor, power):
            found += [Unleash(actor.id, power.name, id) for id in _aims(state, actor, power)]
    return tuple(found)


def _has_struck(actor: Creature, spent: tuple[Mark, ...]) -> bool:
    return any(line.name in spent for routine in monsters()[actor.kind].attacks for line in routine)


@executes("ose:monster.attacks.per-round")
def _is_left(state: State, actor: Creature, power: SpecialPower) -> bool:
    """Not used up for the day, not in force, and enough of a kind together for what takes several."""
    if isinstance(power, Breath):
        return not power.instead_of and breath.can_breathe(actor, power)
    used = actor.condition(USED)
    if power.per_day and used is not None and used.level >= power.per_day:
        return False
    if isinstance(power, Charm | Curse) and power.together > 1:
        mates = [c for c in state.active() if c.side == actor.side and c.kind == actor.kind and can_fight(c)]
        return len(mates) >= power.together and mates[0].id == actor.id
    if isinstance(power, BecomeInvisible | PillarOfFlame):
        return not has(actor, INVISIBLE if isinstance(power, BecomeInvisible) else BURNING)
    return not isinstance(power, Animate) or used is None


def _aims(state: State, actor: Creature, power: SpecialPower) -> list[str]:
    if isinstance(power, Breath):
        return [c.id for c in _foes_within(state, actor, power.length_feet)]
    if isinstance(power, Web):
        return [c.id for c in _foes_within(state, actor, power.reach_feet) if not has(c, WEBBED)]
    if isinstance(power, Charm):
        near = [c for c in _foes_within(state, actor, power.reach_feet) if _can_be_charmed(state, c, power)]
        return [c.id for c in near[: 1 if power.everyone else None]]
    if isinstance(power, Curse):
        return [c.id for c in _foes_within(state, actor, power.reach_feet) if not has(c, ILL_FATED)]
    if isinstance(power, Whirlwind):
        return [""] if _foes_within(state, actor, SQUARE_FEET) else []
    return [""]


def _foes_within(state: State, actor: Creature, feet: int) -> list[Creature]:
    at, grid = actor.at, state.grid
    if at is None:
        return []
    foes = [c for c in state.active() if c.side != actor.side and c.at is not None and c.hp > 0]
    near = [c for c in foes if actor.steps_to(c) * SQUARE_FEET <= feet]
    return [c for c in near if grid is None or in_sight(grid, at, square_of(c))]


def _can_be_charmed(state: State, creature: Creature, power: Charm) -> bool:
    if (creature.id, power.name) in battle(state).braved or is_immune_to(creature, "charm"):
        return False
    if creature.conditions and (has(creature, ENTHRALLED) or (power.everyone and has(creature, SILENCED))):
        return False
    return not power.persons or is_person(creature)


def why_not(state: State, actor: Creature, action: Unleash, phase: str, spent: tuple[Mark, ...]) -> Refusal | None:
    if action in options(state, actor, spent):
        return None
    return Refusal(f"{actor.name} cannot do that now.", _RULE[0])


@executes("ose:monster.attacks.per-round", "ose:monster.attacks.alternative")
def unleash(do: Resolution, action: Unleash) -> None:
    """It takes the place of the round's attacks."""
    actor = do.state.creatures[action.actor]
    power = next(p for p in _of(actor) if p.name == action.power)
    do.emit(Spent(actor.id, ATTACKED, ends=True, rule=_RULE))
    if not isinstance(power, Breath):
        do.emit(PowerUsed(actor.id, power.name, action.target, rule=_RULE))
        if power.per_day or isinstance(power, Animate):
            used = actor.condition(USED)
            times = 1 + (used.level if used is not None else 0)
            do.emit(ConditionGained(actor.id, Condition(USED, do.state.now + DAY_SECONDS, times), rule=_RULE))
    powers.carry_out(do, Use(actor.id, action.target), power)


@powers(Breath)
def breathe(do: Resolution, use: Use, power: Breath) -> None:
    """Towards whoever is aimed at."""
    breath.breathe_out(do, use.by, power, square_of(do.state.creatures[use.on]))


@executes("ose:save.category.spells", "ose:monster.attacks.per-round")
@powers(Charm)
def charm(do: Resolution, use: Use, power: Charm) -> None:
    """One, or all who hear it: who saves against spells is safe for this fight, the others take the charmer's side."""
    charmer = do.state.creatures[use.by]
    heard = _foes_within(do.state, charmer, power.reach_feet) if power.everyone else [do.state.creatures[use.on]]
    for victim in [c for c in heard if _can_be_charmed(do.state, c, power)]:
        penalty = (Modifier(power.name, -power.penalty),) if power.penalty else ()
        if save(do, victim.id, "spells", penalty, by=use.by):
            do.emit(Withstood(victim.id, power.name, rule=_RULE))
        else:
            _enthral(do, charmer, victim)


class Withstood(Event, frozen=True):
    """Somebody was proof against a charm, and is so for the rest of the fight."""

    creature: str
    power: str

    def evolve(self, state: State) -> State:
        return with_battle(state, braved=battle(state).braved | {(self.creature, self.power)})


def _enthral(do: Resolution, charmer: Creature, victim: Creature) -> None:
    own = sheet(victim)
    do.emit(ConditionGained(victim.id, Condition(ENTHRALLED), rule=_RULE))
    do.emit(Enthralled(victim.id, charmer.id, rule=_RULE))
    if victim.id not in do.state.players:
        entrust(do, victim.id, charmer.side, do.state.owner(charmer.id))
    changed = replace(own, former_side=own.former_side or victim.side)
    do.emit(SideTaken(victim.id, charmer.side, changed, rule=_RULE))


@executes("ose:monster.attacks.per-round")
def charm_breaks(do: Resolution, event: Died) -> None:
    """With the charmer's death its thralls are themselves again."""
    if do.state.fight is None:
        return
    for victim, by in battle(do.state).thralls.items():
        if by == event.creature and has(do.state.creatures[victim], ENTHRALLED):
            do.emit(ConditionEnded(victim, ENTHRALLED, rule=_RULE))
            free(do, victim)


@executes("ose:monster.attacks.per-round")
def fight_over(do: Resolution, event: FightEnded) -> None:
    """Thralls whose charmers hold the field are led away and not seen again; all others come to themselves."""
    for creature in list(do.state.creatures.values()):
        if not creature.conditions or not has(creature, ENTHRALLED):
            continue
        is_lost = creature.status == "up" and event.winner == creature.side
        do.emit(ConditionEnded(creature.id, ENTHRALLED, rule=_RULE))
        free(do, creature.id)
        if is_lost:
            do.emit(Died(creature.id, rule=_RULE))


@executes("ose:save.category.spells", "ose:monster.attacks.per-round")
@powers(Curse)
def curse(do: Resolution, use: Use, power: Curse) -> None:
    """Save against spells: one curse cripples for good, another makes one stumble over one's own feet."""
    if save(do, use.on, "spells", by=use.by):
        return
    if power.attack_penalty:
        do.emit(ConditionGained(use.on, Condition(ILL_FATED, level=power.attack_penalty), rule=_RULE))
    else:
        until = do.state.now + 2 * ROUND_SECONDS
        do.emit(ConditionGained(use.on, Condition(ILL_FATED, until), rule=_RULE))
        do.emit(ConditionGained(use.on, Condition(STUNNED, until), rule=_RULE))


@executes("ose:save.category.paralysis", "ose:monster.attacks.per-round")
@powers(Web)
def web(do: Resolution, use: Use, power: Web) -> None:
    """Caught for turns by those of common strength, unless a save against paralysis is made, or fire comes to help."""
    if not save(do, use.on, "paralysis", by=use.by):
        until = do.state.now + WEB_SECONDS
        do.emit(ConditionGained(use.on, Condition(WEBBED, until), rule=_RULE))


@executes("ose:monster.attacks.per-round")
@powers(Vanish)
def vanish(do: Resolution, use: Use, power: Vanish) -> None:
    """Gone, where nobody can follow."""
    do.emit(Fled(use.by, rule=_RULE))


@powers(BecomeInvisible)
def become_invisible(do: Resolution, use: Use, power: BecomeInvisible) -> None:
    do.emit(ConditionGained(use.by, Condition(INVISIBLE), rule=_RULE))


@powers(PillarOfFlame)
def take_fire(do: Resolution, use: Use, power: PillarOfFlame) -> None:
    until = do.state.now + (power.rounds + 1) * ROUND_SECONDS
    do.emit(ConditionGained(use.by, Condition(BURNING, until), rule=_RULE))


@executes("ose:combat.damage.monster")
def scorch(do: Resolution, attacker: Creature, target: str) -> None:
    """What strikes out of a pillar of flame burns as well."""
    flames = next((p for p in _of(attacker) if isinstance(p, PillarOfFlame)), None)
    if flames is None or not has(attacker, BURNING) or do.state.creatures[target].hp <= 0:
        return
    rule = ("ose:combat.damage.monster",)
    amount = roll_damage(do, attacker.id, target, flames.name, flames.damage, (), rule)
    harm(do, target, amount, attacker.id, "fire")


@executes("ose:combat.damage.monster")
@powers(Whirlwind)
def whirl(do: Resolution, use: Use, power: Whirlwind) -> None:
    """Damage to everybody beside it, and the weak are swept aside."""
    for foe in _foes_within(do.state, do.state.creatures[use.by], SQUARE_FEET):
        amount = roll_damage(do, use.by, foe.id, power.name, power.damage, (), ("ose:combat.damage.monster",))
        harm(do, foe.id, amount, use.by)
        if do.state.creatures[foe.id].hp > 0:
            sweep_aside(do, Struck(use.by, do.state.creatures[foe.id]), Sweep(power.below_dice))


@executes("ose:monster.attacks.per-round")
@powers(Animate)
def animate(do: Resolution, use: Use, power: Animate) -> None:
    """So many come to life beside it, or are called and come later."""
    maker = do.state.creatures[use.by]
    which = do.pick(tuple(range(len(power.kinds))), f"whom {use.by} calls")
    number = do.dice.total(power.number[which], f"how many {power.kinds[which]} come").total
    if power.after is None:
        reinforcements.place(do, power.kinds[which], number, maker.side, square_of(maker), "comes to life")
        return
    rounds = do.dice.total(power.after, f"rounds until {power.kinds[which]} come").total
    at = do.state.now + rounds * ROUND_SECONDS
    called = Called(power.kinds[which], number, maker.side, square_of(maker), at)
    do.emit(reinforcements.AlliesCalled(use.by, called, rule=_RULE))


EVENTS: tuple[type[Event], ...] = (
    PowerUsed,
    Enthralled,
    Withstood,
    reinforcements.AlliesCalled,
    reinforcements.AlliesCame,
)
