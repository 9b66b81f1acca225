"""Questions about rounds and steps: who won the initiative, who acts now, who has yet to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from underkeep.table.naming import listing
from underkeep.table.speech.by_place import DECLARING
from underkeep.table.speech.fight_subjects import (
    friends_named,
    is_declaring,
)
from underkeep.table.speech.fighting_words import FOCUS, INITIATIVE
from underkeep.table.speech.meanings import Reader, Show
from underkeep.world.creature import Creature
from underkeep.world.state import State


def who_acts(reader: Reader, own: Sequence[Creature], said: str) -> str | Show | None:
    """Who won the initiative, who acts now, who has yet to."""
    if (
        re.search(r"\b(?:first|initiative)\b", said)
        and re.search(
            (
                r"\b(?:who|which side|what|do we|did we|are we|is|won|win|rolled|lost|has|"
                r"got)\b.*\b(?:initiative|goes|go|acts|act|moves|move|strikes|attacks|is)\b|"
                r"\binitiative\b"
            ),
            said,
        )
        and not re.search(r"\b(?:first aid|at first)\b", said)
    ):
        return Show(INITIATIVE)
    named = friends_named(own, reader, said)
    if (
        re.search(
            (
                r"\b(?:can|may|could|should|does|will|is)\b.*\b(?:do|act|options?)\b(?: (?:now|this round|"
                r"here|next|still))?$"
            ),
            said,
        )
        and len(named) == 1
    ):
        return (
            Show(FOCUS, named[0].id)
            if _may_act(reader, named[0])
            else f"{named[0].name} has nothing to do in this step{_LATER if is_declaring(reader) else ''}."
        )
    if re.search(
        r"\bwho\b.*\b(?:can|may|could|has to|gets to|still|yet|left|not)\b.*\b(?:act|go|move|"
        r"acted|moved|gone|turn|do)\b(?! (?:to|north))|\bwhose (?:turn|go|move)\b"
        r"|\bwho is (?:next(?! to)|up|left to act|still to (?:act|go|move))\b|\bwho acts\b|\bis "
        r"it (?:our|my|\w+ s|\w+) turn\b|\bwho has (?:not )?(?:acted|moved|gone)\b",
        said,
    ) and not re.search(r"\b(?:reach|hit|attack|shoot|see)\b", said):
        return Show(INITIATIVE)
    return None


def _may_act(reader: Reader, creature: Creature) -> bool:
    return any(getattr(x, "actor", "") == creature.id for x in reader.options.listed) or any(
        m.actor == creature.id for m in reader.options.moves
    )


_LATER = "; only spells and retreats are announced now, and moves and blows come after that"


def told_of_round(state: State, heard: Sequence[str], own: Sequence[Creature], able: Sequence[str]) -> list[str]:
    """The page on the round: what was rolled for the initiative, or when it is, and who may act now."""
    return [_initiative(state, heard), _acting(state, own, able)]


def _acting(state: State, own: Sequence[Creature], ids: Sequence[str]) -> str:
    able = [c.name for c in own if c.id in ids]
    rest = [c.name for c in own if c.is_up and c.at is not None and c.id not in ids]
    fight = state.fight
    if fight is None or not fight.steps:
        return "Nobody fights."
    told = f"Now: {fight.step.phase}; {listing(able) if able else 'nobody of the party'} may act"
    if rest and able:
        told += f"; {listing(rest)} {'has' if len(rest) == 1 else 'have'} nothing to do in this step"
    return f"{told}{_LATER if fight.step.phase == DECLARING else ''}."


def _initiative(state: State, heard: Sequence[str]) -> str:
    """What was rolled, and whether it is rolled anew in this round."""
    fight = state.fight
    if fight is None:
        return "Nobody fights."
    began = max((n for n, line in enumerate(heard) if line.startswith("\u2014 Round")), default=0)
    now = [line for line in heard[began:] if "initiative" in line or "acts first" in line]
    if now:
        return " ".join(dict.fromkeys(now))
    before = [line for line in heard[:began] if "initiative" in line or "acts first" in line][-1:]
    last = f"Before: {before[0]}" if before else ""
    if any(step.phase == "initiative" for step in fight.steps):
        return f"Initiative for this round is rolled when all have declared. {last}".strip()
    side = next((step.side for step in fight.steps if step.side), "")
    ours = {c.side for c in state.creatures.values() if state.party is not None and c.id in state.party.members}
    acts = "The party acts now." if side in ours else "The foes act now." if side and ours else ""
    return f"{acts} {last}".strip() or "Nobody has rolled for it in this round."
