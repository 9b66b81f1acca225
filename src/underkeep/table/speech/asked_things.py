"""Questions about things: what a gambeson is, whether a mace is better than a sword, whether Jorun may use one."""

from __future__ import annotations

import re

from underkeep.table.speech.classes import class_names
from underkeep.table.speech.handling import fits
from underkeep.table.speech.meanings import Reader, Show, ours
from underkeep.table.speech.trading import kinds_named
from underkeep.table.speech.wording import first_part

_A = r"(?:(?:an?|the|our|my|some|any|this|that|these|those|his|her) )?"
_WHAT = tuple(
    re.compile(form)
    for form in (
        rf"what (?:is|are) (?:it with )?{_A}(?P<one>[\w -]+?)(?: (?:good )?for| used for| like| do| about| exactly)?",
        rf"what (?:does|do|can|would) {_A}(?P<one>[\w -]+?)(?: (?:do|help with|help|help for))",
        rf"(?:tell (?:me|us)|explain|describe)(?: about)? {_A}(?P<one>[\w -]+)",
        rf"(?:how much|what) (?:damage|harm) (?:does|do|would|can) {_A}"
        r"(?P<one>[\w -]+?)(?: (?:do|deal|cause|inflict))?",
        rf"how (?:far|good|heavy|long|big|strong|useful|well) (?:can|does|do|is|are|would) "
        rf"(?:(?:i|we|you|one) (?:shoot|throw) )?"
        rf"{_A}(?P<one>[\w -]+?)(?: (?:shoot|throw|reach|fire|go|be|protect|hit|last))?",
        rf"what (?:is|are) (?:the )?(?:damage|range|weight|reach|stats?|use|point|purpose) (?:of|for) "
        rf"{_A}(?P<one>[\w -]+)",
        rf"(?:is|are) {_A}(?P<one>[\w -]+?) (?:any )?(?:better|worse|stronger|heavier|more|good)(?: \w+)?"
        rf" than {_A}(?P<two>[\w -]+)",
        rf"(?:what|which)(?: one)? is (?:better|best|stronger|heavier)?,? ?"
        rf"{_A}(?P<one>[\w -]+?) or {_A}(?P<two>[\w -]+)",
        rf"what is the difference between {_A}(?P<one>[\w -]+?) and {_A}(?P<two>[\w -]+)",
        rf"(?:is|are|does|do) {_A}(?P<one>[\w -]+?) "
        r"(?:two-handed|one-handed|two handed|heavy|any good|good|worth it|useful|need (?:2|two) hands"
        r"|take up much|take (?:2|two) hands|break|count as armou?r)",
    )
)
_MAY = re.compile(
    rf"(?:can|could|may|might|would|is|should)(?: the)? (?P<who>\w+) "
    rf"(?:even |also |still |really |able to |allowed to )*"
    rf"(?:use|wield|wear|hold|equip|fight with|handle|put on) {_A}(?P<one>[\w -]+?)(?: too| as well| also)?"
)


def thing_asked(reader: Reader, said: str) -> Show | None:
    """The page about the things that a question is of; None if it is of none that is sold here or carried."""
    if reader.state.prompts or reader.referees or reader.state.encounter is not None:
        return None
    own = {first_part(c.name) for c in ours(reader)}
    own_kinds = {kind: first_part(some[0].name) for kind, some in class_names(ours(reader)).items() if some}
    may = _MAY.fullmatch(said)
    who = (may["who"] if may["who"] in own else own_kinds.get(may["who"], "")) if may is not None else ""
    if may is not None and who and _known(reader, may["one"]):
        return Show("usable", f"{may['one']} of {who}")
    for form in _WHAT:
        found = form.fullmatch(said)
        if found is None:
            continue
        things = [what for what in found.groupdict().values() if what]
        if all(_known(reader, what) for what in things) and first_part(things[0]) not in own:
            return Show("thing", "; ".join(things))
    return None


_NO_THINGS = {"spell", "gold", "money", "coins", "coin", "gp", "light", "time", "plan", "map", "hand", "food", "water"}
"""What has a page of its own."""


def _known(reader: Reader, what: str) -> bool:
    """Whether the words name a thing that somebody sells here, or one of the party has."""
    if set(what.split()) & _NO_THINGS or len(what) < 3:
        return False
    carried = any(fits(what, item.name) for c in ours(reader) for item in c.items)
    in_town = reader.rules.town is not None and reader.state.settlement is not None
    return carried or (in_town and bool(kinds_named(reader, what)))
