"""The same wish in fewer words: `let us open the door`, `I would like to rest`, `Hargan opens the door`."""

from __future__ import annotations

import re

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
_ORDERED = re.compile(r"^(?:have|let|make|get|tell|ask|order) (?P<rest>.+)$")


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
        said = _EVERYONE.sub("", said)
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
