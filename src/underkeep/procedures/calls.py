"""Rolls that somebody calls for: by the referee for anybody, at any time, openly or in secret; and a player's wishes.

How each is rolled is the game's: its chapters have the deeds of the rolls, and its answers (`CallsChapter`) say how
something is decided that no rule mentions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec.structs import replace

from underkeep.kernel.event import Modifier, Note
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.actions import CallCheck, CallContest, CallSave
from underkeep.procedures.resolution import Refusal, Resolution
from underkeep.procedures.sorts_of_deed import SortOfDeed, words
from underkeep.world.creature import Creature
from underkeep.world.gear import Item
from underkeep.world.state import State

Call = CallCheck | CallSave
MOST_CALLED = 40


class CallsChapter(Protocol):
    """How a game decides what no rule mentions.

    `judged_by` is the judgement by which a way is found, `outcome_by` that by which its outcome is chosen, `rule` is
    cited of every attempt. `ways` are all that the referee may choose from. `conditions` are the game's names for
    prone, blind, hold, daze and hide, as far as it has them; `attitudes` are those of people met, the worst first.
    `checks` and `saves` name what may be called for.
    """

    @property
    def judged_by(self) -> str: ...
    @property
    def outcome_by(self) -> str: ...
    @property
    def rule(self) -> tuple[str, ...]: ...
    @property
    def ways(self) -> tuple[str, ...]: ...
    @property
    def conditions(self) -> Mapping[str, str]: ...
    @property
    def attitudes(self) -> tuple[str, ...]: ...
    @property
    def checks(self) -> tuple[str, ...]: ...
    @property
    def saves(self) -> tuple[str, ...]: ...

    # Several at once
    def why_not_together(self, state: State, action: Call) -> Refusal | None:
        """What speaks against several doing the same thing at once."""
        ...

    def rolling(self, state: State, action: Call) -> tuple[str, ...]:
        """Who of those called rolls: each, or only the best."""
        ...

    # What no rule mentions
    def why_not_try(self, state: State, actor: Creature) -> Refusal | None:
        """What speaks against an attempt in the present step of a fight."""
        ...

    def why_not_wished(self, state: State, actor: Creature, what: str) -> Refusal | None:
        """What the game says against trying such a thing at all."""
        ...

    def why_not_mend(self, state: State) -> Refusal | None:
        """What the book says of wounds that are to be tended: what mends them, where this does not."""
        ...

    def has_own_rule(self, state: State, actor: Creature, what: str) -> bool:
        """Whether the game has a rule of its own for what is wished, and it is no stunt."""
        ...

    def by_own_rule(self, do: Resolution, actor: str, what: str) -> None:
        """Carries out by the game's own rule what is wished."""
        ...

    def why_not_stated(self, modifiers: tuple[Modifier, ...]) -> Refusal | None:
        """What speaks against advantages of these amounts."""
        ...

    def usual_way(self, state: State, actor: Creature, what: str, sort: SortOfDeed) -> str:
        """The way that the automatic referee takes for such a deed."""
        ...

    def also_settled(self, way: str) -> tuple[str, ...]:
        """Judgements of the book that are settled with the choice where this is the usual way."""
        ...

    def named_way(self, do: Resolution, what: str, named: str) -> str:
        """The way of a wish that names a roll outright, where the book has a judgement on such; else nothing."""
        ...

    def ruled_before(self, state: State, what: str) -> str:
        """The way that was found for the same deed before, if that is kept."""
        ...

    def keep_ruling(self, do: Resolution, what: str, way: str) -> None:
        """The same deed is to be decided alike later."""
        ...

    def is_told_first(self, way: str) -> bool:
        """Whether the player hears of the chance and may leave it."""
        ...

    def settle(self, do: Resolution, actor: Creature, way: str, what: str, modifiers: tuple[Modifier, ...]) -> bool:
        """Roll as the way says; whether it works."""
        ...

    def is_helpless(self, state: State, creature: Creature) -> bool:
        """Whether somebody lies or stands there and can do nothing."""
        ...

    def is_held(self, state: State, creature: Creature) -> bool:
        """Whether somebody is in a hold that strength might break."""
        ...

    def set_free(self, do: Resolution, id: str) -> None:
        """Nothing of the sort holds somebody any more."""
        ...

    def spend(self, do: Resolution, actor: Creature) -> None:
        """What an attempt takes of a round of a fight."""
        ...

    def harm(self, do: Resolution, target: str, by: str, what: str) -> None:
        """As much harm as the book gives for something that is no weapon."""
        ...

    def knock_away(self, do: Resolution, target: str, item: Item) -> None:
        """Somebody loses what was in hand."""
        ...

    # Circumstances and knowledge
    def advantage(self, what: str, is_save: bool) -> int:
        """What one stated advantage changes in a check of this, or in a save; a disadvantage as much the other way."""
        ...

    def subject(self, about: str) -> str:
        """What the words are about, by the game's own id; empty if its books have nothing like it."""
        ...

    def knows(self, do: Resolution, creature: Creature, subject: str) -> bool:
        """Whether somebody knows about it, rolled for if the book rolls."""
        ...

    def facts(self, subject: str) -> tuple[str, ...]:
        """What there is to know, in the game's words."""
        ...


