"""Answers in other words to those who want something of the party: `we refuse`, `give them their toll`."""

from __future__ import annotations

import re

from underkeep.kernel.prompt import Answer
from underkeep.table.speech.chatter import whole_negations
from underkeep.table.speech.meanings import Do, Reader

_MEANT: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "defy",
        re.compile(
            r"\b(?:refuse[sd]?|refusal|defy|never|no way|not a (?:coin|step|chance)|make us|out of (?:our|the) way"
            r"|stand (?:our ground|firm|fast)|fight|attack|charge"
            r"|(?:will|do|shall|can|could) not (?:pay|go|turn|leave|obey))\b"
        ),
    ),
    (
        "pay",
        re.compile(
            r"\b(?:pays?|paid|toll|(?:offers?|gives?|hands?|tosses|throws?)\b.*\b(?:coins?|money|gold|silver|\d+|toll|it|them))\b"
        ),
    ),
    (
        "turn back",
        re.compile(
            r"\b(?:(?:turn|go|head|walk|step|back|draw|fall|move)s? (?:back|away|off|round|around)|retreat|withdraw"
            r"|leave|obey|as (?:they|you) (?:say|wish|order)|very well|(?:do|we) (?:as told|comply))\b"
        ),
    ),
    ("fight", re.compile(r"\b(?:fight|attack|charge|never|refuse|no way|resist|to arms)\b")),
    (
        "yield",
        re.compile(r"\b(?:yield|surrender|give (?:up|in|ourselves)|lay down|hands up|drop (?:our|the) weapons)\b"),
    ),
)


def in_other_words(reader: Reader, said: str) -> Do | None:
    """The one answer to the open question that the words mean; None if they mean none of them, or ask something."""
    prompts = reader.state.prompts
    if not prompts or said.rstrip().endswith("?"):
        return None
    prompt = prompts[0]
    if "defy" not in prompt.choices and "yield" not in prompt.choices:
        return None
    plainly = whole_negations(said).lower()
    meant = next((choice for choice, words in _MEANT if choice in prompt.choices and words.search(plainly)), "")
    answer = Answer(prompt.id, meant)
    return Do(answer) if answer in reader.options.listed else None
