"""Questions about how all fare in a fight: who is hurt, who has the fewest hit points, how the foes look."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.naming import by_numbers, listing
from underkeep.table.speech.fight_subjects import (
    OURS,
    THEIRS,
    foes_named,
    foes_of,
    friends_named,
    looks_of,
)
from underkeep.table.speech.meanings import Reader, Show
from underkeep.table.speech.those_told import called_so
from underkeep.table.speech.wording import parts, stem
from underkeep.world.creature import Creature

_HEALTH = re.compile(
    r"\b(?:hurt|wounded|injured|weakest|strongest|weak|healthy|hp|hit points?|health|fewest|"
    r"lowest|most hurt|worst|bleeding|alive|dead|down|fallen|dying|unhurt|scratched|bloodied|"
    r"damage|healthiest|left standing|standing)\b"
)


def how_hurt(reader: Reader, own: Sequence[Creature], said: str) -> Show | str | None:
    """Who is hurt, who has the fewest hit points, of the party or of the foes."""
    if re.search(r"\bweak(?:ness\w*)? (?:to|against)\b|\bweakness(?:es)?\b", said):
        return None
    if not (
        _HEALTH.search(said)
        or re.match(
            r"how (?:is|are|s|fares?|does) (?:poor |old )?\w+(?: doing| holding up| feeling| looking| off)?$", said
        )
    ) or re.search(
        (
            r"\b(?:do|does|will|can|would|could) (?!any|we have)[\w ]*\b(?:hurt|wound|damage|kill)\b|"
            r"\bhow much damage\b(?! (?:has|have|did|is)\b)|\bhealing?\b|\bointment\b"
        ),
        said,
    ):
        return _on_the_wounded(reader, own, said)
    words = set(parts(said))
    friends = friends_named(own, reader, said)
    kin = {word for foe in foes_of(reader, own) for word in parts(foe.name) if not word.isdecimal()}
    of_foes = bool((words | {stem(w) for w in words}) & kin or words & (THEIRS - {"it", "he", "she"}))
    of_foes = of_foes or (bool(words & {"it", "he", "she"}) and not friends)
    of_foes = of_foes or (bool(words & _BIG) and not words & OURS)
    of_ours = bool(words & OURS) or bool(friends)
    if friends and not of_foes:
        return Show("party", " ".join(called_so(c)[-1] for c in friends))
    if of_foes and not (of_ours and re.search(r"\bof us\b", said)):
        is_of_all = len(_foes_meant(reader, own, said)) == len(foes_of(reader, own))
        return _foes_hurt(reader, own, said) if _POINTS.search(said) or not is_of_all else Show("foes")
    if not (of_ours or re.match(r"who (?:is|has|all|else)\b", said)):
        return Show("foes") if re.match(r"which (?:one|of (?:them|those))\b", said) else None
    if re.search(r"\b(?:alive|dead|standing|up|fallen)\b", said) and not re.search(r"\bhurt|wounded|hp\b", said):
        return Show("party")
    all_of_ours = [c for c in reader.state.creatures.values() if c.id in _party(reader, own)]
    standing = [c for c in all_of_ours if c.status != "dead"]
    if re.search(r"\b(?:fewest|lowest|weakest|worst|least|most (?:badly )?(?:hurt|wounded|injured))\b", said):
        least = min(c.hp for c in standing)
        return _with_fallen(
            reader,
            (
                f"{_each_with(standing, least)} {'has' if _many(standing, least) == 1 else 'have'} the "
                f"fewest hit points, {least}"
            ),
            all_of_ours,
        )
    if re.search(r"\b(?:most|highest|strongest|healthiest)\b", said):
        most = max(c.hp for c in standing)
        return _with_fallen(
            reader,
            (
                f"{_each_with(standing, most)} {'has' if _many(standing, most) == 1 else 'have'} the most "
                f"hit points, {most}"
            ),
            all_of_ours,
        )
    if re.search(r"\b(?:hp|hit points?)\b", said):
        return None
    wounds = {c.id: found[0] for c in all_of_ours if (found := _WOUNDED.search(reader.rules.load(reader.state, c)))}
    hurt = [c for c in all_of_ours if c.status != "dead" and (c.hp < c.max_hp or c.status != "up" or c.id in wounds)]
    how = {c.id: ", ".join(filter(None, (f"{c.hp} of {c.max_hp}", wounds.get(c.id, "")))) for c in hurt}
    told = (
        f"Hurt: {listing([f'{c.name} ({how[c.id]})' for c in hurt])}"
        if hurt
        else "Nobody of the party who stands is hurt"
    )
    ours_told = _with_fallen(reader, told, all_of_ours)
    return ours_told if of_ours else f"{ours_told} {_foes_hurt(reader, own, said)}"


_WOUNDED = re.compile(r"\d+ wounded")
"""What a game's own words for a load tell of wounds."""


def _party(reader: Reader, own: Sequence[Creature]) -> list[str]:
    fight = reader.state.fight
    taking_part = fight.combatants if fight is not None else ()
    party = reader.state.party
    members = party.members if party is not None else ()
    return [
        c.id
        for c in reader.state.creatures.values()
        if c.side == own[0].side and (c.id in taking_part or c.id in members)
    ]


def _many(some: Sequence[Creature], hp: int) -> int:
    return sum(c.hp == hp for c in some)


def _each_with(some: Sequence[Creature], hp: int) -> str:
    return listing([c.name for c in some if c.hp == hp])


def _with_fallen(reader: Reader, told: str, all_of_ours: Sequence[Creature]) -> str:
    dead = [c.name for c in all_of_ours if c.status == "dead"]
    return f"{told}. {listing(dead)} {'is' if len(dead) == 1 else 'are'} dead." if dead else f"{told}."


_BIG = {"leader", "chief", "boss", "biggest", "big"}
_POINTS = re.compile(r"\b(?:hp|hit points?)\b")


def _foes_meant(reader: Reader, own: Sequence[Creature], said: str) -> list[Creature]:
    """The foes whose health is asked for, whichever of them is hurt most."""
    bare = re.sub(r"\b(?:weakest|most wounded|wounded|hurt|injured|weak|strongest|worst)\b", "", said)
    return foes_named(reader, own, bare) or foes_of(reader, own)


def _foes_hurt(reader: Reader, own: Sequence[Creature], said: str) -> str:
    foes = _foes_meant(reader, own, said)
    told = f"{len(foes)} of them {'stands' if len(foes) == 1 else 'stand'}: {looks_of(foes)}."
    if _POINTS.search(said):
        told += " How many hit points they have, the referee alone knows."
    dead = [
        c.name
        for c in reader.state.creatures.values()
        if c.side != own[0].side and c.status == "dead" and c.at is not None
    ]
    return f"{told} Fallen: {by_numbers(dead)}." if dead else told


def _on_the_wounded(reader: Reader, own: Sequence[Creature], said: str) -> str | None:
    """Whether somebody can be mended who is dead, or not hurt at all."""
    if not re.search(r"\b(?:heal|cure|bandage|ointment|salve|wounds?|revive|tend|patch|potion|save)\b", said):
        return None
    friends = friends_named(own, reader, said)
    whom = next((c for c in reversed(friends) if c.status == "dead"), None)
    if whom is not None:
        return f"No: {whom.name} is dead, and nothing that can be done here mends that."
    return None
