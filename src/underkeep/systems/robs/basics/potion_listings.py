"""What a potion does to whoever drinks it, as content writes it."""

from __future__ import annotations

from underkeep.procedures.effects import Params


class Mend(Params, tag="mend", frozen=True):
    """So many hit points."""

    amount: str


class Mana(Params, tag="mana", frozen=True):
    """So many spell levels; nothing magical."""

    amount: str


class Numb(Params, tag="numb", frozen=True):
    """Wounds of the two lesser levels count 1 less for so many times ten minutes."""

    amount: str


class Raise(Params, tag="raise", frozen=True):
    """One attribute is 1 higher for so many times ten minutes."""

    attribute: str
    amount: str


class Venom(Params, tag="venom", frozen=True):
    """Poison."""


class Splash(Params, tag="splash", frozen=True):
    """Holy water is thrown, not drunk: so much to the undead."""

    amount: str


PotionEffect = Mend | Mana | Numb | Raise | Venom | Splash
