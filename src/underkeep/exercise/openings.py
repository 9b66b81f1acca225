"""Ways to begin: characters of every sort, fights and delves, by the book and with optional rules; and whatever has a
part in rules that nothing has shown yet comes again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from underkeep.exercise import content
from underkeep.exercise import scene as s
from underkeep.procedures.ruleset import Ruleset

_LEVELS = (1, 2, 3, 4, 5, 7, 9, 14)
_SOME = 0.3
_REFEREED = 0.5
Unmet = Callable[[], set[str]]


class Openings:
    """`unmet` are the rules that nothing has shown so far."""

    def __init__(self, rules: Ruleset, seed: int, unmet: Unmet) -> None:
        self._rules, self._luck, self._unmet = rules, Random(seed), unmet
        roster = rules.roster()
        self._kinds = [name for name, sort in roster.items() if sort == "character"]
        self._foes = [name for name, sort in roster.items() if sort == "monster"]
        self._seed = seed

    def characters(self) -> Iterator[s.Opening]:
        """Every class at several levels, then every value of every choice, then every optional rule alone."""
        for number, kind in enumerate(self._kinds):
            for level in (1, _LEVELS[number % len(_LEVELS)]):
                yield self._opening("character", (f"{kind}/{level}",))
        for what, values in self._rules.choices().items():
            for value in values:
                yield self._opening("character", choices={what: value})
        for switch, rule in self._rules.switches.items():
            yield self._opening("character", switches=(f"no-{switch}" if rule.default else switch,))

    def games(self) -> Iterator[s.Opening]:
        """Fights and delves, for ever: first with each optional rule alone, then with some of them."""
        switches = [(f"no-{name}" if switch.default else name,) for name, switch in self._rules.switches.items()]
        on: tuple[str, ...]
        for number, on in enumerate(((), (), *switches)):
            yield from self._round(on, referee=bool(number % 2))
        while True:
            on = tuple(x for x in self._rules.switches if self._luck.random() < _SOME)
            yield from self._round(on if self._luck.random() < 0.5 else (), self._luck.random() < _REFEREED)

    def _round(self, on: tuple[str, ...], referee: bool) -> Iterator[s.Opening]:
        luck = self._luck
        kinds, foes = self._wanted(self._kinds), self._wanted(self._foes)
        choices = {what: luck.choice(values) for what, values in self._rules.choices().items() if values}
        chosen = dict(luck.sample(sorted(choices.items()), k=min(2, len(choices))))
        yield self._opening("character", (f"{luck.choice(kinds)}/{luck.choice(_LEVELS)}",), on, choices=chosen)
        ours = " + ".join(f"{luck.randint(1, 2)} {luck.choice(kinds)}/{luck.choice(_LEVELS)}" for _ in range(2))
        theirs = " + ".join(f"{luck.randint(1, 3)} {luck.choice(foes)}" for _ in range(luck.randint(1, 2)))
        yield self._opening("skirmish", (ours, theirs), on, referee)
        if self._rules.dungeon is not None:
            party = tuple(f"{luck.choice(kinds)}/{luck.choice(_LEVELS[:6])}" for _ in range(luck.randint(0, 4)))
            yield self._opening("play", party, on, referee)

    def _wanted(self, names: Sequence[str]) -> Sequence[str]:
        """As often as not only those whose own content names a rule that is not met."""
        if self._luck.random() < 0.5:
            return names
        carriers, unmet = content.carriers(self._rules.id), self._unmet()
        wanted = {getattr(thing, "id", "") for rule in unmet for thing in carriers.get(rule, ())}
        return [name for name in names if name in wanted] or names

    def _opening(
        self,
        door: s.Door,
        who: tuple[str, ...] = (),
        switches: tuple[str, ...] = (),
        referee: bool = False,
        choices: dict[str, str] | None = None,
    ) -> s.Opening:
        self._seed += 1
        size = self._luck.randint(3, 5) if door == "play" else 0
        return s.Opening(door, self._seed, who, size, switches=switches, referee=referee, choices=choices or {})
