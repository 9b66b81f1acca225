"""With what, and at whom, a line of a fight tells somebody to shoot, throw or strike, in the words that the readers of
orders know: `all slings at Bandit 3`, `throw the oil at the ones in the south`, `attack` alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table import aiming, whereabouts
from underkeep.table.speech.lexicon import alike, group
from underkeep.table.speech.meanings import Reader
from underkeep.table.speech.those_told import called_so, having
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

_ARMED = re.compile(
    r"(?:all |both |every |our |the |let |have )*(?P<arm>[a-z]+?)(?:s|men|ers)?,? "
    r"(?:(?:all|now|please) )*(?:(?:shoots?|fires?|aims?|looses?|target|attacks?|hits?|go|strike) )?(?:at |on "
    r"|against |for )?"
    r"(?P<whom>.+)"
)
_THROWS = re.compile(
    r"(?:(?P<who>\w+),? )?(?P<verb>throws?|hurls?|toss(?:es)?|lobs?|flings?|chucks?|pours?|splash(?:es)?) "
    r"(?:(?:the|a|an|his|her|their|my|our|some|one|that|lit|burning|flaming) )*(?P<what>[a-z ]+?) "
    r"(?:at|on|onto|over|into|among|in front of) (?P<whom>.+)"
)
_ALONE = re.compile(
    r"(?:(?:let us |we |just |now )*(?:attack|fight|strike|fight back|get stuck in|have at (?:them|it|him|you)|to arms"
    r"|at them|up and at them|kill|hit))(?: now)?"
)


def aimed(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """The line with whoever has what it names, and the one foe whom it means."""
    if _ALONE.fullmatch(said) and len(own) > 1 and not _is_chosen(reader):
        return "everyone attack"
    return _by_arm(reader, own, said) or _thrown(reader, own, said) or said


def _is_chosen(reader: Reader) -> bool:
    """Whether the person has turned to somebody: it is not the first who may act."""
    first = next((id for x in reader.options.listed if (id := getattr(x, "actor", ""))), "")
    return bool(first) and reader.focus != first


def _by_arm(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """`All slings at Bandit 3` for those who have slings, and with those."""
    found = _ARMED.fullmatch(said)
    if found is None or not own or said.split()[0] in {name for c in own for name in called_so(c)}:
        return ""
    arm = stem(found["arm"])
    arm = {"arch": "bow", "bow": "bow", "sling": "sling"}.get(arm, arm)
    if arm not in group("weapon names") or not re.match(r"(?:all|both|every|our|the|let|have)\b|\w+s\b", said):
        return ""
    some = [c for c in having(reader, own, arm) if c.is_up]
    foes = aiming.meant(own[0], reader.state.enemies_of(own[0]), found["whom"], own)
    if not some or not foes:
        return ""
    names = " and ".join(called_so(c)[-1] for c in some)
    return f"{names} attack {found['whom']} with {arm}"


def _thrown(reader: Reader, own: Sequence[Creature], said: str) -> str:
    """A throw by whoever has the thing, at the nearest of those whom the line means."""
    found = _THROWS.fullmatch(said)
    if found is None or not own:
        return ""
    named = next((c for c in own if found["who"] and found["who"] in called_so(c)), None)
    if found["who"] and named is None:
        return ""
    wanted = {stem(word) for word in parts(found["what"])} - _VESSELS
    able = [c for c in ([named] if named else own) if any(wanted & {stem(w) for w in parts(i.name)} for i in c.items)]
    if not wanted or not able:
        return ""
    thrower = next((c for c in able if c.id == reader.focus), able[0])
    near = [
        foe for foe in aiming.meant(thrower, reader.state.enemies_of(thrower), found["whom"], own) if foe.at is not None
    ]
    if not near or (named is not None and len(near) == 1 and not whereabouts.placed(found["whom"])):
        return f"{called_so(thrower)[-1]} throws {found['what']} at {found['whom']}" if named is None and near else ""
    foe = min(near, key=thrower.steps_to) if thrower.at is not None else near[0]
    return f"{called_so(thrower)[-1]} throws {found['what']} at {' '.join(parts(foe.name))}"


_VESSELS = {"flask", "vial", "bottle", "jar", "of"}


def is_violent(word: str) -> bool:
    """Whether a word is one for a blow."""
    return alike(word, group("hit") | group("blow"))
