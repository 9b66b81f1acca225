"""A blow and a flight in one breath: `throw oil at it and run`. No round has room for both, so nothing is begun by it:
whoever says so is asked which it is to be, or told how some strike while the others go."""

from __future__ import annotations

import re

from underkeep.procedures import delve_actions as a
from underkeep.table.speech import frames
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader, Say, ours
from underkeep.table.speech.wording import first_part, parts, stem

_AWAY = (
    r"(?:runs?(?: away| off| for it| for our lives)?|flees?|retreats?|legs? it|bolts?|escapes?|scrams?|withdraws?"
    r"|(?:gets?|clears?) (?:out|away)(?: of (?:here|there))?|backs? (?:off|away|out)|falls? back|makes? a run for it)"
)
_OTHERS = r"(?:we|they|us|let us|everyone|everybody|everyone else|all(?: of us)?|the (?:others|rest|party)(?: all)?)"
_BOTH = re.compile(
    rf"(?P<blow>.+?),? (?:and|then|and then|before) (?:then )?(?:(?P<who>{_OTHERS}) )?(?:(?:all|quickly) )?{_AWAY}"
    r"(?:,? (?:away|now|out|back|fast|quickly|again|home)| (?:through|to|from|into|towards?|before|while) .+)*"
)
_BLOW = re.compile(
    r"(?:attack|hit|strike|shoot|fire|throw|hurl|toss|lob|fling|chuck|sling|loose|stab|slash|smash|charge|cast)(?:s|es)?\b"
)
_LEFT_BEHIND = ("everyone", "everybody", "everyone else", "they", "all", "all of us", "the others", "the rest")
WHICH = "Not both: an attack begins a fight, and whoever runs is in none. Which is it to be?"


def before_a_fight(reader: Reader, said: str, read: frames.Read) -> Ask | None:
    """Before strangers: to attack them, or to run."""
    found = _BOTH.fullmatch(said)
    runs = [x for x in reader.options.listed if isinstance(x, a.Evade)]
    if found is None or not runs or not _is_blow(reader, found["blow"]):
        return None
    meant = read(found["blow"])
    return Ask(WHICH, (runs[0], meant.action)) if isinstance(meant, Do) and isinstance(meant.action, a.Engage) else None


def shared_out(reader: Reader, said: str) -> str:
    """In a fight, the line as an order for each: who is named strikes, and the others run."""
    found = _BOTH.fullmatch(said)
    if found is None or found["who"] not in _LEFT_BEHIND or not _is_blow(reader, found["blow"]):
        return said
    return f"{found['blow']}, the others run" if _named(reader, found["blow"]) else said


def in_a_fight(reader: Reader, said: str) -> Meaning | None:
    """In a fight, of a blow and a flight by the same people: that it is one or the other."""
    found = _BOTH.fullmatch(said)
    if found is None or not _is_blow(reader, found["blow"]):
        return None
    names = _named(reader, found["blow"])
    if names and found["who"] in _LEFT_BEHIND:
        return None
    blow = found["blow"] if names else f"{_by_whom(reader, found['blow'])} {_of_one(found['blow'])}"
    return Say(
        "Whoever strikes is there to be struck, and whoever runs is away: say which it is. All go with: everyone run "
        f"away. Or one stays behind for it: {blow.capitalize()}, the others run."
    )


def _by_whom(reader: Reader, blow: str) -> str:
    """Who has what the blow is struck with; else whoever acts now."""
    own, said = ours(reader), {stem(word) for word in parts(blow)}
    has = [c for c in own if any({stem(word) for word in parts(item.name)} & said for item in c.items)]
    acting = [c for c in own if c.id == reader.focus]
    return first_part((has or acting or own)[0].name)


def _of_one(blow: str) -> str:
    verb, _, rest = blow.partition(" ")
    return (
        f"{verb if verb.endswith('s') else f'{verb}es' if verb.endswith(('sh', 'ss')) else f'{verb}s'} {rest}".strip()
    )


def _named(reader: Reader, blow: str) -> list[str]:
    own = {first_part(c.name) for c in ours(reader)}
    return [word for word in parts(blow)[:1] if word in own]


_BAIT = re.compile(
    r"\b(?:throws?|toss(?:es)?|flings?|lobs?|hurls?|chucks?)\b.*"
    r"\b(?:down|behind|food|rations?|meat|bread|coins?|gold|silver|treasure|money|loot)\b"
)
"""What is thrown to those who come after, and strikes nobody."""


def _is_blow(reader: Reader, blow: str) -> bool:
    if _BAIT.search(blow):
        return False
    words = [word for word in parts(blow) if word not in {first_part(c.name) for c in ours(reader)}]
    return bool(_BLOW.match(re.sub(r"^(?:we|i|let us|everyone|everybody|all|quickly) ", "", " ".join(words))))
