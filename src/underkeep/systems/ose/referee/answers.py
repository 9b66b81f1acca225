"""What this game answers about the referee's key: what is where, and what is said of it."""

from __future__ import annotations

from underkeep.systems.ose.referee import maps, printed_key, stat_lines, stocking

choose_setting = maps.choose_setting
stock = stocking.stock
monster = printed_key.monster
stats = stat_lines.stats
trap = printed_key.trap
feature = printed_key.feature
worth = printed_key.worth
