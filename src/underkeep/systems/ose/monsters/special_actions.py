"""What a monster may do in a round instead of attacking, as listings name it: the parameters alone."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.notation import Expr


class Power(Struct, frozen=True, tag_field="power", forbid_unknown_fields=True, kw_only=True):
    """`name` is what it is called when it is used; `per_day` how often that may be, 0 for as often as it likes."""

    name: str
    per_day: int = 0


class Breath(Power, frozen=True, tag="breath"):
    """Everybody in its shape suffers: `damage`, or as much as the breather has hit points; or dies, or turns to stone.

    `width_feet` is that of the far end, of the cloud, or across the burst. It may take the place of one attack of the
    routine (`instead_of`) with a chance, or come again only after so many rounds.
    """

    kind: str
    shape: Literal["cone", "line", "cloud", "burst"]
    length_feet: int
    width_feet: int = 5
    damage: Expr | None = None
    save: str = "breath"
    fatal: bool = False
    petrifies: bool = False
    instead_of: str = ""
    percent: int = 100
    every_rounds: int = 0


class Charm(Power, frozen=True, tag="charm"):
    """A victim who fails a save against spells takes the charmer's side; a song does this to `everyone`. It may take
    several of a kind `together`, and work on persons alone."""

    reach_feet: int
    penalty: int = 0
    everyone: bool = False
    together: int = 1
    persons: bool = False


class Curse(Power, frozen=True, tag="curse"):
    """Who fails a save against spells is cursed: attacks and saves suffer, or it is merely made a fool of. Some do it
    only `together`."""

    reach_feet: int
    attack_penalty: int = 0
    together: int = 1


class Web(Power, frozen=True, tag="web"):
    """Somebody near is caught in it."""

    reach_feet: int


class Vanish(Power, frozen=True, tag="vanish"):
    """Out of the fight at once: by teleport, or out of existence."""


class BecomeInvisible(Power, frozen=True, tag="turn-invisible"):
    """Until it attacks."""


class PillarOfFlame(Power, frozen=True, tag="pillar-of-flame"):
    """More damage with each attack for so many rounds."""

    damage: Expr
    rounds: int


class Whirlwind(Power, frozen=True, tag="whirlwind"):
    """Damage to all beside it, and the weak are swept aside."""

    damage: Expr
    below_dice: int


class Animate(Power, frozen=True, tag="animate"):
    """So many of another kind come to life and fight for it, or come when they are called: one of these `kinds` by the
    dice, after so many rounds."""

    kinds: tuple[str, ...]
    number: tuple[Expr, ...]
    after: Expr | None = None


SpecialPower = Breath | Charm | Curse | Web | Vanish | BecomeInvisible | PillarOfFlame | Whirlwind | Animate
