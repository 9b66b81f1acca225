"""Spells that bend many minds, or one for good."""

from __future__ import annotations

from underkeep.kernel.notation import Expr
from underkeep.procedures.effects import Params


class CharmMonster(Params, frozen=True, tag="charm-monster"):
    """One creature of any kind, or many of few Hit Dice."""

    many: Expr
    weak_hd: int


class Confuse(Params, frozen=True, tag="confuse"):
    """So many creatures do not know what they do; those above some Hit Dice save each round."""

    many: Expr
    radius_feet: int
    weak_hd: int


class Possess(Params, frozen=True, tag="possess"):
    """The caster's life-force leaves the body and takes over another."""
