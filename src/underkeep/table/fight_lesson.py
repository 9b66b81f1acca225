"""A first fight with a guide: a small match-up that the game names, and what it has to teach, one thing at a time."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.procedures.ruleset import Ruleset
from underkeep.table.presets import FightLesson, opening
from underkeep.table.session import Session

SETTING = "fighting guide"
"""Under this name a game's record says that there is a guide for a fight."""
_OVER = "Guide: that was it. Fight on your own terms now: underkeep skirmish {game}; or delve: underkeep play {game}."
_LEARNT = 'Guide: you know the ropes. "everyone attack" fights a round; "map" shows how all stand.'


def lesson_of(rules: Ruleset) -> FightLesson:
    taught = opening(rules).fight_lesson
    if taught is None:
        raise UnderkeepError(f"{rules.title} has no first fight with a guide.")
    return taught


def advice(session: Session, seat: str) -> str:
    """The first thing that has not been done yet and could be done now; without any, the next one all the same."""
    state, taught = session.state, lesson_of(session.rules)
    if state.over or state.winner is not None:
        return _OVER.format(game=session.rules.id)
    shown = {rule for entry in session.line() if entry.seat == seat for event in entry.events for rule in event.rule}
    open_now = {type(action).__name__ for action in session.options(seat)}
    left = [said for said in taught.says if said.rule not in shown]
    due = next((said for said in left if said.action in open_now), None)
    if due is None:
        return f"Guide: {taught.meanwhile}" if left else _LEARNT
    return f"Guide: {due.words}"
