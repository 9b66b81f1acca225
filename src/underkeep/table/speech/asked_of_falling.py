"""Questions in a fight about its rules: what happens at 0 hit points, what a wound does, what a condition means, and
whether anybody listens or is fed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.speech.meanings import Meaning, Reader, Say, Show
from underkeep.table.speech.past_pages import TOLD, spoken_of
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.topics import known
from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_NONE = r"(?:0|zero|nothing)"
_ZERO = re.compile(
    r"what (?:happens|if|does it mean|will happen|would happen|becomes of)\b.*\b"
    r"(?:(?:0|zero|no|out of|runs? out of|loses? all)(?: of)?(?: (?:his|her|their|our))?"
    r" (?:hp|hit points?|hits?|life|health)"
    rf"|hp (?:is|are|hits?|drops? to|goes to) {_NONE}"
    rf"|(?:drops?|falls?|goes|is|gets|are|reduced|down)(?: down)?(?: to)? {_NONE}|(?:at|to) {_NONE}"
    r"|(?:die|dies|dying|killed|knocked out|unconscious))\b.*"
    r"|(?:do|does|will|would) (?:we|i|you|he|she|one|somebody|people|\w+) (?:die|fall)(?: \w+)? (?:at|when|if|on)"
    rf" .*{_NONE}\b.*|(?:is|are) (?:we|you|he|she|one|it) dead at {_NONE}.*"
    rf"|(?:can|could) \w+ (?:still )?(?:walk|fight|act|move|go on) (?:at|with|on) (?:no|{_NONE}) .*"
)
_WOUNDS = re.compile(
    r"what (?:do|does|is|are)\b.*\b(?:wounded|wounds?|a wound)\b(?: (?:do|mean|for|cost|cause)\b.*)?"
    r"|how (?:do|does) (?:a )?wounds? (?:work|matter)|what happens (?:when|if) .*\b(?:wounded|wounds?)\b.*"
)
_FED = re.compile(
    r"(?:can|could|may|should|would|will|what if|is it possible to) (?:we|i|they|it|somebody|anyone|anybody)?\b.*"
    r"\b(?:talk|parley|negotiate|speak (?:to|with)|reason with|bargain|bribe|buy them off|offer|pay them"
    r"|(?:throw|toss|give|leave|drop|feed)(?: \w+){0,3} (?:food|rations?|meat|coins?|gold|money|treasure)|feed)\b.*"
)
_OF_NOW = "No: blows are being struck, and those who fight stop for no word and no gift. "


def of_falling(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What falls to those who are struck down, by the rulebook."""
    topics = known(reader.rules)
    named = any(set(called_so(c)) & set(parts(said)) for c in own)
    if _WOUNDS.fullmatch(said) and "wounds" in topics and not named:
        return Show("topic", "wounds")
    if _ZERO.fullmatch(said):
        return Show("topic", "wounds" if "wounds" in topics else "death")
    return None


def of_a_condition(reader: Reader, own: Sequence[Creature], said: str) -> Meaning | None:
    """What was told when somebody came to be in such a state: why the footing is bad."""
    if not re.match(r"(?:why|what (?:does|is|do|are)|how (?:bad|does))\b", said):
        return None
    words = {w for c in reader.state.active() for one in c.conditions for w in parts(one.name) if len(w) > _SHORT}
    asked = [w for w in parts(said) if w in words]
    return Show(TOLD, asked[-1]) if asked and spoken_of(reader.heard(), asked[-1]) else None


def of_gifts(reader: Reader, own: Sequence[Creature], said: str) -> Say | None:
    """Whether anybody listens, or can be bought or fed, in the middle of a fight."""
    if not _FED.fullmatch(said) or re.search(r"\bsurrender|yield|give up\b", said):
        return None
    if re.search(r"\b(?:food|rations?|meat|feed|coins?|gold|money|treasure)\b", said):
        return Say(
            f"{_OF_NOW}Food or treasure thrown down may hold them up while everybody gets away: throw down food and "
            "run away."
        )
    return Say(f"{_OF_NOW}To get out of it: everyone run away.")


_SHORT = 5
