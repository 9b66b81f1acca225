"""Whether monsters fight on."""

from __future__ import annotations

from functools import cache

from underkeep.kernel.event import Event, Modifier
from underkeep.kernel.executes import executes
from underkeep.mechanics.morale_2d6 import holds
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.field import engaged
from underkeep.systems.ose.attacks.movement import away, encounter_feet, is_fleeing, run
from underkeep.systems.ose.attacks.targets import is_intelligent
from underkeep.systems.ose.basics.battle import battle, with_battle
from underkeep.systems.ose.basics.conditions import FLEEING, is_helpless
from underkeep.systems.ose.basics.measures import SQUARE_FEET
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.checks.enchantments import spell_modifiers
from underkeep.systems.ose.checks.hardiness import SEARED
from underkeep.systems.ose.encounters import loyalty
from underkeep.systems.ose.monsters import mercenaries
from underkeep.systems.ose.monsters.listings import Monster, Trait, monsters
from underkeep.systems.ose.monsters.traits import FearsFire, Flighty, Frenzy, Ink, MoraleInLair, PackCourage
from underkeep.world.condition import Condition, ConditionGained
from underkeep.world.creature import Creature, Fled, Yielded
from underkeep.world.state import State

MORALE = "morale"
LONE_MONSTERS = "morale-of-lone-monsters"
_RULED = "ose:morale.without-option"
_ENOUGH = 2
_TO_THE_DEATH = ("ose:morale.twelve-to-death", "ose:morale.situation.not-2-or-12")


class FlightRuled(Event, frozen=True):
    """The referee has said whether a side runs, with so many of its monsters left."""

    side: str
    left: int

    def evolve(self, state: State) -> State:
        return with_battle(state, stood_fast={**battle(state).stood_fast, self.side: self.left})


class MoraleTried(Event, frozen=True):
    """There was reason to check the morale of a side; the same reason calls for no other check."""

    side: str
    why: str

    def evolve(self, state: State) -> State:
        return with_battle(state, morale_tried=battle(state).morale_tried | {(self.side, self.why)})


class MoraleHeld(Event, frozen=True):
    """So many checks has this kind of monster passed on its side."""

    side: str
    kind: str
    times: int

    def evolve(self, state: State) -> State:
        held = battle(state).held
        return with_battle(state, held={**held, self.side: {**held.get(self.side, {}), self.kind: self.times}})


EVENTS: tuple[type[Event], ...] = (FlightRuled, MoraleTried, MoraleHeld)


@executes("ose:morale.retainers")
def _monsters(state: State, side: str) -> list[Creature]:
    """Those whose nerve may break; a hired hand is none of them."""
    creatures, listings, fight = state.creatures, monsters(), state.fight
    ids = fight.combatants if fight is not None and fight.combatants else [c.id for c in state.active()]
    found = []
    for id in ids:
        creature = creatures[id]
        if creature.side == side and creature.kind in listings and creature.sheet.service is None:  # type: ignore[attr-defined]
            found.append(creature)
    return found


@executes("ose:morale.enable", "ose:morale.without-option", "ose:morale.retainers")
def check_morale(do: Resolution, side: str) -> None:
    """At the start of a side's part of the round. Those who fled before and got clear are gone. Retainers are asked for
    loyalty instead.
    """
    loyalty.check_in_fight(do, side)
    for creature in do.state.creatures.values():
        if creature.conditions and creature.side == side and is_fleeing(creature) and _can_run(creature):
            run(do, creature, _break_rule(do.state))
    if MORALE in do.state.switches:
        _check_by_rating(do, side)
    else:
        _check_by_ruling(do, side)


def _can_run(creature: Creature) -> bool:
    """On the field, on its feet, and nobody's retainer."""
    stands = creature.status == "up" and creature.at is not None
    return stands and not is_helpless(creature) and sheet(creature).service is None


def _break_rule(state: State) -> tuple[str, ...]:
    return ("ose:morale.check",) if MORALE in state.switches else (_RULED,)


