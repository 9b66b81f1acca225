"""What this game answers about the referee's key: what is where, and what is said of it."""

from __future__ import annotations

from underkeep.systems.ose.referee.maps import choose_setting
from underkeep.systems.ose.referee.printed_key import feature, monster, stats, trap, worth
from underkeep.systems.ose.referee.stocking import stock

__all__ = ["choose_setting", "feature", "monster", "stats", "stock", "trap", "worth"]
