"""The judgement rules of a game as its referee sees them: what each says, how it stands, how often it came up."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from underkeep.errors import UnderkeepError
from underkeep.kernel.prompt import (
    ALWAYS,
    BY_THE_BOOK,
    EVERYTHING,
    REFEREE,
    STANDING,
    Asked,
    Prompt,
    Ruled,
    RulingStands,
    Standing,
)
from underkeep.rulebook import ledger
from underkeep.table import naming
from underkeep.table.session import Session
from underkeep.table.speech.describe import describe
from underkeep.table.speech.wording import folded
from underkeep.table.why import rule_text
from underkeep.world.state import State


class Judgement(Struct, frozen=True):
    """One rule: how it is settled from now on (None: by itself), and whose word it was how often. `choices` are those
    that were open when it came up last."""

    rule: str
    stands: Standing | None
    by: dict[str, int]
    choices: tuple[str, ...] = ()

    @property
    def manner(self) -> str:
        if self.stands is None:
            return "ask"
        return f"always {self.stands.choice}" if self.stands.manner == ALWAYS else self.stands.manner

    @property
    def told(self) -> str:
        times = [f"{count} by {'the book' if by == 'default' else by}" for by, count in self.by.items()]
        return f"{self.rule}: {self.manner}; {', '.join(times) or 'has not come up'}"


def title(rule: str) -> str:
    """What a rule is about, in the words of its id."""
    return naming.words(rule.partition(":")[2].replace(".", " ") or rule)


def rules_of(session: Session) -> list[str]:
    """Every judgement rule of the game's rulebook, by id; none where the game has no rulebook."""
    try:
        book = ledger.load(session.rules.id)
    except UnderkeepError:
        return []
    return [book.full_id(rule) for rule in book.rules.values() if rule.kind == "judgement"]


def judgements(session: Session) -> dict[str, Judgement]:
    """Those that came up in this game or that the referee has spoken on, in the order in which they did."""
    counts: dict[str, Counter[str]] = {}
    choices: dict[str, tuple[str, ...]] = {}
    for event in (event for entry in session.entries for event in entry.events):
        if isinstance(event, Ruled):
            counts.setdefault(event.question, Counter())[_whose(event.by)] += 1
        elif isinstance(event, Asked) and REFEREE in event.prompt.seats and event.prompt.rule:
            choices[event.prompt.question] = event.prompt.choices
    stands = session.state.standing
    order = dict.fromkeys((*counts, *stands))
    return {id: Judgement(id, stands.get(id), dict(counts.get(id, {})), choices.get(id, ())) for id in order}


def _whose(by: str) -> str:
    return {STANDING: "a standing ruling", REFEREE: "the referee"}.get(by, by)


def find(session: Session, said: str) -> str:
    """A judgement rule by its id, with or without the game's, or by the end of it."""
    wanted = said.strip().lower()
    known = dict.fromkeys((*judgements(session), *rules_of(session)))
    for fits in (wanted, f"{session.rules.id}:{wanted}"):
        if fits in known:
            return fits
    near = [id for id in known if wanted and (id.endswith(f".{wanted}") or wanted in id.split(":")[1])]
    if len(near) == 1:
        return near[0]
    if near:
        raise UnderkeepError(f'"{said[:40]}" could be {", ".join(near[:4])}.')
    raise UnderkeepError(f'There is no judgement rule "{said[:60]}"; `rulings all` lists them.')


def settled(session: Session, said: str, manner: str, choice: str) -> RulingStands:
    """How a rule is to be settled from now on; a choice that it does not have is refused, as far as that is known."""
    rule = EVERYTHING if folded(said) in (EVERYTHING, "all") else find(session, said)
    if manner in ("ask", BY_THE_BOOK):
        return RulingStands(rule, BY_THE_BOOK if manner == BY_THE_BOOK else "ask")
    if rule == EVERYTHING:
        raise UnderkeepError("Everything may be asked or go by the book; a choice is always that of one rule.")
    known = judgements(session).get(rule)
    choices = known.choices if known is not None else ()
    if choices and choice not in choices:
        raise UnderkeepError(f"The choices of {rule} are {', '.join(choices)}.")
    if not choice:
        raise UnderkeepError(f'Always what? For example: ruling {rule} always "yes".')
    return RulingStands(rule, ALWAYS, choice)


def listing(session: Session, said: str = "") -> list[str]:
    """The rules that came up; `all` for every judgement of the book, or those with a word, with their texts."""
    met, wanted = judgements(session), said.strip().lower()
    if not wanted:
        lines = [judgement.told for judgement in met.values()] or ["No judgement has come up yet."]
        return [*lines, 'Set one with: ruling ID ask, ruling ID by the book, ruling ID always "choice".']
    ids = dict.fromkeys((*met, *rules_of(session)))
    if wanted == "all":
        return [met.get(id, Judgement(id, None, {})).told for id in ids]
    found = [id for id in ids if wanted in id or wanted in title(id)]
    lines = [line for id in found for line in (met.get(id, Judgement(id, None, {})).told, f"  {rule_text(id)}")]
    return lines or [f'No judgement has "{said[:40]}" in its name.']


def beside(session: Session, prompt: Prompt) -> list[str]:
    """A question with what the rulebook says on it, what it is about and the choices, the default marked."""
    head = f"Ruling: {title(prompt.question)} ({prompt.question})"
    text = rule_text(prompt.question)
    lines = [head, *([f"  {text}"] if text else [])]
    if prompt.about:
        lines.append(f"  About: {_about(session.state, prompt.about)}")
    if prompt.pending is not None:
        action = session.rules.codec.action(prompt.pending.action)
        lines.append(f"  While: {prompt.pending.seat}, {describe(session.rules, session.state, action)}")
    marked = [f"{c} (by the book)" if c == prompt.default else c for c in prompt.choices]
    return [*lines, f"  Choices: {', '.join(marked)}", "  `always: CHOICE` or `by the book` settles it for good."]


def _about(state: State, about: str) -> str:
    creature = state.creatures.get(about)
    return f"{creature.name} ({about})" if creature is not None else about
