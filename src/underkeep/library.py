"""Underkeep for programs: play a game, fight, count odds, roll dice, read a rule. `import underkeep` has all of it.

    game = underkeep.new("ose", seed=7)
    game.legal          what may be done now
    game.do("set out")  as it would be typed at the table, or one of the legal actions
    game.why()          the rules, faces and modifiers behind what was told last

A front door like the terminal: no rules here, and no looks.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from underkeep import systems
from underkeep.errors import UnderkeepError
from underkeep.kernel import chance
from underkeep.kernel import roll as rolling
from underkeep.kernel.dice import Seeded
from underkeep.kernel.distribution import Distribution
from underkeep.kernel.event import Action, Event
from underkeep.kernel.prompt import REFEREE
from underkeep.kernel.roll import RollResult
from underkeep.lab import arena, muster
from underkeep.lab.odds import attack_odds as odds_of_attack
from underkeep.minds.mind import Mind
from underkeep.minds.tactician import Tactician
from underkeep.procedures.options import Options
from underkeep.procedures.resolution import Refused
from underkeep.procedures.ruleset import Ruleset
from underkeep.rulebook import ledger
from underkeep.rulebook.search import search as search_in
from underkeep.table.chair import Chair
from underkeep.table.game import fresh_key
from underkeep.table.narrate import Line, told
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.session import Session
from underkeep.table.speech.decree_words import Decreed
from underkeep.table.speech.typed_lines import Ask, Browse, Do, Say, Show, Undertake
from underkeep.table.view import View
from underkeep.table.why import Why
from underkeep.table.why import why as reasons_of
from underkeep.world.state import State

__all__ = [
    "Fight",
    "Game",
    "Refused",
    "Unclear",
    "UnderkeepError",
    "Why",
    "attack_odds",
    "fight",
    "load",
    "new",
    "odds",
    "roll",
    "rule",
    "search",
]


class Unclear(UnderkeepError):
    """A typed line that means nothing here, or any of several `choices`. Nothing happened."""

    def __init__(self, sentence: str, choices: Sequence[Action] = ()) -> None:
        self.choices = tuple(choices)
        super().__init__(sentence)


class Game:
    """One game, seen from one seat: what it may do, what it was told, what it may know."""

    def __init__(self, session: Session, seat: str = PLAYER) -> None:
        self._session = session
        self._chair = Chair(session, seat, may_undo=True)
        self._since = -1

    @property
    def rules(self) -> Ruleset:
        """The game that is played."""
        return self._session.rules

    @property
    def seat(self) -> str:
        return self._chair.seat

    @property
    def legal(self) -> Options:
        """All that the seat may do now; empty when the story is over."""
        return self._chair.options

    @property
    def lines(self) -> list[str]:
        """All that the seat was told so far."""
        return [line.text for line in self._chair.log]

    @property
    def facts(self) -> list[Event]:
        """What the last thing done came to, as far as the seat may know it."""
        return self._session.facts(self.seat, self._since)

    @property
    def view(self) -> View:
        """All that the seat may know."""
        return self._chair.view

    @property
    def state(self) -> State:
        """All there is, secrets too: a fair player goes by `view`."""
        return self._session.state

    @property
    def is_over(self) -> bool:
        return bool(self.state.over)

    def describe(self, action: Action) -> str:
        """The action in the words that would be typed for it."""
        return self._chair.describe(action)

    def do(self, action: Action | str) -> list[str]:
        """Do it; what was told of it. Refused, with the rule that forbids it: nothing happened."""
        before, told = self._session.seq, len(self._chair.log)
        meant = self._chair.read(action) if isinstance(action, str) else None
        if isinstance(meant, Undertake):
            self._chair.undertake(meant)
        else:
            self._chair.act(self.read(action) if isinstance(action, str) else action)
        self._since = before
        return [line.text for line in self._chair.log[told:]]

    def read(self, line: str) -> Action:
        """The action that a line means, typed as at the table; `Unclear` if it means none, or one of several."""
        match self._chair.read(line):
            case Do(action):
                return action
            case Ask(question, choices):
                raise self._which(question, choices)
            case Browse(kind):
                raise self._which("Which of them?", [x for x in self.legal.listed if type(x).__name__ == kind])
            case Say(text):
                raise Unclear(text)
            case Undertake():
                raise Unclear("That takes several actions; `do` does them one after another.")
            case Decreed():
                raise Unclear("A decree is no action; `decree` of a session makes it.")
            case Show(what):
                raise Unclear(f'"{what}" is nothing to do but to look at; `show` shows it.')

    def show(self, what: str) -> list[str]:
        """What the table shows for a word: `look`, `map`, `party`, `inventory`, `sheet Bruno`."""
        meaning = self._chair.read(what)
        return self._chair.show(meaning.what, meaning.rest) if isinstance(meaning, Show) else []

    def why(self, line: int = -1) -> Why:
        """The reasons of one of `lines`; of the last without a number."""
        if not self._chair.log:
            raise UnderkeepError("Nothing has been told yet.")
        return reasons_of(self._chair.log[line])

    def undo(self) -> list[str]:
        """Take back the last thing that was done, as a referee may. The dice of what is tried next are others."""
        self._since = self._session.seq
        return [line.text for line in self._chair.undo()]

    def save(self, path: str | Path) -> None:
        """Write the game, as it is now, into a new file; one that was loaded is kept in its own as it is played."""
        self._session.copy_to(Path(path))

    def close(self) -> None:
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        view = self.view
        where = view.over or view.place or "arena"
        return f"<{self.rules.title}: day {view.day}, {view.time}, {where}; {len(self.legal)} legal actions>"

    def _which(self, question: str, choices: Sequence[Action]) -> Unclear:
        listed = ", ".join(f'"{self.describe(choice)}"' for choice in choices)
        return Unclear(f"{question} {listed}", choices)


class Fight:
    """A fight that was fought to its end; `winner` is "a", "b" or, for a draw, nothing."""

    def __init__(self, rules: Ruleset, match: str, bout: arena.Bout) -> None:
        self.rules = rules
        self.match = match
        self.before = bout.before
        self.after = bout.after
        self.facts = bout.events
        self.rounds = bout.rounds
        self.winner = bout.after.winner or ""
        self._bout = bout

    @property
    def story(self) -> list[str]:
        """The fight in words."""
        return [line.text for line in self._lines()]

    def why(self, line: int = -1) -> Why:
        """The reasons of one line of the story; of the last without a number."""
        return reasons_of(self._lines()[line])

    def deaths(self, side: str) -> int:
        return self._bout.deaths(side)

    def _lines(self) -> list[Line]:
        names = {creature.id: creature.name for creature in self.after.creatures.values()}
        return list(told(self.rules, self.before, self.facts, lambda id: names[id]))

    def __repr__(self) -> str:
        end = f"side {self.winner} wins" if self.winner else "nobody wins"
        return f"<{self.match}, {self.rules.title}: {end} after {self.rounds} rounds>"


def new(
    system: str,
    seed: int | None = None,
    party: int | Sequence[str] = 6,
    levels: int = 3,
    setting: str | None = None,
    switches: Iterable[str] = (),
    minds: Mapping[str, Mind] | None = None,
) -> Game:
    """A new game: a party, a town, a dungeon half a day away. The same seed makes the same game.

    `party` is how many, or who (`"fighter"`, `"elf/2"`). `switches` are optional rules by name, `no-name` for off.
    `minds` play the seats that nobody sits in: the referee's is a tactician's unless given; a mind in the player's seat
    fights the party's fights and answers its questions.
    """
    rules = systems.load(system)
    members = () if isinstance(party, int) else tuple(muster.parse_recruit(rules, who) for who in party)
    size = party if isinstance(party, int) else len(members)
    plan = Plan(size, members, levels=levels, setting=setting, switches=tuple(switches))
    key = fresh_key() if seed is None else ""
    seed = _seed(seed)
    made = new_game(rules, seed, plan)
    start = made.state.before_all()
    return Game(Session.in_memory(rules, start, seed, _minds(rules, minds), made.events, key=key))


def load(path: str | Path, minds: Mapping[str, Mind] | None = None) -> Game:
    """A saved game, as it was left; whatever is done in it is in the file before it is told."""
    return Game(Session.resume(Path(path), lambda game: _minds(systems.load(game.system), minds)))


def fight(
    system: str,
    match: str,
    seed: int | None = None,
    distance: float | None = None,
    switches: Iterable[str] = (),
    minds: Mapping[str, Mind] | None = None,
) -> Fight:
    """Two sides such as `"4 fighter/3[plate,sword] v 6 goblin"` fight it out.

    They stand six squares apart unless a distance is given, in the game's own unit. `minds` play the sides
    "a" and "b"; a tactician does unless given.
    """
    rules = systems.load(system)
    sides = muster.parse_sides(rules, match)
    gap = muster.gap_of(rules, distance)
    return Fight(rules, match, arena.bout(rules, sides, _seed(seed), 0, tuple(switches), gap, minds))


def odds(notation: str) -> Distribution[int]:
    """The exact chances of a dice notation: `odds("4d6kh3")[18]`."""
    return chance.distribution(notation)


def attack_odds(
    system: str,
    by: str,
    on: str,
    distance: float | None = None,
    switches: Iterable[str] = (),
    seed: int | None = None,
) -> Distribution[tuple[bool, int]]:
    """The exact chances of (hit, damage) when one attacks another, found by the rule that is played.

    Characters have average abilities unless a seed is given to roll them.
    """
    rules = systems.load(system)
    attacker, target = muster.parse_recruit(rules, by), muster.parse_recruit(rules, on)
    return odds_of_attack(rules, attacker, target, distance, switches, seed)


def roll(notation: str, seed: int | None = None) -> RollResult:
    """Dice thrown, with every face that fell."""
    return rolling.roll(notation, Seeded(_seed(seed), "roll"), "roll")


def rule(full_id: str) -> ledger.Rule:
    """A rule by its id, such as `ose:combat.attack.natural`."""
    _, entry = ledger.find(full_id)
    if not isinstance(entry, ledger.Rule):
        raise UnderkeepError(f"{full_id} is no rule; it belongs to one, as a table, an example or a question does.")
    return entry


def search(words: str, system: str | None = None, limit: int = 20) -> list[str]:
    """The ids of what the rulebooks have about these words, the best fit first."""
    books = [ledger.load(system)] if system else ledger.shelf()
    return [found.full_id for found in search_in([words], books, limit)]


def _minds(rules: Ruleset, given: Mapping[str, Mind] | None) -> dict[str, Mind]:
    return {REFEREE: Tactician(rules), **(given or {})}


def _seed(seed: int | None) -> int:
    return secrets.randbits(128) if seed is None else seed
