"""What a monster's touch, bite or spit brings upon a body, and how each runs its course."""

from __future__ import annotations

from typing import ClassVar

from underkeep.kernel.event import Event
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import parse
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.special_attacks import DAY_SECONDS, TURN_SECONDS, Struck, is_immune_to, on_hit
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.conditions import (
    AFRAID,
    BESET,
    BLIND,
    BLISTERED,
    CHOKING,
    DANCING,
    INFECTED,
    ROTTING,
    SENSELESS,
    SLIMED,
    SPENT_BY_DANCING,
    STUNNED,
    WERE_BITTEN,
    has,
)
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.damage import harm, roll_damage
from underkeep.systems.ose.checks.enchantments import flies, is_blind
from underkeep.systems.ose.checks.petrifaction import petrify
from underkeep.systems.ose.checks.saves import save
from underkeep.systems.ose.monsters.listings import monsters
from underkeep.systems.ose.monsters.special_effects import (
    Blind,
    Blister,
    Choke,
    Confuse,
    Consume,
    Dance,
    Die,
    ExtraDamage,
    Frighten,
    Lycanthropy,
    Petrify,
    Rot,
    Senseless,
    Stun,
    Sweep,
)
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Died, Harmed
from underkeep.world.state import State

ROUND_SECONDS = 10
FEAR_ROUNDS = 6
CHOKING_ROUNDS, SLIME_ROUNDS = 6, 6
MOST_DANCING = 5
_SLIME = parse("1d4")
_INCUBATION = parse("2d12")
_RULE = ("ose:monster.attacks.per-round",)


class BecameBeast(Event, frozen=True):
    """Lycanthropy has run its course: the victim runs with its kind, and is the referee's."""

    creature: str
    side: ClassVar[str] = "monsters"

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, side=self.side, status="fled")


def afflict(do: Resolution, id: str, name: str, until: int | None = None, level: int = 0) -> None:
    do.emit(ConditionGained(id, Condition(name, until, level), rule=_RULE))


def _until(do: Resolution, rounds: int) -> int:
    return do.state.now + rounds * ROUND_SECONDS


@executes("ose:save.category.paralysis")
@on_hit(Petrify)
def to_stone(do: Resolution, struck: Struck, effect: Petrify) -> None:
    """Whoever fails to save against petrification."""
    if not save(do, struck.victim.id, "petrification", by=struck.by):
        petrify(do, struck.victim.id)


@executes("ose:monster.attacks.per-round")
@on_hit(Stun)
def stun(do: Resolution, struck: Struck, effect: Stun) -> None:
    """Knocked down or out of breath for so many rounds, this one counted."""
    if effect.save and save(do, struck.victim.id, effect.save, by=struck.by):
        return
    rounds = do.dice.total(effect.rounds, f"rounds {struck.victim.id} is stunned").total
    afflict(do, struck.victim.id, STUNNED, _until(do, rounds))


@executes("ose:monster.attacks.per-round")
@on_hit(Senseless)
def knock_out(do: Resolution, struck: Struck, effect: Senseless) -> None:
    """Whoever fails to save against paralysis."""
    id = struck.victim.id
    if is_immune_to(struck.victim, "paralysis") or save(do, id, "paralysis", by=struck.by):
        return
    afflict(do, id, SENSELESS, _until(do, do.dice.total(effect.rounds, f"rounds {id} lies there").total))


@executes("ose:monster.attacks.per-round")
@on_hit(Blind)
def spit_in_the_eyes(do: Resolution, struck: Struck, effect: Blind) -> None:
    """Whoever fails to save against poison never sees again."""
    if not is_immune_to(struck.victim, "poison") and not save(do, struck.victim.id, "poison", by=struck.by):
        afflict(do, struck.victim.id, BLIND)


@executes("ose:monster.attacks.per-round")
@on_hit(Blister)
def blister(do: Resolution, struck: Struck, effect: Blister) -> None:
    """A day of pain spoils every attack."""
    afflict(do, struck.victim.id, BLISTERED, do.state.now + effect.hours * 3600, effect.penalty)


@executes("ose:monster.attacks.per-round")
@on_hit(Confuse)
def beset(do: Resolution, struck: Struck, effect: Confuse) -> None:
    """Enough of them about one's head: until the next round is over."""
    kind, side = do.state.creatures[struck.by].kind, do.state.creatures[struck.by].side
    if sum(c.kind == kind and c.side == side for c in do.state.active()) >= effect.least:
        afflict(do, struck.victim.id, BESET, _until(do, 2), effect.penalty)


@executes("ose:monster.attacks.per-round")
@on_hit(Dance)
def dance(do: Resolution, struck: Struck, effect: Dance) -> None:
    """The victim who fails to save against poison, and then all who look on and fail against spells."""
    victim = struck.victim
    if is_immune_to(victim, "poison") or has(victim, DANCING) or save(do, victim.id, "poison", by=struck.by):
        return
    turns = do.dice.total(effect.turns, f"turns {victim.id} dances").total
    _dances(do, victim.id, turns)
    for other in do.state.active():
        looks_on = other.side == victim.side and other.id != victim.id and not has(other, DANCING)
        if looks_on and not is_blind(other) and not save(do, other.id, "spells", by=struck.by):
            _dances(do, other.id, turns)


