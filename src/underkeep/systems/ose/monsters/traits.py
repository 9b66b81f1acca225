"""What a monster is besides its numbers and attacks, as listings name it: the parameters alone."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.kernel.notation import Expr


class Of(Struct, frozen=True, tag_field="trait", forbid_unknown_fields=True):
    """A trait. Its `tag` is what listings call it."""


class Gaze(Of, frozen=True, tag="gaze"):
    """Whoever fights it with open eyes saves each round or turns to stone; it may meet its own eyes in a mirror."""

    mirror_in_six: int


class NoHitRoll(Of, frozen=True, tag="no-hit-roll"):
    """It cannot be missed."""


class HalfDamage(Of, frozen=True, tag="half-damage"):
    """Everything hurts it half as much, or only blows `of` one sort."""

    of: Literal["all", "silver"] = "all"


class Displaced(Of, frozen=True, tag="displaced"):
    """It is not quite where it seems to be."""

    penalty: int


class Unseen(Of, frozen=True, tag="unseen"):
    """Invisible by nature, even when it attacks; some cannot be struck at all `at_first`."""

    penalty: int
    at_first: bool = False


class SaveBonus(Of, frozen=True, tag="save-bonus"):
    """On all saves, or those of one category."""

    amount: int
    against: str = ""


class SurprisesOn(Of, frozen=True, tag="surprise"):
    """The party is surprised on so many in six; perhaps only in some places."""

    in_six: int
    where: Literal["", "woods", "dark"] = ""


class Wary(Of, frozen=True, tag="wary"):
    """It is surprised itself only on a 1."""


class AttackPattern(Of, frozen=True, tag="attack-pattern"):
    """Breath first, and then as often as not."""


class Stench(Of, frozen=True, tag="stench"):
    """Humans and demihumans in melee with it save against poison or fight worse."""

    penalty: int


class Terror(Of, frozen=True, tag="terror"):
    """Whoever sees it saves or is paralysed until it attacks."""


class Aura(Of, frozen=True, tag="aura"):
    """Everybody so near is hurt each round."""

    damage: Expr
    kind: Literal["fire", "cold"]
    feet: int


class Divide(Of, frozen=True, tag="divide"):
    """What does not hurt it makes so many smaller ones of it."""

    kind: str
    number: Expr | None = None


class FlamingBlood(Of, frozen=True, tag="flaming-blood"):
    """Whoever wounds it with an edge saves against death or burns."""

    damage: Expr


class Rusting(Of, frozen=True, tag="rusting"):
    """Metal weapons that hit it crumble."""


class AbsorbsMetal(Of, frozen=True, tag="absorbs-metal"):
    """Metal weapons that hit it may stick in it until it is slain."""


class SporeCloud(Of, frozen=True, tag="spore-cloud"):
    """Struck, it lets out spores with this chance, upon all around."""

    percent: int


class Blink(Of, frozen=True, tag="blink"):
    """Beside an enemy, and after the attack gone again."""


class FirstStrike(Of, frozen=True, tag="first-strike"):
    """It acts before anybody in the first round of a fight."""


class Dive(Of, frozen=True, tag="dive"):
    """Its first attack hits better."""

    bonus: int


class AttackPenalty(Of, frozen=True, tag="attack-penalty"):
    """On every attack."""

    penalty: int


class HatesTheSun(Of, frozen=True, tag="hates-the-sun"):
    """In daylight it fights worse."""

    penalty: int


class Flighty(Of, frozen=True, tag="flighty"):
    """Its morale is tried every round."""


class Frenzy(Of, frozen=True, tag="frenzy"):
    """With blood in the water its morale is not tried."""


class FearsFire(Of, frozen=True, tag="fears-fire"):
    """This morale when it is attacked with fire or acid."""

    morale: int


class PackCourage(Of, frozen=True, tag="pack-courage"):
    """This morale in packs of so many."""

    morale: int
    least: int


class MoraleInLair(Of, frozen=True, tag="morale-in-lair"):
    """This morale where it lives."""

    morale: int


class AfraidOfFire(Of, frozen=True, tag="afraid-of-fire"):
    """It does not come near a naked flame in somebody's hand unless it is driven to."""


class Mist(Of, frozen=True, tag="mist"):
    """At 0 hit points it turns to mist and leaves for its coffin."""


class Sleeper(Of, frozen=True, tag="sleeper"):
    """Asleep with this chance when it is met on the ground; those who attack it then have a round with a bonus."""

    percent: int


class Speech(Of, frozen=True, tag="speech"):
    """Speaks with this chance, and then knows so many spells of each level."""

    percent: int
    spells: tuple[int, ...]


class Ages(Of, frozen=True, tag="ages"):
    """The young have up to three Hit Dice less than the listing, the old up to three more."""


class SeesInvisible(Of, frozen=True, tag="sees-invisible"):
    """The invisible and the hidden, with this chance."""

    percent: int = 100


class Flammable(Of, frozen=True, tag="flammable"):
    """Worse saves against fire, and a point more of damage for each die."""

    penalty: int


class Echolocation(Of, frozen=True, tag="echolocation"):
    """Finds its way by sound: nothing that hides from sight hides from it, and silence blinds it."""


class Surrounds(Of, frozen=True, tag="surrounds"):
    """So many of them may attack one opponent."""

    most: int


class Ink(Of, frozen=True, tag="ink"):
    """Leaving, it hides itself in a cloud, and nobody follows."""


class Shriek(Of, frozen=True, tag="shriek"):
    """It cries out when it is disturbed, and each round something may hear with this chance."""

    percent: int


class Hates(Of, frozen=True, tag="hates"):
    """It attacks these kinds before all others."""

    kinds: tuple[str, ...]


class SwimsWell(Of, frozen=True, tag="swims-well"):
    """Water does not hamper its fighting."""


class Repelled(Of, frozen=True, tag="repelled"):
    """It cannot bear a herb: hit with it, it may flee; or the mere smell may keep it from attacking for a round."""

    by: str
    flees: bool = False


SpecialTrait = (
    Gaze
    | NoHitRoll
    | HalfDamage
    | Displaced
    | Unseen
    | SaveBonus
    | SurprisesOn
    | Wary
    | AttackPattern
    | Stench
    | Terror
    | Aura
    | Divide
    | FlamingBlood
    | Rusting
    | AbsorbsMetal
    | SporeCloud
    | Blink
    | FirstStrike
    | Dive
    | AttackPenalty
    | HatesTheSun
    | Flighty
    | Frenzy
    | FearsFire
    | PackCourage
    | MoraleInLair
    | AfraidOfFire
    | Mist
    | Sleeper
    | Speech
    | Ages
    | SeesInvisible
    | Flammable
    | Echolocation
    | Surrounds
    | Ink
    | Shriek
    | Hates
    | SwimsWell
    | Repelled
)
