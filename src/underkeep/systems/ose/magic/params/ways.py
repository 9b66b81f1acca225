"""Spells that move somebody, and spells that see far."""

from __future__ import annotations

from underkeep.procedures.effects import Params


class StepThrough(Params, frozen=True, tag="step-through"):
    """Somebody is elsewhere at once, within so many feet."""

    reach_feet: int


class Teleport(Params, frozen=True, tag="teleport"):
    """Somebody is elsewhere at once, at the risk of a bad arrival."""


class Telekinesis(Params, frozen=True, tag="telekinesis"):
    """Creatures and things are moved by thought, up to so much weight for each level."""

    coins_per_level: int
    feet_per_round: int
    rounds: int


class BorrowEyes(Params, frozen=True, tag="borrow-eyes"):
    """The caster sees what another creature sees."""


class WizardEye(Params, frozen=True, tag="wizard-eye"):
    """An eye goes where the caster sends it, so far in a turn."""

    feet_per_turn: int


class ContactPlane(Params, frozen=True, tag="contact-plane"):
    """Questions to those who know more, with a risk to the mind."""


class Project(Params, frozen=True, tag="project-image"):
    """An image of the caster stands elsewhere, and takes what was meant for the caster."""
