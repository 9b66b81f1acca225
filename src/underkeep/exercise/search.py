"""What has been found for one game: for each rule the shortest scene in which it is proved to decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from underkeep.exercise import scene as s
from underkeep.exercise.proof import Proof
from underkeep.exercise.record import cited
from underkeep.exercise.shelf import Kept
from underkeep.exercise.wrongs import can_be_wrong
from underkeep.kernel.event import Action
from underkeep.procedures.ruleset import Ruleset
from underkeep.rulebook.scenes import ON_QUESTION, Met

_ATTEMPTS = 24
_DEAR = 8
_NEAR = 3
_SHORTER = 0.7
_WISHES = 24
_AT_ONCE = 4
_PERTNESS = 0.4
Key = tuple[str, bool]


class Found(NamedTuple):
    """A rule met, at the end of what was done so far."""

    opening: s.Opening
    deeds: tuple[s.Deed, ...]
    met: Met


class Search:
    """`seen` are rules that stand somewhere in play, met or not, each with how soon.

    A rule that is put to a person is looked for twice: as the question, and as the fact of the default.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.found: dict[Key, Found] = {}
        self.seen: dict[str, int] = {}
        self.done: Counter[str] = Counter()
        self.games = self.actions = 0
        self._attempts: Counter[Key] = Counter()
        self._wishes: dict[str, dict[type[Action], list[Action]]] = {}

    @property
    def met(self) -> set[str]:
        return {rule for rule, _ in self.found}

    def recall(self, scenes: Iterable[Kept]) -> None:
        """Play the scenes that were kept: where a rule still stands and its wrong still shows, it is still met."""
        for kept, last in _ends(self.rules, scenes):
            stands, proof = cited(last), Proof(self.rules, last, kept.opening)
            for met in kept.met:
                if stands.get(met.rule) != met.on:
                    continue
                wrong = proof.wrong(met.rule, met.wrong, only_known=True)
                if wrong is not None:
                    self._keep(kept.opening, kept.deeds, Met(met.rule, met.on, wrong.what))

    def look(self, moment: s.Moment, opening: s.Opening, deeds: Sequence[s.Deed]) -> None:
        """Whether a moment shows a rule that no shorter scene has shown to decide."""
        proof = Proof(self.rules, moment, opening)
        for rule, on in cited(moment).items():
            key = rule, on == ON_QUESTION
            self.seen[rule] = min(self.seen.get(rule, 10**6), moment.number)
            if not self._is_wanted(key, moment.number):
                continue
            self._attempts[key] += _DEAR if moment.action is None and opening.door == "play" else 1
            known = self.found.get(key)
            wrong = proof.wrong(rule, known.met.wrong if known else "")
            if wrong is not None:
                self._keep(opening, tuple(deeds[: moment.number]), Met(rule, on, wrong.what))

    def _keep(self, opening: s.Opening, deeds: tuple[s.Deed, ...], met: Met) -> None:
        key = met.rule, met.on == ON_QUESTION
        if key not in self.found or len(deeds) < len(self.found[key].deeds):
            self.found[key] = Found(opening, deeds, met)

    def _is_wanted(self, key: Key, number: int) -> bool:
        known = self.found.get(key)
        if known is not None and number >= max(_NEAR, _SHORTER * len(known.deeds)):
            return False
        return self._attempts[key] < _ATTEMPTS and can_be_wrong(key[0])

    def give_time(self, rules: Iterable[str]) -> None:
        """Try these again, however often it was in vain."""
        for rule in rules:
            self._attempts[rule, False] = self._attempts[rule, True] = 0

    def remember(self, seat: str, *actions: Action) -> None:
        """What a seat did once it may wish for again."""
        for action in actions:
            some = self._wishes.setdefault(seat, {}).setdefault(type(action), [])
            some.append(action)
            del some[:-_WISHES]

    def wishes(self, seat: str, luck: Random) -> Iterator[Action]:
        """Some of what a seat did before, at another moment or in another game; mostly nothing."""
        known = self._wishes.get(seat)
        if known and luck.random() < _PERTNESS:
            for _ in range(_AT_ONCE):
                yield luck.choice(known[luck.choice(list(known))])


def _ends(rules: Ruleset, scenes: Iterable[Kept]) -> Iterator[tuple[Kept, s.Moment]]:
    """The last moment of each scene that can still be played. Scenes that begin alike are played once."""
    games: dict[bytes, list[Kept]] = {}
    for kept in scenes:
        games.setdefault(s.beginning(kept.opening), []).append(kept)
    for alike in games.values():
        path: list[tuple[s.Deed, s.Moment]] = []
        first: s.Moment | None = None
        for kept in sorted(alike, key=lambda one: [bytes(deed.action) for deed in one.deeds]):
            try:
                first = first or s.made(rules, kept.opening)
                path = _go_along(rules, kept, first, path)
            except Exception:  # the games have changed since: it is no scene any more
                path = []
                continue
            if len(path) == len(kept.deeds):
                yield kept, path[-1][1] if path else first


def _go_along(
    rules: Ruleset, kept: Kept, first: s.Moment, path: list[tuple[s.Deed, s.Moment]]
) -> list[tuple[s.Deed, s.Moment]]:
    """The moments of a scene, those played before not again; short of its end if something before is refused."""
    common = 0
    while common < min(len(path), len(kept.deeds)) and path[common][0] == kept.deeds[common]:
        common += 1
    path = path[:common]
    for number, deed in enumerate(kept.deeds[common:], common + 1):
        before = path[-1][1] if path else first
        if before.refusal is not None:
            break
        action = s.action_of(rules, deed)
        path.append((deed, s.tried(rules, before.after, deed.seat, action, kept.opening, number)))
    return path
