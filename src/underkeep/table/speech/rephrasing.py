"""The same wish in fewer words: `let us open the door`, `I would like to rest`, `Hargan opens the door`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.speech.wording import parts
from underkeep.world.creature import Creature

_FILLERS = re.compile(
    r"^(?:(?:ok|okay|so|now|well|then|please|just|quickly|carefully|quietly|slowly|right)[, ]+)+"
    r"|^(?:i|we|the party|party|you)(?: all| both)?(?: (?:want|need|wish|have|would like|d like|like|go) to"
    r"| will| ll| shall| should| must| may| are going to| am going to)? (?=\w)"
    r"|^(?:can|could|may|shall|should) (?:i|we|you)(?: please)? |^let (?:us |s )?|^(?:i d|we d|i ll|we ll|we re) "
    r"|^time to |^how about (?:we )?|^why not "
)
_TRAILING = re.compile(r"(?:,? (?:please|now|then|quickly|carefully|quietly|slowly|again))+$")
_EVERYONE = re.compile(r"^(?:every(?:one|body)|all(?: of us)?|both)(?: all)? (?=\w)")
_EVERYONE_BUYS = re.compile(
    r"^(?:every(?:one|body)|all of us|(?:each|both)(?: of us)?)(?: should| must| is to)? (?:buys?|purchases?) (.+?)"
    r"(?: each)?$"
)
_ORDERED = re.compile(r"^(?:have|let|make|get|tell|ask|order) (?P<rest>.+)$")


_SUGGESTED = re.compile(
    r"^(?:(?:please|kindly|(?:can|could|would|will) you(?: please)?(?= (?:show|list|describe|remind)\b)"
    r"|why (?:do not|don t|dont|not)(?: we| i| you)?|how about(?: if)?(?: we)?"
    r"|(?:it is )?time (?:for us )?to"
    r"|(?:our|my|the) plan is to|(?:i|we) (?:decide|choose|plan|intend|agree|prefer|would prefer)(?:d|ed)? to"
    r"|i (?:say|suggest|propose|vote)(?: that)? (?:we|you|they)(?: should)?|(?:next|now|then|first),? (?:we|i)"
    r"|(?:we|i|you) could|(?:(?:we|i|you) )?(?:might(?: as well)?|may as well)|(?:please )?go ahead and|let me"
    r"|(?:(?:we|you|i) )?(?:had |d |would )?better) )+(?=\w{2,} ?)"
)
_TOLD_OF = (
    r"^(?P<who>{names}),? (?:goes and|is going to|(?:wants?|would like|decides?|chooses?|is|has|needs|gets ready) to"
    r"|(?:now|then|also|next)) (?=\w{{3,}})|^(?:i|we) (?:want|need|would like|d like) (?P<whom>{names}) to (?=\w)"
)


_ASKED_OF = r"(?:could|would) (?P<who>{names}),?(?: please)? (?P<what>\w[^?,]+?)\??"
_CALLED_TO = r"(?:(?:hey|yo|oi|listen) )?(?P<what>\w[^,]*), (?P<who>{names})"
_BY_THE_HAND_OF = r"(?P<what>\w.+) (?:with|by) (?P<who>{names})"
_HAILED = r"^(?:hey|yo|oi|listen),? (?={names}\b)"
_BEFORE_A_DEED = re.compile(
    r"^(?:next|first),? (?=(?:attack|hit|kill|strike|shoot|retreat|withdraw|run|flee|move|go|cast|open|search|listen"
    r"|take|buy|sell|visit|talk|rest|light|guard)\b)"
)


def taken_from(said: str, names: Sequence[str]) -> str:
    """`Kester carries the rations of Bartle` as `kester takes rations from bartle`."""
    some = "|".join(map(re.escape, names))
    return (
        re.sub(
            rf"^(?P<who>{some}),? (?:carry|carries|takes?|holds?|gets?|bears?) (?:all )?(?:of )?(?:the )?"
            rf"(?P<what>[\w -]+?) of (?P<whose>{some})$",
            r"\g<who> takes \g<what> from \g<whose>",
            said,
        )
        if names
        else said
    )


def suggested(said: str, names: list[str], in_fight: bool) -> str:
    """What is proposed, planned, wanted or asked of somebody, as if that one had been told to do it: `why don't we
    rest`, `Hob wants to rest`, `could Hob rest?`, `rest, Hob`."""
    plainly = _BEFORE_A_DEED.sub("", _SUGGESTED.sub("", said))
    plainly = plainly.rstrip("? ") if plainly != said else said
    if not names:
        return plainly
    own = "|".join(map(re.escape, names))
    plainly = re.sub(_HAILED.format(names=f"(?:{own})"), "", plainly)
    if (told := re.match(_TOLD_OF.format(names=own), plainly)) is not None:
        return f"{told['who'] or told['whom']} {plainly[told.end() :]}"
    for pattern in (_ASKED_OF, _CALLED_TO, *([_BY_THE_HAND_OF] if in_fight else [])):
        found = re.fullmatch(pattern.format(names=own), plainly)
        is_plain = found is not None and not set(parts(found["what"])) & set(names)
        is_plain = is_plain and found is not None and _LEADS_ON.search(found["what"]) is None
        if found is not None and (is_plain or pattern == _ASKED_OF):
            return f"{found['who']} {found['what']}"
    return plainly


_LEADS_ON = re.compile(r"\b(?:around|round|behind|beside|between|near|before|after|towards?|of|from|upon|protecting)$")
"""What is followed by whom it is done for, and not by who is to do it."""
_ON = r"(?: (?:his|her|their|my|the|our) (?:head|back|body|hands?|feet|arm))?"
_PUT_ON = re.compile(
    rf"^(\w+ )?(?:puts?|straps?|slips?) (?:the |his |her |my |a |an |some )?(?!out\b)([\w ]+?) on{_ON}$"
)
_PUT_AWAY = re.compile(r"^(\w+ )?(?:puts?|tucks?|packs?) (?:the |his |her |my |their )?([\w ]+?) away$")
_GET_OUT = re.compile(r"^(\w+ )?(?:gets?|takes?|pulls?|brings?|digs?) (?:the |his |her |my |their |a )([\w ]+?) out$")
_TAKE_OFF = re.compile(r"^(\w+ )?(?:takes?|pulls?|strips?) (?:the |his |her |my )?([\w ]+?) off$")


def rephrased(said: str, ours: list[Creature], in_fight: bool) -> str:
    """The line without what says nothing, and `Hargan opens` as `Hargan open`."""
    told = _ORDERED.match(said)
    if told is not None and _name_in(told["rest"], ours):
        said = re.sub(r"^(\w+) to ", r"\1 ", told["rest"])
    said = _TRAILING.sub("", _FILLERS.sub("", said)).strip() or said
    if not in_fight:
        said = _EVERYONE.sub("", _EVERYONE_BUYS.sub(r"buy \1 for everyone", said))
    said = _GET_OUT.sub(r"\1hold \2", said)
    said = _PUT_AWAY.sub(r"\1stow \2", _PUT_ON.sub(r"\1wear \2", _TAKE_OFF.sub(r"\1remove \2", said)))
    name = _name_in(said, ours)
    if name:
        rest = said[len(name) :].lstrip(" ,:")
        verb, _, more = rest.partition(" ")
        said = f"{name} {imperative(verb)} {more}".strip() if verb else said
    return said


def _name_in(said: str, ours: list[Creature]) -> str:
    """One's own name with which a line begins."""
    for creature in ours:
        name = " ".join(parts(creature.name))
        for called in (name, name.split(" ")[0]):
            if called and (said + " ").startswith((f"{called} ", f"{called},")):
                return called
    return ""


def imperative(verb: str) -> str:
    """`opens` as `open`, `tries` as `try`, `searches` as `search`; other words as they are."""
    if len(verb) < 4 or not verb.endswith("s") or verb.endswith(("ss", "us")):
        return verb
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "sses", "xes", "goes")) else verb[:-1]
