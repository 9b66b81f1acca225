"""The spells as they are written down: lists, ranges, durations, and which effect each use has.

What an effect does stands in the files `spells_of_*`; here it is only named, with its parameters.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from underkeep.kernel.event import Note, Roll
from underkeep.kernel.executes import executes
from underkeep.kernel.notation import Expr
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures import content
from underkeep.procedures.effects import Params
from underkeep.procedures.resolution import Resolution
from underkeep.systems.ose.basics import compendium
from underkeep.systems.ose.magic.item_effects import ItemEffect
from underkeep.systems.ose.magic.params import Arcane
from underkeep.systems.ose.magic.prayers import Prayer
from underkeep.world.state import State

ROUND_SECONDS, TURN_SECONDS = 10, 600
TOUCH_FEET = 5
LISTS = ("cleric", "magic-user")
When = Literal["fight", "meeting", "exploring", "town"]
Target = Literal[
    "self",
    "ally",
    "friend",
    "foe",
    "anybody",
    "party",
    "none",
    "door",
    "object",
    "square",
    "area",
    "animal",
    "dead",
    "statue",
    "trap",
    "direction",
    "water",
    "hoard",
    "elsewhere",
]
Sense = Literal["magic", "evil", "invisible", "traps", "thoughts", "alignment", "object"]


class Heal(Params, frozen=True, tag="heal"):
    """Hit points back; or, for one who suffers from one of these, an end to that instead."""

    dice: Expr
    or_cures: tuple[str, ...] = ()


class TouchHarm(Params, frozen=True, tag="touch-harm"):
    """Damage by a touch, which must hit like a blow."""

    dice: Expr


class Missiles(Params, frozen=True, tag="missiles"):
    """So many missiles from a level on, each of which always hits."""

    dice: Expr
    from_level: tuple[tuple[int, int], ...]


class Bestow(Params, frozen=True, tag="bestow"):
    """A condition, without a save."""

    condition: str


class Afflict(Params, frozen=True, tag="afflict"):
    """A condition on one who fails the save."""

    condition: str


class Aura(Params, frozen=True, tag="aura"):
    """A condition on everybody of one side in a square round the target; foes may save."""

    condition: str
    side_feet: int
    on: Literal["allies", "foes"]
    not_in_melee: bool = False


class ShedLight(Params, frozen=True, tag="shed-light"):
    """A light that the caster bears; one that lasts for ever is a thing that can be put away and handed on."""

    radius_feet: int


class Zone(Params, frozen=True, tag="zone"):
    """A condition on whoever is inside. `follows` a creature that fails its save."""

    condition: str
    radius_feet: int
    follows: bool = False


class Sleep(Params, frozen=True, tag="sleep"):
    """So many Hit Dice of the weak, weakest first; or with `one`, a single creature of just that many."""

    total_hd: Expr | None = None
    most_hd: int = 4
    one: bool = False


class Hold(Params, frozen=True, tag="hold"):
    """One person at a penalty to the save, or a number of them; with `anybody` not only persons."""

    count: Expr
    save_modifier: int = 0
    anybody: bool = False


class Charm(Params, frozen=True, tag="charm"):
    """A person becomes the caster's friend until a later save is made."""


class Frighten(Params, frozen=True, tag="frighten"):
    """Flight for the duration."""


class Calm(Params, frozen=True, tag="calm"):
    """Fear ends; magical fear by a new save with a bonus for each level of the caster."""


class CharmSnakes(Params, frozen=True, tag="charm-snakes"):
    """Hit Dice of snakes up to the caster's level: for so many rounds if they attack, else turns."""

    time: Expr


class Web(Params, frozen=True, tag="web"):
    """Holds fast whoever is in a cube of so many feet."""

    side_feet: int
    human_turns: Expr


class Images(Params, frozen=True, tag="images"):
    count: Expr


class Phantasm(Params, frozen=True, tag="phantasm"):
    """An illusory attack on all in a cube; those who believe it drop for a while."""

    side_feet: int
    turns: Expr


class HoldDoor(Params, frozen=True, tag="hold-door"):
    """A shut door stays shut, for the duration or for ever. Creatures so many levels above the caster get through."""

    levels_above: int = 3


class Knock(Params, frozen=True, tag="knock"):
    pass


class Reveal(Params, frozen=True, tag="reveal"):
    """Shows what is hidden, at once and as long as the spell lasts."""

    what: Sense


class Purify(Params, frozen=True, tag="purify"):
    pass


Effect = (
    Heal
    | TouchHarm
    | Missiles
    | Bestow
    | Afflict
    | Aura
    | ShedLight
    | Zone
    | Sleep
    | Hold
    | Charm
    | Frighten
    | Calm
    | CharmSnakes
    | Web
    | Images
    | Phantasm
    | HoldDoor
    | Knock
    | Reveal
    | Purify
    | ItemEffect
    | Arcane
    | Prayer
)