def all_called(action: Call) -> tuple[str, ...]:
    """Everybody who rolls of their own."""
    return (action.creature, *action.also)


def each(state: State, action: Call, calls: CallsChapter | None) -> list[Call]:
    """The call as it goes to each who rolls."""
    ids = calls.rolling(state, action) if calls is not None and action.also else all_called(action)
    return [replace(action, creature=id, also=()) for id in ids]


def why_not(state: State, seat: str, action: Call) -> Refusal | None:
    """Only the referee calls for rolls, each of somebody who is there, and once of each."""
    if seat != REFEREE:
        return Refusal("Only the referee calls for rolls.")
    ids = all_called(action)
    if len(set(ids)) < len(ids) or len(ids) > MOST_CALLED:
        return Refusal(f"A roll is called for once of each, and of {MOST_CALLED} at the most.")
    if isinstance(action, CallContest) and action.also:
        return Refusal("A contest is between one and its opponents.")
    missing = next((id for id in ids if id not in state.creatures), None)
    return None if missing is None else Refusal(f"There is no creature {missing[:60]}.")


def why_not_contest(state: State, action: CallContest, rule: str) -> Refusal | None:
    """A contest is between two or more who are all there, each once."""
    contenders = (action.creature, *action.opponents)
    fits = 1 < len(contenders) == len(set(contenders)) and all(id in state.creatures for id in contenders)
    return None if fits else Refusal("A contest needs an opponent.", rule)


def told_only_to(do: Resolution, seats: tuple[str, ...], since: int) -> None:
    """What was rolled since then is for these alone; what it changed is seen by all."""
    for index, event in enumerate(do.events[since:], since):
        if isinstance(event, Note) and event.seats is None:
            do.events[index] = replace(event, seats=seats)


def way_named(ways: tuple[str, ...], what: str) -> str:
    """The way that the words name outright: `STR check`. Empty if they name none."""
    said = f" {' '.join(what.lower().split())} "
    named = [way for way in ways if f" {way.lower()} " in said]
    return max(named, key=len, default="")


_SMALL = {"the", "a", "an", "of", "anything", "about", "what", "know", "these", "those", "giant", "great", "common"}
_PLURALS = (("ves", "f"), ("ies", "y"), ("ches", "ch"), ("s", ""))


def subject_in(about: str, names: Mapping[str, str]) -> str:
    """Which of these, by id with its name, the words are about: what they name most fully, the shortest of equals."""
    said = {_stem(word) for word in words(about)}
    found = []
    for id, name in names.items():
        told = {_stem(word) for word in words(name)}
        if told & said - _SMALL:
            found.append((-len(told & said), len(told), id))
    return min(found)[2] if found else ""


def _stem(word: str) -> str:
    """Without a plural's ending: wolves, harpies, witches, wyverns."""
    for ending, back in _PLURALS:
        if len(word) > 3 and word.endswith(ending) and not word.endswith("ss"):
            return word.removesuffix(ending) + back
    return word