def _dances(do: Resolution, id: str, turns: int) -> None:
    """For five turns at most; the rest is lain through."""
    steps = min(turns, MOST_DANCING)
    afflict(do, id, DANCING, do.state.now + steps * TURN_SECONDS, turns - steps)


@executes("ose:monster.attacks.per-round")
@on_hit(Rot)
def rot(do: Resolution, struck: Struck, effect: Rot) -> None:
    """No save: until magic removes it."""
    if not is_immune_to(struck.victim, "poison") and not has(struck.victim, ROTTING):
        afflict(do, struck.victim.id, ROTTING)


@executes("ose:monster.attacks.per-round")
@on_hit(Lycanthropy)
def tear(do: Resolution, struck: Struck, effect: Lycanthropy) -> None:
    """Wounds of werebeasts add up; more than half the hit points, and the disease is caught."""
    victim = struck.victim
    if (victim.kind in monsters() and not monsters()[victim.kind].human) or has(victim, INFECTED):
        return
    before = victim.condition(WERE_BITTEN)
    lost = _last_wound(do, victim.id) + (before.level if before is not None else 0)
    afflict(do, victim.id, WERE_BITTEN, level=lost)
    if lost * 2 > victim.max_hp:
        days = do.dice.total(_INCUBATION, f"days until {victim.id} turns").total
        afflict(do, victim.id, INFECTED, do.state.now + days * DAY_SECONDS)


def _last_wound(do: Resolution, id: str) -> int:
    return next((e.amount for e in reversed(do.events) if isinstance(e, Harmed) and e.creature == id), 0)


@executes("ose:monster.attacks.per-round")
@on_hit(Frighten)
def frighten(do: Resolution, struck: Struck, effect: Frighten) -> None:
    """The weak save against death or run for a while."""
    if sheet(struck.victim).level <= effect.most_dice and not save(do, struck.victim.id, "death", by=struck.by):
        afflict(do, struck.victim.id, AFRAID, _until(do, FEAR_ROUNDS))


@executes("ose:monster.attacks.per-round")
@on_hit(Sweep)
def sweep_aside(do: Resolution, struck: Struck, effect: Sweep) -> None:
    """The weak save against death or are out of the fight until the next round is over."""
    if sheet(struck.victim).level < effect.below_dice and not save(do, struck.victim.id, "death", by=struck.by):
        afflict(do, struck.victim.id, STUNNED, _until(do, 2))


@executes("ose:monster.attacks.per-round")
@on_hit(Choke)
def choke(do: Resolution, struck: Struck, effect: Choke) -> None:
    """Whoever fails to save against death has six rounds."""
    victim = struck.victim
    if is_immune_to(victim, "poison") or has(victim, CHOKING) or save(do, victim.id, "death", by=struck.by):
        return
    afflict(do, victim.id, CHOKING, _until(do, CHOKING_ROUNDS))


@executes("ose:monster.attacks.per-round")
@on_hit(Consume)
def consume(do: Resolution, struck: Struck, effect: Consume) -> None:
    """It sticks: six rounds until it has eaten its way in, and 1d4 more until nothing is left but slime."""
    if not has(struck.victim, SLIMED):
        rounds = SLIME_ROUNDS + do.dice.total(_SLIME, f"rounds until {struck.victim.id} is slime").total
        afflict(do, struck.victim.id, SLIMED, _until(do, rounds))


@executes("ose:combat.damage.monster")
@on_hit(ExtraDamage)
def hurt_more(do: Resolution, struck: Struck, effect: ExtraDamage) -> None:
    """What is against its nature is hurt more."""
    victim = struck.victim
    if not _is_against(do.state, victim, effect.against):
        return
    amount = roll_damage(do, struck.by, victim.id, struck.attack, effect.damage, (), ("ose:combat.damage.monster",))
    harm(do, victim.id, amount, struck.by, effect.kind)


def _is_against(state: State, victim: Creature, against: str) -> bool:
    listing = monsters().get(victim.kind)
    if against == "flying":
        return flies(victim)
    if against == "ground":
        return not flies(victim)
    if against == "water":
        return has(victim, "in water") or (listing is not None and "swimming" in listing.movement_feet)
    if against == "cold":
        return listing is not None and bool({"cold", "normal cold"}.intersection(listing.immune))
    return True


@executes("ose:monster.attacks.per-round")
@on_hit(Die)
def die_of_it(do: Resolution, struck: Struck, effect: Die) -> None:
    """The sting stays in the wound, and the stinger does not outlive that."""
    do.emit(Died(struck.by, rule=_RULE))


@executes("ose:monster.attacks.per-round")
def run_its_course(do: Resolution, id: str, condition: Condition) -> None:
    """What becomes of somebody when a malady's time is up."""
    if condition.name in (CHOKING, SLIMED):
        harm(do, id, do.state.creatures[id].hp, "", "poison")
    elif condition.name == DANCING and condition.level:
        afflict(do, id, SPENT_BY_DANCING, do.state.now + condition.level * TURN_SECONDS)
    elif condition.name == INFECTED:
        _become_beast(do, id)


def _become_beast(do: Resolution, id: str) -> None:
    """Humans become what bit them; nobody else survives it."""
    own_class = compendium.classes().get(do.state.creatures[id].kind)
    if own_class is not None and own_class.demihuman:
        do.emit(Died(id, rule=_RULE))
    else:
        do.emit(BecameBeast(id, rule=_RULE))
