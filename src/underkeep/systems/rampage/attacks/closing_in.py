"""What happens when somebody comes up to an enemy: turning, set weapons, and those who withdrew and are followed."""

from __future__ import annotations

from underkeep.kernel.executes import executes
from underkeep.procedures.resolution import Resolution
from underkeep.systems.rampage.attacks.attacks import answer_blow
from underkeep.systems.rampage.attacks.events import AnswerOwed, Turned
from underkeep.systems.rampage.attacks.facing import facing, heading
from underkeep.systems.rampage.attacks.field import ends, in_contact
from underkeep.systems.rampage.attacks.morale import check_when_charged
from underkeep.systems.rampage.basics import compendium
from underkeep.systems.rampage.basics.battle import NEVER, battle
from underkeep.systems.rampage.basics.sheet import BULK, size_of
from underkeep.systems.rampage.equipment.arms import NATURAL, melee_arms
from underkeep.world.condition import ConditionEnded
from underkeep.world.creature import Creature
from underkeep.world.grid import Square
from underkeep.world.state import State, square_of

SET = "set to receive a charge"


def arrive(do: Resolution, mover: str, start: Square, charging: bool = False) -> None:
    """After a move: everybody faces whom they must, and those who were ready strike."""
    creature = do.state.creatures[mover]
    foes = in_contact(do.state, creature)
    _face(do, creature, start, foes)
    if not foes:
        return
    for foe in foes:
        if len(in_contact(do.state, foe)) == 1:
            _look(do, foe, heading(*ends(foe, creature)))
    if charging:
        check_when_charged(do, mover)
        _meet_set_weapons(do, mover, foes)
    _meet_the_withdrawn(do, mover, foes)


def _face(do: Resolution, creature: Creature, start: Square, foes: tuple[Creature, ...]) -> None:
    at = square_of(creature)
    if foes:
        _look(do, creature, heading(*ends(creature, foes[0])))
    elif at != start:
        _look(do, creature, heading(start, at))


def _look(do: Resolution, creature: Creature, way: int) -> None:
    now = facing(do.state, creature.id)
    if now is not None and now != way:
        do.emit(Turned(creature.id, way))


@executes("rampage:combat.size.weapon-scale")
def weapon_size(state: State, creature: Creature) -> int:
    """The size of the weapon in hand, or of the monster itself. Ruling: q.monster-size-as-weapon-size."""
    arm = melee_arms(state, creature)[0]
    return BULK[size_of(creature) if arm == NATURAL else compendium.weapons()[arm].size]


@executes(
    "rampage:combat.receive.bonus-attack",
    "rampage:combat.receive.pike-first",
    "rampage:combat.receive.size-order",
    "rampage:combat.receive.double",
)
def _meet_set_weapons(do: Resolution, charger: str, foes: tuple[Creature, ...]) -> None:
    """Weapons set against a charge strike as it comes home: a pike or a larger weapon first, a smaller one after."""
    rule = ("rampage:combat.receive.bonus-attack", "rampage:combat.receive.size-order")
    for foe in foes:
        if foe.condition(SET) is None or do.state.creatures[charger].status != "up":
            continue
        do.emit(ConditionEnded(foe.id, SET, rule=rule))
        weapon = compendium.weapons()[melee_arms(do.state, foe)[0]]
        larger = BULK[weapon.size] >= weapon_size(do.state, do.state.creatures[charger])
        if larger or "strikes-first" in weapon.qualities:
            pike = ("rampage:combat.receive.pike-first",) if "strikes-first" in weapon.qualities else ()
            answer_blow(do, foe.id, charger, *rule, "rampage:combat.size.weapon-scale", *pike, multiplier=2)
        else:
            do.emit(AnswerOwed(charger, foe.id, 2, rule=rule))


@executes("rampage:combat.withdraw.pursuit-attack", "rampage:combat.withdraw.pursuit-order")
def _meet_the_withdrawn(do: Resolution, mover: str, foes: tuple[Creature, ...]) -> None:
    """Ruling: q.fighting-withdraw-order-tie, the one who withdrew strikes first."""
    fight = do.state.fight
    assert fight is not None
    rule = ("rampage:combat.withdraw.pursuit-attack", "rampage:combat.withdraw.pursuit-order")
    for foe in foes:
        when = battle(do.state).withdrawals.get(foe.id, {}).get(mover, NEVER)
        follower = do.state.creatures[mover]
        if fight.round - when > 1 or follower.status != "up" or foe.status != "up":
            continue
        if weapon_size(do.state, foe) >= weapon_size(do.state, follower):
            answer_blow(do, foe.id, mover, *rule, "rampage:combat.size.weapon-scale")
        else:
            do.emit(AnswerOwed(mover, foe.id, 1, rule=rule))
