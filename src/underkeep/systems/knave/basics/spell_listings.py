"""The spells as they are written down: where each may be cast, on what, and the effect it names.

What an effect does stands in the files beside this one; here it is only named, with its parameters.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

When = Literal["fight", "meeting", "exploring"]
Target = Literal["none", "self", "ally", "foe", "creature", "corpse", "door", "hoard", "trap", "group"]
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


class Bind(Struct, frozen=True, tag_field="effect", tag="bind", forbid_unknown_fields=True):
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


class Fall(Struct, frozen=True, tag_field="effect", tag="fall", forbid_unknown_fields=True):
    """The targets fall so far, and with `pit` lie at the bottom."""

    feet: Scale
    count: Scale = ONE
    pit: bool = False


class Shove(Struct, frozen=True, tag_field="effect", tag="shove", forbid_unknown_fields=True):
    way: Literal["away", "towards", "apart"]
    feet: Scale
    count: Scale = ONE


class Unhand(Struct, frozen=True, tag_field="effect", tag="unhand", forbid_unknown_fields=True):
    """What the targets hold is torn from their hands; `count` is how many of them."""

    count: Scale = ONE


class Filch(Struct, frozen=True, tag_field="effect", tag="filch", forbid_unknown_fields=True):
    """So many things of the target's, or of a hoard in sight, are in the caster's hands."""

    count: Scale


class Jump(Struct, frozen=True, tag_field="effect", tag="jump", forbid_unknown_fields=True):
    """The target may go to any free square so far away, at once."""

    feet: Scale


class Shuffle(Struct, frozen=True, tag_field="effect", tag="shuffle", forbid_unknown_fields=True):
    count: Scale


class Ground(Struct, frozen=True, tag_field="effect", tag="ground", forbid_unknown_fields=True):
    """A stretch of ground that is not what it was: fog, ice, fire... round the target, or in a line before it."""

    kind: Literal["fog", "dark", "ice", "quake", "brush", "water", "fire", "ward", "marbles"]
    radius_feet: Scale = Scale()
    length_feet: Scale = Scale()
    lasts: Lasts = USUAL
    around: Literal["target", "caster"] = "target"


class Wall(Struct, frozen=True, tag_field="effect", tag="wall", forbid_unknown_fields=True):
    """Squares that nobody can pass: a line across the caster's way to the target, or a block beside it."""

    squares: Scale
    lasts: Lasts = USUAL


class Summon(Struct, frozen=True, tag_field="effect", tag="summon", forbid_unknown_fields=True):
    """So many creatures of a kind serve the caster. `delay_turns` is how long they take to come; `armed` if with
    the weapons of their kind; some only come if they feel like it."""

    kind: str
    count: Scale = ONE
    lasts: Lasts = USUAL
    armed: bool = False
    delay_turns: int = 0
    may_refuse: bool = False


class Gate(Struct, frozen=True, tag_field="effect", tag="gate", forbid_unknown_fields=True):
    """Something comes through, by the dice; it may be no friend."""

    kinds: tuple[str, ...]


class SwapBodies(Struct, frozen=True, tag_field="effect", tag="swap-bodies", forbid_unknown_fields=True):
    lasts: Lasts


class OutOfTime(Struct, frozen=True, tag_field="effect", tag="out-of-time", forbid_unknown_fields=True):
    lasts: Lasts


class BendFate(Struct, frozen=True, tag_field="effect", tag="bend-fate", forbid_unknown_fields=True):
    dice: Scale


class Order(Struct, frozen=True, tag_field="effect", tag="order", forbid_unknown_fields=True):
    """A command of so many words at most; the choices are commands."""

    words: Scale


class Weather(Struct, frozen=True, tag_field="effect", tag="weather", forbid_unknown_fields=True):
    lasts: Lasts


class React(Struct, frozen=True, tag_field="effect", tag="react", forbid_unknown_fields=True):
    """Cast in answer to another's spell."""

    how: Literal["cancel", "copy"]


class Awe(Struct, frozen=True, tag_field="effect", tag="awe", forbid_unknown_fields=True):
    """The foes test their morale."""


class Grow(Struct, frozen=True, tag_field="effect", tag="grow", forbid_unknown_fields=True):
    """As a bond; an animal goes mad besides."""

    lasts: Lasts


class Reveal(Struct, frozen=True, tag_field="effect", tag="reveal", forbid_unknown_fields=True):
    """What is hidden comes to light, as far as so many feet or in this area."""

    sense: Sense
    range_feet: int = 0


class Learn(Struct, frozen=True, tag_field="effect", tag="learn", forbid_unknown_fields=True):
    """So many questions, each of which brings one hidden thing of the dungeon to light."""

    questions: Scale


class OpenWays(Struct, frozen=True, tag_field="effect", tag="open-ways", forbid_unknown_fields=True):
    """Doors give way: unlocked, forced, opened from the other side, or made into an opening for good."""

    how: Literal["unlocked", "forced", "opened from within", "reshaped"]
    count: Scale = ONE


class BarWay(Struct, frozen=True, tag_field="effect", tag="bar-way", forbid_unknown_fields=True):
    """A door is held shut."""


class HandleTrap(Struct, frozen=True, tag_field="effect", tag="handle-trap", forbid_unknown_fields=True):
    """A trap is set off from afar, and harms nobody."""


class ShedLight(Struct, frozen=True, tag_field="effect", tag="shed-light", forbid_unknown_fields=True):
    radius_feet: int
    lasts: Lasts = USUAL


class Shelter(Struct, frozen=True, tag_field="effect", tag="shelter", forbid_unknown_fields=True):
    """A house for the night, with so many rooms."""

    rooms: Scale


class Carry(Struct, frozen=True, tag_field="effect", tag="carry", forbid_unknown_fields=True):
    """The party is driven away, if there is room for all of it."""

    seats: Scale


class Mark(Struct, frozen=True, tag_field="effect", tag="mark", forbid_unknown_fields=True):
    """A sign that only the caster sees, on the party's map."""


class Lure(Struct, frozen=True, tag_field="effect", tag="lure", forbid_unknown_fields=True):
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
    """One way to use a spell. `save` is what it attacks (see knave:magic.save.ability); `choices` are the caster's."""

    effect: Effect
    target: Target = "none"
    when: tuple[When, ...] = ("fight",)
    save: str = ""
    range_feet: int = 40
    choices: tuple[str, ...] = ()
    is_mental: bool = False


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """`manual` says why a spell is left to the table; all others have uses."""

    number: int
    name: str
    uses: tuple[Use, ...] = ()
    manual: str = ""
