"""The smallest game that fights and delves, a file a chapter: for tests of the core, and to read before writing a game.

Everyone has 3 hit points, hits on 4 or more on a d6 for 1 point, moves 6 squares. Any chance is 3 in 6.
"""

from underkeep.testing.toy.attacks import ATTACKS, fight_options, why_not_in_reach
from underkeep.testing.toy.basics import MEASURES, ToyBar, ToySheet, campaign, chance, everything
from underkeep.testing.toy.monsters import Listing
from underkeep.testing.toy.ruleset import CHAPTERS, RULESET, ToyRuleset

__all__ = [
    "ATTACKS",
    "CHAPTERS",
    "MEASURES",
    "RULESET",
    "Listing",
    "ToyBar",
    "ToyRuleset",
    "ToySheet",
    "campaign",
    "chance",
    "everything",
    "fight_options",
    "why_not_in_reach",
]
