"""Lines underground about those who were met before, and about comrades who have fled: what those things were,
whether they
follow, how many are left, where a comrade is. What is told is what was told then; nobody knows more."""

from __future__ import annotations

import re

from underkeep.table.speech.asked_below import of_the_sound
from underkeep.table.speech.meanings import Meaning, Reader, Say, Show
from underkeep.table.speech.past_pages import TOLD, spoken_of
from underkeep.table.speech.patterns import pattern
from underkeep.table.speech.wording import first_part
from underkeep.world.creature import Creature

_THOSE, _FOLLOWED, _LEFT = (pattern("asked_of_the_met", name) for name in ("those", "followed", "left"))
_FLED, _WHERE_HEARD = (pattern("asked_of_the_met", name) for name in ("fled", "where_heard"))
_LATELY = 30


def of_the_met(reader: Reader, said: str) -> Meaning | None:
    """What such a line is answered with; None of any other."""
    said = said.rstrip("? ")
    if (found := _WHERE_HEARD.fullmatch(said)) is not None:
        return Show(TOLD, found["what"]) if spoken_of(reader.heard(), found["what"]) else None
    if _FOLLOWED.fullmatch(said):
        return following(reader)
    if _THOSE.fullmatch(said) or _LEFT.fullmatch(said):
        kin = _last_met(reader)
        return Show(TOLD, kin) if kin else Say("Nobody has been met here yet.")
    return _of_the_fled(reader, said)


def _last_met(reader: Reader) -> str:
    """The words for those who were met or fought last, as the party calls them."""
    state = reader.state
    names = [c.name for c in state.creatures.values() if not state.owns(reader.seat, c.id)]
    kinds = dict.fromkeys(re.sub(r" \d+$", "", name).lower() for name in names)
    lines = [line.lower() for line in reader.heard()]
    last = {kind: max((n for n, line in enumerate(lines) if kind in line), default=-1) for kind in kinds if kind}
    told = [kind for kind, at in last.items() if at >= 0]
    return max(told, key=lambda kind: last[kind], default="")


def following(reader: Reader) -> Say:
    """Whether anybody comes after the party, as far as it sees and hears."""
    lately = [line for line in reader.heard()[-_LATELY:] if "gets away" in line]
    away = f" {lately[-1]}" if lately else ""
    return Say(f"Nobody is seen to follow the party.{away} {of_the_sound(reader).text}")


def _of_the_fled(reader: Reader, said: str) -> Say | None:
    """What is known of one of the party who has fled."""
    found = _FLED.fullmatch(said)
    gone = {first_part(c.name): c for c in _gone(reader)}
    if found is None or found["who"] not in gone:
        return None
    name = gone[found["who"]].name
    ends = [line for line in reader.heard() if name in line and re.search(r"\b(?:flees|fled|runs|breaks)\b", line)]
    told = f" {ends[-1]}" if ends else ""
    return Say(f"{name} is not with the party, and nobody knows where.{told} Who has fled may be back in town.")


def _gone(reader: Reader) -> list[Creature]:
    state = reader.state
    members = [state.creatures[id] for id in state.party.members] if state.party is not None else []
    return [c for c in members if c.status == "fled"]
