"""What this game answers about the referee's key: what is where, and what is said of it."""

from __future__ import annotations

from underkeep.systems.ose.referee.maps import choose_setting as choose_setting
from underkeep.systems.ose.referee.printed_key import feature as feature
from underkeep.systems.ose.referee.printed_key import monster as monster
from underkeep.systems.ose.referee.printed_key import stats as stats
from underkeep.systems.ose.referee.printed_key import trap as trap
from underkeep.systems.ose.referee.printed_key import worth as worth
from underkeep.systems.ose.referee.stocking import stock as stock
