"""What somebody was told to do in fights, until told otherwise."""

from __future__ import annotations

from msgspec import Struct

from underkeep.table.naming import by_numbers
from underkeep.world.state import State

ATTACK, HOLD, GUARD, SHOOT, FLEE, PASS, REPEAT = "attack", "hold", "guard", "shoot", "flee", "pass", "repeat"
CAST, ASKED, BEHIND, SAID = "cast", "asked", "behind", "said"
"""To cast what is named; to do what one is told each time; to keep behind somebody; to do what `aim` says."""
APPROACH, GO, BACK, STAY = "approach", "go", "back", "stay"
"""To go up to somebody without a blow; to go to the square that `aim` names, or as near to it as may be; to
fall back from the foes and fight on; to stay back, out of their reach, until told otherwise."""
IN_PLACE = (HOLD, GUARD, BEHIND, STAY, PASS, SHOOT, GO)
"""Where somebody is to be, or how to fight, which lasts until told otherwise."""
NEAR = "near"
"""What is done when they come close."""
MOST_NAMED = 3
_WHEN = {NEAR: " when they come close"}
WORDS = {
    CAST: "casts {spell}",
    ASKED: "does as told",
    ATTACK: "attacks",
    HOLD: "holds the ground and strikes what comes",
    GUARD: "guards {who}",
    BEHIND: "keeps behind {who}",
    SAID: "is to {aim}",
    SHOOT: "shoots until closed with",
    FLEE: "gets out",
    PASS: "does nothing",
    APPROACH: "goes up to them and strikes nobody yet",
    GO: "goes to {aim}",
    BACK: "falls back from the foes",
    STAY: "stays back",
    REPEAT: "does as last round",
}


class Order(Struct, frozen=True):
    """What one is to do; `flees_at_half` if no longer than half of one's life is left.

    `targets` are the foes to go for before others, with the `arm` that is named if it is at hand. What one who gets out
    is to throw down the `aim` says. A `spell` is cast
    at what the words of `aim` name. What has an `until` is over after that round, and what was said before it holds
    `then`. What waits for something is for `when` that is so. What was said to everybody at once is `for_all`.
    """

    sort: str = ATTACK
    ward: str = ""
    flees_at_half: bool = False
    targets: tuple[str, ...] = ()
    spell: str = ""
    aim: str = ""
    until: int = 0
    for_all: bool = False
    arm: str = ""
    then: Order | None = None
    when: str = ""

    def now(self, number: int) -> Order | None:
        """What holds in this round of it: what was said for a round that is over gives way to what was said before."""
        return self.then if 0 < self.until < number else self

    def told(self, state: State) -> str:
        if self.sort == ASKED and self.flees_at_half:
            return "flees at half"
        if self.sort == ASKED and self.arm:
            return f"fights with {self.arm}"
        if self.sort == FLEE and self.aim:
            return f"gets out, and throws down {self.aim} as the party gets away"
        who = state.creatures[self.ward].name if self.ward in state.creatures else ""
        if self.sort == SAID:
            return f"{_by_one(self.aim)}{_WHEN.get(self.when, '')}"
        words = WORDS[self.sort].format(who=who, spell=self.spell, aim=self.aim)
        words = f"{words} on {self.aim}" if self.aim and self.sort == CAST else words
        named = [state.creatures[id].name for id in self.targets if id in state.creatures]
        foes = [c for c in state.active() if named and c.side == state.creatures[self.targets[0]].side]
        are_all = len(named) >= len(foes)
        whom = " or ".join(named) if len(named) <= MOST_NAMED else "" if are_all else f"one of {by_numbers(named)}"
        words = f"{words} {whom}" if self.sort == ATTACK and whom else words
        words = words.replace("them", whom) if self.sort == APPROACH and whom else words
        words = f"{words} with {self.arm.replace('-', ' ')}" if self.arm and self.sort in (ATTACK, HOLD) else words
        return f"{words}, and flees at half" if self.flees_at_half else words


def _by_one(deed: str) -> str:
    """`Throws oil at Orc 1` for `try to throw oil at Orc 1`."""
    first, _, rest = deed.removeprefix("try to ").partition(" ")
    ends = "es" if first.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{first}{ends} {rest}".strip()