@executes("ose:morale.without-option")
def _check_by_ruling(do: Resolution, side: str) -> None:
    """The referee decides. Default: they flee when half are down and the rest are outnumbered, unless mindless or
    fanatical. Asked again only when more have fallen.
    """
    own = _monsters(do.state, side)
    active = [c for c in own if c.status == "up"] if own else own
    if not active or len(active) * 2 > len(own):
        return
    if battle(do.state).stood_fast.get(side) == len(active):
        return
    if len(active) >= len([c for c in do.state.active() if c.side != side]):
        return
    waverers = [c for c in active if not is_fleeing(c) and not is_helpless(c) and _can_waver(c)]
    if not waverers:
        return
    choice = do.ruling(_RULED, ("flee", "surrender", "fight on"), "flee", side)
    do.emit(FlightRuled(side, len(active)))
    for creature in waverers:
        if choice == "flee":
            _flee(do, creature, (_RULED,))
        elif choice == "surrender":
            do.emit(Yielded(creature.id, rule=(_RULED,)))


def _can_waver(creature: Creature) -> bool:
    return monsters()[creature.kind].mind != "none" and sheet(creature).morale != 12


@executes("ose:morale.when.first-death", "ose:morale.when.half", "ose:morale.two-never-fights")
def _check_by_rating(do: Resolution, side: str) -> None:
    """Once at the first death, once when half are out of action. Ruling: morale.question.solitary."""
    own = _monsters(do.state, side)
    if not own:
        return
    for creature in own:
        if creature.status == "up" and sheet(creature).morale == 2 and not is_fleeing(creature):
            _flee(do, creature, ("ose:morale.two-never-fights",))
    out = sum(1 for c in own if c.status != "up" or is_helpless(c))
    dead = any(c.status == "dead" for c in own)
    if dead:
        _due(do, side, "first death", "ose:morale.when.first-death")
    if out * 2 >= len(own):
        _due(do, side, "half out of action", "ose:morale.when.half")
    for kind in dict.fromkeys(c.kind for c in own if is_flighty(c.kind)):
        _check_kind(do, side, kind, "flighty", "ose:morale.check")
    if len(own) == 1 and LONE_MONSTERS in do.state.switches and own[0].hp * 2 <= own[0].max_hp:
        _due(do, side, "half its hit points", "ose:morale.check")


def _due(do: Resolution, side: str, why: str, when: str) -> None:
    """A check of each kind of monster on the side, the first time only that there is this reason."""
    if (side, why) in battle(do.state).morale_tried:
        return
    do.emit(MoraleTried(side, why))
    for kind in dict.fromkeys(c.kind for c in _steady(do.state, side)):
        _check_kind(do, side, kind, why, when)


def _steady(state: State, side: str) -> list[Creature]:
    """Those who stand their ground so far; whoever sleeps or cannot stir loses no nerve."""
    return [c for c in _monsters(state, side) if c.status == "up" and not is_fleeing(c) and not is_helpless(c)]


@executes(
    "ose:morale.check",
    "ose:morale.two-successes",
    "ose:morale.twelve-to-death",
    "ose:morale.situation.not-2-or-12",
    "ose:monster.morale",
    "ose:morale.mercenary",
)
def _check_kind(do: Resolution, side: str, kind: str, why: str, when: str) -> None:
    """Those of one kind fight on or break; after two successes they fight to the death."""
    members = [c for c in _steady(do.state, side) if c.kind == kind]
    rating = _rating(do.state, monsters()[kind], members)
    passed = battle(do.state).held.get(side, {}).get(kind, 0)
    if rating == 12 and members:
        do.emit(MoraleHeld(side, kind, passed, rule=_TO_THE_DEATH))
    if rating == 12 or not members or (passed >= _ENOUGH and not is_flighty(kind)):
        return
    situation = 0 if rating == 2 else _situation(do, side)
    rule: tuple[str, ...] = (when, "ose:morale.check", "ose:morale.enable", "ose:morale.rating", "ose:monster.morale")
    rule = (*rule, "ose:morale.situation.not-2-or-12") if rating == 2 else rule
    modifiers = (Modifier("situation", -situation), *_by_magic(members))
    if monsters()[kind].troops:
        rule = (*rule, "ose:morale.mercenary")
        spirit = mercenaries.conditions(do, side) if rating != 2 else 0
        modifiers = (*modifiers, Modifier("working conditions", -spirit))
    if holds(do, side, why, rating, rule, modifiers):
        do.emit(MoraleHeld(side, kind, passed + 1, rule=("ose:morale.two-successes",)))
        return
    for creature in members:
        _flee(do, creature, rule)


