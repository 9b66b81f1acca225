"""What an attack may do besides damage, as listings name it: the parameters alone. Attacks carry it out."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.notation import Expr


class OnHit(Struct, frozen=True, tag_field="effect", forbid_unknown_fields=True):
    """An effect of one hit. Its `tag` is what listings call it."""


class Petrify(OnHit, frozen=True, tag="petrify"):
    """Turns whoever fails to save to stone."""


class EnergyDrain(OnHit, frozen=True, tag="energy-drain"):
    """Takes levels or Hit Dice for good; experience falls to the least of the new level, or `halfway`. Who has none
    left `rises` as such a monster after so many days."""

    levels: int
    rises: str
    rises_days: Expr
    halfway: bool = False


class StrengthDrain(OnHit, frozen=True, tag="strength-drain"):
    """A point of STR for eight turns; who has none left dies, and rises as such a monster."""

    rises: str


class Fasten(OnHit, frozen=True, tag="fasten"):
    """Holds on, and does damage each round without a roll: blood, squeezing, acid, a sting working its way in.

    Some squeeze `at_once`, too. Each hold is a `penalty` on the victim's attacks; one that is `removable` takes a round
    to get out; a cut of so much damage severs it; some hold on only to `the_senseless`.
    """

    damage: Expr
    kind: Literal["blood", "constriction", "acid", "sting"]
    at_once: bool = False
    penalty: int = 0
    removable: bool = False
    severed_by: int = 0
    the_senseless: bool = False


class Swallow(OnHit, frozen=True, tag="swallow"):
    """Swallows a victim up to this size on such a natural roll, or one so much better than needed. Inside there is
    damage each round, and perhaps paralysis or drowning."""

    damage: Expr
    natural: int = 21
    margin: int = 0
    largest: Literal["small", "human", "large", "huge"] = "huge"
    paralyses: bool = False
    drowns_rounds: int = 0


class Grab(OnHit, frozen=True, tag="grab"):
    """The victim is stuck: the next round's attack of this name hits without a roll."""

    for_attack: str


class Stun(OnHit, frozen=True, tag="stun"):
    """Out of the fight for so many rounds; without a `save` whoever is hit."""

    rounds: Expr
    save: str = ""


class Senseless(OnHit, frozen=True, tag="senseless"):
    """Unconscious for so many rounds, unless a save against paralysis is made."""

    rounds: Expr


class Blind(OnHit, frozen=True, tag="blind"):
    """For good, unless a save against poison is made."""


class Blister(OnHit, frozen=True, tag="blister"):
    """A penalty on attacks for so many hours."""

    penalty: int
    hours: int


class Confuse(OnHit, frozen=True, tag="confuse"):
    """A swarm of at least so many about one's head: a penalty on attacks and saves, and no spells, for the round."""

    least: int
    penalty: int


class Dance(OnHit, frozen=True, tag="dance"):
    """Spasms for so many turns that onlookers must share; whoever dances fights worse, and drops in the end."""

    turns: Expr


class Rot(OnHit, frozen=True, tag="rot"):
    """A disease in which magic does not heal, and rest hardly."""


class Lycanthropy(OnHit, frozen=True, tag="lycanthropy"):
    """Caught by whoever loses more than half the hit points to such bites."""


class Frighten(OnHit, frozen=True, tag="frighten"):
    """Victims of no more Hit Dice than this save against death or run."""

    most_dice: int


class Sweep(OnHit, frozen=True, tag="sweep"):
    """Those of fewer Hit Dice save against death or are swept aside."""

    below_dice: int


class Choke(OnHit, frozen=True, tag="choke"):
    """Spores: save against death or die within six rounds."""


class Consume(OnHit, frozen=True, tag="consume"):
    """Slime: armour is gone in six rounds, and then the victim turns into slime."""


class Rust(OnHit, frozen=True, tag="rust"):
    """Metal armour crumbles; magic may resist, or loses a plus."""


class Corrode(OnHit, frozen=True, tag="corrode"):
    """Armour of these materials that is not magical is destroyed."""

    materials: tuple[Literal["metal", "leather", "wood"], ...]


class ExtraDamage(OnHit, frozen=True, tag="extra-damage"):
    """More damage against some: what flies, what stands on the ground, what is in water, what is of cold."""

    damage: Expr
    kind: str = "weapon"
    against: Literal["all", "flying", "ground", "water", "cold"] = "all"


class Drag(OnHit, frozen=True, tag="drag"):
    """A victim hit from afar is pulled up close."""


class Die(OnHit, frozen=True, tag="die"):
    """Whoever stings so dies of it."""


class ToHit(Struct, frozen=True, tag_field="effect", forbid_unknown_fields=True):
    """Something that changes how an attack is made."""


class Charge(ToHit, frozen=True, tag="charge"):
    """Double damage after a run of twenty yards."""


class Swoop(ToHit, frozen=True, tag="swoop"):
    """Double damage to the surprised."""


class Trample(ToHit, frozen=True, tag="trample"):
    """Three rounds in four it tramples, and hits those of human size or smaller better; a stampede takes a `herd`."""

    bonus: int
    herd: int = 1


class Pack(ToHit, frozen=True, tag="pack"):
    """So many of them attack as one."""

    most: int


class AgainstArmourClass(ToHit, frozen=True, tag="against-armour-class"):
    """The victim's armour does not count: it has this AC."""

    ac: int


class Swarm(ToHit, frozen=True, tag="swarm"):
    """No roll: so much damage to those in armour and so much to those without, half to whoever wards it off."""

    armoured: int
    bare: int


HitEffect = (
    Petrify
    | EnergyDrain
    | StrengthDrain
    | Fasten
    | Swallow
    | Grab
    | Stun
    | Senseless
    | Blind
    | Blister
    | Confuse
    | Dance
    | Rot
    | Lycanthropy
    | Frighten
    | Sweep
    | Choke
    | Consume
    | Rust
    | Corrode
    | ExtraDamage
    | Drag
    | Die
)
WayOfHitting = Charge | Swoop | Trample | Pack | AgainstArmourClass | Swarm
