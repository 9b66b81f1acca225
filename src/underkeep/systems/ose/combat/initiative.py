"""Initiative: who acts when in a round."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from underkeep.kernel.event import Modifier
from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.attacks.bombing import is_bomber
from underkeep.systems.ose.attacks.natural_missiles import shots
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.basics.sheet import sheet
from underkeep.systems.ose.characters import abilities, class_abilities
from underkeep.systems.ose.equipment.arms import arms
from underkeep.systems.ose.magic import casting, turning
from underkeep.systems.ose.magic.items import using
from underkeep.systems.ose.monsters.listings import ActsFirst, ActsLast, Quick, monsters
from underkeep.systems.ose.monsters.traits import FirstStrike
from underkeep.world.creature import Creature
from underkeep.world.fight import InitiativeRolled, Step
from underkeep.world.state import State

INDIVIDUAL = "individual-initiative"
_BEHIND = {"DEX": "ose:abilities.dex.initiative", "listing": "ose:combat.initiative.individual.monsters"}
_TIES = "ose:combat.initiative.ties"


class Group(NamedTuple):
    """Combatants who act at the same point of the round; `together` if of several sides."""

    label: str
    ids: tuple[str, ...]
    together: bool


@executes("ose:encounter.surprise.one")
def ready(state: State, standing: list[Creature]) -> list[Creature]:
    """Those of them who may act this round: in the first, those who were surprised stand by."""
    fight, encounter = state.fight, state.encounter
    if fight is None or encounter is None or fight.round > 1 or not encounter.surprised:
        return standing
    return [c for c in standing if c.id not in encounter.surprised]


@executes("ose:combat.initiative.side", "ose:combat.initiative.individual")
def roll_initiative(do: Resolution) -> tuple[Step, ...]:
    """The steps of the round, in the order of the rolls."""
    standing = do.state.active()
    nervous, combatants = _nervous(standing), ready(do.state, standing)
    if INDIVIDUAL in do.state.switches:
        return (*_morale(nervous, do.state.sides()), *_steps(do.state, _individuals(do, combatants), set()))
    return _steps(do.state, _sides(do, combatants), nervous)


@executes("ose:combat.initiative.side", "ose:combat.initiative.ties")
def _sides(do: Resolution, combatants: list[Creature]) -> list[Group]:
    """1d6 a side; the highest acts first."""
    members: dict[str, list[Creature]] = {}
    for creature in combatants:
        members.setdefault(creature.side, []).append(creature)
    sides = sorted(members)
    while True:
        scores: dict[str, int] = {}
        for side in sides:
            roll = do.roll(1, 6, f"initiative of side {side}", _of_side(members[side]))
            scores[side] = roll.total
            do.emit(InitiativeRolled(side, roll, rule=("ose:combat.initiative.side",)))
        if len(set(scores.values())) == len(scores) or _is_simultaneous(do):
            break
    groups = []
    for score in sorted(set(scores.values()), reverse=True):
        names = [side for side in sides if scores[side] == score]
        acting = members[names[0]] if len(names) == 1 else [c for c in combatants if c.side in names]
        ids = tuple([c.id for c in acting])
        groups.append(Group("+".join(names), ids, len(names) > 1))
    return groups


@executes("ose:combat.initiative.side", "ose:combat.initiative.individual.monsters")
def _of_side(members: list[Creature]) -> tuple[Modifier, ...]:
    """What counts for a whole side: the modifier of a kind that is alone on it."""
    kind = members[0].kind
    found = _quickness(kind)
    return found if found and all(c.kind == kind for c in members) else ()


@cache
def _quickness(kind: str) -> tuple[Modifier, ...]:
    """What a kind's listing adds to its initiative."""
    listing = monsters().get(kind)
    return tuple(Modifier("listing", t.modifier) for t in listing.traits if isinstance(t, Quick)) if listing else ()


@executes("ose:combat.initiative.ties")
def _is_simultaneous(do: Resolution) -> bool:
    """How the referee settles a tie: both at once, or rolled again."""
    return do.ruling(_TIES, ("simultaneous", "re-roll"), "simultaneous") == "simultaneous"


@executes(
    "ose:combat.initiative.individual", "ose:combat.initiative.individual.monsters", "ose:abilities.dex.initiative"
)
def _individuals(do: Resolution, combatants: list[Creature]) -> list[Group]:
    """1d6 for each combatant, with DEX, or with a monster's own modifier. Those who tie and roll again settle it among
    themselves.
    """
    scores: dict[str, tuple[int, ...]] = {creature.id: (_own_roll(do, creature),) for creature in combatants}
    while len(set(scores.values())) < len(scores) and not _is_simultaneous(do):
        counts = list(scores.values())
        for id in [id for id, score in scores.items() if counts.count(score) > 1]:
            scores[id] = (*scores[id], _own_roll(do, do.state.creatures[id]))
    groups = []
    for score in sorted(set(scores.values()), reverse=True):
        ids = tuple(id for id, value in scores.items() if value == score)
        together = len({do.state.creatures[id].side for id in ids}) > 1
        groups.append(Group(" ".join(ids), ids, together))
    return groups


def _own_roll(do: Resolution, creature: Creature) -> int:
    roll = do.roll(1, 6, f"initiative of {creature.id}", _own_modifiers(creature))
    rule = ("ose:combat.initiative.individual", *(_BEHIND[m.source] for m in roll.modifiers if m.source in _BEHIND))
    do.emit(InitiativeRolled(creature.id, roll, rule=rule))
    return roll.total


