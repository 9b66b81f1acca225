"""Lines that begin as a question: nobody spends, gives, buys, hires or strikes anything for having asked.

A question about what is (`why did Aldric get 5 sp more?`) does nothing but look, listen and talk. One that is a wish
(`can you light a torch?`, `how about we attack?`) is done where that costs nothing, and else asked about once.
"""

from __future__ import annotations

import re

from underkeep.kernel.event import Action
from underkeep.kernel.prompt import Answer
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Recall, Try
from underkeep.procedures.chapter import TOWN
from underkeep.table.course import Course
from underkeep.table.several import InOrder
from underkeep.table.speech.asking_words import ANSWERED
from underkeep.table.speech.clauses import InWords
from underkeep.table.speech.meanings import Ask, Browse, Do, Meaning, Reader, Say, Show, Undertake, ours
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.wording import parts, plain

_LEAD = (
    r"(?:(?:and|so|but|well|hey|hi|ok|okay|wait|now|then|hm+|um+|er|oh|ah|please|dm|gm|referee|sorry|excuse me"
    r"|(?:{names})(?=[, ]+(?:what|who|why|where|when|how|can|could|would|will|do|did)\b"
    r"|, ?(?:is|are|have)\b| (?:is|are|have)\b(?:[^,]*$|.*\?)))[,.: ]+)*"
)
_IDLE = r"(?:who cares|what the (?:hell|heck)|why wait|what are we waiting for|what else|how hard can it be)\b[,!.? ]+"
_OTHERS = r"(?:i|we|you|he|she|they|it|there|this|that|these|those|any|anyone|anybody|someone|somebody)"
_WISH = (
    r"(?:(?:can|could|may|might|shall|should|would|will|won'?t|won t|must) "
    r"(?:not )?(?:i|we|you|he|she|they|it|us|the|someone|somebody|anyone|anybody|{names})\b"
    r"|(?:how|what) about\b|what if\b|what do you say\b|do (?:we|you) want\b"
    r"|why (?:not|(?:do not|don'?t|don t) (?:i|we|you))\b"
    r"|(?:is it|would it be) (?:possible|ok|okay|all right|fine|safe)\b|do you mind\b|any chance\b)"
)
_PROPOSED = re.compile(r"(?:how|what) about\b|why (?:not|(?:do not|don'?t|don t) (?:i|we|you))\b")
"""What is said so and no more, without a sign of a question, is told."""
_PURE = (
    r"(?:what|who|whom|whose|which|why|how|is|are|am|was|were|does|did|has|had"
    rf"|do(?: not)? (?:{_OTHERS}|{{names}}|our|their|the(?! (?:same|other|usual)))\b"
    rf"|have (?!(?:someone|somebody|anyone|anybody)\b(?!.*\?$)){_OTHERS}\b"
    r"|have (?:{names})\b(?=.*\?$)"
    r"|(?:where|when)(?= (?:is|are|am|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|might|may|to"
    r"|from|else|in)\b|$))\b"
)
_WHAT_IS = re.compile(
    r"(?:can|could|may|might|would|will|should) (?:(?:it|this|that|these|those|they|there|anything|something"
    r"|(?:the|that|this|these|those|our|any|some) (?!party|thief|others?\b)[\w' -]+?)) (?:not )?(?:be|have)\b"
)
"""`could the floor be trapped?` asks what is, though it begins as a wish does."""
WISHED = "That is for you to decide. Is it to be done?"
CLOSER = "To look at it closely takes a turn: inspect the treasure."
NOT_DONE = f"That was a question, so nothing was done. {ANSWERED}"
TAKES_TIME = "That shows when somebody takes the time for it. Is it to be done?"
SAY_SO = "That can be done: say so without asking, and it is done."
_TAKES_TIME = (a.Listen, a.Search)
_OF_LOOKS = (a.Examine, a.InspectHoard, a.HearRumours, a.StandBy, a.Parley, Recall, Answer)
_OF_NO_COST = (
    *(
        *_OF_LOOKS,
        *_TAKES_TIME,
        a.Go,
        a.Walk,
        a.OpenDoor,
        a.ShutDoor,
        a.LightUp,
        a.Douse,
        a.Order,
        a.NoteOnMap,
        a.Use,
        a.PickLock,
    ),
    *(a.TakeHoard, a.ForceDoor, a.Disarm, a.Handle),
    *(a.Give, a.Equip, a.PutIn, a.TakeOut),
)


_POLITE = re.compile(r"\bplease\b")
"""Who says please asks for no permission."""


def without_deed(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The same; of a line that begins as a question nothing that it may cost somebody to have asked."""
    if reader.referees or reader.state.prompts or not isinstance(meant, Do | Undertake | Ask | Browse):
        return meant
    names = "|".join(re.escape(parts(c.name)[0]) for c in ours(reader) if parts(c.name)) or "-"
    said = re.sub(f"^{_IDLE}", "", re.sub(f"^{_LEAD.format(names=names)}", "", plain(line)))
    if not line.rstrip().endswith("?") and _PROPOSED.match(said):
        return meant
    if _WHAT_IS.match(said):
        return _asked(said, meant)
    if re.match(_WISH.format(names=names), said):
        return meant if _POLITE.search(said) and isinstance(meant, Undertake) else _wished(reader, meant)
    if re.match(_PURE.format(names=names), said):
        return _asked(said, meant)
    return meant


def _wished(reader: Reader, meant: Do | Undertake | Ask | Browse) -> Meaning:
    if isinstance(meant, Do) and not isinstance(meant.action, _OF_NO_COST):
        return Ask(WISHED, (meant.action,))
    is_free = not isinstance(meant, Undertake) or _is_free(meant, _OF_NO_COST, place_of(reader) != TOWN)
    return meant if is_free else Say(" ".join(filter(None, (getattr(meant, "note", ""), SAY_SO))))


def _asked(said: str, meant: Do | Undertake | Ask | Browse) -> Meaning:
    if isinstance(meant, Do) and isinstance(meant.action, a.InspectHoard) and meant.note:
        return Say(f"{meant.note} {CLOSER}")
    if isinstance(meant, Do) and isinstance(meant.action, (*_OF_LOOKS, Try)):
        return meant
    if isinstance(meant, Do) and isinstance(meant.action, _TAKES_TIME):
        return Ask(TAKES_TIME, (meant.action,))
    if isinstance(meant, Undertake) and _is_free(meant, _OF_LOOKS):
        return meant
    if _OF_DEEDS_DONE.search(said) and not isinstance(meant, Browse):
        return Show("log")
    return meant if isinstance(meant, Ask | Browse) and not said.startswith("why") else Say(NOT_DONE)


_OF_DEEDS_DONE = re.compile(
    r"^(?:\w+ )?(?:did|has|had|was|were|have)\b"
    r"|^who (?:bought|sold|gave|got|took|hired|paid|spent|attacked|dropped)\b"
)
"""What is asked about a deed that was done: what was told of it is told again."""


def _is_free(meant: Undertake, free: tuple[type[Action], ...], may_go_on: bool = False) -> bool:
    """Whether an errand is made of such deeds alone; what words that are not read yet will mean counts if they may
    go on."""
    errand = meant.errand
    if isinstance(errand, InOrder):
        return all(isinstance(action, free) for action in errand.actions)
    if isinstance(errand, InWords):
        return may_go_on and isinstance(errand.first, Do) and isinstance(errand.first.action, free)
    return isinstance(errand, Course) and a.Walk in free
