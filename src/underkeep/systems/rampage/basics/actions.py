"""What a combatant can do here that fights in other games do not have."""

from __future__ import annotations

from underkeep.kernel.event import Action
from underkeep.world.grid import Square


class Charge(Action, frozen=True):
    """Rush at least 3 inches into contact; the attack that follows is part of it."""

    actor: str
    to: Square


class ChargeOn(Action, frozen=True):
    """Go on with a charge after cutting down whoever stood in the way."""

    actor: str
    to: Square


class FollowUp(Action, frozen=True):
    """Step up to 2 inches to reach an enemy, with attacks in hand and nobody in contact."""

    actor: str
    to: Square


class Run(Action, frozen=True):
    """Spend the whole round running, away from every enemy's zone."""

    actor: str
    to: Square


class Stand(Action, frozen=True):
    """Get up from the ground."""

    actor: str


class Withdraw(Action, frozen=True):
    """Fall back 2 inches, still facing the enemy."""

    actor: str
    to: Square


class Escape(Action, frozen=True):
    """Give up the attack to try to get clear of melee."""

    actor: str


class Flee(Action, frozen=True):
    """Turn and run when the round's blows are done."""

    actor: str


class SetToReceive(Action, frozen=True):
    """Brace a weapon against a charge."""

    actor: str
    weapon: str


class Parry(Action, frozen=True):
    """Give up an attack to spoil the next blow of one enemy."""

    actor: str
    target: str


class ShieldParry(Action, frozen=True):
    """Give up an attack to catch the next hit of one enemy on the shield."""

    actor: str
    target: str


class Grapple(Action, frozen=True):
    """Try to wrestle an enemy down, together with all others of the side who try in this step."""

    actor: str
    target: str


class DisarmEnemy(Action, frozen=True):
    """Strike at the enemy's weapon instead of the enemy."""

    actor: str
    target: str
    weapon: str


class SplitShield(Action, frozen=True):
    """Break the enemy's shield (`how` is split) or tear it away (hook)."""

    actor: str
    target: str
    weapon: str
    how: str


class KnockDown(Action, frozen=True):
    """Knock or trip an enemy to the ground."""

    actor: str
    target: str
    weapon: str


class Unhorse(Action, frozen=True):
    """Pull a rider from the saddle."""

    actor: str
    target: str
    weapon: str


class Draw(Action, frozen=True):
    """Change to a weapon from the belt; what was held goes back to the belt if it can."""

    actor: str
    weapon: str


class PickUp(Action, frozen=True):
    """Take up a thing of one's own that lies on the ground."""

    actor: str
    item: str


class Reload(Action, frozen=True):
    """Load a heavy crossbow."""

    actor: str
    weapon: str


class Rally(Action, frozen=True):
    """Call those who broke back to the fight."""

    actor: str


ACTIONS: tuple[type[Action], ...] = (
    Charge, ChargeOn, FollowUp, Run, Withdraw, Stand, Escape, Flee, SetToReceive, Parry, ShieldParry, Grapple,
    DisarmEnemy, SplitShield, KnockDown, Unhorse, Draw, PickUp, Reload, Rally,
)  # fmt: skip
