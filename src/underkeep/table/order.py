"""What somebody was told to do in fights, until told otherwise."""

from __future__ import annotations

from msgspec import Struct

from underkeep.world.state import State

ATTACK, HOLD, GUARD, SHOOT, FLEE, PASS, REPEAT = "attack", "hold", "guard", "shoot", "flee", "pass", "repeat"
WORDS = {
    ATTACK: "attacks",
    HOLD: "holds the ground and strikes what comes",
    GUARD: "guards {who}",
    SHOOT: "shoots until closed with",
    FLEE: "gets out",
    PASS: "does nothing",
    REPEAT: "does as last round",
}


class Order(Struct, frozen=True):
    """What one is to do; `flees_at_half` if no longer than half of one's life is left."""

    sort: str = ATTACK
    ward: str = ""
    flees_at_half: bool = False

    def told(self, state: State) -> str:
        who = state.creatures[self.ward].name if self.ward in state.creatures else ""
        words = WORDS[self.sort].format(who=who)
        return f"{words}, and flees at half" if self.flees_at_half else words
