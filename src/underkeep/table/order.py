"""What somebody was told to do in fights, until told otherwise."""

from __future__ import annotations

from msgspec import Struct

from underkeep.world.state import State

ATTACK, HOLD, GUARD, SHOOT, FLEE, PASS, REPEAT = "attack", "hold", "guard", "shoot", "flee", "pass", "repeat"
CAST, ASKED = "cast", "asked"
"""To cast what is named; to do what one is told each time."""
WORDS = {
    CAST: "casts {spell}",
    ASKED: "does as told",
    ATTACK: "attacks",
    HOLD: "holds the ground and strikes what comes",
    GUARD: "guards {who}",
    SHOOT: "shoots until closed with",
    FLEE: "gets out",
    PASS: "does nothing",
    REPEAT: "does as last round",
}


class Order(Struct, frozen=True):
    """What one is to do; `flees_at_half` if no longer than half of one's life is left.

    `targets` are the foes to go for before others. A `spell` is cast at what the words of `aim` name. What has an
    `until` is over after that round. What was said to everybody at once is `for_all`.
    """

    sort: str = ATTACK
    ward: str = ""
    flees_at_half: bool = False
    targets: tuple[str, ...] = ()
    spell: str = ""
    aim: str = ""
    until: int = 0
    for_all: bool = False

    def told(self, state: State) -> str:
        if self.sort == ASKED and self.flees_at_half:
            return "flees at half"
        who = state.creatures[self.ward].name if self.ward in state.creatures else ""
        words = WORDS[self.sort].format(who=who, spell=self.spell)
        words = f"{words} on {self.aim}" if self.aim else words
        return f"{words}, and flees at half" if self.flees_at_half else words
