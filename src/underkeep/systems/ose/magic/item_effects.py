"""What magic items do that no spell does, as content names it. What each effect comes to stands in `effects`."""

from __future__ import annotations

from typing import Literal

from underkeep.kernel.notation import Expr
from underkeep.procedures.effects import Params


class Control(Params, frozen=True, tag="control"):
    """Creatures of one sort obey the user: so many Hit Dice of them, or so many in all, none above `most_hd`."""

    of: Literal["animals", "dragons", "giants", "humans", "plants", "undead"]
    hit_dice: Expr | None = None
    count: Expr | None = None
    giant_count: int = 0
    most_hd: int = 0
    save_modifier: int = 0


class Cone(Params, frozen=True, tag="cone"):
    """Everybody in a cone that opens from the user: harm of which a save takes half, or a condition that it wards
    off.
    """

    length_feet: int
    width_feet: int
    dice: Expr | None = None
    kind: str = "cold"
    condition: str = ""


class SenseOut(Params, frozen=True, tag="sense-out"):
    """Something within range is shown to the user."""

    what: Literal["enemies", "metal", "secret doors", "treasure", "gems", "slopes", "shifting walls"]
    least: int = 0


class Scry(Params, frozen=True, tag="scry"):
    """The user sees or hears what there is at another place."""

    how: Literal["see", "hear", "see and hear", "see and read thoughts", "see through walls"]


class Misfire(Params, frozen=True, tag="misfire"):
    """Reads thoughts; on 1 in 6 the user's own are heard by everybody instead."""


class Poisonous(Params, frozen=True, tag="poison"):
    """Save or die."""


class Rejuvenate(Params, frozen=True, tag="rejuvenate"):
    """So many years younger."""

    years: int


class Heroism(Params, frozen=True, tag="heroism"):
    """More levels for those who live by fighting, the fewer the more they have."""


class Invulnerability(Params, frozen=True, tag="invulnerability"):
    """A better body, or a worse one for those who had one this week."""


class Summon(Params, frozen=True, tag="summon"):
    """A servant that comes, and fights on the user's side as long as the fight lasts."""

    kind: str


class Smite(Params, frozen=True, tag="smite"):
    """A blow with the thing itself; `ages` is how many years a hit takes, `holds` how many turns a snake holds on."""

    dice: Expr | None = None
    ages: int = 0
    holds: Expr | None = None


class Cancel(Params, frozen=True, tag="cancel"):
    """The magic of one thing is gone for good."""


class Negate(Params, frozen=True, tag="negate"):
    """A creature can use no wand and no staff for a round."""


class Panic(Params, frozen=True, tag="panic"):
    """All within the radius flee, but for those right beside the drummer."""

    radius_feet: int
    spares_feet: int


class Entrap(Params, frozen=True, tag="entrap"):
    """A creature that looks is caught, with room for so many."""

    most: int


class Become(Params, frozen=True, tag="become"):
    """A condition on the user that ends when the user wishes, or lays the thing aside."""

    condition: str
    level: int = 0


class Shatter(Params, frozen=True, tag="shatter"):
    """The thing is broken, and all near it suffer so much for each charge that was left."""

    radius_feet: int
    per_charge: int


class DrainNext(Params, frozen=True, tag="drain-next"):
    """The next hit with the sword takes a level."""


class Kindle(Params, frozen=True, tag="kindle"):
    """A blade sheds light so far, until its wielder wills otherwise."""

    radius_feet: int


class Empower(Params, frozen=True, tag="empower"):
    """The user's blows count so many times."""

    times: int


class Circle(Params, frozen=True, tag="warding-circle"):
    """A circle round the reader; of creatures up to 3, up to 5 and of more Hit Dice so many are kept off, or all."""

    of: Literal["elementals", "lycanthropes", "magic", "undead"]
    weak: Expr | None = None
    middling: Expr | None = None
    strong: Expr | None = None


ItemEffect = (
    Control
    | Cone
    | SenseOut
    | Scry
    | Misfire
    | Poisonous
    | Rejuvenate
    | Heroism
    | Invulnerability
    | Summon
    | Smite
    | Cancel
    | Negate
    | Panic
    | Entrap
    | Become
    | Shatter
    | DrainNext
    | Kindle
    | Circle
    | Empower
)
