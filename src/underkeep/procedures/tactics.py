"""What minds ask of a game in a fight: what an action is good for, how much it is worth, and how a kind fights.

Minds know no rules. A game answers in one unit for all that is done to foes, so that a blow, a spell and a trip can be
compared: how many foes may be expected to be out of the fight for it, or what part of one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, Protocol

from msgspec import Struct

from underkeep.kernel.chance import distribution
from underkeep.kernel.event import Action
from underkeep.kernel.notation import Expr
from underkeep.procedures.actions import Attack
from underkeep.world.creature import Creature
from underkeep.world.state import State

Use = Literal["strike", "hamper", "mend", "ward", "ready", "leave", "flee", "yield"]
"""To fell foes, to hinder them, to bring a friend back, to protect or strengthen one's own, to get a weapon into use,
to get out of melee, to get out of the fight, to give up."""

Way = Literal["pack", "skirmisher", "leader", "ambusher", "coward", "fearless"]
"""Hunts together and surrounds; keeps its distance as long as it can hurt from there; stays behind its own; strikes
from hiding; leaves when it is hurt; never leaves."""

Wits = Literal["none", "animal", "keen"]

LOOKS = {"dead": 0.0, "falling": 0.1, "near death": 0.2, "bloodied": 0.4, "scratched": 0.8, "unhurt": 1.0}
"""What part of its life somebody seems to have left, by how hurt it looks."""


class Hint(Struct, frozen=True, gc=False):
    """What an action is good for. `worth` is in foes out of the fight; of what is not done to foes, in friends.

    What is to be made `ready` is worth what it allows later. One way to `leave` is worth the more the safer it is.
    """

    use: Use
    worth: float = 0.0


class Manner(Struct, frozen=True, gc=False):
    """How a creature fights, as its listing and what it carries have it.

    Lengths are in squares: `pace` is how far it goes in a round, `shot` how far it shoots or throws, and `shots` is how
    often it still can, 0 if it cannot. `blow` names its best attack hand to hand and `missile` its best from afar. One
    that `casts` has better things to do than to come to blows, and one that is `frail` should not if others can.
    """

    wits: Wits = "keen"
    ways: tuple[Way, ...] = ()
    pace: int = 0
    shot: int = 0
    shots: int = 0
    blow: str = ""
    missile: str = ""
    casts: bool = False
    frail: bool = False


class TacticsChapter(Protocol):
    """A game's answers to minds in a fight. What they say to a party's minds depends on nothing its seat may not know
    (`is_known`)."""

    def hint(self, state: State, action: Action) -> Hint | None:
        """What an action is good for, or the answer to a question; an attack also if its target is not in reach yet.
        None if a mind should leave it alone."""
        ...

    def manner(self, state: State, creature: Creature) -> Manner:
        """How one who stands on the field fights."""
        ...


def is_known(state: State, actor: Creature, other: Creature) -> bool:
    """Whether whoever decides for the one knows the other's figures; a party's minds do only of their own side."""
    party = state.party
    return party is None or actor.side != party.side or other.side == actor.side


def life_left(state: State, actor: Creature, other: Creature, usual: int) -> int:
    """The hit points that stand between a creature and its fall, as far as whoever decides for the actor knows."""
    return max(1, other.hp if is_known(state, actor, other) else round(LOOKS[other.health] * usual))


def plain_blow(state: State, action: Attack) -> Hint:
    """An attack of which no more is said than a soldier sees: the more hurt the foe, the better."""
    target = state.creatures[action.target]
    known = is_known(state, state.creatures[action.actor], target)
    left = target.hp / max(1, target.max_hp) if known else LOOKS[target.health]
    return Hint("strike", 0.3 / max(0.3, min(1.0, left)))


@lru_cache(maxsize=16384)
def part_taken(damage: Expr, bonus: int, left: int) -> float:
    """The part of so many hit points that damage may be expected to take, none of it twice."""
    weights = distribution(damage).weights
    total = sum(weights.values())
    return sum(min(left, max(0, amount + bonus)) * weight for amount, weight in weights.items()) / (total * left)


def chance_on_d20(needed: int) -> float:
    """The chance to roll so much on a d20 of which a 1 fails and a 20 succeeds."""
    return min(19, max(1, 21 - needed)) / 20
