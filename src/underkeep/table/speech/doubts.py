"""Second thoughts about what a line was read as: what would be done for the wrong reason is asked about, or answered.

A route that is not there is no reason to take another, and a line of which most is not explained by the act is a guess.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.kernel.event import Action
from underkeep.procedures import delve_actions as a
from underkeep.procedures.actions import Done
from underkeep.table.speech.describe import describe
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say
from underkeep.table.speech.scenery import ways
from underkeep.table.speech.supposing import NO_WAY
from underkeep.table.speech.wording import parts, stem
from underkeep.table.view import view

UNSURE = "Is this meant?"
_MEANS = re.compile(
    r"\b(?:by|via|along|across|through|on|over|up|down|with|take|following)(?: the| a| an| some| our)* "
    r"(?P<means>river|boat|ship|coast|sea|road|highway|trail|path|forest|woods?|hills?|mountains?|swamp|marsh|guide"
    r"|horseback|horses?|desert|barrens?|barren land|plains?|grassland|canal|lake)\b"
)
_DONE = re.compile(
    r"(?:.*\b)?(?:done|pass|passes|skip|skips|nothing|end|ends|ready|next|wait|waits|hold|stay|stays|finish|finished|over"
    r"|delay|stand|stands|idle|ok|go on|continue|proceed|that is all|no one|nobody|none|no)\b.*"
)


def doubted(reader: Reader, line: str, meant: Meaning) -> Meaning:
    """The same meaning; or a question, or a better answer."""
    if isinstance(meant, Say) and meant.text.startswith(NO_WAY):
        return _with_ways(reader, meant)
    if not isinstance(meant, Do):
        return meant
    said = " ".join(line.lower().split())
    if isinstance(meant.action, a.SetOut):
        return _by_route(reader, said, meant.action) or meant
    if isinstance(meant.action, Done) and not _DONE.fullmatch(said) and len(said.split()) > 2:
        return Ask(UNSURE, (meant.action,))
    return meant


def _by_route(reader: Reader, said: str, action: Action) -> Meaning | None:
    """Another way that the line names; what there is instead, if it names one that is not there."""
    found = _MEANS.search(said)
    if found is None:
        return None
    told = {x: describe(reader.rules, reader.state, x) for x in reader.options.listed if isinstance(x, a.SetOut)}
    means = _ALIKE.get(found["means"], stem(found["means"]))
    if _names(told.get(action, ""), means):
        return None
    named = [x for x, words in told.items() if _names(words, means)]
    if named:
        return Do(named[0])
    return Say(f"No way leads there by {found['means']}; there are: {'; '.join(told.values())}.") if told else None


_ALIKE = {"path": "trail", "road": "trail", "highway": "trail", "woods": "forest", "wood": "forest", "sea": "boat"}
_ALIKE |= {"ship": "boat", "barren land": "barren"}


def _names(words: str, means: str) -> bool:
    return means in {stem(word) for word in parts(words)} | set(parts(words))


def _with_ways(reader: Reader, meant: Say) -> Say:
    """That there is no such way, and which ways there are."""
    seen = view(reader.state, reader.seat, reader.rules)
    if seen.delve is None or reader.state.fight is not None or meant.text != NO_WAY:
        return meant
    return Say(f"{meant.text} {ways(seen.delve)}", meant.rule)


__all__: Sequence[str] = ["doubted"]
