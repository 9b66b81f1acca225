"""What is at stake in something that is but tried, said before it is rolled: whoever fails at some deeds is hurt."""

from __future__ import annotations

from underkeep.procedures.actions import Try
from underkeep.procedures.chapter import DUNGEON, ROAD, TOWN
from underkeep.procedures.sorts_of_deed import sort_of
from underkeep.table.speech.meanings import Ask, Do, Meaning, Reader
from underkeep.table.speech.mentions import place_of
from underkeep.table.speech.second_thoughts import UNTRIED

SHALL_IT = "Shall it be tried?"
HURTS = "Whoever fails at that may be hurt."
HURTS_AND_FALLS = "Whoever fails at that may fall and be hurt."


def staked(reader: Reader, meant: Meaning) -> Meaning:
    """The same; what may hurt whoever fails at it is asked about with that word. Those who fight know their danger."""
    if place_of(reader) not in (DUNGEON, ROAD, TOWN) or reader.state.prompts:
        return meant
    if isinstance(meant, Do) and isinstance(meant.action, Try) and (told := stake_of(meant.action.what)):
        return Ask(f"{told} {SHALL_IT}", (meant.action,))
    if isinstance(meant, Ask) and meant.question == UNTRIED:
        told = next((found for x in meant.choices if isinstance(x, Try) and (found := stake_of(x.what))), "")
        return Ask(UNTRIED.replace(SHALL_IT, f"{told} {SHALL_IT}"), meant.choices) if told else meant
    return meant


def stake_of(what: str) -> str:
    """What whoever fails at a deed in these words likely comes to, if that is harm."""
    failure = sort_of(what).failure
    if "harm self" not in failure:
        return ""
    return HURTS_AND_FALLS if "prone self" in failure else HURTS
