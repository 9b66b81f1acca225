"""Facts that only this game has. What they change is kept in its battle and in what each has spent."""

from __future__ import annotations

from msgspec.structs import replace

from underkeep.kernel.event import Event, Note, Roll
from underkeep.systems.rampage.basics.battle import Course, Guard, Paces, battle, with_battle, with_number
from underkeep.world.fight import Fight, Mark, SpentOn
from underkeep.world.grid import Square
from underkeep.world.state import State


def _fight(state: State) -> Fight:
    assert state.fight is not None
    return state.fight


def _with_spent(state: State, creature: str, spent: tuple[Mark, ...]) -> State:
    fight = _fight(state)
    return replace(state, fight=replace(fight, spent={**fight.spent, creature: spent}))


def attack_on(target: str) -> SpentOn:
    return SpentOn("attack", target)


def struck_behind_by(enemy: str) -> SpentOn:
    """Marks the victim, which cannot answer that enemy this round."""
    return SpentOn("struck behind", enemy)


class AttackBegun(Event, frozen=True):
    """An attack action is spent on a target; `extra` are the further attacks it brings this round."""

    creature: str
    target: str
    extra: tuple[str, ...] = ()
    shot: bool = False

    def evolve(self, state: State) -> State:
        spent = _fight(state).spent.get(self.creature, ())
        kind = ("shot",) if self.shot else ()
        return _with_spent(state, self.creature, (*spent, "attack", attack_on(self.target), *kind, *self.extra))


class ExtraAttack(Event, frozen=True):
    """One of the further attacks of the round is used; `what` is extra or fast."""

    creature: str
    target: str
    what: str

    def evolve(self, state: State) -> State:
        spent = list(_fight(state).spent.get(self.creature, ()))
        spent.remove(self.what)
        return _with_spent(state, self.creature, (*spent, attack_on(self.target)))


class Turned(Event, frozen=True):
    """Faces another way: 0 is up the map, then clockwise by eighths."""

    creature: str
    facing: int

    def evolve(self, state: State) -> State:
        return with_battle(state, facing={**battle(state).facing, self.creature: self.facing})


class TakenInRear(Event, frozen=True):
    """Was attacked from behind, and cannot answer that enemy this round."""

    creature: str
    by: str

    def evolve(self, state: State) -> State:
        spent = _fight(state).spent.get(self.creature, ())
        return _with_spent(state, self.creature, (*spent, struck_behind_by(self.by)))


class MovedPart(Event, frozen=True):
    """Has some of the move left, for who may shoot between."""

    creature: str
    paces: Paces

    def evolve(self, state: State) -> State:
        return with_battle(state, paces={**battle(state).paces, self.creature: self.paces})


class OutOfSight(Event, frozen=True):
    """Those whom no enemy sees as their part of the round begins."""

    creatures: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return with_battle(state, out_of_sight=self.creatures)


class GuardTaken(Event, frozen=True):
    """Holds so many parries ready against one enemy; 0 means no more."""

    creature: str
    against: str
    how: Guard
    count: int

    def evolve(self, state: State) -> State:
        ready = with_number(battle(state).guards(self.how), self.creature, self.against, self.count)
        return with_battle(state, **{"parries" if self.how == "parry" else "shield_parries": ready})


class Charged(Event, frozen=True):
    """Rushed into contact; `left` is how many inches of the charge remain."""

    creature: str
    start: Square
    to: Square
    left: int
    round: int

    def evolve(self, state: State) -> State:
        course = Course(self.round, self.start, self.to, self.left)
        moved = state.with_creature(self.creature, at=self.to)
        return with_battle(moved, charges={**battle(state).charges, self.creature: course})


class ChargeWentOn(Event, frozen=True):
    """Followed the charge through to another enemy."""

    creature: str
    to: Square
    left: int

    def evolve(self, state: State) -> State:
        charges = battle(state).charges
        course = replace(charges[self.creature], left=self.left)
        moved = state.with_creature(self.creature, at=self.to)
        return with_battle(moved, charges={**charges, self.creature: course})


class Withdrew(Event, frozen=True):
    """Fell back from these enemies, ready to strike if they follow."""

    creature: str
    to: Square
    enemies: tuple[str, ...]
    round: int

    def evolve(self, state: State) -> State:
        moved = state.with_creature(self.creature, at=self.to)
        before = battle(state).withdrawals
        rounds = {**before.get(self.creature, {}), **dict.fromkeys(self.enemies, self.round)}
        return with_battle(moved, withdrawals={**before, self.creature: rounds})


class Unmoved(Note, frozen=True):
    """What would have taken hold of others does not of this one."""

    creature: str
    what: str


class AnswerOwed(Event, frozen=True):
    """Someone may strike back at this creature once it has struck; 0 means that is done."""

    creature: str
    by: str
    multiplier: int

    def evolve(self, state: State) -> State:
        return with_battle(state, answers=with_number(battle(state).answers, self.creature, self.by, self.multiplier))


class Grappled(Event, frozen=True):
    """Got hold of a target; `total` is what all who hold it rolled so far."""

    attacker: str
    target: str
    roll: Roll
    total: int

    def evolve(self, state: State) -> State:
        return with_battle(state, holds={**battle(state).holds, self.target: self.total})


class GrappleEnded(Event, frozen=True):
    """The one held threw them off, or was borne down."""

    creature: str
    roll: Roll
    success: bool

    def evolve(self, state: State) -> State:
        return with_battle(state, holds={**battle(state).holds, self.creature: 0})


class EscapeRolled(Note, frozen=True):
    """Tried to get clear of melee."""

    creature: str
    roll: Roll
    success: bool


class RallyRolled(Note, frozen=True):
    """A leader called the broken back."""

    creature: str
    roll: Roll
    success: bool


class ShieldParried(Note, frozen=True):
    """Caught a hit on the shield."""

    creature: str
    attacker: str
    roll: Roll


class Fumbled(Note, frozen=True):
    """A fumble, and what came of it: broke, snapped, damaged, useless or prone."""

    creature: str
    weapon: str
    effect: str


class SentFlying(Note, frozen=True):
    """A thing was struck or torn from a hand; direction as for facing."""

    creature: str
    item: str
    feet: int
    direction: int


class NearDeathRolled(Note, frozen=True):
    """The open roll of one who should be dead."""

    creature: str
    roll: Roll
    result: str


class InjuryRolled(Note, frozen=True):
    """What a near death left behind for good."""

    creature: str
    roll: Roll
    injury: str


class Weakened(Event, frozen=True):
    """The most hit points it can have are now these."""

    creature: str
    max_hp: int

    def evolve(self, state: State) -> State:
        return state.with_creature(self.creature, max_hp=self.max_hp)


EVENTS: tuple[type[Event], ...] = (
    AttackBegun, ExtraAttack, Turned, TakenInRear, GuardTaken, Charged, ChargeWentOn, Withdrew, AnswerOwed, Grappled,
    GrappleEnded, EscapeRolled, RallyRolled, ShieldParried, Fumbled, SentFlying, NearDeathRolled, InjuryRolled,
    Weakened, Unmoved, OutOfSight, MovedPart,
)  # fmt: skip
