"""What a spell is, as content writes it: who casts it, on whom, how far, how long, and its effect."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from underkeep.procedures.effects import Params

On = Literal["self", "friend", "foe", "creature", "none"]
Lasts = Literal["instant", "rounds", "minutes", "margin-rounds", "margin-minutes", "concentration", "permanent"]
Scene = Literal["fight", "dungeon", "town", "road", "meeting"]
ANYWHERE: tuple[Scene, ...] = ("fight", "dungeon", "town", "road", "meeting")


class Bestow(Params, tag="bestow", frozen=True):
    """A condition that nobody resists; `scale_above` is how much larger than the caster the target may be."""

    condition: str
    scale_above: int | None = None


class Bless(Params, tag="bless", frozen=True):
    """A blessing, or a curse; each holds the other off."""

    condition: str
    opposite: str


class Overcome(Params, tag="overcome", frozen=True):
    """A condition for who loses a contest."""

    condition: str
    contest: Literal["levels", "body"]


class CausePain(Params, tag="cause-pain", frozen=True):
    """Pain, by how far a contest of Scale and Level was lost."""


class Heal(Params, tag="heal", frozen=True):
    amount: str


class Wound(Params, tag="wound", frozen=True):
    """Harm by touch."""

    amount: str


class Cure(Params, tag="cure", frozen=True):
    """Minor ailments go, others are eased for so many days."""

    days: int = 1


class Sicken(Params, tag="sicken", frozen=True):
    difficulty: int
    days: str


class Release(Params, tag="release", frozen=True):
    """Ends paralysis, if the contest with whoever laid it is won."""


class Darts(Params, tag="darts", frozen=True):
    """One for every so many levels, each with a roll to hit. What is of `energy` minds neither Scale nor metal."""

    per_levels: int
    to_hit: int
    base: int
    energy: bool = False
    iron: int = 0


class DriveOff(Params, tag="turn", frozen=True):
    """Drives off the undead, or what is holy."""

    holy: bool = False


class ReadAlignment(Params, tag="read-alignment", frozen=True):
    pass


class SenseMagic(Params, tag="sense-magic", frozen=True):
    pass


class SenseMetal(Params, tag="sense-metal", frozen=True):
    pass


class Dispel(Params, tag="dispel", frozen=True):
    pass


class Shine(Params, tag="shine", frozen=True):
    metres: int


class Darken(Params, tag="darken", frozen=True):
    metres: int


class Hush(Params, tag="hush", frozen=True):
    """No sound within so many metres a level of the caster, or about the caster alone."""

    metres_per_level: int


class Feign(Params, tag="feign", frozen=True):
    """An illusion of so many cubic metres a level."""

    cubic_metres_per_level: int


class Purify(Params, tag="purify", frozen=True):
    """So many meals a level made clean, or spoilt."""

    meals_per_level: int
    litres_per_level: int
    spoils: bool = False


class Hallow(Params, tag="hallow", frozen=True):
    """Holy water in place of a vial of plain water."""

    vials: int


class Suggest(Params, tag="suggest", frozen=True):
    difficulty: int
    per_levels: int


class Blast(Params, tag="blast", frozen=True):
    """Energy that harms whoever stands within so many metres of the target; a DEX check halves it."""

    amount: str
    kind: Literal["fire", "cold", "lightning"]
    metres: int = 0
    difficulty: int = 1


class Boulder(Params, tag="boulder", frozen=True):
    """Something heavy that magic sets in motion."""

    odf: int


class Toad(Params, tag="toad", frozen=True):
    """Another shape for who loses a contest of Levels."""


SpellEffect = (
    Bestow
    | Bless
    | Overcome
    | CausePain
    | Heal
    | Wound
    | Cure
    | Sicken
    | Release
    | Darts
    | DriveOff
    | ReadAlignment
    | SenseMagic
    | SenseMetal
    | Dispel
    | Shine
    | Darken
    | Hush
    | Feign
    | Purify
    | Hallow
    | Suggest
    | Blast
    | Boulder
    | Toad
)


class Form(Struct, frozen=True):
    """One way to cast a spell. It reaches so many metres, or as far as a hand if none are given. With `many` it
    takes as many targets as the caster has levels. `choices` are what may be made of it, the usual one first.

    Of a `difficulty` the caster must reach it. `outlawed` says why civilised lands do not like it.
    """

    effect: SpellEffect
    on: On
    rule: str
    id: str = ""
    name: str = ""
    alignments: tuple[str, ...] = ()
    prerequisite: str = ""
    metres_per_level: int = 0
    metres: int = 0
    lasts: Lasts = "instant"
    time: int = 0
    many: bool = False
    choices: tuple[str, ...] = ()
    scenes: tuple[Scene, ...] = ANYWHERE
    difficulty: int | None = None
    outlawed: Literal["", "deception", "harm"] = ""


class Spell(Struct, frozen=True):
    """A spell and, for some, its reverse. One that is `favoured` is what a beginner would rather have than others."""

    name: str
    caster: Literal["cleric", "wizard"]
    level: int
    rule: str
    form: Form
    reverse: Form | None = None
    favoured: bool = False


class Written(Struct, frozen=True):
    """A form of a spell with all that it takes from the spell."""

    id: str
    name: str
    spell: str
    caster: str
    level: int
    is_reversed: bool
    has_reverse: bool
    form: Form
