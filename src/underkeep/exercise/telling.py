"""The scene of a rule in words: how it begins, and its last moment with the reasons."""

from __future__ import annotations

from underkeep.errors import UnderkeepError
from underkeep.exercise import scene as s
from underkeep.exercise.shelf import Kept, by_rule
from underkeep.kernel.prompt import REFEREE
from underkeep.procedures.resolution import Refused
from underkeep.rulebook import ledger
from underkeep.rulebook.scenes import Met
from underkeep.systems import load
from underkeep.table.entry import Decree
from underkeep.table.session import Session
from underkeep.table.speech.describe import describe
from underkeep.table.why import why


def summary(full_id: str) -> str:
    """One sentence on the scene of a rule; empty if it has none."""
    found = _found(full_id)
    if found is None:
        return ""
    kept, met = found
    actions = f"after {len(kept.deeds)} action{'s' if len(kept.deeds) > 1 else ''}" if kept.deeds else "at once"
    return f"{begun(kept.opening)}, {actions}: it stands on a {met.on}."


def begun(opening: s.Opening) -> str:
    """How a scene begins, in words."""
    told = {
        "play": f"A party ({', '.join(opening.who) or 'as the dice say'})",
        "skirmish": f"A skirmish of {' v '.join(opening.who)}",
        "character": f"The making of a character ({', '.join(opening.who)})",
    }[opening.door]
    options = f" with {', '.join(opening.switches)}" if opening.switches else ""
    return f"{told}{options}, seed {opening.seed}{', refereed by a person' if opening.referee else ''}"


def tell(full_id: str, whole: bool = False) -> list[str]:
    """The scene of a rule played again: its last moment, or all of it, with reasons."""
    found = _found(full_id)
    if found is None:
        raise UnderkeepError(f"No scene shows {full_id} yet; `underkeep rules show {full_id}` says what there is.")
    kept, met = found
    return [summary(full_id), *_played(full_id, kept, met, whole)]


def _text(full_id: str) -> str:
    return getattr(ledger.find(full_id)[1], "text", "")


def _found(full_id: str) -> tuple[Kept, Met] | None:
    system = full_id.partition(":")[0]
    return by_rule(system).get(full_id) if system in ledger.folders() else None


def _played(full_id: str, kept: Kept, met: Met, whole: bool) -> list[str]:
    rules = load(full_id.partition(":")[0])
    first = s.made(rules, kept.opening)
    session = Session.in_memory(rules, first.before, kept.opening.seed, {}, first.events, kept.opening.referee)
    refused: list[str] = []
    last = ""
    for deed in kept.deeds:
        action = s.action_of(rules, deed)
        if isinstance(action, Decree):
            last = f"{deed.seat}: decree {bytes(action.event).decode()} because {action.because}"
            session.decree(rules.codec.event(bytes(action.event)), action.because)
            continue
        last = f"{deed.seat}: {describe(rules, session.state, action)}"
        try:
            session.submit(deed.seat, action)
        except Refused as error:
            refused = [f"Refused: {error.refusal.sentence}", f"  {full_id}: {_text(full_id)}"]
    lines = session.lines(REFEREE, -1 if whole or not kept.deeds else session.seq - 1)
    if refused and not whole:
        lines = []
    shown = lines if whole or kept.deeds else [line for line in lines if full_id in line.reasons.rules]
    told = [part for line in shown for part in why(line).told]
    return [*([f"> {last}"] if last else []), *told, *refused, f"Decided by: {met.wrong}"]
