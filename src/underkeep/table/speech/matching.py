"""Whether the words of a line mean an action, by the words that describe it. No rules, no state but names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from underkeep.kernel.event import Action
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.speech.describe import called, describe
from underkeep.table.speech.wording import stem, tokens
from underkeep.world.state import State

SHORT = 3
_ARMS = ("sword", "bow", "axe", "hammer", "spear", "shield", "armour", "mail")
"""A beginning with fewer letters is too little to act upon: it is asked back."""


def meaning(rules: Ruleset, state: State, actions: Iterable[Action], said: str) -> list[Action]:
    """The actions that the line may mean: each word begins a word of the description, and the first word begins what
    is done, the name of who does it, or is whole. What is done counts before what is but mentioned."""
    wanted = tokens(said)
    if not wanted:
        return []
    told = ((action, words_of(rules, state, action), _name(state, action)) for action in actions)
    found = [(action, _openers(words, name)) for action, words, name in told if _fits(wanted, words, name)]
    if state.fight is not None:
        led = [action for action, openers in found if matches(wanted[:1], openers)]
    else:
        led = [action for action, openers in found if wanted[0] == openers[0]]
    return led or [action for action, _ in found]


def words_of(rules: Ruleset, state: State, action: Action) -> list[str]:
    """The words that describe an action, made once for each state: a line is read against all of them many times."""
    if not _DESCRIBED or _DESCRIBED[0] is not state:
        _DESCRIBED[:] = [state, {}]
    known: dict[Action, list[str]] = _DESCRIBED[1]
    if action not in known:
        known[action] = tokens(describe(rules, state, action))
    return known[action]


_DESCRIBED: list[Any] = []


def is_guess(rules: Ruleset, state: State, action: Action, said: str) -> bool:
    """Whether the line says neither what is done nor who does it, or has so short a word that it may be chance."""
    wanted, words = tokens(said), tokens(describe(rules, state, action))
    if any(len(w) < SHORT and w not in words for w in wanted):
        return True
    return not matches(wanted[:1], _openers(words, _name(state, action)))


def matches(wanted: Iterable[str], words: Sequence[str]) -> bool:
    """Whether each wanted word begins a word of the description; numbers must be whole."""
    return all(any(w == x or (not w.isdecimal() and _begins(stem(w), x)) for x in words) for w in wanted)


def _begins(word: str, of: str) -> bool:
    """Whether a word begins another, or is the arm that its name ends with: a sword is meant by `longsword` too."""
    return of.startswith(word) or (word in _ARMS and of.endswith(word))


def _fits(wanted: Sequence[str], words: Sequence[str], name: Sequence[str]) -> bool:
    if not matches(wanted, words):
        return False
    first = wanted[0]
    return first in words or stem(first) in words or matches([first], _openers(words, name))


def _openers(words: Sequence[str], name: Sequence[str]) -> list[str]:
    """What a line may begin with: the verb, or the name of who acts; in a fight the name stands before the verb."""
    named_first = name and list(words[: len(name)]) == list(name) and len(words) > len(name)
    return [words[len(name)] if named_first else words[0], *name]


def _name(state: State, action: Action) -> list[str]:
    return tokens(called(state, getattr(action, "actor", "")))
