"""The spells as they are written down: where each may be cast, on what, and the effect it names.

What an effect does stands in the files beside this one; here it is only named, with its parameters.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.procedures.effects import Params

When = Literal["fight", "meeting", "exploring"]
Target = Literal[
    "none", "self", "ally", "foe", "creature", "corpse", "door", "hoard", "trap", "group", "square", "area"
]
Sense = Literal["magic", "creatures", "hoards", "secrets", "beyond", "far"]
ANYWHERE: tuple[When, ...] = ("fight", "meeting", "exploring")


class Scale(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that grows with the caster: so much a point of INT, so much a level, and so much more."""

    per_int: int = 0
    per_level: int = 0
    plus: int = 0


ONE = Scale(plus=1)


class Lasts(Struct, frozen=True, forbid_unknown_fields=True):
    """How long; a spell of which the list says nothing lasts a turn a level. `ended` means until something ends it."""

    per_int: int = 0
    per_level: int = 0
    plus: int = 0
    unit: Literal["round", "turn", "hour", "day", "ended"] = "turn"


USUAL = Lasts(per_level=1)


class Bind(Params, frozen=True, tag="bind"):
    """A condition (see content/bonds) on the target and on those nearest to it; `radius_feet` takes in all of them.

    `whom` says who of those in the radius are meant; `strength` is the condition's level.
    """

    bond: str
    count: Scale = ONE
    lasts: Lasts = USUAL
    strength: Scale = Scale()
    radius_feet: Scale | None = None
    whom: Literal["same", "all", "others"] = "same"
    only: Literal["", "humanoid", "animal", "plant"] = ""


class Fall(Params, frozen=True, tag="fall"):
    """The targets fall so far, and with `pit` lie at the bottom."""

    feet: Scale
    count: Scale = ONE
    pit: bool = False


class Shove(Params, frozen=True, tag="shove"):
    way: Literal["away", "towards", "apart"]
    feet: Scale
    count: Scale = ONE


class Unhand(Params, frozen=True, tag="unhand"):
    """What the targets hold is torn from their hands; `count` is how many of them."""

    count: Scale = ONE


class Filch(Params, frozen=True, tag="filch"):
    """So many things of the target's, or of a hoard in sight, are in the caster's hands."""

    count: Scale


class Jump(Params, frozen=True, tag="jump"):
    """The target may go to any free square so far away, at once."""

    feet: Scale


class Shuffle(Params, frozen=True, tag="shuffle"):
    count: Scale


class Ground(Params, frozen=True, tag="ground"):
    """A stretch of ground that is not what it was: fog, ice, fire... round the target, or in a line before it."""

    kind: Literal["fog", "dark", "ice", "quake", "brush", "water", "fire", "ward", "marbles"]
    radius_feet: Scale = Scale()
    length_feet: Scale = Scale()
    lasts: Lasts = USUAL
    around: Literal["target", "caster"] = "target"


class Wall(Params, frozen=True, tag="wall"):
    """Squares that nobody can pass: a line across the caster's way to the target, or a block beside it."""

    squares: Scale
    lasts: Lasts = USUAL


class Summon(Params, frozen=True, tag="summon"):
    """So many creatures of a kind serve the caster. `delay_turns` is how long they take to come; `armed` if with
    the weapons of their kind; some only come if they feel like it."""

    kind: str
    count: Scale = ONE
    lasts: Lasts = USUAL
    armed: bool = False
    delay_turns: int = 0
    may_refuse: bool = False


class Gate(Params, frozen=True, tag="gate"):
    """Something comes through, by the dice; it may be no friend."""

    kinds: tuple[str, ...]


class SwapBodies(Params, frozen=True, tag="swap-bodies"):
    lasts: Lasts


class OutOfTime(Params, frozen=True, tag="out-of-time"):
    lasts: Lasts


class BendFate(Params, frozen=True, tag="bend-fate"):
    dice: Scale


class Order(Params, frozen=True, tag="order"):
    """A command of so many words at most; the choices are commands."""

    words: Scale


class Weather(Params, frozen=True, tag="weather"):
    lasts: Lasts


class React(Params, frozen=True, tag="react"):
    """Cast in answer to another's spell."""

    how: Literal["cancel", "copy"]


class Awe(Params, frozen=True, tag="awe"):
    """The foes test their morale."""


class Grow(Params, frozen=True, tag="grow"):
    """As a bond; an animal goes mad besides."""

    lasts: Lasts


class Reveal(Params, frozen=True, tag="reveal"):
    """What is hidden comes to light, as far as so many feet or in this area."""

    sense: Sense
    range_feet: int = 0


class Learn(Params, frozen=True, tag="learn"):
    """So many questions, each of which brings one hidden thing of the dungeon to light."""

    questions: Scale


class OpenWays(Params, frozen=True, tag="open-ways"):
    """Doors give way: unlocked, forced, opened from the other side, or made into an opening for good."""

    how: Literal["unlocked", "forced", "opened from within", "reshaped"]
    count: Scale = ONE


class BarWay(Params, frozen=True, tag="bar-way"):
    """A door is held shut."""


class HandleTrap(Params, frozen=True, tag="handle-trap"):
    """A trap is set off from afar, and harms nobody."""


class ShedLight(Params, frozen=True, tag="shed-light"):
    radius_feet: int
    lasts: Lasts = USUAL


class Shelter(Params, frozen=True, tag="shelter"):
    """A house for the night, with so many rooms."""

    rooms: Scale


class Carry(Params, frozen=True, tag="carry"):
    """The party is driven away, if there is room for all of it."""

    seats: Scale


class Mark(Params, frozen=True, tag="mark"):
    """A sign that only the caster sees, on the party's map."""


class Lure(Params, frozen=True, tag="lure"):
    """Monsters elsewhere follow a noise away from where they are."""

    count: Scale


Effect = (
    Bind
    | Fall
    | Shove
    | Unhand
    | Filch
    | Jump
    | Shuffle
    | Ground
    | Wall
    | Summon
    | Gate
    | SwapBodies
    | OutOfTime
    | BendFate
    | Order
    | Weather
    | React
    | Awe
    | Grow
    | Reveal
    | Learn
    | OpenWays
    | BarWay
    | HandleTrap
    | ShedLight
    | Shelter
    | Carry
    | Mark
    | Lure
)


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to use a spell. `save` is what it attacks (see knave:magic.save.ability); `choices` are the caster's.

    A `square` is one of the field of a fight, an `area` one of the dungeon.
    """

    effect: Effect
    target: Target = "none"
    when: tuple[When, ...] = ("fight",)
    save: str = ""
    range_feet: int = 40
    choices: tuple[str, ...] = ()
    is_mental: bool = False

    def __post_init__(self) -> None:
        only: dict[str, When] = {"square": "fight", "area": "exploring"}
        if self.target in only and self.when != (only[self.target],):
            raise ValueError(f"{self.target} is a target for {only[self.target]} alone")


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """`manual` says why a spell is left to the table; all others have uses."""

    number: int
    name: str
    uses: tuple[Use, ...] = ()
    manual: str = ""
