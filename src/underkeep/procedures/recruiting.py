"""Reading a Recruit: names and choices as people write them, questions for those open, a name for who has none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from underkeep.errors import UnderkeepError, did_you_mean
from underkeep.kernel.dice import ByPurpose
from underkeep.procedures.resolution import Resolution
from underkeep.procedures.ruleset import Recruit
from underkeep.world.creature import Creature
from underkeep.world.state import CharacterGiven

NAME = "name"
DONE = "done"
_MOST_LISTED = 24
_MOST_CHARACTERS = 60


class Question(Struct, frozen=True):
    """A choice of the creation steps, asked of a recruit made by steps.

    `values` are the answers allowed, each with a remark; without any the rules read what is typed, like the `example`.
    `told` should be seen first. If it `adds`, each answer joins those before it, until one is DONE.
    """

    what: str
    text: str
    default: str
    values: Mapping[str, str] = {}
    told: tuple[str, ...] = ()
    example: str = ""
    adds: bool = False


class ChoiceOpen(Exception):
    """A recruit made by steps has come to a choice that it has not made."""

    def __init__(self, question: Question) -> None:
        self.question = question
        super().__init__(question.text)


def put(who: Recruit, what: str, question: Callable[[], Question], adds: bool = False) -> None:
    """Ask one that is made by steps for a choice it has not made. Everybody else is made without questions."""
    if not who.by_steps:
        return
    answered = who.name if what == NAME else what in who.choices
    if adds:
        answered = who.choices.get(what, "").endswith(DONE)
    if not answered:
        raise ChoiceOpen(question())


def put_name(who: Recruit, name: Callable[[], str]) -> str:
    """The recruit's own name, or one from the dice."""
    put(who, NAME, lambda: Question(NAME, "Name", name()))
    return who.name or name()


def answered(who: Recruit, question: Question, answer: str) -> Recruit:
    """The recruit with one more choice made."""
    if question.what == NAME:
        return replace(who, name=answer)
    before = who.choices.get(question.what, "") if question.adds else ""
    if question.adds and answer in question.values:
        answer = answer.partition(",")[0]  # `rope, 50 feet` is one thing
    return replace(who, choices={**who.choices, question.what: f"{before}, {answer}" if before else answer})


def named_things(text: str) -> list[str]:
    """The things of an answer that was added to, without its end."""
    return [name for part in text.split(",") if (name := part.strip()) and name != DONE]


def recruit_apart(do: Resolution, who: Recruit, id: str, side: str, seed: int) -> Creature:
    """Make it, with its own dice if it has any, so that neither its answers nor others change what it rolls."""
    dice = do.dice
    if who.stream:
        do.dice = ByPurpose(seed, who.stream)
    try:
        made = do.rules.recruit(do, who, id, side)
        return do.state.creatures[made.id]
    finally:
        do.dice = dice


def entrust(do: Resolution, id: str, side: str, seat: str) -> None:
    """Let a seat that plays a side have a creature of it, also one that is yet to be made. Nothing need be said where
    it has it anyway."""
    if do.state.seat_for(id, side) != seat and side in do.state.seats.get(seat, ()):
        do.emit(CharacterGiven(id, seat))


def read(who: Recruit, title: str, roster: Iterable[str], choices: Mapping[str, tuple[str, ...]]) -> Recruit:
    """The recruit with its choices as the game spells them; else one sentence that says what there is."""
    names = tuple(roster)
    if who.kind and who.kind not in names:
        hint = did_you_mean(who.kind, names, f"for example {', '.join(names[:4])}.")
        raise UnderkeepError(f'{title} has no "{who.kind[:_MOST_CHARACTERS]}"; {hint}')
    chosen = {}
    for said, value in who.choices.items():
        what = _spelt(said, tuple(choices))
        if what is None:
            complaint = f'There is no choice "{said[:_MOST_CHARACTERS]}"'
            raise UnderkeepError(f"{complaint}; there are {', '.join(choices)}.")
        known = _spelt(value, choices[what]) if choices[what] else value
        if known is None:
            raise UnderkeepError(f'"{value[:_MOST_CHARACTERS]}" is no {what}; {_instead(value, choices[what])}')
        chosen[what] = known
    return replace(who, choices=chosen)


def _spelt(said: str, known: tuple[str, ...]) -> str | None:
    if said in known:
        return said
    return next((name for name in known if name.casefold() == said.strip().casefold()), None)


def _instead(value: str, known: tuple[str, ...]) -> str:
    if len(known) <= _MOST_LISTED:
        return f"there are {', '.join(known)}."
    return did_you_mean(value, known, f"for example {', '.join(known[:4])}.")


def new_name(do: Resolution, names: tuple[str, ...], id: str, more_taken: Iterable[str] = ()) -> str:
    """One of these names that nobody in the game bears, by the dice; numbered when all are borne."""
    taken = {*(creature.name for creature in do.state.creatures.values()), *more_taken}
    free = tuple(name for name in names if name not in taken)
    if free:
        return str(do.pick(free, f"name of {id}"))
    bearer = str(do.pick(names, f"name of {id}"))
    return next(name for n in range(2, len(taken) + 3) if (name := f"{bearer} {n}") not in taken)


def numbered(name: str, id: str, side: str) -> str:
    """A monster's name after its id: `Orc 3`, or `Orc A3` where both sides have orcs."""
    number = id.rpartition("-")[2]
    mark = side.upper() if id.startswith(f"{side}-") else ""
    return f"{name} {mark}{number}" if number.isdigit() else name