class Duration(Struct, frozen=True, forbid_unknown_fields=True):
    """`turns_per_level` is added to the turns. A `lasts` other than timed has no end of its own."""

    lasts: Literal["timed", "instant", "permanent", "concentration"] = "timed"
    turns: Expr | None = None
    rounds: Expr | None = None
    turns_per_level: int = 0


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to use a spell: where, on whom, with what effect. `save` is the category that negates it.

    `hint` tells those who play themselves what it is good for. A `square` is one of the field of a fight, an `area` one
    of the dungeon. One that is for `outdoors` needs the open sky.
    """

    target: Target
    when: tuple[When, ...]
    effect: Effect
    name: str = ""
    save: str = ""
    range_feet: int | None = None
    needs_sight: bool = True
    turns: int = 0
    hint: Literal["", "strike", "mend"] = ""
    outdoors: bool = False

    def __post_init__(self) -> None:
        only: dict[str, When] = {"square": "fight", "area": "exploring"}
        if self.target in only and self.when != (only[self.target],):
            raise ValueError(f"{self.target} is a target for {only[self.target]} alone")


class Form(Struct, frozen=True, forbid_unknown_fields=True):
    """The reversed form of a spell; what it does not say is as in the usual form."""

    name: str
    uses: tuple[Use, ...]
    range_feet: int | None = None


@executes("ose:magic.reversible", "ose:magic.spell-list")
class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """`reversed` only where the description has a reversed form. `manual` is what only the referee can judge."""

    name: str
    level: int
    duration: Duration
    rule: str
    uses: tuple[Use, ...]
    range_feet: int = 0
    range_feet_per_level: int = 0
    reversed: Form | None = None
    manual: str = ""


class Written(Struct, frozen=True):
    """A spell in one of its forms. One that somebody has worked out is `like` this form of its list."""

    name: str
    list_name: str
    spell: Spell
    uses: tuple[Use, ...]
    range_feet: int
    is_reversed: bool
    like: str = ""

    def reach_feet(self, use: Use, level: int) -> int:
        own = self.range_feet if use.range_feet is None else use.range_feet
        return own + self.spell.range_feet_per_level * level


@executes("ose:magic.spell-list")
@cache
def spells(list_name: str) -> dict[str, Spell]:
    """The spells of a list that the game can carry out, by name."""
    found = content.load(compendium.PACKAGE, f"spells/{list_name}", Spell)
    return {spell.name: spell for spell in found.values()}


@executes("ose:magic.reversible")
@cache
def forms(list_name: str) -> dict[str, Written]:
    """Every form of every spell of a list, by the name it is cast under."""
    found = {}
    for spell in spells(list_name).values():
        found[spell.name] = Written(spell.name, list_name, spell, spell.uses, spell.range_feet, False)
        if (other := spell.reversed) is not None:
            reach = spell.range_feet if other.range_feet is None else other.range_feet
            found[other.name] = Written(other.name, list_name, spell, other.uses, reach, True)
    return found


_CAST = "ose:magic.memorize-and-cast"


class SpellRolled(Note, frozen=True):
    """The dice that a spell's own text asks for, and what they stand for."""

    caster: str
    spell: str
    what: str
    roll: Roll


@executes("ose:magic.memorize-and-cast", "ose:magic.spell-list")
def rolled(
    do: Resolution, caster: str, spell: Spell, dice: Expr, what: str, seats: tuple[str, ...] | None = None
) -> int:
    """A number that the spell leaves to the dice."""
    roll = do.roll_total(dice, f"{spell.name}: {what}")
    if roll.faces:
        do.emit(SpellRolled(caster, spell.name, what, roll, rule=(_CAST, spell.rule), seats=seats))
    return roll.total


@executes("ose:time.resources")
def until(do: Resolution, spell: Spell, level: int, caster: str) -> int | None:
    """The clock time at which a spell cast now runs out; None if nothing but magic ends it. The referee alone
    knows it.
    """
    lasts = spell.duration
    if lasts.lasts != "timed":
        return None
    seconds = lasts.turns_per_level * level * TURN_SECONDS
    if lasts.turns is not None:
        seconds += rolled(do, caster, spell, lasts.turns, "turns", (REFEREE,)) * TURN_SECONDS
    if lasts.rounds is not None:
        seconds += rolled(do, caster, spell, lasts.rounds, "rounds", (REFEREE,)) * ROUND_SECONDS
    return do.state.now + seconds


def scene(state: State) -> When:
    """Where a spell would be cast now."""
    if state.fight is not None:
        return "fight"
    if state.encounter is not None:
        return "meeting"
    return "town" if state.party is not None and state.party.place in ("town", "road") else "exploring"
