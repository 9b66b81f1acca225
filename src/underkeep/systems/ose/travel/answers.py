"""What this game answers to the procedures of the road."""

from __future__ import annotations

from underkeep.systems.ose.travel.journeys import begin_day as begin_day
from underkeep.systems.ose.travel.journeys import end_day as end_day
from underkeep.systems.ose.travel.journeys import lay_routes as lay_routes
