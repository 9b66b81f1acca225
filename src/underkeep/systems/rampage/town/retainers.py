"""Those who look for work."""

from __future__ import annotations

from underkeep.procedures.hiring import Term
from underkeep.procedures.resolution import Resolution
from underkeep.world.settlement import Applicant

TERMS: tuple[Term, ...] = (Term("{} gp a month", ("gp", "gold")),)


def applicants(do: Resolution) -> tuple[Applicant, ...]:
    return ()