@executes("ose:magic.effect.different")
def _by_magic(members: list[Creature]) -> tuple[Modifier, ...]:
    """What spells on all of them add to their courage: a lower roll."""
    shared = set.intersection(*(set(spell_modifiers(c, "morale")) for c in members))
    return tuple(Modifier(source, -amount) for source, amount in sorted(shared))


@executes("ose:morale.rating", "ose:monster.morale")
def _rating(state: State, listing: Monster, members: list[Creature]) -> int:
    """The listing's, or another while in melee."""
    if listing.morale_in_melee is not None and any(engaged(state, c) for c in members):
        return listing.morale_in_melee
    for trait in listing.traits:
        if isinstance(trait, FearsFire) and any(c.condition(SEARED) is not None for c in members):
            return trait.morale
        if isinstance(trait, PackCourage) and len(members) >= trait.least:
            return trait.morale
        if isinstance(trait, MoraleInLair) and _is_at_home(state):
            return trait.morale
        if isinstance(trait, Frenzy) and any(c.hp < c.max_hp for c in state.active()):
            return 12
    rating = sheet(members[0]).morale if members else None
    return listing.morale if rating is None else rating


def _is_at_home(state: State) -> bool:
    """Whether those who are met live where they are."""
    met, dungeon = state.encounter, state.dungeon
    return met is not None and dungeon is not None and dungeon.groups[met.group].lair


@cache
def is_flighty(kind: str) -> bool:
    listing = monsters().get(kind)
    return listing is not None and any(isinstance(trait, Flighty) for trait in listing.traits)


@executes("ose:morale.situation")
def _situation(do: Resolution, side: str) -> int:
    """Default: -1 for the side that has lost the greater part of its number, +1 for the other."""
    own, foes = _lost(do.state, True, side), _lost(do.state, False, side)
    default = -1 if own > foes else 1 if own < foes else 0
    return int(do.ruling("ose:morale.situation", ("-2", "-1", "0", "1", "2"), str(default), side))


def _lost(state: State, own: bool, side: str) -> float:
    members = [c for c in state.combatants() if (c.side == side) == own]
    return sum(c.status != "up" for c in members) / len(members) if members else 0.0


def _traits(creature: Creature) -> tuple[Trait, ...]:
    listing = monsters().get(creature.kind)
    return listing.traits if listing is not None else ()


@executes("ose:morale.check", "ose:morale.two-never-fights")
def _flee(do: Resolution, creature: Creature, rule: tuple[str, ...]) -> None:
    """It runs; with no way out the intelligent surrender and the rest fight on, as does what never fights unless
    cornered. In a cloud of ink it is gone at once.
    """
    if is_helpless(creature):
        return
    if any(isinstance(trait, Ink) for trait in _traits(creature)):
        do.emit(Fled(creature.id, rule=rule))
        return
    is_held = engaged(do.state, creature)
    if is_held and not away(do.state, creature, encounter_feet(creature, do.state) // SQUARE_FEET):
        if sheet(creature).morale != 2 and is_intelligent(creature):
            do.emit(Yielded(creature.id, rule=rule))
        return
    if is_held:
        do.emit(ConditionGained(creature.id, Condition(FLEEING), rule=rule))
    run(do, creature, rule)
