"""Scenes written by hand: how the game begins, and lines as people type them.

A line is the first player's unless it begins with a seat and a colon; one that begins with `!` is to be refused, one
that begins with `?` is left out where it cannot be. `{hero-1}` is that creature's name, `{foe}` some enemy's, `{here}`
the area and `{hoard}` its treasure as a decreed fact names them. Minds play the other seats, and where a line says so.
A referee may decree and place things; that shows no rule by itself.

    ...                          one decision
    ... 12                       so many
    ... until fight              also: meeting, town, road, dungeon or underground, over
    ... until DoorForced         an event of that type
    ... until ose:doors.stuck    that rule stands on something
    ... until can: pick the lock until that line may be done
    ... until step: melee        that step of a fight, in which the first seat may act
    ... reckless until fight     with that temper; `curious` tries everything, `mixed` now and then,
                                 `idle` nothing
    again until refused          the line before once more, until then
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Raw, Struct, ValidationError, convert
from msgspec.structs import replace

from underkeep.errors import UnderkeepError
from underkeep.exercise import players
from underkeep.exercise import scene as s
from underkeep.exercise.record import cited
from underkeep.exercise.shelf import Kept
from underkeep.kernel.event import Action
from underkeep.kernel.prompt import REFEREE, Answer
from underkeep.minds.explorer import TEMPERS
from underkeep.procedures import play
from underkeep.procedures.actions import BeginFight, Try
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.entry import Decree
from underkeep.table.speech import decree_words, placing_words
from underkeep.table.speech.lastly import offered
from underkeep.table.speech.supposing import refused
from underkeep.table.speech.typed_lines import Ask, Do, Reader, parse
from underkeep.world.state import State

_MOST = 600
_MOST_AGAIN = 60
_WHIMS = ("curious", "mixed")
_MINDS = (*TEMPERS, *_WHIMS, "idle")
_DIRECTIVE = re.compile(r"(\.\.\.|again)(?: (\d+))?(?: (" + "|".join(_MINDS) + r"))?(?: until (.+))?")
_CREATURE = re.compile(r"\{([a-z][\w-]*)\}")
Told = Callable[[s.Moment], bool]
Step = tuple[s.Moment, tuple[s.Deed, ...]]


class Typed(Struct, frozen=True, forbid_unknown_fields=True):
    """`meets` are the rules it is written for. Seeds are tried one after the other, that of its opening first and up
    to `seeds` more, until all of those are met."""

    about: str
    opening: s.Opening
    lines: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    seeds: int = 60


def read(path: Path) -> list[Typed]:
    """The scenes of a file."""
    try:
        with path.open("rb") as file:
            return convert(tomllib.load(file)["scene"], list[Typed])
    except (tomllib.TOMLDecodeError, ValidationError, KeyError) as error:
        raise UnderkeepError(f"The scenes {path} cannot be read: {error}.") from error


def seeded(typed: Typed, kept: tuple[Kept, ...] = ()) -> Iterator[Typed]:
    """The scene with each seed that is to be tried: its own first, then those that did before."""
    own, opening = typed.opening.seed, replace(typed.opening, seed=0)
    if own and not typed.meets:
        yield typed
        return
    alike = [one.opening.seed for one in kept if replace(one.opening, seed=0) == opening]
    for seed in dict.fromkeys((*((own,) if own else ()), *alike, *range(1, typed.seeds + 1))):
        yield replace(typed, opening=replace(typed.opening, seed=seed))


def played(rules: Ruleset, typed: Typed) -> Iterator[Step]:
    """Each moment of such a scene, with all that was done up to it."""
    table = _Table(rules, typed)
    yield table.moment, ()
    for number, line in enumerate(typed.lines):
        try:
            yield from table.does(line, typed.lines[number - 1] if number else "")
        except UnderkeepError as error:
            raise UnderkeepError(f'In the scene "{typed.about}" the line "{line}": {error}') from error


class _Table:
    """A scene as far as it is played."""

    def __init__(self, rules: Ruleset, typed: Typed) -> None:
        self.rules, self.opening = rules, typed.opening
        self.moment = s.made(rules, typed.opening)
        self.deeds: tuple[s.Deed, ...] = ()
        self._minds = {temper: players.minds(rules, temper) for temper in TEMPERS}
        self._minds["idle"] = players.idle(rules)
        self._minds |= {sort: players.whimsical(rules, Counter(), typed.opening.seed, sort) for sort in _WHIMS}

    @property
    def state(self) -> State:
        return self.moment.after

    def does(self, line: str, before: str) -> Iterator[Step]:
        directive = _DIRECTIVE.fullmatch(line)
        if directive is None:
            yield from self._types(line)
        elif directive[1] == "again":
            yield from self._repeats(before, int(directive[2] or _MOST_AGAIN), directive[4])
        else:
            yield from self._plays_on(int(directive[2] or 0), directive[3] or "cautious", directive[4])

    def _plays_on(self, count: int, temper: str, until: str | None) -> Iterator[Step]:
        """Minds decide so many times, or until something is so."""
        told = self._until(until) if until else None
        for _ in range(_MOST if told else count or 1):
            if told and told(self.moment):
                return
            yield self._decided(temper)
        if told and not told(self.moment):
            raise UnderkeepError("That does not come.")

    def _repeats(self, line: str, most: int, until: str | None) -> Iterator[Step]:
        """The line before, so many times, until something is so or until it is refused."""
        told = self._until(until) if until and until != "refused" else None
        for _ in range(most):
            if told and told(self.moment):
                return
            yield from self._waits(line)
            if until == "refused" and not self._can(line):
                yield from self._types(f"! {line}")
                return
            yield from self._types(line)
        if until is not None and not (told and told(self.moment)):
            raise UnderkeepError("That does not come.")

    def _types(self, line: str) -> Iterator[Step]:
        yield from self._waits(line)
        try:
            step = self._tries(line)
        except UnderkeepError:
            if line.startswith("?"):
                return
            raise
        refusal = step[0].refusal
        if line.startswith("?") and refusal is not None:
            return
        if (refusal is not None) != line.startswith("!"):
            raise UnderkeepError(refusal.sentence if refusal else "it was done")
        yield step

    def _waits(self, line: str) -> Iterator[Step]:
        """Until the seat is asked for something, or the question open is another's or another one: minds decide."""
        seat, said = self._said(line)
        for _ in range(_MOST):
            if self.state.over or said == "begin" or (self.state.fight is None and self.state.party is None):
                return
            if not self.state.prompts and (seat == REFEREE or play.legal_actions(self.rules, self.state, seat)):
                return
            if any(seat in p.seats and said in p.choices for p in self.state.prompts):
                return
            yield self._decided("cautious")

    def _decided(self, temper: str) -> Step:
        decision = self._minds[temper](self.state)
        if decision is None:
            raise UnderkeepError("Nobody has anything to decide.")
        return self._done(*decision)

    def _tries(self, line: str) -> Step:
        return self._done(*self._meant(line))

    def _done(self, seat: str, action: Action) -> Step:
        moment = s.tried(self.rules, self.state, seat, action, self.opening, self.moment.number + 1)
        deeds = (*self.deeds, players.deed(self.rules, (seat, action)))
        if moment.refusal is None:
            self.moment, self.deeds = moment, deeds
        return moment, deeds

    def _until(self, what: str) -> Told:
        """What is waited for, as a question about the last moment."""
        if what.startswith("can: "):
            return lambda moment: self._can(what.removeprefix("can: "))
        if what.startswith("step: "):
            return lambda moment: self._is_at(what.removeprefix("step: "))
        if ":" in what:
            return lambda moment: what in cited(moment)
        if what in _PLACES:
            return lambda moment: _PLACES[what](moment.after)
        return lambda moment: any(type(event).__name__ == what for event in moment.events)

    def _is_at(self, phase: str) -> bool:
        """Whether a fight has come to a step, and the first seat has something to do in it."""
        fight, seat = self.state.fight, next(iter(self.state.seats))
        if fight is None or not fight.begun or fight.step.phase != phase:
            return False
        return bool(play.legal_actions(self.rules, self.state, seat))

    def _can(self, line: str) -> bool:
        try:
            seat, action = self._meant(line)
        except UnderkeepError:
            return False
        if isinstance(action, Try) and "try" not in line:
            return False
        return play.why_not(self.rules, self.state, seat, action) is None

    def _said(self, line: str) -> tuple[str, str]:
        """The seat that speaks and its words."""
        line = _CREATURE.sub(self._named, line.lstrip("!? "))
        seat, colon, rest = line.partition(": ")
        return (seat, rest) if colon and seat in (*self.state.seats, REFEREE) else (next(iter(self.state.seats)), line)

    def _named(self, match: re.Match[str]) -> str:
        state, id = self.state, match[1]
        if id == "foe":
            ours = state.party.side if state.party is not None else state.seats[next(iter(state.seats))][0]
            return next((c.name for c in state.active() if c.side != ours), id)
        at = state.party.at if state.party is not None else None
        if id == "here" and at is not None:
            return at.area
        if id == "hoard" and at is not None and state.dungeon is not None:
            return next((h.id for h in reversed(state.dungeon.hoards.values()) if h.area == at.area), id)
        return state.creatures[id].name if id in state.creatures else match[0]

    def _meant(self, line: str) -> tuple[str, Action]:
        """The seat and the action of a line. In a fight without a party the seats are the sides."""
        rules, state, (seat, said) = self.rules, self.state, self._said(line)
        if said == "begin":
            return REFEREE, BeginFight()
        for prompt in state.prompts:
            if seat in prompt.seats and said in prompt.choices:
                return seat, Answer(prompt.id, said)
        word, _, rest = said.partition(" ")
        if seat == REFEREE and word in _DECREES:
            decreed = _DECREES[word](rules, state, rest)
            return seat, Decree(Raw(rules.codec.encode(decreed.event)), decreed.because)
        options = play.legal_actions(rules, state, seat)
        focus = next((x.actor for x in options.listed if hasattr(x, "actor")), "") if state.fight is not None else ""
        if line.startswith("!") and (found := refused(rules, state, options, seat, said, focus)) is not None:
            return seat, found[0]
        meant = parse(Reader(rules, state, options, seat, focus=focus, referees=seat == REFEREE), said)
        if isinstance(meant, Do):
            return seat, meant.action
        if isinstance(meant, Ask) and (sure := [x for x in meant.choices if x not in offered(meant)]):
            return seat, sure[0]
        raise UnderkeepError(str(getattr(meant, "text", meant)))


_DECREES = {"decree": decree_words.parse, "place": placing_words.parse}
_PLACES: dict[str, Callable[[State], bool]] = {
    "fight": lambda state: state.fight is not None,
    "meeting": lambda state: state.encounter is not None and state.fight is None,
    "town": lambda state: state.party is not None and state.party.place == "town",
    "road": lambda state: state.party is not None and state.party.place == "road",
    "underground": lambda state: state.party is not None and state.party.place == "dungeon",
    "dungeon": lambda state: _PLACES["underground"](state),
    "over": lambda state: bool(state.over) or state.winner is not None,
}
