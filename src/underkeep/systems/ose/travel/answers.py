"""What this game answers to the procedures of the road."""

from __future__ import annotations

from underkeep.systems.ose.travel.journeys import begin_day, end_day, lay_routes
from underkeep.systems.ose.travel.journeys import party_miles as miles_per_day

__all__ = ["begin_day", "end_day", "lay_routes", "miles_per_day"]
