"""Moments of self-played games, by game, place and seed: what somebody finds who sits down there. Other code may play
another game from the same seed, so moments for which lines are written are kept as files."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from underkeep.kernel.prompt import REFEREE
from underkeep.lab.delve import decide
from underkeep.minds.campaigner import Campaigner
from underkeep.minds.tactician import Tactician
from underkeep.systems import load
from underkeep.table.chain import Row
from underkeep.table.chair import Chair
from underkeep.table.game import Game
from underkeep.table.memory_journal import MemoryJournal
from underkeep.table.new_game import PLAYER, Plan, new_game
from underkeep.table.presets import preset
from underkeep.table.session import Session
from underkeep.table.sqlite_journal import SqliteJournal, write_journal
from underkeep.table.summary import Summary
from underkeep.world.state import State

PLACES = ("town", "dungeon", "meeting", "fight")
PRESETS = ("gentle", "by the book")
MOST_ACTIONS = 3000
NEXT_SEED = 1000


def _is_calm(state: State) -> bool:
    return state.fight is None and state.encounter is None


def _is_in(state: State, place: str) -> bool:
    return state.party is not None and state.party.place == place and _is_calm(state)


IS_AT: dict[str, Callable[[State], bool]] = {
    "town": lambda state: _is_in(state, "town"),
    "dungeon": lambda state: _is_in(state, "dungeon"),
    "meeting": lambda state: state.encounter is not None and state.fight is None,
    "fight": lambda state: state.fight is not None,
}


def file_of(folder: Path, game: str, place: str, seed: int) -> Path:
    return folder / f"{game}-{place}-{seed}.underkeep"


def kept(path: Path) -> Chair:
    """A moment from its file, which stays as it is."""
    with closing(SqliteJournal(path)) as file:
        journal = MemoryJournal(file.game, file.rows(), file.head.standing)
    session = Session.resume(journal, lambda game: {REFEREE: Tactician(load(game.system))})
    return Chair(session, PLAYER)


def scene(game: str, place: str, seed: int, keep: Path | None = None) -> Chair:
    """The chair of the one player; how many such moments go by before it, and with which preset, hangs on the seed."""

    def journal(about: Game, rows: Sequence[Row], summary: Summary) -> MemoryJournal | SqliteJournal:
        if keep is None:
            return MemoryJournal(about, rows, summary)
        keep.unlink(missing_ok=True)
        write_journal(keep, about, rows, summary)
        return SqliteJournal(keep)

    rules, luck = load(game), random.Random(f"{game} {place} {seed}")
    chosen = preset(rules, luck.choice(PRESETS))
    size = luck.choice((4, 5, 6))
    plan = Plan(size, switches=chosen.switches, companions=chosen.companions, rulings=chosen.rulings)
    made = new_game(rules, seed, plan)
    leader = Campaigner(rules, seed=seed)
    minds = {REFEREE: Tactician(rules)}
    session = Session.create(rules, made.state.before_all(), seed, minds, rules.title, made.events, keep=journal)
    left = luck.randint(2, 60) if place == "dungeon" else luck.randint(0, 6)
    for _ in range(MOST_ACTIONS):
        state = session.state
        if IS_AT[place](state) and not state.prompts and session.options(PLAYER):
            if not left:
                return Chair(session, PLAYER)
            left -= 1
        decision = decide(rules, state, leader, {PLAYER: leader, **minds})
        if decision is None or state.over:
            break
        session.submit(*decision)
    return scene(game, place, seed + NEXT_SEED, keep)