@executes(
    "ose:combat.initiative.individual", "ose:combat.initiative.individual.monsters", "ose:abilities.dex.initiative"
)
def _own_modifiers(creature: Creature) -> tuple[Modifier, ...]:
    """What changes a combatant's own initiative: Dexterity and class, or the monster's listing."""
    if creature.kind in monsters():
        return _quickness(creature.kind)
    own_class = compendium.classes()[creature.kind]
    dexterity = abilities.initiative(sheet(creature).abilities["DEX"])
    return Modifier("DEX", dexterity), Modifier(creature.kind, own_class.initiative_bonus)


def _nervous(standing: list[Creature]) -> set[str]:
    """The sides that have creatures whose nerve can break."""
    listings = monsters()
    nervous: set[str] = set()
    for creature in standing:
        side = creature.side
        if side not in nervous and (creature.kind in listings or sheet(creature).service):
            nervous.add(side)
    return nervous


def _morale(nervous: set[str], sides: Iterable[str]) -> list[Step]:
    return [Step("morale", (), side) for side in sides if side in nervous]


@executes("ose:combat.round-sequence", "ose:combat.initiative.slow-weapons")
def _steps(state: State, groups: list[Group], nervous: set[str]) -> tuple[Step, ...]:
    """Morale, movement, missiles, spells and melee for each group in turn; when all have acted, the slow in the same
    order.
    Ruling: combat.question.slow-weapons-order.
    """
    first: list[Step] = []
    usual: list[Step] = []
    last: list[Step] = []
    for label, ids, together in groups:
        usual += _morale(nervous, label.split("+"))
        early, normal, slow, late, shooters = _sorted(state, ids)
        if early:
            first += _part("", label, early, early, shooters, together)
        usual += _part("", label, normal, normal, shooters, together, casters(state, ids))
        if slow or late:
            last += _part("slow-", label, late, (*slow, *late), shooters, together)
    return (*first, *usual, *last)


@executes("ose:combat.round-sequence", "ose:combat.declare")
def casters(state: State, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those who announced a spell, could turn the undead before them, or have magic items at hand; animals and the
    mindless leave such things alone.
    """
    assert state.fight is not None
    spent = state.fight.spent
    creatures, listings, gifted = state.creatures, monsters(), class_abilities.gifted()
    casting_now, with_items = [], []
    for id in ids:
        creature = creatures[id]
        is_gifted = creature.kind in gifted or creature.sheet.memorised  # type: ignore[attr-defined]
        if is_gifted and ((id in spent and casting.declared(spent[id])) or _faces_undead(state, id)):
            casting_now.append(id)
        elif creature.items and creature.kind not in listings and not spent.get(id) and using.is_ready(creature):
            with_items.append(id)
    return (*casting_now, *with_items)


def _faces_undead(state: State, id: str) -> bool:
    creature = state.creatures[id]
    return bool(creature.items) and turning.can_turn_undead(creature) and bool(turning.undead_before(state, creature))


def _part(
    slow: str,
    label: str,
    movers: tuple[str, ...],
    strikers: tuple[str, ...],
    shooters: list[str],
    together: bool,
    casting: tuple[str, ...] = (),
) -> list[Step]:
    """Movement, missiles, spells and melee of some creatures; steps that nobody could use are left out."""
    steps = [Step(slow + "movement", movers, label)] if movers else []
    archers = tuple([id for id in strikers if id in shooters]) if shooters else ()
    if archers:
        steps.append(Step(slow + "missile", archers, label, together))
    if casting:
        steps.append(Step("spells", casting, label, together))
    if strikers:
        steps.append(Step(slow + "melee", strikers, label, together))
    return steps


class Order(NamedTuple):
    """Those who act first, as usual, as usual but perhaps with a slow weapon, and last; and who of them can shoot."""

    early: tuple[str, ...]
    normal: tuple[str, ...]
    slow: tuple[str, ...]
    late: tuple[str, ...]
    shooters: list[str]


def _sorted(state: State, ids: tuple[str, ...]) -> Order:
    early, normal, slow, late, shooters = [], [], [], [], []
    creatures = state.creatures
    for id in ids:
        creature = creatures[id]
        own = _of_kind(creature.kind)
        armed = arms(creature) if creature.items else None
        if armed is None and own is _USUAL:
            normal.append(id)
            continue
        if own.shoots or (armed is not None and (armed.missile or is_bomber(creature))):
            shooters.append(id)
        if own.acts_first or (own.strikes_first and state.fight is not None and state.fight.round <= 1):
            early.append(id)
        elif own.acts_last:
            late.append(id)
        elif armed is None or not armed.is_slow:
            normal.append(id)
        elif armed.is_quick or own.has_natural:
            normal.append(id)
            slow.append(id)
        else:
            late.append(id)
    return Order(tuple(early), tuple(normal), tuple(slow), tuple(late), shooters)


class _OfKind(Struct, frozen=True, gc=False):
    """What a kind's listing says of when it acts, and whether it has more attacks than its weapon."""

    acts_first: bool = False
    acts_last: bool = False
    has_natural: bool = False
    shoots: bool = False
    strikes_first: bool = False


_USUAL = _OfKind()


@cache
def _of_kind(kind: str) -> _OfKind:
    listing = monsters().get(kind)
    if listing is None:
        return _USUAL
    first, last = (any(isinstance(trait, sort) for trait in listing.traits) for sort in (ActsFirst, ActsLast))
    strikes_first = any(isinstance(trait, FirstStrike) for trait in listing.traits)
    found = _OfKind(first, last, len(listing.attacks) > 1, bool(shots(kind)), strikes_first)
    return _USUAL if found == _USUAL else found
